//! Keeps the state of the set-up screen: system, options, sides and combatants. The set-up may be invalid until the
//! fight begins.

pub(crate) mod draw;
mod edit_row;
mod foreseen;
pub mod forms;
mod keys;
mod people;
mod sheet;

use self::foreseen::{Foresight, Found, Search};
use self::forms::{RowErrand, RowForm};
use self::people::{after, alike, other};
use super::ask::Asked;
use super::ask::own_form::Led;
use super::edit::Edit;
use super::finder::{Finder, has_dice};
use super::keymap::Context;
use super::palette::Palette;
use super::selection::{ListRow, Selection};
use crate::compendium::{Compendium, Party};
use crate::encounter::{Encounter, Roller, Timing};
use crate::rules::schedule::FARTHEST;
use crate::setup::{Count, HitPoints, Newcomer, Setup, SideSetup, left_behind};
use crate::store::{Library, Settings, SetupDraft};
use crate::values::{FieldSpec, Record, Spec, Value};

pub use self::people::called;

/// Row of the set-up screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupRow {
    /// Title of the fight.
    Title,
    System,
    /// Heading of the sides, read-only.
    Sides,
    Side(usize),
    Newcomer(usize),
    NewSide,
    /// Heading of planned events, read-only.
    Later,
    /// Event that is planned.
    Event(usize),
    /// Row to add a planned event.
    NewEvent,
    /// Heading of the options, read-only.
    Options,
    /// Roller of dice without an owner.
    Nobody,
    /// Option of the system.
    Option(usize),
}

impl ListRow for SetupRow {
    type Key = Self;

    fn key(&self) -> Self {
        *self
    }

    fn is_heading(&self) -> bool {
        matches!(self, SetupRow::Sides | SetupRow::Later | SetupRow::Options)
    }
}

pub struct SetupScreen {
    /// Contents of the set-up.
    pub setup: Setup,
    /// Row that the arrows mark.
    pub mark: Selection<SetupRow>,
    /// Title while it is edited.
    pub title: Option<Edit>,
    /// Finder while it is open.
    pub finder: Option<Finder>,
    /// Form over a row.
    pub form: Option<RowForm>,
    /// Errors of the last action.
    pub problems: Vec<String>,
    /// Message about a change that the rows do not show.
    pub said: Option<String>,
    /// Set-up as it was last saved.
    pub(crate) kept: Option<Setup>,
    /// Name of the draft file, and its contents.
    pub(crate) draft: Option<(String, Setup)>,
    /// Stored form of the draft.
    pub(super) draft_form: String,
    /// True if the draft exists only because of that form.
    pub(super) only_form: bool,
    /// Odds of the fight.
    pub(crate) foresight: Foresight,
    /// Earlier states, for undo.
    earlier: Vec<Setup>,
    later: Vec<Setup>,
    /// Empty encounter for filling forms.
    empty: Encounter,
}

impl SetupScreen {
    /// Creates a set-up with two empty sides and the GM's settings for dice.
    pub fn new(system: &str, settings: &Settings) -> Self {
        let mut setup = Setup::new(system);
        setup.sides = vec![
            SideSetup {
                name: "Heroes".to_owned(),
                players: true,
                ..SideSetup::default()
            },
            SideSetup {
                name: "Foes".to_owned(),
                players: false,
                ..SideSetup::default()
            },
        ];
        settings.give_dice(&mut setup);
        Self::from(setup)
    }

    /// Creates a fight of the system in the settings, else of the system that was used last, else of the first system.
    pub(crate) fn of_choice(library: &Library, last_system: &str) -> Self {
        let (settings, _) = library.settings();
        let systems = library.systems();
        let known = |key: &str| systems.iter().find(|system| system.key() == key);
        let system = known(&settings.system).or_else(|| known(last_system));
        let key = system.or(systems.first()).map_or("", |system| system.key());
        Self::new(key, &settings)
    }

    /// Creates a set-up of a system with a party on the players' side.
    pub(crate) fn gathering(library: &Library, system: &str, party: &str) -> Self {
        let (settings, _) = library.settings();
        let mut screen = Self::new(system, &settings);
        let side = screen.setup.sides.first().map(|side| side.name.clone());
        if let (Some(compendium), Some(side)) = (library.compendium(system), side)
            && let Ok(party) = compendium.party(party)
        {
            screen.join_party(party, &side, compendium);
        }
        screen
    }

    /// Creates the screen for an existing set-up.
    pub fn from(setup: Setup) -> Self {
        Self {
            empty: Encounter::default(),
            setup,
            // Marks the first side, or else another row.
            mark: Selection::at(&[SetupRow::Side(0)], 0),
            title: None,
            finder: None,
            form: None,
            problems: Vec::new(),
            said: None,
            kept: None,
            draft: None,
            draft_form: String::new(),
            only_form: false,
            foresight: Foresight::default(),
            earlier: Vec::new(),
            later: Vec::new(),
        }
    }

    /// Returns the encounter for filling forms.
    pub(crate) fn nobody(&self) -> &Encounter {
        &self.empty
    }

    /// Returns `true` if typed characters are text.
    pub(crate) fn takes_words(&self) -> bool {
        let in_form = self
            .prompt()
            .is_some_and(|(prompt, ask)| ask.takes_words(Asked::Prompt(prompt)));
        self.title.is_some() || self.finder.is_some() || in_form
    }

    /// Empties the field of the title or of a search, so that the next text replaces the old text.
    pub(crate) fn empty_field(&mut self) {
        if let Some(title) = &mut self.title {
            title.clear();
        } else if let Some(finder) = &mut self.finder {
            finder.clear();
        }
    }

    /// Returns the contexts in which keys are looked up, innermost first.
    pub(crate) fn contexts(&self) -> Vec<Context> {
        if self.finder.is_some() && self.form.is_none() && self.title.is_none() {
            return vec![Context::Add, Context::Text, Context::Edit, Context::Global];
        }
        if self.takes_words() {
            let inner = if self.form.is_some() {
                Context::Form
            } else {
                Context::Text
            };
            return vec![Context::Text, Context::Edit, inner, Context::Global];
        }
        match self.prompt() {
            Some((_, ask)) => [ask.field_contexts(), &[Context::Form, Context::Global]].concat(),
            None => vec![Context::Setup, Context::Global],
        }
    }

    /// Returns all rows, top to bottom.
    pub fn rows(&self, compendium: &Compendium) -> Vec<SetupRow> {
        let mut rows = vec![SetupRow::Title, SetupRow::System, SetupRow::Sides];
        let on = |side: &SideSetup, newcomer: &Newcomer| newcomer.side == side.name;
        for (number, side) in self.setup.sides.iter().enumerate() {
            rows.push(SetupRow::Side(number));
            let members = self.setup.combatants.iter().enumerate();
            rows.extend(
                members
                    .filter(|(_, newcomer)| on(side, newcomer))
                    .map(|(place, _)| SetupRow::Newcomer(place)),
            );
        }
        // Combatants without a side are shown too.
        for (place, newcomer) in self.setup.combatants.iter().enumerate() {
            if !self.setup.sides.iter().any(|side| on(side, newcomer)) {
                rows.push(SetupRow::Newcomer(place));
            }
        }
        rows.extend([SetupRow::NewSide, SetupRow::Later]);
        rows.extend((0..self.setup.events.len()).map(SetupRow::Event));
        rows.extend([SetupRow::NewEvent, SetupRow::Options, SetupRow::Nobody]);
        rows.extend((0..compendium.schema.options.len()).map(SetupRow::Option));
        rows
    }

    /// Returns the marked row.
    pub(crate) fn here(&self, compendium: &Compendium) -> SetupRow {
        let rows = self.rows(compendium);
        self.mark.row(&rows).copied().unwrap_or(SetupRow::Title)
    }

    /// Moves the mark, skipping headings.
    pub(crate) fn step(&mut self, by: isize, compendium: &Compendium) {
        self.problems.clear();
        self.said = None;
        let rows = self.rows(compendium);
        self.mark.step(&rows, by);
    }

    /// Marks a combatant's row.
    pub(in crate::ui) fn mark_newcomer(&mut self, place: usize, compendium: &Compendium) {
        let rows = self.rows(compendium);
        let row = rows
            .iter()
            .position(|row| *row == SetupRow::Newcomer(place));
        if let Some(row) = row {
            self.mark.put(&rows, row);
        }
    }

    /// Updates the mark after rows were added or removed.
    pub(crate) fn keep_selected(&mut self, compendium: &Compendium) {
        let rows = self.rows(compendium);
        self.mark.keep_selected(&rows);
    }

    /// Changes the set-up, so that it can be undone.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Setup)) {
        let before = self.setup.clone();
        change(&mut self.setup);
        self.setup.cut();
        if self.setup != before {
            self.earlier.push(before);
            self.later.clear();
            self.problems.clear();
            self.said = None;
        }
    }

    /// Updates the odds for the current set-up; called before each frame.
    pub(crate) fn foresee(&mut self, compendium: &Compendium) {
        self.foresight.follow(&self.setup, compendium);
        let Some(mut search) = self.foresight.search.take() else {
            return;
        };
        match search.go_on(compendium) {
            Ok(Found::NotYet) => self.foresight.search = Some(search),
            Ok(Found::Number(number, share)) => {
                self.change(|setup| search.put(setup, number));
                self.said = Some(format!(
                    "with {number}, the fight is closest to even: the players win {}",
                    share.whole_text()
                ));
                // The frame shows the odds of the new number.
                self.foresight.follow(&self.setup, compendium);
            }
            Err(why) => self.problems = vec![why],
        }
    }

    /// Starts to search the number of the marked combatant that makes the fight even.
    pub(crate) fn seek_even(&mut self, compendium: &Compendium) {
        let found = match self.here(compendium) {
            SetupRow::Newcomer(place) => Search::begin(&self.setup, place, compendium),
            _ => Err("select a combatant to find the number that makes the fight even".to_owned()),
        };
        match found {
            Ok(search) => {
                self.problems.clear();
                self.foresight.search = Some(search);
            }
            Err(why) => self.problems = vec![why],
        }
    }

    /// Restores a draft from its file.
    pub(crate) fn gone_on_with(draft: SetupDraft, library: &Library) -> Self {
        let mut screen = Self {
            draft: Some((draft.name, draft.setup.clone())),
            ..Self::from(draft.setup)
        };
        if let Some(compendium) = library.compendium(&screen.setup.system) {
            screen.fill_in(&draft.form, compendium);
        }
        screen.draft_form = draft.form;
        screen
    }

    /// Saves the draft, so that nothing is lost if the program ends.
    pub(crate) fn keep_draft(&mut self, library: &Library) {
        let form = self.form_text();
        let is_kept = self
            .draft
            .as_ref()
            .is_some_and(|(_, kept)| *kept == self.setup);
        if !is_kept && (self.has_unkept() || !form.is_empty()) {
            self.only_form = self.draft.is_none() && !self.has_unkept();
            let name = self.draft.as_ref().map(|(name, _)| name.as_str());
            match library.keep_draft(name, &self.setup) {
                Ok(Some(name)) => self.draft = Some((name, self.setup.clone())),
                Ok(None) => {}
                Err(why) => self.problems = vec![format!("{why:#}")],
            }
        }
        if let Some((name, _)) = self.draft.as_ref().filter(|_| self.draft_form != form) {
            if let Err(why) = library.keep_draft_form(name, &form) {
                self.problems = vec![format!("{why:#}")];
            }
            self.draft_form = form;
        }
        if self.only_form && self.draft_form.is_empty() {
            self.drop_draft(library);
        }
    }

    /// Deletes the draft of a fight without title, combatants and events, because the GM leaves the set-up.
    pub(super) fn drop_empty_draft(&mut self, library: &Library) {
        let Setup {
            title,
            combatants,
            notes,
            events,
            ..
        } = &self.setup;
        if title.is_empty() && combatants.is_empty() && notes.is_empty() && events.is_empty() {
            self.drop_draft(library);
            // Without earlier states there is nothing to save as a draft.
            self.earlier.clear();
        }
    }

    /// Deletes the draft, because the fight has started or was saved elsewhere.
    pub(crate) fn drop_draft(&mut self, library: &Library) {
        self.draft_form.clear();
        if let Some((name, _)) = self.draft.take()
            && let Err(why) = library.drop_draft(&name)
        {
            self.problems = vec![format!("{why:#}")];
        }
    }

    /// Returns `true` if leaving would discard changes.
    pub(crate) fn has_unkept(&self) -> bool {
        let is_draft = self
            .draft
            .as_ref()
            .is_some_and(|(_, kept)| *kept != self.setup);
        let is_new = self.draft.is_none() && !self.earlier.is_empty();
        (is_new || is_draft) && self.kept.as_ref() != Some(&self.setup)
    }

    /// Undoes the last change.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(before) = self.earlier.pop() else {
            return false;
        };
        self.later.push(std::mem::replace(&mut self.setup, before));
        true
    }

    pub(crate) fn redo(&mut self) -> bool {
        let Some(after) = self.later.pop() else {
            return false;
        };
        self.earlier.push(std::mem::replace(&mut self.setup, after));
        true
    }

    /// Opens the finder for combatants of the marked side.
    pub(crate) fn look_for(&mut self, compendium: &Compendium) {
        let side = match self.here(compendium) {
            SetupRow::Side(side) => side,
            SetupRow::Newcomer(place) => self.side_of(place),
            _ => self.next_side(),
        };
        let sides = self
            .setup
            .sides
            .iter()
            .map(|side| side.name.clone())
            .collect();
        self.problems.clear();
        self.finder = Some(Finder::new(sides, side));
    }

    /// Returns the side that combatants are added to when no side is selected: the players' side while that side is
    /// empty, then the first other side.
    fn next_side(&self) -> usize {
        let sides = &self.setup.sides;
        let is_empty = |side: &SideSetup| {
            let mut all = self.setup.combatants.iter();
            all.all(|one| one.side != side.name)
        };
        let players = sides.iter().position(|side| side.players && is_empty(side));
        let others = || sides.iter().position(|side| !side.players);
        players.or_else(others).unwrap_or(0)
    }

    /// Updates the matches of the finder. A party is offered without typing if the players' side is next and has no
    /// party. A second party must be searched by letters.
    pub(crate) fn follow(&mut self, compendium: &Compendium, palette: &mut Palette) {
        let Some(finder) = &mut self.finder else {
            return;
        };
        let side = self.setup.sides.get(finder.side);
        let parties = compendium.parties.iter().enumerate();
        let is_along = self
            .setup
            .combatants
            .iter()
            .any(|one| !one.party.is_empty());
        let welcome =
            side.is_some_and(|side| side.players) && !(is_along && finder.line.is_empty());
        let open = parties.filter(|(_, party)| welcome && !self.setup.has_party(party));
        finder.parties = open.map(|(place, _)| place).collect();
        finder.follow(compendium, palette);
    }

    /// Adds the marked party to the side, with all its members who can fight.
    pub(crate) fn take_along(&mut self, compendium: &Compendium) {
        let found = self.finder.as_ref().and_then(|finder| {
            let party = compendium.parties.get(finder.party()?)?;
            Some((party, self.setup.sides.get(finder.side)?.name.clone()))
        });
        if let Some((party, side)) = found {
            self.join_party(party, &side, compendium);
            if let Some(finder) = &mut self.finder {
                finder.clear();
            }
        }
    }

    /// Adds a party to a side, with all its members who can fight.
    pub(crate) fn join_party(&mut self, party: &Party, side: &str, compendium: &Compendium) {
        self.change(|setup| setup.take_along(party, side, compendium));
        let lost = left_behind(party, compendium);
        self.said = lost.or(self.said.take());
    }

    fn side_of(&self, place: usize) -> usize {
        let name = self.setup.combatants.get(place).map(|one| &one.side);
        self.setup
            .sides
            .iter()
            .position(|side| Some(&side.name) == name)
            .unwrap_or(0)
    }

    /// Adds a combatant, and groups equal combatants with a count.
    pub(crate) fn add(&mut self, newcomer: Newcomer, compendium: &Compendium) {
        let same = self.setup.combatants.iter();
        let same = same.enumerate().find(|(_, one)| alike(one, &newcomer));
        let is_fixed = |count: &Count| matches!(count, Count::Fixed(_));
        let same = same.filter(|(_, one)| is_fixed(&one.count) && is_fixed(&newcomer.count));
        let place = same.map_or(self.setup.combatants.len(), |(place, _)| place);
        self.change(
            |setup| match (setup.combatants.get_mut(place), &newcomer.count) {
                (Some(one), Count::Fixed(more)) => {
                    if let Count::Fixed(here) = &mut one.count {
                        *here = here.saturating_add(*more).min(999);
                    }
                }
                _ => setup.combatants.push(newcomer),
            },
        );
        // The new combatant is marked, so that the next key applies to it.
        self.mark_newcomer(place, compendium);
    }

    /// Increases or decreases the number of combatants, or selects the next or previous value.
    pub(crate) fn more(&mut self, by: i64, compendia: &[&Compendium], compendium: &Compendium) {
        match self.here(compendium) {
            SetupRow::System => self.next_system(by, compendia),
            SetupRow::Newcomer(place) => self.change(|setup| {
                if let Some(one) = setup.combatants.get_mut(place)
                    && let Count::Fixed(count) = one.count
                {
                    let count = i64::from(count).saturating_add(by).clamp(1, 999);
                    one.count = Count::Fixed(u32::try_from(count).unwrap_or(1));
                }
            }),
            SetupRow::Option(place) => {
                if let Some(spec) = compendium.schema.options.get(place) {
                    let value = next_value(spec, &self.option(spec), by);
                    self.set_option(spec, value);
                }
            }
            SetupRow::Event(place) => self.change(|setup| {
                if let Some(Timing::Round(round)) =
                    setup.events.get_mut(place).map(|one| &mut one.at)
                {
                    let other = i64::from(*round).saturating_add(by);
                    let other = other.clamp(1, i64::from(FARTHEST));
                    *round = u32::try_from(other).unwrap_or(1);
                }
            }),
            SetupRow::Side(_) | SetupRow::Nobody => self.who_rolls(compendium),
            _ => {}
        }
    }

    fn next_system(&mut self, by: i64, compendia: &[&Compendium]) {
        if !self.setup.combatants.is_empty() {
            self.problems = vec![
                "the combatants have sheets of this system: remove them first, or start a new set-up"
                    .to_owned(),
            ];
            return;
        }
        let here = compendia
            .iter()
            .position(|compendium| compendium.key() == self.setup.system)
            .unwrap_or(0);
        let count = i64::try_from(compendia.len()).unwrap_or(1).max(1);
        let next = (here as i64 + by).rem_euclid(count);
        if let Some(compendium) = usize::try_from(next)
            .ok()
            .and_then(|next| compendia.get(next))
        {
            let key = compendium.key().to_owned();
            self.change(|setup| {
                setup.system = key;
                setup.options = Record::new();
            });
        }
    }

    /// Returns the current value of an option.
    pub(crate) fn option(&self, spec: &FieldSpec) -> Value {
        let own = self.setup.options.get(&spec.key);
        let value = own.or(spec.default.as_ref()).cloned();
        value.unwrap_or(Value::Flag(false))
    }

    /// Sets an option of the fight; a value equal to the default is removed.
    pub(crate) fn set_option(&mut self, spec: &FieldSpec, value: Value) {
        let spec = spec.clone();
        self.change(|setup| {
            if Some(&value) == spec.default.as_ref() {
                setup.options.unset(&spec.key);
            } else {
                setup.options.set(&spec.key, value);
            }
        });
    }

    /// Opens the form for the arrival of the marked combatant; otherwise for another planned event.
    pub(crate) fn plan(&mut self, compendium: &Compendium) {
        let errand = match self.here(compendium) {
            SetupRow::Newcomer(place) => RowErrand::Coming(place),
            SetupRow::Event(place) => RowErrand::Event(place),
            _ => RowErrand::NewEvent,
        };
        self.edit(errand, compendium);
    }

    /// Handles Space on a row: switches "hidden", "players" or an option on or off.
    pub(crate) fn toggle(&mut self, compendium: &Compendium) {
        match self.here(compendium) {
            SetupRow::Newcomer(place) => self.change(|setup| {
                if let Some(one) = setup.combatants.get_mut(place) {
                    one.hidden = !one.hidden;
                }
            }),
            SetupRow::Side(place) => self.change(|setup| {
                if let Some(side) = setup.sides.get_mut(place) {
                    side.players = !side.players;
                }
            }),
            SetupRow::Event(place) => self.change(|setup| {
                if let Some(event) = setup.events.get_mut(place) {
                    event.hidden = !event.hidden;
                }
            }),
            SetupRow::Option(_) | SetupRow::Nobody => self.more(1, &[], compendium),
            _ => {}
        }
    }

    /// Switches the roller of the row.
    pub(crate) fn who_rolls(&mut self, compendium: &Compendium) {
        let here = self.here(compendium);
        self.change(|setup| match here {
            SetupRow::Side(place) => {
                if let Some(side) = setup.sides.get_mut(place) {
                    side.rolls = Some(other(side.throws()));
                }
            }
            SetupRow::Newcomer(place) => {
                if let Some(one) = setup.combatants.get_mut(place) {
                    one.rolls = match one.rolls {
                        None => Some(Roller::Typed),
                        Some(Roller::Typed) => Some(Roller::Rolled),
                        Some(Roller::Rolled) => None,
                    };
                }
            }
            SetupRow::Nobody => setup.environment_roller = Some(other(setup.environment_roller())),
            _ => {}
        });
    }

    /// Switches the control of the row to the next control.
    pub(crate) fn who_decides(&mut self, compendium: &Compendium) {
        let here = self.here(compendium);
        self.change(|setup| match here {
            SetupRow::Side(place) => {
                if let Some(side) = setup.sides.get_mut(place) {
                    side.control = after(side.control);
                }
            }
            SetupRow::Newcomer(place) => {
                if let Some(one) = setup.combatants.get_mut(place) {
                    one.control = after(Led::from(one.control)).control();
                }
            }
            _ => {}
        });
    }

    /// Returns `true` if the hit points of a combatant can be rolled.
    fn has_hit_dice(one: &Newcomer, compendium: &Compendium) -> bool {
        let creature = one.creature(compendium).ok().flatten();
        creature.is_some_and(|creature| has_dice(compendium, creature))
    }

    /// Switches the hit points: sheet, rolled, average, maximum.
    pub(crate) fn hit_points(&mut self, compendium: &Compendium) {
        let SetupRow::Newcomer(place) = self.here(compendium) else {
            return;
        };
        let Some(one) = self.setup.combatants.get(place) else {
            return;
        };
        if !Self::has_hit_dice(one, compendium) {
            self.problems = vec![format!(
                "{} has no hit dice: press Enter to set hit points",
                called(one)
            )];
            return;
        }
        self.change(|setup| {
            if let Some(one) = setup.combatants.get_mut(place) {
                one.hit_points = match &one.hit_points {
                    HitPoints::Sheet | HitPoints::Fixed(_) => HitPoints::Rolled(None),
                    HitPoints::Rolled(_) => HitPoints::Average(None),
                    HitPoints::Average(_) => HitPoints::Maximum(None),
                    HitPoints::Maximum(_) => HitPoints::Sheet,
                };
            }
        });
    }

    /// Removes the marked row: a combatant, a planned event, or an empty side that nothing depends on.
    pub(crate) fn remove(&mut self, compendium: &Compendium) {
        match self.here(compendium) {
            SetupRow::Newcomer(place) => {
                let side = self.setup.combatants[place].side.clone();
                self.change(|setup| {
                    setup.combatants.remove(place);
                });
                self.mark_member(&side, place, compendium);
            }
            SetupRow::Event(place) => self.change(|setup| {
                setup.events.remove(place);
            }),
            SetupRow::Side(place) => {
                let name = self.setup.sides[place].name.clone();
                let coming = self
                    .setup
                    .combatants
                    .iter()
                    .filter_map(|one| one.at.as_ref());
                let events = self.setup.events.iter().map(|event| &event.at);
                let half = Timing::HalfDown(name.clone());
                if self.setup.combatants.iter().any(|one| one.side == name) {
                    self.problems = vec![format!("{name} has members: remove them first")];
                } else if coming.chain(events).any(|at| *at == half) {
                    let why = format!(
                        "an event or arrival happens {}: change its time first",
                        half.told()
                    );
                    self.problems = vec![why];
                } else {
                    self.change(|setup| {
                        setup.sides.remove(place);
                    });
                }
            }
            _ => {}
        }
    }

    /// Marks the member of a side at this index or after it, otherwise the last member, otherwise the side.
    fn mark_member(&mut self, side: &str, place: usize, compendium: &Compendium) {
        let members = self.setup.combatants.iter().enumerate();
        let mut members = members.filter(|(_, one)| one.side == side);
        let next = members.clone().find(|(member, _)| *member >= place);
        let member = next
            .or_else(|| members.next_back())
            .map(|(member, _)| member);
        let of_side = |one: &SideSetup| one.name == side;
        let row = match (member, self.setup.sides.iter().position(of_side)) {
            (Some(member), _) => SetupRow::Newcomer(member),
            (None, Some(side)) => SetupRow::Side(side),
            (None, None) => return,
        };
        let rows = self.rows(compendium);
        if let Some(place) = rows.iter().position(|one| *one == row) {
            self.mark.put(&rows, place);
        }
    }
}

/// Returns the next or previous value of an option.
fn next_value(spec: &FieldSpec, value: &Value, by: i64) -> Value {
    match (&spec.kind, value) {
        (Spec::Flag, Value::Flag(on)) => Value::Flag(!on),
        (Spec::Int(least, most), Value::Int(n)) => {
            Value::Int(n.saturating_add(by).clamp(*least, *most))
        }
        (Spec::Word(words), Value::Word(word)) if !words.is_empty() => {
            let count = words.len() as i64;
            let here = words.iter().position(|one| one == word).unwrap_or(0) as i64;
            let next = usize::try_from((here + by).rem_euclid(count)).unwrap_or(0);
            Value::Word(words[next].clone())
        }
        (_, value) => value.clone(),
    }
}
