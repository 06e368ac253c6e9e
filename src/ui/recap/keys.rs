//! Keys while the summary is shown.

use super::{RecapPane, draw};
use crate::ui::app::{App, Request};
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;
use crate::ui::tutor;
use crate::ui::widgets::scrolled;

impl App {
    /// Shows the summary of the fight on the screen.
    pub(in crate::ui) fn open_recap(&mut self) {
        if let Some(fight) = self.fight() {
            let recap = RecapPane::of(&fight.session);
            self.overlay = Overlay::Recap(Box::new(recap));
        }
    }
}

impl RecapPane {
    /// Handles a key and returns the overlay that replaces this page, if any.
    pub(in crate::ui) fn update(&mut self, action: KeyAction, app: &mut App) -> Option<Overlay> {
        // Three rows are for the header and the frame.
        let height = usize::from(tutor::draw::below(app, app.area).height.saturating_sub(3));
        let page = height.saturating_sub(1).max(1);
        let end = draw::end(self, height);
        match action {
            KeyAction::Export => app.requests.push(Request::Export(String::new())),
            KeyAction::Back => return Some(Overlay::None),
            action => self.first = scrolled(self.first, action, page, end).unwrap_or(self.first),
        }
        None
    }
}
