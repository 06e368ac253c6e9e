//! A party typed with few keys: class and level in the line of a combatant, spells and weapons by a few letters, and
//! searches without a match.

use affray::setup::{Count, HitPoints, Newcomer, Setup, SideSetup};
use affray::ui::app::{App, Screen};
use affray::ui::ask::Mode;
use affray::ui::overlay::Overlay;
use affray::ui::sheet::{Offered, RowTarget, SheetRow, Subject};
use affray::values::{Record, Value};

use crate::support::keyboard::{of_setup, on, press, set_up, written};
use crate::support::screen;

/// Opens an empty set-up of Open d20 with the usual sides.
fn empty() -> App {
    let mut setup = Setup::new("d20");
    setup.sides = ["Party", "Foes"]
        .map(|name| SideSetup {
            name: name.to_owned(),
            players: name == "Party",
            ..SideSetup::default()
        })
        .into();
    set_up(setup)
}

/// Types a text, a key for each character, and returns the number of keys.
fn letters(app: &mut App, text: &str) -> usize {
    let keys = text.chars().map(|c| match c {
        ' ' => "space".to_owned(),
        'A'..='Z' => format!("shift-{}", c.to_ascii_lowercase()),
        c => c.to_string(),
    });
    keys.map(|key| press(app, &key)).sum()
}

fn overlay(app: &App) -> &affray::ui::sheet::SheetOverlay {
    match &app.overlay {
        Overlay::Sheet(sheet) => sheet,
        _ => panic!("a sheet is open"),
    }
}

fn rows(app: &App) -> Vec<SheetRow> {
    match (&app.overlay, &app.screen) {
        (Overlay::Sheet(sheet), Screen::Setup(screen)) => {
            let Subject::Newcomer(place) = sheet.of else {
                panic!("a sheet of the set-up");
            };
            let compendium = app.library.compendium("d20").expect("a system");
            screen.sheet_rows(place, compendium)
        }
        _ => panic!("a sheet of the set-up is open"),
    }
}

fn marked(app: &App) -> SheetRow {
    let rows = rows(app);
    overlay(app).mark.row(&rows).expect("a marked row").clone()
}

fn names(list: &[Record]) -> Vec<&str> {
    list.iter().map(|one| one.word("name")).collect()
}

/// Returns the list of the first combatant of the set-up, as it was set.
fn list<'a>(app: &'a App, key: &str) -> &'a [Record] {
    match &app.screen {
        Screen::Setup(screen) => screen.setup.combatants[0].sheet.list(key),
        _ => panic!("a set-up"),
    }
}

/// Adds a combatant by a line, opens the sheet and marks the row that a search finds.
fn on_sheet(line: &str, search: &str) -> App {
    let mut app = empty();
    press(&mut app, "shift-a");
    letters(&mut app, line);
    press(&mut app, "enter enter shift-e /");
    letters(&mut app, search);
    press(&mut app, "enter");
    app
}

#[test]
fn adding_a_wizard_of_level_5_with_eight_spells_takes_at_most_90_keys() {
    let mut app = empty();
    let mut keys = press(&mut app, "shift-a");
    keys += letters(&mut app, "Mira 27 wizard 5 int 17 dex 14");
    keys += press(&mut app, "enter enter shift-e /");
    keys += letters(&mut app, "sp");
    keys += press(&mut app, "enter");
    keys += letters(&mut app, "fireb,mm,shield,misty,count,web,haste,sleep");
    keys += press(&mut app, "enter esc");
    assert!(keys <= 90, "{keys} keys");
    let spells = [
        "Fireball",
        "Magic Missile",
        "Shield",
        "Misty Step",
        "Counterspell",
        "Web",
        "Haste",
        "Sleep",
    ];
    assert_eq!(names(list(&app, "spells")), spells);
    let Screen::Setup(screen) = &app.screen else {
        panic!("a set-up");
    };
    let fight = of_setup(&Setup {
        combatants: vec![
            screen.setup.combatants[0].clone(),
            affray::setup::Newcomer::improvised("Zug", 5, "Foes"),
        ],
        ..screen.setup.clone()
    });
    let mira = on(&fight).now().ids().next().expect("a combatant");
    let sheet = &on(&fight).now().get(mira).sheet;
    let number = |key: &str| sheet.value(key).and_then(|value| value.as_int());
    assert_eq!(on(&fight).now().get(mira).name, "Mira");
    assert_eq!(sheet.value("class"), Some(Value::Word("wizard".to_owned())));
    let values = ["max_hp", "level", "ac", "spell_dc", "max_slots_3"].map(number);
    assert_eq!(values, [27, 5, 12, 14, 2].map(Some));
}

#[test]
fn class_and_level_after_the_hit_points_may_be_abbreviated() {
    let added = |line: &str| {
        let mut app = empty();
        press(&mut app, "shift-a");
        letters(&mut app, line);
        press(&mut app, "enter");
        match &app.screen {
            Screen::Setup(screen) => {
                let one = screen.setup.combatants.first();
                one.map(|one| (one.name.clone(), one.sheet.clone()))
            }
            _ => panic!("a set-up"),
        }
    };
    for line in [
        "Mira 27 wizard 5",
        "Mira 27 wiz 5",
        "Mira 27 cl wiz lev 5",
        "Mira 27 class wizard level 5",
    ] {
        let (name, sheet) = added(line).expect(line);
        assert_eq!(name, "Mira", "{line}");
        assert_eq!(sheet.word("class"), "wizard", "{line}");
        assert_eq!(sheet.get("level"), Some(&Value::Int(5)), "{line}");
    }
    // Without a number behind it, a class belongs to the name.
    let (name, sheet) = added("2 Old wizard").expect("a name");
    assert_eq!((&*name, sheet.word("class")), ("Old wizard", ""));
    // Without a number before it, a class is not abbreviated.
    let (name, sheet) = added("Old wiz 5").expect("a name");
    assert_eq!((&*name, sheet.word("class")), ("Old wiz", ""));
    // Several fields begin with these letters.
    assert_eq!(added("Mira 27 in 5"), None);
}

#[test]
fn typing_a_class_and_a_number_sets_class_and_level() {
    let app = empty();
    let compendium = app.library.compendium("d20").expect("a system");
    let mut fields = compendium.schema.fields.iter();
    let class = fields.find(|field| field.key == "class").expect("a field");
    let affray::values::Spec::Word(classes) = &class.kind else {
        panic!("a field of words");
    };
    for class in classes.iter().filter(|class| *class != "none") {
        let mut app = empty();
        press(&mut app, "shift-a");
        letters(&mut app, &format!("Ann 20 {class} 3"));
        press(&mut app, "enter");
        let Screen::Setup(screen) = &app.screen else {
            panic!("a set-up");
        };
        let sheet = &screen.setup.combatants[0].sheet;
        assert_eq!(sheet.word("class"), class);
        assert_eq!(sheet.get("level"), Some(&Value::Int(3)), "{class}");
    }
}

/// Returns the newcomer of a line, with the row that previews it.
fn previewed(line: &str) -> (Newcomer, String) {
    let mut app = empty();
    press(&mut app, "shift-a");
    letters(&mut app, line);
    let shown = screen::draw(&mut app, 200, 36);
    let row = shown.lines().rev().find(|row| row.contains('›'));
    let row = row.unwrap_or_default().to_owned();
    press(&mut app, "enter");
    match &app.screen {
        Screen::Setup(screen) => (screen.setup.combatants[0].clone(), row),
        _ => panic!("a set-up"),
    }
}

#[test]
fn a_class_and_a_level_may_follow_the_name() {
    for (line, points, values) in [
        ("Brak fighter 5", 10, vec![]),
        (
            "Brak fighter 5 44 ac 18 str 18",
            44,
            vec![("ac", 18), ("str", 18)],
        ),
        ("Brak 44 ac 18 fighter 5", 44, vec![("ac", 18)]),
        ("Brak hp 44 fighter 5", 44, vec![]),
    ] {
        let (brak, row) = previewed(line);
        assert_eq!(brak.name, "Brak", "{line}");
        assert_eq!(brak.count, Count::Fixed(1), "{line}");
        assert_eq!(brak.hit_points, HitPoints::Fixed(points), "{line}");
        assert_eq!(brak.sheet.word("class"), "fighter", "{line}");
        assert_eq!(brak.sheet.get("level"), Some(&Value::Int(5)), "{line}");
        for (key, value) in values {
            assert_eq!(brak.sheet.get(key), Some(&Value::Int(value)), "{line}");
        }
        assert!(row.contains("class fighter, level 5"), "{line}: {row}");
    }
    // A number before the name is still the number of combatants.
    let (brak, _) = previewed("2 Brak fighter 5");
    assert_eq!((&*brak.name, brak.count), ("Brak", Count::Fixed(2)));
    assert_eq!(brak.sheet.word("class"), "fighter");
    // The word may be the name of a library creature.
    let (druids, _) = previewed("Druid 3");
    assert_eq!((&*druids.from, druids.count), ("Druid", Count::Fixed(3)));
    let (una, _) = previewed("Una like druid 3");
    assert_eq!((&*una.name, &*una.from), ("Una", "Druid"));
    assert_eq!((una.count, una.sheet.word("class")), (Count::Fixed(3), ""));
}

/// The example comes from the sheet of the system, and the line adds what the help says.
#[test]
fn hint_and_help_of_the_line_that_adds_combatants_show_an_example_of_the_system() {
    let mut app = empty();
    press(&mut app, "shift-a");
    let hint = screen::draw(&mut app, 80, 24);
    assert!(hint.contains("Brak 44 ac 18 fighter 5"), "{hint}");
    letters(&mut app, "Brak class ");
    press(&mut app, "f1");
    let help = screen::draw(&mut app, 80, 24);
    let row = |text: &str| {
        let found = help.lines().find(|row| row.contains(text));
        found.unwrap_or_else(|| panic!("`{text}` is not in\n{help}"))
    };
    assert!(row("Tab ").contains("other side"), "{help}");
    assert!(
        row("6 Zug hp 2d6").contains("6 × Zug, 2d6 hit points"),
        "{help}"
    );
    assert!(row("Brak 44 ac 18 fighter 5").contains("armour class 18"));
    assert!(!help.contains("complete"), "{help}");
    // Back in the line, Tab does what the help says.
    press(&mut app, "esc");
    let side = |app: &mut App| screen::draw(app, 80, 24).contains("Who joins Party?");
    assert!(side(&mut app));
    press(&mut app, "tab");
    assert!(!side(&mut app));
    // A system without classes has another example.
    let mut app = crate::support::keyboard::fight("bridge");
    press(&mut app, "f6");
    let hint = screen::draw(&mut app, 120, 36);
    assert!(hint.contains("or new: 6 Zug hp 2d6"), "{hint}");
}

#[test]
fn enter_adds_the_best_match_of_a_list() {
    let mut app = on_sheet("Mira 27", "spells");
    letters(&mut app, "fireb");
    press(&mut app, "enter");
    assert_eq!(overlay(&app).problem, None);
    // Each typed word begins a word of its own, in order.
    letters(&mut app, "magic m");
    press(&mut app, "enter");
    assert_eq!(names(list(&app, "spells")), ["Fireball", "Magic Missile"]);
    let fireball = &list(&app, "spells")[0];
    assert_eq!(fireball.get("level"), Some(&Value::Int(3)));
    assert!(fireball.dice("damage").is_some());
}

#[test]
fn a_comma_separates_several_new_entries() {
    let mut app = on_sheet("Mira 27", "spells");
    letters(&mut app, "fireball, magic mis, ");
    let before: Vec<&str> = overlay(&app).before.iter().map(|one| &*one.name).collect();
    assert_eq!(before, ["Fireball", "Magic Missile"]);
    // Nothing is typed after the last comma, so no third entry is added.
    press(&mut app, "enter");
    assert_eq!(names(list(&app, "spells")), ["Fireball", "Magic Missile"]);
    // A list with an entry that exists already changes nothing.
    letters(&mut app, "web, fireball");
    press(&mut app, "enter");
    let problem = overlay(&app).problem.clone().unwrap_or_default();
    assert!(problem.contains("Fireball already exists"), "{problem}");
    assert_eq!(list(&app, "spells").len(), 2);
}

#[test]
fn an_unknown_name_among_several_is_refused_and_keeps_the_typed_names() {
    let mut app = on_sheet("Mira 27", "spells");
    letters(&mut app, "fireball, fierball, mage armor");
    press(&mut app, "enter");
    let problem = overlay(&app).problem.clone().unwrap_or_default();
    assert!(
        problem.contains("fierball is not in the library of spells"),
        "{problem}"
    );
    assert_eq!(names(list(&app, "spells")), [""; 0]);
    let typed = overlay(&app).edit.as_ref().map(|edit| edit.value());
    assert_eq!(typed, Some("fireball, fierball, mage armor"));
    // The corrected line adds all three spells.
    press(&mut app, "ctrl-u");
    letters(&mut app, "fireball, shield, mage armor");
    press(&mut app, "enter");
    assert_eq!(overlay(&app).problem, None);
    assert_eq!(
        names(list(&app, "spells")),
        ["Fireball", "Shield", "Mage Armor"]
    );
}

#[test]
fn a_text_without_a_match_in_the_library_becomes_a_new_entry_with_a_message() {
    let mut app = on_sheet("Mira 27", "spells");
    letters(&mut app, "qqq");
    press(&mut app, "enter");
    assert_eq!(names(list(&app, "spells")), ["qqq"]);
    let problem = overlay(&app).problem.clone().unwrap_or_default();
    assert!(problem.contains("qqq is not in the library"), "{problem}");
    // Up selects the own entry although the library has matches.
    letters(&mut app, "fireb");
    press(&mut app, "up enter");
    assert_eq!(names(list(&app, "spells")), ["qqq", "fireb"]);
}

#[test]
fn a_search_on_a_sheet_finds_the_row_that_adds_to_a_list() {
    for (before, search, wanted) in [
        ("", "spells", "add: spells"),
        ("web, haste", "spells", "add: spells"),
        ("web, haste", "spell", "add: spells"),
        ("web, haste", "spell a", "spell attack"),
    ] {
        let mut app = on_sheet("Mira 27", "spells");
        if !before.is_empty() {
            letters(&mut app, before);
            press(&mut app, "enter");
        }
        press(&mut app, "home /");
        letters(&mut app, search);
        press(&mut app, "enter");
        assert_eq!(marked(&app).label, wanted, "{before} /{search}");
    }
    // The key of a field finds it as its label does.
    let mut app = on_sheet("Mira 27", "attacks");
    letters(&mut app, "rapier");
    press(&mut app, "enter home /");
    letters(&mut app, "bonus");
    press(&mut app, "enter");
    assert_eq!(marked(&app).label, "to hit");
}

#[test]
fn a_weapon_name_finds_the_weapon_of_the_library_and_no_weapon_of_a_monster() {
    let mut app = on_sheet("Mira 27 rogue 5 dex 18", "attacks");
    letters(&mut app, "mace");
    let maces = overlay(&app).fitting.iter();
    let maces: Vec<&Offered> = maces
        .filter(|one| one.name.eq_ignore_ascii_case("mace"))
        .collect();
    // Monsters have weapons of this name too, with numbers of their own.
    let [mace] = maces.as_slice() else {
        panic!("one mace: {maces:?}");
    };
    assert_eq!((&*mace.owner, &*mace.numbers), ("", "d6, str, monk die 6"));
    press(&mut app, "backspace backspace backspace backspace");
    letters(&mut app, "rapier, longbow");
    press(&mut app, "enter");
    assert_eq!(names(list(&app, "attacks")), ["Rapier", "Longbow"]);
    let is_entry = |row: &SheetRow| matches!(row.target, RowTarget::Heading);
    assert!(
        rows(&app)
            .iter()
            .any(|row| is_entry(row) && row.label.contains("Rapier"))
    );
    let rapier = &list(&app, "attacks")[0];
    assert_eq!(rapier.word("ability"), "finesse");
    assert_eq!(rapier.get("bonus").and_then(Value::as_int).unwrap_or(0), 0);
}

#[test]
fn enter_takes_no_option_if_nothing_matches_the_search() {
    let mut app = written(
        "d20",
        r#"(title: "Search", system: "d20", sides: [(name: "Party", players: true, rolls: Typed), (name: "Foes", rolls: Typed)], combatants: [
            (name: "Sela", side: "Party", sheet: (max_hp: 27, class: "cleric", level: 5, spells: ["Bless", "Bane", "Guiding Bolt", "Aid", "Spiritual Weapon", "Cure Wounds", "Hold Person", "Sanctuary"])),
            (name: "Zug", side: "Foes", sheet: (max_hp: 9)),
        ])"#,
    );
    letters(&mut app, "20 5");
    press(&mut app, "enter shift-k shift-w");
    assert_eq!(on(&app).ask().mode, Mode::List);
    letters(&mut app, "spiritx");
    for _ in 0..2 {
        let problem = on(&app).ask().problem.clone().unwrap_or_default();
        assert!(problem.contains("nothing matches `spiritx`"), "{problem}");
        press(&mut app, "enter");
        assert_eq!(on(&app).ask().mode, Mode::List, "the list stays open");
    }
    press(&mut app, "backspace");
    assert_eq!(on(&app).ask().problem, None);
    press(&mut app, "enter");
    assert_eq!(on(&app).ask().mode, Mode::Keys);
    let chosen = on(&app).ask().draft.values().next().cloned();
    let spells = on(&app).now().ids().next().map(|id| on(&app).now().get(id));
    let Some(Value::Word(key)) = chosen else {
        panic!("a spell is chosen: {chosen:?}");
    };
    assert!(
        key.contains("Spiritual Weapon") || key == "4",
        "{key}, {spells:?}"
    );
    // An arrow after such a search selects the option that Enter takes.
    press(&mut app, "shift-w");
    letters(&mut app, "zzz");
    press(&mut app, "down enter");
    assert_eq!(on(&app).ask().mode, Mode::Keys);
    assert_eq!(on(&app).ask().problem, None);
}
