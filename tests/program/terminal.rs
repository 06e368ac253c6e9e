//! Checks that the terminal is restored, whatever ends the program, that no typed key is lost, and that an idle program
//! uses no processor time.

use std::{os::unix::process::ExitStatusExt, path::PathBuf, process::Command, time::Duration};

use affray::ui::ending::Ending;
use affray::ui::inbox::{self, Inbox, Message};
use affray::ui::terminal::TerminalScreen;
use crossterm::event::{KeyCode, KeyModifiers};
use ratatui::widgets::{Paragraph, Widget as _};
use rustix::process::Signal as Kill;

use crate::pty::Pty;

/// Variable with the file to create when saving is finished, set if the test binary is the program.
const SAVED: &str = "AFFRAY_TEST_SAVED";

/// The program under test: counts keys and quits on `q`. Does nothing in an ordinary test run.
#[test]
fn program() {
    let Ok(saved) = std::env::var(SAVED) else {
        return;
    };
    let ending = Ending::new(move || std::fs::write(&saved, "").expect("the folder is there"));
    let mut screen = match TerminalScreen::open() {
        Ok(screen) => screen,
        Err(error) => {
            eprintln!("error: {error:#}");
            std::process::exit(1);
        }
    };
    ending.catch_panics(|| "the last words".to_owned());
    let (sender, mut inbox) = Inbox::<()>::new();
    inbox::start(&sender, &ending).expect("threads start");
    let (mut keys, mut pasted, mut stopped) = (0, String::new(), 0);
    loop {
        let text = format!("{keys} keys, {pasted:?} pasted, {stopped} stops");
        let drawn = screen.draw(|canvas| {
            let area = canvas.area();
            let text = format!("{text}, {}x{}", area.width, area.height);
            Paragraph::new(text).render(area, canvas.anew());
            None
        });
        if drawn.is_err() {
            gone();
        }
        inbox.wait(None);
        while let Some(message) = inbox.next() {
            // A terminal that disappears continues stopped processes.
            if message.is_for(&mut screen).is_err() {
                gone();
            }
            match message {
                Message::Key(key) if key.modifiers == KeyModifiers::CONTROL => {
                    assert_eq!(key.code, KeyCode::Char('z'), "the only one typed");
                    stopped += u32::from(screen.suspend().expect("the terminal comes back"));
                }
                Message::Key(key) if key.code == KeyCode::Char('q') => return,
                Message::Key(key) if key.code == KeyCode::Char('p') => panic!("asked to"),
                Message::Key(_) => keys += 1,
                Message::Paste(text) => pasted = text,
                Message::Resize | Message::Signal(_) | Message::Other(()) => {}
            }
        }
    }
}

/// Handles a terminal that is gone; the signal that ends the program follows.
fn gone() -> ! {
    std::thread::sleep(Duration::from_secs(10));
    std::process::exit(1);
}

struct Run {
    pty: Pty,
    folder: tempfile::TempDir,
}

impl Run {
    fn saved(&self) -> PathBuf {
        self.folder.path().join("saved")
    }
}

fn program_command() -> Vec<String> {
    let exe = std::env::current_exe().expect("a test knows its program");
    let exe = exe.to_str().expect("build folders are UTF-8").to_owned();
    [
        exe.as_str(),
        "--exact",
        "terminal::program",
        "--nocapture",
        "--quiet",
    ]
    .map(str::to_owned)
    .to_vec()
}

fn start_as(command: &[&str]) -> Run {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("saved");
    let saved = saved.to_str().expect("temporary folders are UTF-8");
    let pty = Pty::start(
        command,
        &[(SAVED, saved), ("TERM", "xterm-256color")],
        24,
        80,
    );
    Run { pty, folder }
}

fn start() -> Run {
    let command = program_command();
    let words: Vec<&str> = command.iter().map(String::as_str).collect();
    let mut run = start_as(&words);
    run.pty.expect("0 keys");
    run
}

#[test]
fn quitting_restores_the_terminal() {
    let mut run = start();
    assert!(!run.pty.is_restored());
    run.pty.send(b"abcq");
    assert!(run.pty.wait().success());
    assert!(run.pty.is_restored());
}

#[test]
fn signals_end_the_program_after_saving() {
    for signal in [Kill::TERM, Kill::HUP, Kill::INT, Kill::QUIT] {
        let mut run = start();
        run.pty.kill(signal);
        let status = run.pty.wait();
        assert_eq!(status.signal(), Some(signal.as_raw()), "{status:?}");
        assert!(run.pty.is_restored(), "{signal:?}");
        assert!(run.saved().exists(), "{signal:?}");
    }
}

#[test]
fn a_signal_ends_the_program_during_a_paste() {
    let mut run = start();
    run.pty.send(b"\x1b[200~this paste has no end");
    run.pty.kill(Kill::TERM);
    assert_eq!(run.pty.wait().signal(), Some(Kill::TERM.as_raw()));
    assert!(run.pty.is_restored());
}

#[test]
fn a_panic_is_reported_on_the_restored_screen() {
    let mut run = start();
    run.pty.send(b"p");
    assert_eq!(run.pty.wait().code(), Some(101));
    assert!(run.pty.is_restored());
    assert!(run.saved().exists());
    let bytes = String::from_utf8_lossy(&run.pty.bytes).into_owned();
    let left = bytes
        .find("\x1b[?1049l")
        .expect("the alternate screen is left");
    let told = bytes[left..].find("asked to").expect("the message");
    assert!(bytes[left + told..].contains("the last words"), "{bytes}");
}

#[test]
fn a_closed_terminal_ends_the_program() {
    for trap in ["", "trap '' HUP; "] {
        let command = program_command().join(" ");
        let mut run = start_as(&["sh", "-c", &format!("{trap}exec {command}")]);
        run.pty.expect("0 keys");
        run.pty.hang_up();
        let status = run.pty.wait();
        assert_eq!(status.signal(), Some(Kill::HUP.as_raw()), "{status:?}");
        assert!(run.saved().exists());
    }
}

#[test]
fn a_flood_of_keys_loses_no_key_and_a_paste_runs_no_command() {
    let mut run = start();
    run.pty.send(&[b'x'; 65_536]);
    run.pty.expect("65536 keys");
    let mut paste = b"\x1b[200~goblin\x1b[31m\nq\n".to_vec();
    paste.extend(std::iter::repeat_n(b'q', 1 << 20));
    paste.extend(b"\x1b[201~");
    run.pty.send(&paste);
    run.pty.expect("goblin␛[31m");
    run.pty.send(b"y");
    run.pty.expect("65537 keys");
}

#[test]
fn every_window_size_is_drawn() {
    let mut run = start();
    for (rows, columns) in [(1, 1), (200, 500), (2, 3), (24, 80)] {
        run.pty.resize(rows, columns);
        run.pty.send(b"x");
    }
    run.pty.expect("4 keys, \"\" pasted, 0 stops, 80x24");
}

#[test]
fn without_a_shell_the_program_does_not_stop() {
    let mut run = start();
    run.pty.send(b"\x1ax");
    run.pty.expect("1 keys, \"\" pasted, 0 stops");
}

#[test]
fn the_program_stops_and_continues_below_a_shell() {
    let mut run = start_as(&["sh", "-i"]);
    // The command is sent in two parts, so that its echo is not mistaken for its output.
    let command = program_command().join(" ");
    run.pty
        .send(format!("PS1=; set -m; {command}\n").as_bytes());
    run.pty.expect("0 keys");
    for stops in 1..=5 {
        let sent = run.pty.bytes.len();
        run.pty.send(b"\x1a");
        // Until the shell reports that the program stopped, the program may still read the keys.
        run.pty.expect_bytes(sent, "Stopped");
        run.pty.send(b"echo $((6 * 7))00\n");
        run.pty.expect_bytes(sent, "4200");
        assert!(run.pty.is_restored());
        run.pty.resize(24, 80 + stops);
        run.pty.send(b"fg\n");
        run.pty.expect(&format!("{stops} stops, {}x24", 80 + stops));
        run.pty.send(b"x");
        run.pty.expect(&format!("{stops} keys"));
    }
    let sent = run.pty.bytes.len();
    run.pty.send(b"q");
    run.pty.expect_bytes(sent, "test result");
    assert!(run.pty.is_restored());
}

#[test]
fn a_missing_terminal_is_reported_in_one_line() {
    let command = program_command();
    let output = Command::new(&command[0])
        .args(&command[1..])
        .env(SAVED, "unused")
        .output()
        .expect("the test binary starts itself");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    let expected = "error: the standard input is not a terminal: start affray in a terminal, or see `affray --help`\n";
    assert_eq!(error, expected);
}
