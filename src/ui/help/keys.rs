//! What keys do on the help page.

use super::draw;
use crate::ui::app::{App, Overlay};
use crate::ui::keymap::KeyAction;

impl App {
    /// Shows the keys and the rules; asked again, it goes to the rules.
    pub(crate) fn open_help(&mut self) {
        let rules = draw::rules(self);
        if let Overlay::Help { first, .. } = &mut self.overlay {
            *first = rules;
            return;
        }
        let mut contexts = self.contexts();
        contexts.dedup();
        self.overlay = Overlay::Help { first: 0, contexts };
    }

    pub(in crate::ui) fn update_help(&mut self, action: KeyAction) {
        let page = usize::from(self.area.height.saturating_sub(4).max(1));
        let end = draw::end(self);
        let from = match self.overlay {
            Overlay::Help { first, .. } => first,
            _ => 0,
        };
        let part = draw::heading(self, from, action == KeyAction::NextPane);
        let Overlay::Help { first, .. } = &mut self.overlay else {
            return;
        };
        *first = match action {
            KeyAction::Up => first.saturating_sub(1),
            KeyAction::Down => *first + 1,
            KeyAction::PageUp => first.saturating_sub(page),
            KeyAction::PageDown => *first + page,
            KeyAction::NextPane | KeyAction::PreviousPane => part.unwrap_or(*first),
            KeyAction::First => 0,
            KeyAction::Last => end,
            KeyAction::Back => {
                self.overlay = Overlay::None;
                return;
            }
            _ => return,
        }
        .min(end);
    }
}
