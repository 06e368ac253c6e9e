//! Branches of the next choice: a fight state for each way in which the choice can be made.

use std::sync::Arc;

use super::standing::{Standing, begun};
use crate::encounter::Encounter;
use crate::resolver::{
    Answer, Choice, Draft, FieldKind, Given, Kind, Prompt, Question, Stop, Taken,
};
use crate::rules::{Entry, System, action};
use crate::values::{Id, Value};

/// Maximum number of branches.
pub(super) const MOST: usize = 8;

/// Number of form rows whose values become branches.
const MOST_ROWS: usize = 3;

/// One way to make the next choice.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Label of the choice.
    pub label: String,
    /// State of the fight after the choice.
    pub standing: Standing,
}

impl Standing {
    /// Returns the state with one more answer in the topmost command; `None` if the rules refuse it.
    pub(super) fn answered(
        &self,
        system: &dyn System,
        question: &Question,
        answer: Answer,
    ) -> Option<Self> {
        let level = self.open.len().checked_sub(1)?;
        let top = &self.open[level];
        let given = Given {
            question: question.clone(),
            answer,
            by_hand: true,
            rerolls: 0,
            stood: None,
            led: "".into(),
        };
        let mut taken = top.taken.clone();
        taken.push(Taken::Given(Arc::new(given)));
        let top = begun(system, self.below(level), top.command.clone(), taken);
        match &top.run.end {
            Err(Stop::Ask(prompt)) if prompt.question == *question => return None,
            Err(Stop::Refused(_) | Stop::Broken(_)) => return None,
            Ok(()) | Err(Stop::Ask(_)) => {}
        }
        let mut next = self.clone();
        next.open[level] = top;
        Some(next)
    }
}

/// Returns a branch for each offer that does not end the fight, starting with the `marked` offer.
pub fn of_offers(
    system: &dyn System,
    from: &Standing,
    offers: &[Entry],
    marked: usize,
) -> Vec<Branch> {
    let open = |entry: &&Entry| {
        let ends = action(system, &entry.command).is_some_and(|action| action.ends);
        entry.refused.is_none() && !ends
    };
    let first = offers.get(marked).into_iter();
    let others = offers.iter().enumerate();
    let others = others.filter(|(place, _)| *place != marked);
    let all = first.chain(others.map(|(_, entry)| entry)).filter(open);
    let branch = |entry: &Entry| {
        let begun = begun(system, &from.base, entry.command.clone(), Vec::new());
        let refused = matches!(begun.run.end, Err(Stop::Refused(_) | Stop::Broken(_)));
        (!refused).then(|| Branch {
            label: entry.label.clone(),
            standing: Standing {
                base: from.base.clone(),
                open: vec![begun],
            },
        })
    };
    all.filter_map(branch).take(MOST).collect()
}

/// Returns a branch for each answer to a question of the topmost command, starting with the `marked` answer. A form
/// gives a branch for its current values, and a branch for each other value of its first rows of combatants or items.
/// Dice, numbers and texts have no branches.
pub fn of_prompt(
    system: &dyn System,
    from: &Standing,
    prompt: &Prompt,
    marked: &Answer,
) -> Vec<Branch> {
    let ways = ways(from.now(), prompt, marked);
    let branch = |(label, answer): (String, Answer)| {
        let standing = from.answered(system, &prompt.question, answer)?;
        Some(Branch { label, standing })
    };
    ways.into_iter().filter_map(branch).take(MOST).collect()
}

/// Lists the possible answers of a question with their labels, the `marked` one first.
pub(super) fn ways(now: &Encounter, prompt: &Prompt, marked: &Answer) -> Vec<(String, Answer)> {
    let mut ways = match (&prompt.kind, marked) {
        (Kind::Choice { options, .. }, _) => choices(options),
        (Kind::Confirm { .. }, _) => vec![
            ("yes".to_owned(), Answer::Yes(true)),
            ("no".to_owned(), Answer::Yes(false)),
        ],
        (Kind::Pick { from, least, .. }, _) => picks(now, from, *least),
        (Kind::Form(_), Answer::Filled(draft)) => forms(now, prompt, draft),
        _ => Vec::new(),
    };
    // The marked answer comes first, whatever its position.
    if let Some(place) = ways.iter().position(|(_, answer)| answer == marked) {
        let first = ways.remove(place);
        ways.insert(0, first);
    }
    ways
}

fn choices(options: &[Choice]) -> Vec<(String, Answer)> {
    let open = options.iter().filter(|option| option.refused.is_none());
    open.map(|option| (option.label.clone(), Answer::Chose(option.key.clone())))
        .collect()
}

fn picks(now: &Encounter, from: &[Id], least: usize) -> Vec<(String, Answer)> {
    let nobody = (least == 0).then(|| ("nobody".to_owned(), Answer::Picked(Vec::new())));
    let one = |id: &Id| (now.name(*id).to_owned(), Answer::Picked(vec![*id]));
    let single = from.iter().filter(|_| least <= 1).map(one);
    nobody.into_iter().chain(single).collect()
}

/// Returns the form with its current values, then with each other value of each row.
fn forms(now: &Encounter, prompt: &Prompt, draft: &Draft) -> Vec<(String, Answer)> {
    let Kind::Form(fields) = &prompt.kind else {
        return Vec::new();
    };
    let mut rows: Vec<Vec<(String, Answer)>> = Vec::new();
    for field in fields {
        let values: Vec<(String, Value)> = match &field.kind {
            FieldKind::Choice(options) => {
                let open = options.iter().filter(|option| option.refused.is_none());
                open.map(|one| (one.label.clone(), Value::Word(one.key.clone())))
                    .collect()
            }
            FieldKind::Pick { from, most: 1, .. } => from
                .iter()
                .map(|id| (now.name(*id).to_owned(), Value::Who(vec![*id])))
                .collect(),
            FieldKind::Pick { from, most, .. } if prompt.question.who.is_none() => {
                let all = from.iter().copied().take(*most).collect();
                vec![("all".to_owned(), Value::Who(all))]
            }
            _ => continue,
        };
        let others = values
            .into_iter()
            .filter(|(_, value)| *value != field.value);
        let others = others.map(|(word, value)| {
            let mut set = draft.clone();
            set.insert(field.key.clone(), value);
            (format!("{}: {word}", field.label), Answer::Filled(set))
        });
        let others: Vec<(String, Answer)> = others.collect();
        if !others.is_empty() && rows.len() < MOST_ROWS {
            rows.push(others);
        }
    }
    let mut ways = vec![("as now".to_owned(), Answer::Filled(draft.clone()))];
    let longest = rows.iter().map(Vec::len).max().unwrap_or(0);
    for place in 0..longest {
        ways.extend(rows.iter().filter_map(|row| row.get(place).cloned()));
    }
    ways
}
