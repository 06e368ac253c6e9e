//! Who has declared and who has not (CTD-18).

use crate::encounter::Encounter;
use crate::systems::common;
use crate::values::Id;

use super::fighter::fighter;

/// Everybody able who has not declared in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present().filter(|id| to_declare(now, *id)).collect()
}

/// For whom of these the GM declares by one key.
pub fn left_to_declare(now: &Encounter) -> Vec<Id> {
    common::declarations::by_one_key(now, undeclared(now))
}

/// Whether somebody is able and has not declared in this round.
pub fn to_declare(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.plan().is_none() && one.able()
}

/// Everybody able: who has not declared in this round, and who has and still may change it.
pub fn open_and_done(now: &Encounter) -> (Vec<Id>, Vec<Id>) {
    let able = now.present().filter(|id| fighter(now, *id).able());
    able.partition(|id| fighter(now, *id).plan().is_none())
}

/// Whether somebody has declared in this round.
pub fn begun(now: &Encounter) -> bool {
    now.present().any(|id| {
        let one = fighter(now, id);
        one.plan().is_some() && one.able()
    })
}

pub fn next(now: &Encounter) -> Option<Id> {
    now.present().find(|id| to_declare(now, *id))
}
