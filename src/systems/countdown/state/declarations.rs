//! Combatants with and without a declaration (CTD-18).

use crate::systems::common;
use crate::systems::prelude::*;

use super::fighter::fighter;

/// Returns all able combatants who have not declared in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present().filter(|id| to_declare(now, *id)).collect()
}

/// Returns the combatants who get the default action if the GM closes the declarations.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    common::declarations::by_one_key(now, undeclared(now))
}

/// Returns true if a combatant is able and has not declared in this round.
pub fn to_declare(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.plan().is_none() && one.able()
}

/// Returns all able combatants in two lists: without a declaration in this round, and with a declaration, which they
/// may still change.
pub fn open_and_done(now: &Encounter) -> (Vec<Id>, Vec<Id>) {
    let able = now.present().filter(|id| fighter(now, *id).able());
    able.partition(|id| fighter(now, *id).plan().is_none())
}

/// Returns true if any combatant has declared in this round.
pub fn begun(now: &Encounter) -> bool {
    now.present().any(|id| {
        let one = fighter(now, id);
        one.plan().is_some() && one.able()
    })
}

pub fn next(now: &Encounter) -> Option<Id> {
    now.present().find(|id| to_declare(now, *id))
}
