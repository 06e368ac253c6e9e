//! Keys of Countdown's own prompts: declarations and counts.

use affray::resolver::{Answer, Command};
use affray::values::{Id, Value};

use affray::compendium::Compendium;
use affray::systems::countdown::Countdown;
use affray::ui::ask::Reply;

use crate::support::fight_file::{course, go};
use crate::support::keyboard::{starts, typed};
use crate::support::screen;

const SETUP: &str = r#"title: "Keys", system: "countdown", sides: [(name: "P", players: true), (name: "O")],
    combatants: [(name: "Kara", side: "P", sheet: (hp_max: 12)), (name: "Sef", side: "P", sheet: (hp_max: 8)),
        (name: "Orc", side: "O", sheet: (hp_max: 9)),
        (name: "Pike", side: "O", sheet: (hp_max: 9, attacks: [(name: "pike", damage: "1d8", is_reach: true)]))]"#;

fn compendium() -> Compendium {
    Compendium::built_in(&Countdown).0
}

#[test]
fn a_letter_opens_a_declaration_and_space_ends_the_declarations() {
    let compendium = compendium();
    let mut course = course(&compendium, SETUP, &["enter"]);
    starts(&course, "\n", Command::by("usual", Id(0)));
    starts(&course, "a", Command::by("declare", Id(0)));
    starts(&course, "d", Command::by("declare", Id(3)));
    starts(&course, " ", Command::of("close-declarations"));
    go(&mut course, &["do declare c", "set action=dodge"]);
    starts(&course, "c", Command::by("declare", Id(2)));
    go(&mut course, &["do close-declarations"]);
    for keys in [" ", "\n", "D"] {
        starts(&course, keys, Command::of("initiative"));
    }
    starts(&course, "c", Command::by("declare", Id(2)));
}

#[test]
fn during_a_count_the_letter_of_a_foe_attacks_the_foe_and_space_passes() {
    let compendium = compendium();
    let steps = ["enter", "do close-declarations", "do initiative"];
    let mut course = course(&compendium, SETUP, &steps);
    go(&mut course, &["roll 3 6 3 3", "do hold b", "enter"]);
    go(&mut course, &["? title Count 3: Kara acts"]);
    let (reply, _) = typed(&course.session, "d");
    let attack = Command::by("attack", Id(0));
    assert_eq!(reply, Reply::StartAt(attack, "target", Id(3)));
    // The letter of a combatant does not take another combatant's turn.
    let (reply, ask) = typed(&course.session, "b");
    assert_eq!(reply, Reply::Nothing);
    let said = ask.problem.expect("whose it is");
    assert!(said.contains("Sef"), "{said}");
    starts(&course, " ", Command::by("pass", Id(0)));
    starts(&course, "Qd", Command::by("first", Id(3)));
    starts(&course, "J", Command::by("join", Id(1)));
    starts(&course, "P", Command::by("early", Id(1)));
}

#[test]
fn space_and_n_decline_a_reaction() {
    let compendium = compendium();
    let steps = ["enter", "do close-declarations", "do initiative"];
    let mut course = course(&compendium, SETUP, &steps);
    let attack = [
        "roll 6 1 1 1",
        "do attack a",
        "set target=d",
        "? asks reply d",
    ];
    go(&mut course, &attack);
    let declined = Answer::Filled([("strikes".to_owned(), Value::Flag(false))].into());
    for keys in [" ", "N\n"] {
        let (reply, ask) = typed(&course.session, keys);
        assert_eq!(reply, Reply::Answer(declined.clone()), "{:?}", ask.problem);
    }
}

#[test]
fn f3_opens_the_current_combatant_and_f1_twice_opens_the_rules() {
    let compendium = compendium();
    let declared = [
        "enter",
        "do close-declarations",
        "do initiative",
        "roll 2 3 6 1",
    ];
    let course = course(&compendium, SETUP, &declared);
    let mut app = screen::app(course.session);
    let mut drawn = |keys: &str| {
        for key in keys.split_whitespace() {
            app.press(crokey::parse(key).expect("a key").into());
        }
        screen::draw(&mut app, 80, 24)
    };
    let sheet = drawn("f3");
    assert!(
        sheet
            .lines()
            .nth(1)
            .is_some_and(|line| line.contains("Orc")),
        "{sheet}"
    );
    let rules = drawn("esc f1 f1");
    let second = |page: &str| page.lines().nth(2).unwrap_or_default().to_owned();
    assert!(second(&rules).contains("Short rules"), "{rules}");
    let next = drawn("tab");
    assert!(second(&next).contains("Countdown in short"), "{next}");
    let back = drawn("shift-tab shift-tab");
    assert!(second(&back).contains("Actions"), "{back}");
}

#[test]
fn the_set_command_completes_values_of_a_field_but_not_names() {
    let compendium = compendium();
    let course = course(&compendium, SETUP, &["enter"]);
    let mut app = screen::app(course.session);
    let mut drawn = |keys: &str| {
        app.press(crokey::key!(esc).into());
        app.press(crokey::parse(":").expect("a key").into());
        for c in keys.chars() {
            let key = if c == ' ' {
                "space".to_owned()
            } else {
                c.to_string()
            };
            app.press(crokey::parse(&key).expect("a key").into());
        }
        screen::draw(&mut app, 80, 24)
    };
    let fire = drawn("set a fire_immune ");
    let listed = |screen: &str, word: &str| screen.contains(&format!("┃   {word} "));
    assert!(listed(&fire, "yes") && listed(&fire, "no"), "{fire}");
    assert!(!listed(&fire, "c Orc"), "{fire}");
    let most = drawn("set a hp_max ");
    assert!(listed(&most, "12") && !listed(&most, "c Orc"), "{most}");
}
