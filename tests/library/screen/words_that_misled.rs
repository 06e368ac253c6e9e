//! Words and numbers that misled somebody who played the program, each with the keys that showed them.

use std::collections::BTreeSet;

use affray::encounter::Stage;
use affray::session::Waits;
use affray::session::players_view::Players;
use affray::ui::app::App;
use affray::ui::line::Typing;

use crate::support::keyboard::{fight, line, on, press, written};
use crate::support::screen::{check_seen, seen};

/// Somebody with two cuts and somebody with a crossbow against what hardly hurts.
const SIX_SECONDS: &str = r#"(
    title: "clay", system: "seconds",
    factions: [(name: "Party", players: true), (name: "Well", rolls: Rolled)],
    combatants: [
        (from: "Sigrun Dahl", faction: "Party"),
        (from: "Tansy Whitlock", faction: "Party", sheet: (initiative_misc: 9)),
        (name: "Post", faction: "Well", sheet: (initiative_misc: -9, toughness_misc: 20)),
    ],
)"#;

fn title(app: &App) -> String {
    match on(app).session.waits() {
        Waits::Prompt(prompt) => prompt.title.to_string(),
        Waits::Offers { title, .. } | Waits::Fault(title) => title.clone(),
    }
}

/// What the menu says behind a label.
fn hint(app: &App, label: &str) -> String {
    let menu = on(app).session.menu();
    let entry = menu.iter().find(|entry| entry.label == label);
    entry.expect("it is offered").hint.clone()
}

#[test]
fn the_sign_that_there_is_more_stands_on_no_digit() {
    let mut app = fight("under_the_arches");
    press(&mut app, "enter shift-e enter space");
    let totals: Vec<String> = on(&app)
        .session
        .order()
        .iter()
        .map(|row| row.detail.clone())
        .collect();
    let rows = seen(&mut app, 80, 24);
    let last = rows.iter().find_map(|row| {
        let pane: String = row.chars().take(26).collect();
        let (before, _) = pane.split_once('↓')?;
        Some(before.to_owned())
    });
    let last = last.expect("there is more than the pane shows");
    let number = last.rsplit(' ').next().unwrap_or("").to_owned();
    assert!(
        totals.contains(&number),
        "`{last}` of {totals:?} in\n{}",
        rows.join("\n")
    );
}

#[test]
fn what_the_list_calls_it_can_be_typed() {
    let mut app = fight("salt_road");
    while !title(&app).contains("seconds left") {
        press(&mut app, "space");
    }
    // "end" alone is another action than the one that begins with it.
    press(&mut app, ":");
    app.paste("end the f");
    let Some(Typing::Command(command)) = &app.typing else {
        panic!("the line is open");
    };
    let fitting: Vec<&str> = command.fitting.iter().map(|one| &*one.label).collect();
    assert_eq!(fitting, ["end the fight"]);
    press(&mut app, "esc");
    line(&mut app, "End the fight");
    assert_eq!(on(&app).session.now().stage, Stage::Over);

    let mut app = fight("bridge");
    press(&mut app, "enter enter enter");
    let turn = on(&app).session.now().turn;
    assert!(turn.is_some());
    line(&mut app, "end the turn");
    assert_ne!(on(&app).session.now().turn, turn);
}

#[test]
fn a_condition_lasts_for_so_many_rounds() {
    for text in [
        "cond prone d 2",
        "cond prone d for 2",
        "cond prone d for 2 rounds",
    ] {
        let mut app = fight("low_tide");
        press(&mut app, "enter");
        line(&mut app, text);
        check_seen(&mut app, (120, 36), "is prone until the end of round 2.");
    }
    let mut app = fight("low_tide");
    press(&mut app, "enter :");
    app.paste("cond prone d ");
    // What the verb takes is told whole, in a second row where it needs one.
    check_seen(&mut app, (80, 24), "`until b`");
}

#[test]
fn no_two_rows_of_what_may_be_ruled_are_called_the_same() {
    for name in [
        "bridge",
        "amber_ford",
        "wreckers_cove",
        "low_tide",
        "dry_well",
    ] {
        let mut app = fight(name);
        for _ in 0..120 {
            let mut labels = BTreeSet::new();
            for entry in on(&app).session.extras() {
                assert!(labels.insert(&entry.label), "{name}: {} twice", entry.label);
            }
            press(&mut app, "enter");
        }
    }
}

#[test]
fn whoever_throws_twice_is_told_what_for() {
    let mut app = written("seconds", SIX_SECONDS);
    press(&mut app, "6 enter 1 enter");
    press(&mut app, "space");
    assert_eq!(title(&app), "Sigrun Dahl: 6 of 6 seconds left ██████");
    press(&mut app, "shift-b enter");
    check_seen(&mut app, (80, 24), "a Sigrun Dahl · long sword at Post");
}

#[test]
fn every_action_says_that_what_was_begun_is_lost() {
    let mut app = written("seconds", SIX_SECONDS);
    press(&mut app, "6 enter 1 enter");
    // A shot takes four of the six seconds; half of the loading is left for the next turn.
    press(&mut app, "c 6 enter");
    while !title(&app).starts_with("Tansy Whitlock: 2 of 6") {
        press(&mut app, "enter");
    }
    press(&mut app, "shift-l enter");
    while !title(&app).starts_with("Tansy Whitlock: 6 of 6") {
        press(&mut app, "space");
    }
    assert_eq!(hint(&app, "move"), "1 s; loses loading crossbow");
    assert_eq!(hint(&app, "attack"), "4 s; loses loading crossbow");
    check_seen(&mut app, (120, 36), "L reload");
}

#[test]
fn the_rows_of_the_off_hand_are_named_in_words() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-p");
    check_seen(&mut app, (80, 36), "target, off hand");
    check_seen(&mut app, (80, 36), "with, off hand");
}

#[test]
fn a_list_that_lies_over_the_fight_says_how_to_leave_it() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f2");
    check_seen(&mut app, (80, 24), "Esc back");
    press(&mut app, "esc f8");
    check_seen(&mut app, (80, 24), "Esc back");
}

#[test]
fn players_hear_that_somebody_falls_and_not_before_how_badly_it_was_hurt() {
    let mut app = fight("under_the_arches");
    press(&mut app, "enter");
    for _ in 0..150 {
        press(&mut app, "enter");
    }
    let lines = Players::of(&on(&app).session).last_lines(usize::MAX);
    let falls = lines.iter().filter(|line| line.text.contains(" is down."));
    let mut fallen = 0;
    for line in falls {
        fallen += 1;
        let foe = line.text.split(" is down.").next().unwrap_or("");
        let foe = foe.rsplit(". ").next().unwrap_or("");
        let hurt = format!("{foe} is badly hurt");
        assert!(!line.text.contains(&hurt), "{}", line.text);
    }
    assert!(fallen > 0, "nobody fell");
}

#[test]
fn players_hear_of_a_ruled_condition_what_it_is() {
    let mut app = fight("low_tide");
    press(&mut app, "enter");
    line(&mut app, "cond prone f 2");
    let lines = Players::of(&on(&app).session).last_lines(9);
    let said: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let told = said.iter().any(|text| text.contains("is prone."));
    assert!(told, "{said:?}");
}
