//! Figures of the engine and of what is saved, in a fight of each system.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use affray::session::{Input, Session};
use affray::store::{DiskStore, SessionFiles, saves};
use affray::systems;

use crate::bench::Bench;
use crate::fights::{self, BATTLE, BUNDLED, DOZEN, EVENING, Player, Stand, YEAR};
use crate::programs::Program;
use crate::table::{Beside, Goal, Measured, Unit, median};
use crate::tasks::{self, measured, name};

/// Inputs whose mean is taken, so that a whole round is among them.
const STRETCH: usize = 400;

fn words(task: &str, file: &Path) -> Vec<String> {
    name(&[task, &file.to_string_lossy()])
}

/// An answer run again, and a form shown, without a screen.
pub fn engine(bench: &mut Bench) {
    let goals = [
        (BUNDLED, Goal::Open, Goal::Open),
        (DOZEN, Goal::Most(8e-6), Goal::Open),
        (EVENING, Goal::Open, Goal::Open),
        (BATTLE, Goal::Most(30e-6), Goal::Most(40e-6)),
    ];
    for (fight, answer, preview) in goals {
        let stands = bench.stands.of(fight);
        let answers: Vec<_> = stands.iter().map(|one| words("answer", &one.die)).collect();
        let figure = format!("an answer and its re-run, {}", fight.label());
        bench.systems(&figure, &measured(&answers), &Beside::nothing(), answer);
        let shown = stands.iter().map(|one| words("preview", &one.form));
        let shown: Vec<_> = shown.collect();
        let figure = format!("the preview of an attack's form, {}", fight.label());
        bench.systems(&figure, &measured(&shown), &Beside::nothing(), preview);
    }
}

/// Systems that are written as data: their rules beside those in Rust, functions of `rules.lua` beside data, and what ten of
/// them cost whoever starts the program.
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
    let figure = "the same in a function of rules.lua that asks again, 12 combatants";
    bench.row(figure, Some(blow), &beside, Goal::Open);
    let figure = "the same in a function that comes to its end, for six at once";
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
    // As at every start but the first after a change: that they are right is known.
    let known = std::process::Command::new(env!("CARGO_BIN_EXE_affray"))
        .arg("list")
        .env("AFFRAY_HOME", &home)
        .output();
    assert!(known.is_ok_and(|known| known.status.success()));
    let ten = Program {
        home: Some(home),
        ..Program::affray()
    };
    let [none, ten] = [Program::affray(), ten].map(|program| Measured {
        instructions: program.instructions(),
        ..Measured::new(program.started_in(21), Unit::Time)
    });
    let beside = Beside::new("with none", [none]);
    let figure = "start to the first full screen with ten written systems of one's own";
    bench.row(figure, Some(ten), &beside, Goal::Times(1.1));
}

/// Whole fights by Enter.
pub fn simulated(bench: &mut Bench) {
    for (combatants, rounds, goal) in [("8", "5", 5_000.0), ("20", "10", 1_500.0)] {
        for (task, how, goal) in [
            ("fight", "played by Enter", Goal::Open),
            ("told", "simulated and told", Goal::Open),
            ("silent", "simulated silently", Goal::Least(goal)),
        ] {
            let systems = systems::all().iter();
            let names = systems.map(|system| name(&[task, system.key(), combatants, rounds]));
            let names: Vec<_> = names.collect();
            let values = measured(&names).into_iter().map(|fight| Measured {
                value: 1.0 / fight.value,
                unit: Unit::PerSecond,
                ..fight
            });
            let values: Vec<Measured> = values.collect();
            let figure = format!("fights {how}, {combatants} combatants and {rounds} rounds");
            bench.systems(&figure, &values, &Beside::nothing(), goal);
        }
    }
}

/// The line of an input made durable.
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
        // By turns, so that both meet the same disk.
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
        "one input durable on disk",
        &durable,
        &beside,
        Goal::Times(1.3),
    );
}

/// Seconds of one input, the mean of a stretch.
fn an_input(session: &mut Session) -> Measured {
    let mut player = Player::default();
    let started = Instant::now();
    player.play(session, STRETCH);
    let seconds = started.elapsed().as_secs_f64();
    Measured::new(seconds / STRETCH as f64, Unit::Time)
}

/// Fights that have gone on for long.
pub fn long(bench: &mut Bench) {
    let dozen = bench.stands.of(DOZEN);
    let first: Vec<Measured> = dozen
        .iter()
        .map(|stand| an_input(&mut fights::opened(&stand.form)))
        .collect();
    for (fight, memory) in [(EVENING, 8e6), (YEAR, 60e6)] {
        let stands = bench.stands.of(fight);
        let bytes = stands.iter().map(|stand| stand.bytes() as f64);
        let bytes = bytes.map(|bytes| Measured::new(bytes, Unit::Bytes));
        let bytes: Vec<Measured> = bytes.collect();
        let figure = format!("a saved fight, {}", fight.label());
        bench.systems(&figure, &bytes, &Beside::nothing(), Goal::Open);
        opening(bench, &fight.label(), &stands);
        if fight == YEAR {
            let later = stands
                .iter()
                .map(|stand| an_input(&mut fights::opened(&stand.form)));
            let later: Vec<Measured> = later.collect();
            let beside = Beside::new("after 100", first.clone());
            let figure = format!("an input of a person's, {}", fight.label());
            bench.systems(&figure, &later, &beside, Goal::Times(1.2));
        }
        let mut keys = Vec::new();
        let mut held = Vec::new();
        for stand in stands.iter() {
            let mut running = Program::resume(&stand.form).start();
            running.quiet(Duration::from_millis(500));
            held.extend(running.memory());
            if fight == YEAR {
                keys.extend(running.cpu_a_key(5));
            }
            running.leave();
        }
        let held = held.into_iter().map(|one| Measured::new(one, Unit::Bytes));
        let held: Vec<Measured> = held.collect();
        let vims = stands.iter().filter_map(|stand| {
            let vim = Program::vim(bench.folder.path(), stand.bytes())?.start();
            let held = vim.memory();
            vim.leave();
            Some(Measured::new(held?, Unit::Bytes))
        });
        let beside = Beside::new("`vim -u NONE` on as many bytes", vims);
        let figure = format!("memory, {}", fight.label());
        bench.systems(&figure, &held, &beside, Goal::Most(memory));
        if fight == YEAR {
            let keys = keys.into_iter().map(|one| Measured::new(one, Unit::Time));
            let keys: Vec<Measured> = keys.collect();
            let hello = Beside::new("hello", bench.hello().key);
            let figure = format!("processor time of an arrow key, {}", fight.label());
            bench.systems(&figure, &keys, &hello, Goal::Times(1.6));
        }
    }
}

/// A file read, beside the RON library alone.
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
        Goal::Times(1.2),
    );
}
