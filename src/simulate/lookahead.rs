//! Lookahead of a sharp side: it simulates each option several times for two more rounds with the system's policy. The
//! side takes the option that harms the enemies most and itself least only if that option is clearly better than the
//! policy's own choice. Otherwise the dice alone would decide: of eight options of equal value, one always looks best.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::branches::{self, MOST};
use super::leader::Leader;
use super::one_fight::{Played, simulate};
use super::standing::{Standing, begun};
use crate::dice::{Generator, Seed};
use crate::encounter::{Encounter, Wits};
use crate::resolver::{
    Answer, Answers, Command, Draft, Filling, Given, Kind, Prompt, Question, Record, Recorded,
    Roll, Stop, Taken, play,
};
use crate::rules::{self, Legal, Offer, System};
use crate::values::SideId;

/// Number of trials of each option before each time that hopeless options are dropped.
const TRIES: u64 = 6;

/// Number of times that each remaining option gets [`TRIES`] trials.
const TURNS: u64 = 6;

/// Number of fight rounds in a trial after the current round. A choice before the dice of a round has an effect only
/// after those dice.
const AHEAD: u32 = 2;

/// Minimum advantage over the policy's own choice, in combatants' lives.
const WORTH_IT: f64 = 0.05;

/// Minimum advantage in standard errors.
const SURE: f64 = 2.0;

/// Maximum number of questions of a command that sharp sides answer one at a time.
const MOST_QUESTIONS: usize = 60;

/// Returns `true` if any side is sharp.
pub(super) fn any(led: &Leader<'_>) -> bool {
    led.tactics
        .iter()
        .any(|tactics| tactics.wits == Wits::Sharp)
}

fn is_sharp(led: &Leader<'_>, side: SideId) -> bool {
    let tactics = led.tactics.get(side.index());
    tactics.is_some_and(|tactics| tactics.wits == Wits::Sharp)
}

/// Returns the value of a state for a side: the lives of its own combatants minus the lives of all other combatants. A
/// combatant who is up counts one plus the fraction of hit points left.
fn score(system: &dyn System, now: &Encounter, side: SideId) -> f64 {
    let worth = |who| {
        let (left, most) = system.life(now, who);
        let lives = 1.0 + left as f64 / most.max(1) as f64;
        let counts = system.stands(now, who);
        let sign = if now.get(who).side == side { 1.0 } else { -1.0 };
        if counts { sign * lives } else { 0.0 }
    };
    now.present().map(worth).sum()
}

/// Returns the value of a state for a side after one trial; trials with the same number have the same dice.
fn trial(
    led: &Leader<'_>,
    standing: &Standing,
    side: SideId,
    seed: Seed,
    number: u64,
) -> Result<f64, String> {
    let mut dice = Generator::at(seed, number, "sharp", 0, 0);
    let mut trial = Leader::new(led.system, led.tactics, &mut dice);
    trial.tries = false;
    let fight = simulate(&mut trial, standing, AHEAD, |_| true)?;
    Ok(score(led.system, &fight.now, side))
}

/// Returns the index of the best state, or the first unless another is clearly better. Tries all states a few times,
/// then only those that may still be best, so that most trials go into close decisions.
fn best(led: &mut Leader<'_>, side: SideId, ways: &[Standing]) -> Result<usize, String> {
    let seed = Seed(u64::from(led.dice.face(u32::MAX)));
    let mut others: Vec<(usize, Vec<f64>)> =
        (1..ways.len()).map(|place| (place, Vec::new())).collect();
    for turn in 0..TURNS {
        for number in turn * TRIES..(turn + 1) * TRIES {
            if led.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                led.hurried = true;
                return Ok(0);
            }
            let plain = trial(led, &ways[0], side, seed, number)?;
            for (place, more) in &mut others {
                more.push(trial(led, &ways[*place], side, seed, number)? - plain);
            }
        }
        others.retain(|(_, more)| {
            let (mean, error) = mean(more);
            mean + error > WORTH_IT
        });
        if others.is_empty() {
            return Ok(0);
        }
    }
    let sure = others.into_iter().filter_map(|(place, more)| {
        let (mean, error) = mean(&more);
        (mean > WORTH_IT && mean > SURE * error).then_some((place, mean))
    });
    let best = sure.max_by(|one, other| one.1.total_cmp(&other.1));
    Ok(best.map_or(0, |(place, _)| place))
}

/// Returns the mean of some numbers, and its standard error.
fn mean(all: &[f64]) -> (f64, f64) {
    let count = all.len().max(1) as f64;
    let mean = all.iter().sum::<f64>() / count;
    let square: f64 = all.iter().map(|one| (one - mean).powi(2)).sum();
    (
        mean,
        (square / count.max(2.0) / (count - 1.0).max(1.0)).sqrt(),
    )
}

/// Chooses the offer to start if a sharp side has the choice; `usual` is the policy's choice.
pub(super) fn start(
    led: &mut Leader<'_>,
    now: &Encounter,
    offers: &[Offer],
    usual: Option<usize>,
) -> Result<Option<usize>, String> {
    let preset = || led.system.usual(now, offers);
    let Some(first) = usual.or_else(preset).or((!offers.is_empty()).then_some(0)) else {
        return Ok(usual);
    };
    let side_of = |offer: &Offer| rules::side(led.system, now, &offer.command);
    let Some(side) = side_of(&offers[first]).filter(|side| is_sharp(led, *side)) else {
        return Ok(usual);
    };
    let others = (0..offers.len()).filter(|place| *place != first);
    let open = |place: &usize| {
        let offer = &offers[*place];
        let row = rules::action(led.system, &offer.command);
        let allowed = row.is_some_and(|row| row.allows(now, &offer.command) == Legal::Yes);
        allowed && side_of(offer).is_none_or(|one| one == side)
    };
    let places: Vec<usize> = std::iter::once(first)
        .chain(others.filter(open))
        .take(MOST)
        .collect();
    if places.len() < 2 {
        return Ok(Some(first));
    }
    let standing = |place: &usize| Standing {
        base: now.clone(),
        open: vec![begun(
            led.system,
            now,
            offers[*place].command.clone(),
            Vec::new(),
        )],
    };
    let ways: Vec<Standing> = places.iter().map(standing).collect();
    Ok(Some(places[best(led, side, &ways)?]))
}

/// Plays a command in which sharp sides answer one question at a time. All other sides decide as usual.
pub(super) fn resolve(
    led: &mut Leader<'_>,
    below: &Encounter,
    command: &Command,
    taken: &[Taken],
) -> Result<Option<Played>, String> {
    let system = led.system;
    let mut taken = taken.to_vec();
    for _ in 0..MOST_QUESTIONS {
        led.forget();
        let mut answers = Halting {
            recorded: Recorded::new(&taken, None),
            led,
            new: Vec::new(),
        };
        let mut now = below.clone();
        let run = play(&mut now, &mut answers, |cx| {
            rules::resolve(system, cx, command)
        });
        let new = answers.new;
        let prompt = match run.end {
            Ok(()) => return Ok(Some((now, run.events))),
            Err(Stop::Refused(_)) => return Ok(None),
            Err(Stop::Broken(what)) => return Err(what),
            Err(Stop::Ask(prompt)) => prompt,
        };
        taken.extend(new);
        let asked =
            |one: &Taken| matches!(one, Taken::Given(given) if given.question == prompt.question);
        if taken.iter().any(asked) {
            // The chosen answer is not possible after all.
            return Ok(None);
        }
        let usual = usual(led, &now, &prompt);
        let standing = Standing {
            base: below.clone(),
            open: vec![begun(led.system, below, command.clone(), taken.clone())],
        };
        let answer = choose(led, &standing, &prompt, usual)?;
        taken.push(given(&prompt.question, answer));
    }
    Ok(None)
}

fn given(question: &Question, answer: Answer) -> Taken {
    Taken::Given(Arc::new(Given {
        question: question.clone(),
        answer,
        by_hand: false,
        rerolls: 0,
        stood: None,
        led: "".into(),
    }))
}

/// Returns the policy's answer.
fn usual(led: &mut Leader<'_>, now: &Encounter, prompt: &Prompt) -> Answer {
    match &prompt.kind {
        Kind::Form(_) => match led.filling(now, &prompt.question, false) {
            Filling::Decided(draft) => Answer::Filled(draft),
            _ => Answer::Filled(Draft::new()),
        },
        _ => led
            .answer(now, prompt)
            .unwrap_or(Answer::Filled(Draft::new())),
    }
}

/// Returns the best answer of a sharp side to a question: the `usual` answer unless another is clearly better.
pub(super) fn choose(
    led: &mut Leader<'_>,
    standing: &Standing,
    prompt: &Prompt,
    usual: Answer,
) -> Result<Answer, String> {
    let now = standing.now().clone();
    let ways = branches::ways(&now, prompt, &usual).into_iter();
    let ways = ways.filter(|(_, answer)| !led.aims_at_hidden(&now, &prompt.question, answer));
    let ways = ways.filter_map(|(_, answer)| {
        let standing = standing.answered(led.system, &prompt.question, answer.clone())?;
        Some((answer, standing))
    });
    let (answers, standings): (Vec<Answer>, Vec<Standing>) = ways.take(MOST).unzip();
    let side = prompt.question.who.map(|who| now.get(who).side);
    match side.filter(|_| answers.len() > 1) {
        Some(side) => {
            let place = best(led, side, &standings)?;
            Ok(answers.into_iter().nth(place).unwrap_or(usual))
        }
        None => Ok(answers.into_iter().next().unwrap_or(usual)),
    }
}

/// Source of answers that records the decisions of other sides and stops when a sharp side is asked.
struct Halting<'a, 'l, 'd> {
    recorded: Recorded<'a>,
    led: &'l mut Leader<'d>,
    new: Vec<Taken>,
}

impl Halting<'_, '_, '_> {
    fn is_asked(&self, now: &Encounter, question: &Question) -> bool {
        let side = question.who.map(|who| now.get(who).side);
        side.is_some_and(|side| is_sharp(self.led, side))
    }
}

impl Answers for Halting<'_, '_, '_> {
    fn listens(&self) -> bool {
        self.led.listens
    }

    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer> {
        if let Some(answer) = self.recorded.answer(now, prompt) {
            return Some(answer);
        }
        if self.is_asked(now, &prompt.question) {
            return None;
        }
        let answer = self.led.answer(now, prompt)?;
        self.new.push(given(&prompt.question, answer.clone()));
        Some(answer)
    }

    fn faces(&mut self, now: &Encounter, question: &Question, roll: &Roll) -> Option<Vec<u32>> {
        if let Some(faces) = self.recorded.faces(now, question, roll) {
            return Some(faces);
        }
        let faces = self.led.faces(now, question, roll)?;
        self.new.push(given(question, Answer::Faces(faces.clone())));
        Some(faces)
    }

    fn filling(&mut self, now: &Encounter, question: &Question, anew: bool) -> Filling {
        match self.recorded.filling(now, question, anew) {
            Filling::Open if self.is_asked(now, question) => Filling::Open,
            Filling::Open => {
                let filling = self.led.filling(now, question, anew);
                if let Filling::Decided(draft) = &filling {
                    let answer = Answer::Filled(draft.clone());
                    self.new.push(given(question, answer));
                }
                filling
            }
            sent => sent,
        }
    }

    fn unfit(&mut self, question: &Question, why: &str) {
        self.led.unfit(question, why);
        // The form keeps its defaults.
        let draft = Answer::Filled(Draft::new());
        self.new.pop();
        self.new.push(given(question, draft));
    }

    fn changes(&mut self) {
        self.led.changes();
    }

    fn record(&mut self) -> Option<&mut dyn Record> {
        Some(&mut self.recorded)
    }
}
