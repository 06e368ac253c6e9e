//! Next decision of an automatic or suggested combatant. The decision is computed from the fight by the policy of its
//! system and never stored.

use std::sync::atomic::AtomicBool;

use crate::encounter::{Control, PROPOSED};

use super::{Input, Session, Waits};
use crate::simulate::{Also, Choice, Deciding, Decision, Waiting};
use crate::values::Id;

impl Session {
    /// Returns the data for the next decision; `also` makes more combatants automatic for now. Returns `None` if no
    /// automatic or suggested decision is pending. If `plays` is false, decisions of automatic combatants become
    /// suggestions.
    pub fn deciding(&self, also: Option<Also>, plays: bool) -> Option<Deciding> {
        let now = self.now();
        let is_led = |id: Id| now.control(id) != Control::Gm;
        if also.is_none() && !now.present().any(is_led) {
            return None;
        }
        let waiting = match &self.waits {
            Waits::Offers { offers, .. } => Waiting::Offers(offers.clone()),
            Waits::Prompt(prompt) => Waiting::Prompt(prompt.clone()),
            Waits::Fault(_) => return None,
        };
        Some(Deciding {
            system: self.system,
            standing: self.standing(),
            waiting,
            seed: self.seed,
            also,
            plays,
        })
    }

    /// Computes the next decision without a time limit; `None` if a person decides alone.
    pub fn decision(&self, also: Option<Also>) -> Option<Decision> {
        self.deciding(also, true)?.decide(&AtomicBool::new(false))
    }
}

impl From<Decision> for Input {
    /// Returns the input that carries out the decision, with its reason for the log.
    fn from(decision: Decision) -> Self {
        // A proposed offer without a side is a step of the round and needs no reason.
        let is_step = decision.side.is_none() && decision.why == PROPOSED;
        let led = if is_step { "".into() } else { decision.why };
        match decision.choice {
            Choice::Start(mut command) => {
                command.led = led;
                Input::Start(command)
            }
            Choice::Answer(answer) => Input::Led(answer, led),
            Choice::GiveUp(events) => Input::Correct(events),
        }
    }
}
