//! Parses inputs written as text, for the `:` line and for fight files.
//!
//! `do ACTION [WHO]` · `ruling WHICH [WHO]` · `enter` · `roll [FACES]` · `adjust N [WHO]` · `choose KEY` · `pick WHO …`
//! · `set FIELD=VALUE, …` · `number N` · `text TEXT` · `yes` · `no` · `close` · `undo` · `redo`. WHO is a target letter
//! or a name; several are joined by spaces or `+`. If several rolls are pending, `-` lets Affray roll one:
//! `roll 4 - 2`.

use anyhow::{Result, bail};

use super::{Input, Session, Waits};
use crate::dice::Dice;
use crate::encounter::{Encounter, people};
use crate::resolver::{Answer, Choice, Command, Draft, Field, FieldKind, Kind, Prompt};
use crate::rules::ruling::RULINGS;
use crate::rules::{Entry, When};
use crate::values::{Id, SideId, Value, decimal, read_decimal};

/// Verbs of the language, for completion.
const VERBS: [&str; 15] = [
    "do", "ruling", "enter", "roll", "adjust", "choose", "pick", "set", "number", "text", "yes",
    "no", "close", "undo", "redo",
];

/// Parses an input from its text.
///
/// # Errors
/// If a word is unknown. The error names the word and lists the allowed words.
pub fn parse(session: &Session, text: &str) -> Result<Input> {
    let text = text.trim();
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let rest = rest.trim();
    Ok(match verb {
        "do" => Input::Start(command(session, rest)?),
        "ruling" => Input::Start(ruling(session, rest)?),
        "undo" | "redo" if !rest.is_empty() => {
            bail!("`{verb}` takes no number: write it once for each input")
        }
        "close" => Input::Close,
        "undo" => Input::Undo,
        "redo" => Input::Redo,
        "enter" => enter(session)?,
        "roll" if rest.is_empty() => Input::Roll(Vec::new()),
        "roll" => faces(prompt(session)?, rest)?,
        "adjust" => adjust(session, rest)?,
        "choose" => {
            let Kind::Choice { options, .. } = &prompt(session)?.kind else {
                bail!("no choice is pending");
            };
            Input::Answer(Answer::Chose(option(options, rest)?))
        }
        "pick" if is_offered(session, "pick") => {
            bail!("no prompt is open: start the action `pick` with `do pick {rest}`")
        }
        "pick" => Input::Answer(Answer::Picked(several(session.now(), rest)?)),
        "set" => Input::Answer(Answer::Filled(fill(session, rest)?)),
        "number" => match rest.parse() {
            Ok(number) => Input::Answer(Answer::Number(number)),
            Err(_) => bail!("`{rest}` is not a number"),
        },
        "text" => Input::Answer(Answer::Text(rest.to_owned())),
        "yes" | "no" => Input::Answer(Answer::Yes(verb == "yes")),
        _ => Input::Start(command(session, text).map_err(|_| {
            anyhow::anyhow!(
                "`{text}` is not a command: write one of {}",
                VERBS.join(", ")
            )
        })?),
    })
}

/// Returns `true` if the fight offers this action.
fn is_offered(session: &Session, action: &str) -> bool {
    let Waits::Offers { offers, .. } = session.waits() else {
        return false;
    };
    offers.iter().any(|offer| offer.command.action == action)
}

/// Parses an adjustment of a pending roll. If several rolls are pending, the text must name the combatant, and the next
/// roll of that combatant is adjusted.
fn adjust(session: &Session, text: &str) -> Result<Input> {
    let (number, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Ok(by) = number.trim_start_matches('+').parse::<i64>() else {
        bail!("`{number}` is not a number: write `adjust -2`");
    };
    let prompt = prompt(session)?;
    // All rows, including rows already rolled, because `Input::Adjust` counts them.
    let (whose, open): (Vec<Option<Id>>, Vec<bool>) = match &prompt.kind {
        Kind::Roll(roll) => (vec![roll.who], vec![true]),
        Kind::Rolls(rows) => (rows.iter())
            .map(|row| (row.roll.who, row.faces.is_none()))
            .unzip(),
        _ => bail!("no roll is pending"),
    };
    let row = match (whose.len(), who.trim()) {
        (1, "") => 0,
        (_, "") => bail!("add the combatant: `adjust {by} a`"),
        (rows, who) => {
            let who = Some(one(session.now(), who)?);
            let its = |row: &usize| whose[*row] == who;
            let next = (0..rows).find(|row| its(row) && open[*row]);
            match next.or_else(|| (0..rows).find(its)) {
                Some(row) => row,
                None => bail!("no roll of that kind is pending"),
            }
        }
    };
    Ok(Input::Adjust { row, by })
}

fn prompt(session: &Session) -> Result<&Prompt> {
    match session.waits() {
        Waits::Prompt(prompt) => Ok(prompt),
        Waits::Offers { .. } | Waits::Fault(_) => bail!("no prompt is open"),
    }
}

/// Returns the input that Enter sends: the default answer, or a roll.
fn enter(session: &Session) -> Result<Input> {
    Ok(match session.waits() {
        Waits::Prompt(prompt) => match prompt.preset() {
            Some(answer) => Input::Answer(answer),
            None => Input::Roll(Vec::new()),
        },
        Waits::Offers { .. } => match session.menu().iter().find(|row| row.preset) {
            Some(row) => Input::Start(row.command.clone()),
            None => bail!("no row is selected: choose one by its letter"),
        },
        Waits::Fault(what) => bail!("{what}"),
    })
}

/// Parses the results of all pending rolls; Affray rolls the rolls given as `-`.
fn faces(prompt: &Prompt, text: &str) -> Result<Input> {
    match &prompt.kind {
        Kind::Roll(roll) => Ok(Input::Answer(Answer::Faces(roll.parse_faces(text)?))),
        Kind::Rolls(rows) => {
            let parts: Vec<&str> = if rows.len() == 1 {
                vec![text]
            } else if text.contains(';') {
                text.split(';').map(str::trim).collect()
            } else {
                text.split([' ', ','])
                    .filter(|part| !part.is_empty())
                    .collect()
            };
            let how = |dice: &Dice| {
                if dice.explodes() || dice.count() > 1 {
                    ": separate the rolls with `;` and write the dice of each together, such as `2 ; 6 2`"
                } else {
                    ""
                }
            };
            if parts.len() != rows.len() {
                let how = rows.iter().map(|row| how(&row.roll.dice)).max();
                let how = how.unwrap_or_default();
                bail!("{} rolls are pending, not {}{how}", rows.len(), parts.len());
            }
            let all = rows.iter().zip(parts).map(|(row, part)| match part {
                "-" => Ok(None),
                _ => match row.roll.parse_faces(part) {
                    Ok(faces) => Ok(Some(faces)),
                    Err(why) => bail!("{why}{}", how(&row.roll.dice)),
                },
            });
            Ok(Input::Roll(all.collect::<Result<_>>()?))
        }
        _ => bail!("no roll is pending"),
    }
}

fn option(options: &[Choice], text: &str) -> Result<String> {
    let text = text.trim();
    match options
        .iter()
        .find(|option| option.key == text || option.label.eq_ignore_ascii_case(text))
    {
        Some(option) => Ok(option.key.clone()),
        None => {
            let keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
            bail!("`{text}` is not one of {}", keys.join(", "))
        }
    }
}

/// Parses a ruling and, if it is about a combatant, the combatant.
fn ruling(session: &Session, text: &str) -> Result<Command> {
    let (key, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let Some(ruling) = RULINGS.iter().find(|ruling| ruling.key == key) else {
        let keys: Vec<&str> = RULINGS.iter().map(|ruling| ruling.key).collect();
        bail!("`{key}` is not a ruling: write one of {}", keys.join(", "));
    };
    let who = Some(who.trim()).filter(|who| !who.is_empty());
    let who = who.map(|who| one(session.now(), who)).transpose()?;
    Ok(ruling.about(who))
}

/// Parses a whole command: an action and, if it belongs to a combatant, the combatant.
fn command(session: &Session, text: &str) -> Result<Command> {
    let (action, who) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let who = who.trim();
    let mut extras = session.extras();
    let offers = match session.waits() {
        Waits::Offers { .. } => session.menu(),
        Waits::Prompt(_) | Waits::Fault(_) => {
            extras.retain(|offer| offer.anytime);
            if !extras.iter().any(|offer| offer.command.action == action) {
                bail!("answer the question first, or undo it");
            }
            &[]
        }
    };
    let known = session
        .system()
        .actions()
        .iter()
        .find(|one| one.key == action);
    let fitting: Vec<&Entry> = offers
        .iter()
        .chain(&extras)
        .filter(|offer| offer.command.action == action)
        .collect();
    let named = |offer: &&&Entry| {
        who.is_empty()
            || offer
                .command
                .who
                .is_some_and(|id| one(session.now(), who).is_ok_and(|named| named == id))
            || offer
                .command
                .side
                .is_some_and(|side| is_side(session.now(), side, who))
    };
    let mut matching = fitting.iter().filter(named);
    match (matching.next(), matching.next()) {
        (Some(offer), None) => Ok(offer.command.clone()),
        (Some(_), Some(_)) => bail!("add the combatant: `do {action} a`"),
        (None, _)
            if known.is_some_and(|action| fitting.is_empty() && action.when != When::ByItself) =>
        {
            let when = known.map_or("", |action| action.when.words());
            bail!("`{action}` is not possible now, only {when}")
        }
        (None, _) => {
            let mut actions: Vec<&str> =
                offers.iter().map(|offer| &*offer.command.action).collect();
            actions.dedup();
            bail!(
                "`{text}` is not possible now: choose one of {}",
                actions.join(", ")
            )
        }
    }
}

fn is_side(now: &Encounter, side: SideId, text: &str) -> bool {
    now.side_name(side).eq_ignore_ascii_case(text)
}

/// Finds the combatant that a target letter or a name means.
///
/// # Errors
/// If no combatant fits, or more than one.
pub fn one(now: &Encounter, text: &str) -> Result<Id> {
    people::only(now, text).map_err(anyhow::Error::msg)
}

fn several(now: &Encounter, text: &str) -> Result<Vec<Id>> {
    if let Ok(id) = one(now, text) {
        return Ok(vec![id]);
    }
    text.split(['+', ' '])
        .filter(|part| !part.trim().is_empty())
        .map(|part| one(now, part))
        .collect()
}

/// Fills the named fields of a form. The other fields keep their defaults.
fn fill(session: &Session, text: &str) -> Result<Draft> {
    let mut draft = Draft::new();
    for pair in text.split(',').filter(|pair| !pair.trim().is_empty()) {
        let Some((key, value)) = pair.split_once('=') else {
            bail!("`{}` has no value: write `field=value`", pair.trim());
        };
        let Some(preview) = session.preview(&draft) else {
            bail!("no form is open");
        };
        let Kind::Form(fields) = &preview.form.kind else {
            bail!("no form is open");
        };
        let Some(field) = fields.iter().find(|field| field.key == key.trim()) else {
            let keys: Vec<&str> = fields.iter().map(|field| field.key.as_str()).collect();
            bail!(
                "unknown field `{}`: write one of {}",
                key.trim(),
                keys.join(", ")
            );
        };
        draft.insert(
            field.key.clone(),
            value_of(session.now(), field, value.trim())?,
        );
    }
    if session.preview(&draft).is_none() {
        bail!("no form is open");
    }
    Ok(draft)
}

/// Parses the value of a field.
fn value_of(now: &Encounter, field: &Field, text: &str) -> Result<Value> {
    Ok(match &field.kind {
        FieldKind::Toggle => match text {
            "on" | "yes" | "true" | "" => Value::Flag(true),
            "off" | "no" | "false" => Value::Flag(false),
            _ => bail!("`{text}` is neither yes nor no"),
        },
        FieldKind::Number { parts: 1, .. } => match text.parse() {
            Ok(number) => Value::Int(number),
            Err(_) => bail!("`{text}` is not a whole number"),
        },
        FieldKind::Number { parts, .. } => match read_decimal(text, *parts) {
            Some(number) => Value::Int(number),
            None => bail!(
                "`{text}` is not a number such as 2 or {}",
                decimal(2 * parts + 1, *parts)
            ),
        },
        FieldKind::Choice(options) => Value::Word(option(options, text)?),
        FieldKind::Pick { .. } if text.is_empty() => Value::Who(Vec::new()),
        FieldKind::Pick { .. } => Value::Who(several(now, text)?),
        FieldKind::Text => Value::Word(text.to_owned()),
    })
}

/// Lists the words that the line accepts now, for completion: verbs, commands, options and fields.
pub fn complete(session: &Session) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    match session.waits() {
        Waits::Offers { .. } => {
            for offer in session.menu().iter().chain(&session.extras()) {
                let who = match (offer.command.who, offer.command.side) {
                    (Some(id), _) => format!(" {}", session.now().name(id)),
                    (None, Some(side)) => format!(" {}", session.now().side_name(side)),
                    (None, None) => String::new(),
                };
                all.push(format!("do {}{who}", offer.command.action));
            }
        }
        Waits::Prompt(prompt) => match &prompt.kind {
            Kind::Choice { options, .. } => {
                all.extend(
                    options
                        .iter()
                        .map(|option| format!("choose {}", option.key)),
                );
            }
            Kind::Pick { from, .. } => {
                all.extend(
                    from.iter()
                        .map(|id| format!("pick {}", session.now().name(*id))),
                );
            }
            Kind::Form(fields) => {
                all.extend(fields.iter().map(|field| format!("set {}=", field.key)));
            }
            Kind::Roll(_) | Kind::Rolls(_) => {
                all.extend(["roll".to_owned(), "adjust ".to_owned()]);
            }
            Kind::Number { .. } => all.push("number ".to_owned()),
            Kind::Text { .. } => all.push("say ".to_owned()),
            Kind::Confirm { .. } => all.extend(["yes".to_owned(), "no".to_owned()]),
        },
        Waits::Fault(_) => {}
    }
    if !matches!(session.waits(), Waits::Offers { .. }) {
        let extras = session.extras();
        all.extend(
            extras
                .iter()
                .filter(|offer| offer.anytime)
                .map(|offer| format!("do {}", offer.command.action)),
        );
    }
    all.extend(RULINGS.iter().map(|one| format!("ruling {}", one.key)));
    all.extend(["undo".to_owned(), "redo".to_owned()]);
    all
}
