//! Command line of the program: parses the arguments ([`args`]) and runs the command. Each command has a file, and most
//! need no screen.
//!
//! All output goes to the given writers, so that a closed pipe (`affray list | head`) ends the program quietly and
//! tests read what a user would.

mod args;
pub mod check;
mod check_again;
mod check_system;
mod completions;
mod environment;
mod export;
mod import;
mod list;
mod log;
mod new;
mod new_system;
mod odds;
mod open_screen;
mod picture;
mod resume;
mod roll;
mod run;
mod saved_fight;
mod serve;
mod stats;
mod watch;
mod words;

pub use args::commands;
pub use completions::completions;
pub use environment::{Environment, has_screen};
pub use run::run;
