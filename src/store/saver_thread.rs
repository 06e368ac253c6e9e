//! Writes a [`SessionFiles`] in the background, so that the screen never waits for the disk.

use anyhow::{Context, Result};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::file_issue::FileIssue;
use super::session_files::SessionFiles;

/// Something to be saved.
#[derive(Clone, Debug)]
pub enum Work {
    /// One input, to be [appended](SessionFiles::append).
    Line(String),
    /// The whole session, to be [folded](SessionFiles::fold) into.
    Fold(String),
    /// A form as far as it is filled, to be [kept](SessionFiles::keep_form); "" for none.
    Form(String),
    /// The whole session after a failure, or with the player's consent ([`SessionFiles::rescue`]).
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
        /// Message for the GM: the problem and what to do.
        message: String,
        /// Whether nothing is saved before a [`Work::Rescue`]. If not, only this fold failed, and lines are as safe as
        /// ever.
        wants_snapshot: bool,
    },
    /// Something the player should know of; nothing is at risk.
    Told(FileIssue),
}

/// A thread that owns the files. Dropping it waits until everything sent is written.
pub struct Saver {
    sender: Option<Sender<(u64, Work)>>,
    thread: Option<JoinHandle<SessionFiles>>,
    sent: u64,
}

impl Saver {
    /// Starts the thread, which calls `report` at least once for everything that was sent.
    pub fn spawn(
        files: SessionFiles,
        report: impl FnMut(Report) + Send + 'static,
    ) -> Result<Saver> {
        let (sender, receiver) = mpsc::channel();
        let thread = thread::Builder::new().name("saver".to_owned());
        let thread = thread
            .spawn(move || save(files, &receiver, report))
            .context("cannot start the thread that saves")?;
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

    /// Waits until everything sent is written, and gives the files back; `None` if the thread panicked.
    pub fn finish(mut self) -> Option<SessionFiles> {
        self.join()
    }

    fn join(&mut self) -> Option<SessionFiles> {
        self.sender = None;
        self.thread.take()?.join().ok()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        self.join();
    }
}

fn save(
    mut files: SessionFiles,
    receiver: &Receiver<(u64, Work)>,
    mut report: impl FnMut(Report),
) -> SessionFiles {
    while let Ok(first) = receiver.recv() {
        let mut waiting = Some(first);
        while let Some((mut number, work)) = waiting.take() {
            let result = match work {
                Work::Fold(snapshot) => files.fold(snapshot),
                Work::Rescue(snapshot) => files.rescue(snapshot),
                Work::Form(text) => files.keep_form(&text),
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
                    files.append_all(&lines)
                }
            };
            files
                .take_told()
                .into_iter()
                .for_each(|issue| report(Report::Told(issue)));
            report(match result {
                Ok(()) => Report::Saved(number),
                Err(error) => Report::Failed {
                    number,
                    message: format!("{error:#}"),
                    wants_snapshot: files.wants_snapshot(),
                },
            });
        }
    }
    files
}
