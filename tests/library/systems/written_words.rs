//! Single words of systems that are written as data, each in a small system that needs nothing else.

use affray::compendium::Compendium;
use affray::fight_file::{begin, read};
use affray::ron_text::Source;
use affray::session::{Input, Session};
use affray::systems::written::{self, NO_TEXTS};

use super::written::affray;
use super::written_order::{plays, told};

const TWO: &str = r#"(name: "Ann", faction: "Party", sheet: (max_health: 9)), (name: "Orc", faction: "Orcs", sheet: (max_health: 9))"#;

/// Somebody with life, one test, and what the example adds.
fn small(more: &str) -> String {
    format!(
        r#"(name: "Small", sheet: {{ "max_health": (required: true, range: (1, 99)), "health": (life: "max_health", range: (0, 99)), "marks": () }},
        tests: {{ "blow": (kind: "blow", dice: "d20", reaches: "10") }}, conditions: {{ "low": (), "high": () }},
        order: AsListed, turn: {{ "deed": 1 }}, {more})"#
    )
}

#[test]
fn a_reaction_knows_which_action_it_is_about() {
    let system = small(
        r#"actions: {
            "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [Harm(points: "1")] }),
            "shove": (target: Foe, test: "blow", on: { "passed": [Gain(Target, "low")] }),
        },
        reactions: { "duck": (at: Aimed, target: Self, when: "hit.action == 'attack'", does: [Gain(Self, "high")]) },"#,
    );
    plays(
        &system,
        TWO,
        r#""do shove a", "enter", "? asks blow", "roll 12", "? b has low", "do attack a", "enter", "? asks duck b", "yes", "? b has high", "roll 12", "? b health 8""#,
    );
}

/// `New` counts though it is worse; `Best` would not.
#[test]
fn a_throw_thrown_again_is_the_new_or_the_better_one() {
    for (which, health) in [("New", 9), ("Best", 8)] {
        let system = small(&format!(
            r#"actions: {{ "attack": (target: Foe, costs: {{ "deed": 1 }}, test: "blow", on: {{ "passed": [Harm(points: "1")] }}) }},
            reactions: {{ "again": (at: Thrown, thrower: Self, when: "self.marks == 0", does: [Set("self.marks", "1"), Reroll({which})]) }},"#
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

/// Whoever plays by itself chooses what is worth most, and nothing that does not hold.
#[test]
fn a_choice_is_made_by_what_it_is_worth() {
    for (dear, marks) in [("true", 7), ("self.marks > 0", 3)] {
        let system = small(&format!(
            r#"actions: {{ "attack": (target: Foe, costs: {{ "deed": 1 }}, worth: "5", does: [Choose("What?", {{
                "least": (worth: "1", does: [Set("self.marks", "1")]),
                "much": (worth: "4", does: [Set("self.marks", "3")]),
                "most": (when: "{dear}", worth: "9", does: [Set("self.marks", "7")]),
            }})]) }},"#
        ));
        let file = Source::new("system.ron", &system);
        let system = written::read("example", &file, NO_TEXTS)
            .unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let (compendium, _) = Compendium::built_in(system);
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", factions: [(name: \"Party\", decides: Played), (name: \"Orcs\")], \
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

/// What nobody does who plays by himself is named with the odds, in words and for programs.
#[test]
fn odds_name_what_they_leave_out() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/small");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    let system = small(
        r#"actions: {
            "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [Harm(points: "3")] }),
            "sing": (label: "sing loudly", costs: { "deed": 1 }, does: [Gain(Self, "high")]),
            "dance": (costs: { "deed": 1 }, worth: "1", does: [Gain(Self, "low")]),
        },"#,
    );
    std::fs::write(folder.join("system.ron"), system).expect("written");
    let fight = format!(
        "(title: \"A fight\", system: \"small\", factions: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{TWO}])"
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

/// When the deck has run out a second one is dealt from: the first card of it may come again, and no other before.
#[test]
fn a_second_deck_follows_the_first() {
    let system = small(
        r#"actions: { "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [Harm(points: "1")] }) },"#,
    )
    .replace("order: AsListed", "order: Cards(deck: 52)");
    let side = |of: &str, many: std::ops::Range<usize>| -> Vec<String> {
        many.map(|nth| format!(r#"(name: "P{nth}", faction: "{of}", sheet: (max_health: 9))"#))
            .collect()
    };
    let who = [side("Party", 1..28), side("Orcs", 28..55)]
        .concat()
        .join(", ");
    // Always the lowest that is left.
    let cards = vec!["1"; 54].join(" ");
    plays(
        &system,
        &who,
        &format!(
            r#""roll {cards}", "? order P1 2♣", "? order P2 2♦", "? order P52 A♠", "? order P53 2♣", "? order P54 2♦", "! roll 1 :: nothing is asked""#
        ),
    );
}

/// Several throws of dice that explode are told how to be typed.
#[test]
fn throws_of_which_one_explodes_are_parted() {
    let system = small(
        r#"actions: { "attack": (target: Foe, targets: 2, costs: { "deed": 1 }, test: "wild", on: { "passed": [Harm(points: "1")] }) },"#,
    )
    .replace("tests: {", r#"tests: { "wild": (thrower: Target, dice: "d6!", reaches: "4"),"#);
    let who = format!(r#"{TWO}, (name: "Elk", faction: "Orcs", sheet: (max_health: 9))"#);
    plays(
        &system,
        &who,
        r#""do attack a", "set target=b+c", "! roll 2 6 2 :: 2 throws are asked for, not 3: part the throws by `;`",
        "! roll 2 6 :: throw it again and add what it shows: part the throws by `;`", "roll 2 ; 6 2", "? b health 9", "? c health 8""#,
    );
}
