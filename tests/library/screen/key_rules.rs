//! Rules of the keys that span several prompts, checked over everything in the fights of `tests/fights`: Space directly
//! after Space, Esc, minus signs, and the defaults of F2, F3, F6 and the `:` line.

use std::collections::{BTreeMap, BTreeSet};

use affray::compendium::Compendium;
use affray::encounter::Roller;
use affray::resolver::{FieldKind, Kind};
use affray::rules::{Capitals, Entry, System};
use affray::session::{Saved, Session, Waits};
use affray::setup;
use affray::systems;
use affray::ui::app::App;
use affray::ui::ask::Mode;
use affray::ui::fight::Said;
use affray::ui::line::Typing;
use affray::ui::overlay::Overlay;
use affray::ui::sheet::Subject;
use affray::values::{Id, SideId, Value};

use crate::support::fight_file;
use crate::support::keyboard::{fight, line, of_setup, on, press, written};
use crate::support::laws::{self, Least, Of, enough};
use crate::support::screen::{self, check_seen, seen};

/// Formats what a fight waits for, without the names of combatants.
fn asks(session: &Session) -> String {
    let command = session.history().open().last();
    let action = command.map_or("", |open| &*open.command.action);
    match session.waits() {
        Waits::Offers { offers, .. } => {
            let actions: BTreeSet<&str> = offers.iter().map(|one| &*one.command.action).collect();
            format!("offers {actions:?}")
        }
        Waits::Prompt(prompt) => {
            let rows = match &prompt.kind {
                Kind::Form(fields) => fields.iter().map(|field| &*field.key).collect(),
                _ => Vec::new(),
            };
            format!("{action} {} {rows:?}", prompt.question.key)
        }
        Waits::Fault(what) => panic!("{what}"),
    }
}

fn open(system: &'static dyn System, saved: Saved) -> App {
    let (session, _) = Session::resume(&[system], saved, &[]).expect("it opens");
    screen::app(session)
}

fn said(app: &App) -> String {
    match &on(app).said {
        Some(Said::Note(text) | Said::Refused(text)) => text.clone(),
        None => String::new(),
    }
}

/// Returns the combatant or side of the open command, or of the command that Space would start, if it starts one.
fn of_space(app: &App) -> Option<(Option<Id>, Option<SideId>)> {
    let session = &on(app).session;
    let Waits::Offers { .. } = session.waits() else {
        let open = session.history().open().first();
        return open.map(|open| (open.command.who, open.command.side));
    };
    let menu = session.menu();
    let entry = menu.iter().find(|entry| entry.space)?;
    Some((entry.command.who, entry.command.side))
}

/// Returns true if Space would act for other combatants than the Space `before`, choose one of several rows of no
/// combatant, or roll dice that a player should enter.
fn for_others(app: &App, before: Option<(Option<Id>, Option<SideId>)>) -> bool {
    let session = &on(app).session;
    match session.waits() {
        Waits::Offers { .. } => of_space(app).is_some_and(|now| {
            let rows = session.menu_rows().len();
            match now {
                (None, None) => rows > 1,
                now => before != Some(now),
            }
        }),
        Waits::Prompt(prompt) => match &prompt.kind {
            Kind::Rolls(_) => prompt
                .throws()
                .any(|roll| session.now().roller(roll.who) == Roller::Typed),
            _ => false,
        },
        Waits::Fault(_) => false,
    }
}

/// Checks that Space after another Space acts for other combatants only after a pause, or if it is pressed a third
/// time; returns true if there was a case to try.
fn space_behind_space(name: &str, begin: impl Fn() -> App) -> bool {
    let mut app = begin();
    let save = |app: &App| on(app).session.revision();
    let before = save(&app);
    let first = of_space(&app);
    press(&mut app, "space");
    let answered = save(&app);
    if !on(&app).own.is_empty() || answered == before || !for_others(&app, first) {
        return false;
    }
    press(&mut app, "space");
    assert!(save(&app) == answered, "{name}: the second Space was taken");
    assert!(
        said(&app).starts_with("Press Space again"),
        "{name}: {}",
        said(&app)
    );
    press(&mut app, "space");
    assert!(save(&app) != answered, "{name}: the third one was not");
    let mut app = begin();
    press(&mut app, "space");
    app.pause();
    press(&mut app, "space");
    assert!(
        save(&app) != answered,
        "{name}: the Space after a pause was not"
    );
    true
}

/// Checks that Esc closes the form or list that was opened, and that the message says so.
fn esc_behind_opening(name: &str, mut app: App) {
    let drawn = screen::draw(&mut app, 120, 36);
    assert!(drawn.contains("Esc back"), "{name}:\n{drawn}");
    let open = |app: &App| on(app).session.history().open().len();
    let before = open(&app);
    press(&mut app, "esc");
    if open(&app) == before {
        // A form that opened with values is closed by a second Esc.
        press(&mut app, "esc");
    }
    assert_eq!(open(&app) + 1, before, "{name}: {}", said(&app));
}

/// Number of states tried for an action that its rule refuses.
const TRIES: usize = 3;

/// Checks that Esc closes everything that the `:` line opens.
fn esc_behind_the_line(name: &str, mut app: App, tried: &mut BTreeMap<String, usize>) {
    let stands = |app: &App| {
        let session = &on(app).session;
        (session.now().clone(), session.history().open().to_vec())
    };
    let amid = matches!(on(&app).session.waits(), Waits::Prompt(_));
    let extras = on(&app).session.extras();
    for entry in extras.iter().filter(|entry| entry.refused.is_none()) {
        let word = entry.command.action.to_string();
        let tries = tried.entry(word.clone()).or_default();
        if (amid && !entry.anytime) || *tries >= TRIES {
            continue;
        }
        *tries += 1;
        let before = stands(&app);
        press(&mut app, ":");
        app.paste(&entry.label);
        press(&mut app, "enter");
        if app.typing.is_some() {
            // The rule refuses the action now: another state is tried.
            press(&mut app, "esc");
            continue;
        }
        if on(&app).session.has_just_opened() {
            press(&mut app, "esc")
        } else {
            press(&mut app, "backspace")
        };
        assert!(stands(&app) == before, "{name}: {word}");
        tried.insert(word, TRIES);
    }
}

/// Checks that a minus belongs to the number after it, whatever the key does elsewhere.
fn minus_of_a_number(name: &str, mut app: App) {
    let Some(form) = on(&app).form().cloned() else {
        return;
    };
    let fields = on(&app).ask().fields(&form).to_vec();
    let capitals = Capitals::of_system(on(&app).session.system());
    for field in fields {
        let FieldKind::Number {
            least: ..-1,
            parts: 1,
            ..
        } = field.kind
        else {
            continue;
        };
        let keyed = capitals.row(&field.key);
        let Some(keyed) = keyed.filter(|keyed| keyed.block.is_empty()) else {
            continue;
        };
        let capital = keyed.capital.to_ascii_lowercase();
        press(&mut app, &format!("shift-{capital} - 2"));
        let ask = on(&app).ask();
        let set = ask.draft.get(&field.key);
        assert_eq!(set, Some(&Value::Int(-2)), "{name}: {}", field.key);
        assert_eq!(ask.die, "", "{name}");
        press(&mut app, "esc");
    }
}

/// Checks that a key named in the refusal of a digit opens its row.
fn what_a_refusal_says_opens(name: &str, mut app: App) {
    press(&mut app, "7");
    let told = on(&app).ask().problem.clone().unwrap_or_default();
    let Some((_, key)) = told.split_once(" opens ").map(|(why, _)| {
        let key = why.rsplit(' ').next().unwrap_or_default();
        (why, key.to_owned())
    }) else {
        return;
    };
    let key = match key.as_str() {
        "Space" => "space".to_owned(),
        capital => format!("shift-{}", capital.to_lowercase()),
    };
    press(&mut app, &key);
    assert_eq!(on(&app).ask().mode, Mode::Number, "{name}: {told}");
}

/// Checks that hints do not mention the mark if no row is marked.
fn menu_without_a_mark(name: &str, mut app: App) {
    let drawn = screen::draw(&mut app, 120, 36);
    assert!(
        !drawn.contains("Enter accepts the selection"),
        "{name}:\n{drawn}"
    );
}

#[test]
fn keys_follow_the_same_rules_at_every_prompt() {
    laws::each(|system| {
        let (compendium, _) = Compendium::built_in(system);
        let (mut moments, mut words) = (BTreeSet::new(), BTreeMap::new());
        let mut spaces = 0;
        fight_file::play_all(system, &compendium, |file, session| {
            let asks = asks(session);
            if !moments.insert(asks.clone()) {
                return;
            }
            let name = format!("{file}: {asks}");
            let app = || open(system, session.save());
            spaces += usize::from(space_behind_space(&name, app));
            if session.has_just_opened() {
                esc_behind_opening(&name, app());
            }
            let untried = |entry: &Entry| {
                let tries = words.get(&*entry.command.action).copied();
                let amid = matches!(session.waits(), Waits::Prompt(_));
                let given = entry.refused.is_none() && (entry.anytime || !amid);
                given && tries.unwrap_or(0) < TRIES
            };
            if session.extras().iter().any(untried) {
                esc_behind_the_line(&name, app(), &mut words);
            }
            minus_of_a_number(&name, app());
            what_a_refusal_says_opens(&name, app());
            let offers = matches!(session.waits(), Waits::Offers { .. });
            if offers && !session.menu().iter().any(|entry| entry.preset) {
                menu_without_a_mark(&name, app());
            }
        });
        if fight_file::files(system).len() >= 30 {
            let least = Least::each(1, Of::Encounters).up_to(2);
            enough(system, spaces, "second Spaces", "met", least);
        }
        let least = Least::every(1, 3, Of::Fights).up_to(40);
        enough(system, moments.len(), "moments", "met", least);
    });
}

#[test]
fn a_second_esc_leaves_a_filled_form() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b f shift-c");
    let asked = on(&app).session.save();
    press(&mut app, "esc");
    assert!(said(&app).starts_with("Press Esc again"), "{}", said(&app));
    assert!(on(&app).session.save() == asked);
    // After another key, the next Esc counts as the first again.
    press(&mut app, "shift-c esc");
    assert!(on(&app).session.save() == asked);
    press(&mut app, "esc");
    assert!(on(&app).form().is_none());
}

#[test]
fn digits_typed_after_leaving_a_number_row_are_dice_results() {
    let mut app = written(
        "countdown",
        r#"(title: "Duel", system: "countdown", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Kara", side: "Party", sheet: (hp_max: 20, dex_mod: 5, attacks: [(name: "sword", damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (hp_max: 30, dex_mod: -5, ac: 11, attacks: [(name: "club", damage: "1d6")])),
            ])"#,
    );
    press(&mut app, "enter space enter 6 enter b");
    let modifier = |app: &App| on(app).ask().draft.get("modifier").cloned();
    press(&mut app, "shift-g 2 tab 1 9");
    assert_eq!(modifier(&app), Some(Value::Int(2)));
    assert_eq!(on(&app).ask().line.value(), "19");
    // The die is refused and corrected in its box, and nothing else is lost.
    press(&mut app, "9");
    assert!(on(&app).ask().problem.is_some());
    press(&mut app, "enter backspace");
    assert_eq!(on(&app).ask().line.value(), "19");
    // While another row is edited, Backspace still deletes the last character of the die.
    press(&mut app, "shift-u shift-u backspace");
    assert_eq!(on(&app).ask().line.value(), "1");
    assert_eq!(modifier(&app), Some(Value::Int(2)), "the form is as it was");
    press(&mut app, "8 enter 5 enter");
    assert_eq!(
        on(&app).now().get(Id(1)).sheet.value("hp"),
        Some(Value::Int(25))
    );
}

/// In a form without rolls, the only number receives the digits before it is opened.
#[test]
fn digits_fill_the_only_number_of_a_form_before_its_row_is_opened() {
    let mut app = fight("toll_bridge");
    line(&mut app, "set a initiative 30");
    press(&mut app, "space shift-m 3 0");
    let form = on(&app).form().expect("its form").clone();
    let feet = on(&app).ask().fields(&form)[0].clone();
    assert_eq!((feet.key.as_str(), feet.value), ("feet", Value::Int(30)));
    press(&mut app, "enter");
    assert!(on(&app).form().is_none(), "{}", said(&app));
}

#[test]
fn a_number_typed_after_a_command_fills_its_form() {
    let mut app = fight("salt_road");
    press(&mut app, "enter enter");
    line(&mut app, "moved a -31");
    let form = on(&app).form().expect("its form").clone();
    let fields = on(&app).ask().fields(&form);
    let squares = fields
        .iter()
        .find(|field| field.key == "squares")
        .expect("a number");
    assert_eq!(squares.value, Value::Int(-31));
    let who = fields.iter().find(|field| field.key == "who").expect("who");
    assert_eq!(who.value, Value::Who(vec![Id(0)]));
}

/// Returns the lines that match the text typed after `:`.
fn fitting(app: &mut App, text: &str) -> Vec<String> {
    press(app, ":");
    app.paste(text);
    let Some(Typing::Command(typed)) = &app.typing else {
        panic!("a line is typed");
    };
    let lines = typed.fitting.iter().map(|one| one.line.clone()).collect();
    press(app, "esc");
    lines
}

#[test]
fn no_abbreviation_of_another_command_ends_the_fight() {
    for system in systems::all() {
        let ends = system
            .actions()
            .iter()
            .filter(|action| action.label.contains("end the fight"));
        let ends: BTreeSet<String> = ends.map(|action| format!("do {}", action.key)).collect();
        assert!(!ends.is_empty(), "{}", system.key());
        let (compendium, _) = Compendium::built_in(*system);
        let mut app = of_setup(&setup::bundled(&compendium).0[0].setup);
        for _ in 0..6 {
            press(&mut app, "enter");
        }
        for typed in ["eng", "edf", "nd", "etf"] {
            let found = fitting(&mut app, typed);
            assert!(
                !found.iter().any(|line| ends.contains(line)),
                "{typed}: {found:?}"
            );
        }
        // Enter runs no line that only contains the letters.
        let before = on(&app).session.save();
        press(&mut app, ":");
        app.paste("ndf");
        press(&mut app, "enter esc");
        assert!(on(&app).session.save() == before, "{}", system.key());
    }
}

#[test]
fn the_command_line_of_a_fight_accepts_the_commands_in_the_guide() {
    let mut app = fight("drowned_barrow");
    press(&mut app, "enter");
    assert_eq!(
        fitting(&mut app, "eng").first().map(String::as_str),
        Some("do engage")
    );
    // Tab completes nothing on an empty line.
    press(&mut app, ": tab");
    let Some(Typing::Command(typed)) = &app.typing else {
        panic!("a line is typed");
    };
    assert_eq!(typed.line.value(), "");
    press(&mut app, "esc");
    line(&mut app, "condition prone b");
    let prone = |app: &App| {
        let all = &on(app).now().get(Id(1)).conditions;
        all.iter().any(|one| one.key == "prone")
    };
    assert!(prone(&app));
    line(&mut app, "clear prone b");
    assert!(!prone(&app));
    // Without arguments these commands open their form, which Esc closes.
    for word in ["condition", "damage", "heal", "save", "schedule", "cond"] {
        line(&mut app, word);
        assert!(on(&app).session.has_just_ruled(), "{word}");
        press(&mut app, "esc");
        assert!(on(&app).session.history().open().is_empty(), "{word}");
    }
}

#[test]
fn f3_opens_the_combatant_of_the_prompt() {
    let mut app = fight("bridge");
    press(&mut app, "enter a");
    for who in ["e", "f", "g", "h"] {
        line(&mut app, &format!("set {who} spent true"));
    }
    // Another combatant was selected before.
    press(&mut app, "ctrl-down b f enter f3");
    let opened = |app: &App| match &app.overlay {
        Overlay::Sheet(sheet) => sheet.of,
        _ => panic!("a sheet is open"),
    };
    assert_eq!(opened(&app), Subject::Combatant(Id(5)));
    check_seen(&mut app, (80, 24), "f Toll bandit 1");
    // The combatant selected at this prompt is used.
    press(&mut app, "esc ctrl-up f3");
    assert_ne!(opened(&app), Subject::Combatant(Id(5)));
}

#[test]
fn an_unknown_name_in_the_finder_adds_a_combatant_only_after_confirmation() {
    let mut app = fight("bridge");
    press(&mut app, "enter a");
    let many = |app: &App| on(app).now().combatants.len();
    let before = many(&app);
    press(&mut app, "f6 shift-g o b f6 h o u n d x enter");
    assert_eq!(many(&app), before, "a name that nobody has may be a slip");
    check_seen(
        &mut app,
        (120, 36),
        "\"houndx\" is not in the library: press Enter to add it with 10 hit points",
    );
    press(&mut app, "enter");
    assert_eq!(many(&app), before + 1);
    assert_eq!(on(&app).now().combatants[before].name, "houndx");
    // A system without hit points does not mention them.
    let mut app = fight("salt_road");
    press(&mut app, "enter f6 z u g x");
    assert!(!screen::draw(&mut app, 120, 36).contains("hit points"));
}

#[test]
fn six_seconds_has_action_keys_for_common_rulings() {
    let mut app = fight("salt_road");
    press(&mut app, "enter enter");
    for (key, form) in [
        ("x", "stun"),
        ("p", "stand"),
        ("m", "moved"),
        ("q", "surprise"),
        ("v", "sight"),
        ("j", "expose"),
    ] {
        press(&mut app, &format!("f2 shift-{key}"));
        let open = on(&app)
            .session
            .history()
            .open()
            .last()
            .map(|open| open.command.action.to_string());
        assert_eq!(open.as_deref(), Some(form));
        press(&mut app, "esc");
    }
}

#[test]
fn a_side_is_chosen_by_the_letter_of_any_member() {
    let mut app = fight("bridge");
    let value = |app: &App, key: &str| {
        let form = on(app).form().expect("how it begins").clone();
        let fields = on(app).ask().fields(&form);
        fields
            .iter()
            .find(|field| field.key == key)
            .expect("the row")
            .value
            .clone()
    };
    let lurking = value(&app, "ambush");
    press(&mut app, "shift-s f");
    assert_eq!(value(&app, "started"), Value::Word("Bandits".to_owned()));
    press(&mut app, "a");
    assert_eq!(value(&app, "started"), Value::Word("Party".to_owned()));
    assert_eq!(value(&app, "ambush"), lurking);
}

#[test]
fn space_skips_the_defence() {
    let mut app = written(
        "seconds",
        r#"(title: "Duel", system: "seconds", sides: [(name: "Party", players: true), (name: "Foes", rolls: Typed)],
            combatants: [
                (name: "Ada", side: "Party", sheet: (initiative_misc: 9, attacks: [(name: "sword", damage_dice: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (reflex_bonus: 1)),
            ])"#,
    );
    press(&mut app, "3 enter 3 enter b 4 enter space");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("the damage is asked for");
    };
    assert!(prompt.title.contains("hits Brute"), "{}", prompt.title);
}

/// In the list of amendable answers Right does not move the mark: it changes a value if there is one.
#[test]
fn the_right_arrow_does_not_move_the_mark_in_a_list() {
    let mut app = fight("bridge");
    press(&mut app, "enter f8");
    let opened = seen(&mut app, 80, 24);
    assert!(
        opened
            .join("\n")
            .contains("Which roll or choice do you want to change?")
    );
    press(&mut app, "right");
    assert_eq!(seen(&mut app, 80, 24), opened);
}

/// Opens a duel in Open d20, in the turn of Ada (a).
fn duel_in_d20() -> App {
    let mut app = written(
        "d20",
        r#"(title: "Duel", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")], combatants: [
            (name: "Ada", side: "Party", sheet: (max_hp: 20, initiative: 30)),
            (name: "Bea", side: "Party", sheet: (max_hp: 20)),
            (name: "Cur", side: "Foes", sheet: (max_hp: 20, initiative: -10)),
        ])"#,
    );
    for _ in 0..6 {
        if on(&app).now().turn.is_none() {
            press(&mut app, "enter");
        }
    }
    assert_eq!(on(&app).now().turn, Some(Id(0)));
    app
}

fn open_action(app: &App) -> Option<String> {
    let open = on(app).session.history().open().last();
    open.map(|open| open.command.action.to_string())
}

#[test]
fn one_key_opens_a_list_of_actions() {
    let mut app = duel_in_d20();
    check_seen(&mut app, (80, 24), "more actions…");
    assert!(!seen(&mut app, 80, 24).join("\n").contains("E help"));
    press(&mut app, "shift-e");
    check_seen(&mut app, (80, 24), "Ada: more actions");
    check_seen(&mut app, (80, 24), "H help");
    press(&mut app, "esc");
    assert!(on(&app).own.is_empty());
    press(&mut app, "shift-e shift-h");
    assert_eq!(open_action(&app).as_deref(), Some("help"));
    // The action is a single input, and the list is not saved.
    press(&mut app, "backspace");
    assert_eq!(open_action(&app), None);
    assert!(on(&app).own.is_empty());
    press(&mut app, "shift-e down enter");
    assert_eq!(open_action(&app).as_deref(), Some("hide"));
}

#[test]
fn only_the_gm_menu_shows_the_action_something_else() {
    let mut app = duel_in_d20();
    assert!(
        !seen(&mut app, 120, 36)
            .join("\n")
            .contains("something else")
    );
    press(&mut app, "f2");
    check_seen(&mut app, (120, 36), "something else");
    press(&mut app, "esc");
    line(&mut app, "deed a");
    assert_eq!(open_action(&app).as_deref(), Some("deed"));
}

/// F4 has a row of each kind for each side; S and F are the keys for the dice of the first two.
#[test]
fn f4_has_keys_for_each_side() {
    let mut app = duel_in_d20();
    press(&mut app, "f4 shift-f");
    let set: Vec<String> = on(&app).ask().draft.keys().cloned().collect();
    assert_eq!(set, ["f1"]);
    press(&mut app, "shift-s");
    let set: Vec<String> = on(&app).ask().draft.keys().cloned().collect();
    assert_eq!(set, ["f0", "f1"]);
    // Each of four sides has its own keys for dice, control and tactics.
    let setup = r#"(title: "Four", system: "d20",
        sides: [(name: "One", players: true), (name: "Two"), (name: "Three"), (name: "Four")],
        combatants: [(name: "Ada", side: "One", sheet: (max_hp: 9)), (name: "Bea", side: "Two", sheet: (max_hp: 9)),
            (name: "Cur", side: "Three", sheet: (max_hp: 9)), (name: "Dog", side: "Four", sheet: (max_hp: 9))])"#;
    for (rows, keys) in [("f", "sfub"), ("d", "wive")] {
        for (side, key) in keys.chars().enumerate() {
            let mut app = written("d20", setup);
            press(&mut app, &format!("f4 shift-{key}"));
            let set: Vec<String> = on(&app).ask().draft.keys().cloned().collect();
            assert_eq!(set, [format!("{rows}{side}")], "{key}");
        }
    }
}

/// Checks each row that the arrows reach in the current form: Space changes it, and the frame says so. Returns the
/// number of rows with a declared action key.
fn check_space(app: &mut App) -> usize {
    let form = on(app).form().expect("a form").clone();
    let rows = on(app).ask().fields(&form).len();
    let mut keyed = 0;
    for _ in 0..rows {
        press(app, "down");
        let ask = on(app).ask();
        let row = ask.mark.row(ask.fields(&form)).expect("a row").clone();
        let flips = match &row.kind {
            FieldKind::Toggle => true,
            FieldKind::Choice(options) => {
                let open = options.iter().filter(|option| option.refused.is_none());
                (2..=6).contains(&options.len()) && open.count() > 1
            }
            _ => false,
        };
        if !flips {
            continue;
        }
        keyed += usize::from(ask.keyed(&row).is_some());
        let shown = seen(app, 80, 24).join("\n");
        assert!(
            shown.contains("Space changes the row"),
            "{}: {shown}",
            row.key
        );
        press(app, "space");
        let ask = on(app).ask();
        let now = ask.mark.row(ask.fields(&form)).expect("a row");
        assert_eq!(now.key, row.key, "the mark stays");
        assert_ne!(now.value, row.value, "{}", row.key);
        assert!(ask.problem.is_none(), "{}: {:?}", row.key, ask.problem);
        // Flags are set back, because they may hide other rows.
        if matches!(row.kind, FieldKind::Toggle) {
            press(app, "space");
        }
    }
    keyed
}

#[test]
fn space_changes_every_row_that_the_arrows_reach() {
    let mut app = duel_in_d20();
    press(&mut app, "c");
    assert!(check_space(&mut app) > 1, "an attack");
    let mut app = duel_in_d20();
    press(&mut app, "f2 shift-s");
    assert!(check_space(&mut app) > 0, "a save");
    let mut app = duel_in_d20();
    press(&mut app, "shift-m");
    check_space(&mut app);
    // Without an arrow key, Space does not send or change a form that the GM opened.
    let mut app = duel_in_d20();
    press(&mut app, "c space");
    check_seen(&mut app, (80, 24), "Press Enter to send this form");
}

#[test]
fn help_at_dice_lists_the_keys_for_typed_text() {
    let mut app = duel_in_d20();
    press(&mut app, "c enter");
    assert!(
        matches!(on(&app).session.waits(), Waits::Prompt(prompt) if matches!(prompt.kind, Kind::Roll(_)))
    );
    press(&mut app, "f1");
    let shown = seen(&mut app, 100, 200).join("\n");
    assert!(shown.contains("While you type"), "{shown}");
    assert!(shown.contains("Ctrl-U"), "{shown}");
}

/// In Alternation, the keys of the reactions have no other meaning in the attack form, except for the dodge.
#[test]
fn the_keys_of_reactions_mean_the_same_in_the_attack_form() {
    let mut all = systems::all().iter();
    let system = all.find(|system| system.key() == "alternation");
    let capitals = Capitals::of_system(*system.expect("a system"));
    let key = |row: &str| capitals.row(row).map(|keyed| keyed.capital);
    let attack = [
        "dark",
        "unaware",
        "unwary",
        "hazard",
        "cover",
        "weapon",
        "distance",
        "sneaking",
        "under-way",
        "place",
    ];
    for reaction in ["counter", "hide", "guard"] {
        let key_of = key(reaction);
        assert!(key_of.is_some(), "{reaction}");
        for row in attack {
            assert_ne!(key(row), key_of, "{reaction} and {row}");
        }
    }
}
