//! Damage dice, and the order in which attacks land (`ALT-03`, `ALT-05`, `ALT-61`, `ALT-62`, `ALT-73`, `ALT-78`,
//! `ALT-81`, `ALT-92`).

use crate::resolver::Rolled;
use crate::systems::prelude::*;

use super::attack::{Aim, Attack, Cover, Fate};
use super::forecast::{divisor, forecast, reduce};
use super::{gear, maneuvers, wounds};
use crate::systems::alternation::says::{Says, Sum};
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{ImpairedDamage, Options};
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::fighter::armour_told;
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
    sum: Commas<Sum>,
}

/// All hits of one attack, with the rolled dice, which can break a damaged weapon.
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
            // After a shove, the counter is possible only if both combatants are still near each other (`ALT-81`).
            let title = say!(cx.now(), "{name} was shoved. Is {name} still near {whom}?");
            let moved = maneuvers(cx, attack)?;
            let apart = moved && !cx.confirm("still-near", by, title, false)?;
            if apart || holder(cx.now(), by).is_some() {
                cx.note(Says::CannotCounter { who: by });
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
    if standing(cx.now(), attack.by) {
        maneuvers(cx, attack)?;
    } else {
        let (who, with) = (attack.by, attack.means.with());
        cx.note(Says::AttackFails { who, with });
    }
    Ok(())
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

/// Resolves an exchange in which both combatants roll damage. The combatant who would suffer more is hit first and, if
/// they fall, deals no damage (`ALT-61`, `ALT-62`, `ALT-73`).
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
    let (one, other, damage) = (against, by, would);
    cx.note(if would == would_back {
        Says::HitAtOnce { one, other, damage }
    } else {
        Says::HitFirst {
            one,
            other,
            damage,
            back: would_back,
            first: hit,
        }
    });
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
        cx.note(Says::DealsNoDamage { who });
    }
    up
}

/// Rolls the damage of all targets hit: once for a blast, target by target for other attacks. A death blow needs no
/// roll (`ALT-47`). In an exchange (`exchanged`), the hits that land are not known yet.
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
    let sum = &mut blow.sum.0;
    sum.push(Sum::Rolled { total: rolled });
    if divisor(now, attack, aim.target) > 1 {
        sum.push(Sum::ForSize {
            total: before_armour,
        });
    }
    if suffered != before_armour {
        sum.push(Sum::Armour {
            armour: armour_told(now, aim.target, aim.cover.counts()),
            left: suffered,
        });
    }
    if aim.cover == Cover::Pierced {
        sum.push(Sum::Pierced {});
    }
    blow
}

/// Rolls the damage dice for one target; the options determine how impaired dice are rolled (`ALT-05`).
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
    let means = say!(now, "{}", attack.means.words(now));
    // The dice of a blast count for all targets hit.
    let all = || attack.aims.iter().filter(|one| one.fate == Fate::Struck);
    let title = if attack.means.blast() {
        let all: Vec<Id> = all().map(|one| one.target).collect();
        let whom = now.crowd(&all);
        say!(now, "{by}'s blast with {means}: damage to {whom}")
    } else if exchanged {
        say!(now, "{by}'s damage to {whom} with {means}")
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
                .join("\n")
        )
    } else {
        say!(now, "{}", forecast(now, attack, aim))
    };
    let roll = Roll::new("damage", attack.by, Says::DamageRoll {}, dice)
        .high()
        .about(aim.target)
        // A die that shows 1 breaks a damaged weapon.
        .each_die(weapon.damaged() && !weapon.bodily())
        .title(title.clone())
        .hint(line);
    let by = attack.by;
    if how != Some(ImpairedDamage::LowestOfTwo) {
        let mut rolled = cx.roll(roll)?;
        match how {
            Some(ImpairedDamage::FourSided) => cx.note(Says::ImpairedD4 { by }),
            Some(_) => {
                rolled.total = (rolled.total + 1) / 2;
                cx.note(Says::ImpairedHalf {
                    by,
                    total: rolled.total,
                });
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
    cx.note(Says::ImpairedLower {
        by,
        total: lower.total,
    });
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
        wounds::die(cx, target, Says::DeathBlow {}.into());
        return wounds::end_broken_bonds(cx);
    }
    gear::mark_worn(cx, target);
    let broken = gear::hit_piece(cx.now(), target, blow.before_armour);
    if blow.suffered == 0 {
        cx.note(Says::TakesNone {
            who: target,
            sum: blow.sum.clone(),
        });
    }
    let cause = Says::Because {
        sum: blow.sum.clone(),
    };
    wounds::hurt(cx, target, blow.suffered, Some(by), cause)?;
    if let Some(piece) = broken {
        gear::destroy_piece(cx, target, piece);
    }
    Ok(())
}
