//! Whether a whole session that was read from files can be what the program wrote: every command is folded onto the
//! fight as it stood before it, on each of the lines that undoing, redoing and taking amendments back can lead to. What
//! stands in one thing alone is checked in [`crate::encounter::check`].

use std::fmt;

use super::history::{Amend, CORRECTION, Delta, Entry, History, Open, Shelf};
use super::{CHECKPOINT, MOST_OPEN};
use crate::encounter::check::{Known, MOST_NUMBER, at_most, count};
use crate::encounter::{Encounter, Event, Ruled, Start, Taken};
use crate::ron_text::{Checked, Objection, Within, each};
use crate::rules::System;

/// What of a session's files does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// The line of the journal that it stands in, from 0; `None`: the snapshot.
    pub line: Option<usize>,
    /// What it is, and where it stands there.
    pub wrong: Objection,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {} of the journal: {}", line + 1, self.wrong),
            None => write!(f, "{}", self.wrong),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<Objection> for Unfit {
    fn from(wrong: Objection) -> Self {
        Self { line: None, wrong }
    }
}

/// The encounter that a fight begins with.
///
/// # Errors
/// The first thing that does not fit.
pub fn start(start: &Start, system: &'static dyn System) -> Result<Encounter, Objection> {
    let seated = start.encounter(system.key(), system.schema())?;
    let combatants = each(seated.combatants.iter(), |one| {
        match system.objections(&one.sheet).into_iter().next() {
            Some(wrong) => {
                let wrong = Objection::new(format!("{}: {wrong}", one.name));
                Err(wrong.within("sheet"))
            }
            None => Ok(()),
        }
    });
    combatants.within("combatants").map(|()| seated)
}

/// Whether all of a history can have been done in a fight that began so.
pub fn history(start: &Encounter, history: &History, known: Known) -> Checked {
    let mut line = Line::new(start, known);
    each(&history.entries, |entry| line.follows(entry)).within("entries")?;
    at_most(count(&history.open), MOST_OPEN).within("open")?;
    each(&history.open, |one| open(known, one)).within("open")?;
    each(&history.pending, |one| waits(known, one)).within("pending")?;

    // Amendments are taken back from the last to the first, each on the line that the one before has left.
    let done = line.entries.clone();
    for (nth, one) in history.amends.iter().enumerate().rev() {
        amend(&mut line, one).within(nth).within("amends")?;
    }
    line.back_to(&done);
    for (nth, one) in history.undone.iter().enumerate().rev() {
        let redone = shelf(&mut line, one).and_then(|()| match &one.amend {
            Some(again) => {
                let there = line.entries.clone();
                let fits = amend(&mut line, again).within("amend");
                line.back_to(&there);
                fits
            }
            None => Ok(()),
        });
        redone.within(nth).within("undone")?;
    }
    Ok(())
}

/// Whether a change can follow: `now` is the fight after the last finished command.
pub fn delta(known: &mut Known, now: &Encounter, history: &History, delta: &Delta) -> Checked {
    if let Delta::Ruled(Ruled { events, .. })
    | Delta::ClosedAmid(Ruled { events, .. })
    | Delta::Closed(events)
    | Delta::Corrected(events) = delta
    {
        *known = known.and_from(events);
    }
    match delta {
        Delta::Opened { command, .. } => {
            at_most(count(&history.open) + 1, MOST_OPEN)?;
            known.command(command).within("command")
        }
        Delta::Given(given) => known.given(given).within(0),
        Delta::Ruled(ruled) | Delta::ClosedAmid(ruled) => known.ruled(ruled).within(0),
        Delta::Voided(question) => known.question(question).within(0),
        Delta::Amended { given, .. } => known.given(given).within("given"),
        Delta::Closed(events) => {
            let taken = history.open.first().map_or(&[][..], |open| &open.taken);
            happens(&mut now.clone(), events, Some(taken)).within(0)
        }
        Delta::Corrected(events) => happens(&mut now.clone(), events, None).within(0),
        Delta::Replayed => match history.pending.first() {
            Some(first) if first.command.action == CORRECTION => {
                happens(&mut now.clone(), &first.events, None)
            }
            _ => Ok(()),
        },
        Delta::Abandoned | Delta::Undone | Delta::Redone | Delta::Skipped | Delta::Dropped => {
            Ok(())
        }
    }
}

/// Everybody who is or was there on any line, whom what waits may still name.
pub fn everybody(start: &Encounter, history: &History) -> Known {
    fn of_entries(entries: &[Entry]) -> impl Iterator<Item = &Event> {
        entries
            .iter()
            .flat_map(|one| of_taken(&one.taken).chain(&one.events))
    }
    fn of_taken(taken: &[Taken]) -> impl Iterator<Item = &Event> {
        taken.iter().flat_map(|one| match one {
            Taken::Ruled(ruled) => ruled.events.as_slice(),
            Taken::Given(_) | Taken::Voided(_) => &[],
        })
    }
    fn of_open(open: &[Open]) -> impl Iterator<Item = &Event> {
        open.iter().flat_map(|one| of_taken(&one.taken))
    }
    fn of_shelf(shelf: &Shelf) -> impl Iterator<Item = &Event> {
        let pending = of_entries(&shelf.pending);
        of_entries(&shelf.entries)
            .chain(of_open(&shelf.open))
            .chain(pending)
    }
    let again = history
        .undone
        .iter()
        .filter_map(|shelf| shelf.amend.as_deref());
    let before = history
        .amends
        .iter()
        .chain(again)
        .map(|amend| &amend.before);
    let shelves = history.undone.iter().chain(before);
    let waiting = of_entries(&history.pending).chain(of_open(&history.open));
    let done = of_entries(&history.entries);
    let events = done.chain(waiting).chain(shelves.flat_map(of_shelf));
    Known::of(start).and_from(events)
}

/// A line of finished commands, with the fight as it stands at its end.
struct Line<'a> {
    known: Known,
    start: &'a Encounter,
    entries: Vec<&'a Entry>,
    now: Encounter,
    /// The fight after so many commands.
    checkpoints: Vec<(usize, Encounter)>,
}

impl<'a> Line<'a> {
    fn new(start: &'a Encounter, known: Known) -> Self {
        Self {
            known,
            start,
            entries: Vec::new(),
            now: start.clone(),
            checkpoints: Vec::new(),
        }
    }

    /// Checks a command that stands next on the line and takes it.
    fn follows(&mut self, entry: &'a Entry) -> Checked {
        self.known.command(&entry.command).within("command")?;
        each(&entry.taken, |one| self.known.taken(one)).within("taken")?;
        let taken = (entry.command.action != CORRECTION).then_some(entry.taken.as_slice());
        happens(&mut self.now, &entry.events, taken).within("events")?;
        self.entries.push(entry);
        if self.entries.len().is_multiple_of(CHECKPOINT) {
            self.checkpoints
                .push((self.entries.len(), self.now.clone()));
        }
        Ok(())
    }

    /// Goes back to the first `keep` commands.
    fn cut(&mut self, keep: usize) {
        if keep == self.entries.len() {
            return;
        }
        self.entries.truncate(keep);
        self.checkpoints.retain(|(at, _)| *at <= keep);
        let (from, now) = match self.checkpoints.last() {
            Some((at, now)) => (*at, now),
            None => (0, self.start),
        };
        self.now = now.clone();
        for event in self.entries[from..].iter().flat_map(|entry| &entry.events) {
            self.now.apply(event);
        }
    }

    /// Goes to a line that has been checked already.
    fn back_to(&mut self, line: &[&'a Entry]) {
        let pairs = self.entries.iter().zip(line);
        let same = pairs.take_while(|(a, b)| std::ptr::eq(**a, **b)).count();
        self.cut(same);
        for entry in &line[same..] {
            for event in &entry.events {
                self.now.apply(event);
            }
            self.entries.push(entry);
        }
    }
}

/// Whether events can happen one after the other, and makes them happen. `taken`: what the command took on the way; its
/// own changes, unlike rulings and corrections that may be played again on other ground, know what they found.
fn happens(now: &mut Encounter, events: &[Event], taken: Option<&[Taken]>) -> Checked {
    let ruled = |event: &Event| {
        taken.is_none_or(|taken| {
            taken.iter().any(|one| match one {
                Taken::Ruled(ruled) => ruled.events.contains(event),
                Taken::Given(_) | Taken::Voided(_) => false,
            })
        })
    };
    each(events, |event| {
        now.accepts(event)?;
        if let Event::Changed { who, at, from, .. } = event {
            let found = now.get(*who).sheet.value(at);
            if found != *from && !ruled(event) {
                let stood = found
                    .as_ref()
                    .map_or("nothing".to_owned(), ToString::to_string);
                let wrong = format!("`{at}` stood at {stood} before this: write that");
                return Err(Objection::new(wrong)).within("from");
            }
        }
        now.apply(event);
        Ok(())
    })
}

fn open(known: Known, open: &Open) -> Checked {
    known.command(&open.command).within("command")?;
    each(&open.taken, |one| known.taken(one)).within("taken")
}

/// A command that waits to be played again.
fn waits(known: Known, entry: &Entry) -> Checked {
    known.command(&entry.command).within("command")?;
    each(&entry.taken, |one| known.taken(one)).within("taken")?;
    each(&entry.events, |event| known.event(event)).within("events")
}

/// Puts what was taken away behind the commands that stay in front of it.
fn shelf<'a>(line: &mut Line<'a>, shelf: &'a Shelf) -> Checked {
    at_most(
        u32::try_from(shelf.keep).unwrap_or(u32::MAX),
        line.entries.len(),
    )
    .within("keep")?;
    line.cut(shelf.keep);
    each(&shelf.entries, |entry| line.follows(entry)).within("entries")?;
    at_most(count(&shelf.open), MOST_OPEN).within("open")?;
    each(&shelf.open, |one| open(line.known, one)).within("open")?;
    each(&shelf.pending, |one| waits(line.known, one)).within("pending")
}

fn amend<'a>(line: &mut Line<'a>, amend: &'a Amend) -> Checked {
    at_most(amend.since, MOST_NUMBER).within("since")?;
    shelf(line, &amend.before).within("before")
}
