//! The next decision of whoever plays by himself, or is proposed something: worked out from where the fight stands, by
//! the policy of its system, and never kept.

use std::sync::atomic::AtomicBool;

use crate::encounter::{Control, PROPOSED};

use super::{Input, Session, Waits};
use crate::simulate::{Also, Choice, Deciding, Decision, Waiting};
use crate::values::Id;

impl Session {
    /// What the next decision is made from, besides those who are set to play of `also`; `None` where the fight waits for
    /// none. Unless it `plays`, what those would do who are set to play is proposed.
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

    /// The next decision, with all the time there is; `None` where a person decides alone.
    pub fn decision(&self, also: Option<Also>) -> Option<Decision> {
        self.deciding(also, true)?.decide(&AtomicBool::new(false))
    }
}

impl From<Decision> for Input {
    /// The input that takes a decision, told with its reason.
    fn from(decision: Decision) -> Self {
        // What is nobody's and nobody thought of is a step of the round.
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
