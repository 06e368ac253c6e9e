//! Waves and events scheduled with keys in the set-up: shown, undone, written and read back.

use affray::dice::Seed;
use affray::encounter::{Due, Timing};
use affray::ron_text::Source;
use affray::setup::{self, Count, Setup};
use affray::store::Library;
use affray::systems;
use affray::ui::app::{App, Screen};
use expect_test::{Expect, expect};

use crate::support::keyboard::{library, press, set_up};
use crate::support::screen;

fn bridge() -> App {
    set_up(library().encounter("bridge").expect("a bundled fight"))
}

fn wanted(app: &App) -> &Setup {
    match &app.screen {
        Screen::Setup(screen) => &screen.setup,
        _ => panic!("a set-up"),
    }
}

fn problem(app: &App) -> String {
    match &app.screen {
        Screen::Setup(screen) => screen.problems.join(" "),
        _ => panic!("a set-up"),
    }
}

/// Moves the mark to the row with this beginning.
#[track_caller]
fn to_row(app: &mut App, begins: &str) {
    press(app, "home");
    for _ in 0..60 {
        let drawn = screen::draw(app, 200, 60);
        let marked = drawn.lines().find_map(|line| line.split_once('›'));
        if marked.is_some_and(|(_, row)| row.trim_start().starts_with(begins)) {
            return;
        }
        press(app, "down");
    }
    panic!("no row begins `{begins}`: {}", screen::draw(app, 200, 60));
}

/// Checks the set-up at 80x24.
fn shows(app: &mut App, expected: &Expect) {
    expected.assert_eq(&screen::draw(app, 80, 24));
}

#[test]
fn a_wave_and_an_event_are_scheduled_by_keys() {
    let mut app = bridge();
    to_row(&mut app, "3 × Toll bandit");
    press(&mut app, "shift-t");
    shows(
        &mut app,
        &expect![[r#"
            ┌ A new fight ─────────────────────────────────────────────────────────────────┐
            │  Who fights                                                                  │
            │  Party   players, dice typed at the table                                    │
            │     1 × Maren                                                                │
            │     1 × Osk                                                                  │
            │     1 × Tilda                                                                │
            │     1 × Corvin                                                               │
            │  Bandits   the GM's, dice rolled by Affray                                   │
            │     1 × Rusk                                                                 │
            │›    3 × Toll bandit                                                          │
            │  new side                                                                    │
            │  Later in the fight                                                          │
            │  new event                                                                   │
            │  Options                                                                     │
            │  other dice  rolled by Affray                                                │
            │  critical damage  half current                                               │
            │  at 0 health  dead                                                           │
            │  impaired damage  lowest of two                                              │
            │A add from the library  + one more  - one fewer  E sheet  D remove  T arrival │
            ┟ When does Toll bandit arrive? ───────────────────────────────────────────────┧
            ┃ › W when      at the start of a round                                        ┃
            ┃   U in round  2                                                              ┃
            ┃                                                                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ Enter sends ┛
        "#]],
    );
    press(&mut app, "shift-u 3 enter");
    to_row(&mut app, "1 × Rusk");
    press(&mut app, "shift-t shift-w enter");
    to_row(&mut app, "title");
    press(&mut app, "shift-t");
    app.paste("the roof burns");
    press(&mut app, "tab tab 4 enter");
    to_row(&mut app, "new event");
    press(&mut app, "enter");
    app.paste("the torch burns out");
    press(&mut app, "tab shift-p enter");
    to_row(&mut app, "in round 2: the torch");
    press(&mut app, "right right right right");
    shows(
        &mut app,
        &expect![[r#"
            ┏ A new fight ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃     1 × Maren                                                                ┃
            ┃     1 × Osk                                                                  ┃
            ┃     1 × Tilda                                                                ┃
            ┃     1 × Corvin                                                               ┃
            ┃  Bandits   the GM's, dice rolled by Affray                                   ┃
            ┃     1 × Rusk   arrives when half of Bandits are down                         ┃
            ┃     3 × Toll bandit   arrives in round 3                                     ┃
            ┃  new side                                                                    ┃
            ┃  Later in the fight                                                          ┃
            ┃     in round 4: the roof burns                                               ┃
            ┃›    in round 6: the torch burns out   hidden                                 ┃
            ┃  new event                                                                   ┃
            ┃  Options                                                                     ┃
            ┃  other dice  rolled by Affray                                                ┃
            ┃  critical damage  half current                                               ┃
            ┃  at 0 health  dead                                                           ┃
            ┃  impaired damage  lowest of two                                              ┃
            ┃  natural 20 fails every save  yes                                            ┃
            ┃  group saves  one die                                                        ┃
            ┃  turn order of sides  cycle                                                  ┃
            ┃  who is alone for morale  group of one                                       ┃
            ┃Enter change  + a round later  - a round earlier                              ┃
            ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ G begins the fight ┛
        "#]],
    );
    let setup = wanted(&app).clone();
    let library = library();
    let compendium = library.compendium("alternation").expect("a system");
    let start = setup.begin(compendium, Seed(1)).expect("it begins");
    let planned: Vec<String> = start.scheduled.iter().map(|one| one.told(&start)).collect();
    expect![[r#"
        when half of Bandits are down: Rusk arrives
        round 3: 3 × Toll bandit arrive
        round 4: the roof burns
        round 6: the torch burns out"#]]
    .assert_eq(&planned.join("\n"));
    assert!(!start.scheduled[2].hidden && start.scheduled[3].hidden);
    // The written file is read back as the same set-up, apart from places in the file.
    let written = setup::write(&setup, compendium.schema);
    let (again, wrong) = setup::read(&Source::new("again.ron", &written), &[compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let again = again.expect("it is read");
    assert_eq!(setup::write(&again, compendium.schema), written);
    assert_eq!(again.begin(compendium, Seed(1)).expect("it begins"), start);
}

#[test]
fn a_saved_set_up_keeps_its_schedule() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = bridge();
    app.library = Library::with_own(systems::all(), home.path());
    to_row(&mut app, "3 × Toll bandit");
    press(&mut app, "shift-t enter down down down");
    press(&mut app, "shift-t a enter ctrl-s");
    let file = home.path().join("encounters/The toll bridge.ron");
    let kept = std::fs::read_to_string(file).expect("it is kept");
    let kept = kept.lines().map(str::trim);
    let kept: Vec<&str> = kept.filter(|line| line.contains("at: ")).collect();
    expect![[r#"
        (from: "Toll bandit", side: "Bandits", count: 3, at: Round(2)),
        (at: Round(2), text: "a"),"#]]
    .assert_eq(&kept.join("\n"));
}

#[test]
fn the_save_of_an_event_is_checked_while_it_is_typed() {
    let mut app = bridge();
    to_row(&mut app, "3 × Toll bandit");
    press(&mut app, "down down down shift-t a");
    let on_save = |app: &mut App| {
        let rows = screen::seen(app, 120, 36);
        let mut marked = rows.iter().filter(|row| row.contains('›'));
        marked.any(|row| row.contains("calls for a save"))
    };
    let found = (0..8).any(|_| {
        press(&mut app, "tab");
        on_save(&mut app)
    });
    assert!(found, "{}", screen::draw(&mut app, 120, 36));
    app.paste("all xyzzy");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.matches("xyzzy").count() > 1, "{shown}");
    press(&mut app, "enter");
    assert_eq!(wanted(&app).events.len(), 0, "it is not taken over");
}

#[test]
fn schedule_changes_can_be_undone_and_entries_moved_and_removed() {
    let mut app = bridge();
    to_row(&mut app, "3 × Toll bandit");
    let at = |app: &App| wanted(app).combatants[5].at.clone();
    press(&mut app, "shift-t enter");
    assert_eq!(at(&app), Some(Timing::Round(2)));
    press(&mut app, "backspace");
    assert_eq!(at(&app), None);
    press(&mut app, "ctrl-r");
    assert_eq!(at(&app), Some(Timing::Round(2)));
    // Combatants of the same kind who are there from the start have a separate row.
    press(&mut app, "shift-a");
    app.paste("Toll bandit 2");
    press(&mut app, "enter esc");
    let setup = wanted(&app);
    let counts: Vec<(&Count, bool)> = setup.combatants[5..]
        .iter()
        .map(|one| (&one.count, one.at.is_some()))
        .collect();
    assert_eq!(
        counts,
        [(&Count::Fixed(3), true), (&Count::Fixed(2), false)]
    );
    // The form of this row lets the combatants be there from the start again.
    to_row(&mut app, "3 × Toll bandit");
    press(&mut app, "enter shift-w shift-w shift-w enter");
    assert_eq!(at(&app), None, "{}", problem(&app));
    to_row(&mut app, "new event");
    press(&mut app, "enter");
    press(&mut app, "enter");
    assert!(wanted(&app).events.is_empty(), "nothing was said");
    app.paste("a bell");
    press(&mut app, "enter");
    to_row(&mut app, "in round 2: a bell");
    press(&mut app, "+ + - space");
    let event = &wanted(&app).events[0];
    assert_eq!((&event.at, event.hidden), (&Timing::Round(3), true));
    press(&mut app, "delete");
    assert!(wanted(&app).events.is_empty());
}

/// An event that waits for half of a side follows a change of the side's name, and keeps the side.
#[test]
fn a_side_with_a_scheduled_event_can_be_renamed_but_not_deleted() {
    let mut app = bridge();
    to_row(&mut app, "1 × Rusk");
    press(&mut app, "shift-t shift-w enter");
    assert_eq!(
        wanted(&app).combatants[4].at,
        Some(Timing::HalfDown("Bandits".to_owned()))
    );
    to_row(&mut app, "Bandits");
    press(&mut app, "enter shift-x");
    app.paste(" of the ford");
    press(&mut app, "enter");
    let named = Timing::HalfDown(wanted(&app).sides[1].name.clone());
    assert_eq!(named, Timing::HalfDown("Bandits of the ford".to_owned()));
    assert_eq!(wanted(&app).combatants[4].at, Some(named));
    to_row(&mut app, "new side");
    press(&mut app, "enter enter");
    to_row(&mut app, "new event");
    press(&mut app, "enter");
    app.paste("a horn");
    press(&mut app, "tab right tab right enter");
    assert_eq!(
        wanted(&app).events[0].at,
        Timing::HalfDown("Side 3".to_owned())
    );
    to_row(&mut app, "Side 3");
    press(&mut app, "delete");
    assert_eq!(wanted(&app).sides.len(), 3);
    assert!(
        problem(&app).contains("half of Side 3"),
        "{}",
        problem(&app)
    );
    to_row(&mut app, "when half of Side 3");
    press(&mut app, "delete");
    to_row(&mut app, "Side 3");
    press(&mut app, "delete");
    assert_eq!(wanted(&app).sides.len(), 2);
}

/// Rider and mount with the same arrival come together, wherever they are in the list.
#[test]
fn rider_and_mount_arrive_together() {
    let text = r#"(
        title: "x", system: "alternation", sides: [(name: "A"), (name: "B")],
        combatants: [
            (name: "Cob", side: "A", at: Round(3), links: [("riding", "Pony")]),
            (name: "Ada", side: "B"), (name: "Bel", side: "A"),
            (name: "Dag", side: "B", at: Manual),
            (name: "Pony", side: "A", at: Round(3), sheet: (kind: "mount")),
        ],
    )"#;
    let library = library();
    let compendium = library.compendium("alternation").expect("a system");
    let (setup, wrong) = setup::read(&Source::new("x.ron", text), &[compendium]);
    assert!(wrong.is_empty(), "{wrong:?}");
    let start = setup.expect("it is read").begin(compendium, Seed(1));
    let start = start.expect("it begins");
    let due: Vec<(Due, usize)> = start
        .scheduled
        .iter()
        .map(|one| (one.when, one.arriving.len()))
        .collect();
    assert_eq!(due, [(Due::Round(3), 2), (Due::Manual, 1)]);
}
