//! Automatic progress: reruns the open commands, rolls automatic dice, takes the steps of the round and replays what an
//! amendment cut off, until the fight waits for a person.

use super::delta::{Delta, Open};
use super::input_error::{InputError, Result};
use super::players_view::is_players_own;
use super::{Session, Waits};
use crate::dice::{Dice, Generator, Seed};
use crate::encounter::{Event, Roller, lasting};
use crate::resolver::{
    Answer, DiceRow, Given, Kind, Prompt, Question, Ruled, Run, Stop, Taken, run,
};
use crate::rules::{self, Next};
use crate::values::Id;

/// Maximum number of automatic commands in a row. A higher number indicates a bug in a system.
const MOST_AUTOMATIC: usize = 10_000;

impl Session {
    /// Runs the open commands again.
    pub(super) fn rerun(&mut self) {
        let mut runs: Vec<Run> = Vec::with_capacity(self.history.open().len());
        for open in self.history.open() {
            let below = runs.last().map_or(self.checkpoints.now(), |run| &run.now);
            runs.push(run(below, &open.taken, None, |cx| {
                rules::resolve(self.system, cx, &open.command)
            }));
        }
        self.runs = runs;
        self.stale = false;
    }

    /// Advances automatically until the fight waits for a person.
    pub(super) fn advance(&mut self) -> Result<()> {
        self.waits = self.goes_on()?;
        self.tell_left_out();
        Ok(())
    }

    fn goes_on(&mut self) -> Result<Waits> {
        let mut automatic = 0;
        while automatic < MOST_AUTOMATIC {
            if self.stale {
                self.rerun();
            }
            let waiting = self.history.pending().len();
            if let Some(waits) = self.step()? {
                return Ok(waits);
            }
            // Every replay ends, so its steps do not count.
            automatic += usize::from(self.history.pending().len() == waiting);
        }
        self.rerun();
        Ok(Waits::Fault(
            "the automatic steps of the rules never end".to_owned(),
        ))
    }

    /// Takes the next automatic step. If no step is due, returns what the fight waits for.
    fn step(&mut self) -> Result<Option<Waits>> {
        if self.history.open().is_empty() {
            if !self.history.pending().is_empty() {
                self.replay()?;
                return Ok(None);
            }
            return match rules::next(self.system, self.base()) {
                Next::Auto(command) => {
                    self.begin_by_itself(command)?;
                    Ok(None)
                }
                Next::Offers { title, offers } => Ok(Some(Waits::Offers { title, offers })),
            };
        }
        let Some(last) = self.runs.last() else {
            return Err(InputError::Fault("an open command was not run".to_owned()));
        };
        match &last.end {
            Ok(()) => {
                let (events, unfit) = (lasting(&last.events), last.unfit.clone());
                if let Some(top) = self.history.open().last() {
                    let left_out = &mut self.left_out;
                    left_out.add_unneeded(&top.command, &top.taken, &last.used);
                }
                self.lose(&unfit);
                self.change(if self.history.open().len() > 1 {
                    let events = self.kept_secret(without_places(events));
                    let at = self.place_of(&events, self.runs.len() - 2);
                    Delta::ClosedAmid(Ruled::plain(at, events).into())
                } else {
                    Delta::Closed(events.into())
                })?;
            }
            Err(Stop::Ask(prompt)) if self.flies(prompt) => {
                for (question, answer) in faces(self.seed, self.stream(), prompt, Vec::new())? {
                    let given = Given::new(question, answer, false);
                    self.change(Delta::Given(given.into()))?;
                }
            }
            Err(Stop::Ask(_)) if self.waits_amid() => self.replay_amid()?,
            Err(Stop::Ask(_)) if let Some(who) = self.struck_down() => {
                let name = self.now().name(who).to_owned();
                self.give_up(&format!("{name} can no longer act"))?;
            }
            Err(Stop::Ask(prompt)) => {
                let prompt = prompt.clone();
                return Ok(if self.rule_passed()? {
                    None
                } else {
                    Some(Waits::Prompt(prompt))
                });
            }
            Err(Stop::Refused(why)) => {
                let why = why.clone();
                return self.refused(&why);
            }
            // A command with a faulty rule is dropped as if it had never started, if a person started it.
            Err(Stop::Broken(what))
                if self.history.open().last().is_some_and(|top| top.by_hand) =>
            {
                let what = what.clone();
                self.give_up(&what)?;
            }
            Err(Stop::Broken(what)) => return Ok(Some(Waits::Fault(what.clone()))),
        }
        Ok(None)
    }

    /// Asks a question again because the rules no longer accept its recorded answer.
    fn refused(&mut self, why: &str) -> Result<Option<Waits>> {
        let (Some(top), Some(last)) = (self.history.open().last(), self.runs.last()) else {
            return Err(InputError::Fault("an open command was not run".to_owned()));
        };
        match void(top, &last.used) {
            Some(questions) => {
                self.tell(format!("asked again: {why}"));
                for question in questions {
                    self.change(Delta::Voided(question))?;
                }
            }
            None if !top.by_hand => {
                let why = format!("a step of the round was refused: {why}");
                return Ok(Some(Waits::Fault(why)));
            }
            None => self.give_up(why)?,
        }
        Ok(None)
    }

    /// Returns the acting combatant of the open command if a ruling during the command took the combatant out of the
    /// fight before anything was answered.
    fn struck_down(&self) -> Option<Id> {
        let [open] = self.history.open() else {
            return None;
        };
        let who = open.command.who.filter(|_| !open.command.ruling)?;
        let ruled = |taken: &Taken| matches!(taken, Taken::Ruled(_));
        let only_ruled = !open.taken.is_empty() && open.taken.iter().all(ruled);
        let is_felled = !self.is_out_in(self.base(), who) && self.is_out_in(self.now(), who);
        (only_ruled && is_felled).then_some(who)
    }

    /// Closes the open command, in which nothing is answered yet. Rulings made during it are kept.
    pub(super) fn close(&mut self) -> Result<()> {
        if !self.can_close() {
            return Err(InputError::refused(
                "no unanswered action is open: undo the last input instead",
            ));
        }
        self.abandon()
    }

    /// Drops the topmost open command for this reason.
    fn give_up(&mut self, why: &str) -> Result<()> {
        self.tell(format!("cancelled: {why}"));
        self.abandon()
    }

    /// Drops the topmost open command, but keeps the rulings made during it.
    fn abandon(&mut self) -> Result<()> {
        let taken = self.history.open().last().map(|top| top.taken.clone());
        self.change(Delta::Abandoned)?;
        self.rerun();
        self.keep_rulings(&taken.unwrap_or_default())
    }

    /// Adds to the notice for the GM.
    pub(super) fn tell(&mut self, what: String) {
        match &mut self.notice {
            Some(notice) => {
                notice.push_str("; ");
                notice.push_str(&what);
            }
            None => self.notice = Some(what),
        }
    }

    /// Returns the random stream of the topmost open command.
    pub(super) fn stream(&self) -> u64 {
        let below = self.history.open().len().saturating_sub(1);
        let earlier = self.history.open()[..below]
            .iter()
            .flat_map(|open| &open.taken)
            .filter(|taken| matches!(taken, Taken::Ruled(_)))
            .count();
        stream(self.history.finished(), below, earlier)
    }

    /// Prepares the events of the topmost open command for the command below it. If the action is secret, acts of other
    /// combatants during the command become secret too.
    fn kept_secret(&self, mut events: Vec<Event>) -> Vec<Event> {
        let command = self.history.open().last().map(|open| &open.command);
        let action = command.and_then(|command| rules::action(self.system, command));
        if action.is_some_and(|action| action.secret) {
            for event in &mut events {
                if let Event::Act { who, secret, .. } = event {
                    *secret |= !who.is_some_and(|who| is_players_own(self.now(), who));
                }
            }
        }
        events
    }

    /// Checks that every roll of a prompt is automatic.
    fn flies(&self, prompt: &Prompt) -> bool {
        let mut throws = prompt.throws().peekable();
        throws.peek().is_some() && throws.all(|roll| self.now().roller(roll.who) == Roller::Rolled)
    }
}

/// Removes the marks around rulings: their indexes are not valid in the command below.
pub(super) fn without_places(mut events: Vec<Event>) -> Vec<Event> {
    events.retain(|event| !matches!(event, Event::Meanwhile { .. }));
    events
}

/// Computes the random stream of a command from its number in the fight, the number of open commands below it, and the
/// number of rulings in those commands. Thus the dice of a ruling never repeat the dice of another ruling or of the
/// command below.
pub(super) fn stream(command: usize, depth: usize, earlier: usize) -> u64 {
    let depth = (depth as u64) & 0x7;
    let earlier = (earlier as u64) & 0x1fff;
    ((command as u64) << 16) | (depth << 13) | earlier
}

/// Returns the results of a prompt's pending rolls. `given` has the typed results row by row; Affray rolls all other
/// rows.
pub(super) fn faces(
    seed: Seed,
    stream: u64,
    prompt: &Prompt,
    given: Vec<Option<Vec<u32>>>,
) -> Result<Vec<(Question, Answer)>> {
    let mut given = given.into_iter();
    let mut fallen = Vec::new();
    match &prompt.kind {
        Kind::Roll(roll) => {
            let faces = given.next().flatten();
            let throw = || thrown(seed, stream, &prompt.question, &roll.dice, 0);
            let faces = Answer::Faces(faces.unwrap_or_else(throw));
            fallen.push((prompt.question.clone(), faces));
        }
        Kind::Rolls(rows) => {
            for DiceRow {
                question,
                roll,
                faces,
            } in rows
            {
                let given = given.next().flatten();
                if given.is_none() && faces.is_some() {
                    continue;
                }
                let throw = || thrown(seed, stream, question, &roll.dice, 0);
                let faces = given.unwrap_or_else(throw);
                roll.check(&faces)?;
                fallen.push((question.clone(), Answer::Faces(faces)));
            }
        }
        _ => return Err(InputError::refused("no roll is pending")),
    }
    if given.next().is_some() {
        return Err(InputError::refused(
            "there are more results than pending rolls",
        ));
    }
    Ok(fallen)
}

/// Returns the results that Affray rolls for a question.
pub(super) fn thrown(
    seed: Seed,
    stream: u64,
    question: &Question,
    dice: &Dice,
    rerolls: u32,
) -> Vec<u32> {
    let who = question.who.map_or(u32::MAX, |id| id.0);
    let nth = question.nth * 1_000 + rerolls * 1_000_000;
    let mut generator = Generator::at(seed, stream, &question.key, who, nth);
    dice.roll(&mut generator)
}

/// Lists the questions to ask again when the rules refuse an answer: the last question that a person answered, and the
/// automatic rolls after it. Without the person's question, only the automatic rolls would be repeated. Returns `None`
/// if no person gave an answer.
fn void(open: &Open, used: &[bool]) -> Option<Vec<Question>> {
    let mut questions = Vec::new();
    for (place, (taken, used)) in open.taken.iter().zip(used).enumerate().rev() {
        let Taken::Given(given) = taken else {
            continue;
        };
        let counts = Taken::answer(&open.taken, &given.question);
        if !used || counts.is_none_or(|(last, _)| last != place) {
            continue;
        }
        questions.push(given.question.clone());
        let flew = !given.by_hand && matches!(given.answer, Answer::Faces(_) | Answer::Rolls(_));
        if !flew {
            return Some(questions);
        }
    }
    None
}
