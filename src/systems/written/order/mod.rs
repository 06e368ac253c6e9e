//! The round: who is next, by each kind of order that a system's file may name.

pub mod cards;
pub mod phases;
pub mod rounds;
pub mod ticks;
