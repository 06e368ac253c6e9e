//! Gear after the fight (`ALT-125` to `ALT-127`).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};
use crate::note;

use crate::rules::alternation::combat::gear::Piece;
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::schema::{at, at_weapon};
use crate::rules::alternation::sheet::tables::durability_die;
use crate::rules::alternation::sheet::weapon::weapons;

/// A piece that is due a durability roll.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Due {
    owner: Id,
    key: String,
    name: String,
    what: Kind,
    damaged: bool,
    ranged: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Weapon(usize),
    Worn(Piece),
}

/// Pieces used in the fight and not destroyed, in roster order; per owner weapons, shield, armour (`ALT-126`).
fn due(now: &Encounter) -> Vec<Due> {
    let mut all = Vec::new();
    for owner in now.ids() {
        let letter = owner.letter();
        for weapon in weapons(now, owner) {
            if let Some(row) = weapon.row
                && weapon.used()
                && !weapon.destroyed()
                && !weapon.bodily()
                && !weapon.is_shield()
            {
                all.push(Due {
                    owner,
                    key: format!("{letter}-{row}"),
                    name: weapon.name().to_owned(),
                    what: Kind::Weapon(row),
                    damaged: weapon.damaged(),
                    ranged: weapon.ranged(),
                });
            }
        }
        let fighter = Fighter::of(now, owner);
        for (piece, there) in [
            (Piece::Shield, fighter.has_shield()),
            (Piece::Armour, fighter.armour() > 0),
        ] {
            let sheet = &now.get(owner).sheet;
            if there && sheet.get(piece.used()) {
                all.push(Due {
                    owner,
                    key: format!("{letter}-{}", piece.word()),
                    name: piece.word().to_owned(),
                    what: Kind::Worn(piece),
                    damaged: sheet.get(piece.damaged()),
                    ranged: false,
                });
            }
        }
    }
    all
}

/// Whether any piece is due a durability roll.
pub fn any_due(now: &Encounter) -> bool {
    !due(now).is_empty()
}

/// The durability rolls after the fight, all in one list (`ALT-126`).
pub fn durability(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Gear that was used: untick what nobody will use again";
    let all = due(cx.now());
    let tested: Vec<Due> = cx.form("durability", None, title, |f| {
        let now = f.now;
        let wanted = |one: &&Due| {
            let state = if one.damaged { " (damaged)" } else { "" };
            let label = format!("{}'s {}{state}", now.name(one.owner), one.name);
            f.toggle(&one.key, &label, true)
        };
        Ok(all.iter().filter(wanted).cloned().collect())
    })?;
    let (sides, worst) = durability_die(cx.now());
    let rolls: Vec<Roll> = tested
        .iter()
        .map(|one| {
            let what = format!("durability of the {}", one.name);
            Roll::new("durability-roll", one.owner, what, Dice::d(sides))
                .at_least(worst + 1)
                .words("holds", "fails")
        })
        .collect();
    let rolled = cx.rolls("durability-rolls", "Durability", rolls.clone())?;
    cx.act(None, &[], "Durability of what was used.");
    for (roll, rolled) in rolls.iter().zip(&rolled) {
        cx.log_throw(roll, rolled);
    }
    let failed: Vec<Due> = tested
        .into_iter()
        .zip(&rolled)
        .filter(|(_, rolled)| !rolled.passed())
        .map(|(one, _)| one)
        .collect();
    let shot: Vec<Due> = failed
        .iter()
        .filter(|one| one.ranged && !one.damaged)
        .cloned()
        .collect();
    let mut emptied: Vec<Due> = Vec::new();
    if !shot.is_empty() {
        let title = "Which of these are out of ammunition rather than damaged?";
        emptied = cx.form("ammunition", None, title, |f| {
            let now = f.now;
            let empty = |one: &&Due| {
                let label = format!("{}'s {}", now.name(one.owner), one.name);
                f.toggle(&one.key, &label, false)
            };
            Ok(shot.iter().filter(empty).cloned().collect())
        })?;
    }
    for one in &failed {
        fail(cx, one, emptied.contains(one));
    }
    for one in &all {
        let used = match one.what {
            Kind::Weapon(row) => at::attacks.row(row, at_weapon::used),
            Kind::Worn(piece) => piece.used().into(),
        };
        cx.set(one.owner, used, false);
    }
    Ok(())
}

/// A piece that failed: damaged, or out of ammunition, or, damaged already, destroyed (T-10).
fn fail(cx: &mut Resolver<'_>, one: &Due, emptied: bool) {
    let (at, word) = match (one.what, one.damaged, emptied) {
        (Kind::Weapon(row), true, _) => (at::attacks.row(row, at_weapon::destroyed), "destroyed"),
        (Kind::Weapon(row), false, true) => {
            (at::attacks.row(row, at_weapon::empty), "out of ammunition")
        }
        (Kind::Weapon(row), false, false) => (at::attacks.row(row, at_weapon::damaged), "damaged"),
        (Kind::Worn(piece), true, _) => (piece.destroyed().into(), "destroyed"),
        (Kind::Worn(piece), false, _) => (piece.damaged().into(), "damaged"),
    };
    cx.set(one.owner, at, true);
    note!(
        cx,
        &[one.owner],
        "{}'s {} is {word}.",
        cx.name(one.owner),
        one.name
    );
}
