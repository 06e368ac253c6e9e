//! Resolution of an attack, from its declaration to its effects, with everything that can happen in between.

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
