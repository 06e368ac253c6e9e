//! Odds of a fight in preparation, computed on other threads, and the search for a number of combatants that makes the
//! fight even.

use super::people::called;
use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::Encounter;
use crate::rules::System;
use crate::setup::{Count, Setup};
use crate::simulate::{FightOdds, Share, Standing, Verdict, armed, held};
use crate::values::SideId;

/// Number of simulated fights, for an error of four in a hundred.
const FIGHTS: u64 = 600;

/// Number of fights for each tried number.
const TRIED: u64 = 200;

/// Greatest number of combatants to try.
const MOST: u32 = 40;

/// Seed of the simulated fights.
const SEED: Seed = Seed(1);

/// Fight in preparation with its odds.
pub(crate) struct Foreseen {
    pub(super) of: Setup,
    now: Encounter,
    system: &'static dyn System,
    odds: FightOdds,
    /// Difficulty by the rulebook's formula; "" if the rulebook has no formula.
    pub(super) by_the_book: String,
}

impl Foreseen {
    /// Starts to simulate the fight. Returns `None` if the fight cannot begin, there is only one side, a side has no
    /// combatant who may harm other combatants, or no side is the players'.
    fn of(setup: &Setup, compendium: &Compendium, fights: u64) -> Option<Self> {
        let now = setup.begin(compendium, SEED).ok()?;
        let filled = |side: &SideId| now.members(*side).next().is_some();
        let players = |side: &SideId| now.sides[side.index()].players;
        let sides: Vec<SideId> = now.side_ids().filter(filled).collect();
        let system = compendium.system();
        if sides.len() < 2 || !sides.iter().any(players) || !armed(system, &now) {
            return None;
        }
        let standings = vec![Standing::from(now.clone())];
        Some(Self {
            of: setup.clone(),
            odds: FightOdds::aside(system, SEED, standings, fights),
            by_the_book: system.difficulty(&now).unwrap_or_default(),
            system,
            now,
        })
    }

    /// Returns `true` while the simulation runs.
    pub(crate) fn goes_on(&self) -> bool {
        !self.odds.over()
    }

    /// Returns the share of fights that the players' sides win.
    fn held(&self) -> Share {
        held(&self.now, &self.odds.figures(0))
    }

    /// Describes the odds in a few words: "even 52% ±4"; "" while too few fights are counted.
    pub(super) fn words(&self) -> String {
        let figures = self.odds.figures(0);
        let told = Verdict::told_while(self.goes_on(), self.system, &self.now, &figures);
        told.unwrap_or_default()
    }
}

/// Search for the number of combatants that makes the fight even, by doubling and bisection, because more combatants of
/// one side lower the chances of the other side.
pub(crate) struct Search {
    /// Index of the combatant in the set-up of the search.
    place: usize,
    of: Setup,
    /// True if adding more of these combatants makes the fight easier for the players.
    helps: bool,
    least: u32,
    most: u32,
    /// Number that is being tried.
    number: u32,
    trial: Foreseen,
    /// Closest number so far, with the players' share of wins.
    best: Option<(u32, Share)>,
}

/// Result of a search.
pub(super) enum Found {
    NotYet,
    /// Number of combatants, with the players' share of wins.
    Number(u32, Share),
}

impl Search {
    /// Starts the search for a combatant of the set-up.
    ///
    /// # Errors
    /// If the search is impossible, with the reason.
    pub(super) fn begin(
        setup: &Setup,
        place: usize,
        compendium: &Compendium,
    ) -> Result<Self, String> {
        let one = &setup.combatants[place];
        let side = setup.sides.iter().find(|side| side.name == one.side);
        let helps = side.is_some_and(|side| side.players);
        let number = MOST / 8;
        let trial = trial(setup, place, number, compendium)?;
        Ok(Self {
            place,
            of: setup.clone(),
            helps,
            least: 1,
            most: MOST,
            number,
            trial,
            best: None,
        })
    }

    /// Returns `true` if the set-up has not changed since the start of the search.
    pub(super) fn is_of(&self, setup: &Setup) -> bool {
        self.of == *setup
    }

    /// Continues with the next number after a trial has ended.
    ///
    /// # Errors
    /// If a number cannot be tried, with the reason.
    pub(super) fn go_on(&mut self, compendium: &Compendium) -> Result<Found, String> {
        if self.trial.goes_on() {
            return Ok(Found::NotYet);
        }
        let held = self.trial.held();
        let far = |share: Share| (share.part() - 0.5).abs();
        // The search moves towards an even fight, so a later number with the same share is closer.
        if self.best.is_none_or(|(_, best)| far(held) <= far(best)) {
            self.best = Some((self.number, held));
        }
        let more = (held.part() < 0.5) == self.helps;
        if more {
            self.least = self.number + 1;
        } else {
            self.most = self.number - 1;
        }
        if self.least > self.most {
            let (number, share) = self.best.unwrap_or((self.number, held));
            return Ok(Found::Number(number, share));
        }
        // Large fights are slow, so the number doubles until it is too large. Then the search bisects.
        self.number = if more && self.most == MOST {
            (2 * self.number).min(MOST)
        } else {
            self.least.midpoint(self.most)
        };
        self.trial = trial(&self.of, self.place, self.number, compendium)?;
        Ok(Found::NotYet)
    }

    /// Sets the number of the combatant in a set-up.
    pub(super) fn put(&self, setup: &mut Setup, number: u32) {
        setup.combatants[self.place].count = Count::Fixed(number);
    }

    /// Describes the current trial.
    pub(super) fn words(&self) -> String {
        let name = called(&self.of.combatants[self.place]);
        format!("trying {} × {name}", self.number)
    }
}

fn trial(
    setup: &Setup,
    place: usize,
    number: u32,
    compendium: &Compendium,
) -> Result<Foreseen, String> {
    let mut tried = setup.clone();
    tried.combatants[place].count = Count::Fixed(number);
    Foreseen::of(&tried, compendium, TRIED)
        .ok_or_else(|| "Add at least two opposing sides, one of them the players'.".to_owned())
}

/// Odds on the set-up screen.
#[derive(Default)]
pub(crate) struct Foresight {
    /// Odds of the fight in preparation.
    pub(super) fight: Option<Foreseen>,
    /// Search that is running.
    pub(super) search: Option<Search>,
}

impl Foresight {
    /// Returns `true` while a simulation runs.
    pub(crate) fn goes_on(&self) -> bool {
        self.fight.as_ref().is_some_and(Foreseen::goes_on) || self.search.is_some()
    }

    /// Describes the odds or the search in a few words; "" without odds and search.
    pub(crate) fn words(&self) -> String {
        match (&self.search, &self.fight) {
            (Some(search), _) => search.words(),
            (None, Some(fight)) => fight.words(),
            (None, None) => String::new(),
        }
    }

    /// Returns the difficulty by the rulebook's formula, or "".
    pub(crate) fn by_the_book(&self) -> &str {
        self.fight.as_ref().map_or("", |fight| &fight.by_the_book)
    }

    /// Starts to simulate the current set-up, unless the simulation is already running.
    pub(super) fn follow(&mut self, setup: &Setup, compendium: &Compendium) {
        if self
            .search
            .as_ref()
            .is_some_and(|search| !search.is_of(setup))
        {
            self.search = None;
        }
        let known = self.fight.as_ref().is_some_and(|fight| fight.of == *setup);
        if !known && self.search.is_none() {
            self.fight = Foreseen::of(setup, compendium, FIGHTS);
        }
    }
}
