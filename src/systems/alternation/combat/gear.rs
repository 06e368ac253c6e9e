//! Weapons and armour in a fight: carrying, use and breakage (`ALT-37`, `ALT-82`, `ALT-118`, `ALT-123`, `ALT-124`,
//! `ALT-127`).

use crate::systems::prelude::*;
use crate::values::Key;

use super::attack::Attack;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::options::{Options, WeaponBreakDice};
use crate::systems::alternation::sheet::schema::{Carried, at, at_weapon};
use crate::systems::alternation::sheet::weapon::{Weapon, droppable};
use crate::systems::alternation::state::fighter::Fighter;

/// Damage before armour at which a hit destroys a damaged shield or armour (`ALT-124`).
const BREAKING_BLOW: i64 = 8;

/// Moves a weapon to another place and logs it.
pub fn carry(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, to: Carried) {
    if weapon.is_shield() {
        cx.set(who, at::shield_held, to == Carried::Held);
    } else if let Some(row) = weapon.row {
        cx.set(who, at::attacks.row(row, at_weapon::carried), to);
    } else {
        return;
    }
    let thing = weapon.name().to_owned().into();
    cx.note(match to {
        Carried::Held => Says::TakesInHand { who, thing },
        Carried::Stowed => Says::PutsAway { who, thing },
        Carried::Dropped => Says::Drops { who, thing },
        Carried::Taken => Says::Loses { who, thing },
    });
}

/// Takes a weapon from another combatant and adds it to the taker's sheet (`ALT-82`).
pub fn take(cx: &mut Resolver<'_>, taker: Id, from: Id, weapon: &Weapon) {
    let Some(row) = weapon.row else {
        return;
    };
    let Some(mut taken) = cx.get(from).sheet.get(at::attacks).get(row).cloned() else {
        return;
    };
    let carried = at::attacks.row(row, at_weapon::carried);
    cx.set(from, carried, Carried::Taken);
    let mut mine = cx.get(taker).sheet.get(at::attacks).to_vec();
    taken.set(at_weapon::carried, Carried::Held);
    mine.push(taken);
    cx.set(taker, at::attacks, List::of(mine));
    let thing = weapon.name().to_owned().into();
    cx.note(Says::Takes {
        who: taker,
        from,
        thing,
    });
}

/// Drops all weapons in hand (`ALT-118`).
pub fn drop_all(cx: &mut Resolver<'_>, who: Id) {
    for weapon in droppable(cx.now(), who) {
        carry(cx, who, &weapon, Carried::Dropped);
    }
}

/// Marks a weapon as used (`ALT-127`).
pub fn mark_used(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    if weapon.is_shield() {
        cx.set(who, at::shield_used, true);
    } else if let Some(row) = weapon.row.filter(|_| !weapon.bodily()) {
        cx.set(who, at::attacks.row(row, at_weapon::used), true);
    }
}

/// Marks the armour and the held shield as hit (`ALT-127`).
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

/// Worn piece of gear, and the fields that hold its state.
pub struct Piece {
    pub word: &'static str,
    pub used: Key<bool>,
    pub damaged: Key<bool>,
    pub destroyed: Key<bool>,
}

pub const SHIELD: Piece = Piece {
    word: "shield",
    used: at::shield_used,
    damaged: at::shield_damaged,
    destroyed: at::shield_destroyed,
};

/// Suit of armour as a worn piece.
pub const ARMOUR: Piece = Piece {
    word: "armour",
    used: at::armour_used,
    damaged: at::armour_damaged,
    destroyed: at::armour_destroyed,
};

/// Returns the damaged piece that a hit destroys: the held shield before the armour (`ALT-124`).
pub fn hit_piece(now: &Encounter, who: Id, before_armour: i64) -> Option<Piece> {
    if before_armour < BREAKING_BLOW {
        return None;
    }
    let fighter = Fighter::of(now, who);
    if fighter.shield_held() && fighter.sheet().shield_damaged() {
        Some(SHIELD)
    } else if fighter.armour() > 0 && fighter.sheet().armour_damaged() {
        Some(ARMOUR)
    } else {
        None
    }
}

/// Destroys a worn piece, unless it is already destroyed.
pub fn destroy_piece(cx: &mut Resolver<'_>, who: Id, piece: Piece) {
    if cx.get(who).sheet.get(piece.destroyed) {
        return;
    }
    cx.set(who, piece.destroyed, true);
    let thing = piece.word.into();
    cx.note(Says::Destroyed { who, thing });
}

/// Destroys a damaged weapon if its damage die showed a 1 (`ALT-123`).
pub fn wear(cx: &mut Resolver<'_>, attack: &Attack, faces: &[u32]) -> Step<()> {
    let Some(weapon) = attack.means.weapon() else {
        return Ok(());
    };
    let ones = faces.iter().filter(|face| **face == 1).count();
    let breaks = match Options::of(cx.now()).weapon_break_dice() {
        WeaponBreakDice::Any => ones > 0,
        WeaponBreakDice::All => ones == faces.len(),
    };
    if faces.is_empty() || !breaks || !weapon.damaged() || weapon.bodily() {
        return Ok(());
    }
    if weapon.is_shield() {
        destroy_piece(cx, attack.by, SHIELD);
    } else if let Some(row) = weapon.row {
        cx.set(attack.by, at::attacks.row(row, at_weapon::destroyed), true);
        let (who, thing) = (attack.by, weapon.name().to_owned().into());
        cx.note(Says::Breaks { who, thing });
    }
    Ok(())
}
