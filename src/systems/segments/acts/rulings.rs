//! What the GM rules, with what follows from it: damage, healing, saves, conditions.

use crate::dice::Tally;
use crate::encounter::Condition;
use crate::resolver::{Choice, Resolver, Step, note};
use crate::rules::Rulings;
use crate::systems::common::sentences;
use crate::systems::segments::Segments;
use crate::values::{Id, Words as _};

use crate::systems::segments::combat::{
    check_degree, down_if_spent, lose_hp, lose_spell, percentile, rise, struck_while_casting, stun,
    stun_if_beyond,
};
use crate::systems::segments::sheet::{at, is};
use crate::systems::segments::state::{Attribute, Phase, Round, fighter};

crate::words! {
    /// What kind of damage a GM deals.
    enum Harm {
        /// A hit, from which PROT takes.
        Hit = "hit" "a hit: protection counts",
        /// A hit that PROT does not help against.
        Sure = "sure" "past protection",
        /// A loss of hit points that stuns nobody.
        Loss = "loss" "hit points only, no stun",
    }
}

impl Rulings for Segments {
    fn kinds_of_damage(&self) -> Vec<Choice> {
        Choice::all::<Harm>()
    }

    /// Applies damage by GM ruling: a hit that protection reduces, one past protection, or lost hit points without
    /// stun.
    fn harm(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, kind: &str, why: &str) -> Step<()> {
        let harm = Harm::from_word(kind).unwrap_or_default();
        let prot = match harm {
            Harm::Hit => fighter(cx.now(), who).prot(),
            Harm::Sure | Harm::Loss => 0,
        };
        let taken = (amount - prot).max(0);
        if prot > 0 {
            let name = cx.name(who);
            note!(cx, &[who], "{name}: {amount} - {prot} PROT = {taken}.");
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

    /// Healing up to the maximum (SEG-78). In the middle of a round who was down stays so until the next one.
    fn heal(&self, cx: &mut Resolver<'_>, who: Id, amount: i64, why: &str) -> Step<()> {
        let one = fighter(cx.now(), who);
        let to = (one.hp() + amount).min(one.sheet.max_hp()).max(one.hp());
        let (before, missing) = (one.wound_mod(), one.hp() < one.sheet.max_hp());
        if to == one.hp() {
            sentences::nothing_to_heal(cx, who, missing, why);
        }
        cx.change(who, at::hp, Some(to), "hp", why);
        let one = fighter(cx.now(), who);
        if one.wound_mod() != before {
            note!(cx, &[who], "{} is {} now.", one.name(), one.wound_word());
        }
        let one = fighter(cx.now(), who);
        if Round::of(cx.now()).phase == Phase::Declare {
            return rise(cx, who);
        }
        if one.has(is::DOWN) && !one.spent() {
            let name = one.name();
            note!(cx, &[who], "{name} is up again from the next round on.");
        }
        Ok(())
    }

    /// Luck, or an attribute once to four times (SEG-02, SEG-07).
    fn kinds_of_save(&self) -> Vec<Choice> {
        let mut all = vec![Choice::new("luck", "Luck save")];
        for attribute in Attribute::ALL {
            let (word, label) = (attribute.word(), attribute.label());
            let check = |n| Choice::new(format!("{word}-{n}"), format!("{n}x {label}"));
            all.extend((1..=4).map(check));
        }
        all
    }

    /// A save that the GM calls for; a Luck save of somebody who has none is refused.
    fn save(&self, cx: &mut Resolver<'_>, who: Id, kind: &str) -> Step<bool> {
        let check = kind.split_once('-');
        let check = check.map(|(word, n)| (Attribute::from_word(word), n.parse()));
        let Some((Some(attribute), Ok(multiple))) = check else {
            return luck(cx, who);
        };
        let what = format!("{multiple}x {}", attribute.label());
        let degree = check_degree(cx, "check", who, &what, attribute, multiple)?;
        Ok(degree <= multiple)
    }

    /// A condition by ruling; who is stunned loses what is still due, a spell begun too.
    fn afflict(&self, cx: &mut Resolver<'_>, who: Id, condition: Condition) -> Step<()> {
        if is::named(&condition.key) == Some(is::STUNNED) {
            stun(cx, who, &condition.cause);
            return struck_while_casting(cx, who);
        }
        let label = cx.now().schema.called(&condition.key);
        cx.gain(who, condition, label);
        Ok(())
    }

    /// Clears a condition by ruling; who no longer casts has lost the spell.
    fn relieve(&self, cx: &mut Resolver<'_>, who: Id, key: &str) -> Step<()> {
        if is::named(key) == Some(is::CASTING) {
            lose_spell(cx, who, "ruled");
        }
        cx.lose_named(who, key, "ruled");
        Ok(())
    }
}

/// Rolls a Luck save: d100 under Luck, 20 lower in a round without movement (SEG-07, SEG-25).
fn luck(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let one = fighter(cx.now(), who);
    let Some(save) = one.sheet.luck_save() else {
        return cx.refuse(format!("{} has no Luck save on its sheet", cx.name(who)));
    };
    let still = one.has(is::NO_MOVEMENT);
    let reasons = Tally::new().always("Luck", save);
    let reasons = reasons.plus_if(still, "stock-still", -20);
    let roll = percentile("luck", who, "Luck save", reasons);
    Ok(cx.roll(roll.words("saved", "failed"))?.passed())
}
