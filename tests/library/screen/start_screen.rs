//! Start screen: screens as text after keys, requests to the main loop, random keys at any size. `UPDATE_EXPECT=1 cargo
//! test --test library start_screen` rewrites the screens.

use std::fs;

use affray::dice::Seed;
use affray::setup::Setup;
use affray::store::Library;
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::keymap::Keymap;
use affray::ui::start::{DraftFight, KeptParty, ReadyFight, SavedFight, StartRow, StartScreen};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use expect_test::{Expect, expect};

use crate::support::keyboard::{library, press, theme};
use crate::support::screen;
use crate::support::seeded_chance::Chance;

fn saved() -> Vec<SavedFight> {
    let sound = SavedFight {
        name: "bridge-ambush".to_owned(),
        title: "Bridge ambush".to_owned(),
        system_key: "tiny".to_owned(),
        system: "Tiny".to_owned(),
        state: "round 3, under way".to_owned(),
        when_text: "yesterday".to_owned(),
        broken: None,
    };
    let broken = SavedFight {
        name: "old".to_owned(),
        title: "Old".to_owned(),
        broken: Some("line 3: a bracket is missing".to_owned()),
        ..sound.clone()
    };
    vec![sound, broken]
}

fn ready() -> Vec<ReadyFight> {
    let fight = |name: &str, title: &str, own| ReadyFight {
        system: "alternation".to_owned(),
        system_name: "Tiny".to_owned(),
        name: name.to_owned(),
        title: title.to_owned(),
        description: "Two wolves and a hero.".to_owned(),
        own,
        mistake: String::new(),
    };
    vec![
        fight("bridge", "At the ford", false),
        fight("culvert", "The old mill", true),
    ]
}

fn wolves() -> KeptParty {
    KeptParty {
        system: "alternation".to_owned(),
        system_name: "Tiny".to_owned(),
        name: "Wolves".to_owned(),
        members: "Una 5/8, Vic 0/8 dead".to_owned(),
        resting: None,
    }
}

fn app(start: StartScreen, library: Library) -> App {
    let screen = Screen::Start(Box::new(start));
    App::with(Keymap::built_in(), theme(), library, screen)
}

/// Result of keys on the start screen.
#[derive(Debug, PartialEq)]
enum Came {
    Nothing,
    Asked(Request),
    /// Start of a fight, by its title.
    Fight(String),
    /// Set-up, by the title of the fight and its combatants.
    SetUp(String, Vec<String>),
}

fn came(app: &App) -> Came {
    match (&app.screen, &app.requests[..]) {
        (Screen::Fight(fight), [Request::Begun(_)]) => Came::Fight(fight.now().title.to_string()),
        (Screen::Setup(screen), []) => {
            let all = screen.setup.combatants.iter();
            let names = all.map(|one| one.from.clone());
            Came::SetUp(screen.setup.title.clone(), names.collect())
        }
        (Screen::Start(_), []) => Came::Nothing,
        (Screen::Start(_), [request]) => Came::Asked(request.clone()),
        (_, requests) => panic!("{requests:?}"),
    }
}

fn drawn(app: &mut App, size: (u16, u16)) -> String {
    screen::draw(app, size.0, size.1)
}

#[track_caller]
fn check_start(keys: &str, size: (u16, u16), expected: Expect) {
    let mut app = app(StartScreen::new(saved(), ready()), library());
    press(&mut app, keys);
    expected.assert_eq(&drawn(&mut app, size));
}

#[test]
fn states_of_saved_fights_align_after_titles_of_any_length() {
    let titles = ["Pit", "A title of some thirty letters", "Bridge ambush"];
    let rows = titles.map(|title| SavedFight {
        title: title.to_owned(),
        ..saved().remove(0)
    });
    for size in [(80, 24), (120, 36)] {
        let mut app = app(StartScreen::new(rows.to_vec(), ready()), library());
        let shown = drawn(&mut app, size);
        let state = |line: &str| line.find("round 3").map(|at| line[..at].chars().count());
        let rows = shown.lines().filter(|line| line.contains("yesterday"));
        let columns: Vec<Option<usize>> = rows.map(state).collect();
        assert_eq!(columns.len(), titles.len(), "{shown}");
        assert!(columns[0].is_some(), "{shown}");
        assert!(
            columns.iter().all(|column| *column == columns[0]),
            "{shown}"
        );
    }
}

#[test]
fn enter_resumes_a_fight_or_begins_the_tutor() {
    use Came::*;
    use Request::*;
    let check = |saved: Vec<SavedFight>, keys: &str, expected: Came| {
        let mut app = app(StartScreen::new(saved, ready()), library());
        press(&mut app, keys);
        assert_eq!(came(&app), expected, "{keys}");
    };
    let begin = |title: &str| Fight(title.to_owned());
    let new = || SetUp(String::new(), Vec::new());
    let open = |name: &str| Asked(Open(name.to_owned()));
    check(saved(), "enter", open("bridge-ambush"));
    check(Vec::new(), "enter", Asked(Tutor));
    check(saved(), "t", Asked(Tutor));
    check(Vec::new(), "b enter", begin("The toll bridge"));
    check(saved(), "1", begin("The toll bridge"));
    check(saved(), "2", Nothing);
    check(saved(), "b enter", begin("The toll bridge"));
    let on_bridge = ["Maren", "Osk", "Tilda", "Corvin", "Rusk", "Toll bandit"];
    let on_bridge = on_bridge.map(str::to_owned).to_vec();
    check(
        saved(),
        "b e",
        SetUp("The toll bridge".to_owned(), on_bridge),
    );
    check(saved(), "down enter", open("old"));
    check(saved(), "w", Asked(Look("bridge-ambush".to_owned())));
    check(saved(), "n", new());
    check(saved(), "down down enter", Asked(Tutor));
    check(saved(), "down down down enter", new());
    check(saved(), "q", Asked(Quit));
    // Deleting needs the same key twice in a row, on the same fight.
    check(saved(), "shift-d", Nothing);
    check(
        saved(),
        "shift-d shift-d",
        Asked(Delete("bridge-ambush".to_owned())),
    );
    check(saved(), "shift-d down shift-d", Nothing);
    check(saved(), "shift-d x shift-d", Nothing);
    check(saved(), "down down shift-d", Nothing);
    // A draft comes before a saved fight that was never begun, and after one that was.
    let draft = || vec![DraftFight::default()];
    let marked = |saved| {
        StartScreen::new(saved, ready())
            .with_drafts(draft())
            .chosen()
    };
    assert_eq!(marked(Vec::new()), Some(StartRow::Draft(0)));
    assert_eq!(marked(saved()), Some(StartRow::Saved(0)));
    let mut app = app(StartScreen::new(Vec::new(), Vec::new()), library());
    press(&mut app, "enter");
    assert_eq!(came(&app), Asked(Tutor));
}

#[test]
fn tab_cycles_through_the_lists_of_the_start_screen_and_b_selects_new_fights() {
    use StartRow::{Party, Ready, Saved, Tutor};
    let check = |saved, parties, ready, keys: &str, expected: &[StartRow]| {
        let start = StartScreen::new(saved, ready).with_parties(parties);
        let mut app = app(start, library());
        let steps = keys.split_whitespace().map(|key| {
            press(&mut app, key);
            match &app.screen {
                Screen::Start(start) => start.chosen().expect("a row"),
                _ => panic!("another screen"),
            }
        });
        assert_eq!(steps.collect::<Vec<_>>(), expected, "{keys}");
    };
    let parties = || vec![wolves()];
    let all = [Party(0), Ready(0), Saved(0), Party(0)];
    check(saved(), parties(), ready(), "tab tab tab tab", &all);
    let back = [Ready(0), Party(0), Saved(0)];
    let keys = "shift-tab shift-tab shift-tab";
    check(saved(), parties(), ready(), keys, &back);
    let within = [Saved(1), Party(0)];
    check(saved(), parties(), ready(), "down tab", &within);
    check(
        Vec::new(),
        parties(),
        ready(),
        "tab tab",
        &[Party(0), Ready(0)],
    );
    check(
        saved(),
        Vec::new(),
        ready(),
        "tab tab",
        &[Ready(0), Saved(0)],
    );
    check(
        saved(),
        parties(),
        Vec::new(),
        "tab tab tab",
        &[Party(0), Tutor, Saved(0)],
    );
    check(
        Vec::new(),
        Vec::new(),
        ready(),
        "tab end tab",
        &[Ready(0), Ready(1), Ready(0)],
    );
    check(Vec::new(), Vec::new(), Vec::new(), "tab b", &[Tutor, Tutor]);
    let ready_ones = [Ready(0), Saved(0), Saved(1), Party(0), Ready(0)];
    check(saved(), parties(), ready(), "b b down down b", &ready_ones);
}

#[test]
fn the_start_screen_lists_saved_and_new_fights() {
    check_start(
        "",
        (80, 24),
        expect![[r#"
             Affray  the game master's encounter tracker
            ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃  Resume                                                                      ┃
            ┃›   Bridge ambush        round 3, under way     Tiny                yesterday ┃
            ┃  ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
            ┃  Begin                                                                       ┃
            ┃  t Tutor: learn the keys in five minutes                                     ┃
            ┃    A fight of your own: system, options, combatants                          ┃
            ┃  1 At the ford                  Tiny          Two wolves and a hero.         ┃
            ┃    The old mill                 Tiny          yours: Two wolves and a hero.  ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ┌──────────────────────────────────────────────────────────────────────────────┐
            │Tiny, round 3, under way. Enter opens it.                                     │
            │                                                                              │
            └──────────────────────────────────────────────────────────────────────────────┘
             Enter resumes  w read-only  b bundled fights  D deletes  n new  F1 help
        "#]],
    );
    check_start(
        "down",
        (80, 24),
        expect![[r#"
             Affray  the game master's encounter tracker
            ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃  Resume                                                                      ┃
            ┃    Bridge ambush        round 3, under way     Tiny                yesterday ┃
            ┃› ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
            ┃  Begin                                                                       ┃
            ┃  t Tutor: learn the keys in five minutes                                     ┃
            ┃    A fight of your own: system, options, combatants                          ┃
            ┃  1 At the ford                  Tiny          Two wolves and a hero.         ┃
            ┃    The old mill                 Tiny          yours: Two wolves and a hero.  ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ┌──────────────────────────────────────────────────────────────────────────────┐
            │⚠ old: line 3: a bracket is missing                                           │
            │                                                                              │
            └──────────────────────────────────────────────────────────────────────────────┘
             Enter resumes  w read-only  b bundled fights  D deletes  n new  F1 help
        "#]],
    );
    check_start(
        "b",
        (120, 36),
        expect![[r#"
             Affray  the game master's encounter tracker
            ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃  Resume                                                                                                              ┃
            ┃    Bridge ambush                            round 3, under way                         Tiny                yesterday ┃
            ┃  ⚠ Old                                      line 3: a bracket is missing               Tiny                yesterday ┃
            ┃  Begin                                                                                                               ┃
            ┃  t Tutor: learn the keys in five minutes                                                                             ┃
            ┃    A fight of your own: system, options, combatants                                                                  ┃
            ┃› 1 At the ford                  Tiny          Two wolves and a hero.                                                 ┃
            ┃    The old mill                 Tiny          yours: Two wolves and a hero.                                          ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┃                                                                                                                      ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
            ┌──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┐
            │Tiny. Two wolves and a hero.                                                                                          │
            │                                                                                                                      │
            └──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────┘
             Enter begins  e edits first  n new  F1 help  q quit
        "#]],
    );
}

struct Random(Chance);

impl Random {
    fn to(&mut self, most: u32) -> u32 {
        self.0.to(most)
    }

    fn key(&mut self) -> KeyEvent {
        let plain = |code| KeyEvent::new(code, KeyModifiers::NONE);
        match self.to(30) {
            1..=6 => plain(KeyCode::Enter),
            7 => plain(KeyCode::Backspace),
            8 | 9 => plain(KeyCode::Tab),
            10 => plain(KeyCode::BackTab),
            11 => plain(KeyCode::Up),
            12..=15 => plain(KeyCode::Down),
            16 => plain(KeyCode::Left),
            17 => plain(KeyCode::Right),
            18 | 19 => plain(KeyCode::Esc),
            20 => plain(KeyCode::PageDown),
            21 => plain(KeyCode::Home),
            22 => plain(KeyCode::End),
            23 => KeyEvent::new(KeyCode::Char('r'), KeyModifiers::CONTROL),
            _ => {
                let sign = char::from_u32(32 + self.to(94)).expect("ASCII");
                plain(KeyCode::Char(sign))
            }
        }
    }

    fn size(&mut self) -> (u16, u16) {
        let (width, height) = match self.to(2) {
            1 => (self.to(40), self.to(12)),
            _ => (self.to(400), self.to(120)),
        };
        (
            u16::try_from(width).expect("small"),
            u16::try_from(height).expect("small"),
        )
    }
}

#[test]
fn a_saved_party_can_rest_or_start_a_fight() {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join("parties/alternation");
    fs::create_dir_all(&folder).expect("a folder");
    let members = r#"[(name: "Una", kind: "pc"), (name: "Vic", kind: "pc")]"#;
    fs::write(folder.join("Wolves.ron"), members).expect("written");
    let library = || Library::with_own(systems::all(), home.path());
    let on_screen = |party: KeptParty| {
        let start = StartScreen::new(saved(), ready()).with_parties(vec![party]);
        app(start, library())
    };
    let outcome = |party: KeptParty, keys: &str| {
        let mut app = on_screen(party);
        press(&mut app, keys);
        came(&app)
    };
    assert_eq!(
        outcome(wolves(), "down down enter"),
        Came::Fight("Wolves".to_owned())
    );
    let members = vec!["Una".to_owned(), "Vic".to_owned()];
    assert_eq!(
        outcome(wolves(), "down down n"),
        Came::SetUp(String::new(), members)
    );
    // A fight that a party began between two fights is resumed.
    let begun = SavedFight {
        name: "wolves-2".to_owned(),
        ..saved().remove(0)
    };
    let resting = KeptParty {
        resting: Some(begun),
        ..wolves()
    };
    assert_eq!(
        outcome(resting, "down down enter"),
        Came::Asked(Request::Open("wolves-2".to_owned()))
    );
    assert_eq!(
        outcome(wolves(), "n"),
        Came::SetUp(String::new(), Vec::new())
    );
    assert_eq!(outcome(wolves(), "down down d"), Came::Nothing);
    let mut app = on_screen(wolves());
    press(&mut app, "down down");
    expect![[r#"
         Affray  the game master's encounter tracker
        ┏ Fights ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃    Bridge ambush        round 3, under way     Tiny                yesterday↑┃
        ┃  ⚠ Old                  line 3: a bracket is … Tiny                yesterday ┃
        ┃  Between fights                                                              ┃
        ┃›   Wolves                       Tiny          Una 5/8, Vic 0/8 dead         ↓┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
        ┌──────────────────────────────────────────────────────────────────────────────┐
        │Tiny. Una 5/8, Vic 0/8 dead.                                                  │
        │                                                                              │
        └──────────────────────────────────────────────────────────────────────────────┘
         Enter rests and heals  n fight with this party  F1 help  q quit
    "#]]
    .assert_eq(&drawn(&mut app, (80, 12)));
}

#[test]
fn a_new_fight_starts_with_the_last_used_system() {
    for (key, expected) in [
        ("d20", "d20"),
        ("segments", "segments"),
        ("gone", "alternation"),
    ] {
        let last = SavedFight {
            system_key: key.to_owned(),
            ..saved().remove(0)
        };
        let mut app = app(StartScreen::new(vec![last], ready()), library());
        press(&mut app, "n");
        let Screen::Setup(screen) = &app.screen else {
            panic!("a set-up");
        };
        assert_eq!(screen.setup.system, expected, "{key}");
    }
}

#[test]
fn no_key_crashes_the_start_screen_at_any_size() {
    let mut random = Random(Chance::at(Seed(17), 0, "keys"));
    let start = || StartScreen::new(saved(), ready()).with_parties(vec![KeptParty::default()]);
    let mut app = app(start(), library());
    for _ in 0..300 {
        app.press(random.key());
        drawn(&mut app, random.size());
        if !matches!(app.screen, Screen::Start(_)) {
            app.show(Screen::Start(Box::new(start())));
        }
    }
}

/// After an unchanged bundled fight is closed, it is marked again; a changed one is a draft.
#[test]
fn the_start_screen_marks_the_fight_that_was_closed() {
    let culvert = library().encounter("culvert").expect("a fight").clone();
    let mut start = StartScreen::new(saved(), ready());
    let named = |setup: &Setup| Setup {
        title: "The old mill".to_owned(),
        ..setup.clone()
    };
    start.go_back_to(&named(&culvert));
    assert_eq!(start.chosen(), Some(StartRow::Ready(1)));
    let changed = DraftFight {
        title: "The old mill".to_owned(),
        ..DraftFight::default()
    };
    let mut start = StartScreen::new(Vec::new(), ready()).with_drafts(vec![changed]);
    start.go_back_to(&named(&culvert));
    assert_eq!(start.chosen(), Some(StartRow::Draft(0)));
}
