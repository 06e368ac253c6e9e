//! Keeps a fight on disk while it is fought: what is to be written next, and how safe the fight is.
//!
//! Writing itself happens in the [`Saver`]'s thread; its reports come back through [`Keeper::heard`].

use anyhow::Result;

use super::book::Book;
use super::saver::{Report, Saver, Work};
use super::saves::{line, page};
use crate::session::{Delta, Session};

/// How safe a fight is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Every input is on disk.
    Saved,
    /// The last inputs are on their way.
    Saving,
    /// It is open to look on, and why.
    LookOnly(String),
    /// Nothing is saved before the player has said what to go on with.
    Asking,
    /// Saving fails, and why.
    Trouble(String),
}

/// A fight being kept on disk.
pub struct Keeper {
    saver: Saver,
    name: String,
    look_only: Option<String>,
    asking: bool,
    wants_snapshot: bool,
    safe: u64,
    trouble: Option<(u64, String)>,
    told: Vec<String>,
}

impl Keeper {
    /// Starts to keep `session` in `book`, which was created for it or opened with it; `asking` if something that was told
    /// then [asks](super::Trouble::asks). `report` is called in another thread; what it gets is for [`Keeper::heard`].
    ///
    /// # Errors
    /// When no thread can be started.
    pub fn start(
        book: Book,
        session: &Session,
        asking: bool,
        report: impl FnMut(Report) + Send + 'static,
    ) -> Result<Self> {
        let name = book.name().to_owned();
        let look_only = book.look_only().map(str::to_owned);
        let unfolded = book.wants_snapshot();
        let mut keeper = Self {
            saver: Saver::spawn(book, report)?,
            name,
            look_only,
            asking,
            wants_snapshot: false,
            safe: 0,
            trouble: None,
            told: Vec::new(),
        };
        if unfolded {
            keeper.fold(session);
        }
        Ok(keeper)
    }

    /// The name of the fight's files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Saves an input that the session has taken.
    pub fn input(&mut self, session: &Session, deltas: &[Delta]) {
        if self.wants_snapshot {
            self.fold(session);
        } else if self.look_only.is_none() && !self.asking {
            self.send(line(deltas).map(Work::Line));
        }
    }

    /// Saves the whole session: at quiet moments, on leaving, and when the player asks for it.
    pub fn fold(&mut self, session: &Session) {
        if self.look_only.is_some() || self.asking {
            return;
        }
        let work: fn(String) -> Work = if self.wants_snapshot {
            Work::Rescue
        } else {
            Work::Fold
        };
        self.send(page(session).map(work));
    }

    /// The player has said to go on with `session`; what was found is kept under another name.
    pub fn consent(&mut self, session: &Session) {
        if self.look_only.is_none() {
            self.asking = false;
            self.send(page(session).map(Work::Rescue));
        }
    }

    fn send(&mut self, work: Result<Work>) {
        match work {
            Ok(work) => {
                // Lines behind this are of use only if it succeeds.
                self.wants_snapshot &= matches!(work, Work::Line(_));
                self.saver.send(work);
            }
            Err(error) => {
                self.wants_snapshot = true;
                self.trouble = Some((self.saver.sent() + 1, format!("{error:#}")));
            }
        }
    }

    /// Takes a report of the thread's.
    pub fn heard(&mut self, report: Report) {
        match report {
            Report::Saved(number) => {
                self.safe = number;
                if self.trouble.as_ref().is_some_and(|(at, _)| *at <= number) {
                    self.trouble = None;
                }
            }
            Report::Failed {
                number,
                message,
                wants_snapshot,
            } => {
                self.wants_snapshot |= wants_snapshot;
                self.trouble = Some((number, message));
            }
            Report::Told(trouble) => self.told.push(trouble.to_string()),
        }
    }

    /// What the player should know besides, since this was last asked.
    pub fn take_told(&mut self) -> Vec<String> {
        std::mem::take(&mut self.told)
    }

    /// How safe the fight is.
    pub fn mark(&self) -> Mark {
        if let Some(why) = &self.look_only {
            Mark::LookOnly(why.clone())
        } else if self.asking {
            Mark::Asking
        } else if let Some((_, why)) = &self.trouble {
            Mark::Trouble(why.clone())
        } else if self.safe < self.saver.sent() {
            Mark::Saving
        } else {
            Mark::Saved
        }
    }

    /// Waits until everything is written and gives the files back; `None` after a fault in the thread.
    pub fn finish(self) -> Option<Book> {
        self.saver.finish()
    }
}
