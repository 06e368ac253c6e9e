//! Earlier answers changed, and what followed them played again.
//!
//! What followed is played with its recorded answers. A step of the round that no longer comes is left out, and so are
//! commands of those who are down by now; what was ruled in them counts all the same. Where the fight waits for
//! something else than what was done then, the GM is asked and nothing more is played. Whatever is lost is told.

use std::sync::Arc;

use anyhow::{Result, bail};

use super::delta::{Delta, HistoryEntry, Waiting, Was};
use super::{Amendable, Preview, Session, flow};
use crate::encounter::check::MOST_REROLLS;
use crate::encounter::{
    Answer, Command, Draft, Encounter, Event, Field, Given, Kind, Prompt, Question, Roll, Ruled,
    Run, Stop, Taken, lasting, run, tell,
};
use crate::rules::{self, Next};
use crate::text::capital;

/// So many rulings are named in a notice.
const MOST_NAMED: usize = 3;

/// What could not be played again.
#[derive(Default)]
pub(super) struct LeftOut {
    first: Option<Command>,
    /// Inputs that made or answered commands.
    inputs: usize,
    /// Rulings and corrections.
    ruled: Vec<Event>,
    /// Whether the command that waited last was left out: what names nobody then belongs to it.
    turn: bool,
}

impl Session {
    /// Answers that can be amended, the latest first.
    pub fn amendable(&self) -> impl Iterator<Item = Amendable> + '_ {
        let open = self
            .history
            .open()
            .first()
            .map(|open| (self.history.finished(), &open.command, &open.taken));
        let entries = self
            .history
            .entries()
            .iter()
            .enumerate()
            .rev()
            .map(|(place, entry)| {
                let number = self.history.number(place);
                (number, &entry.command, &entry.taken)
            });
        open.into_iter()
            .chain(entries)
            .flat_map(|(entry, command, taken)| {
                taken
                    .iter()
                    .enumerate()
                    .rev()
                    .filter_map(move |(place, one)| match one {
                        // Earlier answers to the same question do not count.
                        Taken::Given(given)
                            if Taken::answer(taken, &given.question)
                                .is_some_and(|(counts, _)| counts == place) =>
                        {
                            Some(Amendable {
                                entry,
                                place,
                                given: Arc::clone(given),
                                command: command.clone(),
                            })
                        }
                        _ => None,
                    })
            })
    }

    /// The prompt that an earlier question showed: its command is run up to it.
    ///
    /// # Errors
    /// When today's rules no longer ask it.
    pub fn prompt_of(&self, entry: usize, question: &Question) -> Result<Prompt> {
        match self
            .run_again(entry, None, |taken| without(taken, question))?
            .end
        {
            Err(Stop::Ask(prompt)) if prompt.question == *question => Ok(*prompt),
            Err(Stop::Ask(prompt)) => match row_of(*prompt, question, self.now()) {
                Some(prompt) => Ok(prompt),
                None => bail!("this question is no longer asked"),
            },
            _ => bail!("this question is no longer asked"),
        }
    }

    /// What an earlier form would lead to with this draft instead of what was answered, up to the next question.
    pub(crate) fn preview_of(
        &self,
        entry: usize,
        asked: &Prompt,
        draft: &Draft,
    ) -> Option<Preview> {
        let question = &asked.question;
        let is_it = |one: &Taken| matches!(one, Taken::Given(given) if given.question == *question);
        let run = self.run_again(entry, Some((question, draft)), |taken| {
            let before = taken.iter().take_while(|one| !is_it(one));
            before.cloned().collect()
        });
        Some(Preview::of(run.ok()?, asked))
    }

    /// Runs an earlier command with what it took, changed; with a draft, the form it belongs to is half-filled.
    fn run_again(
        &self,
        entry: usize,
        draft: Option<(&Question, &Draft)>,
        change: impl Fn(&[Taken]) -> Vec<Taken>,
    ) -> Result<Run> {
        let Some(place) = self.history.place_of(entry) else {
            bail!("there is no answer to amend")
        };
        let (command, taken) = match (
            self.history.entries().get(place),
            self.history.open().first(),
        ) {
            (Some(entry), _) => (&entry.command, &entry.taken),
            (None, Some(open)) => (&open.command, &open.taken),
            (None, None) => bail!("there is no answer to amend"),
        };
        let base = self.folded.after(self.history.entries(), place);
        Ok(run(&base, &change(taken), draft, |cx| {
            rules::resolve(self.system, cx, command)
        }))
    }

    pub(super) fn amend(&mut self, entry: usize, place: usize, answer: Answer) -> Result<()> {
        let old = self.taken_at(entry, place)?;
        if old.answer == answer {
            bail!("this is what was answered: nothing changes");
        }
        let prompt = self.prompt_of(entry, &old.question)?;
        prompt.check(&answer)?;
        let mut given = Given::new(old.question.clone(), answer, true);
        let run = self.run_again(entry, None, |taken| {
            let mut taken = taken.to_vec();
            taken.push(Taken::Given(given.clone().into()));
            taken
        })?;
        given.stood_in(&run);
        let event = amended(&prompt, &old.answer, &given.answer, self.now());
        self.change_answer(entry, place, given, event)
    }

    /// Puts another answer in the place of an earlier one, and says so in the log.
    fn change_answer(
        &mut self,
        entry: usize,
        place: usize,
        given: Given,
        told: Event,
    ) -> Result<()> {
        let at = Some(given.question.clone());
        self.change(Delta::Amended {
            entry,
            place,
            given: given.into(),
        })?;
        let events = vec![told];
        self.change(Delta::Ruled(Ruled { at, events }.into()))
    }

    pub(super) fn reroll(&mut self, entry: usize, place: usize) -> Result<()> {
        let mut given = (*self.taken_at(entry, place)?).clone();
        let prompt = self.prompt_of(entry, &given.question)?;
        let again = again(&prompt, &given, self.now());
        if given.rerolls >= MOST_REROLLS {
            bail!("these dice were thrown again {MOST_REROLLS} times: type what they show");
        }
        given.rerolls += 1;
        let stream = flow::stream(entry, 0, 0);
        let throw = |question: &Question, roll: &Roll| {
            flow::thrown(self.seed, stream, question, &roll.dice, given.rerolls)
        };
        given.answer = match &prompt.kind {
            Kind::Roll(roll) => Answer::Faces(throw(&given.question, roll)),
            Kind::Rolls(rows) => {
                let all = rows.iter().map(|row| throw(&row.question, &row.roll));
                Answer::Rolls(all.collect())
            }
            _ => bail!("no dice are asked for"),
        };
        self.change_answer(entry, place, given, again)
    }

    fn taken_at(&self, entry: usize, place: usize) -> Result<Arc<Given>> {
        let taken = self.history.place_of(entry).and_then(|place| {
            let finished = self.history.entries().get(place).map(|entry| &entry.taken);
            finished.or_else(|| self.history.open().first().map(|open| &open.taken))
        });
        match taken.and_then(|taken| taken.get(place)) {
            Some(Taken::Given(given)) => Ok(Arc::clone(given)),
            _ => bail!("there is no answer to amend"),
        }
    }

    /// Plays the first command that waits again, or leaves it out. No command is open.
    pub(super) fn replay(&mut self) -> Result<()> {
        let Some(Waiting { entry, was }) = self.history.pending().front().cloned() else {
            return Ok(());
        };
        if entry.is_correction() {
            if self.base().takes(&entry.events) {
                return self.change(Delta::Kept(1));
            }
            self.left_out.ruled.extend(entry.events.iter().cloned());
            return self.change(Delta::Skipped);
        }
        if entry.command.ruling && entry.by_hand {
            return self.play(&entry, was);
        }
        match rules::next(self.system, self.base()) {
            Next::Auto(command) => match self.waits_this_round(&command) {
                None => self.begin_by_itself(command),
                Some(0) => self.play(&entry, was),
                Some(place) if begins_a_round(&self.history.pending()[place].entry) => {
                    self.leave_out(&entry)
                }
                Some(place) => self.change(Delta::Drawn(place)),
            },
            Next::Offers { offers, .. } => {
                let found = || rules::entry(self.system, self.base(), &offers, &entry.command);
                let may_start =
                    entry.by_hand && found().is_some_and(|offer| offer.refused.is_none());
                let is_no_more = if entry.by_hand {
                    self.is_out(&entry.command)
                } else {
                    !begins_a_round(&entry)
                };
                if may_start {
                    self.play(&entry, was)
                } else if is_no_more {
                    self.left_out.turn = entry.by_hand;
                    self.leave_out(&entry)
                } else {
                    self.leave_out_all()
                }
            }
        }
    }

    /// Whether the first that waits belongs in the middle of the command that asks now.
    pub(super) fn waits_amid(&self) -> bool {
        let first = self.history.pending().front();
        first.is_some_and(|one| one.was == Was::Amid)
    }

    /// Plays the first that waits again, in the middle of the command that asks now.
    pub(super) fn replay_amid(&mut self) -> Result<()> {
        let Some(Waiting { entry, .. }) = self.history.pending().front().cloned() else {
            return Ok(());
        };
        let found = || rules::entry(self.system, self.now(), &[], &entry.command);
        let may_start = entry.command.ruling
            || found().is_some_and(|offer| offer.anytime && offer.refused.is_none());
        if may_start {
            self.change(Delta::Replayed)
        } else {
            self.leave_out(&entry)
        }
    }

    pub(super) fn begin_by_itself(&mut self, command: Command) -> Result<()> {
        self.change(Delta::Opened {
            command,
            by_hand: false,
        })
    }

    /// Plays the first that waits again: as it was where it comes out alike.
    fn play(&mut self, entry: &HistoryEntry, was: Was) -> Result<()> {
        self.left_out.turn &= entry.command.ruling;
        let alike = was == Was::Finished && {
            let run = run(self.base(), &entry.taken, None, |cx| {
                rules::resolve(self.system, cx, &entry.command)
            });
            run.end.is_ok() && lasting(&run.events) == lasting(&entry.events)
        };
        self.change(if alike {
            Delta::Kept(1)
        } else {
            Delta::Replayed
        })
    }

    /// Leaves the first that waits out. What was ruled in it counts all the same.
    fn leave_out(&mut self, entry: &HistoryEntry) -> Result<()> {
        self.left_out.add(entry);
        self.change(Delta::Skipped)?;
        self.keep_rulings(&entry.taken)
    }

    /// Leaves everything out that waits.
    fn leave_out_all(&mut self) -> Result<()> {
        for one in self.history.pending() {
            if one.entry.is_correction() {
                self.left_out.ruled.extend(one.entry.events.iter().cloned());
            } else {
                self.left_out.add(&one.entry);
                self.left_out.ruled.extend(rulings(&one.entry.taken));
            }
        }
        self.change(Delta::Dropped)
    }

    /// Rulings in a command that is no more count here and now.
    pub(super) fn keep_rulings(&mut self, taken: &[Taken]) -> Result<()> {
        let mut now = self.now().clone();
        let (mut fit, mut unfit) = (Vec::new(), Vec::new());
        for event in rulings(taken) {
            if event.adjustment().is_none() && now.accepts(&event).is_ok() {
                now.apply(&event);
                fit.push(event);
            } else {
                unfit.push(event);
            }
        }
        self.left_out.ruled.extend(unfit);
        match fit.is_empty() {
            true => Ok(()),
            false => self.rule(fit),
        }
    }

    /// Whether a command is of somebody who can do nothing any more.
    fn is_out(&self, command: &Command) -> bool {
        let now = self.base();
        match (command.who, command.faction) {
            (Some(id), _) => match now.find(id) {
                Some(one) => one.gone || self.system.row(now, id).down,
                None => true,
            },
            (None, None) => self.left_out.turn,
            (None, Some(_)) => false,
        }
    }

    /// Where a step that happened by itself still waits, in this round.
    fn waits_this_round(&self, command: &Command) -> Option<usize> {
        let mut round = false;
        let mut waiting = self.history.pending().iter().take_while(|one| {
            let this = !round;
            round = begins_a_round(&one.entry);
            this
        });
        waiting.position(|one| !one.entry.by_hand && one.entry.command == *command)
    }

    /// Rulings that could not be kept.
    pub(super) fn lose(&mut self, ruled: &[Event]) {
        self.left_out.ruled.extend_from_slice(ruled);
    }

    /// Says what could not be played again.
    pub(super) fn tell_left_out(&mut self) {
        let LeftOut {
            first,
            inputs,
            ruled,
            turn: _,
        } = std::mem::take(&mut self.left_out);
        if let Some(command) = first {
            let who = command.who.and_then(|id| self.now().find(id));
            let who = who.map_or(String::new(), |one| format!(" of {}", one.name));
            let action = &command.action;
            let many = if inputs > 1 { "inputs" } else { "input" };
            self.tell(format!(
                "what followed no longer fits from `{action}`{who} on: {inputs} {many} left out"
            ));
        }
        if let Some(lost) = lost(&ruled, self.now()) {
            self.tell(lost);
        }
    }
}

impl LeftOut {
    fn add(&mut self, entry: &HistoryEntry) {
        let act = |event: &&Event| matches!(event, Event::Act { .. });
        if entry.command.ruling
            && entry.by_hand
            && let Some(ruling) = entry.events.iter().find(act)
        {
            // The rest belongs to it.
            self.ruled.push(ruling.clone());
            return;
        }
        let given = entry.taken.iter().filter(|one| match one {
            Taken::Given(given) => given.by_hand,
            Taken::Ruled(_) | Taken::Voided(_) => false,
        });
        let inputs = usize::from(entry.by_hand) + given.count();
        if inputs > 0 {
            self.inputs += inputs;
            self.first.get_or_insert_with(|| entry.command.clone());
        }
    }
}

/// What was ruled in a command.
fn rulings(taken: &[Taken]) -> impl Iterator<Item = Event> + '_ {
    taken.iter().flat_map(|one| match one {
        Taken::Ruled(ruled) => ruled.events.clone(),
        Taken::Given(_) | Taken::Voided(_) => Vec::new(),
    })
}

/// What was taken, but for the answers to a question.
fn without(taken: &[Taken], question: &Question) -> Vec<Taken> {
    let other = |one: &&Taken| match one {
        Taken::Given(given) => given.question != *question,
        Taken::Ruled(_) | Taken::Voided(_) => true,
    };
    taken.iter().filter(other).cloned().collect()
}

/// The question of one throw, out of a prompt that asks for several.
fn row_of(prompt: Prompt, question: &Question, now: &Encounter) -> Option<Prompt> {
    let Kind::Rolls(rows) = prompt.kind else {
        return None;
    };
    let row = rows.into_iter().find(|row| row.question == *question)?;
    // One throw of several is told as it stood in their table.
    let title = match row.roll.who.and_then(|who| now.find(who)) {
        Some(one) => format!("{} · {}", one.name, row.roll.what),
        None => prompt.title,
    };
    Some(Prompt {
        question: row.question,
        title,
        hint: prompt.hint,
        kind: Kind::Roll(Box::new(row.roll)),
    })
}

fn begins_a_round(entry: &HistoryEntry) -> bool {
    let round = |event: &Event| matches!(event, Event::Round { .. });
    entry.events.iter().any(round)
}

/// What the log says of dice that are thrown again.
fn again(prompt: &Prompt, given: &Given, now: &Encounter) -> Event {
    let old = faces(&given.answer);
    noted(prompt, now, |asked| {
        capital(&format!("{asked}: thrown again, not {old}."))
    })
}

/// What the log says of an answer that is another one now.
fn amended(prompt: &Prompt, old: &Answer, new: &Answer, now: &Encounter) -> Event {
    let (was, is) = match (&prompt.kind, old, new) {
        (Kind::Form(fields), Answer::Filled(old), Answer::Filled(new)) => {
            let other = |field: &&Field| old.get(&field.key) != new.get(&field.key);
            let labels = fields
                .iter()
                .filter(other)
                .map(|field| field.label.as_str());
            let labels: Vec<&str> = labels.collect();
            let what = match labels.is_empty() {
                true => "filled in anew".to_owned(),
                false => format!("other now is {}", labels.join(", ")),
            };
            return noted(prompt, now, |asked| format!("Amended ({asked}): {what}."));
        }
        (_, old, new) => (answered(prompt, old, now), answered(prompt, new, now)),
    };
    noted(prompt, now, |asked| {
        format!("Amended ({asked}): was {was}, is {is}.")
    })
}

/// A line of the log about an earlier question, which is named in it.
fn noted(prompt: &Prompt, now: &Encounter, text: impl FnOnce(&str) -> String) -> Event {
    let who = prompt.question.who.filter(|id| now.find(*id).is_some());
    let what = match &prompt.kind {
        Kind::Roll(roll) => &*roll.what,
        _ => &*prompt.title,
    };
    let name = who
        .map(|id| now.name(id))
        .filter(|name| !what.contains(name));
    let name = name.map_or(String::new(), |name| format!("{name}, "));
    Event::sentence(who.into_iter().collect(), text(&format!("{name}{what}")))
}

/// What dice showed, throw by throw.
fn faces(answer: &Answer) -> String {
    let all = match answer {
        Answer::Faces(faces) => std::slice::from_ref(faces),
        Answer::Rolls(all) => all,
        _ => &[],
    };
    let shown = all.iter().map(|faces| {
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        faces.join(" ")
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// An answer in the words of its question; of a form nothing.
pub fn answered(prompt: &Prompt, answer: &Answer, now: &Encounter) -> String {
    match (answer, &prompt.kind) {
        (Answer::Faces(_) | Answer::Rolls(_), _) => faces(answer),
        (Answer::Chose(key), Kind::Choice { options, .. }) => options
            .iter()
            .find(|option| option.key == *key)
            .map_or_else(|| key.clone(), |option| option.label.clone()),
        (Answer::Chose(key), _) => key.clone(),
        (Answer::Picked(ids), _) if ids.is_empty() => "nobody".to_owned(),
        (Answer::Picked(ids), _) => {
            let there = ids.iter().copied().filter(|id| now.find(*id).is_some());
            now.names(&there.collect::<Vec<_>>())
        }
        (Answer::Number(number), _) => number.to_string(),
        (Answer::Text(text), _) => format!("`{text}`"),
        (Answer::Yes(yes), _) => if *yes { "yes" } else { "no" }.to_owned(),
        (Answer::Filled(_), _) => String::new(),
    }
}

/// What the GM is told of rulings that could not be kept.
fn lost(events: &[Event], now: &Encounter) -> Option<String> {
    let told: Vec<String> = events
        .iter()
        .enumerate()
        .filter_map(|(place, event)| match event.adjustment() {
            Some((who, by)) => {
                let of_it =
                    |later: &Event| later.adjustment().is_some_and(|(whose, _)| whose == who);
                let counts = by != 0 && !events[place + 1..].iter().any(of_it);
                counts.then(|| "what you added to a throw that did not come".to_owned())
            }
            None => Some(tell(event, now).unwrap_or_else(|| "a silent change".to_owned())),
        })
        .collect();
    let more = match told.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    let named = &told[..told.len().min(MOST_NAMED)];
    (!told.is_empty()).then(|| format!("ruled, and no longer fits: {}{more}", named.join(" ")))
}
