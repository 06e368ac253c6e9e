//! Contents of a sheet: fields, conditions, options, tables and weapons.

pub mod complete;
pub mod conditions;
pub mod flames;
pub mod mode;
pub mod options;
pub mod schema;
pub mod tables;
pub mod weapon;

pub use conditions::{AWAY, Modified, OF_A_ROUND, OF_THE_FIGHT, POSTURES, RECOVERED, is, modified};
pub use mode::{BOTH, Mode, ROUTINE};
pub use options::{
    CastingWindow, CritModifiers, DeclarationPolicy, DodgeWindow, FreeAttackChain, GrappleTie,
    Options, RerollInitiative,
};
pub use schema::{Armor, GrenadeType, HarmedBy, Kind, Sheet, State, at, at_attack};
pub use tables::{
    Affliction, Band, Concealment, Damage, Mishap, NaturalOne, NaturalTwenty, Reach, Scatter,
};
pub use weapon::{Fist, Weapon};
