//! Saving throws called by the GM, names of combatants on the `:` line, and confirmations.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Control;
use affray::resolver::{Answer, FieldKind, Kind};
use affray::ron_text::Source;
use affray::rules::{Call, SaveRoll, called_words};
use affray::session::Waits;
use affray::setup;
use affray::systems;
use affray::ui::app::App;
use affray::ui::overlay::Overlay;
use affray::values::Id;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::support::fight_file;
use crate::support::keyboard::{self, fight, line, on, press, written};
use crate::support::screen::seen;

/// Fight of three orcs with 40 hit points against two heroes.
const ROOF: &str = r#"(
    title: "Roof", system: "d20",
    sides: [(name: "Heroes", players: true), (name: "Orcs", rolls: Rolled)],
    combatants: [
        (name: "José", side: "Heroes", sheet: (max_hp: 40, dex: 14)),
        (name: "Robber archer", side: "Heroes", sheet: (max_hp: 40)),
        (name: "Orc 1", side: "Orcs", sheet: (max_hp: 40)),
        (name: "Orc 2", side: "Orcs", sheet: (max_hp: 40, resistances: "fire")),
        (name: "Orc captain", side: "Orcs", sheet: (max_hp: 40, initiative: -5)),
    ],
    EVENTS
)"#;

fn roof(events: &str) -> App {
    let mut app = written("d20", &ROOF.replace("EVENTS", events));
    press(&mut app, "2 0 space 1 9 enter space");
    line(&mut app, "rolls Orcs typed");
    app
}

fn hp(app: &App, letter: &str) -> i64 {
    let id = Id::from_letter(letter).expect("a letter");
    let session = &on(app).session;
    let row = session.system().row(session.now(), id);
    row.life.0
}

fn log(app: &App) -> String {
    let lines = on(app).session.lines();
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

#[test]
fn an_unknown_save_is_refused_with_the_names_of_the_known_saves() {
    let mut app = roof("");
    let why = refused(&mut app, "save a arcana 12");
    assert!(
        why.contains("`arcana`") && why.contains("dexterity save") && why.contains("stealth check"),
        "{why}"
    );
    // Checks of rules that the GM never calls for, and keys of files, are not listed.
    for word in ["shake_off", "nerve", "image", "str_check"] {
        assert!(!why.contains(word), "{word}: {why}");
    }
}

#[test]
fn a_save_with_its_own_target_number_refuses_another_number() {
    let mut app = fight("drowned_gate");
    let why = refused(&mut app, "save a luck 20");
    assert!(why.contains("Luck save has its own target number"), "{why}");
    assert!(why.contains("`damage 20`"), "{why}");
    let mut app = fight("culvert");
    let why = refused(&mut app, "save a str 12");
    assert!(why.contains("its own target number"), "{why}");
}

#[test]
fn saves_are_found_without_the_words_before_their_name() {
    let mut app = fight("amber_ford");
    line(&mut app, "save a death ray");
    let shown = seen(&mut app, 120, 40).join("\n");
    assert!(shown.contains("save against Death Ray"), "{shown}");
    press(&mut app, "backspace");
    let why = refused(&mut app, "save a arcana");
    assert!(why.contains("save against Death Ray"), "{why}");
    assert!(why.contains("STR check"), "{why}");
}

#[test]
fn commands_accept_quoted_names_of_sides_and_combatants() {
    let mut app = roof("");
    line(&mut app, "control \"orcs\" automatic");
    line(&mut app, "control \"Robber archer\" gm");
    let now = on(&app).session.now().clone();
    let orcs = now.sides.iter().find(|side| side.name == "Orcs");
    assert_eq!(orcs.expect("there").control, Control::Automatic);
    let archer = Id::from_letter("b").expect("a letter");
    assert_eq!(now.get(archer).control, Some(Control::Gm));
    line(&mut app, "damage 3 \"Orc 1\", \"orc captain\"");
    assert_eq!([hp(&app, "c"), hp(&app, "d"), hp(&app, "e")], [37, 40, 37]);
    let why = refused(&mut app, "control \"The hollow\" automatic");
    assert!(why.contains("`The hollow`"), "{why}");
}

/// Types a line that is refused, and returns the reason.
fn refused(app: &mut App, text: &str) -> String {
    press(app, ":");
    app.paste(text);
    press(app, "enter");
    let why = on(app).ask().problem.clone();
    let typing = format!("{:?}", seen(app, 120, 36));
    press(app, "esc esc");
    why.unwrap_or(typing)
}

/// Several combatants save against a DC. Combatants who pass take half of the damage; the others get a condition.
#[test]
fn a_saving_throw_that_the_gm_calls_for_deals_damage_and_sets_conditions() {
    let mut app = roof("");
    line(
        &mut app,
        "save c, d and Orc captain dex 14 29 fire half or prone 2",
    );
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("the dice are asked");
    };
    let Kind::Rolls(rows) = &prompt.kind else {
        panic!("each has a die");
    };
    let chances = rows.iter().filter_map(|row| row.roll.chance());
    let chances: Vec<String> = chances.map(|chance| format!("{chance:.2}")).collect();
    assert_eq!(chances, ["0.35"; 3]);
    press(&mut app, "1 4 space 3 space 1 enter");
    assert_eq!((hp(&app, "c"), hp(&app, "d"), hp(&app, "e")), (26, 26, 11));
    let has = |letter: &str| {
        let id = Id::from_letter(letter).expect("a letter");
        let now = on(&app).session.now();
        now.get(id).conditions.iter().any(|one| one.key == "prone")
    };
    assert_eq!((has("c"), has("d"), has("e")), (false, true, true));
}

/// A saving throw of three targets with a damage total of 29 takes at most twelve keys.
#[test]
fn a_saving_throw_for_three_targets_takes_at_most_twelve_keys() {
    let mut app = roof("");
    let keys = press(&mut app, "f2 shift-s c d e 2 9 enter space");
    assert!(keys <= 12, "{keys} keys");
    let left = [hp(&app, "c"), hp(&app, "d"), hp(&app, "e")];
    assert!(left.iter().all(|left| [11, 26].contains(left)), "{left:?}");
    // It is a single ruling: undo removes the dice, then the form, which opens with its values.
    press(&mut app, "backspace backspace");
    assert_eq!([hp(&app, "c"), hp(&app, "d"), hp(&app, "e")], [40; 3]);
}

#[test]
fn a_saving_throw_for_a_whole_side_can_have_advantage() {
    let mut app = roof("");
    line(&mut app, "save orcs wis 12 +2 advantage");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("the dice are asked");
    };
    let Kind::Rolls(rows) = &prompt.kind else {
        panic!("each has a die");
    };
    assert_eq!(rows.len(), 3);
    for row in rows {
        assert_eq!(row.roll.dice.to_string(), "2d20kh1");
        assert_eq!(row.roll.bonus.total(), 2);
    }
}

/// A scheduled event calls for its save; the GM may still choose the combatants.
#[test]
fn a_scheduled_event_calls_for_a_save() {
    let mut app =
        roof(r#"events: [(at: Manual, text: "the roof falls", save: "orcs dex 12 10 none")],"#);
    line(&mut app, "call");
    press(&mut app, "enter");
    let form = on(&app).form().expect("the save is called for");
    assert_eq!(form.question.key, "save");
    press(&mut app, "e enter");
    press(&mut app, "space");
    let left = [hp(&app, "c"), hp(&app, "d")];
    assert!(left.iter().all(|left| [30, 40].contains(left)), "{left:?}");
    assert_eq!(hp(&app, "e"), 40);
    assert!(log(&app).contains("The roof falls."), "{}", log(&app));

    // Commands of `:at` are checked in the same way during the fight.
    let why = refused(&mut app, "at 9 save dax 12");
    assert!(why.contains("dax"), "{why}");
    line(&mut app, "at 9 the wall too; save all dex 12 2d6");
    let planned = on(&app)
        .session
        .now()
        .scheduled
        .last()
        .expect("planned")
        .clone();
    assert_eq!(
        (&*planned.text, &*planned.save),
        ("the wall too", "all dex 12 2d6")
    );
}

/// An event scheduled for a round calls for its save at the start of that round.
#[test]
fn a_save_scheduled_for_a_round_is_called_in_that_round() {
    let mut app = roof(r#"events: [(at: Round(2), text: "a wave", save: "orcs dex 12 10 none")],"#);
    let called = |app: &App| {
        on(app)
            .form()
            .is_some_and(|form| form.question.key == "save")
    };
    for _ in 0..20 {
        if called(&app) {
            break;
        }
        press(&mut app, "space");
    }
    assert!(called(&app), "{}", log(&app));
    assert_eq!(on(&app).session.now().round, 2);
    press(&mut app, "enter space");
    let left = [hp(&app, "c"), hp(&app, "d"), hp(&app, "e")];
    assert!(left.iter().all(|left| [30, 40].contains(left)), "{left:?}");
    assert!(on(&app).session.now().turn.is_some(), "the round goes on");
}

/// Every system has a save that one combatant can make alone, with a description.
#[test]
fn every_system_declares_its_saves() {
    let library = keyboard::library();
    for system in systems::all() {
        let compendium: &Compendium = library.compendium(system.key()).expect("a system");
        let (file, text) = system.assets().encounters[0];
        let (setup, wrong) = setup::read(&Source::new(file, text), &[compendium]);
        assert!(wrong.is_empty(), "{wrong:?}");
        let start = setup.expect("it is read").begin(compendium, Seed(1));
        let now = start.expect("it begins");
        let kinds = system.kinds_of_save();
        assert!(!kinds.is_empty(), "{}", system.key());
        let mut rolled = 0;
        for kind in &kinds {
            let call = Call {
                kind: kind.choice.key.clone(),
                number: kind.number.as_ref().map_or(0, |number| number.preset),
                edge: std::cmp::Ordering::Equal,
            };
            let first = now.present().next().expect("somebody");
            if let Ok(SaveRoll::Roll(roll)) = system.save_roll(&now, first, &call) {
                let chance = roll.chance();
                assert!(
                    chance.is_some(),
                    "{}: {} has no odds",
                    system.key(),
                    call.kind
                );
                rolled += 1;
            }
        }
        assert!(rolled > 0, "{}", system.key());
    }
}

#[test]
fn combatants_in_a_command_are_separated_by_commas_spaces_or_and() {
    for text in [
        "damage 7 c, d",
        "damage 7 c and d",
        "damage 7 c & d",
        "damage 7 c,d",
        "damage 7 c d",
        "damage c d 7",
        "damage \"orc 1\" and orc 2 7",
        "damage c, d 7: a beam",
    ] {
        let mut app = roof("");
        line(&mut app, text);
        assert_eq!(
            (hp(&app, "c"), hp(&app, "d"), hp(&app, "a")),
            (33, 33, 40),
            "{text}"
        );
    }
}

/// Names are found in upper and lower case, by the beginnings of words, and with either form of accents or none.
#[test]
fn commands_find_names_in_any_case_and_by_prefix() {
    for (text, letter) in [
        ("damage 5 jose", "a"),
        ("damage 5 JOSE\u{301}", "a"),
        ("damage 5 Robber a", "b"),
        ("damage 5 rob", "b"),
        ("damage 5 orc 2", "d"),
        ("damage 5 captain", "e"),
        ("damage 5 orc c", "e"),
    ] {
        let mut app = roof("");
        line(&mut app, text);
        for one in ["a", "b", "c", "d", "e"] {
            let left = if one == letter { 35 } else { 40 };
            assert_eq!(hp(&app, one), left, "{text}: {one}");
        }
    }
}

/// An unknown name is an error, not a reason. An ambiguous name lists the possible combatants.
#[test]
fn an_unknown_name_is_never_taken_as_the_reason_for_damage() {
    let mut app = roof("");
    for (text, says) in [
        ("damage 7 fyre c", "did you mean `fire`"),
        ("damage 7 zog, c", "zog"),
        ("damage 7 zog c", "zog"),
        ("heal 3 zog c", "zog"),
        ("damage 5 orc", "Orc 1 (c) or Orc 2 (d) or Orc captain (e)"),
        ("save zog dex 14", "zog"),
    ] {
        let why = refused(&mut app, text);
        assert!(why.contains(says), "{text}: {why}");
        for one in ["a", "b", "c", "d", "e"] {
            assert_eq!(hp(&app, one), 40, "{text}");
        }
    }
    // A reason follows a colon.
    line(&mut app, "damage 7 fire c: falling embers");
    assert_eq!(hp(&app, "c"), 33);
    assert!(log(&app).contains("falling embers"));
}

/// Opens the Quay fight at a confirmation.
fn confirmation() -> App {
    let mut app = keyboard::of_tests(
        "press",
        r#"(title: "Quay", system: "press", sides: [(name: "Us", players: true), (name: "Them")],
            combatants: [(from: "Mira", side: "Us"), (from: "Docker", side: "Them")])"#,
    );
    press(&mut app, "shift-a enter 1 5 enter 5 enter");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("something is asked");
    };
    assert!(matches!(prompt.kind, Kind::Confirm { .. }));
    app
}

/// Returns the last answer.
fn answered(app: &App) -> Answer {
    let history = on(app).session.history();
    let entry = history.entries().last();
    let all = format!("{:?} {:?}", history.open(), entry);
    if all.contains("Yes(true)") {
        Answer::Yes(true)
    } else {
        Answer::Yes(false)
    }
}

#[test]
fn y_and_n_select_the_answer_and_enter_sends_it() {
    for (keys, yes) in [
        ("n enter", false),
        ("y enter", true),
        ("y n enter", false),
        ("n y enter", true),
        ("shift-y", true),
        ("shift-n", false),
    ] {
        let mut app = confirmation();
        press(&mut app, keys);
        assert_eq!(answered(&app), Answer::Yes(yes), "{keys}");
    }
    // Elsewhere both keys are letters of combatants.
    let mut app = fight("bridge");
    press(&mut app, "enter enter enter n");
    assert_eq!(
        on(&app).ask().problem.as_deref(),
        Some("No combatant has the letter n.")
    );
}

#[test]
fn enter_after_a_refused_key_does_nothing() {
    let mut app = confirmation();
    press(&mut app, "x enter");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("it is still asked");
    };
    assert!(matches!(prompt.kind, Kind::Confirm { .. }));
    press(&mut app, "y enter");
    assert_eq!(answered(&app), Answer::Yes(true));
}

#[test]
fn a_key_of_another_alphabet_is_refused_with_a_message() {
    let mut app = fight("bridge");
    for key in ['ф', 'Ф', '１'] {
        app.press(KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE));
        let why = on(&app).ask().problem.clone().unwrap_or_default();
        assert!(why.contains("keyboard layout"), "{key}: {why}");
        press(&mut app, "enter");
    }
    assert!(on(&app).session.now().turn.is_none());
}

/// `:set`, `:name` and `:alias` take the longest name at the front of their line.
#[test]
fn commands_take_a_name_of_several_words_before_their_text() {
    let name = |app: &App, who: u32| on(app).now().name(Id(who)).to_owned();
    for (typed, who, left) in [
        ("set orc 2 hp 5", "d", 5),
        ("set Orc 2 hp 6", "d", 6),
        ("set orc captain hp 8", "e", 8),
        ("set orc cap hp 9", "e", 9),
        ("set \"Orc 2\" hp 7", "d", 7),
        ("set “orc captain” hp=11", "e", 11),
        ("set robber archer hp 12", "b", 12),
        ("set rob hp -3", "b", 37),
        ("set c hp 13", "c", 13),
    ] {
        let mut app = roof("");
        line(&mut app, typed);
        assert_eq!(hp(&app, who), left, "{typed}: {}", log(&app));
    }
    let mut app = roof("");
    line(&mut app, "name orc 2 Bob the Orc");
    assert_eq!(name(&app, 3), "Bob the Orc");
    line(&mut app, "name jose Pepe");
    assert_eq!(name(&app, 0), "Pepe");
    // A whole name without a text is an incomplete command.
    let why = refused(&mut app, "name Robber archer");
    assert!(why.contains("the new name"), "{why}");
    assert_eq!(name(&app, 1), "Robber archer");
    line(&mut app, "alias orc captain boss");
    assert_eq!(on(&app).now().get(Id(4)).other_name, "boss");
    line(&mut app, "alias \"Orc 1\" hooded figure");
    assert_eq!(on(&app).now().get(Id(2)).other_name, "hooded figure");
    let why = refused(&mut app, "set orc hp 5");
    assert!(why.contains("Orc 1 (c) or Orc captain (e)"), "{why}");
    let why = refused(&mut app, "set ghost hp 5");
    assert!(why.contains("no combatant is called `ghost`"), "{why}");
    let why = refused(&mut app, "name orc 1");
    assert!(why.contains("the new name"), "{why}");
}

/// The completions after a name of several words are the fields and values of this combatant.
#[test]
fn tab_completes_a_field_after_a_name_of_several_words() {
    let mut app = roof("");
    press(&mut app, ":");
    let typed = "set orc 2 resist";
    for c in typed.chars() {
        let key = if c == ' ' {
            "space".to_owned()
        } else {
            c.to_string()
        };
        press(&mut app, &key);
    }
    press(&mut app, "tab");
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(shown.contains("set orc 2 resistances"), "{shown}");
    assert!(shown.contains("fire"), "the current value: {shown}");
}

/// F2 plans an event that calls for a save: in its own row, or in the text as on the `:` line.
#[test]
fn an_event_planned_in_the_form_calls_for_a_save() {
    let typed = |app: &mut App, text: &str| {
        for c in text.chars() {
            let key = if c == ' ' {
                "space".to_owned()
            } else {
                c.to_string()
            };
            press(app, &key);
        }
    };
    for in_text in [false, true] {
        let mut app = roof("");
        press(&mut app, "f2 shift-a shift-x");
        let rows: Vec<String> = on(&app)
            .form()
            .map(|form| on(&app).ask().fields(form).to_vec())
            .expect("a form")
            .into_iter()
            .map(|field| field.key)
            .collect();
        assert!(rows.contains(&"calls".to_owned()), "{rows:?}");
        if in_text {
            typed(&mut app, "roof; save orcs dex 12 10 none");
        } else {
            typed(&mut app, "roof");
            press(&mut app, "tab tab tab tab");
            typed(&mut app, "orcs dex 12 10 none");
        }
        press(&mut app, "enter");
        let planned = &on(&app).now().scheduled;
        assert_eq!(planned.len(), 1, "{}", seen(&mut app, 120, 36).join("\n"));
        assert_eq!(
            (&*planned[0].text, &*planned[0].save),
            ("roof", "orcs dex 12 10 none")
        );
    }
    // A save that is not understood is refused before the event is planned.
    let mut app = roof("");
    press(&mut app, "f2 shift-a shift-x");
    typed(&mut app, "roof; save orcs dax 12");
    press(&mut app, "enter");
    assert!(on(&app).now().scheduled.is_empty());
    assert!(seen(&mut app, 120, 36).join("\n").contains("dax"));
}

/// Advantage, a modifier and the effect of a success may follow the condition, and advantage has short forms.
#[test]
fn advantage_may_follow_the_condition_of_a_save() {
    for (typed, dice, bonus) in [
        ("save orcs wis 12 or poisoned 3 disadvantage", "2d20kl1", 0),
        ("save orcs wis 12 disadvantage or poisoned 3", "2d20kl1", 0),
        ("save orcs wis 12 or poisoned until end c adv", "2d20kh1", 0),
        ("save orcs wis 12 adv or poisoned", "2d20kh1", 0),
        ("save orcs wis 12 dis", "2d20kl1", 0),
        ("save orcs wis 12 8 or poisoned half dis +2", "2d20kl1", 2),
    ] {
        let mut app = roof("");
        line(&mut app, typed);
        let Waits::Prompt(prompt) = on(&app).session.waits() else {
            panic!("{typed}: no dice are asked");
        };
        let Kind::Rolls(rows) = &prompt.kind else {
            panic!("{typed}: each has a die");
        };
        assert_eq!(rows.len(), 3, "{typed}");
        for row in rows {
            assert_eq!(row.roll.dice.to_string(), dice, "{typed}");
            assert_eq!(row.roll.bonus.total(), bonus, "{typed}");
        }
    }
    let mut app = roof("");
    let why = refused(&mut app, "save orcs wis 12 adv or poisoned 3 dis");
    assert!(why.contains("unexpected text `dis`"), "{why}");
}

/// The words of a list are checked on the `:` line and on the sheet as in files.
#[test]
fn unknown_words_of_a_list_are_refused() {
    let mut app = roof("");
    let value = |app: &App| {
        let sheet = &on(app).now().get(Id(3)).sheet;
        sheet.value("resistances").map(|value| value.to_string())
    };
    let why = refused(&mut app, "set d resistances foo");
    assert!(why.contains("unknown word `foo`"), "{why}");
    let why = refused(&mut app, "set d resistances fire, colt");
    assert!(why.contains("did you mean `cold`"), "{why}");
    assert_eq!(value(&app).as_deref(), Some("fire"));
    for typed in ["Fire, cold", "fire cold", "fire and cold, fire"] {
        line(&mut app, &format!("set d resistances {typed}"));
        assert_eq!(value(&app).as_deref(), Some("fire, cold"), "{typed}");
    }
    line(&mut app, "sheet d");
    press(&mut app, "/ r e s i s t a n c e s enter f o o enter");
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(shown.contains("unknown word `foo`"), "{shown}");
    assert_eq!(value(&app).as_deref(), Some("fire, cold"));
}

/// F9 asks whom to hide or show, and the turn of a hidden combatant says how to show the combatant.
#[test]
fn the_turn_of_a_hidden_combatant_offers_to_reveal_the_combatant() {
    let mut app = roof("");
    press(&mut app, "f9");
    let shown = seen(&mut app, 80, 24).join("\n");
    assert!(
        shown.contains("Which combatant do you want to hide or show?"),
        "{shown}"
    );
    press(&mut app, "esc");
    let hint = "The players do not see";
    assert!(!seen(&mut app, 80, 24).join("\n").contains(hint));
    let turn = on(&app).now().turn.expect("a turn");
    press(&mut app, &format!("f9 {}", turn.letter()));
    let name = on(&app).now().name(turn).to_owned();
    let told = format!(
        "The players do not see {name}. `:show {}` reveals {name}.",
        turn.letter()
    );
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(shown.contains(&told), "{shown}");
    line(&mut app, &format!("show {}", turn.letter()));
    assert!(!on(&app).now().get(turn).hidden);
    assert!(!seen(&mut app, 120, 36).join("\n").contains(hint));
}

#[test]
fn dice_outside_the_fight_need_dice() {
    let mut app = roof("");
    press(&mut app, "f5 ctrl-u 6 enter");
    let shown = seen(&mut app, 80, 24).join("\n");
    assert!(shown.contains("write dice such as d20"), "{shown}");
    assert!(
        !log(&app).contains("Dice outside the fight"),
        "{}",
        log(&app)
    );
}

/// `:dice` starts the attack half of Split Round when it is possible, and otherwise the dice outside the fight.
#[test]
fn an_action_that_is_possible_now_precedes_a_ruling_of_the_same_name() {
    let open = |app: &App| {
        let open = on(app).session.history().open().last();
        open.map(|open| open.command.action.to_string())
    };
    let mut app = keyboard::fight("low_tide");
    line(&mut app, "dice");
    assert!(seen(&mut app, 80, 24).join("\n").contains("Which dice?"));
    press(&mut app, "esc");
    let asks_half = |app: &App| {
        let menu = on(app).session.menu();
        menu.iter()
            .any(|entry| entry.command.action == "dice" && entry.refused.is_none())
    };
    for _ in 0..60 {
        if asks_half(&app) {
            break;
        }
        press(&mut app, "space");
    }
    assert!(asks_half(&app), "{}", seen(&mut app, 80, 24).join("\n"));
    line(&mut app, "dice");
    assert_eq!(open(&app).as_deref(), Some("dice"));
    assert!(!seen(&mut app, 80, 24).join("\n").contains("Which dice?"));
}

/// On the smallest screen, the preview of a save breaks its lines only between the parts of a roll.
#[test]
fn the_preview_of_a_save_breaks_no_phrase() {
    let mut app = roof("");
    press(&mut app, "f2 shift-s c d e");
    let shown = seen(&mut app, 80, 24);
    let notes: Vec<&str> = shown
        .iter()
        .filter_map(|row| {
            row.char_indices()
                .nth(46)
                .map(|(at, _)| row[at..].trim_matches(['┃', ' ']))
        })
        .collect();
    assert!(
        notes.iter().any(|note| note.contains("dexterity save:")),
        "{shown:#?}"
    );
    for note in notes {
        for (before, after) in [("dexterity", "save"), ("vs", "DC"), ("or", "more")] {
            assert!(!note.ends_with(before), "{before} / {after}: {shown:#?}");
        }
    }
}

/// Help, hints and errors show an example of `:save` that works in the system of the fight.
#[test]
fn the_example_of_a_save_is_a_line_that_each_system_accepts() {
    for system in systems::all() {
        let (system, compendium) = (*system, Compendium::built_in(*system).0);
        let people = compendium.roster().iter().take(3);
        let people: Vec<String> = people
            .map(|one| format!(r#"(from: "{}", side: "Red")"#, one.name))
            .collect();
        let setup = format!(
            r#"title: "Three", system: "{}", sides: [(name: "Red", players: true), (name: "Blue")],
            combatants: [{}]"#,
            system.key(),
            people.join(", ")
        );
        let course = fight_file::course(&compendium, &setup, &[]);
        for targets in ["a c", "all"] {
            let example = called_words::example(system, targets);
            let read = called_words::read(system, course.session.now(), &example);
            assert!(read.is_ok(), "{}: `{example}`: {read:?}", system.key());
        }
    }
}

#[test]
fn hints_and_errors_show_a_save_of_the_system() {
    let mut app = fight("bridge");
    press(&mut app, "enter");
    let why = refused(&mut app, "save agi");
    assert!(why.contains("`save a c str save 8d6"), "{why}");
    press(&mut app, "esc");
    line(&mut app, "at");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("a form is open");
    };
    let Kind::Form(fields) = &prompt.kind else {
        panic!("a form is open");
    };
    let calls = fields.iter().find(|field| field.key == "calls");
    let hint = &calls.expect("a row for a save").hint;
    assert!(hint.contains("`all str save 8d6"), "{hint}");
}

/// The form of `:condition` offers no dead combatants, but a letter in the line names one.
#[test]
fn a_condition_is_offered_for_the_living() {
    let mut app = roof("");
    line(&mut app, "damage 999 c");
    let id = Id::from_letter("c").expect("a letter");
    assert!(on(&app).session.now().dead(id), "{}", log(&app));
    line(&mut app, "condition prone c");
    assert!(on(&app).session.now().get(id).named("prone").is_some());
    line(&mut app, "condition");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("a form is open");
    };
    let Kind::Form(fields) = &prompt.kind else {
        panic!("a form is open");
    };
    let FieldKind::Pick { from, .. } = &fields[0].kind else {
        panic!("the first row has the targets");
    };
    let living = ["a", "b", "d", "e"].map(|one| Id::from_letter(one).expect("a letter"));
    assert_eq!(from, &living);
}

/// Damage of a called save may kill its target, which then gains no condition.
#[test]
fn a_combatant_killed_by_a_called_save_gains_no_condition() {
    let mut app = roof("");
    line(&mut app, "save c dex 14 99 fire or prone");
    press(&mut app, "1 enter");
    let (now, id) = (
        on(&app).session.now(),
        Id::from_letter("c").expect("a letter"),
    );
    assert!(now.dead(id), "{}", log(&app));
    assert!(now.get(id).named("prone").is_none(), "{}", log(&app));
}

#[test]
fn recap_opens_the_summary() {
    let mut app = roof("");
    line(&mut app, "recap");
    let by_recap = seen(&mut app, 100, 30);
    press(&mut app, "esc");
    line(&mut app, "summary");
    assert_eq!(by_recap, seen(&mut app, 100, 30));
    assert!(matches!(app.overlay, Overlay::Recap(_)));
}
