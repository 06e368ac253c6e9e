//! Plans that are allowed: one row of T1, limited by conditions and by the sheet (4.3, 4.4).

use crate::systems::prelude::*;
use crate::text::counted;

use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::{Options, StandUpCost};
use crate::systems::split_round::sheet::schema::Delivery;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::other_act::DeedKind;
use crate::systems::split_round::state::plan::{Bonus, Main, Plan};
use crate::systems::split_round::state::turn::Turn;

/// Greatest distance in feet that still allows all attacks, which is one step (SPL-15, SPL-22).
pub const STEP: i64 = 5;

/// Returns the reason why a plan cannot be declared; `None` if it is legal.
pub fn objection(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    barred(now, who, plan)
        .or_else(|| weapons(now, who, plan))
        .or_else(|| mana(now, who, plan))
        .or_else(|| lying(now, who, plan))
        .or_else(|| crowded(now, who, plan).filter(|_| !plan.feat))
}

/// Returns all movement of the round in feet: fetching a weapon, standing up, and the plan's movement (SPL-13, SPL-33,
/// SPL-104).
pub fn feet(now: &Encounter, who: Id, plan: &Plan) -> i64 {
    Turn::of(now, who).moved + plan.feet + up(now, who, plan)
}

/// Returns the cost of standing up in feet (SPL-33).
pub fn up(now: &Encounter, who: Id, plan: &Plan) -> i64 {
    let speed = fighter(now, who).speed();
    match Options::of(now).stand_up_cost() {
        StandUpCost::Move if plan.stand => speed,
        StandUpCost::HalfMove if plan.stand => speed / 2,
        _ => 0,
    }
}

/// Refuses plans that conditions forbid (SPL-35).
fn barred(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    let one = fighter(now, who);
    let why = one.barred(now.round)?.show(now);
    let spell = one.spell(&plan.spell).filter(|_| plan.main == Main::Cast);
    let bumped = one.has(is::BUMPED);
    let rolls = spell.is_some_and(|spell| bumped || spell.delivery() != Delivery::NoRoll);
    let strikes = !plan.blows.is_empty() || plan.off_hand.is_some();
    (strikes || rolls).then(|| format!("{} {why}", one.name()))
}

/// Refuses unusable weapons, missing targets and insufficient missiles (SPL-34).
fn weapons(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    let blows = || plan.blows.iter().chain(&plan.off_hand);
    for blow in blows() {
        let Some(weapon) = Weapon::named(now, who, &blow.weapon) else {
            return Some("choose a weapon for the attack".to_owned());
        };
        if let Some(why) = weapon.unusable() {
            return Some(why);
        }
        let Some(target) = blow.target else {
            return Some(format!("{}: choose a target", weapon.name()));
        };
        if fighter(now, target).out() && !plan.feat {
            return Some(format!("{} is out of the fight", now.name(target)));
        }
        let shots = blows().filter(|other| other.weapon == blow.weapon).count();
        let left = weapon.ammo().filter(|_| !weapon.melee());
        if let Some(left) =
            left.filter(|left| i64::try_from(shots).is_ok_and(|shots| shots > *left))
        {
            return Some(format!(
                "{}: {} left",
                weapon.name(),
                counted(left, "missile")
            ));
        }
    }
    None
}

/// Refuses spells that cost more mana than is left (SPL-32).
fn mana(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    if plan.main != Main::Cast {
        return None;
    }
    let one = fighter(now, who);
    let Some(spell) = one.spell(&plan.spell) else {
        return Some("choose a spell".to_owned());
    };
    let (cost, left) = (spell.mana_cost(), one.mana());
    (cost > left).then(|| format!("{} costs {cost} mana, {left} left", spell.name()))
}

/// Refuses movement of a prone combatant who does not stand up (SPL-33).
fn lying(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    let prone = fighter(now, who).has(is::PRONE);
    if prone && !plan.stand && plan.feet > 0 {
        return Some("prone: stand up before moving".to_owned());
    }
    let rooted = Turn::of(now, who).rooted && (plan.feet > 0 || plan.stand);
    rooted.then(|| "no movement after picking up a missile".to_owned())
}

/// Refuses plans that do not fit in one round, unless a feat allows them (SPL-11 to SPL-18, SPL-22, SPL-27).
fn crowded(now: &Encounter, who: Id, plan: &Plan) -> Option<String> {
    let one = fighter(now, who);
    let turn = Turn::of(now, who);
    let (feet, speed) = (feet(now, who, plan), one.speed());
    let attacks = plan.blows.len();
    let most = usize::try_from(one.sheet.attacks_per_round()).unwrap_or(1);
    let bonus = plan.off_hand.is_some() || plan.bonus != Bonus::None;
    let whole = whole_round(now, who, plan);
    let other = matches!(plan.main, Main::Attack | Main::Other);
    let why = if feet > speed {
        format!("{feet} ft is more than the speed of {speed} ft")
    } else if let (Some(what), true) = (whole, feet > 0) {
        format!("no movement with {what}")
    } else if let (Some(what), true) = (whole, bonus || turn.bonus_spent) {
        format!("no bonus action with {what}")
    } else if plan.charge && plan.blows.iter().any(|blow| !melee(now, who, &blow.weapon)) {
        "a charge must end with a melee attack".to_owned()
    } else if plan.charge && attacks > 1 {
        "a charge allows only one attack".to_owned()
    } else if plan.charge && feet - up(now, who, plan) <= STEP {
        format!("a charge needs more than {STEP} ft of movement")
    } else if attacks > most {
        format!(
            "{} attacks per round, not {attacks}",
            one.sheet.attacks_per_round()
        )
    } else if feet > STEP && attacks > 1 {
        format!("only one attack with more than {STEP} ft of movement")
    } else if plan.off_hand.is_some() && plan.bonus != Bonus::None {
        "only one bonus action per round: choose the off-hand attack or the other action".to_owned()
    } else if bonus && turn.bonus_spent {
        "the bonus action is used".to_owned()
    } else if bonus && feet > STEP && other && !Options::of(now).bonus_with_move_and_attack() {
        "no bonus action with movement and an attack (house rule)".to_owned()
    } else {
        return None;
    };
    Some(why)
}

fn melee(now: &Encounter, who: Id, weapon: &str) -> bool {
    Weapon::named(now, who, weapon).is_some_and(|weapon| weapon.melee())
}

/// Returns the part of the plan that takes the whole round, if any (SPL-12, SPL-27, SPL-116).
pub(super) fn whole_round(now: &Encounter, who: Id, plan: &Plan) -> Option<&'static str> {
    let long = fighter(now, who)
        .spell(&plan.spell)
        .is_some_and(|spell| spell.casting_rounds() > 0);
    match plan.main {
        Main::Cast if long => Some("a long spell"),
        Main::Cast => Some("a spell"),
        Main::GoOn => Some("a long action"),
        Main::Other if plan.deed.rounds > 0 => Some("a long action"),
        Main::Other if plan.deed.kind == DeedKind::FixString => Some("fixing a string"),
        _ => None,
    }
}
