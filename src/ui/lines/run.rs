//! Reader of lines, and writer of the output as lines or JSON objects.

use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::Sender;

use anyhow::Result;

use super::draw::Teller;
use super::speak::Speaker;
use super::{Question, Told, Wish};
use crate::ui::app::App;
use crate::ui::autosave::{OpenChoice, OpenQuestion};
use crate::ui::inbox::{Inbox, Message, spawn};

/// Maximum length of a line, in bytes.
const LINE: u64 = 4 * 1024;

/// Interface of lines, in place of the screen.
pub(crate) struct Lines {
    teller: Teller,
    speaker: Speaker,
    json: bool,
    /// True if a line was read and not answered yet.
    owes: bool,
}

impl Lines {
    pub(crate) fn new(json: bool) -> Self {
        Self {
            teller: Teller::default(),
            speaker: Speaker::default(),
            json,
            owes: false,
        }
    }

    /// Records that a line was read, so that the next output is its answer.
    pub(crate) fn heard(&mut self) {
        self.teller.forget_message();
        self.owes = true;
    }

    /// Asks how to continue a fight whose files changed, until a line is the letter of a choice; `None` if the GM
    /// leaves.
    ///
    /// # Errors
    /// If the output is closed.
    pub(crate) fn confirm<T>(
        &mut self,
        question: &OpenQuestion,
        inbox: &mut Inbox<T>,
        line: impl Fn(T) -> Option<Option<String>>,
    ) -> Result<Option<OpenChoice>> {
        let choices: Vec<(char, &(OpenChoice, String))> =
            ('a'..='z').zip(&question.choices).collect();
        let rows = choices
            .iter()
            .map(|(key, (_, words))| format!("{key} {words}"));
        let mut told = Told {
            question: Some(Question {
                title: "The saved fight was changed".to_owned(),
                rows: question.found.iter().cloned().chain(rows).collect(),
                hint: "a letter chooses, esc leaves".to_owned(),
                ..Question::default()
            }),
            ..Told::default()
        };
        self.write(told.clone(), None)?;
        while inbox.wait(None) {
            while let Some(message) = inbox.next() {
                let Message::Other(news) = message else {
                    continue;
                };
                let chosen = match line(news) {
                    None => continue,
                    Some(None) => return Ok(None),
                    Some(Some(line)) => line.trim().to_owned(),
                };
                self.heard();
                if chosen == "esc" {
                    return Ok(None);
                }
                let taken = choices.iter().find(|(key, _)| chosen == key.to_string());
                if let Some((_, (choice, _))) = taken {
                    return Ok(Some(*choice));
                }
                if let Some(question) = &mut told.question {
                    question.said =
                        vec!["Type the letter of a choice, or esc to leave.".to_owned()];
                }
                self.write(told.clone(), None)?;
            }
        }
        Ok(None)
    }

    /// Writes all new output, as the single answer to a line or unprompted. A line gets an answer even if there is no
    /// new output. `refused` has the messages about a line whose rest was ignored.
    ///
    /// # Errors
    /// If the output is closed.
    pub(crate) fn tell(
        &mut self,
        app: &App,
        wish: Option<&Wish>,
        refused: Vec<String>,
        not_saved: String,
    ) -> Result<()> {
        let told = Told {
            not_saved,
            ..self.teller.tell(app, wish, refused)
        };
        let nothing = Told {
            has_input: told.has_input,
            ..Told::default()
        };
        if self.owes || told != nothing {
            self.write(told, wish)
        } else {
            Ok(())
        }
    }

    fn write(&mut self, told: Told, wish: Option<&Wish>) -> Result<()> {
        let told = Told {
            unprompted: !std::mem::take(&mut self.owes),
            ..told
        };
        let mut out = io::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string(&told)?)?
        } else {
            for line in self.speaker.speak(&told, wish) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(out.flush()?)
    }
}

/// Starts the thread that reads lines; `None` is the end of input.
pub(crate) fn read<T: Send + 'static>(
    sender: Sender<Message<T>>,
    say: impl Fn(Option<String>) -> T + Send + 'static,
) -> io::Result<()> {
    spawn("lines", move || {
        let mut from = io::stdin().lock();
        loop {
            let line = next_line(&mut from);
            let is_end = line.is_none();
            if sender.send(Message::Other(say(line))).is_err() || is_end {
                return;
            }
        }
    })
}

/// Reads the next line, up to its maximum length.
fn next_line(from: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = from.by_ref().take(LINE).read_until(b'\n', &mut line);
    if read.ok()? == 0 {
        return None;
    }
    if line.last() != Some(&b'\n') && line.len() as u64 == LINE {
        // The rest of a line that is too long is skipped.
        let _ = from.skip_until(b'\n');
    }
    let line = String::from_utf8_lossy(&line);
    // Some programs begin a file with a byte order mark.
    let line = line.trim_start_matches('\u{feff}');
    Some(line.trim_end_matches(['\n', '\r']).to_owned())
}
