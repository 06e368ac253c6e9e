//! Long use (R24 of the promises): random players fight in every system, with random options, rollers and GM inputs.
//! After each input the invariants of a fight hold; from time to time the test checks that every key does what its
//! table says.
//!
//! ```sh
//! AFFRAY_LONG=1000 AFFRAY_LONG_INPUTS=10000 cargo test --release --test library long_use -- --nocapture
//! ```
//!
//! This plays 10,000 inputs for each of 1,000 seeds. `AFFRAY_LONG_SEED=7` begins with the seventh seed. A failure names
//! system, fight, seed and step.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Roller;
use affray::rules;
use affray::session::{Input, Session};

use super::key_model::model;
use crate::support::laws::systems;
use crate::support::random_games::{Game, Kept, any_setup, holds, nothing, play};
use crate::support::random_player::{Player, Tactics};
use crate::support::seeded_chance::{Chance, number};
use affray::setup;

/// Number of seeds in the suite.
const SEEDS: u64 = 20;
/// Number of inputs for each seed in the suite.
const INPUTS: usize = 500;
/// Maximum number of inputs in one fight.
const LONGEST: usize = 250;
/// Number of inputs after which every key is pressed.
const PRESSED: usize = 5;
/// Number of seeds after which a long run shows its progress.
const TOLD: u64 = 50;
/// Number of inputs after which the fight is saved, read and continued.
const RESUMED: usize = 50;

/// Returns a bundled fight of a random system, with random options and rollers.
fn any_game(compendia: &[Compendium], seed: u64, nth: u64, inputs: usize) -> Game {
    let seed = seed * 1_000 + nth;
    let mut luck = Player::new(seed, Tactics::Forward);
    let compendium = &compendia[luck.below(compendia.len())];
    let (name, setup) = any_setup(compendium, &mut luck);
    let mut start = setup.begin(compendium, Seed(seed)).expect("no mistakes");
    for side in Arc::make_mut(&mut start.sides) {
        side.roller = [Roller::Typed, Roller::Rolled][luck.below(2)];
    }
    Game {
        name: format!("{name}, seed {seed}"),
        compendium: compendium.clone(),
        start,
        seed,
        inputs,
    }
}

/// Plays inputs in one fight after another.
fn use_long(compendia: &[Compendium], seed: u64, inputs: usize) {
    for nth in 0..inputs.div_ceil(LONGEST) {
        let inputs = LONGEST.min(inputs - nth * LONGEST);
        let game = any_game(compendia, seed, nth as u64, inputs);
        let tactics = [Tactics::Forward, Tactics::Restless, Tactics::Fickle][nth % 3];
        let mut kept = Kept::of(&game.session());
        let first = kept.check_written(&game.session(), &game.name);
        let mut last = play(&game, tactics, nothing, |session, input, deltas, name| {
            kept.follow(session, input, deltas, name);
            holds(session, &game.compendium, name);
            if kept.inputs().is_multiple_of(PRESSED) {
                let mut chance = Chance::at(Seed(seed), kept.inputs() as u64, "keys");
                let hold = || model::hold(session, &mut chance);
                let keys = catch_unwind(AssertUnwindSafe(hold));
                keys.unwrap_or_else(|why| {
                    eprintln!("{name}: {}", model::told(session));
                    resume_unwind(why)
                });
            }
            if kept.inputs().is_multiple_of(RESUMED) {
                *session = kept.check_written(session, name);
            }
        });
        kept.check_journal(&last, &game.name);
        undo_all(&mut last);
        assert!(
            last.now() == first.now(),
            "{}: undone, it is not as it began",
            game.name
        );
    }
}

fn undo_all(session: &mut Session) {
    while session.input(Input::Undo).is_ok() {}
}

#[test]
fn invariants_hold_in_long_fights() {
    let first = number("AFFRAY_LONG_SEED").unwrap_or(1);
    let seeds = number("AFFRAY_LONG").unwrap_or(SEEDS);
    let inputs = number("AFFRAY_LONG_INPUTS").map_or(INPUTS, |many| many as usize);
    let built_in = |system: &&'static dyn rules::System| Compendium::built_in(*system).0;
    let mut compendia: Vec<Compendium> = systems().iter().map(built_in).collect();
    compendia.retain(|compendium| !setup::bundled(compendium).0.is_empty());
    let next = AtomicU64::new(first);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= first + seeds {
                        break;
                    }
                    use_long(&compendia, seed, inputs);
                    let played = seed - first + 1;
                    if played.is_multiple_of(TOLD) {
                        println!("{played} of {seeds} seeds");
                    }
                }
            });
        }
    });
    println!("{seeds} seeds from {first}, {inputs} inputs each");
}
