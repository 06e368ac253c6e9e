//! Log lines of rolls: result, target number, outcome, dice.

use super::event::{Need, Throw};
use super::state::Encounter;
use crate::text::capital;

/// Number of results that a line shows one by one.
const MOST_FACES: usize = 20;

/// Formats a roll, the result first: "Ann attacks Orc with axe: 21 vs AC 13, hit (d20 14 + 5 + 2 charge)." A roll
/// without its own sentence has the names of combatant and test: "Ann, dexterity save: 12 vs DC 14, failed (d20 9 +
/// 3)."
pub(super) fn tell_throw(throw: &Throw, now: &Encounter) -> String {
    if throw.told.is_empty() {
        return tell_named(throw, &roll_name(throw, now));
    }
    tell_named(throw, &now.told(&throw.told))
}

/// Formats a roll under the name of its combatant and test, for lines below the sentence of the roll.
pub(super) fn tell_below(throw: &Throw, now: &Encounter) -> String {
    tell_named(throw, &roll_name(throw, now))
}

/// Names a roll after the combatant who makes it: "Ann, attack".
fn roll_name(throw: &Throw, now: &Encounter) -> String {
    let who = throw.who.filter(|_| !throw.unnamed);
    match who.and_then(|id| now.find(id)) {
        Some(who) => format!("{}, {}", who.name, now.told(&throw.what)),
        None => capital(&now.told(&throw.what)),
    }
}

fn tell_named(throw: &Throw, name: &str) -> String {
    let mut text = format!("{name}: {}", total(throw));
    if !throw.verdict.is_empty() {
        text.push_str(&format!(", {}", throw.verdict));
    }
    text.push_str(&ending(throw));
    text
}

/// Returns the total of a roll with its target number: "21 vs AC 13".
pub(super) fn total(throw: &Throw) -> String {
    let mut text = throw.total.to_string();
    match (&throw.need, throw.against.as_str()) {
        (None, _) => {}
        (Some(Need::AtLeast(need)), "") => text.push_str(&format!(", needs {need}")),
        (Some(Need::AtLeast(need)), against) => text.push_str(&format!(" vs {against} {need}")),
        (Some(need), against) => text.push_str(&format!(", needs {}", need.words(against))),
    }
    text
}

/// Returns the end of a roll's line, after the outcome.
pub(super) fn ending(throw: &Throw) -> String {
    format!(" ({}).", dice(throw))
}

/// Formats dice, results and bonus of a roll: "2d6 3 4 + 2 + 1 aim", "higher of 2d20: 18 (1) + 4".
pub(super) fn dice(throw: &Throw) -> String {
    let modifier = if throw.dice.count() > 0 {
        throw.dice.modifier()
    } else {
        0
    };
    let dice = throw.dice.plus(-modifier);
    let between = if dice.keeps_some() { ": " } else { " " };
    let dice = dice.in_words();
    let mut text = match dice.strip_prefix('1') {
        Some(one) if one.starts_with('d') => one.to_owned(),
        _ => dice,
    };
    // The total of a pool is the number of its successes, not the result of its die.
    let alone = throw.faces.len() == 1 && throw.bonus.is_empty() && modifier == 0;
    let alone = alone && !throw.dice.counts();
    if !alone && !throw.faces.is_empty() {
        text.push_str(&format!("{between}{}", faces(throw)));
    }
    if modifier != 0 {
        let sign = if modifier < 0 { '-' } else { '+' };
        text.push_str(&format!(" {sign} {}", modifier.unsigned_abs()));
    }
    if !throw.bonus.is_empty() {
        text.push_str(&format!(" + {}", throw.bonus.sum_text()).replace("+ -", "- "));
    }
    if throw.need.is_some() && throw.reasons.parts.len() > 1 {
        // The name of the target number is not repeated if a reason contains the name.
        let labelled = throw
            .reasons
            .parts
            .iter()
            .any(|part| part.label == throw.against);
        let against = if labelled { "" } else { &throw.against };
        let space = if against.is_empty() { "" } else { " " };
        text.push_str(&format!("; {against}{space}{}", throw.reasons.sum_text()));
    }
    if !throw.forced.is_empty() {
        text.push_str(&format!("; {} decides", throw.forced));
    }
    text
}

/// Formats the results of a roll, with dice that do not count in brackets.
fn faces(throw: &Throw) -> String {
    let shown = throw.faces.iter().take(MOST_FACES);
    let kept = throw.dice.kept(&throw.faces);
    let shown = shown.zip(kept.iter().chain(std::iter::repeat(&true)));
    let mut faces: Vec<String> = shown
        .map(|(face, kept)| {
            if *kept {
                face.to_string()
            } else {
                format!("({face})")
            }
        })
        .collect();
    if throw.faces.len() > MOST_FACES {
        faces.push(format!("… ({} faces)", throw.faces.len()));
    }
    faces.join(" ")
}
