//! The files of a system's folder that say how it plays.

/// The file that makes a folder a system.
pub const SYSTEM: &str = "system.ron";
/// The file with its functions, if it has any.
pub const RULES: &str = "rules.lua";
/// The file of its tables.
pub const TABLES: &str = "tables.ron";
