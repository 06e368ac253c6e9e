//! Players' view of a fight that runs elsewhere: in a second terminal by `affray watch`, and as data for the page of
//! `affray serve` ([`seen`]). The view writes nothing.

mod big;
pub mod draw;
pub mod lead;
pub(crate) mod run;
pub mod seen;

use std::time::Duration;

use anyhow::Result;

use crate::session::Session;
use crate::store::{FileIssue, Resumed, SessionFiles, Stamp};
use crate::values::Schema;

/// Interval of checks for changes of the fight.
pub(crate) const OFTEN: Duration = Duration::from_millis(330);

/// Contents of the players' screen.
pub struct Watch {
    /// Fight as it was last read.
    pub session: Session,
    /// Schema of the fight's system.
    pub schema: Option<Schema>,
    /// Problem with the files of the fight, or the reason why the files could not be read again.
    pub problem: Option<String>,
    files: SessionFiles,
    seen: [Option<Stamp>; 2],
}

impl Watch {
    /// Creates the view of a fight that was read.
    pub fn new(resumed: Resumed) -> Self {
        Self {
            schema: Some(resumed.session.system().schema().clone()),
            problem: problem_of(&resumed.told),
            seen: resumed.files.stamps(),
            session: resumed.session,
            files: resumed.files,
        }
    }

    /// Reads the fight again if its files have changed; returns `true` if the view has changed. A file that is being
    /// written is read the next time.
    pub(crate) fn look(&mut self, read: impl FnOnce(&str) -> Result<Resumed>) -> bool {
        let stamp = self.files.stamps();
        if stamp == self.seen {
            return false;
        }
        match read(self.files.name()) {
            Ok(resumed) => {
                self.seen = stamp;
                self.session = resumed.session;
                self.problem = problem_of(&resumed.told);
                true
            }
            Err(why) => {
                let why = format!("{why:#}");
                let first = why.lines().next().unwrap_or_default().to_owned();
                let changed = self.problem.as_ref() != Some(&first);
                self.problem = Some(first);
                changed
            }
        }
    }
}

/// Returns the first problem with the files.
fn problem_of(told: &[FileIssue]) -> Option<String> {
    told.first().map(ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;
    use crate::encounter::Encounter;
    use crate::store::{Library, Saves};
    use crate::systems;

    #[test]
    fn the_players_screen_follows_a_snapshot_without_a_journal() {
        let folder = tempfile::tempdir().expect("a folder");
        let saves = Saves::new(folder.path());
        let library = Library::built_in(systems::all());
        let compendium = library.compendium(systems::all()[0].key());
        let compendium = compendium.expect("a system's files");
        let snapshot = |title: &str| {
            let mut start = Encounter::new(title, compendium.key(), compendium.schema);
            start.tables = compendium.tables.clone();
            let session = Session::new(systems::all(), start, Seed(1)).expect("a session");
            crate::store::saves::snapshot(&session).expect("a snapshot")
        };
        let path = folder.path().join("alone.ron");
        std::fs::write(&path, snapshot("First")).expect("written");
        let resumed = saves.look("alone", systems::all()).expect("read");
        let mut watch = Watch::new(resumed);
        let look = |watch: &mut Watch| watch.look(|name| saves.look(name, systems::all()));
        assert!(!look(&mut watch));
        std::fs::write(&path, snapshot("Another fight")).expect("written");
        assert!(look(&mut watch));
        assert_eq!(&*watch.session.now().title, "Another fight");
        std::fs::remove_file(&path).expect("removed");
        assert!(look(&mut watch));
        let told = watch.problem.clone().unwrap_or_default();
        assert!(told.contains("alone"), "{told}");
    }
}
