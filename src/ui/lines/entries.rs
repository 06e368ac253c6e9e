//! Log lines as data, and their short versions.

use serde::Serialize;

use crate::encounter::{Control, Detail, DetailKind, Encounter, Fact, Line};
use crate::ron_text::is_default;
use crate::values::Id;

/// Log line as data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    pub round: u32,
    /// Indentation below the action that the line belongs to; 0 for the action itself.
    #[serde(skip_serializing_if = "is_default")]
    pub depth: usize,
    /// True for a declaration, which the combatant carries out later.
    #[serde(skip_serializing_if = "is_default")]
    pub plan: bool,
    /// Letters of the combatants that the line concerns.
    pub about: Vec<String>,
    /// Facts of the line, in their order.
    pub facts: Vec<Fact>,
    /// Version of the line for listeners.
    #[serde(skip)]
    pub spoken: Spoken,
}

/// Log line for listeners. Lines about combatants that act automatically have no calculations and reasons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spoken {
    pub text: String,
    /// Text without its first part; "" if there is only one part.
    pub rest: String,
    /// Combatant whose turn the line begins.
    pub turn: Option<String>,
    /// Name of the combatant who acts automatically in the line.
    pub actor: Option<String>,
    /// Beginning of the line, up to the name of another combatant: "Ana attacks Rat".
    pub lead: Option<String>,
    /// True if the line is only a name and a colon before the rolls of the combatant.
    pub is_heading: bool,
    /// Roll that only places a combatant in an order.
    pub placed: Option<Placed>,
}

/// Roll that only places a combatant in an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    pub name: String,
    pub purpose: String,
    pub total: i64,
    /// Text of the line if no other roll is beside it.
    pub alone: String,
}

impl LogEntry {
    pub(super) fn of(line: &Line, plan: bool, now: &Encounter) -> Self {
        let letters = |ids: &[Id]| ids.iter().map(|id| id.letter()).collect();
        Self {
            round: line.round,
            depth: line.depth,
            plan,
            about: letters(&line.about),
            facts: line.facts.clone(),
            spoken: spoken(line, plan, now),
        }
    }
}

/// Returns `true` if Affray decides for a combatant.
fn is_automatic(id: Id, now: &Encounter) -> bool {
    now.find(id)
        .is_some_and(|_| now.control(id) == Control::Automatic)
}

fn spoken(line: &Line, plan: bool, now: &Encounter) -> Spoken {
    let is_ours = |id: &Id| is_automatic(*id, now);
    let names: Vec<&str> = line.about.iter().map(|id| now.name(*id)).collect();
    let short = |kinds: &[DetailKind]| {
        let left_out = |detail: &&Detail| {
            let of_automatic = !detail.who.is_empty() && detail.who.iter().all(is_ours);
            kinds.contains(&detail.kind) && (of_automatic || detail.kind == DetailKind::Reason)
        };
        parts(line, left_out)
    };
    let mut left = short(&[
        DetailKind::Calculation,
        DetailKind::Number,
        DetailKind::Repeated,
        DetailKind::Reason,
    ]);
    let doer = line.facts.iter().find_map(|fact| match fact {
        Fact::Turn { who } | Fact::Act { who: Some(who) } => Some(*who),
        Fact::Roll(roll) => roll.who,
        _ => None,
    });
    let doer = doer.filter(is_ours);
    let actor = doer.map(|id| now.name(id).to_owned());
    let is_all_ours = !line.about.is_empty() && line.about.iter().all(is_ours);
    if is_all_ours && doer.is_none() && has_heading(line) {
        left.retain(|(start, _)| *start > 0);
    }
    let text = merged(&left, &names);
    let turn = match line.facts.first() {
        Some(Fact::Turn { .. }) => actor.clone(),
        _ => None,
    };
    let placed = match line.facts.as_slice() {
        [Fact::Roll(roll)] if roll.result.is_empty() && roll.target.is_none() => {
            let name = actor.clone().filter(|_| text.len() < line.text.len());
            name.filter(|_| !roll.is_amount && !roll.has_sentence)
                .map(|name| Placed {
                    name,
                    purpose: roll.what.clone(),
                    total: roll.total,
                    alone: merged(
                        &short(&[DetailKind::Calculation, DetailKind::Reason]),
                        &names,
                    ),
                })
        }
        _ => None,
    };
    let is_heading = actor
        .as_ref()
        .is_some_and(|name| text == format!("{name}:"));
    let others = names.iter().filter(|name| actor.as_deref() != Some(**name));
    let end = others.filter_map(|name| Some(text.find(name)? + name.len()));
    let lead = actor.as_ref().and_then(|_| end.min());
    let lead = lead.map(|end| text[..end].to_owned());
    // The line of the action follows when the combatant carries out the plan.
    let is_dispensable =
        plan && doer.is_some() && matches!(line.facts.as_slice(), [Fact::Act { .. }]);
    let (text, rest) = if is_dispensable {
        Default::default()
    } else {
        (text, merged(left.get(1..).unwrap_or_default(), &names))
    };
    Spoken {
        text,
        rest,
        turn,
        actor,
        lead,
        is_heading,
        placed,
    }
}

/// Returns the parts of a line with some details replaced, and the positions of the parts. Parts without a text are left
/// out.
fn parts(line: &Line, left_out: impl Fn(&&Detail) -> bool) -> Vec<(usize, String)> {
    let mut chosen: Vec<&Detail> = line.details.iter().filter(left_out).collect();
    chosen.sort_by_key(|detail| (detail.at.start, std::cmp::Reverse(detail.at.end)));
    let starts = line.parts.iter().map(|part| part.start);
    let ends = starts.clone().skip(1).chain([line.text.len()]);
    let part = |(start, end): (usize, usize)| {
        let mut text = String::with_capacity(end - start);
        let mut told = start;
        for detail in chosen
            .iter()
            .filter(|one| (start..end).contains(&one.at.start))
        {
            // A detail inside another detail goes with it.
            if detail.at.start < told {
                continue;
            }
            text.push_str(&line.text[told..detail.at.start]);
            text.push_str(&detail.instead);
            told = detail.at.end;
        }
        text.push_str(line.text.get(told..end).unwrap_or_default());
        (
            start,
            text.split_whitespace().collect::<Vec<&str>>().join(" "),
        )
    };
    let parts = starts.zip(ends).map(part);
    parts.filter(|(_, text)| !text.is_empty()).collect()
}

/// Returns `true` if the first part of a line is a heading for the damage or healing in the other parts: "End of count
/// 6. Orc takes 5 damage."
fn has_heading(line: &Line) -> bool {
    let has_effect = line.facts.iter().any(|fact| {
        matches!(
            fact,
            Fact::Damage { .. } | Fact::Healing { .. } | Fact::Wounds { .. }
        )
    });
    let first = line.parts.first();
    has_effect && line.parts.len() > 1 && first.is_some_and(|part| part.about.is_empty())
}

/// Merges neighbouring sentences about the same combatant: "Orc takes 5 damage: 5 → 0 HP. Orc is dead." becomes "Orc
/// takes 5 damage: 5 → 0 HP; is dead."
fn merged(parts: &[(usize, String)], names: &[&str]) -> String {
    let subject = |sentence: &str| {
        let begins = |name: &&&str| {
            let rest = sentence.strip_prefix(**name);
            rest.is_some_and(|rest| rest.starts_with(' '))
        };
        let begun = names.iter().filter(begins);
        begun.max_by_key(|name| name.len()).copied()
    };
    let mut merged = String::new();
    let mut of: Option<&str> = None;
    for (_, sentence) in parts {
        let own = subject(sentence);
        match own.filter(|_| own == of) {
            Some(name) => {
                if merged.ends_with('.') {
                    merged.pop();
                }
                merged.push(';');
                merged.push_str(&sentence[name.len()..]);
            }
            None => {
                if !merged.is_empty() {
                    merged.push(' ');
                }
                merged.push_str(sentence);
            }
        }
        of = own;
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_the_same_combatant_are_merged() {
        let names = ["Orc", "Orc 2", "Mr. Orc"];
        for (parts, short) in [
            (
                &["Orc takes 5 damage: 5 to 0 HP.", "Orc is dead."][..],
                "Orc takes 5 damage: 5 to 0 HP; is dead.",
            ),
            (
                &["Orc is prone.", "Orc 2 is prone."],
                "Orc is prone. Orc 2 is prone.",
            ),
            (
                &["Orc 2 moves.", "Orc 2 attacks Orc."],
                "Orc 2 moves; attacks Orc.",
            ),
            (
                &["Orc, save: 8, failed.", "Orc is prone."],
                "Orc, save: 8, failed. Orc is prone.",
            ),
            (
                &["Orc attacks Mr. Orc.", "Mr. Orc is dead."],
                "Orc attacks Mr. Orc. Mr. Orc is dead.",
            ),
        ] {
            let parts: Vec<(usize, String)> =
                parts.iter().map(|part| (0, (*part).into())).collect();
            assert_eq!(merged(&parts, &names), short);
        }
    }
}
