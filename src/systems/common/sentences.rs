//! What is said alike: chances out of turn that come to nothing, those who felled each other, health as players are told of
//! it.

use crate::resolver::{Resolver, note, say};
use crate::values::Id;

/// Somebody lets a chance against somebody go: "Ann forgoes a parting shot at Cur."
pub fn forgone(cx: &mut Resolver<'_>, by: Id, at: Id, what: &str) {
    let (name, whom) = (cx.name(by), cx.name(at));
    note!(cx, &[by, at], "{name} forgoes {what} at {whom}.");
}

/// What gives health back gives none: `missing` says whether somebody lacks any.
pub fn nothing_to_heal(cx: &mut Resolver<'_>, who: Id, missing: bool, cause: &str) {
    let cause = match cause {
        "" => String::new(),
        cause => format!(" ({cause})"),
    };
    let comes = if missing {
        "gets nothing back"
    } else {
        "has nothing to heal"
    };
    note!(cx, &[who], "{} {comes}{cause}.", cx.name(who));
}

/// Somebody has none, and why, as said of them to the GM: "Ann has reacted: no opportunity attack."
pub fn barred(cx: &mut Resolver<'_>, by: Id, why: &str, what: &str) {
    let told = say!(cx.now(), "{} {why}: no {what}.", cx.name(by));
    cx.note_aside(by, told);
}

/// Says plainly which of the `fallen` felled each other; `struck` says whether the first hit the second.
pub fn tell_mutual(cx: &mut Resolver<'_>, fallen: &[Id], struck: impl Fn(Id, Id) -> bool) {
    for (place, a) in fallen.iter().enumerate() {
        for b in &fallen[place + 1..] {
            if struck(*a, *b) && struck(*b, *a) {
                note!(
                    cx,
                    &[*a, *b],
                    "{} and {} felled each other at the same moment.",
                    cx.name(*a),
                    cx.name(*b)
                );
            }
        }
    }
}

/// Health in a word, for whoever is still up: `left` of `most`. What comes below "badly hurt" a rulebook says.
pub fn health(left: i64, most: i64) -> &'static str {
    if left >= most {
        "unhurt"
    } else if 2 * left > most {
        "hurt"
    } else {
        "badly hurt"
    }
}
