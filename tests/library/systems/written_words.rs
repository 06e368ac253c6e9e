//! Single keywords of written systems, each in a small system that needs nothing else.

use std::thread;
use std::time::Duration;

use affray::compendium::Compendium;
use affray::fight_file::{begin, play, read};
use affray::ron_text::Source;
use affray::rules::Mark;
use affray::session::recap::Recap;
use affray::session::{Input, Readers, Session, parse};
use affray::store::Library;
use affray::store::saves::{self, snapshot};
use affray::systems::written::{self, NO_TEXTS};
use affray::ui::fight::Said;
use affray::ui::overlay::Overlay;

use crate::support::command_line::affray;
use crate::support::fight_file::{plays, told};
use crate::support::keyboard::press;
use crate::support::screen;

const TWO: &str = r#"(name: "Ann", side: "Party", sheet: (max_health: 9)), (name: "Orc", side: "Orcs", sheet: (max_health: 9))"#;

/// Returns a system with hit points, one test and additional parts.
fn small(more: &str) -> String {
    format!(
        r#"(name: "Small", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (hit_points: "max_health", range: (0, 99)), "marks": () }},
        tests: {{ "blow": (kind: "blow", dice: "d20", at_least: "10") }}, conditions: {{ "low": (), "high": () }},
        order: Listed, turn: {{ "deed": 1 }}, {more})"#
    )
}

#[test]
fn a_reaction_can_test_which_action_it_answers() {
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "1")] }),
            "shove": (target: Enemy, test: "blow", on: { "passed": [Gain(Target, "low")] }),
        },
        reactions: { "duck": (at: BeforeRoll, target: Self, when: "result.action == 'attack'", does: [Gain(Self, "high")]) },"#,
    );
    plays(
        &system,
        TWO,
        r#""do shove a", "enter", "? asks blow", "roll 12", "? b has low", "do attack a", "enter", "? asks duck b", "yes", "? b has high", "roll 12", "? b health 8""#,
    );
}

/// With `New` the second result counts even if it is worse; with `Best` the better result counts.
#[test]
fn a_reroll_takes_the_new_or_the_better_result() {
    for (which, health) in [("New", 9), ("Best", 8)] {
        let system = small(&format!(
            r#"actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, test: "blow", on: {{ "passed": [Damage(amount: "1")] }}) }},
            reactions: {{ "again": (at: AfterRoll, roller: Self, when: "self.marks == 0", does: [Set("self.marks", "1"), Reroll({which})]) }},"#
        ));
        plays(
            &system,
            TWO,
            &format!(
                r#""do attack a", "enter", "roll 15", "? asks again a", "yes", "roll 3", "? b health {health}""#
            ),
        );
    }
}

/// Automatic combatants choose the option with the highest value whose requirement holds.
#[test]
fn automatic_combatants_choose_the_option_with_the_highest_value() {
    for (dear, marks) in [("true", 7), ("self.marks > 0", 3)] {
        let system = small(&format!(
            r#"actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, value: "5", does: [Choose("What?", {{
                "least": (value: "1", does: [Set("self.marks", "1")]),
                "much": (value: "4", does: [Set("self.marks", "3")]),
                "most": (when: "{dear}", value: "9", does: [Set("self.marks", "7")]),
            }})]) }},"#
        ));
        let file = Source::new("system.ron", &system);
        let system = written::read("example", &file, NO_TEXTS)
            .unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let (compendium, _) = Compendium::built_in(system);
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", control: Automatic), (name: \"Orcs\")], \
             combatants: [{TWO}]), steps: [])"
        );
        let fight = read(&Source::new("fight", &fight), &[&compendium]);
        let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let mut session = begin(&fight, &[&compendium], &[system])
            .expect("it begins")
            .session;
        while let Some(decision) = session.decision(None) {
            session.input(Input::from(decision)).expect("it is taken");
        }
        let value = |session: &Session| session.now().combatants[0].sheet.value("marks");
        assert_eq!(
            value(&session).map(|value| value.to_string()),
            Some(marks.to_string())
        );
    }
}

/// The odds name the actions that automatic combatants never choose, as text and as JSON.
#[test]
fn odds_name_the_actions_that_automatic_combatants_never_choose() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/small");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "3")] }),
            "sing": (label: "sing loudly", costs: { "deed": 1 }, does: [Gain(Self, "high")]),
            "dance": (costs: { "deed": 1 }, value: "1", does: [Gain(Self, "low")]),
        },"#,
    );
    std::fs::write(folder.join("system.ron"), system).expect("written");
    let fight = format!(
        "(title: \"A fight\", system: \"small\", sides: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{TWO}])"
    );
    std::fs::write(folder.join("encounters/fight.ron"), fight).expect("written");
    let (good, said) = affray(home.path(), &["odds", "A fight", "--fights", "20"]);
    assert!(good && said.contains("\nleft out: sing loudly\n"), "{said}");
    let (good, said) = affray(
        home.path(),
        &["odds", "A fight", "--fights", "20", "--json"],
    );
    let said = said.replace([' ', '\n'], "");
    assert!(
        good && said.contains(r#""left_out":["singloudly"]"#),
        "{said}"
    );
}

/// When the deck is empty, a second one is used: its first card may repeat an earlier one, which was impossible before.
#[test]
fn an_empty_deck_is_replaced_by_a_second_deck() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "1")] }) },"#,
    )
    .replace("order: Listed", "order: Cards(deck: 52)");
    let side = |of: &str, many: std::ops::Range<usize>| -> Vec<String> {
        many.map(|nth| format!(r#"(name: "P{nth}", side: "{of}", sheet: (max_health: 9))"#))
            .collect()
    };
    let who = [side("Party", 1..28), side("Orcs", 28..55)]
        .concat()
        .join(", ");
    // The lowest card left, each time.
    let cards = vec!["1"; 54].join(" ");
    plays(
        &system,
        &who,
        &format!(
            r#""roll {cards}", "? order P1 2♣", "? order P2 2♦", "? order P52 A♠", "? order P53 2♣", "? order P54 2♦", "! roll 1 :: no prompt is open""#
        ),
    );
}

#[test]
fn a_hint_explains_how_to_type_exploding_rolls() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, max_targets: 2, costs: { "deed": 1 }, test: "wild", on: { "passed": [Damage(amount: "1")] }) },"#,
    )
    .replace("tests: {", r#"tests: { "wild": (roller: Target, dice: "d6!", at_least: "4"),"#);
    let who = format!(r#"{TWO}, (name: "Elk", side: "Orcs", sheet: (max_health: 9))"#);
    plays(
        &system,
        &who,
        r#""do attack a", "set target=b+c", "! roll 2 6 2 :: 2 rolls are pending, not 3: separate the rolls with `;`",
        "! roll 2 6 :: again and add the result: separate the rolls with `;`", "roll 2 ; 6 2", "? b health 9", "? c health 8""#,
    );
}

/// A combatant who gets up during a round is dealt a card for it, and does not use an earlier one.
#[test]
fn a_revived_combatant_is_dealt_a_new_card_for_the_round() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "1")] }) },"#,
    )
    .replace("order: Listed", "order: Cards(deck: 52)");
    let who = format!(r#"{TWO}, (name: "Bob", side: "Party", sheet: (max_health: 9))"#);
    plays(
        &system,
        &who,
        r#""roll 52 1 1", "? order Ann A♠", "? order Orc 2♣", "? order Bob 2♦", "ruling damage c", "set targets=c, amount=9", "? c has down",
        "do end-turn a", "do end-turn b", "roll 1 1", "? round 2", "? no order Bob 2♦", "? turn b",
        "ruling heal c", "set targets=c, amount=3", "roll 1", "? order Bob 3♣", "do end-turn b", "? turn c""#,
    );
}

/// While sides roll, no combatant has a turn. This is also true in later rounds.
#[test]
fn no_combatant_has_a_turn_before_the_sides_roll() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "1")] }) },"#,
    )
    .replace("order: Listed", r#"order: Sides(dice: "d6", reroll: Round)"#);
    plays(
        &system,
        TWO,
        r#""? headline initiative", "roll 5 2", "? turn a", "do end-turn a", "? turn b", "do end-turn b",
        "? round 2", "? headline initiative", "roll 2 5", "? turn b""#,
    );
}

/// In an order by ticks the form shows the ticks of a row. A combatant who falls during their own turn has no next
/// tick.
#[test]
fn a_form_shows_the_ticks_of_a_row_and_no_tick_for_combatants_who_are_down() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "ticks": "4 + with.weight" }, with: "blades", delay: "with.slow", does: [Damage(amount: "1")]) },"#,
    )
    .replace("\"marks\": ()", r#""blades": (type: List({ "weight": (range: (0, 9)), "slow": (range: (0, 9)) }))"#)
    .replace(r#"order: Listed, turn: { "deed": 1 }"#, r#"order: Ticks(start: "5")"#);
    let who = TWO.replace(
        "(max_health: 9)",
        r#"(max_health: 9, blades: [(name: "dirk", weight: 1), (name: "maul", weight: 5, slow: 3)])"#,
    );
    plays(
        &system,
        &who,
        r#""do attack a", "? says 5 ticks", "! set with=maul, target=a :: is not a possible target", "? says 5 ticks", "set with=maul, target=b", "? log is on tick 14",
        "? turn b", "ruling damage b", "set targets=b, amount=9", "? b has down", "do go-on", "? no log is on tick""#,
    );
}

/// A combatant who holds is marked in the order, and interrupts from the menu of the current turn.
#[test]
fn a_holding_combatant_is_marked_and_can_interrupt() {
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]),
            "wait": (does: [Hold]),
        },"#,
    );
    let mut session = begun(&system, TWO);
    let input = |session: &mut Session, text: &str| {
        let input = parse(session, text).unwrap_or_else(|why| panic!("{text}: {why:#}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("{text}: {why:#}"));
    };
    let cuts = |session: &Session| {
        let mut entries = session.menu().iter();
        let entry = entries.find(|entry| entry.label.ends_with("cuts in"));
        entry.map(|entry| (entry.label.clone(), entry.capital, entry.preset))
    };
    assert_eq!(cuts(&session), None);
    input(&mut session, "do wait a");
    input(&mut session, "do pick b");
    let order = session.system().order(session.now());
    assert_eq!(order[0].mark, Mark::Held, "{order:?}");
    assert_eq!(
        cuts(&session),
        Some(("Ann cuts in".to_owned(), Some('U'), false))
    );
    let mut app = screen::app(session);
    press(&mut app, "shift-u");
    let shown = screen::draw(&mut app, 80, 24);
    assert!(shown.contains("What does Ann do?"), "{shown}");
}

/// An empty form of cards leaves them to the program, in fights with and without players; automatic combatants deal no
/// cards for others.
#[test]
fn cards_that_are_not_typed_are_dealt() {
    let typed = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "3")] }) },"#,
    )
    .replace("order: Listed", r#"order: Cards(deck: 52, typed: "true")"#);
    plays(
        &typed,
        TWO,
        r#""? asks cards", "! set card-a=Qs :: Orc: a card", "enter", "? asks cards", "roll 52 1", "? order Ann A♠", "? turn a""#,
    );
    let file = Source::new("system.ron", &typed);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    for (party, control) in [("Gm", false), ("Automatic", true)] {
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", players: true, control: {party}), \
             (name: \"Orcs\", control: Automatic)], combatants: [{TWO}]), steps: [])"
        );
        let fight = read(&Source::new("fight", &fight), &[&compendium]);
        let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let session = begin(&fight, &[&compendium], &[system])
            .expect("it begins")
            .session;
        assert_eq!(session.decision(None).is_some(), control, "{party}");
    }
    let many = written_odds(&typed);
    assert!(many.contains("undecided          0%"), "{many}");
}

/// Returns the odds of a small fight of this system.
fn written_odds(system: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/small");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    std::fs::write(folder.join("system.ron"), system).expect("written");
    let fight = format!(
        "(title: \"A fight\", system: \"small\", sides: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{TWO}])"
    );
    std::fs::write(folder.join("encounters/fight.ron"), fight).expect("written");
    let (good, said) = affray(home.path(), &["odds", "A fight", "--fights", "20"]);
    assert!(good, "{said}");
    said
}

#[test]
fn odds_name_combatants_whose_sheet_has_no_damage() {
    let system = |harm: &str| {
        small(&format!(
            r#"actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, test: "blow", on: {{ "passed": [Damage({harm})] }}) }},"#
        ))
    };
    let asked = written_odds(&system("reduce: \"0\""));
    assert!(
        asked
            .contains("\nleft out: the actions of Ann and Orc, whose damage is not on the sheet\n"),
        "{asked}"
    );
    let said = written_odds(&system("amount: \"3\""));
    assert!(!said.contains("left out"), "{said}");
}

/// An attack whose own roll succeeds counts as a hit even without damage; a resisted attack does not.
#[test]
fn an_attack_without_damage_still_counts_as_a_hit() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [If("target.low", [Damage(amount: "1")], [Gain(Target, "low")])] }) },"#,
    );
    let file = Source::new("system.ron", &system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    for (face, hits) in [("12", (1, 0)), ("3", (0, 1))] {
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", players: true), (name: \"Orcs\")], \
             combatants: [{TWO}]), steps: [\"do attack a\", \"enter\", \"roll {face}\"])"
        );
        let fight = read(&Source::new("fight", &fight), &[&compendium]);
        let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let mut recap = None;
        play(&fight, &[&compendium], &[system], |_, session| {
            recap = Some(Recap::of(session, Readers::GameMaster));
        })
        .unwrap_or_else(|why| panic!("{why}"));
        let recap = recap.expect("it is played");
        let ann = &recap.sides[0].people[0];
        assert_eq!((ann.hits, ann.misses), hits, "{face}");
    }
}

/// The log shows reductions of damage with their labels; an expression with a single name uses its label.
#[test]
fn reductions_of_damage_are_logged() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, asks: { "wild": (type: YesNo) }, test: "swing", on: {
            "passed": [Damage(dice: "d6", reduce: "target.marks")] }) },
        reactions: { "again": (at: AfterRoll, roller: Self, costs: { "marks": 1 }, when: "not result.passed", does: [Reroll(New)]) },"#,
    )
    .replace("tests: {", r#"tests: { "swing": (dice: "d20", add: ["either(asked.wild, 2, 0)"], at_least: "10"),"#);
    let who = TWO.replace("max_health: 9", "max_health: 9, marks: 2");
    plays(
        &system,
        &who,
        r#""do attack a", "set target=b, wild=on", "roll 5", "? title costs 1 of 2 marks", "yes", "roll 12", "? log 12 + 2 wild", "roll 5",
        "? log Marks: 2 less.", "? b health 6""#,
    );
}

/// A roll with its own outcomes shows the chance of each.
#[test]
fn outcomes_are_shown_with_their_chances() {
    let system = small(
        r#"actions: { "dare": (costs: { "deed": 1 }, test: "act", on: { "full": [Gain(Self, "high")] }) },"#,
    )
    .replace("tests: {", r#"tests: { "act": (dice: "d20", add: ["marks"], outcomes: [(16, "full"), (11, "partly"), (0, "miss")]),"#);
    plays(
        &system,
        &TWO.replace("max_health: 9", "max_health: 9, marks: 1"),
        r#""do dare a", "? says full 30%, partly 25%, miss 45%", "roll 15", "? a has high""#,
    );
}

/// A total below the last band counts as the last band.
#[test]
fn a_total_below_every_threshold_gives_the_last_outcome() {
    let system = small(
        r#"actions: { "dare": (costs: { "deed": 1 }, test: "act", on: { "full": [Gain(Self, "high")], "miss": [Gain(Self, "low")] }) },"#,
    )
    .replace("tests: {", r#"tests: { "act": (dice: "d20", add: ["-5"], outcomes: [(10, "full"), (0, "miss")]),"#);
    plays(
        &system,
        TWO,
        r#""do dare a", "roll 2", "? a has low", "? a lacks high""#,
    );
}

/// Starts a fight of a system with an automatic party.
fn begun(system: &str, who: &str) -> Session {
    let file = Source::new("system.ron", system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let fight = format!(
        "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", players: true, control: Automatic), (name: \"Orcs\")], \
         combatants: [{who}]), steps: [])"
    );
    let fight = read(&Source::new("fight", &fight), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    begin(&fight, &[&compendium], &[system])
        .expect("it begins")
        .session
}

/// A bonus without a label is named after the fields in its expression.
#[test]
fn an_expression_is_labelled_by_its_fields_and_conditions() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "push", on: { "passed": [Damage(amount: "1")] }) },"#,
    )
    .replace(
        "tests: {",
        r#"tests: { "push": (dice: "d20", add: ["half(marks) + might", "either(target.low, 2, 0)", "1", ("marks + 1", "old marks")], at_least: "1"),"#,
    )
    .replace(
        r#""marks": ()"#,
        r#""marks": (label: "scars", default: 4), "might": (default: 1)"#,
    );
    plays(
        &system,
        TWO,
        r#""gain b low", "do attack a", "enter", "roll 10", "? log 21, needs 1, passed (d20 10 + 3 scars and might + 2 low + 1 + 5 old marks)""#,
    );
}

#[test]
fn a_log_effect_with_a_question_asks_for_text() {
    let system = small(
        r#"actions: { "wait": (costs: { "deed": 1 }, does: [Log("What is waited for?"), Log("It is quiet.")]) },"#,
    );
    plays(
        &system,
        TWO,
        r#""do wait a", "? title What is waited for?", "text the owl calls", "? log The owl calls. It is quiet.", "? no log What is waited""#,
    );
}

/// Consecutive identical prompts are numbered, separately for each target.
#[test]
fn identical_damage_rolls_are_numbered() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, max_targets: 2, costs: { "deed": 1 }, one_by_one: true, does: [Damage(dice: "d6"), Damage(dice: "d6")]) },"#,
    );
    let who = format!(r#"{TWO}, (name: "Elk", side: "Orcs", sheet: (max_health: 9))"#);
    plays(
        &system,
        &who,
        r#""do attack a", "set target=b+c", "? title damage on Orc", "? no title (", "roll 1", "? title damage on Orc (2)", "roll 1",
        "? title damage on Elk", "? no title (", "roll 1", "? title damage on Elk (2)", "roll 1", "? b health 7", "? c health 7""#,
    );
}

/// The cost of an action is shown with the amount left.
#[test]
fn a_cost_is_shown_with_the_remaining_amount() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1, "luck": 2 }, does: [Damage(amount: "1")]) },
        reactions: { "duck": (at: BeforeDamage, target: Self, costs: { "luck": 1 }, does: [Reduce("1")]) },"#,
    )
    .replace(
        r#""marks": ()"#,
        r#""marks": (), "most_luck": (default: 3), "luck": (pool: "most_luck")"#,
    );
    plays(
        &system,
        TWO,
        r#""? hints attack a :: 2 of 3 luck", "do attack a", "enter", "? title costs 1 of 3 luck""#,
    );
}

/// A reaction called for by an effect is named in its question, which does not concern the current combatant.
#[test]
fn a_called_reaction_asks_the_only_other_combatant() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]) },
        reactions: { "pounce": (at: Called, target: Other, does: [Gain(Self, "high")]) },
        steps: { "pounces": (at: TurnEnd, does: [React("pounce")]) },"#,
    );
    plays(
        &system,
        TWO,
        r#""do end-turn a", "? title Orc: pounce?", "? no title Ann", "pick b", "? b has high""#,
    );
}

/// Automatic combatants give no value to damage that a target is immune to, and more to damage that it is vulnerable
/// to.
#[test]
fn automatic_combatants_know_immunities() {
    for (orc, taken) in [
        ("immune: \"fire\"", "cold"),
        ("immune: \"\"", "fire"),
        ("immune: \"\", weak: \"cold\"", "cold"),
    ] {
        let system = small(
            r#"damage: (types: ["fire", "cold"], immune: "self.immune == damage_taken_type", vulnerable: "self.weak == damage_taken_type"),
            actions: {
                "burn": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "3", type: "'fire'"), Set("self.marks", "1")]),
                "freeze": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "2", type: "'cold'"), Set("self.marks", "2")]),
            },"#,
        )
        .replace(
            r#""marks": ()"#,
            r#""marks": (), "immune": (type: Text), "weak": (type: Text)"#,
        );
        let who = TWO.replace(
            "Orcs\", sheet: (max_health: 9",
            &format!("Orcs\", sheet: (max_health: 9, {orc}"),
        );
        let mut session = begun(&system, &who);
        while let Some(decision) = session.decision(None) {
            session.input(Input::from(decision)).expect("it is taken");
        }
        let marks = session.now().combatants[0].sheet.value("marks");
        let wanted = if taken == "fire" { "1" } else { "2" };
        assert_eq!(
            marks.map(|value| value.to_string()).as_deref(),
            Some(wanted),
            "{orc}"
        );
    }
}

/// If several combatants are refused, a step that names none of them shows the reason of the first.
#[test]
fn the_reason_for_the_first_refusal_is_shown() {
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]),
            "calm": (any_time: true, when: [("not self.low", "is low"), ("not self.high", "is high")], does: [Log("calm")]),
        },"#,
    );
    let file = Source::new("system.ron", &system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    let who = TWO
        .replacen("\"Party\",", "\"Party\", conditions: [\"low\"],", 1)
        .replacen("\"Orcs\",", "\"Orcs\", conditions: [\"high\"],", 1);
    let fight = format!(
        "(about: \"\", setup: (title: \"A fight\", system: \"example\", sides: [(name: \"Party\", players: true), (name: \"Orcs\")], \
         combatants: [{who}]), steps: [\"? offers calm\"])"
    );
    let fight = read(&Source::new("fight", &fight), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let why = play(&fight, &[&compendium], &[system], |_, _| {}).expect_err("nobody can");
    assert!(why.to_string().contains("refused: is low"), "{why}");
}

/// A fight can hold, save and read the result of any multiplication. A number written too large is reported.
#[test]
fn multiplication_stops_at_the_largest_number() {
    let small = |plus: &str| {
        small(
            r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, test: "duel", on: { "passed": [Damage(amount: "9000 * 1000000000", type: "'fire'")] }) },
            damage: (types: ["fire"], vulnerable: "self.marks == 0"),"#,
        )
        .replace(
            r#"tests: {"#,
            &format!(r#"tests: {{ "duel": (dice: "d20", add: ["{plus}"], opposed_by: (dice: "d20", add: ["{plus}", "self.marks + {plus}"])),"#),
        )
    };
    let mut session = begun(&small("1000000000 * 7"), TWO);
    plays_on(&mut session);
    assert!(session.now().round > 0);
    let text = snapshot(&session).expect("written");
    saves::read(&Source::new("again.ron", &text), &[session.system()])
        .unwrap_or_else(|why| panic!("{why:#}"));
    let wrong = written::read(
        "example",
        &Source::new("system.ron", &small("7000000000")),
        NO_TEXTS,
    );
    let wrong = told(&wrong.expect_err("too large"));
    assert!(
        wrong.contains("this number is too large: the limit is 1000000000"),
        "{wrong}"
    );
}

/// Plays automatic decisions up to the first question for a player.
fn plays_on(session: &mut Session) {
    while let Some(decision) = session.decision(None) {
        session.input(Input::from(decision)).expect("it is taken");
    }
}

/// Outcomes that a number rules out are known before the roll, so that they add no value.
#[test]
fn impossible_outcomes_have_no_value_for_automatic_combatants() {
    let system = small(
        r#"actions: {
            "spring": (target: Enemy, costs: { "deed": 1 }, does: [If("self.marks == 0", [Set("self.marks", "1")], [Damage(amount: "8")])]),
            "stab": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "2")]),
        },"#,
    );
    let mut session = begun(&system, TWO);
    plays_on(&mut session);
    let orc = session.now().combatants[1].sheet.value("health");
    assert_eq!(orc.map(|value| value.to_string()).as_deref(), Some("7"));
}

/// If several combatants can protect another, automatic play chooses the combatant with the most hit points.
#[test]
fn automatic_play_picks_the_protector_with_the_most_hit_points() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]) },
        reactions: { "guard": (at: BeforeDamage, target: Ally, does: [Gain(Self, "high")]) },"#,
    );
    let mut session = begun(
        &system,
        r#"(name: "Orc", side: "Orcs", sheet: (max_health: 9)), (name: "Ann", side: "Party", sheet: (max_health: 4)),
           (name: "Bea", side: "Party", sheet: (max_health: 6)), (name: "Cid", side: "Party", sheet: (max_health: 8)),
           (name: "Dov", side: "Party", sheet: (max_health: 5))"#,
    );
    for text in ["do attack a", "set target=b"] {
        let input = parse(&session, text).unwrap_or_else(|why| panic!("{text}: {why:#}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("{text}: {why:#}"));
    }
    plays_on(&mut session);
    let stands_in = session.now().combatants.iter();
    let stands_in: Vec<&str> = stands_in
        .filter(|one| one.named("high").is_some())
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(stands_in, ["Cid"]);
}

#[test]
fn nested_choices_have_action_keys_at_any_depth() {
    for within in [
        "CHOOSE",
        "Combined([CHOOSE])",
        "If(\"self.marks == 0\", [CHOOSE], [])",
        "If(\"self.marks > 0\", [], [CHOOSE])",
        "Test(\"blow\", { \"failed\": [CHOOSE] })",
    ] {
        let does = within.replace(
            "CHOOSE",
            r#"Choose("Which way?", { "left": (does: [Set("self.marks", "1")]), "right": (does: [Set("self.marks", "2")]) })"#,
        );
        let system = small(&format!(
            r#"actions: {{ "attack": (target: Enemy, costs: {{ "deed": 1 }}, does: [{does}]) }},"#
        ));
        let mut session = begun(&system, TWO);
        let throws = within.contains("Test").then_some("roll 3");
        for text in ["do attack a", "enter"].into_iter().chain(throws) {
            let input = parse(&session, text).unwrap_or_else(|why| panic!("{text}: {why:#}"));
            session
                .input(input)
                .unwrap_or_else(|why| panic!("{text}: {why:#}"));
        }
        let mut app = screen::app(session);
        press(&mut app, "shift-r");
        let session = &app.fight().expect("a fight").session;
        let marks = session.now().combatants[0].sheet.value("marks");
        assert_eq!(
            marks.map(|value| value.to_string()).as_deref(),
            Some("2"),
            "{within}"
        );
    }
}

/// Actions that are possible at any time come last in menus: actions of the current combatant, and actions of others
/// whose requirement is met.
#[test]
fn actions_allowed_at_any_time_appear_in_menus() {
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]),
            "calm": (any_time: true, when: "self.low", does: [Lose(Self, "low")]),
            "shout": (any_time: true, does: [Gain(Self, "high")]),
            "let_go": (label: "let go", any_time: true, target: Other, when: "target.high", does: [Lose(Target, "high")]),
        },"#,
    );
    let mut session = begun(&system, TWO);
    let menu = |session: &Session| -> Vec<String> {
        let entries = session.menu().iter();
        entries.map(|entry| entry.label.clone()).collect()
    };
    let input = |session: &mut Session, text: &str| {
        let input = parse(session, text).unwrap_or_else(|why| panic!("{text}: {why:#}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("{text}: {why:#}"));
    };
    assert_eq!(menu(&session), ["attack", "Ann is done", "shout"]);
    // Enter never chooses it.
    assert!(
        session
            .menu()
            .iter()
            .all(|entry| !entry.preset || entry.label == "attack")
    );
    input(&mut session, "do shout b");
    assert_eq!(
        menu(&session),
        ["attack", "Ann is done", "shout", "let go"],
        "Orc is no target of its own"
    );
    input(&mut session, "do end-turn a");
    input(&mut session, "do shout a");
    assert_eq!(
        menu(&session),
        ["attack", "Orc is done", "shout", "Ann: let go", "let go"],
        "what needs nothing others do by `:` alone"
    );
    let capital = |of: &str| {
        let entry = session.menu().iter().find(|entry| entry.label == of);
        entry.and_then(|entry| entry.capital).expect("a capital")
    };
    let lets_go = capital("let go");
    let mut app = screen::app(session);
    // An action key that several combatants share waits for a letter; a letter alone is an attack, not another
    // combatant's action.
    press(&mut app, &format!("shift-{}", lets_go.to_ascii_lowercase()));
    let ask = app.fight().expect("a fight").ask();
    assert_eq!(
        ask.problem,
        Some(format!("{lets_go}: which combatant do you mean? a, b"))
    );
}

/// A fight of a missing system can be played; its party cannot be saved, and the message shows a remedy.
#[test]
fn a_party_of_a_missing_system_cannot_be_saved() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "deed": 1 }, does: [Damage(amount: "1")]) },"#,
    );
    let mut app = screen::app(begun(&system, TWO));
    let home = tempfile::tempdir().expect("a folder");
    app.library = Library::with_own(affray::systems::all(), home.path());
    let why = "the system Small (`example`) is not installed, so its party cannot be saved: \
               `affray new-system example --from FIGHT.ron` installs the copy in this fight";
    press(&mut app, "ctrl-s");
    let said = &app.fight().expect("a fight").said;
    assert!(
        matches!(said, Some(Said::Refused(told)) if told == why),
        "{said:?}"
    );
    press(&mut app, ":");
    app.paste("save-party Heroes");
    press(&mut app, "enter");
    screen::check_seen(&mut app, (240, 40), why);
    assert!(!home.path().join("parties").exists());
}

#[test]
fn odds_on_the_screen_name_the_actions_that_automatic_combatants_never_choose() {
    let system = small(
        r#"actions: {
            "attack": (target: Enemy, costs: { "deed": 1 }, test: "blow", on: { "passed": [Damage(amount: "3")] }),
            "sing": (label: "sing loudly", costs: { "deed": 1 }, does: [Gain(Self, "high")]),
        },"#,
    );
    let odds = |system: &str| {
        let mut app = screen::app(begun(system, TWO));
        press(&mut app, "%");
        for _ in 0..500 {
            match &app.overlay {
                Overlay::Odds(pane) if pane.figures().fights > 0 => break,
                _ => thread::sleep(Duration::from_millis(10)),
            }
        }
        app.foresee();
        screen::draw(&mut app, 80, 24)
    };
    let shown = odds(&system);
    assert!(shown.contains("left out: sing loudly"), "{shown}");
    let weighed = system.replace("does: [Gain(Self, \"high\")]", "value: \"1\", does: []");
    let shown = odds(&weighed);
    assert!(
        shown.contains("Who wins") && !shown.contains("left out"),
        "{shown}"
    );
}

/// If the order has little space, names are cut, not the numbers after them.
#[test]
fn numbers_in_the_order_are_never_cut() {
    let system = small(
        r#"actions: { "attack": (target: Enemy, costs: { "ticks": 30 }, does: [Damage(amount: "1")]) },"#,
    )
    .replace(r#"order: Listed, turn: { "deed": 1 }"#, r#"order: Ticks(start: "d6 + 200")"#);
    let who = TWO
        .replace("\"Ann\"", "\"Annabella of the Long Marshes\"")
        .replace("\"Orc\"", "\"Orc with the beard of his fathers\"");
    let mut session = begun(&system, &who);
    let thrown = parse(&session, "roll 1 2").expect("the order is thrown");
    session.input(thrown).expect("it is taken");
    let mut app = screen::app(session);
    let fight = app.fight().expect("a fight");
    let order = fight.session.system().order(fight.now());
    let ticks: Vec<String> = order.iter().map(|row| row.detail.clone()).collect();
    assert_eq!(ticks.len(), 2);
    for tick in ticks {
        assert_eq!(tick.len(), "201".len());
        screen::check_seen(&mut app, (80, 24), &tick);
    }
}
