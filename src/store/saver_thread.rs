//! Background thread that writes a [`SessionFiles`], so that the screen never waits for the disk.

use anyhow::{Context, Result};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::file_issue::FileIssue;
use super::session_files::SessionFiles;

/// Task for the saver.
#[derive(Clone, Debug)]
pub enum Work {
    /// Input that is to be [appended](SessionFiles::append).
    Line(String),
    /// Whole session to [compact](SessionFiles::fold) into.
    Fold(String),
    /// Half-filled form to [store](SessionFiles::keep_form); "" deletes the form.
    Form(String),
    /// Whole session after a failure, or with the player's consent ([`SessionFiles::rescue`]).
    Rescue(String),
}

/// Report of the saver on its tasks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// All tasks up to this number are durable, even if an earlier report said otherwise.
    Saved(u64),
    /// The task of this number is not durable, and perhaps no task after the last saved task is.
    Failed {
        /// Number that [`Saver::send`] returned.
        number: u64,
        /// Message for the GM: the problem and what to do.
        message: String,
        /// True if nothing is saved before a [`Work::Rescue`]. Otherwise only this compaction failed, and lines are as
        /// safe as before.
        wants_snapshot: bool,
    },
    /// Issue that the player should know; nothing is at risk.
    Told(FileIssue),
}

/// Thread that owns the files. Dropping the `Saver` waits until everything sent is written.
pub struct Saver {
    sender: Option<Sender<(u64, Work)>>,
    thread: Option<JoinHandle<SessionFiles>>,
    sent: u64,
}

impl Saver {
    /// Starts the thread, which calls `report` at least once for each task.
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

    /// Sends a task to be done in order. Returns its number: 1, 2, 3 and so on.
    pub fn send(&mut self, work: Work) -> u64 {
        self.sent += 1;
        if let Some(sender) = &self.sender {
            // Sending fails only if the thread has panicked. Then no report follows, and nothing counts as saved.
            let _ = sender.send((self.sent, work));
        }
        self.sent
    }

    /// Waits until everything sent is written and returns the files; `None` if the thread panicked.
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
                    // All waiting lines share one sync.
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
