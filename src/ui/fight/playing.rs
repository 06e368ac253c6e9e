//! Auto-play on the screen: when the next step is taken, and what pauses it. The module has no clock; the main loop
//! passes the elapsed time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::by_itself::{STILL_ROUNDS, Still, Thinker, is_anybody_set};
use super::{Fight, PAUSED};
use crate::encounter::{Control, PROPOSED};
use crate::resolver::{Answer, Command, Kind};
use crate::rules::schedule;
use crate::session::{Input, Waits};
use crate::simulate::{Also, Choice, Deciding, Decision};
use crate::store::AutoPlaySpeed;
use crate::values::{Id, SideId, Words as _};

/// Interval of checks for the decision of a sharp side.
const LOOKS: Duration = Duration::from_millis(50);

impl Fight {
    /// Computes the next decision, after an input or a change of control.
    pub(super) fn think(&mut self) {
        self.playing.better = None;
        self.playing.decision = self.decided();
        let round = self.now().round;
        if let Some((also, since)) = self.playing.also
            && (since != round || !self.is_up(also))
        {
            self.playing.also = None;
            self.playing.decision = self.decided();
        }
        let sharp = self.playing.decision.is_some();
        self.playing.better = self
            .deciding()
            .filter(|deciding| {
                let decision = self.playing.decision.as_ref();
                let side = decision.and_then(|decision| decision.side);
                sharp && side.is_some_and(|side| deciding.is_sharp(side))
            })
            .map(Thinker::of);
        self.playing.waited = Duration::ZERO;
    }

    fn deciding(&self) -> Option<Deciding> {
        let also = self.playing.also.map(|(also, _)| also);
        let open = self.looking.is_none();
        let deciding = || self.session.deciding(also, !self.playing.stopped);
        open.then(deciding).flatten()
    }

    /// Returns the decision without trials.
    fn decided(&self) -> Option<Decision> {
        self.deciding()?.decide(&AtomicBool::new(true))
    }

    /// Returns `true` unless the combatant who is automatic for one turn has finished that turn.
    fn is_up(&self, also: Also) -> bool {
        let Also::One(who) = also else {
            return true;
        };
        let Waits::Offers { .. } = self.session.waits() else {
            return true;
        };
        let decision = self.playing.decision.as_ref();
        decision.is_some_and(|decision| {
            let steps = decision.side.is_none() && self.now().turn == Some(who);
            decision.who == Some(who) || steps
        })
    }

    /// Returns `true` if the next step is automatic.
    pub fn is_playing(&self) -> bool {
        let made = self.playing.decision.as_ref();
        self.own.is_empty() && made.is_some_and(|decision| decision.control.plays())
    }

    /// Returns `true` if auto-play would act but is paused.
    pub(crate) fn is_stopped(&self) -> bool {
        self.playing.stopped && !self.now().over() && is_anybody_set(self.now())
    }

    /// Returns the time until the next automatic event, if there is one.
    pub(crate) fn due_in(&self) -> Option<Duration> {
        let left = self.playing.wants().saturating_sub(self.playing.waited);
        match &self.playing.better {
            Some(_) => Some(left.min(LOOKS)),
            None => self.is_playing().then_some(left),
        }
    }

    /// Adds the elapsed time. Returns `true` if something happened.
    pub fn time_goes_by(&mut self, gone: Duration) -> bool {
        self.playing.waited = self.playing.waited.saturating_add(gone);
        let better = self.playing.better.as_mut().and_then(Thinker::thought);
        if let Some(better) = better {
            self.playing.better = None;
            self.playing.decision = Some(better);
            self.propose();
        }
        if self.playing.waited < self.playing.wants() {
            return false;
        }
        self.playing.better = None;
        self.play_now()
    }

    /// Takes the next step at once, if it is automatic.
    pub(crate) fn play_now(&mut self) -> bool {
        if !self.is_playing() {
            return false;
        }
        if self.playing.still.lasts(self.session.now()) {
            self.playing.still = Still::default();
            self.stop_playing();
            self.refuse(format!(
                "Nothing has changed for {STILL_ROUNDS} rounds. Auto-play is paused."
            ));
            return true;
        }
        let Some(decision) = self.playing.decision.take() else {
            return false;
        };
        let told = |fight: &Self| fight.session.lines().len() + fight.session.live_lines().len();
        let before = told(self);
        if self.input(Input::from(decision)) {
            self.playing.told = told(self) != before;
            if !self.is_playing() && self.said.is_none() {
                self.tell_whom_it_awaits();
            }
        } else {
            let why = self.take_problem();
            self.stop_playing();
            self.refuse(format!("Auto-play is paused: {why}"));
        }
        true
    }

    /// Pauses auto-play until the GM resumes it. Returns `true` if it was active.
    pub(crate) fn stop_playing(&mut self) -> bool {
        let would = self.playing.also.take().is_some() || is_anybody_set(self.now());
        let stops = would && !self.playing.stopped;
        self.playing.stopped |= would;
        if would {
            self.think();
        }
        stops
    }

    /// Pauses auto-play for a key that has another meaning.
    pub(in crate::ui) fn interrupt_playing(&mut self) {
        self.playing.interrupted = self.stop_playing();
    }

    /// Resumes auto-play after new settings, if only the keys of these settings paused it.
    pub(super) fn resume_interrupted(&mut self) {
        if std::mem::take(&mut self.playing.interrupted) && self.playing.stopped {
            self.resume_playing();
        }
    }

    fn resume_playing(&mut self) {
        self.playing.stopped = false;
        self.playing.interrupted = false;
        self.playing.told = false;
        self.think();
        self.propose();
    }

    /// Pauses or resumes auto-play.
    pub(crate) fn toggle_playing(&mut self) {
        self.let_play(self.playing.stopped && self.playing.also.is_none());
    }

    /// Resumes auto-play if `plays` is true, otherwise pauses it.
    pub(crate) fn let_play(&mut self, plays: bool) {
        if !is_anybody_set(self.now()) && self.playing.also.is_none() {
            let now = self.now();
            let foes = now.sides.iter().find(|side| !side.players);
            let side = foes.map_or("SIDE", |foes| &foes.name);
            let why = format!(
                "No side is automatic. `:control {side} automatic` makes a side automatic, `:auto` plays one turn."
            );
            self.say(&why);
        } else if plays {
            let was_on = !self.playing.stopped;
            self.resume_playing();
            if !self.is_playing() {
                self.tell_whom_it_awaits();
            } else if was_on {
                self.say("Auto-play is not paused.");
            }
        } else {
            self.stop_playing();
            self.playing.interrupted = false;
            self.say(PAUSED);
        }
    }

    /// Auto-plays the current turn or plan or, with `whole_side`, the current side until the round ends.
    pub(crate) fn play_turn(&mut self, whole_side: bool) {
        let (who, side) = self.is_asked();
        let of = who.map(|who| self.now().get(who).side).or(side);
        let also = match (whole_side, who, of) {
            (false, Some(who), _) => Some(Also::One(who)),
            (_, _, of) => of.map(Also::Side),
        };
        if self.looking.is_some() || !self.now().fighting() {
            self.say("No combatant has a turn to auto-play.");
            return;
        }
        let Some(also) = also else {
            self.say("This prompt concerns several combatants: answer it yourself.");
            return;
        };
        self.playing.also = Some((also, self.now().round));
        self.playing.told = false;
        self.think();
        self.propose();
        if !self.is_playing() {
            self.say("Only a person can answer this prompt.");
        }
    }

    /// Shows whose answer auto-play is waiting for, unless it is paused or the fight is over.
    fn tell_whom_it_awaits(&mut self) {
        if self.playing.stopped || !self.now().fighting() {
            return;
        }
        let now = self.now();
        let is_roll = match self.session.waits() {
            Waits::Prompt(prompt) => matches!(prompt.kind, Kind::Roll(_) | Kind::Rolls(_)),
            _ => false,
        };
        let (name, is_automatic) = match self.awaited() {
            (Some(who), _) => (now.name(who), now.control(who).plays()),
            (None, Some(side)) => {
                let plays = now.sides[side.index()].control.plays();
                (now.side_name(side), plays)
            }
            (None, None) => ("", false),
        };
        // The GM answers for combatants who are automatic, and decides about the whole fight.
        self.say(match name {
            "" => "Auto-play waits for you: this concerns the whole fight.".to_owned(),
            name if !is_automatic => format!("Auto-play waits for {name}."),
            name if is_roll => format!("Auto-play waits for you: you roll the dice of {name}."),
            name => format!("Auto-play waits for you: only the GM answers this for {name}."),
        });
    }

    /// Returns the combatant or side for whom the GM acts: the owner of a die or a question, or the combatant or side
    /// to whom all possible offers of the menu belong.
    fn awaited(&self) -> (Option<Id>, Option<SideId>) {
        let offers = match self.session.waits() {
            Waits::Prompt(_) | Waits::Fault(_) => return self.is_asked(),
            Waits::Offers { offers, .. } => offers,
        };
        if self.now().turn.is_some() && schedule::end(self.session.system(), offers).is_none() {
            return self.is_asked();
        }
        let menu = self.session.menu_rows().iter();
        let open = menu.filter(|row| row.refused.is_none() && !row.anytime);
        let commands: Vec<&Command> = open.map(|row| &row.command).collect();
        let whos: Vec<Option<Id>> = commands.iter().map(|one| one.who).collect();
        if let [Some(who), others @ ..] = whos.as_slice()
            && others.iter().all(|one| *one == Some(*who))
        {
            return (Some(*who), None);
        }
        let side = |one: &&Command| one.side.or(one.who.map(|who| self.now().get(who).side));
        let sides: Vec<Option<SideId>> = commands.iter().map(side).collect();
        match sides.as_slice() {
            [Some(side), others @ ..] if others.iter().all(|one| *one == Some(*side)) => {
                (None, Some(*side))
            }
            _ => (None, None),
        }
    }

    /// Returns the combatant or side that the fight asks.
    fn is_asked(&self) -> (Option<Id>, Option<SideId>) {
        match self.session.waits() {
            Waits::Prompt(prompt) => {
                let open = self.session.history().open().last();
                let acts = open.and_then(|open| open.command.who);
                (prompt.question.who.or(acts).or(self.now().turn), None)
            }
            Waits::Offers { .. } => {
                let menu = self.session.menu_rows();
                let marked = self.marked_offer().and_then(|place| menu.get(place));
                let command = marked.or(menu.first()).map(|entry| &entry.command);
                let who = command.and_then(|command| command.who);
                (
                    who.or(self.now().turn),
                    command.and_then(|command| command.side),
                )
            }
            Waits::Fault(_) => (None, None),
        }
    }

    /// Replaces the default with the policy's decision, unless an answer has been started.
    pub(super) fn propose(&mut self) {
        if !self.standing.ask.is_begun() {
            self.standing.ask = self.fresh();
        }
        self.preview();
    }

    /// Describes the state of auto-play beside the question.
    pub(super) fn told_of_playing(&self) -> Option<String> {
        let decision = self
            .playing
            .decision
            .as_ref()
            .filter(|_| self.own.is_empty())?;
        let is_auto = matches!(decision.control, Control::AskAreas | Control::Automatic);
        // The reason of a suggestion does not explain values that the GM has changed.
        if !is_auto && self.standing.ask.is_begun() {
            return None;
        }
        let why = match self.playing.better {
            Some(_) => "comparing options",
            None if decision.why == PROPOSED => "",
            None => &*decision.why,
        };
        let row = self.decided_row(&decision.choice);
        let text = match (row.as_deref(), why) {
            (Some(row), "") => format!(": {row}"),
            (Some(row), why) => format!(": {row} ({why})"),
            (None, "") => String::new(),
            (None, why) => format!(": {why}"),
        };
        if text.is_empty() && !is_auto {
            return None;
        }
        let next = if row.is_some() { ", next" } else { "" };
        let side = decision.side.map(|side| self.now().side_name(side));
        Some(match (is_auto, side) {
            (true, Some(side)) => format!("{side}: auto{next}{text}"),
            (true, None) => format!("auto{next}{text}"),
            (false, Some(side)) => format!("suggested for {side}{text}"),
            (false, None) => format!("suggested{text}"),
        })
    }

    /// Returns the label of the row or answer that a decision takes; `None` for a form, which has the values of the
    /// decision.
    fn decided_row(&self, choice: &Choice) -> Option<String> {
        let prompt = match self.session.waits() {
            Waits::Prompt(prompt) => Some(&prompt.kind),
            Waits::Offers { .. } | Waits::Fault(_) => None,
        };
        match (choice, prompt) {
            (Choice::Start(command), _) => {
                let mut rows = self.session.menu_rows().iter();
                let row = rows.find(|row| row.command == *command || row.opens.contains(command));
                row.map(|row| row.label.clone())
            }
            (Choice::Answer(Answer::Chose(key)), Some(Kind::Choice { options, .. })) => {
                let option = options.iter().find(|option| option.key == *key);
                option.map(|option| option.label.clone())
            }
            (Choice::Answer(Answer::Yes(yes)), _) => {
                Some(if *yes { "yes" } else { "no" }.to_owned())
            }
            (Choice::Answer(Answer::Picked(ids)), _) if ids.is_empty() => Some("none".to_owned()),
            (Choice::Answer(Answer::Picked(ids)), _) => Some(self.now().names(ids)),
            _ => None,
        }
    }

    pub(crate) fn set_speed(&mut self, speed: AutoPlaySpeed) {
        self.playing.speed = speed;
        self.resume_interrupted();
        let paused = if self.is_stopped() { PAUSED } else { "" };
        let told = format!("Auto-play speed: {}. {paused}", speed.label());
        self.say(told.trim_end());
    }
}
