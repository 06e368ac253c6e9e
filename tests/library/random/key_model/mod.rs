//! Keys with a fixed meaning: every prompt of every bundled fight, played at random, must follow the tables of keys.
//! Lower-case letters are combatants, upper-case letters are action keys, digits are dice, Space skips, Enter accepts
//! the marked row. The typed keys are random too.

mod barred;
pub mod model;
mod typed;

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Kind;
use affray::rules::{ARROWS, CapitalGroup, DEED, System, ruling};
use affray::session::{InputError, Session, Waits};
use affray::setup;
use affray::systems;

use model::{capitals, hold, told};

use crate::support::laws;
use crate::support::random_player::{Player, Tactics};
use crate::support::seeded_chance::Chance;

/// Number of inputs for each system, shared by its bundled fights.
const INPUTS: usize = 800;

/// Collects the rows and answers without an action key that are not listed in [`ARROWS`].
fn without_capital(session: &Session, strange: &mut BTreeSet<String>) {
    let table = capitals(session.system());
    let Waits::Prompt(prompt) = session.waits() else {
        return;
    };
    let asks = &*prompt.question.key;
    let mut stands = |key: &str, capital: bool| {
        if !capital && !table.by_arrows(asks, key) {
            strange.insert(format!("{asks}: {key}"));
        }
    };
    match &prompt.kind {
        Kind::Choice { options, .. } => {
            for one in options {
                stands(&one.key, table.deed(&one.key).is_some());
            }
        }
        Kind::Form(fields) => {
            for one in fields {
                stands(&one.key, table.row(&one.key).is_some());
            }
        }
        _ => {}
    }
}

/// Plays every bundled fight of a system.
fn play(system: &'static dyn System) {
    let mut strange = BTreeSet::new();
    let (compendium, _) = Compendium::built_in(system);
    let ready = setup::bundled(&compendium).0;
    let inputs = INPUTS / ready.len().max(1);
    for (number, bundled) in ready.iter().enumerate() {
        let seed = 7 + number as u64;
        let start = bundled
            .setup
            .clone()
            .begin(&compendium, Seed(seed))
            .expect("a start");
        let mut session = Session::new(&[system], start, Seed(seed)).expect("a session");
        let tactics = [Tactics::Forward, Tactics::Restless, Tactics::Fickle][number % 3];
        let mut player = Player::new(seed, tactics);
        for input in 0..inputs {
            without_capital(&session, &mut strange);
            let mut chance = Chance::at(Seed(seed), input as u64, "keys");
            let held = || hold(&session, &mut chance);
            let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(held));
            if let Err(why) = held {
                let (name, told) = (&bundled.name, told(&session));
                eprintln!("{name}, seed {seed}, input {input}, {told}");
                std::panic::resume_unwind(why);
            }
            // A refused input changes nothing, and the next one may be accepted.
            if let Err(why) = session.input(player.input(&session, &compendium)) {
                assert!(
                    matches!(why, InputError::Refused(_)),
                    "{}: {why}",
                    bundled.name
                );
            }
        }
    }
    assert!(
        strange.is_empty(),
        "{}: no capital, and the table does not leave them to the arrows: {strange:?}",
        system.key()
    );
}

#[test]
fn action_keys_at_every_prompt_come_from_the_tables_of_the_system() {
    laws::each(play);
}

/// Rows of Open d20 of which a form shows at most one: the sneak attack by the rules, or by a ruling of the GM.
const EXCLUSIVE: [&str; 4] = [
    "sneak",
    "sneak_ruled_alone",
    "sneak_ruled_hampered",
    "sneak_ruled_weapon",
];

fn are_exclusive(row: &str, other: &str) -> bool {
    EXCLUSIVE.contains(&row) && EXCLUSIVE.contains(&other)
}

/// Rows that can appear together have different action keys, and a row has the same key in every group. The key of the
/// GM's modifier is used for nothing else. No action uses a key that all systems share for rows.
#[test]
fn each_row_has_its_own_action_key() {
    for system in laws::systems() {
        let mut rows: BTreeMap<&str, char> = BTreeMap::new();
        let groups: Vec<&CapitalGroup> = system.capitals().iter().chain(ruling::CAPITALS).collect();
        for group in &groups {
            let mut taken: BTreeMap<char, &str> = BTreeMap::new();
            for (row, capital) in group.rows {
                let in_group = capital
                    .is_ascii_uppercase()
                    .then(|| taken.insert(*capital, row));
                let in_group = in_group.flatten();
                let together = in_group.filter(|other| !are_exclusive(row, other));
                let prompts = group.prompts;
                assert_eq!(together, None, "{prompts:?}: {capital} is on {row} too");
                let everywhere = *rows.entry(row).or_insert(*capital);
                assert_eq!(
                    everywhere,
                    *capital,
                    "{row} has two capitals in {}",
                    system.key()
                );
                let none = [DEED, ARROWS].contains(capital);
                assert!(capital.is_ascii_uppercase() || none, "{row}");
                let modifier = row.starts_with("modifier");
                assert_eq!(*capital == 'G', modifier, "{row}: G is the GM's modifier");
            }
        }
        for action in system.actions() {
            let reserved = action
                .capital
                .is_some_and(|capital| "CGNRTWY".contains(capital));
            let name = action.key;
            assert!(!reserved, "{name} of {} has a shared capital", system.key());
            // In bundled systems these rows have the same name.
            let known = systems::all().iter().any(|one| one.key() == system.key());
            if let Some(capital) = action.capital.filter(|_| known) {
                assert_eq!(capital == 'A', name == "attack", "{name}");
                assert_eq!(capital == 'Z', name == "end", "{name}");
            }
        }
    }
}
