//! Tests of the program in a difficult environment: full disk, fight open elsewhere, floods of keys and pastes, hostile
//! names, unusable terminals.

use std::process::{Command, Output, Stdio};
use std::time::Duration;

use affray::dice::Seed;
use affray::systems;
use rustix::process::Signal;

use crate::pty::Pty;
use crate::running::{AFFRAY, BRIDGE, COLUMNS, ROWS, affray, keys, log, start, start_at};
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::seeded_chance::Chance;

/// R6: a limit on files stands in for a full disk.
#[test]
fn a_full_disk_is_reported_and_saving_resumes_with_space() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge"]);
    pty.expect("✓ saved");
    let journal = home
        .path()
        .join("sessions")
        .join(format!("{BRIDGE}.journal"));
    let length = std::fs::metadata(journal).expect("a journal").len();
    pty.limit_files(Some(length));
    pty.send_until(b"\r", "not saved");
    let why = "the file is larger than the limit for files: raise the limit";
    assert!(pty.contents().contains(why), "{}", pty.contents());
    // Quitting is refused once.
    pty.send(b"\x11");
    pty.expect("leave again to");
    pty.limit_files(None);
    // Saving resumes without a key press.
    pty.expect("✓ saved");
    let shown = shown_log(&pty.contents());
    pty.kill(Signal::KILL);
    pty.wait();
    check_kept(&shown, home.path(), BRIDGE, systems::all(), Seed(0));
}

/// R8: two programs never write the same fight.
#[test]
fn a_second_program_is_read_only_until_the_first_ends() {
    let home = tempfile::tempdir().expect("a folder");
    let mut first = start(home.path(), &["new", "bridge"]);
    first.send(b"\r\r");
    first.expect_saved();
    // The lock names the window of the other program.
    let lock = home.path().join("sessions").join(format!("{BRIDGE}.lock"));
    let holder = std::fs::read_to_string(lock).expect("a lock");
    assert!(holder.contains(" on /dev/pts/"), "{holder}");
    let mut second = start_at(home.path(), &["resume", BRIDGE], 24, 80, &[]);
    second.expect("has this fight open");
    let before = log(home.path(), BRIDGE);
    second.send(b"\x1b[B");
    second.until("warning gone", |pty| {
        !pty.contents().contains("has this fight open")
    });
    second.send(b":note it is read\r");
    second.expect("has this fight open");
    assert_eq!(log(home.path(), BRIDGE), before);
    first.kill(Signal::KILL);
    first.wait();
    let mut third = start(home.path(), &["resume", BRIDGE]);
    third.send(b"\x11");
    // After quitting, the program prints how to resume the fight.
    third.expect(&format!("Resume it with `affray resume '{BRIDGE}'`"));
    assert!(third.wait().success());
}

/// P, fault 9: the second program shows what the first one does, says when that has ended, and takes over with Enter.
#[test]
fn a_second_program_follows_the_first_and_takes_over() {
    let home = tempfile::tempdir().expect("a folder");
    let mut first = start(home.path(), &["new", "bridge"]);
    first.send(b"\r\r");
    first.expect_saved();
    let mut second = start_at(home.path(), &["resume", BRIDGE], 24, 80, &[]);
    second.expect("has this fight open");
    first.send(b":name a Zebulon\r");
    first.expect_saved();
    second.expect("Zebulon");
    first.send(b"\x11");
    first.expect("Resume it with");
    assert!(first.wait().success());
    second.expect("press Enter to take over");
    second.send(b":name a Quentin\r");
    second.expect("press Enter to take over");
    second.send(b"\x1b");
    second.until("the line is closed", |pty| {
        !pty.contents().contains("name a")
    });
    second.send(b"\r");
    second.expect_saved();
    second.send(b":name a Yolanda\r");
    second.expect("Yolanda");
    second.expect_saved();
    let log = log(home.path(), BRIDGE);
    assert!(log.contains("Zebulon is now called Yolanda."), "{log}");
    assert!(!log.contains("Quentin"), "{log}");
}

/// P, fault 9: when its terminal closes, Affray ends, and the next one gets the fight for writing.
#[test]
fn a_fight_whose_terminal_closed_can_be_resumed_immediately() {
    let home = tempfile::tempdir().expect("a folder");
    let mut first = start(home.path(), &["new", "bridge"]);
    first.send(b"\r\r");
    first.expect_saved();
    first.hang_up();
    first.wait();
    let mut second = start(home.path(), &["resume", BRIDGE]);
    second.expect_saved();
    assert!(
        !second.contents().contains("read-only"),
        "{}",
        second.contents()
    );
}

/// Six programs that start the same fight at once each get a separate fight with its own name.
#[test]
fn six_programs_that_start_the_same_encounter_get_six_fights() {
    let home = tempfile::tempdir().expect("a folder");
    let begin = |_| start_at(home.path(), &["new", "bridge"], 24, 80, &[]);
    let mut all: Vec<Pty> = (0..6).map(begin).collect();
    for pty in &mut all {
        pty.expect("saved");
        let shown = pty.contents();
        assert!(!shown.contains("another name"), "{shown}");
    }
    let files = std::fs::read_dir(home.path().join("sessions")).expect("a folder");
    let names = files.map(|file| file.expect("readable").file_name());
    let fights = names.filter(|name| name.to_string_lossy().ends_with(".ron"));
    assert_eq!(fights.count(), 6);
}

/// R14: the same seed and keys give the same bytes of save and log.
#[test]
fn the_same_seed_and_keys_give_the_same_bytes() {
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let seed = Seed(0x5eed);
    let kept = homes.each_ref().map(|home| {
        let mut chance = Chance::at(seed, 0, "program");
        let mut pty = start(home.path(), &["new", "bridge", "--seed", "0x5eed"]);
        for _ in 0..20 {
            pty.send(&keys(&mut chance));
        }
        pty.send(b"\x11");
        assert!(pty.wait().success());
        let save = home.path().join("sessions").join(format!("{BRIDGE}.ron"));
        (
            log(home.path(), BRIDGE),
            std::fs::read(save).expect("a save"),
        )
    });
    assert!(kept[0].0.lines().count() > 10, "{}", kept[0].0);
    assert!(kept[0] == kept[1], "{}\n{}", kept[0].0, kept[1].0);
}

/// R22: during a fight the clock jumps back an hour, forward ten years and before its epoch, and all timeouts of the
/// program follow it. Run it with `cargo test --test program clock -- --ignored`; it needs Debian's `faketime`.
#[ignore = "takes libfaketime"]
#[test]
fn a_jumping_clock_changes_nothing() {
    let libraries = [
        "/usr/lib/x86_64-linux-gnu",
        "/usr/lib/aarch64-linux-gnu",
        "/usr/lib",
    ];
    let libraries = libraries.map(|folder| format!("{folder}/faketime/libfaketimeMT.so.1"));
    let library = libraries
        .iter()
        .find(|path| std::path::Path::new(path).exists());
    let library = library.expect("apt install faketime");
    let jumps = [
        "+0",
        "-3600",
        "+315360000",
        "-1",
        "+86400",
        "-1700000000",
        "+0",
    ];
    let play = |fake: bool| {
        let home = tempfile::tempdir().expect("a folder");
        let clock = home.path().join("clock");
        let clock_at = clock.display().to_string();
        let more = [
            ("LD_PRELOAD", library.as_str()),
            ("FAKETIME_TIMESTAMP_FILE", &clock_at),
            ("FAKETIME_NO_CACHE", "1"),
        ];
        let more = if fake { &more[..] } else { &[] };
        let mut chance = Chance::at(Seed(0x5eed), 0, "program");
        for (nth, jump) in jumps.iter().enumerate() {
            std::fs::write(&clock, jump).expect("written");
            let words = match nth {
                0 => vec!["new", "bridge", "--seed", "0x5eed"],
                _ => vec!["resume", BRIDGE],
            };
            let mut pty = start_at(home.path(), &words, ROWS, COLUMNS, more);
            pty.expect_saved();
            for next in jumps.iter().cycle().skip(nth + 1).take(3) {
                pty.send(&keys(&mut chance));
                pty.take_frames(Duration::from_millis(20), |_| {});
                std::fs::write(&clock, next).expect("written");
                pty.send(&keys(&mut chance));
                pty.take_frames(Duration::from_millis(20), |_| {});
            }
            pty.send(b"\x11");
            assert!(pty.wait().success(), "at {jump}");
        }
        assert!(affray(home.path(), &["list"]).status.success());
        log(home.path(), BRIDGE)
    };
    let (jumped, steady) = (play(true), play(false));
    assert!(steady.lines().count() > 10, "{steady}");
    assert_eq!(jumped, steady);
}

/// R18: no key of a flood is lost, and no paste runs a command.
#[test]
fn floods_of_keys_are_accepted_and_pastes_run_no_command() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge"]);
    let before = log(home.path(), BRIDGE);
    let mut paste = b"\x1b[200~q\n:quit\n\x1b[31m".to_vec();
    paste.extend(std::iter::repeat_n(b'q', 1 << 20));
    paste.extend(b"\x1b[201~");
    pty.send(&paste);
    // 64 KiB of keys that move a selection up and down.
    pty.send(&b"\x1b[B\x1b[A".repeat(65_536 / 6));
    pty.send(b"\x0c");
    pty.send(b"\x11");
    assert!(pty.wait().success());
    assert_eq!(log(home.path(), BRIDGE), before);
}

/// R16: names and files cannot send escape sequences to the terminal.
#[test]
fn control_characters_in_names_do_not_reach_the_terminal() {
    let home = tempfile::tempdir().expect("a folder");
    let file = home.path().join("evil.ron");
    let text = r#"(
    title: "\u{1b}]0;owned\u{7}Bridge\u{202e}", system: "alternation", description: "\u{9b}31m",
    sides: [(name: "Her\u{200b}oes\u{1b}[2J", players: true), (name: "Foes")],
    combatants: [
        (name: "\u{1b}[31mEvil\u{202e}live\u{2028}x", side: "Her\u{200b}oes\u{1b}[2J"),
        (name: "Plain", side: "Foes"),
        (name: "ゴブリン\u{9b}5m\u{feff}", side: "Foes"),
    ],
)"#;
    std::fs::write(&file, text).expect("written");
    let path = file.to_str().expect("UTF-8");
    let mut pty = start_at(home.path(), &["new", path], 24, 80, &[]);
    pty.expect_saved();
    pty.send(b"\r\r");
    pty.frames_until("saved", |screen| {
        for row in screen.lines().skip(2).take(4) {
            let columns = affray::text::width(row);
            assert!(columns == 80, "{columns} columns: {row}\n{screen}");
        }
    });
    pty.send(b"\x11");
    assert!(pty.wait().success());
    let name = std::fs::read_dir(home.path().join("sessions"))
        .expect("a folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find_map(|name| name.strip_suffix(".ron").map(str::to_owned))
        .expect("a save");
    // A file name from another source.
    let folder = home.path().join("sessions");
    let evil = folder.join("\u{202e}evil\u{200b}.ron");
    std::fs::copy(folder.join(format!("{name}.ron")), evil).expect("copied");
    let mut list = start_at(home.path(), &[], 24, 80, &[]);
    list.expect("Affray");
    list.take_frames(Duration::from_millis(300), |_| {});
    list.send(b"\x11");
    assert!(list.wait().success());
    let told = affray(home.path(), &["list"]);
    let log = log(home.path(), &name);
    for bytes in [&pty.bytes, &list.bytes, &told.stdout, &log.into_bytes()] {
        let text = String::from_utf8(bytes.clone()).expect("UTF-8");
        let wicked = |c: char| {
            let plain = ['\u{1b}', '\n', '\r'].contains(&c);
            (c.is_control() && !plain) || "\u{202e}\u{200b}\u{2028}\u{feff}".contains(c)
        };
        assert!(!text.contains(wicked), "{text:?}");
        for sequence in ["\u{1b}]", "\u{1b}[31mE", "\u{1b}[5m"] {
            assert!(!text.contains(sequence), "{text:?}");
        }
    }
}

/// R23: an unusable environment gets one clear line.
#[test]
fn unusable_environments_get_one_clear_line() {
    let home = tempfile::tempdir().expect("a folder");
    let one_line = |done: &Output| {
        assert_eq!(done.status.code(), Some(1), "{done:?}");
        let told = String::from_utf8_lossy(&done.stderr);
        assert_eq!(told.lines().count(), 1, "{told}");
    };
    one_line(&affray(home.path(), &[]));
    one_line(&affray(home.path(), &["resume"]));
    let mut homeless = Command::new(AFFRAY);
    homeless
        .env_clear()
        .env("HOME", "/nowhere/at/all")
        .arg("list");
    let done = homeless.output().expect("it runs");
    assert!(done.status.success(), "{done:?}");
    let mut dumb = start_at(home.path(), &["new", "bridge"], 24, 80, &[("TERM", "dumb")]);
    assert_eq!(dumb.wait().code(), Some(1));
    assert!(dumb.contents().contains("TERM"), "{}", dumb.contents());
    let mut plain = start_at(
        home.path(),
        &["new", "bridge"],
        24,
        80,
        &[("NO_COLOR", "1")],
    );
    plain.expect_saved();
    plain.send(b"\x11");
    assert!(plain.wait().success());
    let bytes = String::from_utf8_lossy(&plain.bytes).into_owned();
    for colour in ["[38;", "[48;", "[31m", "[32m", "[33m", "[36m"] {
        assert!(!bytes.contains(colour), "{bytes:?}");
    }
    // As with `| head`, the reader closes at once.
    let mut child = Command::new(AFFRAY)
        .args(["roll", "100d100"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let done = child.wait_with_output().expect("it ends");
    assert!(done.status.success() && done.stderr.is_empty(), "{done:?}");
}

#[test]
fn the_players_screen_follows_the_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let mut fight = start(home.path(), &["new", "bridge"]);
    let mut players = start_at(home.path(), &["watch", BRIDGE], 24, 80, &[]);
    players.expect("Combatants");
    let before = players.contents();
    fight.send(b"\r\r\r\r\r\r");
    fight.expect_saved();
    players.until("change", |pty| pty.contents() != before);
    players.send(b"q");
    assert!(players.wait().success());
    assert!(players.is_restored());
}

/// R9: the question comes before anything is written.
#[test]
fn a_changed_save_is_opened_only_with_consent() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start(home.path(), &["new", "bridge"]);
    pty.send(b"\r\r\x11");
    assert!(pty.wait().success());
    let path = home.path().join("sessions").join(format!("{BRIDGE}.ron"));
    let text = std::fs::read_to_string(&path).expect("a save");
    let edited = text.replace("Maren", "Karen");
    std::fs::write(&path, &edited).expect("edited");
    let mut asked = start_at(home.path(), &["resume", BRIDGE], 24, 80, &[]);
    asked.expect("was changed outside");
    asked.send(b"\x1b");
    assert!(asked.wait().success());
    assert_eq!(std::fs::read_to_string(&path).expect("a save"), edited);
    let mut asked = start_at(home.path(), &["resume", BRIDGE], 24, 80, &[]);
    asked.expect("resume the changed version");
    asked.send(b"b");
    asked.expect("Karen");
    asked.expect_saved();
    asked.send(b"\x11");
    assert!(asked.wait().success());
    assert!(log(home.path(), BRIDGE).contains("Karen"));
}

#[test]
fn the_tutor_resumes_at_the_step_where_it_was_left() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pty = start_at(home.path(), &["tutor"], 24, 80, &[]);
    pty.expect("Tutor 1/");
    pty.send(b"19\r");
    pty.expect("Tutor 2/");
    pty.expect_saved();
    pty.send(b"\x11");
    pty.wait();
    let mut pty = start_at(home.path(), &["tutor"], 24, 80, &[]);
    pty.expect("Tutor 2/");
    pty.send(b"\r");
    pty.expect("Tutor 3/");
    // The start screen also resumes the tutor, and `t` does not start a second one.
    pty.send(b"^");
    pty.expect("Resume");
    pty.send(b"t");
    pty.expect("Tutor 3/");
    pty.expect_saved();
    pty.send(b"\x11");
    pty.wait();
    let saves = std::fs::read_dir(home.path().join("sessions")).expect("a folder");
    let names = saves.map(|file| file.expect("a file").file_name());
    let journals = names.filter(|name| name.to_string_lossy().ends_with(".journal"));
    assert_eq!(journals.count(), 1);
}
