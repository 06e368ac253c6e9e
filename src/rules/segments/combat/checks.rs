//! Percentile checks: attributes, of which the degree counts, Luck saves (SEG-01, 4.1), and PER against foes unseen (SEG-80).

use crate::dice::Dice;
use crate::encounter::{Id, Resolver, Roll, Step, Words as _};
use crate::tally::Tally;

use crate::rules::segments::sheet::{Attribute, fighter, is};
use crate::rules::segments::state::{Deeds, per_degree};

crate::words! {
    /// What a GM may have somebody roll against (SEG-02, SEG-07).
    pub enum Save {
        /// Luck.
        Luck = "luck" "Luck save",
        /// Once DEX.
        Dex1 = "dex-1" "1x DEX",
        /// Twice DEX.
        Dex2 = "dex-2" "2x DEX",
        /// Three times DEX.
        Dex3 = "dex-3" "3x DEX",
        /// Four times DEX.
        Dex4 = "dex-4" "4x DEX",
        /// Once PER.
        Per1 = "per-1" "1x PER",
        /// Twice PER.
        Per2 = "per-2" "2x PER",
        /// Three times PER.
        Per3 = "per-3" "3x PER",
        /// Four times PER.
        Per4 = "per-4" "4x PER",
    }
}

impl Save {
    /// The attribute and how many times it counts; none of Luck.
    fn of(self) -> Option<(Attribute, i64)> {
        match self {
            Save::Luck => None,
            Save::Dex1 => Some((Attribute::Dex, 1)),
            Save::Dex2 => Some((Attribute::Dex, 2)),
            Save::Dex3 => Some((Attribute::Dex, 3)),
            Save::Dex4 => Some((Attribute::Dex, 4)),
            Save::Per1 => Some((Attribute::Per, 1)),
            Save::Per2 => Some((Attribute::Per, 2)),
            Save::Per3 => Some((Attribute::Per, 3)),
            Save::Per4 => Some((Attribute::Per, 4)),
        }
    }
}

/// A save that the GM calls for; a Luck save of somebody who has none is refused.
pub fn save(cx: &mut Resolver<'_>, who: Id, save: Save) -> Step<bool> {
    let Some((attribute, multiple)) = save.of() else {
        return luck(cx, who);
    };
    let degree = check_degree(cx, "check", who, save.label(), attribute, multiple)?;
    Ok(degree <= multiple)
}

/// A Luck save: d100 under its number, 20 less in a round without movement (SEG-07, SEG-25).
fn luck(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let one = fighter(cx.now(), who);
    let Some(save) = one.sheet.luck_save() else {
        return cx.refuse(format!("{} has no Luck save on its sheet", cx.name(who)));
    };
    let still = if one.has(is::NO_MOVEMENT) { -20 } else { 0 };
    let reasons = Tally::new().always("Luck", save).plus("stock-still", still);
    let roll = Roll::new("luck", who, "Luck save", Dice::d(100))
        .at_most(reasons.total())
        .reasons(reasons)
        .words("saved", "failed");
    Ok(cx.roll(roll)?.passed())
}

/// The degree of somebody's PER roll against a foe it cannot see, rolled now if it has not been in this round (SEG-80).
pub fn per_roll(cx: &mut Resolver<'_>, blind: Id, foe: Id) -> Step<i64> {
    if let Some(degree) = per_degree(cx.now(), blind, foe) {
        return Ok(degree);
    }
    let what = format!("PER against the unseen {}", cx.name(foe));
    let degree = check_degree(cx, "per", blind, &what, Attribute::Per, 2)?;
    Deeds::change(cx, blind, |deeds| {
        deeds.sensed.insert(foe, degree);
    });
    Ok(degree)
}

/// An attribute check of which the degree counts; up to `good` it is called passed (SEG-02).
pub fn check_degree(
    cx: &mut Resolver<'_>,
    key: &'static str,
    who: Id,
    what: &str,
    attribute: Attribute,
    good: i64,
) -> Step<i64> {
    let one = fighter(cx.now(), who);
    let chance = one.check_chance(attribute, good);
    let ladder: Vec<String> = (1..=4)
        .map(|multiple| {
            format!(
                "{multiple}x {} up to {}",
                attribute.name(),
                one.check_chance(attribute, multiple)
            )
        })
        .collect();
    let roll = Roll::new(key, who, what.to_owned(), Dice::d(100))
        .at_most(chance)
        .hint(ladder.join(", "));
    let rolled = cx.roll_quietly(&roll)?;
    let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural));
    let word = degree_word(degree, attribute);
    cx.log_throw(&roll.words(word.clone(), word), &rolled);
    Ok(degree)
}

/// A degree as the log writes it.
pub fn degree_word(degree: i64, attribute: Attribute) -> String {
    if degree > 4 {
        format!("5x {} or worse", attribute.name())
    } else {
        format!("{degree}x {}", attribute.name())
    }
}
