//! Fights without anybody at the keyboard: whole rules, each side led by its system's policy, told or silent, one or
//! thousands.

pub mod bands;
pub mod branches;
mod fight;
mod figures;
mod led;
mod outlook;
mod sharp;
mod supplies;
mod verdict;

pub use fight::{Begun, Simulated, Standing, begun, simulate};
pub use figures::{Course, Ended, Figures, PersonFigures, Share, SideFigures};
pub use led::Led;
pub use outlook::{MOST_ROUNDS, Orders, Outlook, cores};
pub use supplies::Supplies;
pub use verdict::Verdict;
