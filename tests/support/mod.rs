//! Code shared by several tests. This module contains no tests.

pub mod command_line;
pub mod every_place;
pub mod facts;
pub mod faulty_disk;
pub mod fight_file;
pub mod how_far;
pub mod in_words;
pub mod keyboard;
pub mod laws;
pub mod old_save_files;
pub mod random_games;
pub mod random_player;
pub mod screen;
pub mod seeded_chance;
pub mod shorter;
pub mod system_pages;
pub mod tiny_system;
pub mod wording;
pub mod written_systems;
