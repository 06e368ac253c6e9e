//! RON as people write it. Every error has file, line and column, the line itself and a remedy.
//!
//! There are two entry points. [`read_as`] reads a file into a type that Affray itself writes (a session, settings, a
//! table) and stops at the first error. [`parse`] reads handwritten files into a tree with positions, and a [`Reading`]
//! takes fields from the tree. An error in one record then does not hide errors in the next.

mod objection;
mod path;
mod reading;
mod remedy;
mod source;
mod tree;
mod typed;

pub(crate) use objection::Within;
pub use objection::{Checked, Objection, each};
pub use path::PathStep;
pub(crate) use reading::word;
pub use reading::{Reading, RecordFields};
pub(crate) use remedy::did_you_mean;
pub use source::{Diagnostic, Place, Source, Span};
pub(crate) use tree::MOST_MISTAKES;
pub use tree::{Node, RecordField, Shape, find, parse};
pub use typed::read_as;
pub(crate) use typed::{is_default, read_part, write_file, write_line, write_row};
