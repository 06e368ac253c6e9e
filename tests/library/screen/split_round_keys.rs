//! Keys of Split Round's own prompts: plans, a reaction, a bid, the dice of all combatants.

use affray::resolver::{Answer, Command, Kind};
use affray::values::{Id, Value};

use affray::compendium::Compendium;
use affray::systems::split_round::SplitRound;
use affray::ui::ask::Reply;

use crate::support::fight_file::{Course, course, go};
use crate::support::keyboard::{starts, typed};

const SETUP: &str = r#"title: "Keys", system: "split-round", sides: [(name: "P", players: true), (name: "O")],
    combatants: [(name: "Kara", side: "P", sheet: (hp_max: 12, attacks: [(name: "sword", attack_mod: 4, damage: "1d8")])),
        (name: "Sef", side: "P", sheet: (hp_max: 8, mana_max: 9, spells: [(name: "dart", mana_cost: 2, damage: "1d4")])),
        (name: "Orc", side: "O", sheet: (hp_max: 9, attacks: [(name: "axe", damage: "1d8")])),
        (name: "Hag", side: "O", sheet: (hp_max: 9, spark: true, mana_tree_rank: 2, mana_max: 12))]"#;

fn compendium() -> Compendium {
    Compendium::built_in(&SplitRound).0
}

#[track_caller]
fn fills(course: &Course<'_>, keys: &str, rows: &[(&str, Value)]) {
    let (reply, ask) = typed(&course.session, keys);
    let rows = rows
        .iter()
        .map(|(key, value)| ((*key).to_owned(), value.clone()));
    let wanted = Answer::Filled(rows.collect());
    assert_eq!(reply, Reply::Answer(wanted), "{keys}: {:?}", ask.problem);
}

#[test]
fn a_letter_plans_for_one_combatant_and_space_declares_for_the_others() {
    let compendium = compendium();
    let mut course = course(&compendium, SETUP, &["enter"]);
    starts(&course, "\n", Command::by("declare", Id(0)));
    starts(&course, "c", Command::by("declare", Id(2)));
    starts(&course, " ", Command::of("declare-rest"));
    starts(&course, "X", Command::of("declare-none"));
    go(&mut course, &["do declare-none"]);
    for keys in [" ", "\n", "D"] {
        starts(&course, keys, Command::of("dice"));
    }
}

#[test]
fn a_plan_takes_letters_for_combatants_and_action_keys_for_rows() {
    let compendium = compendium();
    let course = course(&compendium, SETUP, &["enter", "do declare a"]);
    let who = |id: u32| Value::Who(vec![Id(id)]);
    fills(&course, "d\n", &[("target1", who(3))]);
    let walks = [("feet", Value::Int(20)), ("leaves", who(2))];
    fills(&course, "M20Lc\n", &walks);
    fills(&course, "H\n", &[("charge", Value::Flag(true))]);
    let goes = Value::Word("nothing".to_owned());
    fills(&course, "N\n", &[("plan", goes)]);
}

#[test]
fn a_letter_with_digits_sets_a_bid_and_space_bids_nothing() {
    let compendium = compendium();
    let mut course = course(&compendium, SETUP, &["enter", "do declare b", "enter"]);
    go(&mut course, &["? asks counter"]);
    fills(&course, " ", &[("counters", Value::Who(Vec::new()))]);
    fills(&course, "\n", &[]);
    let bid = [
        ("counters", Value::Who(vec![Id(3)])),
        ("bid", Value::Int(12)),
    ];
    fills(&course, "d12\n", &bid);
}

#[test]
fn the_bid_form_shows_the_chance_for_each_amount_of_mana() {
    let compendium = compendium();
    let course = course(&compendium, SETUP, &["enter", "do declare b", "enter"]);
    let (_, ask) = typed(&course.session, "d");
    let preview = course.session.preview(&ask.draft).expect("a form");
    let shown: Vec<&str> = preview.shows.iter().map(|show| &*show.text).collect();
    // Rank 2 adds 1, so the first step needs a 9 for more than 10.
    let odds = "chance: 1 mana 60%, 4 mana 65%, 7 mana 70%, 11 mana 75%";
    assert_eq!(shown, ["dart at Orc: DC 10, 2 mana", odds]);
}

#[test]
fn opportunity_attacks_follow_the_typed_order() {
    let compendium = compendium();
    let course = course(&compendium, SETUP, &["enter", "do declare a"]);
    let (_, ask) = typed(&course.session, "M20L");
    let form = course.session.preview(&ask.draft).expect("a form").form;
    let Kind::Form(fields) = form.kind else {
        panic!("no form is open");
    };
    let leaves = fields.iter().find(|field| field.key == "leaves");
    let hint = &leaves.expect("a row for those whose reach it leaves").hint;
    assert!(hint.contains("in this order"), "{hint}");
}

#[test]
fn space_and_n_forgo_the_opportunity_attack() {
    let compendium = compendium();
    let steps = [
        "enter",
        "do declare a",
        "set feet=10, leaves=c",
        "? asks opportunity c",
    ];
    let course = course(&compendium, SETUP, &steps);
    for keys in [" ", "N\n"] {
        fills(&course, keys, &[("strikes", Value::Flag(false))]);
    }
}
