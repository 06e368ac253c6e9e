//! Measures every figure of the design on the real systems, compares it with other programs, and prints tables.
//!
//! `cargo bench` measures all; `cargo bench --bench figures -- start key` only these subjects. `benches/README.md`
//! explains the figures and has the latest ones.

mod bench;
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

use bench::Bench;

/// Function that measures some figures and prints their rows.
type Subject = fn(&mut Bench);

/// Subjects by the names that select them.
const SUBJECTS: [(&str, Subject); 19] = [
    ("others", whole::others),
    ("start", whole::start),
    ("byte", whole::byte),
    ("dice", whole::dice),
    ("odds", whole::odds),
    ("roster", whole::roster),
    ("import", whole::import),
    ("idle", whole::idle),
    ("binary", whole::binary),
    ("verdict", whole::verdict),
    ("resume", screen::resume),
    ("key", screen::key),
    ("enter", screen::enter),
    ("flood", screen::flood),
    ("engine", systems::engine),
    ("written", systems::written),
    ("simulated", systems::simulated),
    ("disk", systems::disk),
    ("long", systems::long),
];

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
    let mut bench = Bench::new();
    for (name, measure) in SUBJECTS {
        if wanted.is_empty() || wanted.iter().any(|one| *one == name) {
            measure(&mut bench);
        }
    }
}
