//! Writes a [`Book`] in the background, so that the screen never waits for the disk.

use anyhow::{Context, Result};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::book::Book;
use super::trouble::Trouble;

/// Something to be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// One input, to be [appended](Book::append).
    Line(String),
    /// The whole session, to be [folded](Book::fold) into.
    Fold(String),
    /// The whole session after a failure, or with the player's consent ([`Book::rescue`]).
    Rescue(String),
}

/// What became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// All work up to this number is durable, whatever was said of it before.
    Saved(u64),
    /// The work of this number, and perhaps some before it back to the last that was saved, is not durable.
    Failed {
        /// The number that [`Saver::send`] gave.
        number: u64,
        /// For the player: what happened and what to do.
        message: String,
        /// Whether nothing is saved before a [`Work::Rescue`]. If not, only this fold failed, and lines are as safe as
        /// ever.
        wants_snapshot: bool,
    },
    /// Something the player should know of; nothing is at risk.
    Told(Trouble),
}

/// A thread that owns a book. Dropping it waits until everything sent is written.
pub struct Saver {
    sender: Option<Sender<(u64, Work)>>,
    thread: Option<JoinHandle<Book>>,
    sent: u64,
}

impl Saver {
    /// Starts the thread; `report` is called in it, once or more for all that was sent.
    pub fn spawn(book: Book, report: impl FnMut(Report) + Send + 'static) -> Result<Saver> {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("saver".to_owned());
        let thread = thread
            .spawn(move || save(book, &receiver, report))
            .context("no thread to save in could be started")?;
        Ok(Saver {
            sender: Some(sender),
            thread: Some(thread),
            sent: 0,
        })
    }

    /// Hands over something to be saved, in order, and returns its number: 1, 2, 3 and so on.
    pub fn send(&mut self, work: Work) -> u64 {
        self.sent += 1;
        if let Some(sender) = &self.sender {
            // It fails only if the thread has panicked; then there is no report either, and nothing counts as saved.
            let _ = sender.send((self.sent, work));
        }
        self.sent
    }

    /// The number of the last work sent, 0 before the first.
    pub fn sent(&self) -> u64 {
        self.sent
    }

    /// Waits until everything sent is written, and gives the book back; `None` if the thread panicked.
    pub fn finish(mut self) -> Option<Book> {
        self.join()
    }

    fn join(&mut self) -> Option<Book> {
        self.sender = None;
        self.thread.take()?.join().ok()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.join();
    }
}

fn save(mut book: Book, receiver: &Receiver<(u64, Work)>, mut report: impl FnMut(Report)) -> Book {
    while let Ok(first) = receiver.recv() {
        let mut waiting = Some(first);
        while let Some((mut number, work)) = waiting.take() {
            let result = match work {
                Work::Fold(snapshot) => book.fold(&snapshot),
                Work::Rescue(snapshot) => book.rescue(&snapshot),
                Work::Line(line) => {
                    // All lines that wait cost one sync together.
                    let mut lines = vec![line];
                    while let Ok(next) = receiver.try_recv() {
                        match next {
                            (later, Work::Line(line)) => {
                                number = later;
                                lines.push(line);
                            }
                            other => {
                                waiting = Some(other);
                                break;
                            }
                        }
                    }
                    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
                    book.append_all(&lines)
                }
            };
            book.take_told()
                .into_iter()
                .for_each(|trouble| report(Report::Told(trouble)));
            report(match result {
                Ok(()) => Report::Saved(number),
                Err(error) => Report::Failed {
                    number,
                    message: format!("{error:#}"),
                    wants_snapshot: book.wants_snapshot(),
                },
            });
        }
    }
    book
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::memory::{Fault, Lasting, MemoryStore, Operation};

    /// A saver whose reports can be waited for.
    fn saver(store: &MemoryStore) -> (Saver, Receiver<Report>) {
        let book = Book::create(store.boxed(), "duel", "start").expect("nothing fails");
        let (sender, reports) = mpsc::channel();
        let report = move |report| {
            // The test may be over.
            let _ = sender.send(report);
        };
        (Saver::spawn(book, report).expect("a thread"), reports)
    }

    fn found(store: &MemoryStore) -> (String, Vec<String>) {
        let opened = Book::open(store.boxed(), "duel").expect("it is there");
        assert_eq!(opened.told, []);
        (opened.snapshot, opened.lines)
    }

    #[test]
    fn what_is_sent_is_saved_in_order() {
        let store = MemoryStore::new();
        let (mut saver, reports) = saver(&store);
        for (number, work) in [
            Work::Line("one".to_owned()),
            Work::Line("two".to_owned()),
            Work::Fold("both".to_owned()),
            Work::Line("three".to_owned()),
        ]
        .into_iter()
        .enumerate()
        {
            assert_eq!(saver.send(work), number as u64 + 1);
        }
        drop(saver);
        assert_eq!(found(&store), ("both".to_owned(), vec!["three".to_owned()]));
        let reports: Vec<Report> = reports.iter().collect();
        assert_eq!(reports.last(), Some(&Report::Saved(4)));
        assert!(
            reports
                .iter()
                .all(|report| matches!(report, Report::Saved(_))),
            "{reports:?}"
        );
    }

    #[test]
    fn lines_that_wait_share_a_sync() {
        let store = MemoryStore::new();
        let book = Book::create(store.boxed(), "duel", "start").expect("nothing fails");
        store.log();
        let (sender, receiver) = mpsc::channel();
        for number in 1..=100 {
            sender
                .send((number, Work::Line(format!("line {number}"))))
                .expect("received below");
        }
        drop(sender);
        let mut reports = Vec::new();
        drop(save(book, &receiver, |report| reports.push(report)));
        assert_eq!(reports, [Report::Saved(100)]);
        assert_eq!(
            store
                .logged()
                .iter()
                .filter(|done| **done == Operation::Sync)
                .count(),
            1
        );
        assert_eq!(found(&store).1.len(), 100);
    }

    #[test]
    fn a_failure_asks_for_a_snapshot_until_one_is_saved() {
        let store = MemoryStore::new();
        let (mut saver, reports) = saver(&store);
        store.fail(store.operations(), Fault::NoSpace, Lasting::ForEver);
        let failure = |saver: &mut Saver, work| {
            let number = saver.send(work);
            let message =
                "duel.journal: no space left on the disk: free some; the fight goes on in memory"
                    .to_owned();
            (
                reports.recv().expect("a report"),
                Report::Failed {
                    number,
                    message,
                    wants_snapshot: true,
                },
            )
        };
        let (report, expected) = failure(&mut saver, Work::Line("one".to_owned()));
        assert_eq!(report, expected);
        let (report, _) = failure(&mut saver, Work::Line("two".to_owned()));
        assert!(
            matches!(
                report,
                Report::Failed {
                    number: 2,
                    wants_snapshot: true,
                    ..
                }
            ),
            "{report:?}"
        );
        let (report, _) = failure(&mut saver, Work::Rescue("one two three".to_owned()));
        assert!(
            matches!(
                report,
                Report::Failed {
                    number: 3,
                    wants_snapshot: true,
                    ..
                }
            ),
            "{report:?}"
        );
        store.heal();
        saver.send(Work::Rescue("one two three four".to_owned()));
        saver.send(Work::Line("five".to_owned()));
        assert_eq!(reports.recv(), Ok(Report::Saved(4)));
        assert_eq!(reports.recv(), Ok(Report::Saved(5)));
        let book = saver.finish().expect("no panic");
        assert!(!book.wants_snapshot());
        drop(book);
        assert_eq!(
            found(&store),
            ("one two three four".to_owned(), vec!["five".to_owned()])
        );
    }

    #[test]
    fn a_snapshot_file_that_cannot_be_written_is_told_but_puts_nothing_at_risk() {
        let store = MemoryStore::new();
        let (mut saver, reports) = saver(&store);
        saver.send(Work::Line("one".to_owned()));
        assert_eq!(reports.recv(), Ok(Report::Saved(1)));
        // The last write of a fold is that of the snapshot file.
        let journal_done = {
            let probe = MemoryStore::new();
            let mut book = Book::create(probe.boxed(), "duel", "start").expect("nothing fails");
            probe.log();
            book.fold("one").expect("nothing fails");
            probe
                .logged()
                .iter()
                .rposition(|done| *done == Operation::Write)
                .expect("a write")
        };
        store.fail(
            store.operations() + journal_done as u64,
            Fault::NoSpace,
            Lasting::ForEver,
        );
        saver.send(Work::Fold("one".to_owned()));
        let why = "duel.ron: no space left on the disk: free some".to_owned();
        let behind = Trouble::Behind {
            why,
            journal: "duel.journal".to_owned(),
        };
        assert_eq!(reports.recv(), Ok(Report::Told(behind)));
        assert_eq!(reports.recv(), Ok(Report::Saved(2)));
        store.heal();
        drop(saver);
        assert_eq!(found(&store), ("one".to_owned(), vec![]));
    }
}
