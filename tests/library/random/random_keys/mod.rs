//! Random keys in every form of every system and on every screen: no key ends the program, and the mark of every list
//! is on an existing, visible row.
//!
//! The suite plays a few keys in each form and screen, with a fixed seed. The long form shows what it played:
//!
//! ```sh
//! AFFRAY_KEYS=300000 AFFRAY_KEYS_SEED=1 cargo test --test library random_keys -- --nocapture
//! ```

mod beginnings;
mod marks;
mod monkey;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use affray::dice::Seed;
use beginnings::{Beginning, beginnings};
use marks::Program;
use monkey::Monkey;

use crate::support::seeded_chance::number;

/// Number of keys in the suite.
const FEW: usize = 2_000;
/// Maximum number of keys at one starting point before the next one follows.
const BURST: usize = 60;

#[test]
fn random_keys_never_crash_the_program() {
    let seed = number("AFFRAY_KEYS_SEED").unwrap_or(1);
    let keys = number("AFFRAY_KEYS").map_or(FEW, |keys| usize::try_from(keys).expect("fewer"));
    let beginnings: Vec<(String, Beginning)> = beginnings().into_iter().collect();
    let is_form = |name: &str| name.contains(" form [");
    let forms = beginnings.iter().filter(|(name, _)| is_form(name)).count();
    // Forms grow and shrink, so they get three times as many keys.
    let part = keys.div_ceil(beginnings.len() + 2 * forms).min(BURST / 3);
    let burst = |name: &str| if is_form(name) { 3 * part } else { part };
    let round: usize = beginnings.iter().map(|(name, _)| burst(name)).sum();
    let rounds = keys.div_ceil(round);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let failed: Vec<String> = thread::scope(|scope| {
        let run = |worker: usize| {
            let mut failed = Vec::new();
            let mut program = Program::new();
            for number in (worker..rounds * beginnings.len()).step_by(workers) {
                let (name, beginning) = &beginnings[number % beginnings.len()];
                let round = number / beginnings.len();
                let mut monkey = Monkey::new(Seed(seed), round, name);
                program = program.again(beginning);
                let played =
                    catch_unwind(AssertUnwindSafe(|| program.play(&mut monkey, burst(name))));
                if played.is_err() {
                    let pressed = program.pressed.join(", ");
                    failed.push(format!(
                        "seed {seed}, round {round}, on `{name}`, the last of: {pressed}"
                    ));
                }
            }
            failed
        };
        let threads: Vec<_> = (0..workers)
            .map(|worker| scope.spawn(move || run(worker)))
            .collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("it catches panics"));
        joined.flatten().collect()
    });
    println!(
        "{} keys in {rounds} rounds of {} beginnings, {forms} of them forms",
        rounds * round,
        beginnings.len()
    );
    assert!(
        failed.is_empty(),
        "{} failed:\n{}",
        failed.len(),
        failed.join("\n")
    );
}
