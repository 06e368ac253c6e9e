//! One fight, played on from where it stands to its end.

use crate::encounter::{
    Command, Condition, Encounter, Event, Id, Recorded, Ruled, Run, Stop, Taken, play, run,
};
use crate::rules::{self, Action, Legal, Mind, Next, Offer, System, schedule};

use super::led::{Led, Resumed};
use super::sharp;

/// A fight that takes more commands than this is not played on: nobody can end it.
const MOST_COMMANDS: usize = 100_000;

/// Where a fight stands, between two commands or in the midst of one.
#[derive(Clone, Debug)]
pub struct Standing {
    /// After all finished commands.
    pub base: Encounter,
    /// The commands under way, each lying on the one before it.
    pub open: Vec<Begun>,
}

/// A command under way.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The command.
    pub command: Command,
    /// What was answered and ruled so far.
    pub taken: Vec<Taken>,
    /// What it came to so far.
    pub run: Run,
}

impl From<Encounter> for Standing {
    fn from(base: Encounter) -> Self {
        Self {
            base,
            open: Vec::new(),
        }
    }
}

impl Standing {
    /// The encounter with what the open commands have done so far.
    pub fn now(&self) -> &Encounter {
        self.open.last().map_or(&self.base, |begun| &begun.run.now)
    }

    /// What the command at `level` lies on.
    pub(super) fn below(&self, level: usize) -> &Encounter {
        match level.checked_sub(1).and_then(|below| self.open.get(below)) {
            Some(begun) => &begun.run.now,
            None => &self.base,
        }
    }
}

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
    led: &mut Led<'_>,
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
    let mut round = fight.now.round;
    let goes_on = |now: &Encounter| !now.over() && now.round <= after;
    while watch(&fight.now) && goes_on(&fight.now) && fight.commands < MOST_COMMANDS {
        let began = match rules::next(led.system, &fight.now) {
            Next::Auto(command) => fight.take(led, &command)?,
            Next::Offers { offers, .. } => fight.take_one_of(led, &offers)?,
        };
        if !began {
            break;
        }
        if fight.now.round != round {
            round = fight.now.round;
            fight.give_up(led)?;
        }
    }
    Ok(fight)
}

impl Simulated {
    /// Plays the commands under way to their end, the topmost first: what it did belongs to the one below.
    fn finish(&mut self, led: &mut Led<'_>, from: &Standing) -> Result<(), String> {
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
                    amid = Some(Ruled { at, events });
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
        led: &mut Led<'_>,
        below: &Encounter,
        command: &Command,
        taken: &[Taken],
    ) -> Result<Option<Played>, String> {
        if led.tries && sharp::any(led) {
            self.commands += 1;
            let played = sharp::resolve(led, below, command, taken)?;
            if played.is_some() {
                return Ok(played);
            }
        }
        for presets in [false, true] {
            self.commands += 1;
            led.presets = presets;
            let system = led.system;
            let mut answers = Resumed {
                recorded: Recorded::new(taken, None),
                led,
            };
            let run = play(below.clone(), &mut answers, |cx| {
                rules::resolve(system, cx, command)
            });
            led.presets = false;
            match run.end {
                Ok(()) => return Ok(Some((run.now, run.events))),
                Err(Stop::Ask(_) | Stop::Refused(_)) => {}
                Err(Stop::Broken(what)) => return Err(what),
            }
        }
        Ok(None)
    }

    /// Whoever's side has had enough gives up, where the rules leave that to the table.
    fn give_up(&mut self, led: &mut Led<'_>) -> Result<(), String> {
        let Some(is) = led.system.gives_up() else {
            return Ok(());
        };
        let system = led.system;
        let had_enough = |who: &Id| {
            let mind = Mind {
                now: &self.now,
                tempers: led.tempers,
            };
            let stands = |now: &Encounter, who: Id| system.stands(now, who);
            stands(&self.now, *who)
                && mind.had_enough(*who, stands, |now, who| system.life(now, who))
        };
        let leaving: Vec<Id> = self.now.present().filter(had_enough).collect();
        for who in leaving {
            let run = play(self.now.clone(), led, |cx| {
                system.afflict(cx, who, Condition::new(is), "gives up")
            });
            match run.end {
                Ok(()) => {
                    self.now = run.now;
                    self.events.extend(run.events);
                }
                Err(Stop::Ask(_) | Stop::Refused(_)) => {}
                Err(Stop::Broken(what)) => return Err(what),
            }
        }
        Ok(())
    }

    /// Ends the fight where that is offered; whoever was still to come for a side of which nobody stands comes at once
    /// instead: nobody decides anything in the rounds between. Else starts what the policy says, else the preset offer, else the first
    /// that the rules allow. False when there is none.
    fn take_one_of(&mut self, led: &mut Led<'_>, offers: &[Offer]) -> Result<bool, String> {
        let ends = |offer: &Offer| schedule::ends(led.system, offer);
        let end = offers.iter().position(ends);
        if end.is_some()
            && let Some(place) = schedule::awaited(led.system, &self.now)
        {
            let run = play(self.now.clone(), led, |cx| schedule::happen(cx, place));
            self.now = run.now;
            self.events.extend(run.events);
            return match run.end {
                Ok(()) => Ok(true),
                Err(Stop::Ask(_) | Stop::Refused(_)) => Ok(false),
                Err(Stop::Broken(what)) => Err(what),
            };
        }
        let mut first = end.or_else(|| led.start(&self.now, offers));
        if end.is_none() && led.tries && sharp::any(led) {
            first = sharp::start(led, &self.now, offers, first)?;
        }
        let preset = offers.iter().position(|offer| offer.preset);
        let likely: Vec<usize> = first.into_iter().chain(preset).collect();
        let others = (0..offers.len()).filter(|place| !likely.contains(place));
        for place in likely.iter().copied().chain(others) {
            let offer = &offers[place];
            let allowed =
                |action: &Action| !matches!(action.allows(&self.now, &offer.command), Legal::No(_));
            if rules::action(led.system, &offer.command).is_some_and(allowed)
                && self.take(led, &offer.command)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Plays a command, as the policy answers it, and where the rules refuse that, as it is proposed; false when they
    /// refuse that too.
    fn take(&mut self, led: &mut Led<'_>, command: &Command) -> Result<bool, String> {
        let system = led.system;
        if led.tries && sharp::any(led) {
            self.commands += 1;
            if let Some((now, events)) = sharp::resolve(led, &self.now, command, &[])? {
                self.now = now;
                self.events.extend(events);
                return Ok(true);
            }
        }
        for presets in [false, true] {
            self.commands += 1;
            led.presets = presets;
            let Run {
                now, events, end, ..
            } = play(self.now.clone(), led, |cx| {
                rules::resolve(system, cx, command)
            });
            led.presets = false;
            match end {
                Ok(()) => {
                    self.now = now;
                    self.events.extend(events);
                    return Ok(true);
                }
                Err(Stop::Ask(_) | Stop::Refused(_)) => {}
                Err(Stop::Broken(what)) => return Err(what),
            }
        }
        Ok(false)
    }
}

/// Runs a command as far as what was taken down of it goes.
pub fn begun(system: &dyn System, below: &Encounter, command: Command, taken: Vec<Taken>) -> Begun {
    let run = run(below, &taken, None, |cx| {
        rules::resolve(system, cx, &command)
    });
    Begun {
        command,
        taken,
        run,
    }
}
