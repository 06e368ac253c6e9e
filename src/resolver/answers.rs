//! Sources of the answers to a rule's questions: recorded answers ([`Recorded`]), or a policy with an answer to every
//! question. A rule cannot distinguish the sources.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::prompt::{Answer, Draft, Prompt, Question, Roll};
use super::taken::{Given, Ruled, Taken};
use crate::encounter::check::Known;
use crate::encounter::{Encounter, Event};

pub trait Answers {
    /// Returns `true` if the log is enabled. Otherwise no sentences are made and no events kept.
    fn listens(&self) -> bool;

    /// Returns a valid answer to a question without dice and form.
    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer>;

    /// Returns valid results for a roll.
    fn faces(&mut self, now: &Encounter, question: &Question, roll: &Roll) -> Option<Vec<u32>>;

    /// Returns the values for a form. `anew` requests new values, because the recorded values have become invalid.
    fn filling(&mut self, now: &Encounter, question: &Question, anew: bool) -> Filling;

    /// Reports that a [`Filling::Decided`] was not valid, so that the form keeps its defaults.
    fn unfit(&mut self, _question: &Question, _why: &str) {}

    /// Returns a policy's reason for its answer to a question; "" if a person answered, `None` if the question has no
    /// answer yet.
    fn led(&self, _question: &Question) -> Option<Cow<'static, str>> {
        None
    }

    /// Notes that the encounter has changed, which invalidates derived plans.
    fn changes(&mut self) {}

    /// Recorded answers and GM rulings of the command, if it was started before.
    fn record(&mut self) -> Option<&mut dyn Record>;
}

/// Record of a command that was started before, with the answers and GM rulings that count in this run.
pub trait Record {
    /// Records that the form used its recorded answer, with the values of its combatant and item rows.
    fn filled(&mut self, question: &Question, stood: &Draft);

    /// Returns the events that the GM ruled at a question (`None`: before the command), each ruling once.
    fn ruled(&mut self, at: Option<&Question>) -> Vec<Event>;

    /// Returns the number of events of the next rulings, in order of time, up to this question (`None`: all remaining
    /// rulings). Counts only rulings that were made during the command and take effect before the command.
    fn ruled_amid(&mut self, at: Option<&Question>) -> usize;

    /// Returns the events of GM rulings at questions that this run did not reach.
    fn ruled_elsewhere(&mut self) -> Vec<Event>;
}

/// Source of a form's values.
#[derive(Clone, Debug)]
pub enum Filling {
    /// New form for a person to fill.
    Open,
    /// Draft of a person, for the preview. The preview shows the form and the consequences that need no other answer.
    Tried(Draft),
    /// Form that was sent earlier. If it has become invalid, the form opens again with the same values.
    Sent(Arc<Given>),
    /// Answer of a policy. The policy sets these values, and the other values keep their defaults. If the values are
    /// not valid, all defaults apply.
    Decided(Draft),
}

/// Answers that were recorded for a command.
#[derive(Debug)]
pub struct Recorded<'a> {
    taken: &'a [Taken],
    /// Index of the valid answer to each question.
    places: BTreeMap<&'a Question, usize>,
    /// Rulings that take effect before the command. Each has its number of events and the question that was open when
    /// it was made. The question is known from its answer, or from a ruling made at the question.
    amid: VecDeque<(usize, Option<&'a Question>)>,
    /// Flags for the elements of `taken` that this run used.
    pub used: Vec<bool>,
    /// Values of the combatant and item rows in each form that was answered.
    pub stood: Vec<(Question, Draft)>,
    tried: Option<(&'a Question, &'a Draft)>,
}

impl<'a> Recorded<'a> {
    /// Creates the source from recorded answers; with `tried`, one form is half-filled.
    pub fn new(taken: &'a [Taken], tried: Option<(&'a Question, &'a Draft)>) -> Self {
        let mut places = BTreeMap::new();
        let mut amid: VecDeque<(usize, Option<&Question>)> = VecDeque::new();
        for (place, taken) in taken.iter().enumerate() {
            match taken {
                Taken::Given(given) => {
                    places.insert(&given.question, place);
                    made_at(&mut amid, &given.question);
                }
                Taken::Voided(question) => {
                    places.remove(question);
                }
                Taken::Ruled(ruled) => match &ruled.at {
                    None => amid.push_back((ruled.events.len(), None)),
                    // Earlier rulings were made no later than at this question, and are logged before it.
                    Some(question) => made_at(&mut amid, question),
                },
            }
        }
        Self {
            taken,
            places,
            amid,
            used: vec![false; taken.len()],
            stood: Vec::new(),
            tried,
        }
    }

    fn given(&self, question: &Question) -> Option<(usize, &'a Arc<Given>)> {
        let place = *self.places.get(question)?;
        match &self.taken[place] {
            Taken::Given(given) => Some((place, given)),
            Taken::Ruled(_) | Taken::Voided(_) => None,
        }
    }

    /// Takes the events of unused rulings that `wanted` selects, and marks them as used.
    fn rulings(&mut self, wanted: impl Fn(&Ruled) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        for (taken, used) in self.taken.iter().zip(&mut self.used) {
            if let Taken::Ruled(ruled) = taken
                && !*used
                && wanted(ruled)
            {
                *used = true;
                events.extend_from_slice(&ruled.events);
            }
        }
        events
    }
}

/// Sets the open question of the last rulings.
fn made_at<'a>(amid: &mut VecDeque<(usize, Option<&'a Question>)>, question: &'a Question) {
    for (_, open) in amid.iter_mut().rev().take_while(|(_, open)| open.is_none()) {
        *open = Some(question);
    }
}

impl Answers for Recorded<'_> {
    fn listens(&self) -> bool {
        true
    }

    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer> {
        let (place, given) = self.given(&prompt.question)?;
        // After an amendment, a combatant in the answer may be missing.
        Known::of(now).answer(&given.answer).ok()?;
        prompt.check(&given.answer).ok()?;
        self.used[place] = true;
        Some(given.answer.clone())
    }

    fn faces(&mut self, _: &Encounter, question: &Question, roll: &Roll) -> Option<Vec<u32>> {
        let (place, given) = self.given(question)?;
        let Answer::Faces(faces) = &given.answer else {
            return None;
        };
        roll.check(faces).ok()?;
        self.used[place] = true;
        Some(faces.clone())
    }

    fn filling(&mut self, _: &Encounter, question: &Question, anew: bool) -> Filling {
        if let (Some((_, given)), false) = (self.given(question), anew) {
            return Filling::Sent(Arc::clone(given));
        }
        match self.tried {
            Some((wanted, draft)) if wanted == question => {
                self.tried = None;
                Filling::Tried(draft.clone())
            }
            _ => Filling::Open,
        }
    }

    fn led(&self, question: &Question) -> Option<Cow<'static, str>> {
        self.given(question).map(|(_, given)| given.led.clone())
    }

    fn record(&mut self) -> Option<&mut dyn Record> {
        Some(self)
    }
}

impl Record for Recorded<'_> {
    fn filled(&mut self, question: &Question, stood: &Draft) {
        if let Some((place, _)) = self.given(question) {
            self.used[place] = true;
            self.stood.push((question.clone(), stood.clone()));
        }
    }

    fn ruled(&mut self, at: Option<&Question>) -> Vec<Event> {
        self.rulings(|ruled| ruled.at.as_ref() == at)
    }

    fn ruled_amid(&mut self, at: Option<&Question>) -> usize {
        let last = match at {
            Some(question) => self
                .amid
                .iter()
                .rposition(|(_, open)| *open == Some(question)),
            None => self.amid.len().checked_sub(1),
        };
        let due = last.map_or(0, |last| last + 1);
        self.amid.drain(..due).map(|(many, _)| many).sum()
    }

    fn ruled_elsewhere(&mut self) -> Vec<Event> {
        self.rulings(|_| true)
    }
}
