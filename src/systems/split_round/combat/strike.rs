//! One attack on one target, from whatever it comes.

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Delivery;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Item, ItemKind, Turn};

/// What an attack is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The attack action, the off hand or a spell: an item of the attack half.
    Item,
    /// A charge: +1 (SPL-23).
    Charge,
    /// An opportunity attack (SPL-40).
    Opportunity,
}

/// One attack on one target.
#[derive(Clone, Debug)]
pub struct Strike {
    pub by: Id,
    /// At whom it is aimed.
    pub target: Id,
    /// With what, as it was when it began ([`Weapon::again`] for how it is now).
    pub weapon: Weapon,
    /// What it is part of.
    pub purpose: Purpose,
    /// The GM's modifier on its d20 (SPL-54).
    pub adjust: i64,
    /// With the sneak dice (SPL-70).
    pub sneak: bool,
}

/// A die on the table.
#[derive(Clone, Copy, Debug)]
pub struct Thrown {
    /// The face that counts.
    pub natural: i64,
    /// With everything that is added.
    pub total: i64,
}

impl Thrown {
    /// The die of an item.
    pub fn of(item: &Item) -> Self {
        Self {
            natural: item.natural,
            total: item.total(),
        }
    }
}

impl Strike {
    /// The attack that an item is, if its d20 is an attack roll (SPL-54, SPL-56).
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

    /// Whether a die hits somebody (SPL-69, SPL-75).
    pub fn hits(&self, now: &Encounter, victim: Id, thrown: Thrown) -> bool {
        let ac = fighter(now, victim).ac() + i64::from(!Options::of(now).meets_ac_hits());
        thrown.natural != 1 && (self.critical(thrown) || thrown.total >= ac)
    }

    /// What stands behind the outcome of a die on the table that is not decided by its total (SPL-75).
    pub fn forced(&self, now: &Encounter, thrown: Thrown) -> String {
        let ac = fighter(now, self.target).ac() + i64::from(!Options::of(now).meets_ac_hits());
        if self.hits(now, self.target, thrown) == (thrown.total >= ac) {
            String::new()
        } else {
            whatever(thrown.natural)
        }
    }

    /// Whether a die is a critical hit (SPL-75).
    pub fn critical(&self, thrown: Thrown) -> bool {
        thrown.natural >= self.weapon.crit_min()
    }
}

/// What is said of a natural face that decides against the total.
pub fn whatever(natural: i64) -> String {
    format!("; a natural {natural} decides")
}
