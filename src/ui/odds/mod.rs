//! The odds over a fight: how it is likely to end from the current state, and what the next choice changes. Played on threads
//! of their own while one looks; the fight itself is not touched.

pub(crate) mod draw;
mod keys;
pub(crate) mod picture;

use std::fmt;

use crate::dice::Seed;
use crate::encounter::Encounter;
use crate::rules::System;
use crate::session::Waits;
use crate::simulate::{FightOdds, Figures, branches};
use crate::ui::fight::Fight;
use crate::values::SideId;

/// So many fights from each standing are enough: seven in a thousand is the error then.
const ENOUGH: u64 = 20_000;

/// Where the dice of these fights start: they are nobody's, and looking twice shows the same.
const SEED: Seed = Seed(1);

/// The odds of a fight on the screen.
pub struct OddsPane {
    odds: FightOdds,
    system: &'static dyn System,
    /// The fight as it stands.
    now: Encounter,
    /// The ways in which the next choice can be made, the marked one first: the standings behind the first.
    ways: Vec<String>,
    /// Actions that nobody takes in the fights that are played on, as nothing says what they are worth.
    unweighed: Vec<String>,
    /// Whose choice it is.
    side: SideId,
    /// The first row shown.
    pub(super) first: usize,
    stopped: bool,
    /// Figures that a frame shows while counting goes on.
    seen: Seen,
}

/// How far the counting had come at a moment.
#[derive(Default)]
struct Seen {
    /// Of the fight as it stands.
    figures: Figures,
    /// Of each way of the next choice.
    ways: Vec<Figures>,
    goes_on: bool,
    fault: Option<String>,
}

impl fmt::Debug for OddsPane {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OddsPane")
            .field("ways", &self.ways)
            .field("side", &self.side)
            .field("stopped", &self.stopped)
            .finish_non_exhaustive()
    }
}

impl OddsPane {
    /// Begins to play the fight on from the current state.
    ///
    /// # Errors
    /// Why there is nothing to be played.
    pub(super) fn of(fight: &Fight) -> Result<Self, String> {
        let session = &fight.session;
        if session.now().over() {
            return Err("the fight is over: there is nothing to simulate".to_owned());
        }
        let system = session.system();
        let standing = session.standing();
        let ways = match session.waits() {
            Waits::Fault(what) => return Err(format!("a rule failed: {what}")),
            Waits::Offers { .. } => {
                let menu = session.menu_rows();
                let marked = fight.marked_offer().unwrap_or(0);
                branches::of_offers(system, &standing, menu, marked)
            }
            Waits::Prompt(_) => fight
                .marked_answer()
                .map_or_else(Vec::new, |(prompt, marked)| {
                    branches::of_prompt(system, &standing, &prompt, &marked)
                }),
        };
        let side = fight.subject().map(|who| session.now().get(who).side);
        let mut standings = vec![standing];
        let (labels, more): (Vec<_>, Vec<_>) = ways
            .into_iter()
            .map(|branch| (branch.label, branch.standing))
            .unzip();
        // One way is no choice.
        let ways = if more.len() > 1 { labels } else { Vec::new() };
        standings.extend(more.into_iter().filter(|_| !ways.is_empty()));
        Ok(Self {
            odds: FightOdds::aside(system, SEED, standings, ENOUGH),
            system,
            now: session.now().clone(),
            ways,
            unweighed: system.unweighed(session.now()),
            side: side.unwrap_or_default(),
            first: 0,
            stopped: false,
            seen: Seen::default(),
        })
    }

    /// Looks how far the counting has come.
    pub(in crate::ui) fn look(&mut self) {
        let ways = 1..=self.ways.len();
        self.seen = Seen {
            figures: self.figures(),
            ways: ways.map(|place| self.odds.figures(place)).collect(),
            goes_on: self.goes_on(),
            fault: self.odds.fault(),
        };
    }

    /// Whether more is to come.
    pub(crate) fn goes_on(&self) -> bool {
        !self.odds.over()
    }

    /// No further fight is played.
    pub(super) fn stop(&mut self) {
        self.odds.stop();
        self.stopped = true;
    }

    /// What has come of the fight as it stands.
    pub fn figures(&self) -> Figures {
        self.odds.figures(0)
    }

    /// What has come of each way in which the next choice can be made.
    pub fn ways(&self) -> Vec<(&str, Figures)> {
        let ways = self.ways.iter().enumerate();
        ways.map(|(place, label)| (label.as_str(), self.odds.figures(place + 1)))
            .collect()
    }
}
