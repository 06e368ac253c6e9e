//! The frames of the panes, which share their lines, with their titles: a part of the screen without what is inside.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::ui::ask::draw::content::PromptContent;
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

    /// The lines around the panes: the lower line of each but the question's is the upper one of another. The question's rows
    /// leave a column free at both sides, which is the frame's.
    pub(super) fn places(&self) -> Vec<Rect> {
        let panes = &self.lines.panes;
        let mut places = Vec::new();
        for (pane, columns) in [
            (panes.order, 1),
            (panes.combatants, 1),
            (panes.log, 1),
            (panes.prompt, 2),
        ] {
            if inside(pane) != pane {
                let edge = |x| Rect {
                    x,
                    y: pane.y + 1,
                    width: columns,
                    height: pane.height - 2,
                };
                let right = pane.right() - columns;
                places.extend([line(pane, pane.y), edge(pane.x), edge(right)]);
            }
        }
        if inside(panes.prompt) != panes.prompt {
            places.push(line(panes.prompt, panes.prompt.bottom() - 1));
        }
        places
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

    /// What is to be drawn of them over those before: all, or the lines in which something else stands.
    pub(super) fn changed(&self, before: Option<&Self>) -> Vec<Rect> {
        let Some(before) = before.filter(|before| before.lines == self.lines) else {
            return self.places();
        };
        let both = self.panes().into_iter().zip(before.panes());
        let rows = both.flat_map(|((_, area, title, below), (_, _, old_title, old_below))| {
            let upper = (title != old_title).then_some(area.top());
            let lower = (below != old_below).then_some(area.bottom().saturating_sub(1));
            let rows = upper.into_iter().chain(lower);
            rows.map(move |y| line(area, y))
        });
        rows.collect()
    }

    /// Draws what is seen of them in a place.
    pub(super) fn draw(&self, place: Rect, buffer: &mut Buffer) {
        let Lines { focus, theme, .. } = &self.lines;
        for (of, area, ..) in self.panes() {
            frame(*focus == of, theme, area, place, buffer);
        }
        for (of, area, title, below) in self.panes() {
            titles(title, below, *focus == of, theme, area, place, buffer);
        }
    }
}

/// A row of a pane.
fn line(pane: Rect, y: u16) -> Rect {
    Rect {
        y,
        height: 1,
        ..pane
    }
}
