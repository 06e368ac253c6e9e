//! The upper panes as they were drawn last: while nothing that they show has changed, a frame takes them as they are.

use std::cell::{Cell, RefCell};

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::encounter::Id;
use crate::ui::fight::{Fight, LogView, Pane};
use crate::ui::theme::Theme;

use super::combatants::{self, pickable};
use super::layout::PaneAreas;
use super::order;

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

    /// What the panes cover together.
    pub(super) fn area(&self) -> Rect {
        let seen = self.panes.iter().filter(|pane| !pane.is_empty());
        seen.copied().reduce(Rect::union).unwrap_or_default()
    }
}

/// The columns that the panes need.
#[derive(Clone, Copy, Debug)]
struct Columns {
    /// Of a revision, on a screen of so many columns.
    of: (u64, u16),
    order: usize,
    combatants: u16,
}

/// What was drawn last, and from what.
#[derive(Debug, Default)]
pub struct KeptPanes {
    drawn: RefCell<Option<(DrawnFrom, Buffer)>>,
    columns: Cell<Option<Columns>>,
}

impl KeptPanes {
    /// Forgets them: the next frame draws them anew.
    pub fn forget(&self) {
        self.drawn.replace(None);
        self.columns.set(None);
    }

    /// The columns that the rows of the order need, and those of the combatants on a screen of so many.
    pub(super) fn columns(&self, fight: &Fight, all: u16) -> (usize, u16) {
        let of = (fight.session.revision(), all);
        let known = self.columns.get().filter(|known| known.of == of);
        let columns = known.unwrap_or_else(|| Columns {
            of,
            order: order::columns(fight.now(), fight.session.order()),
            combatants: combatants::columns(fight, all),
        });
        self.columns.set(Some(columns));
        (columns.order, columns.combatants)
    }

    /// Puts the panes into a frame: as they are kept, or drawn by `draw`.
    pub(super) fn put(
        &self,
        from: &DrawnFrom,
        buffer: &mut Buffer,
        draw: impl FnOnce(&mut Buffer),
    ) {
        let mut kept = self.drawn.borrow_mut();
        match &*kept {
            Some((drawn, cells)) if drawn == from => copy(cells, buffer),
            _ => {
                draw(buffer);
                let mut cells = Buffer::empty(from.area().intersection(buffer.area));
                copy(buffer, &mut cells);
                *kept = Some((from.clone(), cells));
            }
        }
    }
}

/// Copies the cells of `to` out of `from`, or as many as both have.
fn copy(from: &Buffer, to: &mut Buffer) {
    let common = from.area.intersection(to.area);
    let width = usize::from(common.width);
    for y in common.top()..common.bottom() {
        let (here, there) = (from.index_of(common.x, y), to.index_of(common.x, y));
        to.content[there..there + width].clone_from_slice(&from.content[here..here + width]);
    }
}
