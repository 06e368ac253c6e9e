//! Damage dice and the order in which attacks land (`ALT-03`, `ALT-05`, `ALT-61`, `ALT-62`, `ALT-73`, `ALT-78`,
//! `ALT-81`,
//! `ALT-92`).

use crate::dice::Dice;
use crate::encounter::Encounter;
use crate::resolver::{Resolver, Roll, Rolled, Step, note, say};
use crate::values::Id;

use super::attack::{Aim, Attack, Cover, Fate};
use super::forecast::{divisor, forecast, reduce};
use super::{gear, maneuvers, wounds};
use crate::systems::alternation::sheet::options::{ImpairedDamage, Options};
use crate::systems::alternation::sheet::schema::is;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::fighter::armour_text;
use crate::systems::alternation::state::sides::{on_field, standing};

/// Damage that one target is about to suffer.
#[derive(Default)]
struct Blow {
    target: Id,
    death_blow: bool,
    /// Damage after size, before armour.
    before_armour: i64,
    suffered: i64,
    /// Calculation, for the log.
    sum: String,
}

/// All hits of one attack, with the rolled dice that decide if a damaged weapon breaks.
#[derive(Default)]
struct Volley {
    blows: Vec<Blow>,
    faces: Vec<u32>,
}

/// Rolls and applies the remaining hits of an attack and its counter (`ALT-61`, `ALT-73`, `ALT-81`).
pub fn resolve(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    for aim in &mut attack.aims {
        if aim.fate == Fate::Open {
            aim.fate = Fate::Struck;
        }
    }
    let Some(counter) = attack.counter.take() else {
        if attack.damages() {
            return strike(cx, attack);
        }
        maneuvers(cx, attack)?;
        return Ok(());
    };
    match (attack.damages(), counter.damages()) {
        (true, true) => exchange(cx, attack, &counter),
        (true, false) => {
            strike(cx, attack)?;
            last(cx, &counter)
        }
        (false, true) => {
            strike(cx, &counter)?;
            last(cx, attack)
        }
        (false, false) => {
            let (by, name, whom) = (counter.by, cx.name(counter.by), cx.name(attack.by));
            // After a shove the counter is possible only if the two are still near each other (`ALT-81`).
            let title = say!(cx.now(), "{name} was shoved. Is {name} still near {whom}?");
            let moved = maneuvers(cx, attack)?;
            let apart = moved && !cx.confirm("still-near", by, title, false)?;
            if apart || holder(cx.now(), by).is_some() {
                note!(cx, &[by], "{name} cannot counter any more.");
                return Ok(());
            }
            last(cx, &counter)
        }
    }
}

/// Resolves an attack that deals damage and has no exchange.
fn strike(cx: &mut Resolver<'_>, attack: &Attack) -> Step<()> {
    let volley = throw_all(cx, attack, false)?;
    land_all(cx, attack, &volley)?;
    gear::wear(cx, attack, &volley.faces)
}

/// Resolves a non-lethal attack that comes last, if the attacker is still standing.
fn last(cx: &mut Resolver<'_>, attack: &Attack) -> Step<()> {
    let (by, name) = (attack.by, cx.name(attack.by));
    if standing(cx.now(), by) {
        maneuvers(cx, attack)?;
    } else {
        let means = the(&attack.means.words());
        note!(cx, &[by], "{name} is out of the fight: {means} fails.");
    }
    Ok(())
}

/// Replaces the indefinite article: "the grapple" for "a grapple".
fn the(words: &str) -> String {
    let bare = words.strip_prefix("a ");
    bare.map_or_else(|| words.to_owned(), |bare| format!("the {bare}"))
}

/// Resolves a non-lethal attack; returns true if the target was moved.
fn maneuvers(cx: &mut Resolver<'_>, attack: &Attack) -> Step<bool> {
    let mut moved = false;
    for aim in &attack.aims {
        if aim.fate == Fate::Struck {
            moved |= maneuvers::maneuver(cx, attack, aim.target)?;
        }
    }
    Ok(moved)
}

/// Resolves an exchange in which both roll damage. The combatant who would suffer more is hit first and, if it falls,
/// deals none (`ALT-61`, `ALT-62`, `ALT-73`).
fn exchange(cx: &mut Resolver<'_>, attack: &Attack, counter: &Attack) -> Step<()> {
    let given = throw_all(cx, attack, true)?;
    let back = throw_all(cx, counter, true)?;
    let suffered = |volley: &Volley, who: Id| -> i64 {
        let blows = volley.blows.iter().filter(|blow| blow.target == who);
        blows.map(|blow| blow.suffered).sum()
    };
    let (by, against) = (attack.by, counter.by);
    let (would, would_back) = (suffered(&given, against), suffered(&back, by));
    let mut order = [(attack, &given, against), (counter, &back, by)];
    if would < would_back {
        order.reverse();
    }
    let [(first, blows, hit), (second, others, _)] = order;
    let (about, name, other) = (&[against, by], cx.name(against), cx.name(by));
    if would == would_back {
        note!(
            cx,
            about,
            "{name} and {other} would each take {would} damage: both attacks hit at once."
        );
    } else {
        let hit = cx.name(hit);
        note!(
            cx,
            about,
            "{name} would take {would} damage and {other} {would_back}: {hit} is hit first."
        );
    }
    land_all(cx, first, blows)?;
    if would == would_back || fights_on(cx, hit) {
        land_all(cx, second, others)?;
    }
    gear::wear(cx, attack, &given.faces)?;
    gear::wear(cx, counter, &back.faces)
}

fn fights_on(cx: &mut Resolver<'_>, who: Id) -> bool {
    let up = !cx.get(who).has(is::DEAD) && !cx.get(who).has(is::INCAPACITATED);
    if !up {
        note!(
            cx,
            &[who],
            "{} is out of the fight and deals no damage.",
            cx.name(who)
        );
    }
    up
}

/// Rolls the damage of all targets hit: a blast once, other attacks target by target, a death blow not at all
/// (`ALT-47`). In an exchange (`exchanged`) it is not known yet which hits land.
fn throw_all(cx: &mut Resolver<'_>, attack: &Attack, exchanged: bool) -> Step<Volley> {
    let mut volley = Volley::default();
    let mut once: Option<i64> = None;
    for aim in &attack.aims {
        if aim.fate != Fate::Struck || !on_field(cx.now(), aim.target) {
            continue;
        }
        if aim.death_blow {
            volley.blows.push(Blow {
                target: aim.target,
                death_blow: true,
                ..Blow::default()
            });
            continue;
        }
        let total = match once.filter(|_| attack.means.blast()) {
            Some(total) => total,
            None => {
                let thrown = throw(cx, attack, aim, exchanged)?;
                volley.faces.extend(thrown.faces);
                once = Some(thrown.total);
                thrown.total
            }
        };
        volley.blows.push(blow(cx.now(), attack, aim, total));
    }
    Ok(volley)
}

/// Returns the damage to one target, size first, armour second: "7 rolled, armour 2: 5".
fn blow(now: &Encounter, attack: &Attack, aim: &Aim, rolled: i64) -> Blow {
    let (before_armour, suffered) = reduce(now, attack, aim, rolled);
    let mut blow = Blow {
        target: aim.target,
        before_armour,
        suffered,
        ..Blow::default()
    };
    if !now.heard {
        return blow;
    }
    blow.sum = format!("{rolled} rolled");
    if divisor(now, attack, aim.target) > 1 {
        blow.sum.push_str(&format!(", {before_armour} for size"));
    }
    if suffered != before_armour {
        let armour = armour_text(now, aim.target, aim.cover.counts());
        blow.sum.push_str(&format!(", {armour}: {suffered}"));
    }
    if aim.cover == Cover::Pierced {
        blow.sum.push_str(", cover pierced");
    }
    blow
}

/// Rolls the damage dice for one target, impaired dice by the options (`ALT-05`).
fn throw(cx: &mut Resolver<'_>, attack: &Attack, aim: &Aim, exchanged: bool) -> Step<Rolled> {
    let Some(weapon) = attack.means.weapon() else {
        return cx.broken("damage without a weapon");
    };
    let now = cx.now();
    let how = Options::of(now).impaired_damage();
    let how = Some(how).filter(|_| attack.impaired(now));
    let sides = match how {
        Some(ImpairedDamage::FourSided) => 4,
        _ => weapon.sides(),
    };
    let dice = Dice::new(attack.dice_on(now, weapon, aim), sides);
    let (by, whom) = (now.name(attack.by), now.name(aim.target));
    let means = say!(now, "{}", attack.means.words());
    // The dice of a blast count for all targets hit.
    let all = || attack.aims.iter().filter(|one| one.fate == Fate::Struck);
    let title = if attack.means.blast() {
        let all: Vec<Id> = all().map(|one| one.target).collect();
        say!(now, "Blast by {by} on {}: {means}", now.crowd(&all))
    } else if exchanged {
        say!(
            now,
            "{by} and {whom} attack each other: damage of {by} with {means}"
        )
    } else {
        say!(now, "{by} hits {whom} with {means}: damage")
    };
    let line = if attack.means.blast() {
        say!(
            now,
            "{}",
            all()
                .map(|one| forecast(now, attack, one))
                .collect::<Vec<_>>()
                .join("; ")
        )
    } else {
        say!(now, "{}", forecast(now, attack, aim))
    };
    let roll = Roll::new("damage", attack.by, "damage", dice)
        .high()
        .about(aim.target)
        // Ones break a damaged weapon.
        .each_die(weapon.damaged() && !weapon.bodily())
        .title(title.clone())
        .hint(line);
    let about = &[attack.by];
    if how != Some(ImpairedDamage::LowestOfTwo) {
        let mut rolled = cx.roll(roll)?;
        match how {
            Some(ImpairedDamage::FourSided) => cx.note_text(about, "Impaired: d4."),
            Some(_) => {
                rolled.total = (rolled.total + 1) / 2;
                note!(cx, about, "Impaired, half: {}.", rolled.total);
            }
            None => {}
        }
        return Ok(rolled);
    }
    let title = say!(cx.now(), "{title} (impaired: roll twice, the lower counts)");
    let sets = cx.rolls("damage", title, vec![roll.clone(), roll.clone()])?;
    for rolled in &sets {
        cx.log_throw(&roll, rolled);
    }
    let Some(lower) = sets.into_iter().min_by_key(|rolled| rolled.total) else {
        return cx.broken("an impaired attack is rolled twice");
    };
    note!(cx, about, "Impaired: {} counts.", lower.total);
    Ok(lower)
}

/// Applies the damage to all targets hit.
fn land_all(cx: &mut Resolver<'_>, attack: &Attack, volley: &Volley) -> Step<()> {
    for blow in &volley.blows {
        land(cx, attack.by, blow)?;
    }
    Ok(())
}

fn land(cx: &mut Resolver<'_>, by: Id, blow: &Blow) -> Step<()> {
    let target = blow.target;
    cx.struck(by, target, true);
    if blow.death_blow {
        wounds::die(cx, target, "death blow");
        return wounds::settle(cx);
    }
    gear::mark_worn(cx, target);
    let broken = gear::hit_piece(cx.now(), target, blow.before_armour);
    if blow.suffered == 0 {
        let (name, sum) = (cx.name(target), &blow.sum);
        note!(cx, &[target], "{name} takes no damage ({sum}).");
    }
    wounds::hurt(cx, target, blow.suffered, Some(by), &blow.sum)?;
    if let Some(piece) = broken {
        gear::destroy_piece(cx, target, piece);
    }
    Ok(())
}
