//! What stands on a sheet and what follows from it: fields, conditions, options, tables, weapons, spells.

mod complete;
mod fighter;
mod options;
mod people;
mod schema;
mod spell;
mod tables;
mod weapon;

pub use fighter::{Attribute, Fighter, fighter};
#[cfg(test)]
pub use options::option;
pub use options::{AimShots, CritDoubles, InterruptRule, Options, TieRule};
pub use people::{active, asking_order, foes, in_asking_order, others, sides};
pub use schema::{Sheet, Stuck, StuckMissile, WeaponKind, at, at_stuck, is};
pub use spell::{Casting, Spell};
pub use tables::{
    Bands, Caught, Circumstance, InitiativeDice, InitiativeModifier, Missiles, Sizes, Speed, Stray,
    Training, covers, lights, shot_in_melee, speeds, tables,
};
pub use weapon::Weapon;
