//! Frames of the panes, with shared lines and titles: a part of the screen without its contents.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::ask::draw::content::PromptContent;
use crate::ui::canvas::copy;
use crate::ui::fight::Pane;
use crate::ui::ink::{frame, inside, titles};
use crate::ui::theme::Theme;

use super::layout::PaneAreas;

/// Frames of all panes of a fight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frames {
    lines: Lines,
    log_title: String,
    sheet_title: String,
    /// Title of the question; `below` is the text in its lower line.
    title: String,
    below: String,
}

/// Appearance of the frame lines.
#[derive(Clone, Debug, PartialEq)]
struct Lines {
    panes: PaneAreas,
    focus: Pane,
    theme: Theme,
}

impl Frames {
    pub(super) fn new(
        panes: PaneAreas,
        focus: Pane,
        theme: &Theme,
        log_title: String,
        sheet_title: String,
        content: &PromptContent,
    ) -> Self {
        Self {
            lines: Lines {
                panes,
                focus,
                theme: theme.clone(),
            },
            log_title,
            sheet_title,
            title: content.title.clone(),
            below: content.below.clone(),
        }
    }

    /// Returns the areas of the lines around the panes. The rows of the question leave a column at both sides, which
    /// belongs to the frame.
    pub(super) fn places(&self) -> Vec<Rect> {
        let panes = &self.lines.panes;
        let upper = [panes.order, panes.combatants, panes.sheet, panes.log];
        let upper = upper.iter().flat_map(|pane| around(*pane, 1));
        upper.chain(around(panes.prompt, 2)).collect()
    }

    /// Returns the panes, each with its title and the text in its lower line.
    fn panes(&self) -> [(Option<Pane>, Rect, &str, &str); 5] {
        let panes = &self.lines.panes;
        [
            (Some(Pane::Order), panes.order, "Initiative", ""),
            (Some(Pane::Combatants), panes.combatants, "Combatants", ""),
            (None, panes.sheet, &self.sheet_title, ""),
            (Some(Pane::Log), panes.log, &self.log_title, ""),
            // The question's frame comes last, so that it is on top when it has the focus.
            (Some(Pane::Prompt), panes.prompt, &self.title, &self.below),
        ]
    }

    /// Returns the areas to redraw over the previous frames: all areas, or the rows that changed.
    pub(super) fn changed(&self, before: Option<&Self>) -> Vec<Rect> {
        let Some(before) = before.filter(|before| before.lines == self.lines) else {
            return self.places();
        };
        let both = self.panes().into_iter().zip(before.panes());
        let framed = both.filter(|((_, area, ..), _)| inside(*area) != *area);
        let rows = framed.flat_map(|((_, area, title, below), (_, _, old_title, old_below))| {
            let upper = (title != old_title).then(|| row(area, area.top()));
            let lower = (below != old_below).then(|| row(area, area.bottom() - 1));
            upper.into_iter().chain(lower)
        });
        rows.collect()
    }

    /// Draws the changed cells of the frames and all titles.
    pub(super) fn draw(&self, changed: &[Rect], buffer: &mut Buffer) {
        let Lines { focus, theme, .. } = &self.lines;
        let mut lines = Buffer::empty(buffer.area);
        for (of, place, ..) in self.panes() {
            frame(Some(*focus) == of, theme, place, &mut lines);
        }
        for place in changed {
            copy(&lines, *place, buffer);
        }
        for (of, place, title, below) in self.panes() {
            titles(title, below, Some(*focus) == of, theme, place, buffer);
        }
    }
}

/// Returns the lines around the contents of a pane's frame, if the pane has a frame, and a number of columns at both
/// sides.
fn around(area: Rect, columns: u16) -> Vec<Rect> {
    if inside(area) == area {
        return Vec::new();
    }
    let columns = columns.min(area.width);
    let column = |x| Rect {
        x,
        width: columns,
        ..area
    };
    vec![
        row(area, area.top()),
        row(area, area.bottom() - 1),
        column(area.left()),
        column(area.right() - columns),
    ]
}

/// Returns a row of a pane.
fn row(pane: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..pane
    }
}
