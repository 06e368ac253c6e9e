//! What keys do on a sheet.

use super::{RowTarget, SheetOverlay, SheetRow, rows};
use crate::encounter::Id;
use crate::session::Input;
use crate::ui::app::{App, Overlay, Screen};
use crate::ui::edit::Edit;
use crate::ui::keymap::KeyAction;

impl App {
    /// Shows somebody's sheet.
    pub(crate) fn open_sheet(&mut self, who: Id) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        fight.select_one(who);
        let rows = rows(fight.now(), fight.compendium.schema, who);
        self.overlay = Overlay::Sheet(SheetOverlay::new(who, &rows));
    }

    /// A sign on a sheet begins the new value of the row.
    pub(in crate::ui) fn begin_value(&mut self, c: char) {
        let Screen::Fight(fight) = &self.screen else {
            return;
        };
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        let all = rows(fight.now(), fight.compendium.schema, sheet.who);
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
    }

    pub(in crate::ui) fn update_sheet(&mut self, action: KeyAction) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        let who = sheet.who;
        let all = rows(fight.now(), fight.compendium.schema, who);
        sheet.settle(&all);
        let row = sheet.mark.row(&all).cloned();
        let height = isize::try_from(self.area.height.saturating_sub(6).max(1)).unwrap_or(1);
        sheet.problem = None;
        match action {
            KeyAction::Back if sheet.edit.is_some() => sheet.edit = None,
            KeyAction::Back => self.overlay = Overlay::None,
            KeyAction::Up => sheet.step(-1, &all),
            KeyAction::Down | KeyAction::Complete => sheet.step(1, &all),
            KeyAction::PageUp => sheet.step(-height, &all),
            KeyAction::PageDown => sheet.step(height, &all),
            KeyAction::First => sheet.step(-100_000, &all),
            KeyAction::Last => sheet.step(100_000, &all),
            KeyAction::NextCombatant | KeyAction::PreviousCombatant => {
                fight.select(if action == KeyAction::NextCombatant {
                    1
                } else {
                    -1
                });
                sheet.edit = None;
                if let Some(who) = fight.selected() {
                    sheet.who = who;
                }
            }
            KeyAction::Answer | KeyAction::Toggle => {
                let Some(row) = row else {
                    return;
                };
                match sheet.edit.take() {
                    Some(edit) => {
                        let text = edit.value().to_owned();
                        self.keep_value(&row, &text, Some(edit));
                    }
                    None => match fight.row_step(&row, 1) {
                        Some(next) if matches!(row.value.as_str(), "yes" | "no") => {
                            self.keep_value(&row, &next, None);
                        }
                        _ => {
                            let mut edit = Edit::default();
                            edit.set(if row.value == "-" { "" } else { &row.value });
                            sheet.edit = Some(edit);
                        }
                    },
                }
            }
            KeyAction::More | KeyAction::Less => {
                let by = if action == KeyAction::More { 1 } else { -1 };
                if let Some(row) = row
                    && let Some(next) = fight.row_step(&row, by)
                {
                    self.keep_value(&row, &next, None);
                }
            }
            KeyAction::Undo => fight.undo(),
            KeyAction::Redo => fight.redo(),
            KeyAction::Reveal => fight.reveal(who),
            action => {
                if let Some(edit) = &mut sheet.edit {
                    edit.apply(action);
                }
            }
        }
    }

    /// Puts a value into a row, as a correction of the GM's; what is refused stays in the field.
    fn keep_value(&mut self, row: &SheetRow, text: &str, edit: Option<Edit>) {
        let Screen::Fight(fight) = &mut self.screen else {
            return;
        };
        let Overlay::Sheet(sheet) = &mut self.overlay else {
            return;
        };
        let refused = match fight.row_event(sheet.who, row, text) {
            Ok(None) => None,
            Ok(Some(event)) => {
                if fight.input(Input::Correct(vec![event])) {
                    None
                } else {
                    Some(fight.take_problem())
                }
            }
            Err(why) => Some(format!("{why:#}")),
        };
        if refused.is_some() {
            sheet.edit = edit;
        }
        sheet.problem = refused;
    }
}
