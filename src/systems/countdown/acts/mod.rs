//! Actions of the system, grouped by kind into files, and the table of all actions.

mod acting;
mod after_fight;
mod attack;
mod begin;
pub mod capitals;
mod care;
mod cast;
mod count;
mod declare;
mod end;
mod feat;
mod gear;
mod grapple;
mod hold;
mod initiative;
mod movement;
pub mod on_number;
mod order_by_hand;
pub mod round_end;
mod rulings;
mod scene;
pub mod suggested;
mod table;

pub use table::*;
