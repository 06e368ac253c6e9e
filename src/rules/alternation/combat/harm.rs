//! Damage dice and the order in which blows land (`ALT-03`, `ALT-05`, `ALT-61`, `ALT-62`, `ALT-73`, `ALT-78`, `ALT-81`,
//! `ALT-92`).

use std::cmp::Ordering;

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Rolled, Step};
use crate::note;
use crate::say;

use super::attack::{Aim, Attack, Cover, Fate};
use super::forecast::{divisor, forecast, reduce};
use super::{gear, maneuvers, wounds};
use crate::rules::alternation::sheet::fighter::armour_text;
use crate::rules::alternation::sheet::options::{ImpairedDamage, options};
use crate::rules::alternation::sheet::people::{holder, on_field, standing};
use crate::rules::alternation::sheet::schema::is;

/// What one target is about to suffer.
struct Blow {
    target: Id,
    /// Total of the dice that count; `None` for a death blow.
    rolled: Option<i64>,
    /// After size, before armour.
    before_armour: i64,
    /// After armour.
    suffered: i64,
    /// How that came about, for the log.
    sum: String,
}

/// Damage dice of one throw.
struct Thrown {
    total: i64,
    faces: Vec<u32>,
}

/// All blows of one attack, with the faces that decide whether a damaged weapon breaks.
struct Volley {
    blows: Vec<Blow>,
    faces: Vec<u32>,
}

/// Rolls and lands everything that is left of an attack and its counter (`ALT-61`, `ALT-73`, `ALT-81`).
pub fn resolve(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    for aim in &mut attack.aims {
        if aim.fate == Fate::Open {
            aim.fate = Fate::Struck;
        }
    }
    let Some(counter) = attack.counter.take() else {
        if attack.damages() {
            let volley = throw_all(cx, attack, false)?;
            land_all(cx, attack, &volley)?;
            return gear::wear(cx, attack, &volley.faces);
        }
        maneuvers(cx, attack)?;
        return Ok(());
    };
    match (attack.damages(), counter.damages()) {
        (true, true) => exchange(cx, attack, &counter),
        (true, false) => {
            let volley = throw_all(cx, attack, false)?;
            land_all(cx, attack, &volley)?;
            gear::wear(cx, attack, &volley.faces)?;
            last(cx, &counter)
        }
        (false, true) => {
            let volley = throw_all(cx, &counter, false)?;
            land_all(cx, &counter, &volley)?;
            gear::wear(cx, &counter, &volley.faces)?;
            last(cx, attack)
        }
        (false, false) => {
            let moved = maneuvers(cx, attack)?;
            let apart = moved && !still_near(cx, attack, &counter)?;
            if apart || holder(cx.now(), counter.by).is_some() {
                note!(
                    cx,
                    &[counter.by],
                    "{}'s counter comes to nothing.",
                    cx.name(counter.by)
                );
                return Ok(());
            }
            last(cx, &counter)
        }
    }
}

/// After a shove, whether the two are still near enough for the counter (`ALT-81`).
fn still_near(cx: &mut Resolver<'_>, attack: &Attack, counter: &Attack) -> Step<bool> {
    let title = say!(
        cx.now(),
        "Is {} still near {} after the shove?",
        cx.name(counter.by),
        cx.name(attack.by)
    );
    cx.confirm("still-near", counter.by, title, false)
}

/// A non-lethal attack that comes last happens only if its maker still stands.
fn last(cx: &mut Resolver<'_>, attack: &Attack) -> Step<()> {
    if standing(cx.now(), attack.by) {
        maneuvers(cx, attack)?;
    } else {
        note!(
            cx,
            &[attack.by],
            "{} is out: {} comes to nothing.",
            cx.name(attack.by),
            the(&attack.means.words())
        );
    }
    Ok(())
}

/// "the grapple", of which was said "a grapple" before.
fn the(words: &str) -> String {
    let bare = words.strip_prefix("a ");
    bare.map_or_else(|| words.to_owned(), |bare| format!("the {bare}"))
}

/// Carries out a non-lethal attack; says whether it moved its target.
fn maneuvers(cx: &mut Resolver<'_>, attack: &Attack) -> Step<bool> {
    let mut moved = false;
    for aim in &attack.aims {
        if aim.fate == Fate::Struck {
            moved |= maneuvers::maneuver(cx, attack, aim.target)?;
        }
    }
    Ok(moved)
}

/// Both roll damage; whoever suffers more is hit first, and whoever falls does none (`ALT-61`, `ALT-62`, `ALT-73`).
fn exchange(cx: &mut Resolver<'_>, attack: &Attack, counter: &Attack) -> Step<()> {
    let given = throw_all(cx, attack, true)?;
    let back = throw_all(cx, counter, true)?;
    let suffered = |volley: &Volley, who: Id| {
        volley
            .blows
            .iter()
            .filter(|blow| blow.target == who)
            .map(|blow| blow.suffered)
            .sum::<i64>()
    };
    let (by, against) = (attack.by, counter.by);
    let (would, would_back) = (suffered(&given, against), suffered(&back, by));
    let order = would.cmp(&would_back);
    match order {
        Ordering::Greater | Ordering::Less => {
            let first = if order == Ordering::Greater {
                against
            } else {
                by
            };
            note!(
                cx,
                &[against, by],
                "{} would suffer {would}, {} {would_back}: {} is hit first.",
                cx.name(against),
                cx.name(by),
                cx.name(first)
            );
        }
        Ordering::Equal => note!(
            cx,
            &[against, by],
            "{} and {} would both suffer {would}: both are hit at once.",
            cx.name(against),
            cx.name(by)
        ),
    }
    match order {
        Ordering::Greater => {
            land_all(cx, attack, &given)?;
            if fights_on(cx, against) {
                land_all(cx, counter, &back)?;
            }
        }
        Ordering::Less => {
            land_all(cx, counter, &back)?;
            if fights_on(cx, by) {
                land_all(cx, attack, &given)?;
            }
        }
        Ordering::Equal => {
            land_all(cx, attack, &given)?;
            land_all(cx, counter, &back)?;
        }
    }
    gear::wear(cx, attack, &given.faces)?;
    gear::wear(cx, counter, &back.faces)
}

fn fights_on(cx: &mut Resolver<'_>, who: Id) -> bool {
    let up = !cx.get(who).has(is::DEAD) && !cx.get(who).has(is::INCAPACITATED);
    if !up {
        note!(cx, &[who], "{} is out and strikes no more.", cx.name(who));
    }
    up
}

/// Rolls the damage of all targets that are struck: a blast once, anything else target by target, a death blow not at
/// all (`ALT-47`). Of blows that are `exchanged` nobody knows yet which lands.
fn throw_all(cx: &mut Resolver<'_>, attack: &Attack, exchanged: bool) -> Step<Volley> {
    let mut volley = Volley {
        blows: Vec::new(),
        faces: Vec::new(),
    };
    let mut once: Option<i64> = None;
    for aim in &attack.aims {
        if aim.fate != Fate::Struck || !on_field(cx.now(), aim.target) {
            continue;
        }
        if aim.death_blow {
            volley.blows.push(Blow {
                target: aim.target,
                rolled: None,
                before_armour: 0,
                suffered: 0,
                sum: String::new(),
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

/// What a total of dice does to one target: size first, armour second.
fn blow(now: &Encounter, attack: &Attack, aim: &Aim, rolled: i64) -> Blow {
    let (before_armour, suffered) = reduce(now, attack, aim, rolled);
    let mut blow = Blow {
        target: aim.target,
        rolled: Some(rolled),
        before_armour,
        suffered,
        sum: String::new(),
    };
    if now.heard {
        blow.sum = sum(now, attack, aim, &blow);
    }
    blow
}

/// How what is suffered came about: "7 rolled, armour 2: 5".
fn sum(now: &Encounter, attack: &Attack, aim: &Aim, blow: &Blow) -> String {
    let mut sum = format!("{} rolled", blow.rolled.unwrap_or_default());
    if divisor(now, attack, aim.target) > 1 {
        sum.push_str(&format!(", {} for size", blow.before_armour));
    }
    if blow.suffered != blow.before_armour {
        let armour = armour_text(now, aim.target, aim.cover.counts());
        sum.push_str(&format!(", {armour}: {}", blow.suffered));
    }
    if aim.cover == Cover::Pierced {
        sum.push_str(", the cover is pierced");
    }
    sum
}

/// Rolls the damage dice for one target, impaired ones as the options say (`ALT-05`).
fn throw(cx: &mut Resolver<'_>, attack: &Attack, aim: &Aim, exchanged: bool) -> Step<Thrown> {
    let Some(weapon) = attack.means.weapon() else {
        return cx.broken("damage without a weapon");
    };
    let now = cx.now();
    let impaired = attack.impaired(now);
    let how = options(now).impaired_damage();
    let sides = if impaired && how == ImpairedDamage::FourSided {
        4
    } else {
        weapon.sides()
    };
    let dice = Dice::new(attack.dice_on(now, weapon, aim), sides);
    let (by, whom) = (now.name(attack.by), now.name(aim.target));
    let means = || attack.means.words();
    let title = if attack.means.blast() {
        say!(now, "The blast of {by}: {}", means())
    } else if exchanged {
        say!(now, "{by} and {whom} exchange blows: {by} with {}", means())
    } else {
        say!(now, "{by} hits {whom} with {}", means())
    };
    let line = say!(now, "{}", forecast(now, attack, aim));
    let roll = Roll::new("damage", attack.by, "damage", dice)
        .high()
        .title(title.clone())
        .hint(line);
    if !impaired || how == ImpairedDamage::FourSided {
        let rolled = cx.roll(roll)?;
        if impaired {
            cx.note(&[attack.by], "Impaired: dice of four sides.");
        }
        return Ok(Thrown {
            total: rolled.total,
            faces: rolled.faces,
        });
    }
    if how == ImpairedDamage::HalfUp {
        let rolled = cx.roll(roll)?;
        let total = (rolled.total + 1) / 2;
        note!(cx, &[attack.by], "Impaired: {total}.");
        return Ok(Thrown {
            total,
            faces: rolled.faces,
        });
    }
    let title = say!(cx.now(), "{title}, impaired: the lower counts");
    let sets = cx.rolls("damage", title, vec![roll.clone(), roll.clone()])?;
    let [first, second]: &[Rolled; 2] = match sets.as_slice().try_into() {
        Ok(two) => two,
        Err(_) => return cx.broken("an impaired attack is rolled twice"),
    };
    cx.log_throw(&roll, first);
    cx.log_throw(&roll, second);
    let lower = if second.total < first.total {
        second
    } else {
        first
    };
    let thrown = Thrown {
        total: lower.total,
        faces: lower.faces.clone(),
    };
    note!(cx, &[attack.by], "Impaired: {} counts.", thrown.total);
    Ok(thrown)
}

/// Everybody the attack strikes is hit.
fn land_all(cx: &mut Resolver<'_>, attack: &Attack, volley: &Volley) -> Step<()> {
    for blow in &volley.blows {
        land(cx, attack.by, blow)?;
    }
    Ok(())
}

fn land(cx: &mut Resolver<'_>, by: Id, blow: &Blow) -> Step<()> {
    let target = blow.target;
    cx.struck(by, target, true);
    if blow.rolled.is_none() {
        wounds::die(cx, target, "death blow");
        return wounds::settle(cx);
    }
    gear::mark_worn(cx, target);
    let broken = gear::hit_piece(cx.now(), target, blow.before_armour);
    if blow.suffered == 0 {
        note!(
            cx,
            &[target],
            "{} suffers nothing ({}).",
            cx.name(target),
            blow.sum
        );
    }
    wounds::hurt(cx, target, blow.suffered, Some(by), &blow.sum)?;
    if let Some(piece) = broken {
        gear::destroy_piece(cx, target, piece);
    }
    Ok(())
}
