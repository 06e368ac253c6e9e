//! Tiny system that consists of a folder, a line in a list and assets: shared code sets it up, plays, saves, loads and
//! draws it without knowing it.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::ron_text::Source;
use affray::session::{Readers, Session, Waits, markdown, parse};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::store::saves::{read, snapshot};
use affray::store::{Library, Saves};
use affray::ui::app::App;
use affray::ui::fight::Fight;
use affray::ui::keymap::Keymap;
use affray::ui::theme::{Background, Colours, Glyphs, Theme};

use crate::support::laws::{self, Least, Of, enough};
use crate::support::{screen, tiny_system};

fn compendium() -> Compendium {
    let library = Library::built_in(&tiny_system::systems());
    library.compendium("tiny").expect("a compendium").clone()
}

fn played() -> Session {
    let compendium = compendium();
    let mut setup = Setup::new("tiny");
    setup.title = "Sixth".into();
    for (name, players) in [("Heroes", true), ("Foes", false)] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players,
            rolls: None,
            ..SideSetup::default()
        });
    }
    setup.combatants = vec![
        Newcomer::from_roster("Ann", 1, "Heroes"),
        Newcomer::from_roster("Cur", 2, "Foes"),
        Newcomer::improvised("Rat", 2, "Foes"),
    ];
    let start = setup.begin(&compendium, Seed(3)).expect("an encounter");
    let mut session = Session::new(&tiny_system::systems(), start, Seed(3)).expect("a session");
    for text in [
        "do strike a",
        "set target=d",
        "roll 18",
        "roll 4",
        "do strike b",
        "set target=a",
    ] {
        if let Waits::Prompt(prompt) = session.waits()
            && prompt.question.key == "dodge"
        {
            let input = parse(&session, "no").expect("understood");
            session.input(input).expect("taken");
        }
        let input = parse(&session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
        session
            .input(input)
            .unwrap_or_else(|why| panic!("`{text}`: {why}"));
    }
    session
}

#[test]
fn the_tiny_system_is_played_saved_and_loaded() {
    let session = played();
    assert_eq!(
        session
            .now()
            .get(affray::values::Id(3))
            .sheet
            .get(tiny_system::at::hp),
        Some(0)
    );
    let text = snapshot(&session).expect("a snapshot");
    let again = read(&Source::new("sixth.ron", &text), &tiny_system::systems()).expect("read");
    assert_eq!(again.save(), session.save());
    assert_eq!(again.waits(), session.waits());
    assert_eq!(snapshot(&again).expect("a snapshot"), text);
    assert!(markdown(&session, Readers::GameMaster).contains("Ann strikes Rat."));
}

#[test]
fn the_tiny_system_is_saved_on_disk() {
    let home = tempfile::tempdir().expect("a folder");
    let saves = Saves::new(home.path());
    let session = played();
    drop(saves.create(&session).expect("saved"));
    let resumed = saves
        .resume("Sixth", &tiny_system::systems())
        .expect("resumed");
    assert_eq!(resumed.session.save(), session.save());
    let list = saves.list().expect("a list");
    assert_eq!(list[0].summary.as_ref().expect("a summary").system, "tiny");
}

#[test]
fn the_tiny_system_is_shown_on_the_screen() {
    let theme = Theme::new(Colours::None, Background::Dark, Glyphs::Ascii);
    let mut app = App::new(
        Keymap::built_in(),
        theme,
        Fight::new(played(), compendium()),
    );
    let shown = screen::draw(&mut app, 80, 24);
    for words in ["Sixth", "Ann", "Cur 1", "Rat", "Round 1"] {
        assert!(shown.contains(words), "`{words}` is not on the screen");
    }
}

/// Combatants have letters and rows have action keys. The letter of a foe starts a strike at that foe.
#[test]
fn the_tiny_system_can_be_played_with_the_keyboard() {
    let mut app = App::new(
        Keymap::built_in(),
        Theme::new(Colours::None, Background::Dark, Glyphs::Ascii),
        Fight::new(
            Session::new(&tiny_system::systems(), tiny_system::start(), Seed(3))
                .expect("a session"),
            compendium(),
        ),
    );
    let mut press = |keys: &str| {
        for key in keys.split_whitespace() {
            app.press(crokey::parse(key).expect("a key").into());
        }
        screen::draw(&mut app, 80, 24)
    };
    let form = press("a d shift-h shift-p");
    for row in [
        "T target               d Dog",
        "H charging             [x]",
        "B bonus of the charge  2",
        "P tripping             [x]",
    ] {
        assert!(form.contains(row), "no `{row}`:\n{form}");
    }
    // The die is sent with the form; Space does not dodge.
    let dodge = press("1 5 enter");
    assert!(dodge.contains("Dodge?"), "{dodge}");
    let prone = press("space 4 enter");
    assert!(prone.contains("Dog is prone"), "{prone}");
    let acted = press("d enter");
    assert!(acted.contains("Dog strikes Ann"), "{acted}");
    let struck = press("space d");
    assert!(struck.contains("Ben . Strike"), "{struck}");
    assert!(struck.contains("T target    d Dog"), "{struck}");
}

#[test]
fn a_program_without_the_system_reports_that_it_is_missing() {
    let text = snapshot(&played()).expect("a snapshot");
    let Err(why) = read(&Source::new("sixth.ron", &text), affray::systems::all()) else {
        panic!("it was read");
    };
    let why = format!("{why:#}");
    assert!(why.contains("rule system `tiny`"), "{why}");
}

#[test]
fn a_test_with_too_few_cases_fails_and_names_the_minimum() {
    let told = |seen: usize, least: Least| {
        let few = || enough(&tiny_system::TINY, seen, "texts", "read", least);
        let why = std::panic::catch_unwind(few).expect_err("too few");
        why.downcast_ref::<String>().expect("text").clone()
    };
    assert_eq!(
        told(9, Least::each(10, Of::Encounters)),
        "9 texts of tiny were read, at least 10 were expected, 10 for each of its 1 bundled encounters"
    );
    assert_eq!(
        told(0, Least::every(1, 2, Of::Encounters)),
        "0 texts of tiny were read, at least 1 were expected, 1 for every 2 of its 1 bundled encounters"
    );
    enough(
        &tiny_system::TINY,
        3,
        "texts",
        "read",
        Least::each(10, Of::Encounters).up_to(3),
    );
}

/// The tests of all systems include the tiny and the written systems of the tests, so that their minimum numbers also
/// suit small systems.
#[test]
fn tests_of_all_systems_include_the_tiny_system() {
    let keys: Vec<&str> = laws::systems().iter().map(|one| one.key()).collect();
    let built_in = affray::systems::all().iter().map(|one| one.key());
    assert_eq!(
        keys,
        built_in
            .chain([
                "tiny",
                "popcorn",
                "spotlight",
                "timeline",
                "dungeon",
                "cards",
                "press"
            ])
            .collect::<Vec<_>>()
    );
}
