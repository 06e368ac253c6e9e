//! The frames of the panes, which share their lines, with their titles: a part of the screen without what is inside.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::fight::Pane;
use crate::ui::ink::{inside, pane};
use crate::ui::theme::Theme;

use super::layout::PaneAreas;

/// All frames of a fight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frames {
    pub panes: PaneAreas,
    pub focus: Pane,
    /// Whether a line is typed in the place of the question.
    pub typing: bool,
    pub log_title: String,
    /// The question's title, and what stands in its lower line.
    pub title: String,
    pub below: String,
    pub theme: Theme,
}

impl Frames {
    /// The lines around the panes. The question's rows leave a column free at both sides, which is the frame's.
    pub(super) fn places(&self) -> Vec<Rect> {
        let panes = [self.panes.order, self.panes.combatants, self.panes.log];
        let upper = panes.iter().flat_map(|pane| around(*pane, 1));
        upper.chain(around(self.panes.prompt, 2)).collect()
    }

    /// Draws them. The question's are last: where it has the focus, its line is seen.
    pub(super) fn draw(&self, buffer: &mut Buffer) {
        let PaneAreas {
            order,
            combatants,
            log,
            prompt,
            ..
        } = self.panes;
        let upper = [
            (Pane::Order, "Initiative", order),
            (Pane::Combatants, "Combatants", combatants),
            (Pane::Log, &self.log_title, log),
        ];
        for (of, title, area) in upper {
            if !area.is_empty() {
                pane(title, "", self.focus == of, &self.theme, area, buffer);
            }
        }
        let focused = self.typing || self.focus == Pane::Prompt;
        pane(
            &self.title,
            &self.below,
            focused,
            &self.theme,
            prompt,
            buffer,
        );
    }
}

/// The lines around what is inside a pane's frame, if it has one, and so many columns at both sides.
fn around(area: Rect, columns: u16) -> Vec<Rect> {
    if inside(area) == area {
        return Vec::new();
    }
    let columns = columns.min(area.width);
    let row = |y| Rect {
        y,
        height: 1,
        ..area
    };
    let column = |x| Rect {
        x,
        width: columns,
        ..area
    };
    vec![
        row(area.top()),
        row(area.bottom() - 1),
        column(area.left()),
        column(area.right() - columns),
    ]
}
