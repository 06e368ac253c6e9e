//! Flasks: direct hits, scatter, splash and burning (Grenade-Like Missiles, 17.0.10, 17.0.11).

use super::checks;
use super::circumstances::Lit;
use super::strike::Strike;
use super::targets::ask_near;
use super::{damage, fire, pending};
use crate::systems::countdown::says::{Save, Says};
use crate::systems::countdown::sheet::{Damage, GrenadeType, Scatter, is};
use crate::systems::countdown::state::{Wound, there};
use crate::systems::prelude::*;

fn by_wick(strike: &Strike) -> bool {
    strike.lit() && strike.circumstances.lit != Lit::Flame
}

/// Resolves a direct hit (CTD-122, CTD-132, CTD-134).
pub fn hit(cx: &mut Resolver<'_>, strike: &Strike, damage: Damage) -> Step<()> {
    let target = strike.target;
    if !strike.touches(cx.now(), target) {
        cx.note(Says::DoesNothing { target });
        return Ok(());
    }
    let dice = match strike.weapon.flask() {
        GrenadeType::Oil | GrenadeType::HolyWater => Dice::d(8),
        GrenadeType::Other => strike.weapon.damage(),
    };
    let flat = Tally::new()
        .plus("", strike.weapon.damage_flat())
        .plus("magic", strike.weapon.magic_bonus());
    let amount = damage::roll_damage(cx, strike, dice, &flat, damage)?;
    cx.note(Says::WillTake {
        who: target,
        amount,
        subdual: false,
        factors: Commas::default(),
    });
    book(cx, strike, target, amount, false);
    if strike.lit() {
        let due = i64::from(cx.now().round) + 1;
        let condition = Condition::new(is::BURNING).value(due).by(strike.by);
        pending::add_condition(cx, target, condition, false);
        cx.note(Says::CatchesFire {
            who: target,
            round: due,
        });
    }
    Ok(())
}

/// Records damage by the flask, from a direct hit or from the splash.
fn book(cx: &mut Resolver<'_>, strike: &Strike, id: Id, amount: i64, splash: bool) {
    let wound = Wound {
        amount,
        by: Some(strike.by),
        with: strike.weapon.name().to_owned(),
        splash,
        ..Wound::default()
    };
    pending::add_wound(cx, id, wound);
}

/// Resolves the effects around the point of impact, after a hit or a miss (CTD-118).
pub fn land(cx: &mut Resolver<'_>, strike: &Strike, hit: bool) -> Step<()> {
    if hit {
        return splash(cx, strike, Some(strike.target));
    }
    scatter(cx, strike)?;
    splash(cx, strike, None)?;
    ground_fire(cx, strike)
}

/// Rolls where a missed flask lands; the GM makes this roll (CTD-119, T-6).
fn scatter(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let (weapon, whom) = (strike.weapon.name(), cx.name(strike.target));
    let title = say!(cx.now(), "The {weapon} misses {whom}. Where does it land?");
    let roll = Roll::new("scatter", None, Says::ScatterRoll {}, Dice::d(10))
        .title(title)
        .hint("GM's roll, seen from the thrower");
    let number = cx.roll(roll)?.total;
    let row = Scatter::of(cx.now(), number);
    let said = Says::FlaskLands {
        target: strike.target,
        place: row.place().to_owned().into(),
        feet: row.feet(),
    };
    cx.note(said);
    Ok(())
}

/// Rolls one splash die for all combatants within five feet of the impact (CTD-120, CTD-125 to CTD-127, CTD-133).
fn splash(cx: &mut Resolver<'_>, strike: &Strike, direct: Option<Id>) -> Step<()> {
    let oil = by_wick(strike);
    if !oil && strike.weapon.flask() != GrenadeType::HolyWater {
        return Ok(());
    }
    let title = match direct {
        Some(target) => format!("Who else is within 5 feet of {}?", cx.name(target)),
        None => "Who is within 5 feet of the landing point?".to_owned(),
    };
    let near = there(cx.now()).filter(|id| Some(*id) != direct).collect();
    let mut named = ask_near(cx, "splash", title, near)?;
    named.extend(direct);
    named.retain(|id| strike.touches(cx.now(), *id));
    named.sort();
    if named.is_empty() {
        return Ok(());
    }
    let (name, names) = (cx.name(strike.by), cx.now().crowd(&named));
    let title = say!(cx.now(), "{name}'s flask splashes {names}: damage");
    let roll =
        Roll::new("splash-damage", strike.by, Says::SplashRoll {}, Dice::d(6)).about_all(&named);
    let amount = cx.roll(roll.high().title(title))?.total;
    for id in named {
        if oil && Some(id) != direct && checks::save(cx, id, Save::DeathRay, "dodge the splash")? {
            continue;
        }
        cx.note(Says::WillTakeSplash { who: id, amount });
        book(cx, strike, id, amount, true);
    }
    Ok(())
}

/// Asks the GM if the ground burns after a miss with a lit flask (CTD-128).
fn ground_fire(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let question = "Does a fire start on the ground?";
    if by_wick(strike) && cx.confirm("ground-fire", None, question, false)? {
        fire::start(cx, Some(strike.by))?;
    }
    Ok(())
}
