//! Simulated fights with full rules, with or without a log. The system's policy leads each side. `one_fight` plays one
//! fight with a [`Leader`]; [`FightOdds`] plays thousands of fights and counts them as [`Figures`].

pub mod branches;
mod by_round;
mod decide;
mod fight_odds;
mod figures;
mod leader;
mod lookahead;
mod one_fight;
mod standing;
mod supplies;
mod verdict;
mod walk;

pub use by_round::{Band, bands};
pub use decide::{Also, Choice, Deciding, Decision, Waiting};
pub use fight_odds::{FightOdds, MOST_ROUNDS, Orders, cores, knowing, led};
pub use figures::{Course, Ended, Figures, PersonFigures, Share, SideFigures};
pub use leader::Leader;
pub use one_fight::{Simulated, simulate};
pub use standing::{Begun, Standing, begun};
pub use supplies::Supplies;
pub use verdict::{Verdict, armed, held};
pub use walk::Walk;
