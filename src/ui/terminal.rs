//! The terminal while it is ours: taken and given back whole, drawn to in single writes.
//!
//! Not `ratatui::init`, because that gives the terminal back on a panic only, is fixed to a line-buffered standard
//! output, and sends a frame in up to eleven writes. Here a frame is collected, wrapped into a synchronized update and
//! written once, and [`restore`] may be called by any thread at any time.

use std::{
    cell::RefCell,
    fs::File,
    io::{self, IsTerminal, Write},
    os::fd::AsFd,
    rc::Rc,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
    thread,
    time::Duration,
};

use anyhow::{Context, Result, bail};
use crossterm::{
    cursor::{Hide, Show},
    event::{DisableBracketedPaste, EnableBracketedPaste},
    queue,
    style::ResetColor,
    terminal::{
        BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
        LeaveAlternateScreen,
    },
};
use ratatui::{
    backend::{Backend, CrosstermBackend},
    layout::{Position, Rect},
};

use super::canvas::Canvas;

/// The way to the terminal while the screen is ours; `None` before and after. Whoever writes holds the lock, so that
/// nothing is written behind the sequences that gave the terminal back.
static HELD: Mutex<Option<File>> = Mutex::new(None);

/// The size assumed when the terminal does not know its own, as on a serial line.
const UNKNOWN_SIZE: (u16, u16) = (80, 24);

/// The largest size drawn, so that a terminal claiming 65,535 columns and rows does not take all memory.
const LARGEST_SIZE: (u16, u16) = (1_000, 500);

/// The terminal in raw mode and on its alternate screen. Dropping it gives the terminal back.
pub struct TerminalScreen {
    output: Output,
    measured: bool,
}

impl TerminalScreen {
    /// Takes the terminal, or says in one line why there is none.
    pub fn open() -> Result<Self> {
        for (name, is_terminal) in [
            ("input", io::stdin().is_terminal()),
            ("output", io::stdout().is_terminal()),
        ] {
            if !is_terminal {
                bail!(
                    "the standard {name} is not a terminal: start affray in one, or see `affray --help`"
                );
            }
        }
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            bail!(
                "this terminal cannot place text (TERM=dumb): start affray in another, or see `affray --help`"
            );
        }
        // Whether there are colours is the theme's to decide; crossterm would answer NO_COLOR by sending resets.
        crossterm::style::force_color_output(true);
        take().context("the terminal cannot be set up")?;
        Ok(Self {
            // The first frame measures it.
            output: Output::new(Rect::ZERO),
            measured: false,
        })
    }

    /// Draws what `view` puts on the canvas, with the cursor where it says. Does nothing while the terminal is given back.
    pub fn draw(&mut self, view: impl FnOnce(&mut Canvas) -> Option<Position>) -> io::Result<()> {
        if !self.measured {
            self.output.reshape(area())?;
            self.measured = true;
        }
        match self.output.paint(view)? {
            Some(bytes) => send(&bytes),
            None => Ok(()),
        }
    }

    /// Draws what `view` changes on the frame before, whose cursor stays. False where `view` says that it changed nothing.
    pub fn draw_over(&mut self, view: impl FnOnce(&mut Canvas) -> bool) -> io::Result<bool> {
        let cursor = self.output.cursor;
        let mut drawn = false;
        self.draw(|canvas| {
            drawn = view(canvas);
            cursor
        })?;
        Ok(drawn)
    }

    /// The terminal changed its size, or its content is not what was drawn: the next frame measures and draws it all.
    pub fn redraw(&mut self) {
        self.measured = false;
    }

    /// Gives the terminal back to the shell until the process is continued. Returns whether it did: a program that no
    /// shell watches, started by the terminal itself, would be stopped with nobody to continue it.
    pub fn suspend(&mut self) -> io::Result<bool> {
        if !has_shell() {
            return Ok(false);
        }
        restore();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.resume()?;
        Ok(true)
    }

    /// Takes the terminal again after the process was stopped and continued, whoever did it: the shell has given it its
    /// own modes meanwhile.
    pub fn resume(&mut self) -> io::Result<()> {
        restore();
        take()?;
        self.redraw();
        Ok(())
    }
}

impl Drop for TerminalScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back as it was. May be called by any thread, and when there is nothing to give back.
pub(crate) fn restore() {
    let held = patient_lock().and_then(|mut held| held.take());
    let raw = crossterm::terminal::is_raw_mode_enabled().unwrap_or(false);
    if let Some(mut output) = held {
        let _ = leave(&mut output);
    }
    if raw {
        let _ = crossterm::terminal::disable_raw_mode();
    }
}

fn take() -> io::Result<()> {
    let mut held = lock();
    crossterm::terminal::enable_raw_mode()?;
    // A file rather than `io::stdout()`, which is line-buffered and would cut a frame into pieces.
    let entered = io::stdout()
        .as_fd()
        .try_clone_to_owned()
        .and_then(|output| {
            let mut output = File::from(output);
            let mut bytes = Vec::new();
            queue!(bytes, EnterAlternateScreen, EnableBracketedPaste, Hide)?;
            write_all(&mut output, &bytes)?;
            Ok(output)
        });
    match entered {
        Ok(output) => {
            *held = Some(output);
            Ok(())
        }
        Err(error) => {
            let _ = crossterm::terminal::disable_raw_mode();
            Err(error)
        }
    }
}

fn leave(output: &mut File) -> io::Result<()> {
    let mut bytes = Vec::new();
    queue!(
        bytes,
        EndSynchronizedUpdate,
        ResetColor,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        Show
    )?;
    write_all(output, &bytes)
}

fn send(bytes: &[u8]) -> io::Result<()> {
    match lock().as_mut() {
        Some(output) => write_all(output, bytes),
        None => Ok(()),
    }
}

/// Writes all of `bytes`, in one call if the terminal takes them. A parent may have left the terminal non-blocking;
/// then a full terminal is waited for, as a blocking one would.
fn write_all(output: &mut File, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match output.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1))
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn lock() -> MutexGuard<'static, Option<File>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The lock, unless a writer holds it for long: then the terminal takes no bytes, and would not take ours either.
fn patient_lock() -> Option<MutexGuard<'static, Option<File>>> {
    for _ in 0..100 {
        match HELD.try_lock() {
            Ok(held) => return Some(held),
            Err(TryLockError::Poisoned(held)) => return Some(held.into_inner()),
            Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
        }
    }
    None
}

/// Whether a shell with job control started us: it gives every job a process group of its own, so that only without one
/// the group is the session's.
fn has_shell() -> bool {
    match (
        rustix::process::getpgid(None),
        rustix::process::getsid(None),
    ) {
        (Ok(group), Ok(session)) => group != session,
        _ => false,
    }
}

fn area() -> Rect {
    let (width, height) = match crossterm::terminal::size() {
        Ok((width, height)) if width > 0 && height > 0 => (width, height),
        _ => UNKNOWN_SIZE,
    };
    Rect::new(0, 0, width.min(LARGEST_SIZE.0), height.min(LARGEST_SIZE.1))
}

/// Buffer for the bytes that ratatui's backend writes.
struct Output {
    canvas: Canvas,
    backend: CrosstermBackend<Collector>,
    collected: Collector,
    cursor: Option<Position>,
}

impl Output {
    fn new(area: Rect) -> Self {
        let collected = Collector::default();
        Self {
            canvas: Canvas::new(area),
            backend: CrosstermBackend::new(collected.clone()),
            collected,
            cursor: None,
        }
    }

    /// The next frame has this area and is drawn whole, on a screen that is cleared in the same update.
    fn reshape(&mut self, area: Rect) -> io::Result<()> {
        self.canvas.wipe(area);
        queue!(self.collected, Clear(ClearType::All))
    }

    /// The bytes that bring the frame that `view` draws onto the screen, or `None` if it shows already.
    fn paint(
        &mut self,
        view: impl FnOnce(&mut Canvas) -> Option<Position>,
    ) -> io::Result<Option<Vec<u8>>> {
        let cleared = self.collected.take();
        let cursor = view(&mut self.canvas);
        let changes = self.canvas.changes();
        if cleared.is_empty() && changes.is_empty() && cursor == self.cursor {
            return Ok(None);
        }
        self.cursor = cursor;
        queue!(self.collected, BeginSynchronizedUpdate, Hide)?;
        self.collected.write_all(&cleared)?;
        self.backend
            .draw(changes.iter().map(|(x, y, cell)| (*x, *y, cell)))?;
        if let Some(cursor) = cursor {
            self.backend.show_cursor()?;
            self.backend.set_cursor_position(cursor)?;
        }
        queue!(self.collected, EndSynchronizedUpdate)?;
        Ok(Some(self.collected.take()))
    }
}

/// A writer that keeps everything until it is taken, whatever is flushed.
#[derive(Clone, Default)]
struct Collector(Rc<RefCell<Vec<u8>>>);

impl Collector {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.borrow_mut())
    }
}

impl Write for Collector {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
impl TerminalScreen {
    /// A screen of which nothing reaches a terminal.
    pub(crate) fn unseen(area: Rect) -> Self {
        Self {
            output: Output::new(area),
            measured: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use ratatui::widgets::{Paragraph, Widget as _};

    use super::*;

    fn paint(output: &mut Output, text: &str, cursor: u16) -> Option<String> {
        let painted = output.paint(|canvas| {
            Paragraph::new(text).render(canvas.area(), canvas.anew());
            Some(Position::new(cursor, 0))
        });
        let bytes = painted.expect("an output does not fail");
        bytes.map(|bytes| String::from_utf8(bytes).expect("terminals are sent UTF-8"))
    }

    fn screen(rows: u16, columns: u16) -> vt100::Parser {
        let [rows, columns] = [rows, columns].map(|n| NonZero::new(n).expect("not zero"));
        vt100::Parser::new(rows, columns, 0)
    }

    #[test]
    fn parts_that_change_bring_the_screen_to_the_frame() {
        let mut output = Output::new(Rect::new(0, 0, 12, 3));
        let mut shown = screen(3, 12);
        for texts in [
            ["goblin", "ogre", "rat"],
            ["goblin", "巨人 ogre", "rat"],
            ["gob", "巨 ogre", "rat"],
            ["gob", "x巨人", "巨人巨人巨人"],
            ["", "ogre", "巨人巨人巨"],
        ] {
            let painted = output.paint(|canvas| {
                canvas.begin("rows");
                for (row, text) in texts.iter().enumerate() {
                    let y = u16::try_from(row).expect("few");
                    canvas.part(Rect::new(0, y, 12, 1), *text, |text, buffer| {
                        Paragraph::new(*text).render(Rect::new(0, y, 12, 1), buffer);
                    });
                }
                None
            });
            let bytes = painted.expect("an output does not fail").expect("a change");
            shown.process(&bytes);
            let rows: Vec<String> = shown.screen().rows(0, 12).collect();
            let rows: Vec<&str> = rows.iter().map(|row| row.trim_end()).collect();
            assert_eq!(rows, texts);
        }
    }

    #[test]
    fn a_frame_is_one_synchronized_update() {
        let mut output = Output::new(Rect::new(0, 0, 20, 2));
        let frame = paint(&mut output, "goblin", 6).expect("the first frame shows something");
        assert!(frame.starts_with("\x1b[?2026h\x1b[?25l"), "{frame:?}");
        assert!(
            frame.ends_with("\x1b[?25h\x1b[1;7H\x1b[?2026l"),
            "{frame:?}"
        );
        let mut screen = screen(2, 20);
        screen.process(frame.as_bytes());
        assert_eq!(screen.screen().contents(), "goblin");
    }

    #[test]
    fn what_shows_already_is_not_sent() {
        let mut output = Output::new(Rect::new(0, 0, 120, 36));
        paint(&mut output, "goblin", 0);
        let moved = paint(&mut output, "goblin", 1).expect("the cursor moved");
        assert!(moved.len() < 100, "{moved:?}");
        assert_eq!(paint(&mut output, "goblin", 1), None);
        assert!(paint(&mut output, "gobliN", 1).is_some());
        assert!(paint(&mut output, "goblin", 1).is_some());
    }

    #[test]
    fn after_a_change_of_size_everything_is_drawn_without_a_question() {
        let mut output = Output::new(Rect::new(0, 0, 20, 2));
        paint(&mut output, "goblin", 0);
        for area in [
            Rect::new(0, 0, 20, 2),
            Rect::new(0, 0, 10, 1),
            Rect::new(0, 0, 1, 1),
        ] {
            output.reshape(area).unwrap();
            let frame = paint(&mut output, "goblin", 0).expect("drawn whole");
            assert!(frame.starts_with("\x1b[?2026h"), "{frame:?}");
            assert!(frame.contains('g'), "{frame:?}");
            assert!(!frame.contains("\x1b[6n"), "{frame:?}");
        }
        output.reshape(Rect::new(0, 0, 0, 0)).unwrap();
        paint(&mut output, "goblin", 0);
    }

    #[test]
    fn giving_back_what_was_not_taken_does_nothing() {
        restore();
        assert!(lock().is_none(), "nothing is taken");
        send(b"nobody sees this").unwrap();
        assert!(lock().is_none(), "nothing is taken");
    }
}
