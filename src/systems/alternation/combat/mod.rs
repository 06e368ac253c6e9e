//! How an attack goes from its declaration to what it does, and everything that can happen on the way.

pub mod arms;
pub mod attack;
pub mod checks;
pub mod concealment;
pub mod damage;
pub mod forecast;
pub mod form;
pub mod gear;
pub mod hit;
pub mod holds;
pub mod legal;
pub mod maneuvers;
pub mod mounts;
pub mod movement;
pub mod play;
pub mod reaction;
pub mod reaction_window;
pub mod split;
pub mod stunt;
pub mod wounds;
