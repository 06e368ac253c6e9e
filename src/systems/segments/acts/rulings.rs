//! GM rulings with their consequences: damage, healing, saves and conditions.

use crate::encounter::says::RULED;
use crate::resolver::Rolled;
use crate::rules::{Call, Rulings, SaveKind, SaveRoll};
use crate::systems::common::sentences;
use crate::systems::prelude::*;
use crate::systems::segments::Segments;

use crate::systems::segments::combat::{
    degree_dice, degree_word, down_if_spent, lose_hp, lose_spell, percentile, rise,
    struck_while_casting, stun, stun_if_beyond,
};
use crate::systems::segments::says::{Loss, Says};
use crate::systems::segments::sheet::{at, is};
use crate::systems::segments::state::{Attribute, Phase, Round, fighter};

crate::words! {
    /// Kind of damage that the GM deals.
    enum Harm {
        /// Hit that PROT reduces.
        Hit = "hit" "hit, PROT counts",
        /// Hit that ignores PROT.
        Sure = "sure" "ignores PROT",
        /// Loss of hit points without stun.
        Loss = "loss" "hit points only, no stun",
    }
}

impl Rulings for Segments {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    /// Applies damage by GM ruling: a hit reduced by PROT, a hit that ignores PROT, or lost hit points without stun.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let harm = Harm::from_word(kind).unwrap_or_default();
        let prot = match harm {
            Harm::Hit => fighter(cx.now(), who).prot(),
            Harm::Sure | Harm::Loss => 0,
        };
        let taken = (amount - prot).max(0);
        if prot > 0 {
            let total = amount;
            cx.note(match taken {
                0 => Says::TakesNone { who, total, prot },
                taken => Says::RuledLessProt {
                    who,
                    total,
                    prot,
                    taken,
                },
            });
        }
        lose_hp(cx, who, taken, why);
        if harm == Harm::Loss {
            down_if_spent(cx, who);
            return Ok(());
        }
        stun_if_beyond(cx, who, taken);
        down_if_spent(cx, who);
        struck_while_casting(cx, who)
    }

    /// Heals up to the maximum (SEG-78). A combatant who is down stays down until the next round.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        let one = fighter(cx.now(), who);
        let to = (one.hp() + amount).min(one.sheet.max_hp()).max(one.hp());
        let (before, missing) = (one.wound_mod(), one.hp() < one.sheet.max_hp());
        let restored = to - one.hp();
        if restored == 0 {
            sentences::nothing_to_heal(cx, who, missing, why);
        }
        let healing = HealthChange::Healing { amount: restored };
        cx.change_health(who, at::hp, Some(to), (healing, Says::Hp {}), why);
        let one = fighter(cx.now(), who);
        if one.wound_mod() != before {
            let level = one.wound_word().into();
            cx.note(Says::IsNow { who, level });
        }
        let one = fighter(cx.now(), who);
        if Round::of(cx.now()).phase == Phase::Declare {
            return rise(cx, who);
        }
        if one.has(is::DOWN) && !one.spent() {
            cx.note(Says::UpNextRound { who });
        }
        Ok(())
    }

    /// Returns the kinds of saves: Luck, or an attribute times one to four (SEG-02, SEG-07).
    fn kinds_of_save(&self) -> Vec<SaveKind> {
        let mut all = vec![SaveKind::new(Choice::new("luck", "Luck save"))];
        for attribute in Attribute::ALL {
            let (word, label) = (attribute.word(), attribute.label());
            let check =
                |n| SaveKind::new(Choice::new(format!("{word}-{n}"), format!("{n}x {label}")));
            all.extend((1..=4).map(check));
        }
        all
    }

    /// Returns the roll of a save. Refuses a Luck save for a combatant without a Luck score.
    fn save_roll(&self, now: &Encounter, who: Id, call: &Call) -> Result<SaveRoll, String> {
        let roll = match degrees(&call.kind) {
            Some((attribute, multiple)) => {
                let what = Says::AttributeRoll {
                    multiple,
                    attribute: attribute.label().into(),
                };
                degree_dice(now, "check", who, what, attribute, multiple)
            }
            None => luck(now, who)?,
        };
        let what = now.told(&roll.what).into_owned();
        let roll = roll.title(say!(now, "{}: {what}", now.name(who)));
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
        let Some((attribute, _)) = degrees(&call.kind) else {
            cx.log_throw(roll, rolled);
            return Ok(rolled.passed());
        };
        let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural));
        let word = degree_word(degree, attribute);
        cx.log_throw(&roll.clone().words(word.clone(), word), rolled);
        Ok(rolled.passed())
    }

    /// Applies a condition by GM ruling. A stunned combatant loses all actions still due, including a spell being
    /// cast.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        if is::named(&condition.key) == Some(is::STUNNED) {
            stun(cx, who, &condition.cause);
            return struck_while_casting(cx, who);
        }
        let label = cx.now().schema.called(&condition.key);
        cx.gain(who, condition, label);
        Ok(())
    }

    /// Clears a condition by GM ruling. Clearing `casting` means that the spell is lost.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        if is::named(key) == Some(is::CASTING) {
            lose_spell(cx, who, Loss::Ruled);
        }
        cx.lose_named(who, key, RULED);
        Ok(())
    }
}

/// Returns the attribute of a check and its multiple; `None` for a Luck save.
fn degrees(kind: &str) -> Option<(Attribute, i64)> {
    let (word, times) = kind.split_once('-')?;
    Some((Attribute::from_word(word)?, times.parse().ok()?))
}

/// Returns the roll of a Luck save: d100 under Luck, 20 lower in a round without movement (SEG-07, SEG-25).
fn luck(now: &Encounter, who: Id) -> Result<Roll, String> {
    let one = fighter(now, who);
    let Some(save) = one.sheet.luck_save() else {
        return Err(format!("{} has no Luck save", now.name(who)));
    };
    let still = one.has(is::NO_MOVEMENT);
    let reasons = Tally::new().always("Luck", save);
    let reasons = reasons.plus_if(still, "stock-still", -20);
    Ok(percentile("luck", who, Says::LuckSave {}, reasons).words("saved", "failed"))
}
