//! The command line, for everything that needs no screen.

mod commands;
mod import;
mod import_formats;
mod import_truth;
