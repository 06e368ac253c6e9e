//! Figures of the engine and of saves, in a fight of each system.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use affray::session::Input;
use affray::store::{DiskStore, SessionFiles, saves};
use affray::systems;

use crate::bench::Bench;
use crate::fights::{self, BATTLE, DOZEN, SIEGE, Stand};
use crate::programs::Program;
use crate::table::{Beside, Goal, Measured, Unit, median};
use crate::tasks::{self, measured, name};

fn words(task: &str, file: &Path) -> Vec<String> {
    name(&[task, &file.to_string_lossy()])
}

/// Measures an answer with the rerun of its command, without a screen.
pub fn engine(bench: &mut Bench) {
    for (fight, seconds) in [(DOZEN, 50e-6), (BATTLE, 100e-6)] {
        let stands = bench.stands.of(fight);
        let answers: Vec<_> = stands.iter().map(|one| words("answer", &one.die)).collect();
        let figure = format!("one answer with its replay, {}", fight.label());
        bench.systems(
            &figure,
            &measured(&answers),
            &Beside::nothing(),
            Goal::Most(seconds),
        );
    }
}

/// Measures written systems: their rules compared with Rust, functions of `rules.lua` compared with data, and the start
/// of the program with ten of them.
pub fn written(bench: &mut Bench) {
    let nothing = Beside::nothing();
    let stands = bench.stands.of(DOZEN);
    let answers = ["alternation", "d20"].map(|key| {
        let place = systems::all().iter().position(|one| one.key() == key);
        words("answer", &stands[place.expect("a system")].die)
    });
    let answers = measured(&answers);
    let [alternation, d20] = answers[..] else {
        return;
    };
    let beside = Beside::new("Alternation", [alternation]);
    let figure = "an answer and its re-run in Open d20, 12 combatants, 100 inputs";
    bench.row(figure, Some(d20), &beside, Goal::Times(2.0));
    let blows = measured(&[
        name(&["blow", "data"]),
        name(&["blow", "lua"]),
        name(&["shout"]),
    ]);
    let [data, blow, shout] = blows[..] else {
        return;
    };
    let beside = Beside::new("in data", [data]);
    let figure =
        "an answer and its rerun in a function of `rules.lua` with a question, 12 combatants";
    bench.row(figure, Some(blow), &beside, Goal::Open);
    let figure = "an answer and its rerun in a function that finishes, for six combatants";
    bench.row(figure, Some(shout), &nothing, Goal::Open);
    let home = bench.folder.path().join("ten");
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/written_systems/assets");
    for (number, key) in ["popcorn", "press", "spotlight", "timeline", "dungeon"]
        .iter()
        .cycle()
        .take(10)
        .enumerate()
    {
        let folder = home.join(format!("systems/{key}-{number}"));
        std::fs::create_dir_all(&folder).expect("made");
        for file in ["system.ron", "rules.lua", "roster.ron", "rules.md"] {
            let from = assets.join(key).join(file);
            if from.exists() {
                std::fs::copy(&from, folder.join(file)).expect("copied");
            }
        }
    }
    // As at every start after the first: the systems have already been checked.
    let known = std::process::Command::new(env!("CARGO_BIN_EXE_affray"))
        .arg("list")
        .env("AFFRAY_HOME", &home)
        .output();
    assert!(known.is_ok_and(|known| known.status.success()));
    let ten = Program {
        home: Some(home),
        ..Program::affray()
    };
    let [none, ten] =
        [Program::affray(), ten].map(|program| Measured::new(program.started_in(21), Unit::Time));
    let beside = Beside::new("with none", [none]);
    let figure = "start to the first full screen with ten written systems of the GM";
    bench.row(figure, Some(ten), &beside, Goal::Times(1.5));
}

/// Measures fights of eight combatants for five rounds, simulated without a log.
pub fn simulated(bench: &mut Bench) {
    let systems = systems::all().iter();
    let names = systems.map(|system| name(&["silent", system.key(), "8", "5"]));
    let fights = measured(&names.collect::<Vec<_>>());
    let figure = "a fight simulated without a log, 8 combatants and 5 rounds";
    bench.systems(figure, &fights, &Beside::nothing(), Goal::Instructions(6e6));
}

/// Measures writing the line of an input durably.
pub fn disk(bench: &mut Bench) {
    let stands = bench.stands.of(DOZEN);
    let mut durable = Vec::new();
    let mut bare = Vec::new();
    for stand in stands.iter() {
        let mut session = fights::opened(&stand.die);
        let deltas = session.input(Input::Roll(Vec::new())).expect("rolled");
        let line = saves::line(&deltas).expect("a line");
        let folder = fights::folder();
        let store = Box::new(DiskStore::new(folder.path()));
        let mut files = SessionFiles::create(store, "fight", "()").expect("a session");
        let mut file = File::create(folder.path().join("bare")).expect("a file");
        let mut times: [Vec<f64>; 2] = Default::default();
        // Both alternate, so that they have the same disk.
        for _ in 0..301 {
            let started = Instant::now();
            files.append(&line).expect("appended");
            times[0].push(started.elapsed().as_secs_f64());
            let started = Instant::now();
            file.write_all(line.as_bytes()).expect("written");
            file.sync_data().expect("synced");
            times[1].push(started.elapsed().as_secs_f64());
        }
        let [appended, written] = times.map(|times| Measured::new(median(times), Unit::Time));
        durable.push(appended);
        bare.push(written);
    }
    let beside = Beside::new("bare append and sync", bare);
    bench.systems(
        "saving one input durably",
        &durable,
        &beside,
        Goal::Times(1.3),
    );
}

/// Measures the longest fight with a goal: its file, opening all of it, and memory.
pub fn long(bench: &mut Bench) {
    let stands = bench.stands.of(SIEGE);
    let bytes = stands.iter().map(|stand| stand.bytes() as f64);
    let bytes = bytes.map(|bytes| Measured::new(bytes, Unit::Bytes));
    let bytes: Vec<Measured> = bytes.collect();
    let figure = format!("a saved fight, {}", SIEGE.label());
    bench.systems(&figure, &bytes, &Beside::nothing(), Goal::Open);
    opening(bench, &SIEGE.label(), &stands);
    let held = stands.iter().filter_map(|stand| {
        let mut running = Program::resume(&stand.form).start();
        running.quiet(Duration::from_millis(500));
        let held = running.memory();
        running.leave();
        Some(Measured::new(held?, Unit::Bytes))
    });
    let held: Vec<Measured> = held.collect();
    let figure = format!("memory, {}", SIEGE.label());
    bench.systems(&figure, &held, &Beside::nothing(), Goal::Most(32e6));
}

/// Measures reading a file, compared with the RON library alone.
fn opening(bench: &mut Bench, label: &str, stands: &[Stand]) {
    let [opened, alone] = ["open", "ron"].map(|task| {
        let times = stands.iter().map(|stand| {
            let seconds = tasks::time(&mut *tasks::task(&words(task, &stand.form)));
            Measured::new(seconds, Unit::Time)
        });
        times.collect::<Vec<Measured>>()
    });
    let beside = Beside::new("`ron::from_str`", alone);
    bench.systems(
        &format!("opening, {label}"),
        &opened,
        &beside,
        Goal::Times(2.0),
    );
}
