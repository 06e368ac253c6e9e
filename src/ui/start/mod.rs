//! The first screen: take up a saved fight, begin one that comes with Affray, or prepare a new one.
//!
//! The loop hands in what there is as plain rows, gives every key to [`StartScreen::press`] (or looks it up in
//! [`StartScreen::contexts`] and calls [`StartScreen::update`] and [`StartScreen::type_char`]), draws with
//! [`draw`](draw::draw), and does what the [`Outcome`] says. Keys that work everywhere (help, redraw) are the loop's.

pub mod draw;
mod keys;

use std::time::Duration;

use super::keymap::Context;
use super::selection::{ListRow, Selection};
use crate::compendium::Party;
use crate::encounter::Stage;
use crate::rules::System;
use crate::setup::roll_call;
use crate::store::{Library, Save};

/// What is said of a file that does not tell where the fight stands.
const UNREADABLE: &str =
    "the file does not say where the fight stands: Enter looks what can be saved";

/// A fight on disk, for the list. The loop brings the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedFight {
    /// The name of its files.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// What its system is called.
    pub system: String,
    /// Where it stands in words: "round 3, under way".
    pub state: String,
    /// When it was last played, in words: "yesterday".
    pub when_text: String,
    /// Why it cannot be taken up as it is, if so.
    pub broken: Option<String>,
}

/// A fight that comes with Affray, or an encounter of the GM's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadyFight {
    /// Key of its system.
    pub system: String,
    /// What the system is called.
    pub system_name: String,
    /// The name of its file.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// One line on it.
    pub blurb: String,
    /// Whether the GM made it.
    pub own: bool,
}

/// A party that was kept, for the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptParty {
    /// Key of its system.
    pub system: String,
    /// What the system is called.
    pub system_name: String,
    /// What it is called.
    pub name: String,
    /// Its members, and how each stands.
    pub members: String,
    /// What it does between two fights, if that was begun and is not kept yet.
    pub resting: Option<SavedFight>,
}

impl KeptParty {
    /// Every party of a library.
    pub fn all(library: &Library) -> Vec<Self> {
        let party = |(system, party): (&dyn System, &Party)| {
            let compendium = library.compendium(system.key());
            Self {
                system: system.key().to_owned(),
                system_name: system.name().to_owned(),
                name: party.name.clone(),
                members: compendium.map_or_else(String::new, |one| roll_call(one, party)),
                resting: None,
            }
        };
        library
            .parties()
            .map(|(system, one)| party((system, one)))
            .collect()
    }
}

/// What is on disk, for the list: the fights, and the parties that were kept. What a party does between two fights stands
/// with the party, and is gone on with unless the party was kept later.
pub fn on_disk(saves: &[Save], library: &Library) -> (Vec<SavedFight>, Vec<KeptParty>) {
    let mut parties = KeptParty::all(library);
    let mut fights = Vec::new();
    for save in saves {
        let row = SavedFight {
            title: save.called(saves),
            ..SavedFight::new(save, library)
        };
        let between = save
            .summary
            .as_ref()
            .filter(|summary| summary.stage == Stage::Between && !save.is_copy());
        let whose = between.and_then(|summary| {
            let is = |party: &&mut KeptParty| {
                party.system == summary.system && party.name == summary.title
            };
            parties.iter_mut().find(is)
        });
        let Some(party) = whose else {
            fights.push(row);
            continue;
        };
        let kept = library.party_changed(&party.system, &party.name);
        if party.resting.is_none() && kept.is_none_or(|kept| save.modified >= Some(kept)) {
            party.resting = Some(row);
        }
    }
    (fights, parties)
}

impl SavedFight {
    /// A row for a save.
    pub(crate) fn new(save: &Save, library: &Library) -> Self {
        let summary = save.summary.as_ref();
        let key = summary.map_or("", |summary| summary.system.as_str());
        let system = match library.system(key) {
            Some(system) => system.name().to_owned(),
            None => key.to_owned(),
        };
        Self {
            name: save.name.clone(),
            title: save.title(),
            system,
            state: save.state(),
            when_text: save
                .modified
                .map_or_else(String::new, |then| ago(then.elapsed().unwrap_or_default())),
            broken: summary.is_none().then(|| UNREADABLE.to_owned()),
        }
    }
}

impl ReadyFight {
    /// Every fight of a library: first the GM's own; of each system one before any has its second, so that the first
    /// digits reach them all.
    pub fn all(library: &Library) -> Vec<Self> {
        let ready = library.ready();
        let most = ready.iter().map(|(_, titles)| titles.len()).max();
        let places = (0..most.unwrap_or(0)).flat_map(|place| {
            let systems = ready.iter();
            systems.filter_map(move |(system, titles)| Some((system, titles.get(place)?)))
        });
        let all = places.map(|(system, one)| Self {
            system: system.key().to_owned(),
            system_name: system.name().to_owned(),
            name: one.name.clone(),
            title: one.title.clone(),
            blurb: one.blurb.clone(),
            own: one.own,
        });
        let (mut own, others): (Vec<Self>, Vec<Self>) = all.partition(|one| one.own);
        own.extend(others);
        own
    }
}

/// How long ago something was, in words.
fn ago(passed: Duration) -> String {
    let minutes = passed.as_secs() / 60;
    let (number, unit) = match minutes {
        0..2 => return "just now".to_owned(),
        2..120 => (minutes, "minutes"),
        120..2_880 => (minutes / 60, "hours"),
        _ => (minutes / 1_440, "days"),
    };
    format!("{number} {unit} ago")
}

/// What the loop has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing but draw.
    Nothing,
    /// Take up the saved fight of this name.
    Resume(String),
    /// Open the saved fight of this name to look on without writing.
    Watch(String),
    /// Delete the saved fight of this name.
    Delete(String),
    /// Begin the ready fight of a system (key) with this file name.
    Begin(String, String),
    /// Open the set-up with the ready fight of a system (key) with this file name.
    Prepare(String, String),
    /// Open an empty set-up.
    New,
    /// Open a set-up of a system (key) with the party of this name.
    Gather(String, String),
    /// What the party of a system (key) and this name does between two fights.
    Rest(String, String),
    /// Leave the program.
    Quit,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRow {
    /// Heads a part; nothing to choose.
    Heading(&'static str),
    /// The saved fight at this place.
    Saved(usize),
    /// The party at this place.
    Party(usize),
    /// A new fight.
    New,
    /// The ready fight at this place.
    Ready(usize),
}

impl ListRow for StartRow {
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn is_heading(&self) -> bool {
        matches!(self, StartRow::Heading(_))
    }
}

/// What the first screen remembers.
#[derive(Clone, Debug, Default)]
pub struct StartScreen {
    /// Fights on disk, the last one first.
    pub saved: Vec<SavedFight>,
    /// Parties that were kept.
    pub parties: Vec<KeptParty>,
    /// Fights that are ready to begin.
    pub ready: Vec<ReadyFight>,
    /// The row that the arrows stand on.
    pub mark: Selection<StartRow>,
    /// Why something did not work, or what a key would do.
    pub problem: Option<String>,
    /// The saved fight that the same key once more deletes.
    doomed: Option<String>,
}

impl StartScreen {
    /// The list of what there is: the last fight chosen, for somebody who never played the first ready one, so that
    /// Enter alone goes into a fight.
    pub fn new(saved: Vec<SavedFight>, ready: Vec<ReadyFight>) -> Self {
        let mut start = Self {
            saved,
            ready,
            ..Self::default()
        };
        start.mark = Selection::at(&start.rows(), start.first());
        start
    }

    /// The same with parties that were kept.
    #[must_use]
    pub fn with_parties(mut self, parties: Vec<KeptParty>) -> Self {
        self.parties = parties;
        self
    }

    /// Says why something did not work.
    pub(crate) fn tell(&mut self, problem: impl Into<String>) {
        self.problem = Some(problem.into());
    }

    /// The contexts that keys are looked up in, innermost first.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        vec![Context::Start, Context::Global]
    }

    /// All rows, top to bottom.
    pub(crate) fn rows(&self) -> Vec<StartRow> {
        let mut rows = Vec::new();
        if !self.saved.is_empty() {
            rows.push(StartRow::Heading("Go on"));
            rows.extend((0..self.saved.len()).map(StartRow::Saved));
        }
        if !self.parties.is_empty() {
            rows.push(StartRow::Heading("Between fights"));
            rows.extend((0..self.parties.len()).map(StartRow::Party));
        }
        rows.push(StartRow::Heading("Begin"));
        rows.push(StartRow::New);
        rows.extend((0..self.ready.len()).map(StartRow::Ready));
        rows
    }

    /// The row that the arrows stand on.
    pub fn chosen(&self) -> Option<StartRow> {
        self.mark.row(&self.rows()).copied()
    }

    fn chosen_save(&self) -> Option<&SavedFight> {
        match self.chosen() {
            Some(StartRow::Saved(place)) => self.saved.get(place),
            _ => None,
        }
    }

    fn chosen_party(&self) -> Option<&KeptParty> {
        match self.chosen() {
            Some(StartRow::Party(place)) => self.parties.get(place),
            _ => None,
        }
    }

    /// Where Enter goes when nothing was chosen yet.
    fn first(&self) -> usize {
        let rows = self.rows();
        let sound = |row: &StartRow| match row {
            StartRow::Saved(place) => self.saved[*place].broken.is_none(),
            StartRow::Ready(_) => true,
            StartRow::Heading(_) | StartRow::Party(_) | StartRow::New => false,
        };
        let place = rows.iter().position(sound);
        place
            .or_else(|| rows.iter().position(|row| *row == StartRow::New))
            .unwrap_or(0)
    }

    fn step(&mut self, by: isize) {
        let rows = self.rows();
        self.mark.step(&rows, by);
    }

    /// From the saved fights to the ready ones and back.
    fn next_part(&mut self) {
        let rows = self.rows();
        let ready = rows
            .iter()
            .position(|row| matches!(row, StartRow::Ready(_)));
        let place = match (self.chosen(), ready) {
            (Some(StartRow::Saved(_)), Some(ready)) => ready,
            (Some(StartRow::Ready(_) | StartRow::Party(_) | StartRow::New), _)
                if !self.saved.is_empty() =>
            {
                1
            }
            (_, Some(ready)) => ready,
            _ => return,
        };
        self.mark.put(&rows, place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_in_words() {
        let check =
            |seconds, expected: &str| assert_eq!(ago(Duration::from_secs(seconds)), expected);
        check(10, "just now");
        check(300, "5 minutes ago");
        check(3 * 3_600, "3 hours ago");
        check(50 * 3_600, "2 days ago");
    }
}
