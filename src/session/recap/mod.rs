//! Summary of a fight, counted from its events and independent of the system. Events name attackers and hits
//! ([`Event::Struck`](crate::encounter::Event::Struck)); the system reports hit points and the combatants who stand.

mod collect;
mod luck;
mod of_session;
mod outcome;
mod page;

pub use luck::{DiceLuck, Luck};
pub use outcome::{Fall, PersonRecap, Recap, SideRecap, Used};
pub use page::{Table, figures};
