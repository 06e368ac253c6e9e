//! Files in a system's folder.

/// File that makes a folder a system.
pub const SYSTEM: &str = "system.ron";
/// File with its functions, if it has any.
pub const RULES: &str = "rules.lua";
/// File with its tables.
pub const TABLES: &str = "tables.ron";
/// File with its combatants.
pub const ROSTER: &str = "roster.ron";
/// The file of ready rows for the lists of a sheet.
pub const ROWS: &str = "rows.ron";
/// File with more combatants, read when they are first searched.
pub const MONSTERS: &str = "monsters.ron";
/// File with a summary of its rules.
pub const PAGE: &str = "rules.md";
/// Folder with its prepared fights.
pub const ENCOUNTERS: &str = "encounters";
