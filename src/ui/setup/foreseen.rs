//! What a fight that is being prepared is likely to come to, worked out on other threads while one goes on; and how many of
//! somebody make it even.

use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::Encounter;
use crate::rules::System;
use crate::setup::{Count, Setup};
use crate::simulate::{FightOdds, Share, Standing, Verdict, armed, held};
use crate::values::SideId;

/// Fights of what is prepared: the error is four in a hundred.
const FIGHTS: u64 = 600;

/// Fights of each number that is tried.
const TRIED: u64 = 200;

/// No more of somebody than this are tried.
const MOST: u32 = 40;

/// Where the dice of these fights start.
const SEED: Seed = Seed(1);

/// A fight that is being prepared, and what it comes to.
pub(crate) struct Foreseen {
    pub(super) of: Setup,
    now: Encounter,
    system: &'static dyn System,
    odds: FightOdds,
}

impl Foreseen {
    /// Begins to play what is prepared; `None` where it cannot begin, nobody is against anybody, a side has nobody who may harm
    /// others, or no side is the players'.
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
            system,
            now,
        })
    }

    /// Whether more is to come.
    pub(crate) fn goes_on(&self) -> bool {
        !self.odds.over()
    }

    /// How often the players' sides hold the field.
    fn held(&self) -> Share {
        held(&self.now, &self.odds.figures(0))
    }

    /// In a few words: "even 52% ±4"; "" as long as too few fights are counted.
    pub(super) fn words(&self) -> String {
        let figures = self.odds.figures(0);
        let told = Verdict::told_while(self.goes_on(), self.system, &self.now, &figures);
        told.unwrap_or_default()
    }
}

/// The search for how many of somebody make the fight even: by doubling, then by halves, for the more there are of one side the less the
/// other wins.
pub(crate) struct Search {
    /// Who is meant, by place in the set-up that was searched from.
    place: usize,
    of: Setup,
    /// Whether more of them help the players.
    helps: bool,
    least: u32,
    most: u32,
    /// The number that is being tried.
    number: u32,
    trial: Foreseen,
    /// The number that came closest, and how often the players win then.
    best: Option<(u32, Share)>,
}

/// What has come of a search.
pub(super) enum Found {
    NotYet,
    /// So many of them, with how often the players win.
    Number(u32, Share),
}

impl Search {
    /// Begins with somebody of the set-up.
    ///
    /// # Errors
    /// Why there is nothing to be searched.
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

    /// Whether it is about somebody of this set-up still.
    pub(super) fn is_of(&self, setup: &Setup) -> bool {
        self.of == *setup
    }

    /// Goes on to the next number once the last is tried.
    ///
    /// # Errors
    /// Why a number cannot be tried.
    pub(super) fn go_on(&mut self, compendium: &Compendium) -> Result<Found, String> {
        if self.trial.goes_on() {
            return Ok(Found::NotYet);
        }
        let held = self.trial.held();
        let far = |share: Share| (share.part() - 0.5).abs();
        if self.best.is_none_or(|(_, best)| far(held) < far(best)) {
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
        // Large fights are slow: twice as many until that is too many, then by halves.
        self.number = if more && self.most == MOST {
            (2 * self.number).min(MOST)
        } else {
            self.least.midpoint(self.most)
        };
        self.trial = trial(&self.of, self.place, self.number, compendium)?;
        Ok(Found::NotYet)
    }

    /// Whom it is about, and how many.
    pub(super) fn put(&self, setup: &mut Setup, number: u32) {
        setup.combatants[self.place].count = Count::Fixed(number);
    }

    /// What is being tried.
    pub(super) fn words(&self) -> String {
        format!("trying {} of them", self.number)
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
    Foreseen::of(&tried, compendium, TRIED).ok_or_else(|| {
        "two sides have to be there who may harm each other, one of them the players'".to_owned()
    })
}

/// What is foreseen of the fight on the set-up screen.
#[derive(Default)]
pub(crate) struct Foresight {
    /// The fight as it is prepared.
    pub(super) fight: Option<Foreseen>,
    /// A search under way.
    pub(super) search: Option<Search>,
}

impl Foresight {
    /// Whether more is to come.
    pub(crate) fn goes_on(&self) -> bool {
        self.fight.as_ref().is_some_and(Foreseen::goes_on) || self.search.is_some()
    }

    /// In a few words, or "".
    pub(crate) fn words(&self) -> String {
        match (&self.search, &self.fight) {
            (Some(search), _) => search.words(),
            (None, Some(fight)) => fight.words(),
            (None, None) => String::new(),
        }
    }

    /// Plays what is prepared now, unless that is being played.
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
