//! Rounds of written systems: the next combatant in each kind of initiative order.

pub mod cards;
pub mod phases;
pub mod rounds;
pub mod ticks;
