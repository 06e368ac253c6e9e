//! Code that several actions and rulings share.

pub mod affliction;
pub mod area;
pub mod attack;
pub mod called;
pub mod circumstances;
pub mod confusion;
pub mod damage;
pub mod defend;
pub mod delayed;
pub mod falling;
pub mod forfeit;
pub mod form;
pub mod gear;
pub mod graze;
pub mod healing;
pub mod morale;
pub mod mounts;
pub mod movement;
pub mod possession;
pub mod strike;
pub mod surprise;
pub mod time;
pub mod turns;
pub mod wounds;
