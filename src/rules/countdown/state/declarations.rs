//! Who has declared and who has not (CTD-18).

use crate::encounter::{Encounter, Id};

use super::fighter::fighter;

/// Everybody able who has not declared in this round, in roster order.
pub fn undeclared(now: &Encounter) -> Vec<Id> {
    now.present().filter(|id| to_declare(now, *id)).collect()
}

/// Whether somebody is able and has not declared in this round.
pub fn to_declare(now: &Encounter, who: Id) -> bool {
    fighter(now, who).able() && fighter(now, who).plan().is_none()
}

/// Who declares next.
pub fn next(now: &Encounter) -> Option<Id> {
    now.present().find(|id| to_declare(now, *id))
}

/// Everybody who has declared in this round and still may change it.
pub fn declared(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| fighter(now, *id).able() && fighter(now, *id).plan().is_some())
        .collect()
}
