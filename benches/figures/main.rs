//! Every figure of the design on the real systems, beside what it is measured against, as tables.
//!
//! `cargo bench` measures all; `cargo bench --bench figures -- start key` only these subjects. What the figures mean and
//! what they were last stands in `benches/README.md`.

mod callgrind;
mod fights;
mod programs;
#[path = "../../tests/program/pty.rs"]
mod pty;
mod running;
mod screen;
mod systems;
mod table;
mod tasks;
mod whole;

use std::cell::OnceCell;

use affray::rules;
use tempfile::TempDir;

use fights::Stands;
use programs::Program;
use table::{Beside, Goal, Measured, Table, Unit};

/// The median.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Measures some figures and prints their rows.
type Subject = fn(&mut Bench);

/// What is measured together, and the name that chooses it.
const SUBJECTS: [(&str, Subject); 17] = [
    ("others", whole::others),
    ("start", whole::start),
    ("byte", whole::byte),
    ("dice", whole::dice),
    ("odds", whole::odds),
    ("roster", whole::roster),
    ("idle", whole::idle),
    ("binary", whole::binary),
    ("resume", screen::resume),
    ("key", screen::key),
    ("enter", screen::enter),
    ("frame", screen::frame),
    ("flood", screen::flood),
    ("engine", systems::engine),
    ("simulated", systems::simulated),
    ("disk", systems::disk),
    ("long", systems::long),
];

/// What the subjects share.
pub struct Bench {
    table: Table,
    stands: Stands,
    folder: TempDir,
    hello: OnceCell<Hello>,
    floor: OnceCell<f64>,
}

/// What the program of one line comes to.
#[derive(Clone, Copy)]
pub struct Hello {
    /// From the start to the first screen. Most of it is the kernel's work, which callgrind does not see.
    pub start: Measured,
    /// A key.
    pub key: Option<Measured>,
    /// Writes and bytes of a key.
    pub frame: Option<(f64, f64)>,
}

impl Bench {
    /// A figure whatever the system.
    fn row(&mut self, figure: &str, value: Option<Measured>, beside: &Beside, goal: Goal) {
        let values: Vec<Measured> = value.into_iter().collect();
        self.table.row(&["measured"], figure, &values, beside, goal);
    }

    /// A figure of each system.
    fn systems(&mut self, figure: &str, values: &[Measured], beside: &Beside, goal: Goal) {
        let systems: Vec<&str> = rules::all().iter().map(|system| system.key()).collect();
        self.table.row(&systems, figure, values, beside, goal);
    }

    fn hello(&self) -> Hello {
        *self.hello.get_or_init(|| {
            let program = Program::hello();
            let start = Measured::new(program.started_in(21), Unit::Time);
            let mut running = program.start();
            let key = running.cpu_a_key(50).map(|time| Measured {
                instructions: program.instructions_of_a_key(),
                ..Measured::new(time, Unit::Time)
            });
            let frame = running.frame(20);
            running.leave();
            Hello { start, key, frame }
        })
    }

    /// Seconds from a key to the first byte of a program that does nothing else.
    fn floor(&self) -> Measured {
        let seconds = self.floor.get_or_init(|| {
            let mut running = Program::floor().start();
            let seconds = running.latency(201);
            running.leave();
            seconds
        });
        Measured::new(*seconds, Unit::Time)
    }
}

fn main() {
    pty::leader();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == tasks::SERVE
    {
        return tasks::serve(rest);
    }
    // Cargo adds `--bench`.
    let wanted: Vec<&String> = arguments.iter().filter(|one| *one != "--bench").collect();
    let names: Vec<&str> = SUBJECTS.iter().map(|(name, _)| *name).collect();
    if let Some(unknown) = wanted.iter().find(|one| !names.contains(&one.as_str())) {
        eprintln!(
            "there is no subject `{unknown}`: there is {}",
            names.join(", ")
        );
        std::process::exit(2);
    }
    let mut bench = Bench {
        table: Table::default(),
        stands: Stands::default(),
        folder: fights::folder(),
        hello: OnceCell::new(),
        floor: OnceCell::new(),
    };
    for (name, measure) in SUBJECTS {
        if wanted.is_empty() || wanted.iter().any(|one| *one == name) {
            measure(&mut bench);
        }
    }
}
