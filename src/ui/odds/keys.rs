//! Keys while the odds are shown.

use super::{OddsPane, draw};
use crate::ui::app::App;
use crate::ui::keymap::KeyAction;
use crate::ui::overlay::Overlay;
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
}

impl OddsPane {
    /// Handles a key and returns the overlay that replaces this page, if any.
    pub(in crate::ui) fn update(&mut self, action: KeyAction, app: &App) -> Option<Overlay> {
        let height = tutor::draw::below(app, app.area).height;
        let page = usize::from(height.saturating_sub(4).max(1));
        let end = draw::end(self, app);
        match action {
            KeyAction::Skip => self.stop(),
            KeyAction::Back => return Some(Overlay::None),
            action => self.first = scrolled(self.first, action, page, end).unwrap_or(self.first),
        }
        None
    }
}
