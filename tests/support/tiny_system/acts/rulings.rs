//! Consequences of GM rulings.

use affray::encounter::Encounter;
use affray::resolver::{Choice, Resolver, Step};
use affray::rules::{Call, Rulings, SaveKind, SaveRoll};
use affray::values::Id;

use crate::support::tiny_system::{Tiny, combat};

impl Rulings for Tiny {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        vec![Choice::new("plain", "plain")]
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        who: Id,
        amount: i64,
        _kind: &str,
        why: &str,
    ) -> Step<()> {
        combat::harm(cx, who, amount, why)
    }

    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        combat::heal(cx, who, amount, why)
    }

    fn kinds_of_save(&self) -> Vec<SaveKind> {
        vec![SaveKind::new(Choice::new("luck", "luck"))]
    }

    fn save_roll(&self, now: &Encounter, who: Id, _call: &Call) -> Result<SaveRoll, String> {
        let roll = combat::luck(now, who)?;
        Ok(SaveRoll::Roll(Box::new(roll)))
    }
}
