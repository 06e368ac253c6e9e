//! What a fight came to, counted from its events alone; it knows no system. Who struck whom and whether it hit is told by
//! events ([`Event::Struck`](crate::encounter::Event::Struck)), life and who stands by the system.

mod collect;
mod luck;
mod of_session;
mod outcome;
mod page;

pub use luck::{DiceLuck, Luck};
pub use outcome::{Fall, PersonRecap, Recap, SideRecap, Used};
pub use page::{Table, figures};
