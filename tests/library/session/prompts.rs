//! Inputs at prompts in the systems' own fights: dice rolled again, incomplete forms, lists set as a whole.

use affray::dice::Dice;
use affray::encounter::Event;
use affray::resolver::{Draft, Kind, Resolver, Roll, Step, Stop, run};
use affray::ron_text::Source;
use affray::session::{Amendable, Input, Session, Waits};
use affray::store::saves::{read, snapshot};

use crate::support::fight_file::{Course, compendium, course, go};
use crate::support::tiny_system;
use affray::values::{Id, Record};

/// Returns the latest roll of a question.
#[track_caller]
fn thrown(course: &Course<'_>, key: &str) -> Amendable {
    let found = course
        .session
        .amendable()
        .find(|one| one.given.question.key == key);
    found.unwrap_or_else(|| panic!("`{key}` was not thrown"))
}

/// Formats the last action with its rolls.
fn last(course: &Course<'_>) -> String {
    let mut acts = course.session.lines().chunk_by(|_, next| next.depth > 0);
    let last = acts.next_back().expect("an act").iter();
    last.map(|line| &*line.text).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_reroll_gives_new_results_and_undo_restores_the_old_results() {
    let compendium = compendium("countdown");
    let setup = r#"title: "Loose", system: "countdown", sides: [(name: "P")],
        combatants: [(name: "Kara", side: "P", sheet: (hp_max: 20))]"#;
    let mut course = course(
        &compendium,
        setup,
        &["enter", "ruling dice", "text 9d100", "roll"],
    );
    let mut shown = vec![last(&course)];
    for _ in 0..3 {
        let old = thrown(&course, "loose");
        let input = Input::Reroll {
            entry: old.entry,
            place: old.place,
        };
        course.session.input(input).expect("thrown again");
        let now = last(&course);
        assert!(now.starts_with("The GM rolls dice. Dice outside the fight: rerolled, was "));
        assert!(!shown.contains(&now), "{now} was shown before");
        shown.push(now);
    }
    for before in shown.iter().rev().skip(1) {
        go(&mut course, &["undo"]);
        assert_eq!(last(&course), *before);
    }
    for again in &shown[1..] {
        go(&mut course, &["redo"]);
        assert_eq!(last(&course), *again);
    }
}

#[test]
fn a_form_row_hidden_by_another_row_loses_its_value() {
    let compendium = compendium("segments");
    let setup = r#"title: "Rows", system: "segments", sides: [(name: "A"), (name: "B")],
        combatants: [
            (name: "Anna", side: "A", sheet: (max_hp: 60, spells: [(name: "bolt", casting: "cleric", time: 6)],
                weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Bert", side: "B", sheet: (max_hp: 60)),
        ]"#;
    let mut course = course(&compendium, setup, &["enter", "do declare a"]);
    let mut draft = Draft::new();
    draft.insert("target1".to_owned(), vec![Id(1)].into());
    let rows = |draft: &Draft| {
        let preview = course.session.preview(draft).expect("a form is asked");
        assert_eq!(preview.refused, None);
        let Kind::Form(fields) = preview.form.kind else {
            panic!("no form");
        };
        fields
            .into_iter()
            .map(|field| field.key)
            .collect::<Vec<_>>()
    };
    assert!(rows(&draft).contains(&"target1".to_owned()));
    // A caster has no target: the row is gone, and the target that was set in it is ignored.
    draft.insert("action".to_owned(), "spell".into());
    let casting = rows(&draft);
    assert!(!casting.contains(&"target1".to_owned()), "{casting:?}");
    assert!(casting.contains(&"casts".to_owned()), "{casting:?}");
    go(
        &mut course,
        &["set target1=b, action=spell", "? order Anna"],
    );
}

/// A combatant who does not join because of an amendment is refused in a form, without a panic.
#[test]
fn an_unknown_combatant_is_refused_in_a_form() {
    let compendium = compendium("alternation");
    let setup = r#"title: "Ride", system: "alternation", sides: [(name: "A", players: true), (name: "B")],
        combatants: [(name: "Ada", side: "A", sheet: (max_health: 9)), (name: "Nag", side: "A", sheet: (max_health: 9, kind: "mount")),
            (name: "Bo", side: "B", sheet: (max_health: 9))]"#;
    let begin = ["set started=A", "do first A", "do activate Ada", "do mount"];
    let course = course(&compendium, setup, &begin);
    let mut draft = Draft::new();
    draft.insert("carrier".to_owned(), vec![Id(99)].into());
    let preview = course.session.preview(&draft).expect("a form is asked");
    let refused = preview.refused.expect("nobody is there");
    assert!(refused.starts_with("mount: "), "{refused}");
}

#[test]
fn a_list_set_as_a_whole_is_checked_entry_by_entry() {
    let compendium = compendium("segments");
    let setup = r#"title: "List", system: "segments", sides: [(name: "A")],
        combatants: [(name: "Anna", side: "A", sheet: (max_hp: 60, weapons: [(name: "sword", sc: 60, damage: "1d6")]))]"#;
    let mut course = course(&compendium, setup, &["enter"]);
    let mut set = |rank: i64| {
        let row = Record::new()
            .with("name", "spear")
            .with("sc", 60)
            .with("damage", Dice::d(6))
            .with("rank", rank);
        course.session.input(Input::Correct(vec![Event::Changed {
            who: Id(0),
            at: "weapons".to_owned(),
            from: None,
            to: Some(vec![row].into()),
            label: "weapons".into(),
            health: None,
            cause: "ruled".into(),
        }]))
    };
    let why = set(5_000).expect_err("far too much").to_string();
    assert!(
        why.contains("entry 1: `rank`: 5000 is not between"),
        "{why}"
    );
    set(5).expect("as it may be");
    go(
        &mut course,
        &["? a weapons/0/name spear", "? a weapons/0/rank 5"],
    );
}

/// Returns the results of the pending rolls so far.
#[track_caller]
fn fallen(session: &Session) -> Vec<Option<Vec<u32>>> {
    match session.waits() {
        Waits::Prompt(prompt) => match &prompt.kind {
            Kind::Rolls(rows) => rows.iter().map(|row| row.faces.clone()).collect(),
            other => panic!("only one roll is pending, but {other:?}"),
        },
        other => panic!("no prompt is open: {other:?}"),
    }
}

#[test]
fn each_roll_of_a_prompt_with_several_rolls_is_saved_and_undone_separately() {
    let compendium = compendium("countdown");
    let setup = r#"title: "Rows", system: "countdown", sides: [(name: "P", players: true), (name: "Foes", rolls: Rolled)],
        combatants: [(name: "Ann", side: "P", sheet: (hp_max: 20)), (name: "Bo", side: "P", sheet: (hp_max: 20)),
            (name: "Imp", side: "Foes", sheet: (hp_max: 20))]"#;
    let mut course = course(
        &compendium,
        setup,
        &[
            "enter",
            "do declare a",
            "enter",
            "do declare b",
            "enter",
            "do declare c",
            "enter",
            "do initiative",
        ],
    );
    assert_eq!(fallen(&course.session), [None, None, None]);
    let throw = |row, face| Input::Throws(vec![(row, vec![face])]);
    let wrong = course.session.input(throw(1, 7)).unwrap_err();
    assert_eq!(wrong.to_string(), "a d6 cannot show 7: it shows 1 to 6");
    let wrong = course.session.input(throw(3, 1)).unwrap_err();
    assert_eq!(wrong.to_string(), "3 rolls are pending, not 4");
    course.session.input(throw(1, 5)).expect("the second row");
    assert_eq!(fallen(&course.session), [None, Some(vec![5]), None]);
    // If a roll is typed again, the later results count.
    course.session.input(throw(1, 4)).expect("the same row");
    assert_eq!(fallen(&course.session), [None, Some(vec![4]), None]);

    let saved = snapshot(&course.session).expect("a snapshot");
    let again = read(&Source::new("again", &saved), affray::systems::all()).expect("it opens");
    assert_eq!(fallen(&again), fallen(&course.session));
    go(&mut course, &["undo"]);
    assert_eq!(fallen(&course.session), [None, Some(vec![5]), None]);
    go(&mut course, &["undo"]);
    assert_eq!(fallen(&course.session), [None, None, None]);
    go(&mut course, &["redo", "redo"]);
    assert_eq!(fallen(&course.session), [None, Some(vec![4]), None]);
    // After the last manual roll, the foes' dice are rolled automatically.
    course.session.input(throw(0, 2)).expect("the first row");
    for (letter, face) in [("a", 2), ("b", 4)] {
        let one = course.session.amendable().find(|one| {
            let who = one.given.question.who.map(|id| id.letter());
            one.given.question.key == "initiative" && who.as_deref() == Some(letter)
        });
        let answer = &one.expect("it was given").given.answer;
        assert_eq!(*answer, affray::resolver::Answer::Faces(vec![face]));
    }
    assert!(!matches!(
        course.session.waits(),
        Waits::Prompt(prompt) if prompt.question.key == "initiative"
    ));
}

/// Regression found by a random player: rolling a row a second time was accepted without an effect.
#[test]
fn a_rolled_row_cannot_be_rolled_again() {
    let compendium = compendium("segments");
    let setup = r#"title: "Two", system: "segments", sides: [(name: "A"), (name: "B")],
        combatants: [(name: "Anna", side: "A", sheet: (max_hp: 60, weapons: [(name: "sword", sc: 60, damage: "1d6")])),
            (name: "Bert", side: "B", sheet: (max_hp: 60, weapons: [(name: "axe", sc: 60, damage: "1d6")]))]"#;
    let begin = [
        "enter",
        "do declare a",
        "enter",
        "do declare b",
        "enter",
        "do initiative",
    ];
    let mut course = course(&compendium, setup, &begin);
    course.session.input(Input::RollRow(1)).expect("thrown");
    let before = course.session.save();
    let told = course.session.input(Input::RollRow(1));
    let told = told.expect_err("it is thrown");
    assert_eq!(told.to_string(), "initiative is already rolled");
    assert_eq!(course.session.save(), before);
    course.session.input(Input::RollRow(0)).expect("thrown");
}

#[test]
fn a_rule_that_ignores_its_question_fails_and_changes_nothing() {
    let rules: [fn(&mut Resolver<'_>); 4] = [
        |cx| {
            drop(cx.form("strike", Id(0), "Strike", |f| {
                Ok(f.toggle("charge", "charging", true))
            }))
        },
        |cx| drop(cx.roll(Roll::new("attack", Id(0), "attack", Dice::d(20)))),
        |cx| drop(cx.refuse::<()>("not now")),
        |cx| drop(cx.broken::<()>("nobody knows this action")),
    ];
    for rule in rules {
        let silent = run(&tiny_system::start(), &[], None, |cx| {
            rule(cx);
            cx.note_text(&[Id(0)], "It goes on.");
            Ok(())
        });
        assert!(matches!(silent.end, Err(Stop::Broken(_))), "{silent:?}");
        assert_eq!(silent.events, []);
        let asking = run(&tiny_system::start(), &[], None, |cx| -> Step<()> {
            rule(cx);
            cx.roll(Roll::new("damage", Id(0), "damage", Dice::d(6)))?;
            Ok(())
        });
        assert!(matches!(asking.end, Err(Stop::Broken(_))), "{asking:?}");
    }
}
