//! GM rulings with their consequences.

use crate::encounter::says::RULED;
use crate::rules::{Call, Rulings, SaveKind, SaveRoll};
use crate::systems::prelude::*;
use crate::systems::seconds::Seconds;
use crate::values::Words;

use crate::systems::common::moments::NEXT_TURN;
use crate::systems::seconds::combat::{damage, forfeit, healing, morale, turns, wounds};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::{CALMED, is};
use crate::systems::seconds::sheet::schema::{DamageType, at};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::state::fighter::fighter;

/// Keyword of non-lethal damage (SEC-93).
const NONLETHAL: &str = "nonlethal";

impl Rulings for Seconds {
    /// Returns the kinds of damage by GM ruling: any type, and non-lethal (SEC-93, SEC-124, SEC-171).
    fn kinds_of_damage(&self) -> Vec<Choice> {
        let mut all = Choice::all::<DamageType>();
        all.insert(1, Choice::new(NONLETHAL, NONLETHAL));
        all
    }

    /// Applies damage by GM ruling, judged as a hit; several targets share one roll (SEC-124).
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let damage = DamageType::from_word(kind).unwrap_or_default();
        damage::suffer(cx, who, amount, damage, kind == NONLETHAL, &why.into())
    }

    /// Heals wounds by GM ruling; the dead must be brought back first.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        if fighter(cx.now(), who).has(is::DEAD) {
            let name = cx.name(who);
            return cx.refuse(format!("{name} is dead: clear that condition first"));
        }
        healing::heal(cx, who, amount, &why.into());
        Ok(())
    }

    /// Returns the checks that can be rolled against a number set by the GM (SEC-01).
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        let all = Choice::all::<Check>().into_iter();
        all.map(|one| SaveKind::new(one).against("DC", -20, 99, 4))
            .collect()
    }

    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let check = Check::from_word(&call.kind).unwrap_or_default();
        let skill = Skill::from_word(&call.kind).unwrap_or_default();
        let one = fighter(now, who);
        let scale = match check {
            Check::Fortitude | Check::Wrestle => one.scale(),
            Check::Stealth => -one.scale(),
            _ => 0,
        };
        let asleep = check == Check::Perception && one.has(is::SLEEPING);
        let bonus = Tally::new()
            .plus(skill.label(), one.skill(skill))
            .plus("scale", scale)
            .plus("asleep", if asleep { -6 } else { 0 });
        let what = Says::CheckRoll {
            check: check.label().into(),
        };
        let roll = Roll::new("check", who, what, Dice::d(6))
            .bonus(bonus)
            .at_least(call.number)
            .against("DC")
            .title(say!(now, "{}: {}", now.name(who), check.label()));
        Ok(SaveRoll::Roll(Box::new(roll)))
    }

    /// Returns the end of a condition that a ruling sets for some rounds: that number of the bearer's own turns
    /// (SEC-134).
    fn ends_after(&self, now: &Encounter, who: Id, rounds: u32) -> Ends {
        turns::lasting(now, who, rounds.into())
    }

    /// Applies a condition by GM ruling. A combatant who becomes helpless loses carried actions, aims and seconds left.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, mut condition: Condition) -> Step<()> {
        let ruled = Told::from(RULED);
        match is::named(&condition.key) {
            Some(is::DYING) => return wounds::begin(cx, who, &ruled),
            Some(is::DEAD) => return wounds::die(cx, who, &ruled),
            Some(is::BROKEN) => {
                let most = fighter(cx.now(), who).max_will();
                morale::penalty(cx, who, most, &ruled);
                return Ok(());
            }
            Some(is::PANICKED | is::RAGING | is::CONFUSED)
                if condition.ends == Ends::WhenCleared =>
            {
                condition.ends = Ends::at(CALMED);
            }
            Some(is::FLAT_FOOTED) if condition.ends == Ends::WhenCleared => {
                condition.ends = Ends::at(NEXT_TURN);
            }
            _ => {}
        }
        let left = is::named(&condition.key);
        let label = cx.now().schema.called(&condition.key);
        cx.gain_alone(who, condition, label);
        if !fighter(cx.now(), who).able() {
            forfeit::helpless(cx, who);
        }
        match left {
            Some(is::FLED | is::REMOVED | is::DESTROYED) => forfeit::timers(cx, who),
            _ => Ok(()),
        }
    }

    /// Clears a condition by GM ruling: sleeping or unconscious combatants wake, broken combatants regain Will.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        let ruled = Told::from(RULED);
        match is::named(key) {
            Some(is::UNCONSCIOUS | is::SLEEPING | is::STABLE) => turns::wake(cx, who, &ruled),
            Some(is::BROKEN) => morale::relieve(cx, who, 1, &ruled),
            Some(is::DYING) => {
                cx.set(who, at::dying_dc, None);
                cx.lose_named(who, key, RULED);
            }
            _ => cx.lose_named(who, key, RULED),
        }
        turns::control_over(cx, who);
        Ok(())
    }
}

crate::words! {
    /// Check that a GM can call for.
    enum Check {
        /// Fortitude check, d6 with bonus and scale (SEC-07).
        Fortitude = "fortitude" "Fortitude",
        /// Perception check, also of a sleeper (SEC-142).
        Perception = "perception" "Perception",
        /// Reflex check against a fall (SEC-155).
        Reflex = "reflex" "Reflex",
        /// Acrobatics check, reduced by mobility penalties (SEC-53).
        Acrobatics = "acrobatics" "Acrobatics",
        /// Athletics check, reduced by mobility penalties (SEC-53).
        Athletics = "athletics" "Athletics",
        /// Wrestling check, to which scale is added (SEC-13, SEC-53).
        Wrestle = "wrestle" "Wrestle",
        /// Stealth check, from which scale is subtracted (SEC-13, SEC-53).
        Stealth = "stealth" "Stealth",
        /// Riding check of a rider (SEC-123).
        Ride = "ride" "Ride",
        /// Medicine check for treatment and diagnosis (SEC-144, SEC-185).
        Medicine = "medicine" "Medicine",
        /// Charisma check for rallying others (SEC-132).
        Charisma = "charisma" "Charisma",
    }
}
