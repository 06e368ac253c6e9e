//! What stands on a sheet and what it means: fields, conditions, options, tables, weapons.

pub mod bonuses;
pub mod complete;
pub mod conditions;
pub mod options;
pub mod schema;
pub mod skills;
pub mod tables;
pub mod weapon;
