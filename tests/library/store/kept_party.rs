//! Party between fights: saved with a key, read and edited by a person, used in set-ups, rested between fights, and
//! never lost to disk faults or external edits.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use affray::compendium::{Compendium, Party};
use affray::dice::Seed;
use affray::encounter::{Combatant, Roller, Stage};
use affray::ron_text::Source;
use affray::session::{Session, Summary, Waits};
use affray::setup::{self, between_fights};
use affray::store::{Library, Save, Settings, write_party};
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::fight::{Fight, Said};
use affray::ui::keymap::Keymap;
use affray::ui::setup::SetupScreen;
use affray::ui::start::{KeptParty, ReadyFight, SavedFight, StartScreen, on_disk};

use crate::support::command_line::affray;
use crate::support::faulty_disk::{Fault, Lasting, MemoryStore};
use crate::support::keyboard::{self, line, on, press, theme};
use crate::support::screen;
use affray::values::{FieldSpec, Id, Spec, Value};

/// Bundled fight, and the changes of its first combatant.
struct Case {
    fight: &'static str,
    system: &'static str,
    /// Field for wounds, and its value after the fight.
    wounds: (&'static str, &'static str),
    /// Resource that is used up or broken.
    used: (&'static str, &'static str),
    /// Condition that outlasts the fight, and a condition that does not.
    conditions: (&'static str, &'static str),
}

const CASES: [Case; 5] = [
    Case {
        fight: "bridge",
        system: "alternation",
        wounds: ("health", "3"),
        used: ("attacks/0/destroyed", "true"),
        conditions: ("maimed", "concealed"),
    },
    Case {
        fight: "drowned_barrow",
        system: "countdown",
        wounds: ("hp", "3"),
        used: ("attacks/0/state", "broken"),
        conditions: ("fatigued", "prone"),
    },
    Case {
        fight: "wreckers_cove",
        system: "segments",
        wounds: ("hp", "3"),
        used: ("prot_lost", "2"),
        conditions: ("grievous_wound", "prone"),
    },
    Case {
        fight: "low_tide",
        system: "split-round",
        wounds: ("hp", "3"),
        used: ("hit_dice_spent", "1"),
        conditions: ("strained_arms", "prone"),
    },
    Case {
        fight: "salt_road",
        system: "seconds",
        wounds: ("wounds", "3"),
        used: ("armour_wounds", "1"),
        conditions: ("tired", "flat_footed"),
    },
];

/// Returns a fight after the changes of its first combatant; `home` is the folder of the GM's files.
fn fought(case: &Case, home: &Path) -> App {
    let mut app = keyboard::fight(case.fight);
    app.library = Library::with_own(systems::all(), home);
    press(&mut app, "enter enter");
    for (field, value) in [case.wounds, case.used] {
        line(&mut app, &format!("set a {field} {value}"));
    }
    for condition in [case.conditions.0, case.conditions.1] {
        line(&mut app, &format!("cond {condition} a"));
    }
    line(&mut app, "note a: owes the ferryman");
    app
}

/// Saves the party with its key, and returns the path of its file.
fn kept(app: &mut App, system: &str, home: &Path) -> PathBuf {
    press(app, "ctrl-s");
    let side = on(app).now().sides[0].name.clone();
    let path = home.join(format!("parties/{system}/{side}.ron"));
    let said = format!("{side}: party saved in {}", path.display());
    assert_eq!(on(app).said, Some(Said::Note(said)));
    // The library finds the file even though nothing else of the system was read.
    let library = Library::with_own(systems::all(), home);
    assert!(library.parties().any(|(of, _)| of.key() == system));
    path
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// Returns an empty set-up of a system.
fn empty(system: &str, home: &Path) -> App {
    let library = Library::with_own(systems::all(), home);
    let screen = SetupScreen::new(system, &Settings::default());
    let screen = Screen::Setup(Box::new(screen));
    App::with(Keymap::built_in(), theme(), library, screen)
}

fn setup(app: &App) -> &SetupScreen {
    match &app.screen {
        Screen::Setup(screen) => screen,
        _ => panic!("a set-up is on the screen"),
    }
}

/// Opens the party between two fights, with the first row of the start screen.
fn between(home: &Path) -> App {
    let library = Library::with_own(systems::all(), home);
    let start = StartScreen::new(Vec::new(), ReadyFight::all(&library))
        .with_parties(KeptParty::all(&library));
    let screen = Screen::Start(Box::new(start));
    let mut app = App::with(Keymap::built_in(), theme(), library, screen);
    press(&mut app, "home enter");
    assert_eq!(
        affray::rules::headline(on(&app).session.system(), on(&app).now()),
        "between fights"
    );
    app
}

fn value(one: &Combatant, path: &str) -> Option<Value> {
    one.sheet.value(path)
}

fn conditions(one: &Combatant) -> Vec<&str> {
    one.conditions.iter().map(|one| one.key.as_str()).collect()
}

/// Returns the keywords of fields that end with the fight.
fn running(fields: &[FieldSpec]) -> Vec<String> {
    let mut all = Vec::new();
    for field in fields {
        if field.state && !field.lasts {
            all.push(format!("{}:", field.key));
        } else if let Spec::Records(inner) = &field.kind {
            all.extend(running(inner));
        }
    }
    all
}

#[test]
fn a_saved_party_can_be_edited_and_fights_again() {
    for case in &CASES {
        let home = tempfile::tempdir().expect("a folder");
        let mut app = fought(case, home.path());
        let left = on(&app).now().clone();
        let path = kept(&mut app, case.system, home.path());
        let written = text(&path);
        let schema = on(&app).session.system().schema();
        for word in running(&schema.fields) {
            let stands = |line: &str| {
                line.contains(&format!(" {word}")) || line.contains(&format!("({word}"))
            };
            assert!(
                !written.lines().any(stands),
                "{}: {word}\n{written}",
                case.system
            );
        }
        for (word, is_there) in [(case.conditions.0, true), (case.conditions.1, false)] {
            assert_eq!(
                written.contains(&format!("\"{word}\"")),
                is_there,
                "{written}"
            );
        }

        // The file contains what a person would write: nothing beyond the roster for an unhurt combatant.
        let library = Library::with_own(systems::all(), home.path());
        let compendium = library.compendium(case.system).expect("a system");
        for one in &compendium.parties[0].members {
            let old = compendium.roster().iter().find(|old| old.name == one.name);
            let old = &old.expect("somebody of the roster").given;
            let more: Vec<&String> = one.given.0.keys().filter(|word| !old.has(word)).collect();
            let expected: &[&str] = if one.name == left.name(Id(0)) {
                &[case.wounds.0, case.used.0]
            } else {
                &[]
            };
            let all_told = more.iter().all(|word| expected.contains(&word.as_str()));
            assert!(all_told, "{}: {}: {more:?}", case.system, one.name);
        }

        // A person edits the file.
        let edited = written.replace("owes the ferryman", "owes the ferryman two coins");
        fs::write(&path, format!("// Sunday's table\n{edited}")).expect("written");
        let mut app = empty(case.system, home.path());
        press(&mut app, "shift-a enter enter");
        assert!(setup(&app).finder.is_none(), "{}", case.system);
        press(&mut app, "shift-g shift-g");
        let now = on(&app).now();
        let side: Vec<Id> = left
            .members(left.side_ids().next().expect("a side"))
            .collect();
        assert_eq!(now.combatants.len(), side.len(), "{}", case.system);
        let fresh = keyboard::fight(case.fight);
        for (again, before) in now.ids().zip(side) {
            let (again, before) = (now.get(again), left.get(before));
            assert_eq!(again.name, before.name);
            if before.name != left.name(Id(0)) {
                let fresh = on(&fresh).now();
                let fresh = fresh.get(fresh.by_name(&before.name).expect("there"));
                assert_eq!(again.sheet, fresh.sheet, "{}", case.system);
                assert_eq!(again.notes, fresh.notes, "{}", case.system);
                continue;
            }
            for (field, _) in [case.wounds, case.used] {
                assert_eq!(value(again, field), value(before, field), "{}", case.system);
            }
            assert_eq!(conditions(again), [case.conditions.0], "{}", case.system);
            assert!(again.notes.ends_with("owes the ferryman two coins"));
        }

        // Saving the party again keeps the edited file under another name.
        press(&mut app, "ctrl-s");
        let aside = path.with_extension("kept-1.ron");
        assert_eq!(text(&aside), format!("// Sunday's table\n{edited}"));
        match &on(&app).said {
            Some(Said::Note(said)) => assert!(said.ends_with(&format!(
                "the version that was edited by hand is saved as {}",
                aside.file_name().expect("a name").to_string_lossy()
            ))),
            other => panic!("{other:?}"),
        }
        assert!(text(&path).contains("two coins"));
        press(&mut app, "ctrl-s");
        assert!(
            !path.with_extension("kept-2.ron").exists(),
            "nobody changed it"
        );
    }
}

#[test]
fn dead_members_do_not_fight_but_stay_in_the_file() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[1];
    let mut app = fought(case, home.path());
    line(&mut app, "cond dead b");
    let path = kept(&mut app, case.system, home.path());
    let dead = on(&app).now().name(Id(1)).to_owned();
    let mut app = empty(case.system, home.path());
    press(&mut app, "shift-a enter");
    let screen = setup(&app);
    let there = screen
        .setup
        .combatants
        .iter()
        .filter(|one| one.from == dead);
    assert_eq!((screen.setup.combatants.len(), there.count()), (3, 0));
    let said = format!("{dead} cannot fight and stays behind");
    assert_eq!(screen.said.as_deref(), Some(&*said));
    press(&mut app, "enter shift-g shift-g ctrl-s");
    assert!(text(&path).contains(&format!("name: \"{dead}\"")));
    // Dead combatants are listed between fights, in case they can be raised.
    let mut app = between(home.path());
    let raised = on(&app).now().by_name(&dead).expect("there");
    line(&mut app, &format!("clear dead {}", raised.letter()));
    press(&mut app, "ctrl-s");
    let mut app = empty(case.system, home.path());
    press(&mut app, "shift-a enter");
    assert_eq!(setup(&app).setup.combatants.len(), 4);
}

#[test]
fn saving_a_party_never_overwrites_another_party_of_the_same_name() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[1];
    let mut app = fought(case, home.path());
    let path = kept(&mut app, case.system, home.path());
    let before = text(&path);
    let mut other = keyboard::written(
        case.system,
        r#"(title: "other", system: "countdown", sides: [(name: "Party", players: true), (name: "O")],
            combatants: [(name: "Zoe", side: "Party", sheet: (hp_max: 5)), (name: "Orc", side: "O", sheet: (hp_max: 5))])"#,
    );
    other.library = Library::with_own(systems::all(), home.path());
    press(&mut other, "ctrl-s");
    assert!(
        matches!(&on(&other).said, Some(Said::Refused(why)) if why.contains("another party is called")),
        "{:?}",
        on(&other).said
    );
    assert_eq!(text(&path), before);
    line(&mut other, "save-party Otters");
    press(&mut other, "ctrl-s");
    let otters = path.with_file_name("Otters.ron");
    assert!(text(&otters).contains("Zoe") && text(&path) == before);
    // A fight that started with the party saves it under its name, whatever the side is called.
    let mut again = empty(case.system, home.path());
    press(&mut again, "shift-a o t t e r enter enter shift-g shift-g");
    line(&mut again, "set a hp 2");
    press(&mut again, "ctrl-s");
    assert!(text(&otters).contains("hp: 2"), "{}", text(&otters));
}

#[test]
fn an_encounter_can_include_a_saved_party() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[3];
    kept(&mut fought(case, home.path()), case.system, home.path());
    let side = on(&keyboard::fight(case.fight)).now().sides[0].name.clone();
    let folder = home.path().join("encounters");
    fs::create_dir_all(&folder).expect("a folder");
    let written = |party: &str, from: &str| {
        let text = format!(
            r#"(title: "Ruin", system: "split-round", sides: [(name: "Friends", players: true), (name: "O")],
                combatants: [(party: "{party}", {from}side: "Friends"), (name: "Orc", side: "O", sheet: (hp_max: 5))])"#
        );
        fs::write(folder.join("ruin.ron"), text).expect("written");
        Library::with_own(systems::all(), home.path())
    };
    let library = written(&side, "");
    let setup = library.encounter("Ruin").expect("it is read");
    let members = setup.combatants.iter().filter(|one| one.party == side);
    assert_eq!(members.count(), setup.combatants.len() - 1);
    // The party has its own name and comes before all other combatants.
    let compendium = library.compendium(case.system).expect("a system");
    let start = setup.begin(compendium, Seed(1)).expect("it fits");
    assert_eq!(value(start.get(Id(0)), "hp"), Some(Value::Int(3)));
    assert_eq!(start.sides[0].party, side);
    // Any encounter accepts the party: `affray new ENCOUNTER --party NAME`.
    let mut setup = library.encounter("arches").expect("a bundled fight");
    let foes = setup
        .combatants
        .iter()
        .filter(|one| one.side != setup.sides[0].name);
    let foes = foes.count();
    setup
        .hand_to(&compendium.parties[0], compendium)
        .expect("a side is the players'");
    let members = setup.combatants.iter().take_while(|one| one.party == side);
    assert_eq!((members.count(), setup.combatants.len()), (4, foes + 4));
    assert!(setup.begin(compendium, Seed(1)).is_ok());
    let wrong = |party: &str, from: &str| {
        let library = written(party, from);
        let mistakes = library.mistakes(case.system);
        mistakes
            .iter()
            .map(|one| one.what.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        wrong("Nobody", ""),
        [format!("unknown party `Nobody`: choose one of {side}")]
    );
    assert_eq!(
        wrong(&side, "from: \"Nobody\", "),
        [format!(
            "unknown member of {side} `Nobody`: choose one of Marenka Holt, Jossel Quane, Brida Vane, Father Osk"
        )]
    );
}

/// Plays typed lines between two fights of a party, and checks a value of its first combatant.
fn rests(case: &Case, edit: impl Fn(String) -> String, lines: &[&str], path: &str, after: Value) {
    let home = tempfile::tempdir().expect("a folder");
    let file = kept(&mut fought(case, home.path()), case.system, home.path());
    fs::write(&file, edit(text(&file))).expect("written");
    let mut app = between(home.path());
    match on(&app).session.waits() {
        Waits::Offers { title, offers } => {
            assert_eq!(title, "Between fights");
            let resumes = ["take-up", "reopen"];
            assert!(
                !offers
                    .iter()
                    .any(|one| resumes.contains(&&*one.command.action))
            );
            assert!(!offers.is_empty(), "{}", case.system);
        }
        other => panic!("{other:?}"),
    }
    let start = on(&app).now().clone();
    for text in lines {
        line(&mut app, text);
    }
    // No fight starts or ends between fights.
    let mut told = on(&app).session.lines().iter();
    assert!(!told.any(|line| line.text.contains("fight is")));
    assert_eq!(
        value(on(&app).now().get(Id(0)), path),
        Some(after.clone()),
        "{}",
        case.system
    );
    press(&mut app, "ctrl-s");
    let again = between(home.path());
    assert_eq!(
        value(on(&again).now().get(Id(0)), path),
        Some(after),
        "{}",
        case.system
    );
    // Everything can be undone.
    while on(&app).now() != &start {
        press(&mut app, "backspace");
    }
}

#[test]
fn leaving_an_unsaved_rest_asks_for_confirmation() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[0];
    kept(&mut fought(case, home.path()), case.system, home.path());
    let left = |keys: &str| {
        let mut app = between(home.path());
        app.requests.clear();
        line(&mut app, "heal 2 a");
        press(&mut app, keys);
        app.requests
    };
    assert_eq!(left("f12"), []);
    assert_eq!(left("f12 f12"), [Request::Leave]);
    assert_eq!(left("f10 f10"), [Request::Quit]);
    assert_eq!(left("ctrl-s f12"), [Request::Leave]);
    let mut app = between(home.path());
    app.requests.clear();
    press(&mut app, "f12");
    assert_eq!(app.requests, [Request::Leave], "nothing was done");
    // The changes are resumed later, so the warning does not announce that they are lost.
    line(&mut app, "heal 2 a");
    press(&mut app, "f12");
    let Some(Said::Refused(warning)) = &on(&app).said else {
        panic!("no warning: {:?}", on(&app).said);
    };
    assert!(warning.contains("Affray keeps the changes"), "{warning}");
    assert!(!warning.contains("discard"), "{warning}");
}

#[test]
fn unsaved_changes_of_a_party_are_discarded_on_the_start_screen() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[0];
    kept(&mut fought(case, home.path()), case.system, home.path());
    let library = Library::with_own(systems::all(), home.path());
    let opened = |resting: Option<SavedFight>| {
        let mut parties = KeptParty::all(&library);
        parties[0].resting = resting;
        let start = StartScreen::new(Vec::new(), ReadyFight::all(&library)).with_parties(parties);
        let screen = Screen::Start(Box::new(start));
        let library = Library::with_own(systems::all(), home.path());
        let mut app = App::with(Keymap::built_in(), theme(), library, screen);
        press(&mut app, "home");
        app
    };
    let mut app = opened(Some(SavedFight {
        name: "begun".to_owned(),
        title: "Party".to_owned(),
        ..SavedFight::default()
    }));
    assert!(screen::draw(&mut app, 80, 24).contains("discards unsaved changes"));
    press(&mut app, "delete");
    assert_eq!(app.requests, [], "one key discards nothing");
    assert!(screen::draw(&mut app, 80, 24).contains("same key again to discard"));
    press(&mut app, "delete");
    assert_eq!(app.requests, [Request::Delete("begun".to_owned())]);
    // A party without unsaved changes has nothing to discard.
    let mut app = opened(None);
    press(&mut app, "delete delete");
    assert_eq!(app.requests, []);
}

#[test]
fn a_session_between_fights_is_listed_once_with_its_party() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[0];
    let file = kept(&mut fought(case, home.path()), case.system, home.path());
    let library = Library::with_own(systems::all(), home.path());
    let (_, party) = library.parties().next().expect("it was kept");
    let kept_at = fs::metadata(&file).expect("a file").modified();
    let kept_at = kept_at.expect("a time");
    let save = |name: &str, stage, modified| Save {
        name: name.to_owned(),
        summary: Some(Summary {
            title: party.name.clone(),
            system: case.system.to_owned(),
            round: 0,
            stage,
            digest: String::new(),
        }),
        modified: Some(modified),
    };
    let second = Duration::from_secs(1);
    let listed = |saves: &[Save]| {
        let (fights, parties) = on_disk(saves, &library);
        let fights: Vec<String> = fights.into_iter().map(|one| one.name).collect();
        let [party] = <[KeptParty; 1]>::try_from(parties).expect("one party");
        (fights, party.resting.map(|one| one.name))
    };
    let fight = save("fight", Stage::Fighting, kept_at);
    let begun = save("begun", Stage::Between, kept_at + second);
    let over = save("over", Stage::Between, kept_at - second);
    let only = vec!["fight".to_owned()];
    let all = [begun.clone(), fight.clone(), over.clone()];
    assert_eq!(listed(&all), (only.clone(), Some("begun".to_owned())));
    // The listed party is the party saved last.
    assert_eq!(listed(&[fight.clone(), over]), (only, None));
    // A copy of a damaged save, and one of another party, are listed like other files.
    let copy = save("begun.broken-1", Stage::Between, kept_at + second);
    let mut other = begun;
    other.summary.as_mut().expect("it has one").title = "Others".to_owned();
    assert_eq!(listed(&[copy, other]).0, ["begun.broken-1", "begun"]);
}

#[test]
fn wounds_heal_and_a_stretch_ends_between_fights_of_alternation() {
    rests(
        &CASES[0],
        |text| text,
        &["heal 2 a", "do end-stretch"],
        "health",
        Value::Int(5),
    );
}

#[test]
fn time_passes_between_fights_of_countdown() {
    rests(
        &CASES[1],
        |text| {
            text.replace("hp: 3", "hp: 0, wake_round: 20")
                .replace("\"fatigued\"", "\"unconscious\"")
        },
        &["do advance", "set number=1, unit=turns"],
        "hp",
        Value::Int(1),
    );
}

#[test]
fn fight_actions_are_not_offered_between_fights_of_countdown() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[1];
    kept(&mut fought(case, home.path()), case.system, home.path());
    let mut app = between(home.path());
    let of_a_fight = [
        "leave",
        "come-back",
        "ground-fire",
        "fires",
        "engage",
        "end",
    ];
    for round in 0..2 {
        assert_eq!(on(&app).now().round, round);
        let extras = on(&app).session.extras();
        let offered: Vec<&str> = extras.iter().map(|one| &*one.command.action).collect();
        assert!(
            !of_a_fight.iter().any(|action| offered.contains(action)),
            "{offered:?}"
        );
        line(&mut app, "do advance");
        line(&mut app, "set number=1, unit=rounds");
    }
}

#[test]
fn missiles_can_be_removed_between_fights_of_segments() {
    rests(
        &CASES[2],
        |text| {
            text.replace(
                "prot_lost: 2",
                "prot_lost: 2, missiles: [(missile: \"arrow\", dex: -1, bleed: 1)]",
            )
        },
        &["do skill", "set who=b, missile=a", "heal 4 a"],
        "hp",
        Value::Int(7),
    );
}

#[test]
fn a_long_rest_restores_hit_dice_between_fights_of_split_round() {
    rests(
        &CASES[3],
        |text| text,
        &["rolls Party rolled", "do rest", "set rest=long"],
        "hit_dice_spent",
        Value::Int(0),
    );
}

#[test]
fn days_pass_between_fights_of_six_seconds() {
    rests(
        &CASES[4],
        |text| text,
        &["do time", "set number=2, unit=days, spent=asleep"],
        "wounds",
        Value::Int(1),
    );
}

/// Rounds that pass between fights count for effects that end in a later round, such as waking.
#[test]
fn rounds_between_fights_count_toward_the_end_of_effects() {
    let left = |case: &Case, edit: &dyn Fn(String) -> String, lines: &[&str]| {
        let home = tempfile::tempdir().expect("a folder");
        let file = kept(&mut fought(case, home.path()), case.system, home.path());
        fs::write(&file, edit(text(&file))).expect("written");
        let mut app = between(home.path());
        for text in lines {
            line(&mut app, text);
        }
        press(&mut app, "ctrl-s");
        text(&file)
    };
    let out = |text: String| {
        text.replace("hp: 3", "hp: 0, wake_round: 20")
            .replace("\"fatigued\"", "\"unconscious\"")
    };
    let lines = ["do advance", "set number=5, unit=rounds"];
    let kept = left(&CASES[1], &out, &lines);
    assert!(kept.contains("wake_round: 15"), "{kept}");
    let sick = |text: String| {
        text.replace(
            "\"tired\"",
            "(key: \"nauseated\", last_round: 7000), \"own word\"",
        )
        .replace(
            "wounds: 3",
            "wounds: 3, afflictions: [(name: \"infection\", dc: 4)]",
        )
    };
    let lines = ["rolls Party rolled", "do time", "set number=1, unit=hours"];
    let kept = left(&CASES[4], &sick, &lines);
    assert!(
        kept.contains("(key: \"nauseated\", last_round: 6400)"),
        "{kept}"
    );
    // A disease waits for the next day, and the GM's own keywords wait for the GM.
    assert!(
        kept.contains("(name: \"infection\")") && kept.contains("\"own word\""),
        "{kept}"
    );
    let lines = ["rolls Party rolled", "do time", "set number=1, unit=days"];
    let kept = left(&CASES[4], &sick, &lines);
    let checked = kept.contains("successes: 1") || kept.contains("failures: 1");
    assert!(
        checked && !kept.contains("nauseated\", last_round: 7000"),
        "{kept}"
    );
}

#[test]
fn a_saved_condition_keeps_only_its_remaining_rounds() {
    for (last, kept_as) in [
        (1, None),
        (2, Some("last_round: 1")),
        (9, Some("last_round: 8")),
    ] {
        let home = tempfile::tempdir().expect("a folder");
        let mut app = keyboard::written(
            "seconds",
            &format!(
                r#"(title: "Sick", system: "seconds", sides: [(name: "P", players: true), (name: "O")], combatants: [
                    (name: "Rae", side: "P", conditions: [(key: "nauseated", last_round: {last})]), (name: "Orc", side: "O")])"#
            ),
        );
        app.library = Library::with_own(systems::all(), home.path());
        press(&mut app, "enter enter");
        assert_eq!(on(&app).now().round, 1);
        let file = text(&kept(&mut app, "seconds", home.path()));
        assert_eq!(file.contains("nauseated"), kept_as.is_some(), "{file}");
        assert!(kept_as.is_none_or(|ends| file.contains(ends)), "{file}");
    }
}

#[test]
fn pools_with_maximum_0_are_not_saved_and_pools_with_a_new_maximum_start_full() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = keyboard::written(
        "d20",
        r#"(title: "Rest", system: "d20", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Ann", side: "P", sheet: (max_hp: 12, class: "fighter")), (name: "Orc", side: "O", sheet: (max_hp: 9))])"#,
    );
    app.library = Library::with_own(systems::all(), home.path());
    press(&mut app, "enter enter");
    let pools = ["ki", "action_surges", "slots_1", "channels"];
    for pool in pools {
        line(&mut app, &format!("set a {pool} 0"));
        assert_eq!(
            value(on(&app).now().get(Id(0)), pool),
            Some(Value::Int(0)),
            "{pool}"
        );
    }
    line(&mut app, "set a second_winds 0");
    let path = kept(&mut app, "d20", home.path());
    let file = text(&path);
    for pool in pools {
        assert!(!file.contains(&format!("{pool}:")), "{file}");
    }
    assert!(file.contains("second_winds: 0"), "{file}");
    // At level 2 a fighter has an action surge, and the second wind is still used up.
    let file = file.replace("class: \"fighter\"", "class: \"fighter\", level: 2");
    fs::write(&path, file).expect("written");
    let again = between(home.path());
    let ann = on(&again).now().get(Id(0));
    assert_eq!(value(ann, "action_surges"), Some(Value::Int(1)));
    assert_eq!(value(ann, "second_winds"), Some(Value::Int(0)));
}

#[test]
fn errors_in_a_party_file_name_their_line_and_valid_members_are_read() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[1];
    let path = kept(&mut fought(case, home.path()), case.system, home.path());
    let broken = text(&path).replacen("hp_max: 14", "hp_mx: 14", 1).replacen(
        "\"fatigued\"",
        "\"fatiqued\"",
        1,
    );
    fs::write(&path, broken).expect("written");
    let library = Library::with_own(systems::all(), home.path());
    let told: Vec<String> = library
        .mistakes(case.system)
        .iter()
        .map(|one| {
            format!(
                "{}: {}",
                one.place.as_ref().map_or(0, |place| place.line),
                one.what
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            "5: unknown condition `fatiqued`: did you mean `fatigued`?",
            "6: unknown field `hp_mx`: did you mean `hp_max`?",
        ]
    );
    let compendium = library.compendium(case.system).expect("a system");
    assert_eq!(compendium.parties[0].members.len(), 3);

    let checked = |file: &Path| affray(home.path(), &["check", &file.to_string_lossy()]).1;
    assert!(
        checked(&path).ends_with("Party.ron: 2 mistakes\n"),
        "{}",
        checked(&path)
    );
    press(&mut fought(case, home.path()), "ctrl-s");
    let told = checked(&path);
    let good = ": a party of countdown, 4 combatants, valid\n";
    assert!(told.ends_with(good), "{told}");
    let told = checked(&path.with_extension("kept-1.ron"));
    assert!(
        told.contains("Affray does not read this file: this is the backup"),
        "{told}"
    );
}

#[test]
fn a_disk_fault_leaves_the_old_or_the_new_party() {
    for fault in Fault::ALL {
        for at in 0..30 {
            let store = MemoryStore::new();
            write_party(&*store.boxed(), "Wolves.ron", "[(name: \"Una\")]\n").expect("written");
            let before = store.content("Wolves.ron").expect("there");
            store.fail(store.operations() + at, fault, Lasting::Once);
            let done = write_party(&*store.boxed(), "Wolves.ron", "[(name: \"Vic\")]\n");
            let now = String::from_utf8(store.content("Wolves.ron").expect("there")).expect("text");
            let is_new = now.ends_with(")\n[(name: \"Vic\")]\n") || now.contains("Vic");
            assert!(is_new || now.as_bytes() == before, "{fault:?} {at}: {now}");
            if done.is_ok() {
                assert!(
                    now.contains("Vic") && now.ends_with("]\n"),
                    "{fault:?} {at}"
                );
            }
        }
    }
}

/// A party that is reported as saved survives power cuts, including the folders created for it.
#[test]
fn a_power_cut_does_not_lose_a_saved_party() {
    let store = MemoryStore::below(2);
    write_party(&*store.boxed(), "Wolves.ron", "[(name: \"Una\")]\n").expect("written");
    let after = store.now().power_cut(|_| false, None);
    assert_eq!(after.content("Wolves.ron"), store.content("Wolves.ron"));
    assert!(after.content("Wolves.ron").is_some());
}

/// After a power cut at any moment, external edits of the file exist under one of two names, whatever part of the
/// changes reached the disk.
#[test]
fn a_power_cut_does_not_lose_external_edits() {
    let theirs = b"[(name: \"Una\", sheet: ())]\n";
    let store = MemoryStore::new();
    store.edit("Wolves.ron", theirs);
    store.film();
    write_party(&*store.boxed(), "Wolves.ron", "[(name: \"Vic\")]\n").expect("written");
    for (nth, moment) in store.filmed().iter().enumerate() {
        for part in 0..1u64 << moment.unsynced().min(8) {
            let after = moment.power_cut(|index| part >> index & 1 == 1, None);
            let kept = ["Wolves.ron", "Wolves.kept-1.ron"].map(|file| after.content(file));
            let there = kept.iter().flatten().any(|bytes| bytes == theirs);
            assert!(there, "{nth} {part:b}");
        }
    }
}

/// Opens a fight whose players' side belongs to no party, with the GM's files.
fn with_nobody(home: &Path) -> App {
    let library = Library::with_own(systems::all(), home);
    let compendium = library.compendium("countdown").expect("a system").clone();
    let text = r#"(title: "Ruin", system: "countdown", sides: [(name: "Friends", players: true), (name: "O")],
        combatants: [(name: "Orc", side: "O", sheet: (hp_max: 5))])"#;
    let (setup, wrong) = setup::read(&Source::new("ruin.ron", text), &[&compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let start = setup.expect("it is read").begin(&compendium, Seed(5));
    let session = Session::new(systems::all(), start.expect("it fits"), Seed(5));
    let fight = Fight::new(session.expect("a session"), compendium);
    let screen = Screen::Fight(Box::new(fight));
    App::with(Keymap::built_in(), theme(), library, screen)
}

#[test]
fn a_party_can_join_a_running_fight() {
    let case = &CASES[1];
    for keys in ["f6 tab enter", ": a d d space p a r t y enter"] {
        let home = tempfile::tempdir().expect("a folder");
        let path = kept(&mut fought(case, home.path()), case.system, home.path());
        let dead = text(&path).replacen("conditions: [", "conditions: [\"dead\", ", 1);
        fs::write(&path, dead).expect("written");
        let mut app = with_nobody(home.path());
        let before = on(&app).now().clone();
        press(&mut app, keys);
        let now = on(&app).now();
        let friends: Vec<&str> = now
            .members(now.side_ids().next().expect("a side"))
            .map(|id| now.name(id))
            .collect();
        assert_eq!(friends.len(), 3, "{friends:?}");
        let said = match &on(&app).said {
            Some(Said::Note(said)) => said.clone(),
            other => panic!("{other:?}"),
        };
        assert!(said.ends_with("cannot fight and stays behind"), "{said}");
        // The party is saved under its own name again, and is not offered a second time.
        line(&mut app, "set b hp 2");
        press(&mut app, "ctrl-s");
        assert!(text(&path).contains(" hp: 2"), "{}", text(&path));
        press(&mut app, "f6 tab p a r t y");
        let drawn = screen::draw(&mut app, 120, 36);
        assert!(!drawn.contains("your party"), "{drawn}");
        press(&mut app, "esc backspace backspace");
        assert_eq!(on(&app).now(), &before);
    }
}

#[test]
fn the_menu_of_rulings_can_save_the_party() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[1];
    let mut app = fought(case, home.path());
    press(&mut app, "f2 shift-k");
    assert!(on(&app).own.is_empty());
    let told = on(&app).said.clone();
    assert!(
        matches!(&told, Some(Said::Note(said)) if said.starts_with("Party: party saved in")),
        "{told:?}"
    );
    assert!(home.path().join("parties/countdown/Party.ron").exists());
}

#[test]
fn between_fights_the_header_shows_unsaved_changes() {
    let home = tempfile::tempdir().expect("a folder");
    let case = &CASES[0];
    kept(&mut fought(case, home.path()), case.system, home.path());
    let mut app = between(home.path());
    let header = |app: &mut App| {
        let drawn = screen::draw(app, 80, 24);
        drawn.lines().next().expect("a header").to_owned()
    };
    assert!(header(&mut app).contains("✓ party saved"));
    assert!(screen::draw(&mut app, 80, 24).contains("F2 heal or rule"));
    line(&mut app, "heal 2 a");
    assert!(header(&mut app).contains("party not saved"));
    // The message alone saves nothing.
    press(&mut app, "f12");
    assert!(header(&mut app).contains("party not saved"));
    press(&mut app, "ctrl-s");
    assert!(header(&mut app).contains("✓ party saved"));
    // A resumed session does not know whether the party was saved.
    let saved = on(&app).session.save();
    let (session, _) = Session::resume(systems::all(), saved, &[]).expect("a session");
    let compendium = app.library.compendium(case.system).expect("a system");
    let fight = Fight::new(session, compendium.clone());
    app.screen = Screen::Fight(Box::new(fight));
    assert!(header(&mut app).contains("party not saved"));
}

#[test]
fn encounters_of_the_user_are_listed_first() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("encounters");
    fs::create_dir_all(&folder).expect("a folder");
    let own = r#"(title: "Lofts", system: "segments", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(from: "Wrecker", side: "O"), (from: "Kestrel", side: "P")])"#;
    fs::write(folder.join("lofts.ron"), own).expect("written");
    let library = Library::with_own(systems::all(), home.path());
    let ready = ReadyFight::all(&library);
    let owned: Vec<&str> = ready
        .iter()
        .take_while(|one| one.own)
        .map(|one| one.title.as_str())
        .collect();
    assert_eq!(owned, ["Lofts"]);
    let all = ReadyFight::all(&Library::built_in(systems::all()));
    assert_eq!(&ready[1..], all);
}

/// A bundled encounter of an earlier system has the same file name.
#[test]
fn an_own_encounter_comes_before_a_bundled_encounter_of_the_same_name() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("encounters");
    fs::create_dir_all(&folder).expect("a folder");
    let bundled = Library::built_in(systems::all());
    let name = bundled.encounter("bridge").expect("a bundled fight");
    assert_ne!(name.title, "Own");
    let own = r#"(title: "Own", system: "segments", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(from: "Wrecker", side: "O"), (from: "Kestrel", side: "P")])"#;
    fs::write(folder.join("bridge.ron"), own).expect("written");
    let library = Library::with_own(systems::all(), home.path());
    let found = library.encounter("bridge").expect("an encounter");
    assert_eq!(found.title, "Own");
}

/// The roller of a party between fights also rolls dice without a combatant.
#[test]
fn the_roller_of_a_party_also_rolls_dice_without_a_combatant() {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let party = Party {
            name: "Wolves".to_owned(),
            members: compendium.roster()[..2].to_vec(),
        };
        let mut compendium = compendium;
        compendium.parties.push(party.clone());
        for roller in [Roller::Typed, Roller::Rolled] {
            let start = between_fights(&compendium, &party, roller, Seed(1)).expect("it fits");
            assert_eq!(start.environment_roller, roller, "{}", system.key());
            assert_eq!(start.sides[0].roller, roller, "{}", system.key());
        }
    }
}
