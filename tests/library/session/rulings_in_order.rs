//! Checks that rulings are logged in the order in which they were made: each ruling starts from the value after the
//! previous ruling.

use affray::compendium::Compendium;
use affray::encounter::Event;
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
