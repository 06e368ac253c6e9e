//! What a value set by hand brings with it (`ALT-07`, `ALT-85`).

use crate::encounter::{Encounter, Id, Resolver, Step};

use crate::rules::alternation::combat::wounds::{bond_broken, die, fell, settle, zero_is_death};
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::schema::is;

/// Whether a value that a GM set by hand has a consequence that has not come yet: health 0 without falling, bonds
/// that cannot hold.
pub fn unsettled(now: &Encounter) -> bool {
    now.present().any(|id| overdue(now, id).is_some())
        || now
            .links
            .iter()
            .any(|link| bond_broken(now, &link.kind, link.from, link.to))
}

enum Overdue {
    Death,
    Fall,
}

fn overdue(now: &Encounter, id: Id) -> Option<Overdue> {
    let one = now.get(id);
    if Fighter::of(now, id).health() > 0 || one.has(is::DEAD) {
        return None;
    }
    if zero_is_death(now) {
        Some(Overdue::Death)
    } else if !one.has(is::INCAPACITATED) {
        Some(Overdue::Fall)
    } else {
        None
    }
}

/// Draws the consequences of values set by hand, then lets go what can no longer hold.
pub fn reckon(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    for id in all {
        match overdue(cx.now(), id) {
            Some(Overdue::Death) => die(cx, id, "no health left"),
            Some(Overdue::Fall) => fell(cx, id, "no health left"),
            None => {}
        }
    }
    settle(cx)
}
