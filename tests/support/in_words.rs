//! Inputs of a player as steps of a fight file ([`affray::fight_file`]): the inverse of reading steps, with all dice
//! typed.

use affray::encounter::Event;
use affray::fight_file::Course;
use affray::resolver::{Answer, Command, DiceRow, Draft, Field, FieldKind, Kind, Prompt};
use affray::session::{Input, Session, Waits, parse};
use affray::simulate::{Choice, Decision};
use affray::values::{Id, Spec, Value, decimal};

use crate::support::seeded_chance::Chance;

/// Returns the step for an input, as far as one step can express it: only the first of several answers, and results by
/// `chance` where the program would roll. `None` if no step does it.
pub fn step(course: &Course<'_>, input: &Input, chance: &mut Chance) -> Option<String> {
    let session = &course.session;
    let text = match input {
        Input::Close => "close".to_owned(),
        Input::Undo => "undo".to_owned(),
        Input::Redo => "redo".to_owned(),
        Input::Start(command) | Input::StartWith(command, _) => started(session, command),
        Input::Answer(answer) | Input::Led(answer, _) => answered(session, answer)?,
        Input::Answers(all) => answered(session, all.first()?)?,
        Input::Roll(_) | Input::RollRow(_) | Input::Throws(_) => {
            let fall = |row: &DiceRow| row.faces.is_none().then(|| chance.roll(&row.roll.dice));
            match &prompt(session)?.kind {
                Kind::Rolls(rows) => rolled(rows.iter().map(fall).collect()),
                Kind::Roll(roll) => rolled(vec![Some(chance.roll(&roll.dice))]),
                _ => return None,
            }
        }
        Input::Adjust { row, by } => {
            let who = prompt(session)?.throws().nth(*row)?.who;
            format!("adjust {by} {}", who.map_or(String::new(), Id::letter))
        }
        Input::Correct(events) => match &events[..] {
            [event] => return corrected(course, event),
            _ => return None,
        },
        Input::Amend { .. } | Input::Instead { .. } | Input::Reroll { .. } => return None,
    };
    let text = text.trim_end().to_owned();
    let plain = !text.contains("::") && !text.contains(char::is_control);
    (plain && parse(session, &text).is_ok()).then_some(text)
}

/// Formats an automatic decision as a step, with its reason.
pub fn decided(session: &Session, decision: &Decision) -> String {
    let does = match &decision.choice {
        Choice::Start(command) => started(session, command),
        Choice::Answer(answer) => answered(session, answer).unwrap_or_default(),
        Choice::GiveUp(_) => "gives up".to_owned(),
    };
    format!("{} ({})", does.trim_end(), decision.why)
}

fn prompt(session: &Session) -> Option<&Prompt> {
    match session.waits() {
        Waits::Prompt(prompt) => Some(prompt),
        Waits::Offers { .. } | Waits::Fault(_) => None,
    }
}

fn started(session: &Session, command: &Command) -> String {
    let verb = if command.ruling { "ruling" } else { "do" };
    let who = match (command.who, command.side) {
        (Some(who), _) => who.letter(),
        (None, Some(side)) => session.now().side_name(side).to_owned(),
        (None, None) => String::new(),
    };
    format!("{verb} {} {who}", command.action)
}

fn answered(session: &Session, answer: &Answer) -> Option<String> {
    Some(match answer {
        Answer::Faces(faces) => rolled(vec![Some(faces.clone())]),
        Answer::Rolls(all) => rolled(all.iter().cloned().map(Some).collect()),
        Answer::Chose(key) => format!("choose {key}"),
        Answer::Picked(who) => format!("pick {}", letters(who, " ")),
        Answer::Number(number) => format!("number {number}"),
        Answer::Text(text) => format!("text {text}"),
        Answer::Yes(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Answer::Filled(wanted) => filled(session, wanted)?,
    })
}

fn letters(who: &[Id], between: &str) -> String {
    let letters: Vec<String> = who.iter().map(|id| id.letter()).collect();
    letters.join(between)
}

/// Formats the results of rolls, row by row; a row without results has been rolled already.
fn rolled(rows: Vec<Option<Vec<u32>>>) -> String {
    let faces = |faces: Vec<u32>| {
        let faces: Vec<String> = faces.iter().map(u32::to_string).collect();
        faces.join(" ")
    };
    let row = |row: Option<Vec<u32>>| row.map_or("-".to_owned(), faces);
    let rows: Vec<String> = rows.into_iter().map(row).collect();
    let several = rows.len() > 1 && rows.iter().any(|row| row.contains(' '));
    format!("roll {}", rows.join(if several { " ; " } else { " " }))
}

/// Formats the rows that differ from the wanted form, each after the consequences of those before.
fn filled(session: &Session, wanted: &Draft) -> Option<String> {
    let (mut draft, mut set) = (Draft::new(), Vec::new());
    loop {
        let Kind::Form(fields) = session.preview(&draft)?.form.kind else {
            return None;
        };
        let otherwise = |field: &&Field| {
            let to = wanted.get(&field.key);
            to.is_some_and(|to| *to != field.value) && !draft.contains_key(&field.key)
        };
        let Some(field) = fields.iter().find(otherwise) else {
            break;
        };
        let to = &wanted[&field.key];
        set.push(format!("{}={}", field.key, value(field, to)?));
        draft.insert(field.key.clone(), to.clone());
    }
    Some(if set.is_empty() {
        "enter".to_owned()
    } else {
        format!("set {}", set.join(", "))
    })
}

fn value(field: &Field, to: &Value) -> Option<String> {
    Some(match (to, &field.kind) {
        (Value::Flag(on), _) => if *on { "on" } else { "off" }.to_owned(),
        (Value::Int(number), FieldKind::Number { parts, .. }) => decimal(*number, *parts),
        (Value::Who(who), _) => letters(who, "+"),
        (Value::Word(word), _) if !word.contains([',', '=']) => word.clone(),
        _ => return None,
    })
}

/// Formats a correction by the GM, if a step can make it.
fn corrected(course: &Course<'_>, event: &Event) -> Option<String> {
    Some(match event {
        Event::Left { who, .. } => format!("remove {}", who.letter()),
        Event::Returned { who } => format!("return {}", who.letter()),
        Event::Gained { who, condition, .. } => {
            format!("gain {} {}", who.letter(), condition.key)
        }
        Event::Lost { who, key, .. } => format!("lose {} {key}", who.letter()),
        Event::Changed { who, at, to, .. } => {
            let to = match (course.situation().spec(at).ok()?, to.as_ref()?) {
                (Spec::Decimal(parts, ..), Value::Int(number)) => decimal(*number, *parts),
                (_, to) => to.to_string(),
            };
            format!("edit {} {at} {to}", who.letter())
        }
        _ => return None,
    })
}
