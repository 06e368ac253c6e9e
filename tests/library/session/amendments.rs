//! Amendments of earlier answers, and rulings during a prompt, in the systems' own fights.

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::resolver::{Answer, Command, Kind};
use affray::ron_text::Source;
use affray::session::{Amendable, Input, Session, Waits};
use affray::setup;
use affray::store::saves::{read, snapshot};

use crate::support::fight_file::{Course, compendium, course, go};
use crate::support::laws;
use crate::support::random_player::{Player, Tactics};
use affray::values::Value;

/// Returns the latest answer to a question of a combatant, by letter.
#[track_caller]
fn answered(course: &Course<'_>, key: &str, who: &str) -> Amendable {
    let is = |one: &Amendable| {
        let asked = one
            .given
            .question
            .who
            .map_or(String::new(), |id| id.letter());
        one.given.question.key == key && asked == who
    };
    let found = course.session.amendable().find(is);
    found.unwrap_or_else(|| panic!("`{key}` of `{who}` was not answered"))
}

#[track_caller]
fn amend(course: &mut Course<'_>, key: &str, who: &str, answer: Answer) {
    let old = answered(course, key, who);
    let input = Input::Amend {
        entry: old.entry,
        place: old.place,
        answer,
    };
    course.session.input(input).expect("amended");
}

/// Amends a row of an answered form.
#[track_caller]
fn set(course: &mut Course<'_>, key: &str, who: &str, row: &str, value: Value) {
    let Answer::Filled(mut values) = answered(course, key, who).given.answer.clone() else {
        panic!("`{key}` is no form");
    };
    values.insert(row.to_owned(), value);
    amend(course, key, who, Answer::Filled(values));
}

/// Returns the number of log lines with this text.
fn said(course: &Course<'_>, words: &str) -> usize {
    let live = course.session.live_lines();
    let lines = course.session.lines().iter().chain(&live);
    lines.map(|line| line.text.matches(words).count()).sum()
}

#[test]
fn an_amendment_replays_only_possible_inputs() {
    let compendium = compendium("alternation");
    let mut course = course(
        &compendium,
        r#"title: "Moves", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Blue", sheet: (max_health: 30)),
        ]"#,
        &[
            "set started=Red",
            "do first Red",
            "do activate Ada",
            "do move",
            "set zones=0.5",
            "do attack",
            "enter",
            "choose none",
            "roll 2",
            "do end-turn",
        ],
    );
    set(&mut course, "move", "a", "zones", 2.into());
    go(&mut course, &["? Bel health 28", "? Ada spent yes"]);
    assert_eq!(course.session.notice(), None);
    set(&mut course, "move", "a", "zones", 3.into());
    go(
        &mut course,
        &[
            "? Bel health 30",
            "? Ada spent no",
            "? refuses attack Ada :: more than half speed",
        ],
    );
    assert_eq!(
        course.session.notice(),
        Some(
            "later choices are no longer possible, starting with \"attack\" by Ada: 5 inputs skipped"
        )
    );
    go(
        &mut course,
        &["undo", "? Bel health 28", "redo", "? Bel health 30"],
    );
}

/// Steps in which Ada hurts Bel and ends her turn.
const BLOW: [&str; 8] = [
    "set started=Red",
    "do first Red",
    "do activate Ada",
    "do attack",
    "enter",
    "choose none",
    "roll 2",
    "do end-turn",
];

const TWO: &str = r#"title: "Two", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
    combatants: [
        (name: "Ada", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
        (name: "Bel", side: "Blue", sheet: (max_health: 30)),
    ]"#;

/// Stored states from before an amendment must not be used after it.
#[test]
fn undo_after_an_amendment_keeps_the_amended_result() {
    let compendium = compendium("alternation");
    let mut course = course(&compendium, TWO, &BLOW);
    amend(&mut course, "damage", "a", Answer::Faces(vec![5]));
    go(
        &mut course,
        &[
            "? Bel health 25",
            "do activate Bel",
            "undo",
            "? Bel health 25",
            "do activate Bel",
            "do end-turn",
            "undo",
            "undo",
            "? Bel health 25",
        ],
    );
}

/// Returns the log lines about amendments.
fn told(course: &Course<'_>) -> Vec<String> {
    let live = course.session.live_lines();
    let lines = course.session.lines().iter().chain(&live);
    let sentences = lines.flat_map(|line| line.text.split_inclusive(". "));
    let sentences = sentences.filter(|one| one.starts_with("Amended"));
    sentences.map(|one| one.trim().to_owned()).collect()
}

#[test]
fn repeated_amendments_log_the_first_and_the_last_value() {
    let compendium = compendium("alternation");
    let begin = ["do move", "set zones=0.5"].map(str::to_owned);
    let begin: Vec<&str> = BLOW[..3]
        .iter()
        .copied()
        .chain(begin.iter().map(String::as_str))
        .collect();
    let begin: Vec<&str> = begin.into_iter().chain(BLOW[3..].iter().copied()).collect();
    let mut course = course(&compendium, TWO, &begin);
    set(&mut course, "move", "a", "zones", 2.into());
    let form = "Amended (Ada moves): distance 1 zone, was 0.5 zones.";
    assert_eq!(told(&course), [form]);
    for face in [1, 6, 3, 5] {
        amend(&mut course, "damage", "a", Answer::Faces(vec![face]));
    }
    let die = "Amended (Ada, damage): was 2, now 5.";
    assert_eq!(told(&course), [form, die]);
    // An amendment back to the first value is logged as well.
    set(&mut course, "move", "a", "zones", 1.into());
    let form = "Amended (Ada moves): same as before.";
    assert_eq!(told(&course), [form, die]);
    let save = course.session.save();
    go(&mut course, &["undo", "redo"]);
    assert_eq!(course.session.save(), save);
}

#[test]
fn an_amended_roll_must_fit_its_dice() {
    let compendium = compendium("alternation");
    let mut course = course(&compendium, TWO, &BLOW);
    let before = course.session.save();
    let old = answered(&course, "damage", "a");
    for faces in [vec![7], vec![0], vec![2, 2], vec![]] {
        let input = Input::Amend {
            entry: old.entry,
            place: old.place,
            answer: Answer::Faces(faces.clone()),
        };
        let told = course.session.input(input);
        assert!(told.is_err(), "{faces:?}");
        assert_eq!(course.session.save(), before, "{faces:?}");
    }
}

#[test]
fn an_amendment_removes_the_turn_of_a_fallen_combatant() {
    let compendium = compendium("alternation");
    let mut course = course(
        &compendium,
        r#"title: "Fall", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Blue", sheet: (max_health: 5, attacks: [(name: "axe", die: 6)])),
            (name: "Cat", side: "Red", sheet: (max_health: 30)),
            (name: "Dan", side: "Blue", sheet: (max_health: 30, attacks: [(name: "club", die: 4)])),
        ]"#,
        &[
            "set started=Red",
            "do first Red",
            "do activate Ada",
            "do attack",
            "set target=b",
            "choose none",
            "roll 2",
            "do end-turn",
            "do activate Bel",
            "edit c health 29",
            "do attack",
            "set target=a",
            "choose none",
            "roll 6",
            "do end-turn",
            "do activate Cat",
        ],
    );
    amend(&mut course, "damage", "a", Answer::Faces(vec![6]));
    assert_eq!(
        course.session.notice(),
        Some(
            "later choices are no longer possible, starting with \"takes a turn\" by Bel: 7 inputs skipped"
        )
    );
    go(
        &mut course,
        &[
            "? Ada health 30",
            "? Cat health 29",
            "? Bel health 0",
            "? offers activate Dan",
        ],
    );
    go(&mut course, &["undo", "? Ada health 24", "? Bel health 3"]);
}

const DUEL: &str = r#"title: "Duel", system: "segments", sides: [(name: "A"), (name: "B")],
    combatants: [
        (name: "Anna", side: "A", sheet: (max_hp: 60, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
        (name: "Bert", side: "B", sheet: (max_hp: 60, weapons: [(name: "axe", sc: 60, damage: "1d6")])),
    ]"#;

#[test]
fn a_ruling_still_applies_if_an_amendment_removes_its_question() {
    let compendium = compendium("segments");
    let mut course = course(
        &compendium,
        DUEL,
        &[
            "enter",
            "ruling text",
            "set words=The floor gives way.",
            "choose damage",
            "set targets=b, amount=3",
            "choose save",
            "set targets=b, save=dex-1",
            // The fall has hurt Bert: a ruling made now comes after it, at this roll.
            "? b hp 57",
            "edit b hp 20",
            "adjust 5",
            "roll 10",
            "choose nothing",
            "? b hp 20",
        ],
    );
    let save = course
        .session
        .amendable()
        .find(|one| one.given.answer == Answer::Chose("save".to_owned()))
        .expect("a save");
    let input = Input::Amend {
        entry: save.entry,
        place: save.place,
        answer: Answer::Chose("nothing".to_owned()),
    };
    course.session.input(input).expect("amended");
    go(&mut course, &["? b hp 20", "? offers declare a"]);
    assert_eq!(said(&course, "57 → 20 (ruled)"), 1);
    assert_eq!(said(&course, "needs"), 0);
    assert_eq!(
        course.session.notice(),
        Some(
            "3 later answers no longer apply and are dropped; GM rulings that are no longer possible: a modifier for a roll that did not happen"
        )
    );
    // A modifier added to the removed roll does not apply to another one.
    go(
        &mut course,
        &["ruling save", "set targets=b, save=dex-1", "roll 10"],
    );
    assert_eq!((said(&course, "needs"), said(&course, "GM =")), (1, 0));
}

#[test]
fn an_impossible_ruling_is_left_out_and_reported() {
    let compendium = compendium("segments");
    let mut course = course(
        &compendium,
        DUEL,
        &[
            "enter",
            "do declare a",
            "enter",
            "do declare b",
            "enter",
            "do initiative",
            "roll 9 5",
            "? asks attack a",
            "add Stilt cat, B",
            "enter",
            "roll 96",
            "? asks join c",
            "no",
            "? asks attack b",
            "edit c hp 3",
            "enter",
            "? asks strike b",
        ],
    );
    amend(&mut course, "initiative", "a", Answer::Faces(vec![4]));
    // Bert now acts first, so the ruling that the cat hurt him applies with Anna's attack.
    assert_eq!(course.session.notice(), None);
    go(&mut course, &["? asks strike b", "roll 96"]);
    assert_eq!(
        course.session.notice(),
        Some("GM rulings that are no longer possible: Stilt cat: hit points left 24 → 3 (ruled).")
    );
    assert_eq!(said(&course, "left 24"), 0);
    assert_eq!(said(&course, "Stilt cat joins the fight."), 1);
    let saved = snapshot(&course.session).expect("a snapshot");
    let again = read(&Source::new("again", &saved), affray::systems::all()).expect("it opens");
    assert_eq!(again.save(), course.session.save());
}

/// A wrong choice in a menu can be amended like an answer: it is logged, and undo restores it.
#[test]
fn menu_choices_can_be_amended_in_every_system() {
    laws::each(|system| {
        let compendium = Compendium::built_in(system).0;
        for (nth, ready) in setup::bundled(&compendium).0.iter().enumerate() {
            let tactics = [Tactics::Forward, Tactics::Restless][nth % 2];
            let start = ready.setup.clone().begin(&compendium, Seed(3));
            let mut session =
                Session::new(&[system], start.expect("it fits"), Seed(3)).expect("a session");
            let mut player = Player::new(3, tactics);
            for _ in 0..80 {
                // A refused input changes nothing.
                let input = player.input(&session, &compendium);
                drop(session.input(input));
            }
            let name = &ready.name;
            let started: Vec<usize> = session.started().collect();
            let mut changed = 0;
            for entry in started {
                let Some(menu) = session.menu_before(entry) else {
                    continue;
                };
                let others = menu.entries.iter().enumerate();
                let mut others =
                    others.filter(|(place, one)| *place != menu.chosen && one.refused.is_none());
                let Some((_, other)) = others.next_back() else {
                    continue;
                };
                let before = (session.now().clone(), session.waits().clone());
                let lines = session.lines().to_vec();
                // If it was amended before, the log shows the first choice.
                let is = format!("now {}.", session.told(other));
                let amended = format!("Amended ({}): ", menu.title);
                let command = other.command.clone();
                session
                    .input(Input::Instead {
                        entry,
                        command: command.clone(),
                    })
                    .unwrap_or_else(|why| panic!("{name}: {command:?}: {why}"));
                let mut all = session.lines().iter().cloned().chain(session.live_lines());
                let ends = [is.as_str(), "same as before."];
                let told = all.any(|line| {
                    line.text.contains(&amended) && ends.iter().any(|end| line.text.contains(end))
                });
                let given_up = session
                    .notice()
                    .is_some_and(|told| told.contains("cancelled"));
                let newest = session.lines().iter().rev().take(3);
                let last: Vec<String> = newest.map(|line| line.text.to_string()).collect();
                assert!(
                    told || given_up,
                    "{name}: {amended} {is} {:?} {last:?}",
                    session.notice()
                );
                session.input(Input::Undo).expect("undone");
                assert_eq!(
                    (session.now().clone(), session.waits().clone()),
                    before,
                    "{name}"
                );
                assert_eq!(session.lines(), lines, "{name}");
                changed += 1;
            }
            assert!(changed > 1, "{name}: {changed}");
        }
    });
}

#[test]
fn automatic_steps_cannot_be_amended_as_menu_choices() {
    let compendium = compendium("alternation");
    let ready = &setup::bundled(&compendium).0[0];
    let start = ready.setup.clone().all_asked().begin(&compendium, Seed(3));
    let systems = affray::systems::all();
    let mut session = Session::new(systems, start.expect("it fits"), Seed(3)).expect("a session");
    let command = Command::of("begin");
    let refused = session.input(Input::Instead { entry: 0, command });
    let why = refused.expect_err("it began by itself").to_string();
    assert_eq!(why, "this step was not chosen from a menu");
}

/// A ruling made during an attack is logged after it if no prompt is open any more.
#[test]
fn a_ruling_whose_question_disappears_is_logged_after_the_action() {
    let compendium = compendium("alternation");
    let mut course = course(
        &compendium,
        r#"title: "Ruled", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Red"), (name: "Cat", side: "Blue", conditions: ["incapacitated"]),
        ]"#,
        &[
            "set started=Red",
            "do play-on",
            "do first Red",
            "do activate Ada",
            "do attack",
            "set target=c",
            "? asks damage a",
            "ruling damage b",
            "set amount=2",
            "roll 1",
        ],
    );
    let last = |course: &Course<'_>| course.session.lines().last().map(|line| line.text.clone());
    let ruled = "GM ruling: damage. Bel takes 2 damage: 8 → 6 health (ruled).";
    set(&mut course, "attack", "a", "death-blow", true.into());
    go(&mut course, &["? Cat has dead"]);
    assert_eq!(last(&course).as_deref(), Some(ruled));
}

/// A ruling is recomputed from its place in the fight: after other inputs it has another result.
#[test]
fn a_ruling_is_recomputed_after_an_earlier_amendment() {
    let compendium = compendium("alternation");
    let mut course = course(
        &compendium,
        r#"title: "Background", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (max_health: 20, attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Blue", sheet: (max_health: 20, attacks: [(name: "axe", die: 6)])),
            (name: "Cat", side: "Blue"),
        ]"#,
        &[
            "set started=Red",
            "do first Red",
            "do activate Ada",
            "do attack",
            "set target=b",
            "choose none",
            "roll 6",
            "? Bel health 14",
            "do end-turn",
            "do activate Bel",
            "do attack",
            "set target=a",
            "? asks damage b",
            "ruling damage b",
            "set amount=1",
            "? Bel health 13",
        ],
    );
    amend(&mut course, "damage", "a", Answer::Faces(vec![2]));
    go(&mut course, &["? asks damage b", "? Bel health 17"]);
    assert_eq!(said(&course, "18 → 17 health (ruled)"), 1);
    assert_eq!(said(&course, "14 → 13 health (ruled)"), 0);
    // The saved fight is read with the same state.
    let saved = snapshot(&course.session).expect("a snapshot");
    let again = read(&Source::new("again", &saved), affray::systems::all()).expect("it opens");
    assert_eq!(again.save(), course.session.save());
    go(
        &mut course,
        &["roll 4", "? Ada health 16", "? Bel health 17"],
    );
    amend(&mut course, "damage", "a", Answer::Faces(vec![4]));
    go(&mut course, &["? Ada health 16", "? Bel health 15"]);
    go(&mut course, &["undo", "? Bel health 17", "undo", "undo"]);
    go(&mut course, &["? asks damage b", "? Bel health 13"]);
}

#[test]
fn a_ruling_is_recomputed_if_its_command_is_amended() {
    let compendium = compendium("segments");
    let mut course = course(
        &compendium,
        DUEL,
        &[
            "enter",
            "ruling text",
            "set words=The floor gives way.",
            "choose damage",
            "set targets=b, amount=3",
            "? b hp 57",
            "ruling damage b",
            "set amount=5",
            "? b hp 52",
        ],
    );
    let asked = course.session.amendable();
    let fall = asked
        .filter(|one| one.given.question.key == "damage")
        .last();
    let fall = fall.expect("the fall");
    let Answer::Filled(mut values) = fall.given.answer.clone() else {
        panic!("a form");
    };
    let amount = values.get_mut("amount").expect("an amount");
    *amount = match amount {
        Value::Int(_) => Value::Int(10),
        _ => Value::Word("10".to_owned()),
    };
    let input = Input::Amend {
        entry: fall.entry,
        place: fall.place,
        answer: Answer::Filled(values),
    };
    course.session.input(input).expect("amended");
    go(&mut course, &["? b hp 45"]);
    assert_eq!(said(&course, "50 → 45 HP (ruled)"), 1);
}

/// A ruling made in a step that no longer happens counts as soon as the next question is asked, and not earlier.
#[test]
fn a_ruling_made_in_a_step_that_no_longer_happens_applies_at_the_next_question() {
    let compendium = compendium("split-round");
    let mut course = course(
        &compendium,
        r#"title: "Passed", system: "split-round", sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Ann", side: "P", sheet: (hp_max: 30, ac: 12, attacks: [(name: "sword", attack_mod: 5, damage: "1d8")])),
            (name: "Ben", side: "P", sheet: (hp_max: 30, ac: 12, attacks: [(name: "sword", attack_mod: 5, damage: "1d8")])),
            (name: "Cur", side: "O", sheet: (hp_max: 30, ac: 12, attacks: [(name: "fangs", attack_mod: 2, damage: "1d6")])),
            (name: "Dog", side: "O", sheet: (hp_max: 30, ac: 12)),
        ]"#,
        &[
            "enter",
            "do declare-rest",
            "do dice",
            "roll 13 18 15",
            "? asks damage b",
            "ruling damage a",
            "set amount=5",
            "? Ann hp 25",
        ],
    );
    let dog = affray::values::Id(3);
    let hidden = |course: &Course<'_>| course.session.now().get(dog).hidden;
    let hide = affray::encounter::Event::Hid {
        who: dog,
        hidden: true,
    };
    let hide = course.session.input(Input::Correct(vec![hide]));
    hide.expect("hidden");
    assert!(hidden(&course));
    let nobody = course.session.amendable().last().expect("who is surprised");
    let input = Input::Amend {
        entry: nobody.entry,
        place: nobody.place,
        answer: Answer::Picked(vec![affray::values::Id(1)]),
    };
    course.session.input(input).expect("amended");
    // The others act now, with a question that was not asked before.
    go(&mut course, &["? asks damage a", "? Ann hp 25"]);
    assert!(hidden(&course));
    assert_eq!(said(&course, "Ann takes 5 damage: 30 → 25 HP (ruled)"), 1);
    go(
        &mut course,
        &["roll 4", "? asks damage c", "roll 4", "? Ann hp 21"],
    );
    while course.session.now().round < 2 {
        go(&mut course, &["enter"]);
    }
    assert_eq!(said(&course, "(ruled)"), 1);
    go(&mut course, &["? Ann hp 21"]);
}

/// Returns the key of the question, or "" if the fight waits for a command.
fn asks(course: &Course<'_>) -> String {
    match course.session.waits() {
        Waits::Prompt(prompt) => prompt.title.clone(),
        _ => String::new(),
    }
}

/// A declaration for all combatants left covers only these combatants. If an amendment lets another combatant act,
/// Affray asks for that combatant, who is only included by GM ruling.
#[test]
fn declare_for_all_excludes_combatants_who_can_act_only_after_an_amendment() {
    let countdown = r#"title: "Caught", system: "countdown", sides: [(name: "P", players: true), (name: "G")],
        combatants: [
            (name: "Brann", side: "P", sheet: (hp_max: 8, attacks: [(name: "sword", damage: "1d8")])),
            (name: "Elowen", side: "P", sheet: (hp_max: 8, attacks: [(name: "sword", damage: "1d8")])),
            (name: "Gob1", side: "G", sheet: (hp_max: 4)),
            (name: "Gob2", side: "G", sheet: (hp_max: 4)),
        ]"#;
    let segments = r#"title: "Ambush", system: "segments", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ada", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Foe", side: "Foes", sheet: (max_hp: 30, weapons: [(name: "axe", sc: 60, damage: "1d8")])),
            (name: "Fie", side: "Foes", sheet: (max_hp: 30, weapons: [(name: "axe", sc: 60, damage: "1d8")])),
        ]"#;
    let of_a_side = r#"title: "Ambush", system: "segments", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ada", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Bo", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Cy", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Foe", side: "Foes", sheet: (max_hp: 30, weapons: [(name: "axe", sc: 60, damage: "1d8")])),
        ]"#;
    let split_round = r#"title: "Surprise", system: "split-round", sides: [(name: "P", players: true), (name: "O")],
        combatants: [
            (name: "Ann", side: "P", sheet: (hp_max: 30, attacks: [(name: "sword", damage: "1d8")])),
            (name: "Cur", side: "O", sheet: (hp_max: 30, attacks: [(name: "fangs", damage: "1d6")])),
            (name: "Dog", side: "O", sheet: (hp_max: 30, attacks: [(name: "fangs", damage: "1d6")])),
        ]"#;
    let ids = |ids: &[u32]| Answer::Picked(ids.iter().copied().map(affray::values::Id).collect());
    let faces = |face: u32| Answer::Faces(vec![face]);
    for (key, setup, begin, asked, answer, close, then, new) in [
        (
            "countdown",
            countdown,
            vec!["set caught-0=on, ambush-0=on", "roll 20"],
            "surprise",
            faces(1),
            "close-declarations",
            "roll 2 4",
            "Brann and Elowen have not declared yet: default actions?",
        ),
        (
            "segments",
            segments,
            vec!["set ambush=yes", "roll 90"],
            "ambush",
            faces(1),
            "declare-rest",
            "roll 2 4",
            "Ada has not declared yet: default actions?",
        ),
        (
            "segments",
            of_a_side,
            vec!["set ambush=yes", "roll 15 15 90"],
            "ambush",
            faces(15),
            "declare-side Party",
            "roll 2 4 5",
            "Cy has not declared yet: default actions?",
        ),
        (
            "split-round",
            split_round,
            vec!["pick a"],
            "surprised",
            ids(&[]),
            "declare-rest",
            "roll 2 4",
            "Ann has not declared yet: default plans?",
        ),
        (
            "split-round",
            split_round,
            vec!["pick a"],
            "surprised",
            ids(&[]),
            "declare-none",
            "",
            "Ann has not declared yet: nothing this round?",
        ),
    ] {
        let compendium = compendium(key);
        let open = match key {
            "countdown" => "? title Round 1: what does Brann do?",
            "segments" => "? title not declared",
            _ => "? title One combatant has no plan yet",
        };
        let close = format!("do {close}");
        let steps = [&begin[..], &[&close]].concat();
        let mut course = course(&compendium, setup, &steps);
        let rest = affray::session::parse(&course.session, "do declare-rest");
        if let Ok(rest) = rest {
            let _ = course.session.input(rest);
        }
        let on = ["do initiative", "do dice"].into_iter().find(|on| {
            let input = affray::session::parse(&course.session, on);
            input.is_ok_and(|input| course.session.input(input).is_ok())
        });
        assert!(on.is_some(), "all have declared");
        let asked_then = asks(&course);
        if !then.is_empty() {
            go(&mut course, &[then]);
        }
        let old = course.session.amendable().find(|one| {
            let kind = std::mem::discriminant(&one.given.answer);
            one.given.question.key == asked && kind == std::mem::discriminant(&answer)
        });
        let old = old.unwrap_or_else(|| panic!("{key}: `{asked}` was not answered"));
        let (entry, place) = (old.entry, old.place);
        let amended = Input::Amend {
            entry,
            place,
            answer,
        };
        course.session.input(amended).expect("amended");
        assert_eq!(asks(&course), new, "{key} {close}");
        // Combatants whom the question does not concern cannot be chosen, with a reason.
        let Waits::Prompt(prompt) = course.session.waits() else {
            panic!("a question: {new}");
        };
        let Kind::Pick { others, .. } = &prompt.kind else {
            panic!("{:?}", prompt.kind);
        };
        assert_eq!(*others, "has declared already or cannot act");
        // No other combatant is included. Affray still asks for the others, and later inputs wait for no dice. The
        // declaration for a side is followed by the declaration for all others.
        let many = 1 + usize::from(close.contains("side"));
        for _ in 0..many {
            assert_eq!(asks(&course), new, "{key} {close}");
            go(&mut course, &["pick"]);
        }
        go(&mut course, &[open]);
        assert!(
            course
                .session
                .notice()
                .is_some_and(|told| told.contains("no longer possible")),
            "{key}"
        );
        for _ in 0..many {
            go(&mut course, &["undo"]);
        }
        go(&mut course, &["enter"]);
        assert_eq!(
            asks(&course),
            asked_then,
            "{key} {close}: what followed is played again"
        );
    }
}

/// If a fight was ended because one side was left, an amendment that leaves a combatant of another side up removes the
/// end. An end with both sides up stays.
#[test]
fn an_amendment_that_leaves_both_sides_up_removes_the_end_of_the_fight() {
    for (ends, over) in [(true, false), (false, true)] {
        let compendium = compendium("segments");
        let mut course = course(
            &compendium,
            r#"title: "The last", system: "segments", sides: [(name: "Party", players: true), (name: "Foes")],
            combatants: [
                (name: "Ada", side: "Party", sheet: (max_hp: 30, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
                (name: "Foe", side: "Foes", sheet: (max_hp: 5)),
            ]"#,
            &[
                "enter",
                "do declare-rest",
                "do initiative",
                "roll 9",
                "enter",
                "roll 30",
            ],
        );
        if ends {
            go(
                &mut course,
                &[
                    "roll 6",
                    "? title Only one side is left: Party",
                    "enter",
                    "? over",
                ],
            )
        } else {
            go(&mut course, &["roll 2", "do end", "? over"])
        }
        amend(&mut course, "damage", "a", Answer::Faces(vec![1]));
        assert_eq!(course.session.now().over(), over, "{ends}");
        let told = course.session.notice().unwrap_or_default();
        assert_eq!(
            told.contains("no longer possible, starting with \"end the fight\""),
            !over,
            "{told}"
        );
    }
}

/// If an amendment leaves no combatant who could declare for a side, the declaration and everything after it are
/// removed.
#[test]
fn an_impossible_declaration_removes_the_inputs_after_it() {
    let compendium = compendium("segments");
    let mut course = course(
        &compendium,
        r#"title: "Ambush", system: "segments", sides: [(name: "Party", players: true), (name: "Foes")],
        combatants: [
            (name: "Ada", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Bo", side: "Party", sheet: (max_hp: 30, per: 10, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Foe", side: "Foes", sheet: (max_hp: 30, weapons: [(name: "axe", sc: 60, damage: "1d8")])),
        ]"#,
        &[
            "set ambush=yes",
            "roll 1 1",
            "no",
            "no",
            "do declare-side Party",
            "do declare c",
            "enter",
        ],
    );
    amend(&mut course, "ambush", "a", Answer::Faces(vec![90]));
    assert_eq!(
        course.session.notice(),
        Some(
            "1 later answer of \"the fight begins\" no longer applies and is dropped; later choices are no longer possible, starting with \"default actions for a side\": 3 inputs skipped"
        )
    );
    go(&mut course, &["? offers declare b", "? offers declare c"]);
}

#[test]
fn a_damage_die_that_a_miss_no_longer_needs_is_reported() {
    let compendium = compendium("segments");
    let setup = r#"title: "Amended", system: "segments", sides: [(name: "P", players: true), (name: "O")],
        combatants: [(name: "Ann", side: "P", sheet: (max_hp: 20)),
            (name: "Orc", side: "O", sheet: (max_hp: 9, weapons: [(name: "axe", sc: 80, damage: "1d8")]))]"#;
    let steps = [
        "enter",
        "do declare a",
        "set action=nothing",
        "do declare b",
        "set action=attack, target1=a",
    ];
    let mut course = course(&compendium, setup, &steps);
    go(
        &mut course,
        &["do initiative", "roll 5", "enter", "roll 50", "roll 4"],
    );
    amend(&mut course, "strike", "b", Answer::Faces(vec![90]));
    let notice = course.session.notice().expect("the die is reported");
    assert!(notice.starts_with("1 later answer of Orc's "), "{notice}");
    assert!(
        notice.ends_with(" no longer applies and is dropped"),
        "{notice}"
    );
    go(&mut course, &["? a hp 20"]);
}

/// Bel hits Ada and ends the turn. Then Ada takes a turn and hits Dan.
fn two_turns(compendium: &Compendium) -> Course<'_> {
    course(
        compendium,
        r#"title: "Turns", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Blue", sheet: (max_health: 5, attacks: [(name: "axe", die: 6)])),
            (name: "Cat", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
            (name: "Dan", side: "Blue", sheet: (max_health: 30, attacks: [(name: "club", die: 4)])),
        ]"#,
        &[
            "set started=Blue",
            "do first Blue",
            "do activate Bel",
            "do attack",
            "set target=a",
            "choose none",
            "roll 4",
            "do end-turn",
            "do activate Cat",
            "do attack",
            "set target=d",
            "choose none",
            "roll 3",
            "do end-turn",
            "do activate Dan",
        ],
    )
}

/// The end of a turn that a person started is unnecessary if the turn now ends automatically. The later turns stay.
#[test]
fn an_amendment_that_ends_a_turn_early_keeps_the_later_turns() {
    let compendium = compendium("alternation");
    let mut course = two_turns(&compendium);
    amend(
        &mut course,
        "react",
        "a",
        Answer::Chose("counter".to_owned()),
    );
    go(&mut course, &["? asks counter a", "enter", "roll 6"]);
    assert_eq!(course.session.notice(), None);
    go(
        &mut course,
        &[
            "? Bel health 0",
            "? Ada health 30",
            "? Dan health 27",
            "? Cat spent yes",
            "? turn Dan",
        ],
    );
    go(
        &mut course,
        &["undo", "undo", "undo", "? Bel health 5", "? Ada health 26"],
    );
}

/// Commands of a turn that now ends earlier are skipped; the turns after it stay.
#[test]
fn an_amendment_skips_the_rest_of_a_turn_that_ends_earlier() {
    let compendium = compendium("alternation");
    let mut course = course(
        &compendium,
        r#"title: "Grab", system: "alternation", sides: [(name: "Red"), (name: "Blue")],
        combatants: [
            (name: "Ada", side: "Red", sheet: (max_health: 30, attacks: [(name: "sword", die: 6)])),
            (name: "Bel", side: "Blue", sheet: (max_health: 30, attacks: [(name: "axe", die: 6)])),
            (name: "Cat", side: "Red", sheet: (max_health: 30)),
            (name: "Dan", side: "Blue", sheet: (max_health: 30, attacks: [(name: "club", die: 4)])),
        ]"#,
        &[
            "set started=Red",
            "do first Red",
            "do activate Ada",
            "do attack",
            "set target=b",
            "choose none",
            "roll 2",
            "do bonus",
            "enter",
            "do end-turn",
            "do activate Dan",
            "do attack",
            "set target=c",
            "choose none",
            "roll 1",
        ],
    );
    amend(
        &mut course,
        "react",
        "b",
        Answer::Chose("counter".to_owned()),
    );
    go(&mut course, &["set weapon=grapple", "roll 20"]);
    let notice = course
        .session
        .notice()
        .expect("skipped inputs are reported");
    assert!(notice.contains("3 inputs skipped"), "{notice}");
    assert_eq!(said(&course, "Ada is grabbed by Bel."), 1);
    go(&mut course, &["? Cat health 29", "? turn Dan"]);
}
