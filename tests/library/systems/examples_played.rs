//! Fights of examples with every word, and of the game of the tutorial. Two fight against two: all offers are taken in
//! turn, each answer depends only on its place in the fight, and the GM makes some rulings. A walk through each system
//! follows, as in `affray check`. What happens, including the players' log, and the parts that the walk never reaches
//! are in `tests/data/examples_played.txt` as facts, with the wording of all examples at its end. A keyword with
//! another meaning changes that page.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::examples_played` rewrites the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Encounter;
use affray::ron_text::Source;
use affray::rules::ruling::RULINGS;
use affray::session::{Input, Readers, Session, Waits, markdown, parse};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::simulate::Walk;
use affray::systems::written::{self, NO_TEXTS, Written};
use affray::values::{Record, Spec, Value};

use super::played::Watched;
use crate::support::facts::Names;
use crate::support::random_player::{Player, Tactics};
use crate::support::system_pages::examples;
use crate::support::wording::Wording;

/// Number of inputs for each example, and maximum number of rounds.
const INPUTS: usize = 80;
const ROUNDS: u32 = 5;

/// Number of times that a walk plays a rule.
const PLAYS: usize = 600;

/// Returns an arbitrary value of a kind, such as a small number or two rows of a list.
fn something(player: &mut Player, kind: &Spec) -> Option<Value> {
    let columns = match kind {
        Spec::Records(columns) => columns,
        Spec::Int(least, most) => {
            let small = Spec::Int(1.clamp(*least, *most), 6.clamp(*least, *most));
            return player.any_of(&small);
        }
        _ => return player.any_of(kind),
    };
    let rows = ["long", "short"].map(|name| {
        let mut row = Record::new().with("name", Value::Word(name.to_owned()));
        for column in columns.iter().filter(|column| !column.required) {
            if let Some(value) = something(player, &column.kind) {
                row.set(&column.key, value);
            }
        }
        row
    });
    Some(Value::List(rows.to_vec()))
}

/// Creates a set-up of two against two, with a value in every field of their sheets.
fn setup(compendium: &Compendium) -> Setup {
    let mut setup = Setup::new(compendium.key());
    for (name, life) in [("Party", 14), ("Foes", 9)] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players: name == "Party",
            ..SideSetup::default()
        });
        for nth in ["One", "Two"] {
            let name = format!("{name} {nth}");
            let side = setup.sides.last().map_or("", |side| side.name.as_str());
            let mut one = Newcomer::improvised(&name, life, side);
            let mut player = Player::new(
                name.len() as u64 * 7 + life.unsigned_abs(),
                Tactics::Forward,
            );
            for field in compendium.schema.fields.iter() {
                if !field.state && !field.required {
                    let value = match field.several.first() {
                        Some(word) => Some(Value::Word(word.clone())),
                        None => something(&mut player, &field.kind),
                    };
                    if let Some(value) = value {
                        one.sheet.set(&field.key, value);
                    }
                }
            }
            setup.combatants.push(one);
        }
    }
    setup
}

/// Adds an attack with the first test to an example without actions.
fn with_a_blow(text: &str) -> String {
    if text.contains("\nactions: {") || text.contains("    actions: {") {
        return text.to_owned();
    }
    let tests = text.split_once("tests: {").map(|(_, tests)| tests);
    let blow = match tests.and_then(|tests| tests.split('"').nth(1)) {
        Some(test) => format!("test: \"{test}\", on: {{ \"passed\": [Damage(dice: \"d6\")] }}"),
        None => "does: [Damage(dice: \"d6\")]".to_owned(),
    };
    let end = text.trim_end().strip_suffix(')').expect("a system");
    format!("{end}, actions: {{ \"blow\": (target: Enemy, costs: {{ \"deed\": 1 }}, {blow}) }})")
        .replace(",\n,", ",\n")
}

/// Plays a fight of a system, offer after offer, and returns what it shows.
fn play(text: &str, wording: &mut Wording) -> String {
    let read = written::read("example", &Source::new("page", text), NO_TEXTS);
    let system = read.unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let (compendium, _) = Compendium::built_in(system);
    let start = setup(&compendium).begin(&compendium, Seed(1));
    let start = start.unwrap_or_else(|wrong| panic!("{wrong:?}\n{text}"));
    let begun = start.clone();
    let mut session = Session::new(&[system], start, Seed(1)).expect("a session");
    let mut heard = String::new();
    let mut watched = Watched::default();
    watched.look("", &session, wording);
    let mut done: BTreeMap<String, usize> = BTreeMap::new();
    for nth in 0..INPUTS {
        if session.now().round > ROUNDS {
            break;
        }
        let (said, input) = match session.waits() {
            Waits::Fault(why) => panic!("{why}\n{text}"),
            // Some rulings interrupt a question.
            Waits::Prompt(_) if nth % 11 == 10 => {
                let ruling = RULINGS[(nth / 11) % RULINGS.len()];
                (ruling.key.to_owned(), Input::Start(ruling.about(None)))
            }
            Waits::Prompt(prompt) => {
                let mut player = Player::new(nth as u64, Tactics::Forward);
                (
                    prompt.question.key.to_string(),
                    player.answer(&session, prompt),
                )
            }
            // The GM makes a ruling from time to time.
            Waits::Offers { .. } if nth % 7 == 6 => {
                let ruling = RULINGS[(nth / 7) % RULINGS.len()];
                let present: Vec<_> = session.now().present().collect();
                let about = present[nth % present.len()];
                let said = format!("{} {}", ruling.key, about.letter());
                (said, Input::Start(ruling.about(Some(about))))
            }
            // Chooses the least used action; the end of the fight comes last.
            Waits::Offers { .. } => {
                let extras = session.extras();
                let all = session.menu().iter().chain(&extras);
                let open =
                    all.filter(|entry| entry.refused.is_none() && entry.command.action != "end");
                let times = |action: &str| done.get(action).copied().unwrap_or_default();
                let Some(one) = open.min_by_key(|entry| times(&entry.command.action)) else {
                    break;
                };
                *done.entry(one.command.action.to_string()).or_default() += 1;
                let who = one.command.who.map_or(String::new(), |who| who.letter());
                let said = format!("{} {who}", one.command.action);
                (said, Input::Start(one.command.clone()))
            }
        };
        match session.input(input) {
            Ok(_) => {}
            // A refused input is replaced by the default answer, or undone.
            Err(why) => {
                let preset = parse(&session, "enter").and_then(|input| Ok(session.input(input)?));
                let back = preset.is_err() && session.input(Input::Undo).is_ok();
                let back = if back { ", taken back" } else { "" };
                let facts = Names::of(session.now()).facts(&format!("{why:#}"));
                wording.add("Refusals", &Names::of(session.now()), &format!("{why:#}"));
                watched.say(&format!("! {} {facts}{back}", said.trim()));
            }
        }
        watched.look(said.trim(), &session, wording);
        let told = markdown(&session, Readers::Players);
        let names = Names::of(session.now());
        let live = session.live_lines();
        let of_gm = session.lines().iter().chain(&live);
        let of_gm: BTreeSet<String> = of_gm.map(|line| names.facts(&line.text)).collect();
        let is_new = |line: &&str| line.trim_start().starts_with("- ") && !heard.contains(line);
        for line in told.lines().filter(is_new) {
            let text = line.trim_start().trim_start_matches("- ");
            wording.add("Log of the players", &names, text);
            // Lines of the players' log whose facts are in no line of the GM's log.
            let facts = names.facts(text);
            if !of_gm.contains(&facts) {
                watched.say(&format!("~ {facts}"));
            }
        }
        heard = told;
    }
    let (walked, never) = walk(system, begun);
    watched.page() + &format!("walked: {walked}\n{never}")
}

/// Returns the parts of a system that a walk through its fight reaches, and the parts that it never reaches.
fn walk(system: &'static Written, begun: Encounter) -> (String, String) {
    let coverage = system.coverage();
    coverage.watch();
    let grown = || coverage.counts().1;
    let mut broken = Vec::new();
    let mut walk = Walk::new(system, &grown, &|| false, PLAYS);
    walk.from(begun, PLAYS, &mut |why| broken.push(why));
    assert!(broken.is_empty(), "{broken:?}");
    let (all, seen) = coverage.counts();
    let never = coverage.never().into_iter();
    let never = never.map(|one| format!("    {}\n", one.what)).collect();
    (format!("{seen} of {all}"), never)
}

#[test]
fn fights_of_the_keyword_examples_match_their_snapshot() {
    let (mut whole, mut wording) = (String::new(), Wording::default());
    for text in examples() {
        let first = text
            .lines()
            .find(|line| line.contains(": {") || line.contains("order:"));
        whole += &format!("### {}\n", first.unwrap_or_default().trim());
        whole += &play(&with_a_blow(&text), &mut wording);
    }
    whole += &wording.page();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/examples_played.txt");
    expect_test::expect_file![path].assert_eq(&whole);
}
