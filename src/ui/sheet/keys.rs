//! Keys on a sheet, in a fight and in a set-up.

use anyhow::Result;

use super::value::changed;
use super::{RowTarget, SheetOverlay, SheetRow, Subject, entries, rows};
use crate::compendium::Compendium;
use crate::encounter::Event;
use crate::session::Input;
use crate::store::Library;
use crate::text::{agree, listed};
use crate::ui::app::{App, Screen};
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;
use crate::values::Id;

impl App {
    /// Shows a combatant's sheet.
    pub(crate) fn open_sheet(&mut self, who: Id) {
        if self.fight().is_some() {
            self.show_sheet(Subject::Combatant(who));
        }
    }

    pub(in crate::ui) fn show_sheet(&mut self, of: Subject) {
        let rows = self.rows_of(of);
        let mut sheet = SheetOverlay::new(of, &rows);
        sheet.object(self);
        self.overlay = Overlay::Sheet(Box::new(sheet));
    }

    /// Returns the rows of a sheet; an empty list if the combatant does not exist.
    fn rows_of(&self, of: Subject) -> Vec<SheetRow> {
        match (of, &self.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                rows(fight.now(), fight.compendium.schema, who)
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let compendium = self.library.compendium(&screen.setup.system);
                compendium.map_or_else(Vec::new, |one| screen.sheet_rows(place, one))
            }
            _ => Vec::new(),
        }
    }
}

impl SheetOverlay {
    /// Reports on a sheet of the set-up why a combatant cannot fight with it, after each change.
    fn object(&mut self, app: &App) {
        if let Screen::Setup(screen) = &app.screen {
            let compendium = app.library.compendium(&screen.setup.system);
            self.problem = compendium.and_then(|one| screen.objection(self.of, one));
        }
    }

    /// Handles a typed character, of which the first starts the new value of the row.
    pub(in crate::ui) fn type_char(&mut self, c: char, app: &mut App) {
        if let Some(search) = &mut self.search {
            search.insert(c);
            return self.find(0, &app.rows_of(self.of));
        }
        if let Some(edit) = &mut self.edit {
            if std::mem::take(&mut self.replaces) {
                edit.clear();
            }
            edit.insert(c);
        } else if let Some(row) = self.mark.row(&app.rows_of(self.of)) {
            let mut edit = Edit::default();
            if row.target == RowTarget::Notes && !row.value.is_empty() {
                edit.set(&row.value);
                edit.insert(' ');
            }
            edit.insert(c);
            self.edit = Some(edit);
            self.problem = None;
        }
        self.follow_name(app);
    }

    /// Starts to change a row: yes becomes no at once, other values are typed.
    fn open_row(&mut self, row: &SheetRow, next: Option<String>, app: &mut App) {
        match (&row.target, next) {
            (_, Some(next)) if matches!(row.value.as_str(), "yes" | "no") => {
                self.keep_value(row, &next, None, None, app);
            }
            (RowTarget::OneMore(list, _), _) if !entries::has_names(list) => {
                self.keep_value(row, "", None, None, app);
            }
            _ => {
                let mut edit = Edit::default();
                edit.set(if row.value == "-" { "" } else { &row.value });
                self.edit = Some(edit);
                self.replaces = row.is_typed_anew();
                self.follow_name(app);
            }
        }
    }

    /// Handles a key and returns the overlay that replaces this page, if any.
    pub(in crate::ui) fn update(&mut self, action: KeyAction, app: &mut App) -> Option<Overlay> {
        let all = app.rows_of(self.of);
        self.keep_selected(&all);
        let Some(row) = self.mark.row(&all).cloned() else {
            return Some(Overlay::None);
        };
        if let Some(search) = &mut self.search {
            match action {
                KeyAction::Back | KeyAction::Accept | KeyAction::Complete => self.search = None,
                KeyAction::Up => self.find(-1, &all),
                KeyAction::Down => self.find(1, &all),
                action => {
                    if search.apply(action) {
                        self.find(0, &all);
                    }
                }
            }
            return None;
        }
        let sides = app.screen.fight().map_or_else(Vec::new, Fight::sides);
        let height = isize::try_from(app.area.height.saturating_sub(6).max(1)).unwrap_or(1);
        let names_one = self.edit.is_some() && matches!(row.target, RowTarget::OneMore(..));
        let told = self.problem.take();
        self.replaces = false;
        match action {
            KeyAction::Search if self.edit.is_none() => self.search = Some(Edit::default()),
            KeyAction::Back if self.edit.is_some() => self.edit = None,
            KeyAction::Back => return Some(Overlay::None),
            KeyAction::Up if names_one => self.chosen.turn(&self.fitting, -1),
            KeyAction::Down if names_one => self.chosen.turn(&self.fitting, 1),
            KeyAction::Complete if names_one => {
                let one = self.chosen.row(&self.fitting).or(self.fitting.first());
                if let (Some(one), Some(edit)) = (one, &mut self.edit) {
                    let before = self.before.iter();
                    let names: Vec<&str> = before.chain([one]).map(|one| &*one.name).collect();
                    edit.set(&names.join(", "));
                }
                self.follow_name(app);
            }
            KeyAction::Up => self.step(-1, &all),
            KeyAction::Down | KeyAction::Complete => self.step(1, &all),
            KeyAction::PageUp => self.step(-height, &all),
            KeyAction::PageDown => self.step(height, &all),
            KeyAction::First => self.step(-100_000, &all),
            KeyAction::Last => self.step(100_000, &all),
            KeyAction::NextCombatant => self.next_sheet(1, app),
            KeyAction::PreviousCombatant => self.next_sheet(-1, app),
            KeyAction::Accept | KeyAction::Toggle => match self.edit.take() {
                Some(edit) if names_one => {
                    let (names, own) = self.added();
                    let unknown = self.unknown(&row, &own, app);
                    if let (Some(why), false) = (&unknown, self.before.is_empty()) {
                        let it = agree(own.len(), "it alone", "each alone");
                        self.problem = Some(format!(
                            "{why}: nothing is added. Correct the name, or add {it} as a new entry"
                        ));
                        self.edit = Some(edit);
                        return None;
                    }
                    self.keep_value(&row, &names, Some(edit), told, app);
                    let is_added = self.edit.is_none() && self.problem.is_none();
                    if let (true, Some(why)) = (is_added, unknown) {
                        self.problem = Some(format!("{why}: fill in the values"));
                    }
                }
                Some(edit) => {
                    let text = edit.value().to_owned();
                    self.keep_value(&row, &text, Some(edit), told, app);
                }
                None => self.open_row(&row, row.step(&sides, 1), app),
            },
            KeyAction::More | KeyAction::Less => {
                let by = if action == KeyAction::More { 1 } else { -1 };
                if let Some(next) = row.step(&sides, by) {
                    self.keep_value(&row, &next, None, told, app);
                }
            }
            KeyAction::Remove => self.remove_entry(&row, app),
            KeyAction::Undo | KeyAction::Redo => match &mut app.screen {
                Screen::Fight(fight) if action == KeyAction::Undo => fight.undo(),
                Screen::Fight(fight) => fight.redo(),
                Screen::Setup(screen) if action == KeyAction::Undo => drop(screen.undo()),
                Screen::Setup(screen) => drop(screen.redo()),
                Screen::Start(_) => {}
            },
            KeyAction::PlayerView => {
                if let (Subject::Combatant(who), Screen::Fight(fight)) = (self.of, &mut app.screen)
                {
                    fight.reveal(who);
                }
            }
            action => {
                if let Some(edit) = &mut self.edit {
                    edit.apply(action);
                    self.follow_name(app);
                }
            }
        }
        None
    }

    /// Finds the library entries that match the typed names of new entries.
    fn follow_name(&mut self, app: &mut App) {
        let all = app.rows_of(self.of);
        let palette = &mut app.palette;
        let found = match (
            self.mark.row(&all).map(|row| &row.target),
            &self.edit,
            library_of(&app.screen, &app.library),
        ) {
            (Some(RowTarget::OneMore(list, path)), Some(edit), Some(compendium)) => {
                let known = compendium.entries(path);
                let mut parts = entries::parts(edit.value(), &known);
                let last = parts.pop().unwrap_or_default();
                let mut offered = |typed: &str| entries::offered(typed, list, &known, palette);
                let parts = parts.into_iter().filter(|part| !part.is_empty());
                let before: Vec<_> = parts.filter_map(|part| first(offered(part))).collect();
                (before, offered(last), !last.is_empty())
            }
            _ => (Vec::new(), Vec::new(), false),
        };
        let typed;
        (self.before, self.fitting, typed) = found;
        self.chosen.clear();
        if typed {
            self.chosen.put(&self.fitting, 0);
        }
    }

    /// Returns the error for new entries that are not in the library; `None` if the library has no entries for the list.
    fn unknown(&self, row: &SheetRow, own: &[String], app: &App) -> Option<String> {
        let RowTarget::OneMore(list, path) = &row.target else {
            return None;
        };
        let has_entries = library_of(&app.screen, &app.library)
            .is_some_and(|library| !library.entries(path).is_empty());
        (has_entries && !own.is_empty()).then(|| {
            let is = agree(own.len(), "is", "are");
            format!("{} {is} not in the library of {}", listed(own), list.label)
        })
    }

    /// Shows the sheet of the next or previous combatant.
    fn next_sheet(&mut self, by: isize, app: &mut App) {
        self.edit = None;
        match (&mut self.of, &mut app.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                fight.select_one(*who);
                fight.select(by);
                *who = fight.selected().unwrap_or(*who);
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let count = screen.setup.combatants.len().max(1);
                let next = place.checked_add_signed(by).unwrap_or(count - 1);
                *place = if next < count { next } else { 0 };
                if let Some(compendium) = app.library.compendium(&screen.setup.system) {
                    screen.mark_newcomer(*place, compendium);
                }
            }
            _ => {}
        }
    }

    /// Puts a value into a row; a refused value stays in the field. Refuses a counter above its maximum the first time,
    /// and accepts it if `told`, the previous error, is the same.
    fn keep_value(
        &mut self,
        row: &SheetRow,
        text: &str,
        edit: Option<Edit>,
        told: Option<String>,
        app: &mut App,
    ) {
        let kept = match (self.of, &mut app.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                let event = fight.row_event(who, row, text);
                event.and_then(|event| {
                    let above = event.as_ref().and_then(|event| fight.above_maximum(event));
                    let above =
                        above.map(|above| format!("{above}: press the same key again to set it"));
                    match above {
                        Some(above) if told.as_ref() != Some(&above) => anyhow::bail!(above),
                        _ => correct(fight, event),
                    }
                })
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let compendium = app.library.compendium(&screen.setup.system);
                compendium.map_or(Ok(()), |one| screen.keep_value(place, row, text, one))
            }
            _ => Ok(()),
        };
        if let Err(why) = kept {
            self.problem = Some(format!("{why:#}"));
            self.edit = edit;
        } else {
            self.object(app);
        }
    }

    /// Removes the entry of the row from its list.
    fn remove_entry(&mut self, row: &SheetRow, app: &mut App) {
        let entry = row.field().and_then(|(_, path)| entries::entry_of(path));
        let Some((list, nth)) = entry else {
            let why = "only list entries can be removed";
            self.problem = Some(why.to_owned());
            return;
        };
        let kept = match (self.of, &mut app.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                let now = fight.now();
                let less = entries::one_less(&now.get(who).sheet, list, nth);
                let label = fight.compendium.schema.fields.at(list);
                let label = label.map_or_else(|_| list.to_owned(), |spec| spec.label.clone());
                let event = less.map(|less| changed(now, who, &label, list, Some(less)));
                correct(fight, event)
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let compendium = app.library.compendium(&screen.setup.system);
                compendium.map_or(Ok(()), |one| screen.remove_entry(place, list, nth, one))
            }
            _ => Ok(()),
        };
        match kept {
            Err(why) => self.problem = Some(format!("{why:#}")),
            Ok(()) => self.object(app),
        }
    }
}

/// Returns the library of a screen's system.
fn library_of<'a>(screen: &'a Screen, library: &'a Library) -> Option<&'a Compendium> {
    match screen {
        Screen::Fight(fight) => Some(&fight.compendium),
        Screen::Setup(screen) => library.compendium(&screen.setup.system),
        Screen::Start(_) => None,
    }
}

fn first(offered: Vec<entries::Offered>) -> Option<entries::Offered> {
    offered.into_iter().next()
}

/// Applies a correction of the GM to a sheet.
fn correct(fight: &mut Fight, event: Option<Event>) -> Result<()> {
    if let Some(event) = event
        && !fight.input(Input::Correct(vec![event]))
    {
        anyhow::bail!(fight.take_problem());
    }
    Ok(())
}
