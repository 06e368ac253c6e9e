//! Selection of the fight to show, and the players' view of that fight.

use anyhow::Result;
use hyper::body::Bytes;
use serde::Serialize;

use crate::session::players_view::Players;
use crate::store::{Library, Saves};
use crate::text::sanitize;
use crate::ui::watch::Watch;
use crate::ui::watch::seen::Seen;

/// Number of log lines that are shown.
const LINES: usize = 24;

/// Contents of the page.
#[derive(Serialize)]
struct Shown {
    /// Visible fight, if there is one.
    fight: Option<Seen>,
    /// Reason why there is nothing new; "" if there is something new.
    notice: &'static str,
}

/// Follower of a fight on disk: of the named fight, or of the open fight.
pub(super) struct Follower<'a> {
    saves: &'a Saves,
    library: &'a Library,
    /// True if the fight was named.
    is_named: bool,
    /// Name of the fight with its view, if there is one.
    watch: Option<(String, Watch)>,
}

/// Result of a look at the disk.
#[derive(Default)]
pub(super) struct Found {
    /// True if the contents of the page may have changed.
    pub(super) changed: bool,
    /// Message for the GM.
    pub(super) told: Option<String>,
}

impl<'a> Follower<'a> {
    /// Starts with the named fight, or with the open fight.
    ///
    /// # Errors
    /// If a named fight cannot be read.
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

    /// Returns the title of the fight that is shown, if there is one.
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
            // A fight that is being created now is read at the next look.
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

    /// Returns the fight that the GM has switched to: the fight that was changed last, unless the fight that is shown
    /// is still open.
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

    /// Returns what players see now, as an event of the stream.
    pub(super) fn event(&self) -> Result<Bytes> {
        let shown = match &self.watch {
            None => Shown {
                fight: None,
                notice: "No fight is open yet.",
            },
            Some((_, watch)) => Shown {
                fight: Some(Seen::of(watch, &Players::of(&watch.session), LINES)),
                // The error may contain names and concerns only the GM.
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
