//! Facts of the last input, for the checks `fact` and `figures`: sentences by key and arguments, events by kind and
//! fields, and texts by their combatants, sides and numbers.

use std::borrow::Cow;

use crate::dice::Tally;
use crate::encounter::says::SENTENCES;
use crate::encounter::{Condition, Encounter, Ends, Event, Giver, HealthChange, Need, Throw};
use crate::values::{Arg, Id, Said, SentenceSpec, Told, Value};

/// Fact of an event: kind of the event or key of a sentence, and its arguments by name.
pub struct Fact {
    key: Cow<'static, str>,
    args: Vec<(&'static str, Arg)>,
}

/// Kinds of events that are facts without a sentence, with their fields.
const KINDS: &[(&str, &[&str])] = &[
    ("act", &["who", "about", "figures"]),
    ("noted", &["about", "figures"]),
    (
        "rolled",
        &[
            "who", "what", "dice", "bonus", "faces", "total", "need", "terms", "passed",
        ],
    ),
    ("struck", &["by", "who", "hit"]),
    ("landed", &["by", "who", "amount"]),
    (
        "changed",
        &[
            "who", "at", "from", "to", "label", "amount", "kind", "cause",
        ],
    ),
    (
        "gained",
        &["who", "key", "until", "by", "value", "label", "cause"],
    ),
    ("lost", &["who", "key", "by", "label", "cause"]),
    ("linked", &["kind", "from", "to"]),
    ("unlinked", &["kind", "from", "to"]),
    ("adjusted", &["who", "by"]),
    ("amended", &["was", "is"]),
    ("round", &["number"]),
    ("turn", &["who"]),
    ("joined", &["name", "side"]),
    ("left", &["who", "cause"]),
    ("returned", &["who"]),
    ("due", &["hidden"]),
    ("staged", &["stage"]),
];

fn text(text: impl Into<Cow<'static, str>>) -> Arg {
    Arg::Text(text.into())
}

fn maybe(arg: Option<Arg>) -> Arg {
    arg.unwrap_or(Arg::No)
}

fn who(id: Option<Id>) -> Arg {
    maybe(id.map(Arg::Who))
}

fn people(all: &[Id]) -> Arg {
    Arg::List(all.iter().copied().map(Arg::Who).collect())
}

/// Returns the figures of a plain text.
fn in_text(now: &Encounter, plain: &str) -> Arg {
    match figures(now, plain).join(" ") {
        none if none.is_empty() => Arg::No,
        found => text(found),
    }
}

fn flag(is: bool) -> Arg {
    if is { Arg::Yes } else { Arg::No }
}

fn told(told: &Told) -> Arg {
    match told {
        Told::Plain(plain) if plain.is_empty() => Arg::No,
        Told::Plain(plain) => Arg::Text(plain.clone()),
        Told::Said(said) => Arg::Clause(said.clone()),
    }
}

fn value(value: Option<&Value>) -> Arg {
    match value {
        None => text("none"),
        Some(Value::Int(number)) => Arg::Number(*number),
        Some(Value::Who(who)) if who.len() == 1 => Arg::Who(who[0]),
        Some(value) => text(value.to_string()),
    }
}

/// Formats the terms of a sum: `+3-1`.
fn terms(tally: &Tally) -> Arg {
    let terms: String = tally
        .parts
        .iter()
        .map(|term| format!("{:+}", term.value))
        .collect();
    if terms.is_empty() {
        Arg::No
    } else {
        text(terms)
    }
}

fn until(condition: &Condition) -> Arg {
    match &condition.ends {
        Ends::WhenCleared => Arg::No,
        Ends::EndOfRound(round) => text(round.to_string()),
        Ends::At(moment) => text(moment.clone()),
        Ends::Turn { moment, whose, .. } => text(format!("{}.{moment}", whose.letter())),
    }
}

fn rolled(throw: &Throw) -> Vec<(&'static str, Arg)> {
    let faces: Vec<String> = throw.faces.iter().map(u32::to_string).collect();
    let need = throw.need.as_ref().map(|need| match need {
        Need::AtMost(need) | Need::AtLeast(need) => Arg::Number(*need),
    });
    let passed = throw.outcome.or_else(|| {
        let need = throw.need.as_ref()?;
        Some(need.met(throw.total))
    });
    let reasons = match throw.reasons.parts.len() {
        0 | 1 => Arg::No,
        _ => terms(&throw.reasons),
    };
    vec![
        ("who", who(throw.who)),
        ("what", told(&throw.what)),
        ("dice", text(throw.dice.to_string())),
        ("bonus", terms(&throw.bonus)),
        ("faces", text(faces.join("+"))),
        ("total", Arg::Number(throw.total)),
        ("need", maybe(need)),
        ("terms", reasons),
        ("passed", maybe(passed.map(flag))),
    ]
}

/// Returns the sentences and clauses of an encounter with this key, each with true for a clause. A clause may have the
/// key of a sentence.
fn specs<'n>(
    now: &'n Encounter,
    key: &'n str,
) -> impl Iterator<Item = (bool, &'static SentenceSpec)> + 'n {
    let tables = now.schema.sentences.iter().copied().chain([&SENTENCES]);
    let enums = tables.flat_map(|table| table.enums.iter().enumerate());
    let specs =
        enums.flat_map(|(place, (_, specs))| specs.iter().map(move |spec| (place > 0, spec)));
    specs.filter(move |(_, spec)| spec.key == key)
}

/// Adds a sentence or clause and the clauses in it.
fn add_said(now: &Encounter, said: &Said, is_clause: bool, found: &mut Vec<Fact>) {
    let Said(key, args) = said;
    let fits = |(_, spec): &(bool, &SentenceSpec)| spec.args.len() >= args.len();
    let spec = specs(now, key).filter(fits);
    let spec = spec.min_by_key(|(of_clauses, _)| *of_clauses != is_clause);
    let names = spec.map_or(&[][..], |(_, spec)| spec.args);
    let named = names.iter().zip(args);
    found.push(Fact {
        key: key.clone(),
        args: named.map(|((name, _), arg)| (*name, arg.clone())).collect(),
    });
    args.iter().for_each(|arg| add_clauses(now, arg, found));
}

fn add_clauses(now: &Encounter, arg: &Arg, found: &mut Vec<Fact>) {
    match arg {
        Arg::Clause(said) => add_said(now, said, true, found),
        Arg::List(args) => args.iter().for_each(|arg| add_clauses(now, arg, found)),
        _ => {}
    }
}

/// Returns the facts of an event: its kind with its fields, then its sentences with the clauses in them.
pub fn of_event(now: &Encounter, event: &Event) -> Vec<Fact> {
    let mut found = Vec::new();
    let mut says: Vec<&Told> = Vec::new();
    let kind: Option<(&'static str, Vec<(&'static str, Arg)>)> = match event {
        Event::Act {
            text: Told::Plain(plain),
            who: by,
            about,
            ..
        } => Some((
            "act",
            vec![
                ("who", who(*by)),
                ("about", people(about)),
                ("figures", in_text(now, plain)),
            ],
        )),
        Event::Noted {
            text: Told::Plain(plain),
            about,
            ..
        } => Some((
            "noted",
            vec![("about", people(about)), ("figures", in_text(now, plain))],
        )),
        Event::Act { text, .. } | Event::Noted { text, .. } => {
            says.push(text);
            None
        }
        Event::Amended { rows, .. } => {
            for row in rows {
                let args = vec![("was", text(row.was.clone())), ("is", text(row.is.clone()))];
                found.push(Fact {
                    key: "amended".into(),
                    args,
                });
            }
            None
        }
        Event::Rolled(throw) => {
            says.extend([&throw.what, &throw.told]);
            Some(("rolled", rolled(throw)))
        }
        Event::Struck { by, who, hit } => Some((
            "struck",
            vec![
                ("by", Arg::Who(*by)),
                ("who", Arg::Who(*who)),
                ("hit", flag(*hit)),
            ],
        )),
        Event::Landed { by, who, amount } => Some((
            "landed",
            vec![
                ("by", Arg::Who(*by)),
                ("who", Arg::Who(*who)),
                ("amount", Arg::Number(*amount)),
            ],
        )),
        Event::Changed {
            who,
            at,
            from,
            to,
            label,
            health,
            cause,
        } => {
            says.extend([label, cause]);
            let (amount, kind) = match health {
                Some(HealthChange::Damage { amount, kind }) => {
                    let kind = Some(kind).filter(|kind| !kind.is_empty());
                    (Some(*amount), kind.map(|kind| text(kind.clone())))
                }
                Some(HealthChange::Healing { amount }) => (Some(*amount), None),
                Some(HealthChange::Wounds) | None => (None, None),
            };
            Some((
                "changed",
                vec![
                    ("who", Arg::Who(*who)),
                    ("at", text(at.clone())),
                    ("from", value(from.as_ref())),
                    ("to", value(to.as_ref())),
                    ("label", told(label)),
                    ("amount", maybe(amount.map(Arg::Number))),
                    ("kind", maybe(kind)),
                    ("cause", told(cause)),
                ],
            ))
        }
        Event::Gained {
            who: bearer,
            condition,
            label,
            ..
        } => {
            says.extend([label, &condition.cause]);
            Some((
                "gained",
                vec![
                    ("who", Arg::Who(*bearer)),
                    ("key", text(condition.key.clone())),
                    ("until", until(condition)),
                    ("by", who(condition.by)),
                    ("value", Arg::Number(condition.value)),
                    ("label", told(label)),
                    ("cause", told(&condition.cause)),
                ],
            ))
        }
        Event::Lost {
            who: bearer,
            key,
            giver,
            label,
            cause,
        } => {
            says.extend([label, cause]);
            let by = match giver {
                Giver::Any => None,
                Giver::One(by) => *by,
            };
            Some((
                "lost",
                vec![
                    ("who", Arg::Who(*bearer)),
                    ("key", text(key.clone())),
                    ("by", who(by)),
                    ("label", told(label)),
                    ("cause", told(cause)),
                ],
            ))
        }
        Event::Linked(link) | Event::Unlinked(link) => {
            let kind = match event {
                Event::Linked(_) => "linked",
                _ => "unlinked",
            };
            Some((
                kind,
                vec![
                    ("kind", text(link.kind.to_string())),
                    ("from", Arg::Who(link.from)),
                    ("to", Arg::Who(link.to)),
                ],
            ))
        }
        Event::Adjusted { who: whose, by } => Some((
            "adjusted",
            vec![("who", who(*whose)), ("by", Arg::Number(*by))],
        )),
        Event::Round { number, text } => {
            says.push(text);
            let number = Arg::Number(i64::from(*number));
            Some(("round", vec![("number", number)]))
        }
        Event::Turn { who: whose } => Some(("turn", vec![("who", who(*whose))])),
        Event::Joined { combatant } => Some((
            "joined",
            vec![
                ("name", text(combatant.name.to_string())),
                ("side", Arg::Side(combatant.side)),
            ],
        )),
        Event::Left { who, cause } => {
            let cause = Some(cause).filter(|cause| !cause.is_empty());
            let cause = maybe(cause.map(|cause| text(cause.clone())));
            Some(("left", vec![("who", Arg::Who(*who)), ("cause", cause)]))
        }
        Event::Returned { who } => Some(("returned", vec![("who", Arg::Who(*who))])),
        Event::CameDue { text, hidden, .. } => {
            says.push(text);
            Some(("due", vec![("hidden", flag(*hidden))]))
        }
        Event::Staged { stage, text: words } => {
            says.push(words);
            Some(("staged", vec![("stage", text(stage.word()))]))
        }
        _ => None,
    };
    found.extend(kind.map(|(kind, args)| Fact {
        key: kind.into(),
        args,
    }));
    for told in says {
        if let Told::Said(said) = told {
            add_said(now, said, false, &mut found);
        }
    }
    found
}

impl Fact {
    /// Returns the text of the fact as a check names it.
    pub fn shown(&self, now: &Encounter) -> String {
        let args = self.args.iter();
        let args: Vec<String> = args
            .map(|(name, arg)| format!("{name}={}", shown(now, arg)))
            .collect();
        format!("{} {}", self.key, args.join(", "))
            .trim_end()
            .to_owned()
    }
}

/// Formats an argument: letters, names of sides, numbers, `yes` and `no`, texts, clauses as `Key(1 2)`, lists joined by
/// `+`; an empty list is `none`.
fn shown(now: &Encounter, arg: &Arg) -> String {
    match arg {
        Arg::Who(id) => id.letter(),
        Arg::Side(side) => now.side_name(*side).to_owned(),
        Arg::Number(number) => number.to_string(),
        Arg::Text(text) => text.clone().into_owned(),
        Arg::Clause(Said(key, args)) if args.is_empty() => key.clone().into_owned(),
        Arg::Clause(Said(key, args)) => {
            let args: Vec<String> = args.iter().map(|arg| shown(now, arg)).collect();
            format!("{key}({})", args.join(" "))
        }
        Arg::List(args) if args.is_empty() => "none".to_owned(),
        Arg::List(args) => {
            let args: Vec<String> = args.iter().map(|arg| shown(now, arg)).collect();
            args.join("+")
        }
        Arg::Yes => "yes".to_owned(),
        Arg::No => "no".to_owned(),
    }
}

/// Returns `true` if an argument has the wanted value. Combatants may also be written by name.
fn fits(now: &Encounter, arg: &Arg, wanted: &str) -> bool {
    match arg {
        Arg::Who(id) => id.letter() == wanted || now.name(*id).eq_ignore_ascii_case(wanted),
        Arg::List(args)
            if !args.is_empty() && args.iter().all(|arg| matches!(arg, Arg::Who(_))) =>
        {
            let wanted: Vec<&str> = wanted.split('+').collect();
            let mut both = args.iter().zip(&wanted);
            args.len() == wanted.len() && both.all(|(arg, wanted)| fits(now, arg, wanted))
        }
        arg => shown(now, arg) == wanted,
    }
}

/// Wanted fact: a key, and the wanted values of some arguments.
pub struct Wanted<'t> {
    key: &'t str,
    args: Vec<(&'t str, &'t str)>,
}

impl<'t> Wanted<'t> {
    /// Reads `KEY` or `KEY ARG=VALUE, ARG=VALUE`.
    ///
    /// # Errors
    /// For unknown keys and arguments, which would make a negated check meaningless.
    pub fn read(now: &Encounter, text: &'t str) -> Result<Self, String> {
        let (key, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let kind = KINDS.iter().find(|(kind, _)| *kind == key);
        let fields: Vec<&str> = match kind {
            Some((_, fields)) => fields.to_vec(),
            None => specs(now, key)
                .flat_map(|(_, spec)| spec.args.iter().map(|(name, _)| *name))
                .collect(),
        };
        if kind.is_none() && specs(now, key).next().is_none() {
            return Err(format!("the system has no fact `{key}`"));
        }
        let mut args: Vec<(&str, &str)> = Vec::new();
        let mut rest = rest.trim();
        while !rest.is_empty() {
            let (name, after) = rest
                .split_once('=')
                .ok_or_else(|| format!("write `{key} ARGUMENT=VALUE`, not `{rest}`"))?;
            let name = name.trim();
            if !fields.contains(&name) {
                return Err(format!("`{key}` has no `{name}`, only {fields:?}"));
            }
            // A comma before the next argument ends the value.
            let ends = after.match_indices(", ").find(|(at, _)| {
                let next = after[at + 2..].split_once('=');
                next.is_some_and(|(next, _)| fields.contains(&next.trim()))
            });
            let (value, next) = match ends {
                Some((at, _)) => (&after[..at], &after[at + 2..]),
                None => (after, ""),
            };
            args.push((name, value.trim()));
            rest = next.trim();
        }
        Ok(Self { key, args })
    }

    /// Returns `true` if the fact has this key and these arguments.
    pub fn is(&self, now: &Encounter, fact: &Fact) -> bool {
        let has = |(name, wanted): &(&str, &str)| {
            let found = fact.args.iter().find(|(known, _)| known == name);
            found.is_some_and(|(_, arg)| fits(now, arg, wanted))
        };
        fact.key == self.key && self.args.iter().all(has)
    }
}

/// Returns the letters of combatants, the names of sides and the numbers in a text, in their order.
pub fn figures(now: &Encounter, text: &str) -> Vec<String> {
    let people = now.ids().map(|id| (now.name(id).to_owned(), id.letter()));
    let sides = now.side_ids().map(|id| {
        let name = now.side_name(id).to_owned();
        (name.clone(), name)
    });
    let mut names: Vec<(String, String)> = people.chain(sides).collect();
    names.retain(|(name, _)| !name.is_empty());
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    let text = text.replace('−', "-");
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(sign) = text[at..].chars().next() {
        let rest = &text[at..];
        let named = names.iter().filter(|_| !before.is_alphanumeric());
        let named = named.filter(|(name, _)| rest.starts_with(name.as_str()));
        let mut named =
            named.filter(|(name, _)| !rest[name.len()..].starts_with(char::is_alphanumeric));
        let minus = sign == '-' && !before.is_alphanumeric();
        let digits = &rest[usize::from(minus)..];
        let length = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        if let Some((name, short)) = named.next() {
            found.push(short.clone());
            at += name.len();
            before = 'a';
        } else if length > 0 {
            let end = length + usize::from(minus);
            found.push(rest[..end].to_owned());
            at += end;
            before = '0';
        } else {
            at += sign.len_utf8();
            before = sign;
        }
    }
    found
}
