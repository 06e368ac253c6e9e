//! Rule systems: their bundled files, the content and the texts of their fights, and a sixth system that the program
//! does not know.

mod alternation;
mod assets;
mod changed_data;
mod checked_files;
mod checked_scripts;
mod checked_systems;
mod d20_tactics;
mod drawn;
mod english;
mod examples_played;
mod four_games;
mod keywords;
mod monster_parts;
pub(crate) mod monsters;
mod played;
mod rosters;
mod sentences;
mod setup;
mod sixth_system;
mod spells;
mod tutorial;
mod words_of_tables;
mod written;
mod written_blows;
mod written_lasting;
mod written_lua;
mod written_order;
mod written_results;
mod written_roles;
mod written_shared;
mod written_words;
