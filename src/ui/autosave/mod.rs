//! Autosave of a fight: stores it on disk while it is on the screen, and reports the real save status.
//!
//! Every accepted input goes to the [saver](Saver) as one line. After a failure the whole fight is written, at once and
//! with each input from then on, until the saver reports success. [`opened`] handles opening.

mod opened;
mod progress;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;

use crate::encounter::Stage;
use crate::session::{Delta, Session};
use crate::store::{Report, Saver, SessionFiles, Store, Work, saves};

pub use opened::{OpenChoice, OpenQuestion, OpenedSave};
pub(crate) use progress::FightInfo;
pub use progress::SaveProgress;

/// Number of lines from which the journal is compacted at the next pause in the input.
const MANY: usize = 200;
/// Number of lines from which the journal is compacted without waiting for a pause in the input.
const TOO_MANY: usize = 2_000;

/// Size in bytes up to which a fight is also compacted when a new round begins.
const SMALL: usize = 1024 * 1024;

/// Function that opens the folder of the sessions.
pub type Folder = Arc<dyn Fn() -> Box<dyn Store> + Send + Sync>;

/// Receiver of the saver's reports, called in the saver's thread.
pub(crate) type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// Dependencies of an autosave.
#[derive(Clone)]
pub struct SaveContext {
    /// Folder of the sessions.
    pub folder: Folder,
    pub reporter: Reporter,
    /// Progress of the saver, for code that ends the process.
    pub progress: Arc<SaveProgress>,
}

impl SaveContext {
    /// Creates the dependencies for fights in `folder`; `reporter` is called after `progress` is updated.
    pub fn new(folder: Folder, reporter: Reporter, progress: Arc<SaveProgress>) -> Self {
        Self {
            folder,
            reporter,
            progress,
        }
    }

    fn saver(&self, files: SessionFiles) -> Result<Saver> {
        let (reporter, progress) = (Arc::clone(&self.reporter), Arc::clone(&self.progress));
        self.progress.reset();
        Saver::spawn(files, move |report| {
            progress.take(&report);
            reporter(report);
        })
    }
}

/// Save status of the fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// Fight is only in memory, not on disk.
    Off,
    /// Every input is on disk.
    Saved,
    /// Last inputs are being written.
    Saving,
    /// Fight is read-only and is not saved.
    LookOnly,
    /// Saving fails, with the reason.
    Failing(String),
}

/// Autosave of one fight.
pub struct Autosave {
    context: SaveContext,
    name: String,
    target: Target,
    /// `Some` until a resumed fight is saved as a whole, because its files are not trusted; true if the GM had to
    /// choose.
    untrusted: Option<bool>,
    /// Number of the last task that saves the whole fight; 0 if there is none.
    whole: u64,
    /// Number of inputs since the fight was opened.
    inputs: usize,
    /// Number of lines since the last whole save; `bytes` is their size.
    lines: usize,
    bytes: usize,
    /// Size of the last whole save in bytes.
    size: usize,
    /// Stored form that was not sent; "" if there is no form.
    form: String,
    /// Round and stage in the last whole save. Lists of fights show both.
    stood: Option<(u32, Stage)>,
}

/// Destination of the fight.
enum Target {
    Saver(Saver),
    /// No session on disk yet, for this reason. Every input tries to create one.
    NotYet(String),
    /// Read-only fight, with the reason.
    LookOnly(String),
}

impl Autosave {
    /// Starts to save a new fight under an unused name from its title. If that fails, the fight continues in memory,
    /// and the next input tries again.
    pub fn create(context: SaveContext, session: &Session) -> Autosave {
        let title = session.now().title.to_string();
        let mut autosave = Autosave::with(context, title, Target::NotYet(String::new()));
        autosave.begin(session);
        autosave.note(session);
        autosave
    }

    /// Resumes a saved fight as the GM chose, and returns the fight. The fight is safe only after
    /// [`Autosave::start_afresh`].
    ///
    /// # Errors
    /// If the fight cannot be opened, or the thread cannot be started.
    pub fn go_on(
        context: SaveContext,
        opened: OpenedSave,
        choice: OpenChoice,
    ) -> Result<(Autosave, Session)> {
        let asked = opened.question().is_some();
        let (files, session) = opened.take(choice)?;
        let name = files.name().to_owned();
        let looking = files.look_only().map(str::to_owned);
        if let Some(why) = looking {
            return Ok((
                Autosave::with(context, name, Target::LookOnly(why)),
                session,
            ));
        }
        let form = files.kept_form();
        let saver = context.saver(files)?;
        let mut autosave = Autosave::with(context, name, Target::Saver(saver));
        autosave.form = form;
        autosave.untrusted = Some(asked);
        autosave.note(&session);
        Ok((autosave, session))
    }

    /// Saves a resumed fight as a whole once, at the latest before the first input. The previous program may have seen
    /// a sync of the old journal fail, so its journal is not trusted. Returns `true` if the fight was saved.
    pub fn start_afresh(&mut self, session: &Session) -> bool {
        match self.untrusted.take() {
            Some(asked) => {
                self.write_whole(session, asked);
                true
            }
            None => false,
        }
    }

    fn with(context: SaveContext, name: String, target: Target) -> Autosave {
        Autosave {
            context,
            name,
            target,
            untrusted: None,
            whole: 0,
            inputs: 0,
            lines: 0,
            bytes: 0,
            size: 0,
            form: String::new(),
            stood: None,
        }
    }

    /// Returns the stored form that was not sent; "" if there is no form.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// Stores a half-filled form; "" deletes the stored form.
    pub fn keep_form(&mut self, form: String) {
        if let Target::Saver(saver) = &mut self.target
            && self.form != form
            && self.context.progress.trouble().is_none()
        {
            self.form.clone_from(&form);
            self.context.progress.send(saver, Work::Form(form));
        }
    }

    /// Updates the fight and its progress for code that ends the process.
    fn note(&self, session: &Session) {
        let kept = FightInfo {
            name: match &self.target {
                Target::Saver(_) => Some(self.name.clone()),
                Target::NotYet(_) => None,
                Target::LookOnly(_) => return,
            },
            title: session.now().title.to_string(),
            seed: session.seed(),
            inputs: self.inputs,
            commands: session.history().finished(),
        };
        self.context.progress.note(Some(kept));
    }

    /// Returns the name of the files, or the title of the fight while it has no files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the reason why the fight is read-only, if it is.
    pub(crate) fn look_only(&self) -> Option<&str> {
        match &self.target {
            Target::LookOnly(why) => Some(why),
            Target::Saver(_) | Target::NotYet(_) => None,
        }
    }

    /// Saves the inputs in `lines`; `session` already contains them.
    pub fn keep(&mut self, session: &Session, lines: impl IntoIterator<Item = Vec<Delta>>) {
        let lines: Vec<Vec<Delta>> = lines.into_iter().collect();
        if lines.is_empty() {
            return;
        }
        self.inputs += lines.len();
        self.save(session, &lines);
        self.note(session);
    }

    fn save(&mut self, session: &Session, lines: &[Vec<Delta>]) {
        // The whole save includes these inputs.
        if self.start_afresh(session) {
            return;
        }
        match &mut self.target {
            Target::LookOnly(_) => {}
            Target::NotYet(_) => self.begin(session),
            Target::Saver(_) if self.context.progress.trouble().is_some() => self.rescue(session),
            Target::Saver(saver) => {
                for deltas in lines {
                    // A line that cannot be written would leave a gap; a whole save has no gap.
                    let Ok(line) = saves::line(deltas) else {
                        self.rescue(session);
                        return;
                    };
                    self.lines += 1;
                    self.bytes += line.len();
                    self.context.progress.send(saver, Work::Line(line));
                }
                // Results that did not change are not in the lines, but lists of fights read only the lines.
                let is_partial = |delta: &Delta| matches!(delta, Delta::Kept(_));
                if lines.iter().flatten().any(is_partial)
                    || self.lines >= TOO_MANY && self.is_worth_folding()
                {
                    self.fold(session);
                }
            }
        }
    }

    /// Handles a report of the saver. Returns a message for the GM besides the [status](Autosave::status).
    pub fn on_report(&mut self, report: Report, session: &Session) -> Option<String> {
        match report {
            Report::Saved(_) => None,
            Report::Told(trouble) => Some(trouble.to_string()),
            Report::Failed {
                wants_snapshot: false,
                message,
                ..
            } => Some(message),
            // Later tasks fail too; the whole save after the first failure covers all of them. If that save fails as
            // well, the next input starts another save.
            Report::Failed { number, .. } => {
                if number > self.whole || self.whole == 0 {
                    self.rescue(session);
                }
                None
            }
        }
    }

    /// Returns the save status: [`SaveStatus::Saved`] only after the saver reported everything.
    pub fn status(&self) -> SaveStatus {
        match &self.target {
            Target::LookOnly(_) => SaveStatus::LookOnly,
            Target::NotYet(why) => SaveStatus::Failing(why.clone()),
            Target::Saver(_) => match self.context.progress.trouble() {
                Some(why) => SaveStatus::Failing(why),
                None if self.untrusted.is_none() && self.context.progress.is_saved() => {
                    SaveStatus::Saved
                }
                None => SaveStatus::Saving,
            },
        }
    }

    /// Tries to save everything again after a failure.
    pub(crate) fn retry(&mut self, session: &Session) {
        match &self.target {
            Target::NotYet(_) => self.begin(session),
            Target::Saver(_) if self.context.progress.trouble().is_some() => self.rescue(session),
            Target::Saver(_) | Target::LookOnly(_) => {}
        }
    }

    /// Waits until everything sent is on disk or has failed, at most for `limit`.
    pub fn wait(&self, limit: Duration) {
        self.context.progress.wait_at_most(limit);
    }

    /// Returns `true` if a pause in the input should be used for a [compaction](Autosave::fold).
    pub fn wants_fold(&self, session: &Session) -> bool {
        let moved = self.size < SMALL && self.stood != Some(stands(session));
        match self.lines {
            0 => false,
            MANY.. if self.is_worth_folding() => true,
            _ => moved && self.context.progress.trouble().is_none(),
        }
    }

    /// Returns `true` if compaction is worth its cost. A long fight is compacted less often, so that all its
    /// compactions together cost no more than a few whole saves.
    fn is_worth_folding(&self) -> bool {
        matches!(self.target, Target::Saver(_))
            && self.bytes * 2 >= self.size
            && self.context.progress.trouble().is_none()
    }

    /// Saves the whole fight, and starts an empty journal.
    pub fn fold(&mut self, session: &Session) {
        self.write_whole(session, false);
    }

    /// Compacts the fight if necessary and waits until everything is on disk.
    pub fn leave(mut self, session: &Session) -> Result<(), String> {
        if self.context.progress.trouble().is_some() {
            self.retry(session);
        } else if !self.start_afresh(session) && self.lines > 0 {
            self.fold(session);
        }
        let progress = Arc::clone(&self.context.progress);
        let left = self.put_away();
        progress.note(None);
        left
    }

    fn put_away(self) -> Result<(), String> {
        match self.target {
            Target::LookOnly(_) => Ok(()),
            Target::NotYet(why) => Err(why),
            Target::Saver(saver) => {
                drop(saver);
                match self.context.progress.trouble() {
                    Some(why) => Err(why),
                    None if self.context.progress.is_saved() => Ok(()),
                    None => Err("saving has stopped unexpectedly: restart Affray".to_owned()),
                }
            }
        }
    }

    /// Creates the session on disk.
    fn begin(&mut self, session: &Session) {
        match self.create_files(session) {
            Ok(saver) => {
                self.target = Target::Saver(saver);
                self.whole = 0;
                self.lines = 0;
                self.bytes = 0;
            }
            Err(why) => {
                let why = format!("{why:#}");
                self.context.progress.fail(&why);
                self.target = Target::NotYet(why);
            }
        }
    }

    fn create_files(&mut self, session: &Session) -> Result<Saver> {
        let files = saves::create_in(&*self.context.folder, session)?;
        self.name = files.name().to_owned();
        self.size = 0;
        self.stood = Some(stands(session));
        self.context.saver(files)
    }

    fn rescue(&mut self, session: &Session) {
        self.write_whole(session, true);
    }

    fn write_whole(&mut self, session: &Session, rescue: bool) {
        let Target::Saver(saver) = &mut self.target else {
            return;
        };
        match saves::snapshot(session) {
            Ok(text) => {
                self.size = text.len();
                self.stood = Some(stands(session));
                self.lines = 0;
                self.bytes = 0;
                let work = if rescue {
                    Work::Rescue(text)
                } else {
                    Work::Fold(text)
                };
                self.whole = self.context.progress.send(saver, work);
            }
            Err(why) => self.context.progress.fail(&format!("{why:#}")),
        }
    }
}

fn stands(session: &Session) -> (u32, Stage) {
    (session.now().round, session.now().stage)
}
