//! Checks that rulings are logged in the order in which they were made: each ruling starts from the value after the
//! previous ruling. Also checks rulings during an action in which nothing is answered yet.

use affray::compendium::Compendium;
use affray::encounter::Event;
use affray::rules::ruling::{self, HARM};
use affray::session::{Input, Session, Waits};
use affray::systems;
use affray::values::{Id, Spec, Value};

use crate::support::fight_file;

/// Label of the changed value in the log, which no other value has.
const LABEL: &str = "chained value";

/// Returns a number on the sheets of a system that rules and the GM may change.
fn number(session: &Session) -> Option<(String, i64, i64)> {
    let fields = &session.now().schema.fields;
    let numbers = fields.iter().filter(|field| !field.state);
    let mut numbers = numbers.filter_map(|field| match field.kind {
        Spec::Int(least, most) if least <= 1 && most >= 9 => Some((field.key.clone(), least, most)),
        _ => None,
    });
    numbers.next()
}

/// Creates a correction of a combatant's value, starting from its current value.
fn ruled(session: &Session, who: Id, at: &str, to: i64) -> Input {
    let from = session.now().get(who).sheet.value(at);
    Input::Correct(vec![Event::Changed {
        who,
        at: at.to_owned(),
        from,
        to: Some(Value::Int(to)),
        label: LABEL.into(),
        health: None,
        cause: "".into(),
    }])
}

/// Returns the old and new values in the log.
fn chain(session: &Session) -> Vec<(String, String)> {
    let live = session.live_lines();
    let lines = session.lines().iter().chain(&live);
    let said = format!(": {LABEL} ");
    let mut links = Vec::new();
    for line in lines {
        for (at, _) in line.text.match_indices(&said) {
            let rest = &line.text[at + said.len()..];
            let (from, rest) = rest.split_once(" → ").expect("from and to");
            let to = rest.split(['.', ' ']).next().expect("a number");
            links.push((from.to_owned(), to.to_owned()));
        }
    }
    links
}

#[track_caller]
fn check_chain(session: &Session, many: usize, of: &str) {
    let links = chain(session);
    assert_eq!(links.len(), many, "{of}: {links:?}");
    for pair in links.windows(2) {
        assert_eq!(pair[0].1, pair[1].0, "{of}: {links:?}");
    }
}

#[test]
fn a_ruling_builds_on_the_ruling_before_it() {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut asked = Vec::new();
        fight_file::play_all(*system, &compendium, |file, session| {
            let Waits::Prompt(prompt) = session.waits() else {
                return;
            };
            let key = prompt.question.key.to_string();
            let who = session.now().present().next().expect("somebody");
            let Some((at, least, most)) = number(session).filter(|_| !asked.contains(&key)) else {
                return;
            };
            asked.push(key.clone());
            let saved = session.save();
            let (mut again, _) = Session::resume(systems::all(), saved, &[]).expect("it opens");
            let mut made = 0;
            for to in [3, 5, 2, 7].map(|number| number.clamp(least, most)) {
                let before = again.now().get(who).sheet.value(&at);
                if before == Some(Value::Int(to)) {
                    continue;
                }
                let input = ruled(&again, who, &at, to);
                again
                    .input(input)
                    .unwrap_or_else(|why| panic!("{file}: {why}"));
                made += 1;
                check_chain(&again, made, &format!("{file}, `{key}`"));
            }
            // The result is the same after reading the saved fight.
            let (read, _) = Session::resume(systems::all(), again.save(), &[]).expect("it opens");
            check_chain(&read, made, &format!("{file}, `{key}`, read again"));
        });
        let many = asked.len();
        assert!(
            many > 10,
            "{}: {many} questions were ruled at",
            system.key()
        );
    }
}

/// Deals damage by a ruling.
fn harm(session: &mut Session, who: Id, points: &str, of: &str) {
    let answers = ruling::amounts(vec![who], points, "", "");
    let input = Input::StartWith(HARM.about(None), answers);
    let before = session.standing().open.len();
    session
        .input(input)
        .unwrap_or_else(|why| panic!("{of}: {why}"));
    // Damage may ask for dice, such as a save against concentration.
    while let Waits::Prompt(_) = session.waits()
        && session.standing().open.len() > before
    {
        let roll = Input::Roll(Vec::new());
        let enter = affray::session::parse(session, "enter").expect("enter");
        let done = session.input(roll).or_else(|_| session.input(enter));
        done.unwrap_or_else(|why| panic!("{of}: {why}"));
    }
}

/// Calls `check` with a copy of each fight whose open action has no answer yet, once for each action of a system.
fn at_unanswered_actions(check: impl Fn(&str, Session)) {
    for system in systems::all() {
        let (compendium, _) = Compendium::built_in(*system);
        let mut seen = Vec::new();
        fight_file::play_all(*system, &compendium, |file, session| {
            let open = session.standing().open;
            let [begun] = open.as_slice() else {
                return;
            };
            let action = begun.command.action.clone();
            if begun.command.ruling {
                return;
            }
            if !session.can_close() || seen.contains(&action) {
                return;
            }
            let (copy, _) = Session::resume(systems::all(), session.save(), &[]).expect("it opens");
            check(&format!("{file}, {action}"), copy);
            seen.push(action);
        });
        let many = seen.len();
        assert!(many > 1, "{}: {many} actions", system.key());
    }
}

#[test]
fn an_unanswered_action_is_closed_without_the_rulings_made_during_it() {
    at_unanswered_actions(|of, mut session| {
        let acts = session.standing().open[0].command.who;
        let other = session.now().present().find(|id| Some(*id) != acts);
        let Some(other) = other else {
            return;
        };
        harm(&mut session, other, "1", of);
        if !session.can_close() {
            return;
        }
        let told = session.live_lines().len();
        session
            .input(Input::Close)
            .unwrap_or_else(|why| panic!("{of}: {why}"));
        assert!(!session.can_close(), "{of}: the action is still open");
        let line = "GM ruling: damage";
        let lines = session.lines();
        let ruled = lines.iter().rev().take(told + 4);
        assert!(
            ruled.clone().any(|one| one.text.contains(line)),
            "{of}: the ruling is gone"
        );
        session.input(Input::Undo).expect("the action opens again");
        assert!(session.can_close(), "{of}: undo opens the action again");
    });
}

#[test]
fn an_unanswered_ruling_is_closed_without_the_rulings_made_during_it() {
    at_unanswered_actions(|of, mut session| {
        let Some(who) = session.now().present().next() else {
            return;
        };
        let open = session.standing().open.len();
        session
            .input(Input::Start(HARM.about(None)))
            .unwrap_or_else(|why| panic!("{of}: {why}"));
        harm(&mut session, who, "1", of);
        let harmed = session.now().clone();
        session
            .input(Input::Close)
            .unwrap_or_else(|why| panic!("{of}: {why}"));
        assert_eq!(session.standing().open.len(), open, "{of}: open actions");
        assert_eq!(*session.now(), harmed, "{of}: the other ruling remains");
    });
}

#[test]
fn an_action_is_cancelled_if_a_ruling_fells_its_combatant() {
    at_unanswered_actions(|of, mut session| {
        let Some(acts) = session.standing().open[0].command.who else {
            return;
        };
        let system = session.system();
        let down = |session: &Session| system.row(session.now(), acts).down;
        if down(&session) {
            return;
        }
        harm(&mut session, acts, "900000", of);
        let open = session.standing().open;
        let still = open
            .first()
            .is_some_and(|one| one.command.who == Some(acts));
        if down(&session) && still {
            assert!(
                !session.can_close(),
                "{of}: the combatant is down and still acts"
            );
        }
    });
}
