//! What was done, as plain data: finished commands with answers and events, the open ones with their answers, and what
//! was undone. Every change of it is a [`Delta`], which is also what the journal keeps; applying one runs no rule.

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use crate::encounter::{Command, Event, Given, Question, Ruled, Taken};

/// A finished command, or a correction (one without answers).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The command; a correction's action is [`CORRECTION`].
    pub command: Command,
    /// Whether a person started it; otherwise it happened by itself.
    pub by_hand: bool,
    /// Answers and rulings it took.
    pub taken: Vec<Taken>,
    /// What happened.
    pub events: Vec<Event>,
}

/// The action of corrections: events given as they are.
pub const CORRECTION: &str = "gm-correct";

/// A command that still waits for answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// The command.
    pub command: Command,
    /// Whether a person started it.
    pub by_hand: bool,
    /// Answers and rulings so far.
    pub taken: Vec<Taken>,
}

impl From<Entry> for Open {
    fn from(entry: Entry) -> Self {
        Self {
            command: entry.command,
            by_hand: entry.by_hand,
            taken: entry.taken,
        }
    }
}

/// What an undo or an amendment took away, so that it can be put back exactly.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shelf {
    /// How many finished commands stay in front of it.
    pub keep: usize,
    /// The finished commands behind them.
    pub entries: Vec<Entry>,
    /// The open commands.
    pub open: Vec<Open>,
    /// What still had to be played again.
    pub pending: Vec<Entry>,
    /// The amendment that this shelf undoes, if it does.
    #[serde(default)]
    pub amend: Option<Box<Amend>>,
}

/// An amendment that can be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amend {
    /// How it was before.
    pub before: Shelf,
    /// Inputs by hand since.
    pub since: u32,
}

/// One change of the history. The journal keeps, for each input, the list of these that it caused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delta {
    /// A command was started; it lies on top of what is open.
    Opened {
        /// The command.
        command: Command,
        /// Whether a person started it.
        by_hand: bool,
    },
    /// An answer to the topmost open command; it counts instead of earlier ones to the same question. These stay where they
    /// are, so that an undo finds everything as it was.
    Given(Given),
    /// A ruling inside the topmost open command.
    Ruled(Ruled),
    /// Answers to a question of the topmost open command no longer count, because the rules refuse them now.
    Voided(Question),
    /// The only open command is finished.
    Closed(Vec<Event>),
    /// The topmost open command, a ruling, is finished and belongs to the one below it.
    ClosedAmid(Ruled),
    /// The topmost open command was given up.
    Abandoned,
    /// A correction between two commands.
    Corrected(Vec<Event>),
    /// One input by hand was undone.
    Undone,
    /// What was undone last was done again.
    Redone,
    /// An earlier answer was changed; what followed waits to be played again.
    Amended {
        /// In which finished command; their number: in the open one.
        entry: usize,
        /// At which place of what it took.
        place: usize,
        /// The answer instead.
        given: Given,
    },
    /// The first of what waits is played again.
    Replayed,
    /// The first of what waits is left out.
    Skipped,
    /// Everything that waits is dropped.
    Dropped,
}

/// Everything done in a fight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct History {
    /// Finished commands.
    pub entries: Vec<Entry>,
    /// Open commands: the one that the fight is at, and rulings on top of it.
    #[serde(default)]
    pub open: Vec<Open>,
    /// What was undone and can be redone; the last was undone last.
    #[serde(default)]
    pub undone: Vec<Shelf>,
    /// Amendments that can be undone.
    #[serde(default)]
    pub amends: Vec<Amend>,
    /// What followed an amended answer and waits to be played again.
    #[serde(default)]
    pub pending: Vec<Entry>,
}

impl History {
    /// Applies a change.
    ///
    /// # Errors
    /// When it does not fit, which only a damaged or forged file can bring about; the history may then be
    /// half-changed and must not be used.
    pub fn apply(&mut self, delta: &Delta) -> Result<()> {
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
                self.top()?.taken.push(Taken::Given(given.clone()));
            }
            Delta::Ruled(ruled) => {
                self.something_new();
                self.top()?.taken.push(Taken::Ruled(ruled.clone()));
            }
            Delta::Voided(question) => {
                self.top()?.taken.push(Taken::Voided(question.clone()));
            }
            Delta::Closed(events) => {
                let Some(open) = self.open.pop() else {
                    bail!("a command is closed that was never opened");
                };
                if !self.open.is_empty() {
                    bail!("a command is closed while another waits on it");
                }
                self.entries.push(Entry {
                    command: open.command,
                    by_hand: open.by_hand,
                    taken: open.taken,
                    events: events.clone(),
                });
            }
            Delta::ClosedAmid(ruled) => {
                if self.open.len() < 2 {
                    bail!("a ruling is closed that lies on nothing");
                }
                self.open.pop();
                self.top()?.taken.push(Taken::Ruled(ruled.clone()));
            }
            Delta::Abandoned => {
                if self.open.pop().is_none() {
                    bail!("a command is given up that was never opened");
                }
            }
            Delta::Corrected(events) => {
                if !self.open.is_empty() {
                    bail!("a correction stands where a command is open");
                }
                self.something_new();
                self.entries.push(correction(events.clone()));
            }
            Delta::Undone => {
                if !self.undo() {
                    bail!("there is nothing to undo");
                }
            }
            Delta::Redone => {
                if !self.redo() {
                    bail!("there is nothing to redo");
                }
            }
            Delta::Amended {
                entry,
                place,
                given,
            } => self.amend(*entry, *place, given)?,
            Delta::Replayed => {
                let first = self.take_pending()?;
                if first.command.action == CORRECTION {
                    self.entries.push(first);
                } else {
                    self.open.push(first.into());
                }
            }
            Delta::Skipped => {
                self.take_pending()?;
            }
            Delta::Dropped => self.pending.clear(),
        }
        Ok(())
    }

    fn top(&mut self) -> Result<&mut Open> {
        match self.open.last_mut() {
            Some(open) => Ok(open),
            None => bail!("an answer stands where no command is open"),
        }
    }

    fn take_pending(&mut self) -> Result<Entry> {
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

    /// Takes one input by hand back, with whatever happened by itself since. Says no when there is none.
    fn undo(&mut self) -> bool {
        if let Some(amend) = self.amends.pop_if(|amend| amend.since == 0) {
            let keep = amend.before.keep;
            let now = Shelf {
                keep,
                entries: self.entries.split_off(keep),
                open: std::mem::replace(&mut self.open, amend.before.open.clone()),
                pending: std::mem::replace(&mut self.pending, amend.before.pending.clone()),
                amend: Some(Box::new(amend.clone())),
            };
            self.entries.extend(amend.before.entries);
            self.undone.push(now);
            return true;
        }
        let mut keep = self.entries.len();
        let mut open = self.open.clone();
        loop {
            match open.last_mut() {
                Some(top) => {
                    if let Some(last) = top.taken.pop() {
                        if last.by_hand() {
                            break;
                        }
                    } else {
                        let by_hand = top.by_hand;
                        open.pop();
                        if by_hand {
                            break;
                        }
                    }
                }
                None => {
                    if keep == 0 {
                        return false;
                    }
                    keep -= 1;
                    let entry = &self.entries[keep];
                    if entry.command.action == CORRECTION {
                        break;
                    }
                    open.push(entry.clone().into());
                }
            }
        }
        let shelf = Shelf {
            keep,
            entries: self.entries.split_off(keep),
            open: std::mem::replace(&mut self.open, open),
            pending: std::mem::take(&mut self.pending),
            amend: None,
        };
        self.undone.push(shelf);
        if let Some(amend) = self.amends.last_mut() {
            amend.since = amend.since.saturating_sub(1);
        }
        // An amendment of what stands no longer can be taken back no more.
        while self
            .amends
            .pop_if(|amend| amend.before.keep > keep)
            .is_some()
        {}
        true
    }

    /// Puts back what was undone last. Says no when nothing was.
    fn redo(&mut self) -> bool {
        let Some(shelf) = self.undone.pop() else {
            return false;
        };
        self.entries.truncate(shelf.keep);
        self.entries.extend(shelf.entries);
        self.open = shelf.open;
        self.pending = shelf.pending;
        match shelf.amend {
            Some(amend) => self.amends.push(*amend),
            None => {
                if let Some(amend) = self.amends.last_mut() {
                    amend.since += 1;
                }
            }
        }
        true
    }

    fn amend(&mut self, entry: usize, place: usize, given: &Given) -> Result<()> {
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
        let mut later: Vec<Entry> = before.entries.clone();
        later.extend(before.open.iter().map(|open| Entry {
            command: open.command.clone(),
            by_hand: open.by_hand,
            taken: open.taken.clone(),
            events: Vec::new(),
        }));
        later.extend(before.pending.clone());
        if later.is_empty() {
            bail!("an answer is amended where nothing was answered");
        }
        let mut amended: Open = later.remove(0).into();
        match amended.taken.get_mut(place) {
            Some(Taken::Given(old)) if old.question == given.question => *old = given.clone(),
            _ => bail!("an answer is amended that was never given"),
        }
        self.open.push(amended);
        self.pending = later;
        self.undone.clear();
        self.amends.push(Amend { before, since: 0 });
        Ok(())
    }

    /// Whether there is anything that [`Delta::Undone`] could take back.
    pub fn can_undo(&self) -> bool {
        self.open
            .iter()
            .any(|open| open.by_hand || open.taken.iter().any(Taken::by_hand))
            || self
                .entries
                .iter()
                .rev()
                .any(|entry| entry.by_hand || entry.taken.iter().any(Taken::by_hand))
    }
}

/// A correction as an entry.
pub fn correction(events: Vec<Event>) -> Entry {
    Entry {
        command: Command::of(CORRECTION),
        by_hand: true,
        taken: Vec::new(),
        events,
    }
}
