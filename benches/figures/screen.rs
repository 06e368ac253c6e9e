//! Figures of the whole program in a fight of each system: opening it, and keys in it.

use std::path::Path;
use std::time::Duration;

use crate::bench::Bench;
use crate::callgrind::side_by_side;
use crate::fights::{BATTLE, DOZEN, EVENING, Stand};
use crate::programs::{ARROWS, Program};
use crate::running::Running;
use crate::table::{Beside, Goal, Measured, Unit};

/// Number of keys sent at once.
const FLOOD: usize = 64 * 1024;

/// Measures opening a saved fight.
pub fn resume(bench: &mut Bench) {
    let stands = bench.stands.of(EVENING);
    let time = |stand: &Stand| Some(Program::resume(&stand.form).started_in(11));
    let count = |stand: &Stand| Program::resume(&stand.form).instructions();
    let values = each(&stands, time, count);
    let vims = stands.iter().filter_map(|stand| {
        let vim = Program::vim(bench.folder.path(), stand.bytes())?;
        Some(Measured::new(vim.started_in(11), Unit::Time))
    });
    let beside = Beside::new("`vim -u NONE` on as many bytes", vims);
    let figure = format!("start to the first full screen, {}", EVENING.label());
    bench.systems(&figure, &values, &beside, Goal::Times(2.0));
}

/// Resumes a saved fight and waits until everything is drawn.
fn opened(file: &Path) -> Running {
    let mut running = Program::resume(file).start();
    running.quiet(Duration::from_millis(300));
    running
}

/// Measures one figure for each system; instructions are counted in parallel.
fn each(
    stands: &[Stand],
    time: impl Fn(&Stand) -> Option<f64>,
    instructions: impl Fn(&Stand) -> Option<f64> + Sync,
) -> Vec<Measured> {
    let times: Vec<Option<f64>> = stands.iter().map(time).collect();
    let counts = side_by_side(stands, instructions);
    let both = times.into_iter().zip(counts);
    both.filter_map(|(time, instructions)| {
        Some(Measured {
            instructions,
            ..Measured::new(time?, Unit::Time)
        })
    })
    .collect()
}

/// Measures an arrow key at the form of an attack.
pub fn key(bench: &mut Bench) {
    for (fight, goal) in [(EVENING, 2.0), (BATTLE, 2.5)] {
        let stands = bench.stands.of(fight);
        let time = |stand: &Stand| {
            let mut running = opened(&stand.form);
            let time = running.cpu_a_key(30);
            running.leave();
            time
        };
        let count = |stand: &Stand| Program::resume(&stand.form).instructions_of_a_key();
        let values = each(&stands, time, count);
        let hello = Beside::new("hello", bench.hello().key);
        let figure = format!("processor time of an arrow key, {}", fight.label());
        bench.systems(&figure, &values, &hello, Goal::Times(goal));
    }
}

/// Measures Enter at the die of an attack.
pub fn enter(bench: &mut Bench) {
    for (fight, seconds) in [(DOZEN, 3e-3), (BATTLE, 4e-3)] {
        let stands = bench.stands.of(fight);
        let time = |stand: &Stand| {
            let mut running = opened(&stand.die);
            let time = running.cpu_of_enter(11);
            running.leave();
            time
        };
        let count = |stand: &Stand| Program::resume(&stand.die).instructions_of_enter();
        let values = each(&stands, time, count);
        let figure = format!("processor time of Enter at a die, {}", fight.label());
        bench.systems(&figure, &values, &Beside::nothing(), Goal::Most(seconds));
    }
}

/// Measures very many arrow keys at once at the form of an attack.
pub fn flood(bench: &mut Bench) {
    let stands = bench.stands.of(DOZEN);
    let keys: Vec<u8> = ARROWS[0].iter().copied().cycle().take(FLOOD).collect();
    // A key that is split in two is not a key.
    let keys = &keys[..FLOOD - FLOOD % ARROWS[0].len()];
    let floods: Vec<(f64, usize)> = stands
        .iter()
        .map(|stand| opened(&stand.form).flood(keys))
        .collect();
    let label = format!("64 KiB of arrow keys at once at a form, {}", DOZEN.label());
    let times = floods
        .iter()
        .map(|(time, _)| Measured::new(*time, Unit::Time));
    let values: Vec<Measured> = times.collect();
    bench.systems(&label, &values, &Beside::nothing(), Goal::Most(0.3));
    let frames = floods
        .iter()
        .map(|(_, frames)| Measured::new(*frames as f64, Unit::Number));
    let values: Vec<Measured> = frames.collect();
    bench.systems(
        "frames drawn for 64 KiB of arrow keys",
        &values,
        &Beside::nothing(),
        Goal::Most(20.0),
    );
}
