//! Faults found by testers while playing, each with the keys that showed it.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::{Condition, Roller};
use affray::resolver::Kind;
use affray::values::{Id, Value};

use affray::session::players_view::Players;
use affray::session::recap::Recap;
use affray::session::{Readers, Session, Waits};
use affray::setup;
use affray::ui::app::{App, Request, Screen};
use affray::ui::ask::Mode;
use affray::ui::autosave::SaveStatus;
use affray::ui::fight::Said;
use affray::ui::overlay::Overlay;

use crate::support::fight_file;
use crate::support::keyboard::{self, fight, line, on, press, set_up};
use crate::support::laws;
use crate::support::screen::{self, check_seen, seen};

/// Returns the bonus of each pending roll.
fn bonuses(app: &App) -> Vec<i64> {
    let Waits::Prompt(prompt) = on(app).session.waits() else {
        panic!("dice are asked for");
    };
    let Kind::Rolls(rows) = &prompt.kind else {
        panic!("several throws are asked for");
    };
    rows.iter().map(|row| row.roll.bonus.total()).collect()
}

/// Returns the value of a row of the form.
fn row(app: &App, key: &str) -> Value {
    let prompt = on(app).form().expect("a form is asked");
    let fields = on(app).ask().fields(prompt);
    let field = fields.iter().find(|field| field.key == key);
    field.expect("the row is there").value.clone()
}

fn refused(app: &App) -> Option<&str> {
    let preview = on(app).ask().preview.as_ref()?;
    preview.refused.as_deref()
}

/// Opens the fight on the causeway, after all declarations, with every d20 pending.
fn every_d20() -> App {
    let mut app = fight("low_tide");
    press(&mut app, "enter shift-e enter");
    app
}

#[test]
fn a_minus_between_typed_dice_is_refused_until_corrected() {
    let mut app = every_d20();
    press(&mut app, "7 space 3 space - 4");
    assert_eq!(on(&app).ask().line.value(), "7 3 -4");
    assert!(on(&app).ask().problem.is_some());
    // A refused number changes nothing, and is corrected in its box.
    let before = on(&app).session.revision();
    press(&mut app, "enter");
    assert_eq!(on(&app).session.revision(), before);
    press(&mut app, "backspace backspace 4");
    assert_eq!(on(&app).ask().line.value(), "7 3 4");
    assert_eq!(on(&app).ask().problem, None);
}

#[test]
fn a_plus_or_minus_sign_typed_at_a_form_changes_no_row() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "enter a");
    let action = row(&app, "action");
    for sign in ["-", "+"] {
        press(&mut app, sign);
        assert_eq!(row(&app, "action"), action);
        assert!(on(&app).ask().problem.is_some());
        // Enter after the sign changes nothing either.
        let before = on(&app).session.revision();
        press(&mut app, "enter");
        assert_eq!(on(&app).session.revision(), before);
        // The message names the sign, which is not a die.
        let problem = on(&app).ask().problem.clone().unwrap_or_default();
        assert!(
            problem.starts_with(&format!("`{sign}` is not possible here")),
            "{problem}"
        );
    }
}

#[test]
fn the_gm_modifier_applies_to_the_marked_roll() {
    let mut app = every_d20();
    let before = bonuses(&app);
    press(&mut app, "1 9 enter 3 enter shift-g 2 enter");
    let after = bonuses(&app);
    let more: Vec<i64> = after
        .iter()
        .zip(&before)
        .map(|(one, was)| one - was)
        .collect();
    let marked: Vec<usize> = (0..more.len()).filter(|row| more[*row] != 0).collect();
    assert_eq!((marked, more[2]), (vec![2], 2), "{more:?}");
}

#[test]
fn a_refused_number_stays_in_its_row_until_corrected() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-n shift-m 3 1 3 0 shift-b");
    assert_eq!(row(&app, "feet"), Value::Int(3130));
    assert_eq!(
        refused(&app),
        Some("movement: 3130 is not between 0 and 999")
    );
    press(&mut app, "shift-m 3 0");
    assert_eq!((row(&app, "feet"), refused(&app)), (Value::Int(30), None));
}

#[test]
fn a_refused_number_keeps_its_sign() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-n shift-m - 5");
    assert_eq!(row(&app, "feet"), Value::Int(-5));
    assert_eq!(refused(&app), Some("movement: -5 is not between 0 and 999"));
}

#[test]
fn a_letter_selects_a_target_in_an_empty_row_of_targets() {
    let mut app = fight("low_tide");
    // Looking at a sheet selects no target.
    press(&mut app, "enter f3 esc f2 shift-d");
    assert_eq!(row(&app, "targets"), Value::Who(Vec::new()));
    press(&mut app, "a");
    assert_eq!(row(&app, "targets"), Value::Who(vec![Id(0)]));
    press(&mut app, "a");
    assert_eq!(row(&app, "targets"), Value::Who(Vec::new()));
    // An action key is not part of a typed amount.
    press(&mut app, "1 6 shift-t a enter");
    let health = on(&app).now().get(Id(0)).sheet.value("hp");
    assert_eq!(health, Some(Value::Int(47 - 16)));
}

#[test]
fn undo_restores_the_combatants_picked_in_a_question() {
    let mut app = fight("low_tide");
    press(&mut app, "j k enter backspace");
    assert_eq!(on(&app).ask().picked, Some(vec![Id(9), Id(10)]));
    press(&mut app, "enter");
    assert!(on(&app).now().get(Id(9)).named("surprised").is_some());
}

#[test]
fn the_list_of_amendable_answers_labels_each_roll() {
    let mut app = every_d20();
    press(&mut app, "1 9 enter space f8");
    let list = on(&app).own.last().expect("the list of answers");
    let Kind::Choice { options, .. } = &list.prompt.kind else {
        panic!("a list is a choice");
    };
    let told = |wanted: &str| options.iter().any(|option| option.label == wanted);
    assert!(
        told("Marenka Holt · longsword at Tide captain: 19"),
        "{options:?}"
    );
    // A question needs no colon.
    let colon = options.iter().find(|option| option.label.contains("?:"));
    assert_eq!(colon, None);
    press(&mut app, "enter 1 8 enter");
    let said = on(&app).said.clone();
    assert!(
        matches!(&said, Some(Said::Note(said)) if said.starts_with("Amended")),
        "{said:?}: {}",
        screen::draw(&mut app, 100, 30)
    );
}

/// A combatant with a mount in the set-up rides it, by the keyword of the system's rules; without a rider no prompt
/// opens.
#[test]
fn a_combatant_given_a_mount_in_the_set_up_rides_the_mount() {
    for system in affray::systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let people = compendium.roster();
        let mut setup = setup::Setup::new(system.key());
        let side = setup::SideSetup {
            name: "A".to_owned(),
            ..setup::SideSetup::default()
        };
        setup.sides = vec![side];
        for name in ["Una", "Nag"] {
            let mut one = setup::Newcomer::from_roster(&people[0].name, 1, "A");
            one.name = name.to_owned();
            setup.combatants.push(one);
        }
        let mut app = keyboard::set_up(setup);
        press(&mut app, "home down down down enter");
        let rides = system.schema().rides;
        let asked = screen::draw(&mut app, 120, 50).contains("B rides ");
        assert_eq!(asked, !rides.is_empty(), "{}", system.key());
        press(&mut app, "shift-b enter");
        let Screen::Setup(screen) = &app.screen else {
            panic!("a fight is prepared");
        };
        let links = &screen.setup.combatants[0].links;
        let rider = (rides.to_owned(), "Nag".to_owned());
        assert_eq!(links.contains(&rider), asked, "{}: {links:?}", system.key());
    }
}

/// An earlier question opens with its answer, and questions that are no longer asked are in no list.
#[test]
fn an_earlier_question_opens_with_its_answer() {
    let mut app = keyboard::written(
        "split-round",
        r#"(title: "Dart", system: "split-round", sides: [(name: "P", players: true), (name: "O")],
            combatants: [
                (name: "Iona", side: "P", sheet: (hp_max: 16, spark: true, mana_tree_rank: 3, mana_max: 18,
                    spells: [(name: "dart", mana_cost: 4, spell_dc: 13, damage: "2d6")])),
                (name: "Cur", side: "O", sheet: (hp_max: 9, spark: true, mana_tree_rank: 2, mana_max: 15)),
            ])"#,
    );
    press(&mut app, "b enter");
    let asked = |app: &App| {
        let own = on(app).own.last().expect("the list of answers");
        let Kind::Choice { options, .. } = &own.prompt.kind else {
            panic!("a list is a choice");
        };
        let told = options.iter().map(|option| option.label.clone());
        told.collect::<Vec<String>>()
    };
    let surprised = "The fight begins. Who is surprised? Cur";
    press(&mut app, "f8");
    assert_eq!(asked(&app), [surprised]);
    press(&mut app, "enter enter");
    let problem = on(&app).own.last().and_then(|own| own.ask.problem.clone());
    let problem = problem.unwrap_or_else(|| on(&app).ask().problem.clone().unwrap_or_default());
    assert!(problem.contains("nothing changes"), "{problem}");
    // No combatant is surprised, and the dart may be countered; then its caster is surprised, and no question is asked.
    press(&mut app, "b enter space enter f8");
    assert!(
        asked(&app).iter().any(|told| told.contains("counters")),
        "{:?}",
        asked(&app)
    );
    press(&mut app, "end enter a enter f8");
    let told = asked(&app);
    assert!(
        !told.iter().any(|told| told.contains("counter")),
        "{told:?}"
    );
}

/// The combatants of an answer are listed without a label; combatants of another row are listed with the label of that
/// row.
#[test]
fn the_list_of_amendable_answers_shows_the_rows_of_chosen_combatants() {
    let mut app = keyboard::written(
        "countdown",
        r#"(title: "Near", system: "countdown", sides: [(name: "P", players: true), (name: "O")],
            combatants: [
                (name: "Ann", side: "P", sheet: (hp_max: 20, attacks: [(name: "sword", damage: "1d8")])),
                (name: "Cur", side: "O", sheet: (hp_max: 20)),
                (name: "Dog", side: "O", sheet: (hp_max: 20)),
            ])"#,
    );
    press(
        &mut app,
        "enter space enter 6 enter 1 enter enter shift-b 1 enter f8",
    );
    let list = on(&app).own.last().expect("the list of answers");
    let Kind::Choice { options, .. } = &list.prompt.kind else {
        panic!("a list is a choice");
    };
    let told: Vec<&str> = options.iter().map(|option| &*option.label).collect();
    let attack = "Ann attacks: with sword, Cur, from behind yes, closes with Cur";
    assert!(told.contains(&attack), "{told:#?}");
}

#[test]
fn an_earlier_menu_accepts_the_keys_of_its_rows() {
    let mut app = fight("bridge");
    // The bandits choose who goes first: the party, and Osk.
    press(&mut app, "enter a b");
    let turn = on(&app).now().turn;
    assert_eq!(turn, Some(Id(1)));
    press(&mut app, "f8 enter c");
    assert_eq!(on(&app).now().turn, Some(Id(2)), "Tilda goes instead");
}

/// F20: fields that a combatant does not use come last.
#[test]
fn a_sheet_begins_with_the_fields_in_use() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f3");
    let shown = seen(&mut app, 200, 120).join("\n");
    let place = |text: &str| {
        shown
            .find(text)
            .unwrap_or_else(|| panic!("no `{text}`:\n{shown}"))
    };
    let unused = place("other fields");
    assert!(place("add: drained abilities") > unused, "{shown}");
    assert!(place("hidden from the players") < unused, "{shown}");
    press(&mut app, "esc");
    let shown = seen(&mut app, 200, 120).join("\n");
    let acting = on(&app).subject().expect("a combatant acts");
    let title = format!("{} {}", acting.letter(), on(&app).now().name(acting));
    assert!(shown.contains(&format!(" {title} ─")), "{shown}");
    let narrow = seen(&mut app, 120, 36).join("\n");
    assert!(!narrow.contains(&format!(" {title} ─")), "{narrow}");
}

#[test]
fn typing_replaces_a_number_on_a_sheet_and_labels_contain_no_underscores() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f3 enter 1 2 enter");
    let health = on(&app).now().get(Id(0)).sheet.value("hp");
    assert_eq!(health, Some(Value::Int(12)));
    press(&mut app, "enter backspace 8 enter");
    let health = on(&app).now().get(Id(0)).sheet.value("hp");
    assert_eq!(
        health,
        Some(Value::Int(18)),
        "what stands there can be gone on with"
    );
    // No label is cut, the keys that edit and close the sheet are always shown, and the other keys if there is space.
    for columns in (80..=124).step_by(2) {
        check_seen(&mut app, (columns, 24), "Enter edits · / finds · ");
        check_seen(&mut app, (columns, 24), "· n next");
        check_seen(&mut app, (columns, 24), "· Esc ");
    }
    let all = "Enter edits · / finds · Delete removes · n next combatant · p previous · Esc";
    check_seen(&mut app, (150, 24), all);
    check_seen(&mut app, (200, 120), "add: drained abilities, permanent");
    press(&mut app, "n");
    check_seen(&mut app, (200, 120), "no roll");
    let joints = seen(&mut app, 200, 120);
    assert!(!joints.iter().any(|row| row.contains("no_roll")));
}

#[test]
fn the_set_up_shows_a_changed_sheet_immediately() {
    let library = keyboard::library();
    let setup = library.encounter("low_tide").expect("a bundled fight");
    let mut app = set_up(setup.clone());
    // Hit points of the first combatant in the party.
    press(&mut app, "home down down down down");
    while !matches!(app.overlay, Overlay::Sheet(_)) {
        press(&mut app, "shift-e");
    }
    press(&mut app, "1 8 enter");
    check_seen(&mut app, (120, 36), "· 18 hit");
}

#[test]
fn help_shows_no_empty_list_of_rule_ids() {
    laws::each(|system| {
        let compendium = Compendium::built_in(system).0;
        for ready in &setup::bundled(&compendium).0 {
            let start = ready.setup.begin(&compendium, Seed(5)).expect("it fits");
            let session = Session::new(&[system], start, Seed(5)).expect("a session");
            let mut app = screen::app(session);
            press(&mut app, "enter f1");
            let rows = seen(&mut app, 100, 400);
            let empty = rows.iter().find(|row| row.contains("; )"));
            assert_eq!(empty, None, "{}", ready.name);
        }
    });
}

#[test]
fn rolls_and_hints_are_not_cut_if_there_is_space() {
    let mut app = every_d20();
    check_seen(&mut app, (80, 24), "c Brida Vane · longbow at Tide captain");
    let mut app = fight("amber_ford");
    press(&mut app, "enter");
    check_seen(
        &mut app,
        (80, 24),
        "default: attacks Hedda Brook with crossbow",
    );
}

#[test]
fn rows_and_notes_of_a_form_are_both_visible() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "shift-b");
    check_seen(&mut app, (80, 24), "a Brannoc: PER");
    let mut app = fight("wreckers_cove");
    press(&mut app, "enter b");
    let rows = seen(&mut app, 80, 24);
    let cells = rows
        .iter()
        .filter(|row| row.contains("initiative") || row.contains("defense"));
    for row in cells {
        assert!(!row.contains("defensestart"), "{row}");
    }
    // Without movement the form shows the bonus to initiative.
    press(&mut app, "esc d shift-m");
    check_seen(&mut app, (80, 24), "no movement = 6");
}

#[test]
fn an_open_number_field_still_shows_its_range_and_hint() {
    let mut app = fight("low_tide");
    press(&mut app, "enter b shift-s shift-m");
    check_seen(&mut app, (120, 36), "0 to 999 · no movement with a spell");
}

#[test]
fn the_defence_and_health_of_a_target_are_shown_once_in_a_form() {
    let mut app = fight("bridge");
    press(&mut app, "enter a a shift-m shift-l f enter shift-y");
    let rows = seen(&mut app, 120, 36).join("\n");
    assert_eq!(rows.matches("vs AV 1, health 7").count(), 1, "{rows}");
}

#[test]
fn the_name_of_an_unnamed_spell_can_be_typed_directly_in_its_row() {
    let mut app = fight("amber_ford");
    press(&mut app, "enter b shift-s enter shift-e enter");
    // Combatants act on their counts until Oswin does.
    for _ in 0..200 {
        let Waits::Prompt(prompt) = on(&app).session.waits() else {
            press(&mut app, "enter");
            continue;
        };
        if prompt.question.key == "cast" {
            break;
        }
        press(&mut app, "enter");
    }
    press(&mut app, "shift-w h e a t");
    assert_eq!(row(&app, "spell"), Value::Word("heat".to_owned()));
}

#[test]
fn players_see_declarations_of_their_own_side() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-m 6 enter");
    let told = |app: &App| -> Vec<String> {
        let lines = Players::of(&on(app).session).last_lines(usize::MAX);
        lines.into_iter().map(|line| line.text).collect()
    };
    // The line omits her count, but not her action.
    let own = "Marenka Holt: longsword at Tide captain.";
    assert!(
        told(&app).iter().any(|line| line == own),
        "{:?}",
        told(&app)
    );
}

#[test]
fn the_letter_of_a_selected_target_keeps_the_target_selected() {
    let mut app = fight("amber_ford");
    press(&mut app, "enter a");
    let proposed = Value::Who(vec![Id(4)]);
    assert_eq!(row(&app, "target"), proposed);
    press(&mut app, "e");
    assert_eq!(row(&app, "target"), proposed);
    press(&mut app, "e");
    assert_eq!(
        row(&app, "target"),
        proposed,
        "a letter never clears the one"
    );
    // A target may be left open until the count.
    press(&mut app, "shift-t left");
    assert_eq!(row(&app, "target"), Value::Who(Vec::new()));
}

#[test]
fn a_contradiction_on_a_sheet_is_reported_immediately() {
    let library = keyboard::library();
    let setup = library.encounter("amber_ford").expect("a bundled fight");
    let mut app = set_up(setup.clone());
    press(&mut app, "home down down down shift-e");
    // Her hatchet is in her off hand.
    let marked = |app: &mut App| {
        let rows = seen(app, 120, 60);
        let marked = rows.into_iter().find(|row| row.contains("┃› "));
        marked.unwrap_or_default()
    };
    for _ in 0..200 {
        if marked(&mut app).contains("hatchet") {
            break;
        }
        press(&mut app, "down");
    }
    let here = marked(&mut app);
    assert!(here.contains("hatchet"), "{here}");
    let rows = seen(&mut app, 120, 60);
    assert!(!rows.iter().any(|row| row.contains('⚠')));
    while marked(&mut app).contains("secondary") {
        press(&mut app, "down");
    }
    press(&mut app, "delete");
    check_seen(&mut app, (120, 60), "⚠");
}

#[test]
fn the_marked_roll_shows_its_target_number() {
    let mut app = fight("drowned_gate");
    press(&mut app, "shift-b enter");
    check_seen(&mut app, (80, 24), "1x to 4x PER: ");
}

#[test]
fn leaving_a_ruling_restores_the_half_filled_form_behind_the_ruling() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-m 3 0 esc");
    assert_eq!(row(&app, "feet"), Value::Int(30));
    let before = on(&app).now().clone();
    // Two forms on top of each other, the second with a typed number.
    press(&mut app, "f2 shift-d f2 shift-h shift-h 7");
    assert_eq!(on(&app).session.history().open().len(), 3);
    press(&mut app, "esc esc");
    assert_eq!(on(&app).session.history().open().len(), 2);
    press(&mut app, "esc");
    assert_eq!(row(&app, "feet"), Value::Int(30), "as it was half filled");
    // An undone ruling opens with its values, and is closed in the same way.
    press(&mut app, "f2 shift-d shift-t a shift-h 3 enter backspace");
    assert!(on(&app).form().is_some_and(|form| form.title == "Damage"));
    press(&mut app, "esc");
    assert_eq!(row(&app, "feet"), Value::Int(30));
    assert_eq!(on(&app).now(), &before);
    // One more Esc does not discard the form of the fight itself.
    press(&mut app, "esc");
    let said = on(&app).said.clone();
    assert!(
        matches!(&said, Some(Said::Note(said)) if said.starts_with("Press Esc again")),
        "{said:?}"
    );
    press(&mut app, "ctrl-r");
    assert!(on(&app).form().is_some_and(|form| form.title == "Damage"));
}

#[test]
fn dice_typed_in_one_line_for_several_rolls_are_undone_together() {
    let mut app = every_d20();
    let fallen = |app: &App| {
        let Waits::Prompt(prompt) = on(app).session.waits() else {
            panic!("dice are asked for");
        };
        let Kind::Rolls(rows) = &prompt.kind else {
            panic!("several dice are asked for");
        };
        let faces = rows.iter().filter_map(|row| row.faces.clone());
        faces.flatten().collect::<Vec<u32>>()
    };
    let before = fallen(&app);
    press(&mut app, "1 9 space 3");
    assert_eq!(fallen(&app), before, "nothing is given yet");
    press(&mut app, "enter");
    assert_eq!(fallen(&app)[..2], [19, 3]);
    press(&mut app, "backspace");
    assert_eq!(fallen(&app), before);
    // A refused die stays in its marked box; the next digit overwrites it.
    press(&mut app, "1 9 space 2 5");
    let problem = |app: &App| on(app).ask().problem.clone().unwrap_or_default();
    assert!(problem(&app).starts_with("a d20 cannot show 25"));
    press(&mut app, "enter");
    assert!(problem(&app).starts_with("a d20 cannot show 25"));
    assert_eq!(
        (on(&app).ask().line.value(), fallen(&app)),
        ("19 25", before)
    );
    press(&mut app, "3 enter");
    assert_eq!(fallen(&app)[..2], [19, 3]);
}

#[test]
fn scheduled_events_take_at_most_a_third_of_the_order_pane() {
    let mut app = fight("low_tide");
    for round in 2..8 {
        line(
            &mut app,
            &format!("at {round} a beam of the roof comes down"),
        );
    }
    press(&mut app, "enter");
    let rows = seen(&mut app, 120, 30);
    let begins = rows.iter().position(|row| row.contains("Initiative"));
    let rows = &rows[begins.expect("the pane") + 1..];
    let pane = rows.iter().take_while(|row| row.starts_with('│'));
    let pane: Vec<&String> = pane.collect();
    let planned = pane
        .iter()
        .position(|row| row.contains("next round: a beam"));
    let planned = planned.expect("what comes next is told");
    assert!(planned * 3 >= pane.len() * 2, "{pane:#?}");
}

#[test]
fn a_message_appears_on_the_open_summary() {
    let mut app = fight("bridge");
    press(&mut app, "enter $ e");
    assert!(matches!(app.requests.last(), Some(Request::Export(_))));
    let said = "exported the log to The toll bridge.md in the current folder";
    let Screen::Fight(fight) = &mut app.screen else {
        panic!("a fight is on the screen");
    };
    fight.said = Some(Said::Note(said.to_owned()));
    check_seen(&mut app, (80, 24), said);
    press(&mut app, "down");
    check_seen(&mut app, (80, 24), "e export");
}

#[test]
fn after_the_fight_the_footer_lists_keys_for_this_stage_first() {
    let mut app = fight("bridge");
    press(&mut app, "enter");
    line(&mut app, "do end");
    check_seen(&mut app, (80, 24), "Ctrl-S save party  $ summary");
}

#[test]
fn a_spell_without_an_attack_roll_counts_as_a_hit_in_the_recap() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "enter f4 shift-s enter shift-e enter");
    let begun = |app: &App| {
        on(app)
            .form()
            .is_some_and(|form| form.title == "Ysmay's lance of embers goes off")
    };
    for _ in 0..60 {
        if begun(&app) {
            break;
        }
        press(&mut app, "enter");
    }
    press(&mut app, "enter");
    let session = &on(&app).session;
    let recap = Recap::of(session, Readers::GameMaster);
    let mut people = recap.sides.iter().flat_map(|side| &side.people);
    let ysmay = people.find(|one| one.name == "Ysmay").expect("she fights");
    assert_eq!((ysmay.hits, ysmay.misses), (1, 0));
    let seen = Players::of(session).latest().expect("it was seen");
    assert!(
        seen.is_blow && seen.told.contains("Ysmay releases lance of embers"),
        "{seen:?}"
    );
}

/// A digit after "Lasts: for rounds" is the number of rounds, in every system and wherever the mark is.
#[test]
fn a_digit_sets_the_rounds_of_a_condition() {
    for system in affray::systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut app = keyboard::of_setup(&setup::bundled(&compendium).0[0].setup);
        line(&mut app, "cond");
        let rows = |app: &App| -> Vec<String> {
            let prompt = on(app).form().expect("a form is asked");
            let fields = on(app).ask().fields(prompt).iter();
            fields.map(|field| field.key.clone()).collect()
        };
        let lasts = rows(&app).iter().position(|key| key == "lasts");
        for _ in 0..lasts.expect("a row") {
            press(&mut app, "down");
        }
        press(&mut app, "right");
        let of = system.key();
        assert!(
            rows(&app).contains(&"rounds".to_owned()),
            "{of}: {:?}",
            rows(&app)
        );
        press(&mut app, "1 2");
        assert_eq!(row(&app, "rounds"), Value::Int(12), "{of}");
    }
}

/// After undo opens a form, the message says that its values are on disk.
#[test]
fn the_values_of_a_form_reopened_by_undo_are_saved() {
    let mut app = fight("bridge");
    app.save_status = SaveStatus::Saved;
    press(&mut app, "enter a b");
    for letter in ["c", "d", "e", "f", "g", "h"] {
        if on(&app).form().is_none() {
            press(&mut app, letter);
        }
    }
    press(&mut app, "down right");
    let draft = on(&app).beside_text();
    assert!(!draft.is_empty(), "a row is set");
    press(&mut app, "enter");
    check_seen(&mut app, (120, 36), "✓ saved");
    press(&mut app, "backspace");
    assert_eq!(on(&app).beside_text(), draft, "it stands as it was sent");
    check_seen(&mut app, (120, 36), "✓ draft saved");
}

/// Real cards are typed in one answer, and the hint next to the cards does not cut off the box.
#[test]
fn several_cards_are_typed_in_one_answer_and_shown_in_full() {
    let mut app = keyboard::of_tests(
        "cards",
        r#"(title: "Noon", system: "cards", options: (real_cards: true),
            sides: [(name: "Law", players: true), (name: "Foes")],
            combatants: [(from: "Jo", side: "Law"), (from: "Wolf", side: "Foes"), (from: "Grizzly", side: "Foes")])"#,
    );
    // The source of automatic dice says nothing about the cards.
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(
        shown.contains("The cards") && !shown.contains("1 to 5"),
        "{shown}"
    );
    press(&mut app, "shift-q s tab 1 0 h");
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(shown.contains("Jo       Qs"), "{shown}");
    assert!(shown.contains("› "), "{shown}");
    assert!(shown.contains("[ 10h  ]"), "{shown}");
    press(&mut app, "tab j o enter");
    let shown = seen(&mut app, 120, 36).join("\n");
    assert!(shown.contains("Jo is next"), "{shown}");
}

/// The order shows a row for each combatant if there is space, regardless of the length of the plans.
#[test]
fn scheduled_events_hide_no_combatant_if_there_is_space() {
    let mut app = keyboard::written(
        "plain",
        r#"(title: "A yard", system: "plain", options: (order: "as_listed"), sides: [(name: "Us", players: true), (name: "Them")],
            combatants: [(name: "Ann", side: "Us", sheet: (most: 9)), (name: "Cur", side: "Them", sheet: (most: 9))],
            events: [(at: Round(3), text: "the lantern burns out and it is dark")])"#,
    );
    let shown = seen(&mut app, 120, 36).join("\n");
    let stands = |text: &str| shown.lines().any(|line| line.starts_with(text));
    assert!(stands("│   Cur ") && stands("│  dark "), "{shown}");
}

/// A wrong die in a line of many keeps its place: dice typed after it do not move up, and nothing is sent.
#[test]
fn an_impossible_die_among_typed_dice_keeps_its_place() {
    let mut app = every_d20();
    let before = on(&app).session.revision();
    press(&mut app, "1 9 space 2 5 space 3 space 1 4 enter");
    assert_eq!(on(&app).ask().line.value(), "19 25 3 14");
    let problem = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(problem.starts_with("a d20 cannot show 25"), "{problem}");
    assert_eq!(on(&app).session.revision(), before);
    // After deleting up to the wrong die, the others are typed again.
    press(
        &mut app,
        "backspace backspace backspace backspace backspace",
    );
    press(&mut app, "backspace backspace 5 space 3 space 1 4 enter");
    assert_ne!(on(&app).session.revision(), before);
}

/// If the marked combatant has no condition, the form that ends conditions preselects the only combatant with a
/// condition. If there are several, none is preselected, and a letter chooses.
#[test]
fn clearing_a_condition_preselects_the_only_combatant_with_a_condition() {
    for system in affray::systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut app = keyboard::of_setup(&setup::bundled(&compendium).0[0].setup);
        press(&mut app, "enter enter");
        let bearers = |app: &App| {
            let now = on(app).now();
            let bears = |id: &Id| {
                let all = &now.get(*id).conditions;
                all.iter().any(|one| one.key == "hungry")
            };
            now.present().filter(bears).collect::<Vec<Id>>()
        };
        let all: Vec<Id> = on(&app).now().present().collect();
        let [.., kept, cured] = all[..] else {
            panic!("there are two");
        };
        let (kept_by, cured_by) = (kept.letter(), cured.letter());
        line(&mut app, &format!("cond \"hungry\" {kept_by} {cured_by}"));
        assert_eq!(bearers(&app), [kept, cured], "{}", system.key());
        line(&mut app, "clear");
        press(&mut app, &format!("{cured_by} enter"));
        assert_eq!(bearers(&app), [kept], "{}", system.key());
        // The only combatant with a condition is preselected.
        line(&mut app, "clear");
        press(&mut app, "enter");
        assert_eq!(bearers(&app), [], "{}", system.key());
    }
}

/// A foe's reaction while a player's combatant declares is not a declaration, so players see it.
#[test]
fn players_see_a_reaction_of_a_foe_while_they_declare() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-n shift-m 2 0 tab shift-l e enter");
    let told = |app: &App| {
        let lines = Players::of(&on(app).session).last_lines(usize::MAX);
        let told: Vec<String> = lines.into_iter().map(|line| line.text).collect();
        told.join("\n")
    };
    press(&mut app, "enter");
    let told = told(&app);
    assert!(
        told.contains("makes an opportunity attack against Marenka Holt"),
        "{told}"
    );
    // The foe's declaration stays secret.
    press(&mut app, "e enter");
    let after = Players::of(&on(&app).session).last_lines(usize::MAX);
    let after: Vec<String> = after.into_iter().map(|line| line.text).collect();
    assert_eq!(after.join("\n"), told);
}

/// If a hidden combatant acts on a count with others, players see that the others act.
#[test]
fn players_see_who_acts_on_a_count_shared_with_a_hidden_combatant() {
    let mut app = keyboard::written(
        "countdown",
        r#"(title: "A ford", system: "countdown", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
            combatants: [(name: "Ann", side: "Us", sheet: (hp_max: 9)), (name: "Orc", side: "Them", sheet: (hp_max: 9)),
                (name: "Bat", side: "Them", hidden: true, sheet: (hp_max: 9))])"#,
    );
    press(&mut app, "enter shift-e shift-d 4 space 4 space 4 enter");
    let session = &on(&app).session;
    let called = |text: &str| session.lines().iter().any(|line| line.text == text);
    assert!(called("Count 4: Ann and Orc act. Bat acts."));
    let lines = Players::of(session).last_lines(usize::MAX);
    let heard: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    assert!(heard.contains(&"Ann and Orc act."), "{heard:?}");
    assert!(!heard.join(" ").contains("Bat"), "{heard:?}");
}

#[test]
fn a_sheet_shows_what_enter_does_with_a_typed_name() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f3 /");
    app.paste("attacks");
    press(&mut app, "enter enter");
    app.paste("dagg");
    check_seen(&mut app, (80, 24), "Enter adds dagger · Up creates");
    press(&mut app, "up");
    check_seen(&mut app, (80, 24), "Enter adds a new entry dagg");
    // A long name is shown as far as there is space.
    press(&mut app, "backspace backspace backspace backspace");
    app.paste("boa");
    check_seen(&mut app, (80, 24), "Enter adds boar");
}

#[test]
fn a_long_line_of_dice_does_not_wrap() {
    let mut app = every_d20();
    app.paste("7 3 12 14 15 16 17 18 19 20");
    let rows = seen(&mut app, 80, 24);
    // The end of the typed dice and the target number share a row, and the next row is another roll.
    let typed = rows.iter().position(|row| row.contains("19 20 "));
    let typed = typed.expect("the end of it is seen");
    assert!(rows[typed].contains("AC 17"), "{rows:#?}");
    assert!(rows[typed + 1].contains("d20+"), "{rows:#?}");
}

#[test]
fn closing_help_returns_to_the_previous_page() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f3");
    let sheet = seen(&mut app, 80, 24);
    press(&mut app, "f1");
    assert_ne!(seen(&mut app, 80, 24), sheet);
    press(&mut app, "esc");
    assert_eq!(seen(&mut app, 80, 24), sheet);
}

/// Holding the delete key does not close the line and does not undo inputs.
#[test]
fn deleting_all_text_of_an_input_line_leaves_the_line_open() {
    for open in [":", "/", "f6", "f3 /"] {
        let mut app = fight("low_tide");
        press(&mut app, "enter");
        let before = on(&app).session.revision();
        press(&mut app, open);
        let empty = seen(&mut app, 80, 24);
        press(&mut app, "o r");
        assert_ne!(seen(&mut app, 80, 24), empty, "{open}");
        press(&mut app, "backspace backspace backspace backspace");
        assert_eq!(seen(&mut app, 80, 24), empty, "{open}");
        assert_eq!(on(&app).session.revision(), before, "{open}");
    }
}

/// Esc closes a form without values at once, also after a refused key.
#[test]
fn esc_after_a_refused_key_leaves_the_form() {
    let mut app = fight("bridge");
    press(&mut app, "f2 enter");
    let form = on(&app).form().map(|prompt| prompt.title.clone());
    assert!(form.is_some());
    press(&mut app, "shift-j");
    assert!(on(&app).ask().problem.is_some());
    press(&mut app, "esc");
    assert_ne!(on(&app).form().map(|prompt| prompt.title.clone()), form);
}

/// The form has no row for cover before a target is chosen.
#[test]
fn a_form_shows_the_cover_row_only_after_a_target_is_chosen() {
    let mut app = keyboard::written(
        "d20",
        r#"(title: "A fan", system: "d20", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
            combatants: [(name: "Ann", side: "Us", sheet: (max_hp: 9, initiative: 30, max_slots_1: 1, spells: [(name: "fan", level: 1, by: "save", save: "dex", damage: "1d6", targets: 4)])),
                (name: "Orc", side: "Them", sheet: (max_hp: 9)), (name: "Rat", side: "Them", sheet: (max_hp: 9))])"#,
    );
    press(&mut app, "4 space 4 space 4 enter shift-k");
    let who = |ids: &[u32]| Value::Who(ids.iter().map(|id| Id(*id)).collect());
    assert_eq!(row(&app, "target"), who(&[1, 2]));
    press(&mut app, "down down down c");
    assert_eq!(row(&app, "behind"), who(&[2]));
    press(&mut app, "up up c");
    assert_eq!(row(&app, "target"), who(&[1]));
    assert_eq!(row(&app, "behind"), who(&[]));
    assert_eq!(refused(&app), None);
}

/// A ruling asks for the duration of a condition only if the duration is stored.
#[test]
fn a_ruling_asks_for_a_duration_only_if_the_fight_stores_it() {
    for name in [
        "bridge",
        "amber_ford",
        "dry_well",
        "low_tide",
        "lamp_house",
        "alley",
    ] {
        let mut app = fight(name);
        let schema = on(&app).session.now().schema.clone();
        let shown = || schema.conditions.iter().filter(|spec| !spec.silent);
        press(&mut app, "f2 shift-i b");
        for spec in shown() {
            press(&mut app, "shift-i");
            app.paste(&spec.label);
            press(&mut app, "enter");
            let fields = on(&app)
                .ask()
                .fields(on(&app).form().expect("the form is open"));
            let asked = fields.iter().any(|field| field.key == "lasts");
            assert_eq!(asked, !spec.fixed, "{name}: {}", spec.key);
        }
        press(&mut app, "esc esc");
        let before = on(&app).session.now().clone();
        let ends = on(&app).session.system().ends_after(&before, Id(1), 3);
        for spec in shown().filter(|spec| !spec.fixed) {
            line(&mut app, &format!("cond {} b for 3 rounds", spec.key));
            // The condition "bleeding" needs an amount.
            if matches!(on(&app).session.waits(), Waits::Prompt(_)) {
                press(&mut app, "enter");
            }
            let one = on(&app).session.now().get(Id(1));
            let kept = |one: &Condition| one.key == spec.key && one.ends == ends;
            assert!(one.conditions.iter().any(kept), "{name}: {}", spec.key);
            while on(&app).session.now() != &before {
                line(&mut app, "undo");
            }
        }
    }
}

#[test]
fn the_current_combatant_is_not_shown_as_the_next_combatant() {
    for system in affray::systems::all() {
        let compendium = Compendium::built_in(*system).0;
        fight_file::play_all(*system, &compendium, |file, session| {
            let now = session.now();
            let next = session.system().follows(now);
            let acts = now.turn.is_some_and(|who| next.contains(&who));
            assert!(!acts, "{file}");
        });
    }
}

/// A letter in a declared hold names the combatant to wait for: it makes no other combatant hold, and the line says
/// that a combatant is awaited.
#[test]
fn in_a_declared_hold_a_letter_selects_the_combatant_to_wait_for() {
    let mut app = fight("amber_ford");
    press(&mut app, "enter a shift-h g");
    let form = on(&app).form().expect("a declaration").clone();
    let fields = on(&app).ask().fields(&form);
    let of = |key: &str| {
        &fields
            .iter()
            .find(|field| field.key == key)
            .expect(key)
            .value
    };
    let now = on(&app).session.now();
    let meant = now.ids().nth(6);
    assert_eq!(of("for"), &Value::Who(meant.into_iter().collect()));
    assert_eq!(of("until").as_word(), Some("for"));
    assert_eq!(of("also"), &Value::Who(Vec::new()));
}

#[test]
fn a_minus_typed_on_a_sheet_makes_the_number_negative() {
    let mut app = fight("caravan_fire");
    press(&mut app, "enter f3 /");
    app.paste("toughness modifier");
    press(&mut app, "enter - 3 enter");
    let rows = seen(&mut app, 120, 40);
    let row = rows.iter().find(|row| row.contains("Toughness modifier"));
    assert!(row.is_some_and(|row| row.contains(" -3 ")), "{row:?}");
}

/// Values stored in halves are shown as decimal numbers, in the set-up too; hit points with dice are rolled again.
#[test]
fn the_set_up_shows_decimal_speeds_and_rerolls_hit_point_dice() {
    let library = keyboard::library();
    let setup = library.encounter("mail_road").expect("a bundled fight");
    let mut app = set_up(setup.clone());
    press(&mut app, "home");
    let hound = |rows: &[String]| {
        rows.iter()
            .any(|row| row.contains("› ") && row.contains("Weir hound"))
    };
    let rows = std::iter::repeat_with(|| {
        press(&mut app, "down");
        seen(&mut app, 120, 36)
    });
    let rows = rows.take(40).find(|rows| hound(rows)).expect("the hound");
    assert!(rows.iter().any(|row| row.contains("speed 3")), "{rows:#?}");
    for (fight, rolls) in [("caravan_fire", false), ("amber_ford", true)] {
        let setup = library.encounter(fight).expect("a bundled fight");
        let mut app = set_up(setup.clone());
        press(&mut app, "home");
        let rows = std::iter::repeat_with(|| {
            press(&mut app, "down");
            seen(&mut app, 200, 60)
        });
        let somebody =
            |rows: &Vec<String>| rows.iter().any(|row| row.contains("T         arrival"));
        let rows = rows.take(40).find(somebody).expect("somebody");
        let told = rows.iter().any(|row| row.contains("hit points: rolled"));
        assert_eq!(told, rolls, "{rows:#?}");
    }
}

/// The list of amendable answers reaches the first answer of the fight.
#[test]
fn the_first_answer_of_a_long_fight_can_be_amended() {
    let mut app = fight("amber_ford");
    for _ in 0..250 {
        press(&mut app, "enter");
    }
    press(&mut app, "f8 end");
    let mut pages = 1;
    while seen(&mut app, 120, 36)
        .iter()
        .any(|row| row.contains("earlier …"))
    {
        press(&mut app, "enter end");
        pages += 1;
        assert!(pages < 20);
    }
    assert!(pages > 2, "the fight is long");
    check_seen(&mut app, (120, 36), "›  Who might be surprised?");
    press(&mut app, "enter");
    check_seen(&mut app, (120, 36), "┢ Who might be surprised?");
}

/// Identical rolls after a form share one line of its notes, with the names of the combatants.
#[test]
fn identical_rolls_of_a_form_share_one_line() {
    let mut app = keyboard::written(
        "alternation",
        r#"(title: "A bout", system: "alternation", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
            combatants: [(name: "Ann", side: "Us", sheet: (max_health: 9, attacks: [(name: "club", die: 6, impaired: true)])),
                (name: "Orc", side: "Them", sheet: (max_health: 9, attacks: [(name: "axe", die: 6)]))])"#,
    );
    press(&mut app, "enter enter a a shift-a shift-u");
    check_seen(&mut app, (120, 40), "damage: d6, 1 to 6  twice");
}

/// In a list of checkboxes without action keys, Space toggles the marked row from the start, and sends nothing.
#[test]
fn space_toggles_the_marked_row_in_a_list_of_checkboxes() {
    let compendium = fight_file::compendium("alternation");
    let setup = "title: \"Ticks\", system: \"alternation\", sides: [(name: \"Red\", players: true), (name: \"Blue\")],
        combatants: [(name: \"Ada\", side: \"Red\", sheet: (attacks: [(name: \"bow\", mode: \"ranged\", die: 6)])), (name: \"Bel\", side: \"Blue\")]";
    let steps = [
        "set started=Red",
        "do first Red",
        "do activate Ada",
        "do attack",
        "set weapon=bow, target=Bel, distance=2",
        "choose none",
        "roll 1",
        "do end-turn",
        "do end",
        "do durability",
    ];
    let course = fight_file::course(&compendium, setup, &steps);
    let mut app = screen::app(course.session);
    let ticked = |app: &App| {
        let form = on(app).form().expect("the list").clone();
        let fields = on(app).ask().fields(&form);
        (form.question.key.clone(), fields[0].value.clone())
    };
    let (asked, stood) = ticked(&app);
    press(&mut app, "space");
    let (still, now) = ticked(&app);
    assert_eq!(asked, still);
    assert_ne!(stood, now);
}

/// A line of dice is shown from its start if there is space after the names.
#[test]
fn typed_dice_are_shown_from_the_first_die_if_they_fit() {
    let mut app = fight("drowned_gate");
    press(&mut app, "enter");
    line(&mut app, "declare-rest");
    press(&mut app, "enter");
    app.paste("10 8 10 8 4 3 2 1 1 1 1 1 10 8 10 8");
    check_seen(&mut app, (105, 24), "[ 10 8 10 8 4 3 2 1 1 1 1 1 10 8 10 8");
}

/// A sheet shows each state of a combatant once, with its effect.
#[test]
fn a_sheet_shows_each_state_once() {
    let mut app = fight("wreckers_cove");
    line(&mut app, "damage 20 a");
    press(&mut app, "f3");
    let rows = seen(&mut app, 120, 40);
    let told = rows.iter().filter(|row| row.contains("wounded")).count();
    assert_eq!(told, 1, "{rows:#?}");
}

/// Opens the form of the first attack in a fight of Six Seconds.
fn open_attack_form() -> App {
    let mut app = fight("salt_road");
    let mut keys = 0;
    while !seen(&mut app, 120, 40)
        .iter()
        .any(|row| row.contains("A attack"))
    {
        press(&mut app, "enter");
        keys += 1;
        assert!(keys < 40, "somebody's turn comes");
    }
    press(&mut app, "shift-a");
    app
}

/// Backspace in the row of a number deletes a digit or leaves the row; it never undoes an input of the fight.
#[test]
fn backspace_in_a_number_row_never_undoes() {
    let mut app = open_attack_form();
    let far = row(&app, "distance");
    press(&mut app, "shift-r backspace");
    assert_eq!(
        (row(&app, "distance"), on(&app).ask().mode),
        (far.clone(), Mode::Keys)
    );
    // After deleting its digits, the number has its default value.
    press(&mut app, "shift-r 7");
    assert_ne!(row(&app, "distance"), far);
    press(&mut app, "backspace");
    assert_eq!(row(&app, "distance"), far);
    press(&mut app, "backspace");
    assert_eq!(
        (row(&app, "distance"), on(&app).ask().mode),
        (far, Mode::Keys)
    );
    app.pause();
    press(&mut app, "backspace");
    assert!(on(&app).form().is_none());
}

#[test]
fn backspace_held_down_stops_at_the_empty_field() {
    let mut app = every_d20();
    let before = on(&app).session.revision();
    press(&mut app, "1 9 backspace backspace backspace backspace");
    assert_eq!(on(&app).session.revision(), before, "nothing is undone");
    check_seen(&mut app, (80, 24), "Nothing is typed");
    press(&mut app, "1 9 enter");
    let after = on(&app).session.revision();
    assert_ne!(after, before);
    press(&mut app, "4 backspace");
    app.pause();
    press(&mut app, "backspace");
    assert_ne!(on(&app).session.revision(), after, "a pause lets it undo");
}

/// A die typed before a row was opened is in its box again when the row is left.
#[test]
fn a_die_typed_before_a_row_is_opened_is_kept_when_the_row_is_left() {
    let mut app = open_attack_form();
    press(&mut app, "4 shift-r esc");
    assert_eq!(on(&app).ask().die, "4");
    press(&mut app, "esc");
    assert_eq!(on(&app).ask().die, "");
}

/// PageDown scrolls a list over the fight; the log stays in place.
#[test]
fn page_keys_scroll_the_list_over_the_fight() {
    let mut app = fight("amber_ford");
    for _ in 0..60 {
        press(&mut app, "enter");
    }
    press(&mut app, "f8");
    let marked = |app: &mut App| {
        let rows = seen(app, 120, 36);
        let place = rows.iter().position(|row| row.contains("›  "));
        place.map(|place| rows[place].clone()).expect("a mark")
    };
    let first = marked(&mut app);
    press(&mut app, "pagedown");
    let tenth = marked(&mut app);
    assert_ne!(first, tenth);
    assert_eq!(on(&app).log.back, 0);
    press(&mut app, "up up up up up up up up up up");
    assert_eq!(marked(&mut app), first);
    press(&mut app, "pagedown pageup");
    assert_eq!(marked(&mut app), first);
    press(&mut app, "esc pageup");
    assert!(on(&app).log.back > 0);
}

/// After browsing other sheets, the mark of the set-up is on the combatant shown last.
#[test]
fn the_set_up_marks_the_combatant_whose_sheet_was_shown_last() {
    let library = keyboard::library();
    let setup = library.encounter("amber_ford").expect("a bundled fight");
    let mut app = set_up(setup.clone());
    press(&mut app, "home down down down shift-e n n esc");
    let third = &setup.combatants[2].name;
    let rows = seen(&mut app, 120, 40);
    let marked = rows.iter().find(|row| row.contains("› "));
    assert!(marked.is_some_and(|row| row.contains(third)), "{rows:#?}");
}

/// If an action key steps through the values of a row, the hint says that letters are combatants and match no value.
#[test]
fn the_hint_of_a_row_of_values_says_that_letters_pick_combatants() {
    let mut app = keyboard::written(
        "alternation",
        r#"(title: "A bout", system: "alternation", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
            combatants: [(name: "Ann", side: "Us", sheet: (max_health: 9, attacks: [(name: "club", die: 6), (name: "axe", die: 8)])),
                (name: "Orc", side: "Them", sheet: (max_health: 9, attacks: [(name: "axe", die: 6)]))])"#,
    );
    press(&mut app, "enter enter a a shift-a");
    let said = "W next value · letters pick combatants";
    assert!(!seen(&mut app, 120, 40).iter().any(|row| row.contains(said)));
    press(&mut app, "shift-w");
    check_seen(&mut app, (120, 40), said);
}

/// A marked option that is longer than its row is shown to its end.
#[test]
fn a_long_marked_option_is_shown_in_full() {
    let mut app = keyboard::written(
        "alternation",
        r#"(title: "A bout", system: "alternation", sides: [(name: "Us", players: true), (name: "Them")],
            combatants: [(name: "Ann", side: "Us"), (name: "Orc", side: "Them")],
            events: [(at: Round(3), text: "the planks begin to burn: the middle of the bridge is difficult ground"),
                (at: Round(4), text: "the bridge falls")])"#,
    );
    line(&mut app, "call");
    let row = |app: &mut App| {
        let rows = seen(app, 80, 24).into_iter();
        let mut rows = rows.skip_while(|row| !row.contains("Z event"));
        (rows.next().expect("the row"), rows.next().expect("another"))
    };
    let (first, second) = row(&mut app);
    assert!(first.contains("the planks begin to burn: the middle of the bridge is "));
    assert!(second.contains("  difficult ground "), "{second}");
    press(&mut app, "down");
    assert!(row(&mut app).0.contains('…'));
}

/// The list of amendable answers shows the chosen entry of every menu, whatever its title.
#[test]
fn the_list_of_amendable_answers_shows_the_chosen_row_of_every_menu() {
    let mut app = fight("amber_ford");
    while !seen(&mut app, 120, 40)
        .iter()
        .any(|row| row.contains("acts (declared:"))
    {
        press(&mut app, "enter");
    }
    press(&mut app, "space space f8");
    let rows = seen(&mut app, 80, 30);
    let latest = rows.iter().find(|row| row.contains("›  ")).expect("a mark");
    assert!(
        latest.contains("acts: ") && latest.contains("pass"),
        "{latest}"
    );
}

/// F10: an action key of the rulings selects its row there, also in the menu of a turn.
#[test]
fn the_action_key_of_a_ruling_selects_the_ruling_in_every_menu() {
    let mut app = turns();
    press(&mut app, "shift-z");
    check_seen(&mut app, (80, 24), "› T end the fight");
    press(&mut app, "esc shift-q");
    check_seen(&mut app, (80, 24), "Q does nothing here.");
    press(&mut app, "shift-z enter");
    assert!(on(&app).now().over());
}

/// Starts a fight whose combatants act as listed.
fn turns() -> App {
    keyboard::written(
        "plain",
        r#"(title: "Two", system: "plain", options: (order: "as_listed"),
        sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [(name: "Ann", side: "Party", sheet: (most: 9)), (name: "Orc", side: "Foes", sheet: (most: 9))])"#,
    )
}

/// F15: each side has its own keys in the form that asks who might be surprised.
#[test]
fn every_side_that_may_be_surprised_has_its_own_keys() {
    let mut app = keyboard::written(
        "countdown",
        r#"(title: "Two", system: "countdown", sides: [(name: "Us", players: true), (name: "Them")],
        combatants: [(name: "Ann", side: "Us", sheet: (hp_max: 8)), (name: "Orc", side: "Them", sheet: (hp_max: 8))])"#,
    );
    let keys = ["shift-s", "shift-f", "shift-b", "shift-i"];
    let rows = ["caught-0", "caught-1", "ambush-0", "ambush-1"];
    for (key, of) in keys.iter().zip(rows) {
        press(&mut app, key);
        assert_eq!(row(&app, of), Value::Flag(true), "{of}");
    }
}

/// F18: beside a narrow form the target number of a roll is not broken in two.
#[test]
fn a_target_number_is_never_split_over_two_lines() {
    let (mut rolls, mut whole) = (0, 0);
    for name in ["amber_ford", "low_tide", "salt_road", "drowned_gate"] {
        let mut app = fight(name);
        for _ in 0..60 {
            for line in seen(&mut app, 80, 24) {
                let end = line.trim_end_matches(['┃', ' ']);
                let breaks = [" vs", "or more,", " vs AC"].iter();
                let broken = breaks.filter(|part| end.ends_with(**part)).count();
                let before = end.strip_suffix(" or").unwrap_or_default();
                assert!(
                    !before.ends_with(|c: char| c.is_ascii_digit()),
                    "{name}: {line}"
                );
                assert_eq!(broken, 0, "{name}: {line}");
                rolls += usize::from(line.contains("next: "));
                whole += usize::from(line.contains("or more") || line.contains("or less"));
            }
            press(&mut app, "enter");
        }
    }
    assert!(rolls > 3 && whole > 3, "{rolls} {whole}");
}

/// P, fault 17: `undo 3` undoes three inputs, and a combatant who has not left cannot return.
#[test]
fn undo_with_a_number_undoes_this_many_inputs() {
    let mut app = turns();
    for text in ["name a Bea", "name a Cia", "name a Dee"] {
        line(&mut app, text);
    }
    line(&mut app, "undo 2");
    assert_eq!(on(&app).now().name(Id(0)), "Bea");
    line(&mut app, "redo 2");
    assert_eq!(on(&app).now().name(Id(0)), "Dee");
    line(&mut app, "undo many");
    check_seen(&mut app, (80, 24), "write a number from 1 to 100");
    press(&mut app, "esc");
    line(&mut app, "return a");
    check_seen(&mut app, (80, 24), "Dee has not left the fight");
}

/// P, fault 17: digits are taken by the first number of the order by hand, before any arrow key. Tab, Space and Enter
/// open the next number, and Enter at the last number sends the form.
#[test]
fn digits_fill_the_first_number_of_a_typed_turn_order() {
    for next in ["tab", "space", "enter"] {
        let mut app = keyboard::written(
            "plain",
            r#"(title: "Two", system: "plain", options: (order: "typed"),
            sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [(name: "Ann", side: "Party", sheet: (most: 9)), (name: "Orc", side: "Foes", sheet: (most: 9))])"#,
        );
        press(&mut app, "1 2");
        assert_eq!(row(&app, "number-a"), Value::Int(12));
        press(&mut app, &format!("{next} 1 5"));
        assert_eq!(row(&app, "number-b"), Value::Int(15), "after {next}");
        press(&mut app, "enter");
        assert_eq!(on(&app).now().turn, Some(Id(1)));
    }
}

/// Presses Enter until a single die is pending that a person types.
fn single_die(name: &str) -> App {
    let mut app = fight(name);
    for _ in 0..60 {
        if let Waits::Prompt(prompt) = on(&app).session.waits()
            && let Kind::Roll(roll) = &prompt.kind
            && on(&app).now().roller(roll.who) == Roller::Typed
        {
            return app;
        }
        press(&mut app, "enter");
    }
    panic!("no single die is ever pending");
}

#[test]
fn typed_dice_stay_while_the_gm_types_a_modifier() {
    let mut app = every_d20();
    let before = bonuses(&app);
    press(&mut app, "7 shift-g 2 enter");
    assert_eq!(on(&app).ask().line.value(), "7");
    assert_eq!(bonuses(&app)[0], before[0] + 2);
    press(&mut app, "shift-g 1 esc");
    assert_eq!(on(&app).ask().line.value(), "7");
    // An arrow key sends the typed die, and not the modifier.
    press(&mut app, "shift-g 3 down");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("more dice are pending");
    };
    let Kind::Rolls(rows) = &prompt.kind else {
        panic!("more dice are pending");
    };
    assert_eq!(rows.len(), before.len());
    assert_eq!(rows[0].faces, Some(vec![7]));

    let mut app = single_die("ash_hollow");
    press(&mut app, "5 shift-g 2 enter");
    assert_eq!(on(&app).ask().line.value(), "5");
    press(&mut app, "shift-g esc down");
    assert_eq!(on(&app).ask().line.value(), "5");
    let before = on(&app).session.revision();
    press(&mut app, "enter");
    assert_ne!(on(&app).session.revision(), before, "the typed die is sent");
}

/// Opens a fight in which the default plan of a foe is a spell that Mag can counter.
fn spell_by_default() -> App {
    let mut app = keyboard::written(
        "split-round",
        r#"(title: "Bids", system: "split-round", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Mag", side: "P", sheet: (hp_max: 40, mana_max: 20, spark: true, mana_tree_rank: 2,
                spells: [(name: "ward", mana_cost: 3)])),
            (name: "Wiz", side: "O", sheet: (hp_max: 40, mana_max: 20, spells: [(name: "zap", mana_cost: 1, damage: "1d4")])),
        ])"#,
    );
    press(&mut app, "enter");
    line(&mut app, "do declare a");
    line(&mut app, "set plan=nothing");
    line(&mut app, "do declare b");
    line(&mut app, "set plan=cast, spell=zap, target=a");
    // Nobody counters the spell.
    press(&mut app, "enter");
    for _ in 0..40 {
        if on(&app).now().round == 2 {
            break;
        }
        press(&mut app, "enter");
    }
    assert_eq!(on(&app).now().round, 2);
    app
}

#[test]
fn space_declines_a_reaction_to_default_plans_and_esc_does_not_undo_them() {
    let mut app = spell_by_default();
    let counters = |app: &App| match on(app).session.waits() {
        Waits::Prompt(prompt) => prompt.question.key == "counter",
        _ => false,
    };
    press(&mut app, "shift-e");
    assert!(counters(&app), "{:?}", on(&app).session.waits());
    press(&mut app, "esc");
    assert!(counters(&app), "Esc does not take the plans back");
    let mana = on(&app).now().get(Id(0)).sheet.value("mana");
    // A combatant picked before is not sent by Space.
    press(&mut app, "a space");
    assert!(!counters(&app), "{:?}", on(&app).ask().problem);
    assert_eq!(on(&app).now().get(Id(0)).sheet.value("mana"), mana);
    assert!(on(&app).session.history().open().is_empty());
}

#[test]
fn a_number_that_no_roll_needs_is_discarded_with_the_reason() {
    let mut app = turns();
    press(&mut app, "7");
    let said = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(!said.is_empty());
    press(&mut app, "enter");
    let said = on(&app).ask().problem.clone().unwrap_or_default();
    assert_eq!(
        said,
        "No roll is needed yet, so the number was discarded. Enter accepts the selection."
    );
}

/// A full stop, a sign or Space after a refused digit belongs to the refused number, and so does the Enter after it.
#[test]
fn characters_after_a_refused_digit_belong_to_the_refused_number() {
    for end in [".", ",", "-", "space"] {
        let mut app = turns();
        let before = on(&app).session.revision();
        press(&mut app, &format!("5 {end} enter"));
        assert_eq!(on(&app).session.revision(), before, "{end}");
        let said = on(&app).ask().problem.clone().unwrap_or_default();
        assert!(said.contains("the number was discarded"), "{end}: {said}");
        press(&mut app, "enter");
        assert_ne!(on(&app).session.revision(), before, "{end}");
    }
}

/// Begins a fight of Open d20 in which a fighter acts first; a foe is down and another foe stands.
fn d20_duel(sheet: &str) -> App {
    let mut app = keyboard::written(
        "d20",
        &format!(
            r#"(title: "Duel", system: "d20", sides: [(name: "Party", players: true, rolls: Typed), (name: "Foes", rolls: Rolled)],
            combatants: [
                (name: "Hild", side: "Party", sheet: (max_hp: 28, ac: 16, {sheet}
                    attacks: [(name: "sword", bonus: 5, damage: "2d8+3", damage_type: "slashing")])),
                (name: "Goblin", count: 2, side: "Foes", sheet: (max_hp: 40, ac: 5,
                    attacks: [(name: "knife", bonus: 4, damage: "1d6+2", damage_type: "piercing")])),
            ])"#
        ),
    );
    for _ in 0..4 {
        if on(&app).session.now().turn.is_some() {
            break;
        }
        press(&mut app, "2 0 enter");
    }
    app
}

/// The letter of a combatant who is down opens no form, so that the next Enter attacks no other target.
#[test]
fn the_letter_of_a_combatant_who_is_down_opens_no_form() {
    let mut app = d20_duel("");
    line(&mut app, "damage 99 b");
    let menu = |app: &App| matches!(on(app).session.waits(), Waits::Offers { .. });
    assert!(menu(&app), "{:?}", on(&app).session.waits());
    press(&mut app, "b");
    assert!(menu(&app), "{:?}", on(&app).session.waits());
    let said = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(said.starts_with("b is Goblin 1, who "), "{said}");
    press(&mut app, "enter");
    assert!(menu(&app), "{:?}", on(&app).session.waits());
    let said = on(&app).ask().problem.clone().unwrap_or_default();
    assert!(said.contains("Enter was ignored"), "{said}");
    // The letter of the other foe attacks that foe.
    press(&mut app, "c");
    assert_eq!(row(&app, "target"), Value::Who(vec![Id(2)]));
}

/// The letter that opened a form is no value to discard.
#[test]
fn esc_closes_an_untouched_form_that_a_letter_opened() {
    let mut app = d20_duel("");
    press(&mut app, "c");
    assert!(on(&app).form().is_some());
    press(&mut app, "esc");
    assert!(on(&app).form().is_none(), "{:?}", on(&app).said);
    // A changed value needs a second Esc.
    press(&mut app, "c b esc");
    assert!(on(&app).form().is_some());
}

/// A single number at several dice is explained with the total that Affray would accept, and one Backspace deletes it.
#[test]
fn a_single_number_at_two_dice_names_the_total_with_modifiers() {
    let mut app = d20_duel("");
    press(&mut app, "b 1 5 enter 7 enter");
    let said = on(&app).ask().problem.clone().unwrap_or_default();
    assert_eq!(
        said,
        "7 may be one die: type the other die too, or the total with modifiers and a full stop: `10.`"
    );
    press(&mut app, "backspace");
    assert_eq!(on(&app).ask().line.value(), "");
    press(&mut app, "1 0 . enter");
    assert_eq!(
        on(&app).now().get(Id(1)).sheet.value("hp"),
        Some(Value::Int(30))
    );
}

/// Second wind is not spent at full hit points.
#[test]
fn second_wind_is_refused_at_full_hit_points() {
    let app = d20_duel("class: \"fighter\", level: 2,");
    let all = on(&app).session.menu().to_vec();
    let all: Vec<_> = all.into_iter().chain(on(&app).session.extras()).collect();
    let winds = all.iter().find(|one| one.command.action == "second_wind");
    assert!(winds.is_some_and(|one| one.refused.is_some()), "{winds:?}");
}

/// Esc that closes a ruling whose damage the log has shown says what is undone.
#[test]
fn esc_at_the_question_of_a_ruling_says_what_is_undone() {
    let mut app = keyboard::written(
        "d20",
        r#"(title: "Duel", system: "d20", sides: [(name: "Party", players: true, rolls: Typed), (name: "Foes")],
        combatants: [
            (name: "Hild", side: "Party", sheet: (max_hp: 28, ac: 16), conditions: ["concentrating"]),
            (name: "Goblin", side: "Foes", sheet: (max_hp: 9, ac: 5)),
        ])"#,
    );
    for _ in 0..4 {
        if on(&app).session.now().turn.is_some() {
            break;
        }
        press(&mut app, "2 0 enter");
    }
    line(&mut app, "damage 12 a");
    assert!(matches!(on(&app).session.waits(), Waits::Prompt(_)));
    press(&mut app, "esc");
    let said = on(&app).said.clone();
    let undone = matches!(&said, Some(Said::Note(text)) if text.starts_with("Undone: ") && text.contains("12"));
    assert!(undone, "{said:?}");
}

#[test]
fn backspace_at_an_empty_number_does_not_undo_the_fight() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-n shift-m");
    assert_eq!(on(&app).ask().mode, Mode::Number);
    let before = on(&app).session.revision();
    // The key held down closes the row and stops there.
    press(&mut app, "backspace backspace");
    assert_eq!(on(&app).ask().mode, Mode::Keys);
    assert_eq!(on(&app).session.revision(), before);
    // In a number that Tab reached, it opens the row.
    let at_feet = |app: &App| {
        let prompt = on(app).form().expect("a form is asked");
        let field = on(app).ask().mark.row(on(app).ask().fields(prompt));
        field.is_some_and(|field| field.key == "feet")
    };
    press(&mut app, "up tab");
    assert!(at_feet(&app));
    app.pause();
    press(&mut app, "backspace");
    assert_eq!(on(&app).ask().mode, Mode::Number);
    assert_eq!(on(&app).session.revision(), before);
    press(&mut app, "2 5");
    assert_eq!(row(&app, "feet"), Value::Int(25));
}

#[test]
fn typing_replaces_the_default_of_a_text_row() {
    let mut app = keyboard::written(
        "countdown",
        r#"(title: "Chill", system: "countdown", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Mirel", side: "P", sheet: (hp_max: 16, can_cast: true)),
            (name: "Orc", side: "O", sheet: (hp_max: 20)),
        ])"#,
    );
    press(&mut app, "enter");
    for text in [
        "do declare a",
        "set action=cast, spell=chill, target=b",
        "do close-declarations",
        "do initiative",
    ] {
        line(&mut app, text);
    }
    line(&mut app, "roll 5 2");
    for _ in 0..5 {
        let is_effect = |prompt: &affray::resolver::Prompt| prompt.question.key == "effect";
        if on(&app).form().is_some_and(is_effect) {
            break;
        }
        press(&mut app, "enter");
    }
    let prompt = on(&app).form().expect("the effect is asked");
    let key = |app: &App, row: &str| {
        let prompt = on(app).form().expect("a form is asked");
        let fields = on(app).ask().fields(prompt);
        fields.iter().position(|field| field.key == row)
    };
    assert_eq!(prompt.question.key, "effect");
    while row(&app, "effect") != Value::Word("condition".to_owned()) {
        press(&mut app, "right");
    }
    let place = key(&app, "condition").expect("the row of the condition");
    press(&mut app, &"tab ".repeat(place));
    assert_eq!(on(&app).ask().line.value(), "shaken");
    check_seen(&mut app, (80, 24), "such as ");
    app.paste("asleep");
    assert_eq!(row(&app, "condition"), Value::Word("asleep".to_owned()));
    // After a key of the cursor, characters are added; so are characters of a text that was typed.
    press(&mut app, "tab shift-tab x");
    assert_eq!(row(&app, "condition"), Value::Word("asleepx".to_owned()));
}

#[test]
fn two_rows_that_a_key_changes_at_once_have_different_keys() {
    let mut app = keyboard::written(
        "split-round",
        r#"(title: "Two", system: "split-round", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Ann", side: "P", sheet: (hp_max: 20, attacks_per_round: 2, attacks: [
                (name: "sword", attack_mod: 4, damage: "1d8"), (name: "axe", attack_mod: 4, damage: "1d6")])),
            (name: "Orc", side: "O", sheet: (hp_max: 20)),
        ])"#,
    );
    press(&mut app, "enter");
    line(&mut app, "do declare a");
    let weapons = |app: &App| {
        let prompt = on(app).form().expect("a form is asked");
        let fields = on(app).ask().fields(prompt).iter();
        let weapons = fields.filter(|field| field.label.starts_with("weapon"));
        let values = weapons.map(|field| (field.label.clone(), field.value.to_string()));
        values.collect::<Vec<_>>()
    };
    assert_eq!(weapons(&app).len(), 2, "{:?}", weapons(&app));
    let shown = seen(&mut app, 80, 24);
    let key = |label: &str| {
        let row = shown.iter().find(|row| row.contains(label));
        let row = row.unwrap_or_else(|| panic!("no {label} in\n{}", shown.join("\n")));
        let before = row.split(label).next().unwrap_or_default();
        before
            .split_whitespace()
            .last()
            .unwrap_or_default()
            .to_owned()
    };
    let second = key("weapon 2");
    assert_ne!(second, "W");
    let before = weapons(&app);
    press(&mut app, &format!("shift-{}", second.to_lowercase()));
    let after = weapons(&app);
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
}

#[test]
fn a_table_of_rolls_keeps_one_line_for_each_roll_with_advantage() {
    let mut app = keyboard::written(
        "split-round",
        r#"(title: "Prone", system: "split-round", sides: [(name: "P", players: true), (name: "O")], combatants: [
            (name: "Marenka Holt", side: "P", sheet: (hp_max: 20, attacks: [(name: "longsword", attack_mod: 4, damage: "1d8")])),
            (name: "Jossel Quane", side: "P", sheet: (hp_max: 20, attacks: [(name: "quarterstaff", attack_mod: 4, damage: "1d6")])),
            (name: "Ysolt Fennick", side: "P", sheet: (hp_max: 20, attacks: [(name: "short bow", attack_mod: 4, damage: "1d6")])),
            (name: "Ditch cutter", side: "O", sheet: (hp_max: 20)),
        ])"#,
    );
    press(&mut app, "enter");
    line(&mut app, "condition prone d");
    for who in ["a", "b", "c"] {
        line(&mut app, &format!("do declare {who}"));
        line(&mut app, "set plan=attack, target1=d");
    }
    line(&mut app, "do declare d");
    line(&mut app, "set plan=nothing");
    line(&mut app, "do dice");
    let Waits::Prompt(prompt) = on(&app).session.waits() else {
        panic!("dice are asked for");
    };
    assert_eq!(prompt.throws().count(), 3);
    let shown = seen(&mut app, 80, 24);
    let rows = shown.iter().filter(|row| row.contains("2d20 high+4"));
    assert_eq!(rows.clone().count(), 3, "{}", shown.join("\n"));
    assert!(
        rows.clone().all(|row| row.contains("%")),
        "{}",
        shown.join("\n")
    );
}

#[test]
fn the_last_undone_ruling_is_visible_in_the_log() {
    let lesson = affray::ui::tutor::Lesson::built_in().expect("the lesson has no error");
    let library = keyboard::library();
    let session = lesson.begin(&library).expect("the encounter has no error");
    let mut app = screen::app(session);
    press(&mut app, "1 9 enter space");
    for text in ["damage 3 a b", "undo"] {
        line(&mut app, text);
    }
    press(&mut app, "x");
    let shown = seen(&mut app, 80, 30).join("\n");
    for name in ["Hild", "Tamsin"] {
        let undone = shown.lines().filter(|row| row.contains("takes 3 damage"));
        assert!(
            undone.clone().any(|row| row.contains(name)),
            "{name} in\n{shown}"
        );
    }
}

/// A yes-or-no prompt with a combatant: `y` and `n` select the answer, `Y` and `N` send it, and an Enter directly after
/// them belongs to the answered prompt.
#[test]
fn every_yes_or_no_prompt_has_the_same_keys() {
    let setup = r#"(title: "A wyrm", system: "d20", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
        combatants: [(name: "Ada", side: "Us", sheet: (max_hp: 20, ac: 10)),
            (name: "Wyrm", side: "Them", sheet: (max_hp: 50, legendary_actions_per_round: 3, legendary_actions: [(name: "tail", bonus: 5, damage: "1d6", damage_type: "bludgeoning")]))])"#;
    let asked = || {
        let mut app = keyboard::written("d20", setup);
        press(&mut app, "2 0 space 1 enter");
        line(&mut app, "do end-turn Ada");
        let Waits::Prompt(prompt) = on(&app).session.waits() else {
            panic!("the reaction is asked");
        };
        assert!(matches!(prompt.kind, Kind::Pick { .. }), "{prompt:?}");
        app
    };
    let key = |app: &App| match on(app).session.waits() {
        Waits::Prompt(prompt) => prompt.question.key.to_string(),
        _ => String::new(),
    };
    let mut app = asked();
    let before = on(&app).session.revision();
    press(&mut app, "y");
    assert_eq!(on(&app).session.revision(), before);
    assert!(screen::draw(&mut app, 80, 24).contains("Enter yes"));
    press(&mut app, "n");
    assert!(screen::draw(&mut app, 80, 24).contains("Enter no"));
    press(&mut app, "y enter");
    assert_eq!(key(&app), "legend");
    for (answer, next) in [("shift-y", "legend"), ("shift-n", "")] {
        let mut app = asked();
        press(&mut app, answer);
        assert_eq!(key(&app), next);
        let before = on(&app).session.revision();
        press(&mut app, "enter");
        assert_eq!(on(&app).session.revision(), before, "{answer}");
        assert!(
            matches!(&on(&app).said, Some(Said::Note(said)) if said.contains("has answered already")),
            "{answer}"
        );
        press(&mut app, "enter");
        assert_ne!(on(&app).session.revision(), before, "{answer}");
        // Another key, or a pause, ends the prompt.
        let mut app = asked();
        press(&mut app, answer);
        let before = on(&app).session.revision();
        app.pause();
        press(&mut app, "enter");
        assert_ne!(on(&app).session.revision(), before, "{answer}");
    }
}

/// `:set` finds all rows of the sheet, also the side, and a field by the first letters of its label.
#[test]
fn set_finds_each_row_of_the_sheet_by_the_beginning_of_its_label() {
    let mut app = keyboard::written(
        "d20",
        r#"(title: "Two", system: "d20", sides: [(name: "Us", players: true, rolls: Typed), (name: "Them", rolls: Typed)],
            combatants: [(name: "Ada", side: "Us", sheet: (max_hp: 20)), (name: "Cur", side: "Them", sheet: (max_hp: 6))])"#,
    );
    press(&mut app, "2 0 space 1 enter");
    for (text, points) in [
        ("temp 8", 8),
        ("temporary 9", 9),
        ("temporary hit points 5", 5),
    ] {
        line(&mut app, &format!("set a {text}"));
        let at = on(&app).now().get(Id(0)).sheet.value("temp_hp");
        assert_eq!(at, Some(Value::Int(points)), "{text}");
    }
    let side = |app: &App| {
        on(app)
            .now()
            .side_name(on(app).now().get(Id(1)).side)
            .to_owned()
    };
    line(&mut app, "set b side us");
    assert_eq!(side(&app), "Us");
    line(&mut app, "set b name for the players a dog");
    assert_eq!(on(&app).now().get(Id(1)).other_name, "a dog");
    line(&mut app, "set b notes bites");
    assert_eq!(on(&app).now().get(Id(1)).notes, "bites");
    // An unchanged value is no change.
    let before = on(&app).session.revision();
    press(&mut app, ":");
    app.paste("set b side Us");
    press(&mut app, "enter");
    assert_eq!(on(&app).session.revision(), before);
}

/// A condition until a later turn of a combatant: the number of rounds counts from the combatant's next turn, whether
/// or not this combatant has acted in the round.
#[test]
fn the_rounds_before_a_turn_count_from_the_next_turn() {
    for (ended, owner, rounds, last) in [
        (0, "b", 0, 1),
        (0, "b", 1, 2),
        (1, "a", 0, 2),
        (1, "a", 1, 3),
        (1, "a", 2, 4),
        (0, "a", 0, 2),
        (0, "a", 1, 3),
    ] {
        let mut app = keyboard::written(
            "plain",
            r#"(title: "Two", system: "plain", options: (order: "as_listed"), sides: [(name: "Us", players: true), (name: "Them")],
                combatants: [(name: "Ada", side: "Us", sheet: (most: 9)), (name: "Cur", side: "Them", sheet: (most: 6)), (name: "Dog", side: "Them", sheet: (most: 6))])"#,
        );
        let name = |nth: usize| ["Ada", "Cur", "Dog"][nth % 3];
        for nth in 0..ended {
            line(&mut app, &format!("do end-turn {}", name(nth)));
        }
        line(&mut app, "ruling condition c");
        line(
            &mut app,
            &format!("set condition=afraid, lasts=next_turn, whose={owner}, rounds={rounds}"),
        );
        let mut turns = ended;
        while on(&app).now().get(Id(2)).named("afraid").is_some() {
            line(&mut app, &format!("do end-turn {}", name(turns)));
            turns += 1;
            assert!(turns < 20, "it never ends");
        }
        let now = on(&app).now();
        assert_eq!(now.round, last, "{ended} {owner} {rounds}");
        assert_eq!(now.turn.map(|id| id.letter()).as_deref(), Some(owner));
    }
}

/// A letter and a number in the form of a ruling are a target and an amount. The row explains how to type dice.
#[test]
fn a_target_letter_before_a_number_is_not_taken_for_a_die_in_silence() {
    let mut app = fight("bridge");
    press(&mut app, "f2 shift-d d 6");
    assert_eq!(row(&app, "amount"), Value::Word("6".to_owned()));
    check_seen(
        &mut app,
        (80, 24),
        "d is Corvin, a target: for dice, type 1d6",
    );
    press(&mut app, "esc esc f2 shift-d d 1 d 6");
    assert_eq!(row(&app, "amount"), Value::Word("1d6".to_owned()));
    let shown = screen::draw(&mut app, 80, 24);
    assert!(!shown.contains("for dice"), "{shown}");
}

/// Without a combatant of this letter, d starts dice.
#[test]
fn the_letter_d_without_a_combatant_starts_dice() {
    let mut app = keyboard::written(
        "alternation",
        r#"(title: "Two", system: "alternation", sides: [(name: "Red", players: true), (name: "Blue")],
        combatants: [(name: "Ada", side: "Red"), (name: "Bel", side: "Blue")])"#,
    );
    press(&mut app, "f2 shift-d b d 6");
    assert_eq!(row(&app, "amount"), Value::Word("d6".to_owned()));
    assert_eq!(row(&app, "targets"), Value::Who(vec![Id(1)]));
}

/// The kind of damage may stand before or after the names, and the line explains both.
#[test]
fn the_kind_of_damage_may_follow_the_names() {
    for order in ["damage 2 direct b", "damage 2 b direct"] {
        let mut app = fight("bridge");
        let health = |app: &App| on(app).session.system().life(on(app).now(), Id(1)).0;
        let before = health(&app);
        line(&mut app, order);
        assert_eq!(health(&app), before - 2, "{order}");
    }
    let mut app = fight("bridge");
    press(&mut app, ":");
    app.paste("damage 5");
    app.paste(" ");
    check_seen(&mut app, (120, 36), "normal, armour counts");
    check_seen(&mut app, (120, 36), "`damage 5 direct a c`: direct,");
    check_seen(&mut app, (200, 36), "direct, ignores armour");
}

/// Once a digit is typed, the line of the die says that Enter sends it.
#[test]
fn the_line_of_a_typed_die_says_what_enter_sends() {
    let mut app = fight("bridge");
    line(&mut app, "save a wit");
    press(&mut app, "1 7");
    let shown = screen::draw(&mut app, 80, 24);
    let typed = shown.lines().find(|row| row.contains("17"));
    let typed = typed.expect("the die is shown");
    assert!(!typed.contains("Enter rolls"), "{shown}");
}

/// Combatants of different kinds look different on a small screen, and each number is shown once.
#[test]
fn twelve_combatants_of_different_kinds_have_different_names() {
    let mut app = keyboard::written(
        "seconds",
        r#"(title: "Road", system: "seconds", sides: [(name: "Party", players: true), (name: "Raiders")],
        combatants: [
            (from: "Sigrun Dahl", side: "Party"), (from: "Emeric Thole", side: "Party"),
            (from: "Tansy Whitlock", side: "Party"), (from: "Oberon Stack", side: "Party"),
            (from: "Salt raider", side: "Raiders", count: 4), (from: "Salt bow", side: "Raiders", count: 4),
        ])"#,
    );
    let shown = screen::draw(&mut app, 80, 24);
    for (kind, count) in [("er ", 4), ("bow ", 4)] {
        for number in 1..=count {
            let name = format!("{kind}{number}");
            assert!(shown.contains(&name), "{name}:\n{shown}");
        }
    }
    // The health is the Toughness, so the defence does not repeat it.
    assert!(shown.contains("M"), "{shown}");
    assert!(!shown.contains("10/10 T4 10/4"), "{shown}");
}

/// A row without a declared key keeps its letter when more rows appear.
#[test]
fn the_letter_of_a_row_stays_while_a_declaration_is_open() {
    let mut app = fight("wreckers_cove");
    press(&mut app, "enter a");
    let letter = |app: &mut App| {
        let rows = seen(app, 120, 40);
        let row = rows.iter().find(|row| row.contains("Free Actions"));
        let row = row.unwrap_or_else(|| panic!("{rows:#?}")).clone();
        row.split("Free Actions")
            .next()
            .and_then(|before| before.trim_end().chars().last())
    };
    let before = letter(&mut app);
    assert!(before.is_some_and(|c| c.is_ascii_uppercase()), "{before:?}");
    for key in ["shift-m", "shift-m", "shift-m"] {
        press(&mut app, key);
        assert_eq!(letter(&mut app), before, "{key}");
    }
}
