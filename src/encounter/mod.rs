//! State of a fight ([`Encounter`]), the events that change it ([`Event`]), and their log lines.
//!
//! The module is independent of rule systems, prompts, the screen, files, the clock and randomness.

mod apply;
mod change;
pub mod check;
mod combatant;
mod condition;
mod condition_ends;
mod declare;
mod event;
mod fact;
mod leading;
mod links;
mod names;
mod outcome;
pub mod people;
pub mod says;
mod scheduled;
mod stage;
mod start;
mod state;
mod tell;
mod tell_change;
mod tell_roll;

pub(crate) use change::Change;
pub use combatant::{Combatant, Roller, Side, TypedRolls};
pub use condition::{Condition, Giver};
pub use condition_ends::Ends;
pub use event::{Amendment, Event, HealthChange, Need, Throw};
pub(crate) use event::{lasting, rulings, without_rulings};
pub use fact::{Detail, DetailKind, Fact, RollFact};
pub(crate) use leading::PROPOSED;
pub use leading::{Aims, Control, Flees, Mercy, Nerve, Sight, Tactics, Wits, led};
pub use links::{Link, Links};
pub(crate) use names::{Alike, Names, free_name};
pub use outcome::{Mark, Outcome};
pub use scheduled::{Arrival, Due, Scheduled, Timing};
pub use stage::Stage;
pub use start::Start;
pub use state::Encounter;
pub use tell::{Line, LinePart, tell, tell_all};
pub(crate) use tell::{in_time, tell_in_time};
