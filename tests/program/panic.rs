//! A fault in a rule ends the program in a terminal of its own. The terminal is restored, and every input shown as
//! saved is on disk. The last message says so, explains how to continue, and contains what a bug report needs (R20,
//! R25).

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use affray::cli::{self, Environment};
use affray::dice::Generator;
use affray::store::Places;

use crate::pty::Pty;
use crate::running::seed;
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::tiny_system;

/// Variable with the arguments of the program, set if the test binary is the program.
const ARGUMENTS: &str = "AFFRAY_TEST_ARGUMENTS";
/// Fight with a gremlin: damage to it triggers a fault in the rules of this system.
const FIGHT: &str = r#"(
    title: "Gremlin's den", system: "tiny",
    sides: [(name: "Heroes", players: true), (name: "Foes")],
    combatants: [
        (from: "Ann", side: "Heroes"), (from: "Ann", name: "Ben", side: "Heroes"),
        (from: "Cur", side: "Foes"), (from: "Cur", name: "Gremlin", side: "Foes"),
    ],
)"#;
/// Name of its files on disk.
const NAME: &str = "Gremlin's den";
/// Line that damages the gremlin at any prompt.
const FAULT: &[u8] = b":damage 1 d\r";

/// Runs Affray with a system that is not in its own list; does nothing in an ordinary test run.
#[test]
fn program() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else {
        return;
    };
    let arguments = arguments.split('\n').map(str::to_owned);
    let code = cli::run(
        std::iter::once("affray".to_owned()).chain(arguments),
        Environment {
            systems: tiny_system::systems(),
            places: Places::find(),
            screen: cli::has_screen(),
            out: &mut std::io::stdout(),
            err: &mut std::io::stderr(),
            progress: false,
        },
    );
    std::process::exit(i32::from(code != ExitCode::SUCCESS));
}

/// Starts the program in a terminal that already shows output, as after a shell.
fn start(home: &Path, arguments: &[&str]) -> Pty {
    let exe = std::env::current_exe().expect("a test knows its program");
    let exe = exe.to_str().expect("build folders are UTF-8");
    let command = format!("exec {exe} --exact panic::program --nocapture --quiet");
    let environment = [
        ("AFFRAY_HOME", home.to_str().expect("UTF-8")),
        ("TERM", "xterm-256color"),
        (ARGUMENTS, &arguments.join("\n")),
    ];
    let mut pty = Pty::start(&["sh", "-c", &command], &environment, 60, 100);
    pty.expect_saved();
    pty
}

fn begin(home: &Path) -> Pty {
    let file = home.join("den.ron");
    std::fs::write(&file, FIGHT).expect("written");
    let file = file.to_str().expect("UTF-8");
    start(home, &["new", file, "--seed", "0x5eed"])
}

/// Returns the text on the terminal after the program has left the screen.
#[track_caller]
fn last_words(pty: &mut Pty) -> String {
    assert_eq!(pty.wait().code(), Some(101), "{}", pty.contents());
    assert!(pty.is_restored());
    let bytes = String::from_utf8_lossy(&pty.bytes).replace('\r', "");
    let (_, words) = bytes
        .rsplit_once("\u{1b}[?1049l")
        .expect("the screen is left");
    words.to_owned()
}

#[track_caller]
fn check(words: &str, expected: &[&str]) {
    let mut rest = words;
    for part in expected {
        let found = rest.split_once(part);
        rest = found
            .unwrap_or_else(|| panic!("`{part}` is not in its place: {words}"))
            .1;
    }
}

#[test]
fn after_a_panic_the_fight_resumes_where_it_was_saved() {
    let seed = seed();
    let mut dice = Generator::at(seed, 0, "panic", 0, 0);
    let home = tempfile::tempdir().expect("a folder");
    begin(home.path()).send(b"\x11");
    for _ in 0..10 {
        let mut pty = start(home.path(), &["resume", NAME]);
        let mut confirmed = String::new();
        for _ in 1..dice.face(8) {
            let key = *b"\r\r\r\r123456ab"
                .get(dice.face(12) as usize - 1)
                .expect("one of them");
            pty.send(&[key]);
            let wait = Duration::from_millis(u64::from(dice.face(25)));
            pty.take_frames(wait, |screen| {
                if screen.contains("✓ saved") {
                    confirmed = shown_log(screen);
                }
            });
        }
        pty.send(FAULT);
        let words = last_words(&mut pty);
        let expected = [
            "panicked at",
            "a rule is broken on purpose",
            "affray: this is a bug in Affray.\n`Gremlin's den` is saved up to input ",
            " since it was opened. Only the effect of the last key may be missing.\n",
            "Resume it with: affray resume 'Gremlin'\\''s den'\n",
            "For a bug report: seed 0x0000000000005eed, after input ",
        ];
        check(&words, &expected);
        check_kept(&confirmed, home.path(), NAME, &tiny_system::systems(), seed);
    }
}

#[test]
fn the_panic_message_states_the_number_of_the_last_input() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = begin(home.path());
    for note in ["one", "two", "three"] {
        pty.send(format!(":note {note}\r").as_bytes());
    }
    pty.send(FAULT);
    let words = last_words(&mut pty);
    // The fight began automatically.
    let expected = [
        "is saved up to input 3 since it was opened",
        "after input 3, after 4 commands of the fight.\n",
    ];
    check(&words, &expected);
    let mut pty = start(home.path(), &["resume", NAME]);
    pty.send(b"\x11");
    assert!(pty.wait().success());
}

#[test]
fn the_panic_message_reports_unsaved_inputs() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = begin(home.path());
    let journal = home.path().join("sessions/Gremlin's den.journal");
    let length = std::fs::metadata(journal).expect("a journal").len();
    pty.limit_files(Some(length));
    pty.send_until(b":note the gremlin is not to be touched\r", "not saved");
    pty.send(FAULT);
    let words = last_words(&mut pty);
    let expected = [
        "a rule is broken on purpose",
        "The last inputs of `Gremlin's den` are not saved: Gremlin's den.journal: the file is larger than the limit for files",
        "Resume it with: affray resume 'Gremlin'\\''s den'\n",
    ];
    check(&words, &expected);
}
