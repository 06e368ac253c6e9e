//! Tests of the codebase itself: dependencies between modules, and the accuracy of pages, contracts and packages.

mod fight_files;
mod glossary;
mod guide;
mod keywords;
mod package;
mod questions;
mod rooms;
mod rule_ids;
