//! Command line: its output, exit codes, and messages without a terminal.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::ron_text::Source;
use affray::rules::System;
use affray::session::{Session, parse};
use affray::setup;
use affray::store::Saves;
use affray::store::saves::line;
use affray::systems;
use expect_test::{Expect, expect};

use crate::support::command_line::CommandLine;
use crate::support::{fight_file, screen, tiny_system};

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn put(&self, file: &str, text: &str) -> String {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    }

    /// Runs the program; returns its exit code, its output and its errors, with `~` for the home folder.
    fn run(&self, args: &[&str]) -> (ExitCode, String, String) {
        self.run_with(tiny_system::systems(), args)
    }

    fn run_with(
        &self,
        systems: Vec<&'static dyn System>,
        args: &[&str],
    ) -> (ExitCode, String, String) {
        let around = CommandLine {
            systems,
            ..CommandLine::of(self.path())
        };
        around.run(args)
    }

    /// Returns the exit code and the JSON output of the program, which must report no errors.
    #[track_caller]
    fn json(&self, args: &[&str]) -> (ExitCode, serde_json::Value) {
        let (code, text, err) = self.run(args);
        assert_eq!(err, "", "{args:?}");
        (code, serde_json::from_str(&text).expect("JSON"))
    }

    #[track_caller]
    fn check(&self, args: &[&str], code: u8, out: Expect) {
        let (found, text, err) = self.run(args);
        assert_eq!(
            format!("{found:?}"),
            format!("{:?}", ExitCode::from(code)),
            "{err}"
        );
        out.assert_eq(&format!("{text}{err}"));
    }

    /// Saves a fight after one attack.
    fn fight(&self) -> Session {
        let mut start = tiny_system::start();
        start.title = "At the *ford*".into();
        let mut session = Session::new(&tiny_system::systems(), start, Seed(7)).expect("a session");
        let mut files = Saves::new(self.path().join("sessions"))
            .create(&session)
            .expect("saved");
        for text in ["do strike a", "set target=d", "roll 15", "no", "roll 4"] {
            let input = parse(&session, text).expect("understood");
            let deltas = session.input(input).expect("taken");
            files
                .append(&line(&deltas).expect("a line"))
                .expect("saved");
        }
        session
    }
}

/// Odds use the current state of a saved fight, unless another file has exactly this name.
#[test]
fn odds_for_the_title_of_a_saved_fight_use_its_current_state() {
    let home = Home::new();
    home.put(
        "encounters/ford.ron",
        "(title: \"At the *ford*\", system: \"tiny\", sides: [(name: \"Heroes\", players: true), (name: \"Foes\")], \
         combatants: [(from: \"Cur\", side: \"Heroes\"), (from: \"Cur\", side: \"Foes\")])",
    );
    let from = |wanted: &str| {
        let (code, text, err) = home.run(&["odds", wanted, "--fights", "2"]);
        assert_eq!(
            format!("{code:?}"),
            format!("{:?}", ExitCode::SUCCESS),
            "{err}"
        );
        text.lines().next().expect("a line").to_owned()
    };
    assert_eq!(
        from("At the *ford*"),
        "At the *ford*: 2 fights from the start"
    );
    home.fight();
    assert_eq!(
        from("At the *ford*"),
        "At the *ford*: 2 fights from round 1"
    );
    assert_eq!(from("ford"), "At the *ford*: 2 fights from the start");
    assert_eq!(from("At the"), "At the *ford*: 2 fights from round 1");
}

/// Odds of an encounter with an error report the error with its own place only.
#[test]
fn odds_for_an_invalid_encounter_report_its_error() {
    let home = Home::new();
    home.put(
        "encounters/ford.ron",
        "(title: \"The ford\", system: \"tiny\", sides: [(name: \"F\")], combatants: [\
         (name: \"B\", side: \"F\", sheet: (armor_class: 12))])",
    );
    let (_, text, err) = home.run(&["odds", "ford", "--fights", "2"]);
    assert_eq!(text, "");
    assert!(err.contains("unknown field `armor_class`"), "{err}");
    assert!(err.trim_end().ends_with('^'), "{err}");
}

/// Fight that begins with a bonus round.
const AMBUSH: &str = "(title: \"Out of the reeds\", system: \"alternation\", \
         sides: [(name: \"Party\", players: true), (name: \"Foes\")], combatants: [\
         (name: \"Una\", side: \"Party\", conditions: [\"concealed\"], sheet: (attacks: [(name: \"axe\", die: 12)])), \
         (name: \"Ulf\", side: \"Party\", conditions: [\"concealed\"], sheet: (attacks: [(name: \"axe\", die: 12)])), \
         (name: \"Guard\", side: \"Foes\", sheet: (max_health: 1))])";

#[test]
fn the_time_before_round_1_has_no_round_number_in_json() {
    let home = Home::new();
    home.put("encounters/ambush.ron", AMBUSH);
    let said = |args: &[&str]| {
        let (_, text, err) = home.run_with(systems::all().to_vec(), args);
        assert_eq!(err, "");
        text
    };
    let asked = ["odds", "ambush", "--fights", "20", "--seed", "1"];
    let odds = said(&[&asked[..], &["--json"]].concat());
    let odds: serde_json::Value = serde_json::from_str(&odds).expect("JSON");
    let nothing = serde_json::Value::Null;
    assert_eq!(odds["ends"], serde_json::json!([nothing, nothing, nothing]));
    let guard = &odds["people"][2];
    let falls = guard["falls"]["chance"].as_f64();
    assert_eq!((falls, &guard["round"]), (Some(1.0), &nothing), "{odds}");
    assert_eq!(odds["round"], nothing);
    let read = Source::new("ambush.ron", AMBUSH);
    let known: Vec<Compendium> = systems::all()
        .iter()
        .map(|one| Compendium::built_in(*one).0)
        .collect();
    let known: Vec<&Compendium> = known.iter().collect();
    let (setup, wrong) = setup::read(&read, &known);
    assert!(wrong.is_empty(), "{wrong:?}");
    let start = setup
        .expect("it is read")
        .begin(known[0], Seed(1))
        .expect("it fits");
    let mut session = Session::new(systems::all(), start, Seed(1)).expect("a session");
    let mut files = Saves::new(home.path().join("sessions"))
        .create(&session)
        .expect("saved");
    let begins = parse(&session, "enter").expect("understood");
    let deltas = session.input(begins).expect("taken");
    let begins = line(&deltas).expect("a line");
    files.append(&begins).expect("saved");
    drop(files);
    let list: serde_json::Value = serde_json::from_str(&said(&["list", "--json"])).expect("JSON");
    assert_eq!(
        (&list[0]["stage"], &list[0]["round"]),
        (&"under way".into(), &nothing),
        "{list}"
    );
    // The text output shows it in words.
    let told = said(&asked);
    assert!(told.contains("before 1"), "{told}");
}

/// Rounds are only counted during a fight; the time after it is not shown in rounds.
#[test]
fn a_finished_fight_shows_no_current_round() {
    let compendium = fight_file::compendium("seconds");
    let setup = r#"title: "A day later", system: "seconds", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Ada", side: "P", sheet: ()), (name: "Cur", side: "O", sheet: ())]"#;
    let home = Home::new();
    let saves = Saves::new(home.path().join("sessions"));
    let told = |steps: &[&str]| {
        let session = fight_file::course(&compendium, setup, steps).session;
        drop(saves.create(&session).expect("saved"));
        let said = |args: &[&str]| home.run_with(systems::all().to_vec(), args).1;
        let list = said(&["list"]);
        let row: serde_json::Value =
            serde_json::from_str(&said(&["list", "--json"])).expect("JSON");
        let name = row[0]["name"].as_str().expect("a name").to_owned();
        let file = format!("sessions/{name}.ron");
        let checked = said(&["check", &home.path().join(&file).to_string_lossy()]);
        fs::remove_dir_all(home.path().join("sessions")).expect("removed");
        let header = screen::draw(&mut screen::app(session), 80, 24);
        let header = header.lines().next().unwrap_or_default().to_owned();
        (list, checked, row[0]["round"].as_u64(), header)
    };
    let begins = ["roll 6 5"];
    let (list, checked, round, header) = told(&begins);
    assert!(list.contains("round 1, under way"), "{list}");
    assert!(checked.contains("of 2 combatants in round 1"), "{checked}");
    assert!(header.contains("round 1"), "{header}");
    assert_eq!(round, Some(1));
    let ends = [
        "roll 6 5",
        "do end",
        "do time",
        "set number=1, unit=days",
        "? round 14401",
    ];
    let (list, checked, round, header) = told(&ends);
    assert!(list.contains("over") && !list.contains("round"), "{list}");
    assert!(checked.contains("of 2 combatants, over"), "{checked}");
    assert!(
        header.contains("over") && !header.contains("round"),
        "{header}"
    );
    assert_eq!(round, None);
}

#[test]
fn check_suggests_the_folder_of_affray_for_missing_files_and_warns_of_reserved_keys() {
    let home = Home::new();
    let run = |args: &[&str]| home.run_with(affray::systems::all().to_vec(), args);
    let (_, made, err) = run(&["new-system", "mini"]);
    assert!(made.contains("~/systems/mini"), "{made}{err}");
    for path in ["systems/mini", "mini"] {
        let (code, out, _) = run(&["check", path]);
        assert_eq!(code, ExitCode::FAILURE);
        let remedy =
            format!("{path}: not found in this folder: write `affray check ~/systems/mini`");
        assert!(out.contains(&remedy), "{out}");
    }
    let (_, out, _) = run(&["check", "nowhere/mini2"]);
    assert!(
        out.contains("nowhere/mini2: not found: restore it"),
        "{out}"
    );
    let warning = "is a bundled system: rename the folder";
    let folder = |key: &str| home.path().join("systems").join(key);
    let (_, out, _) = run(&["check", &folder("mini").to_string_lossy()]);
    assert!(!out.contains(warning), "{out}");
    fs::rename(folder("mini"), folder("alternation")).expect("renamed");
    let (_, out, _) = run(&["check", &folder("alternation").to_string_lossy()]);
    assert!(
        out.contains("~/systems/alternation: Affray never loads this folder")
            && out.contains(warning),
        "{out}"
    );
}

#[test]
fn help_for_export_shows_the_forms_for_fights_and_for_systems() {
    let home = Home::new();
    let (_, out, err) = home.run(&["export", "--help"]);
    let out = out + &err;
    assert!(
        out.contains("affray export [FIGHT]") && out.contains("affray export --system <SYSTEM>"),
        "{out}"
    );
}

#[test]
fn check_reports_errors_with_their_place() {
    let home = Home::new();
    let roster = home.put(
        "rosters/tiny/foes.ron",
        "[\n    (name: \"Bandit\", max_hp: 9, gard: 3),\n    (name: \"Wolf\", max_hp: 200),\n]",
    );
    home.check(
        &["check", &roster],
        1,
        expect![[r#"
            ~/rosters/tiny/foes.ron:2:33: unknown field `gard`: did you mean `guard`?
              2 |     (name: "Bandit", max_hp: 9, gard: 3),
                |                                 ^
            ~/rosters/tiny/foes.ron:3:28: 200 is not between 1 and 99
              3 |     (name: "Wolf", max_hp: 200),
                |                            ^
            ~/rosters/tiny/foes.ron: 2 mistakes
        "#]],
    );
    let files = [
        home.put("good.ron", "[(name: \"Bandit\", max_hp: 9)]"),
        home.put("tables.ron", "{}"),
        home.put("settings.ron", "(gm_rolls: Typed)"),
        home.put("keymap.ron", "{ Global: [(keys: [\"f2\"], action: Help)] }"),
        home.put(
            "fight.ron",
            "(title: \"x\", system: \"tiny\", sides: [(name: \"A\")], combatants: [(from: \"Cur\", side: \"A\", count: 3)])",
        ),
    ];
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    home.check(
        &args,
        0,
        expect![[r#"
            ~/good.ron: a roster of tiny, 1 combatant, valid
            ~/tables.ron: tables of tiny, 0 tables, valid
            ~/settings.ron: settings, valid
            ~/keymap.ron: a key map of 1 context, valid
            ~/fight.ron: an encounter of tiny, 3 combatants, valid
        "#]],
    );
    // Affray reports files that it will never read, and the folder determines the kind of a file.
    let files = [
        home.put("rosters/loose.ron", "[(name: \"Bandit\", max_hp: 9)]"),
        home.put("rosters/nosuch/foes.ron", "[(name: \"Bandit\", max_hp: 9)]"),
        home.put("rosters/tiny/foes.txt", "[(name: \"Bandit\", max_hp: 9)]"),
        home.put("encounters/foes.ron", "[(name: \"Bandit\", max_hp: 9)]"),
        home.put("tables/mine.ron", "{}"),
        home.put("tables/tiny.ron", "(attack: 1)"),
        home.put("keymap.ron", "(Fight: [])"),
        home.put(
            "settings.ron",
            "(gm_rolls: Askd, theme: (symbols: Ascii, sign: Ascii), colour: 1)",
        ),
    ];
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    home.check(&args, 1, expect![[r#"
        Affray does not read this file: rosters belong in a subfolder for each system: tiny
        ~/rosters/loose.ron: 1 mistake
        Affray does not read this file: `nosuch` is not a system: rosters belong in a folder named after a system: tiny
        ~/rosters/nosuch/foes.ron: 1 mistake
        Affray does not read this file: Affray reads only files that end in .ron here
        ~/rosters/tiny/foes.txt: 1 mistake
        ~/encounters/foes.ron:1:1: a record in round brackets, `(name: …)`, is needed here, not a list
          1 | [(name: "Bandit", max_hp: 9)]
            | ^
        ~/encounters/foes.ron: 1 mistake
        Affray does not read this file: in tables Affray reads only files named after a system: tiny.ron
        ~/tables/mine.ron: 1 mistake
        ~/tables/tiny.ron:1:1: tables by key are needed here: `{ "key": (title: …) }`
          1 | (attack: 1)
            | ^
        ~/tables/tiny.ron: 1 mistake
        ~/keymap.ron:1:1: a key map has contexts with rows, like `{ Prompt: [(keys: ["enter"], action: Accept)] }`
          1 | (Fight: [])
            | ^
        ~/keymap.ron: 1 mistake
        ~/settings.ron:1:12: unknown word `Askd`: choose one of Typed, Rolled
          1 | (gm_rolls: Askd, theme: (symbols: Ascii, sign: Ascii), colour: 1)
            |            ^
        ~/settings.ron:1:42: unknown field `sign`: choose one of colours, background, symbols
          1 | (gm_rolls: Askd, theme: (symbols: Ascii, sign: Ascii), colour: 1)
            |                                          ^
        ~/settings.ron:1:56: unknown field `colour`: choose one of system, player_rolls, gm_rolls, environment_rolls, typed_attacks, auto_play_speed, theme
          1 | (gm_rolls: Askd, theme: (symbols: Ascii, sign: Ascii), colour: 1)
            |                                                        ^
        ~/settings.ron: 3 mistakes
    "#]]);
    let files = [
        home.put("settings.ron", "(other_dice: Asked)"),
        home.put("keymap.ron", "{ Global: [(keys: [\"f2\"], action: Hlp)] }"),
        home.put("session.ron", "(format: 3)"),
        home.put("old.ron", "(format: 1, affray: \"0.1.0\")"),
        home.put("number.ron", "12"),
        home.put("empty.ron", ""),
        "nowhere.ron".to_owned(),
    ];
    let mut args = vec!["check"];
    args.extend(files.iter().map(String::as_str));
    home.check(&args, 1, expect![[r#"
        ~/settings.ron:1:2: unknown field `other_dice`: choose one of system, player_rolls, gm_rolls, environment_rolls, typed_attacks, auto_play_speed, theme
          1 | (other_dice: Asked)
            |  ^
        ~/settings.ron: 1 mistake
        ~/keymap.ron:1:35: unknown word `Hlp`: did you mean `Help`?
          1 | { Global: [(keys: ["f2"], action: Hlp)] }
            |                                   ^
        ~/keymap.ron: 1 mistake
        ~/session.ron:1:11: the field `affray` is missing: write `affray: …`
          1 | (format: 3)
            |           ^
        ~/session.ron: 1 mistake
        ~/old.ron was written by a development version of Affray before 0.2 and cannot be opened
        ~/old.ron: 1 mistake
        ~/number.ron:1:1: this is neither a roster `[…]`, nor tables `{…}`, nor an encounter, a fight or settings `(…)`
          1 | 12
            | ^
        ~/number.ron: 1 mistake
        ~/empty.ron:1:1: the file is empty
        ~/empty.ron: 1 mistake
        nowhere.ron: not found: restore it or choose another file
        nowhere.ron: 1 mistake
    "#]]);
    home.check(
        &["check", &roster, "--system", "chess"],
        1,
        expect![[r#"
            unknown system `chess`: choose one of tiny
            ~/rosters/tiny/foes.ron: 1 mistake
        "#]],
    );
}

#[test]
fn dice_are_rolled_and_their_odds_shown() {
    let home = Home::new();
    home.check(
        &["roll", "2d4+1", "--seed", "0x7"],
        0,
        expect![[r#"
        2d4+1: 4 4 = 9
        3 to 9, on average 6.0
        total  chance  or more
            3    6.2%   100.0%  ########
            4   12.5%    93.8%  ###############
            5   18.8%    81.2%  #######################
            6   25.0%    62.5%  ##############################
            7   18.8%    37.5%  #######################
            8   12.5%    18.8%  ###############
            9    6.2%     6.2%  ########
        seed 0x0000000000000007
    "#]],
    );
    home.check(
        &["roll", "2d20kh1", "-", "1", "--seed", "0x7"],
        0,
        expect![[r#"
            2d20kh1-1: (16) 19 = 18
            0 to 19, on average 12.8
            total  chance  or more
                0    0.2%   100.0%  #
                1    0.8%    99.8%  ##
                2    1.2%    99.0%  ####
                3    1.8%    97.8%  #####
                4    2.2%    96.0%  #######
                5    2.8%    93.8%  ########
                6    3.2%    91.0%  ##########
                7    3.8%    87.8%  ############
                8    4.2%    84.0%  #############
                9    4.8%    79.8%  ###############
               10    5.2%    75.0%  ################
               11    5.8%    69.8%  ##################
               12    6.2%    64.0%  ###################
               13    6.8%    57.8%  #####################
               14    7.2%    51.0%  ######################
               15    7.8%    43.8%  ########################
               16    8.2%    36.0%  #########################
               17    8.8%    27.8%  ###########################
               18    9.2%    19.0%  ############################
               19    9.8%     9.8%  ##############################
            seed 0x0000000000000007
        "#]],
    );
    home.check(
        &["roll", "2x6"],
        1,
        expect![[r#"
        affray: `2x6` is not dice: write `d20`, `2d6+1`, `d%`, `4d6kh3` or `4d6dl1` (keep, drop), `d6!` (explode), `2d6r1`, `2d6r<=2` or `2d6ro1` (reroll), `5d6>=5` (count), `best(d8, 2d6)`, `d66` or `4dF`
    "#]],
    );
    let (code, text, _) = home.run(&["roll", "1000d100"]);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::SUCCESS));
    assert!(text.lines().count() < 50);
}

#[test]
fn keywords_of_systems_are_listed_and_explained() {
    let home = Home::new();
    home.check(
        &["words", "Reroll"],
        0,
        expect![[r#"
        Reroll: in a list of effects
            In a reaction with `roller`: rolls the dice again.
            Example: Reroll(Best)
            You see: The log shows the new roll.
    "#]],
    );
    home.check(
        &["words", "levls"],
        1,
        expect![[r#"
        affray: unknown keyword `levls`: the nearest are `levels`
    "#]],
    );
    home.check(
        &["words", "xyzzyq"],
        1,
        expect![[r#"
        affray: unknown keyword `xyzzyq`: `affray words` lists all keywords
    "#]],
    );
    // A term that is no keyword is searched in the explanations and recipes.
    home.check(
        &["words", "morale"],
        0,
        expect![[r#"
        `morale` is not a keyword.
        Recipes in docs/system-cookbook.md:
            I want morale by a leader
            I want morale when outnumbered
    "#]],
    );
    let (_, saves, _) = home.run(&["words", "saves"]);
    assert!(saves.contains("    save_ends (in "), "{saves}");
    // Upper and lower case mean the same.
    let (_, gain, _) = home.run(&["words", "gain"]);
    assert!(gain.starts_with("Gain: in a list of effects\n"), "{gain}");
    let (_, all, _) = home.run(&["words"]);
    assert!(
        all.contains("In a condition:\n    out ends modifiers"),
        "{all}"
    );
    assert!(all.lines().all(|line| line.len() <= 100), "{all}");
    let (_, entries) = home.json(&["words", "levels", "--json"]);
    let all = entries.as_array().expect("a list");
    let places: Vec<&str> = all
        .iter()
        .filter(|entry| entry["word"] == "levels")
        .filter_map(|entry| entry["places"][0].as_str())
        .collect();
    let places_of = [
        "`difficulty` of the system",
        "a condition",
        "the third value of `Gain`",
    ];
    assert_eq!(places, places_of);
    let (_, entries) = home.json(&["words", "--json"]);
    assert!(entries.as_array().is_some_and(|all| all.len() > 250));
}

#[test]
fn fights_are_listed_and_their_logs_written() {
    let home = Home::new();
    home.check(
        &["list"],
        0,
        expect![[r#"
        no saved fights yet: start one with `affray new`
    "#]],
    );
    let session = home.fight();
    home.check(
        &["list"],
        0,
        expect![[r#"
            At the *ford*  round 1, under way             now  Tiny
        "#]],
    );
    home.check(
        &["log", "at the"],
        0,
        expect![[r#"
            # At the \*ford\*

            | who | side | state |
            |---|---|---|
            | Ann | Heroes | 9/9 |
            | Ben | Heroes | 9/9 |
            | Cur | Foes | 9/9 |
            | Dog | Foes | 5/9 |

            ## The fight begins

            ## Round 1

            - Ann strikes Dog.
              - Ann, attack: 18, needs 12, hit (d20 15 + 3 attack).
              - Ann, damage: 4 (d6). Dog: hp 9 → 5.

            ## Result

            Round 1 is under way.

            ### Heroes (luck: average is 50, +0.0; beyond ±2.0 is rare)

            |  | hits | dealt | luck |
            |---|--:|--:|--:|
            | Ann | 1 | 4 | 65, +0.8 |
            | Ben | 0 | 0 |  |
            | all | 1 | 4 | 65, +0.8 |

            ### Foes

            |  | taken |
            |---|--:|
            | Cur | 0 |
            | Dog | 4 |
            | all | 4 |

            ### Dice

            |  | rolls | average | expected | luck |
            |---|--:|--:|--:|--:|
            | Heroes | 2 | 65 in 100 | 50 in 100 | as expected, +0.8 |
            |   d6 | 1 | 4\.0 | 3\.5 |  |
            |   d20 | 1 | 15\.0 | 10\.5 |  |
        "#]],
    );
    home.check(
        &["log", "at the", "--players"],
        0,
        expect![[r#"
            # At the \*ford\*

            | who | side | state |
            |---|---|---|
            | Ann | Heroes | unhurt 9/9 |
            | Ben | Heroes | unhurt 9/9 |
            | Cur | Foes | unhurt |
            | Dog | Foes | hurt |

            ## The fight begins

            ## Round 1

            - Ann strikes Dog.
              - Ann, attack: hit.
              - Dog is hurt.

            ## Result

            Round 1 is under way.

            ### Heroes (luck: average is 50, +0.0; beyond ±2.0 is rare)

            |  | hits | luck |
            |---|--:|--:|
            | Ann | 1 | 65, +0.8 |
            | Ben | 0 |  |
            | all | 1 | 65, +0.8 |

            ### Dice

            |  | rolls | average | expected | luck |
            |---|--:|--:|--:|--:|
            | Heroes | 2 | 65 in 100 | 50 in 100 | as expected, +0.8 |
            |   d6 | 1 | 4\.0 | 3\.5 |  |
            |   d20 | 1 | 15\.0 | 10\.5 |  |
        "#]],
    );
    let (_, page, _) = home.run(&["export", "at the"]);
    let exported = home.put("elsewhere/exported.ron", &page);
    home.check(
        &["check", &exported],
        0,
        expect![[r#"
        ~/elsewhere/exported.ron: a saved fight, "At the *ford*", of 4 combatants in round 1, valid
    "#]],
    );
    assert_eq!(
        page,
        affray::store::saves::snapshot(&session).expect("a snapshot")
    );
    home.check(
        &["log", "duel"],
        1,
        expect![[r#"
            affray: no fight `duel`: choose one of At the *ford*
        "#]],
    );
}

#[test]
fn invalid_commands_get_an_error_message() {
    let home = Home::new();
    home.check(
        &["rol", "d20"],
        2,
        expect![[r#"
        error: unrecognized subcommand 'rol'

          tip: a similar subcommand exists: 'roll'

        Usage: affray [COMMAND]

        For more information, try '--help'.
    "#]],
    );
    home.check(
        &["\u{1b}[31mroll\u{202e}"],
        2,
        expect![[r#"
        error: unrecognized subcommand '␛[31mroll·'

        Usage: affray [COMMAND]

        For more information, try '--help'.
    "#]],
    );
    home.check(
        &["roll", "d6\u{202e}\u{1b}[2J"],
        1,
        expect![[r#"
        affray: `d6·�[2J` is not dice: write `d20`, `2d6+1`, `d%`, `4d6kh3` or `4d6dl1` (keep, drop), `d6!` (explode), `2d6r1`, `2d6r<=2` or `2d6ro1` (reroll), `5d6>=5` (count), `best(d8, 2d6)`, `d66` or `4dF`
    "#]],
    );
    home.check(
        &["check"],
        2,
        expect![[r#"
        error: the following required arguments were not provided:
          <FILES>...

        Usage: affray check <FILES>...

        For more information, try '--help'.
    "#]],
    );
    home.check(&["roll", "d20", "--seed", "seven"], 2, expect![[r#"
        error: invalid value 'seven' for '--seed <SEED>': `seven` is not a seed: write a whole number such as 12, or `0x` and up to 16 of the digits 0 to 9 and a to f

        For more information, try '--help'.
    "#]]);
    home.check(
        &[],
        1,
        expect![[r#"
        affray: no terminal here
    "#]],
    );
    home.check(&["--help"], 0, expect![[r#"
        Runs fights at the table: shows the next prompt, accepts typed rolls or rolls the dice, and does all arithmetic

        Usage: affray [COMMAND]

        Commands:
          resume       Resumes the last fight, the named fight, or a copy of a file
          new          Sets up a new fight, or begins an encounter: bundled, your own, or in a file
          tutor        Teaches the keys with a small fight, or resumes the lesson
          new-system   Creates a folder for a rule system of your own
          list         Lists the saved fights, the most recent first
          check        Reports every error in systems, rosters, encounters, tables, settings, key maps and saved fights
          roll         Rolls dice and shows the probability of each total
          log          Prints the log of a fight as Markdown
          stats        Shows the party's statistics over all saved fights, or over the named fights
          watch        Shows an open fight to the players in a second terminal, read-only
          serve        Shows an open fight to the players in a browser
          picture      Prints the screen of a saved fight as an SVG picture
          import       Creates a roster from files of another program: Improved Initiative, 5e-bits, Open5e, 5etools, JSON, CSV
          odds         Estimates how a fight is likely to end, from thousands of simulated fights
          export       Prints a saved fight, or a system of your own, as one file
          words        Explains the keywords of systems: all keywords, or one keyword
          completions  Prints the script with which a shell completes Affray's commands

        Options:
          -h, --help     Print help
          -V, --version  Print version

        Without a command, Affray opens the start screen. AFFRAY_HOME names the folder for all files; the default is the usual folder of this operating system.
    "#]]);
}

#[test]
fn statistics_cover_all_fights_of_a_party() {
    let home = Home::new();
    home.check(
        &["stats"],
        0,
        expect![[r#"
        no fight has been started yet: start one with `affray new`
    "#]],
    );
    home.fight();
    home.fight();
    home.check(
        &["stats"],
        0,
        expect![[r#"
            Tiny: 2 fights, 2 rounds
                 fights  hits  dealt      luck
            Ann       2     2      8  65, +1.1
            Ben       2     0      0
            all       2     2      8  65, +1.1
        "#]],
    );
    let (_, list, _) = home.run(&["list", "--json"]);
    let list: serde_json::Value = serde_json::from_str(&list).expect("JSON");
    let last = list[0]["name"].as_str().expect("a name");
    home.check(
        &["stats", last, "elsewhere"],
        1,
        expect![[r#"
            Tiny: 1 fight, 1 round
                 fights  hits  dealt      luck
            Ann       1     1      4  65, +0.8
            Ben       1     0      0
            all       1     1      4  65, +0.8
            affray: no fight `elsewhere`: choose one of At the *ford*, At the *ford*
        "#]],
    );
    let (_, text, _) = home.run(&["stats", "--json"]);
    let stats: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let ann = &stats[0]["party"][0];
    for (field, counted) in [
        ("fights", 2),
        ("hits", 2),
        ("misses", 0),
        ("dealt", 8),
        ("falls", 0),
    ] {
        assert_eq!(ann[field], counted, "{field} of {ann}");
    }
    // Two d20 rolls of 15 and a d6 roll of 4: better than 72.5 % and 58.33 % of rolls.
    assert_eq!(ann["luck"]["better_than"], 65.42, "{ann}");
}

#[test]
fn the_list_of_fights_is_available_as_json() {
    let home = Home::new();
    home.fight();
    let (_, mut list) = home.json(&["list", "--json"]);
    let changed = list[0]["changed"].take();
    assert!(
        changed
            .as_u64()
            .is_some_and(|seconds| seconds > 1_700_000_000)
    );
    expect![[r#"
        [
          {
            "changed": null,
            "name": "At the %2Aford%2A",
            "round": 1,
            "stage": "under way",
            "system": "tiny",
            "system_is": "",
            "title": "At the *ford*"
          }
        ]"#]]
    .assert_eq(&format!("{list:#}"));
}

#[test]
fn without_a_name_the_last_fight_is_printed() {
    let home = Home::new();
    for command in ["log", "export", "picture"] {
        let (code, _, told) = home.run(&[command]);
        assert_eq!(code, ExitCode::FAILURE, "{command}");
        assert!(told.contains("no saved fight yet"), "{command}: {told}");
    }
    home.fight();
    for command in ["log", "export", "picture"] {
        let named = home.run(&[command, "at the"]);
        assert_eq!(named.0, ExitCode::SUCCESS, "{command}");
        assert_eq!(home.run(&[command]), named, "{command}");
    }
}

#[test]
fn a_log_is_available_as_json() {
    let home = Home::new();
    home.fight();
    let (_, log) = home.json(&["log", "at the", "--json"]);
    expect![[r#"
        {
          "combatants": [
            {
              "name": "Ann",
              "side": "Heroes",
              "state": "9/9"
            },
            {
              "name": "Ben",
              "side": "Heroes",
              "state": "9/9"
            },
            {
              "name": "Cur",
              "side": "Foes",
              "state": "9/9"
            },
            {
              "name": "Dog",
              "side": "Foes",
              "state": "5/9"
            }
          ],
          "parts": [
            {
              "heading": "The fight begins",
              "lines": []
            },
            {
              "heading": "Round 1",
              "lines": [
                {
                  "depth": 0,
                  "text": "Ann strikes Dog."
                },
                {
                  "depth": 1,
                  "text": "Ann, attack: 18, needs 12, hit (d20 15 + 3 attack)."
                },
                {
                  "depth": 1,
                  "text": "Ann, damage: 4 (d6). Dog: hp 9 → 5."
                }
              ]
            }
          ],
          "recap": {
            "falls": [],
            "over": false,
            "rounds": 1,
            "sides": [
              {
                "name": "Heroes",
                "people": [
                  {
                    "dealt": 4,
                    "falls": 0,
                    "felled": 0,
                    "healed": 0,
                    "hits": 1,
                    "luck": {
                      "better_than": 65.42,
                      "deviations": 0.76,
                      "dice": [
                        {
                          "dice": "d6",
                          "expected": 3.5,
                          "mean": 4.0,
                          "throws": 1
                        },
                        {
                          "dice": "d20",
                          "expected": 10.5,
                          "mean": 15.0,
                          "throws": 1
                        }
                      ],
                      "throws": 2
                    },
                    "misses": 0,
                    "name": "Ann",
                    "taken": 0,
                    "used": []
                  },
                  {
                    "dealt": 0,
                    "falls": 0,
                    "felled": 0,
                    "healed": 0,
                    "hits": 0,
                    "luck": {
                      "better_than": null,
                      "deviations": 0.0,
                      "dice": [],
                      "throws": 0
                    },
                    "misses": 0,
                    "name": "Ben",
                    "taken": 0,
                    "used": []
                  }
                ],
                "players": true
              },
              {
                "name": "Foes",
                "people": [
                  {
                    "dealt": 0,
                    "falls": 0,
                    "felled": 0,
                    "healed": 0,
                    "hits": 0,
                    "luck": {
                      "better_than": null,
                      "deviations": 0.0,
                      "dice": [],
                      "throws": 0
                    },
                    "misses": 0,
                    "name": "Cur",
                    "taken": 0,
                    "used": []
                  },
                  {
                    "dealt": 0,
                    "falls": 0,
                    "felled": 0,
                    "healed": 0,
                    "hits": 0,
                    "luck": {
                      "better_than": null,
                      "deviations": 0.0,
                      "dice": [],
                      "throws": 0
                    },
                    "misses": 0,
                    "name": "Dog",
                    "taken": 4,
                    "used": []
                  }
                ],
                "players": false
              }
            ],
            "whole": 0
          },
          "system": "tiny",
          "title": "At the *ford*"
        }"#]]
    .assert_eq(&format!("{log:#}"));
}

#[test]
fn the_players_log_is_available_as_json() {
    let home = Home::new();
    home.fight();
    let (_, players) = home.json(&["log", "at the", "--json", "--players"]);
    assert_eq!(players["combatants"][3]["state"], "hurt");
    let lines = &players["parts"][1]["lines"];
    // A roll begins a line under the action, as in the GM's log.
    assert_eq!(lines[0]["text"], "Ann strikes Dog.");
    assert_eq!(lines[1]["text"], "Ann, attack: hit.");
    assert_eq!(lines[2]["text"], "Dog is hurt.");
    assert_eq!(lines[1]["depth"], 1);
}

#[test]
fn a_roll_is_available_as_json() {
    let (_, roll) = Home::new().json(&["roll", "2d4", "--seed", "0x3", "--json"]);
    expect![[r#"
        {
          "chances": [
            {
              "chance": 0.0625,
              "total": 2
            },
            {
              "chance": 0.125,
              "total": 3
            },
            {
              "chance": 0.1875,
              "total": 4
            },
            {
              "chance": 0.25,
              "total": 5
            },
            {
              "chance": 0.1875,
              "total": 6
            },
            {
              "chance": 0.125,
              "total": 7
            },
            {
              "chance": 0.0625,
              "total": 8
            }
          ],
          "dice": "2d4",
          "faces": [
            4,
            4
          ],
          "kept": [
            true,
            true
          ],
          "least": 2,
          "mean": 5.0,
          "most": 8,
          "seed": "0x0000000000000003",
          "total": 8
        }"#]]
    .assert_eq(&format!("{roll:#}"));
}

#[test]
fn errors_are_available_as_json() {
    let home = Home::new();
    let roster = home.put(
        "rosters/tiny/foes.ron",
        "[\n    (name: \"Wolf\", max_hp: 200),\n]",
    );
    let (code, checked) = home.json(&["check", &roster, "--json"]);
    assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::FAILURE));
    expect![[r#"
        [
          {
            "file": "~/rosters/tiny/foes.ron",
            "is": null,
            "mistakes": [
              {
                "column": 28,
                "line": 2,
                "what": "200 is not between 1 and 99"
              }
            ],
            "notes": []
          }
        ]"#]]
    .assert_eq(&format!("{checked:#}"));
}
