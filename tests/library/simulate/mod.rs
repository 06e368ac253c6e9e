//! Automatic fights: their course, and the statistics of thousands of them.

mod odds;
mod odds_are_right;
mod policies;
