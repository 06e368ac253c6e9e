//! Leader of a simulated fight: answers with the policy of the system and the tactics of each side, and rolls the dice.

use std::sync::atomic::AtomicBool;

use crate::dice::Generator;
use crate::encounter::{Encounter, Tactics, Wits};
use crate::resolver::{Answer, Answers, Draft, Filling, Prompt, Question, Record, Recorded, Roll};
use crate::rules::policy::Thought;
use crate::rules::{Decided, Mind, Offer, System};
use crate::values::{Id, Value};

/// Source of all decisions in a simulated fight.
pub struct Leader<'a> {
    /// Rule system with its policy.
    pub system: &'a dyn System,
    /// Tactics of each side; sides beyond the end have the default with full knowledge.
    pub tactics: &'a [Tactics],
    /// Source of the dice.
    pub dice: &'a mut Generator,
    /// True if the log is enabled.
    pub listens: bool,
    /// Errors of decisions that were not possible.
    pub unfit: Vec<String>,
    /// True if sharp sides run trials of their options; false inside a trial.
    pub(super) tries: bool,
    /// True if every decision is the default, regardless of the tactics.
    pub(super) presets: bool,
    /// True if each step keeps a copy of the fight before it.
    pub(super) careful: bool,
    /// Flag that ends the time of sharp sides.
    pub(super) stop: Option<&'a AtomicBool>,
    /// True if a sharp side had too little time.
    pub(super) hurried: bool,
    /// Cached computation of the policy for the current state.
    thought: Thought,
}

impl<'a> Leader<'a> {
    /// Creates a leader with the log disabled.
    pub fn new(system: &'a dyn System, tactics: &'a [Tactics], dice: &'a mut Generator) -> Self {
        Self {
            system,
            tactics,
            dice,
            listens: false,
            unfit: Vec::new(),
            tries: true,
            presets: false,
            careful: false,
            stop: None,
            hurried: false,
            thought: Thought::default(),
        }
    }

    #[must_use]
    pub fn told(mut self) -> Self {
        self.listens = true;
        self
    }

    /// Clears the cache before the next state.
    pub(super) fn forget(&self) {
        self.thought.forget();
    }

    /// Returns the input for decisions.
    pub(super) fn mind<'n>(&'n self, now: &'n Encounter) -> Mind<'n> {
        Mind {
            now,
            tactics: self.tactics,
            thought: &self.thought,
        }
    }

    /// Returns the input for the answer to a question; `None` if the asked combatant takes the defaults.
    fn asked<'n>(&'n self, now: &'n Encounter, question: &Question) -> Option<Mind<'n>> {
        let mind = self.mind(now);
        let wits = question.who.map(|who| mind.tactics(who).wits);
        (!self.presets && wits != Some(Wits::Defaults)).then_some(mind)
    }

    /// Returns `true` if an answer names a combatant who is hidden from the combatant who answers.
    pub(super) fn aims_at_hidden(
        &self,
        now: &Encounter,
        asked: &Question,
        answer: &Answer,
    ) -> bool {
        let Some(by) = asked.who else {
            return false;
        };
        let named: Vec<Id> = match answer {
            Answer::Picked(ids) => ids.clone(),
            Answer::Filled(draft) => people(draft.values()).collect(),
            _ => Vec::new(),
        };
        named.iter().any(|id| !self.mind(now).sees(by, *id))
    }

    /// Returns the offer that the policy starts, if it chooses one.
    pub(super) fn start(&self, now: &Encounter, offers: &[Offer]) -> Option<Decided<usize>> {
        let mind = self.mind(now);
        let thinks = |offer: &Offer| {
            let command = &offer.command;
            let side = command.who.map(|who| now.get(who).side);
            let side = side.or(command.side)?;
            Some(mind.side(side).wits != Wits::Defaults)
        };
        let thought = offers.iter().filter_map(thinks).any(|thinks| thinks);
        let decided = thought.then(|| self.system.start(&mind, offers));
        decided.flatten().filter(|one| one.what < offers.len())
    }

    /// Returns the policy's answer to a question without dice and form, if it has one.
    pub(super) fn answers(&self, now: &Encounter, prompt: &Prompt) -> Option<Decided<Answer>> {
        let mind = self.asked(now, &prompt.question)?;
        self.system.answer(&mind, prompt)
    }

    /// Returns the policy's values for a form, if it has some.
    pub(super) fn fills(&self, now: &Encounter, question: &Question) -> Option<Decided<Draft>> {
        let mind = self.asked(now, question)?;
        self.system.fill(&mind, question)
    }
}

/// Lists the combatants in the values of a form's rows.
pub(super) fn people<'v>(values: impl Iterator<Item = &'v Value>) -> impl Iterator<Item = Id> {
    let rows = values.map(|value| match value {
        Value::Who(ids) => ids.as_slice(),
        _ => &[],
    });
    rows.flatten().copied()
}

impl Answers for Leader<'_> {
    fn listens(&self) -> bool {
        self.listens
    }

    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer> {
        let decided = self.answers(now, prompt).map(|decided| decided.what);
        match decided.as_ref().map(|answer| prompt.check(answer)) {
            Some(Ok(())) => decided,
            Some(Err(why)) => {
                self.unfit(&prompt.question, &why.0);
                prompt.preset()
            }
            None => prompt.preset(),
        }
    }

    fn faces(&mut self, _: &Encounter, _: &Question, roll: &Roll) -> Option<Vec<u32>> {
        Some(roll.dice.roll(self.dice))
    }

    fn filling(&mut self, now: &Encounter, question: &Question, _: bool) -> Filling {
        let filled = self.fills(now, question);
        Filling::Decided(filled.map_or_else(Draft::new, |filled| filled.what))
    }

    fn unfit(&mut self, question: &Question, why: &str) {
        self.unfit.push(format!("{}: {why}", question.key));
    }

    fn changes(&mut self) {
        self.forget();
    }

    fn record(&mut self) -> Option<&mut dyn Record> {
        None
    }
}

/// Source of answers for an open command: recorded answers first, then the leader.
pub(super) struct Resumed<'a, 'l, 'd> {
    pub(super) recorded: Recorded<'a>,
    pub(super) led: &'l mut Leader<'d>,
}

impl Answers for Resumed<'_, '_, '_> {
    fn listens(&self) -> bool {
        self.led.listens
    }

    fn answer(&mut self, now: &Encounter, prompt: &Prompt) -> Option<Answer> {
        let given = self.recorded.answer(now, prompt);
        given.or_else(|| self.led.answer(now, prompt))
    }

    fn faces(&mut self, now: &Encounter, question: &Question, roll: &Roll) -> Option<Vec<u32>> {
        let fallen = self.recorded.faces(now, question, roll);
        fallen.or_else(|| self.led.faces(now, question, roll))
    }

    fn filling(&mut self, now: &Encounter, question: &Question, anew: bool) -> Filling {
        match self.recorded.filling(now, question, anew) {
            Filling::Open => self.led.filling(now, question, anew),
            given => given,
        }
    }

    fn unfit(&mut self, question: &Question, why: &str) {
        self.led.unfit(question, why);
    }

    fn changes(&mut self) {
        self.led.changes();
    }

    fn record(&mut self) -> Option<&mut dyn Record> {
        Some(&mut self.recorded)
    }
}
