//! What stands on a sheet and what follows from it: fields, conditions, options, tables, weapons, spells.

pub mod complete;
pub mod fighter;
pub mod options;
pub mod people;
pub mod schema;
pub mod spell;
pub mod tables;
pub mod weapon;
