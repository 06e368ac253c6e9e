//! State of the start screen, which resumes a saved fight, starts a bundled fight or prepares a new fight.
//!
//! The loop provides plain [`rows`]; a key returns an [`Outcome`], which the program executes.

pub mod draw;
mod keys;
mod rows;

use super::keymap::Context;
use super::selection::{ListRow, Selection};
use crate::setup::Setup;

pub use rows::{DraftFight, KeptParty, ReadyFight, SavedFight, on_disk};

/// Ready fight or party, by its name and its system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InSystem {
    /// Key of the system.
    pub system: String,
    pub name: String,
}

/// Result of a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Nothing,
    /// Resumes the saved fight with this name.
    Resume(String),
    /// Opens the saved fight with this name read-only.
    Watch(String),
    /// Deletes the saved fight with this name.
    Delete(String),
    /// Continues to prepare the fight of this draft file.
    GoOnPreparing(String),
    /// Deletes the draft file with this name.
    DeleteDraft(String),
    /// Starts this ready fight.
    Begin(InSystem),
    /// Opens the set-up with this ready fight.
    Prepare(InSystem),
    /// Opens an empty set-up.
    New,
    /// Opens a set-up with this party.
    Gather(InSystem),
    /// Opens the activities of this party between two fights.
    Rest(InSystem),
    Quit,
    /// Resumes or begins the tutor.
    Tutor,
}

/// Row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRow {
    /// Heading of a part, not selectable.
    Heading(&'static str),
    /// Saved fight at this index.
    Saved(usize),
    /// Fight in preparation at this index.
    Draft(usize),
    /// Saved party at this index.
    Party(usize),
    New,
    /// Row that begins or resumes the tutor.
    Tutor,
    /// Ready fight at this index.
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

/// State of the start screen.
#[derive(Clone, Debug, Default)]
pub struct StartScreen {
    /// Fights on disk, the latest first.
    pub saved: Vec<SavedFight>,
    /// Fights that are in preparation.
    pub drafts: Vec<DraftFight>,
    /// Parties that were saved.
    pub parties: Vec<KeptParty>,
    /// Fights that are ready to start.
    pub ready: Vec<ReadyFight>,
    /// Row that the arrows mark.
    mark: Selection<StartRow>,
    /// Error or warning to show.
    pub problem: Option<String>,
    /// Saved fight that a second press of the same key deletes.
    doomed: Option<String>,
}

impl StartScreen {
    /// Returns the key of the system of the last fight, or "".
    pub(crate) fn last_system(&self) -> &str {
        self.saved.first().map_or("", |last| &last.system_key)
    }

    /// Creates the list and marks the latest saved fight, otherwise the first draft or ready fight, so that Enter alone
    /// resumes or starts a fight.
    pub fn new(saved: Vec<SavedFight>, ready: Vec<ReadyFight>) -> Self {
        let mut start = Self {
            saved,
            ready,
            ..Self::default()
        };
        start.mark = Selection::at(&start.rows(), start.first());
        start
    }

    /// Adds the saved parties.
    #[must_use]
    pub fn with_parties(mut self, parties: Vec<KeptParty>) -> Self {
        self.parties = parties;
        self
    }

    /// Adds the fights in preparation.
    #[must_use]
    pub fn with_drafts(mut self, drafts: Vec<DraftFight>) -> Self {
        self.drafts = drafts;
        self.mark = Selection::at(&self.rows(), self.first());
        self
    }

    /// Shows an error below the list.
    pub(crate) fn tell(&mut self, problem: impl Into<String>) {
        self.problem = Some(problem.into());
    }

    /// Returns the contexts in which keys are looked up, innermost first.
    pub(crate) fn contexts(&self) -> &'static [Context] {
        &[Context::Start, Context::Global]
    }

    /// Returns all rows, top to bottom.
    pub(crate) fn rows(&self) -> Vec<StartRow> {
        let mut rows = Vec::new();
        if !self.saved.is_empty() {
            rows.push(StartRow::Heading("Resume"));
            rows.extend((0..self.saved.len()).map(StartRow::Saved));
        }
        if !self.drafts.is_empty() {
            rows.push(StartRow::Heading("In preparation"));
            rows.extend((0..self.drafts.len()).map(StartRow::Draft));
        }
        if !self.parties.is_empty() {
            rows.push(StartRow::Heading("Between fights"));
            rows.extend((0..self.parties.len()).map(StartRow::Party));
        }
        rows.push(StartRow::Heading("Begin"));
        rows.push(StartRow::Tutor);
        rows.push(StartRow::New);
        rows.extend((0..self.ready.len()).map(StartRow::Ready));
        rows
    }

    /// Returns the digit, 1 to 9, that begins the ready fight at a place. Only bundled fights have a digit, so that it
    /// stays the same when the GM saves encounters.
    pub(crate) fn digit(&self, place: usize) -> Option<usize> {
        let ready = self.ready.get(place).filter(|ready| !ready.own)?;
        let before = self.ready.iter().take_while(|other| *other != ready);
        let number = 1 + before.filter(|other| !other.own).count();
        (number <= 9).then_some(number)
    }

    /// Returns the marked row.
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

    /// Returns the unsaved changes of the selected party.
    fn chosen_rest(&self) -> Option<&SavedFight> {
        self.chosen_party()?.resting.as_ref()
    }

    /// Returns the index of the row to mark at the beginning.
    fn first(&self) -> usize {
        let rows = self.rows();
        let sound = |row: &StartRow| match row {
            StartRow::Saved(place) => self.saved[*place].broken.is_none(),
            StartRow::Ready(place) => self.ready[*place].mistake.is_empty(),
            StartRow::Draft(_) => true,
            StartRow::Tutor => self.saved.is_empty(),
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

    /// Returns the first row after each heading; in the last part, the first ready fight if there are ready fights.
    fn parts(&self) -> Vec<StartRow> {
        let rows = self.rows();
        let headed = rows.windows(2).filter(|pair| pair[0].is_heading());
        let mut parts: Vec<StartRow> = headed.map(|pair| pair[1]).collect();
        if let (Some(last @ StartRow::Tutor), false) = (parts.last_mut(), self.ready.is_empty()) {
            *last = StartRow::Ready(0);
        }
        parts
    }

    /// Moves to the next part, or with -1 to the previous part, wrapping around.
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

    /// Moves to the ready fights; from there, to the next part.
    fn step_to_ready(&mut self) {
        match self.chosen() {
            Some(StartRow::Ready(_)) => self.step_part(1),
            _ if !self.ready.is_empty() => self.go_to(StartRow::Ready(0)),
            _ => {}
        }
    }

    /// Marks the ready fight that was only viewed; a changed fight is a draft, which is marked by default.
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

/// Describes the error that prevents a fight of the GM from starting, and how to see all errors.
fn mistaken(ready: &ReadyFight) -> String {
    format!("{}: `affray check` lists all errors", ready.mistake)
}
