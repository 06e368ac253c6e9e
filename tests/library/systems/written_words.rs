//! Single words of systems that are written as data, each in a small system that needs nothing else.

use affray::compendium::Compendium;
use affray::fight_file::{begin, play, read};
use affray::ron_text::Source;
use affray::session::recap::Recap;
use affray::session::{Input, Readers, Session};
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

/// Whoever gets up in the midst of a round gets a card of it, and acts by none of an earlier one.
#[test]
fn who_gets_up_gets_a_card_of_the_round() {
    let system = small(
        r#"actions: { "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [Harm(points: "1")] }) },"#,
    )
    .replace("order: AsListed", "order: Cards(deck: 52)");
    let who = format!(r#"{TWO}, (name: "Bob", faction: "Party", sheet: (max_health: 9))"#);
    plays(
        &system,
        &who,
        r#""roll 52 1 1", "? order Ann A♠", "? order Orc 2♣", "? order Bob 2♦", "ruling harm c", "set targets=c, amount=9", "? c has down",
        "do end-turn a", "do end-turn b", "roll 1 1", "? round 2", "? no order Bob 2♦", "? turn b",
        "ruling heal c", "set targets=c, amount=3", "roll 1", "? order Bob 3♣", "do end-turn b", "? turn c""#,
    );
}

/// A form of cards that is left empty leaves them to the program, at the table and where nobody sits; whoever is played deals
/// none for those who are not.
#[test]
fn cards_that_nobody_types_are_dealt() {
    let typed = small(
        r#"actions: { "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [Harm(points: "3")] }) },"#,
    )
    .replace("order: AsListed", r#"order: Cards(deck: 52, typed: "true")"#);
    plays(
        &typed,
        TWO,
        r#""? asks cards", "! set card-a=Qs :: Orc: a card", "enter", "? asks cards", "roll 52 1", "? order Ann A♠", "? turn a""#,
    );
    let file = Source::new("system.ron", &typed);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    for (party, decides) in [("Gm", false), ("Played", true)] {
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", factions: [(name: \"Party\", players: true, decides: {party}), \
             (name: \"Orcs\", decides: Played)], combatants: [{TWO}]), steps: [])"
        );
        let fight = read(&Source::new("fight", &fight), &[&compendium]);
        let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
        let session = begin(&fight, &[&compendium], &[system])
            .expect("it begins")
            .session;
        assert_eq!(session.decision(None).is_some(), decides, "{party}");
    }
    let many = written_odds(&typed);
    assert!(many.contains("undecided           0%"), "{many}");
}

/// What the odds of a small fight of this system say.
fn written_odds(system: &str) -> String {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/small");
    std::fs::create_dir_all(folder.join("encounters")).expect("made");
    std::fs::write(folder.join("system.ron"), system).expect("written");
    let fight = format!(
        "(title: \"A fight\", system: \"small\", factions: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{TWO}])"
    );
    std::fs::write(folder.join("encounters/fight.ron"), fight).expect("written");
    let (good, said) = affray(home.path(), &["odds", "A fight", "--fights", "20"]);
    assert!(good, "{said}");
    said
}

/// A blow whose own throw says that it hit has hit, though it does no harm; one that is resisted has not.
#[test]
fn a_blow_that_does_no_harm_has_hit_all_the_same() {
    let system = small(
        r#"actions: { "attack": (target: Foe, costs: { "deed": 1 }, test: "blow", on: { "passed": [If("target.low", [Harm(points: "1")], [Gain(Target, "low")])] }) },"#,
    );
    let file = Source::new("system.ron", &system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, _) = Compendium::built_in(system);
    for (face, hits) in [("12", (1, 0)), ("3", (0, 1))] {
        let fight = format!(
            "(about: \"\", setup: (title: \"A fight\", system: \"example\", factions: [(name: \"Party\", players: true), (name: \"Orcs\")], \
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

/// What comes off the dice is told, with what it is; a sum that speaks of one thing is called by its name.
#[test]
fn what_comes_off_is_told() {
    let system = small(
        r#"actions: { "attack": (target: Foe, costs: { "deed": 1 }, asks: { "wild": (is: Flag) }, test: "swing", on: {
            "passed": [Harm(dice: "d6", less: "target.marks")] }) },
        reactions: { "again": (at: Thrown, thrower: Self, costs: { "marks": 1 }, when: "not hit.passed", does: [Reroll(New)]) },"#,
    )
    .replace("tests: {", r#"tests: { "swing": (dice: "d20", plus: ["either(asked.wild, 2, 0)"], reaches: "10"),"#);
    let who = TWO.replace("max_health: 9", "max_health: 9, marks: 2");
    plays(
        &system,
        &who,
        r#""do attack a", "set target=b, wild=on", "roll 5", "? title costs 1 of 2 marks", "yes", "roll 12", "? log 12 + 2 wild", "roll 5",
        "? log Marks: 2 less.", "? b health 6""#,
    );
}

/// A throw with outcomes of its own tells how likely each of them is.
#[test]
fn bands_are_told_with_their_chances() {
    let system = small(
        r#"actions: { "dare": (costs: { "deed": 1 }, test: "act", on: { "full": [Gain(Self, "high")] }) },"#,
    )
    .replace("tests: {", r#"tests: { "act": (dice: "d20", plus: ["marks"], bands: [(16, "full"), (11, "partly"), (0, "miss")]),"#);
    plays(
        &system,
        &TWO.replace("max_health: 9", "max_health: 9, marks: 1"),
        r#""do dare a", "? says full 30%, partly 25%, miss 45%", "roll 15", "? a has high""#,
    );
}
