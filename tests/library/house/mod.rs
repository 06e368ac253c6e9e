//! The house itself: what its rooms may use, and that pages, contracts and packages say what is so.

mod fight_files;
mod glossary;
mod guide;
mod keywords;
mod package;
mod questions;
mod rooms;
mod rule_ids;
