//! One attack on one target, from whatever it comes.

use crate::encounter::Id;

use crate::rules::split_round::sheet::weapon::Weapon;

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
    /// Who strikes.
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
