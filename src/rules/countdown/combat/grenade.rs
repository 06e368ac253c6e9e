//! Flasks: direct hits, scatter, splash, burning on (Grenade-Like Missiles, 17.0.10, 17.0.11).

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Id, Resolver, Roll, Rolled, Step};
use crate::note;
use crate::say;
use crate::tally::Tally;

use super::checks::{self, Save};
use super::circumstances::Lit;
use super::strike::Strike;
use super::{damage, fire, fumble, pending};
use crate::rules::countdown::sheet::conditions::is;
use crate::rules::countdown::sheet::schema::GrenadeType;
use crate::rules::countdown::sheet::tables::{Damage, Scatter};
use crate::rules::countdown::state::bonds::engaged;
use crate::rules::countdown::state::fighter::fighter;
use crate::rules::countdown::state::pending::Wound;

/// The flask lands: everything after its attack roll, in the order of CTD-118. Says whether it hit.
pub fn land(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    roll: &Roll,
    rolled: &Rolled,
    actor: Id,
) -> Step<bool> {
    let direct = direct_dice(cx.now(), strike);
    let mut damage = Damage::Regular;
    let mut extra = false;
    if rolled.passed() && rolled.natural == 20 && direct.is_some() {
        (damage, extra) = damage::critical(cx, strike, roll, rolled)?;
    }
    if rolled.natural == 1 {
        fumble::roll(cx, strike, actor)?;
    }
    if rolled.passed() {
        match direct {
            Some(dice) => hit(cx, strike, &dice, damage)?,
            None => {
                note!(
                    cx,
                    &[strike.target],
                    "It does nothing to {}.",
                    cx.name(strike.target)
                );
            }
        }
        if extra {
            damage::stroke_of_luck(cx, strike, actor)?;
        }
        splash(cx, strike, Some(strike.target))?;
    } else {
        scatter(cx, strike)?;
        splash(cx, strike, None)?;
        ground_fire(cx, strike)?;
    }
    Ok(rolled.passed())
}

fn lit(strike: &Strike) -> bool {
    strike.weapon.flask() == GrenadeType::Oil && strike.circumstances.lit != Lit::Unlit
}

fn by_wick(strike: &Strike) -> bool {
    lit(strike) && strike.circumstances.lit != Lit::Flame
}

/// Whether this flask touches somebody at all (CTD-131 to CTD-133).
fn touches(now: &Encounter, strike: &Strike, id: Id) -> bool {
    let one = fighter(now, id);
    match strike.weapon.flask() {
        GrenadeType::Oil => lit(strike) && !one.fire_immune(),
        GrenadeType::HolyWater => one.is_undead(),
        GrenadeType::Other => true,
    }
}

/// The dice of a direct hit (CTD-122, CTD-132, CTD-134); `None` where it does nothing.
fn direct_dice(now: &Encounter, strike: &Strike) -> Option<Dice> {
    if !touches(now, strike, strike.target) {
        return None;
    }
    Some(match strike.weapon.flask() {
        GrenadeType::Oil | GrenadeType::HolyWater => Dice::d(8),
        GrenadeType::Other => strike.weapon.damage().clone(),
    })
}

fn hit(cx: &mut Resolver<'_>, strike: &Strike, dice: &Dice, damage: Damage) -> Step<()> {
    let flat = Tally::new()
        .plus("", strike.weapon.damage_flat())
        .plus("magic", strike.weapon.magic_bonus());
    let amount = damage::roll_damage(cx, strike, dice, &flat, damage)?;
    book(cx, strike, strike.target, amount, "");
    if lit(strike) {
        let due = i64::from(cx.now().round) + 1;
        let condition = Condition::new(is::BURNING).value(due).by(strike.by);
        pending::add_condition(cx, strike.target, condition, false);
        note!(
            cx,
            &[strike.target],
            "{} burns on: 1d8 more at the end of round {due} unless the flames are put out in it.",
            cx.name(strike.target)
        );
    }
    Ok(())
}

fn book(cx: &mut Resolver<'_>, strike: &Strike, id: Id, amount: i64, what: &str) {
    let cause = format!("{}'s {}{what}", cx.name(strike.by), strike.weapon.name());
    note!(cx, &[id], "{amount}{what} on {}.", cx.name(id));
    let wound = Wound {
        amount,
        cause,
        by: Some(strike.by),
        ..Wound::default()
    };
    pending::add_wound(cx, id, wound);
}

/// Where a missed flask lands (CTD-119, T-6). The GM's die.
fn scatter(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let title = say!(
        cx.now(),
        "The {} misses {}: where does it land?",
        strike.weapon.name(),
        cx.name(strike.target)
    );
    let roll = Roll::new("scatter", None, "scatter (GM)", Dice::d(10))
        .title(title)
        .hint("GM's roll, seen from the thrower");
    let number = cx.roll(roll)?.total;
    let row = Scatter::of(cx.now(), number);
    note!(
        cx,
        &[],
        "It lands {}, {} feet from {}.",
        row.place(),
        row.feet(),
        cx.name(strike.target)
    );
    Ok(())
}

/// One splash die for everybody within five feet of the impact (CTD-120, CTD-125 to CTD-127, CTD-133).
fn splash(cx: &mut Resolver<'_>, strike: &Strike, direct: Option<Id>) -> Step<()> {
    let oil = by_wick(strike);
    if !oil && strike.weapon.flask() != GrenadeType::HolyWater {
        return Ok(());
    }
    let near: Vec<Id> = cx
        .now()
        .present()
        .filter(|id| Some(*id) != direct && !fighter(cx.now(), *id).out())
        .collect();
    let preset: Vec<Id> = near
        .iter()
        .copied()
        .filter(|id| direct.is_some_and(|target| engaged(cx.now(), *id, target)))
        .collect();
    let title = match direct {
        Some(target) => format!("Who else is within 5 feet of {}?", cx.name(target)),
        None => "Who is within 5 feet of where it lands?".to_owned(),
    };
    let most = near.len();
    let mut named = if near.is_empty() {
        Vec::new()
    } else {
        cx.pick("splash", None, title, near, 0, most, preset)?
    };
    named.extend(direct);
    named.retain(|id| touches(cx.now(), strike, *id));
    named.sort();
    if named.is_empty() {
        return Ok(());
    }
    let title = say!(
        cx.now(),
        "{}: splash on {}",
        cx.name(strike.by),
        cx.now().names(&named)
    );
    let amount = cx
        .roll(
            Roll::new("splash-damage", strike.by, "splash", Dice::d(6))
                .high()
                .title(title),
        )?
        .total;
    for id in named {
        if oil && Some(id) != direct && checks::save(cx, id, Save::DeathRay, "dodge the splash")? {
            continue;
        }
        book(cx, strike, id, amount, " splash");
    }
    Ok(())
}

/// After a miss with a lit flask the GM says whether the ground burns (CTD-128).
fn ground_fire(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    if by_wick(strike)
        && cx.confirm(
            "ground-fire",
            None,
            "Does a fire start on the ground?",
            false,
        )?
    {
        fire::start(cx)?;
    }
    Ok(())
}
