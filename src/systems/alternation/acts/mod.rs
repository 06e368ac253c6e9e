//! The actions, a file each or a few of a kind, and the table of them.

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
