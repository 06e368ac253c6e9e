//! Number of keys at the table: the promises of the design, played with bundled systems.

use affray::resolver::{Choice, Field, FieldKind, Kind, Prompt, Question};
use affray::setup::{Count, HitPoints};
use affray::values::{Id, Value};

use affray::rules::{CapitalGroup, Capitals, System};
use affray::session::Waits;
use affray::store::Settings;
use affray::systems;
use affray::ui::app::{App, Request, Screen};
use affray::ui::ask::{Ask, Asked, Mode};
use affray::ui::draw;
use affray::ui::fight::{Pane, Said};
use affray::ui::keymap::Keymap;
use affray::ui::line::Typing;
use affray::ui::overlay::Overlay;
use affray::ui::setup::SetupScreen;
use affray::ui::sheet::Subject;
use affray::ui::start::{ReadyFight, StartScreen};
use expect_test::expect;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::support::keyboard::{fight, library, line, on, press, theme, written};
use crate::support::screen;

fn title(app: &App) -> String {
    match on(app).session.waits() {
        Waits::Offers { title, .. } => title.clone(),
        Waits::Prompt(prompt) => prompt.title.clone(),
        Waits::Fault(what) => panic!("{what}"),
    }
}

fn health(app: &App, who: u32) -> i64 {
    let health = on(app).now().get(Id(who)).sheet.value("health");
    health.and_then(|health| health.as_int()).expect("health")
}

#[test]
fn fast_and_slow_typing_have_the_same_result() {
    for keys in [
        ": d a m space 3 space f",
        ": d a m backspace u n d o",
        ": s e t space a space backspace",
        "f3 g o b",
        "/ t o l l backspace",
        ": d down enter 3 f",
    ] {
        let shown = |hurried: bool| {
            let mut app = fight("bridge");
            let mut keys = keys.split_whitespace().peekable();
            while let Some(key) = keys.next() {
                app.is_hurried = hurried && keys.peek().is_some();
                press(&mut app, key);
            }
            let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 40));
            draw::draw(&app, buffer.area, &mut buffer);
            buffer
        };
        assert_eq!(shown(true), shown(false), "{keys}");
    }
}

#[test]
fn damage_to_three_combatants_takes_seven_keys_and_one_undo() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    let before = [5, 6, 7].map(|who| health(&app, who));
    let keys = press(&mut app, "f2 shift-d f g h 3 enter");
    assert!(keys <= 7);
    let after = [5, 6, 7].map(|who| health(&app, who));
    assert_eq!(after, before.map(|health| health - 3), "all three are hurt");
    assert_eq!(press(&mut app, "backspace"), 1);
    assert_eq!([5, 6, 7].map(|who| health(&app, who)), before);
    assert!(press(&mut app, ": d a m space 3 space f space g space h enter") > 7);
    assert_eq!([5, 6, 7].map(|who| health(&app, who)), after);
}

#[test]
fn a_ruling_without_an_amount_is_refused() {
    for system in ["bridge", "drowned_barrow", "wreckers_cove"] {
        for ruling in ["shift-d", "shift-h"] {
            let mut app = fight(system);
            press(&mut app, "enter enter");
            let lines = |app: &App| on(app).session.lines().len();
            let before = (title(&app), lines(&app));
            press(&mut app, &format!("f2 {ruling} f g"));
            let asked = title(&app);
            press(&mut app, "enter");
            let problem = on(&app).ask().problem.clone().unwrap_or_default();
            assert!(problem.contains("an amount"), "{system}: {problem}");
            assert_eq!((title(&app), lines(&app)), (asked, before.1), "{system}");
            press(&mut app, "2 enter");
            assert_eq!(title(&app), before.0, "{system}");
            assert_eq!(on(&app).ask().problem, None, "{system}");
        }
    }
}

#[test]
fn a_typed_attack_without_reactions_takes_four_keys() {
    let mut app = fight("bridge");
    // The party goes first, and no bandit has a turn left to react with.
    press(&mut app, "enter a");
    for who in ["e", "f", "g", "h"] {
        press(
            &mut app,
            &format!(": s e t space {who} space s p e n t space t r u e enter"),
        );
    }
    let before = health(&app, 5);
    // The keys are combatant, target, die, and Enter for the whole form.
    assert_eq!(press(&mut app, "b f 5 enter"), 4);
    assert_eq!(health(&app, 5), before - 5, "{}", title(&app));
    // One undo of one key restores the form with its values.
    assert_eq!(press(&mut app, "backspace"), 1);
    assert_eq!(title(&app), "Osk attacks");
    assert!(on(&app).ask().draft.contains_key("target"));
    press(&mut app, "5 enter space");
    assert_eq!(title(&app), "Party to act: who takes a turn?");
}

#[test]
fn a_die_typed_too_early_is_refused_with_a_hint() {
    let mut app = fight("bridge");
    press(&mut app, "enter a 4");
    let problem = |app: &App| on(app).ask().problem.clone().unwrap_or_default();
    assert_eq!(
        problem(&app),
        "No roll is needed yet. Choose an action first."
    );
    let before = health(&app, 6);
    press(&mut app, "d g 4");
    assert_eq!(
        problem(&app),
        "Send the form first. The next question is: Corvin attacks Toll bandit 2 with the staff. How does Toll bandit 2 react?"
    );
    // Enter after a refused die only concerns the die: it sends no form, and answers no reaction.
    press(&mut app, "enter");
    assert_eq!(
        problem(&app),
        "No roll is needed yet, so the number was discarded. Press Enter again."
    );
    press(&mut app, "enter 4");
    assert_eq!(
        problem(&app),
        "No roll is needed yet. Answer this prompt first."
    );
    let asked = title(&app);
    press(&mut app, "enter");
    assert_eq!(title(&app), asked);
    press(&mut app, "space 4 enter");
    assert_eq!(health(&app, 6), before - 4, "{}", title(&app));
}

#[test]
fn adding_six_combatants_with_rolled_hit_points_takes_fifteen_keys() {
    let mut app = App::with(
        Keymap::built_in(),
        theme(),
        library(),
        Screen::Setup(Box::new(SetupScreen::new(
            "countdown",
            &Settings::default(),
        ))),
    );
    let keys = press(&mut app, "shift-a p i k e space 6 enter esc shift-r");
    assert!(keys <= 15);
    let Screen::Setup(screen) = &app.screen else {
        panic!("still being set up");
    };
    let one = &screen.setup.combatants[0];
    assert_eq!(one.count, Count::Fixed(6));
    assert_eq!(one.hit_points, HitPoints::Rolled(None));
    // One side is left: a single question asks about it.
    press(&mut app, "shift-g shift-g");
    let now = on(&app).now();
    assert_eq!(now.combatants.len(), 6);
    assert_eq!(now.name(Id(5)), "Ford pike 6");
}

/// Class and level propose slots, save DC and saves; each spell is chosen with three to five letters.
#[test]
fn adding_a_wizard_with_eight_spells_takes_at_most_90_keys() {
    let mut app = App::with(
        Keymap::built_in(),
        theme(),
        library(),
        Screen::Setup(Box::new(SetupScreen::new("d20", &Settings::default()))),
    );
    let letters = |text: &str| -> String {
        let keys = text.chars().map(|one| match one {
            ' ' => "space ".to_owned(),
            one => format!("{one} "),
        });
        keys.collect()
    };
    let mut keys = press(&mut app, "shift-a shift-z");
    keys += press(&mut app, &letters("el 28 class wizard level 5 int 18"));
    keys += press(&mut app, "enter esc shift-e / s p e l l s enter");
    for spell in ["fir", "m mi", "shi", "mage", "mist", "sco", "fireb", "cou"] {
        keys += press(&mut app, &letters(spell));
        keys += press(&mut app, "enter");
    }
    assert_eq!(keys, 83);
    press(&mut app, "esc shift-g shift-g");
    let sheet = &on(&app).now().get(Id(0)).sheet;
    let spells = match sheet.value("spells") {
        Some(Value::List(spells)) => spells,
        other => panic!("{other:?}"),
    };
    let names: Vec<&str> = spells.iter().map(|spell| spell.word("name")).collect();
    expect![[r#"
        [
            "Fire Bolt",
            "Magic Missile",
            "Shield",
            "Mage Armor",
            "Misty Step",
            "Scorching Ray",
            "Fireball",
            "Counterspell",
        ]
    "#]]
    .assert_debug_eq(&names);
    let number = |key: &str| sheet.value(key).and_then(|value| value.as_int());
    let proposed = [
        "slots_1", "slots_2", "slots_3", "spell_dc", "int_save", "hit_dice",
    ]
    .map(number);
    assert_eq!(proposed, [4, 3, 2, 15, 7, 5].map(Some));
}

#[test]
fn a_combatant_can_join_during_a_question() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b shift-a");
    let asked = title(&app);
    press(&mut app, "f6 g o b space 2 enter");
    let now = on(&app).now();
    assert_eq!(now.combatants.len(), 10);
    assert_eq!(now.name(Id(9)), "Reed goblin 2");
    assert_eq!(title(&app), asked, "the attack is still being chosen");
    press(&mut app, "f6 o g r e e space 3 0 enter");
    assert_eq!(on(&app).now().name(Id(10)), "ogree");
    press(&mut app, "backspace backspace");
    assert_eq!(on(&app).now().combatants.len(), 8);
}

#[test]
fn a_partial_form_is_kept_during_a_ruling() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b g");
    let target = |app: &App| on(app).ask().draft.get("target").cloned();
    let chosen = target(&app);
    assert!(chosen.is_some());
    press(&mut app, "f2 shift-h a 1 enter");
    assert_eq!(target(&app), chosen);
    press(&mut app, "f5 d 8 enter");
    assert_eq!(target(&app), chosen);
    press(&mut app, "f3 esc f4 esc f1 esc f8 esc : esc");
    assert_eq!(target(&app), chosen);
}

#[test]
fn an_earlier_answer_can_be_amended() {
    let mut app = fight("bridge");
    press(&mut app, "enter");
    assert_eq!(title(&app), "Initiative: Bandits. Which side goes first?");
    press(&mut app, "a");
    press(&mut app, "f8");
    let fight = on(&app);
    let own = fight.own.last().expect("the list of answers is shown");
    let Kind::Choice { options, .. } = &own.prompt.kind else {
        panic!("a list");
    };
    // The latest answer comes first; choices in a menu are included.
    let told: Vec<&str> = options.iter().map(|one| one.label.as_str()).collect();
    assert!(
        told[0].starts_with("Initiative: Bandits. Which side goes first? Party"),
        "{told:?}"
    );
    press(&mut app, "down enter");
    let was = on(&app)
        .own
        .last()
        .expect("the question again")
        .prompt
        .hint
        .clone();
    assert!(was.starts_with("previous: "), "{was}");
    press(&mut app, "1 enter");
    let lines = on(&app).session.lines();
    let told = |text: &str| lines.iter().any(|line| line.text.contains(text));
    assert!(told("Initiative goes to Party"), "{lines:?}");
    assert!(told("Amended ("), "{lines:?}");
    assert!(!told("Initiative goes to Bandits"));
}

#[test]
fn a_choice_from_a_menu_can_be_amended() {
    let mut app = fight("bridge");
    press(&mut app, "enter a");
    assert_eq!(title(&app), "Party to act: who takes a turn?");
    press(&mut app, "f8 enter");
    let own = on(&app).own.last().expect("the menu again");
    assert_eq!(
        own.prompt.title,
        "Initiative: Bandits. Which side goes first?"
    );
    assert_eq!(own.prompt.hint, "previous: Party");
    press(&mut app, "enter");
    let problem = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(problem.contains("nothing changes"), "{problem}");
    press(&mut app, "down enter");
    assert_eq!(title(&app), "Bandits to act: who takes a turn?");
    let lines = on(&app).session.lines();
    let amended = "Amended (Initiative: Bandits. Which side goes first?): was Party, now Bandits.";
    assert!(lines.iter().any(|line| line.text == amended), "{lines:?}");
    press(&mut app, "backspace");
    assert_eq!(title(&app), "Party to act: who takes a turn?");
}

/// An unchanged amendment of an earlier form changes nothing and shows the later inputs.
#[test]
fn an_unchanged_amendment_of_a_form_changes_nothing() {
    let mut app = fight("bridge");
    // The party goes first, and Osk attacks a bandit, who may react.
    press(&mut app, "enter a b f enter");
    let asked = title(&app);
    let before = on(&app).session.save();
    // The latest answer is the form, listed with its rows of combatants and items.
    press(&mut app, "f8");
    let list = on(&app).own.last().expect("the list of answers");
    let Kind::Choice { options, .. } = &list.prompt.kind else {
        panic!("a list is a choice");
    };
    let told = "Osk attacks: with mace d6, Toll bandit 1";
    assert_eq!(options[0].label, told);
    press(&mut app, "enter");
    let own = on(&app).own.last().expect("the form again");
    assert!(matches!(own.prompt.kind, Kind::Form(_)));
    let preview = own.ask.preview.as_ref().expect("a form has a preview");
    let next = preview.next.as_ref().expect("it leads to a question");
    assert_eq!(next.title, asked);
    press(&mut app, "enter");
    let own = on(&app).own.last().expect("the form stays");
    assert_eq!(
        own.ask.problem.as_deref(),
        Some("this is the same answer: nothing changes")
    );
    assert!(on(&app).session.save() == before);
}

fn marked(app: &App) -> &str {
    let fight = on(app);
    let form = fight.form().expect("a form is asked");
    let field = fight.ask().mark.row(fight.ask().fields(form));
    &field.expect("a field is marked").label
}

#[test]
fn the_mark_stays_on_its_row_when_rows_disappear() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "enter a");
    // A rare row has no action key: arrow keys reach it and open it.
    for _ in 0..40 {
        if marked(&app) == "Free Actions" {
            break;
        }
        press(&mut app, "down");
    }
    assert_eq!(marked(&app), "Free Actions");
    // The second attack disappears, and with it two rows above.
    press(&mut app, "space 2");
    assert_eq!(marked(&app), "Free Actions");
    press(&mut app, "backspace 0 left right");
    assert_eq!(marked(&app), "Free Actions");
    press(&mut app, "shift-d");
    assert_eq!(title(&app), "Brannoc declares");
}

#[test]
fn the_sheet_of_a_removed_combatant_closes() {
    let mut app = fight("bridge");
    press(&mut app, "enter f6 g o b enter ctrl-up f3");
    let Overlay::Sheet(sheet) = &app.overlay else {
        panic!("a sheet is open");
    };
    let Subject::Combatant(who) = sheet.of else {
        panic!("of somebody in the fight");
    };
    assert_eq!(on(&app).now().name(who), "Reed goblin");
    press(&mut app, "backspace");
    assert!(app.overlay.is_none());
    assert_eq!(on(&app).selected(), None);
    press(&mut app, "f7 esc f4 esc f3 esc f9 esc");
}

#[test]
fn the_start_screen_shows_no_overlay_of_a_fight() {
    let mut app = fight("bridge");
    press(&mut app, "f3 : f i g h t s enter");
    assert_eq!(app.requests, [Request::Leave]);
    let start = StartScreen::new(Vec::new(), ReadyFight::all(&library()));
    app.show(Screen::Start(Box::new(start)));
    press(&mut app, "1");
    assert!(app.fight().is_some(), "a digit begins a fight there");
}

#[test]
fn hidden_panes_take_no_keys() {
    let mut app = fight("bridge");
    app.area = Rect::new(0, 0, 120, 40);
    press(&mut app, "enter tab");
    assert_eq!(on(&app).focus, Pane::Order);
    app.area = Rect::new(0, 0, 40, 8);
    press(&mut app, "down");
    assert_eq!((on(&app).focus, on(&app).selected()), (Pane::Prompt, None));
    press(&mut app, "tab");
    assert_eq!(on(&app).focus, Pane::Prompt);
}

fn form(fields: Vec<Field>) -> Prompt {
    let question = Question {
        key: "form".into(),
        who: None,
        nth: 0,
    };
    Prompt {
        question,
        title: String::new(),
        hint: String::new(),
        kind: Kind::Form(fields),
    }
}

/// Action key of the row that the test opens.
static ROWS: &[CapitalGroup] = &[CapitalGroup {
    prompts: &["form"],
    rows: &[("weapon", 'W')],
}];

/// Types in the second of two fields, which are then replaced: checks the marked field, the mode of the keys, and the
/// typed text.
#[track_caller]
fn check_typed(typed: &str, before: [Field; 2], after: Vec<Field>, expected: (&str, Mode, &str)) {
    let app = fight("bridge");
    let now = on(&app).now();
    let prompt = form(before.to_vec());
    let mut ask = Ask::new(Asked::Prompt(&prompt), now, Capitals::new(ROWS));
    ask.mark.put(&before, 1);
    for c in typed.chars() {
        ask.type_char(c, Asked::Prompt(&prompt), now);
    }
    ask.keep_selected(Asked::Prompt(&form(after.clone())));
    let marked = ask.mark.row(&after).expect("a field is marked");
    let found = (marked.key.as_str(), ask.mode, ask.line.value());
    assert_eq!(found, expected);
}

#[test]
fn typed_text_stays_with_its_field_when_other_rows_change() {
    let number = |key: &str| Field::number(key, key, 0, 99, 0);
    let two = || [number("above"), number("here")];
    let after = vec![number("new"), number("above"), number("here")];
    check_typed("12", two(), after, ("here", Mode::Number, "12"));
    let after = vec![number("above"), number("below")];
    check_typed("12", two(), after, ("below", Mode::Keys, ""));
    let after = vec![Field::text("here", "here", "")];
    check_typed("12", two(), after, ("here", Mode::Keys, ""));
    let weapon = |keys: &[&str]| {
        let options = keys.iter().map(|key| Choice::new(*key, *key)).collect();
        Field::choice("weapon", "weapon", options, "axe")
    };
    let list = || {
        let seven = ["axe", "bow", "club", "dirk", "epee", "flail", "glaive"];
        [number("above"), weapon(&seven)]
    };
    let after = vec![weapon(&["bow", "axe", "club"])];
    check_typed("W", list(), after, ("weapon", Mode::List, ""));
    check_typed(
        "W",
        list(),
        vec![number("above")],
        ("above", Mode::Keys, ""),
    );
}

/// A row that declares no action key keeps its letter while the form is open, and no row has the letter of a row that
/// may still appear.
#[test]
fn a_row_keeps_its_letter_when_other_rows_appear() {
    let app = fight("bridge");
    let now = on(&app).now();
    let number = |key: &str| Field::number(key, key, 0, 99, 0);
    let before = form(vec![number("plan"), number("wide")]);
    let mut ask = Ask::new(Asked::Prompt(&before), now, Capitals::new(ROWS));
    let rows = ["pace", "idle", "weapon", "plan", "wide"].map(number);
    let after = form(rows.to_vec());
    ask.keep_selected(Asked::Prompt(&after));
    for (letter, key) in [('P', "plan"), ('I', "wide"), ('A', "pace"), ('D', "idle")] {
        ask.type_char(letter, Asked::Prompt(&after), now);
        let marked = ask.mark.row(&rows).map(|row| row.key.as_str());
        assert_eq!(marked, Some(key), "{letter}");
    }
}

#[test]
fn a_roll_of_a_thousand_dice_takes_one_short_log_line() {
    let mut app = fight("bridge");
    press(&mut app, "enter :");
    app.paste("damage 1000d1000 a");
    press(&mut app, "enter enter");
    let told = |text: &str| {
        let lines = on(&app).session.lines().iter();
        lines
            .filter(|line| line.text.contains(text))
            .map(|line| line.text.len())
            .max()
    };
    let length = told("1000d1000").expect("it is told");
    assert!(length < 250, "{length}");
    assert!(told("(1000 faces)").is_some());
}

/// Returns a number on a combatant's sheet.
fn value(app: &App, who: u32, key: &str) -> i64 {
    let value = on(app).now().get(Id(who)).sheet.value(key);
    value.and_then(|value| value.as_int()).expect("a number")
}

#[test]
fn a_typed_attack_of_countdown_takes_six_keys() {
    let mut app = written(
        "countdown",
        r#"(title: "Duel", system: "countdown", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Kara", side: "Party", sheet: (hp_max: 20, dex_mod: 5, attacks: [(name: "sword", damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (hp_max: 30, dex_mod: -5, ac: 11, attacks: [(name: "club", damage: "1d6")])),
            ])"#,
    );
    // No combatant is surprised, defaults for everything else, up to the dice.
    press(&mut app, "enter space enter 6 enter");
    assert!(title(&app).ends_with("Kara acts"), "{}", title(&app));
    let before = value(&app, 1, "hp");
    assert_eq!(press(&mut app, "b 1 9 enter 5 enter"), 6);
    press(&mut app, "enter");
    assert_eq!(value(&app, 1, "hp"), before - 5, "{}", title(&app));
}

#[test]
fn a_typed_attack_of_segments_takes_five_keys() {
    let mut app = written(
        "segments",
        r#"(title: "Duel", system: "segments", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Ada", side: "Party", sheet: (max_hp: 20, weapons: [(name: "sword", sc: 80, damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (max_hp: 30, weapons: [(name: "club", sc: 40, damage: "1d6")])),
            ])"#,
    );
    press(&mut app, "enter space space 1 0 enter");
    for _ in 0..3 {
        if title(&app).starts_with("Ada attacks") {
            break;
        }
        press(&mut app, "enter");
    }
    let before = value(&app, 1, "hp");
    assert_eq!(press(&mut app, "4 0 enter 5 enter"), 5);
    press(&mut app, "enter");
    assert_eq!(value(&app, 1, "hp"), before - 5, "{}", title(&app));
}

#[test]
fn a_typed_attack_of_split_round_takes_two_keys() {
    let mut app = written(
        "split-round",
        r#"(title: "Duel", system: "split-round", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Kara", side: "Party", sheet: (hp_max: 20, attacks: [(name: "sword", attack_mod: 9, damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (hp_max: 30, ac: 11, attacks: [(name: "club", damage: "1d6")])),
            ])"#,
    );
    // No combatant is surprised; Kara's plan is three keys, defaults for the others, up to the dice.
    press(&mut app, "enter");
    assert_eq!(press(&mut app, "a b enter"), 3);
    press(&mut app, "space enter");
    assert_eq!(press(&mut app, "1 9 enter"), 3);
    assert_eq!(title(&app), "Kara hits Brute: damage");
    assert_eq!(press(&mut app, "5 enter"), 2);
    assert_eq!(value(&app, 1, "hp"), 25, "{}", title(&app));
}

#[test]
fn a_typed_attack_and_defence_of_six_seconds_take_seven_keys() {
    let mut app = written(
        "seconds",
        r#"(title: "Duel", system: "seconds", sides: [(name: "Party", players: true), (name: "Foes", rolls: Typed)],
            combatants: [
                (name: "Ada", side: "Party", sheet: (initiative_misc: 9, attacks: [(name: "sword", damage_dice: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (reflex_bonus: 1)),
            ])"#,
    );
    press(&mut app, "3 enter 3 enter");
    assert!(title(&app).starts_with("Ada: 6 of 6"), "{}", title(&app));
    // Target, die of the attack, defence with its die, damage. The total of 1 and 3 is above 3.
    assert_eq!(press(&mut app, "b 4 enter 2 enter 1 enter"), 7);
    assert_eq!(value(&app, 1, "wounds"), 1, "{}", title(&app));
    assert!(title(&app).starts_with("Ada: 2 of 6"), "{}", title(&app));
}

#[test]
fn a_typed_attack_of_open_d20_takes_five_keys() {
    let mut app = written(
        "d20",
        r#"(title: "Duel", system: "d20", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Ada", side: "Party", sheet: (max_hp: 20, initiative: 20, attacks: [(name: "sword", bonus: 5, damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (max_hp: 30, ac: 11, attacks: [(name: "club", bonus: 3, damage: "1d6")])),
            ])"#,
    );
    press(&mut app, "9 enter");
    assert_eq!(title(&app), "What does Ada do?");
    assert_eq!(press(&mut app, "b 9 enter 5 enter"), 5);
    assert_eq!(value(&app, 1, "hp"), 25, "{}", title(&app));
}

/// A spell with a typed total of `8d6`, half on a save, on three targets.
#[test]
fn a_typed_total_of_a_spell_on_three_targets_takes_twelve_keys() {
    let mut app = written(
        "d20",
        r#"(title: "Cave", system: "d20",
            sides: [(name: "Heroes", players: true), (name: "Orcs", rolls: Rolled)],
            combatants: [
                (name: "Selene", side: "Heroes", sheet: (max_hp: 40, initiative: 30, spell_dc: 14, max_slots_3: 2, spells: [
                    (name: "spark", by: "attack", damage: "d10", damage_type: "fire"),
                    (name: "flame burst", level: 3, save: "dex", half_on_save: true, damage: "8d6", damage_type: "fire", targets: 3)])),
                (name: "Orc", side: "Orcs", count: 4, sheet: (max_hp: 60)),
            ])"#,
    );
    press(&mut app, "enter");
    let keys = press(&mut app, "shift-k shift-w down enter b c d enter 2 9 enter");
    assert!(keys <= 12, "{keys}");
    // Four orcs are there, and the three letters replace the target that the form suggests.
    let left = [1, 2, 3].map(|orc| value(&app, orc, "hp"));
    assert!(
        left.iter().all(|left| [31, 46].contains(left)),
        "{left:?} {}",
        title(&app)
    );
    assert_eq!(value(&app, 4, "hp"), 60);
}

#[test]
fn eight_saves_against_a_blast_are_one_prompt() {
    let mut app = written(
        "d20",
        r#"(title: "Blast", system: "d20", sides: [(name: "Party", players: true), (name: "Foes", rolls: Typed)],
            combatants: [
                (name: "Mia", side: "Party", sheet: (max_hp: 20, initiative: 20, spell_dc: 13, max_slots_3: 1,
                    spells: [(name: "blast", level: 3, by: "save", save: "dex", half_on_save: true, damage: "8d6", targets: 8)])),
                (name: "Rat", side: "Foes", count: 8, sheet: (max_hp: 40)),
            ])"#,
    );
    // The eight rats roll together.
    press(&mut app, "9 enter 1 enter");
    assert_eq!(title(&app), "What does Mia do?");
    // The spell on all eight, then a digit and Enter for each of their dice, and eight for the damage.
    press(&mut app, "shift-k enter");
    assert_eq!(title(&app), "Mia: blast, dexterity save");
    let typed = "9 enter 9 enter 9 enter 9 enter 9 enter 9 enter 9 enter 9 enter";
    assert_eq!(press(&mut app, typed), 16);
    press(
        &mut app,
        "3 space 3 space 3 space 3 space 3 space 3 space 3 space 3 enter",
    );
    for who in 1..=8 {
        assert_eq!(value(&app, who, "hp"), 16, "{who}: {}", title(&app));
    }
}

#[test]
fn typing_the_initiative_of_eight_players_takes_sixteen_keys() {
    let mut app = written(
        "countdown",
        r#"(title: "Eight", system: "countdown", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Hero", side: "Party", count: 8, sheet: (hp_max: 20, attacks: [(name: "sword", damage: "1d8")])),
                (name: "Brute", side: "Foes", sheet: (hp_max: 30, attacks: [(name: "club", damage: "1d6")])),
            ])"#,
    );
    press(&mut app, "enter space enter");
    assert!(title(&app).contains("nitiative"), "{}", title(&app));
    let typed = "1 enter 2 enter 3 enter 4 enter 5 enter 6 enter 1 enter 2 enter";
    assert_eq!(press(&mut app, typed), 16);
    assert!(!title(&app).contains("nitiative"), "{}", title(&app));
}

#[test]
fn an_ally_chosen_as_a_target_is_marked_as_own_side() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b f");
    assert!(!screen::draw(&mut app, 80, 24).contains("own side"));
    press(&mut app, "a");
    assert!(screen::draw(&mut app, 80, 24).contains("a Maren  own side"));
}

/// The letter of a target opens the form with this target, so Esc returns to the menu. Later values need a second Esc.
#[test]
fn esc_closes_a_form_that_only_has_the_target_that_opened_it() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b f esc");
    assert_eq!(title(&app), "What does Osk do?");
    press(&mut app, "f e esc");
    assert_eq!(title(&app), "Osk attacks");
    press(&mut app, "esc");
    assert_eq!(title(&app), "What does Osk do?");
}

#[test]
fn letters_are_text_only_in_an_opened_row() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b shift-x");
    let words = |app: &App| on(app).ask().draft.get("words").map(ToString::to_string);
    press(&mut app, "e");
    assert_eq!(words(&app), None);
    let problem = on(&app).ask().problem.clone();
    assert_eq!(
        problem.as_deref(),
        Some("e is Rusk. This prompt takes no combatant.")
    );
    press(&mut app, "shift-x h o space t esc");
    assert_eq!(words(&app).as_deref(), Some("ho t"));
    assert_eq!(title(&app), "Osk: main action", "Esc leaves the row only");
    press(&mut app, "e");
    assert_eq!(words(&app).as_deref(), Some("ho t"));
}

#[test]
fn a_form_refuses_a_die_for_the_roll_of_another_combatant() {
    let mut app = written(
        "alternation",
        r#"(title: "Grip", system: "alternation",
            sides: [(name: "Red", players: true), (name: "Blue", rolls: Typed)],
            combatants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Blue")])"#,
    );
    press(&mut app, "enter 1 enter a a");
    assert_eq!(title(&app), "What does Ada do?");
    // Bel has no turn left to react with, and a grabbed combatant saves.
    press(
        &mut app,
        ": s e t space b space s p e n t space t r u e enter b",
    );
    for _ in 0..6 {
        if screen::draw(&mut app, 80, 24).contains("STR save") {
            break;
        }
        press(&mut app, "shift-w");
    }
    press(&mut app, "9");
    let problem = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(
        problem.starts_with("Send the form first. The next roll is: Bel: "),
        "{problem}"
    );
    assert!(on(&app).ask().die.is_empty() && !on(&app).ask().is_typing());
    press(&mut app, "enter enter 9 enter");
    assert!(title(&app) != "Ada attacks", "the die is Bel's");
}

#[test]
fn a_die_typed_in_an_amended_form_is_kept_with_a_hint() {
    let mut app = fight("bridge");
    press(&mut app, "enter a");
    for who in ["e", "f", "g", "h"] {
        press(
            &mut app,
            &format!(": s e t space {who} space s p e n t space t r u e enter"),
        );
    }
    press(&mut app, "b f 5 enter");
    let before = on(&app).session.save();
    // The die is the latest answer, the form is the one before.
    press(&mut app, "f8 down enter shift-c 3 enter");
    let own = on(&app).own.last().expect("the form stays");
    assert!(matches!(own.prompt.kind, Kind::Form(_)));
    assert_eq!(own.ask.line.value(), "3");
    let told = own.ask.problem.as_deref();
    assert!(
        told.is_some_and(|told| told.contains("Send the form before rolling")),
        "{told:?}"
    );
    assert!(on(&app).session.save() == before);
    press(&mut app, "esc enter");
    assert!(on(&app).own.is_empty());
    assert!(on(&app).session.save() != before, "in cover now");
    // A finished roll accepts no modifier.
    press(&mut app, "f8 enter shift-g 2 enter");
    let told = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(
        told.starts_with("You are changing an earlier roll"),
        "{told}"
    );
}

#[test]
fn backspace_leaves_an_empty_text_row() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b");
    let asked = title(&app);
    press(&mut app, "f2 shift-u");
    assert_eq!(title(&app), "What is your ruling?");
    press(&mut app, "shift-x x backspace");
    assert_eq!(title(&app), "What is your ruling?", "a sign was deleted");
    press(&mut app, "esc backspace");
    assert_eq!(title(&app), asked, "the form is left");
    // The prompt for free dice is a line.
    press(&mut app, "f5 backspace");
    assert_eq!(title(&app), asked);
    // Rulings on top of each other are closed one by one.
    press(&mut app, "f2 shift-h f2 shift-i f2 shift-s");
    let mut titles = vec![title(&app)];
    for _ in 0..3 {
        press(&mut app, "backspace");
        titles.push(title(&app));
    }
    assert_eq!(
        titles,
        [
            "Saving throw or check",
            "A condition",
            "Healing",
            asked.as_str()
        ]
    );
}

#[test]
fn the_only_combatant_in_a_row_can_be_removed() {
    let mut app = written(
        "countdown",
        r#"(title: "back", system: "countdown", sides: [(name: "P", rolls: Typed), (name: "O", rolls: Typed)],
            combatants: [
                (name: "Kara", side: "P", links: [("engaged", "Orc")], sheet: (hp_max: 20)),
                (name: "Orc", side: "O", sheet: (hp_max: 20)),
            ])"#,
    );
    let inputs = [
        "enter",
        "do declare a",
        "set action=move",
        "do declare b",
        "set action=pass",
        "do initiative",
        "roll 6 1",
        "do move a",
    ];
    for text in inputs {
        line(&mut app, text);
    }
    assert_eq!(title(&app), "Kara moves");
    let turned = |app: &App| {
        let fight = on(app);
        let form = fight.form().expect("a form is asked");
        let fields = fight.ask().fields(form);
        let row = fields
            .iter()
            .find(|field| field.key == "turning")
            .expect("the row");
        row.value.clone()
    };
    assert_eq!(turned(&app), Value::Who(vec![Id(1)]));
    // If only one target is possible, a letter always selects it.
    press(&mut app, "shift-k b");
    assert_eq!(turned(&app), Value::Who(vec![Id(1)]));
    press(&mut app, "left");
    assert_eq!(turned(&app), Value::Who(Vec::new()), "a sidestep");
    press(&mut app, "b");
    assert_eq!(turned(&app), Value::Who(vec![Id(1)]));
}

#[test]
fn the_sheet_shows_derived_values() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "f3");
    app.area = Rect::new(0, 0, 120, 36);
    let mut buffer = Buffer::empty(app.area);
    draw::draw(&app, app.area, &mut buffer);
    let text = screen::text(&buffer);
    for part in ["stunned by a hit of more than ", "DEX ", ", TMR "] {
        let (_, now) = text.split_once(" Now ").expect("the right side");
        assert!(now.contains(part), "{part} is not in {text}");
    }
}

/// Opens a fight of two combatants in Countdown, at the first declaration.
fn two_combatants_of_countdown() -> App {
    let mut app = written(
        "countdown",
        r#"(title: "two", system: "countdown", sides: [(name: "P", rolls: Typed), (name: "O", rolls: Typed)],
            combatants: [
                (name: "Kara", side: "P", sheet: (hp_max: 20, attacks: [(name: "sword", damage: "1d8")])),
                (name: "Orc", side: "O", sheet: (hp_max: 20)),
                (name: "Imp", side: "O", sheet: (hp_max: 20)),
            ])"#,
    );
    press(&mut app, "enter");
    app
}

/// Returns the message for a refused command on the `:` line.
fn refusal(app: &mut App, text: &str) -> String {
    press(app, ":");
    app.paste(text);
    press(app, "enter");
    let Some(Typing::Command(line)) = &app.typing else {
        panic!("`{text}` was taken");
    };
    let why = line.problem.clone().expect("a reason");
    press(app, "esc");
    why
}

#[test]
fn a_refused_command_names_the_word_that_is_not_a_combatant() {
    let mut app = two_combatants_of_countdown();
    let refused = [
        ("damage 5 q", "no combatant is called `q`"),
        ("damage 5 slashing q", "no combatant is called `q`"),
        ("damage 5", "name the targets last"),
        ("damage 0 b", "0 changes nothing"),
        ("heal 0 b", "0 changes nothing"),
        ("cond prone zed", "no combatant is called `zed`"),
        ("cond prone", "name the targets last"),
        ("cond unable to attack", "name the targets last"),
        ("clear prone zed", "no combatant is called `zed`"),
        ("add Zog 12", "`add Zog hp 12`"),
    ];
    for (text, part) in refused {
        let why = refusal(&mut app, text);
        assert!(why.contains(part), "{text}: {why}");
    }
}

#[test]
fn conditions_come_from_a_list_and_typos_are_refused() {
    let mut app = two_combatants_of_countdown();
    press(&mut app, "f2 shift-i");
    let fight = on(&app);
    let fields = fight.ask().fields(fight.form().expect("a form"));
    let row = fields.iter().find(|field| field.key == "condition");
    let FieldKind::Choice(options) = &row.expect("the row").kind else {
        panic!("conditions are a list");
    };
    let prone = options
        .iter()
        .find(|one| one.key == "prone")
        .expect("prone");
    assert!(prone.hint.contains("-4 on attacks"), "{}", prone.hint);
    assert_eq!(options.last().expect("words").key, "other");
    // Nothing is selected before the GM chooses.
    press(&mut app, "b enter");
    assert_eq!(
        on(&app).ask().problem.as_deref(),
        Some("name the condition")
    );
    press(&mut app, "backspace");
    let why = refusal(&mut app, "cond pron b");
    assert!(why.contains("did you mean `prone`"), "{why}");
    assert!(on(&app).now().get(Id(1)).conditions.is_empty());
    let why = refusal(&mut app, "cond hungry b");
    let own = "`condition \"hungry\"` creates your own condition";
    assert!(why.contains(own), "{why}");
    let why = refusal(&mut app, "cond pr b");
    assert!(why.contains("did you mean `prone`"), "{why}");
    line(&mut app, "cond unable to attack b");
    line(&mut app, "cond \"hungry\" b");
    let keys: Vec<&str> = on(&app)
        .now()
        .get(Id(1))
        .conditions
        .iter()
        .map(|one| one.key.as_str())
        .collect();
    assert_eq!(keys, ["no_attack", "hungry"]);
    let lines = on(&app).session.lines();
    assert!(
        lines
            .iter()
            .any(|line| line.text.contains("Orc is unable to attack")),
        "{lines:?}"
    );
}

#[test]
fn commands_of_a_system_take_names_and_combatants() {
    let mut app = two_combatants_of_countdown();
    line(&mut app, "engage a b");
    let fight = on(&app);
    let fields = fight.ask().fields(fight.form().expect("a form"));
    let people: Vec<&Value> = fields.iter().map(|field| &field.value).collect();
    assert_eq!(people, [&Value::Who(vec![Id(0)]), &Value::Who(vec![Id(1)])]);
    press(&mut app, "enter");
    assert!(on(&app).now().linked("engaged", Id(0), Id(1)));
    // During a question these commands are listed with the time when they are possible, and are refused with it.
    line(&mut app, "do declare a");
    let why = refusal(&mut app, "engage a c");
    assert!(
        why.contains("answer the question first") && why.contains("it is possible"),
        "{why}"
    );
    press(&mut app, "f2");
    let own = on(&app).own.last().expect("the rulings");
    let Kind::Choice { options, .. } = &own.prompt.kind else {
        panic!("rulings are a list");
    };
    let engage = options
        .iter()
        .find(|one| one.label.contains("change who is engaged"));
    let engage = engage.expect("it is listed");
    assert!(engage.label.ends_with("(answer first)"), "{}", engage.label);
    press(&mut app, "esc :");
    let Some(Typing::Command(typed)) = &app.typing else {
        panic!("a command is typed");
    };
    let not_now = typed
        .fitting
        .iter()
        .find(|one| one.line == "engage")
        .expect("it is listed");
    assert!(
        not_now.help.starts_with("not possible now"),
        "{}",
        not_now.help
    );
    press(&mut app, "esc");
    let why = refusal(&mut app, "attack");
    assert!(why.contains("it is possible"), "{why}");
}

#[test]
fn an_encounter_is_found_by_a_word_of_its_title() {
    let library = library();
    let title = |wanted: &str| library.encounter(wanted).map(|setup| setup.title);
    assert_eq!(title("cove").expect("found"), "Wreckers' cove");
    assert_eq!(title("wreckers").expect("found"), "Wreckers' cove");
    let why = title("drowned").expect_err("there are two")[0].to_string();
    assert!(why.contains("several encounters match"), "{why}");
}

#[test]
fn f12_returns_to_the_list_of_fights() {
    let mut app = fight("bridge");
    press(&mut app, "enter f12");
    assert_eq!(app.requests, [Request::Leave]);
}

#[test]
fn an_unchanged_roller_form_changes_nothing() {
    let mut app = fight("bridge");
    press(&mut app, "enter ctrl-down f4 enter");
    assert_eq!(on(&app).now().get(Id(0)).roller, None);
}

#[test]
fn improvised_combatants_accept_hit_points_in_every_system() {
    let counts = |system: &&&dyn System| !system.schema().hit_points.is_empty();
    for system in systems::all().iter().filter(counts).map(|one| one.key()) {
        let text = format!(
            r#"(title: "x", system: "{system}", sides: [(name: "A"), (name: "B")],
                combatants: [(name: "Zug", side: "A", hit_points: 12), (name: "Bel", side: "B", hit_points: 5)])"#
        );
        let app = written(system, &text);
        assert_eq!(on(&app).session.row(Id(0)).life, (12, 12), "{system}");
    }
}

#[test]
fn dropped_dice_are_shown_in_brackets() {
    let mut app = fight("bridge");
    press(&mut app, "enter");
    line(&mut app, "dice 2d6kh1");
    press(&mut app, "3 space 5 enter");
    let lines = on(&app).session.lines();
    assert!(
        lines
            .iter()
            .any(|line| line.text.contains("5 (higher of 2d6: (3) 5)")),
        "{lines:?}"
    );
}

#[test]
fn a_search_for_a_new_name_finds_log_lines_under_the_old_name() {
    let mut app = fight("bridge");
    press(&mut app, "enter a");
    line(&mut app, "damage 1 f");
    line(&mut app, "name f Grim");
    let shown = screen::draw(&mut app, 120, 40);
    let old = "Toll bandit 1 is now called Grim.";
    assert!(shown.contains(old), "{shown}");
    press(&mut app, "/ g r i m enter");
    let shown = screen::draw(&mut app, 120, 40);
    assert!(
        shown.contains("Toll bandit 1 takes 1 damage: 8 → 7 health"),
        "{shown}"
    );
}

#[test]
fn a_note_names_its_combatant() {
    let mut app = fight("bridge");
    let said = |app: &App| match &on(app).said {
        Some(Said::Note(text)) => text.clone(),
        other => panic!("{other:?}"),
    };
    line(&mut app, "note f: owes 5 gold");
    assert_eq!(
        said(&app),
        format!("The note on {} is saved.", on(&app).now().name(Id(5)))
    );
    line(&mut app, "note the bridge is out");
    assert_eq!(said(&app), "The note on the fight is saved.");
    press(&mut app, "f7");
    let shown = screen::draw(&mut app, 80, 24);
    assert!(shown.contains("Note on "), "{shown}");
}

#[test]
fn a_new_note_is_separate_from_the_existing_note() {
    let mut app = fight("bridge");
    let notes = |app: &App| on(app).now().notes.to_string();
    for (typed, noted) in [
        ("speaks", "speaks"),
        ("owes 5 gold", "speaks; owes 5 gold"),
        ("", "speaks; owes 5 gold"),
    ] {
        press(&mut app, "f7");
        app.paste(typed);
        press(&mut app, "enter");
        assert_eq!(notes(&app), noted, "{typed}");
    }
}

#[test]
fn the_hint_for_an_unknown_name_fits_the_smallest_screen() {
    for name in ["bridge", "low_tide", "salt_road", "drowned_barrow"] {
        let mut app = fight(name);
        press(&mut app, "enter :");
        app.paste("at 4 add Wolf 3");
        press(&mut app, "enter");
        let shown = screen::draw(&mut app, 80, 24);
        assert!(shown.contains("`add Wolf hp 3`"), "{shown}");
    }
}

#[test]
fn the_footer_explains_enter_while_a_modifier_is_typed() {
    let mut app = fight("bridge");
    press(&mut app, "enter a b f enter shift-n");
    let die = "Enter or Space rolls";
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains(die), "{shown}");
    press(&mut app, "shift-g");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(!shown.contains(die), "{shown}");
    assert!(
        shown.contains("modifier for damage, such as 2 or -2"),
        "{shown}"
    );
    assert!(
        shown.contains("Enter adds the modifier to the roll"),
        "{shown}"
    );
    press(&mut app, "2 enter");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains(die), "{shown}");
}

#[test]
fn the_set_command_accepts_labels_of_several_words_and_offers_values() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    let spent = |app: &App| on(app).now().get(Id(0)).sheet.value("spent");
    let before = spent(&app);
    line(&mut app, "set a turn used yes");
    assert_eq!(spent(&app), Some(Value::Flag(true)));
    assert_ne!(before, spent(&app));
    line(&mut app, "set a Turn Used no");
    assert_eq!(spent(&app), Some(Value::Flag(false)));
    let offered = |app: &mut App, text: &str| {
        press(app, ":");
        app.paste(text);
        let Some(Typing::Command(line)) = &app.typing else {
            panic!("a line is typed");
        };
        let lines: Vec<String> = line.fitting.iter().map(|one| one.line.clone()).collect();
        press(app, "esc");
        lines
    };
    assert!(offered(&mut app, "set a turn use").contains(&"set a spent".to_owned()));
    assert!(offered(&mut app, "set a tur").contains(&"set a spent".to_owned()));
    assert_eq!(
        offered(&mut app, "set a turn used "),
        ["set a turn used yes", "set a turn used no"]
    );
    assert_eq!(offered(&mut app, "set a health left 1").len(), 0);
    let sizes = offered(&mut app, "set a size ");
    assert!(sizes.contains(&"set a size tiny".to_owned()), "{sizes:?}");
}

/// `:add` uses the same grammar as the set-up and F6.
#[test]
fn the_add_command_uses_the_same_grammar_as_the_set_up() {
    let mut app = fight("bridge");
    press(&mut app, "enter enter");
    let there = on(&app).now().ids().count();
    for text in [
        "add 2 Zog 5",
        "add Una like toll bandit",
        "add Toll bandit 2 for Party",
    ] {
        line(&mut app, text);
    }
    let now = on(&app).now();
    let joined = now.ids().skip(there);
    let joined: Vec<String> = joined
        .map(|id| {
            let most = on(&app).session.row(id).life.1;
            format!(
                "{} {most}, {}",
                now.name(id),
                now.side_name(now.get(id).side)
            )
        })
        .collect();
    expect![[r#"
        Zog 1 5, Bandits
        Zog 2 5, Bandits
        Una 8, Bandits
        Toll bandit 4 8, Party
        Toll bandit 5 8, Party"#]]
    .assert_eq(&joined.join("\n"));
}

/// F1 shows the notation of newcomers above the line that adds combatants, and Esc returns to the line.
#[test]
fn help_opens_over_the_line_that_adds_combatants() {
    let mut app = fight("bridge");
    press(&mut app, "enter f6 o g f1");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("Zog like "), "{shown}");
    press(&mut app, "esc r e");
    let shown = screen::draw(&mut app, 120, 36);
    assert!(shown.contains("+ ogre"), "{shown}");
    assert!(!shown.contains("Zog like ogre"), "{shown}");
}
