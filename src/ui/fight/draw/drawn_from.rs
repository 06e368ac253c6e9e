//! Source data of the upper panes: while it is unchanged, their rows are not redrawn.

use ratatui::layout::Rect;

use crate::ui::fight::{Fight, LogView, Pane};
use crate::ui::theme::Theme;
use crate::values::Id;

use super::combatants::pickable;
use super::layout::PaneAreas;

/// Source data of the upper panes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DrawnFrom {
    revision: u64,
    panes: [Rect; 4],
    focus: Pane,
    selected: Option<Id>,
    pickable: Vec<Id>,
    log: LogView,
    subject: Option<Id>,
    theme: Theme,
}

impl DrawnFrom {
    pub(super) fn of(fight: &Fight, theme: &Theme, panes: &PaneAreas) -> Self {
        Self {
            revision: fight.session.revision(),
            panes: [panes.order, panes.combatants, panes.log, panes.sheet],
            focus: fight.focus,
            selected: fight.selected(),
            pickable: pickable(fight),
            log: fight.log.clone(),
            subject: fight.subject(),
            theme: theme.clone(),
        }
    }
}
