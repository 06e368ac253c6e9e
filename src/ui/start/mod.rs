//! Keeps the state of the start screen, which resumes a saved fight, begins a bundled one or prepares a new one.
//!
//! The loop hands in what there is as plain [`rows`]; what a key comes to is an [`Outcome`], and the program brings it
//! about.

pub mod draw;
mod keys;
mod rows;

use super::keymap::Context;
use super::selection::{ListRow, Selection};
use crate::setup::Setup;

pub use rows::{DraftFight, KeptParty, ReadyFight, SavedFight, on_disk};

/// What a ready fight or a party is called in its system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InSystem {
    /// Key of the system.
    pub system: String,
    pub name: String,
}

/// What a key came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    /// Take up the saved fight of this name.
    Resume(String),
    /// Open the saved fight of this name to look on without writing.
    Watch(String),
    /// Delete the saved fight of this name.
    Delete(String),
    /// Go on with preparing the fight of this file.
    GoOnPreparing(String),
    /// Delete the file of this name, of a fight that was being prepared.
    DeleteDraft(String),
    /// Begin this ready fight.
    Begin(InSystem),
    /// Open the set-up with this ready fight.
    Prepare(InSystem),
    /// Open an empty set-up.
    New,
    /// Open a set-up with this party.
    Gather(InSystem),
    /// What this party does between two fights.
    Rest(InSystem),
    Quit,
}

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRow {
    /// Heading of a part, not selectable.
    Heading(&'static str),
    /// The saved fight at this place.
    Saved(usize),
    /// The fight that is being prepared at this place.
    Draft(usize),
    /// The party at this place.
    Party(usize),
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
    /// Fights that are still being prepared.
    pub drafts: Vec<DraftFight>,
    /// Parties that were kept.
    pub parties: Vec<KeptParty>,
    /// Fights that are ready to begin.
    pub ready: Vec<ReadyFight>,
    /// The row that the arrows stand on.
    mark: Selection<StartRow>,
    /// Why something did not work, or what a key would do.
    pub problem: Option<String>,
    /// The saved fight that the same key once more deletes.
    doomed: Option<String>,
}

impl StartScreen {
    /// Returns the key of the system of the last fight, or "".
    pub(crate) fn last_system(&self) -> &str {
        self.saved.first().map_or("", |last| &last.system_key)
    }

    /// The list of what there is: the last fight chosen, else one that is being prepared, for somebody who never played the
    /// first ready one, so that Enter alone goes on or into a fight.
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

    /// The same with fights that are still being prepared.
    #[must_use]
    pub fn with_drafts(mut self, drafts: Vec<DraftFight>) -> Self {
        self.drafts = drafts;
        self.mark = Selection::at(&self.rows(), self.first());
        self
    }

    /// Says why something did not work.
    pub(crate) fn tell(&mut self, problem: impl Into<String>) {
        self.problem = Some(problem.into());
    }

    /// The contexts that keys are looked up in, innermost first.
    pub(crate) fn contexts(&self) -> &'static [Context] {
        &[Context::Start, Context::Global]
    }

    /// All rows, top to bottom.
    pub(crate) fn rows(&self) -> Vec<StartRow> {
        let mut rows = Vec::new();
        if !self.saved.is_empty() {
            rows.push(StartRow::Heading("Go on"));
            rows.extend((0..self.saved.len()).map(StartRow::Saved));
        }
        if !self.drafts.is_empty() {
            rows.push(StartRow::Heading("Being prepared"));
            rows.extend((0..self.drafts.len()).map(StartRow::Draft));
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

    /// Returns the digit, 1 to 9, that begins the ready fight at a place. Only bundled fights have one, so that it stays
    /// the same when the GM saves encounters.
    pub(crate) fn digit(&self, place: usize) -> Option<usize> {
        let ready = self.ready.get(place).filter(|ready| !ready.own)?;
        let before = self.ready.iter().take_while(|other| *other != ready);
        let number = 1 + before.filter(|other| !other.own).count();
        (number <= 9).then_some(number)
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

    fn chosen_draft(&self) -> Option<&DraftFight> {
        match self.chosen() {
            Some(StartRow::Draft(place)) => self.drafts.get(place),
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
            StartRow::Ready(place) => self.ready[*place].mistake.is_empty(),
            StartRow::Draft(_) => true,
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

    /// The first row of each part, a heading over it; of the last one the first ready fight, if there is one.
    fn parts(&self) -> Vec<StartRow> {
        let rows = self.rows();
        let headed = rows.windows(2).filter(|pair| pair[0].is_heading());
        let mut parts: Vec<StartRow> = headed.map(|pair| pair[1]).collect();
        if let (Some(last @ StartRow::New), false) = (parts.last_mut(), self.ready.is_empty()) {
            *last = StartRow::Ready(0);
        }
        parts
    }

    /// To the next part, or with -1 to the one before, round and round.
    fn step_part(&mut self, by: isize) {
        let rows = self.rows();
        let marked = self.mark.place(&rows).unwrap_or(0);
        let headings = rows[..=marked.min(rows.len() - 1)].iter();
        let here = headings.filter(|row| row.is_heading()).count();
        let parts = self.parts();
        let here = isize::try_from(here).unwrap_or(1) - 1;
        let next = (here + by).rem_euclid(isize::try_from(parts.len()).unwrap_or(1));
        self.go_to(parts[next.unsigned_abs()]);
    }

    /// To the ready fights; from there on to the next part.
    fn step_to_ready(&mut self) {
        match self.chosen() {
            Some(StartRow::Ready(_)) => self.step_part(1),
            _ if !self.ready.is_empty() => self.go_to(StartRow::Ready(0)),
            _ => {}
        }
    }

    /// Back to the ready fight that was only looked at; one that was changed is a draft, where Enter goes by itself.
    pub fn go_back_to(&mut self, setup: &Setup) {
        let is_it = |one: &ReadyFight| one.system == setup.system && one.title == setup.title;
        let place = self.ready.iter().position(is_it);
        let is_draft = self.drafts.iter().any(|one| one.title == setup.title);
        if let Some(place) = place.filter(|_| !is_draft) {
            self.go_to(StartRow::Ready(place));
        }
    }

    fn go_to(&mut self, row: StartRow) {
        let rows = self.rows();
        if let Some(place) = rows.iter().position(|one| *one == row) {
            self.mark.put(&rows, place);
        }
    }
}

/// What keeps a fight of the GM's from beginning, and who tells all of it.
fn mistaken(ready: &ReadyFight) -> String {
    format!("{}: `affray check` tells all that is wrong", ready.mistake)
}
