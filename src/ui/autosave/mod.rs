//! Keeps a fight on disk while it is on the screen, and says truthfully how safe it is.
//!
//! Every accepted input goes to the [saver](Saver) as one line. What failed is written whole again, at once and with
//! each input from then on, until the saver reports it safe. Opening is in [`opened`].

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

/// Lines after which a quiet moment is used to fold them into the snapshot.
const MANY: usize = 200;
/// Lines after which no quiet moment is waited for.
const TOO_MANY: usize = 2_000;

/// Bytes of a fight that is folded when a new round begins, too.
const SMALL: usize = 1024 * 1024;

/// Opens the folder of the sessions.
pub type Folder = Arc<dyn Fn() -> Box<dyn Store> + Send + Sync>;

/// Takes what the saver reports; called in its thread.
pub(crate) type Reporter = Arc<dyn Fn(Report) + Send + Sync>;

/// What is needed to keep a fight.
#[derive(Clone)]
pub struct SaveContext {
    /// The folder of the sessions.
    pub folder: Folder,
    pub reporter: Reporter,
    /// What is on its way to the disk, for whoever ends the process.
    pub progress: Arc<SaveProgress>,
}

impl SaveContext {
    /// Keeps fights in `folder`; `reporter` hears of everything after `progress` knows it.
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

/// How safe the fight is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveStatus {
    /// It lives in memory only.
    Off,
    /// Every input is on disk.
    Saved,
    /// The last inputs are on their way.
    Saving,
    /// Opened to look on.
    LookOnly,
    /// Saving fails, and why.
    Failing(String),
}

/// A fight being kept.
pub struct Autosave {
    context: SaveContext,
    name: String,
    target: Target,
    /// That the fight was gone on with and its files are not trusted yet; and whether something had to be asked.
    untrusted: Option<bool>,
    /// The number of the last work that holds everything up to then.
    whole: u64,
    /// Inputs since the fight was opened.
    inputs: usize,
    /// Lines since the last whole, and their bytes.
    lines: usize,
    bytes: usize,
    /// Bytes of the last whole.
    size: usize,
    /// What is kept of a form that is not sent; "" for nothing.
    form: String,
    /// Where the fight stood in the last whole, which is what lists of fights show.
    stood: Option<(u32, Stage)>,
}

/// How the fight gets to the disk.
enum Target {
    Saver(Saver),
    /// Not yet: there is no session on disk, for this reason. Every input tries to begin one.
    NotYet(String),
    /// Not at all, for this reason.
    LookOnly(String),
}

impl Autosave {
    /// Begins to keep a fight that is not on disk yet, under a free name made of its title. Where that fails, the fight
    /// goes on in memory, and the next input tries again.
    pub fn create(context: SaveContext, session: &Session) -> Autosave {
        let title = session.now().title.to_string();
        let mut autosave = Autosave::with(context, title, Target::NotYet(String::new()));
        autosave.begin(session);
        autosave.note(session);
        autosave
    }

    /// Goes on with a fight that was saved, as the GM chose, and gives the fight back. It is safe only after
    /// [`Autosave::start_afresh`].
    ///
    /// # Errors
    /// When that cannot be done, or no thread could be started.
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

    /// Writes a fight whole that was gone on with: nobody knows whether the program before saw a sync of the old journal
    /// fail, so nothing of it is trusted. Does it once, before the first input at the latest. Says whether it did.
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

    /// What is kept of a form that is not sent; "" for nothing.
    pub fn form(&self) -> &str {
        &self.form
    }

    /// Keeps a form as far as it is filled; "" for none.
    pub fn keep_form(&mut self, form: String) {
        if let Target::Saver(saver) = &mut self.target
            && self.form != form
            && self.context.progress.trouble().is_none()
        {
            self.form.clone_from(&form);
            self.context.progress.send(saver, Work::Form(form));
        }
    }

    /// Lets those who end the process know which fight it is about, and how far it got.
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

    /// The name of the files; the title of the fight while there are none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Why inputs are not taken, where the fight is open to look on only.
    pub(crate) fn look_only(&self) -> Option<&str> {
        match &self.target {
            Target::LookOnly(why) => Some(why),
            Target::Saver(_) | Target::NotYet(_) => None,
        }
    }

    /// Saves what the inputs in `lines` did; `session` has taken all of them.
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
        // The whole has what these inputs did.
        if self.start_afresh(session) {
            return;
        }
        match &mut self.target {
            Target::LookOnly(_) => {}
            Target::NotYet(_) => self.begin(session),
            Target::Saver(_) if self.context.progress.trouble().is_some() => self.rescue(session),
            Target::Saver(saver) => {
                for deltas in lines {
                    // A line that cannot be written would leave a gap, which the whole does not.
                    let Ok(line) = saves::line(deltas) else {
                        self.rescue(session);
                        return;
                    };
                    self.lines += 1;
                    self.bytes += line.len();
                    self.context.progress.send(saver, Work::Line(line));
                }
                // What came out as before stands in no line, and a list of fights reads no more than the lines.
                let is_partial = |delta: &Delta| matches!(delta, Delta::Kept(_));
                if lines.iter().flatten().any(is_partial)
                    || self.lines >= TOO_MANY && self.is_worth_folding()
                {
                    self.fold(session);
                }
            }
        }
    }

    /// Takes what the saver reported. Gives back what the GM should be told besides the [status](Autosave::status).
    pub fn on_report(&mut self, report: Report, session: &Session) -> Option<String> {
        match report {
            Report::Saved(_) => None,
            Report::Told(trouble) => Some(trouble.to_string()),
            Report::Failed {
                wants_snapshot: false,
                message,
                ..
            } => Some(message),
            // What was sent after it fails likewise; the whole that answers the first answers them all. When that fails
            // too, the next input brings another.
            Report::Failed { number, .. } => {
                if number > self.whole || self.whole == 0 {
                    self.rescue(session);
                }
                None
            }
        }
    }

    /// How safe the fight is: [`SaveStatus::Saved`] only when the saver reported all of it.
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

    /// Tries to save everything anew, where saving failed.
    pub(crate) fn retry(&mut self, session: &Session) {
        match &self.target {
            Target::NotYet(_) => self.begin(session),
            Target::Saver(_) if self.context.progress.trouble().is_some() => self.rescue(session),
            Target::Saver(_) | Target::LookOnly(_) => {}
        }
    }

    /// Waits until everything sent is on disk or has failed, but not longer than `limit`.
    pub fn wait(&self, limit: Duration) {
        self.context.progress.wait_at_most(limit);
    }

    /// Whether a quiet moment should be used to [fold](Autosave::fold).
    pub fn wants_fold(&self, session: &Session) -> bool {
        let moved = self.size < SMALL && self.stood != Some(stands(session));
        match self.lines {
            0 => false,
            MANY.. if self.is_worth_folding() => true,
            _ => moved && self.context.progress.trouble().is_none(),
        }
    }

    /// A long fight is folded more rarely, so that all its foldings together cost no more than a few writings of it.
    fn is_worth_folding(&self) -> bool {
        matches!(self.target, Target::Saver(_))
            && self.bytes * 2 >= self.size
            && self.context.progress.trouble().is_none()
    }

    /// Writes the fight whole, and begins an empty journal.
    pub fn fold(&mut self, session: &Session) {
        self.write_whole(session, false);
    }

    /// Folds what is not folded yet and waits until everything is on disk.
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
                    None => Err("the thread that saves has ended too early".to_owned()),
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
