//! What the GM rules, with what follows from it.

use crate::encounter::{Choice, Condition, Id, Resolver, Step, Words as _};
use crate::rules::Rulings;
use crate::rules::segments::Segments;

use crate::rules::segments::combat::{
    Harm, checks, lose_spell, struck_while_casting, stun, wounds,
};
use crate::rules::segments::sheet::is;

impl Rulings for Segments {
    fn harms(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        kind: &str,
        cause: &str,
    ) -> Step<()> {
        let harm = Harm::from_word(kind).unwrap_or_default();
        wounds::harm(cx, target, amount, harm, cause)
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        wounds::heal(cx, target, amount, cause)
    }

    fn saves(&self) -> Vec<Choice> {
        checks::saves()
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, kind: &str) -> Step<bool> {
        checks::save(cx, target, kind)
    }

    /// A condition by ruling; who is stunned loses what is still due, a spell begun too.
    fn afflict(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        condition: Condition,
        label: &str,
    ) -> Step<()> {
        if is::named(&condition.key) == Some(is::STUNNED) {
            stun(cx, target, &condition.cause);
            return struck_while_casting(cx, target);
        }
        cx.gain(target, condition, label);
        Ok(())
    }

    /// Clears a condition by ruling; who no longer casts has lost the spell.
    fn relieve(&self, cx: &mut Resolver<'_>, target: Id, key: &str, label: &str) -> Step<()> {
        if is::named(key) == Some(is::CASTING) {
            lose_spell(cx, target, "ruled");
        }
        cx.lose_named(target, key, label, "ruled");
        Ok(())
    }
}
