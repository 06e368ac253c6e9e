//! Tests of the command line, which needs no screen.

mod commands;
mod import;
mod import_fights;
mod import_formats;
mod import_truth;
