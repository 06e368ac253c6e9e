//! Recap of a fight: exact figures of a fight with typed dice in each system, and invariants of all fights.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use affray::compendium::Compendium;
use affray::encounter::{Event, Stage};
use affray::session::recap::{PersonRecap, Recap};
use affray::session::{Input, Readers, Session, markdown};
use affray::ui::app::App;
use affray::values::Id;
use crossterm::event::KeyCode;
use expect_test::{Expect, expect};
use ratatui::layout::Rect;

use crate::support::laws::{self, Least, Of, enough};
use crate::support::{fight_file, screen};

/// Plays a fight of `tests/fights` to its end.
fn played(system: &str, file: &str, mut look: impl FnMut(&Session)) {
    let all = affray::systems::all().iter();
    let system = all
        .copied()
        .find(|one| one.key() == system)
        .expect("a system");
    let compendium = Compendium::built_in(system).0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights");
    let path = folder.join(system.key()).join(format!("{file}.ron"));
    let (_, fight) = fight_file::one(&path, &compendium);
    fight_file::play(
        &fight,
        &[&compendium],
        affray::systems::all(),
        |_, session| look(session),
    )
    .expect(file);
}

/// Formats a recap as a page.
fn page(recap: &Recap) -> String {
    let mut page = format!("{}\n", recap.length());
    for table in recap.tables() {
        page += &format!("\n{}\n{}\n", table.title, table.lines().join("\n"));
    }
    page
}

#[track_caller]
fn check(system: &str, file: &str, told: Expect) {
    let mut last = None;
    played(system, file, |session| {
        last = Some(Recap::of(session, Readers::GameMaster))
    });
    told.assert_eq(&page(&last.expect("played")));
}

/// An attack redirected to another combatant counts as a hit or miss on that combatant.
#[test]
fn a_redirected_attack_counts_in_the_recap() {
    let mut most = (0, 0);
    played("split-round", "ex_12_wrong_target", |session| {
        let recap = Recap::of(session, Readers::GameMaster);
        let lio = &recap.sides[0].people[0];
        most = most.max((lio.hits, lio.misses));
    });
    // The attack itself missed; the second attack hit.
    assert_eq!(most, (1, 1));
}

#[test]
fn the_recap_of_alternation_matches_its_snapshot() {
    check(
        "alternation",
        "ex21_two_rounds",
        expect![[r#"
            2 rounds. Only one side is left: Heroes

            Who fell
                      round   by
            G2  down      1  Ivy
            G1  down      2  Hal
            G3  dead      2  Ivy

            Heroes (luck: average is 50, +0.0; beyond ±2.0 is rare)
                 hits  missed  dealt  taken  felled      luck
            Hal     1       1      3      0       1  42, -0.3
            Ivy     2       0      7      2       2  25, -1.5
            all     3       1     10      2       3  29, -1.5

            Goblins
                 hits  dealt  taken  down      luck
            G1      1      0      3     1  88, +1.9
            G2      0      0      3     1  38, -0.4
            G3      1      2      4     1  70, +1.0
            all     2      2     10     3  70, +1.6

            Dice
                     rolls    average   expected           luck
            Heroes       4  29 in 100  50 in 100  unlucky, -1.5
              d6         1        3.0        3.5
              d20        1       12.0       10.5
              2d8        2        5.0        9.0
            Goblins      5  70 in 100  50 in 100    lucky, +1.6
              d4         3        3.7        2.5
              d20        2        9.0       10.5
        "#]],
    );
}

#[test]
fn the_recap_of_countdown_matches_its_snapshot() {
    check(
        "countdown",
        "ex_22_two_rounds",
        expect![[r#"
            Round 3 is under way, after 20 seconds

            Who fell
                        round    by
            Thug  dead      2  Kara

            P (luck: average is 50, +0.0; beyond ±2.0 is rare)
                  hits  missed  dealt  taken  felled      luck
            Kara     2       1      7      0       1  32, -1.4
            Fenn     2       0      8      4       0  44, -0.5
            all      4       1     15      4       1  38, -1.3

            O
                    hits  dealt  taken  down      luck
            Bandit     1      4      0     0  58, +0.4
            Thug       0      0      7     1  78, +0.9
            Boss       0      0      8     0
            all        1      4     15     1  64, +0.9

            Dice
                   rolls    average   expected               luck
            P         10  38 in 100  50 in 100      unlucky, -1.3
              d6       2        2.5        3.5
              d8       3        2.7        4.5
              d20      5        9.8       10.5
            O          3  64 in 100  50 in 100  as expected, +0.9
              d6       1        4.0        3.5
              d20      2       14.0       10.5

            Used up

            Fenn  1  flasks
        "#]],
    );
}

/// Damage from flames belongs to the combatant whose flask caused them, unless two threw one; rounds of passing time do
/// not count.
#[test]
fn the_recap_counts_damage_from_flames_but_not_rounds_of_passing_time() {
    let (mut under_way, mut last) = (String::new(), String::new());
    played("countdown", "flames_and_who_lit_them", |session| {
        last = page(&Recap::of(session, Readers::GameMaster));
        if session.now().fighting() && session.now().round == 13 {
            under_way.clone_from(&last);
        }
    });
    let has = |page: &str, text: &str| assert!(page.contains(text), "{text} in:\n{page}");
    has(&under_way, "Round 13 is under way, after 20 seconds");
    has(&last, "3 rounds, 30 seconds");
    has(&last, "Orc  dead      2          Gil\n");
    has(&last, "Imp  dead      2  burning oil\n");
}

#[test]
fn the_recap_of_segments_matches_its_snapshot() {
    check(
        "segments",
        "ex_16_full_round",
        expect![[r#"
            1 round, 10 seconds. Only one side is left: Heroes

            Who fell
                          round      by
            Ogre    down      1   Hedda
            Goblin  down      1  Corvin

            Heroes (luck: average is 50, +0.0; beyond ±2.0 is rare)
                    hits  dealt  felled      luck
            Corvin     2     14       1   50, 0.0
            Hedda      1     22       1  82, +1.6
            all        3     36       2  61, +0.9

            Foes
                    taken  down
            Ogre       22     1
            Goblin     14     1
            all        36     2

            Dice
                    rolls    average   expected               luck
            Heroes      9  61 in 100  50 in 100  as expected, +0.9
              d8        3        4.7        4.5
              d10       3        7.0        5.5
              d100      3       37.7       50.5
            Foes        2
              d10       2        3.0        5.5
        "#]],
    );
}

#[test]
fn the_recap_of_split_round_matches_its_snapshot() {
    check(
        "split-round",
        "ex_09_full_round",
        expect![[r#"
            Round 2 is under way, after 6 seconds

            P (luck: average is 50, +0.0; beyond ±2.0 is rare)
                    hits  dealt  taken  gained      luck
            Aldric     1      8      7       0  59, +0.5
            Wren       1      8      6       0  62, +0.6
            Iona       0      0      5       7  62, +0.6
            all        2     16     18       7  61, +1.0

            O
                     hits  dealt  taken      luck
            Captain     1      7      8  63, +0.6
            Cultist     0      0      8
            Thug        2     11      0  60, +0.7
            all         3     18     16  61, +0.9

            Dice
                   rolls    average   expected               luck
            P          7  61 in 100  50 in 100  as expected, +1.0
              d8       3        6.0        4.5
              d20      4       12.0       10.5
            O          6  61 in 100  50 in 100  as expected, +0.9
              d6       3        3.7        3.5
              d20      3       14.3       10.5

            Used up

            Wren     1  shots
            Iona     4   mana
            Cultist  4   mana
        "#]],
    );
}

#[test]
fn the_recap_of_six_seconds_matches_its_snapshot() {
    check(
        "seconds",
        "ex_21_two_rounds",
        expect![[r#"
            Round 3 is under way, after 12 seconds

            Who fell
                       round    by
            Dov  down      1  Ogre

            P (luck: average is 50, +0.0; beyond ±2.0 is rare)
                 hits  dealt  taken  down      luck
            Cal     2      2      0     0  54, +0.3
            Dov     1      1      1     1  51, +0.1
            all     3      3      1     1  53, +0.3

            O
                  hits  missed  dealt  taken  felled      luck
            Ogre     1       1      1      3       1  56, +0.5
            Rat      1       1      0      0       0  51, +0.1
            all      2       2      1      3       1  54, +0.5

            Dice
                   rolls    average   expected               luck
            P         12  53 in 100  50 in 100  as expected, +0.3
              d6      10        3.3        3.5
              d8       1        6.0        4.5
              d10      1       10.0        5.5
            O          8  54 in 100  50 in 100  as expected, +0.5
              d4       1        4.0        2.5
              d6       6        3.8        3.5
              d10      1        2.0        5.5
        "#]],
    );
}

const DUEL: &str = r#"title: "Duel", system: "alternation", sides: [(name: "Players", players: true), (name: "Foes")],
    combatants: [
        (name: "Ada", side: "Players", sheet: (max_health: 10, attacks: [(name: "spear", die: 6)])),
        (name: "Lout", side: "Foes", sheet: (max_health: 8, attacks: [(name: "club", die: 8)])),
        (name: "Imp", side: "Foes", sheet: (max_health: 8, attacks: [(name: "claw", die: 8)])),
    ]"#;

/// Starts the duel after Ada's attack on Lout, with steps in the middle of it.
fn duel<'b>(compendium: &'b Compendium, amid: &[&str]) -> fight_file::Course<'b> {
    let begin = [
        "set started=Players",
        "do first Players",
        "do activate Ada",
        "do attack",
        "set target=b",
        "choose none",
    ];
    let steps = [&begin[..], amid, &["roll 3"]].concat();
    fight_file::course(compendium, DUEL, &steps)
}

fn of(course: &fight_file::Course<'_>, readers: Readers, name: &str) -> PersonRecap {
    let recap = Recap::of(&course.session, readers);
    let mut people = recap.sides.iter().flat_map(|side| &side.people);
    let one = people.find(|one| one.name == name);
    one.unwrap_or_else(|| panic!("no {name} in {recap:#?}"))
        .clone()
}

#[test]
fn rulings_are_credited_to_no_combatant() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let plain = duel(&compendium, &[]);
    let (ada, lout) = (
        of(&plain, Readers::GameMaster, "Ada"),
        of(&plain, Readers::GameMaster, "Lout"),
    );
    assert_eq!((ada.hits, ada.dealt, lout.taken), (1, Some(3), 3));
    // The GM takes two points from Lout and three from Imp while the die is pending.
    let ruled = duel(&compendium, &["edit b health 6", "edit c health 5"]);
    let (ada, lout) = (
        of(&ruled, Readers::GameMaster, "Ada"),
        of(&ruled, Readers::GameMaster, "Lout"),
    );
    assert_eq!((ada.hits, ada.dealt, lout.taken), (1, Some(3), 5));
    assert_eq!(of(&ruled, Readers::GameMaster, "Imp").taken, 3);
    // An undone event does not count.
    let mut undone = plain;
    fight_file::go(&mut undone, &["undo"]);
    let lout = of(&undone, Readers::GameMaster, "Lout");
    assert_eq!((lout.taken, lout.falls), (0, 0));
}

/// Without an attacker the recap names the cause; healing is not counted as the cause of a fall.
#[test]
fn a_fall_without_an_attacker_names_its_cause() {
    let steps = [
        "set amount=2, cause=a falling beam",
        "ruling heal b",
        "set amount=1, cause=a potion",
        "ruling damage b",
        "set amount=20, cause=the fire",
    ];
    let felled = |compendium: &Compendium, setup: &str, begin: &[&str]| {
        let begun = [begin, &["ruling damage b"], &steps].concat();
        let course = fight_file::course(compendium, setup, &begun);
        let recap = Recap::of(&course.session, Readers::GameMaster);
        let falls = recap.falls.into_iter().map(|fall| (fall.who, fall.cause));
        falls.collect::<Vec<_>>()
    };
    let fire = |who: &str| vec![(who.to_owned(), "the fire".to_owned())];
    // In one system a fallen combatant has a condition with this cause, in the other only no health left.
    let alternation = Compendium::built_in(affray::systems::all()[0]).0;
    let begin = ["set started=Players", "do first Players"];
    assert_eq!(felled(&alternation, DUEL, &begin), fire("Lout"));
    let segments = Compendium::built_in(affray::systems::all()[2]).0;
    let setup = r#"title: "Fire", system: "segments", sides: [(name: "Players", players: true), (name: "Foes")],
        combatants: [(name: "Anna", side: "Players", sheet: (max_hp: 12)), (name: "Bert", side: "Foes", sheet: (max_hp: 12))]"#;
    assert_eq!(felled(&segments, setup, &["enter"]), fire("Bert"));
}

#[test]
fn actions_after_the_fight_do_not_count_in_the_recap() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let mut course = duel(&compendium, &[]);
    let before = Recap::of(&course.session, Readers::GameMaster);
    fight_file::go(&mut course, &["do end-turn", "do end"]);
    let mut over = Recap::of(&course.session, Readers::GameMaster);
    assert!(over.over && !before.over);
    over.over = false;
    assert_eq!(over, before);
    fight_file::go(&mut course, &["edit b health 8"]);
    let mut later = Recap::of(&course.session, Readers::GameMaster);
    later.over = false;
    assert_eq!(later, before, "what is healed after its end");
}

#[test]
fn self_inflicted_damage_and_recovered_shots_are_counted() {
    let compendium = Compendium::built_in(affray::systems::all()[3]).0;
    let setup = r#"title: "Shots", system: "split-round", sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Fay", side: "P", sheet: (hp_max: 30, attacks: [
                (name: "fist", damage: "1d6+2", fumble_class: "F"),
                (name: "bow", damage: "1d8", mode: "ranged", ammo: 5)])),
            (name: "Orc", side: "O", sheet: (hp_max: 60)),
        ]"#;
    let fumbles = [
        "enter",
        "do declare a",
        "set target1=b, weapon1=fist",
        "do declare-none",
        "do dice",
    ];
    // A natural 1 gives 3 on the table: half of Fay's own damage, 7.
    let hurts = ["roll 1", "roll 1 2", "roll 5", "? a hp 27"];
    let shoots = [
        "do declare a",
        "set target1=b, weapon1=bow",
        "do declare-none",
        "do dice",
        "roll 15",
        "roll 5",
    ];
    let steps = [&fumbles[..], &hurts, &shoots, &["? b hp 55", "do end"]].concat();
    let mut course = fight_file::course(&compendium, setup, &steps);
    let over = Recap::of(&course.session, Readers::GameMaster);
    let fay = of(&course, Readers::GameMaster, "Fay");
    assert_eq!(
        (fay.hits, fay.misses, fay.dealt, fay.taken),
        (1, 1, Some(5), 3)
    );
    let used: Vec<(&str, i64)> = fay
        .used
        .iter()
        .map(|used| (used.what.as_str(), used.many))
        .collect();
    assert_eq!(used, [("shots", 1)]);
    fight_file::go(
        &mut course,
        &["do recover", "set found1=1", "? a attacks/1/ammo 5"],
    );
    assert_eq!(Recap::of(&course.session, Readers::GameMaster), over);
}

/// A pool named "slots left" shows the number of spent slots.
#[test]
fn spent_resources_are_named_without_the_word_left() {
    let mut last = String::new();
    played("d20", "slots", |session| {
        last = page(&Recap::of(session, Readers::GameMaster));
    });
    assert!(last.contains("Mia  2  slots of level 1\n"), "{last}");
    assert!(!last.contains(" left"), "{last}");
}

#[test]
fn a_combatant_who_breaks_and_is_killed_is_counted_as_fallen_once() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let mut course = duel(&compendium, &[]);
    fight_file::go(&mut course, &["gain b broken", "edit b health 0"]);
    let recap = Recap::of(&course.session, Readers::GameMaster);
    let hows: Vec<&str> = recap.falls.iter().map(|fall| fall.how.as_str()).collect();
    assert_eq!(hows, ["must retreat", "dead"]);
    assert_eq!(of(&course, Readers::GameMaster, "Lout").falls, 1);
}

#[test]
fn players_see_their_own_figures_and_all_falls() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let mut course = duel(&compendium, &[]);
    fight_file::go(&mut course, &["edit b health 0", "edit a health 0"]);
    let recap = Recap::of(&course.session, Readers::Players);
    let sides: Vec<&str> = recap.sides.iter().map(|side| side.name.as_str()).collect();
    assert_eq!(sides, ["Players"]);
    let ada = of(&course, Readers::Players, "Ada");
    assert_eq!((ada.dealt, ada.taken, ada.hits), (None, 10, 1));
    let fell = |course: &fight_file::Course<'_>| -> Vec<String> {
        let falls = Recap::of(&course.session, Readers::Players)
            .falls
            .into_iter();
        falls.map(|fall| fall.who).collect()
    };
    assert_eq!(fell(&course), ["Lout", "Ada"]);
    let page = markdown(&course.session, Readers::Players);
    let (_, came) = page.split_once("## Result").expect("it is there");
    assert!(!came.contains("dealt") && !came.contains("Imp"), "{came}");
    let hide = Event::Hid {
        who: course.session.now().by_name("Lout").expect("there"),
        hidden: true,
    };
    course
        .session
        .input(Input::Correct(vec![hide]))
        .expect("hidden");
    assert_eq!(fell(&course), ["Ada"]);
}

#[test]
fn the_recap_opens_over_the_fight_scrolls_and_closes_with_esc() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let mut app = screen::app(duel(&compendium, &[]).session);
    app.area = Rect::new(0, 0, 80, 24);
    press(&mut app, "$");
    expect![[r#"
         Affray  Alternation · round 1 · Ada's turn      not saved  F1 help  : commands
        ┏ Summary: Round 1 is under way ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃Players (luck: average is 50, +0.0; beyond ±2.0 is rare)                      ┃
        ┃     hits  dealt      luck                                                    ┃
        ┃Ada     1      3  42, -0.3                                                    ┃
        ┃                                                                              ┃
        ┃Foes                                                                          ┃
        ┃      taken                                                                   ┃
        ┃Lout      3                                                                   ┃
        ┃Imp       0                                                                   ┃
        ┃all       3                                                                   ┃
        ┃                                                                              ┃
        ┃Dice                                                                          ┃
        ┃         rolls    average   expected               luck                       ┃
        ┃Players      1  42 in 100  50 in 100  as expected, -0.3                       ┃
        ┃  d6         1        3.0        3.5                                          ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┃                                                                              ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ e export · Esc back ┛
    "#]]
    .assert_eq(&screen::draw(&mut app, 80, 24));
    // A small screen scrolls to its end and no further.
    let low = screen::draw(&mut app, 80, 8);
    assert!(low.contains("hits") && !low.contains("Dice"), "{low}");
    app.press(KeyCode::End.into());
    let end = screen::draw(&mut app, 80, 8);
    assert!(end.contains("d6") && !end.contains("hits"), "{end}");
    app.press(KeyCode::Down.into());
    assert_eq!(screen::draw(&mut app, 80, 8), end);
    app.press(KeyCode::Esc.into());
    assert!(screen::draw(&mut app, 80, 24).contains("Combatants"));
    for line in [":do end-turn", ":do end"] {
        press(&mut app, line);
        app.press(KeyCode::Enter.into());
    }
    let over = screen::draw(&mut app, 80, 24);
    assert!(over.contains("`:summary` shows the summary"), "{over}");
    press(&mut app, ":summary");
    app.press(KeyCode::Enter.into());
    // Its foes had not acted yet.
    assert!(screen::draw(&mut app, 80, 24).contains("Summary: Ended in round 1 "));
}

/// A round counts once a combatant has acted in it, and is complete when none is left to act; the duration follows from
/// this.
#[test]
fn a_round_without_actions_does_not_count_in_the_recap() {
    let compendium = Compendium::built_in(affray::systems::all()[1]).0;
    let setup = r#"title: "Short", system: "countdown", sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Ann", side: "P", sheet: (hp_max: 30, attacks: [(name: "sword", damage: "1d8")])),
            (name: "Cur", side: "O", sheet: (hp_max: 30, attacks: [(name: "fangs", damage: "1d6")])),
        ]"#;
    let first = [
        "enter",
        "do close-declarations",
        "do initiative",
        "roll 6 1",
    ];
    let blow = ["do attack a", "set target=b", "roll 2"];
    let back = ["do attack b", "set target=a", "roll 2"];
    let length = |steps: &[&[&str]]| {
        let course = fight_file::course(&compendium, setup, &steps.concat());
        Recap::of(&course.session, Readers::GameMaster).length()
    };
    let end: &[&str] = &["do end"];
    let later = ["do advance", "set number=1, unit=rounds"];
    let again = ["do take-up"];
    for (steps, told) in [
        (&[&["enter"][..], end][..], "0 rounds"),
        (&[&first, &blow, end], "Ended in round 1"),
        (
            &[&first, &blow, &back, &["? round 2"]],
            "Round 2 is under way, after 10 seconds",
        ),
        (
            &[&first, &blow, &back, &["? round 2"], end],
            "1 round, 10 seconds",
        ),
        (
            &[&first, &blow, &back, &["do close-declarations"], end],
            "1 round, 10 seconds",
        ),
        (
            &[&first, &blow, &back, &first[1..], &blow, end],
            "Ended in round 2, after 10 seconds",
        ),
        // The announced round is part of the fight if no time passes before it.
        (
            &[&first, &blow, &back, end, &again, &first[1..], &blow],
            "Round 2 is under way, after 10 seconds",
        ),
        (
            &[
                &first,
                &blow,
                &back,
                end,
                &later,
                &again,
                &first[1..],
                &blow,
            ],
            "Round 3 is under way, after 10 seconds",
        ),
        (
            &[
                &first,
                &blow,
                &back,
                end,
                &later,
                &later,
                &again,
                &first[1..],
                &blow,
            ],
            "Round 4 is under way, after 10 seconds",
        ),
    ] {
        assert_eq!(length(steps), told, "{steps:?}");
    }
    // The first duration shown in minutes, and one with another number of minutes.
    for (rounds, told) in [
        (6, "Round 7 is under way, after 1 minute"),
        (7, "Round 8 is under way, after 1 minute 10 seconds"),
        (59, "Round 60 is under way, after 9 minutes 50 seconds"),
    ] {
        let mut steps: Vec<&[&str]> = vec![&first, &blow, &back];
        for _ in 1..rounds {
            steps.extend([&first[1..], &blow, &back]);
        }
        assert_eq!(length(&steps), told);
    }
}

fn press(app: &mut App, keys: &str) {
    for key in keys.chars() {
        app.press(KeyCode::Char(key).into());
    }
}

#[test]
fn the_recap_counts_a_shot_that_goes_wide_as_a_miss() {
    let compendium = Compendium::built_in(affray::systems::all()[0]).0;
    let setup = DUEL.replace(
        "(name: \"spear\", die: 6)",
        "(name: \"bow\", die: 6, mode: \"ranged\", range: 8)",
    );
    let begin = [
        "set started=Players",
        "do first Players",
        "do activate Ada",
        "do attack",
    ];
    let shoots = ["set target=b, distance=6", "? asks wit-save", "roll 20"];
    let course = fight_file::course(&compendium, &setup, &[&begin[..], &shoots].concat());
    let ada = of(&course, Readers::GameMaster, "Ada");
    assert_eq!((ada.hits, ada.misses), (0, 1));
}

/// The figures match the state at the end of every fight: losses and healing, hits and misses of attacks, and no more
/// damage dealt than taken.
#[test]
fn figures_of_the_recap_add_up_in_every_fight() {
    laws::each(|system| {
        let (mut attacks, mut fights) = (0, 0);
        let compendium = Compendium::built_in(system).0;
        let mut first: Option<(String, BTreeMap<Id, i64>)> = None;
        let mut ends: BTreeMap<String, (Recap, i64, i64, u64)> = BTreeMap::new();
        let mut most: BTreeMap<(String, Id), i64> = BTreeMap::new();
        let mut other_most = BTreeSet::new();
        let mut seen = 0;
        fight_file::play_all(system, &compendium, |file, session| {
            // A look at the fight changes nothing.
            if std::mem::replace(&mut seen, session.revision()) == session.revision() {
                return;
            }
            let now = session.now();
            let gone = |id: Id| {
                let (left, most) = system.life(now, id);
                most - left
            };
            if first.as_ref().is_none_or(|(known, _)| known != file) {
                first = Some((
                    file.to_owned(),
                    now.ids().map(|id| (id, gone(id))).collect(),
                ));
            }
            for id in now.ids() {
                let here = system.life(now, id).1;
                if *most.entry((file.to_owned(), id)).or_insert(here) != here {
                    other_most.insert(file.to_owned());
                }
            }
            let before = &first.as_ref().expect("just set").1;
            let (start, end) = (
                before.values().sum(),
                before.keys().map(|id| gone(*id)).sum(),
            );
            let entries = session.history().entries().iter();
            let events = entries.flat_map(|entry| entry.events.iter());
            let struck = events.filter(|event| matches!(event, Event::Struck { .. }));
            let recap = Recap::of(session, Readers::GameMaster);
            // Time after the fight and latecomers are counted differently.
            let plain = now.stage == Stage::Fighting && before.len() == now.combatants.len();
            if plain && session.history().open().is_empty() {
                ends.insert(file.to_owned(), (recap, start, end, struck.count() as u64));
            }
        });
        for (file, (recap, start, end, struck)) in ends {
            let people = || recap.sides.iter().flat_map(|side| &side.people);
            let sum = |of: fn(&PersonRecap) -> i64| people().map(of).sum::<i64>();
            let (taken, healed) = (sum(|one| one.taken), sum(|one| one.healed));
            // If the maximum changed for a while, the difference of hit points cannot be compared.
            if !other_most.contains(&file) {
                assert_eq!(start + taken - healed, end, "{file}: {recap:#?}");
            }
            assert!(
                sum(|one| one.dealt.unwrap_or(0)) <= taken,
                "{file}: {recap:#?}"
            );
            let made: u64 = people().map(|one| one.hits + one.misses).sum();
            assert_eq!(made, struck, "{file}");
            let (fell, felled) = people().fold((0, 0), |(fell, felled), one| {
                (fell + one.falls, felled + one.felled)
            });
            assert!(felled <= fell && fell <= recap.falls.len() as u64, "{file}");
            attacks += usize::try_from(struck).expect("few");
            fights += 1;
        }
        let (some, all) = (
            Least::every(1, 3, Of::Fights),
            Least::every(1, 3, Of::Fights),
        );
        enough(system, fights, "fights", "summed up", some);
        enough(system, attacks, "attacks", "counted", all);
    });
}

/// A combatant who breaks and then runs is listed once, as having left in the round of the run, and without an
/// attacker.
#[test]
fn a_broken_combatant_who_fled_is_listed_once() {
    let mut last = Recap::default();
    played("alternation", "broken", |session| {
        last = Recap::of(session, Readers::GameMaster);
    });
    let falls = last
        .falls
        .iter()
        .map(|fall| (&*fall.who, fall.round, &*fall.how));
    let wanted = [
        ("M4", 1, "dead"),
        ("M5", 1, "fled"),
        ("M6", 1, "surrendered"),
        ("M3", 2, "surrendered"),
        ("M2", 3, "fled"),
        ("M1", 3, "down"),
    ];
    assert_eq!(falls.collect::<Vec<_>>(), wanted);
    let fell = last.sides[1].people.iter().filter(|one| one.falls > 0);
    let fell: Vec<&str> = fell.map(|one| &*one.name).collect();
    assert_eq!(fell, ["M1", "M4"]);
}
