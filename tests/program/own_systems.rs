//! A GM's own systems in the whole program: killed within a function, the same bytes in two programs, hostile folders,
//! and `affray check --watch`.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use affray::dice::Seed;
use affray::store::{Library, with_own_systems};
use affray::systems;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};

use crate::running::{AFFRAY, affray, keys, log, seed, start};
use crate::shown_and_saved::{check_kept, shown_log};
use crate::support::seeded_chance::{Chance, number};

const QUAY: &str = "The quay";

/// Copies a system of the tests into a home folder.
fn put(home: &Path, key: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/support/written_systems/assets")
        .join(key);
    let to = home.join("systems").join(key);
    copy(&from, &to);
    to
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("made");
    for entry in fs::read_dir(from).expect("it is there") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("copied");
        }
    }
}

/// R2, for a fight whose rules are functions of `rules.lua`, suspended at nearly every prompt.
#[test]
fn a_kill_within_a_function_of_a_user_system_loses_no_confirmed_input() {
    let seed = seed();
    let home = tempfile::tempdir().expect("a folder");
    put(home.path(), "press");
    let all = with_own_systems(systems::all(), home.path());
    let mut chance = Chance::at(seed, 0, "program");
    let kills = number("AFFRAY_KILLS").unwrap_or(12);
    for round in 0..kills {
        let arguments = match round {
            0 => ["new", "quay"],
            _ => ["resume", QUAY],
        };
        let mut pty = start(home.path(), &arguments);
        let mut confirmed = String::new();
        for _ in 0..1 + chance.to(5) {
            pty.send(&keys(&mut chance));
            let wait = Duration::from_millis(u64::from(chance.to(25)));
            pty.take_frames(wait, |screen| {
                let mut lines = screen.lines();
                if lines.next().is_some_and(|top| top.contains("✓ saved")) {
                    confirmed = shown_log(screen);
                }
            });
        }
        pty.kill(Signal::KILL);
        pty.wait();
        check_kept(&confirmed, home.path(), QUAY, &all, seed);
    }
    let log = log(home.path(), QUAY);
    assert!(log.contains("presses"), "seed {seed}: {log}");
}

/// R14, for functions: two programs play the same fight with the same bytes, whatever order tables have in memory.
#[test]
fn functions_give_the_same_bytes_in_two_programs() {
    let lua = r#"
local WORDS = { stool = 1, mug = 2, ["last call"] = 3, bench = 4, [7] = 5, [-2] = 6, [true] = 7, door = 8, lamp = 9, [3] = 10 }

function counts(self)
  local all = {}
  for word, number in pairs(WORDS) do table.insert(all, tostring(word) .. "=" .. number) end
  log(table.concat(all, " "))
  local by = {}
  for _, one in ipairs(everyone()) do by[one] = one.name end
  local names = {}
  for one, name in pairs(by) do table.insert(names, name) end
  log(table.concat(names, " "))
  for who, total in pairs(rolls(everyone(), "d20", "luck")) do
    if total > 10 then gain(who, "heartened", { by = self }) end
  end
end
"#;
    let homes = [(); 2].map(|()| tempfile::tempdir().expect("a folder"));
    let kept = homes.each_ref().map(|home| {
        let folder = put(home.path(), "press");
        let path = folder.join("rules.lua");
        let rules = fs::read_to_string(&path).expect("it is there");
        fs::write(&path, rules + lua).expect("written");
        let path = folder.join("system.ron");
        let system = fs::read_to_string(&path).expect("it is there");
        let steps =
            "steps: {\n        \"counts\": (at: TurnStart, who: Players, does: [Lua(\"counts\")]),";
        fs::write(&path, system.replacen("steps: {", steps, 1)).expect("written");
        let mut chance = Chance::at(Seed(0x5eed), 0, "program");
        let mut pty = start(home.path(), &["new", "quay", "--seed", "0x5eed"]);
        for _ in 0..20 {
            pty.send(&keys(&mut chance));
        }
        pty.send(b"\x11");
        assert!(pty.wait().success());
        let save = home.path().join("sessions").join(format!("{QUAY}.ron"));
        let odds = affray(home.path(), &["odds", "quay", "--fights", "20", "--json"]);
        assert!(odds.status.success(), "{odds:?}");
        (
            log(home.path(), QUAY),
            fs::read(save).expect("a save"),
            String::from_utf8(odds.stdout).expect("text"),
        )
    });
    let told = &kept[0].0;
    assert!(
        told.contains("-2=6 3=10 7=5 bench=4 door=8 lamp=9 last call=3 mug=2 stool=1 true=7"),
        "{told}"
    );
    assert!(told.lines().count() > 10, "{told}");
    assert!(kept[0] == kept[1], "{}\n{}", told, kept[1].0);
}

/// Description of a hostile folder, the change that makes it, and the message of its check.
type Harm = (&'static str, fn(&Path), &'static str);

const HARMS: [Harm; 24] = [
    (
        "a file of 100 MB",
        |folder| {
            let file = File::create(folder.join("system.ron")).expect("made");
            file.set_len(100 << 20).expect("grown");
        },
        "system.ron: the file has 100 MiB, but the limit is 4 MiB",
    ),
    (
        "a roster of 100 MB",
        |folder| {
            let file = File::create(folder.join("roster.ron")).expect("made");
            file.set_len(100 << 20).expect("grown");
        },
        "roster.ron: the file has 100 MiB, but the limit is 4 MiB",
    ),
    (
        "large files that are too large together",
        |folder| {
            for number in 0..4 {
                let text = " ".repeat(3 << 20);
                fs::write(folder.join(format!("encounters/{number}.ron")), text).expect("written");
            }
        },
        "the files have more than 4 MiB together",
    ),
    (
        "thousands of names",
        |folder| {
            let all: String = (0..20_000)
                .map(|number| format!("\"c{number}\": (),\n"))
                .collect();
            let text = format!(
                "(name: \"Many\", sheet: {{ \"health\": (hit_points: 5) }}, conditions: {{ {all} }}, order: Listed)"
            );
            fs::write(folder.join("system.ron"), text).expect("written");
        },
        "too many names in these brackets",
    ),
    (
        "brackets without end",
        |folder| {
            fs::write(folder.join("system.ron"), "(".repeat(1 << 20)).expect("written");
        },
        "system.ron:1:",
    ),
    (
        "a sum without end",
        |folder| {
            let text = format!(
                "(name: \"Deep\", sheet: {{ \"health\": (hit_points: 5), \"x\": (default: \"{}1\") }}, order: Listed)",
                "(".repeat(100_000)
            );
            fs::write(folder.join("system.ron"), text).expect("written");
        },
        "system.ron:1:",
    ),
    (
        "a link that leads to itself",
        |folder| {
            again(folder, "system.ron", |path| {
                symlink(path, path).expect("a link")
            });
        },
        "system.ron: ",
    ),
    (
        "a link that leads nowhere",
        |folder| {
            again(folder, "rules.md", |path| {
                symlink("/nowhere/at/all", path).expect("a link")
            });
        },
        "rules.md: not found",
    ),
    (
        "a link to a device",
        |folder| {
            again(folder, "roster.ron", |path| {
                symlink("/dev/zero", path).expect("a link")
            });
        },
        "roster.ron: a link to a file outside",
    ),
    (
        "a link to a file elsewhere",
        |folder| {
            again(folder, "system.ron", |path| {
                symlink("/etc/passwd", path).expect("a link")
            });
        },
        "system.ron: a link to a file outside",
    ),
    (
        "encounters that are the folder itself",
        |folder| {
            let encounters = folder.join("encounters");
            fs::remove_dir_all(&encounters).expect("removed");
            symlink(folder, &encounters).expect("a link");
        },
        "encounters/",
    ),
    (
        "a folder in the place of a file",
        |folder| {
            again(folder, "system.ron", |path| {
                fs::create_dir(path).expect("made")
            });
        },
        "system.ron: this is not a file",
    ),
    (
        "a folder in the place of a fight",
        |folder| {
            fs::create_dir_all(folder.join("fights/x.ron")).expect("made");
        },
        "fights/x.ron: this is not a file",
    ),
    (
        "a file in the place of a folder",
        |folder| {
            fs::remove_dir_all(folder.join("encounters")).expect("removed");
            fs::write(folder.join("encounters"), "").expect("written");
        },
        "encounters: ",
    ),
    (
        "a pipe in the place of the system",
        |folder| again(folder, "system.ron", pipe),
        "system.ron: this is not a file",
    ),
    (
        "a pipe in the place of functions",
        |folder| again(folder, "rules.lua", pipe),
        "rules.lua: this is not a file",
    ),
    (
        "a pipe among the encounters",
        |folder| pipe(&folder.join("encounters/x.ron")),
        "encounters/x.ron: this is not a file",
    ),
    (
        "a name with an escape",
        |folder| {
            fs::write(folder.join("encounters/\u{1b}[31mred.ron"), "").expect("written");
        },
        "is not a file of a system",
    ),
    (
        "a name that is no text",
        |folder| {
            let name = OsStr::from_bytes(b"fights-\xff.ron");
            fs::write(folder.join("encounters").join(name), "").expect("written");
        },
        "is not a file of a system",
    ),
    (
        "functions that are a program",
        |folder| {
            fs::copy(AFFRAY, folder.join("rules.lua"))
                .map(drop)
                .expect("copied");
            File::options()
                .write(true)
                .open(folder.join("rules.lua"))
                .expect("open")
                .set_len(1 << 20)
                .expect("cut");
        },
        "rules.lua: line 1 is not valid text",
    ),
    (
        "functions that are compiled",
        |folder| {
            fs::write(folder.join("rules.lua"), b"\x1bLuaT").expect("written");
        },
        "rules.lua:1",
    ),
    (
        "functions that never end",
        |folder| {
            fs::write(folder.join("rules.lua"), "while true do end").expect("written");
        },
        "rules.lua:1",
    ),
    (
        "hundreds of encounters",
        |folder| {
            for number in 0..300 {
                fs::write(folder.join(format!("encounters/{number}.ron")), "").expect("written");
            }
        },
        "the folder has more than 100 files",
    ),
    (
        "a file that may not be read",
        |folder| {
            fs::set_permissions(folder.join("system.ron"), Permissions::from_mode(0o0))
                .expect("set");
        },
        "system.ron: ",
    ),
];

/// Replaces a file by a different kind of entry.
fn again(folder: &Path, name: &str, put: impl Fn(&Path)) {
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    put(&path);
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).expect("a pipe");
}

/// Returns the output of the program with at most 300 MB and one minute; a program that waits longer is ended.
fn bounded(home: &Path, arguments: &[&str]) -> Output {
    let command = "ulimit -d 307200; exec timeout -s KILL 60 \"$0\" \"$@\"";
    Command::new("sh")
        .args(["-c", command, AFFRAY])
        .args(arguments)
        .env("AFFRAY_HOME", home)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// Returns the list of systems in the error for a missing system name.
fn listed(home: &Path) -> String {
    let done = bounded(home, &["export", "--system", "none"]);
    let told = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(1), "{told}");
    told
}

/// Whatever the folder of a system contains, its check reports it, and the other systems remain available.
#[test]
fn hostile_folders_are_reported_and_other_folders_are_read() {
    for (what, harm, words) in HARMS {
        let home = tempfile::tempdir().expect("a folder");
        put(home.path(), "popcorn");
        let folder = home.path().join("systems/bad");
        copy(&put(home.path(), "press"), &folder);
        harm(&folder);
        let secret = what.ends_with("may not be read");
        if secret && File::open(folder.join("system.ron")).is_ok() {
            // The superuser can read every file.
            continue;
        }
        let all = listed(home.path());
        assert!(all.contains("plain, d20, "), "{what}: {all}");
        assert!(
            all.contains("popcorn") && all.contains("press"),
            "{what}: {all}"
        );
        let done = bounded(home.path(), &["check", &folder.to_string_lossy()]);
        let told = String::from_utf8_lossy(&[done.stdout, done.stderr].concat()).into_owned();
        let code = done.status.code();
        let is_told = told.contains(words) && told.contains("systems/bad");
        assert!(is_told && code == Some(1), "{what}: {code:?}: {told}");
        assert!(
            !told.contains('\u{1b}') && !told.contains("panicked"),
            "{what}: {told}"
        );
        // The start screen reports it too.
        let systems = with_own_systems(systems::all(), home.path());
        let notices = Library::with_own(&systems, home.path()).notices();
        let read = systems.iter().any(|one| one.key() == "bad");
        let said = notices
            .iter()
            .any(|line| line.contains("systems/bad: this system cannot be read"));
        assert_eq!(read, !said, "{what}: {notices:?}");
    }
}

/// Hundreds of folders, invalid names, and other files among the systems: every readable system is read.
#[test]
fn the_program_starts_with_any_files_among_the_systems() {
    let home = tempfile::tempdir().expect("a folder");
    let systems = home.path().join("systems");
    let small = "(name: \"Small\", sheet: { \"health\": (hit_points: 5) }, order: Listed)";
    for number in 0..300 {
        let folder = systems.join(format!("small-{number:03}"));
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join("system.ron"), small).expect("written");
    }
    let red = systems.join("\u{1b}[31mred");
    fs::create_dir_all(&red).expect("made");
    symlink(&systems, systems.join("loop")).expect("a link");
    symlink("nowhere", systems.join("nowhere")).expect("a link");
    pipe(&systems.join("pipe"));
    fs::create_dir(systems.join(".hidden")).expect("made");
    let all = listed(home.path());
    assert!(
        all.contains("small-000") && !all.contains("small-299"),
        "{all}"
    );
    let known = with_own_systems(systems::all(), home.path());
    let notices = Library::with_own(&known, home.path()).notices();
    let told = notices.join("\n");
    assert!(told.contains("more than 100 systems"), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
    fs::remove_dir_all(&systems).expect("removed");
    for put in [
        |path: &Path| fs::write(path, "").expect("written"),
        |path: &Path| symlink(path, path).expect("a link"),
        |path: &Path| pipe(path),
    ] {
        put(&systems);
        assert!(listed(home.path()).contains("choose one of plain, d20"));
        fs::remove_file(&systems).expect("removed");
    }
}

/// `affray check --watch` reports again whenever a file changes, disappears or returns, and ends on a signal.
#[test]
fn changed_files_are_checked_again_in_watch_mode() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = put(home.path(), "popcorn");
    let mut child = Command::new(AFFRAY)
        .args(["check", "--watch"])
        .arg(&folder)
        .env("AFFRAY_HOME", home.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut from = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut next = || {
        let mut told = String::new();
        loop {
            let mut line = String::new();
            assert!(from.read_line(&mut line).expect("text") > 0, "{told}");
            if line.starts_with("Waiting for changes") {
                return told;
            }
            told += &line;
        }
    };
    let told = next();
    assert!(
        told.contains("the system Popcorn") && told.ends_with("valid\n"),
        "{told}"
    );
    let file = folder.join("system.ron");
    let good = fs::read_to_string(&file).expect("it is there");
    fs::write(&file, good.replacen("order:", "oder:", 1)).expect("written");
    let told = next();
    assert!(
        told.contains("unknown field `oder`: did you mean `order`?"),
        "{told}"
    );
    fs::remove_file(&file).expect("removed");
    // A slow machine may report the changed file once more.
    let mut told = next();
    while !told.contains("system.ron: this file is missing") {
        told = next();
    }
    // Editors write another file and rename it.
    fs::write(folder.join("new"), &good).expect("written");
    fs::rename(folder.join("new"), &file).expect("renamed");
    let mut told = next();
    while !told.contains("effects were used, valid") {
        told = next();
    }
    assert!(told.contains("the system Popcorn"), "{told}");
    // A new file in a subfolder.
    fs::create_dir_all(folder.join("fights")).expect("made");
    fs::write(folder.join("fights/wrong.ron"), "(about: 5)").expect("written");
    let mut told = next();
    while !told.contains("fights/wrong.ron:1:") {
        told = next();
    }
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::TERM).expect("it is there");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}
