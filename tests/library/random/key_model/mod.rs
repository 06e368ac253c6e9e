//! Keys that never move: every prompt of every bundled fight, played at random, is held to what the tables say. Small
//! letters are people, capitals deeds and circumstances, digits dice, Space is nothing more, Enter takes what is marked.

pub mod model;

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::Kind;
use affray::rules::{DEED, Group, System, ruling};
use affray::session::{Session, Waits};
use affray::setup;
use affray::systems;

use model::{capitals, hold, told};

use crate::support::random_player::{Player, Temper};

/// So many inputs are played of each system, shared by its bundled fights.
const INPUTS: usize = 800;

/// Rows and answers that have no capital: arrows reach them.
fn without_capital(session: &Session, rare: &mut BTreeSet<String>) {
    let table = capitals(session.system());
    let Waits::Prompt(prompt) = session.waits() else {
        return;
    };
    let asks = &prompt.question.key;
    match &prompt.kind {
        Kind::Choice { options, .. } => {
            let plain = options.iter().filter(|one| table.deed(&one.key).is_none());
            rare.extend(plain.map(|_| format!("{asks}: an answer")));
        }
        Kind::Form(fields) => {
            let plain = fields.iter().filter(|one| table.row(&one.key).is_none());
            rare.extend(plain.map(|one| format!("{asks}: {}", one.key)));
        }
        _ => {}
    }
}

/// Plays every bundled fight. Of rows and answers only those in `rare` may be without a capital; a name that ends in
/// `*` stands for all that begin so.
fn play(system: &'static dyn System, rare: &[&str]) {
    let known = rare;
    let mut rare = BTreeSet::new();
    let (compendium, _) = Compendium::built_in(system);
    let inputs = INPUTS / setup::bundled(&compendium).0.len();
    for (number, bundled) in setup::bundled(&compendium).0.iter().enumerate() {
        let seed = 7 + number as u64;
        let start = bundled
            .setup
            .clone()
            .begin(&compendium, Seed(seed))
            .expect("a start");
        let mut session = Session::new(systems::all(), start, Seed(seed)).expect("a session");
        let temper = [Temper::Forward, Temper::Restless, Temper::Fickle][number % 3];
        let mut player = Player::new(seed, temper);
        for input in 0..inputs {
            without_capital(&session, &mut rare);
            let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| hold(&session)));
            if let Err(why) = held {
                let (name, told) = (&bundled.name, told(&session));
                eprintln!("{name}, seed {seed}, input {input}, {told}");
                std::panic::resume_unwind(why);
            }
            // Refused inputs change nothing, and the next one may be taken.
            let _ = session.input(player.input(&session, &compendium));
        }
    }
    let is_known = |row: &String| {
        known.iter().any(|known| match known.strip_suffix('*') {
            Some(stem) => row.starts_with(stem),
            None => row == known,
        })
    };
    let strange: Vec<&String> = rare.iter().filter(|row| !is_known(row)).collect();
    assert_eq!(strange, [""; 0], "they have no capital");
}

#[test]
fn every_prompt_of_alternation_keeps_to_the_tables() {
    let rare = [
        "attack: outsiders",
        "attack: knows",
        "durability: *",
        "prize: an answer",
    ];
    play(&systems::alternation::Alternation, &rare);
}

#[test]
fn every_prompt_of_countdown_keeps_to_the_tables() {
    play(&systems::countdown::Countdown, &[]);
}

#[test]
fn every_prompt_of_segments_keeps_to_the_tables() {
    let rare = [
        "attack: threshold",
        "declare: double_shot",
        "declare: free",
        "declare: free_text",
        "declare: in_melee",
        "declare: potion",
        "declare: sheathe",
        "declare: shield",
        "declare: tentacles-*",
    ];
    play(&systems::segments::Segments, &rare);
}

#[test]
fn every_prompt_of_split_round_keeps_to_the_tables() {
    play(&systems::split_round::SplitRound, &["declare: still*"]);
}

#[test]
fn every_prompt_of_six_seconds_keeps_to_the_tables() {
    play(&systems::seconds::Seconds, &[]);
}

/// Of rows that can meet no two have one capital; a row has the same capital in every group; what all systems share is
/// used for nothing else.
#[test]
fn a_row_has_one_capital_and_a_capital_one_row() {
    for system in systems::all() {
        let mut rows: BTreeMap<&str, char> = BTreeMap::new();
        let groups: Vec<&Group> = system.capitals().iter().chain(ruling::CAPITALS).collect();
        for group in &groups {
            let mut taken: BTreeMap<char, &str> = BTreeMap::new();
            for (row, capital) in group.rows {
                let in_group = (*capital != DEED).then(|| taken.insert(*capital, row));
                let prompts = group.prompts;
                assert_eq!(
                    in_group.flatten(),
                    None,
                    "{prompts:?}: {capital} is on {row} too"
                );
                let everywhere = *rows.entry(row).or_insert(*capital);
                assert_eq!(
                    everywhere,
                    *capital,
                    "{row} has two capitals in {}",
                    system.key()
                );
                assert!(capital.is_ascii_uppercase() || *capital == DEED, "{row}");
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
            if let Some(capital) = action.capital {
                assert_eq!(capital == 'A', name == "attack", "{name}");
                assert_eq!(capital == 'Z', name == "end", "{name}");
            }
        }
    }
}
