//! The window between the save to hit and the damage dice: dodge, counter, hide behind somebody, be guarded
//! (`ALT-39` to `ALT-41`, `ALT-57` to `ALT-69`, `ALT-73`, `ALT-79`).

use std::borrow::Cow;

use crate::encounter::{Choice, Encounter, Id, Resolver, Step};
use crate::note;
use crate::rules::common::chances;
use crate::say;
use crate::text::agree;

use super::arms::{self, Role};
use super::attack::{Aim, Attack, Cover, Fate};
use super::hit::{commit, doubts, hits};
use super::holds::drop_holds;
use super::reaction::{Reaction, can, no_reaction, spend};
use super::save::{save, save_chance};
use super::{concealment, form};
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::people::{held, on_field, standing};
use crate::rules::alternation::sheet::schema::Attribute;

/// Whether somebody may react to this very attack: not twice, not against somebody unseen, not in the middle of
/// making it (`ALT-19`, `ALT-41`).
fn may(now: &Encounter, attack: &Attack, who: Id, reaction: Reaction) -> bool {
    can(now, who, reaction)
        && who != attack.by
        && !attack.reacted.contains(&who)
        && (!attack.surprise || now.allied(who, attack.by))
}

/// Behind whom a target could hide: willing allies, and enemies it holds (`ALT-66`, `ALT-73`).
fn shelters(now: &Encounter, attack: &Attack, target: Id) -> Vec<Id> {
    let grabbed = held(now, target);
    now.present()
        .filter(|id| {
            let willing = now.allied(*id, target) && standing(now, *id);
            let dodged = attack
                .aims
                .iter()
                .any(|aim| aim.target == *id && aim.fate == Fate::Dodged);
            *id != target
                && *id != attack.by
                && (willing || grabbed.contains(id) && on_field(now, *id))
                && !dodged
                && attack.countered != Some(*id)
        })
        .collect()
}

/// Who could guard a target: its own side, others on request (`ALT-67`). Whoever was guarded does not step back in
/// front of the guard.
fn guards(now: &Encounter, attack: &Attack, target: Id, outsiders: bool) -> Vec<Id> {
    now.present()
        .filter(|id| {
            *id != target
                && now.allied(*id, target) != outsiders
                && !attack.guarded.contains(id)
                && may(now, attack, *id, Reaction::Guard)
        })
        .collect()
}

/// The role of a counter to this attack.
fn counter_role(attack: &Attack) -> Role {
    Role::Counter {
        against: attack.by,
        distance: attack.distance,
        dark: attack.dark && !attack.means.blast(),
        leaning: attack.leaning,
    }
}

/// One thing that can be done in the window.
struct Open {
    aim: usize,
    reaction: Reaction,
    outsiders: bool,
    label: &'static str,
    hint: Cow<'static, str>,
}

impl Open {
    fn choice(&self) -> Choice {
        let other = if self.outsiders { "outsider-" } else { "" };
        let key = format!("{other}{}", self.reaction.key());
        Choice::new(key, self.label).hint(&*self.hint)
    }
}

/// Everything that can be done about the attack now.
fn open(now: &Encounter, attack: &Attack) -> Vec<Open> {
    let mut all = Vec::new();
    for (place, aim) in attack.aims.iter().enumerate() {
        if aim.fate != Fate::Open {
            continue;
        }
        let target = aim.target;
        let mut add = |reaction, outsiders, label, hint: Cow<'static, str>| {
            all.push(Open {
                aim: place,
                reaction,
                outsiders,
                label,
                hint,
            });
        };
        if !aim.unaware {
            if may(now, attack, target, Reaction::Dodge) {
                let need = Fighter::of(now, target).attribute(Attribute::Agi);
                let chance = save_chance(now, target, Attribute::Agi);
                let hint = say!(now, "AGI save, {need} or less: {chance}%");
                add(Reaction::Dodge, false, "dodge", hint);
            }
            if may(now, attack, target, Reaction::Counter)
                && attack.countered.is_none()
                && !arms::arms(now, target, &counter_role(attack)).is_empty()
            {
                let hint = match attack.means.weapon() {
                    Some(_) => "both roll; whoever suffers more is hit first",
                    // Its maker has to stand after that (`ALT-81`).
                    None => "its damage comes first",
                };
                add(Reaction::Counter, false, "counter", hint.into());
            }
            if may(now, attack, target, Reaction::Hide) {
                let shelters = shelters(now, attack, target);
                if !shelters.is_empty() {
                    let hint = say!(now, "{}", now.names(&shelters));
                    add(Reaction::Hide, false, "hide behind somebody", hint);
                }
            }
        }
        let own = guards(now, attack, target, false);
        if !own.is_empty() {
            let hint = say!(now, "by {}", now.names(&own));
            add(Reaction::Guard, false, "be guarded", hint);
        }
        if !attack.outsiders {
            continue;
        }
        let others = guards(now, attack, target, true);
        if !others.is_empty() {
            let hint = say!(now, "by {}", now.names(&others));
            add(Reaction::Guard, true, "be guarded from outside", hint);
        }
    }
    all
}

/// Asks for reactions until nobody reacts any more (`ALT-57`). Of several targets the GM says who is next (`ALT-73`).
pub fn window(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    tell_barred(cx, attack);
    loop {
        let open = open(cx.now(), attack);
        let Some(first) = open.first() else {
            return Ok(());
        };
        let mut place = first.aim;
        if attack.aims.len() > 1 {
            let mut able: Vec<Id> = Vec::new();
            for one in &open {
                let target = attack.aims[one.aim].target;
                if !able.contains(&target) {
                    able.push(target);
                }
            }
            let title = say!(
                cx.now(),
                "Who reacts to {} of {}?",
                attack.means.words(),
                cx.name(attack.by)
            );
            let picked = cx.pick("reacts", None, title, able, 0, 1, Vec::new())?;
            let Some(next) = picked.first().and_then(|who| {
                let of = |aim: &Aim| aim.target == *who && aim.fate == Fate::Open;
                attack.aims.iter().position(of)
            }) else {
                let open = attack.aims.iter().filter(|aim| aim.fate == Fate::Open);
                let open: Vec<Id> = open.map(|aim| aim.target).collect();
                let names = cx.now().names(&open);
                let verb = agree(open.len(), "does", "do");
                note!(cx, &open, "{names} {verb} not react.");
                return Ok(());
            };
            place = next;
        }
        react(cx, attack, place, &open)?;
    }
}

/// Says which targets cannot react, and why.
fn tell_barred(cx: &mut Resolver<'_>, attack: &Attack) {
    if !cx.told() {
        return;
    }
    for aim in attack.aims.iter().filter(|aim| aim.fate == Fate::Open) {
        if let Some(why) = barred(cx.now(), attack, aim) {
            chances::barred(cx, aim.target, why, "reaction");
        }
    }
}

/// Why a target that stands cannot react itself.
fn barred(now: &Encounter, attack: &Attack, aim: &Aim) -> Option<&'static str> {
    let unaware = aim.unaware || attack.surprise && !now.allied(aim.target, attack.by);
    let why = match unaware {
        true => Some("is unaware of it"),
        false => no_reaction(now, aim.target),
    };
    why.filter(|_| standing(now, aim.target))
}

/// What one target does about the attack, or what is done for it.
fn react(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize, open: &[Open]) -> Step<()> {
    let target = attack.aims[place].target;
    let mine = open.iter().filter(|one| one.aim == place);
    let all: Vec<Option<&Open>> = std::iter::once(None).chain(mine.map(Some)).collect();
    let title = if attack.aims.len() == 1 {
        attacked(cx.now(), attack)
    } else {
        say!(cx.now(), "{} reacts", cx.name(target))
    };
    let tell = |one: &Option<&Open>| one.map_or(Choice::new("none", "no reaction"), Open::choice);
    let Some(one) = cx.one_of("react", target, title, &all, 0, tell)? else {
        // Of whoever cannot react that is told already.
        match barred(cx.now(), attack, &attack.aims[place]) {
            Some(_) => note!(cx, &[target], "Nobody guards {}.", cx.name(target)),
            None => note!(cx, &[target], "{} does not react.", cx.name(target)),
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

/// "Ana and Ben are attacked by Imp with the flame".
fn attacked(now: &Encounter, attack: &Attack) -> Cow<'static, str> {
    let targets = attack.targets();
    let verb = agree(targets.len(), "is", "are");
    say!(
        now,
        "{} {verb} attacked by {} with {}",
        now.names(&targets),
        now.name(attack.by),
        attack.means.words()
    )
}

/// AGI save: the attack misses (`ALT-59`).
pub fn dodge(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize) -> Step<()> {
    let who = attack.aims[place].target;
    attack.reacted.push(who);
    spend(cx, who);
    drop_holds(cx, who, None);
    let title = say!(
        cx.now(),
        "{} dodges {} of {}",
        cx.name(who),
        attack.means.words(),
        cx.name(attack.by)
    );
    note!(cx, &[who], "{} dodges.", cx.name(who));
    let passed = save(cx, "agi-save", who, Attribute::Agi, title, "passed: missed")?;
    if passed && attack.damages() {
        cx.struck(attack.by, who, false);
    }
    attack.aims[place].fate = if passed { Fate::Dodged } else { Fate::Struck };
    Ok(())
}

/// An attack on the attacker, resolved together with the attack itself (`ALT-60`, `ALT-63`).
pub fn counter(cx: &mut Resolver<'_>, attack: &mut Attack, place: usize) -> Step<()> {
    let who = attack.aims[place].target;
    let role = counter_role(attack);
    let title = say!(cx.now(), "{} counters {}", cx.name(who), cx.name(attack.by));
    let counter = cx.form("counter", who, title, |f| form::attack(f, who, &role))?;
    form::preview(cx, &counter);
    attack.reacted.push(who);
    attack.countered = Some(who);
    attack.aims[place].fate = Fate::Struck;
    spend(cx, who);
    note!(
        cx,
        &[who],
        "{} counters with {}.",
        cx.name(who),
        counter.means.words()
    );
    commit(cx, &counter);
    if doubts(cx.now(), &counter).is_empty() || hits(cx, &counter)? {
        let mut counter = counter;
        for aim in &mut counter.aims {
            aim.fate = Fate::Struck;
        }
        attack.counter = Some(Box::new(counter));
    } else if counter.reveals {
        concealment::reveal(cx, who, "countered");
    }
    Ok(())
}

/// Somebody else becomes the target: one hidden behind, or a guard (`ALT-64` to `ALT-69`, `ALT-79`).
fn redirect(
    cx: &mut Resolver<'_>,
    attack: &mut Attack,
    place: usize,
    reaction: Reaction,
    outsiders: bool,
) -> Step<()> {
    let old = attack.aims[place].target;
    let hides = reaction == Reaction::Hide;
    let from = if hides {
        shelters(cx.now(), attack, old)
    } else {
        guards(cx.now(), attack, old, outsiders)
    };
    let title = if hides {
        say!(cx.now(), "{} hides behind", cx.name(old))
    } else {
        say!(cx.now(), "{} is guarded by", cx.name(old))
    };
    let damages = attack.damages();
    let key = if hides { "hide" } else { "guard" };
    let (new, cover) = cx.form(key, old, title, |f| {
        let who = f.pick_one("who", "who", || from.clone(), from.first().copied());
        let cover = match damages && f.toggle("cover", "behind cover there", false) {
            true => Cover::behind(f.toggle("penetrates", "penetrates the cover", false)),
            false => Cover::None,
        };
        Ok((f.need(who, "pick somebody by letter")?, cover))
    })?;
    let reactor = if hides { old } else { new };
    attack.reacted.push(reactor);
    spend(cx, reactor);
    let kept = held(cx.now(), reactor)
        .into_iter()
        .find(|victim| hides && *victim == new);
    drop_holds(cx, reactor, kept);
    let text = if hides {
        format!(
            "{} hides behind {}; they swap places.",
            cx.name(old),
            cx.name(new)
        )
    } else {
        format!("{} guards {}.", cx.name(new), cx.name(old))
    };
    cx.note(&[old, new], text);
    aim_at(attack, place, new, !hides, cover);
    Ok(())
}

/// Turns one share of the attack to a new target; shares that meet become one hit (`ALT-69`, `ALT-73`, `ALT-79`).
fn aim_at(attack: &mut Attack, place: usize, new: Id, guarded: bool, cover: Cover) {
    attack.prize = None;
    if guarded {
        attack.guarded.push(attack.aims[place].target);
    }
    let other = attack
        .aims
        .iter()
        .position(|aim| aim.target == new && aim.fate != Fate::Dodged);
    let aim = &mut attack.aims[place];
    aim.target = new;
    aim.cover = cover;
    aim.unaware = false;
    aim.death_blow = false;
    if let Some(other) = other {
        let moved = attack.aims.remove(place);
        let other = if other > place { other - 1 } else { other };
        if !attack.means.blast() {
            attack.aims[other].paid.extend(moved.paid);
        }
    }
}
