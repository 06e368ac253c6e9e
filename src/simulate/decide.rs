//! Next decision in a fight at the table, for automatic and suggested combatants: the [`Leader`] of simulated fights
//! makes one decision.

use std::borrow::Cow;
use std::sync::atomic::AtomicBool;

use super::leader::{Leader, people};
use super::lookahead;
use super::one_fight::{after, leaving, open};
use super::standing::{Standing, begun};
use crate::dice::{Generator, Seed};
use crate::encounter::{Condition, Control, Encounter, Event, PROPOSED, Stage, Tactics, Wits};
use crate::resolver::{Answer, Command, Draft, Field, FieldKind, Kind, Prompt, Stop, run};
use crate::rules::{self, Action, Decided, Legal, Offer, System, schedule};
use crate::values::{Id, SideId, Value};

/// Combatants who are automatic whatever their setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Also {
    One(Id),
    /// All members of a side.
    Side(SideId),
}

/// Pending choice of a fight.
#[derive(Clone, Debug, PartialEq)]
pub enum Waiting {
    /// Menu of commands to start.
    Offers(Vec<Offer>),
    Prompt(Box<Prompt>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Starts a new command.
    Start(Command),
    /// Answers the pending question.
    Answer(Answer),
    /// Makes a combatant surrender, if the rules leave that to the table.
    GiveUp(Vec<Event>),
}

/// Decision of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub choice: Choice,
    /// Combatant who decides, if the decision belongs to a combatant.
    pub who: Option<Id>,
    /// Side that decides, if the decision belongs to a side or its member.
    pub side: Option<SideId>,
    /// Control setting of the combatant; determines if this is a suggestion or a decision.
    pub control: Control,
    /// Reason in a few words.
    pub why: Cow<'static, str>,
}

/// Input of the next decision: the current fight.
#[derive(Clone)]
pub struct Deciding {
    pub system: &'static dyn System,
    /// State of the fight.
    pub standing: Standing,
    /// Pending choice of the fight.
    pub waiting: Waiting,
    /// Seed of the dice for trials of sharp sides.
    pub seed: Seed,
    /// Combatants who are automatic whatever their setting.
    pub also: Option<Also>,
    /// True if automatic combatants decide; otherwise their decisions become suggestions.
    pub plays: bool,
}

impl Deciding {
    /// Returns `true` if a side is sharp, so that its decisions take time.
    pub fn is_sharp(&self, side: SideId) -> bool {
        let side = self.standing.base.sides.get(side.index());
        side.is_some_and(|side| side.tactics.wits == Wits::Sharp)
    }

    /// Returns the next decision, or `None` if a person decides. Sharp sides have time until `stop` is set. If the time
    /// is too short, they decide like sensible sides.
    pub fn decide(&self, stop: &AtomicBool) -> Option<Decision> {
        let now = self.standing.now();
        if now.stage != Stage::Fighting {
            return None;
        }
        let sides = now.sides.iter();
        let tactics: Vec<Tactics> = sides.map(|side| side.tactics).collect();
        let place = self.standing.open.iter().map(|begun| begun.taken.len());
        let place = u32::try_from(place.sum::<usize>()).unwrap_or(0);
        let mut dice = Generator::at(self.seed, u64::from(now.round), "play", u32::MAX, place);
        let mut led = Leader::new(self.system, &tactics, &mut dice);
        led.stop = Some(stop);
        let decision = match &self.waiting {
            Waiting::Offers(offers) => self.start(&mut led, now, offers),
            Waiting::Prompt(prompt) => self.answer(&mut led, now, prompt),
        };
        let mut decision = decision?;
        if led.hurried {
            decision.why = format!("{}, no time to simulate more", decision.why).into();
        }
        if decision.control.plays() && self.shows(now, &decision) {
            decision.control = Control::Suggested;
        }
        Some(decision)
    }

    /// Returns the control of a combatant.
    fn control(&self, now: &Encounter, who: Id) -> Control {
        match self.also {
            Some(Also::One(one)) if one == who => Control::Automatic,
            Some(Also::Side(side)) if now.get(who).side == side => Control::Automatic,
            _ => self.set(now.control(who)),
        }
    }

    /// Returns the control of a side as a whole.
    fn side_control(&self, now: &Encounter, side: SideId) -> Control {
        let set = now.sides.get(side.index());
        match self.also {
            Some(Also::Side(also)) if also == side => Control::Automatic,
            _ => self.set(set.map_or(Control::Gm, |side| side.control)),
        }
    }

    /// Returns the control to use: `Suggested` instead of an automatic setting if `plays` is false.
    fn set(&self, control: Control) -> Control {
        if control.plays() && !self.plays {
            Control::Suggested
        } else {
            control
        }
    }

    /// Returns the control of the combatants who decide a command.
    fn of_command(&self, now: &Encounter, command: &Command) -> Option<Control> {
        // A combatant who is automatic for now starts their command, even if another combatant picks it.
        if matches!((self.also, command.who), (Some(Also::One(one)), Some(who)) if one == who) {
            return Some(Control::Automatic);
        }
        let chooses = self.system.chooses(now, command).into_iter();
        let chosen = chooses.map(|id| self.control(now, id)).min();
        let its = || match (command.who, command.side) {
            (Some(who), _) => now.find(who).map(|_| self.control(now, who)),
            (None, Some(side)) => Some(self.side_control(now, side)),
            (None, None) => None,
        };
        chosen.or_else(its)
    }

    /// Returns the control of a decision without an owner: the lowest control of the concerned combatants, or the
    /// highest control of all present combatants if none is concerned.
    fn of_nobody(&self, now: &Encounter, concerned: impl IntoIterator<Item = Control>) -> Control {
        let mut concerned = concerned.into_iter().peekable();
        match concerned.peek() {
            Some(_) => concerned.min().unwrap_or_default(),
            None => {
                let all = now.present().map(|id| self.control(now, id));
                all.max().unwrap_or_default()
            }
        }
    }

    fn start(&self, led: &mut Leader<'_>, now: &Encounter, offers: &[Offer]) -> Option<Decision> {
        if schedule::end(self.system, offers).is_some() {
            return None;
        }
        if let Some(decision) = self.give_up(led, now) {
            return Some(decision);
        }
        let thought = led.start(now, offers);
        let (mut first, mut why) = match thought {
            Some(thought) => (Some(thought.what), thought.why),
            None => (None, PROPOSED),
        };
        let begins = |place: &usize| {
            let command = offers[*place].command.clone();
            let run = begun(self.system, now, command, Vec::new()).run;
            !matches!(run.end, Err(Stop::Refused(_) | Stop::Broken(_)))
        };
        // A combatant made automatic for now comes before all others.
        let its = |place: &usize| match self.also {
            Some(Also::One(one)) => {
                let command = &offers[*place].command;
                // The end of the combatant's own turn names no combatant.
                let in_turn = (command.who, command.side) == (None, None) && now.turn == Some(one);
                command.who == Some(one) || in_turn
            }
            _ => true,
        };
        let next = |first: Option<usize>| {
            let may = |place: &usize| open(self.system, now, &offers[*place].command);
            let others = after(self.system, now, offers, first);
            let places = first.into_iter().chain(others).filter(may);
            let (its, others): (Vec<usize>, Vec<usize>) = places.partition(its);
            its.into_iter().chain(others).find(begins)
        };
        let mut place = next(first)?;
        let control = self.of_offer(now, offers, place);
        if control == Control::Gm {
            return None;
        }
        if lookahead::any(led) {
            let tried = lookahead::start(led, now, offers, first).ok()?;
            if tried != first && tried.is_some() {
                (first, why) = (tried, "best odds");
                place = next(first)?;
            }
        }
        let command = &offers[place].command;
        Some(Decision {
            choice: Choice::Start(command.clone()),
            who: command.who,
            side: rules::side(self.system, now, command),
            control,
            why: if Some(place) == first { why } else { PROPOSED }.into(),
        })
    }

    /// Returns the control of the decision to start one of the offers.
    fn of_offer(&self, now: &Encounter, offers: &[Offer], place: usize) -> Control {
        let its = self.of_command(now, &offers[place].command);
        its.unwrap_or_else(|| {
            let open = |offer: &&Offer| {
                let action = rules::action(self.system, &offer.command);
                action.is_some_and(|action| action.allows(now, &offer.command) == Legal::Yes)
            };
            let open = offers.iter().filter(open);
            let whose = open.filter_map(|offer| self.of_command(now, &offer.command));
            self.of_nobody(now, whose.collect::<Vec<_>>())
        })
    }

    /// Makes a combatant give up together with their side, if the rules leave that to the GM.
    fn give_up(&self, led: &Leader<'_>, now: &Encounter) -> Option<Decision> {
        let (is, leaving) = leaving(led, now)?;
        let mut leaving = leaving.into_iter();
        let who = leaving.find(|who| self.control(now, *who).plays())?;
        let played = run(now, &[], None, |cx| {
            self.system.afflict(cx, who, Condition::new(is))
        });
        let why = "gives up";
        let told = Event::Led {
            who: Some(who),
            side: None,
            why: why.to_owned(),
        };
        played.end.is_ok().then(|| Decision {
            choice: Choice::GiveUp(std::iter::once(told).chain(played.events).collect()),
            who: Some(who),
            side: Some(now.get(who).side),
            control: self.control(now, who),
            why: why.into(),
        })
    }

    fn answer(&self, led: &mut Leader<'_>, now: &Encounter, prompt: &Prompt) -> Option<Decision> {
        let top = self.standing.open.last()?;
        // The GM answers the questions of a command that the GM started, like dice.
        let action = rules::action(self.system, &top.command);
        let is_due = top.command.ruling && top.command.action == schedule::DUE;
        let by_hand = (top.command.ruling && !is_due) || action.is_some_and(Action::is_extra);
        if by_hand || matches!(prompt.kind, Kind::Roll(_) | Kind::Rolls(_)) {
            return None;
        }
        let who = prompt.question.who;
        let mut control = match who {
            Some(who) => self.control(now, who),
            None => {
                let whose = match &prompt.kind {
                    Kind::Form(fields) if is_due => {
                        people(fields.iter().map(|field| &field.value)).collect()
                    }
                    _ => self.system.whose(now, prompt),
                };
                let whose = whose.into_iter();
                let its: Vec<Control> = whose.map(|id| self.control(now, id)).collect();
                let acts = self
                    .of_command(now, &top.command)
                    .filter(|_| its.is_empty());
                // The GM decides how a fight begins, for example who is surprised.
                if now.round == 0 && its.is_empty() && acts.is_none() {
                    return None;
                }
                self.of_nobody(now, its.into_iter().chain(acts))
            }
        };
        if self.system.is_for_gm(&prompt.question) {
            let all = now.present().map(|id| self.control(now, id));
            control = all.fold(control, Control::min);
        }
        if control == Control::Gm {
            return None;
        }
        let plain = match &prompt.kind {
            Kind::Form(_) => Some(Answer::Filled(Draft::new())),
            _ => prompt.preset(),
        };
        let fits = |answer: &Answer| {
            prompt.check(answer).is_ok()
                && self
                    .standing
                    .answered(self.system, &prompt.question, answer.clone())
                    .is_some()
        };
        let thought = match &prompt.kind {
            Kind::Form(_) => led.fills(now, &prompt.question).map(|filled| Decided {
                what: Answer::Filled(filled.what),
                why: filled.why,
            }),
            _ => led.answers(now, prompt),
        };
        let thought = thought.filter(|thought| fits(&thought.what));
        let plain = || Some(Decided::new(plain.filter(fits)?, PROPOSED));
        let mut decided = thought.or_else(plain)?;
        if who.is_some_and(|who| self.is_sharp(now.get(who).side)) {
            let usual = decided.what.clone();
            let tried = lookahead::choose(led, &self.standing, prompt, usual).ok()?;
            if tried != decided.what {
                decided = Decided::new(tried, "best odds");
            }
        }
        if control == Control::AskAreas
            && (is_of_place(prompt, &decided.what) || self.fills_place(prompt, &decided.what))
        {
            control = Control::Suggested;
        }
        Some(Decision {
            choice: Choice::Answer(decided.what),
            who,
            side: who.map(|who| now.get(who).side),
            control,
            why: decided.why.into(),
        })
    }

    /// Returns `true` if a form asks about areas with the values of an answer. With its defaults it may ask about a
    /// single target, because the rows depend on the chosen spell or power.
    fn fills_place(&self, prompt: &Prompt, answer: &Answer) -> bool {
        let (Answer::Filled(draft), Some(top)) = (answer, self.standing.open.last()) else {
            return false;
        };
        let below = self.standing.below(self.standing.open.len() - 1);
        let filled = run(below, &top.taken, Some((&prompt.question, draft)), |cx| {
            rules::resolve(self.system, cx, &top.command)
        });
        filled.form.is_some_and(|form| is_of_place(&form, answer))
    }

    /// Returns `true` if a decision would reveal a hidden combatant to the players, or aim at a combatant that its side
    /// does not know. The GM makes such a decision.
    fn shows(&self, now: &Encounter, decision: &Decision) -> bool {
        let hidden = |id: Id| now.find(id).is_some_and(|one| one.hidden);
        let command = match (&decision.choice, self.standing.open.last()) {
            (Choice::Start(command), _) => command,
            (_, Some(top)) => &top.command,
            _ => return decision.who.is_some_and(hidden),
        };
        if rules::action(self.system, command).is_some_and(|action| action.secret) {
            return false;
        }
        let mut named: Vec<Id> = decision.who.into_iter().collect();
        if let (Choice::Answer(answer), Waiting::Prompt(prompt)) = (&decision.choice, &self.waiting)
        {
            if let Answer::Picked(ids) = answer {
                named.extend(ids);
            }
            let next = self
                .standing
                .answered(self.system, &prompt.question, answer.clone());
            if let Some(top) = next.as_ref().and_then(|next| next.open.last()) {
                let stood = top.run.stood.iter();
                let stood = stood.filter(|(question, _)| *question == prompt.question);
                named.extend(stood.flat_map(|(_, stood)| people(stood.values())));
            }
        }
        named.into_iter().any(hidden)
    }
}

/// Returns `true` for a question about areas and reach: which of several combatants are affected, or a distance that the
/// answer does not leave at 0.
fn is_of_place(prompt: &Prompt, answer: &Answer) -> bool {
    let several = |from: &[Id], most: usize| most > 1 && from.len() > 1;
    let draft = match answer {
        Answer::Filled(draft) => Some(draft),
        _ => None,
    };
    let is_zero = |field: &Field| {
        let given = draft.and_then(|draft| draft.get(&field.key));
        *given.unwrap_or(&field.value) == Value::Int(0)
    };
    match &prompt.kind {
        Kind::Pick { from, most, .. } => several(from, *most),
        Kind::Form(fields) => fields.iter().any(|field| match &field.kind {
            FieldKind::Pick { from, most, .. } => several(from, *most),
            FieldKind::Number { unit, .. } => !unit.is_empty() && !is_zero(field),
            _ => false,
        }),
        _ => false,
    }
}
