//! Games of random players in every system's bundled fights.
//!
//! `AFFRAY_LAWS=100` plays a hundred times as many; `AFFRAY_LAWS_SEED=7` plays only that seed.

#![allow(dead_code, reason = "not every test uses all of it")]

use std::sync::Arc;

use affray::dice::Seed;
use affray::encounter::{Encounter, Roller};
use affray::rules::System;
use affray::rules::compendium::Compendium;
use affray::session::{Delta, Input, Session, Waits};

use crate::player::{Player, Temper};
use crate::tiny;

/// Games of each system in the suite.
const GAMES: u64 = 3;
/// Inputs of a game.
pub const INPUTS: usize = 50;

/// Every system, and the tiny one.
pub fn systems() -> Vec<&'static dyn System> {
    let mut systems = affray::rules::all().to_vec();
    systems.push(&tiny::TINY);
    systems
}

/// A game to be played.
pub struct Game {
    /// What to call it in a failure.
    pub name: String,
    /// Of its system.
    pub compendium: Compendium,
    /// Where it begins.
    pub start: Encounter,
    /// What its player does.
    pub seed: u64,
}

impl Game {
    /// The fight before anything was done.
    pub fn session(&self) -> Session {
        Session::new(&systems(), self.start.clone(), Seed(self.seed)).expect("a session")
    }
}

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().expect("a number"))
}

/// The games of every system, a different fight and different dice for each seed.
pub fn games(law: u64) -> Vec<Game> {
    let seeds: Vec<u64> = match number("AFFRAY_LAWS_SEED") {
        Some(seed) => vec![seed],
        None => {
            let many = GAMES * number("AFFRAY_LAWS").unwrap_or(1);
            (0..many).map(|game| law * 1_000_000 + game).collect()
        }
    };
    let mut games = Vec::new();
    for system in systems() {
        let (compendium, wrong) = Compendium::built_in(system);
        assert!(wrong.is_empty());
        for &seed in &seeds {
            let (title, mut start) = if compendium.encounters.is_empty() {
                ("a small fight", tiny_start(system))
            } else {
                let place = usize::try_from(seed).expect("small") % compendium.encounters.len();
                let bundled = &compendium.encounters[place];
                let start = bundled
                    .setup
                    .begin(&compendium, Seed(seed))
                    .expect("no mistakes");
                (bundled.name.as_str(), start)
            };
            // All dice asked for, all flying, or as the fight has it.
            for faction in Arc::make_mut(&mut start.factions) {
                match seed % 3 {
                    0 => faction.roller = Roller::Asked,
                    1 => faction.roller = Roller::Rolled,
                    _ => {}
                }
            }
            games.push(Game {
                name: format!("{}, {title}, seed {seed}", system.key()),
                compendium: compendium.clone(),
                start,
                seed,
            });
        }
    }
    games
}

/// A system that has no bundled fight yet is played with nobody in it, except the tiny one.
fn tiny_start(system: &dyn System) -> Encounter {
    if system.key() == "tiny" {
        tiny::start()
    } else {
        Encounter::new("Nobody", system.key(), system.schema())
    }
}

/// Nothing besides what a player does.
pub fn nothing(_: &Session, _: usize) -> Option<Input> {
    None
}

/// Plays a game; at some steps the GM does something else than the player would; `after` sees every input that was taken and what it changed.
pub fn play(
    game: &Game,
    temper: Temper,
    gm: impl Fn(&Session, usize) -> Option<Input>,
    mut after: impl FnMut(&Session, &Input, &[Delta], &str),
) -> Session {
    let mut session = game.session();
    let mut player = Player::new(game.seed, temper);
    let mut refused = 0;
    for step in 0..INPUTS {
        let name = format!("{}, step {step}", game.name);
        let input = gm(&session, step);
        let input = input.unwrap_or_else(|| player.input(&session, &game.compendium));
        let before = session.save();
        match session.input(input.clone()) {
            Ok(deltas) => {
                refused = 0;
                after(&session, &input, &deltas, &format!("{name}: {input:?}"));
            }
            Err(_) => {
                refused += 1;
                assert!(
                    session.save() == before,
                    "{name}: {input:?} was refused and changed something"
                );
                assert!(refused < 200, "{name}: everything is refused");
            }
        }
        if let Waits::Fault(what) = session.waits() {
            panic!("{name}: {input:?} brought a fault: {what}");
        }
    }
    session
}
