//! One attack on one target, from any source.

use crate::systems::prelude::*;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Delivery;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Item, ItemKind, Turn};

/// Source of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Item of the attack half: attack action, off hand or spell.
    Item,
    /// Attack of a charge: +1 (SPL-23).
    Charge,
    /// Opportunity attack out of turn (SPL-40).
    Opportunity,
}

/// One attack on one target.
#[derive(Clone, Debug)]
pub struct Strike {
    pub by: Id,
    /// Target of the attack.
    pub target: Id,
    /// Weapon in its state at the start of the attack ([`Weapon::again`] returns its current state).
    pub weapon: Weapon,
    /// Source of the attack.
    pub purpose: Purpose,
    /// GM's modifier of the d20 (SPL-54).
    pub adjust: i64,
    /// True if the sneak dice count (SPL-70).
    pub sneak: bool,
}

/// Rolled d20 of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// Natural result that counts.
    pub natural: i64,
    /// Total with all modifiers.
    pub total: i64,
}

impl Thrown {
    /// Returns the roll of an item.
    pub fn of(item: &Item) -> Self {
        Self {
            natural: item.natural,
            total: item.total(),
        }
    }
}

impl Strike {
    /// Returns the attack of an item, if its d20 is an attack roll (SPL-54, SPL-56).
    pub fn of(now: &Encounter, who: Id, item: &Item) -> Option<Self> {
        let one = fighter(now, who);
        let charges = Turn::of(now, who).plan.charge;
        let (weapon, purpose) = match item.kind {
            ItemKind::Blow if charges => (Weapon::named(now, who, &item.what)?, Purpose::Charge),
            ItemKind::Rush => (Weapon::named(now, who, &item.what)?, Purpose::Charge),
            ItemKind::Blow | ItemKind::OffHand => {
                (Weapon::named(now, who, &item.what)?, Purpose::Item)
            }
            ItemKind::Spell => {
                let spell = one.spell(&item.what)?;
                let rolls = spell.delivery() != Delivery::NoRoll;
                (rolls.then(|| Weapon::of_spell(&spell))?, Purpose::Item)
            }
            ItemKind::Deed | ItemKind::Bonus | ItemKind::Move => return None,
        };
        Some(Self {
            by: who,
            target: item.targets.first().copied().unwrap_or(who),
            weapon,
            purpose,
            adjust: 0,
            sneak: item.sneak,
        })
    }

    /// Returns true if a roll hits the victim (SPL-69, SPL-75).
    pub fn hits(&self, now: &Encounter, victim: Id, thrown: Thrown) -> bool {
        let ac = fighter(now, victim).ac() + i64::from(!Options::of(now).meets_ac_hits());
        thrown.natural != 1 && (self.critical(thrown) || thrown.total >= ac)
    }

    /// Returns true if the natural result decides instead of the total (SPL-75).
    pub fn forced(&self, now: &Encounter, thrown: Thrown) -> bool {
        let ac = fighter(now, self.target).ac() + i64::from(!Options::of(now).meets_ac_hits());
        self.hits(now, self.target, thrown) != (thrown.total >= ac)
    }

    /// Returns true if a roll is a critical hit (SPL-75).
    pub fn critical(&self, thrown: Thrown) -> bool {
        thrown.natural >= self.weapon.crit_min()
    }
}
