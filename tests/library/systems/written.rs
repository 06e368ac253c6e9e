//! Systems written as data: the promises of their pages, and how little data they need.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use affray::compendium::Compendium;
use affray::dice::{Generator, Seed};
use affray::encounter::Encounter;
use affray::fight_file;
use affray::ron_text::{Diagnostic, Source};
use affray::session::{Session, Waits, parse};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::simulate::{Leader, Standing, simulate};
use affray::store::{Library, Saves, own_systems, with_own_systems};
use affray::systems;
use affray::systems::written::{self, NO_TEXTS};

use crate::support::command_line::affray;
use crate::support::fight_file::told;
use crate::support::seeded_chance::Chance;
use crate::support::system_pages::{examples, tavern_in};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

#[test]
fn every_example_of_the_pages_is_valid() {
    let examples = examples();
    assert!(examples.len() > 9, "only {} examples", examples.len());
    for text in examples {
        let read = written::read("example", &Source::new("page", &text), NO_TEXTS);
        if let Err(wrong) = read {
            panic!("{}\n{text}", told(&wrong));
        }
    }
}

/// A whole small game is a page of data.
#[test]
fn small_games_need_few_lines_and_no_code() {
    let most = [
        ("popcorn", 150),
        ("cards", 250),
        ("timeline", 250),
        ("dungeon", 250),
        ("spotlight", 250),
    ];
    for (game, most) in most {
        let folder = root()
            .join("tests/support/written_systems/assets")
            .join(game);
        let text = fs::read_to_string(folder.join("system.ron")).expect("its file");
        assert!(text.lines().count() <= most, "{game}");
        assert!(!folder.join("rules.lua").exists(), "{game}");
    }
}

/// Unclosed brackets are reported first, at the line where they were opened; mismatched and surplus brackets are named.
#[test]
fn a_wrong_bracket_is_reported_where_it_was_opened() {
    let text = r#"(
    name: "X",
    sheet: {
        "health": (hit_points: 5, range: (0, 9)),
        "zone": (type: OneOf(["near", "far"])),
    },
    order: Listed,
    actions: {
        "attack": (target: Enemy, does: [
            Test("nerve", { "passed": [Damage(dice: "d6")], "failed": [] }),
        ]),
        "wait": (does: [Log("waits (a bit) [so]")]), // a ) here closes nothing
    },
    tests: { "nerve": (dice: "d20", at_least: "10") },
)
"#;
    let read = |text: &str| written::read("x", &Source::new("x.ron", text), NO_TEXTS);
    assert!(read(text).is_ok());
    for (right, wrong, words) in [
        (
            "(hit_points: 5, range: (0, 9)),",
            "(hit_points: 5, range: (0, 9),",
            "4:19: this `(` is never closed",
        ),
        (
            "\"far\"])),\n    },",
            "\"far\"])),",
            "3:12: this `{` is never closed: a `}` is missing before the `)` of line 14",
        ),
        (
            "\"far\"]))",
            "\"far\"))",
            "5:30: this `[` is never closed: a `]` is missing before the `)` of line 5",
        ),
        (
            "\"far\"]))",
            "\"far\"]])",
            "5:45: the `(` of line 5 is closed by a `]`: write `)`",
        ),
        (
            "\"far\"]))",
            "\"far\"])))",
            "5:47: there is one `)` too many: remove it",
        ),
        (
            "\"d6\")]",
            "\"d6\"]",
            "10:46: this `(` is never closed: a `)` is missing before the `]` of line 10",
        ),
        (
            "\"d6\")]",
            "\"d6\"}]",
            "10:57: the `(` of line 10 is closed by a `}`: write `)`",
        ),
        (
            "[] })",
            "[] )",
            "10:27: this `{` is never closed: a `}` is missing before the `)` of line 10",
        ),
        (
            "[] })",
            "[) })",
            "10:72: the `[` of line 10 is closed by a `)`: write `]`",
        ),
        (
            "        ]),\n",
            "        ),\n",
            "9:41: this `[` is never closed: a `]` is missing before the `)` of line 11",
        ),
        (
            "[so]\")])",
            "[so]\"))",
            "12:24: this `[` is never closed: a `]` is missing before the `)` of line 12",
        ),
        (
            ", does: [\n",
            ", on: [ does: [\n",
            "9:39: this `[` is never closed",
        ),
        (
            "at_least: \"10\") },\n)",
            "at_least: \"10\") },\n",
            "1:1: this `(` is never closed",
        ),
        (
            "at_least: \"10\") }",
            "at_least: \"10\") ]",
            "14:53: the `{` of line 14 is closed by a `]`: write `}`",
        ),
        (
            "at_least: \"10\") },\n)",
            "at_least: \"10\") }},\n)",
            "14:54: there is one `}` too many: remove it",
        ),
    ] {
        let changed = text.replacen(right, wrong, 1);
        assert_ne!(changed, text, "{right}");
        let told = told(&read(&changed).expect_err("it is broken"));
        assert!(
            told.starts_with(&format!("x.ron:{words}")),
            "{wrong}: {words}\n{told}"
        );
    }
}

/// The page promises a folder with a valid system and a fight to every author who follows it.
#[test]
fn following_the_guide_gives_a_playable_system() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/tavern");
    let (good, told) = affray(home.path(), &["new-system", "tavern"]);
    assert!(
        good && told.starts_with("~/systems/tavern: a system based on `plain`"),
        "{told}"
    );
    let shown = folder.to_string_lossy().into_owned();
    let (good, told) = affray(home.path(), &["check", &shown]);
    assert!(
        good && told.contains("the system tavern, 9 fields"),
        "{told}"
    );
    assert!(
        told.contains("1 test fight passed") && told.contains("effects were used, valid"),
        "{told}"
    );
    tavern_in(home.path());
    let (good, told) = affray(home.path(), &["check", &shown]);
    assert!(good, "{told}");
    assert!(
        told.starts_with("~/systems/tavern: the system Tavern brawl, 6 fields"),
        "{told}"
    );

    let own = own_systems(home.path(), systems::all());
    let [tavern] = own.as_slice() else {
        panic!("{} systems", own.len());
    };
    assert_eq!((tavern.key(), tavern.name()), ("tavern", "Tavern brawl"));
    let (compendium, wrong) = Compendium::built_in(*tavern);
    assert!(wrong.is_empty(), "{}", self::told(&wrong));
    let mut setup = Setup::new("tavern");
    for (name, who) in [("Party", "Mara"), ("Crew", "Sailor")] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players: name == "Party",
            ..SideSetup::default()
        });
        setup.combatants.push(Newcomer::from_roster(who, 1, name));
    }
    let start = setup.begin(&compendium, Seed(1)).expect("it begins");
    let mut session = Session::new(&own, start, Seed(1)).expect("a session");
    assert!(!matches!(session.waits(), Waits::Fault(_)));
    // The first combatant attacks; dice are rolled until the next question.
    for text in ["roll 15 3", "do attack a", "enter", "roll 18", "roll 6"] {
        let input = parse(&session, text).unwrap_or_else(|why| panic!("{text}: {why:#}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("{text}: {why:#}"));
    }
    let title = match session.waits() {
        Waits::Prompt(prompt) => prompt.title.clone(),
        Waits::Offers { title, .. } | Waits::Fault(title) => title.clone(),
    };
    assert!(title.starts_with("Sailor: duck? "), "{title}");
}

/// Every bundled system is a folder that an author can start from.
#[test]
fn a_copy_of_each_bundled_system_passes_its_check() {
    let home = tempfile::tempdir().expect("a folder");
    for from in written::bundled().iter().map(|one| one.key()) {
        let key = format!("my-{from}");
        let (good, told) = affray(home.path(), &["new-system", &key, "--from", from]);
        assert!(good, "{told}");
        let folder = home.path().join("systems").join(&key);
        let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        assert!(good, "{told}");
        assert!(!told.contains("no test fights"), "{told}");
    }
}

/// A fight that differs from its file is reported with the line, the actual result and the state of the fight. All
/// differences are reported at once.
#[test]
fn a_failed_check_in_a_fight_file_is_reported_with_its_line() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = tavern_in(home.path());
    let fight = fs::read_to_string(folder.join("fights/first.ron")).expect("the fight");
    let wrong = fight.replace("Sailor health 2", "Sailor health 3");
    fs::write(folder.join("fights/first.ron"), wrong).expect("written");
    let misspelt = fight.replace("system: \"tavern\"", "sistem: \"tavern\"");
    fs::write(folder.join("fights/second.ron"), misspelt).expect("written");
    let unknown = fight.replace("? Sailor health 2", "? no offers atack");
    fs::write(folder.join("fights/third.ron"), unknown).expect("written");
    let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
    assert!(!good);
    for words in [
        "fights/first.ron:16:9: step 10 `? Sailor health 3`: it is 2",
        "waits for a command (What does Sailor do?)",
        "| R1 Mara: attack (stool), Sailor: 22 vs guard 11, hit",
        "16 |         \"? Sailor health 3\",",
        "fights/second.ron:4:24: unknown field `sistem`: did you mean `system`?",
        "step 10 `? no offers atack`: unknown action `atack`: did you mean `attack`?",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
}

/// Parts that never run are reported with their line; the walk reaches parts that need a certain answer, die, option or
/// condition.
#[test]
fn parts_that_never_run_are_reported() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/odd");
    fs::create_dir_all(&folder).expect("made");
    let system = r#"(
    name: "Odd",
    sheet: { "health": (hit_points: 9, range: (0, 9)), "marks": (range: (0, 9)), "weapons": (type: List({ "damage": (type: Dice) })) },
    options: { "dark": (type: YesNo), "wet": (type: YesNo) },
    conditions: { "prone": () },
    tests: { "strike": (dice: "d20", at_least: "11", natural: [(20, "passed")]), "stop": (dice: "d20", at_least: "20"), "climb": (dice: "d20", called: ("DC", 15)) },
    order: Listed,
    actions: {
        "attack": (target: Enemy, with: "weapons", test: "strike", on: {
            "passed": [If("result.natural == 20", [Log("A master stroke.")], [Damage(dice: "with.damage")])],
            "failed": [Choose("What now?", { "curse": [Log("Curses.")], "weep": [If("options.dark", [Log("Nobody sees it.")])] })],
        }),
        "stand": (when: "self.prone", does: [Lose(Self, "prone")]),
        "fly": (when: "self.marks > 9", does: [Log("Up!"), Log("And away!")]),
        "wait": (does: [
            If("self.marks >= 9", [Run("never")]),
            Test("strike", { "passed": [Test("strike", { "passed": [Test("strike", { "passed": [Log("Three.")] })] })] }),
        ]),
    },
    reactions: { "block": (at: BeforeDamage, target: Self, test: "stop", on: { "passed": [Reduce("9")] }) },
    steps: { "hope": (at: RoundEnd, when: "self.health > 9", does: [Log("Hope.")]) },
    routines: { "never": [Log("Never.")] },
)"#;
    fs::write(folder.join("system.ron"), system).expect("written");
    let roster = r#"[(name: "Ann", weapons: [(name: "axe", damage: "d4")]), (name: "Bo", weapons: [(name: "bow", damage: "d4")])]"#;
    fs::write(folder.join("roster.ron"), roster).expect("written");
    let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
    assert!(good, "{told}");
    let notes: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("~/systems/odd/system.ron:"))
        .collect();
    assert_eq!(
        notes,
        [
            "4:39: the option `wet` is never used",
            "14:16: the action `fly` never ran",
            "16:36: `Run` never ran",
            "21:22: the step `hope` never ran",
            "22:26: the routine `never` never ran",
        ],
        "{told}"
    );
    assert!(told.contains("without an error, 8 of 26 actions"), "{told}");
    let (_, json) = affray(home.path(), &["check", "--json", &folder.to_string_lossy()]);
    assert!(
        json.contains("\"what\": \"the action `fly` never ran\""),
        "{json}"
    );
}

/// The test fights of Open d20 and the walk run every part of its rules at least once, except for the parts listed on a
/// page.
#[test]
fn the_test_fights_of_open_d20_run_every_part_of_its_rules() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/d20");
    let files = |from: &str| {
        let entries = fs::read_dir(from).expect("a folder");
        let files = entries.map(|file| file.expect("a file").path());
        let mut files: Vec<PathBuf> = files.filter(|path| path.is_file()).collect();
        files.sort();
        files
    };
    let copy = |files: &[PathBuf], to: &str| {
        let to = folder.join(to);
        fs::create_dir_all(&to).expect("made");
        for file in files {
            fs::copy(file, to.join(file.file_name().expect("a name"))).expect("copied");
        }
    };
    copy(&files("assets/d20"), "");
    copy(&files("assets/d20/encounters"), "encounters");
    // A folder holds at most a hundred fights.
    let fights = [files("assets/d20/fights"), files("tests/fights/d20")].concat();
    let unseen = fights.chunks(100).map(|part| {
        fs::remove_dir_all(folder.join("fights")).ok();
        copy(part, "fights");
        let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        assert!(good, "{told}");
        let many = match part.len() {
            1 => "1 test fight passed,".to_owned(),
            many => format!("{many} test fights passed,"),
        };
        assert!(told.contains(&many), "{told}");
        let lines: Vec<&str> = told.lines().collect();
        let never = lines.windows(2).filter(|two| two[0].contains("never ran"));
        let row = |two: &[&str]| {
            let what = two[0].rsplit(": ").next().expect("a text");
            let excerpt = two[1].split_once('|').map_or("", |(_, excerpt)| excerpt);
            (two[0].to_owned(), format!("{what}: {}", excerpt.trim()))
        };
        never.map(row).collect::<BTreeSet<(String, String)>>()
    });
    let unseen = unseen.reduce(|all, part| &all & &part).expect("a check");
    let rows: BTreeSet<String> = unseen.into_iter().map(|(_, row)| row).collect();
    let unseen: String = rows.iter().map(|row| format!("{row}\n")).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/unseen.txt");
    expect_test::expect_file![page].assert_eq(&unseen);
}

/// Any written system of the list can be copied with all its files, including additional files of the author. The copy
/// gets a new name.
#[test]
fn any_written_system_can_be_copied() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = tavern_in(home.path());
    fs::create_dir_all(folder.join("encounters")).expect("made");
    let encounter = r#"(title: "Brawl", system: "tavern", sides: [(name: "A"), (name: "B")], combatants: [(from: "Mara", side: "A"), (from: "Sailor", side: "B")])"#;
    fs::write(folder.join("encounters/brawl.ron"), encounter).expect("written");
    let (good, told) = affray(home.path(), &["new-system", "inn", "--from", "tavern"]);
    assert!(
        good && told.starts_with("~/systems/inn: a system based on `tavern`"),
        "{told}"
    );
    let inn = home.path().join("systems/inn");
    let read = |path: &str| fs::read_to_string(inn.join(path)).expect("a file");
    assert!(read("system.ron").contains("name: \"inn\""));
    assert!(read("encounters/brawl.ron").contains("system: \"inn\""));
    let (good, told) = affray(home.path(), &["check", &inn.to_string_lossy()]);
    assert!(good && told.contains("1 test fight passed"), "{told}");
    // An existing folder is never overwritten; a system that is not written as data is not copied.
    let (good, told) = affray(home.path(), &["new-system", "inn", "--from", "tavern"]);
    assert!(
        !good && told.contains("the system `inn` exists already"),
        "{told}"
    );
    let (good, told) = affray(home.path(), &["new-system", "six", "--from", "seconds"]);
    assert!(
        !good
            && told.contains(
                "`seconds` is not a system written as data: choose one of plain, d20, inn, tavern"
            ),
        "{told}"
    );
}

/// A fight outlives its system: it uses its own copy of the rules if the system is gone, the new rules if the system
/// has changed, and its copy again if the fight does not fit the new rules. Each case is reported, and nothing is lost.
#[test]
fn a_fight_can_be_resumed_without_its_system() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = tavern_in(home.path());
    let all = || {
        [
            systems::all(),
            own_systems(home.path(), systems::all()).as_slice(),
        ]
        .concat()
    };
    let (compendium, _) = Compendium::built_in(all().pop().expect("the tavern"));
    let setup = r#"title: "Brawl", system: "tavern", sides: [(name: "Guests", players: true), (name: "Crew")],
        combatants: [(from: "Mara", side: "Guests"), (from: "Sailor", side: "Crew")]"#;
    let text = format!("(about: \"\", setup: ({setup}), steps: [])");
    let fight =
        fight_file::read(&Source::new("fight.ron", &text), &[&compendium]).expect("a fight");
    let mut course = fight_file::begin(&fight, &[&compendium], &all()).expect("it begins");
    // In the middle of a rule: the damage is pending.
    for step in ["roll 15 3", "do attack Mara", "enter", "roll 18"] {
        course
            .step(step)
            .unwrap_or_else(|why| panic!("{step}: {why}"));
    }
    let saves = Saves::new(home.path().join("sessions"));
    let files = saves.create(&course.session).expect("kept");
    let name = files.name().to_owned();
    drop(files);
    // Compared as text, because the system is read again each time.
    let stands = |session: &Session| {
        let now = session.now();
        let sheets = now.combatants.iter().map(|one| one.sheet.record());
        (now.round, now.turn, sheets.collect::<Vec<_>>())
    };
    // Options of opening the fight, its reports, and the damage by its rules.
    let opens = |wanted: Option<&str>| {
        let resumed = saves
            .look(&name, &all())
            .unwrap_or_else(|why| panic!("{why:#}"));
        let told: Vec<String> = resumed.told.iter().map(ToString::to_string).collect();
        match wanted {
            Some(words) => assert!(told.len() == 1 && told[0].contains(words), "{told:?}"),
            None => assert_eq!(told, [""; 0]),
        }
        let mut session = resumed.session;
        assert_eq!(stands(&session), stands(&course.session));
        assert_eq!(session.lines(), course.session.lines());
        for text in ["roll 6", "no"] {
            let input = parse(&session, text).expect("an input");
            session
                .input(input)
                .unwrap_or_else(|why| panic!("{text}: {why:#}"));
        }
        let health = session.now().combatants[1].sheet.value("health");
        // Rulings are saved and read again as well.
        let again = Session::resume(&all(), session.save(), &[])
            .expect("saved and read")
            .0;
        assert_eq!(stands(&again), stands(&session));
        health.expect("health").to_string()
    };
    let list = || affray(home.path(), &["list"]).1;
    let check = || {
        affray(
            home.path(),
            &[
                "check",
                &home
                    .path()
                    .join("sessions")
                    .join(format!("{name}.ron"))
                    .to_string_lossy(),
            ],
        )
    };
    assert_eq!(opens(None), "2");
    assert!(list().ends_with("Tavern brawl\n"), "{}", list());

    fs::rename(&folder, home.path().join("elsewhere")).expect("renamed");
    assert_eq!(
        opens(Some(
            "the system Tavern brawl (`tavern`) is missing or has errors"
        )),
        "2"
    );
    assert!(list().ends_with("tavern (missing)\n"), "{}", list());
    let (good, told) = check();
    assert!(
        good && told.contains("the fight uses its own copy of the rules"),
        "{told}"
    );
    let (good, log) = affray(home.path(), &["log", "brawl"]);
    assert!(
        good && log.contains("Mara: attack (stool), Sailor: 22 vs guard 11, hit"),
        "{log}"
    );
    fs::rename(home.path().join("elsewhere"), &folder).expect("renamed back");
    assert_eq!(opens(None), "2");

    let file = folder.join("system.ron");
    let system = fs::read_to_string(&file).expect("the system");
    let harder = system.replace(
        "Damage(dice: \"with.damage\")",
        "Damage(dice: \"with.damage\", half: true)",
    );
    assert_ne!(harder, system);
    fs::write(&file, harder).expect("written");
    assert_eq!(
        opens(Some("Tavern brawl has changed since this fight was saved")),
        "6"
    );
    assert!(
        list().ends_with("Tavern brawl (changed since)\n"),
        "{}",
        list()
    );

    fs::write(&file, system.replace("fists", "boxing")).expect("written");
    let words = "no longer matches this fight (unknown field `fists`";
    assert_eq!(opens(Some(words)), "2");
    let (good, told) = check();
    assert!(good && told.contains(words), "{told}");

    fs::write(&file, "(name: \"Broken\"").expect("written");
    assert_eq!(opens(Some("is missing or has errors")), "2");
    // An error in the system is reported at its line, next to the fight and next to an encounter that needs it.
    let words = "~/systems/tavern/system.ron:1:1: ";
    let remedy = "the system `tavern` cannot be read: fix its files; `affray check ~/systems/tavern` lists the errors";
    let (good, told) = check();
    assert!(
        good && told.contains(words) && told.contains(remedy),
        "{told}"
    );
    let (good, told) = affray(home.path(), &["log", "brawl"]);
    assert!(
        good && told.contains(words) && told.contains(remedy),
        "{told}"
    );
    let encounter = home.path().join("brawl.ron");
    fs::write(&encounter, format!("({setup})")).expect("written");
    let (good, told) = affray(home.path(), &["check", &encounter.to_string_lossy()]);
    assert!(
        !good && told.contains(words) && told.contains(remedy),
        "{told}"
    );
}

/// A roster for another sheet is reported field by field, not as a whole record; the report shows the path of the file.
#[test]
fn a_roster_for_another_system_is_reported_field_by_field() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = tavern_in(home.path());
    let people = |nth: usize| format!("    (name: \"Orc {nth}\", hp: 9, fists: 2, ac: 12),\n");
    let people: String = (1..81).map(people).collect();
    fs::write(folder.join("roster.ron"), format!("[\n{people}]\n")).expect("written");
    fs::remove_dir_all(folder.join("fights")).expect("removed");
    let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
    assert!(!good && told.ends_with(": 3 mistakes\n"), "{told}");
    for words in [
        "~/systems/tavern/roster.ron:2:5: the field `max_health` is missing",
        "unknown field `hp`",
        "unknown field `ac`",
        "(further cases in this file: 79)",
    ] {
        assert!(told.contains(words), "{words}\n{told}");
    }
}

/// After any change of a system's file, the system is refused with a message, or its fights cause no fault.
#[test]
fn a_randomly_changed_system_is_refused_or_playable() {
    let assets = root().join("tests/support/written_systems/assets/popcorn/system.ron");
    let texts = [
        fs::read_to_string(assets).expect("Popcorn"),
        fs::read_to_string(root().join("assets/plain/system.ron")).expect("Any game"),
    ];
    let mut chance = Chance::at(Seed(33), 0, "changed");
    let (mut refused, mut played) = (0, 0);
    for _ in 0..400 {
        let text = chance.of(&texts).expect("a text").clone();
        let words: Vec<&str> = text.split_inclusive([' ', '(', ')', '"', ',']).collect();
        let mut changed: Vec<&str> = words.clone();
        let at = chance.below(words.len());
        match chance.below(4) {
            0 => drop(changed.remove(at)),
            1 => changed[at] = words[chance.below(words.len())],
            2 => changed.insert(at, words[chance.below(words.len())]),
            _ => {
                changed[at] =
                    ["99999999999", "-1", "0", "\"self.health\"", "[]", "Self"][chance.below(6)]
            }
        }
        let text = changed.concat();
        match written::read("changed", &Source::new("changed", &text), NO_TEXTS) {
            Err(wrong) => {
                assert!(!wrong.is_empty());
                refused += 1;
            }
            Ok(system) => {
                let (compendium, _) = Compendium::built_in(system);
                let Ok(start) = duel(&compendium) else {
                    continue;
                };
                let mut dice = Generator::at(Seed(1), 0, "changed", 0, 0);
                let mut led = Leader::new(system, &[], &mut dice);
                if let Err(why) = simulate(&mut led, &Standing::from(start), 8, |_| true) {
                    panic!("{why}\n{text}");
                }
                played += 1;
            }
        }
    }
    assert!(
        refused > 100 && played > 20,
        "{refused} refused, {played} played"
    );
}

/// Creates a fight of two against two with only hit points.
fn duel(compendium: &Compendium) -> Result<Encounter, Vec<Diagnostic>> {
    let mut setup = Setup::new(compendium.key());
    for name in ["Party", "Foes"] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players: name == "Party",
            ..SideSetup::default()
        });
        for nth in ["1", "2"] {
            let name = format!("{name} {nth}");
            let side = setup.sides.last().map_or("", |side| side.name.as_str());
            setup.combatants.push(Newcomer::improvised(&name, 9, side));
        }
    }
    setup.begin(compendium, Seed(1))
}

/// Unreasonable systems are reported: routines that run ten others each, five levels deep. Names with escapes, a file
/// that is not text, and endless brackets get an error message.
#[test]
fn hostile_folders_get_an_error_message() {
    let rows = |n: usize| format!("\"p{n}\": [{}]", format!("Run(\"p{}\"),", n + 1).repeat(10));
    let pieces: Vec<String> = (0..5).map(rows).collect();
    let of = |more: &str| {
        format!("(name: \"X\", sheet: {{ \"health\": (hit_points: 5) }}, order: Listed, {more})")
            .into_bytes()
    };
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("systems/bad");
    fs::create_dir_all(&folder).expect("made");
    for (text, words) in [
        (
            of(&format!(
                "routines: {{ {}, \"p5\": [Log] }}",
                pieces.join(", ")
            )),
            "`p0` runs more than 10000 routines, including nested routines: run fewer routines",
        ),
        (
            of("options: { \"\u{1b}[31mred\": (type: YesNo) }"),
            "a name starts with a letter and has only lower-case letters, digits and `_`",
        ),
        (of(&"[".repeat(100_000)), "bad/system.ron:1:"),
        (b"(name: \"\xff\xfe\")".to_vec(), "bad/system.ron"),
    ] {
        fs::write(folder.join("system.ron"), text).expect("written");
        let (good, told) = affray(home.path(), &["check", &folder.to_string_lossy()]);
        assert!(!good && told.contains(words), "{words}\n{told}");
        assert!(!told.contains('\u{1b}'), "{told}");
    }
}

/// Effects that run themselves are reported, not run for ever.
#[test]
fn routines_that_run_each_other_without_end_are_reported() {
    let text = r#"(name: "X", sheet: { "health": (hit_points: 5) }, order: Listed,
        routines: { "a": [If("true", [Run("b")])], "b": [Run("a")], "c": [Run("a")] })"#;
    let Err(wrong) = written::read("x", &Source::new("x.ron", text), NO_TEXTS) else {
        panic!("it is read");
    };
    let all = told(&wrong);
    assert_eq!(wrong.len(), 2, "{all}");
    assert!(
        all.contains("x.ron:2:26: `a` runs itself without end"),
        "{all}"
    );
}

/// An action cannot be a part of itself either, through another action, a routine or a choice.
#[test]
fn actions_that_trigger_themselves_are_reported() {
    let text = r#"(name: "X", sheet: { "health": (hit_points: 5) }, order: Listed,
        routines: { "p": [Perform("around")], "far": [Run("p")] },
        actions: {
            "once": (does: [Perform("once")]),
            "over": (does: [Log, Perform("back")]), "back": (does: [Perform("across")]), "across": (does: [Perform("over")]),
            "around": (does: [Choose("Which?", { "yes": [Run("far")], "no": [] })]),
            "free": (does: [Perform("over"), Perform("last")]), "last": (does: [Log]),
        })"#;
    let Err(wrong) = written::read("x", &Source::new("x.ron", text), NO_TEXTS) else {
        panic!("it is read");
    };
    let all = told(&wrong);
    let is_told = |action: &str| {
        all.contains(&format!(
            "the action `{action}` performs itself without end"
        ))
    };
    for action in ["once", "over", "back", "across", "around"] {
        assert!(is_told(action), "{action}: {all}");
    }
    assert_eq!(wrong.len(), 5, "{all}");
}

/// Common mistakes of authors, with one error each.
#[test]
fn common_mistakes_get_a_correction() {
    let text = r#"(name: "X",
    sheet: { "most": (default: 9), "health": (hit_points: "most", range: (0, 9)), "skill": (default: "self.most // 2") },
    order: Spotlight(who: Players),
    conditions: { "prone": () },
    tests: { "hit": (dice: "d20", at_least: "9"), "miss": (dice: "d20", at_least: "11") },
    actions: {
        "attack": (key: "A", target: Enemy, test: "hit_", on: { "passed": [Damage(amount: "1")] }),
        "wait": (when: "self.prone", asks: { "how": (type: OneOf(["bold", "keen"])) }, does: [Lose(Self, "prone")]),
    },
)"#
    .replace("\"hit\"", "\"hit_\"");
    let read = |text: &str| written::read("x", &Source::new("x.ron", text), NO_TEXTS);
    assert!(read(&text).is_ok(), "{:?}", read(&text).err());
    for (right, wrong, words) in [
        (
            "tests: {",
            "test: {",
            "unknown field `test`: did you mean `tests`?",
        ),
        (
            "conditions: {",
            "conditons: {",
            "unknown field `conditons`: did you mean `conditions`?",
        ),
        (
            "sheet: {",
            "sheets: {",
            "unknown field `sheets`: did you mean `sheet`?",
        ),
        (
            "key: \"A\"",
            "key: \"B\"",
            "`attack` has the key A in every system: remove `key`",
        ),
        (
            "\"wait\": (",
            "\"wait\": (key: \"A\", ",
            "the key A is used by `attack` in every system: free keys are B D",
        ),
        (
            "\"wait\": (",
            "\"wait\": (key: \"G\", ",
            "the key G is reserved (it means the same in every system): free keys are B D",
        ),
        (
            "amount: \"1\"",
            "amount: self.skill",
            "write it in quotes: \"self.skill\"",
        ),
        (
            "amount: \"1\"",
            "amount: half(self.skill)",
            "write it in quotes: \"half(self.skill)\"",
        ),
        ("amount: \"1\"", "dice: 2d6", "write it in quotes: \"2d6\""),
        (
            "hit_points: \"most\"",
            "hit_points: most",
            "write it in quotes: \"most\"",
        ),
        (
            "\"self.most // 2\"",
            "self.most",
            "write it in quotes: \"self.most\"",
        ),
        (
            "\"self.prone\"",
            "self.prone",
            "write it in quotes: \"self.prone\"",
        ),
        (
            "\"self.prone\"",
            "self.skill > 3",
            "or this is an expression: write it in quotes",
        ),
        ("amount: \"1\"", "\"1\"", "write `Damage(amount: \"…\")`"),
        (
            "who: Players",
            "Players",
            "write each value with its name, such as `Spotlight(who: Players)`",
        ),
        (
            "test: \"hit_\"",
            "test: \"either(self.prone, hit_, miss)\"",
            "write words in single quotes: `'hit_'`",
        ),
        (
            "test: \"hit_\"",
            "test: \"hitt\"",
            "unknown test `hitt`: did you mean `hit_`?",
        ),
        (
            "\"self.prone\"",
            "\"asked.how == 'bald'\"",
            "`how` is never `bald`",
        ),
        (
            "Lose(Self, \"prone\")",
            "Run(\"push\")",
            "unknown routine `push`: none exists. Declare it in `routines`",
        ),
        (
            "\"self.prone\"",
            "\"options.x\"",
            "unknown name `options.x`: there are no `options`",
        ),
    ] {
        let changed = text.replacen(right, wrong, 1);
        assert_ne!(changed, text, "{right}");
        let all = read(&changed).expect_err(wrong);
        let told = told(&all);
        assert!(told.contains(words), "{wrong}: {words}\n{told}");
        assert_eq!(all.len(), 1, "{wrong}: {told}");
    }
}

/// An invalid name is reported where it is declared, and not again where it is used.
#[test]
fn an_invalid_name_is_reported_once() {
    let text = r#"(name: "X", sheet: { "health": (hit_points: 5), "Guard": (default: 9) }, order: Listed,
    tests: { "result": (dice: "d20", at_least: "9") },
    actions: { "attack": (target: Enemy, test: "result", on: { "passed": [Damage(amount: "1"), Gain(Target, "too late")] }) },
    conditions: { "too late": () })"#;
    let read = written::read("x", &Source::new("x.ron", text), NO_TEXTS);
    let wrong = read.expect_err("three names");
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 3, "{}", told.join("\n"));
    for (told, words) in told.iter().zip([
        "x.ron:1:49: a name starts with a letter",
        "x.ron:2:14: `result` already has a meaning in expressions",
        "x.ron:4:19: a name starts with a letter",
    ]) {
        assert!(told.starts_with(words), "{words}\n{told}");
    }
}

/// Errors in nearly correct systems are reported at the right place: ticks in another order, a third band above the
/// second, `not` before a number.
#[test]
fn errors_in_nearly_correct_systems_are_reported_at_their_place() {
    let text = r#"(name: "X", sheet: { "health": (hit_points: 5) }, order: Listed,
    tests: { "tried": (dice: "2d6", outcomes: [(20, "full"), (5, "part"), (9, "none")]) },
    actions: { "sleep": (when: "not 3", does: [Gain(Self, "dozing")]) },
    conditions: { "dozing": (ends: [Ticks(3)]) })"#;
    let read = written::read("x", &Source::new("x.ron", text), NO_TEXTS);
    let wrong = read.expect_err("three slips");
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    for words in [
        "the outcomes must be in descending order",
        "yes or no is needed here",
        "the end by `Ticks` needs an order",
    ] {
        let about = told.iter().filter(|told| told.contains(words)).count();
        assert_eq!(about, 1, "{words}\n{}", told.join("\n"));
    }
    assert_eq!(told.len(), 3, "{}", told.join("\n"));
}

/// A system with errors is reported and does not affect other systems.
#[test]
fn a_system_with_errors_is_reported_and_left_out() {
    let home = tempfile::tempdir().expect("a folder");
    for (key, text) in [
        ("broken", "(name: \"Broken\", order: Listed)"),
        ("empty", ""),
        (
            "good",
            "(name: \"Good\", sheet: { \"health\": (hit_points: 5) }, order: Listed)",
        ),
        // A bundled system in Rust keeps its key; a bundled written system can be replaced.
        (
            "plain",
            "(name: \"My game\", sheet: { \"health\": (hit_points: 5) }, order: Listed)",
        ),
        (
            "seconds",
            "(name: \"Mine\", sheet: { \"health\": (hit_points: 5) }, order: Listed)",
        ),
    ] {
        let folder = home.path().join("systems").join(key);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join("system.ron"), text).expect("written");
    }
    let own = own_systems(home.path(), systems::all());
    let keys: Vec<&str> = own.iter().map(|one| one.key()).collect();
    assert_eq!(keys, ["good", "plain"]);
    let all = with_own_systems(systems::all(), home.path());
    assert_eq!(all.len(), systems::all().len() + 1);
    let plain = all.iter().find(|one| one.key() == "plain");
    assert_eq!(plain.expect("it is there").name(), "My game");
    let seconds = all.iter().find(|one| one.key() == "seconds");
    assert_eq!(seconds.expect("it is there").name(), "Six Seconds");
    // The list shows the state of each system.
    let told: Vec<String> = Library::with_own(&all, home.path()).notices();
    let told: Vec<&str> = told
        .iter()
        .map(|line| line.split_once("/systems/").map_or("", |(_, told)| told))
        .collect();
    let [broken, empty, plain, seconds] = told.as_slice() else {
        panic!("{told:?}");
    };
    for (told, key) in [(broken, "broken"), (empty, "empty")] {
        assert!(
            told.starts_with(&format!("{key}: this system cannot be read; `affray check")),
            "{told}"
        );
    }
    assert_eq!(
        *plain,
        "plain: this system replaces the built-in system `plain`"
    );
    assert_eq!(
        *seconds,
        "seconds: this key belongs to the built-in system Six Seconds: rename the folder"
    );
    let shown = home
        .path()
        .join("systems/broken")
        .to_string_lossy()
        .into_owned();
    let (good, told) = affray(home.path(), &["check", &shown]);
    assert!(
        !good && told.contains("broken/system.ron:1:1: the field `sheet` is missing"),
        "{told}"
    );
}
