//! Sessions: inputs, undo, redo, amendments, rulings during a prompt.

use std::sync::Arc;

use affray::dice::Seed;
use affray::encounter::{Encounter, Event, Line, Roller, Side, TypedRolls};
use affray::resolver::{Answer, Kind, Ruled, Taken, run};
use affray::rules::ruling::RULINGS;
use affray::session::{Delta, Input, Session, Waits, complete, parse};
use affray::values::{Id, SideId};

use crate::support::tiny_system;

fn session() -> Session {
    Session::new(&tiny_system::systems(), tiny_system::start(), Seed(7)).expect("a session")
}

#[track_caller]
fn play(session: &mut Session, inputs: &[&str]) -> Vec<Vec<Delta>> {
    inputs
        .iter()
        .map(|text| {
            let input = parse(session, text).unwrap_or_else(|why| panic!("`{text}`: {why}"));
            session
                .input(input)
                .unwrap_or_else(|why| panic!("`{text}`: {why}"))
        })
        .collect()
}

fn hp(session: &Session, id: u32) -> i64 {
    session
        .now()
        .get(Id(id))
        .sheet
        .get(tiny_system::at::hp)
        .unwrap_or(0)
}

#[track_caller]
fn asks(session: &Session, key: &str) {
    match session.waits() {
        Waits::Prompt(prompt) => assert_eq!(prompt.question.key, key),
        other => panic!("{other:?} instead of `{key}`"),
    }
}

#[test]
fn an_attack_prompts_for_each_die_and_logs_it() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=d, charge=on"]);
    asks(&session, "attack");
    play(&mut session, &["roll 8"]);
    asks(&session, "dodge");
    play(&mut session, &["no", "roll 4"]);
    assert_eq!(hp(&session, 3), 5);
    let lines = session.lines().iter();
    let lines: Vec<&str> = lines.map(|line| &*line.text).skip(2).collect();
    assert_eq!(
        lines,
        [
            "Ann strikes Dog.",
            "Ann, attack: 13, needs 12, hit (d20 8 + 3 attack + 2 charge).",
            "Ann, damage: 4 (d6). Dog: hp 9 → 5.",
        ]
    );
}

#[test]
fn undone_lines_contain_only_the_part_of_an_attack_that_is_undone() {
    let mut session = session();
    play(
        &mut session,
        &[
            "do strike a",
            "set target=d, charge=on",
            "roll 8",
            "no",
            "roll 4",
        ],
    );
    let undone = |session: &mut Session| -> Vec<String> {
        play(session, &["undo"]);
        let lines = session.undone_lines().into_iter();
        lines.map(|line| line.text).collect()
    };
    let damage = "Ann, damage: 4 (d6). Dog: hp 9 → 5.";
    let hit = "Ann, attack: 13, needs 12, hit (d20 8 + 3 attack + 2 charge).";
    assert_eq!(undone(&mut session), [damage]);
    assert_eq!(undone(&mut session), [damage]);
    assert_eq!(undone(&mut session), [hit, damage]);
    assert_eq!(undone(&mut session), ["Ann strikes Dog.", hit, damage]);
}

#[test]
fn no_command_starts_during_a_question() {
    let mut session = session();
    let other = parse(&session, "do strike b").expect("an input");
    play(&mut session, &["do strike a"]);
    let before = session.now().clone();
    let why = session.input(other).expect_err("somebody is asked");
    assert_eq!(why.to_string(), "answer the question first, or undo it");
    assert_eq!(*session.now(), before);
}

#[test]
fn a_field_that_depends_on_another_field_is_set_together_with_it() {
    let mut session = session();
    play(&mut session, &["do strike a"]);
    let wrong =
        parse(&session, "set charge=on, bonus=4").and_then(|input| Ok(session.input(input)?));
    let why = wrong.expect_err("4 is too much").to_string();
    assert_eq!(why, "bonus of the charge: 4 is not between 1 and 3");
    play(
        &mut session,
        &["set target=d, charge=on, bonus=3", "roll 6"],
    );
    asks(&session, "dodge");
    assert!(
        parse(&session, "set bonus=3").is_err(),
        "it is not there any more"
    );
}

#[test]
fn undo_goes_back_to_the_start_and_redo_restores_all_inputs() {
    let mut session = session();
    let first = session.history().entries().to_vec();
    let inputs = [
        "do strike a",
        "enter",
        "roll 18",
        "yes",
        "roll 3",
        "do strike d",
        "no",
    ];
    let mut states = vec![session.now().clone()];
    let mut waits = vec![session.waits().clone()];
    for input in inputs {
        // The foes' dice are rolled automatically, including the dodge.
        if let Ok(input) = parse(&session, input)
            && session.input(input).is_ok()
        {
            states.push(session.now().clone());
            waits.push(session.waits().clone());
        }
    }
    let last = session.save();
    for step in (0..states.len() - 1).rev() {
        play(&mut session, &["undo"]);
        assert_eq!(*session.now(), states[step]);
        assert_eq!(*session.waits(), waits[step]);
    }
    assert_eq!(session.history().entries(), first);
    assert!(
        parse(&session, "undo")
            .and_then(|input| Ok(session.input(input)?))
            .is_err()
    );
    while session.history().undone() > 0 {
        play(&mut session, &["redo"]);
    }
    assert_eq!(session.save(), last);
}

#[test]
fn a_ruling_made_during_a_prompt_takes_effect_immediately() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=c"]);
    let harder = Event::Changed {
        who: Id(2),
        at: "guard".to_owned(),
        from: Some(12.into()),
        to: Some(19.into()),
        label: "guard".into(),
        health: None,
        cause: "ruled".into(),
    };
    session
        .input(Input::Correct(vec![harder]))
        .expect("corrected");
    let Waits::Prompt(prompt) = session.waits() else {
        panic!("the attack is still asked");
    };
    let Kind::Roll(roll) = &prompt.kind else {
        panic!("a throw is asked");
    };
    assert_eq!(roll.need_text(), "19 or more");
    play(&mut session, &["ruling damage b", "set amount=5"]);
    asks(&session, "attack");
    assert_eq!(hp(&session, 1), 4);
    play(&mut session, &["undo"]);
    assert_eq!(hp(&session, 1), 9);
    asks(&session, "damage");
    play(&mut session, &["undo", "undo"]);
    let Waits::Prompt(prompt) = session.waits() else {
        panic!("the attack is still asked");
    };
    let Kind::Roll(roll) = &prompt.kind else {
        panic!("a throw is asked");
    };
    assert_eq!(roll.need_text(), "12 or more");
}

#[test]
fn amending_a_die_keeps_valid_later_answers_and_asks_for_the_others() {
    let mut session = session();
    play(
        &mut session,
        &[
            "do strike a",
            "set target=d",
            "roll 3",
            "do strike b",
            "set target=d",
            "roll 15",
            "no",
            "roll 2",
        ],
    );
    assert_eq!(hp(&session, 3), 7);
    let die = session
        .amendable()
        .find(|one| one.given.question.key == "attack" && one.given.question.who == Some(Id(0)))
        .expect("Ann's attack");
    let before = session.history().entries().to_vec();
    let amended = Input::Amend {
        entry: die.entry,
        place: die.place,
        answer: Answer::Faces(vec![17]),
    };
    session.input(amended).expect("amended");
    asks(&session, "dodge");
    play(&mut session, &["no", "roll 5"]);
    assert_eq!(
        hp(&session, 3),
        2,
        "Ben's blow was played again with its recorded dice"
    );
    play(&mut session, &["undo", "undo", "undo"]);
    assert_eq!(session.history().entries(), before);
    assert_eq!(hp(&session, 3), 7);
}

/// Starts a session in which the foes' dice are entered too.
fn all_asked() -> Session {
    let mut session = session();
    let asked = Event::SideRoller {
        side: SideId(1),
        roller: Roller::Typed,
        typed: TypedRolls::Dice,
    };
    correct(&mut session, asked);
    session
}

#[track_caller]
fn correct(session: &mut Session, event: Event) {
    session.input(Input::Correct(vec![event])).expect("ruled");
}

/// Plays a fight in which Ann hits Dog, who does not dodge, and Ben hits Cur.
fn duel() -> Session {
    let mut session = all_asked();
    let ann = ["do strike a", "set target=d", "roll 15", "no", "roll 4"];
    let ben = ["do strike b", "set target=c", "roll 15", "no", "roll 5"];
    play(&mut session, &ann);
    play(&mut session, &ben);
    session
}

/// Amends the answer to the first question with this key.
#[track_caller]
fn amend_first(session: &mut Session, key: &str, answer: Answer) {
    let first = session
        .amendable()
        .filter(|one| one.given.question.key == key)
        .last()
        .expect("it was asked");
    let input = Input::Amend {
        entry: first.entry,
        place: first.place,
        answer,
    };
    session.input(input).expect("amended");
}

/// Returns everything that GM and players see.
fn seen(session: &Session) -> (Encounter, Waits, Vec<Line>, Vec<Line>) {
    (
        session.now().clone(),
        session.waits().clone(),
        session.lines().to_vec(),
        session.live_lines(),
    )
}

#[test]
fn after_an_amendment_each_undo_reverts_one_input() {
    let mut session = duel();
    let old = session.history().entries().to_vec();
    let first = seen(&session);
    // Ann attacked first: Dog dodges now, and waits for the die.
    amend_first(&mut session, "dodge", Answer::Yes(true));
    asks(&session, "dodge-roll");
    let amended = seen(&session);
    play(&mut session, &["roll 16"]);
    assert_eq!((hp(&session, 2), hp(&session, 3)), (4, 9));
    let rolled = seen(&session);
    let new = session.history().entries();
    assert_eq!(new.len(), old.len());
    let last = new.len() - 1;
    assert!(
        Arc::ptr_eq(&new[last], &old[last]),
        "what came out alike is no copy"
    );

    play(&mut session, &["undo"]);
    assert_eq!(seen(&session), amended, "the die alone is taken back");
    play(&mut session, &["roll 3"]);
    assert_eq!((hp(&session, 2), hp(&session, 3)), (4, 5));
    play(&mut session, &["undo", "undo"]);
    assert_eq!(seen(&session), first, "and then the amendment");
    play(&mut session, &["redo"]);
    assert_eq!(seen(&session), amended);
    play(&mut session, &["redo", "undo", "roll 16"]);
    assert_eq!(seen(&session), rolled);
}

#[test]
fn an_amendment_with_the_same_answer_is_refused() {
    let mut session = duel();
    let before = session.save();
    let one = session.amendable().next().expect("a damage");
    let input = Input::Amend {
        entry: one.entry,
        place: one.place,
        answer: one.given.answer.clone(),
    };
    let why = session.input(input).expect_err("nothing changes");
    assert_eq!(why.to_string(), "this is the same answer: nothing changes");
    assert_eq!(session.save(), before);
}

#[test]
fn rerolled_dice_are_logged_as_rerolled() {
    let mut session = duel();
    let first = seen(&session);
    let one = session
        .amendable()
        .find(|one| one.given.question.key == "damage")
        .expect("a damage");
    let input = Input::Reroll {
        entry: one.entry,
        place: one.place,
    };
    session.input(input).expect("thrown again");
    let (thrown, before) = session.lines().split_last().expect("a line");
    assert!(thrown.text.starts_with("Ben, damage: "), "{thrown:?}");
    let before = &before.last().expect("a line").text;
    let told = "Ben, damage: rerolled, was 5.";
    assert!(before.ends_with(told), "{before}");
    play(&mut session, &["undo"]);
    assert_eq!(seen(&session), first);
}

#[test]
fn rulings_made_during_commands_that_an_amendment_removes_still_apply() {
    let mut session = all_asked();
    correct(&mut session, hit_points(3, 3));
    let ann = ["do strike a", "set target=d", "roll 3", "do strike d"];
    play(&mut session, &ann);
    correct(&mut session, hit_points(1, 7));
    play(&mut session, &["set target=b", "roll 2"]);
    correct(&mut session, hit_points(2, 6));
    let ben = ["do strike b", "set target=c", "roll 15", "no", "roll 2"];
    play(&mut session, &ben);
    let first = seen(&session);

    // Dog falls before its attack.
    amend_first(&mut session, "attack", Answer::Faces(vec![20]));
    play(&mut session, &["no", "roll 6"]);
    assert_eq!(
        session.notice(),
        Some(
            "later choices are no longer possible, starting with \"strike\" by Dog: 3 inputs skipped"
        )
    );
    let hps: Vec<i64> = (0..4).map(|who| hp(&session, who)).collect();
    assert_eq!(hps, [9, 7, 4, 0]);
    let entries = session.history().entries().iter();
    let done: Vec<&str> = entries.map(|entry| &*entry.command.action).collect();
    let ruled = "correct";
    assert_eq!(
        done,
        ["begin", ruled, ruled, "strike", ruled, ruled, "strike"]
    );
    play(&mut session, &["undo", "undo", "undo"]);
    assert_eq!(seen(&session), first);
}

#[test]
fn the_replay_after_an_amendment_stops_at_a_round_that_ends_differently() {
    let mut session = all_asked();
    correct(&mut session, hit_points(3, 3));
    let ann = ["do strike a", "set target=d", "roll 15", "no", "roll 4"];
    play(&mut session, &ann);
    for who in ["b", "c"] {
        let strike = format!("do strike {who}");
        play(&mut session, &[&strike, "enter", "roll 1"]);
    }
    assert_eq!(session.now().round, 2);
    correct(&mut session, hit_points(2, 6));
    play(&mut session, &["do strike a", "enter", "roll 2"]);

    // Dog is up after all, and still has to attack.
    amend_first(&mut session, "attack", Answer::Faces(vec![1]));
    assert_eq!(session.now().round, 1);
    let Waits::Offers { offers, .. } = session.waits() else {
        panic!("somebody is to strike");
    };
    let who: Vec<Option<Id>> = offers.iter().map(|offer| offer.command.who).collect();
    assert_eq!(who, [Some(Id(3))]);
    assert_eq!(
        session.notice(),
        Some(
            "2 later answers of Ann's \"strike\" no longer apply and are dropped; \
             later choices are no longer possible, starting with \"strike\" by Ann: 3 inputs skipped; \
             GM rulings that are no longer possible: Cur: hp none → 6 (ruled)."
        )
    );
}

#[test]
fn an_amendment_keeps_an_open_ruling_open() {
    let mut session = duel();
    play(
        &mut session,
        &["do strike c", "enter", "ruling save", "set targets=a"],
    );
    asks(&session, "save-roll");
    let first = seen(&session);
    amend_first(&mut session, "damage", Answer::Faces(vec![1]));
    asks(&session, "save-roll");
    assert_eq!(hp(&session, 3), 8);
    play(&mut session, &["roll 2"]);
    asks(&session, "attack");
    play(&mut session, &["undo", "undo"]);
    assert_eq!(seen(&session), first);
}

#[test]
fn the_journal_alone_restores_the_session() {
    let mut session = session();
    let start = session.save();
    let mut journal = Vec::new();
    for input in [
        "do strike a",
        "set target=c",
        "roll 14",
        "undo",
        "roll 15",
        "ruling damage",
        "set targets=b, amount=2",
        "enter",
    ] {
        journal.extend(play(&mut session, &[input]));
        let (back, more) =
            Session::resume(&tiny_system::systems(), start.clone(), &journal).expect("resumed");
        assert!(more.is_empty(), "nothing happens by itself on the way back");
        assert_eq!(back.save(), session.save());
        assert_eq!(back.now(), session.now());
        assert_eq!(back.waits(), session.waits());
        assert_eq!(back.lines(), session.lines());
    }
}

#[test]
fn actions_allowed_at_any_time_can_start_during_a_prompt() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=c"]);
    assert_eq!(
        parse(&session, "do round")
            .expect_err("not now")
            .to_string(),
        "answer the question first, or undo it"
    );
    play(&mut session, &["do bell", "pick b"]);
    asks(&session, "attack");
    assert_eq!(hp(&session, 1), 8);
    play(&mut session, &["undo"]);
    asks(&session, "bell");
    assert_eq!(hp(&session, 1), 9);
    play(&mut session, &["undo"]);
    asks(&session, "attack");
    play(&mut session, &["redo", "redo", "roll 1"]);
    assert_eq!(hp(&session, 1), 8);
    play(&mut session, &["do round"]);
    assert_eq!(session.now().round, 2);
}

#[test]
fn an_action_within_a_prompt_is_asked_again_after_an_amendment() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=c", "do bell"]);
    let other = Answer::Filled([("target".to_owned(), vec![Id(3)].into())].into());
    amend_first(&mut session, "strike", other);
    assert_eq!(session.notice(), None);
    asks(&session, "bell");
    play(&mut session, &["pick b"]);
    assert_eq!(hp(&session, 1), 8);
    asks(&session, "attack");
    play(&mut session, &["roll 15", "no", "roll 2"]);
    assert_eq!(hp(&session, 3), 7);
}

#[test]
fn a_refusal_after_a_roll_asks_for_the_earlier_answer_again() {
    let mut session = session();
    play(&mut session, &["ruling damage", "set targets=d, amount=20"]);
    play(
        &mut session,
        &["ruling heal", "set targets=c d, amount=1d6"],
    );
    asks(&session, "heal");
    assert_eq!(
        session.notice(),
        Some("asked again: the dead are not healed")
    );
    play(&mut session, &["set targets=c, amount=1d6"]);
    let line = session.lines().last().expect("a line");
    assert!(line.text.contains("Amount: 1 (d6)"), "{}", line.text);
}

#[test]
fn the_gm_can_adjust_any_pending_roll() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=d, charge=on"]);
    asks(&session, "attack");
    play(&mut session, &["adjust +2", "adjust -4", "roll 10"]);
    let line = session.lines().last().expect("a line");
    assert!(
        line.text
            .contains("11, needs 12, missed (d20 10 + 3 attack + 2 charge - 4 GM)"),
        "{}",
        line.text
    );
}

#[test]
fn undo_restores_an_answer_made_invalid_by_a_correction() {
    let mut session = session();
    play(&mut session, &["do strike a", "set target=d", "roll 15"]);
    let before = (session.now().clone(), session.waits().clone());
    // Dog was never there, so the target is asked again; the new answer does not replace the old one.
    let gone = Event::Left {
        who: Id(3),
        cause: String::new(),
    };
    session
        .input(Input::Correct(vec![gone]))
        .expect("corrected");
    asks(&session, "strike");
    play(&mut session, &["set target=c"]);
    asks(&session, "dodge");
    let after = session.save();
    play(&mut session, &["undo", "undo"]);
    assert_eq!((session.now(), session.waits()), (&before.0, &before.1));
    play(&mut session, &["redo", "redo"]);
    assert_eq!(session.save(), after);
    play(
        &mut session,
        &["no", "roll 4", "undo", "undo", "undo", "undo"],
    );
    assert_eq!((session.now(), session.waits()), (&before.0, &before.1));
    assert_eq!(
        session
            .amendable()
            .filter(|one| one.given.question.key == "strike")
            .count(),
        1
    );
}

/// Creates a correction of hit points by the GM.
fn hit_points(who: u32, to: i64) -> Event {
    Event::Changed {
        who: Id(who),
        at: "hp".to_owned(),
        from: None,
        to: Some(to.into()),
        label: "hp".into(),
        health: None,
        cause: "ruled".into(),
    }
}

/// Amends the answer to the last question with this key.
fn amend(session: &mut Session, key: &str, answer: Answer) {
    let one = session
        .amendable()
        .find(|one| one.given.question.key == key)
        .expect("it was asked");
    let input = Input::Amend {
        entry: one.entry,
        place: one.place,
        answer,
    };
    session.input(input).expect("amended");
}

#[test]
fn a_ruling_whose_question_disappears_applies_at_the_end_of_its_command() {
    let mut session = session();
    play(&mut session, &["ruling text", "set words=a stone falls"]);
    play(
        &mut session,
        &["choose damage", "set targets=d, amount=2, cause=stone"],
    );
    // The command has changed Dog's hit points, so the correction counts at the current question.
    let ruled = Input::Correct(vec![hit_points(3, 8)]);
    session.input(ruled).expect("ruled");
    asks(&session, "follows");
    assert_eq!(hp(&session, 3), 8);
    amend(&mut session, "follows", Answer::Chose("nothing".to_owned()));
    assert_eq!(hp(&session, 3), 8);
    assert_eq!(
        session.notice(),
        Some("1 later answer no longer applies and is dropped")
    );
    let lines = session.lines().iter().rev().take(3);
    let lines: Vec<&str> = lines.map(|line| &*line.text).collect();
    assert_eq!(
        lines,
        [
            "Dog: hp none → 8 (ruled).",
            "Amended (What are the effects?): was damage, now no effect.",
            "Ruled: a stone falls",
        ]
    );
}

#[test]
fn an_adjustment_of_a_removed_roll_is_reported_and_unused() {
    let mut session = session();
    play(
        &mut session,
        &["do strike a", "set target=d", "roll 15", "no"],
    );
    asks(&session, "damage");
    play(&mut session, &["adjust +2"]);
    amend(&mut session, "attack", Answer::Faces(vec![2]));
    assert_eq!(
        session.notice(),
        Some(
            "1 later answer of Ann's \"strike\" no longer applies and is dropped; \
             GM rulings that are no longer possible: a modifier for a roll that did not happen"
        )
    );
    play(
        &mut session,
        &["do strike b", "set target=d", "roll 15", "no", "roll 4"],
    );
    assert_eq!(hp(&session, 3), 5);
}

#[test]
fn only_the_last_adjustment_of_a_roll_is_reported() {
    for (added, told) in [
        (
            &["adjust +2", "adjust 0"][..],
            Some("1 later answer of Ann's \"strike\" no longer applies and is dropped"),
        ),
        (
            &["adjust +2", "adjust +1"],
            Some(
                "1 later answer of Ann's \"strike\" no longer applies and is dropped; \
                 GM rulings that are no longer possible: a modifier for a roll that did not happen",
            ),
        ),
    ] {
        let mut session = session();
        let begun = ["do strike a", "set target=d", "roll 15", "no"];
        play(&mut session, &begun);
        play(&mut session, added);
        amend(&mut session, "attack", Answer::Faces(vec![2]));
        assert_eq!(session.notice(), told, "{added:?}");
    }
}

#[test]
fn a_ruling_that_cannot_be_applied_is_kept_for_the_report() {
    let nobody = hit_points(9, 1);
    let ruled = Ruled {
        at: None,
        events: vec![nobody.clone(), hit_points(0, 5)],
        by: None,
    };
    let taken = [Taken::Ruled(ruled.into())];
    let run = run(&tiny_system::start(), &taken, None, |_| Ok(()));
    assert_eq!(run.unfit, [nobody]);
    assert_eq!(run.now.get(Id(0)).sheet.get(tiny_system::at::hp), Some(5));
}

/// Plays on, and returns the last dice results.
fn thrown(session: &mut Session, inputs: &[&str]) -> Vec<u32> {
    let lines = play(session, inputs);
    let faces = lines.into_iter().flatten().filter_map(|delta| match delta {
        Delta::Given(given) => match &given.answer {
            Answer::Faces(faces) => Some(faces.clone()),
            _ => None,
        },
        _ => None,
    });
    faces.last().expect("a throw")
}

#[test]
fn saves_called_for_during_a_save_have_their_own_dice() {
    let mut alike = 0;
    for seed in 0..20 {
        let mut session =
            Session::new(&tiny_system::systems(), tiny_system::start(), Seed(seed)).expect("one");
        let save = ["ruling save", "set targets=a", "roll"];
        play(&mut session, &["ruling save", "set targets=a"]);
        // The GM calls for the same save of the same combatant twice more, while the first is still to be rolled.
        let above = thrown(&mut session, &save);
        asks(&session, "save-roll");
        let again = thrown(&mut session, &save);
        let below = thrown(&mut session, &["roll"]);
        alike += i32::from(below == above) + i32::from(above == again);
    }
    assert!(alike < 10, "{alike} of 40 faces were alike");
}

#[test]
fn undone_and_repeated_rolls_show_the_same_result() {
    let mut session = session();
    let face = thrown(&mut session, &["do strike a", "set target=d", "roll"]);
    for before in [
        &["undo"][..],
        &["undo", "adjust +1"],
        &["undo", "undo", "ruling damage b", "set amount=1"],
    ] {
        play(&mut session, before);
        let again = thrown(&mut session, &["roll"]);
        assert_eq!(again, face, "after {before:?}");
    }
}

/// Returns the completions, without rulings and undo, which are always offered.
fn completions(session: &Session) -> Vec<String> {
    let mut all = complete(session);
    for ruling in RULINGS {
        let place = all
            .iter()
            .position(|one| *one == format!("ruling {}", ruling.key));
        all.remove(place.expect("rulings may be started at any time"));
    }
    for back in ["undo", "redo"] {
        let place = all.iter().position(|one| one == back);
        all.remove(place.expect("it is always there"));
    }
    all
}

#[test]
fn the_command_line_completes_only_possible_inputs() {
    let mut session = session();
    let offered = ["Ann", "Ben", "Cur", "Dog"].map(|name| format!("do strike {name}"));
    let mut begun = offered.to_vec();
    begun.extend(["do bell".to_owned(), "do round".to_owned()]);
    assert_eq!(completions(&session), begun);
    play(&mut session, &["do strike Ann"]);
    assert_eq!(
        completions(&session),
        ["set target=", "set charge=", "set trip=", "do bell"]
    );
    play(&mut session, &["do bell"]);
    assert_eq!(
        completions(&session),
        ["pick Ann", "pick Ben", "pick Cur", "pick Dog", "do bell"]
    );
    play(&mut session, &["undo", "set target=d"]);
    assert_eq!(completions(&session), ["roll", "adjust ", "do bell"]);
    play(&mut session, &["roll 15"]);
    assert_eq!(completions(&session), ["yes", "no", "do bell"]);
    play(&mut session, &["ruling text"]);
    assert_eq!(
        completions(&session),
        ["set words=", "set secret=", "do bell"]
    );
    play(&mut session, &["set words=so be it"]);
    let follows = ["nothing", "damage", "heal", "condition", "clear", "save"];
    let mut choices: Vec<String> = follows.map(|key| format!("choose {key}")).to_vec();
    choices.push("do bell".to_owned());
    assert_eq!(completions(&session), choices);
}

#[test]
fn a_fight_has_at_most_a_hundred_sides() {
    let mut session = session();
    let side = |number: usize| Event::Sided {
        side: Side {
            name: format!("Side {number}"),
            roller: Roller::Typed,
            ..Side::default()
        },
    };
    let many = (3..=100).map(side).collect();
    session.input(Input::Correct(many)).expect("room enough");
    let why = session.input(Input::Correct(vec![side(101)]));
    assert_eq!(
        why.expect_err("too many").to_string(),
        "a fight has at most 100 sides"
    );
    assert_eq!(session.now().sides.len(), 100);
}

#[test]
fn numbers_stay_in_the_range_of_their_field() {
    let mut session = session();
    play(&mut session, &["ruling damage b", "set amount=1000000"]);
    assert_eq!(hp(&session, 1), 0);
    let told = &session.lines().last().expect("a line").text;
    assert!(told.ends_with("Ben: hp 9 → 0 (ruled)."), "{told}");
}
