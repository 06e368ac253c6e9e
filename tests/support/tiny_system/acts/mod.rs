//! Actions of the system, and the table of them.

mod begin;
pub mod capitals;
mod end;
mod round_end;
mod rulings;
mod strike;
mod table;

pub use table::*;
