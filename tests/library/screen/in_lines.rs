//! Checks that lines of input and keys on the screen lead to the same state, and that the output in lines has the same
//! content as the screen.

use std::time::Duration;

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::encounter::Fact;
use affray::setup::{self, Setup};
use affray::store::saves::snapshot;
use affray::systems;
use affray::ui::app::App;
use affray::ui::lines::draw::Teller;
use affray::ui::lines::speak::Speaker;
use affray::ui::lines::{Question, Told, Wish, keys};
use affray::ui::theme::Theme;
use affray::values::Id;

use crate::support::keyboard::{
    fight, library, line as command, on, press, set_up, take_line as take, with_seed, written,
};
use crate::support::laws::each;
use crate::support::random_games::same;
use crate::support::screen::{self, check_seen};
use crate::support::seeded_chance::Chance;

#[track_caller]
fn stand_alike(lines: &App, keys: &App, what: &str) {
    let [lines, keys] = [lines, keys].map(|app| {
        let fight = on(app);
        let saved = snapshot(&fight.session).expect("a snapshot");
        (
            saved,
            fight.beside_text(),
            fight.ask().line.value().to_owned(),
        )
    });
    same(&lines.0, &keys.0, what);
    assert_eq!((lines.1, lines.2), (keys.1, keys.2), "{what}");
}

#[test]
fn a_line_of_input_acts_like_the_same_keys_on_the_screen() {
    let mut lines = fight("bridge");
    let mut keys = fight("bridge");
    for (line, pressed) in [
        ("", "enter"),
        ("", "enter"),
        ("e\\", "e"),
        ("A b\\", "shift-a b"),
        // The name of a key at the end of a line adds no Enter.
        ("space", "space"),
        ("", "enter"),
        ("14", "1 4 enter"),
        ("backspace backspace", "backspace backspace"),
        ("ctrl-r", "ctrl-r"),
        ("T b C 3", "shift-t b shift-c 3 enter"),
        ("f8", "f8"),
        ("esc", "esc"),
        ("tab down up", "tab down up"),
    ] {
        take(&mut lines, line);
        press(&mut keys, pressed);
        stand_alike(&lines, &keys, line);
    }
    take(&mut lines, ":damage 2 a");
    command(&mut keys, "damage 2 a");
    stand_alike(&lines, &keys, ":damage");
}

/// Maximum number of empty lines that a fight needs.
const ENTERS: usize = 3_000;
/// Number of times that Enter may leave the same question open.
const SAME: usize = 10;

/// Enter alone plays every bundled fight to its end, and empty lines do nothing after it.
#[test]
fn enter_alone_ends_every_bundled_fight() {
    each(|system| {
        let (ready, _) = setup::bundled(&Compendium::built_in(system).0);
        // The systems that only the tests know have no bundled fights, or none that must end.
        let is_bundled = systems::all().iter().any(|one| one.key() == system.key());
        for one in ready.iter().filter(|_| is_bundled) {
            for seed in 1..=6 {
                ends_by_enter(&one.setup, &one.name, Seed(seed));
            }
        }
    });
}

fn ends_by_enter(setup: &Setup, name: &str, seed: Seed) {
    let mut app = with_seed(setup, seed);
    let (mut asked, mut same) = (None, 0);
    for _ in 0..ENTERS {
        let session = &on(&app).session;
        if session.now().over() {
            return;
        }
        let waits = Some(session.waits().clone());
        same = if waits == asked { same + 1 } else { 1 };
        assert!(
            same < SAME,
            "{name}, {seed:?}: Enter does nothing at {waits:?}"
        );
        asked = waits;
        take(&mut app, "");
    }
    let now = on(&app).session.now();
    panic!(
        "{name}, {seed:?}: no end after {ENTERS} empty lines, round {}",
        now.round
    );
}

/// Random fights of every system: in every state the same keys are entered as lines and on the keyboard.
#[test]
fn lines_of_input_and_keys_lead_to_the_same_states() {
    let names = [
        ("space", "space"),
        ("esc", "esc"),
        ("backspace", "backspace"),
        ("tab", "tab"),
        ("down", "down"),
        ("f2", "f2"),
        ("f8", "f8"),
        ("!", "!"),
        ("7", "7"),
        ("12", "1 2"),
    ];
    for (number, name) in [
        "bridge",
        "amber_ford",
        "drowned_gate",
        "low_tide",
        "salt_road",
    ]
    .iter()
    .enumerate()
    {
        let (mut lines, mut typed) = (fight(name), fight(name));
        let mut chance = Chance::at(Seed(35), u64::try_from(number).expect("few"), "lines");
        let mut teller = Teller::default();
        for step in 0..120 {
            let (mut line, mut pressed) = (Vec::new(), Vec::new());
            for _ in 0..chance.to(3) {
                let (one, other) = match chance.to(3) {
                    1 => names[chance.to(10) as usize - 1],
                    2 => [
                        ("A", "shift-a"),
                        ("E", "shift-e"),
                        ("T", "shift-t"),
                        ("M", "shift-m"),
                    ][chance.to(4) as usize - 1],
                    _ => {
                        [("a", "a"), ("b", "b"), ("e", "e"), ("f", "f")][chance.to(4) as usize - 1]
                    }
                };
                line.push(one);
                pressed.push(other);
            }
            // If a text is expected, a line is text; the keyboard types it as well.
            if keys::takes_words(&lines) {
                (line, pressed) = (vec!["esc"], vec!["esc"]);
            }
            let mut taken = 0;
            for (place, key) in pressed.iter().enumerate() {
                // The rest of a line would be the text of a field that a key has opened.
                if place > 0 && keys::takes_words(&typed) {
                    break;
                }
                let is_number = |place: usize| ["7", "12"].contains(&line[place]);
                // Numbers are separated like dice.
                if place > 0 && is_number(place) && is_number(place - 1) {
                    press(&mut typed, "space");
                }
                press(&mut typed, key);
                taken += 1;
            }
            line.truncate(taken);
            // The name of a key and a key that acts at once add no Enter.
            let acts = |last: &str| last.chars().all(char::is_uppercase);
            let is_named = line
                .last()
                .is_some_and(|last| last.len() > 1 && *last != "12" || acts(last));
            let mut line = line.join(" ");
            match chance.to(2) {
                1 => line += "\\",
                _ if is_named => {}
                _ => {
                    press(&mut typed, "enter");
                }
            }
            take(&mut lines, &line);
            let what = format!("{name}, step {step}: {line}");
            if lines.fight().is_none() {
                break;
            }
            stand_alike(&lines, &typed, &what);
            // The output in lines matches the screen.
            let told = teller.tell(&lines, None, Vec::new());
            let shown = screen::draw(&mut typed, 200, 90);
            lines.area = typed.area;
            // A list on a whole screen may be longer than the screen.
            let of_fight = lines.overlay.is_none();
            let Some(question) = told.question.filter(|_| of_fight) else {
                continue;
            };
            for row in question.rows.iter().chain([&question.title]) {
                for word in row.split_whitespace().take(3) {
                    assert!(
                        shown.contains(word),
                        "{what}: `{word}` of `{row}` in\n{shown}"
                    );
                }
            }
        }
    }
}

/// Combatants hidden from the players are marked in all lists: on the screen by a sign, in lines by a word.
#[test]
fn hidden_combatants_are_marked_in_line_mode() {
    for name in ["bridge", "amber_ford", "dry_well", "low_tide", "lamp_house"] {
        hidden_combatants_are_marked_in(name);
    }
}

fn hidden_combatants_are_marked_in(name: &str) {
    let mut app = fight(name);
    let last = on(&app).session.now().ids().last().expect("people");
    let called = on(&app).session.now().name(last).to_owned();
    command(&mut app, &format!("hide {}", last.letter()));
    press(&mut app, "f9");
    check_seen(&mut app, (100, 40), &format!("{called} ◌"));
    app.theme = Theme::told();
    let told = Teller::default().tell(&app, Some(&Wish::State), Vec::new());
    let rows = told.question.expect("it is asked").rows;
    let hidden = |rows: &[String]| rows.iter().filter(|row| row.contains("hidden")).count();
    assert_eq!(
        (hidden(&rows), hidden(&told.state)),
        (1, 1),
        "{name}: {rows:?}"
    );
}

#[test]
fn a_combatant_who_is_up_but_cannot_act_is_not_out() {
    let mut app = fight("low_tide");
    press(&mut app, "enter enter");
    command(&mut app, "condition surprised c");
    press(&mut app, "enter");
    app.theme = Theme::told();
    let state = Teller::default()
        .tell(&app, Some(&Wish::State), Vec::new())
        .state;
    let name = on(&app).now().name(Id(2)).to_owned();
    let mut rows = state.iter();
    let row = rows.find(|row| row.starts_with("order") && row.contains(&name));
    let row = row.unwrap_or_else(|| panic!("{state:#?}"));
    assert!(row.contains("no action left"), "{row}");
}

/// Returns the current question of an app whose output is lines.
fn asked(app: &App) -> Question {
    let told = Teller::default().tell(app, None, Vec::new());
    told.question.expect("a question")
}

#[test]
fn help_in_line_mode_prints_one_part_at_a_time() {
    let mut app = fight("bridge");
    app.theme = Theme::told();
    press(&mut app, "f1");
    let first = asked(&app);
    let text = first.rows.join(" ");
    assert_eq!(first.title, "Help");
    assert!(text.contains("Each combatant keeps"), "{text}");
    assert!(text.split_whitespace().count() < 150, "{text}");
    assert!(first.hint.contains("Tab next part"), "{}", first.hint);
    let mut parts = vec![first.rows];
    for _ in 0..60 {
        press(&mut app, "tab");
        let rows = asked(&app).rows;
        if parts.last() == Some(&rows) {
            break;
        }
        parts.push(rows);
    }
    assert!(parts.len() > 4, "{parts:?}");
    let all = parts.concat().join(" ");
    for words in [
        "In a fight",
        "Outside this screen",
        "Actions",
        "Short rules",
    ] {
        assert!(all.contains(words), "{words}: {all}");
    }
    press(&mut app, "f1");
    let rules = asked(&app).rows.join(" ");
    assert!(
        rules.contains("Short rules") && !rules.contains("Each combatant keeps"),
        "{rules}"
    );
}

#[test]
fn the_question_of_a_set_up_names_the_side_that_combatants_join() {
    let setup = library().encounter("bridge").expect("bundled").clone();
    let sides: Vec<String> = setup.sides.iter().map(|side| side.name.clone()).collect();
    let mut app = set_up(setup);
    app.theme = Theme::told();
    press(&mut app, "shift-a");
    let before = asked(&app).title;
    press(&mut app, "tab");
    let after = asked(&app).title;
    assert_ne!(before, after);
    for title in [before, after] {
        let named = sides
            .iter()
            .any(|side| title == format!("Who joins {side}?"));
        assert!(named, "{title}");
    }
}

#[test]
fn a_repeated_refusal_is_printed_after_each_line_of_input() {
    let mut app = fight("bridge");
    let mut teller = Teller::default();
    teller.tell(&app, None, Vec::new());
    for _ in 0..2 {
        teller.forget_message();
        take(&mut app, "Q");
        let told = teller.tell(&app, None, Vec::new());
        let said = told.question.expect("a message").said;
        assert_eq!(said, ["Q does nothing here."]);
    }
    // Without a new line the message is not repeated.
    assert_eq!(teller.tell(&app, None, Vec::new()).question, None);
}

#[test]
fn a_fight_opens_with_its_title_and_its_combatants() {
    let app = fight("bridge");
    let mut teller = Teller::default();
    let opening = teller.tell(&app, None, Vec::new()).state;
    assert!(opening[0].starts_with("The toll bridge"), "{opening:?}");
    assert!(opening[1].starts_with("Party: a "), "{opening:?}");
    assert_eq!(teller.tell(&app, None, Vec::new()).state, [""; 0]);
}

#[test]
fn text_after_a_key_that_opens_a_field_keeps_its_spaces() {
    let mut app = fight("bridge");
    take(&mut app, "f7");
    take(&mut app, "esc");
    take(&mut app, "f2\\");
    take(&mut app, "U");
    take(&mut app, "X The bridge creaks.");
    let drawn = screen::draw(&mut app, 120, 36);
    assert!(drawn.contains("The bridge creaks."), "{drawn}");
}

/// Two equal sides of six foes of each system.
const SIXES: [(&str, &[(&str, u32)]); 7] = [
    (
        "alternation",
        &[("Rusk", 1), ("Toll bandit", 3), ("Bank archer", 2)],
    ),
    (
        "countdown",
        &[("Ford pike", 3), ("Ford crossbow", 2), ("Captain Marl", 1)],
    ),
    ("d20", &[("Hild", 6)]),
    ("plain", &[("Thug", 3), ("Thug boss", 1), ("Archer", 2)]),
    ("seconds", &[("Salt raider", 3), ("Salt bow", 3)]),
    ("segments", &[("Wrecker", 4), ("Wrecker crossbow", 2)]),
    (
        "split-round",
        &[("Tide captain", 1), ("Tide pike", 3), ("Ditch slinger", 2)],
    ),
];

/// Number of automatic steps of two rounds at most.
const STEPS: usize = 500;

/// Maximum number of words of six automatic turns.
const SIX_TURNS: usize = 250;

/// Plays the first round of a fight of twelve automatic combatants. Returns all output.
fn automatic_round(system: &str, six: &[(&str, u32)]) -> Vec<Told> {
    let side = |side: &str| -> String {
        let members = six
            .iter()
            .map(|(name, count)| format!("(from: \"{name}\", side: \"{side}\", count: {count}), "));
        members.collect()
    };
    let mut app = written(
        system,
        &format!(
            r#"(title: "Six", system: "{system}",
            sides: [(name: "North", players: true, control: Automatic, rolls: Rolled), (name: "South", control: Automatic)],
            combatants: [{}{}])"#,
            side("North"),
            side("South")
        ),
    );
    let mut teller = Teller::default();
    let mut told = Vec::new();
    for _ in 0..STEPS {
        told.push(teller.tell(&app, None, Vec::new()));
        let now = on(&app).session.now();
        if now.round > 1 || now.over() {
            return told;
        }
        if app.due_in().is_some() {
            app.time_goes_by(Duration::from_secs(10));
        } else {
            press(&mut app, "enter");
        }
    }
    panic!("{system}: there is no second round");
}

/// Six automatic turns take few words in every system, and name every change of hit points and every death.
#[test]
fn automatic_turns_are_short_and_name_every_change_of_hit_points() {
    for (system, six) in SIXES {
        let all = automatic_round(system, six);
        let mut speaker = Speaker::default();
        // Changes and deaths are spoken in the order of the log.
        let (mut changes, mut deaths) = (0, 0);
        let mut spoken = String::new();
        for told in &all {
            let lines = speaker.speak(told, None).join("\n");
            for fact in told.entries.iter().flat_map(|entry| &entry.facts) {
                match fact {
                    Fact::Damage { from, to, .. } | Fact::Wounds { from, to, .. } => {
                        changes += 1;
                        let change = format!("{from} to {to}");
                        assert!(lines.contains(&change), "{system}: {change} in\n{lines}");
                    }
                    Fact::Condition { fatal: true, .. } => {
                        deaths += 1;
                        let words = ["dead", "down", "dying", "defeated"];
                        let is_told = words.iter().any(|word| lines.contains(word));
                        assert!(is_told, "{system}: a death in\n{lines}");
                    }
                    _ => {}
                }
            }
            spoken = format!("{spoken}{lines}\n");
        }
        assert!(changes > 3 && deaths < 12, "{system}: {spoken}");
        let round = spoken.split("Round 2").next().unwrap_or_default();
        let round = round
            .split_once("Round 1")
            .map_or(round, |(_, round)| round);
        let words = round.split_whitespace().count() / 2;
        println!("{system}: {words} words for six automatic turns");
        assert!(
            words > 60 && words < SIX_TURNS,
            "{system}: {words} words:\n{round}"
        );
    }
}

/// The log of JSON has the same lines as texts and as data, with ids and numbers.
#[test]
fn log_entries_have_ids_and_numbers() {
    for (system, six) in SIXES {
        let mut totals = 0;
        for told in automatic_round(system, six) {
            assert_eq!(told.log.len(), told.entries.len(), "{system}");
            for (text, entry) in told.log.iter().zip(&told.entries) {
                for fact in &entry.facts {
                    if let Fact::Damage {
                        who, amount, to, ..
                    } = fact
                    {
                        assert!(entry.about.contains(&who.letter()), "{system}: {text}");
                        let numbers = [amount.to_string(), to.to_string()];
                        let has = numbers.iter().all(|number| text.contains(number));
                        assert!(has, "{system}: {fact:?} in {text}");
                    }
                    if let Fact::Roll(roll) = fact {
                        totals += usize::from(text.contains(&roll.total.to_string()));
                    }
                }
            }
        }
        assert!(totals > 5, "{system}: {totals} rolls");
    }
}

#[test]
fn the_log_is_repeated_with_calculations_on_request() {
    let mut app = fight("bridge");
    let mut teller = Teller::default();
    for line in ["", "", "e", "A a", ""] {
        take(&mut app, line);
    }
    teller.tell(&app, None, Vec::new());
    let mut found = |wish: Wish| teller.tell(&app, Some(&wish), Vec::new());
    let all = found(Wish::Log(String::new())).found;
    assert!(all.len() > 3, "{all:?}");
    assert!(all.iter().any(|line| line.contains("(d8")), "{all:?}");
    let about = found(Wish::Log("rusk".to_owned())).found;
    assert!(about.iter().all(|line| line.contains("Rusk")), "{about:?}");
    let nobody = found(Wish::Log("zog".to_owned()));
    assert!(nobody.found.is_empty());
    let said = nobody.question.expect("an answer").said;
    assert!(said.concat().contains("zog"), "{said:?}");
    // A search finds names and log lines.
    let rusk = found(Wish::Find("rusk".to_owned())).found;
    assert!(rusk[0].contains("e Rusk: Bandits"), "{rusk:?}");
    assert!(
        rusk[1..].iter().all(|line| line.contains("Rusk")),
        "{rusk:?}"
    );
    let none = found(Wish::Find("zog".to_owned())).question;
    let said = none.expect("an answer").said;
    assert_eq!(said, ["No name and no log line contains \"zog\"."]);
}

#[test]
fn the_name_of_a_row_selects_the_row() {
    let mut app = fight("bridge");
    for line in ["", "", "rusk"] {
        take(&mut app, line);
    }
    assert_eq!(asked(&app).title, "What does Rusk do?");
    take(&mut app, "f2");
    take(&mut app, "a long chase");
    assert_ne!(asked(&app).title, "GM ruling");
    take(&mut app, "esc");
    take(&mut app, "esc");
    // A text follows the key of its form in the same line.
    take(&mut app, "f2");
    take(&mut app, "U Hold the bridge.");
    // The ruling has no effects.
    take(&mut app, "");
    let lines = on(&app).session.lines();
    let ruled = lines
        .iter()
        .any(|line| line.text == "Ruled: Hold the bridge.");
    assert!(ruled, "{lines:?}");
}

#[test]
fn help_opens_at_a_topic() {
    let mut app = fight("bridge");
    app.theme = Theme::told();
    command(&mut app, "help attacks");
    let first = asked(&app);
    assert!(first.rows[0].contains("Attacks"), "{:?}", first.rows);
    // Over open help, a line with another topic turns to its part.
    press(&mut app, ":");
    app.paste("help in a fight");
    press(&mut app, "enter");
    let other = asked(&app);
    assert!(other.rows[0].contains("In a fight"), "{:?}", other.rows);
    press(&mut app, "esc");
    assert_ne!(asked(&app).title, "Help");
}
