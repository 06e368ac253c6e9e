//! Figures that do not depend on a system: the program compared with others, dice, odds, a roster.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use affray::compendium::Compendium;
use affray::setup;

use crate::bench::Bench;
use crate::callgrind;
use crate::fights::{BUNDLED, EVENING, thousands};
use crate::programs::Program;
use crate::table::{Beside, Goal, Measured, Unit};
use crate::tasks::{self, measured, name};

/// Costliest roll of each kind in the systems.
const ROLLS: [&str; 7] = ["d20", "d100", "2d6", "8d8", "16d8", "4d6kh3", "2d20kh1"];
/// Number of records of the roster.
const RECORDS: usize = 16_000;
/// Number of rows of the imported table.
const ROWS: usize = 200_000;
/// Time for which a program is left idle.
const IDLE: Duration = Duration::from_secs(10);
/// Size of the text that other programs show.
const TEXT: usize = 100_000;

/// Measures the programs for comparison, on this machine.
pub fn others(bench: &mut Bench) {
    let folder = bench.folder.path();
    let programs = [
        Some(Program::floor()),
        Some(Program::hello()),
        Program::less(folder, TEXT),
        Program::vim(folder, TEXT),
    ];
    let columns = ["floor", "hello", "less", "vim -u NONE"];
    let mut rows: [Vec<String>; 4] = Default::default();
    for program in &programs {
        let Some(program) = program else {
            rows.iter_mut()
                .for_each(|row| row.push("not installed".to_owned()));
            continue;
        };
        let started = program.started_in(21);
        let mut running = program.start();
        let byte = running.latency(201);
        let figures = [
            Some(Measured::new(started, Unit::Time)),
            Some(Measured::new(byte, Unit::Time)),
            running
                .cpu_a_key(50)
                .map(|time| Measured::new(time, Unit::Time)),
            running
                .memory()
                .map(|bytes| Measured::new(bytes, Unit::Bytes)),
        ];
        running.leave();
        for (row, figure) in rows.iter_mut().zip(figures) {
            row.push(figure.map_or("not measured here".to_owned(), |one| one.to_string()));
        }
    }
    let figures = [
        "start to the first full screen",
        "key to its first byte",
        "processor time of a key",
        "memory",
    ];
    for (figure, row) in figures.iter().zip(rows) {
        bench.table.plain(&columns, figure, &row);
    }
}

/// Measures a start with nothing saved.
pub fn start(bench: &mut Bench) {
    let program = Program::affray();
    let hello = Beside::new("hello", [bench.hello().start]);
    let value = Measured {
        instructions: program.instructions(),
        ..Measured::new(program.started_in(21), Unit::Time)
    };
    let figure = "start to the first full screen, nothing saved";
    bench.row(figure, Some(value), &hello, Goal::Times(2.0));
}

/// Measures the time from a key to its first byte.
pub fn byte(bench: &mut Bench) {
    let floor = Beside::new("floor", [bench.floor()]);
    let stands = bench.stands.of(EVENING);
    let values = stands.iter().map(|stand| {
        let mut running = Program::resume(&stand.form).start();
        running.quiet(Duration::from_millis(300));
        let value = Measured::new(running.latency(201), Unit::Time);
        running.leave();
        value
    });
    let values: Vec<Measured> = values.collect();
    let figure = format!("key to its first byte, {}", EVENING.label());
    bench.systems(&figure, &values, &floor, Goal::Times(5.0));
}

/// Measures parsing and rolling dice.
pub fn dice(bench: &mut Bench) {
    let values = measured(&[name(&["dice", "2d20kh1+5"])]);
    let figure = "`2d20kh1+5` read and rolled";
    bench.row(
        figure,
        values.first().copied(),
        &Beside::nothing(),
        Goal::Open,
    );
}

/// Measures the exact odds of the slowest roll.
pub fn odds(bench: &mut Bench) {
    let names = ROLLS.map(|roll| name(&["odds", roll]));
    let values = measured(&names).into_iter().zip(ROLLS);
    let worst = values.max_by(|(one, _), (other, _)| one.value.total_cmp(&other.value));
    let Some((value, roll)) = worst else {
        return;
    };
    let figure = format!(
        "exact odds of `{roll}`, the slowest of {}",
        ROLLS.join(", ")
    );
    bench.row(&figure, Some(value), &Beside::nothing(), Goal::Most(200e-6));
}

/// Measures reading a large roster.
pub fn roster(bench: &mut Bench) {
    let file = bench.folder.path().join("roster.ron");
    let records: String = (1..=RECORDS)
        .map(|number| format!("    (name: \"Wader {number}\", str: 11, agi: 12, wit: 9),\n"))
        .collect();
    fs::write(&file, format!("[\n{records}]\n")).expect("written");
    let file = file.to_string_lossy();
    let [read, alone] = ["roster", "values"].map(|task| {
        let seconds = tasks::time(&mut *tasks::task(&name(&[task, &file])));
        Measured::new(seconds, Unit::Time)
    });
    let figure = format!("a roster of {} records read", thousands(RECORDS));
    let beside = Beside::new("`ron::from_str`", [alone]);
    bench.row(&figure, Some(read), &beside, Goal::Times(3.0));
}

/// Measures the import of another program's table, in the slowest system.
pub fn import(bench: &mut Bench) {
    let file = bench.folder.path().join("table.csv");
    let rows: String = (1..=ROWS)
        .map(|number| format!("M {number},{},12\n", number % 50 + 1))
        .collect();
    fs::write(&file, format!("name,hp,ac\n{rows}")).expect("written");
    let seconds = affray::systems::all().iter().map(|system| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_affray"));
        program.args(["import", "--print", "--system", system.key()]);
        let begun = Instant::now();
        let done = program.arg(&file).output().expect("it runs");
        assert!(done.status.success(), "{}", system.key());
        begun.elapsed().as_secs_f64()
    });
    let worst = seconds.fold(0.0, f64::max);
    let figure = format!("a table of {} rows imported", thousands(ROWS));
    let value = Measured::new(worst, Unit::Time);
    bench.row(&figure, Some(value), &Beside::nothing(), Goal::Most(3.0));
}

/// Measures the difficulty of every bundled encounter, from 2,000 fights each; the slowest one counts.
pub fn verdict(bench: &mut Bench) {
    let home = bench.folder.path().join("verdict");
    let seconds = affray::systems::all().iter().flat_map(|system| {
        let (compendium, _) = Compendium::built_in(*system);
        let (bundled, _) = setup::bundled(&compendium);
        bundled
            .iter()
            .map(|one| {
                let mut program = Command::new(env!("CARGO_BIN_EXE_affray"));
                program.args(["odds", &one.setup.title]);
                program.env("AFFRAY_HOME", &home);
                let begun = Instant::now();
                let done = program.output().expect("it runs");
                assert!(done.status.success(), "{}", one.setup.title);
                begun.elapsed().as_secs_f64()
            })
            .collect::<Vec<f64>>()
    });
    let worst = seconds.fold(0.0, f64::max);
    let figure = "2,000 fights of the slowest bundled encounter";
    let value = Measured::new(worst, Unit::Time);
    bench.row(figure, Some(value), &Beside::nothing(), Goal::Most(1.0));
}

/// Measures wake-ups and output of an idle program.
pub fn idle(bench: &mut Bench) {
    let stands = bench.stands.of(BUNDLED);
    let folder = bench.folder.path();
    let affray = Program::resume(&stands[0].form).start();
    let less = Program::less(folder, TEXT).map(|less| less.start());
    let mut all: Vec<_> = [Some(affray), less].into_iter().flatten().collect();
    // The remaining output of opening the fight comes first.
    for running in &mut all {
        running.quiet(Duration::from_secs(3));
    }
    let before: Vec<_> = all.iter().map(|one| (one.wakes(), one.sent())).collect();
    std::thread::sleep(IDLE);
    let mut wakes = Vec::new();
    let mut bytes = Vec::new();
    for (mut running, (woken, sent)) in all.into_iter().zip(before) {
        running.quiet(Duration::from_millis(1));
        let since = |woken| Some(running.wakes()? - woken);
        wakes.extend(woken.and_then(since));
        bytes.push((running.sent() - sent) as f64);
        running.leave();
    }
    for (what, values) in [("wake-ups", wakes), ("bytes sent", bytes)] {
        let mut values = values
            .into_iter()
            .map(|one| Measured::new(one, Unit::Number));
        let value = values.next();
        let figure = format!("{what} in 10 idle seconds");
        bench.row(
            &figure,
            value,
            &Beside::new("less", values),
            Goal::Most(0.0),
        );
    }
}

/// Prints the size of the program, and whether instructions were counted.
pub fn binary(bench: &mut Bench) {
    let bytes = fs::metadata(env!("CARGO_BIN_EXE_affray")).map_or(0, |file| file.len());
    let value = Measured::new(bytes as f64, Unit::Bytes);
    bench.row(
        "size of the program file",
        Some(value),
        &Beside::nothing(),
        Goal::Most(18e6),
    );
    if !callgrind::is_there() {
        eprintln!("valgrind is not installed: instructions are not counted");
    }
}
