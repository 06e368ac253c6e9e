//! Plays the tutor by the keys that its text names, also with wrong keys in between.

use affray::ron_text::Source;
use affray::session::snapshot;
use affray::store::saves;
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::fight::{Fight, draw};
use affray::ui::keymap::Keymap;
use affray::ui::tutor::{Key, Lesson, Step, Tutor};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::support::keyboard::{library, on, press, theme};
use crate::support::screen;

/// Steps of the lesson that comes with Affray.
fn steps() -> Vec<Step> {
    Lesson::built_in().expect("the lesson has no error").steps
}

fn begun() -> App {
    let lesson = Lesson::built_in().expect("the lesson has no error");
    let library = library();
    let session = lesson.begin(&library).expect("the encounter has no error");
    let compendium = library.compendium(session.system().key());
    let mut fight = Fight::new(session, compendium.expect("its system").clone());
    fight.tutor = Some(Tutor::new(lesson));
    let mut app = App::with(
        Keymap::built_in(),
        theme(),
        library,
        Screen::Start(Box::default()),
    );
    app.show(Screen::Fight(Box::new(fight)));
    app
}

fn tutor(app: &App) -> &Tutor {
    on(app).tutor.as_ref().expect("the tutor runs")
}

/// Names the key as the tutor shows it on this screen.
fn name(app: &App, key: &Key) -> Option<String> {
    app.with_key_names(on(app), |names| key.name(names))
}

/// Presses a key by its name, or the keys of digits.
fn press_named(app: &mut App, key: &Key, name: &str) {
    if let Key::Action(_) = key {
        press(app, &name.to_lowercase());
        return;
    }
    for c in name.chars() {
        app.press(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
    }
}

/// Presses the keys that the current step names, waits for auto-play, and quits and resumes if the step says so.
fn take_step(app: &mut App) {
    for key in tutor(app).step().text.keys().cloned().collect::<Vec<Key>>() {
        let name = name(app, &key).unwrap_or_else(|| panic!("{key:?} has a name"));
        press_named(app, &key, &name);
    }
    for _ in 0..40 {
        let Some(due) = app.due_in() else {
            break;
        };
        app.time_goes_by(due);
    }
    if std::mem::take(&mut app.requests).contains(&Request::Quit) {
        resume(app);
    }
}

/// Reads the fight from its files, as `affray tutor` does after quitting.
fn resume(app: &mut App) {
    let fight = on(app);
    let beside = fight.beside_text();
    let text = snapshot(&fight.session).expect("a snapshot");
    let session = saves::read(&Source::new("tutor.ron", &text), systems::all());
    let compendium = fight.compendium.clone();
    let mut again = Fight::new(session.expect("it is read"), compendium);
    again.restore(&beside);
    app.show(Screen::Fight(Box::new(again)));
}

#[test]
fn the_keys_named_by_each_step_end_the_step() {
    let mut app = begun();
    let last = steps().len() - 1;
    for place in 0..last {
        assert_eq!(
            tutor(&app).place(),
            place,
            "{}",
            screen::draw(&mut app, 80, 24)
        );
        assert!(
            !tutor(&app).is_astray(),
            "{}",
            screen::draw(&mut app, 80, 24)
        );
        take_step(&mut app);
    }
    assert_eq!(
        tutor(&app).place(),
        last,
        "{}",
        screen::draw(&mut app, 80, 24)
    );
    let chief = on(&app).now().ids().last().expect("the chief");
    assert_eq!(on(&app).now().name(chief), "Chief");
    assert!(!on(&app).now().over(), "the fight can be played on");
    press(&mut app, "space");
    assert!(on(&app).tutor.is_none(), "the tutor has said goodbye");
}

#[test]
fn wrong_keys_in_the_tutor_show_a_hint_and_every_step_can_still_be_taken() {
    let wrong = [
        "x",
        "9",
        "shift-z",
        "shift-m",
        "down",
        "space",
        "enter",
        "f2",
        "f3",
        "f4",
        "f5",
        "f7",
        "f8",
        "tab",
        "backspace",
        "ctrl-r",
        ":",
        "$",
        "a",
    ];
    let mut app = begun();
    let last = steps().len() - 1;
    let (mut furthest, mut taken) = (None, 0);
    while tutor(&app).place() < last {
        let place = tutor(&app).place();
        let is_new = furthest.is_none_or(|furthest| place > furthest);
        if is_new {
            furthest = Some(place);
            for key in wrong {
                stray(&mut app, key);
            }
        }
        take_step(&mut app);
        taken += 1;
        let shown = screen::draw(&mut app, 80, 24);
        assert!(taken < 200, "the steps lead to no end:\n{shown}");
    }
}

/// Presses a wrong key, checks that the tutor notices, and does what it advises.
fn stray(app: &mut App, key: &str) {
    let before = tutor(app).place();
    let pressed: KeyEvent = crokey::parse(key).expect("a key").into();
    let is_needed = app.with_key_names(on(app), |names| {
        let mut needed = tutor(app).step().text.keys();
        needed.any(|one| one.is(pressed, names))
    });
    press(app, key);
    app.requests.clear();
    let tutor = tutor(app);
    let is_noticed = tutor.place() != before || tutor.is_corrected() || tutor.is_astray();
    assert!(is_needed || is_noticed, "{key} at step {}", before + 1);
    recover(app, before);
}

/// Closes what is open and undoes inputs, until the tutor shows a step whose keys work.
fn recover(app: &mut App, place: usize) {
    for _ in 0..30 {
        press(app, "esc");
        press(app, "esc");
        if !tutor(app).is_astray() && tutor(app).place() <= place {
            return;
        }
        press(app, "backspace");
    }
    let shown = screen::draw(app, 80, 24);
    panic!("no way back to step {}:\n{shown}", place + 1);
}

#[test]
fn the_text_of_every_step_fits_above_the_fight() {
    let mut app = begun();
    let last = steps().len() - 1;
    for place in 0..=last {
        press(&mut app, "f9");
        let rows = screen::seen(&mut app, 80, 24);
        let header = rows.iter().position(|row| row.starts_with(" Affray  "));
        let header = header.unwrap_or_else(|| panic!("no header:\n{}", rows.join("\n")));
        assert!((1..=7).contains(&header), "{}", rows.join("\n"));
        let said: Vec<&str> = rows[..header].iter().map(|row| row.trim()).collect();
        let said = said.join(" ");
        assert!(
            said.starts_with(&format!("Tutor {}/{}", place + 1, last + 1)),
            "{said}"
        );
        assert!(said.ends_with('.') || said.ends_with(')'), "{said}");
        if !tutor(&app).step().when.is_empty() {
            assert!(draw::panes(&app).prompt.height >= 6, "{}", rows.join("\n"));
            press(&mut app, "esc");
        }
        if place < last {
            take_step(&mut app);
        }
    }
}

#[test]
fn every_key_mentioned_in_the_tutor_has_a_name() {
    let app = begun();
    let lesson = Lesson::built_in().expect("the lesson has no error");
    let texts = lesson
        .steps
        .iter()
        .flat_map(|step| [&step.text, &step.hint]);
    for text in texts.chain([&lesson.astray]) {
        for key in text.mentioned() {
            assert!(name(&app, key).is_some(), "{key:?} in {text:?}");
        }
    }
}

#[test]
fn undo_returns_to_earlier_steps() {
    let mut app = begun();
    for _ in 0..4 {
        take_step(&mut app);
    }
    assert_eq!(tutor(&app).place(), 4);
    press(&mut app, "backspace");
    assert_eq!(tutor(&app).place(), 3, "the form is open again");
    press(&mut app, "esc backspace backspace backspace");
    assert_eq!(tutor(&app).place(), 0);
}

#[test]
fn the_tutor_fits_every_screen_size() {
    let mut app = begun();
    for width in [1, 10, 40, 80, 200] {
        for height in 1..30 {
            let shown = screen::draw(&mut app, width, height);
            let prompt = draw::panes(&app).prompt;
            assert!(prompt.height > 0, "{width}x{height}:\n{shown}");
        }
    }
}

/// Takes steps until the tutor shows the step with this number.
fn at_step(number: usize) -> App {
    let mut app = begun();
    while tutor(&app).place() + 1 < number {
        take_step(&mut app);
    }
    assert_eq!(tutor(&app).place() + 1, number);
    app
}

/// Presses keys that lead to the step `shown` without what its text says, checks that the tutor notices, and returns to
/// the step before with Esc and Backspace.
#[track_caller]
fn check_wrong(number: usize, keys: &str, shown: usize) {
    let mut app = at_step(number);
    press(&mut app, keys);
    let drawn = screen::draw(&mut app, 80, 24);
    assert_eq!(tutor(&app).place() + 1, shown, "{drawn}");
    assert!(tutor(&app).is_astray(), "{drawn}");
    let said = "This is not what the step expected";
    assert!(drawn.contains(said), "{drawn}");
    assert!(drawn.contains("Expected: "), "{drawn}");
    recover(&mut app, number - 1);
    while tutor(&app).place() < number {
        take_step(&mut app);
        let drawn = screen::draw(&mut app, 80, 24);
        assert!(!tutor(&app).is_astray(), "{drawn}");
    }
}

#[test]
fn a_wrong_target_or_number_in_the_tutor_is_noticed() {
    // Another initiative roll.
    check_wrong(1, "5 enter", 2);
    // The chief instead of Goblin 1, before the form is sent and afterwards.
    check_wrong(3, "e", 4);
    check_wrong(3, "e 1 9 enter", 4);
    // An attack without cover, and one with another roll.
    check_wrong(4, "1 7 enter", 5);
    check_wrong(4, "shift-c 1 6 enter", 5);
    // Another damage roll: the goblin lives, although it should die, and the other way round.
    check_wrong(5, "2 enter", 6);
    check_wrong(7, "6 enter", 8);
    // The chief attacks another hero.
    check_wrong(9, "b enter", 10);
    // The spell also aims at the chief.
    check_wrong(13, "enter", 14);
    check_wrong(14, "1 space 1 space 1 enter", 15);
    // The beam hits Hild.
    check_wrong(16, "f2 shift-d a 9 enter", 17);
}

#[test]
fn only_the_undo_of_the_damage_ends_the_step_that_teaches_undo() {
    let mut app = at_step(6);
    press(&mut app, "space");
    assert!(tutor(&app).is_astray());
    app.pause();
    press(&mut app, "backspace");
    assert_eq!(tutor(&app).place() + 1, 6, "the undo of the wrong key");
    assert!(!tutor(&app).is_astray());
    press(&mut app, "backspace");
    assert_eq!(tutor(&app).place() + 1, 7);
}

#[test]
fn keys_that_only_scroll_are_no_mistake_in_the_tutor() {
    let mut app = at_step(10);
    press(&mut app, "pageup pagedown pageup");
    assert!(!tutor(&app).is_corrected());
    let mut app = at_step(18);
    press(&mut app, "down up pagedown end home");
    assert!(!tutor(&app).is_corrected());
    press(&mut app, "x");
    assert!(tutor(&app).is_corrected());
}
