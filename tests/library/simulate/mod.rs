//! Fights that nobody plays: how they go, and what is counted of thousands.

mod odds;
mod odds_are_right;
mod policies;
