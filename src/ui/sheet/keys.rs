//! Keys on a sheet, in a fight and in a set-up.

use anyhow::Result;

use super::value::changed;
use super::{RowTarget, SheetOverlay, SheetRow, Subject, entries, rows};
use crate::compendium::Compendium;
use crate::encounter::Event;
use crate::session::Input;
use crate::store::Library;
use crate::text::{agree, listed};
use crate::ui::app::{App, Overlay, Screen};
use crate::ui::edit::Edit;
use crate::ui::fight::Fight;
use crate::ui::keymap::KeyAction;
use crate::values::Id;

impl App {
    /// Shows a combatant's sheet.
    pub(crate) fn open_sheet(&mut self, who: Id) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        fight.select_one(who);
        self.show_sheet(Subject::Combatant(who));
    }

    pub(in crate::ui) fn show_sheet(&mut self, of: Subject) {
        let rows = self.rows_of(of);
        self.overlay = Overlay::Sheet(Box::new(SheetOverlay::new(of, &rows)));
        self.object();
    }

    /// Reports on a sheet of the set-up why a combatant cannot fight with it, after each change.
    fn object(&mut self) {
        if let (Overlay::Sheet(sheet), Screen::Setup(screen)) = (&mut self.overlay, &self.screen) {
            let compendium = self.library.compendium(&screen.setup.system);
            sheet.problem = compendium.and_then(|one| screen.objection(sheet.of, one));
        }
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

    /// Handles a character on a sheet: the first character starts the new value of the row.
    pub(in crate::ui) fn type_into_sheet(&mut self, c: char) {
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        if let Some(search) = &mut sheet.search {
            search.insert(c);
            let all = self.rows_of(self.sheet_of());
            if let Overlay::Sheet(sheet) = &mut self.overlay {
                sheet.find(0, &all);
            }
            return;
        }
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        if let Some(edit) = &mut sheet.edit {
            if std::mem::take(&mut sheet.replaces) {
                edit.clear();
            }
            edit.insert(c);
            return self.follow_name();
        }
        let of = sheet.of;
        let all = self.rows_of(of);
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        if let Some(row) = sheet.mark.row(&all) {
            let mut edit = Edit::default();
            if row.target == RowTarget::Notes && !row.value.is_empty() {
                edit.set(&row.value);
                edit.insert(' ');
            }
            edit.insert(c);
            sheet.edit = Some(edit);
            sheet.problem = None;
        }
        self.follow_name();
    }

    /// Returns the owner of the sheet that is shown.
    fn sheet_of(&self) -> Subject {
        match &self.overlay {
            Overlay::Sheet(sheet) => sheet.of,
            _ => Subject::Newcomer(usize::MAX),
        }
    }

    /// Starts to change a row: yes becomes no at once, other values are typed.
    fn open_row(&mut self, row: &SheetRow, next: Option<String>) {
        match (&row.target, next) {
            (_, Some(next)) if matches!(row.value.as_str(), "yes" | "no") => {
                self.keep_value(row, &next, None, None);
            }
            (RowTarget::OneMore(list, _), _) if !entries::has_names(list) => {
                self.keep_value(row, "", None, None);
            }
            _ => {
                if let Overlay::Sheet(sheet) = &mut self.overlay {
                    let mut edit = Edit::default();
                    edit.set(if row.value == "-" { "" } else { &row.value });
                    sheet.edit = Some(edit);
                    sheet.replaces = row.is_typed_anew();
                }
                self.follow_name();
            }
        }
    }

    pub(in crate::ui) fn update_sheet(&mut self, action: KeyAction) {
        let Overlay::Sheet(sheet) = &self.overlay else {
            return;
        };
        let of = sheet.of;
        let all = self.rows_of(of);
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        sheet.settle(&all);
        let Some(row) = sheet.mark.row(&all).cloned() else {
            self.overlay = Overlay::None;
            return;
        };
        if let Some(search) = &mut sheet.search {
            match action {
                KeyAction::Back | KeyAction::Accept | KeyAction::Complete => sheet.search = None,
                KeyAction::Up => sheet.find(-1, &all),
                KeyAction::Down => sheet.find(1, &all),
                action => {
                    if search.apply(action) {
                        sheet.find(0, &all);
                    }
                }
            }
            return;
        }
        let sides = self.screen.fight().map_or_else(Vec::new, Fight::sides);
        let height = isize::try_from(self.area.height.saturating_sub(6).max(1)).unwrap_or(1);
        let names_one = sheet.edit.is_some() && matches!(row.target, RowTarget::OneMore(..));
        let told = sheet.problem.take();
        sheet.replaces = false;
        match action {
            KeyAction::Search if sheet.edit.is_none() => sheet.search = Some(Edit::default()),
            KeyAction::Back if sheet.edit.is_some() => sheet.edit = None,
            KeyAction::Back => self.overlay = Overlay::None,
            KeyAction::Up if names_one => sheet.chosen.turn(&sheet.fitting, -1),
            KeyAction::Down if names_one => sheet.chosen.turn(&sheet.fitting, 1),
            KeyAction::Complete if names_one => {
                let one = sheet.chosen.row(&sheet.fitting).or(sheet.fitting.first());
                if let (Some(one), Some(edit)) = (one, &mut sheet.edit) {
                    let before = sheet.before.iter();
                    let names: Vec<&str> = before.chain([one]).map(|one| &*one.name).collect();
                    edit.set(&names.join(", "));
                }
                self.follow_name();
            }
            KeyAction::Up => sheet.step(-1, &all),
            KeyAction::Down | KeyAction::Complete => sheet.step(1, &all),
            KeyAction::PageUp => sheet.step(-height, &all),
            KeyAction::PageDown => sheet.step(height, &all),
            KeyAction::First => sheet.step(-100_000, &all),
            KeyAction::Last => sheet.step(100_000, &all),
            KeyAction::NextCombatant => self.next_sheet(1),
            KeyAction::PreviousCombatant => self.next_sheet(-1),
            KeyAction::Accept | KeyAction::Toggle => match sheet.edit.take() {
                Some(edit) if names_one => {
                    let (names, own) = sheet.added();
                    self.keep_value(&row, &names, Some(edit), told);
                    self.report_own(&row, &own);
                }
                Some(edit) => {
                    let text = edit.value().to_owned();
                    self.keep_value(&row, &text, Some(edit), told);
                }
                None => self.open_row(&row, row.step(&sides, 1)),
            },
            KeyAction::More | KeyAction::Less => {
                let by = if action == KeyAction::More { 1 } else { -1 };
                if let Some(next) = row.step(&sides, by) {
                    self.keep_value(&row, &next, None, told);
                }
            }
            KeyAction::Remove => self.remove_entry(&row),
            KeyAction::Undo | KeyAction::Redo => match &mut self.screen {
                Screen::Fight(fight) if action == KeyAction::Undo => fight.undo(),
                Screen::Fight(fight) => fight.redo(),
                Screen::Setup(screen) if action == KeyAction::Undo => drop(screen.undo()),
                Screen::Setup(screen) => drop(screen.redo()),
                Screen::Start(_) => {}
            },
            KeyAction::PlayerView => {
                if let (Subject::Combatant(who), Screen::Fight(fight)) = (of, &mut self.screen) {
                    fight.reveal(who);
                }
            }
            action => {
                if let Some(edit) = &mut sheet.edit {
                    edit.apply(action);
                    self.follow_name();
                }
            }
        }
    }

    /// Finds the library entries that match the typed names of new entries.
    fn follow_name(&mut self) {
        let Overlay::Sheet(sheet) = &self.overlay else {
            return;
        };
        let all = self.rows_of(sheet.of);
        let palette = &mut self.palette;
        let found = match (
            sheet.mark.row(&all).map(|row| &row.target),
            &sheet.edit,
            library_of(&self.screen, &self.library),
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
        if let Overlay::Sheet(sheet) = &mut self.overlay {
            let typed;
            (sheet.before, sheet.fitting, typed) = found;
            sheet.chosen.clear();
            if typed {
                sheet.chosen.put(&sheet.fitting, 0);
            }
        }
    }

    /// Reports the new entries that are not in the library, if the library has entries for the list.
    fn report_own(&mut self, row: &SheetRow, own: &[String]) {
        let RowTarget::OneMore(list, path) = &row.target else {
            return;
        };
        let has_entries = library_of(&self.screen, &self.library)
            .is_some_and(|library| !library.entries(path).is_empty());
        if let Overlay::Sheet(sheet) = &mut self.overlay
            && let (None, None, true, false) =
                (&sheet.edit, &sheet.problem, has_entries, own.is_empty())
        {
            let is = agree(own.len(), "is", "are");
            sheet.problem = Some(format!(
                "{} {is} not in the library of {}: fill in the values",
                listed(own),
                list.label
            ));
        }
    }

    /// Shows the sheet of the next or previous combatant.
    fn next_sheet(&mut self, by: isize) {
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        sheet.edit = None;
        match (&mut sheet.of, &mut self.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                fight.select(by);
                *who = fight.selected().unwrap_or(*who);
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let count = screen.setup.combatants.len().max(1);
                let next = place.checked_add_signed(by).unwrap_or(count - 1);
                *place = if next < count { next } else { 0 };
                if let Some(compendium) = self.library.compendium(&screen.setup.system) {
                    screen.mark_newcomer(*place, compendium);
                }
            }
            _ => {}
        }
    }

    /// Puts a value into a row; a refused value stays in the field. A counter above its maximum is refused once, and
    /// accepted if the problem `told` before is the same.
    fn keep_value(&mut self, row: &SheetRow, text: &str, edit: Option<Edit>, told: Option<String>) {
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        let kept = match (sheet.of, &mut self.screen) {
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
                let compendium = self.library.compendium(&screen.setup.system);
                compendium.map_or(Ok(()), |one| screen.keep_value(place, row, text, one))
            }
            _ => Ok(()),
        };
        if let Err(why) = kept {
            sheet.problem = Some(format!("{why:#}"));
            sheet.edit = edit;
        } else {
            self.object();
        }
    }

    /// Removes the entry of the row from its list.
    fn remove_entry(&mut self, row: &SheetRow) {
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        let entry = row.field().and_then(|(_, path)| entries::entry_of(path));
        let Some((list, nth)) = entry else {
            let why = "this row is not a list entry: only list entries can be removed";
            sheet.problem = Some(why.to_owned());
            return;
        };
        let kept = match (sheet.of, &mut self.screen) {
            (Subject::Combatant(who), Screen::Fight(fight)) => {
                let now = fight.now();
                let less = entries::one_less(&now.get(who).sheet, list, nth);
                let label = fight.compendium.schema.fields.at(list);
                let label = label.map_or_else(|_| list.to_owned(), |spec| spec.label.clone());
                let event = less.map(|less| changed(now, who, &label, list, Some(less)));
                correct(fight, event)
            }
            (Subject::Newcomer(place), Screen::Setup(screen)) => {
                let compendium = self.library.compendium(&screen.setup.system);
                compendium.map_or(Ok(()), |one| screen.remove_entry(place, list, nth, one))
            }
            _ => Ok(()),
        };
        match kept {
            Err(why) => sheet.problem = Some(format!("{why:#}")),
            Ok(()) => self.object(),
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
