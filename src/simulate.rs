//! Fights without anybody at the keyboard: whole rules, answered by a program.

use crate::encounter::{Answers, Command, Encounter, Event, Run, Stage, Stop, play};
use crate::rules::{self, Action, Legal, Next, Offer, System};

/// A fight that takes more commands than this is not played on: nobody can end it.
const MOST_COMMANDS: usize = 100_000;

/// What a simulated fight came to.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The encounter at the end.
    pub now: Encounter,
    /// What happened, if somebody listened.
    pub events: Vec<Event>,
    /// How many commands it took.
    pub commands: usize,
}

/// Plays a fight on for so many rounds, or to its end; answers come from `answers`, and of what may be started the preset
/// is, else the first that the rules allow.
///
/// # Errors
/// What a rule is at fault with.
pub fn simulate(
    system: &dyn System,
    start: Encounter,
    answers: &mut dyn Answers,
    rounds: u32,
) -> Result<Simulated, String> {
    let after = start.round.saturating_add(rounds);
    let mut fight = Simulated {
        now: start,
        events: Vec::new(),
        commands: 0,
    };
    let goes_on = |now: &Encounter| now.stage != Stage::Over && now.round <= after;
    while goes_on(&fight.now) && fight.commands < MOST_COMMANDS {
        let began = match system.next(&fight.now) {
            Next::Auto(command) => fight.take(system, &command, answers)?,
            Next::Offers { offers, .. } => fight.take_one_of(system, &offers, answers)?,
        };
        if !began {
            break;
        }
    }
    Ok(fight)
}

impl Simulated {
    /// Ends the fight where that is offered; else starts the preset offer, else the first that the rules allow. False when
    /// there is none.
    fn take_one_of(
        &mut self,
        system: &dyn System,
        offers: &[Offer],
        answers: &mut dyn Answers,
    ) -> Result<bool, String> {
        let row = |offer: &Offer| rules::action(system, &offer.command);
        let ends = |offer: &Offer| row(offer).is_some_and(|action| action.ends);
        let end = offers.iter().position(ends);
        let preset = end.or_else(|| offers.iter().position(|offer| offer.preset));
        let others = (0..offers.len()).filter(|place| Some(*place) != preset);
        for place in preset.into_iter().chain(others) {
            let offer = &offers[place];
            let allowed =
                |action: &Action| !matches!(action.allows(&self.now, &offer.command), Legal::No(_));
            if row(offer).is_some_and(allowed) && self.take(system, &offer.command, answers)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays a command; false when the rules refuse it as it is answered, or it waits for more.
    fn take(
        &mut self,
        system: &dyn System,
        command: &Command,
        answers: &mut dyn Answers,
    ) -> Result<bool, String> {
        self.commands += 1;
        let Run {
            now, events, end, ..
        } = play(self.now.clone(), answers, |cx| {
            rules::resolve(system, cx, command)
        });
        match end {
            Ok(()) => {
                self.now = now;
                self.events.extend(events);
                Ok(true)
            }
            Err(Stop::Ask(_) | Stop::Refused(_)) => Ok(false),
            Err(Stop::Broken(what)) => Err(what),
        }
    }
}
