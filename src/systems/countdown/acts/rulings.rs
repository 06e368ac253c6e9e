//! What the GM rules, with what follows from it (CTD-156, CTD-182).

use crate::encounter::{Condition, Encounter, Ends};
use crate::resolver::{Choice, Resolver, Step};
use crate::rules::{Call, Rulings, SaveKind, SaveRoll};
use crate::systems::countdown::Countdown;
use crate::values::{Id, Words as _};

use crate::systems::countdown::combat::{checks, wounds};
use crate::systems::countdown::sheet::{at, is};
use crate::systems::countdown::state::fighter;

crate::words! {
    /// Damage as the GM rules it.
    enum Harm {
        /// As of an edge.
        Lethal = "lethal",
        /// As of the flat (CTD-148).
        NonLethal = "nonlethal" "non-lethal",
    }
}

impl Rulings for Countdown {
    /// Damage as it can be ruled.
    fn kinds_of_damage(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let flat = Harm::from_word(kind) == Some(Harm::NonLethal);
        let subdual = if flat { amount } else { 0 };
        wounds::suffer(cx, who, amount, subdual, why).map(|_| ())
    }

    /// Hit points given back; the dead have none (CTD-148, CTD-156).
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        if fighter(cx.now(), who).dead() {
            let name = cx.name(who);
            return cx.refuse(format!("{name} is dead: clear that condition first"));
        }
        wounds::restore(cx, who, amount, why);
        Ok(())
    }

    /// Saves of the sheet (CTD-08), and checks against a DC (CTD-07).
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        checks::all()
    }

    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let roll = checks::ruled(now, who, &call.kind, call.number)?;
        Ok(SaveRoll::Roll(Box::new(roll)))
    }

    fn ends_after(&self, now: &Encounter, _who: Id, rounds: u32) -> Ends {
        wounds::for_rounds(now, rounds.into())
    }

    /// A condition by ruling: whom it puts out of the fight loses its number.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, mut condition: Condition) -> Step<()> {
        match is::named(&condition.key) {
            Some(is::SURPRISED) if condition.ends == Ends::WhenCleared => {
                condition.ends = Ends::EndOfRound(cx.now().round.max(1));
            }
            Some(is::DEAD) => cx.change(who, at::hp, Some(0), "HP", "ruled"),
            _ => {}
        }
        // A condition stands once here (CTD-05), and the ruling has the last word on it.
        let label = cx.now().schema.called(&condition.key);
        cx.gain_alone(who, condition, label);
        if !fighter(cx.now(), who).up() {
            wounds::leave_count(cx, who);
        }
        Ok(())
    }

    /// A condition cleared by ruling: whoever was dead or out cold has a hit point again.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        match is::named(key) {
            Some(is::UNCONSCIOUS) => wounds::wake(cx, who, "ruled"),
            Some(is::DEAD) => {
                cx.lose_named(who, key, "ruled");
                if fighter(cx.now(), who).hp() == 0 {
                    cx.change(who, at::hp, Some(1), "HP", "ruled");
                }
            }
            _ => cx.lose_named(who, key, "ruled"),
        }
        Ok(())
    }
}
