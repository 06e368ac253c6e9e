//! Contents of a sheet: fields, conditions, options, tables and weapons.

pub mod bonuses;
pub mod complete;
pub mod conditions;
pub mod options;
pub mod schema;
pub mod skills;
pub mod tables;
pub mod weapon;
