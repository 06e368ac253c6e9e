//! Which fight is shown, and what players see of it.

use anyhow::Result;
use hyper::body::Bytes;
use serde::Serialize;

use crate::session::players_view::Players;
use crate::store::{Library, Saves};
use crate::text::sanitize;
use crate::ui::watch::Watch;
use crate::ui::watch::seen::Seen;

/// So many lines of the log are shown.
const LINES: usize = 24;

/// What the page shows.
#[derive(Serialize)]
struct Shown {
    /// The fight, once there is one.
    fight: Option<Seen>,
    /// Why there is nothing new; "" if there is.
    notice: &'static str,
}

/// Follows a fight on disk: the one of a name, or whichever is open.
pub(super) struct Follower<'a> {
    saves: &'a Saves,
    library: &'a Library,
    /// Whether the fight was named.
    is_named: bool,
    /// The fight and its name, once there is one.
    watch: Option<(String, Watch)>,
}

/// What a look at the disk found.
#[derive(Default)]
pub(super) struct Found {
    /// Whether what is shown may be another thing now.
    pub(super) changed: bool,
    /// What the GM is to be told.
    pub(super) told: Option<String>,
}

impl<'a> Follower<'a> {
    /// Begins with the fight of that name, or with whichever is open.
    ///
    /// # Errors
    /// When a fight that was named cannot be read.
    pub(super) fn new(fight: Option<&str>, saves: &'a Saves, library: &'a Library) -> Result<Self> {
        let mut follower = Self {
            saves,
            library,
            is_named: fight.is_some(),
            watch: None,
        };
        match fight {
            Some(fight) => follower.open(fight)?,
            None => drop(follower.look()),
        }
        Ok(follower)
    }

    /// What the fight is called that is shown, once there is one.
    pub(super) fn title(&self) -> Option<String> {
        let (_, watch) = self.watch.as_ref()?;
        Some(watch.session.now().title.to_string())
    }

    fn open(&mut self, name: &str) -> Result<()> {
        let resumed = self.saves.look(name, &self.library.systems())?;
        self.watch = Some((name.to_owned(), Watch::new(resumed)));
        Ok(())
    }

    /// Looks at the disk again.
    pub(super) fn look(&mut self) -> Found {
        if let Some(other) = self.other() {
            // One that is being made at this moment is read the next time.
            let changed = self.open(&other).is_ok();
            let told = self.title().map(|title| format!("current fight: {title}"));
            let told = told.filter(|_| changed);
            return Found { changed, told };
        }
        let Some((_, watch)) = &mut self.watch else {
            return Found::default();
        };
        let systems = self.library.systems();
        let was = watch.problem.clone();
        let changed = watch.look(|name| self.saves.look(name, &systems));
        let told = watch
            .problem
            .clone()
            .filter(|now| was.as_ref() != Some(now));
        Found { changed, told }
    }

    /// The fight that the GM has gone over to: the one that was changed last, unless the one that is shown is still open.
    fn other(&self) -> Option<String> {
        if self.is_named {
            return None;
        }
        let last = self.saves.last().ok().flatten()?;
        match &self.watch {
            Some((name, _)) if *name == last || self.saves.is_open(name) => None,
            _ => Some(last),
        }
    }

    /// What players see now, as an event of the stream.
    pub(super) fn event(&self) -> Result<Bytes> {
        let shown = match &self.watch {
            None => Shown {
                fight: None,
                notice: "No fight is open yet.",
            },
            Some((_, watch)) => Shown {
                fight: Some(Seen::of(watch, &Players::of(&watch.session), LINES)),
                // What it says may name somebody, and is the GM's to mend.
                notice: match watch.problem {
                    Some(_) => {
                        "The fight cannot be read at the moment. This is its last known state."
                    }
                    None => "",
                },
            },
        };
        let data = serde_json::to_string(&shown)?;
        Ok(format!("data: {}\n\n", sanitize(&data, usize::MAX)).into())
    }
}
