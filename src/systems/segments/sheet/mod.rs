//! Contents of a sheet: fields, conditions, options, tables, weapons and spells.

mod complete;
mod conditions;
mod options;
pub mod schema;
mod spell;
mod tables;
mod weapon;

pub use conditions::is;
#[cfg(test)]
pub use options::option;
pub use options::{AimShots, CritDoubles, InterruptRule, Options, TieRule};
pub use schema::{Hand, Sheet, Stuck, StuckMissile, WeaponKind, at, at_skill, at_stuck};
pub use spell::{Casting, Spell};
pub use tables::{
    Bands, Caught, Circumstance, InitiativeDice, InitiativeModifier, Missiles, Sizes, Speed, Stray,
    Stun, Training, Wounds, covers, lights, shot_in_melee, speeds, tables,
};
pub use weapon::Weapon;
