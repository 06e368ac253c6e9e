//! Format 1, which Affray wrote before its first release. A fight of that format opens as it stands, with its log; what
//! could be undone, redone or taken back in it stays behind.
//!
//! Its journal goes back and forth in ways of its own: an amendment is no input there, and undo takes back the last
//! answer in the order of the fight. All of it is data; the rules are not asked.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::Session;
use super::delta::{Delta, HistoryEntry, Open, Was};
use super::saved::{FORMAT, Saved, Summary};
use super::validate::Unfit;
use crate::dice::Seed;
use crate::encounter::Start;
use crate::resolver::{Given, Taken};
use crate::ron_text::{Objection, PathStep, each};
use crate::rules::System;

/// A session of format 1.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct First {
    #[expect(dead_code, reason = "only read")]
    format: u32,
    /// Version of the program that wrote it.
    pub affray: String,
    /// What addresses the dice.
    pub seed: Seed,
    /// What lists of saves show.
    #[serde(default)]
    pub summary: Summary,
    /// The encounter before the first command.
    pub start: Start,
    pub history: Past,
}

/// Everything done in a fight.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Past {
    entries: Vec<Arc<HistoryEntry>>,
    #[serde(default)]
    open: Vec<Open>,
    #[serde(default)]
    undone: Vec<Shelf>,
    #[serde(default)]
    amends: Vec<Amend>,
    #[serde(default)]
    pending: Vec<Arc<HistoryEntry>>,
}

/// What an undo or an amendment took away.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shelf {
    keep: usize,
    entries: Vec<Arc<HistoryEntry>>,
    open: Vec<Open>,
    pending: Vec<Arc<HistoryEntry>>,
    #[serde(default)]
    amend: Option<Box<Amend>>,
}

/// An amendment, with the number of inputs since.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Amend {
    before: Shelf,
    since: u32,
}

impl First {
    /// Takes the fight up where it stands after the lines of its journal.
    ///
    /// # Errors
    /// What does not fit: at its place in the snapshot, or in which line of the journal.
    pub(crate) fn resume(
        &self,
        systems: &[&'static dyn System],
        journal: &[Vec<Delta>],
    ) -> Result<Session> {
        let (opening, ways) = self.history.opening();
        // By itself first: once the journal has moved things about, nobody knows where in the snapshot they stood.
        let (session, _) = Session::resume(systems, self.saved(opening.clone()), &[])
            .map_err(|error| at_home(error, &opening, &ways))?;
        let Some(last) = journal.len().checked_sub(1) else {
            return Ok(session);
        };
        let unfit = |line, wrong| Unfit {
            line: Some(line),
            wrong,
        };
        let mut history = self.history.clone();
        for (number, line) in journal.iter().enumerate() {
            each(line, |delta| {
                let applied = history.apply(delta);
                applied.map_err(|error| Objection::new(error.to_string()))
            })
            .map_err(|wrong| unfit(number, wrong))?;
        }
        let (opening, _) = history.opening();
        let (session, _) = Session::resume(systems, self.saved(opening), &[])
            .map_err(|error| unfit(last, Objection::new(error.to_string())))?;
        Ok(session)
    }

    /// The session as it is saved now.
    fn saved(&self, opening: Vec<Delta>) -> Saved {
        Saved {
            format: FORMAT,
            affray: self.affray.clone(),
            seed: self.seed,
            summary: self.summary.clone(),
            rules: None,
            start: self.start.clone(),
            opening,
            inputs: Vec::new(),
            undone: 0,
            stood: None,
        }
    }
}

/// Where something stands in a snapshot of format 1, from the outside in.
type Way = Vec<PathStep>;

/// What is wrong with an opening, told where it stood before it was one.
fn at_home(error: anyhow::Error, opening: &[Delta], ways: &[Way]) -> anyhow::Error {
    let Unfit { line, wrong } = match error.downcast::<Unfit>() {
        Ok(unfit) => unfit,
        Err(error) => return error,
    };
    let wrong = wrong.moved(|way| match &way[..] {
        [PathStep::Field("opening"), PathStep::Nth(nth), inside @ ..] => {
            let inside = match (&opening[*nth], inside) {
                // There it stands without the word.
                (
                    Delta::Closed(_) | Delta::Corrected(_) | Delta::Waits(..),
                    [PathStep::Nth(0), inside @ ..],
                ) => inside,
                (_, inside) => inside,
            };
            [&ways[*nth], inside].concat()
        }
        _ => way,
    });
    Unfit { line, wrong }.into()
}

impl Past {
    /// All that stands, as changes, and where it stands.
    fn opening(&self) -> (Vec<Delta>, Vec<Way>) {
        let way = |list, nth| vec!["history".into(), PathStep::Field(list), PathStep::Nth(nth)];
        let mut opening = Vec::new();
        for (nth, entry) in self.entries.iter().enumerate() {
            let mut events = way("entries", nth);
            events.push("events".into());
            if entry.is_correction() {
                opening.push((Delta::Corrected(Arc::clone(&entry.events)), events));
            } else {
                begin(&Open::again(entry), &way("entries", nth), &mut opening);
                opening.push((Delta::Closed(Arc::clone(&entry.events)), events));
            }
        }
        for (nth, open) in self.open.iter().enumerate() {
            begin(open, &way("open", nth), &mut opening);
        }
        for (nth, entry) in self.pending.iter().enumerate() {
            let finished = entry.is_correction() || !entry.events.is_empty();
            let was = if finished { Was::Finished } else { Was::Open };
            let waits = Delta::Waits(Arc::clone(entry), was);
            opening.push((waits, way("pending", nth)));
        }
        opening.into_iter().unzip()
    }

    fn apply(&mut self, delta: &Delta) -> Result<()> {
        match delta {
            Delta::Opened { command, by_hand } => {
                if *by_hand {
                    self.something_new();
                }
                self.open.push(Open {
                    command: command.clone(),
                    by_hand: *by_hand,
                    taken: Vec::new(),
                });
            }
            Delta::Given(given) => {
                if given.by_hand {
                    self.something_new();
                }
                self.take(Taken::Given(Arc::clone(given)))?;
            }
            Delta::Ruled(ruled) => {
                self.something_new();
                self.take(Taken::Ruled(Arc::clone(ruled)))?;
            }
            Delta::Voided(question) => self.take(Taken::Voided(question.clone()))?,
            Delta::Closed(events) => {
                let open = self.open.pop();
                let open = open.context("a command is closed that was never opened")?;
                if !self.open.is_empty() {
                    bail!("a command is closed while another waits on it");
                }
                self.entries.push(open.closed(Arc::clone(events)).into());
            }
            Delta::ClosedAmid(ruled) => {
                if self.open.len() < 2 {
                    bail!("a ruling is closed that lies on nothing");
                }
                self.open.pop();
                self.take(Taken::Ruled(Arc::clone(ruled)))?;
            }
            Delta::Abandoned => {
                let open = self.open.pop();
                open.context("a command is given up that was never opened")?;
            }
            Delta::Corrected(events) => {
                if !self.open.is_empty() {
                    bail!("a correction stands where a command is open");
                }
                self.something_new();
                let entry = HistoryEntry::correction(Arc::clone(events));
                self.entries.push(entry.into());
            }
            Delta::Undone => self.undo()?,
            Delta::Redone => self.redo()?,
            Delta::Amended {
                entry,
                place,
                given,
            } => self.amend(*entry, *place, given)?,
            Delta::Replayed => {
                let first = self.take_first()?;
                if first.is_correction() {
                    self.entries.push(first);
                } else {
                    self.open.push(Open::again(&first));
                }
            }
            Delta::Skipped => drop(self.take_first()?),
            Delta::Dropped => self.pending.clear(),
            Delta::Remade { .. }
            | Delta::Kept(_)
            | Delta::TakenBack(_)
            | Delta::Drawn(_)
            | Delta::Waits(..) => {
                bail!("a change of a later format stands in a journal of format 1")
            }
        }
        Ok(())
    }

    fn take(&mut self, taken: Taken) -> Result<()> {
        let top = self.open.last_mut();
        let top = top.context("an answer stands where no command is open")?;
        top.taken.push(taken);
        Ok(())
    }

    fn take_first(&mut self) -> Result<Arc<HistoryEntry>> {
        if self.pending.is_empty() {
            bail!("nothing waits to be played again");
        }
        Ok(self.pending.remove(0))
    }

    fn something_new(&mut self) {
        self.undone.clear();
        if let Some(amend) = self.amends.last_mut() {
            amend.since += 1;
        }
    }

    /// Takes one answer, start, ruling or correction by hand back, with what came behind it in the fight; or the last
    /// amendment, if nothing has been done since.
    fn undo(&mut self) -> Result<()> {
        if let Some(amend) = self.amends.pop_if(|amend| amend.since == 0) {
            let keep = amend.before.keep.min(self.entries.len());
            let before = amend.before.clone();
            self.undone.push(Shelf {
                keep,
                entries: self.entries.split_off(keep),
                open: std::mem::replace(&mut self.open, before.open),
                pending: std::mem::replace(&mut self.pending, before.pending),
                amend: Some(amend.into()),
            });
            self.entries.extend(before.entries);
            return Ok(());
        }
        let mut keep = self.entries.len();
        let mut open = self.open.clone();
        loop {
            match open.last_mut() {
                Some(top) => match top.taken.pop() {
                    Some(last) if by_hand(&last) => break,
                    Some(_) => {}
                    None => {
                        let by_hand = top.by_hand;
                        open.pop();
                        if by_hand {
                            break;
                        }
                    }
                },
                None => {
                    keep = keep.checked_sub(1).context("there is nothing to undo")?;
                    let entry = &self.entries[keep];
                    if entry.is_correction() {
                        break;
                    }
                    open.push(Open::again(entry));
                }
            }
        }
        self.undone.push(Shelf {
            keep,
            entries: self.entries.split_off(keep),
            open: std::mem::replace(&mut self.open, open),
            pending: std::mem::take(&mut self.pending),
            amend: None,
        });
        if let Some(amend) = self.amends.last_mut() {
            amend.since = amend.since.saturating_sub(1);
        }
        Ok(())
    }

    fn redo(&mut self) -> Result<()> {
        let shelf = self.undone.pop().context("there is nothing to redo")?;
        self.entries.truncate(shelf.keep);
        self.entries.extend(shelf.entries);
        self.open = shelf.open;
        self.pending = shelf.pending;
        match (shelf.amend, self.amends.last_mut()) {
            (Some(amend), _) => self.amends.push(*amend),
            (None, Some(amend)) => amend.since += 1,
            (None, None) => {}
        }
        Ok(())
    }

    fn amend(&mut self, entry: usize, place: usize, given: &Arc<Given>) -> Result<()> {
        if entry > self.entries.len() {
            bail!("an answer is amended in a command that does not exist");
        }
        let before = Shelf {
            keep: entry,
            entries: self.entries.split_off(entry),
            open: std::mem::take(&mut self.open),
            pending: std::mem::take(&mut self.pending),
            amend: None,
        };
        let mut later = before.entries.clone();
        let unfinished = |open: &Open| open.clone().closed(Arc::default()).into();
        later.extend(before.open.iter().map(unfinished));
        later.extend_from_slice(&before.pending);
        if later.is_empty() {
            bail!("an answer is amended where nothing was answered");
        }
        let mut amended = Open::again(&later.remove(0));
        match amended.taken.get_mut(place) {
            Some(Taken::Given(old)) if old.question == given.question => *old = Arc::clone(given),
            _ => bail!("an answer is amended that was never given"),
        }
        self.open.push(amended);
        self.pending = later;
        self.undone.clear();
        self.amends.push(Amend { before, since: 0 });
        Ok(())
    }
}

fn begin(open: &Open, way: &[PathStep], opening: &mut Vec<(Delta, Way)>) {
    let opened = Delta::Opened {
        command: open.command.clone(),
        by_hand: open.by_hand,
    };
    opening.push((opened, way.to_vec()));
    for (nth, taken) in open.taken.iter().enumerate() {
        let delta = match taken {
            Taken::Given(given) => Delta::Given(Arc::clone(given)),
            Taken::Ruled(ruled) => Delta::Ruled(Arc::clone(ruled)),
            Taken::Voided(question) => Delta::Voided(question.clone()),
        };
        opening.push((delta, [way, &["taken".into(), nth.into()]].concat()));
    }
}

fn by_hand(taken: &Taken) -> bool {
    match taken {
        Taken::Given(given) => given.by_hand,
        Taken::Ruled(_) => true,
        Taken::Voided(_) => false,
    }
}
