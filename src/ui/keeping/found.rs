//! A saved fight as it was found: read, resumed, and what the GM has to decide before anything is written.

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::ron_text::{Source, read_as, read_line};
use crate::rules::System;
use crate::session::{Delta, FORMAT, Saved, Session};
use crate::store::{Book, Opened, Store};

use super::is_told;

/// What the GM may choose where a fight was not found as it was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Go on with the last one saved here. Where nothing is asked, the usual.
    GoOn,
    /// Go on with the one that was changed outside.
    Changed,
    /// Look on, and leave the files as they are.
    LookOn,
}

/// What is asked before anything is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// What was found, in sentences.
    pub found: Vec<String>,
    /// What can be done, the usual first, each in words.
    pub ways: Vec<(Way, String)>,
}

/// A saved fight as it was found.
pub struct Found {
    book: Book,
    session: Session,
    changed: Option<Result<Session, String>>,
    asks: Vec<String>,
    told: Vec<String>,
}

impl Found {
    /// Opens a fight of one's own, to go on with it or, where another program has it, to look on.
    ///
    /// # Errors
    /// When there is nothing that could be gone on with; names the file, and the line where there is one.
    pub fn open(
        store: Box<dyn Store>,
        name: &str,
        systems: &[&'static dyn System],
    ) -> Result<Found> {
        Found::read(Book::open(store, name)?, systems)
    }

    /// Reads a fight without asking for the lock.
    ///
    /// # Errors
    /// As [`Found::open`].
    pub fn look(
        store: Box<dyn Store>,
        name: &str,
        systems: &[&'static dyn System],
    ) -> Result<Found> {
        Found::read(Book::look(store, name)?, systems)
    }

    fn read(opened: Opened, systems: &[&'static dyn System]) -> Result<Found> {
        let Opened {
            mut book,
            snapshot,
            lines,
            changed,
            told,
        } = opened;
        let file = format!("{}.ron", book.name());
        let saved = read_saved(&file, &snapshot)?;
        let (session, missing) = resume(systems, &saved, &lines).context(file.clone())?;
        let (asks, told): (Vec<_>, Vec<_>) = told.iter().partition(|trouble| trouble.asks());
        let mut asks: Vec<String> = asks.iter().map(ToString::to_string).collect();
        let told = told.into_iter().filter(|trouble| is_told(trouble));
        let told = told.map(ToString::to_string).collect();
        if let Some(missing) = missing {
            book.distrust();
            asks.push(missing);
        }
        let changed = changed.map(|text| {
            let saved = read_saved(&file, &text)?;
            Ok(Session::resume(systems, saved, &[])?.0)
        });
        let changed =
            changed.map(|session: Result<Session>| session.map_err(|why| format!("{why:#}")));
        Ok(Found {
            book,
            session,
            changed,
            asks,
            told,
        })
    }

    /// The name of the files.
    pub fn name(&self) -> &str {
        self.book.name()
    }

    /// The fight as it was saved last, as far as it could be read.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The file, for asking whether it changed.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// What the GM should be told, and nothing hangs on.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// What has to be asked before anything is written; `None` where there is nothing to ask, or nothing can be written.
    pub fn question(&self) -> Option<Ask> {
        if self.asks.is_empty() || self.book.look_only().is_some() {
            return None;
        }
        let mut found = self.asks.clone();
        let mut ways = vec![(Way::GoOn, "go on with the last one saved here".to_owned())];
        match &self.changed {
            Some(Ok(_)) => ways.push((Way::Changed, "go on with the changed one".to_owned())),
            Some(Err(why)) => found.push(format!("The changed one cannot be opened: {why}")),
            None => {}
        }
        ways.push((
            Way::LookOn,
            "look on and leave the files as they are".to_owned(),
        ));
        Some(Ask { found, ways })
    }

    /// The files and the fight, to go on with in this way.
    pub(super) fn take(self, way: Way) -> Result<(Book, Session)> {
        let Found {
            mut book,
            session,
            changed,
            ..
        } = self;
        let session = match (way, changed) {
            (Way::GoOn, _) => session,
            (Way::LookOn, _) => {
                book.look_on();
                session
            }
            (Way::Changed, Some(Ok(changed))) => changed,
            (Way::Changed, Some(Err(why))) => bail!("{why}"),
            (Way::Changed, None) => bail!("there is no changed one"),
        };
        Ok((book, session))
    }
}

/// The session in the text of a snapshot.
///
/// # Errors
/// Where it is wrong, or that a later version wrote it.
pub fn read_saved(file: &str, text: &str) -> Result<Saved> {
    /// What every format begins with.
    #[derive(Deserialize)]
    struct Beginning {
        format: u32,
        affray: String,
    }
    let source = Source::new(file, text);
    let why = match read_as::<Saved>(&source) {
        Ok(saved) if saved.format <= FORMAT => return Ok(saved),
        Ok(_) => None,
        Err(why) => Some(why),
    };
    // A later format may have fields that this program does not know.
    match (read_as::<Beginning>(&source), why) {
        (Ok(beginning), _) if beginning.format > FORMAT => bail!(
            "{file}: Affray {} wrote it (format {}), and this program reads up to format {FORMAT}: open it with that one",
            crate::text::sanitize(&beginning.affray, 40),
            beginning.format
        ),
        (_, Some(why)) => Err(why.into()),
        (_, None) => bail!("{file}: it is of no format that is known"),
    }
}

/// Takes the fight up with as many of the lines as fit, and says where the first stands that does not.
fn resume(
    systems: &[&'static dyn System],
    saved: &Saved,
    lines: &[String],
) -> Result<(Session, Option<String>)> {
    let mut inputs: Vec<Vec<Delta>> = Vec::with_capacity(lines.len());
    let mut unread = None;
    for line in lines {
        match read_line(line) {
            Ok(deltas) => inputs.push(deltas),
            Err(why) => {
                unread = Some(why.to_string());
                break;
            }
        }
    }
    let attempt = |count: usize| {
        Session::resume(systems, saved.clone(), &inputs[..count]).map(|(session, _)| session)
    };
    let (session, count, why) = match (attempt(inputs.len()), unread) {
        (Ok(session), None) => return Ok((session, None)),
        (Ok(session), Some(why)) => (session, inputs.len(), why),
        (Err(why), _) if inputs.is_empty() => return Err(why),
        (Err(why), _) => {
            // What fits with some lines fits with fewer.
            let (mut good, mut bad) = (0, inputs.len());
            while bad - good > 1 {
                let middle = good + (bad - good) / 2;
                match attempt(middle) {
                    Ok(_) => good = middle,
                    Err(_) => bad = middle,
                }
            }
            (attempt(good)?, good, format!("{why:#}"))
        }
    };
    let missing = format!(
        "input {} since the last snapshot does not fit ({why}): the fight is as it was before it, and the {} behind it are left out; go on from here and the broken files are kept",
        count + 1,
        lines.len() - count - 1
    );
    Ok((session, Some(missing)))
}
