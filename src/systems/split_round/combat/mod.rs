//! Code that several actions and rulings share.

pub mod attack;
pub mod breakage;
pub mod checks;
pub mod damage;
pub mod edge;
pub mod fear;
pub mod fetch;
pub mod fumble;
pub mod gear;
pub mod hit;
pub mod losses;
pub mod opportunity;
pub mod other_acts;
pub mod queue;
pub mod recovery;
pub mod strike;
pub mod wounds;
