//! Campaign clock in minutes (SPL-151).

use crate::systems::prelude::*;
use crate::systems::split_round::says;

/// Minutes in an hour.
pub const HOUR: i64 = 60;

/// Minutes in a day.
pub const DAY: i64 = 24 * HOUR;

crate::records! {
    /// Campaign clock, used by rests (SPL-137, SPL-151).
    pub struct Clock in "clock" {
        /// Minutes since the start of the campaign clock.
        pub minutes: i64,
    }
}

impl Clock {
    /// Formats the clock, such as "day 3, 7:30".
    pub fn words(minutes: i64) -> String {
        says::clock(minutes)
    }

    /// Returns the current time in minutes.
    pub fn now(now: &Encounter) -> i64 {
        Clock::of(now).minutes
    }

    pub fn advance(cx: &mut Resolver<'_>, minutes: i64) {
        Clock::change(cx, |clock| clock.minutes += minutes);
    }
}
