//! Actions of the system, one or a few of a kind in each file, and the table of all actions.

pub mod after_fight;
pub mod anytime;
pub mod attack;
pub mod begin;
pub mod bonus;
pub mod capitals;
pub mod chase;
pub mod corrections;
pub mod end;
pub mod grips;
pub mod initiative;
pub mod main_action;
pub mod mounts;
pub mod movement;
mod order_by_hand;
pub mod round_end;
mod rulings;
pub mod surrender;
mod table;
pub mod turns;

pub use table::*;
