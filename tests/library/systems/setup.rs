//! Compendia, rosters and set-ups: files written by people, the resulting fights, and reports of errors.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Control, Encounter, Event, Roller};
use affray::ron_text::{Diagnostic, Source};
use affray::session::{Input, Session};
use affray::setup::{self, HitPoints, Newcomer, Setup};
use affray::values::Id;

use crate::support::{fight_file, tiny_system};

fn compendium() -> Compendium {
    let (compendium, wrong) = Compendium::built_in(&tiny_system::TINY);
    assert_eq!(told(&wrong), [""; 0]);
    compendium
}

fn told(mistakes: &[Diagnostic]) -> Vec<String> {
    let told = mistakes.iter().map(|one| match &one.place {
        Some(place) => format!("{}:{}: {}", place.line, place.column, one.what),
        None => one.what.clone(),
    });
    told.collect()
}

#[track_caller]
fn begin(text: &str) -> Encounter {
    let (setup, wrong) = setup::read(&Source::new("fight.ron", text), &[&compendium()]);
    assert_eq!(told(&wrong), [""; 0]);
    let setup = setup.expect("a set-up without mistakes");
    setup.begin(&compendium(), Seed(5)).expect("an encounter")
}

#[track_caller]
fn wrong(text: &str, expected: &[&str]) {
    let (setup, wrong) = setup::read(&Source::new("fight.ron", text), &[&compendium()]);
    assert_eq!(told(&wrong), expected);
    assert_eq!(setup, None);
}

fn names(now: &Encounter) -> Vec<&str> {
    now.combatants.iter().map(|one| one.name.as_str()).collect()
}

#[test]
fn an_encounter_file_becomes_a_fight() {
    let start = begin(
        r#"(
        title: "At the ford", system: "tiny", description: "Two against many.",
        sides: [(name: "Heroes", players: true), (name: "Foes"), (name: "Beasts", rolls: Typed)],
        combatants: [
            (from: "Ann", side: "Heroes", links: [("riding", "Mule")], rolls: Rolled),
            (from: "Cur", side: "Foes", count: 2, group: "pack", hidden: true),
            (name: "Cur 2", side: "Foes", hit_points: 4),
            (from: "cur", name: "Old Cur", side: "Foes", sheet: (max_hp: 3, guard: 9), conditions: ["acted"]),
            (from: "Cur", side: "Beasts"),
            (name: "Mule", side: "Beasts", hit_points: Maximum, sheet: (max_hp: 1, hit_dice: "2d8+1")),
            (name: "Gnat", side: "Beasts", hit_points: Maximum, sheet: (max_hp: 1, hit_dice: "1d4-6")),
        ],
    )"#,
    );
    assert_eq!(
        names(&start),
        [
            "Ann", "Cur 3", "Cur 4", "Cur 2", "Old Cur", "Cur", "Mule", "Gnat"
        ]
    );
    assert_eq!(&*start.title, "At the ford");
    let rollers: Vec<Roller> = start.sides.iter().map(|one| one.roller).collect();
    assert_eq!(rollers, [Roller::Typed, Roller::Rolled, Roller::Typed]);
    assert!(start.linked("riding", Id(0), Id(6)));
    assert_eq!(start.roller(Some(Id(0))), Roller::Rolled);
    let cur = start.get(Id(1));
    assert_eq!((cur.group.as_str(), cur.hidden), ("pack", true));
    assert_eq!(start.get(Id(3)).group, "Foes");
    let hp = |id| {
        (
            start
                .get(Id(id))
                .sheet
                .get(tiny_system::at::hp)
                .unwrap_or(0),
            start.get(Id(id)).sheet.get(tiny_system::at::max_hp),
        )
    };
    assert_eq!(hp(0), (9, 9));
    assert_eq!(hp(1), (6, 6));
    assert_eq!(hp(3), (4, 4));
    assert_eq!(hp(4), (3, 3));
    assert_eq!(hp(6), (17, 17));
    // A group has at least one combatant, regardless of the roll.
    assert_eq!(hp(7), (1, 1));
    assert_eq!(start.get(Id(4)).sheet.get(tiny_system::at::guard), 9);
    assert_eq!(
        start.get(Id(1)).sheet.get(tiny_system::at::guard),
        12,
        "the default"
    );
    assert!(start.get(Id(4)).named("acted").is_some());
    Session::new(&tiny_system::systems(), start, Seed(5)).expect("it can be fought");
}

#[test]
fn control_and_tactics_are_read_from_the_file() {
    let start = begin(
        r#"(title: "x", system: "tiny",
        sides: [(name: "A"), (name: "B", control: Automatic, tactics: "kills, reckless knows")],
        combatants: [(from: "Ann", side: "A"), (from: "Cur", side: "B"),
            (from: "Cur", side: "B", control: Suggested)])"#,
    );
    let controls: Vec<Control> = start.ids().map(|id| start.control(id)).collect();
    assert_eq!(
        controls,
        [Control::Gm, Control::Automatic, Control::Suggested]
    );
    let tactics: Vec<String> = start
        .sides
        .iter()
        .map(|side| side.tactics.to_string())
        .collect();
    assert_eq!(tactics, ["", "reckless, kills, knows"]);
    let words = "plain, cautious, reckless, stays, flees, spares, kills, focuses, spreads, sensible, sharp, defaults, looks, knows";
    wrong(
        r#"(title: "x", system: "tiny",
        sides: [(name: "A", control: Automatc), (name: "B", tactics: "brave")])"#,
        &[
            "2:38: unknown word `Automatc`: did you mean `Automatic`?",
            &format!("2:70: unknown tactics `brave`: write one of {words}"),
        ],
    );
}

#[test]
fn hit_points_and_numbers_may_be_dice() {
    let text = r#"(title: "x", system: "tiny", sides: [(name: "A")], combatants: [
        (from: "Cur", side: "A", count: "2d4", hit_points: "3d6"),
        (from: "Ann", side: "A", hit_points: Average, sheet: (hit_dice: "3d6")),
    ])"#;
    let start = begin(text);
    assert_eq!(start, begin(text), "the same seed gives the same");
    let curs = names(&start)
        .iter()
        .filter(|name| name.starts_with("Cur"))
        .count();
    assert!((2..=8).contains(&curs));
    for combatant in &start.combatants[..curs] {
        assert!((3..=18).contains(&combatant.sheet.get(tiny_system::at::hp).unwrap_or(0)));
    }
    assert_eq!(
        start.combatants[curs]
            .sheet
            .get(tiny_system::at::hp)
            .unwrap_or(0),
        10
    );
}

#[test]
fn every_error_in_an_encounter_is_reported() {
    wrong(
        "(title: \"x\", system: \"tini\")",
        &["1:22: unknown system `tini`: did you mean `tiny`?"],
    );
    wrong("(title: \"x\")", &["1:1: the field `system` is missing"]);
    wrong(
        r#"(title: "x", system: "tiny", side: [],
        options: (house: 1),
        sides: [(name: "Heroes", rolls: Typd), (players: yes)],
        combatants: [
            (from: "Cure", side: "Heroes", count: 0),
            (from: "Cur", conditions: ["actd"], links: [("riding")]),
            (name: "X", sheet: (max_hp: "9", guard: 31, agl: 3)),
            (name: "Y", hit_points: "2x6"),
        ])"#,
        &[
            "1:30: unknown field `side`: did you mean `sides`?",
            "2:19: unknown field `house`: none exists here",
            "3:41: unknown word `Typd`: did you mean `Typed`?",
            "3:48: the field `name` is missing",
            "3:58: `true` or `false` is needed here, not a bare word",
            "5:20: unknown combatant `Cure`: did you mean `Cur`?",
            "5:51: 0 is not between 1 and 1000",
            "6:40: unknown condition `actd`: did you mean `acted`?",
            "6:57: a link has a kind and a name: (\"riding\", \"Horse\")",
            "7:41: write it without quotes: `9`",
            "7:53: 31 is not between 1 and 30",
            "7:57: unknown field `agl`: choose one of max_hp, hp, guard, attack, hit_dice",
            "8:37: `2x6` is not dice: write `d20`, `2d6+1`, `d%`, `4d6kh3` or `4d6dl1` (keep, drop), `d6!` (explode), `2d6r1`, `2d6r<=2` or `2d6ro1` (reroll), `5d6>=5` (count), `best(d8, 2d6)`, `d66` or `4dF`",
        ],
    );
    wrong(
        r#"(title: "x", system: "tiny", sides: [(name: "A")], combatants: [
            (name: "X", side: "A"),
            (from: "Cur", side: "B"),
            (from: "Cur", side: "A", hit_points: Rolled, links: [("riding", "Hors")]),
        ])"#,
        &["3:13: Cur: unknown side `B`: choose one of A"],
    );
    wrong(
        r#"(title: "x", system: "tiny", sides: [(name: "A")], combatants: [
            (name: "X", side: "A"),
            (from: "Cur", side: "A", hit_points: Rolled),
            (from: "Cur", side: "A", links: [("riding", "Cru 2"), ("riding", "X")]),
        ])"#,
        &[
            "2:13: X: the field `max_hp` is missing: a whole number from 1 to 99",
            "3:13: Cur: the sheet has no hit dice: write hit points or dice",
            "4:13: unknown combatant `Cru 2`: did you mean `Cur 2`?",
        ],
    );
}

#[test]
fn a_roster_with_errors_keeps_its_valid_entries() {
    let mut compendium = compendium();
    let text = "[(name: \"Rat\", max_hp: 2), (name: \"Bat\", max_hp: 0), (name: \"Cat\"), (name: \"Rat\", max_hp: 1),\n\
                (name: \"Cur\", max_hp: 5), (nme: \"Hat\", max_hp: 5)]";
    let wrong = compendium.add_roster(&Source::new("own.ron", text), true);
    assert_eq!(
        told(&wrong),
        [
            "1:50: 0 is not between 1 and 99",
            "1:54: the field `max_hp` is missing: a whole number from 1 to 99",
            "1:76: Rat appears twice in this file",
            "2:28: unknown field `nme`: did you mean `name`?",
        ]
    );
    let names: Vec<&str> = compendium
        .roster()
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Ann", "Bea", "Col", "Dot", "Cur", "Hob", "Ogre", "Rook", "Shrew", "Rat"
        ]
    );
    assert_eq!(
        compendium
            .creature("cur")
            .expect("replaced")
            .given
            .int("max_hp"),
        5
    );
}

#[test]
fn arriving_combatants_continue_the_numbering_of_names() {
    let text = r#"(title: "x", system: "tiny", sides: [(name: "A"), (name: "B")],
        combatants: [(from: "Cur", side: "A", count: 2), (from: "Ann", side: "B")])"#;
    let start = begin(text);
    let mut session = Session::new(&tiny_system::systems(), start, Seed(5)).expect("a session");
    let wanted = [
        Newcomer::from_roster("Cur", 2, "A"),
        Newcomer::from_roster("Ann", 1, "Guests"),
        Newcomer::improvised("A\u{1b}rat ", 7, "Guests"),
    ];
    let gone = Event::Left {
        who: Id(1),
        cause: String::new(),
    };
    session.input(Input::Correct(vec![gone])).expect("left");
    let events = setup::newcomers(session.now(), &compendium(), &wanted, Seed(5)).expect("events");
    session.input(Input::Correct(events)).expect("joined");
    assert_eq!(
        names(session.now()),
        ["Cur 1", "Cur 2", "Ann", "Cur 3", "Cur 4", "Ann 2", "A␛rat"]
    );
    assert_eq!(
        session.now().side_name(session.now().get(Id(6)).side),
        "Guests"
    );
    assert_eq!(
        session
            .now()
            .get(Id(6))
            .sheet
            .get(tiny_system::at::hp)
            .unwrap_or(0),
        7
    );
    let nobody = [Newcomer::improvised(" ", 7, "A")];
    assert!(setup::newcomers(session.now(), &compendium(), &nobody, Seed(5)).is_err());
}

/// An unknown kind of bond is reported in every system, and riders in a set-up are on their mounts.
#[test]
fn an_unknown_kind_of_link_is_refused() {
    for system in affray::systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let people = compendium.roster();
        let name = |place: usize| people[place % people.len()].name.clone();
        let mut setup = Setup::new(system.key());
        let side = |name: &str| setup::SideSetup {
            name: name.to_owned(),
            ..setup::SideSetup::default()
        };
        setup.sides = vec![side("A"), side("B")];
        let mut begin = |kind: &str| {
            let mut one = Newcomer::from_roster(&name(0), 1, "A");
            one.links.push((kind.to_owned(), "Nag".to_owned()));
            let mut nag = Newcomer::from_roster(&name(1), 1, "B");
            nag.name = "Nag".to_owned();
            setup.combatants = vec![one, nag];
            setup.begin(&compendium, Seed(1))
        };
        let wrong = told(&begin("rydes").expect_err("no such bond"));
        assert!(wrong[0].starts_with("unknown bond `rydes`"), "{wrong:?}");
        let schema = system.schema();
        for bond in &schema.bonds {
            begin(bond).unwrap_or_else(|wrong| panic!("{}: {wrong:?}", system.key()));
        }
        assert!(schema.rides.is_empty() || schema.bonds.contains(&schema.rides));
    }
}

#[test]
fn an_invalid_set_up_is_refused() {
    let mut setup = Setup::new("tiny");
    let what = |setup: &Setup| told(&setup.begin(&compendium(), Seed(1)).expect_err("nonsense"));
    assert_eq!(what(&setup), ["the fight has no sides: add a side"]);
    setup.sides.push(setup::SideSetup {
        name: "A".to_owned(),
        ..setup::SideSetup::default()
    });
    setup
        .combatants
        .push(Newcomer::from_roster("Cur", 20_000, "A"));
    assert_eq!(what(&setup), ["a fight has at most 10000 combatants"]);
    setup.combatants[0] = Newcomer::from_roster("Cur", 1, "");
    assert_eq!(what(&setup), ["Cur has no side: write a side"]);
    setup.combatants[0] = Newcomer::from_roster("Cur", 1, "A");
    setup.combatants[0].hit_points = HitPoints::Fixed(-4);
    assert_eq!(what(&setup), ["Cur: `max_hp`: -4 is not between 1 and 99"]);
    setup.options.set("house", 1);
    assert_eq!(what(&setup), ["unknown option `house`: none exists here"]);
}

#[test]
fn dice_without_a_combatant_are_typed_if_all_sides_type_their_dice() {
    let check = |sides: &str, rest: &str, expected: Roller| {
        let text =
            format!(r#"(title: "x", system: "tiny", sides: [{sides}], {rest} combatants: [])"#);
        let (setup, _) = setup::read(&Source::new("fight.ron", &text), &[&compendium()]);
        let setup = setup.expect("it is read");
        let begun = |setup: &Setup| {
            setup
                .begin(&compendium(), Seed(1))
                .expect("a fight")
                .environment_roller
        };
        assert_eq!(begun(&setup), expected, "{text}");
        // The written file has the same content.
        let (schema, source) = (compendium().schema, |text: &str| {
            Source::new("again.ron", text)
        });
        let written = setup::write(&setup, schema);
        let (again, _) = setup::read(&source(&written), &[&compendium()]);
        assert_eq!(begun(&again.expect("it is read")), expected, "{written}");
    };
    let typed = r#"(name: "A", players: true), (name: "B", rolls: Typed)"#;
    let rolled = r#"(name: "A", players: true), (name: "B")"#;
    check(typed, "", Roller::Typed);
    check(rolled, "", Roller::Rolled);
    check(typed, "environment_rolls: Rolled,", Roller::Rolled);
    check(rolled, "environment_rolls: Typed,", Roller::Typed);
}

/// Returns the errors of a file of a bundled system: a roster or an encounter.
fn of_system(key: &str, text: &str) -> Vec<String> {
    let compendium = fight_file::compendium(key);
    let source = Source::new("x.ron", text);
    let wrong = if text.starts_with('[') {
        compendium.read_roster(&source, true).1
    } else {
        setup::read(&source, &[&compendium]).1
    };
    told(&wrong)
}

#[test]
fn a_contradiction_on_a_sheet_is_reported_at_its_field() {
    let check = |key: &str, fields: &str, expected: &[&str]| {
        assert_eq!(
            of_system(key, &format!("[(name: \"A\",\n{fields})]")),
            expected
        );
        let head = format!(
            "(title: \"x\", system: \"{key}\", sides: [(name: \"F\")], combatants: [(name: \"A\", side: \"F\", sheet: ("
        );
        assert_eq!(of_system(key, &format!("{head}\n{fields}))])")), expected);
    };
    check(
        "alternation",
        "speed: 3,\nsprint_speed: 2,\nattacks: [(name: \"x\"),\n(name: \"y\", die: 5)]",
        &[
            "3:15: A: sprint must be at least speed",
            "5:18: A: y: die must be 4, 6, 8, 10 or 12, not 5",
        ],
    );
    check(
        "alternation",
        "attacks: [(name: \"x\",\nrange: 2.0),\n(name: \"y\",\nis_shield: true)]",
        &[
            "3:8: A: x: only ranged attacks have a range",
            "5:12: A: y: is marked as the shield, but the sheet has no shield",
        ],
    );
    check(
        "countdown",
        "hp_max: 4, hp: 5,\nattacks: [(name: \"claw\"),\n(name: \"claw\")],\nroutine: \"claw, bite\"",
        &[
            "2:16: A: hit points left: 5 is more than hit points (4)",
            "4:8: A: two attacks are called `claw`",
            "5:10: A: attacks in one action: there is no attack `bite` on the sheet",
        ],
    );
    check(
        "countdown",
        "hp_max: 4, primary: \"axe\",\nsecondary: \"hook\", attacks: [(name: \"claw\")]",
        &[
            "2:21: A: in the main hand: there is no attack `axe` on the sheet",
            "3:12: A: in the other hand: there is no attack `hook` on the sheet",
        ],
    );
    // These words have a special meaning in place of an attack's name.
    for word in ["routine", "both", "grab", "punch", "kick"] {
        let told = format!(
            "3:18: A: an attack cannot be named `{word}`, a reserved word: choose another name"
        );
        let sheet = format!("hp_max: 4,\nattacks: [(name: \"{word}\")]");
        check("countdown", &sheet, &[&told]);
    }
    let many = |most| {
        let all: Vec<String> = (1..=most)
            .map(|n| format!("(name: \"claw {n}\")"))
            .collect();
        format!("hp_max: 4,\nattacks: [{}]", all.join(", "))
    };
    check("countdown", &many(12), &[]);
    check(
        "countdown",
        &many(13),
        &["3:10: A: 13 attacks are too many: the limit is 12"],
    );
    check(
        "segments",
        "max_hp: 4,\nhp: 5",
        &["3:5: A: hit points left: 5 is more than hit points (4)"],
    );
    check(
        "split-round",
        "hp_max: 4,\nmana: 5",
        &["3:7: A: mana left: 5 is more than mana (0)"],
    );
    let combo = |many| {
        let one = "(label: \"Trip\")";
        format!(
            "weapon_ranks: 1, ranged_ranks: 2, combo_rating: 9,\ncombos: [(name: \"x\", components: [{}])]",
            vec![one; many].join(", ")
        )
    };
    check("seconds", &combo(3), &[]);
    check(
        "seconds",
        &combo(4),
        &["3:10: A: combo `x`: 4 components, but the ranks allow only 3"],
    );
    check(
        "seconds",
        "attacks: [(name: \"x\"),\n(name: \"x\")]",
        &["3:8: A: two attacks are called `x`"],
    );
}

#[test]
fn misplaced_sheet_fields_are_reported_once() {
    let text = "(title: \"x\", system: \"countdown\", sides: [(name: \"F\")], combatants: [\n(name: \"A\", side: \"F\", hp_max: 4, ac: 12, attacks: []),\n])";
    assert_eq!(
        of_system("countdown", text),
        ["2:24: `hp_max`, `ac`, `attacks` belong inside `sheet: (…)`"]
    );
}

#[test]
fn a_wrongly_written_number_gets_a_correction() {
    let roster = "[(name: \"A\", str: \"11\",\nattacks: [(name: \"x\", die: d6), (name: \"y\",\ndie: \"1d8\", impaired: \"true\")])]";
    assert_eq!(
        of_system("alternation", roster),
        [
            "1:19: write it without quotes: `11`",
            "2:28: a number is needed here: write only the sides of the die, `6`",
            "3:6: a number is needed here: write only the sides of the die, `8`",
            "3:23: write it without quotes: true",
        ]
    );
    let roster = "[(name: \"A\", str: [11],\nattacks: 3, armour: (1))]";
    let told = of_system("alternation", roster);
    let ends = [
        ("1:19: a whole number from ", " is needed here, not a list"),
        ("2:10: a list of records, ", " is needed here, not `3`"),
        (
            "2:21: a whole number from ",
            " is needed here, not a record without names",
        ),
    ];
    assert_eq!(told.len(), ends.len(), "{told:?}");
    for (told, (begins, ends)) in told.iter().zip(ends) {
        assert!(told.starts_with(begins) && told.ends_with(ends), "{told}");
    }
}

#[test]
fn keywords_of_other_programs_are_reported_with_the_right_keyword() {
    let fight = "(title: \"x\", system: \"countdown\", sides: [(name: \"F\")], combatants: [\n(name: \"A\", side: \"F\", at: round 3, sheet: (hp_max: 4)),\n(name: \"B\", side: \"F\", sheet: (hp_max: 4, armor_class: 12)),\n])";
    assert_eq!(
        of_system("countdown", fight),
        [
            "2:28: write `Round(3)`",
            "3:43: `armor_class` is called `ac` here: write `ac`",
        ]
    );
    let roster = "[(name: \"A\", hp_max: 4, armour_class: 12)]";
    let told = ["1:25: `armour_class` is called `ac` here: write `ac`"];
    assert_eq!(of_system("countdown", roster), told);
}
