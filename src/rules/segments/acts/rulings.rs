//! Conditions by ruling, with what follows from them.

use crate::encounter::{Condition, Id, Resolver, Step};

use crate::rules::segments::combat::casting::{lose_spell, struck_while_casting};
use crate::rules::segments::combat::wounds::stun;
use crate::rules::segments::sheet::schema::is;

/// A condition by ruling; who is stunned loses what is still due, a spell begun too.
pub fn afflict(cx: &mut Resolver<'_>, target: Id, condition: Condition, label: &str) -> Step<()> {
    if is::named(&condition.key) == Some(is::STUNNED) {
        stun(cx, target, &condition.cause);
        return struck_while_casting(cx, target);
    }
    cx.gain(target, condition, label);
    Ok(())
}

/// Clears a condition by ruling; who no longer casts has lost the spell.
pub fn relieve(cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) {
    if is::named(key) == Some(is::CASTING) {
        lose_spell(cx, target, "ruled");
    }
    cx.lose_named(target, key, label, "ruled");
}
