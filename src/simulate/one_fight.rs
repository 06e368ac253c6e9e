//! Simulates one fight from the current state to its end.

use crate::encounter::{Condition, Encounter, Event};
use crate::resolver::{self, Command, Recorded, Resolver, Ruled, Stop, Taken, play};
use crate::rules::{self, Legal, Next, Offer, System, schedule};
use crate::values::{Id, Is};

use super::leader::{Leader, Resumed};
use super::lookahead;
use super::standing::Standing;

/// Maximum number of commands in a simulated fight, after which the simulation stops.
const MOST_COMMANDS: usize = 100_000;

/// Result of a command: the encounter, and its events if the log is enabled.
pub(super) type Played = (Encounter, Vec<Event>);

/// Result of a simulated fight.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// Encounter at the end.
    pub now: Encounter,
    /// Events of the fight, if the log is enabled.
    pub events: Vec<Event>,
    /// Number of commands in the fight.
    pub commands: usize,
}

/// Plays a fight for a number of rounds, or to its end. `watch` sees the fight after each command and stops it by
/// returning `false`.
///
/// # Errors
/// Fault of a rule.
pub fn simulate(
    led: &mut Leader<'_>,
    from: &Standing,
    rounds: u32,
    mut watch: impl FnMut(&Encounter) -> bool,
) -> Result<Simulated, String> {
    let after = from.base.round.saturating_add(rounds);
    let mut fight = Simulated {
        now: from.base.clone(),
        events: Vec::new(),
        commands: 0,
    };
    fight.finish(led, from)?;
    fight.now.heard = led.listens;
    let mut firm = Firm::of(&fight, led);
    let goes_on = |now: &Encounter| !now.over() && now.round <= after;
    while watch(&fight.now) && goes_on(&fight.now) && fight.commands < MOST_COMMANDS {
        let round = fight.now.round;
        let mut step = fight.step(led)?;
        if step == Step::Torn {
            step = firm.again(&mut fight, led)?;
        }
        if step != Step::Taken {
            break;
        }
        firm.steps += 1;
        if fight.now.round != round {
            firm = Firm::of(&fight, led);
        }
    }
    fight.now.heard = true;
    Ok(fight)
}

/// Result of a step of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Taken,
    /// Refused by the rules; nothing has changed.
    Refused,
    /// Refused by the rules after a change, without a copy of the state before.
    Torn,
}

/// State of a fight at the start of its round, to which the fight can return. With this state, most commands need no
/// copy of everything that they change: rules rarely refuse a command after a change.
struct Firm {
    now: Encounter,
    events: usize,
    commands: usize,
    unfit: usize,
    dice: u128,
    /// Number of steps since the start of the round.
    steps: usize,
}

impl Firm {
    fn of(fight: &Simulated, led: &Leader<'_>) -> Self {
        Self {
            now: fight.now.clone(),
            events: fight.events.len(),
            commands: fight.commands,
            unfit: led.unfit.len(),
            dice: led.dice.place(),
            steps: 0,
        }
    }

    /// Repeats all steps since the start of the round, with the same results, and the torn step. This time each step
    /// keeps a copy.
    fn again(&mut self, fight: &mut Simulated, led: &mut Leader<'_>) -> Result<Step, String> {
        fight.now = self.now.clone();
        fight.events.truncate(self.events);
        fight.commands = self.commands;
        led.unfit.truncate(self.unfit);
        led.dice.back_to(self.dice);
        led.careful = true;
        let mut step = Step::Taken;
        for _ in 0..=self.steps {
            step = fight.step(led)?;
        }
        led.careful = false;
        *self = Self::of(fight, led);
        Ok(step)
    }
}

/// Returns the indexes of the offers that are tried after the policy's choice: the default, then all other offers.
pub(super) fn after(
    system: &dyn System,
    now: &Encounter,
    offers: &[Offer],
    first: Option<usize>,
) -> impl Iterator<Item = usize> {
    let usual = system
        .usual(now, offers)
        .filter(|place| Some(*place) != first);
    let likely = [first, usual];
    let others = (0..offers.len()).filter(move |place| !likely.contains(&Some(*place)));
    usual.into_iter().chain(others)
}

/// Returns `true` if the rules allow a command at its start.
pub(super) fn open(system: &dyn System, now: &Encounter, command: &Command) -> bool {
    let action = rules::action(system, command);
    action.is_some_and(|action| matches!(action.allows(now, command), Legal::Yes))
}

/// Returns the combatants who give up with their side, and the condition they gain, if the rules leave that to the GM.
pub(super) fn leaving(led: &Leader<'_>, now: &Encounter) -> Option<(Is, Vec<Id>)> {
    let system = led.system;
    let is = system.gives_up()?;
    let had_enough = |who: &Id| {
        let mind = led.mind(now);
        let stands = |now: &Encounter, who: Id| system.stands(now, who);
        stands(now, *who) && mind.had_enough(*who, stands, |now, who| system.life(now, who))
    };
    Some((is, now.present().filter(had_enough).collect()))
}

impl Simulated {
    /// Plays the open commands to their ends, the topmost first. The events of a command belong to the command below
    /// it.
    fn finish(&mut self, led: &mut Leader<'_>, from: &Standing) -> Result<(), String> {
        let mut amid: Option<Ruled> = None;
        for (level, begun) in from.open.iter().enumerate().rev() {
            let mut taken = begun.taken.clone();
            taken.extend(amid.take().map(|ruled| Taken::Ruled(ruled.into())));
            let listens = led.listens;
            led.listens = listens || level > 0;
            let ended = self.resume(led, from.below(level), &begun.command, &taken);
            led.listens = listens;
            let Some((now, events)) = ended? else {
                continue;
            };
            match level.checked_sub(1) {
                Some(below) => {
                    let lower = &from.open[below].run;
                    let at = lower.place_of(from.below(below), &events);
                    amid = Some(Ruled::plain(at, events));
                }
                None => {
                    self.now = now;
                    self.events.extend(events);
                }
            }
        }
        Ok(())
    }

    /// Continues a command after its recorded answers; `None` if the rules refuse the command.
    fn resume(
        &mut self,
        led: &mut Leader<'_>,
        below: &Encounter,
        command: &Command,
        taken: &[Taken],
    ) -> Result<Option<Played>, String> {
        if led.tries && lookahead::any(led) {
            self.commands += 1;
            let played = lookahead::resolve(led, below, command, taken)?;
            if played.is_some() {
                return Ok(played);
            }
        }
        led.forget();
        for presets in [false, true] {
            self.commands += 1;
            led.presets = presets;
            let system = led.system;
            let mut answers = Resumed {
                recorded: Recorded::new(taken, None),
                led,
            };
            let mut now = below.clone();
            let played = play(&mut now, &mut answers, |cx| {
                rules::resolve(system, cx, command)
            });
            led.presets = false;
            match played.end {
                Ok(()) => return Ok(Some((now, played.events))),
                Err(Stop::Ask(_) | Stop::Refused(_)) => {}
                Err(Stop::Broken(what)) => return Err(what),
            }
        }
        Ok(None)
    }

    /// Takes the next step, including the effects of the end of a round.
    fn step(&mut self, led: &mut Leader<'_>) -> Result<Step, String> {
        led.forget();
        let round = self.now.round;
        let step = match rules::next(led.system, &self.now) {
            Next::Auto(command) => self.take(led, &command)?,
            Next::Offers { offers, .. } => self.take_one_of(led, &offers)?,
        };
        match step {
            Step::Taken if self.now.round != round => self.give_up(led),
            step => Ok(step),
        }
    }

    /// Executes a rule in the fight.
    fn play(
        &mut self,
        led: &mut Leader<'_>,
        rule: impl FnOnce(&mut Resolver<'_>) -> resolver::Step<()>,
    ) -> Result<Step, String> {
        let kept = led.careful.then(|| self.now.clone());
        let played = play(&mut self.now, led, rule);
        match (played.end, kept) {
            (Ok(()), _) => {
                self.events.extend(played.events);
                Ok(Step::Taken)
            }
            (Err(Stop::Broken(what)), _) => Err(what),
            (Err(_), _) if !played.changed => Ok(Step::Refused),
            (Err(_), None) => Ok(Step::Torn),
            (Err(_), Some(kept)) => {
                self.now = kept;
                Ok(Step::Refused)
            }
        }
    }

    /// Makes the combatants of sides that give up do so, if the rules leave that to the GM.
    fn give_up(&mut self, led: &mut Leader<'_>) -> Result<Step, String> {
        let system = led.system;
        let Some((is, leaving)) = leaving(led, &self.now) else {
            return Ok(Step::Taken);
        };
        for who in leaving {
            let gives_up = |cx: &mut Resolver<'_>| system.afflict(cx, who, Condition::new(is));
            if self.play(led, gives_up)? == Step::Torn {
                return Ok(Step::Torn);
            }
        }
        Ok(Step::Taken)
    }

    /// Ends the fight if the end is offered. But if no combatant of a side is up and others are still to arrive for
    /// this side, they arrive immediately, because nothing is decided in the rounds between. Otherwise starts the
    /// policy's choice, else the default offer, else the first offer that the rules allow.
    fn take_one_of(&mut self, led: &mut Leader<'_>, offers: &[Offer]) -> Result<Step, String> {
        let end = schedule::end(led.system, offers);
        if end.is_some()
            && let Some(place) = schedule::awaited(led.system, &self.now)
        {
            let system = led.system;
            return self.play(led, |cx| schedule::happen(system, cx, place));
        }
        let thought = || Some(led.start(&self.now, offers)?.what);
        let mut first = end.or_else(thought);
        if end.is_none() && led.tries && lookahead::any(led) {
            first = lookahead::start(led, &self.now, offers, first)?;
        }
        if let Some(first) = first {
            let step = self.take_open(led, &offers[first].command)?;
            if step != Step::Refused {
                return Ok(step);
            }
        }
        let others: Vec<usize> = after(led.system, &self.now, offers, first).collect();
        for place in others {
            let step = self.take_open(led, &offers[place].command)?;
            if step != Step::Refused {
                return Ok(step);
            }
        }
        Ok(Step::Refused)
    }

    /// Plays a command if the rules allow it at its start.
    fn take_open(&mut self, led: &mut Leader<'_>, command: &Command) -> Result<Step, String> {
        if open(led.system, &self.now, command) {
            self.take(led, command)
        } else {
            Ok(Step::Refused)
        }
    }

    /// Plays a command with the policy's answers, or with the defaults if the rules refuse the policy's answers.
    fn take(&mut self, led: &mut Leader<'_>, command: &Command) -> Result<Step, String> {
        let system = led.system;
        if led.tries && lookahead::any(led) {
            self.commands += 1;
            if let Some((now, events)) = lookahead::resolve(led, &self.now, command, &[])? {
                self.now = now;
                self.events.extend(events);
                return Ok(Step::Taken);
            }
            led.forget();
        }
        for presets in [false, true] {
            self.commands += 1;
            led.presets = presets;
            let step = self.play(led, |cx| rules::resolve(system, cx, command))?;
            led.presets = false;
            if step != Step::Refused {
                return Ok(step);
            }
        }
        Ok(Step::Refused)
    }
}
