//! Keys, frames and bytes of the fight screen. `cargo bench --bench screen`.

mod measure;
#[path = "../tests/tiny/mod.rs"]
mod tiny;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use affray::dice::Seed;
use affray::encounter::{Encounter, Event};
use affray::rules::book::Book;
use affray::session::{Input, Session, Waits, parse};
use affray::ui::app::App;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::ui::theme::{Colours, Ground, Signs, Theme};
use affray::ui::view;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use measure::{median, row};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (240, 67)];

fn main() {
    println!("| figure | median |");
    println!("|---|---|");
    for combatants in [12, 200] {
        let mut app = app(combatants);
        for (width, height) in SIZES {
            drawing(&mut app, combatants, width, height);
        }
        keys(&mut app, combatants);
    }
    bytes();
}

/// A fight of the tiny system with so many combatants and some rounds of log.
fn app(combatants: usize) -> App {
    let mut session =
        Session::new(&tiny::systems(), crowd(combatants), Seed(7)).expect("a session");
    for step in 0..200 {
        let input = match session.waits() {
            Waits::Offers { offers, .. } => {
                Input::Start(offers[step % offers.len()].command.clone())
            }
            Waits::Prompt(prompt) if prompt.question.key == "damage" => {
                parse(&session, "roll 1").expect("an input")
            }
            Waits::Prompt(_) => parse(&session, "enter").expect("an input"),
            Waits::Fault(what) => panic!("{what}"),
        };
        if session.input(input).is_err() {
            session.input(Input::Undo).expect("undone");
        }
    }
    let (book, _) = Book::built_in(&tiny::TINY);
    let theme = Theme::new(Colours::True, Ground::Dark, Signs::Unicode);
    App::new(Keymap::built_in(), theme, Fight::new(session, book))
}

fn crowd(combatants: usize) -> Encounter {
    let mut start = tiny::start();
    let four = start.combatants.clone();
    for number in 4..combatants {
        let mut one = four[number % 4].in_words();
        one.name = format!("{} {number}", one.name);
        start.apply(&Event::Joined {
            combatant: one.into(),
        });
    }
    start
}

fn drawing(app: &mut App, combatants: usize, width: u16, height: u16) {
    let area = Rect::new(0, 0, width, height);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    row(
        &format!("drawing {width}x{height}, {combatants} combatants"),
        median(|| {
            buffer.reset();
            view::draw(app, area, &mut buffer)
        }),
    );
}

fn key(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

/// From a key to the finished frame, without the terminal.
fn keys(app: &mut App, combatants: usize) {
    let area = Rect::new(0, 0, 120, 40);
    app.area = area;
    let mut buffer = Buffer::empty(area);
    let mut down = false;
    row(
        &format!("an arrow key and its frame, 120x40, {combatants} combatants"),
        median(|| {
            down = !down;
            app.press(key(if down { KeyCode::Down } else { KeyCode::Up }));
            buffer.reset();
            view::draw(app, area, &mut buffer)
        }),
    );
    let fight = app.fight_mut().expect("a fight");
    while !matches!(fight.session.waits(), Waits::Offers { .. }) {
        fight.undo();
    }
    row(
        &format!("a command started, undone and two frames, 120x40, {combatants} combatants"),
        median(|| {
            for code in [KeyCode::Enter, KeyCode::Backspace] {
                app.press(key(code));
                buffer.reset();
                view::draw(app, area, &mut buffer);
            }
            let fight = app.fight_mut().expect("a fight");
            while fight.next_line().is_some() {}
        }),
    );
}

/// What the terminal is sent.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes of a frame. The program sends each with one write; `tests/program.rs` sees them whole.
fn bytes() {
    let mut app = app(12);
    for (width, height) in SIZES {
        let area = Rect::new(0, 0, width, height);
        app.area = area;
        let sink = Sink::default();
        let options = TerminalOptions {
            viewport: Viewport::Fixed(area),
        };
        let mut terminal =
            Terminal::with_options(CrosstermBackend::new(sink.clone()), options).expect("a screen");
        let mut frame = |app: &mut App| {
            terminal
                .draw(|frame| {
                    let cursor = view::draw(app, frame.area(), frame.buffer_mut());
                    if let Some(cursor) = cursor {
                        frame.set_cursor_position(cursor);
                    }
                })
                .expect("drawn");
            std::mem::take(&mut *sink.0.lock().expect("no panic")).len()
        };
        let whole = frame(&mut app);
        app.press(key(KeyCode::Down));
        let moved = frame(&mut app);
        app.press(key(KeyCode::Up));
        let back = frame(&mut app);
        let same = frame(&mut app);
        println!("| bytes of a whole frame, {width}x{height} | {whole} |");
        println!("| bytes of a selection moved down and up, {width}x{height} | {moved}, {back} |");
        println!("| bytes of a frame that changes nothing, {width}x{height} | {same} |");
    }
}
