//! Parts of the actions: attacks and their effects, reactions, movement and legality.

pub mod answers;
pub mod assault;
pub mod attack;
pub mod checks;
pub mod circumstances;
pub mod damage;
pub mod effects;
pub mod fire;
pub mod fumble;
pub mod gear;
pub mod grenade;
pub mod legal;
pub mod modes;
pub mod movement;
pub mod pending;
pub mod reactions;
pub mod strike;
pub mod targets;
pub mod wounds;

pub use assault::Assault;
pub use circumstances::{Circumstances, Purpose, Range};
pub use fire::Passages;
pub use modes::Way;
pub use movement::{Movement, Outcome};
pub use strike::Strike;
