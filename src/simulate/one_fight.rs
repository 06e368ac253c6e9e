//! One fight, played on from the current state to its end.

use crate::encounter::{Condition, Encounter, Event};
use crate::resolver::{self, Command, Recorded, Resolver, Ruled, Stop, Taken, play};
use crate::rules::{self, Legal, Next, Offer, System, schedule};
use crate::values::{Id, Is};

use super::leader::{Leader, Resumed};
use super::lookahead;
use super::standing::Standing;

/// A fight that takes more commands than this is not played on: nobody can end it.
const MOST_COMMANDS: usize = 100_000;

/// What a command came to: the encounter, and what happened, if somebody listened.
pub(super) type Played = (Encounter, Vec<Event>);

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

/// Plays a fight on for so many rounds, or to its end. `watch` sees it whenever a command has ended; the fight stops where
/// it says false.
///
/// # Errors
/// What a rule is at fault with.
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

/// What became of a step of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Taken,
    /// The rules refused it, and nothing has changed.
    Refused,
    /// The rules refused it after something had changed, and nobody has kept how it was.
    Torn,
}

/// Where a fight stood as its round began, to come back to. So no command needs a copy of its own, which would have to
/// be made of everything that it changes: that rules refuse what they have half done is rare.
struct Firm {
    now: Encounter,
    events: usize,
    commands: usize,
    unfit: usize,
    dice: u128,
    /// How many steps were taken since.
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

    /// Takes all steps since once more, which come out alike, and the one that was torn; this time each keeps how it was.
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

/// The places of what may be started, in the order in which it is tried: what was thought of `first`, what the rules
/// propose, then all others.
pub(super) fn in_turn(offers: &[Offer], first: Option<usize>) -> impl Iterator<Item = usize> {
    let preset = offers.iter().position(|offer| offer.preset);
    let likely = [first, preset.filter(|place| Some(*place) != first)];
    let others = (0..offers.len()).filter(move |place| !likely.contains(&Some(*place)));
    likely.into_iter().flatten().chain(others)
}

/// Whether the rules do not refuse a command before it is begun.
pub(super) fn open(system: &dyn System, now: &Encounter, command: &Command) -> bool {
    let action = rules::action(system, command);
    action.is_some_and(|action| matches!(action.allows(now, command), Legal::Yes))
}

/// Who gives up, because its side gives up, where the rules leave that to the table.
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
    /// Plays the commands under way to their end, the topmost first: what it did belongs to the one below.
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

    /// Plays a command on from what was taken down of it; `None` where the rules refuse it so.
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

    /// Takes what comes next, with what the end of a round brings.
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

    /// Plays a rule in the fight.
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

    /// Whoever's side gives up gives up, where the rules leave that to the table.
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

    /// Ends the fight where that is offered; whoever was still to come for a side of which nobody stands comes at once
    /// instead: nobody decides anything in the rounds between. Else starts what the policy says, else the preset offer, else the first
    /// that the rules allow.
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
        for place in in_turn(offers, first) {
            let command = &offers[place].command;
            if !open(led.system, &self.now, command) {
                continue;
            }
            match self.take(led, command)? {
                Step::Refused => {}
                step => return Ok(step),
            }
        }
        Ok(Step::Refused)
    }

    /// Plays a command, as the policy answers it, and where the rules refuse that, as it is proposed.
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
