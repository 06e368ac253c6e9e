//! Shared sentences: healing without effect, combatants who felled each other, and health as players see it.

use crate::systems::common::says::Says;
use crate::systems::prelude::*;

/// Logs that healing has no effect; `missing` is true if the combatant lacks health.
pub fn nothing_to_heal(cx: &mut Resolver<'_>, who: Id, missing: bool, cause: &str) {
    let words = || cause.to_owned().into();
    cx.note(match (missing, cause) {
        (true, "") => Says::GetsNothingBack { who },
        (true, _) => Says::GetsNothingBackBecause {
            who,
            cause: words(),
        },
        (false, "") => Says::NothingToHeal { who },
        (false, _) => Says::NothingToHealBecause {
            who,
            cause: words(),
        },
    });
}

/// Logs which of the `fallen` felled each other; `struck` returns true if its first combatant hit the second.
pub fn tell_mutual(cx: &mut Resolver<'_>, fallen: &[Id], struck: impl Fn(Id, Id) -> bool) {
    for (place, a) in fallen.iter().enumerate() {
        for b in &fallen[place + 1..] {
            if struck(*a, *b) && struck(*b, *a) {
                cx.note(Says::FelledEachOther { one: *a, other: *b });
            }
        }
    }
}

/// Returns a word for the health of a combatant who is still up: `left` of `most`. Each rulebook has its own words for
/// worse states than "badly hurt".
pub fn health(left: i64, most: i64) -> &'static str {
    if left >= most {
        "unhurt"
    } else if 2 * left > most {
        "hurt"
    } else {
        "badly hurt"
    }
}
