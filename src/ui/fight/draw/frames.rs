//! The frames of the panes, which share their lines, with their titles: a part of the screen without what is inside.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::ask::draw::content::PromptContent;
use crate::ui::canvas::copy;
use crate::ui::fight::Pane;
use crate::ui::ink::{frame, inside, titles};
use crate::ui::theme::Theme;

use super::layout::PaneAreas;

/// All frames of a fight.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frames {
    lines: Lines,
    log_title: String,
    /// The question's title, and what stands in its lower line.
    title: String,
    below: String,
}

/// What decides how the lines of the frames look.
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
        content: &PromptContent,
    ) -> Self {
        Self {
            lines: Lines {
                panes,
                focus,
                theme: theme.clone(),
            },
            log_title,
            title: content.title.clone(),
            below: content.below.clone(),
        }
    }

    /// The lines around the panes. The question's rows leave a column free at both sides, which is the frame's.
    pub(super) fn places(&self) -> Vec<Rect> {
        let panes = &self.lines.panes;
        let upper = [panes.order, panes.combatants, panes.log];
        let upper = upper.iter().flat_map(|pane| around(*pane, 1));
        upper.chain(around(panes.prompt, 2)).collect()
    }

    /// The panes, each with its title and what stands in its lower line.
    fn panes(&self) -> [(Pane, Rect, &str, &str); 4] {
        let panes = &self.lines.panes;
        [
            (Pane::Order, panes.order, "Initiative", ""),
            (Pane::Combatants, panes.combatants, "Combatants", ""),
            (Pane::Log, panes.log, &self.log_title, ""),
            // The question's are last: where it has the focus, its line is seen.
            (Pane::Prompt, panes.prompt, &self.title, &self.below),
        ]
    }

    /// What is to be drawn of them over those before: all, or the rows in which something else stands.
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
            frame(*focus == of, theme, place, &mut lines);
        }
        for place in changed {
            copy(&lines, *place, buffer);
        }
        for (of, place, title, below) in self.panes() {
            titles(title, below, *focus == of, theme, place, buffer);
        }
    }
}

/// The lines around what is inside a pane's frame, if it has one, and so many columns at both sides.
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

/// A row of a pane.
fn row(pane: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..pane
    }
}
