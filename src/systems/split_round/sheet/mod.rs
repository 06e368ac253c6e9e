//! What stands on a sheet and what it means: fields, conditions, options, tables, weapons.

pub mod complete;
pub mod options;
pub mod schema;
pub mod tables;
pub mod weapon;
