//! Keys while the odds are shown.

use super::{OddsPane, draw};
use crate::ui::app::{App, Overlay};
use crate::ui::keymap::KeyAction;
use crate::ui::tutor;
use crate::ui::widgets::scrolled;

impl App {
    /// Starts to compute the odds of the fight on the screen.
    pub(in crate::ui) fn open_odds(&mut self) {
        let Some(fight) = self.fight_mut() else {
            return;
        };
        match OddsPane::of(fight) {
            Ok(pane) => self.overlay = Overlay::Odds(Box::new(pane)),
            Err(why) => fight.refuse(why),
        }
    }

    pub(in crate::ui) fn update_odds(&mut self, action: KeyAction) {
        let end = draw::end(self);
        let page = usize::from(
            tutor::draw::below(self, self.area)
                .height
                .saturating_sub(4)
                .max(1),
        );
        let Overlay::Odds(pane) = &mut self.overlay else {
            return;
        };
        match action {
            KeyAction::Skip => pane.stop(),
            KeyAction::Back => self.overlay = Overlay::None,
            action => pane.first = scrolled(pane.first, action, page, end).unwrap_or(pane.first),
        }
    }
}
