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
        let page = match std::mem::take(&mut self.overlay) {
            Overlay::Help(mut page) => {
                page.first = draw::rules(&page, self);
                page
            }
            over => Box::new(HelpPage {
                first: 0,
                contexts,
                over,
            }),
        };
        self.overlay = Overlay::Help(page);
    }
}

impl HelpPage {
    /// Handles a key; returns the overlay that replaces this page, if any.
    pub(in crate::ui) fn update(&mut self, action: KeyAction, app: &App) -> Option<Overlay> {
        let height = tutor::draw::below(app, app.area).height;
        let page = usize::from(height.saturating_sub(4).max(1));
        let end = draw::end(self, app);
        match action {
            KeyAction::NextPane | KeyAction::PreviousPane => {
                let forwards = action == KeyAction::NextPane;
                let part = draw::heading(self, app, forwards);
                self.first = part.unwrap_or(self.first).min(end);
            }
            KeyAction::Back => return Some(std::mem::take(&mut self.over)),
            action => self.first = scrolled(self.first, action, page, end).unwrap_or(self.first),
        }
        None
    }
}
