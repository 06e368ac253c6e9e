//! What follows from what the GM rules.

use affray::encounter::{Choice, Id, Resolver, Step};
use affray::rules::Rulings;

use crate::tiny::{Tiny, combat};

impl Rulings for Tiny {
    fn harms(&self) -> Vec<Choice> {
        vec![Choice::new("plain", "plain")]
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        target: Id,
        amount: i64,
        _kind: &str,
        cause: &str,
    ) -> Step<()> {
        combat::harm(cx, target, amount, cause)
    }

    fn heal(&self, cx: &mut Resolver<'_>, target: Id, amount: i64, cause: &str) -> Step<()> {
        combat::heal(cx, target, amount, cause)
    }

    fn saves(&self) -> Vec<Choice> {
        vec![Choice::new("luck", "luck")]
    }

    fn save(&self, cx: &mut Resolver<'_>, target: Id, _kind: &str) -> Step<bool> {
        combat::luck(cx, target)
    }
}
