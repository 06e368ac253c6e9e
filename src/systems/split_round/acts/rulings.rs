//! GM rulings with their consequences (SPL-72, SPL-74, SPL-124).

use crate::resolver::Rolled;
use crate::rules::{Call, Rulings, SaveKind, SaveRoll, ruling};
use crate::systems::prelude::*;
use crate::systems::split_round::SplitRound;

use crate::systems::split_round::combat::{checks, edge, losses, recovery, wounds};
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::at;
use crate::systems::split_round::state::fighter::fighter;

impl Rulings for SplitRound {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        vec![Choice::new("damage", "untyped")]
    }

    fn harm(
        &self,
        cx: &mut Resolver<'_>,
        who: Id,
        amount: i64,
        _kind: &str,
        why: &str,
    ) -> Step<()> {
        wounds::suffer(cx, who, amount, why)
    }

    /// Heals hit points of a combatant. If magic would heal more, asks if the healing is magical (SPL-124).
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        let title = say!(cx.now(), "Is the healing of {} magical?", cx.name(who));
        let magical =
            recovery::needs_magic(cx.now(), who) && cx.confirm("magical", who, title, true)?;
        wounds::heal(cx, who, amount, magical, why);
        Ok(())
    }

    /// Returns the kinds of saves and checks against a DC (SPL-73).
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        checks::all()
    }

    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let (roll, _) = checks::ruled(now, who, &call.kind, call.number, call.edge)?;
        Ok(SaveRoll::Roll(Box::new(roll)))
    }

    fn save_rolled(
        &self,
        cx: &mut Resolver<'_>,
        who: Id,
        call: &Call,
        roll: &Roll,
        rolled: &Rolled,
    ) -> Step<bool> {
        cx.log_throw(roll, rolled);
        if let Ok((_, edge)) = checks::ruled(cx.now(), who, &call.kind, call.number, call.edge) {
            edge::tell(cx, who, &edge);
        }
        if !roll.always.is_empty() {
            checks::remind(cx, who, rolled);
        }
        Ok(rolled.passed())
    }

    /// Applies a condition by GM ruling. A combatant put out of action loses their pending items (SPL-64, SPL-72,
    /// SPL-74).
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, mut condition: Condition) -> Step<()> {
        let this_round = Ends::EndOfRound(cx.now().round.max(1));
        let named = is::named(&condition.key);
        match named {
            Some(is::BUMPED) => {
                losses::bump(cx, who);
                return Ok(());
            }
            Some(is::SURPRISED) if condition.ends == Ends::WhenCleared => {
                condition.ends = this_round
            }
            Some(is::BLEEDING) => {
                let title = say!(
                    cx.now(),
                    "How many hit points does {} lose each round?",
                    cx.name(who)
                );
                condition.value = cx.number("bleeds", who, title, 1, 999, 1)?;
            }
            // If hit points were left, the combatant would immediately be up again.
            Some(is::DOWN) if fighter(cx.now(), who).hp() > 0 => {
                let lost = fighter(cx.now(), who).hp();
                let damage = (HealthChange::damage(lost), Says::Hp {});
                cx.change_health(who, at::hp, Some(0), damage, Says::GmRuling {});
            }
            _ => {}
        }
        let label = cx.now().schema.called(&condition.key);
        cx.gain(who, condition, label.as_str());
        if !fighter(cx.now(), who).up() {
            let why = Why::Is { what: label.into() };
            losses::unable(cx, who, &why);
        }
        if named == Some(is::SURPRISED) {
            losses::void(cx, who, &Why::Surprised {});
        }
        Ok(())
    }

    /// Clears a condition by GM ruling. A combatant who was down returns with 1 hit point.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        if is::named(key) == Some(is::CONCENTRATING) {
            losses::drop_spell(cx, who, &Why::Ruled {});
            return Ok(());
        }
        cx.lose_named(who, key, Says::Ruled {});
        let fallen = matches!(is::named(key), Some(is::DOWN | is::DEAD));
        if fallen && fighter(cx.now(), who).hp() <= 0 {
            let restored = 1 - fighter(cx.now(), who).hp();
            let healing = (HealthChange::Healing { amount: restored }, Says::Hp {});
            cx.change_health(who, at::hp, Some(1), healing, Says::GmRuling {});
            wounds::rise(cx, who);
        }
        Ok(())
    }
}

/// Asks the GM for the effects of an action that the rules do not cover.
pub fn follow(cx: &mut Resolver<'_>, title: &str, who: Option<Id>) -> Step<()> {
    ruling::follow(&SplitRound, cx, title, who, "")
}
