//! Keys while a fight is prepared, and on sheets, where prepared values can be corrected.

use affray::dice::Dice;
use affray::encounter::Control;
use affray::setup::{self, Count, HitPoints, Newcomer, Setup, SideSetup};
use affray::store::Library;
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::draw;
use affray::ui::keymap::Keymap;
use affray::ui::overlay::Overlay;
use affray::ui::setup::SetupScreen;
use affray::ui::sheet::{self, RowTarget, SheetRow, Subject};
use affray::ui::start::{DraftFight, StartScreen};
use affray::values::Value;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::keyboard::{self, library, line, press, set_up};
use crate::support::screen;

#[test]
fn every_sheet_of_a_set_up_opens_without_an_error() {
    let mut sheets = 0;
    let library = library();
    for compendium in systems::all()
        .iter()
        .filter_map(|one| library.compendium(one.key()))
    {
        for ready in &setup::bundled(compendium).0 {
            let mut app = set_up(ready.setup.clone());
            for _ in 0..40 {
                press(&mut app, "down shift-e");
                if let Overlay::Sheet(sheet) = &app.overlay {
                    assert_eq!(sheet.problem, None);
                    assert!(!sheet_rows(&app).is_empty());
                    sheets += 1;
                    press(&mut app, "esc");
                }
            }
        }
    }
    assert!(sheets > 50, "{sheets}");
}

/// Returns the rows of the sheet on the screen.
fn sheet_rows(app: &App) -> Vec<SheetRow> {
    let Overlay::Sheet(overlay) = &app.overlay else {
        panic!("a sheet is open");
    };
    match (overlay.of, &app.screen) {
        (Subject::Combatant(who), Screen::Fight(fight)) => {
            sheet::rows(fight.now(), fight.compendium.schema, who)
        }
        (Subject::Newcomer(place), Screen::Setup(screen)) => {
            let compendium = app.library.compendium(&screen.setup.system);
            screen.sheet_rows(place, compendium.expect("a system"))
        }
        _ => panic!("a sheet of another screen"),
    }
}

/// Moves to the first row below the mark with this label, on the sheet on the screen.
fn to_row(app: &mut App, label: &str) {
    for _ in 0..400 {
        let rows = sheet_rows(app);
        let Overlay::Sheet(sheet) = &app.overlay else {
            panic!("a sheet is open");
        };
        if sheet.mark.row(&rows).is_some_and(|row| row.label == label) {
            return;
        }
        press(app, "down");
    }
    panic!("there is no row `{label}` further down");
}

/// Returns the error that the sheet on the screen shows.
fn sheet_problem(app: &App) -> Option<&str> {
    match &app.overlay {
        Overlay::Sheet(sheet) => sheet.problem.as_deref(),
        _ => panic!("a sheet is open"),
    }
}

#[test]
fn improvised_combatants_can_get_weapons() {
    let weapons = [
        ("alternation", "attacks", "long knife", "die", "4"),
        ("countdown", "attacks", "boar spear", "damage", "d6"),
        ("segments", "weapons", "spear", "damage", "d8+3"),
        ("split-round", "attacks", "longbow", "damage", "d8+2"),
        ("seconds", "attacks", "boot knife", "damage", "d4"),
    ];
    for (system, list, weapon, field, value) in weapons {
        let mut setup = Setup::new(system);
        setup.sides = ["A", "B"]
            .map(|name| SideSetup {
                name: name.to_owned(),
                ..SideSetup::default()
            })
            .into();
        setup.combatants = vec![
            Newcomer::improvised("Zug", 12, "A"),
            Newcomer::improvised("Bel", 12, "B"),
        ];
        let mut app = set_up(setup);
        press(&mut app, "down shift-e");
        let one_more = format!("add: {list}");
        let named = |app: &App| {
            let rows = sheet_rows(app).into_iter();
            let its = rows.filter(|row| match &row.target {
                RowTarget::Field(_, path) => path.starts_with(list) && path.ends_with("/name"),
                _ => false,
            });
            its.map(|row| row.value).collect::<Vec<String>>()
        };
        let before = named(&app);
        to_row(&mut app, &one_more);
        press(&mut app, "enter");
        app.paste(&weapon[..3]);
        app.paste(&weapon[3..].to_uppercase());
        press(&mut app, "enter");
        assert_eq!(sheet_problem(&app), None, "{system}");
        let with = [&before[..], &[weapon.to_owned()]].concat();
        assert_eq!(named(&app), with, "{system}: out of the library");
        let there = sheet_rows(&app);
        let its = there
            .iter()
            .filter(|row| row.label == field || row.label.starts_with(field));
        assert!(
            its.clone().any(|row| row.value == value),
            "{system}: {:?}",
            its.collect::<Vec<_>>()
        );
        to_row(&mut app, &one_more);
        press(&mut app, "enter");
        app.paste("hook 2");
        press(&mut app, "enter backspace");
        assert_eq!(named(&app), with, "{system}: undone");
        press(&mut app, "ctrl-r esc shift-g");
        line(&mut app, "sheet Zug");
        let mut with = with;
        with.push("hook 2".to_owned());
        assert_eq!(named(&app), with, "{system}: it stands in the fight");
        to_row(&mut app, &one_more);
        press(&mut app, "enter");
        app.paste("hook 2");
        press(&mut app, "enter");
        let problem = sheet_problem(&app).unwrap_or_default();
        assert!(problem.contains("another name"), "{system}: {problem}");
        press(&mut app, "3 enter");
        with.push("hook 23".to_owned());
        assert_eq!(named(&app), with, "{system}: {:?}", sheet_problem(&app));
        press(&mut app, "up delete");
        with.pop();
        assert_eq!(named(&app), with, "{system}");
        press(&mut app, "home delete");
        let problem = sheet_problem(&app).unwrap_or_default();
        assert!(problem.contains("only list entries"), "{system}: {problem}");
        press(&mut app, "backspace backspace");
        assert_eq!(named(&app), with, "{system}: undone in the fight");
    }
}

#[test]
fn a_fight_with_one_side_needs_one_confirmation() {
    let mut setup = library().encounter("bridge").expect("a bundled fight");
    let side = setup.sides[0].name.clone();
    for one in &mut setup.combatants {
        one.side.clone_from(&side);
    }
    let mut app = set_up(setup);
    press(&mut app, "shift-g");
    let Screen::Setup(screen) = &app.screen else {
        panic!("it has not begun");
    };
    assert!(
        screen.problems[0].contains("on one side"),
        "{:?}",
        screen.problems
    );
    press(&mut app, "shift-g");
    assert!(app.fight().is_some());
}

#[test]
fn letters_are_text_only_in_an_opened_row_of_the_set_up() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    let first = |app: &App| match &app.screen {
        Screen::Setup(screen) => screen.setup.combatants[0].clone(),
        _ => panic!("a set-up"),
    };
    let before = first(&app);
    // Hidden, three combatants, 2d6 hit points; the name is unchanged.
    press(&mut app, "down enter shift-v shift-h 3 enter");
    let after = first(&app);
    assert_eq!((after.name, after.hidden), (before.name, !before.hidden));
    assert_eq!(after.count, Count::Fixed(3));
    press(&mut app, "enter shift-p 2 d 6 tab shift-x");
    app.paste(" the Old");
    press(&mut app, "enter");
    let named = first(&app);
    assert_eq!(named.name, format!("{} the Old", before.from));
    let dice = Dice::parse("2d6").expect("dice");
    assert_eq!(named.hit_points, HitPoints::Rolled(Some(dice)));
}

#[test]
fn a_letter_without_an_effect_gets_a_hint_with_its_action_key() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    let warned = |app: &App| screen_of(app).problems.clone();
    press(&mut app, "up up up up home a");
    let told = warned(&app);
    assert!(
        told[0].starts_with("`a` does nothing here. Do you mean `A` (add"),
        "{told:?}"
    );
    press(&mut app, "z");
    assert_eq!(warned(&app), ["`z` does nothing here. F1 lists the keys."]);
}

#[test]
fn the_difficulty_of_the_rulebook_is_shown_beside_the_odds() {
    let mut setup = Setup::new("d20");
    let side = |name: &str, players| SideSetup {
        name: name.to_owned(),
        players,
        ..SideSetup::default()
    };
    setup.sides = vec![side("Heroes", true), side("Foes", false)];
    setup.combatants = vec![
        Newcomer::from_roster("Hild", 1, "Heroes"),
        Newcomer::from_roster("Oswin", 1, "Heroes"),
        Newcomer::from_roster("Goblin", 6, "Foes"),
        Newcomer::from_roster("Ogre", 1, "Foes"),
    ];
    // Six goblins of 50 and an ogre of 450; two characters of level 3 have 800 for a hard fight.
    let mut app = set_up(setup.clone());
    app.foresee();
    let rows = screen::seen(&mut app, 80, 24);
    assert!(
        rows[0].contains("by the book: high, 750 of 800 XP"),
        "{}",
        rows[0]
    );
    // A level holds up to its whole budget.
    setup.combatants[3] = Newcomer::from_roster("Goblin", 10, "Foes");
    let mut app = set_up(setup.clone());
    app.foresee();
    let rows = screen::seen(&mut app, 80, 24);
    assert!(rows[0].contains("book: high, 800 of 800 XP"), "{}", rows[0]);
    setup.combatants[3] = Newcomer::from_roster("Ogre", 1, "Foes");
    setup
        .combatants
        .push(Newcomer::from_roster("Troll", 1, "Foes"));
    let mut app = set_up(setup.clone());
    app.foresee();
    let rows = screen::seen(&mut app, 80, 24);
    assert!(
        rows[0].contains("beyond high, 2550 of 800 XP"),
        "{}",
        rows[0]
    );
    // Without foes no difficulty is shown.
    setup.combatants.retain(|one| one.side == "Heroes");
    let mut app = set_up(setup);
    app.foresee();
    let rows = screen::seen(&mut app, 80, 24);
    assert!(!rows[0].contains("book"), "{}", rows[0]);
}

#[test]
fn the_finder_shows_the_meaning_of_each_typed_number() {
    let found_in = |system: &str, typed: &str| {
        let mut setup = Setup::new(system);
        setup.sides = vec![SideSetup {
            name: "Foes".to_owned(),
            ..SideSetup::default()
        }];
        let mut app = set_up(setup);
        press(&mut app, "shift-a");
        app.paste(typed);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 100, 30));
        draw::draw(&app, buffer.area, &mut buffer);
        let rows = screen::text(&buffer);
        let first = rows.lines().rev().find(|line| line.contains('›'));
        let first = first.unwrap_or_default().to_owned();
        press(&mut app, "enter");
        let Screen::Setup(screen) = &app.screen else {
            panic!("a set-up");
        };
        (first, screen.setup.combatants[0].clone())
    };
    let found = |typed: &str| found_in("alternation", typed);
    let (row, ogres) = found("ogre 24");
    assert!(row.contains("24 × Lock ogre"), "{row}");
    assert_eq!((&*ogres.from, ogres.count), ("Lock ogre", Count::Fixed(24)));
    // No combatant in the library has this name, although some contain its letters.
    let (row, zug) = found("Oge 24");
    assert!(row.contains("Oge, 24 hit points"), "{row}");
    assert_eq!((&*zug.name, zug.hit_points), ("Oge", HitPoints::Fixed(24)));
    let (row, zug) = found("Zug 2d6");
    assert!(row.contains("Zug, 2d6 hit points"), "{row}");
    let dice = Dice::parse("2d6").expect("dice");
    assert_eq!(zug.hit_points, HitPoints::Rolled(Some(dice)));
    // Values may come before `like` as well as after it.
    for typed in [
        "2 Gull armour 2 like ogre",
        "2 Gull like ogre armour 2",
        "Gull 2 armour 2 like ogre",
    ] {
        let (row, gull) = found(typed);
        assert!(row.contains("2 × Gull, like Lock ogre, armour 2"), "{row}");
        assert_eq!((&*gull.name, &*gull.from), ("Gull", "Lock ogre"));
        assert_eq!(gull.sheet.get("armour"), Some(&Value::Int(2)));
    }
    // In a system without hit points the number sets the value that the system counts instead, and every combatant has
    // such a value.
    let (row, zug) = found_in("seconds", "Zug 12");
    assert!(row.contains("Zug, 12 Toughness"), "{row}");
    assert_eq!(zug.hit_points, HitPoints::Fixed(12));
    let (row, zug) = found_in("seconds", "Zug armour 1");
    assert!(row.contains("Zug, armour 1"), "{row}");
    assert_eq!(zug.hit_points, HitPoints::Sheet);
    // A long line is shown completely, and the details of the match are cut.
    let (row, _) = found("Gull of the Seven Sails speed 3 armour 2 shield 1 agi 16");
    assert!(row.contains("AGI 16"), "{row}");
}

#[test]
fn the_footer_of_a_combatant_names_the_sheet_on_a_small_screen() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    press(&mut app, "down");
    let footer = screen::draw(&mut app, 80, 24);
    assert!(footer.contains("E sheet"), "{footer}");
}

#[test]
fn every_option_is_described_on_every_screen() {
    let mut options = 0;
    for system in systems::all() {
        for (width, height) in [(80, 24), (60, 12), (120, 36)] {
            let mut app = set_up(Setup::new(system.key()));
            let schema = library().compendium(system.key()).expect("one").schema;
            let mut unseen: Vec<&str> = schema.options.iter().map(|one| &*one.label).collect();
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            for _ in 0..60 {
                press(&mut app, "down");
                buffer.reset();
                draw::draw(&app, buffer.area, &mut buffer);
                // Wrapped text covers several lines between frames.
                let text = screen::text(&buffer).replace(['┃', '│'], " ");
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let told = |label: &str| {
                    let mut words = label.split_whitespace();
                    words.all(|word| text.contains(word))
                };
                unseen.retain(|label| !told(label));
            }
            assert_eq!(unseen, Vec::<&str>::new(), "{} {width}", system.key());
            options += schema.options.len();
        }
    }
    assert!(options > 100, "{options}");
}

#[test]
fn no_option_is_cut_on_the_smallest_screen() {
    let mut seen = 0;
    for system in systems::all() {
        let mut app = set_up(Setup::new(system.key()));
        let schema = library().compendium(system.key()).expect("one").schema;
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 24));
        for _ in 0..60 {
            press(&mut app, "down");
            buffer.reset();
            draw::draw(&app, buffer.area, &mut buffer);
            for line in screen::text(&buffer).lines() {
                let row = line.trim_matches(['┃', '│', '›', ' ']);
                let whole = |label: &str| row.starts_with(&format!("{label}  "));
                let mut of_it = schema.options.iter();
                seen += usize::from(of_it.any(|one| whole(&one.label)));
                let cut = row.split_once("…  ").map_or(row, |(label, _)| label);
                let mut of_it = schema.options.iter();
                let is_cut = cut != row && of_it.any(|one| one.label.starts_with(cut));
                assert!(!is_cut && !row.ends_with('…'), "{line}");
            }
        }
    }
    assert!(seen > 100, "{seen} rows");
}

#[test]
fn a_success_message_has_no_warning_symbol() {
    let home = tempfile::tempdir().expect("a folder");
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    app.library = Library::with_own(systems::all(), home.path());
    let line = |app: &App, about: &str| {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 200, 50));
        draw::draw(app, buffer.area, &mut buffer);
        let text = screen::text(&buffer);
        let line = text.lines().find(|line| line.contains(about));
        line.unwrap_or_else(|| panic!("{text}")).to_owned()
    };
    press(&mut app, "ctrl-s");
    let kept = line(&app, "saved for later");
    assert!(!kept.contains('⚠'), "{kept}");
    for _ in 0..20 {
        press(&mut app, "down shift-d");
    }
    press(&mut app, "up up up up shift-d");
    if let Screen::Setup(screen) = &mut app.screen {
        screen.setup.sides.clear();
    }
    press(&mut app, "ctrl-s");
    assert!(!line(&app, "saved for later").contains('⚠'));
    let why = line(&app, "the fight cannot begin yet");
    assert!(why.contains('⚠'), "{why}");
}

#[test]
fn leaving_an_unsaved_set_up_asks_for_confirmation() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    press(&mut app, "esc");
    assert_eq!(app.requests, [Request::Leave], "nothing was changed");
    app.requests.clear();
    let problems = |app: &App| match &app.screen {
        Screen::Setup(screen) => screen.problems.clone(),
        _ => panic!("a set-up"),
    };
    press(&mut app, "shift-w");
    for _ in 0..9 {
        press(&mut app, "down shift-w");
    }
    press(&mut app, "esc");
    assert_eq!(app.requests, []);
    assert!(
        problems(&app)[0].contains("is not saved"),
        "{:?}",
        problems(&app)
    );
    press(&mut app, "esc");
    assert_eq!(app.requests, [Request::Leave]);
}

#[test]
fn the_control_of_a_side_has_its_own_key_in_set_up() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    let wanted = |app: &App| screen_of(app).setup.clone();
    press(&mut app, "home");
    for _ in 0..40 {
        if marked(&mut app).contains("Bandits") {
            break;
        }
        press(&mut app, "down");
    }
    for decides in [
        Control::Suggested,
        Control::AskAreas,
        Control::Automatic,
        Control::Gm,
    ] {
        press(&mut app, "shift-l");
        assert_eq!(wanted(&app).sides[1].control, decides);
    }
    press(&mut app, "f11 f11 f11");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(
        shown.contains("dice rolled by Affray, automatic"),
        "{shown}"
    );
    assert!(shown.contains("control"), "the key is told: {shown}");
    press(&mut app, "down");
    assert!(marked(&mut app).contains("Rusk"), "{}", marked(&mut app));
    let is_rusk = |one: &Newcomer| affray::ui::setup::called(one) == "Rusk";
    let place = wanted(&app).combatants.iter().position(is_rusk);
    let place = place.expect("somebody of that side");
    for decides in [Some(Control::Gm), Some(Control::Suggested)] {
        press(&mut app, "shift-l");
        assert_eq!(wanted(&app).combatants[place].control, decides);
    }
    press(&mut app, "shift-l shift-l shift-l");
    assert_eq!(wanted(&app).combatants[place].control, None, "as its side");
}

/// Returns the text of the marked row on the screen.
fn marked(app: &mut App) -> String {
    let shown = screen::draw(app, 120, 36);
    let row = shown.lines().find(|line| line.starts_with("┃›"));
    row.expect("a marked row").to_owned()
}

/// Returns the set-up on the screen.
fn screen_of(app: &App) -> &SetupScreen {
    match &app.screen {
        Screen::Setup(screen) => screen,
        _ => panic!("a set-up"),
    }
}

/// Each change of a set-up is on disk before it is shown. However the program ends, the start screen offers the draft.
#[test]
fn a_set_up_is_saved_as_a_draft_and_offered_again() {
    let home = tempfile::tempdir().expect("a folder");
    let own = || Library::with_own(systems::all(), home.path());
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    app.library = own();
    app.foresee();
    assert_eq!(DraftFight::all(&own()), [], "nothing was changed yet");
    for keys in ["shift-a", "enter", "esc", "+ + +", "shift-w", "space"] {
        press(&mut app, keys);
        if keys == "shift-a" {
            app.paste("2 Zog 1d8");
        }
        app.foresee();
        // The program might be killed here.
        let drafts = DraftFight::all(&own());
        if keys == "shift-a" {
            continue;
        }
        assert_eq!(drafts.len(), 1, "after {keys}");
        let start = StartScreen::new(Vec::new(), Vec::new()).with_drafts(drafts);
        let mut again = App::with(
            Keymap::built_in(),
            keyboard::theme(),
            own(),
            Screen::Start(Box::new(start)),
        );
        press(&mut again, "enter");
        let (was, is) = (&screen_of(&app).setup, &screen_of(&again).setup);
        let people = |setup: &Setup| -> Vec<String> {
            let all = setup.combatants.iter();
            all.map(|one| {
                format!(
                    "{}{} {:?} {:?} {}",
                    one.from, one.name, one.count, one.rolls, one.hidden
                )
            })
            .collect()
        };
        assert_eq!(people(is), people(was), "after {keys}");
        assert_eq!(is.title, was.title);
    }
    // Leaving loses nothing, so Affray does not ask.
    press(&mut app, "esc");
    assert_eq!(app.requests, [Request::Leave]);
    app.requests.clear();
    // After the fight has begun and is saved, the draft is gone.
    let name = DraftFight::all(&own())[0].name.clone();
    press(&mut app, "shift-g");
    assert_eq!(app.requests, [Request::Begun(Some(name))]);
}

/// A typed name that is too long is cut visibly, and a name in a draft that is too long is cut, not lost.
#[test]
fn a_name_that_is_too_long_is_shortened() {
    let home = tempfile::tempdir().expect("a folder");
    let own = || Library::with_own(systems::all(), home.path());
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    app.library = own();
    app.foresee();
    let long = "The night the river rose and the whole of the lower town went under water";
    let cut = |name: &str| name.contains("The night the river") && name.chars().count() <= 60;
    press(&mut app, "shift-a");
    app.paste(&format!("{long} 20"));
    press(&mut app, "enter");
    press(&mut app, "esc");
    for _ in 0..40 {
        press(&mut app, "up");
    }
    press(&mut app, "enter");
    app.paste(long);
    press(&mut app, "enter");
    app.foresee();
    let setup = &screen_of(&app).setup;
    assert!(cut(&setup.title), "{}", setup.title);
    let joined = |setup: &Setup| setup.combatants.iter().filter(|one| cut(&one.name)).count();
    assert_eq!(joined(setup), 1, "{:?}", setup.combatants);

    // Draft of an earlier version.
    let drafts = home.path().join("drafts");
    for file in std::fs::read_dir(&drafts).expect("it is kept") {
        let file = file.expect("a name").path();
        let text = std::fs::read_to_string(&file).expect("text");
        let kept = setup.combatants.iter().map(|one| &one.name);
        let kept = kept.chain([&setup.title]).filter(|name| cut(name));
        let text = kept.fold(text, |text, name| text.replace(name, long));
        assert!(text.matches(long).count() >= 2, "{text}");
        std::fs::write(&file, text).expect("written");
    }
    let [draft] = &DraftFight::all(&own())[..] else {
        panic!("one draft");
    };
    assert!(cut(&draft.title), "{}", draft.title);
    assert!(draft.who.contains("The night the river"), "{}", draft.who);
}

/// A partly completed form over a set-up is restored however the program ended, and is gone once it is closed.
#[test]
fn a_partial_form_of_the_set_up_is_saved() {
    let home = tempfile::tempdir().expect("a folder");
    let own = || Library::with_own(systems::all(), home.path());
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    app.library = own();
    press(&mut app, "down enter");
    app.foresee();
    assert_eq!(DraftFight::all(&own()), [], "the form is only opened");
    press(&mut app, "shift-v");
    app.foresee();
    let set = |app: &App| {
        let (prompt, ask) = screen_of(app).prompt().expect("a form");
        (prompt.title.clone(), ask.draft.clone())
    };
    let before = set(&app);
    assert!(!before.1.is_empty(), "{before:?}");
    // The program might be killed here.
    let drafts = DraftFight::all(&own());
    let start = StartScreen::new(Vec::new(), Vec::new()).with_drafts(drafts);
    let start = Screen::Start(Box::new(start));
    let mut again = App::with(Keymap::built_in(), keyboard::theme(), own(), start);
    press(&mut again, "enter");
    assert_eq!(set(&again), before);
    // It is sent like any other form, and then only its changes are stored.
    press(&mut again, "enter");
    assert!(screen_of(&again).prompt().is_none());
    again.foresee();
    let files = || {
        let files = std::fs::read_dir(home.path().join("drafts")).expect("a folder");
        let ending = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
        let names = files.map(|file| file.expect("a file").file_name());
        names
            .map(|name| ending(&name.to_string_lossy()))
            .collect::<Vec<String>>()
    };
    assert_eq!(files(), ["ron"]);
    // A closed form leaves nothing behind if there were no other changes.
    press(&mut app, "esc esc");
    app.foresee();
    assert!(screen_of(&app).prompt().is_none());
    assert_eq!(DraftFight::all(&own()), []);
}

/// With the mark on the title, combatants are added to the players' side until it has one, then to their foes.
#[test]
fn without_a_chosen_side_combatants_join_the_empty_players_side_first() {
    let mut setup = Setup::new("d20");
    setup.sides = [("Foes", false), ("Heroes", true)]
        .map(|(name, players)| SideSetup {
            name: name.to_owned(),
            players,
            ..SideSetup::default()
        })
        .into();
    let mut app = set_up(setup);
    for name in ["Hild", "Bandit"] {
        press(&mut app, "up up up up up up up up shift-a");
        app.paste(name);
        press(&mut app, "enter esc");
    }
    let all = &screen_of(&app).setup.combatants;
    let sides: Vec<&str> = all.iter().map(|one| one.side.as_str()).collect();
    assert_eq!(sides, ["Heroes", "Foes"]);
}

#[test]
fn the_mark_moves_to_the_added_combatant() {
    let mut app = set_up(library().encounter("bridge").expect("a bundled fight"));
    press(&mut app, "down down shift-a");
    app.paste("Zog 1d8");
    press(&mut app, "enter esc + + + + +");
    let counts: Vec<(&str, &Count)> = screen_of(&app)
        .setup
        .combatants
        .iter()
        .map(|one| (one.name.as_str(), &one.count))
        .collect();
    assert_eq!(
        counts.last(),
        Some(&("Zog", &Count::Fixed(6))),
        "{counts:?}"
    );
    let others = &counts[..counts.len() - 1];
    let before = library().encounter("bridge").expect("a bundled fight");
    let before: Vec<&Count> = before.combatants.iter().map(|one| &one.count).collect();
    let after: Vec<&Count> = others.iter().map(|(_, count)| *count).collect();
    assert_eq!(after, before, "nobody else was changed");
}

#[test]
fn typed_letters_find_a_row_of_the_sheet() {
    for system in systems::all() {
        let mut setup = Setup::new(system.key());
        setup.sides = vec![SideSetup {
            name: "Foes".to_owned(),
            ..SideSetup::default()
        }];
        let library = library();
        let roster = library.compendium(system.key()).expect("one").roster();
        let from = &roster[0].name;
        setup.combatants = vec![Newcomer::from_roster(from, 1, "Foes")];
        let mut app = set_up(setup);
        press(&mut app, "down f3");
        let rows = sheet_rows(&app);
        for row in rows.iter().filter(|row| row.target != RowTarget::Heading) {
            press(&mut app, "/");
            app.paste(&row.label);
            press(&mut app, "enter");
            let Overlay::Sheet(sheet) = &app.overlay else {
                panic!("a sheet");
            };
            let marked = sheet.mark.row(&rows).expect("a row is marked");
            assert_eq!(marked.label, row.label, "{}", system.key());
            assert!(sheet.search.is_none() && sheet.edit.is_none());
        }
    }
}

/// Backspace returns from a fight without inputs to its set-up, with all earlier states of the set-up.
#[test]
fn backspace_before_the_first_answer_returns_to_the_set_up() {
    let setup = library().encounter("bridge").expect("bundled").clone();
    let mut app = set_up(setup);
    press(&mut app, "shift-g");
    assert!(matches!(app.screen, Screen::Fight(_)));
    assert_eq!(app.requests, [Request::Begun(None)]);
    app.requests.clear();
    press(&mut app, "esc");
    let shown = screen::draw(&mut app, 80, 24);
    assert!(shown.contains("press Backspace to return to"), "{shown}");
    press(&mut app, "backspace");
    assert_eq!(app.requests, [Request::Unbegin]);
    app.requests.clear();
    app.return_to_setup();
    let Screen::Setup(screen) = &app.screen else {
        panic!("the set-up is on the screen");
    };
    assert_eq!(screen.setup.title, "The toll bridge");
    let shown = screen::draw(&mut app, 80, 24);
    assert!(shown.contains("The fight has not begun."), "{shown}");
    // After an answer, Backspace only undoes.
    press(&mut app, "shift-g enter");
    app.requests.clear();
    press(&mut app, "backspace backspace");
    assert_eq!(app.requests, []);
    assert!(matches!(app.screen, Screen::Fight(_)));
}

/// A fight that was loaded has no set-up to return to.
#[test]
fn esc_at_the_first_question_promises_no_undo() {
    let mut app = keyboard::fight("bridge");
    press(&mut app, "esc");
    let shown = screen::draw(&mut app, 80, 24);
    assert!(
        shown.contains("Esc cannot close this question. Answer it."),
        "{shown}"
    );
    assert!(!shown.contains("Answer it, or"), "{shown}");
}
