//! What is true in a fight ([`Encounter`]), what can happen in it ([`Event`]), and how the log says that.
//!
//! Knows no rule system, no question, no screen, no file, no clock and no randomness.

mod apply;
pub mod check;
mod combatant;
mod condition;
mod condition_ends;
mod declare;
mod event;
mod leading;
mod links;
mod names;
pub mod people;
mod scheduled;
mod stage;
mod start;
mod state;
mod tell;

pub use combatant::{Combatant, Roller, Side};
pub use condition::{Condition, Giver};
pub use condition_ends::Ends;
pub(crate) use event::lasting;
pub use event::{Amendment, Event, Need, Throw};
pub(crate) use leading::PROPOSED;
pub use leading::{Aims, Control, Flees, Mercy, Nerve, Sight, Tactics, Wits, led};
pub use links::{Link, Links};
pub(crate) use names::{Alike, Names, free_name};
pub use scheduled::{Arrival, Due, Scheduled, Timing};
pub use stage::Stage;
pub use start::Start;
pub use state::Encounter;
pub use tell::{LIFE, Line, tell, tell_all};
pub(crate) use tell::{in_time, tell_in_time};
