//! Who answers in a fight that nobody plays: the policy of its system, side by side by its tactics, and dice that fall.

use std::sync::atomic::AtomicBool;

use crate::dice::Generator;
use crate::encounter::{Encounter, Tactics, Wits};
use crate::resolver::{Answer, Answers, Draft, Filling, Prompt, Question, Record, Recorded, Roll};
use crate::rules::policy::Thought;
use crate::rules::{Decided, Mind, Offer, System};
use crate::values::{Id, Value};

/// The leader of all sides.
pub struct Leader<'a> {
    /// The rules, with what they know of playing sensibly.
    pub system: &'a dyn System,
    /// How each side is led, by side; those beyond its end as is usual, knowing all.
    pub tactics: &'a [Tactics],
    /// Where the faces come from.
    pub dice: &'a mut Generator,
    /// Whether somebody reads what is said.
    pub listens: bool,
    /// What was decided and did not fit, as it was told.
    pub unfit: Vec<String>,
    /// Whether sharp sides try what they could do; in a trial they do not.
    pub(super) tries: bool,
    /// Whether everything is taken as it is proposed, whatever the tactics.
    pub(super) presets: bool,
    /// Whether each step of a fight keeps how it was before.
    pub(super) careful: bool,
    /// Where sharp sides have no more time.
    pub(super) stop: Option<&'a AtomicBool>,
    /// Whether a sharp side had too little.
    pub(super) hurried: bool,
    /// What a policy has thought out of the fight as it stands.
    thought: Thought,
}

impl<'a> Leader<'a> {
    /// A leader to whom nobody listens.
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

    /// What comes is played from another state than before: nothing is thought out of it yet.
    pub(super) fn forget(&self) {
        self.thought.forget();
    }

    /// What decisions are made from.
    pub(super) fn mind<'n>(&'n self, now: &'n Encounter) -> Mind<'n> {
        Mind {
            now,
            tactics: self.tactics,
            thought: &self.thought,
        }
    }

    /// The same, unless whoever is asked takes what is proposed.
    fn asked<'n>(&'n self, now: &'n Encounter, question: &Question) -> Option<Mind<'n>> {
        let mind = self.mind(now);
        let wits = question.who.map(|who| mind.tactics(who).wits);
        (!self.presets && wits != Some(Wits::Defaults)).then_some(mind)
    }

    /// Whether an answer names somebody who is hidden from whoever gives it.
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

    /// What the policy starts of these, if it says so.
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

    /// What the policy answers to a question that asks for no dice and is no form, if it says so.
    pub(super) fn answers(&self, now: &Encounter, prompt: &Prompt) -> Option<Decided<Answer>> {
        let mind = self.asked(now, &prompt.question)?;
        self.system.answer(&mind, prompt)
    }

    /// How the policy fills a form, if it says so.
    pub(super) fn fills(&self, now: &Encounter, question: &Question) -> Option<Decided<Draft>> {
        let mind = self.asked(now, question)?;
        self.system.fill(&mind, question)
    }
}

/// Combatants in the rows of a form, by the values of the rows.
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

/// What was taken down of an open command first, then the leader.
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
