//! Terminal of the program: set up and restored as a whole, and drawn to in single writes.
//!
//! This module does not use `ratatui::init`. That function restores the terminal only on a panic, requires a
//! line-buffered standard output, and sends a frame in up to eleven writes. Here a frame is collected, wrapped into a
//! synchronized update and written once, and [`restore`] may be called by any thread at any time.

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
use crate::unix;

/// Output to the terminal while the screen is set up; `None` before and after. Writers hold the lock, so that nothing
/// is written after the sequences that restored the terminal.
static HELD: Mutex<Option<File>> = Mutex::new(None);

/// Size assumed if the terminal does not know its own, as on a serial line.
const UNKNOWN_SIZE: (u16, u16) = (80, 24);

/// Maximum size drawn, so that a terminal that claims 65,535 columns and rows does not use up all memory.
const LARGEST_SIZE: (u16, u16) = (1_000, 500);

/// Terminal in raw mode and on its alternate screen. Dropping it restores the terminal.
pub struct TerminalScreen {
    output: Output,
    measured: bool,
}

impl TerminalScreen {
    /// Sets up the terminal, or returns an error in one line if there is no terminal.
    pub fn open() -> Result<Self> {
        for (name, is_terminal) in [
            ("input", io::stdin().is_terminal()),
            ("output", io::stdout().is_terminal()),
        ] {
            if !is_terminal {
                bail!(
                    "the standard {name} is not a terminal: start affray in a terminal, or see `affray --help`"
                );
            }
        }
        if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
            bail!(
                "this terminal cannot move its cursor (TERM=dumb): start affray in another terminal, or see `affray --help`"
            );
        }
        // The theme decides about colours; crossterm would react to NO_COLOR by sending resets.
        crossterm::style::force_color_output(true);
        take().context("the terminal cannot be set up")?;
        Ok(Self {
            // The first frame measures the terminal.
            output: Output::new(Rect::ZERO),
            measured: false,
        })
    }

    /// Draws `view` on the canvas, with the cursor at the position that it returns. Does nothing while the terminal is
    /// restored.
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

    /// Draws the changes of `view` over the previous frame and keeps the cursor. Returns `false` if `view` changed
    /// nothing.
    pub fn draw_over(&mut self, view: impl FnOnce(&mut Canvas) -> bool) -> io::Result<bool> {
        let cursor = self.output.cursor;
        let mut drawn = false;
        self.draw(|canvas| {
            drawn = view(canvas);
            cursor
        })?;
        Ok(drawn)
    }

    /// Makes the next frame measure the terminal and draw everything, because its size or contents have changed.
    pub fn redraw(&mut self) {
        self.measured = false;
    }

    /// Gives the terminal to the shell until the process is continued. Returns `false` if that is impossible: a program
    /// that the terminal itself started has no shell to continue it.
    pub fn suspend(&mut self) -> io::Result<bool> {
        if !unix::has_shell() {
            return Ok(false);
        }
        restore();
        unix::act_as_without_handler(unix::SIGTSTP)?;
        self.resume()?;
        Ok(true)
    }

    /// Sets up the terminal again after the process was stopped and continued, because the shell has changed its modes
    /// meanwhile.
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

/// Restores the terminal to its original state. May be called by any thread, even if there is nothing to restore.
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
    // A file rather than `io::stdout()`, which is line-buffered and would split a frame.
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

/// Writes all of `bytes`, in one call if the terminal accepts them. A parent process may have made the terminal
/// non-blocking; then this waits for a full terminal, as a blocking one would.
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

/// Takes the lock, unless a writer holds it for long: then the terminal accepts no bytes, including ours.
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

    /// Makes the next frame have this area and be drawn whole, on a screen that is cleared in the same update.
    fn reshape(&mut self, area: Rect) -> io::Result<()> {
        self.canvas.wipe(area);
        queue!(self.collected, Clear(ClearType::All))
    }

    /// Returns the bytes that show the frame drawn by `view`, or `None` if it is already visible.
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

/// Writer that keeps everything until it is taken, regardless of flushes.
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
    /// Creates a screen without a terminal.
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
    fn changed_parts_complete_the_frame_on_the_terminal() {
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
    fn an_unchanged_frame_is_not_sent() {
        let mut output = Output::new(Rect::new(0, 0, 120, 36));
        paint(&mut output, "goblin", 0);
        let moved = paint(&mut output, "goblin", 1).expect("the cursor moved");
        assert!(moved.len() < 100, "{moved:?}");
        assert_eq!(paint(&mut output, "goblin", 1), None);
        assert!(paint(&mut output, "gobliN", 1).is_some());
        assert!(paint(&mut output, "goblin", 1).is_some());
    }

    #[test]
    fn everything_is_redrawn_after_a_change_of_size() {
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
    fn restore_does_nothing_before_the_terminal_is_set_up() {
        restore();
        assert!(lock().is_none(), "nothing is taken");
        send(b"nobody sees this").unwrap();
        assert!(lock().is_none(), "nothing is taken");
    }
}
