//! Actions of the system, grouped by kind into files, and the table of all actions.

pub mod attack;
pub mod begin;
pub mod capitals;
pub mod count;
pub mod declare;
pub mod end;
pub mod initiative;
pub mod join;
pub mod order_by_hand;
pub mod release;
pub mod round_end;
mod rows;
mod rulings;
pub mod scene;
pub mod skill;
mod table;

pub use table::*;
