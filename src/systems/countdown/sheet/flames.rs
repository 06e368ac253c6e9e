//! Burning oil on a combatant (CTD-123, CTD-124).

use crate::systems::prelude::*;
use crate::values::Sheet as _;

use super::conditions::is;
use super::schema::{Burn, at, at_burn};

/// Sets a combatant on fire with oil, which deals damage again at the end of `round` (CTD-123, CTD-124). Oil from
/// several combatants has no owner.
pub fn catch_fire(cx: &mut Resolver<'_>, id: Id, round: i64, by: Option<Id>) {
    let mut burns = due(cx.now(), id);
    burns.push(round);
    set(cx, id, &burns);
    match cx.get(id).condition(is::BURNING).cloned() {
        None => {
            let flames = Condition::new(is::BURNING).value(round);
            let label = cx.now().schema.called(is::BURNING.0);
            cx.gain(id, Condition { by, ..flames }, label);
        }
        Some(flames) if flames.by.is_some() && flames.by != by => {
            cx.lose(id, is::BURNING, "", "");
            cx.gain(id, Condition { by: None, ..flames }, "");
        }
        Some(_) => {}
    }
}

/// Returns the owner of the oil burning on a combatant, if all of it has one owner.
pub fn lit_by(now: &Encounter, id: Id) -> Option<Id> {
    now.get(id).condition(is::BURNING)?.by
}

/// Returns the rounds at whose end the flames burn again, one entry for each flask. Clearing the condition
/// extinguishes all of them.
pub fn due(now: &Encounter, id: Id) -> Vec<i64> {
    if !now.get(id).has(is::BURNING) {
        return Vec::new();
    }
    let burns = now.get(id).sheet.get(at::burns);
    let due = |burn: &Row| Burn(burn).due().unwrap_or(0);
    burns.iter().map(due).collect()
}

/// Keeps only these burns. If none is left, the flames are out.
pub fn keep(cx: &mut Resolver<'_>, id: Id, burns: &[i64], cause: impl Into<Told>) {
    set(cx, id, burns);
    if burns.is_empty() {
        let label = cx.now().schema.called(is::BURNING.0);
        cx.lose(id, is::BURNING, label, cause);
    }
}

fn set(cx: &mut Resolver<'_>, id: Id, burns: &[i64]) {
    let row = |due: &i64| {
        let mut row = Row::new(Burn::<()>::fields());
        row.set(at_burn::due, Some(*due));
        row
    };
    cx.set(id, at::burns, List::of(burns.iter().map(row).collect()));
}
