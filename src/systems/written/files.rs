//! The files of a system's folder that say how it plays.

/// The file that makes a folder a system.
pub const SYSTEM: &str = "system.ron";
/// The file with its functions, if it has any.
pub const RULES: &str = "rules.lua";
/// The file of its tables.
pub const TABLES: &str = "tables.ron";
/// The file of its combatants.
pub const ROSTER: &str = "roster.ron";
/// The file of more combatants, read when they are first searched.
pub const MONSTERS: &str = "monsters.ron";
/// The file of its rules in short.
pub const PAGE: &str = "rules.md";
/// The folder of its fights that are ready to begin.
pub const ENCOUNTERS: &str = "encounters";
