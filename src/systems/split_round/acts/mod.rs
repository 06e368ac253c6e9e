//! Actions of the system, grouped by kind into files, and the table of all actions.

pub mod after_fight;
pub mod begin;
pub mod capitals;
pub mod counter;
pub mod declare;
mod dice;
mod effect;
mod end;
mod free_actions;
mod order_by_hand;
pub mod play;
mod prepare;
mod rest;
mod round_end;
mod rulings;
mod spell;
mod table;

pub use table::*;
