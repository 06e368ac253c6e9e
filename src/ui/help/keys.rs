//! Keys on the help page.

use super::{HelpPage, draw};
use crate::ui::app::App;
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;
use crate::ui::tutor;
use crate::ui::widgets::scrolled;

impl App {
    /// Opens the keys and the rules; if help is open already, scrolls to the rules.
    pub(crate) fn open_help(&mut self) {
        let mut contexts = self.contexts();
        contexts.dedup();
        self.overlay = match std::mem::take(&mut self.overlay) {
            Overlay::Help(mut page, over) => {
                page.first = draw::rules(&page, self);
                Overlay::Help(page, over)
            }
            over => {
                let page = HelpPage { first: 0, contexts };
                Overlay::Help(Box::new(page), Box::new(over))
            }
        };
    }
}

impl App {
    /// Opens help, or stays in help, at the first part about a topic. Returns `false` if no part contains it.
    pub(in crate::ui) fn open_help_on(&mut self, topic: &str) -> bool {
        let was = match &self.overlay {
            Overlay::Help(page, _) => Some(page.first),
            _ => None,
        };
        if was.is_none() {
            self.open_help();
        }
        let Overlay::Help(mut page, over) = std::mem::take(&mut self.overlay) else {
            return false;
        };
        let place = draw::topic(&page, self, topic);
        page.first = place.or(was).unwrap_or_default();
        self.overlay = match (place, was) {
            (None, None) => *over,
            _ => Overlay::Help(page, over),
        };
        place.is_some()
    }
}

impl HelpPage {
    /// Handles a key and returns `true` if the key closes the page.
    pub(in crate::ui) fn update(&mut self, action: KeyAction, app: &App) -> bool {
        let height = tutor::draw::below(app, app.area).height;
        let page = usize::from(height.saturating_sub(4).max(1));
        let end = draw::end(self, app);
        match action {
            KeyAction::NextPane | KeyAction::PreviousPane => {
                let forwards = action == KeyAction::NextPane;
                let part = draw::heading(self, app, forwards);
                self.first = part.unwrap_or(self.first).min(end);
            }
            KeyAction::Back => return true,
            action => self.first = scrolled(self.first, action, page, end).unwrap_or(self.first),
        }
        false
    }
}
