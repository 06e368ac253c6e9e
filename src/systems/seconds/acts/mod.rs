//! Actions of the system, one or a few of a kind in each file, and the table of all actions.

mod after_fight;
mod any_action;
mod attack;
pub mod capitals;
mod care;
mod combo;
mod end;
mod fall;
mod fear_and_confusion;
mod gear;
mod initiative;
pub mod legal;
pub mod minds;
pub mod mounts;
mod movement;
mod order_by_hand;
mod poison;
mod round_end;
mod rulings;
mod scene;
mod state_by_hand;
mod table;
pub mod turns;
mod words;

pub use table::*;
