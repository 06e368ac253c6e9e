//! Statistics of thousands of automatic fights.

use std::path::Path;
use std::process::ExitCode;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Encounter, Tactics, Timing};
use affray::rules::System;
use affray::session::{Session, Waits};
use affray::setup::{self, Count, Newcomer, Setup, SideSetup};
use affray::simulate::{FightOdds, Figures, Orders, Standing, Verdict};
use affray::ui::app::{App, Screen};
use affray::ui::overlay::Overlay;
use affray::ui::setup::SetupScreen;
use affray::values::{Value, Words as _};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::support::command_line::CommandLine;
use crate::support::{fight_file, laws, screen};

/// Returns every bundled encounter of a system at its start.
fn bundled(system: &'static dyn System) -> Vec<(String, Encounter)> {
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty());
    let (ready, _) = setup::bundled(&compendium);
    let starts = ready.iter().map(|ready| {
        let start = ready.setup.begin(&compendium, Seed(7));
        (ready.name.clone(), start.expect("no mistakes"))
    });
    starts.collect()
}

/// Returns the statistics of a number of fights from a start.
fn figures(
    system: &'static dyn System,
    start: &Encounter,
    tactics: &[Tactics],
    fights: u64,
    threads: usize,
) -> Figures {
    let orders = Orders {
        system,
        tactics: tactics.to_vec(),
        seed: Seed(11),
    };
    let standing = Standing::from(start.clone());
    let odds = FightOdds::start(orders, vec![standing], fights, threads, || ());
    odds.wait().expect("no rule is at fault").remove(0)
}

#[test]
fn a_seed_gives_the_same_figures_on_any_number_of_threads() {
    laws::each(|system| {
        let (name, start) = bundled(system).remove(0);
        let alone = figures(system, &start, &[], 13, 1);
        assert_eq!(alone.fights, 13);
        for threads in [2, 5] {
            let together = figures(system, &start, &[], 13, threads);
            assert_eq!(alone, together, "{name} on {threads} threads");
        }
    });
}

/// A fight can end in the bonus round, before any round has a number.
#[test]
fn a_fight_can_end_before_round_1() {
    let system = affray::systems::all();
    let mut all = system.iter().filter(|one| one.key() == "alternation");
    let system = *all.next().expect("Alternation");
    let (compendium, _) = Compendium::built_in(system);
    let setup = r#"title: "t", system: "alternation",
        sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Una", side: "P", conditions: ["concealed"], sheet: (attacks: [(name: "axe", die: 12)])),
            (name: "Ulf", side: "P", conditions: ["concealed"], sheet: (attacks: [(name: "axe", die: 12)])),
            (name: "Guard", side: "O", sheet: (max_health: 1)),
        ],"#;
    let course = fight_file::course(&compendium, setup, &["enter"]);
    let now = course.session.now();
    assert_eq!(now.round, 0);
    let figures = figures(system, now, &[], 20, 1);
    assert_eq!(figures.over_by(90), 0);
    assert_eq!(figures.ends(0), "ends before round 1");
    assert_eq!(
        figures.ends(3),
        "ends in round 3, 80% of fights in rounds 3 to 3"
    );
    // An average in rounds would show "round 0.4" for combatants who fall in it.
    let guard = now.ids().find(|id| now.name(*id) == "Guard");
    let guard = guard.expect("the guard");
    assert_eq!(figures.falls_in(guard), Some(0));
}

/// For every possible result of as many fights as a GM may run, the difficulty is the word that docs/odds.md gives for
/// the shown percentage. 0 % and 100 % are only shown if they are exact.
#[test]
fn the_difficulty_matches_the_shown_percentage() {
    let system = affray::systems::all()[0];
    let (_, start) = bundled(system).remove(0);
    assert!(start.sides[0].players);
    let mut figures = figures(system, &start, &[], 1, 1);
    for fights in [1, 2, 3, 7, 40, 100, 200, 999, 1_000] {
        for wins in 0..=fights {
            figures.fights = fights;
            figures.sides[0].holds = wins;
            for undecided in [0, (fights - wins) / 2, fights - wins] {
                figures.undecided = undecided;
                for falls in [0, fights / 4, fights / 4 + 1, fights] {
                    for person in &mut figures.people {
                        person.falls = falls.min(fights);
                    }
                    check_verdict(system, &start, &figures);
                }
            }
        }
    }
}

#[track_caller]
fn check_verdict(system: &dyn System, start: &Encounter, figures: &Figures) {
    let told = Verdict::told(system, start, figures).expect("players fight");
    let (word, rest) = told.split_once(": the players win ").expect("a word");
    let number = |text: &str| -> f64 {
        let (number, _) = text.split_once('%').expect("a number");
        number.parse().expect("a number")
    };
    let won = number(rest);
    let down = || {
        let (_, down) = rest.split_once("; ").expect("the fallen");
        number(down)
    };
    let fits = match word {
        "easy" => won >= 90.0 && down() <= 25.0,
        "costly" => won >= 90.0 && down() > 25.0,
        "favourable" => won > 60.0 && won < 90.0,
        "even" => (40.0..=60.0).contains(&won),
        "hard" => (10.0..40.0).contains(&won),
        "deadly" => won < 10.0,
        "stalemate" => won <= 60.0,
        _ => false,
    };
    assert!(fits, "{told}");
    let (wins, fights) = (figures.sides[0].holds, figures.fights);
    let lost = fights - wins - figures.undecided;
    let stale = won <= 60.0 && figures.undecided > 0 && figures.undecided >= lost;
    assert_eq!(word == "stalemate", stale, "{told}");
    assert_eq!(won == 100.0, wins == fights, "{told}");
    assert_eq!(won == 0.0, wins == 0, "{told}");
    assert!(
        (won - 100.0 * wins as f64 / fights as f64).abs() <= 1.0,
        "{told}"
    );
    let again = Verdict::of(system, start, figures).expect("players fight");
    assert_eq!(again.word(), word);
}

/// The difficulty from only a few fights would change with each further fight.
#[test]
fn no_difficulty_is_shown_before_fifty_fights() {
    let system = affray::systems::all()[0];
    let (_, start) = bundled(system).remove(0);
    let mut figures = figures(system, &start, &[], 1, 1);
    let mut shown = |fights, counts| {
        figures.fights = fights;
        figures.sides[0].holds = fights;
        Verdict::told_while(counts, system, &start, &figures).is_some()
    };
    assert_eq!([shown(49, true), shown(50, true)], [false, true]);
    assert_eq!([shown(0, false), shown(1, false)], [false, true]);
}

#[test]
fn a_difficulty_is_shown_with_its_numbers() {
    let system = affray::systems::all()[0];
    let (_, start) = bundled(system).remove(0);
    let mut figures = figures(system, &start, &[], 1, 1);
    let mut told = |fights, holds, undecided, falls| {
        figures.fights = fights;
        figures.undecided = undecided;
        figures.sides[0].holds = holds;
        for person in &mut figures.people {
            person.falls = falls;
        }
        Verdict::told(system, &start, &figures).expect("players fight")
    };
    for (told, expected) in [
        (told(100, 89, 0, 0), "favourable: the players win 89% ±8"),
        (
            told(1_000, 896, 0, 0),
            "easy: the players win 90% ±2; 0% of the party falls",
        ),
        (
            told(1_000, 999, 0, 310),
            "costly: the players win 99% ±1; 31% of the party falls",
        ),
        (
            told(200, 199, 0, 1),
            "easy: the players win 99% ±2; 1% of the party falls",
        ),
        (told(100, 3, 90, 5), "stalemate: the players win 3% ±5"),
        (told(100, 3, 0, 5), "deadly: the players win 3% ±5"),
    ] {
        assert_eq!(told, expected);
    }
}

#[test]
fn every_decision_of_a_policy_fits_its_question() {
    let words = ["cautious", "reckless", "flees", "kills", "spreads"];
    let tactics = words.map(|word| {
        Tactics::default()
            .knowing()
            .with(word)
            .expect("a word of a tactics")
    });
    laws::each(|system| {
        for (name, start) in bundled(system) {
            for tactics in tactics {
                let sides = vec![tactics; start.sides.len()];
                let figures = figures(system, &start, &sides, 6, 2);
                assert_eq!(figures.unfit, 0, "{name}, {tactics:?}");
            }
        }
    });
}

#[test]
fn each_tactics_keyword_belongs_to_one_row() {
    let all = Tactics::all();
    for (place, (word, _)) in all.iter().enumerate() {
        let again = all[place + 1..].iter().any(|(other, _)| other == word);
        assert!(!again, "{word} is of two rows");
        let tactics = Tactics::default().with(word).expect(word);
        assert!(tactics.words().contains(word), "{word}");
    }
    assert_eq!(Tactics::default().with("brave"), None);
}

/// Runs the program, which reports its progress on threads.
fn affray(home: &Path, args: &[&str]) -> (ExitCode, String, String) {
    let around = CommandLine {
        progress: args.contains(&"--threads"),
        ..CommandLine::of(home)
    };
    around.run(&[&["odds"], args].concat())
}

fn done(code: ExitCode) -> bool {
    format!("{code:?}") == format!("{:?}", ExitCode::SUCCESS)
}

#[test]
fn the_table_of_odds_is_the_same_on_any_number_of_threads() {
    let home = tempfile::tempdir().expect("a folder");
    let words = ["bridge", "--fights", "30", "--seed", "0x7"];
    let (code, table, silent) = affray(home.path(), &words);
    assert!(done(code) && silent.is_empty(), "{silent}");
    let lines = [
        "The toll bridge: 30 fights from the start",
        "wins the fight",
        "Party",
        "ends in round",
        "seed 0x0000000000000007",
    ];
    for line in lines {
        assert!(table.contains(line), "{line} is missing in\n{table}");
    }
    let threads = [&words[..], &["--threads", "3"]].concat();
    let (_, again, progress) = affray(home.path(), &threads);
    assert_eq!(table, again);
    assert!(
        progress.contains("of 30 fights") && progress.ends_with("\u{1b}[K"),
        "{progress:?}"
    );
    let (_, other, _) = affray(home.path(), &["bridge", "--fights", "30", "--seed", "0x8"]);
    assert_ne!(table, other);
}

#[test]
fn json_has_the_figures_of_the_table_and_a_picture_is_written() {
    let home = tempfile::tempdir().expect("a folder");
    let picture = home.path().join("bands.svg");
    let file = picture.to_string_lossy();
    let words = [
        "bridge",
        "--fights",
        "20",
        "--json",
        "--svg",
        &*file,
        "--side",
        "bandits=reckless, kills",
    ];
    let (code, json, err) = affray(home.path(), &words);
    assert!(done(code), "{err}");
    let told: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(told["fights"], 20);
    assert_eq!(told["sides"][1]["led"][0], "reckless");
    assert_eq!(told["sides"][1]["led"][2], "kills");
    assert_eq!(told["sides"][0]["led"][0], "plain");
    let chance = |value: &serde_json::Value| value["chance"].as_f64().expect("a number");
    let sides = told["sides"].as_array().expect("sides").iter();
    let held: f64 = sides.map(|side| chance(&side["holds"])).sum();
    let all = held + chance(&told["nobody"]) + chance(&told["undecided"]);
    assert!((all - 1.0).abs() < 1e-9, "{all}");
    let svg = std::fs::read_to_string(&picture).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<polygon").count(), 2, "a band a side");
    assert_eq!(svg.matches('<').count(), svg.matches('>').count());
}

#[test]
fn fights_that_cannot_be_simulated_are_reported() {
    let home = tempfile::tempdir().expect("a folder");
    let wrong = [
        (&["nowhere"][..], "no saved fight has this name"),
        (
            &["bridge", "--side", "Bandits"],
            "write a side and its tactics",
        ),
        (
            &["bridge", "--side", "Wolves=kills"],
            "unknown side `Wolves`: write one of Party, Bandits",
        ),
        (
            &["bridge", "--side", "Party=brave"],
            "unknown tactics `brave`",
        ),
        (&["bridge", "--fights", "0"], "0 is not in"),
    ];
    for (words, why) in wrong {
        let (code, out, err) = affray(home.path(), words);
        assert!(
            !done(code) && out.is_empty() && err.contains(why),
            "{words:?}: {err}"
        );
    }
}

/// Returns true if a condition becomes true within a minute.
fn comes(mut wanted: impl FnMut() -> bool) -> bool {
    let pause = std::time::Duration::from_millis(20);
    (0..3000).any(|_| {
        std::thread::sleep(pause);
        wanted()
    })
}

fn press(app: &mut App, key: KeyCode) {
    app.press(KeyEvent::new(key, KeyModifiers::NONE));
}

#[test]
fn viewing_the_odds_of_a_fight_changes_nothing() {
    for system in affray::systems::all() {
        let (name, start) = bundled(*system).remove(0);
        let session = Session::new(affray::systems::all(), start, Seed(3)).expect("a session");
        let mut app = screen::app(session);
        // Once before the first answer, once between answers.
        for enters in [0, 4] {
            for _ in 0..enters {
                press(&mut app, KeyCode::Enter);
            }
            let before = app.fight().expect("a fight").session.save();
            press(&mut app, KeyCode::Char('%'));
            let counted = comes(|| match &app.overlay {
                Overlay::Odds(pane) => pane.figures().fights > 0,
                _ => false,
            });
            assert!(
                counted,
                "{name} after {enters}: {}",
                screen::draw(&mut app, 120, 40)
            );
            app.foresee();
            let shown = screen::draw(&mut app, 120, 40);
            for words in ["Odds: ", "Who wins", "ends in round"] {
                assert!(
                    shown.contains(words),
                    "{name}: {words} is missing in\n{shown}"
                );
            }
            press(&mut app, KeyCode::Char(' '));
            assert!(
                screen::draw(&mut app, 120, 40).contains("stopped"),
                "{name}"
            );
            press(&mut app, KeyCode::Esc);
            assert!(app.overlay.is_none(), "{name}");
            let after = app.fight().expect("a fight").session.save();
            assert!(before == after, "{name}: looking changed the fight");
        }
    }
}

#[test]
fn the_marked_option_of_the_next_choice_is_simulated_first() {
    let (_, start) = bundled(affray::systems::all()[0]).remove(0);
    let session = Session::new(affray::systems::all(), start, Seed(3)).expect("a session");
    let mut app = screen::app(session);
    // First the form at the start, then the menu of the next combatant with the second row marked.
    for (keys, first) in [(&[][..], "as now"), (&[KeyCode::Enter], "")] {
        for key in keys {
            press(&mut app, *key);
        }
        if let Waits::Offers { .. } = app.fight().expect("a fight").session.waits() {
            press(&mut app, KeyCode::Down);
        }
        let menu = app.fight().expect("a fight").session.menu();
        let first = menu
            .get(1)
            .map_or(first.to_owned(), |entry| entry.label.clone());
        press(&mut app, KeyCode::Char('%'));
        let Overlay::Odds(pane) = &app.overlay else {
            panic!("no odds");
        };
        let ways = pane.ways();
        assert!((2..=8).contains(&ways.len()), "{} ways", ways.len());
        assert_eq!(ways[0].0, first);
        let all = comes(|| match &app.overlay {
            Overlay::Odds(pane) => pane.ways().iter().all(|(_, figures)| figures.fights > 0),
            _ => false,
        });
        assert!(all, "every way is played");
        press(&mut app, KeyCode::Esc);
    }
}

#[test]
fn a_set_up_shows_its_odds_and_can_be_balanced() {
    let mut setup = Setup::new("alternation");
    for (name, players, who) in [("Party", true, "Osk"), ("Bandits", false, "Toll bandit")] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players,
            rolls: None,
            ..SideSetup::default()
        });
        setup.combatants.push(Newcomer::from_roster(who, 1, name));
    }
    setup.combatants[0].count = Count::Fixed(3);
    let session = Session::new(
        affray::systems::all(),
        bundled(affray::systems::all()[0]).remove(0).1,
        Seed(3),
    );
    let mut app = screen::app(session.expect("a session"));
    app.show(Screen::Setup(Box::new(SetupScreen::from(setup))));
    let foreseen = comes(|| {
        app.foresee();
        screen::draw(&mut app, 120, 36).contains("the players win")
    });
    let shown = screen::draw(&mut app, 120, 36);
    assert!(
        foreseen && shown.contains("easy: the players win"),
        "{shown}"
    );
    // A question over the list keeps its title.
    press(&mut app, KeyCode::Char('A'));
    let shown = screen::draw(&mut app, 80, 24);
    assert!(
        shown.contains(" Who joins ") && shown.contains("the players win"),
        "{shown}"
    );
    press(&mut app, KeyCode::Esc);
    let down_to = |app: &mut App, name: &str| {
        (0..9).any(|_| {
            press(app, KeyCode::Down);
            let shown = screen::draw(app, 120, 36);
            let mut rows = shown.lines();
            rows.any(|row| row.contains('›') && row.contains(name))
        })
    };
    // Any number of Osks wins, so a single Osk is closest.
    assert!(down_to(&mut app, "3 × Osk"), "{shown}");
    press(&mut app, KeyCode::Char('%'));
    let found = comes(|| {
        app.foresee();
        screen::draw(&mut app, 120, 36).contains("closest to even")
    });
    let shown = screen::draw(&mut app, 120, 36);
    let nearest = "with 1, the fight is closest to even";
    assert!(found && shown.contains(nearest), "{shown}");
    press(&mut app, KeyCode::Backspace);
    // One bandit is too few.
    let marked = down_to(&mut app, "1 × Toll bandit");
    press(&mut app, KeyCode::Char('%'));
    let shown = screen::draw(&mut app, 120, 36);
    assert!(marked && shown.contains("trying"), "{shown}");
    let found = comes(|| {
        app.foresee();
        screen::draw(&mut app, 120, 36).contains("closest to even")
    });
    let shown = screen::draw(&mut app, 120, 36);
    assert!(found, "{shown}");
    // The frame never shows the odds of the earlier number beside the new number.
    assert!(!shown.contains("easy: the players win"), "{shown}");
    let foreseen = comes(|| {
        app.foresee();
        let shown = screen::draw(&mut app, 120, 36);
        assert!(!shown.contains("easy: the players win"), "{shown}");
        shown.contains("even: the players win")
    });
    assert!(foreseen, "{}", screen::draw(&mut app, 120, 36));
    let Screen::Setup(prepared) = &app.screen else {
        panic!("no set-up");
    };
    let counts: Vec<&Count> = prepared
        .setup
        .combatants
        .iter()
        .map(|one| &one.count)
        .collect();
    assert_ne!(counts, [&Count::Fixed(3), &Count::Fixed(1)], "{shown}");
    press(&mut app, KeyCode::Backspace);
    let Screen::Setup(prepared) = &app.screen else {
        panic!("no set-up");
    };
    let counts: Vec<&Count> = prepared
        .setup
        .combatants
        .iter()
        .map(|one| &one.count)
        .collect();
    assert_eq!(counts, [&Count::Fixed(3), &Count::Fixed(1)], "undo");
}

/// Combatants whose sheets contain no damage would do nothing in automatic fights. No forecast is shown, and the odds
/// name these combatants.
#[test]
fn no_odds_are_shown_for_a_side_without_damage() {
    let find = |one: &&&'static dyn System| one.key() == "plain";
    let plain = *affray::systems::all().iter().find(find).expect("Any game");
    let mut setup = Setup::new("plain");
    for (name, players, who) in [("Party", true, "Bryn"), ("Foes", false, "Thug")] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players,
            ..SideSetup::default()
        });
        setup.combatants.push(Newcomer::from_roster(who, 1, name));
    }
    let of = |setup: &Setup| {
        let session = Session::new(affray::systems::all(), bundled(plain).remove(0).1, Seed(3));
        let mut app = screen::app(session.expect("a session"));
        app.show(Screen::Setup(Box::new(SetupScreen::from(setup.clone()))));
        app
    };
    let shown = |app: &mut App| {
        app.foresee();
        screen::draw(app, 120, 36)
    };
    let mut app = of(&setup);
    assert!(comes(|| shown(&mut app).contains("the players win")));
    // The sheet of an improvised combatant has no attacks.
    let nothing = Value::List(Vec::new());
    setup.combatants[0].sheet.set("attacks", nothing);
    let mut app = of(&setup);
    let marked = comes(|| {
        press(&mut app, KeyCode::Down);
        press(&mut app, KeyCode::Char('%'));
        shown(&mut app).contains("at least two opposing sides")
    });
    assert!(marked && !shown(&mut app).contains("the players win"));
    // No difficulty is shown either, and the odds name these combatants.
    let compendium = Compendium::built_in(plain).0;
    let start = setup.begin(&compendium, Seed(1)).expect("a fight");
    let figures = figures(plain, &start, &[], 20, 1);
    assert_eq!(Verdict::of(plain, &start, &figures), None);
    let left_out = plain.unweighed(&start);
    assert!(
        left_out.iter().any(|one| one.contains("Bryn")),
        "{left_out:?}"
    );
}

/// All combatants of a wave that arrives automatically count as participants, so that the number left never exceeds the
/// number of participants.
#[test]
fn later_arrivals_count_as_participants() {
    let system = affray::systems::all()[0];
    let (compendium, _) = Compendium::built_in(system);
    let (ready, _) = setup::bundled(&compendium);
    let named = |name: &str| {
        let mut all = ready.iter();
        all.find(|one| one.name == name).expect("a ready fight")
    };
    let mut setup = named("ferry_house").setup.clone();
    let called = setup.combatants[4].clone();
    setup.combatants.push(Newcomer {
        at: Some(Timing::Manual),
        ..called
    });
    let start = setup.begin(&compendium, Seed(7)).expect("no mistakes");
    let figures = figures(system, &start, &[], 20, 1);
    let parts: Vec<usize> = start
        .side_ids()
        .map(|side| figures.takes_part(&start, side))
        .collect();
    // Four at the start and three in round 3; combatants whom the GM calls in never join automatic fights.
    assert_eq!(parts, [4, 7]);
}
