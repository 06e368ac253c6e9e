//! Appends inputs to the journal, durable when confirmed. The [saver](super::Saver) calls this module after each key in
//! its own thread.

use anyhow::{Result, bail, ensure};

use super::file_issue::why;
use super::journal_format;
use super::session_files::{IN_MEMORY, JournalFile, LINES_LIMIT, OWN_LIMIT, SessionFiles};

impl SessionFiles {
    /// Appends one input, which is durable when this returns. After an error the session [wants a
    /// snapshot](SessionFiles::wants_snapshot), because a journal that failed once is not trusted again.
    pub fn append(&mut self, line: &str) -> Result<()> {
        self.append_all(&[line])
    }

    /// Appends several inputs with one write and one sync. After an error, perhaps none of the inputs are appended.
    pub fn append_all(&mut self, lines: &[&str]) -> Result<()> {
        self.may_write()?;
        let file = self.file("journal");
        if lines.is_empty() {
            return Ok(());
        }
        // The appender is taken out, and put back only after success.
        let Some(mut appender) = self.appender.take() else {
            bail!("{file} is unreliable{IN_MEMORY}")
        };
        ensure!(
            !lines.iter().any(|line| line.contains('\n')),
            "{file}: an input has more than one line{IN_MEMORY}"
        );
        let mut text = String::new();
        let group = appender.next;
        for line in lines {
            text += &journal_format::line(appender.base, appender.next, group, line);
            appender.next += 1;
        }
        let length = appender.length + text.len() as u64;
        ensure!(
            length <= OWN_LIMIT + LINES_LIMIT,
            "{file} is full{IN_MEMORY}"
        );
        // Also checked before writing: a journal that was cut off has its old length after a write, with a hole inside.
        let found = self.journal_file(&appender).and_then(|found| {
            let JournalFile::Ours = found else {
                return Ok(found);
            };
            appender.file.write(text.as_bytes())?;
            appender.file.sync()?;
            appender.length = length;
            self.journal_file(&appender)
        });
        match found {
            Ok(JournalFile::Ours) => {
                self.appender = Some(appender);
                Ok(())
            }
            Ok(JournalFile::Gone) => bail!("{file} is missing{IN_MEMORY}"),
            Ok(JournalFile::Theirs) => {
                self.journal_changed = true;
                bail!("{file} was changed outside Affray{IN_MEMORY}")
            }
            Err(error) => bail!("{}{IN_MEMORY}", why(&file, &error)),
        }
    }
}
