//! Keys on the help page.

use super::draw;
use crate::ui::app::{App, Overlay};
use crate::ui::keymap::KeyAction;
use crate::ui::tutor;
use crate::ui::widgets::scrolled;

impl App {
    /// Opens the keys and the rules; if help is open already, scrolls to the rules.
    pub(crate) fn open_help(&mut self) {
        let rules = draw::rules(self);
        if let Overlay::Help { first, .. } = &mut self.overlay {
            *first = rules;
            return;
        }
        let mut contexts = self.contexts();
        contexts.dedup();
        let over = Box::new(std::mem::take(&mut self.overlay));
        self.overlay = Overlay::Help {
            first: 0,
            contexts,
            over,
        };
    }

    pub(in crate::ui) fn update_help(&mut self, action: KeyAction) {
        let page = usize::from(
            tutor::draw::below(self, self.area)
                .height
                .saturating_sub(4)
                .max(1),
        );
        let end = draw::end(self);
        let from = match self.overlay {
            Overlay::Help { first, .. } => first,
            _ => 0,
        };
        let part = draw::heading(self, from, action == KeyAction::NextPane);
        let Overlay::Help { first, over, .. } = &mut self.overlay else {
            return;
        };
        match action {
            KeyAction::NextPane | KeyAction::PreviousPane => {
                *first = part.unwrap_or(*first).min(end);
            }
            KeyAction::Back => self.overlay = std::mem::take(&mut **over),
            action => *first = scrolled(*first, action, page, end).unwrap_or(*first),
        }
    }
}
