//! Chances out of turn that come to nothing: reactions, answers, free attacks.

use crate::resolver::{Resolver, note};
use crate::values::Id;

/// Somebody lets a chance against somebody go: "Ann forgoes a parting shot at Cur."
pub fn forgone(cx: &mut Resolver<'_>, by: Id, at: Id, what: &str) {
    let (name, whom) = (cx.name(by), cx.name(at));
    note!(cx, &[by, at], "{name} forgoes {what} at {whom}.");
}

/// Somebody has none, and why, as said of them: "Ann has reacted: no opportunity attack."
pub fn barred(cx: &mut Resolver<'_>, by: Id, why: &str, what: &str) {
    note!(cx, &[by], "{} {why}: no {what}.", cx.name(by));
}
