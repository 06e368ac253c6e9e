//! What follows by itself: the open commands run again, dice that fly, steps of the round, and what an amendment left
//! to be played again, until the fight waits for a person.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::{CORRECTION, Delta, Entry, Open, Session, Waits, takes};
use crate::dice::{Generator, Seed};
use crate::encounter::{
    Answer, Encounter, Event, Given, Kind, Prompt, Question, Roller, Ruled, Run, Stop, Taken,
    is_adjustment, run, tell,
};
use crate::rules::{self, Next};

/// More commands in a row by themselves than this is a bug in a system.
const MOST_AUTOMATIC: usize = 10_000;

impl Session {
    /// Runs the open commands again.
    pub(super) fn rerun(&mut self) {
        let mut runs: Vec<Run> = Vec::with_capacity(self.history.open.len());
        for open in &self.history.open {
            let below = runs.last().map_or(&self.base, |run| &run.now);
            runs.push(run(below, &open.taken, None, |cx| {
                rules::resolve(self.system, cx, &open.command)
            }));
        }
        self.runs = runs;
        self.stale = false;
    }

    /// Goes on by itself until the fight waits for a person.
    pub(super) fn settle(&mut self, deltas: &mut Vec<Delta>) -> Result<()> {
        for _ in 0..MOST_AUTOMATIC {
            if self.stale {
                self.rerun();
            }
            let Some(top) = self.history.open.last() else {
                if let Some(first) = self.history.pending.first() {
                    let delta = self.replay(first.clone());
                    self.change(delta, deltas)?;
                    continue;
                }
                match self.system.next(&self.base) {
                    Next::Auto(command) => {
                        let opened = Delta::Opened {
                            command,
                            by_hand: false,
                        };
                        self.change(opened, deltas)?;
                        continue;
                    }
                    Next::Offers { title, offers } => {
                        self.waits = Waits::Offers { title, offers };
                        return Ok(());
                    }
                }
            };
            let Some(last) = self.runs.last() else {
                bail!("an open command was not run");
            };
            match &last.end {
                Ok(()) => {
                    let events = last.events.clone();
                    let unfit = last.unfit.clone();
                    self.tell_lost(&unfit);
                    let delta = if self.history.open.len() > 1 {
                        let at = self.place_of(&events, self.runs.len() - 2);
                        Delta::ClosedAmid(Ruled { at, events })
                    } else {
                        Delta::Closed(events)
                    };
                    self.change(delta, deltas)?;
                }
                Err(Stop::Ask(prompt)) => {
                    let prompt = prompt.clone();
                    if self.flies(&prompt) {
                        let answer = faces(self.seed, self.stream(), &prompt, &mut Vec::new(), 0)?;
                        let given = Given::new(prompt.question, answer, false);
                        self.change(Delta::Given(given), deltas)?;
                        continue;
                    }
                    self.waits = Waits::Prompt(prompt);
                    return Ok(());
                }
                Err(Stop::Refused(why)) => {
                    // An answer that was good is against the rules now: it is asked again.
                    let why = why.clone();
                    let by_itself = !top.by_hand;
                    match void(top, &last.used) {
                        Some(questions) => {
                            self.tell(format!("asked again: {why}"));
                            for question in questions {
                                self.change(Delta::Voided(question), deltas)?;
                            }
                        }
                        None if by_itself => {
                            self.waits =
                                Waits::Fault(format!("a step of the round was refused: {why}"));
                            return Ok(());
                        }
                        None => {
                            self.tell(format!("given up: {why}"));
                            self.change(Delta::Abandoned, deltas)?;
                        }
                    }
                }
                Err(Stop::Broken(what)) => {
                    self.waits = Waits::Fault(what.clone());
                    return Ok(());
                }
            }
        }
        self.rerun();
        self.waits = Waits::Fault("the rules went on by themselves without end".to_owned());
        Ok(())
    }

    /// What to do with the first command that waits to be played again.
    fn replay(&mut self, first: Entry) -> Delta {
        if first.command.action == CORRECTION {
            if !takes(&self.base, &first.events) {
                self.tell_lost(&first.events);
                return Delta::Skipped;
            }
            return Delta::Replayed;
        }
        let next = self.system.next(&self.base);
        if !first.by_hand {
            // It happens by itself again, or no longer; with its recorded answers if it is the same.
            return match next {
                Next::Auto(command) if command == first.command => Delta::Replayed,
                _ => {
                    let ruled = first.taken.into_iter().filter_map(|taken| match taken {
                        Taken::Ruled(ruled) => Some(ruled.events),
                        Taken::Given(_) | Taken::Voided(_) => None,
                    });
                    self.tell_lost(&ruled.flatten().collect::<Vec<_>>());
                    Delta::Skipped
                }
            };
        }
        if first.command.action.starts_with("gm-") {
            return Delta::Replayed;
        }
        match next {
            Next::Auto(command) => Delta::Opened {
                command,
                by_hand: false,
            },
            Next::Offers { offers, .. } => {
                let extras = self.system.extras(&self.base);
                if offers
                    .iter()
                    .chain(&extras)
                    .any(|offer| offer.command == first.command && offer.refused.is_none())
                {
                    Delta::Replayed
                } else {
                    self.tell(format!(
                        "what followed no longer fits from `{}` on: {} commands were left out",
                        first.command.action,
                        self.history.pending.len()
                    ));
                    Delta::Dropped
                }
            }
        }
    }

    /// Something that the GM has to know, besides what was told already.
    fn tell(&mut self, what: String) {
        match &mut self.notice {
            Some(notice) => {
                notice.push_str("; ");
                notice.push_str(&what);
            }
            None => self.notice = Some(what),
        }
    }

    /// Tells of rulings that could not be kept.
    fn tell_lost(&mut self, events: &[Event]) {
        if let Some(lost) = lost(events, self.now()) {
            self.tell(lost);
        }
    }

    /// Where the dice of the topmost open command come from.
    pub(super) fn stream(&self) -> u64 {
        let below = self.history.open.len().saturating_sub(1);
        let earlier = self.history.open[..below]
            .iter()
            .flat_map(|open| &open.taken)
            .filter(|taken| matches!(taken, Taken::Ruled(_)))
            .count();
        stream(self.history.entries.len(), below, earlier)
    }

    /// Whether the dice of a prompt are thrown without asking.
    fn flies(&self, prompt: &Prompt) -> bool {
        let throws = prompt.throws();
        !throws.is_empty()
            && throws
                .iter()
                .all(|roll| self.now().roller(roll.who) == Roller::Rolled)
    }
}

/// The stream that a command's dice come from: by its number in the fight, how many open commands it lies on, and how
/// much was ruled in those before it. So one ruling's save shows no face of another's, nor of the command below.
pub(super) fn stream(command: usize, depth: usize, earlier: usize) -> u64 {
    let depth = (depth as u64) & 0x7;
    let earlier = (earlier as u64) & 0x1fff;
    ((command as u64) << 16) | (depth << 13) | earlier
}

/// What the GM is told of rulings that could not be kept.
fn lost(events: &[Event], now: &Encounter) -> Option<String> {
    let told: Vec<String> = events
        .iter()
        .enumerate()
        .filter_map(|(place, event)| match event {
            Event::Recorded { key, record } if is_adjustment(event) => {
                let counts = record.is_some()
                    && !events[place + 1..].iter().any(
                        |later| matches!(later, Event::Recorded { key: again, .. } if again == key),
                    );
                counts.then(|| "what you added to a throw that did not come".to_owned())
            }
            event => Some(tell(event, now).unwrap_or_else(|| "a silent change".to_owned())),
        })
        .collect();
    (!told.is_empty()).then(|| format!("ruled, and no longer fits: {}", told.join(" ")))
}

/// Faces for a prompt's throws; those that are there already are kept.
pub(super) fn faces(
    seed: Seed,
    stream: u64,
    prompt: &Prompt,
    there: &mut Vec<Option<Vec<u32>>>,
    rerolls: u32,
) -> Result<Answer> {
    let question = &prompt.question;
    let throws = prompt.throws();
    if throws.is_empty() {
        bail!("no dice are asked for");
    }
    there.resize(throws.len(), None);
    let mut times: BTreeMap<Option<u32>, u32> = BTreeMap::new();
    let mut all = Vec::with_capacity(throws.len());
    for (roll, there) in throws.iter().zip(there.iter_mut()) {
        let who = roll.who.map(|id| id.0);
        let time = times.entry(who).or_default();
        let nth = question.nth * 1_000 + *time;
        *time += 1;
        all.push(there.take().unwrap_or_else(|| {
            let mut generator = Generator::at(
                seed,
                stream,
                &question.key,
                who.unwrap_or(u32::MAX),
                nth + rerolls * 1_000_000,
            );
            roll.dice.roll(&mut generator)
        }));
    }
    Ok(match prompt.kind {
        Kind::Roll(_) => Answer::Faces(all.swap_remove(0)),
        _ => Answer::Rolls(all),
    })
}

/// The questions to be asked again when the rules refuse what was answered: that of the last answer that somebody gave;
/// `None` if nobody gave any. Dice that flew after it are asked for again too: alone they would only fly again.
fn void(open: &Open, used: &[bool]) -> Option<Vec<Question>> {
    let mut questions = Vec::new();
    for (place, (taken, used)) in open.taken.iter().zip(used).enumerate().rev() {
        let Taken::Given(given) = taken else {
            continue;
        };
        let counts = Taken::answer(&open.taken, &given.question);
        if !used || counts.is_none_or(|(last, _)| last != place) {
            continue;
        }
        questions.push(given.question.clone());
        let flew = !given.by_hand && matches!(given.answer, Answer::Faces(_) | Answer::Rolls(_));
        if !flew {
            return Some(questions);
        }
    }
    None
}
