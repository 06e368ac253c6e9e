//! Main loop of the program: takes all waiting messages, updates the state, sends inputs to the saver and draws once.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use crossterm::event::KeyCode;

use super::app::{App, Request, Screen};
use super::autosave::{
    Autosave, Folder, OpenChoice, OpenedSave, SaveContext, SaveProgress, SaveStatus,
};
use super::confirm_open;
use super::draw;
use super::ending::Ending;
use super::fight::{Fight, reached};
use super::inbox::{self, Inbox, Message};
use super::keymap::Keymap;
use super::line::Typing;
use super::lines::keys::{LineKeys, Place};
use super::lines::run::Lines;
use super::lines::{self, Question, Wish, keys};
use super::setup::SetupScreen;
use super::start::{self, DraftFight, ReadyFight, StartScreen};
use super::terminal::TerminalScreen;
use super::theme::Theme;
use super::tutor::{Lesson, Tutor};
use super::watch::{self, Watch};
use crate::compendium::Compendium;
use crate::session::{Readers, Session, markdown};
use crate::setup::Setup;
use crate::store::{Library, Report, Resumed, Saves, Stamp, names};
use crate::unix::{SIGHUP, is_hang_up};

/// Pause in the input after which a long journal is compacted.
const QUIET: Duration = Duration::from_secs(2);

/// Pause in the input after which saving is tried again after a failure.
const AGAIN: Duration = Duration::from_secs(5);

/// Interval for redrawing figures while they are computed.
const FRAME: Duration = Duration::from_millis(100);

/// Time without keys that counts as a pause, longer than the delay before a terminal repeats a held key.
const PAUSE: Duration = Duration::from_secs(1);

/// Time to wait for the disk after an input line, and for a failing disk before the GM is warned on leaving.
const LAST_TRY: Duration = Duration::from_secs(1);

/// Message when the other window has closed the fight that this window follows.
const FREE: &str = "The other window has closed this fight: press Enter to take over.";

/// Messages of the program's own threads.
#[derive(Debug)]
pub(crate) enum News {
    /// Report of the saver of the fight with this number.
    Saver(u32, Report),
    /// Input line without a screen; `None` at the end of input.
    Line(Option<String>),
}

/// Display of the program.
pub(crate) enum Face {
    /// Screen, operated by keys.
    Screen(TerminalScreen),
    /// Lines, as text or JSON.
    Lines(Lines),
}

/// Kind of display to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Screen of the terminal.
    OnScreen,
    InLines,
    /// Lines in JSON format.
    InJson,
}

/// Dependencies of the program.
pub struct Config {
    /// Rule systems with the GM's files.
    pub library: Library,
    /// Folder of the fights.
    pub saves: Saves,
    /// Map of keys to actions.
    pub keymap: Keymap,
    pub theme: Theme,
    pub shown: Shown,
}

/// First contents of the screen.
pub enum Begin {
    /// Fight that was saved.
    Saved(Box<Resumed>),
    /// Fight that is not on disk yet.
    Fresh(Box<Session>),
    /// Set-up of a fight, from nothing or from an encounter.
    SetUp(Option<Box<Setup>>),
    Start,
    /// The tutor, from the step where it was left or from its beginning.
    Tutor,
    /// Fight as the players see it.
    Watch(Box<Resumed>),
}

/// Runs the program on the terminal until the user leaves it. Returns the name of the fight that can be resumed.
///
/// # Errors
/// If the terminal is missing or fails, or the last inputs of a fight could not be saved.
pub fn run(config: Config, begin: Begin) -> Result<Option<String>> {
    let (sender, inbox) = Inbox::new();
    let progress = Arc::new(SaveProgress::default());
    let ending = {
        let progress = Arc::clone(&progress);
        Ending::new(move || progress.wait())
    };
    let face = match config.shown {
        Shown::OnScreen => Face::Screen(TerminalScreen::open()?),
        shown => Face::Lines(Lines::new(shown == Shown::InJson)),
    };
    ending.catch_panics({
        let progress = Arc::clone(&progress);
        move || progress.last_words()
    });
    match face {
        Face::Screen(_) => inbox::start(&sender, &ending)?,
        Face::Lines(_) => {
            inbox::listen_for_the_end(&ending)?;
            lines::run::read(sender.clone(), News::Line)?;
        }
    }
    let first = match &begin {
        Begin::SetUp(Some(setup)) => Screen::Setup(Box::new(SetupScreen::from((**setup).clone()))),
        Begin::SetUp(None) => {
            let start = start_screen(&config.library, &config.saves);
            let screen = SetupScreen::of_choice(&config.library, start.last_system());
            Screen::Setup(Box::new(screen))
        }
        Begin::Start => Screen::Start(Box::new(start_screen(&config.library, &config.saves))),
        // Not visible, because the fight replaces it.
        Begin::Saved(_) | Begin::Fresh(_) | Begin::Watch(_) | Begin::Tutor => {
            Screen::Start(Box::default())
        }
    };
    let saves = config.saves.clone();
    let mut program = Program {
        face,
        sender,
        inbox,
        progress,
        folder: Arc::new(move || saves.open_folder()),
        saves: config.saves,
        app: App::with(config.keymap, config.theme, config.library, first),
        open_fight: None,
        behind: false,
        fights: 0,
        last_key: None,
        is_line_open: false,
    };
    let goes_on = match begin {
        Begin::SetUp(_) | Begin::Start => true,
        Begin::Fresh(session) => {
            let fight = program.fight(*session)?;
            program.app.show(Screen::Fight(Box::new(fight)));
            program.keep_new();
            true
        }
        Begin::Saved(resumed) => program.go_on(*resumed)?,
        Begin::Tutor => program.tutor()?,
        Begin::Watch(resumed) => {
            program.watch(*resumed)?;
            false
        }
    };
    if goes_on && let Err(why) = program.turn() {
        if is_gone(&why) {
            // Drawing failed before the hang-up was noticed. The program ends in the same way.
            ending.by_signal(SIGHUP);
        }
        return Err(why);
    }
    program.leave()
}

/// Returns `true` if the terminal no longer exists.
fn is_gone(why: &anyhow::Error) -> bool {
    why.downcast_ref::<io::Error>().is_some_and(is_hang_up)
}

/// Returns the errors that a set-up shows.
fn setup_problems(app: &App) -> Vec<String> {
    match &app.screen {
        Screen::Setup(screen) => screen.problems.clone(),
        Screen::Start(_) | Screen::Fight(_) => Vec::new(),
    }
}

fn start_screen(library: &Library, saves: &Saves) -> StartScreen {
    let mut told = None;
    let saved = saves.list().unwrap_or_else(|why| {
        told = Some(format!("{why:#}"));
        Vec::new()
    });
    let (fights, parties) = start::on_disk(&saved, library);
    let start = StartScreen::new(fights, ReadyFight::all(library)).with_parties(parties);
    let mut start = start.with_drafts(DraftFight::all(library));
    start.problem = told.or_else(|| library.notice());
    start
}

/// State of the running program.
/// Effect of a key in a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pressed {
    /// The key ends the program.
    Leaves,
    /// The key is not possible, or does nothing.
    Refused,
    /// The prompt is still the same.
    Stays,
    /// Another prompt or screen is open.
    Moves,
}

struct Program {
    face: Face,
    sender: Sender<Message<News>>,
    inbox: Inbox<News>,
    progress: Arc<SaveProgress>,
    folder: Folder,
    saves: Saves,
    app: App,
    open_fight: Option<OpenFight>,
    /// True if the fight on the screen was opened and has not [caught up](Program::catch_up).
    behind: bool,
    /// Number of fights opened so far.
    fights: u32,
    /// Time of the last key press.
    last_key: Option<Instant>,
    /// True if the last input line typed text that Enter has not accepted yet.
    is_line_open: bool,
}

/// Saved fight on the screen.
struct OpenFight {
    autosave: Autosave,
    number: u32,
    /// State of the fight in another window, which this read-only window follows.
    followed: Option<Followed>,
    /// True if the GM was warned that leaving now loses data.
    warned: bool,
}

/// Fight that another window has open.
struct Followed {
    /// Files as they were last read.
    seen: [Option<Stamp>; 2],
    /// True if the other window has closed the fight, so that this window may take over.
    is_free: bool,
}

impl Program {
    fn save_context(&mut self) -> SaveContext {
        self.fights += 1;
        let (number, sender) = (self.fights, self.sender.clone());
        let reporter = Arc::new(move |report| {
            // The loop may have ended; then the report is not needed.
            let _ = sender.send(Message::Other(News::Saver(number, report)));
        });
        SaveContext::new(
            Arc::clone(&self.folder),
            reporter,
            Arc::clone(&self.progress),
        )
    }

    fn fight(&self, session: Session) -> Result<Fight> {
        let system = session.system();
        let outline = self.app.library.outline(system.key());
        let outline = outline.filter(|one| one.schema == system.schema());
        let compendium = outline.unwrap_or_else(|| Compendium::outline(system));
        Ok(Fight::new(session, compendium))
    }

    /// Does the work that was postponed until after the first frame of a fight, before any key is handled.
    fn catch_up(&mut self) {
        if !std::mem::take(&mut self.behind) {
            return;
        }
        if let (Some(open), Some(fight)) = (&mut self.open_fight, self.app.fight()) {
            open.autosave.start_afresh(&fight.session);
        }
        let App {
            library, screen, ..
        } = &mut self.app;
        if let Screen::Fight(fight) = screen {
            fight.compendium = library.of_fight(fight.session.system());
        }
    }

    fn opened(&mut self, autosave: Autosave) {
        self.behind = true;
        self.open_fight = Some(OpenFight {
            autosave,
            number: self.fights,
            followed: None,
            warned: false,
        });
    }

    /// Starts to save the new fight on the screen.
    fn keep_new(&mut self) {
        let context = self.save_context();
        if let Some(fight) = self.app.fight() {
            let autosave = Autosave::create(context, &fight.session);
            self.opened(autosave);
        }
    }

    /// Shows a saved fight, after asking about its issues. Returns `false` if the GM leaves.
    fn go_on(&mut self, resumed: Resumed) -> Result<bool> {
        let opened = OpenedSave::new(resumed, &self.app.library.systems());
        let choice = match opened.question() {
            None => OpenChoice::GoOn,
            Some(question) => {
                let looks = (&self.app.keymap, &self.app.theme);
                let inbox = &mut self.inbox;
                let chosen = match &mut self.face {
                    Face::Screen(screen) => {
                        confirm_open::run::confirm(&question, looks, screen, inbox)?
                    }
                    Face::Lines(lines) => {
                        let line = |news| match news {
                            News::Line(line) => Some(line),
                            News::Saver(..) => None,
                        };
                        lines.confirm(&question, inbox, line)?
                    }
                };
                match chosen {
                    Some(choice) => choice,
                    None => return Ok(false),
                }
            }
        };
        let mut told = opened.told();
        let in_use = opened.is_in_use();
        let (autosave, session) = Autosave::go_on(self.save_context(), opened, choice)?;
        let unread = self.app.library.unread(session.now().system);
        told.extend(unread.map(|wrong| wrong.to_string().lines().take(1).collect()));
        let mut fight = self.fight(session)?;
        fight.restore(autosave.form());
        fight.looking = autosave.look_only().map(str::to_owned);
        told.extend(fight.looking.clone());
        if !told.is_empty() {
            fight.say(told.join(" · "));
        }
        self.app.show(Screen::Fight(Box::new(fight)));
        self.opened(autosave);
        if let Some(open) = self.open_fight.as_mut().filter(|_| in_use) {
            open.followed = Some(Followed {
                seen: [None, None],
                is_free: false,
            });
        }
        Ok(true)
    }

    /// Shows what another window has done in the fight that this window follows. Reports when the other window has
    /// closed the fight.
    ///
    /// # Errors
    /// If the fight's files are unusable in this program.
    fn follow_other(&mut self) -> Result<()> {
        let Some(open) = &mut self.open_fight else {
            return Ok(());
        };
        let Some(followed) = &mut open.followed else {
            return Ok(());
        };
        // A page over the fight or a typed line stays until it is closed.
        if !self.app.overlay.is_none() || self.app.typing.is_some() {
            return Ok(());
        }
        let name = open.autosave.name();
        // The lock is free only after the last input was saved.
        let is_free = !self.saves.is_open(name);
        let seen = self.saves.stamps(name);
        let closes = is_free && !followed.is_free;
        followed.is_free = is_free;
        let session = if seen == followed.seen {
            None
        } else {
            // A file that is being written is read the next time.
            let looked = self.saves.look(name, &self.app.library.systems()).ok();
            if looked.is_some() {
                followed.seen = seen;
            }
            looked.map(|resumed| resumed.session)
        };
        if let Some(session) = session {
            let fight = self.fight(session)?;
            if let Some(old) = self.app.fight_mut() {
                old.follow_with(fight);
            }
            self.behind = true;
        }
        if let Some(fight) = self.app.fight_mut().filter(|_| closes) {
            fight.looking = Some(FREE.to_owned());
            fight.say(FREE);
        }
        Ok(())
    }

    /// Takes over the fight that another window has closed. Returns `false` if there is no such fight.
    fn take_over(&mut self) -> bool {
        let followed = self.open_fight.as_ref().and_then(|open| {
            let is_free = open.followed.as_ref().is_some_and(|one| one.is_free);
            is_free.then(|| open.autosave.name().to_owned())
        });
        let Some(name) = followed.filter(|_| self.app.overlay.is_none()) else {
            return false;
        };
        let resumed = self.saves.resume(&name, &self.app.library.systems());
        if let Err(why) = resumed.and_then(|resumed| self.go_on(resumed))
            && let Some(fight) = self.app.fight_mut()
        {
            fight.refuse(format!("{why:#}"));
        }
        true
    }

    /// Resumes the tutor where it was left, or starts it. Returns false if the GM quits instead.
    fn tutor(&mut self) -> Result<bool> {
        let lesson = Lesson::built_in()?;
        let library = &self.app.library;
        let setup = lesson.setup(library)?;
        let systems = library.systems();
        for save in self.saves.list()? {
            let summary = save.summary.as_ref();
            if summary.is_none_or(|one| one.title != setup.title || one.system != setup.system) {
                continue;
            }
            let Ok(looked) = self.saves.look(&save.name, &systems) else {
                continue;
            };
            let reached = reached(&looked.files.kept_form());
            if reached.is_some_and(|reached| reached.is_under_way(&lesson)) {
                let resumed = self.saves.resume(&save.name, &systems)?;
                return self.go_on(resumed);
            }
        }
        let session = lesson.begin(library)?;
        let mut fight = self.fight(session)?;
        fight.tutor = Some(Tutor::new(lesson));
        self.app.show(Screen::Fight(Box::new(fight)));
        self.keep_new();
        Ok(true)
    }

    fn watch(&mut self, resumed: Resumed) -> Result<()> {
        let app = &self.app;
        let mut watch = Watch::new(resumed);
        let from = (&self.saves, &app.library);
        let looks = (&app.keymap, &app.theme);
        match &mut self.face {
            Face::Screen(screen) => {
                watch::run::follow(&mut watch, from, looks, screen, &mut self.inbox)
            }
            Face::Lines(_) => Ok(()),
        }
    }

    fn turn(&mut self) -> Result<()> {
        let mut only_saved = false;
        loop {
            if !(std::mem::take(&mut only_saved) && self.draw_saved()?) {
                self.app.foresee();
                self.draw()?;
            }
            self.catch_up();
            let folds = match (&self.open_fight, self.app.fight()) {
                (Some(open), Some(fight)) => open.autosave.wants_fold(&fight.session),
                _ => false,
            };
            let failing = self.is_failing();
            let counting = self.app.counts();
            let limit = if counting {
                Some(FRAME)
            } else if failing {
                Some(AGAIN)
            } else {
                folds.then_some(QUIET)
            };
            let due = self.app.due_in();
            let follows = self
                .open_fight
                .as_ref()
                .is_some_and(|open| open.followed.is_some());
            let often = follows.then_some(watch::OFTEN);
            let limit = limit.into_iter().chain(due).chain(often).min();
            let began = Instant::now();
            if !self.inbox.wait(limit) {
                return Ok(());
            }
            let gone = began.elapsed();
            let is_quiet = self.inbox.waiting().next().is_none();
            if follows {
                self.follow_other()?;
                if is_quiet {
                    continue;
                }
            }
            if is_quiet && due.is_some() {
                self.app.time_goes_by(gone);
                self.keep();
                continue;
            }
            if is_quiet && counting {
                continue;
            }
            if is_quiet && let (Some(open), Some(fight)) = (&mut self.open_fight, self.app.fight())
            {
                if failing {
                    open.autosave.retry(&fight.session);
                } else {
                    open.autosave.fold(&fight.session);
                }
                continue;
            }
            let is_saved = |message: &Message<News>| {
                matches!(message, Message::Other(News::Saver(_, Report::Saved(_))))
            };
            only_saved = self.inbox.waiting().all(is_saved);
            while let Some(message) = self.inbox.next() {
                if self.take(message)? {
                    return Ok(());
                }
                if self.behind {
                    break;
                }
            }
            // Time passes while the saver reports. A key has already paused auto-play or taken its next step.
            only_saved &= !self.app.time_goes_by(gone);
            self.keep();
        }
    }

    /// Handles a message of the inbox. Returns `true` to leave the program.
    fn take(&mut self, message: Message<News>) -> Result<bool> {
        self.app.is_hurried = matches!(self.inbox.waiting().next(), Some(Message::Key(_)));
        if let Face::Screen(screen) = &mut self.face
            && message.is_for(screen)?
        {
            return Ok(false);
        }
        match message {
            Message::Key(key) => {
                let last = self.last_key.replace(Instant::now());
                if last.is_none_or(|last| last.elapsed() >= PAUSE) {
                    self.app.pause();
                }
                if key.code != KeyCode::Enter || !self.take_over() {
                    self.app.press(key);
                }
            }
            Message::Paste(text) => self.app.paste(&text),
            Message::Other(News::Saver(number, report)) => self.report(number, report),
            Message::Other(News::Line(line)) => return self.take_line(line),
            Message::Resize | Message::Signal(_) => {}
        }
        for request in std::mem::take(&mut self.app.requests) {
            if self.handle(request)? {
                return Ok(true);
            }
        }
        // Inputs are saved one by one, so that a crash in the next input does not lose this input. While saving fails,
        // each save would write the whole fight.
        if !self.is_failing() {
            self.keep();
        }
        Ok(false)
    }

    /// Handles an input line and writes the result. After a refused key, the rest of the line is ignored. Returns
    /// `true` to leave the program, for example at the end of the input.
    fn take_line(&mut self, line: Option<String>) -> Result<bool> {
        let Some(line) = line else {
            return Ok(true);
        };
        if let Face::Lines(lines) = &mut self.face {
            lines.heard();
        }
        // No key is held down in a line.
        self.app.pause();
        let wish = Wish::of(&line).filter(|wish| match wish {
            Wish::Log(_) | Wish::Find(_) => {
                self.app.fight().is_some() && !keys::takes_words(&self.app)
            }
            Wish::Again | Wish::Choices | Wish::State => true,
        });
        let mut refused = Vec::new();
        if wish.is_none() {
            if let Some(fight) = self.app.fight_mut() {
                fight.forget_refusal();
            }
            if self.take_keys(&line, &mut refused)? {
                return Ok(true);
            }
        }
        self.keep();
        if let Some(open) = &self.open_fight {
            open.autosave.wait(LAST_TRY);
        }
        let stays = line.starts_with(':') && keys::ends(&line) && self.app.typing.is_some();
        if stays {
            refused.extend(lines::draw::question(&self.app).said);
            // Over a page of help, the question is the page.
            if let Some(Typing::Command(command)) = &self.app.typing
                && refused.is_empty()
            {
                refused.extend(command.problem.clone());
            }
            self.app.press(KeyCode::Esc.into());
        }
        self.app.foresee();
        let not_saved = self.not_saved();
        match &mut self.face {
            Face::Lines(lines) => lines.tell(&self.app, wish.as_ref(), refused, not_saved)?,
            Face::Screen(_) => {}
        }
        Ok(false)
    }

    /// Presses the keys of a line up to the first refused key. Then presses Enter if the last key did not lead to
    /// another prompt. Returns `true` to leave the program.
    fn take_keys(&mut self, line: &str, refused: &mut Vec<String>) -> Result<bool> {
        if line.trim().is_empty() && lines::draw::is_over(&self.app) {
            refused.push(lines::OVER.to_owned());
            return Ok(false);
        }
        let is_continued = std::mem::replace(&mut self.is_line_open, !keys::ends(line));
        if let Screen::Setup(screen) = &mut self.app.screen
            && screen.takes_words()
            && !(is_continued || line.is_empty() || keys::is_key(line.trim()))
        {
            screen.empty_field();
        }
        let mut line = LineKeys::new(line);
        let mut last = Pressed::Stays;
        while let Some(messages) = line.next(&self.app) {
            for message in messages {
                last = self.press_of_line(message, refused)?;
                match last {
                    Pressed::Leaves => return Ok(true),
                    // The rest of the line was meant for the result of the refused key.
                    Pressed::Refused => return Ok(false),
                    Pressed::Stays | Pressed::Moves => {}
                }
            }
        }
        if line.enter() && last == Pressed::Stays {
            return self.press_enter(refused);
        }
        Ok(false)
    }

    /// Presses Enter at the end of a line. If Enter does nothing in a set-up, its errors are the answer. Returns `true`
    /// to leave the program.
    fn press_enter(&mut self, refused: &mut Vec<String>) -> Result<bool> {
        let is_screen = self.app.fight().is_none();
        let shown = is_screen.then(|| lines::draw::question(&self.app));
        if self.take(Message::Key(KeyCode::Enter.into()))? {
            return Ok(true);
        }
        let is_same = shown.is_some_and(|was| was == lines::draw::question(&self.app));
        if is_same {
            refused.extend(setup_problems(&self.app));
            if let Screen::Setup(screen) = &self.app.screen {
                let finder = screen.finder.as_ref();
                refused.extend(finder.and_then(|finder| finder.problem.clone()));
            }
            if refused.is_empty() {
                refused.push(lines::NO_ENTER.to_owned());
            }
        }
        Ok(false)
    }

    /// Presses a key of a line, or types its text.
    fn press_of_line(
        &mut self,
        message: Message<News>,
        refused: &mut Vec<String>,
    ) -> Result<Pressed> {
        let before = Place::of(&self.app);
        let is_text = matches!(message, Message::Paste(_));
        let is_typed = is_text && keys::takes_words(&self.app);
        let was_wrong = setup_problems(&self.app);
        // Outside a fight's prompt, a key is known only if it changes the screen.
        let is_prompt = self.app.fight().is_some() && self.app.overlay.is_none();
        let shown = (!is_prompt && !is_typed).then(|| lines::draw::question(&self.app));
        if self.take(message)? {
            return Ok(Pressed::Leaves);
        }
        self.catch_up();
        let has_moved = Place::of(&self.app) != before;
        if self.app.fight().is_some_and(Fight::is_refused) {
            return Ok(Pressed::Refused);
        }
        let is_wrong = setup_problems(&self.app);
        // The set-up explains why it refused the key.
        if !has_moved && !is_typed && !is_wrong.is_empty() && is_wrong != was_wrong {
            return Ok(Pressed::Refused);
        }
        let is_same = |was: &Question| *was == lines::draw::question(&self.app);
        if !has_moved && shown.as_ref().is_some_and(is_same) {
            refused.push(lines::NO_KEY.to_owned());
            return Ok(Pressed::Refused);
        }
        Ok(if has_moved {
            Pressed::Moves
        } else {
            Pressed::Stays
        })
    }

    /// Returns the reason why some inputs are not saved; "" if all are saved.
    fn not_saved(&mut self) -> String {
        self.app.save_status = self.save_status();
        match &self.app.save_status {
            SaveStatus::Failing(why) => why.clone(),
            _ => String::new(),
        }
    }

    /// Returns `true` if saving fails.
    fn is_failing(&self) -> bool {
        let status = self.open_fight.as_ref().map(|open| open.autosave.status());
        matches!(status, Some(SaveStatus::Failing(_)))
    }

    fn save_status(&self) -> SaveStatus {
        let open = self.open_fight.as_ref();
        open.map_or(SaveStatus::Off, |open| open.autosave.status())
    }

    fn draw(&mut self) -> Result<()> {
        let not_saved = self.not_saved();
        let app = &mut self.app;
        match &mut self.face {
            Face::Screen(screen) => screen.draw(|canvas| {
                app.area = canvas.area();
                draw::draw_on(app, canvas)
            })?,
            // Figures are written when they are complete.
            Face::Lines(_) if app.counts() => {}
            Face::Lines(lines) => lines.tell(app, None, Vec::new(), not_saved)?,
        }
        Ok(())
    }

    /// Redraws only the save status. Returns `false` if it has no separate place on the screen.
    fn draw_saved(&mut self) -> Result<bool> {
        self.app.save_status = self.save_status();
        let app = &self.app;
        match &mut self.face {
            Face::Screen(screen) => Ok(screen.draw_over(|canvas| draw::draw_status(app, canvas))?),
            Face::Lines(_) => Ok(true),
        }
    }

    /// Handles a request of the screen. Returns `true` to leave the program.
    fn handle(&mut self, request: Request) -> Result<bool> {
        match request {
            Request::Quit => return Ok(self.may_leave()),
            Request::Leave => {
                let prepared = match &self.app.screen {
                    Screen::Setup(screen) => Some(screen.setup.clone()),
                    Screen::Fight(_) | Screen::Start(_) => None,
                };
                let left = self.close();
                // The files may have changed meanwhile.
                self.app.library.forget_all();
                let mut start = start_screen(&self.app.library, &self.saves);
                if let Some(setup) = prepared {
                    start.go_back_to(&setup);
                }
                if let Err(why) = left {
                    start.tell(format!("the last fight is not completely saved: {why}"));
                }
                self.app.show(Screen::Start(Box::new(start)));
            }
            Request::Open(name) => {
                let systems = self.app.library.systems();
                let opened = self.saves.resume(&name, &systems);
                self.open(opened)?;
            }
            Request::Look(name) => {
                let systems = self.app.library.systems();
                let opened = self.saves.look(&name, &systems);
                self.open(opened)?;
            }
            Request::Tutor => {
                let opened = self.tutor();
                self.tell_of(opened.map(|_| ()))?;
            }
            Request::Delete(name) => {
                let deleted = self.saves.delete(&name);
                let mut start = start_screen(&self.app.library, &self.saves);
                start.tell(match deleted {
                    Ok(()) => format!("{name} is deleted"),
                    Err(why) => format!("{why:#}"),
                });
                self.app.show(Screen::Start(Box::new(start)));
            }
            Request::DeleteDraft(name) => {
                let deleted = self.app.library.drop_draft(&name);
                let mut start = start_screen(&self.app.library, &self.saves);
                start.tell(match deleted {
                    Ok(()) => format!("{name} is deleted"),
                    Err(why) => format!("{why:#}"),
                });
                self.app.show(Screen::Start(Box::new(start)));
            }
            Request::Redraw | Request::Suspend => match &mut self.face {
                Face::Screen(screen) if request == Request::Redraw => screen.redraw(),
                Face::Screen(screen) => {
                    screen.suspend()?;
                }
                Face::Lines(_) => {}
            },
            Request::Begun(draft) => {
                self.keep_new();
                let is_safe = !matches!(self.app.save_status, SaveStatus::Failing(_));
                if let Some(draft) = draft.filter(|_| is_safe)
                    && let Err(why) = self.app.library.drop_draft(&draft)
                    && let Some(fight) = self.app.fight_mut()
                {
                    fight.say(format!("{why:#}"));
                }
            }
            Request::Unbegin => {
                let name = self.open_fight.as_ref();
                let name = name.map(|open| open.autosave.name().to_owned());
                let deleted = self.close().and_then(|()| match &name {
                    Some(name) => self.saves.delete(name).map_err(|why| format!("{why:#}")),
                    None => Ok(()),
                });
                self.app.return_to_setup();
                if let (Err(why), Screen::Setup(screen)) = (deleted, &mut self.app.screen) {
                    screen.problems = vec![why];
                }
            }
            Request::Export(name) => {
                if let Some(fight) = self.app.fight_mut() {
                    match export(&fight.session, &name) {
                        Ok(file) => {
                            fight.say(format!("exported the log to {file} in the current folder"))
                        }
                        Err(why) => fight.refuse(format!("{why:#}")),
                    }
                }
            }
        }
        Ok(false)
    }

    /// Closes the fight on the screen after saving all of it.
    fn close(&mut self) -> Result<(), String> {
        self.keep();
        match (self.open_fight.take(), self.app.fight()) {
            (Some(open), Some(fight)) => open.autosave.leave(&fight.session),
            _ => Ok(()),
        }
    }

    /// Opens a fight from the start screen, or reports there why it cannot be opened.
    fn open(&mut self, opened: Result<Resumed>) -> Result<()> {
        let result = match opened {
            Ok(resumed) => self.go_on(resumed).map(|_| ()),
            Err(why) => Err(why),
        };
        self.tell_of(result)
    }

    /// Reports on the start screen why a fight cannot be opened.
    fn tell_of(&mut self, result: Result<()>) -> Result<()> {
        match (result, &mut self.app.screen) {
            (Err(why), Screen::Start(start)) => {
                start.tell(format!("{why:#}"));
                Ok(())
            }
            (result, _) => result,
        }
    }

    /// Sends the results of the latest inputs to the saver.
    fn keep(&mut self) {
        if let (Some(open), Some(fight)) = (&mut self.open_fight, self.app.fight_mut()) {
            let lines: Vec<_> = std::iter::from_fn(|| fight.next_line()).collect();
            open.autosave.keep(&fight.session, lines);
            open.autosave.keep_form(fight.beside_text());
        }
    }

    fn report(&mut self, number: u32, report: Report) {
        // The reaction to a report must include all inputs so far.
        self.keep();
        let (Some(open), Some(fight)) = (&mut self.open_fight, self.app.fight_mut()) else {
            return;
        };
        if number != open.number {
            return;
        }
        if let Some(text) = open.autosave.on_report(report, &fight.session) {
            fight.say(text);
        }
        if open.autosave.status() == SaveStatus::Saved {
            open.warned = false;
        }
    }

    /// Returns `true` if leaving loses nothing, or the GM was warned.
    fn may_leave(&mut self) -> bool {
        self.keep();
        let (Some(open), Some(fight)) = (&mut self.open_fight, self.app.fight_mut()) else {
            return true;
        };
        if !matches!(open.autosave.status(), SaveStatus::Failing(_)) || open.warned {
            return true;
        }
        open.autosave.retry(&fight.session);
        open.autosave.wait(LAST_TRY);
        let SaveStatus::Failing(why) = open.autosave.status() else {
            return true;
        };
        open.warned = true;
        fight.refuse(format!(
            "the last inputs are not saved ({why}): leave again to discard them"
        ));
        false
    }

    fn leave(mut self) -> Result<Option<String>> {
        self.keep();
        // The terminal is restored first, so that a message about unsaved data remains visible.
        drop(self.face);
        let (Some(open), Some(fight)) = (self.open_fight, self.app.fight()) else {
            return Ok(None);
        };
        let name = open.autosave.name().to_owned();
        let looked_on = open.autosave.look_only().is_some();
        let left = open.autosave.leave(&fight.session);
        left.map_err(|why| anyhow!("the last inputs of `{name}` are not saved: {why}"))?;
        Ok((!looked_on).then_some(name))
    }
}

/// Writes the log as Markdown into the working directory, without overwriting a file.
fn export(session: &Session, name: &str) -> Result<String> {
    let stem = match name.trim().trim_end_matches(".md") {
        "" => names::file_name(&session.now().title),
        name => names::file_name(name),
    };
    let text = markdown(session, Readers::GameMaster);
    let numbered = (2..100).map(|number| format!("{stem}-{number}.md"));
    for file in std::iter::once(format!("{stem}.md")).chain(numbered) {
        let created = std::fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&file);
        match created {
            Ok(mut written) => {
                written
                    .write_all(text.as_bytes())
                    .with_context(|| format!("{file} could not be written"))?;
                return Ok(file);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("{file} could not be written"));
            }
        }
    }
    Err(anyhow!(
        "too many files are called {stem}.md: choose another name"
    ))
}
