//! GM rulings with their consequences (CTD-156, CTD-182).

use crate::rules::{Call, Rulings, SaveKind, SaveRoll};
use crate::systems::countdown::Countdown;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::{checks, wounds};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{at, is};
use crate::systems::countdown::state::fighter;

crate::words! {
    /// Kind of damage that the GM deals.
    enum Harm {
        /// Lethal, as with the edge.
        Lethal = "lethal",
        /// Non-lethal, as with the flat (CTD-148).
        NonLethal = "nonlethal" "non-lethal",
    }
}

impl Rulings for Countdown {
    /// Returns the kinds of damage.
    fn kinds_of_damage(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let flat = Harm::from_word(kind) == Some(Harm::NonLethal);
        let subdual = if flat { amount } else { 0 };
        wounds::suffer(cx, who, amount, subdual, why).map(|_| ())
    }

    /// Heals hit points of combatants who are not dead (CTD-148, CTD-156).
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

    /// Applies a condition by GM ruling. A combatant put out of the fight loses their count.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, mut condition: Condition) -> Step<()> {
        match is::named(&condition.key) {
            Some(is::SURPRISED) if condition.ends == Ends::WhenCleared => {
                condition.ends = Ends::EndOfRound(cx.now().round.max(1));
            }
            Some(is::DEAD) => cx.change(who, at::hp, Some(0), Says::HitPoints {}, Says::Ruled {}),
            _ => {}
        }
        // Conditions do not stack here (CTD-05), and the ruling replaces an existing one.
        let label = cx.now().schema.called(&condition.key);
        cx.gain_alone(who, condition, label);
        if !fighter(cx.now(), who).up() {
            wounds::leave_count(cx, who);
        }
        Ok(())
    }

    /// Clears a condition by GM ruling. A dead or unconscious combatant returns with 1 hit point.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        match is::named(key) {
            Some(is::UNCONSCIOUS) => wounds::wake(cx, who, Says::Ruled {}),
            Some(is::DEAD) => {
                cx.lose_named(who, key, Says::Ruled {});
                if fighter(cx.now(), who).hp() == 0 {
                    cx.change(who, at::hp, Some(1), Says::HitPoints {}, Says::Ruled {});
                }
            }
            _ => cx.lose_named(who, key, Says::Ruled {}),
        }
        Ok(())
    }
}
