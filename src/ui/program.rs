//! The loop: takes all that waits, updates what the screen remembers, hands inputs to the saver, draws once; for ever.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::app::{App, SaveMark, Wish};
use super::consent;
use super::ending::Ending;
use super::fight::Fight;
use super::input::{self, Message, Signal};
use super::keeping::{Desk, Folder, Found, Keeping, Ledger, Way};
use super::keymap::Keymap;
use super::terminal::Screen;
use super::theme::Theme;
use super::view;
use crate::session::Session;
use crate::store::{Library, Report, Resumed, Saves};

/// How long nothing must happen before a long journal is folded.
const QUIET: Duration = Duration::from_secs(2);

/// How long leaving waits for a disk that failed before, before it asks once more.
const LAST_TRY: Duration = Duration::from_secs(1);

/// What the program's own threads say to the loop.
#[derive(Debug)]
pub enum News {
    /// The saver of the fight of this number.
    Saver(u32, Report),
}

/// What the program is run with.
pub struct Home {
    /// The rule systems, and what a GM has for them.
    pub library: Library,
    /// The folder of the fights.
    pub saves: Saves,
    /// Which key does what.
    pub keymap: Keymap,
    /// How things look.
    pub theme: Theme,
}

/// What fills the screen first.
pub enum Begin {
    /// A fight that was saved.
    Saved(Box<Resumed>),
    /// A fight that is not on disk yet.
    Fresh(Box<Session>),
}

/// Shows the program on the terminal until it is left.
///
/// # Errors
/// When there is no terminal, or it fails; when the last inputs of the fight could not be saved.
pub fn run(home: Home, begin: Begin) -> Result<()> {
    let begin = match begin {
        Begin::Fresh(session) => Opening::Fresh(session),
        Begin::Saved(resumed) => {
            let found = Found::new(*resumed, &home.library.systems());
            Opening::Found(Box::new(found))
        }
    };
    let (sender, receiver) = mpsc::channel();
    let ledger = Arc::new(Ledger::default());
    let ending = {
        let ledger = Arc::clone(&ledger);
        Ending::new(move || ledger.wait())
    };
    let mut screen = Screen::open()?;
    ending.catch_panics();
    input::start(&sender, &ending)?;
    let saves = home.saves;
    let mut room = Room {
        sender,
        receiver,
        ledger,
        folder: Arc::new(move || saves.open_folder()),
        fights: 0,
    };
    let way = match &begin {
        Opening::Fresh(_) => Way::GoOn,
        Opening::Found(found) => match found.question() {
            None => Way::GoOn,
            Some(question) => {
                match consent::ask(&question, &home.theme, &mut screen, &room.receiver)? {
                    Some(way) => way,
                    None => return Ok(()),
                }
            }
        },
    };
    let (keeping, fight) = room.take_up(begin, way, &home.library)?;
    let mut app = App::new(home.keymap, home.theme, fight);
    let mut table = Table {
        keeping,
        number: room.fights,
        warned: false,
    };
    table.turn(&mut app, &mut screen, &room)?;
    // The terminal is given back first, so that what could not be saved is told where it can be read.
    drop(screen);
    table.leave(&app)
}

/// A fight to be put on the screen.
enum Opening {
    Found(Box<Found>),
    Fresh(Box<Session>),
}

/// What all fights of one run share.
struct Room {
    sender: Sender<Message<News>>,
    receiver: Receiver<Message<News>>,
    ledger: Arc<Ledger>,
    folder: Folder,
    /// How many fights were taken up so far.
    fights: u32,
}

impl Room {
    fn take_up(
        &mut self,
        opening: Opening,
        way: Way,
        library: &Library,
    ) -> Result<(Keeping, Fight)> {
        self.fights += 1;
        let (number, sender) = (self.fights, self.sender.clone());
        let reporter = Arc::new(move |report| {
            // The loop may have ended already; then nobody is left to be told.
            let _ = sender.send(Message::Other(News::Saver(number, report)));
        });
        let ledger = Arc::clone(&self.ledger);
        let desk = Desk::new(Arc::clone(&self.folder), reporter, ledger);
        let (keeping, session, told) = match opening {
            Opening::Fresh(session) => {
                let keeping = Keeping::create(desk, &session);
                (keeping, *session, Vec::new())
            }
            Opening::Found(found) => {
                let told = found.told();
                let (keeping, session) = Keeping::go_on(desk, *found, way)?;
                (keeping, session, told)
            }
        };
        let book = library
            .book(session.system().key())
            .context("the system of this fight has no book")?;
        let mut fight = Fight::new(session, book.schema.clone());
        fight.looking = keeping.look_only().map(str::to_owned);
        if !told.is_empty() {
            fight.say(told.join(" · "));
        }
        Ok((keeping, fight))
    }
}

/// The fight on the screen, as far as the loop keeps it.
struct Table {
    keeping: Keeping,
    number: u32,
    /// Whether the GM knows that leaving now loses something.
    warned: bool,
}

impl Table {
    fn turn(&mut self, app: &mut App, screen: &mut Screen, room: &Room) -> Result<()> {
        let mut messages = Vec::new();
        loop {
            app.mark = self.keeping.mark();
            screen.draw(|frame| {
                app.area = frame.area();
                if let Some(cursor) = view::draw(app, frame.area(), frame.buffer_mut()) {
                    frame.set_cursor_position(cursor);
                }
            })?;
            let quiet = self.keeping.wants_fold().then_some(QUIET);
            if !input::wait_at_most(&room.receiver, &mut messages, quiet) {
                return Ok(());
            }
            if messages.is_empty() {
                self.keeping.fold(&app.fight().session);
                continue;
            }
            for message in messages.drain(..) {
                match message {
                    Message::Key(key) => app.press(key),
                    Message::Paste(text) => app.paste(&text),
                    Message::Resize => screen.redraw(),
                    Message::Signal(Signal::Stop) => app.wishes.push(Wish::Suspend),
                    Message::Signal(Signal::Continue) => screen.resume()?,
                    Message::Other(News::Saver(number, report)) => self.news(number, report, app),
                }
                for wish in std::mem::take(&mut app.wishes) {
                    match wish {
                        Wish::Quit if self.may_leave(app) => return Ok(()),
                        Wish::Quit => {}
                        Wish::Redraw => screen.redraw(),
                        Wish::Suspend => {
                            screen.suspend()?;
                        }
                        Wish::Export(_) => {}
                    }
                }
            }
            self.keep(app);
        }
    }

    /// Hands over what the inputs since the last time did.
    fn keep(&mut self, app: &mut App) {
        let fight = app.fight_mut();
        let lines: Vec<_> = std::iter::from_fn(|| fight.next_line()).collect();
        self.keeping.keep(&fight.session, lines);
    }

    fn news(&mut self, number: u32, report: Report, app: &mut App) {
        if number != self.number {
            return;
        }
        // What the report is answered with must hold every input up to now.
        self.keep(app);
        let fight = app.fight_mut();
        if let Some(text) = self.keeping.news(report, &fight.session) {
            fight.say(text);
        }
        if self.keeping.mark() == SaveMark::Saved {
            self.warned = false;
        }
    }

    /// Whether nothing is lost by leaving, or the GM was told.
    fn may_leave(&mut self, app: &mut App) -> bool {
        self.keep(app);
        if !matches!(self.keeping.mark(), SaveMark::Trouble(_)) || self.warned {
            return true;
        }
        self.keeping.retry(&app.fight().session);
        self.keeping.wait(LAST_TRY);
        let SaveMark::Trouble(why) = self.keeping.mark() else {
            return true;
        };
        self.warned = true;
        app.fight_mut().refuse(format!(
            "not everything is saved ({why}); leave once more to go without it"
        ));
        false
    }

    fn leave(self, app: &App) -> Result<()> {
        let name = self.keeping.name().to_owned();
        if let Err(why) = self.keeping.leave(&app.fight().session) {
            bail!("the last inputs of `{name}` are not saved: {why}");
        }
        Ok(())
    }
}
