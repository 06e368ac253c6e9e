//! RON as people write it: read with every mistake told by file, line and column, the line itself and the remedy.
//!
//! Two ways lead in. [`read_as`] reads a file into a type that the program itself writes (a session, settings, a table)
//! and stops at the first mistake. [`parse`] reads what people write by hand into a tree with places, from which a
//! [`Reading`] takes fields; a mistake in one record then does not hide those of the next.

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
