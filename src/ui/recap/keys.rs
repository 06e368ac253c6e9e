//! Keys while the summary is shown.

use super::{RecapPane, draw};
use crate::ui::app::{App, Overlay, Request};
use crate::ui::keymap::KeyAction;
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

    pub(in crate::ui) fn update_recap(&mut self, action: KeyAction) {
        // Three rows are for the header and the frame.
        let height = usize::from(tutor::draw::below(self, self.area).height.saturating_sub(3));
        let page = height.saturating_sub(1).max(1);
        let Overlay::Recap(recap) = &mut self.overlay else {
            return;
        };
        let end = draw::end(recap, height);
        match action {
            KeyAction::Export => self.requests.push(Request::Export(String::new())),
            KeyAction::Back => self.overlay = Overlay::None,
            action => recap.first = scrolled(recap.first, action, page, end).unwrap_or(recap.first),
        }
    }
}
