//! What several actions and rulings share.

pub mod affliction;
pub mod area;
pub mod attack;
pub mod called;
pub mod circumstances;
pub mod confusion;
pub mod defend;
pub mod delayed;
pub mod dying;
pub mod falling;
pub mod forfeit;
pub mod form;
pub mod gear;
pub mod graze;
pub mod harm;
pub mod healing;
pub mod morale;
pub mod movement;
pub mod possession;
pub mod riding;
pub mod strike;
pub mod surprise;
pub mod time;
pub mod turns;
