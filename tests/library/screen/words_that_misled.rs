//! Words and numbers that misled players of the program, each with the keys that showed them.

use std::collections::BTreeSet;

use affray::compendium::Compendium;
use affray::encounter::Stage;
use affray::rules::System;
use affray::session::Waits;
use affray::session::players_view::Players;
use affray::setup;
use affray::ui::app::App;
use affray::ui::line::Typing;

use crate::support::keyboard::{fight, line, of_setup, on, press, written};
use crate::support::screen::{check_seen, seen};

/// Fight of a combatant with two cuts and one with a crossbow against an enemy that is hard to hurt.
const SIX_SECONDS: &str = r#"(
    title: "clay", system: "seconds",
    sides: [(name: "Party", players: true), (name: "Well", rolls: Rolled)],
    combatants: [
        (from: "Sigrun Dahl", side: "Party"),
        (from: "Tansy Whitlock", side: "Party", sheet: (initiative_misc: 9)),
        (name: "Post", side: "Well", sheet: (initiative_misc: -9, toughness_misc: 20)),
    ],
)"#;

fn title(app: &App) -> String {
    match on(app).session.waits() {
        Waits::Prompt(prompt) => prompt.title.to_string(),
        Waits::Offers { title, .. } | Waits::Fault(title) => title.clone(),
    }
}

/// Returns the hint of a menu row with this label.
fn hint(app: &App, label: &str) -> String {
    let menu = on(app).session.menu();
    let entry = menu.iter().find(|entry| entry.label == label);
    entry.expect("it is offered").hint.clone()
}

#[test]
fn the_arrow_for_more_rows_covers_no_digit() {
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
fn the_command_line_accepts_the_labels_of_menu_rows() {
    let mut app = fight("salt_road");
    while !title(&app).contains("seconds left") {
        press(&mut app, "space");
    }
    // Typed alone, "end" would be a different action from "end the fight".
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
fn the_condition_command_accepts_a_duration_in_rounds() {
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
    // The help of the verb is complete, in a second row if needed.
    check_seen(&mut app, (80, 24), "`until end b`");
}

#[test]
fn no_two_rulings_have_the_same_label() {
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
                assert!(
                    labels.insert(entry.label.clone()),
                    "{name}: {} twice",
                    entry.label
                );
            }
            press(&mut app, "enter");
        }
    }
}

#[test]
fn two_rolls_of_one_combatant_show_their_purpose() {
    let mut app = written("seconds", SIX_SECONDS);
    press(&mut app, "6 enter 1 enter");
    press(&mut app, "space");
    assert_eq!(title(&app), "Sigrun Dahl: 6 of 6 seconds left ██████");
    press(&mut app, "shift-b enter");
    check_seen(&mut app, (80, 24), "a Sigrun Dahl · long sword at Post");
}

#[test]
fn actions_that_abandon_an_unfinished_action_show_a_warning() {
    let mut app = written("seconds", SIX_SECONDS);
    press(&mut app, "6 enter 1 enter");
    // A shot takes four of the six seconds; half of the loading continues in the next turn.
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
fn rows_of_the_off_hand_have_full_labels() {
    let mut app = fight("low_tide");
    press(&mut app, "enter a shift-p");
    check_seen(&mut app, (80, 36), "target, off hand");
    check_seen(&mut app, (80, 36), "weapon, off hand");
}

#[test]
fn a_list_over_the_fight_shows_how_to_leave_it() {
    let mut app = fight("low_tide");
    press(&mut app, "enter f2");
    check_seen(&mut app, (80, 24), "Esc back");
    press(&mut app, "esc f8");
    check_seen(&mut app, (80, 24), "Esc back");
}

#[test]
fn players_see_a_fall_without_the_state_of_health_before_it() {
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
fn players_see_the_name_of_a_condition_set_by_the_gm() {
    let mut app = fight("low_tide");
    press(&mut app, "enter");
    line(&mut app, "cond prone f 2");
    let lines = Players::of(&on(&app).session).last_lines(9);
    let said: Vec<&str> = lines.iter().map(|line| &*line.text).collect();
    let told = said.iter().any(|text| text.contains("is prone."));
    assert!(told, "{said:?}");
}

/// Starts the first bundled fight of each system.
fn begun() -> impl Iterator<Item = (&'static dyn System, App)> {
    affray::systems::all().iter().map(|system| {
        let (compendium, _) = Compendium::built_in(*system);
        let setup = &setup::bundled(&compendium).0[0].setup;
        (*system, of_setup(setup))
    })
}

/// F1 explains to the GM the letter of a foe and the defence value, without rule ids.
#[test]
fn help_explains_letters_and_defence_without_rule_ids() {
    for (system, mut app) in begun() {
        let of = system.key();
        let said = system.defence_is();
        let word = said.split(' ').next().unwrap_or_default();
        for id in on(&app).session.now().ids() {
            let defence = &on(&app).session.row(id).defence;
            assert!(
                defence.is_empty() || defence.starts_with(word),
                "{of}: {defence}, {said}"
            );
        }
        press(&mut app, "?");
        let first = seen(&mut app, 80, 24).join("\n");
        assert!(
            first.contains("letter of a foe") || first.contains("the foe's letter"),
            "{of}: {first}"
        );
        assert!(first.contains(&format!(" {word} is ")), "{of}: {first}");
        app.area.height = 2_000;
        let whole = seen(&mut app, 100, 2_000).join("\n");
        assert!(whole.contains("Actions"), "{of}");
        let is_id = |word: &str| {
            let parts = word
                .trim_matches(|c: char| !c.is_alphanumeric())
                .split_once('-');
            parts.is_some_and(|(system, number)| {
                system.len() == 3
                    && system.chars().all(|c| c.is_ascii_uppercase())
                    && number.starts_with(|c: char| c.is_ascii_digit())
            })
        };
        let ids: Vec<&str> = whole
            .split_whitespace()
            .filter(|word| is_id(word))
            .collect();
        assert_eq!(ids, [""; 0], "{of}");
        assert!(!whole.contains("by itself, as soon"), "{of}");
    }
}

/// If there is no order, its pane shows the reason.
#[test]
fn the_initiative_pane_is_never_empty() {
    let mut stages = BTreeSet::new();
    for (_, mut app) in begun() {
        for _ in 0..60 {
            let session = &on(&app).session;
            let stage = session.now().stage;
            stages.insert(format!("{stage:?}"));
            if session.order().is_empty() {
                check_seen(&mut app, (120, 36), "No turns");
            }
            match stage {
                Stage::Over => break,
                Stage::Fighting => line(&mut app, "do end"),
                _ => {}
            }
            press(&mut app, "enter");
        }
    }
    assert!(stages.contains("Over"), "{stages:?}");
}

/// The row of a combatant shows its remaining ammunition, in every system that counts it.
#[test]
fn the_row_of_a_combatant_shows_remaining_ammunition() {
    let mut found = BTreeSet::new();
    for system in affray::systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        for bundled in setup::bundled(&compendium).0 {
            let app = of_setup(&bundled.setup);
            let session = &on(&app).session;
            for one in session.now().ids() {
                let sheet = &session.now().get(one).sheet;
                let left = |nth: usize| sheet.value(&format!("attacks/{nth}/ammo"));
                let left = (0..9).filter_map(left).filter_map(|left| left.as_int());
                for left in left.filter(|left| *left > 0) {
                    let told = format!(": {left} left");
                    let gear = &session.row(one).gear;
                    assert!(gear.iter().any(|gear| gear.ends_with(&told)), "{gear:?}");
                    found.insert(system.key());
                }
            }
        }
    }
    assert_eq!(Vec::from_iter(found), ["countdown", "split-round"]);
}

/// If there is little space, the name of an item is cut, not the amount left.
#[test]
fn a_long_name_does_not_hide_remaining_ammunition() {
    let text = r#"(title: "bows", system: "countdown", sides: [(name: "Party", players: true), (name: "Orcs")], combatants: [
        (name: "Ylva of the eastern woods", side: "Party", sheet: (hp_max: 9, attacks: [(name: "longbow of the eastern woods", kind: "missile", damage: "1d8", ammo: 12)])),
        (name: "Orc", side: "Orcs", sheet: (hp_max: 9))])"#;
    let mut app = written("countdown", text);
    for columns in [80, 100, 120, 200] {
        check_seen(&mut app, (columns, 24), ": 12 left");
    }
    check_seen(&mut app, (200, 24), "longbow of the eastern woods: 12 left");
}

#[test]
fn the_row_of_a_combatant_shows_injured_body_parts() {
    let fight = SIX_SECONDS.replace(
        "(initiative_misc: 9)",
        "(initiative_misc: 9, wings: 2, injured_parts: [(part: \"leg\"), (part: \"wings\", level: \"disabled\")])",
    );
    let app = written("seconds", &fight);
    let session = &on(&app).session;
    let tansy = session.now().ids().nth(1).expect("three");
    let state = session.row(tansy).state.join(" · ");
    assert!(state.contains("leg hurt · wings disabled"), "{state}");
}

/// Combatants who cannot be chosen are listed with a reason in a form, a list and a menu.
#[test]
fn an_unavailable_letter_is_refused_with_a_reason() {
    let problem = |app: &App| {
        let fight = on(app);
        let ask = fight.own.last().map_or(fight.ask(), |own| &own.ask);
        ask.problem.clone().unwrap_or_default()
    };
    let mut app = fight("bridge");
    press(&mut app, "enter enter b");
    assert_eq!(
        problem(&app),
        "b is Osk (ready). No action here applies to Osk."
    );
    press(&mut app, "down up");
    line(&mut app, "cond maimed b");
    line(&mut app, "clear");
    press(&mut app, "a");
    let shown = crate::support::screen::draw(&mut app, 100, 30);
    assert_eq!(
        problem(&app),
        "targets: a is Maren, who has no condition",
        "{shown}"
    );
    press(&mut app, "esc");
}

/// If several states do not fit, the longest state is shortened, its words before its number. Gear comes last.
#[test]
fn no_condition_hides_another_in_the_row() {
    let text = r#"(title: "rows", system: "countdown", sides: [(name: "Party", players: true), (name: "Orcs")], combatants: [
        (name: "Hedda Brook", side: "Party", sheet: (hp_max: 9, attacks: [(name: "bow", kind: "missile", damage: "1d8", ammo: 12)]),
            conditions: [(key: "shaken"), (key: "prone")]),
        (name: "Orc", side: "Orcs", sheet: (hp_max: 9))])"#;
    let mut app = written("countdown", text);
    line(&mut app, "cond \"wrapped in the net of witch 3\" a");
    for (columns, seen_of_it) in [(100, 3), (120, 4)] {
        let rows = seen(&mut app, columns, 24);
        let row = rows.iter().find(|row| row.contains("a Hedda"));
        let row = row.expect("her row");
        let words = ["shaken", "prone", " 3 ·", ": 12 left"]
            .iter()
            .take(seen_of_it);
        let places: Vec<Option<usize>> = words.map(|words| row.find(words)).collect();
        assert!(places.iter().all(Option::is_some), "{row}");
        assert!(places.is_sorted(), "{row}");
    }
}
