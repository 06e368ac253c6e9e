//! Saving throw as a line of words, for the `:` line and planned events: `foes dex 14 8d6 fire half or prone 2`.

use crate::dice::Dice;
use crate::encounter::Encounter;
use crate::encounter::people::{self, Meant, behind};
use crate::resolver::{Choice, Draft};
use crate::text::{fold, nearest};
use crate::values::{Id, Occasion, Schema, Value, Words as _};

use super::length::Length;
use super::panes::{Mark, OrderRow};
use super::ruled_rows::{
    AMOUNT, CAUSE, EDGE, FIRST, KIND, MODIFIER, NUMBER, SECOND, SUCCESS, TARGETS, WHICH,
    condition_rows,
};
use super::saves::{Edge, SaveKind, Success};
use super::system::System;

/// Filler words, which are ignored.
const FILLING: [&str; 10] = [
    "save", "saves", "saving", "throw", "check", "dc", "against", "damage", "on", "success",
];

/// Meaning of a phrase of the line.
enum Says {
    People(Vec<Id>),
    Save(usize),
    Edge(Edge),
    Success(Success),
    Number(i64),
    Modifier(i64),
    Dice,
    Damage(usize),
    Filling,
}

/// Parses a saving throw into the rows of its form.
///
/// # Errors
/// If words are unknown or ambiguous. The error names these words.
pub fn read(system: &dyn System, now: &Encounter, text: &str) -> Result<Draft, String> {
    let (text, cause) = match text.split_once(':') {
        Some((text, cause)) => (text, cause.trim()),
        None => (text, ""),
    };
    let mut parts = text.split(" or ");
    let main = parts.next().unwrap_or_default();
    let kinds = system.kinds_of_save();
    let harms = system.kinds_of_damage();
    let mut rows = Draft::new();
    let mut people: Vec<Id> = Vec::new();
    let (mut numbers, mut which) = (Vec::new(), None);
    let words = people::words(main);
    let words: Vec<&str> = words
        .into_iter()
        .filter(|one| !people::separates(one))
        .collect();
    let mut at = 0;
    while at < words.len() {
        let (length, says) = phrase(now, &kinds, &harms, &words[at..])?;
        let text = words[at..at + length].join(" ");
        let mut set = |row: &str, value: Value| set_once(&mut rows, row, value, &text);
        match says {
            Says::People(ids) => people.extend(ids),
            Says::Save(place) => {
                set(WHICH, Value::Word(kinds[place].choice.key.clone()))?;
                which = Some(place);
            }
            Says::Edge(edge) => set(EDGE, Value::Word(edge.word().to_owned()))?,
            Says::Success(success) => set(SUCCESS, Value::Word(success.word().to_owned()))?,
            Says::Number(number) => numbers.push(number),
            Says::Modifier(by) => set(MODIFIER, Value::Int(by))?,
            Says::Dice => set(AMOUNT, Value::Word(text.clone()))?,
            Says::Damage(place) => set(KIND, Value::Word(harms[place].key.clone()))?,
            Says::Filling => {}
        }
        at += length;
    }
    let kind = kinds.get(which.unwrap_or(0));
    let mut numbers = numbers.into_iter();
    let number = kind.and_then(|kind| kind.number.as_ref());
    if let Some((number, named)) = number.and_then(|number| Some((number, numbers.next()?))) {
        if !(number.least..=number.most).contains(&named) {
            let (label, least, most) = (number.label, number.least, number.most);
            return Err(format!("{label} must be {least} to {most}, not {named}"));
        }
        rows.insert(NUMBER.to_owned(), Value::Int(named));
    }
    let is_damage =
        words.contains(&"damage") || [KIND, SUCCESS].iter().any(|row| rows.contains_key(*row));
    for number in numbers {
        if let Some(kind) = kind.filter(|kind| kind.number.is_none() && !is_damage) {
            let label = &kind.choice.label;
            return Err(format!(
                "{label} has its own target number: write `damage {number}` for damage"
            ));
        }
        let word = Value::Word(number.to_string());
        if rows.insert(AMOUNT.to_owned(), word).is_some() {
            return Err(format!("`{number}` is one number too many: remove it"));
        }
    }
    let schema = system.schema();
    for keys in [&FIRST, &SECOND] {
        if let Some(condition) = parts.next() {
            let condition = ending(now, condition, &mut rows)?;
            let (condition, length) = lasting(system, now, condition)?;
            let condition = condition.trim();
            let own = condition
                .strip_prefix('"')
                .and_then(|own| own.strip_suffix('"'));
            let condition = match own {
                Some(own) => own.trim().to_owned(),
                None => named_condition(schema, condition)?,
            };
            rows.extend(condition_rows(schema, keys, &condition, length));
        }
    }
    if let Some(more) = parts.next() {
        return Err(format!(
            "a save has at most two conditions: remove `{more}`"
        ));
    }
    let of_damage = rows.contains_key(KIND) || rows.contains_key(SUCCESS);
    if of_damage && !rows.contains_key(AMOUNT) {
        return Err("write the damage: a number, or dice such as 8d6".to_owned());
    }
    if !cause.is_empty() {
        rows.insert(CAUSE.to_owned(), Value::Word(cause.to_owned()));
    }
    let mut once: Vec<Id> = Vec::new();
    for id in people {
        if !once.contains(&id) {
            once.push(id);
        }
    }
    if !once.is_empty() {
        rows.insert(TARGETS.to_owned(), Value::Who(once));
    }
    Ok(rows)
}

/// Returns a line that calls for a save of this system, for help and errors: "a c dex 14 8d6 fire half or prone".
pub fn example(system: &dyn System, targets: &str) -> String {
    let kinds = system.kinds_of_save();
    let is_dex = |kind: &&SaveKind| kind.choice.key == "dex";
    let kind = kinds.iter().find(is_dex).or(kinds.first());
    let mut parts = vec![targets.to_owned()];
    if let Some(kind) = kind {
        parts.push(match kind.choice.key.as_str() {
            "dex" => "dex".to_owned(),
            _ => bare(&fold(&kind.choice.label)).to_owned(),
        });
        parts.extend(kind.number.as_ref().map(|number| number.preset.to_string()));
    }
    parts.push("8d6".to_owned());
    let harms = system.kinds_of_damage();
    let harm = harms.iter().find(|one| one.key == "fire");
    parts.extend(harm.or(harms.first()).map(|one| one.key.clone()));
    parts.push("half".to_owned());
    let mut conditions = system.schema().conditions.iter();
    if conditions.any(|spec| spec.key == "prone") {
        parts.push("or prone".to_owned());
    }
    parts.join(" ")
}

/// Splits the text of a planned event into what happens and the saving throw that it calls for: `the roof falls; save all
/// dex 14`, or only `save all dex 14`.
pub fn apart(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.strip_prefix("save ") {
        Some(save) => ("", save.trim()),
        None => match text.split_once("; save ") {
            Some((what, save)) => (what.trim(), save.trim()),
            None => (text, ""),
        },
    }
}

/// Sets a row of the form once.
fn set_once(rows: &mut Draft, row: &str, value: Value, text: &str) -> Result<(), String> {
    match rows.insert(row.to_owned(), value) {
        Some(_) => Err(format!("unexpected text `{text}`: remove it")),
        None => Ok(()),
    }
}

/// Returns the advantage that a word means: "adv" and "dis" are short for "advantage" and "disadvantage".
fn edge(word: &str) -> Option<Edge> {
    match word {
        "adv" => Some(Edge::Advantage),
        "dis" | "disadv" => Some(Edge::Disadvantage),
        word => Edge::from_word(word).filter(|edge| *edge != Edge::None),
    }
}

/// Moves an advantage, a modifier and the effect of a success from the end of a condition to their rows: `poisoned 3
/// disadvantage`.
fn ending<'t>(now: &Encounter, condition: &'t str, rows: &mut Draft) -> Result<&'t str, String> {
    let mut rest = condition.trim_end();
    while let Some((before, word)) = rest.rsplit_once(char::is_whitespace) {
        let wanted = fold(word);
        let is_name = matches!(people::exactly(now, word), Meant::One(_));
        let by = word.strip_prefix(['+', '-']).and(word.parse::<i64>().ok());
        let (row, value) = match (edge(&wanted), Success::from_word(&wanted), by) {
            _ if is_name => break,
            (Some(edge), ..) => (EDGE, Value::Word(edge.word().to_owned())),
            (_, Some(success), _) => (SUCCESS, Value::Word(success.word().to_owned())),
            (.., Some(by)) => (MODIFIER, Value::Int(by)),
            (None, None, None) => break,
        };
        set_once(rows, row, value, word)?;
        rest = before.trim_end();
    }
    Ok(rest)
}

/// Parses the longest phrase at the beginning of these words; whole words take precedence over prefixes.
fn phrase(
    now: &Encounter,
    kinds: &[SaveKind],
    harms: &[Choice],
    words: &[&str],
) -> Result<(usize, Says), String> {
    let lengths = || (1..=words.len().min(people::WORDS)).rev();
    for length in lengths() {
        if let Some(says) = whole(now, kinds, harms, &words[..length].join(" ")) {
            return Ok((length, says));
        }
    }
    let mut several = None;
    for length in lengths() {
        let text = words[..length].join(" ");
        match people::meant(now, &text) {
            Meant::One(id) => return Ok((length, Says::People(vec![id]))),
            Meant::Several(ids) => {
                several = several.or_else(|| Some(people::ambiguous(now, &text, &ids)));
            }
            Meant::Nobody => {}
        }
        let wanted = fold(&text);
        let begins = |one: &Choice| {
            let label = fold(&one.label);
            wanted.len() > 2 && (label.starts_with(&wanted) || bare(&label).starts_with(&wanted))
        };
        if let Some(place) = kinds.iter().position(|kind| begins(&kind.choice)) {
            return Ok((length, Says::Save(place)));
        }
        if let Some(place) = harms.iter().position(begins) {
            return Ok((length, Says::Damage(place)));
        }
    }
    if let Some(several) = several {
        return Err(several);
    }
    let saves = kinds.iter().map(|kind| kind.choice.key.as_str());
    let known = saves.chain(harms.iter().map(|one| one.key.as_str()));
    Err(match nearest(words[0], known) {
        Some(near) => format!("unknown word `{}`: did you mean `{near}`?", words[0]),
        None => {
            format!(
                "`{}` is not a combatant, a save or a check: write a combatant and one of {}",
                words[0],
                readable(kinds).join(", ")
            )
        }
    })
}

/// Returns the rest of a label after filler words: "death ray" of "save against death ray".
fn bare(label: &str) -> &str {
    let mut rest = label;
    while let Some((word, more)) = rest.split_once(' ') {
        if !FILLING.contains(&word) {
            break;
        }
        rest = more;
    }
    rest
}

/// Largest number of saves and checks that an error lists.
const MOST_LISTED: usize = 12;

/// Returns the labels of the saves and checks; of a long list only those with a target number of the GM, which the GM
/// usually calls for.
fn readable(kinds: &[SaveKind]) -> Vec<&str> {
    let is_numbered = kinds.iter().any(|kind| kind.number.is_some());
    let is_short = kinds.len() <= MOST_LISTED;
    let kinds = kinds
        .iter()
        .filter(|kind| is_short || kind.number.is_some() == is_numbered);
    let mut labels: Vec<&str> = Vec::new();
    for kind in kinds {
        let label = kind.choice.label.as_str();
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    labels
}

/// Parses a whole phrase.
fn whole(now: &Encounter, kinds: &[SaveKind], harms: &[Choice], text: &str) -> Option<Says> {
    let wanted = fold(text);
    if let Meant::One(id) = people::exactly(now, text) {
        return Some(Says::People(vec![id]));
    }
    if let Some(ids) = side(now, &wanted) {
        return Some(Says::People(ids));
    }
    let is = |one: &Choice| {
        let label = fold(&one.label);
        fold(&one.key) == wanted || label == wanted || bare(&label) == wanted
    };
    if let Some(place) = kinds.iter().position(|kind| is(&kind.choice)) {
        return Some(Says::Save(place));
    }
    if let Some(edge) = edge(&wanted) {
        return Some(Says::Edge(edge));
    }
    if let Some(success) = Success::from_word(&wanted) {
        return Some(Says::Success(success));
    }
    if let Some(place) = harms.iter().position(is) {
        return Some(Says::Damage(place));
    }
    if let Ok(number) = text.parse::<i64>() {
        return Some(if text.starts_with(['+', '-']) {
            Says::Modifier(number)
        } else {
            Says::Number(number)
        });
    }
    // Dice must be one word: "12 +2" is a target number and a modifier.
    if text.contains('d') && !text.contains(' ') && Dice::parse(text).is_ok() {
        return Some(Says::Dice);
    }
    FILLING.contains(&wanted.as_str()).then_some(Says::Filling)
}

/// Returns the members of a side by its name, the players, their foes, or everyone.
fn side(now: &Encounter, wanted: &str) -> Option<Vec<Id>> {
    let named = people::side(now, wanted);
    if let Some(side) = named {
        return Some(now.members(side).collect());
    }
    let of = |players: bool| {
        let is = |id: &Id| now.sides[now.get(*id).side.index()].players == players;
        now.present().filter(is).collect()
    };
    match wanted {
        "all" | "everyone" | "everybody" => Some(now.present().collect()),
        "players" | "party" => Some(of(true)),
        "foes" | "enemies" => Some(of(false)),
        _ => None,
    }
}

/// Splits words into a condition and its duration: `prone 2`, `prone for 2 rounds`, `prone until end b`.
///
/// # Errors
/// If the trigger is unknown. The error lists the known triggers.
pub fn lasting<'t>(
    system: &dyn System,
    now: &Encounter,
    text: &'t str,
) -> Result<(&'t str, Length), String> {
    let Some((before, trigger)) = text.split_once(" until ") else {
        return Ok(match rounds(now, text) {
            Some((before, rounds)) => (before, Length::Rounds(rounds)),
            None => (text, Length::Cleared),
        });
    };
    let length = until(system, now, trigger.trim())?;
    Ok(match (rounds(now, before), length) {
        (None, length) => (before, length),
        (Some((before, rounds)), Length::Turn(moment, who, _)) => {
            (before, Length::Turn(moment, who, rounds))
        }
        (Some((_, rounds)), _) => {
            return Err(format!(
                "write rounds with a turn as `{rounds} until b` or `{rounds} until end b`"
            ));
        }
    })
}

/// Returns `true` if it is a combatant's turn, or if the order marks the combatant as acting.
fn acts(system: &dyn System, now: &Encounter, who: Id) -> bool {
    let marked = |row: &OrderRow| row.mark == Mark::Acting && row.who == Some(who);
    now.turn == Some(who) || system.order(now).iter().any(marked)
}

/// Splits off a number of rounds at the end: `prone 2`, `prone for 2 rounds`. Ignores a number that is part of a name,
/// such as `Thug 2`.
fn rounds<'t>(now: &Encounter, text: &'t str) -> Option<(&'t str, i64)> {
    let units = [" rounds", " round", " turns", " turn"];
    let counted = units.iter().find_map(|unit| text.strip_suffix(unit));
    let (before, number) = counted.unwrap_or(text).rsplit_once(' ')?;
    let number = number.parse::<i64>().ok()?;
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_name = |length: usize| {
        let name = words[words.len() - length..].join(" ");
        matches!(people::exactly(now, &name), Meant::One(_))
    };
    let named = counted.is_none() && (2..=words.len().min(people::WORDS)).any(is_name);
    let before = before.strip_suffix(" for").unwrap_or(before);
    (!named).then_some((before, number))
}

/// Parses the trigger after `until`: a combatant's next turn, `end` of a combatant's turn, `next end` of the turn after
/// the current turn, or a word of the system.
fn until(system: &dyn System, now: &Encounter, text: &str) -> Result<Length, String> {
    let moments = system.schema().moments.iter().copied();
    let named = moments
        .clone()
        .find(|moment| moment.word == text && !moment.is_of_turn());
    if let Some(moment) = named {
        return Ok(Length::Until(moment));
    }
    let (is_next, rest) = match text.strip_prefix("next ") {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (occasion, who) = match rest.split_once(' ') {
        Some(("end", who)) => (Occasion::TurnEnds, who),
        _ => (Occasion::TurnBegins, text),
    };
    let who = match behind(now, who, |_| false)? {
        (rest, ids) if rest.is_empty() && ids.len() == 1 => ids[0],
        _ => {
            let words: Vec<&str> = moments.map(|moment| moment.word).collect();
            return Err(format!(
                "write when the condition ends: `until b` (the start of b's next turn), `until end b`, `until next end b`, or one of {}",
                words.join(", ")
            ));
        }
    };
    let moment = moments.clone().find(|moment| moment.occasion == occasion);
    let moment = moment.ok_or_else(|| "this system has no turns".to_owned())?;
    let skips = is_next && acts(system, now, who);
    Ok(Length::Turn(moment, who, i64::from(skips)))
}

/// Finds a condition of the system by key or label; a condition of the GM's own is in quotes.
///
/// # Errors
/// If the word is ambiguous; the error lists the possible conditions.
pub fn named_condition(schema: &Schema, word: &str) -> Result<String, String> {
    let known = schema.conditions.iter();
    if known.clone().any(|spec| spec.is(word)) {
        return Ok(word.to_owned());
    }
    let names = known.flat_map(|spec| [spec.key.as_str(), spec.label.as_str()]);
    let begins = |name: &&str| name.to_lowercase().starts_with(&word.to_lowercase());
    let meant = nearest(word, names.clone()).or_else(|| names.clone().find(begins));
    let own = format!("`condition \"{word}\"` creates your own condition");
    Err(match meant {
        Some(meant) => {
            format!("unknown condition `{word}`: did you mean `{meant}`? {own}")
        }
        None => format!("unknown condition `{word}`: {own}"),
    })
}
