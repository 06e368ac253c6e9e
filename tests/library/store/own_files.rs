//! Library: bundled compendia, the GM's own files that replace parts of them, and settings. Saved files can be read
//! again.

use std::fs;
use std::path::Path;

use crate::support::keyboard;
use affray::compendium::Creature;
use affray::dice::{Dice, Seed};
use affray::encounter::{Condition, Control, Ends, Roller, Tactics};
use affray::ron_text::{Diagnostic, Source};
use affray::rules::CapitalGroup;
use affray::setup::{self, Count, HitPoints, Newcomer, Setup, SideSetup};
use affray::store::settings::Settings;
use affray::store::{FOREIGN_LIMIT, Library};
use affray::ui::app::{App, Screen};
use affray::ui::keymap::Keymap;
use affray::ui::setup::SetupScreen;
use affray::ui::start::{ReadyFight, StartScreen};
use affray::values::Record;

use crate::support::tiny_system;

fn put(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

fn told(mistakes: &[Diagnostic], folder: &Path) -> Vec<String> {
    let home = folder.to_string_lossy();
    let lines = mistakes.iter().map(|one| {
        let whole = one.to_string().replace(&*home, "~");
        whole.lines().next().unwrap_or_default().to_owned()
    });
    lines.collect()
}

#[test]
fn bundled_fights_are_listed_the_same_before_and_after_their_files_are_read() {
    let library = Library::built_in(affray::systems::all());
    let unread = library.ready();
    for (system, _) in &unread {
        library.compendium(system.key()).expect("a compendium");
    }
    for ((system, unread), (_, read)) in unread.iter().zip(library.ready()) {
        assert!(!unread.is_empty(), "{}", system.key());
        assert_eq!(unread, &read, "{}", system.key());
    }
}

#[test]
fn user_files_extend_the_bundled_files_and_errors_are_reported() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    put(
        folder,
        "rosters/tiny/beasts.ron",
        "[(name: \"Boar\", max_hp: 12), (name: \"Cur\", max_hp: 8)]",
    );
    put(
        folder,
        "rosters/tiny/broken.ron",
        "[(name: \"Bear\", max_hp: 12), (name: \"Elk\", mox_hp: 3)",
    );
    put(folder, "rosters/tiny/notes.txt", "not read");
    put(
        folder,
        "rosters/tiny/large.ron",
        &" ".repeat(FOREIGN_LIMIT as usize + 1),
    );
    fs::create_dir_all(folder.join("rosters/tiny/folder.ron")).expect("made");
    put(
        folder,
        "tables/tiny.ron",
        "{\"weather\": (title: \"x\", rows: [])}",
    );
    put(
        folder,
        "encounters/hunt.ron",
        "(title: \"The hunt\", system: \"tiny\", sides: [(name: \"A\")], combatants: [(from: \"Boar\", side: \"A\")])",
    );
    put(
        folder,
        "encounters/other.ron",
        "(title: \"x\", system: \"chess\")",
    );
    put(folder, "encounters/systemless.ron", "(title: \"x\")");
    let library = Library::with_own(&tiny_system::systems(), folder);
    let compendium = library.compendium("tiny").expect("a compendium");
    let names: Vec<&str> = compendium
        .roster()
        .iter()
        .map(|one| one.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Ann", "Bea", "Col", "Dot", "Cur", "Hob", "Ogre", "Rook", "Shrew", "Boar", "Bear"
        ]
    );
    assert_eq!(
        compendium
            .creature("Cur")
            .expect("there")
            .given
            .int("max_hp"),
        8
    );
    assert_eq!(
        told(library.mistakes("tiny"), folder),
        [
            "~/tables/tiny.ron:1:2: unknown table `weather`: none exists here",
            "~/rosters/tiny/broken.ron:1:1: this `[` is never closed",
            "~/rosters/tiny/broken.ron:1:44: unknown field `mox_hp`: did you mean `max_hp`?",
            "~/rosters/tiny/folder.ron: this is not a file: choose another file",
            "~/rosters/tiny/large.ron: the file has 5 MiB, but the limit is 4 MiB",
            "~/encounters/other.ron:1:22: unknown system `chess`: choose one of tiny",
            "~/encounters/systemless.ron:1:1: the field `system` is missing",
        ]
    );
    let notice = library.notice().expect("something is wrong");
    assert!(
        notice.ends_with("none exists here; and 6 more: list them with `affray check`"),
        "{notice}"
    );
    assert_eq!(
        library.encounter("THE HUNT").expect("found").title,
        "The hunt"
    );
    assert_eq!(library.encounter("hunt").expect("found").title, "The hunt");
    let path = folder.join("encounters/other.ron");
    library
        .encounter(&path.to_string_lossy())
        .expect_err("of no system");
    // A file with an error is listed, and opening it by name shows the error.
    put(
        folder,
        "encounters/ambush.ron",
        "(title: \"An ambush\", system: \"tiny\", sides: [(name: \"A\")], combatants: [(from: \"Boar\", side: \"A\", hit_points: \"roll\", at: 3, sheet: (conditions: []))])",
    );
    let marked = Library::with_own(&tiny_system::systems(), folder);
    let told_of_it = [
        "~/encounters/ambush.ron:1:111: write `Rolled`, without quotes",
        "~/encounters/ambush.ron:1:123: write `Round(3)`",
        "~/encounters/ambush.ron:1:134: `conditions` does not belong on the sheet: write it before or after `sheet: (…)`",
    ];
    for name in ["ambush", "an ambush"] {
        let wrong = marked.encounter(name).expect_err("with mistakes");
        assert_eq!(told(&wrong, folder), told_of_it, "{name}");
    }
    let ready = marked.ready();
    let listed = ready[0].1.iter().find(|one| one.name == "ambush");
    let listed = listed.expect("listed");
    assert_eq!((&*listed.title, listed.own), ("An ambush", true));
    assert!(
        listed.mistake.contains("write `Rolled`"),
        "{}",
        listed.mistake
    );
    let row = ReadyFight::all(&marked)
        .into_iter()
        .find(|one| one.name == "ambush");
    let mut start = StartScreen::new(Vec::new(), row.into_iter().collect());
    start.problem = None;
    let mut app = App::with(
        Keymap::built_in(),
        keyboard::theme(),
        marked,
        Screen::Start(Box::new(start)),
    );
    keyboard::press(&mut app, "b enter");
    let Screen::Start(start) = &app.screen else {
        panic!("it has not begun");
    };
    let told_there = start.problem.clone().unwrap_or_default();
    assert!(
        told_there.ends_with("`affray check` lists all errors"),
        "{told_there}"
    );
    let wrong = library.encounter("hutn").expect_err("not there");
    assert_eq!(
        told(&wrong, folder),
        ["unknown encounter `hutn`: did you mean `hunt`?"]
    );
    assert!(library.compendium("chess").is_none());
}

#[test]
fn settings_are_saved_and_a_broken_file_is_reported() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("config");
    let library = Library::with_own(&tiny_system::systems(), &folder);
    assert_eq!(library.settings(), (Settings::default(), None));
    let chosen = Settings {
        gm_rolls: Roller::Typed,
        system: "tiny".to_owned(),
        ..Settings::default()
    };
    put(
        &folder,
        "settings.ron",
        "(gm_rolls: Typed, system: \"tiny\")",
    );
    assert_eq!(library.settings(), (chosen, None));
    let hunt =
        "(title: \"Hunt\", system: \"tiny\", sides: [(name: \"A\"), (name: \"B\", rolls: Rolled)])";
    put(&folder, "encounters/hunt.ron", hunt);
    let hunt = library.encounter("hunt").expect("found");
    let rolls: Vec<_> = hunt.sides.iter().map(|side| side.rolls).collect();
    assert_eq!(rolls, [Some(Roller::Typed), Some(Roller::Rolled)]);
    // Dice without a combatant use the roller of the fight, else the roller of the settings, else the roller of all
    // sides. This includes fights set up by hand.
    let nobodys = |settings: &str, fight: &str| {
        put(&folder, "settings.ron", settings);
        let path = folder.join("fight.ron");
        let text = format!(
            "(title: \"Fight\", system: \"tiny\", {fight} sides: [(name: \"A\", players: true), (name: \"B\")])"
        );
        put(&folder, "fight.ron", &text);
        let library = Library::with_own(&tiny_system::systems(), &folder);
        let read = library.encounter(&path.to_string_lossy()).expect("read");
        let by_hand = SetupScreen::new("tiny", &library.settings().0).setup;
        let throws = |setup: &Setup| {
            let compendium = library.compendium("tiny").expect("a compendium");
            setup
                .begin(compendium, Seed(1))
                .expect("begun")
                .environment_roller
        };
        (throws(&read), throws(&by_hand))
    };
    let (asked, rolled) = (Roller::Typed, Roller::Rolled);
    assert_eq!(nobodys("()", ""), (rolled, rolled));
    assert_eq!(nobodys("(gm_rolls: Typed)", ""), (asked, asked));
    assert_eq!(nobodys("(environment_rolls: Typed)", ""), (asked, asked));
    let all_but = "(gm_rolls: Typed, environment_rolls: Rolled)";
    assert_eq!(nobodys(all_but, ""), (rolled, rolled));
    assert_eq!(
        nobodys(all_but, "environment_rolls: Typed,"),
        (asked, rolled)
    );
    let typed = "(environment_rolls: Typed)";
    assert_eq!(
        nobodys(typed, "environment_rolls: Rolled,"),
        (rolled, asked)
    );
    // Notations of the `ron` library and of people.
    let looks = |text: &str| {
        put(&folder, "settings.ron", text);
        let (settings, mistake) = library.settings();
        assert_eq!(mistake, None, "{text}");
        settings.theme
    };
    let plain = looks("(theme: (background: Dark))");
    assert_ne!(plain, Settings::default().theme);
    assert_eq!(looks("(theme: (background: Some(Dark)))"), plain);
    assert_eq!(
        looks("(theme: (background: None))"),
        Settings::default().theme
    );
    put(&folder, "settings.ron", "(gm_rols: Typed)");
    let (settings, mistake) = library.settings();
    assert_eq!(settings, Settings::default());
    let mistake = mistake.expect("a mistake");
    assert_eq!(
        mistake.what,
        "unknown field `gm_rols`: did you mean `gm_rolls`?"
    );
}

#[test]
fn the_guide_shows_the_default_settings() {
    let page = include_str!("../../../docs/files.md");
    let (_, rest) = page
        .split_once("```ron\n(\n    system:")
        .expect("the settings");
    let (text, _) = rest.split_once("```").expect("their end");
    let source = Source::new("files.md", &format!("(system:{text}"));
    assert_eq!(Settings::read(&source), (Settings::default(), Vec::new()));
    for field in [
        "player_rolls",
        "gm_rolls",
        "environment_rolls",
        "auto_play_speed",
        "theme",
    ] {
        assert!(text.contains(&format!("{field}:")), "{field}");
    }
}

#[test]
fn saved_parties_and_encounters_are_read_unchanged() {
    let home = tempfile::tempdir().expect("a folder");
    let mut library = Library::with_own(&tiny_system::systems(), home.path());
    let party = [Creature {
        name: "Ann \"the\" \u{1b}\\ Axe".to_owned(),
        notes: "two lines\nof notes".to_owned(),
        conditions: Vec::new(),
        given: Record::new()
            .with("max_hp", 9)
            .with("hp", 3)
            .with("hit_dice", Dice::d(8)),
        own: true,
    }];
    let (path, _) = library
        .keep_party("tiny", "Party: Ann & Co.", party.to_vec())
        .expect("saved");
    let again = Library::with_own(&tiny_system::systems(), home.path());
    let read = again.compendium("tiny").expect("a compendium").parties[0].members[0].clone();
    assert_eq!(
        told(again.mistakes("tiny"), home.path()),
        [""; 0],
        "{}",
        path.display()
    );
    assert_eq!(read.given, party[0].given);
    assert_eq!(
        (read.name.as_str(), read.notes.as_str()),
        ("Ann \"the\" ␛\\ Axe", "two lines␊of notes")
    );

    let mut setup = Setup::new("tiny");
    setup.title = "At the \"ford\"".to_owned();
    setup.description = "A line.".to_owned();
    setup.environment_roller = Some(Roller::Typed);
    setup.sides = vec![
        SideSetup {
            name: "A".to_owned(),
            players: true,
            rolls: None,
            ..SideSetup::default()
        },
        SideSetup {
            name: "B".to_owned(),
            players: false,
            rolls: Some(Roller::Typed),
            typed: None,
            control: Control::AskAreas,
            tactics: Tactics::default().read("reckless, kills").expect("words"),
        },
    ];
    let dice = Dice::new(2, 6);
    let base = Newcomer::from_roster("Cur", 3, "B");
    setup.combatants = vec![
        Newcomer {
            name: "Una".to_owned(),
            from: String::new(),
            sheet: party[0].given.clone(),
            count: Count::Fixed(1),
            ..base.clone()
        },
        Newcomer {
            hidden: true,
            group: "pack".to_owned(),
            links: vec![("riding".to_owned(), "Una".to_owned())],
            conditions: vec![
                Condition::named("acted"),
                Condition::named("acted")
                    .value(2)
                    .because("why")
                    .ends(Ends::EndOfRound(3)),
            ],
            rolls: Some(Roller::Rolled),
            control: Some(Control::Gm),
            notes: "n".to_owned(),
            ..base.clone()
        },
        Newcomer {
            hit_points: HitPoints::Rolled(Some(dice.clone())),
            count: Count::Dice(dice),
            ..base.clone()
        },
        Newcomer {
            hit_points: HitPoints::Fixed(4),
            ..base
        },
    ];
    let path = library.save_encounter(&setup).expect("saved");
    let text = fs::read_to_string(path).expect("a file");
    let compendium = library.compendium("tiny").expect("a compendium");
    let (read, wrong) = setup::read(&Source::new("f", &text), &[compendium]);
    assert_eq!(told(&wrong, home.path()), [""; 0], "{text}");
    let mut read = read.expect("read");
    for one in &mut read.combatants {
        one.place = None;
    }
    assert_eq!(read, setup);
}

/// A GM's own table replaces the bundled one; an incomplete table is left out, and its error is reported with its
/// place.
#[test]
fn own_tables_are_checked_cell_by_cell() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    let rows = "rows: [(from: 0, to: 2, cells: {\"die\": Int(8)})]";
    put(
        folder,
        "tables/alternation.ron",
        &format!(
            "{{\n\"improvised\": (title: \"Whatever lies about\", {rows}),\n\"durability\": (title: \"x\", rows: [\n  (from: 1, to: 6, cells: {{\"fails\": Int(1)}}),\n]),\n}}"
        ),
    );
    let library = Library::with_own(affray::systems::all(), folder);
    assert_eq!(
        told(library.mistakes("alternation"), folder),
        [
            "~/tables/alternation.ron:4:37: table `durability`: `fails`: `true` or `false` is needed, not a number"
        ]
    );
    let compendium = library.compendium("alternation").expect("a compendium");
    let titles: Vec<&str> = compendium
        .tables
        .words()
        .values()
        .map(|table| table.title.as_str())
        .collect();
    assert_eq!(
        titles,
        [
            "Durability after the fight",
            "Whatever lies about",
            "Differences in size"
        ]
    );
}

#[test]
fn a_file_in_place_of_a_folder_is_reported() {
    let home = tempfile::tempdir().expect("a folder");
    put(home.path(), "rosters/tiny", "a list of beasts");
    let library = Library::with_own(&tiny_system::systems(), home.path());
    let told = told(library.mistakes("tiny"), home.path());
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].contains("rosters/tiny: "), "{told:?}");
}

/// Two rows that appear together in several prompts are reported once if they have the same action key.
#[test]
fn colliding_action_keys_are_reported_once() {
    let mut seen = 0;
    for system in affray::systems::all() {
        let rows = |group: &CapitalGroup| {
            let rows = group
                .rows
                .iter()
                .filter(|(_, capital)| capital.is_ascii_uppercase());
            rows.map(|(name, _)| *name).collect::<Vec<_>>()
        };
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        let mut twice: Option<(&str, &str)> = None;
        for group in system.capitals() {
            let rows = rows(group);
            for (place, one) in rows.iter().enumerate() {
                for other in &rows[..place] {
                    twice = twice.or(pairs.contains(&(*other, *one)).then_some((*other, *one)));
                    pairs.push((*other, *one));
                }
            }
        }
        let Some((one, other)) = twice else {
            continue;
        };
        seen += 1;
        let home = tempfile::tempdir().expect("a folder");
        let key = system.key();
        let text = format!("{{ {one:?}: \"Z\", {other:?}: \"Z\" }}");
        put(home.path(), &format!("capitals/{key}.ron"), &text);
        let library = Library::with_own(affray::systems::all(), home.path());
        let mut told = told(library.mistakes(key), home.path());
        let all = told.len();
        told.sort();
        told.dedup();
        assert!(all > 0 && told.len() == all, "{key}: {told:?}");
    }
    assert!(seen > 2, "only {seen} systems have such rows");
}

#[test]
fn own_action_keys_replace_bundled_action_keys_without_duplicates() {
    let check = |text: &str| {
        let home = tempfile::tempdir().expect("a folder");
        put(home.path(), "capitals/alternation.ron", text);
        let library = Library::with_own(affray::systems::all(), home.path());
        let compendium = library.compendium("alternation").expect("it is there");
        let capitals = &compendium.capitals;
        let now = ["dodge", "counter", "cover", "attack"].map(|word| capitals.deed(word));
        (now, told(library.mistakes("alternation"), home.path()))
    };
    let usual = ['D', 'K', 'C', 'A'].map(Some);
    let moved = "{ \"dodge\": \"K\", \"counter\": \"D\", \"cover\": \"J\", \"attack\": \"Q\" }";
    // `dice-*` uses J in a group with `cover`.
    let (now, wrong) = check(moved);
    assert_eq!(now, usual);
    assert_eq!(
        wrong,
        ["~/capitals/alternation.ron:1:1: `cover` and `dice-*` would both use the key J"]
    );
    let moved = "{ \"dodge\": \"K\", \"counter\": \"D\", \"attack\": \"Q\" }";
    let expected = ['K', 'D', 'C', 'Q'].map(Some);
    assert_eq!(check(moved), (expected, Vec::new()));
    let (now, wrong) = check("{ \"dodg\": \"K\", \"attack\": \"M\" }");
    assert_eq!(now, usual);
    assert_eq!(
        wrong,
        [
            "~/capitals/alternation.ron:1:1: `attack` and `move` would both use the key M",
            "~/capitals/alternation.ron:1:1: unknown row, answer or action `dodg`: did you mean `dodge`?",
        ]
    );
    let (now, wrong) = check("{ \"dodge\": \"k\" }");
    assert_eq!(now, usual);
    assert_eq!(
        wrong,
        ["~/capitals/alternation.ron:1:12: an action key is needed here, such as `\"K\"`"]
    );
}

/// Files of a system are found in any folder, together or alone.
#[test]
fn the_gms_files_of_every_kind_are_found() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path();
    let own = Library::with_own(&tiny_system::systems(), folder);
    assert_eq!(own.parties().count(), 0);
    put(
        folder,
        "parties/tiny/wolves.ron",
        "[(name: \"Wolf\", max_hp: 9)]",
    );
    put(
        folder,
        "rosters/tiny/beasts.ron",
        "[(name: \"Boar\", max_hp: 12)]",
    );
    put(folder, "tables/tiny.ron", "{}");
    put(folder, "capitals/tiny.ron", "{}");
    let own = Library::with_own(&tiny_system::systems(), folder);
    let found: Vec<&str> = own
        .parties()
        .map(|(_, party)| party.name.as_str())
        .collect();
    assert_eq!(found, ["wolves"]);
}
