//! Weapons and armour in a fight: who holds what, what is used, what breaks (`ALT-37`, `ALT-82`, `ALT-118`, `ALT-123`,
//! `ALT-124`, `ALT-127`).

use crate::encounter::{Encounter, Id, Key, List, Resolver, Step};
use crate::note;

use super::attack::Attack;
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::options::{WeaponBreakDice, options};
use crate::rules::alternation::sheet::schema::{Carried, at, at_weapon};
use crate::rules::alternation::sheet::weapon::{Weapon, droppable};

/// A hit this strong before armour destroys a damaged shield or armour (`ALT-124`).
const BREAKING_BLOW: i64 = 8;

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
    pub fn word(self) -> &'static str {
        match self {
            Piece::Shield => "shield",
            Piece::Armour => "armour",
        }
    }

    pub fn used(self) -> Key<bool> {
        match self {
            Piece::Shield => at::shield_used,
            Piece::Armour => at::armour_used,
        }
    }

    pub fn damaged(self) -> Key<bool> {
        match self {
            Piece::Shield => at::shield_damaged,
            Piece::Armour => at::armour_damaged,
        }
    }

    pub fn destroyed(self) -> Key<bool> {
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
