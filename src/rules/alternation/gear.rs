//! Weapons and armour: who holds what, what wears out, what breaks (`ALT-37`, `ALT-118`, `ALT-123` to `ALT-127`).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Key, List, Resolver, Roll, Step};

use super::attack::Attack;
use super::options::{WeaponBreakDice, options};
use super::schema::{Carried, at, at_weapon};
use super::sheet::Fighter;
use super::tables::durability_die;
use super::weapon::{Weapon, weapons};
use crate::note;

/// A hit this strong before armour destroys a damaged shield or armour (`ALT-124`).
const BREAKING_BLOW: i64 = 8;

/// Weapons somebody holds and could drop (`ALT-82`).
pub fn droppable(now: &Encounter, who: Id) -> Vec<Weapon> {
    weapons(now, who)
        .into_iter()
        .filter(|weapon| {
            weapon.row.is_some()
                && !weapon.bodily()
                && !weapon.is_shield()
                && !weapon.destroyed()
                && weapon.carried() == Carried::Held
        })
        .collect()
}

/// Puts a weapon where it is from now on, and says so.
pub fn carry(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, to: Carried) {
    let name = cx.name(who);
    let text = match to {
        Carried::Held => format!("{name} has the {} in hand.", weapon.name()),
        Carried::Stowed => format!("{name} puts the {} away.", weapon.name()),
        Carried::Dropped => format!("{name} drops the {}.", weapon.name()),
        Carried::Taken => format!("{name} loses the {}.", weapon.name()),
    };
    if weapon.is_shield() {
        cx.set(who, at::shield_held, to == Carried::Held);
    } else if let Some(row) = weapon.row {
        cx.set(who, at::attacks.row(row, at_weapon::carried), to);
    } else {
        return;
    }
    cx.note(&[who], text);
}

/// One takes a weapon from another: it stands on the taker's sheet from now on (`ALT-82`).
pub fn take(cx: &mut Resolver<'_>, taker: Id, from: Id, weapon: &Weapon) {
    let Some(row) = weapon.row else {
        return;
    };
    let Some(record) = cx.get(from).sheet.get(at::attacks).get(row).cloned() else {
        return;
    };
    cx.set(
        from,
        at::attacks.row(row, at_weapon::carried),
        Carried::Taken,
    );
    let mut mine = cx.get(taker).sheet.get(at::attacks).to_vec();
    let mut taken = record;
    taken.set(at_weapon::carried, Carried::Held);
    mine.push(taken);
    cx.set(taker, at::attacks, List::of(mine));
    note!(
        cx,
        &[taker, from],
        "{} takes {}'s {}.",
        cx.name(taker),
        cx.name(from),
        weapon.name()
    );
}

/// Drops every weapon in hand (`ALT-118`).
pub fn drop_all(cx: &mut Resolver<'_>, who: Id) {
    for weapon in droppable(cx.now(), who) {
        carry(cx, who, &weapon, Carried::Dropped);
    }
}

/// A weapon was attacked with (`ALT-127`).
pub fn mark_used(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    if weapon.is_shield() {
        cx.set(who, at::shield_used, true);
    } else if let Some(row) = weapon.row.filter(|_| !weapon.bodily()) {
        cx.set(who, at::attacks.row(row, at_weapon::used), true);
    }
}

/// Armour and held shield took a blow (`ALT-127`).
pub fn mark_worn(cx: &mut Resolver<'_>, who: Id) {
    let fighter = Fighter::of(cx.now(), who);
    let (armour, shield) = (fighter.armour() > 0, fighter.shield_held());
    if armour {
        cx.set(who, at::armour_used, true);
    }
    if shield {
        cx.set(who, at::shield_used, true);
    }
}

/// A piece that is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The held shield.
    Shield,
    /// The suit of armour.
    Armour,
}

impl Piece {
    fn word(self) -> &'static str {
        match self {
            Piece::Shield => "shield",
            Piece::Armour => "armour",
        }
    }

    fn used(self) -> Key<bool> {
        match self {
            Piece::Shield => at::shield_used,
            Piece::Armour => at::armour_used,
        }
    }

    fn damaged(self) -> Key<bool> {
        match self {
            Piece::Shield => at::shield_damaged,
            Piece::Armour => at::armour_damaged,
        }
    }

    fn destroyed(self) -> Key<bool> {
        match self {
            Piece::Shield => at::shield_destroyed,
            Piece::Armour => at::armour_destroyed,
        }
    }
}

/// Which damaged piece a hit destroys: the held shield before the armour (`ALT-124`).
pub fn hit_piece(now: &Encounter, who: Id, before_armour: i64) -> Option<Piece> {
    if before_armour < BREAKING_BLOW {
        return None;
    }
    let fighter = Fighter::of(now, who);
    if fighter.shield_held() && fighter.sheet().shield_damaged() {
        Some(Piece::Shield)
    } else if fighter.armour() > 0 && fighter.sheet().armour_damaged() {
        Some(Piece::Armour)
    } else {
        None
    }
}

/// A worn piece is destroyed.
pub fn destroy_piece(cx: &mut Resolver<'_>, who: Id, piece: Piece) {
    cx.set(who, piece.destroyed(), true);
    note!(
        cx,
        &[who],
        "{}'s {} is destroyed.",
        cx.name(who),
        piece.word()
    );
}

/// A damaged weapon whose damage die showed a 1 is destroyed (`ALT-123`).
///
/// # Errors
/// None of its own.
pub fn wear(cx: &mut Resolver<'_>, attack: &Attack, faces: &[u32]) -> Step<()> {
    let Some(weapon) = attack.means.weapon() else {
        return Ok(());
    };
    let ones = faces.iter().filter(|face| **face == 1).count();
    let breaks = match options(cx.now()).weapon_break_dice() {
        WeaponBreakDice::Any => ones > 0,
        WeaponBreakDice::All => ones == faces.len(),
    };
    if faces.is_empty() || !breaks || !weapon.damaged() || weapon.bodily() {
        return Ok(());
    }
    if weapon.is_shield() {
        destroy_piece(cx, attack.by, Piece::Shield);
    } else if let Some(row) = weapon.row {
        cx.set(attack.by, at::attacks.row(row, at_weapon::destroyed), true);
        note!(
            cx,
            &[attack.by],
            "{}'s {} breaks.",
            cx.name(attack.by),
            weapon.name()
        );
    }
    Ok(())
}

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
///
/// # Errors
/// Until they are rolled.
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
