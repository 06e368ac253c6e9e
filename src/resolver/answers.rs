//! Who answers what a rule asks. A rule cannot tell which: what was taken down ([`Recorded`]), or whoever else has an
//! answer to everything.

use std::borrow::Cow;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::prompt::{Answer, Draft, Prompt, Question, Roll};
use super::taken::{Given, Ruled, Taken};
use crate::encounter::check::Known;
use crate::encounter::{Encounter, Event};

pub trait Answers {
    /// Whether somebody reads what is said; else no sentence is made and no event kept.
    fn listens(&self) -> bool;

    /// The answer to a question that asks for no dice and is no form; one that fits.
    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer>;

    /// The faces of a throw; such as its dice have.
    fn faces(&mut self, now: &Encounter, question: &Question, roll: &Roll) -> Option<Vec<u32>>;

    /// How a form is filled; `anew`: what was sent is not taken any more.
    fn filling(&mut self, now: &Encounter, question: &Question, anew: bool) -> Filling;

    /// A form does not take what was [`Filling::Decided`], and stands as the rule proposes.
    fn unfit(&mut self, _question: &Question, _why: &str) {}

    /// Why a policy gave the answer to a question, in a word; "" where a person did, `None` where nobody has.
    fn led(&self, _question: &Question) -> Option<Cow<'static, str>> {
        None
    }

    /// Notes that the encounter has changed, which invalidates derived plans.
    fn changes(&mut self) {}

    /// Recorded answers and GM rulings of the command, if it was started before.
    fn record(&mut self) -> Option<&mut dyn Record>;
}

/// Record of a command that was started before: which of its answers and GM rulings count in this run.
pub trait Record {
    /// Notes that the form took its recorded answer, and the values of its rows of combatants and items.
    fn filled(&mut self, question: &Question, stood: &Draft);

    /// Returns the events that the GM ruled at a question (`None`: before the command), each ruling once.
    fn ruled(&mut self, at: Option<&Question>) -> Vec<Event>;

    /// Returns the number of events that the GM ruled inside the command, that count before it, and that come next in time,
    /// up to this question (`None`: all that are left).
    fn ruled_amid(&mut self, at: Option<&Question>) -> usize;

    /// Returns the events that the GM ruled at questions that this run did not reach.
    fn ruled_elsewhere(&mut self) -> Vec<Event>;
}

/// How a form is filled.
#[derive(Clone, Debug)]
pub enum Filling {
    /// A person fills it.
    Open,
    /// A person begins to fill it: how it stands is shown, and what follows as far as it needs no other answer.
    Tried(Draft),
    /// Form that was sent earlier; if it is no longer valid, a person starts with its values.
    Sent(Arc<Given>),
    /// Answer of a policy: these values are set, the others stay at their defaults. If they are not valid, all
    /// defaults apply.
    Decided(Draft),
}

/// Answers that were taken down.
#[derive(Debug)]
pub struct Recorded<'a> {
    taken: &'a [Taken],
    /// The answer that counts for each question.
    places: BTreeMap<&'a Question, usize>,
    /// How many events each ruling has that counts before the command, and which question was open when it was made, as
    /// far as that is known by its answer, or by what was ruled at it.
    amid: VecDeque<(usize, Option<&'a Question>)>,
    /// For each of `taken`, whether it counted.
    pub used: Vec<bool>,
    /// How the rows of people and things stood in each form that was taken.
    pub stood: Vec<(Question, Draft)>,
    tried: Option<(&'a Question, &'a Draft)>,
}

impl<'a> Recorded<'a> {
    /// What was taken down; with `tried`, a form that is half-filled.
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
                    // Those before it were made at this question at the latest, and are told before it.
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

    /// What was ruled and has not counted yet, of such rulings as are wanted; now it has.
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

/// The question that was open when the last rulings were made is known now.
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
        // After an amendment somebody of whom it speaks may never have come.
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
        roll.dice.check(faces).ok()?;
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
