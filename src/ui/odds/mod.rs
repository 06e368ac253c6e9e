//! Odds of a fight, shown over its panes: the likely end from the current state, and the effect of the next choice.
//! Separate threads simulate the fight while the overlay is open. The fight itself does not change.

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

/// Number of fights from each state, for an error of seven in a thousand.
const ENOUGH: u64 = 20_000;

/// Seed of the simulated fights, fixed so that repeated odds are equal.
const SEED: Seed = Seed(1);

/// Odds of the fight on the screen.
pub struct OddsPane {
    odds: FightOdds,
    system: &'static dyn System,
    /// Current state of the fight.
    now: Encounter,
    /// Labels of the possible next choices, the marked choice first; their states follow the current state.
    ways: Vec<String>,
    /// Actions that are never used in simulated fights, because their value is unknown.
    unweighed: Vec<String>,
    /// Side that makes the choice.
    side: SideId,
    /// Index of the first row shown.
    pub(super) first: usize,
    stopped: bool,
    /// Figures shown in a frame while the simulation runs.
    seen: Seen,
}

/// Figures at one point of the simulation.
#[derive(Default)]
struct Seen {
    /// Figures from the current state.
    figures: Figures,
    /// Figures of each next choice.
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
    /// Starts to simulate the fight from the current state.
    ///
    /// # Errors
    /// If the fight cannot be simulated, with the reason.
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
        // A single option is not a choice.
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

    /// Updates the figures to show.
    pub(in crate::ui) fn look(&mut self) {
        let ways = 1..=self.ways.len();
        self.seen = Seen {
            figures: self.figures(),
            ways: ways.map(|place| self.odds.figures(place)).collect(),
            goes_on: self.goes_on(),
            fault: self.odds.fault(),
        };
    }

    /// Returns `true` while the simulation runs.
    pub(crate) fn goes_on(&self) -> bool {
        !self.odds.over()
    }

    /// Returns `true` if the figures shown may still change, so that Space stops the simulation.
    fn is_counting(&self) -> bool {
        self.seen.goes_on && !self.stopped
    }

    /// Stops the simulation, if it is running.
    pub(super) fn stop(&mut self) {
        if self.goes_on() {
            self.odds.stop();
            self.stopped = true;
        }
    }

    /// Returns the figures from the current state.
    pub fn figures(&self) -> Figures {
        self.odds.figures(0)
    }

    /// Returns the figures of each next choice.
    pub fn ways(&self) -> Vec<(&str, Figures)> {
        let ways = self.ways.iter().enumerate();
        ways.map(|(place, label)| (label.as_str(), self.odds.figures(place + 1)))
            .collect()
    }
}
