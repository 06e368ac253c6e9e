//! Exhaustive walk through a fight, for tests of a system. The walk starts every command and gives every possible
//! answer of a question once, and rolls come out on both sides of their target numbers. It then continues from each new
//! state.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use super::branches::ways;
use super::leader::Leader;
use super::one_fight::simulate;
use super::standing::{Standing, begun};
use crate::dice::{Generator, Seed};
use crate::encounter::Encounter;
use crate::resolver::{
    Answer, Command, Draft, Field, FieldKind, Given, Kind, Prompt, Question, Roll, Stop, Taken,
};
use crate::rules::{self, Legal, Next, System};
use crate::values::Value;

/// Number of intermediate states to look at from each state, in the order of normal play.
const LOOKS: usize = 24;
/// Number of rounds to look at from each state.
const ROUNDS: u32 = 3;
/// Number of runs of each command with answers that were given before in another state.
const AGAIN: usize = 6;
/// Maximum number of questions in a command; a longer command is skipped.
const QUESTIONS: usize = 80;
/// Number of rolls to find the possible results of dice.
const THROWS: usize = 160;
/// Number of totals of a roll to try, including the least and the greatest.
const TOTALS: usize = 7;

/// Walk through a system's actions.
pub struct Walk<'a> {
    system: &'a dyn System,
    dice: Generator,
    /// Coverage of the system by any measure: if it grows, the walk continues from that state.
    grown: &'a dyn Fn() -> usize,
    /// Combinations of action, question and answer that were tried.
    seen: BTreeSet<(String, String, String)>,
    /// Returns `true` if the walk must stop before it is complete.
    stop: &'a dyn Fn() -> bool,
    /// Number of rule executions left.
    left: usize,
}

impl<'a> Walk<'a> {
    /// Creates a walk with at most `most` executions of rules that ends as soon as `stop` returns `true`.
    pub fn new(
        system: &'a dyn System,
        grown: &'a dyn Fn() -> usize,
        stop: &'a dyn Fn() -> bool,
        most: usize,
    ) -> Self {
        Self {
            system,
            dice: Generator::at(Seed(1), 0, "walk", 0, 0),
            grown,
            stop,
            seen: BTreeSet::new(),
            left: most,
        }
    }

    /// Walks from this state, using at most `share` of the executions left. `broken` receives the faults of rules.
    pub fn from(&mut self, start: Encounter, share: usize, broken: &mut dyn FnMut(String)) {
        let spare = self.left.saturating_sub(share);
        self.left -= spare;
        // Actions that were tried before may come out differently under other conditions.
        self.seen.clear();
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front()
            && !self.is_over()
        {
            for state in self.looks(state, broken) {
                for command in self.commands(&state) {
                    self.explore(&state, &command, &mut open, broken);
                }
            }
        }
        self.left += spare;
    }

    fn is_over(&self) -> bool {
        self.left == 0 || (self.stop)()
    }

    /// Lists the states of a fight that is played from this state.
    fn looks(&mut self, state: Encounter, broken: &mut dyn FnMut(String)) -> Vec<Encounter> {
        let mut looks = Vec::new();
        let stop = self.stop;
        let mut led = Leader::new(self.system, &[], &mut self.dice);
        let watch = |now: &Encounter| {
            looks.push(now.clone());
            looks.len() < LOOKS && !stop()
        };
        if let Err(why) = simulate(&mut led, &Standing::from(state), ROUNDS, watch) {
            broken(why);
        }
        looks
    }

    /// Lists the commands that can start.
    fn commands(&self, now: &Encounter) -> Vec<Command> {
        let offers = match rules::next(self.system, now) {
            Next::Auto(command) => return vec![command],
            Next::Offers { offers, .. } => offers,
        };
        let commands = offers.into_iter().map(|offer| offer.command);
        let allowed = |command: &Command| {
            let action = rules::action(self.system, command);
            action.is_some_and(|action| !matches!(action.allows(now, command), Legal::No(_)))
        };
        commands.filter(allowed).collect()
    }

    /// Plays a command with each new answer, and with some answers that were given before.
    fn explore(
        &mut self,
        from: &Encounter,
        command: &Command,
        found: &mut VecDeque<Encounter>,
        broken: &mut dyn FnMut(String),
    ) {
        let who = command.who.map_or("", |who| from.name(who));
        let act = format!("{who} {}", command.action);
        let fresh = self
            .seen
            .insert((act.clone(), String::new(), String::new()));
        let mut fresh = VecDeque::from([(Vec::new(), fresh)]);
        let mut again: VecDeque<Vec<Taken>> = VecDeque::new();
        let mut tried = 0;
        loop {
            let (mut taken, mut is_new) = match fresh.pop_front() {
                Some(one) => one,
                None if tried < AGAIN => match again.pop_front() {
                    Some(one) => (one, false),
                    None => return,
                },
                None => return,
            };
            tried += usize::from(!is_new);
            let before = (self.grown)();
            for _ in 0..QUESTIONS {
                if self.is_over() {
                    return;
                }
                self.left -= 1;
                let run = begun(self.system, from, command.clone(), taken.clone()).run;
                is_new |= (self.grown)() > before;
                let prompt = match run.end {
                    Err(Stop::Ask(prompt)) => prompt,
                    Err(Stop::Broken(why)) => {
                        broken(why);
                        break;
                    }
                    Err(Stop::Refused(_)) => break,
                    Ok(()) => {
                        if is_new {
                            found.push_back(run.now);
                        }
                        break;
                    }
                };
                let mut answers = self.answers(&run.now, &prompt).into_iter();
                let Some((first, usual)) = answers.next() else {
                    break;
                };
                let key = prompt.question.key.to_string();
                is_new |= self.seen.insert((act.clone(), key.clone(), first));
                for (label, answer) in answers {
                    let other = [taken.as_slice(), answer.as_slice()].concat();
                    if self.seen.insert((act.clone(), key.clone(), label)) {
                        fresh.push_back((other, true))
                    } else {
                        again.push_back(other)
                    }
                }
                taken.extend(usual);
            }
        }
    }

    /// Lists the possible answers of a question with labels, the usual one first.
    fn answers(&mut self, now: &Encounter, prompt: &Prompt) -> Vec<(String, Vec<Taken>)> {
        let given = |question: &Question, answer: Answer| {
            Taken::Given(Arc::new(Given {
                question: question.clone(),
                answer,
                by_hand: true,
                rerolls: 0,
                stood: None,
                led: "".into(),
            }))
        };
        let one =
            |(label, answer): (String, Answer)| (label, vec![given(&prompt.question, answer)]);
        match &prompt.kind {
            Kind::Roll(roll) => {
                let falls = self.falls(roll).into_iter();
                falls
                    .map(|(label, faces)| one((label, Answer::Faces(faces))))
                    .collect()
            }
            Kind::Rolls(rows) => {
                let mut all: [Vec<Taken>; 3] = Default::default();
                for row in rows.iter().filter(|row| row.faces.is_none()) {
                    let falls: Vec<Vec<u32>> = self
                        .falls(&row.roll)
                        .into_iter()
                        .map(|(_, faces)| faces)
                        .collect();
                    // Either all alike, or alternating, so that some rolls pass and some do not.
                    let ends = [0, 1.min(falls.len() - 1), falls.len() - 1];
                    for (answer, place) in all.iter_mut().zip(ends) {
                        answer.push(given(&row.question, Answer::Faces(falls[place].clone())));
                    }
                }
                let labels = ["some", "low", "high"].map(str::to_owned);
                labels.into_iter().zip(all).collect()
            }
            Kind::Number {
                least,
                most,
                preset,
            } => {
                let few = (preset + 3).clamp(*least, *most);
                let all = BTreeSet::from([*least, few, *most]);
                let first = std::iter::once(*preset);
                let others = all.into_iter().filter(|number| number != preset);
                let all = first.chain(others);
                all.map(|number| one((number.to_string(), Answer::Number(number))))
                    .collect()
            }
            Kind::Text { .. } => {
                let texts = ["Something happens", ""];
                let all = texts.map(|text| one((text.to_owned(), Answer::Text(text.to_owned()))));
                all.into()
            }
            _ => match prompt.preset() {
                Some(marked) => {
                    let all = amounts(prompt).into_iter();
                    let all = all.chain(ways(now, prompt, &marked));
                    all.map(one).collect()
                }
                None => Vec::new(),
            },
        }
    }

    /// Lists possible results of a roll: a middle one, totals from the least to the greatest, both sides of the target
    /// number, and each natural result that decides alone.
    fn falls(&mut self, roll: &Roll) -> Vec<(String, Vec<u32>)> {
        let mut by_total: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
        let mut decided: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for _ in 0..THROWS {
            let faces = roll.dice.roll(&mut self.dice);
            let forced = roll.forced(&faces);
            if !forced.is_empty() {
                decided.entry(forced).or_insert_with(|| faces.clone());
            }
            by_total.entry(roll.total(&faces)).or_insert(faces);
        }
        let all: Vec<(i64, Vec<u32>)> = by_total.into_iter().collect();
        let last = all.len().saturating_sub(1);
        let mut places: Vec<usize> = vec![all.len() / 2];
        places.extend((0..TOTALS).map(|step| last * step / (TOTALS - 1)));
        let passes = |place: &usize| roll.passes(&all[*place].1) == Some(true);
        places.extend((0..last).filter(|place| passes(place) != passes(&(place + 1))));
        places.extend((1..=last).filter(|place| passes(place) != passes(&(place - 1))));
        let mut told = BTreeSet::new();
        places.retain(|place| *place <= last && told.insert(*place));
        let by_place = places
            .into_iter()
            .map(|place| (all[place].0.to_string(), all[place].1.clone()));
        by_place.chain(decided).collect()
    }
}

/// Returns answers for the row of a form that takes an amount as text, because such a row has no default.
fn amounts(prompt: &Prompt) -> Vec<(String, Answer)> {
    let Kind::Form(fields) = &prompt.kind else {
        return Vec::new();
    };
    let is_amount = |field: &&Field| field.amount && matches!(field.kind, FieldKind::Text);
    let Some(field) = fields.iter().find(is_amount) else {
        return Vec::new();
    };
    let amounts = ["3", "0", "9999", "2d6"].map(|text| {
        let draft = Draft::from([(field.key.clone(), Value::Word(text.to_owned()))]);
        (text.to_owned(), Answer::Filled(draft))
    });
    amounts.into()
}
