//! Files in a system's folder.

/// File that makes a folder a system.
pub const SYSTEM: &str = "system.ron";
/// File with the system's functions, if it has any.
pub const RULES: &str = "rules.lua";
/// File with the system's tables.
pub const TABLES: &str = "tables.ron";
/// File with the system's combatants.
pub const ROSTER: &str = "roster.ron";
/// File with prepared rows for the lists of a sheet.
pub const ROWS: &str = "rows.ron";
/// File with more combatants, read at the first search.
pub const MONSTERS: &str = "monsters.ron";
/// File with a summary of the system's rules.
pub const PAGE: &str = "rules.md";
/// Folder with the system's prepared fights.
pub const ENCOUNTERS: &str = "encounters";
