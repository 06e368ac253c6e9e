//! Attribute checks of which the degree counts (4.1), and PER against foes unseen (SEG-80).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};

use super::sheet::{Attribute, fighter};
use super::state::Deeds;

/// The degree of somebody's PER roll against a foe it cannot see, if it has been rolled this round (SEG-80).
pub fn per_degree(now: &Encounter, blind: Id, foe: Id) -> Option<i64> {
    Deeds::of(now, blind).sensed.get(&foe).copied()
}

/// The degree of somebody's PER roll against a foe it cannot see, rolled now if it has not been in this round (SEG-80).
///
/// # Errors
/// Asks for the d100.
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
///
/// # Errors
/// Asks for the d100.
pub fn check_degree(
    cx: &mut Resolver<'_>,
    key: &str,
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
    let roll = Roll::new(key, who, what, Dice::d(100))
        .at_most(chance)
        .hint(ladder.join(", "));
    let rolled = cx.roll_quietly(&roll)?;
    let degree = fighter(cx.now(), who).degree(attribute, i64::from(rolled.natural()));
    let word = degree_word(degree, attribute);
    cx.log_throw(&roll.words(&word, &word), &rolled);
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
