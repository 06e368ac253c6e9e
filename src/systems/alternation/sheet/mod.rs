//! Contents of a sheet: fields, conditions, options, tables and weapons.

pub mod complete;
pub mod conditions;
pub mod options;
pub mod schema;
pub mod tables;
pub mod weapon;
