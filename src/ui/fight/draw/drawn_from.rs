//! What the upper panes are made of: while that is the same, their rows stand as they were drawn.

use ratatui::layout::Rect;

use crate::ui::fight::{Fight, LogView, Pane};
use crate::ui::theme::Theme;
use crate::values::Id;

use super::combatants::pickable;
use super::layout::PaneAreas;

/// Everything that the upper panes are drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnFrom {
    revision: u64,
    panes: [Rect; 3],
    focus: Pane,
    selected: Option<Id>,
    pickable: Vec<Id>,
    log: LogView,
    theme: Theme,
}

impl DrawnFrom {
    pub(super) fn of(fight: &Fight, theme: &Theme, panes: &PaneAreas) -> Self {
        Self {
            revision: fight.session.revision(),
            panes: [panes.order, panes.combatants, panes.log],
            focus: fight.focus,
            selected: fight.selected(),
            pickable: pickable(fight),
            log: fight.log.clone(),
            theme: theme.clone(),
        }
    }
}
