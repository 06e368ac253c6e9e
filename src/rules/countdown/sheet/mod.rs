//! What stands on a sheet and what it means: fields, conditions, options, tables, weapons.

pub mod complete;
pub mod conditions;
pub mod flames;
pub mod mode;
pub mod options;
pub mod schema;
pub mod tables;
pub mod weapon;

pub use conditions::is;
pub use mode::Mode;
pub use options::{CastingWindow, DodgeWindow, GrappleTie, Options, RerollInitiative};
pub use schema::{Kind, State, at, at_attack};
pub use weapon::{Fist, Weapon};
