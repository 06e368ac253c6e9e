//! Play of written systems: actions, questions, rolls and their effects.

pub mod acts;
pub mod changes;
pub mod difficulty;
pub mod effects;
pub mod harm;
pub mod hindrance;
pub mod lasting;
pub mod later;
pub mod look;
pub mod points;
pub mod promised;
pub mod reactions;
pub mod settled;
pub mod state;
pub mod throwing;
pub mod throws;
pub mod worth;
