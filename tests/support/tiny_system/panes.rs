//! Content of the screen for a fight.

use affray::encounter::Encounter;
use affray::rules::{Mark, OrderRow, Panes, RowView};
use affray::values::Id;

use crate::support::tiny_system::Tiny;
use crate::support::tiny_system::sheet::{at, is, left, stands};

impl Panes for Tiny {
    fn headline(&self, _now: &Encounter) -> String {
        "strike".to_owned()
    }

    /// Returns all combatants, with a mark for combatants who have struck.
    fn order(&self, now: &Encounter) -> Vec<OrderRow> {
        let row = |id: Id| {
            let acted = now.get(id).has(is::ACTED);
            let mark = if acted { Mark::Done } else { Mark::Waiting };
            OrderRow::new(mark, id, now.name(id))
        };
        now.present().map(row).collect()
    }

    /// Returns the label of a combatant's defence.
    fn defence_is(&self) -> String {
        "G is the guard that a strike has to reach.".to_owned()
    }

    /// Returns hit points, guard, and whether the combatant is up.
    fn row(&self, now: &Encounter, id: Id) -> RowView {
        let sheet = &now.get(id).sheet;
        let (up, yielded) = (stands(now, id), now.get(id).has(is::YIELDED));
        RowView {
            life: (left(now, id), sheet.get(at::max_hp)),
            defence: format!("G {}", sheet.get(at::guard)),
            state: yielded.then(|| "yields".to_owned()).into_iter().collect(),
            names: &[is::YIELDED],
            health_word: if !up {
                "down"
            } else if left(now, id) == sheet.get(at::max_hp) {
                "unhurt"
            } else {
                "hurt"
            }
            .to_owned(),
            down: !up,
            ..RowView::default()
        }
    }
}
