//! Reaction window between the save to hit and the damage dice: dodge, counter, hide behind a combatant, guard
//! (`ALT-39` to `ALT-41`, `ALT-57` to `ALT-69`, `ALT-73`, `ALT-79`).

use std::borrow::Cow;

use super::arms::{self, Role};
use super::attack::{Aim, Attack, Cover, Fate, aim};
use super::checks::{save, save_chance};
use super::hit::{commit, hits};
use super::holds::drop_holds;
use super::reaction::{Reaction, can, no_reaction, spend};
use super::{concealment, form};
use crate::systems::alternation::says::{Barred, Says};
use crate::systems::alternation::sheet::schema::Attribute;
use crate::systems::alternation::state::bonds::held;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::{on_field, standing};
use crate::systems::prelude::*;

/// Returns true if a combatant may react to this attack: only once, not against an unseen attacker, and not as its
/// attacker (`ALT-19`, `ALT-41`).
fn may(now: &Encounter, attack: &Attack, who: Id, reaction: Reaction) -> bool {
    can(now, who, reaction)
        && who != attack.by
        && !attack.reacted.contains(&who)
        && (!attack.surprise || now.allied(who, attack.by))
}

/// Returns the combatants behind whom a target could hide: willing allies, and enemies whom the target holds (`ALT-66`,
/// `ALT-73`).
fn shelters(now: &Encounter, attack: &Attack, target: Id) -> Vec<Id> {
    let grabbed = held(now, target);
    let there = |id: &Id| {
        let willing = now.allied(*id, target) && standing(now, *id);
        willing || grabbed.contains(id) && on_field(now, *id)
    };
    let dodged = |aim: &Aim, id: Id| aim.target == id && aim.fate == Fate::Dodged;
    let serves = |id: &Id| {
        let busy = [Some(target), Some(attack.by), attack.countered].contains(&Some(*id));
        !busy && !attack.aims.iter().any(|aim| dodged(aim, *id))
    };
    now.present().filter(there).filter(serves).collect()
}

/// Returns the combatants who could guard a target: the target's own side and, on request, others (`ALT-67`). A guarded
/// target cannot guard the guard in turn.
fn guards(now: &Encounter, attack: &Attack, target: Id, outsiders: bool) -> Vec<Id> {
    let fresh = |id: &Id| *id != target && !attack.guarded.contains(id);
    let able =
        |id: &Id| now.allied(*id, target) != outsiders && may(now, attack, *id, Reaction::Guard);
    now.present().filter(fresh).filter(able).collect()
}

/// Returns the role of a counter to this attack.
fn counter_role(attack: &Attack) -> Role {
    Role::Counter {
        against: attack.by,
        distance: attack.distance,
        dark: attack.dark && !attack.means.blast(),
        leaning: attack.leaning,
    }
}

/// Reaction that is possible in the window.
struct Open {
    aim: usize,
    reaction: Reaction,
    outsiders: bool,
    key: &'static str,
    label: &'static str,
    hint: Cow<'static, str>,
}

/// Returns all reactions that are possible now.
fn open(now: &Encounter, attack: &Attack) -> Vec<Open> {
    let mut all = Vec::new();
    for (place, aim) in attack.aims.iter().enumerate() {
        if aim.fate != Fate::Open {
            continue;
        }
        let target = aim.target;
        let mut add = |reaction, key, label, hint: Cow<'static, str>| {
            all.push(Open {
                aim: place,
                reaction,
                outsiders: key == "outsider-guard",
                key,
                label,
                hint,
            });
        };
        let may = |reaction| !aim.unaware && may(now, attack, target, reaction);
        if may(Reaction::Dodge) {
            let need = Fighter::of(now, target).attribute(Attribute::Agi);
            let chance = save_chance(now, target, Attribute::Agi);
            let hint = say!(now, "AGI save, {need} or less, {chance}%");
            add(Reaction::Dodge, "dodge", "dodge", hint);
        }
        if may(Reaction::Counter)
            && attack.countered.is_none()
            && !arms::arms(now, target, &counter_role(attack)).is_empty()
        {
            let hint = match attack.means.weapon() {
                Some(_) => "both roll damage; the higher damage hits first",
                // The attacker must still be standing after the damage (`ALT-81`).
                None => "the attacker's damage comes first",
            };
            add(Reaction::Counter, "counter", "counter", hint.into());
        }
        let shelters = may(Reaction::Hide).then(|| shelters(now, attack, target));
        if let Some(shelters) = shelters.filter(|all| !all.is_empty()) {
            let hint = say!(now, "{}", now.names(&shelters));
            add(
                Reaction::Hide,
                "hide",
                "hide behind another combatant",
                hint,
            );
        }
        let ways = [
            (false, "guard", "be guarded"),
            (true, "outsider-guard", "be guarded by another side"),
        ];
        let asked = |(outsiders, ..): &(bool, &str, &str)| attack.outsiders || !outsiders;
        for (outsiders, key, label) in ways.into_iter().filter(asked) {
            let guards = guards(now, attack, target, outsiders);
            if !guards.is_empty() {
                let hint = say!(now, "by {}", now.names(&guards));
                add(Reaction::Guard, key, label, hint);
            }
        }
    }
    all
}

/// Asks for reactions until none is taken (`ALT-57`). With several targets the GM chooses the next (`ALT-73`).
pub fn window(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    tell_barred(cx, attack);
    loop {
        let open = open(cx.now(), attack);
        let Some(first) = open.first() else {
            return Ok(());
        };
        let mut place = first.aim;
        if attack.aims.len() > 1 {
            let target = |one: &Open| attack.aims[one.aim].target;
            let mut able: Vec<Id> = open.iter().map(target).collect();
            able.dedup();
            let means = attack.means.of(cx.now(), attack.by);
            let title = say!(cx.now(), "Who reacts to {means}?");
            cx.others("cannot react to this attack");
            let picked = cx.pick("reacts", None, title, able, 0, 1, Vec::new())?;
            let mut open = open.iter();
            let Some(next) = open.find(|one| picked.contains(&target(one))) else {
                let open = attack.aims.iter().filter(|aim| aim.fate == Fate::Open);
                let open: Vec<Id> = open.map(|aim| aim.target).collect();
                cx.note(Says::DoNotReact { who: open });
                return Ok(());
            };
            place = next.aim;
        }
        react(cx, attack, place, &open)?;
    }
}

/// Logs which targets cannot react, with the reasons.
fn tell_barred(cx: &mut Resolver<'_>, attack: &Attack) {
    if !cx.heard() {
        return;
    }
    // Other combatants may still react to the attack.
    let open = open(cx.now(), attack);
    for (place, aim) in attack.aims.iter().enumerate() {
        let why = barred(cx.now(), attack, aim).filter(|_| aim.fate == Fate::Open);
        if let Some(why) = why {
            let (who, own) = (aim.target, open.iter().any(|one| one.aim == place));
            cx.note_aside(who, Says::CannotReact { who, why, own });
        }
    }
}

/// Returns the reason why a standing target cannot react.
fn barred(now: &Encounter, attack: &Attack, aim: &Aim) -> Option<Barred> {
    let unaware = aim.unaware || attack.surprise && !now.allied(aim.target, attack.by);
    let why = if unaware {
        Some(Barred::Unaware {})
    } else {
        no_reaction(now, aim.target)
    };
    why.filter(|_| standing(now, aim.target))
}

/// Asks for the reaction of one target, or of others on the target's behalf.
fn react(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize, open: &[Open]) -> Step<()> {
    let target = attack.aims[place].target;
    let mine = open.iter().filter(|one| one.aim == place);
    let own = mine.clone().any(|one| one.reaction != Reaction::Guard);
    let all: Vec<Option<&Open>> = std::iter::once(None)
        .chain(mine.clone().map(Some))
        .collect();
    let (now, name) = (cx.now(), cx.name(target));
    let (means, by) = (
        say!(now, "{}", attack.means.words(now)),
        now.name(attack.by),
    );
    // A target who cannot react, such as a guard, may still be guarded (`ALT-68`).
    let question = if own {
        say!(now, "How does {name} react?")
    } else {
        let only = || {
            let ways = mine.clone();
            let mut all = ways.flat_map(|one| guards(now, attack, target, one.outsiders));
            all.next().filter(|_| all.next().is_none())
        };
        // Evaluated only if somebody reads the title.
        say!(
            now,
            "Does {} guard {name}?",
            only().map_or("a combatant", |guard| now.name(guard))
        )
    };
    let title = match attack.aims.len() {
        1 => say!(now, "{by} attacks {name} with {means}. {question}"),
        _ => question,
    };
    let tell = |one: &Option<&Open>| match one {
        Some(one) => Choice::new(one.key, one.label).hint(&*one.hint),
        None => Choice::new("none", "no reaction"),
    };
    let Some(one) = cx.one_of("react", target, title, &all, 0, tell)? else {
        // The log already shows combatants who cannot react.
        match barred(cx.now(), attack, &attack.aims[place]) {
            Some(_) => cx.note(Says::NobodyGuards { who: target }),
            None => cx.note(Says::DoNotReact { who: vec![target] }),
        }
        attack.aims[place].fate = Fate::Struck;
        return Ok(());
    };
    match one.reaction {
        Reaction::Dodge => dodge(cx, attack, place),
        Reaction::Counter => counter(cx, attack, place),
        Reaction::Hide | Reaction::Guard => {
            redirect(cx, attack, place, one.reaction, one.outsiders)
        }
        Reaction::Opportunity => Ok(()),
    }
}

/// Rolls the AGI save of a dodge; on a success the attack misses (`ALT-59`).
pub fn dodge(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize) -> Step<()> {
    let who = attack.aims[place].target;
    attack.reacted.push(who);
    spend(cx, who);
    drop_holds(cx, who, None);
    let (name, means) = (cx.name(who), attack.means.of(cx.now(), attack.by));
    let title = say!(cx.now(), "{name} dodges {means}: AGI save");
    cx.note(Says::Dodges { who });
    let passed = save(
        cx,
        "agi-save",
        who,
        Attribute::Agi,
        title,
        "if passed: the attack misses",
    )?;
    if passed {
        cx.note(Says::AttackMisses {});
        if attack.damages() {
            cx.struck(attack.by, who, false);
        }
    }
    attack.aims[place].fate = if passed { Fate::Dodged } else { Fate::Struck };
    Ok(())
}

/// Counters: attacks the attacker, resolved together with the attack itself (`ALT-60`, `ALT-63`).
pub fn counter(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize) -> Step<()> {
    let who = attack.aims[place].target;
    let role = counter_role(attack);
    let title = say!(
        cx.now(),
        "{} counters the attack of {}",
        cx.name(who),
        cx.name(attack.by)
    );
    let mut counter = cx.form("counter", who, title, |f| form::attack(f, who, &role))?;
    form::preview(cx, &counter);
    attack.reacted.push(who);
    attack.countered = Some(who);
    attack.aims[place].fate = Fate::Struck;
    spend(cx, who);
    let with = counter.means.with();
    cx.note(Says::Counters { who, with });
    commit(cx, &counter);
    if hits(cx, &counter)? {
        for aim in &mut counter.aims {
            aim.fate = Fate::Struck;
        }
        attack.counter = Some(Box::new(counter));
    } else if counter.reveals {
        concealment::reveal(cx, who, Says::Countered {});
    }
    Ok(())
}

/// Redirects the attack to a new target: a shelter or a guard (`ALT-64` to `ALT-69`, `ALT-79`).
fn redirect(
    cx: &mut Resolver<'_>,
    attack: &mut Attack,
    place: usize,
    reaction: Reaction,
    outsiders: bool,
) -> Step<()> {
    let old = attack.aims[place].target;
    let hides = reaction == Reaction::Hide;
    let (now, name) = (cx.now(), cx.name(old));
    let (key, from, title) = if hides {
        (
            "hide",
            shelters(now, attack, old),
            say!(now, "Who does {name} hide behind?"),
        )
    } else {
        let guards = guards(now, attack, old, outsiders);
        ("guard", guards, say!(now, "Who guards {name}?"))
    };
    let damages = attack.damages();
    let (new, cover) = cx.form(key, old, title, |f| {
        f.others("cannot protect the target");
        let who = f.pick_one("who", "who", || from.clone(), from.first().copied());
        let cover = if damages && f.toggle("cover", "new target is in cover", false) {
            Cover::behind(f.toggle("penetrates", "attack pierces the cover", false))
        } else {
            Cover::None
        };
        Ok((f.need(who, "choose a combatant by its letter")?, cover))
    })?;
    let reactor = if hides { old } else { new };
    attack.reacted.push(reactor);
    spend(cx, reactor);
    let mut kept = held(cx.now(), reactor).into_iter();
    let kept = kept.find(|victim| hides && *victim == new);
    drop_holds(cx, reactor, kept);
    cx.note(if hides {
        Says::HidesBehind {
            who: old,
            behind: new,
        }
    } else {
        Says::Guards {
            who: old,
            guard: new,
        }
    });
    if attack.aims[place].death_blow {
        cx.note(Says::NoDeathBlow { whom: new });
    }
    aim_at(attack, place, new, !hides, cover);
    Ok(())
}

/// Moves one share of the attack to a new target; shares with the same target become one hit (`ALT-69`, `ALT-73`,
/// `ALT-79`).
fn aim_at(attack: &mut Attack, place: usize, new: Id, guarded: bool, cover: Cover) {
    attack.prize = None;
    if guarded {
        attack.guarded.push(attack.aims[place].target);
    }
    let there = |aim: &Aim| aim.target == new && aim.fate != Fate::Dodged;
    let other = attack.aims.iter().position(there);
    let aim = &mut attack.aims[place];
    *aim = Aim {
        paid: std::mem::take(&mut aim.paid),
        ..self::aim(new, cover, false)
    };
    if let Some(other) = other {
        let moved = attack.aims.remove(place);
        let other = if other > place { other - 1 } else { other };
        if !attack.means.blast() {
            attack.aims[other].paid.extend(moved.paid);
        }
    }
}
