//! Gear after the fight (`ALT-125` to `ALT-127`).

use crate::systems::prelude::*;
use crate::values::At;

use crate::systems::alternation::combat::gear::{ARMOUR, SHIELD};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::schema::{at, at_weapon};
use crate::systems::alternation::sheet::tables::durability_die;
use crate::systems::alternation::sheet::weapon::{Weapon, weapons};
use crate::systems::alternation::state::fighter::Fighter;

/// Piece of gear that is due a durability roll, and the fields that hold its state.
#[derive(Clone)]
struct Due {
    owner: Id,
    key: String,
    name: String,
    /// True if the piece is already damaged.
    worn: bool,
    used: At<bool>,
    damaged: At<bool>,
    destroyed: At<bool>,
    /// Field for a weapon that runs out of ammunition instead of breaking.
    empty: Option<At<bool>>,
}

/// Returns the pieces that were used in the fight and are not destroyed, in roster order: weapons, shield and armour of
/// each owner (`ALT-126`).
fn due(now: &Encounter) -> Vec<Due> {
    let mut all = Vec::new();
    for owner in now.ids() {
        let letter = owner.letter();
        let whole = |weapon: &Weapon| weapon.used() && !weapon.destroyed();
        let apart = |weapon: &Weapon| !weapon.bodily() && !weapon.is_shield();
        for weapon in weapons(now, owner)
            .iter()
            .filter(|one| whole(one) && apart(one))
        {
            all.extend(weapon.row.map(|row| {
                let at = |field| at::attacks.row(row, field);
                Due {
                    owner,
                    key: format!("{letter}-{row}"),
                    name: weapon.name().to_owned(),
                    worn: weapon.damaged(),
                    used: at(at_weapon::used),
                    damaged: at(at_weapon::damaged),
                    destroyed: at(at_weapon::destroyed),
                    empty: weapon.ranged().then(|| at(at_weapon::empty)),
                }
            }));
        }
        let (fighter, sheet) = (Fighter::of(now, owner), &now.get(owner).sheet);
        let pieces = [
            (SHIELD, fighter.has_shield()),
            (ARMOUR, fighter.armour() > 0),
        ];
        let pieces = pieces.into_iter().filter(|(_, there)| *there);
        let used = pieces.filter(|(piece, _)| sheet.get(piece.used));
        all.extend(used.map(|(piece, _)| Due {
            owner,
            key: format!("{letter}-{}", piece.word),
            name: piece.word.to_owned(),
            worn: sheet.get(piece.damaged),
            used: piece.used.into(),
            damaged: piece.damaged.into(),
            destroyed: piece.destroyed.into(),
            empty: None,
        }));
    }
    all
}

/// Returns true if any piece is due a durability roll.
pub fn any_due(now: &Encounter) -> bool {
    !due(now).is_empty()
}

/// Makes the durability rolls after the fight, all in one list (`ALT-126`).
pub fn durability(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Which gear do you test? Uncheck gear that is not needed.";
    let all = due(cx.now());
    let tested = cx.form("durability", None, title, |f| Ok(ticked(f, &all, true)))?;
    let (sides, worst) = durability_die(cx.now());
    let roll = |one: &Due| {
        let what = Says::Durability {
            thing: one.name.clone().into(),
        };
        Roll::new("durability-roll", one.owner, what, Dice::d(sides))
            .at_least(worst + 1)
            .words("holds", "fails")
    };
    let rolls: Vec<Roll> = tested.iter().map(roll).collect();
    let rolled = cx.rolls("durability-rolls", "Durability", rolls.clone())?;
    cx.act(None, Says::DurabilityTested {});
    for (roll, rolled) in rolls.iter().zip(&rolled) {
        cx.log_throw(roll, rolled);
    }
    let failed = tested.into_iter().zip(&rolled);
    let failed = failed.filter(|(_, rolled)| !rolled.passed());
    let failed: Vec<Due> = failed.map(|(one, _)| one).collect();
    let shot = |one: &&Due| one.empty.is_some() && !one.worn;
    let shot: Vec<Due> = failed.iter().filter(shot).cloned().collect();
    let mut emptied: Vec<Due> = Vec::new();
    if !shot.is_empty() {
        let title = "Which weapons are only out of ammunition?";
        emptied = cx.form("ammunition", None, title, |f| Ok(ticked(f, &shot, false)))?;
    }
    for one in &failed {
        fail(cx, one, emptied.iter().any(|other| other.key == one.key));
    }
    for one in &all {
        cx.set(one.owner, one.used, false);
    }
    Ok(())
}

/// Asks for a selection of pieces.
fn ticked(f: &mut Form<'_>, all: &[Due], preset: bool) -> Vec<Due> {
    let now = f.now;
    let ticked = |one: &&Due| {
        let state = if one.worn { " (damaged)" } else { "" };
        let label = format!("{}'s {}{state}", now.name(one.owner), one.name);
        f.toggle(&one.key, &label, preset)
    };
    all.iter().filter(ticked).cloned().collect()
}

/// Applies a failed roll: the piece is damaged or out of ammunition, or destroyed if it was damaged already (T-10).
fn fail(cx: &mut Resolver<'_>, one: &Due, emptied: bool) {
    let (who, thing) = (one.owner, one.name.clone().into());
    let (at, said) = match one.empty.filter(|_| emptied) {
        _ if one.worn => (one.destroyed, Says::Destroyed { who, thing }),
        Some(empty) => (empty, Says::OutOfAmmunition { who, thing }),
        None => (one.damaged, Says::Damaged { who, thing }),
    };
    cx.set(who, at, true);
    cx.note(said);
}
