//! Percentile checks: attributes, of which the degree counts, Luck saves (SEG-01, 4.1), and PER against foes unseen (SEG-80).

use crate::dice::Dice;
use crate::encounter::{Choice, Id, Resolver, Roll, Step, Words as _};
use crate::tally::Tally;

use crate::rules::segments::sheet::{Attribute, fighter, is};
use crate::rules::segments::state::{Deeds, per_degree};

/// What a GM may have somebody roll against: Luck, or an attribute once to four times (SEG-02, SEG-07).
pub fn saves() -> Vec<Choice> {
    let mut all = vec![Choice::new("luck", "Luck save")];
    for attribute in Attribute::ALL {
        let (word, label) = (attribute.word(), attribute.label());
        let check = |n| Choice::new(format!("{word}-{n}"), format!("{n}x {label}"));
        all.extend((1..=4).map(check));
    }
    all
}

/// A save that the GM calls for; a Luck save of somebody who has none is refused.
pub fn save(cx: &mut Resolver<'_>, who: Id, kind: &str) -> Step<bool> {
    let check = kind.split_once('-');
    let check = check.map(|(word, n)| (Attribute::from_word(word), n.parse()));
    let Some((Some(attribute), Ok(multiple))) = check else {
        return luck(cx, who);
    };
    let what = format!("{multiple}x {}", attribute.label());
    let degree = check_degree(cx, "check", who, &what, attribute, multiple)?;
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
    let roll = percentile("luck", who, "Luck save", reasons);
    Ok(cx.roll(roll.words("saved", "failed"))?.passed())
}

/// A d100 under a chance.
pub fn percentile(key: &'static str, who: Id, what: &str, chance: Tally) -> Roll {
    let roll = Roll::new(key, who, what.to_owned(), Dice::d(100));
    roll.at_most(chance.total()).reasons(chance)
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
    let name = attribute.label();
    let up_to = |n: i64| format!("{n}x {name} up to {}", one.check_chance(attribute, n));
    let roll = Roll::new(key, who, what.to_owned(), Dice::d(100))
        .at_most(chance)
        .hint([1, 2, 3, 4].map(up_to).join(", "));
    let rolled = cx.roll_quietly(&roll)?;
    let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural));
    let word = degree_word(degree, attribute);
    cx.log_throw(&roll.words(word.clone(), word), &rolled);
    Ok(degree)
}

/// A degree as the log writes it.
pub fn degree_word(degree: i64, attribute: Attribute) -> String {
    match (degree, attribute.label()) {
        (5.., name) => format!("5x {name} or worse"),
        (_, name) => format!("{degree}x {name}"),
    }
}
