//! What stands on a sheet and what it means: fields, conditions, options, tables, weapons.

pub mod complete;
pub mod fighter;
pub mod options;
pub mod people;
pub mod schema;
pub mod tables;
pub mod weapon;
