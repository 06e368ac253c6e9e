//! Facts of a fight as short lines: events, questions and states by their keys, ids and numbers, without sentences,
//! labels and titles. Recorded pages consist of these lines, so that new wording changes none of them.
//!
//! Combatants are their letters, sides are `#0`, `#1`, … in the order added. A sentence is reduced to the combatants,
//! sides and numbers in it, in their order ([`Names::facts`]). [`Names::template`] is the opposite: the sentence with
//! `@`, `%` and `0` in their place.

use std::collections::BTreeSet;

use affray::dice::{Dice, Tally};
use affray::encounter::{Condition, Encounter, Ends, Event, Giver, Need, Throw};
use affray::resolver::{Choice, Draft, Field, FieldKind, Kind, Prompt, Roll};
use affray::rules::{Entry, Mark, OrderRow, System};
use affray::session::{Session, Waits};
use affray::text::capital;
use affray::values::{Arg, Id, Record, Said, SideId, Told, Value};

/// Names of the combatants and sides of a fight, longest first, each with its letter or number. Names of items have an
/// empty text.
pub struct Names(Vec<(String, String)>);

/// Returns the names of the items on the sheets of a fight, such as weapons and spells.
pub fn things(now: &Encounter) -> BTreeSet<String> {
    let sheets = now.ids().map(|id| now.get(id).sheet.record());
    let lists = sheets.flat_map(|sheet| sheet.0.into_values());
    let rows = lists.filter_map(|value| match value {
        Value::List(rows) => Some(rows),
        _ => None,
    });
    let names = rows.flatten().map(|row| row.word("name").to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

/// Part of a sentence.
enum Piece<'t> {
    Text(&'t str),
    /// Letter of a combatant or number of a side.
    Name(&'t str),
    Number(&'t str),
}

impl Names {
    pub fn of(now: &Encounter) -> Self {
        let people = now.ids().map(|id| (now.name(id).to_owned(), id.letter()));
        let sides = now
            .side_ids()
            .map(|id| (now.side_name(id).to_owned(), side(id)));
        let mut all: Vec<_> = people.chain(sides).collect();
        all.retain(|(name, _)| !name.is_empty());
        all.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        Self(all)
    }

    /// Adds the names of items, which [`Names::template`] also replaces.
    #[must_use]
    pub fn and_things(mut self, things: &BTreeSet<String>) -> Self {
        for thing in things {
            self.0.push((thing.clone(), String::new()));
            self.0.push((capital(thing), String::new()));
        }
        self.0
            .sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        self
    }

    /// Splits a sentence at the names and numbers in it.
    fn pieces<'t>(&'t self, text: &'t str) -> Vec<Piece<'t>> {
        let mut pieces = Vec::new();
        let (mut from, mut at) = (0, 0);
        let mut inside_word = false;
        while let Some(sign) = text[at..].chars().next() {
            let rest = &text[at..];
            let ends = |name: &str| !rest[name.len()..].starts_with(char::is_alphanumeric);
            let named = |(name, _): &&(String, String)| rest.starts_with(name) && ends(name);
            let named = self.0.iter().filter(|_| !inside_word).find(named);
            let digits = rest.find(|c: char| !c.is_ascii_digit());
            let digits = digits.unwrap_or(rest.len());
            let (piece, length) = match named {
                Some((name, short)) => (Piece::Name(short), name.len()),
                None if digits > 0 => (Piece::Number(&rest[..digits]), digits),
                None => {
                    inside_word = sign.is_alphanumeric();
                    at += sign.len_utf8();
                    continue;
                }
            };
            if from < at {
                pieces.push(Piece::Text(&text[from..at]));
            }
            pieces.push(piece);
            at += length;
            from = at;
            inside_word = false;
        }
        if from < text.len() {
            pieces.push(Piece::Text(&text[from..]));
        }
        pieces
    }

    /// Returns the combatants, sides and numbers in a sentence.
    pub fn facts(&self, text: &str) -> String {
        let pieces = self.pieces(text).into_iter();
        let facts: Vec<&str> = pieces
            .filter_map(|piece| match piece {
                Piece::Text(_) => None,
                Piece::Name(fact) | Piece::Number(fact) => Some(fact),
            })
            .collect();
        facts.join(" ")
    }

    /// Returns a sentence with `@` for its combatants, `%` for its sides, `*` for items and `0` for its numbers.
    /// Several of the same kind in a row become one sign.
    pub fn template(&self, text: &str) -> String {
        let mut template = String::new();
        for piece in self.pieces(text) {
            template += match piece {
                Piece::Text(text) => text,
                Piece::Name(fact) if fact.starts_with('#') => "%",
                Piece::Name("") => "*",
                Piece::Name(_) => "@",
                Piece::Number(_) => "0",
            };
        }
        while let Some(shorter) = [
            ("@, @", "@"),
            ("@ and @", "@"),
            ("*, *", "*"),
            ("0, 0", "0"),
        ]
        .iter()
        .find(|(several, _)| template.contains(several))
        .map(|(several, one)| template.replace(several, one))
        {
            template = shorter;
        }
        template
    }
}

/// Returns the number of a side: `#0`.
fn side(id: SideId) -> String {
    format!("#{}", id.index())
}

fn letter(who: Option<Id>) -> String {
    who.map_or("-".to_owned(), Id::letter)
}

fn letters(who: &[Id]) -> String {
    let letters: Vec<String> = who.iter().map(|id| id.letter()).collect();
    letters.join(" ")
}

/// Joins the parts that are not empty.
fn joined(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// Formats a value in full: `{name:axe worn:yes}`, `[1 2]`.
pub fn value(value: &Value) -> String {
    let list = |all: Vec<String>| format!("[{}]", all.join(" "));
    match value {
        Value::List(rows) => list(rows.iter().map(record).collect()),
        Value::Values(values) => list(values.iter().map(self::value).collect()),
        Value::Sides(sides) => list(sides.iter().map(|id| side(*id)).collect()),
        Value::Record(cells) => record(cells),
        Value::Who(who) if who.len() != 1 => format!("[{}]", letters(who)),
        other => other.to_string(),
    }
}

fn record(record: &Record) -> String {
    let cells = record.0.iter();
    let cells: Vec<String> = cells
        .map(|(key, to)| format!("{key}:{}", value(to)))
        .collect();
    format!("{{{}}}", cells.join(" "))
}

fn set(to: Option<&Value>) -> String {
    to.map_or("-".to_owned(), value)
}

/// Formats the terms of a sum: `+3-1`.
fn terms(tally: &Tally) -> String {
    let terms = tally.parts.iter();
    terms.map(|term| format!("{:+}", term.value)).collect()
}

fn need(need: Option<&Need>) -> String {
    match need {
        None => String::new(),
        Some(Need::AtMost(need)) => format!("<={need}"),
        Some(Need::AtLeast(need)) => format!(">={need}"),
    }
}

/// Formats a condition with its end, source and value: `prone until 3 by b value 2`.
fn condition(condition: &Condition) -> String {
    let mut text = condition.key.clone();
    match &condition.ends {
        Ends::WhenCleared => {}
        Ends::EndOfRound(round) => text += &format!(" until {round}"),
        Ends::At(moment) => text += &format!(" until {moment}"),
        Ends::Turn {
            moment,
            whose,
            latest,
            from,
        } => {
            text += &format!(" until {}.{moment} {latest}", whose.letter());
            if *from > 0 {
                text += &format!(" from {from}");
            }
        }
    }
    if let Some(by) = condition.by {
        text += &format!(" by {}", by.letter());
    }
    if condition.value != 0 {
        text += &format!(" value {}", condition.value);
    }
    if condition.secret {
        text += " secret";
    }
    text
}

/// Formats dice with their bonus, target number and its terms: `a d20+5 >=12 (+10+2)`.
fn thrown(
    who: Option<Id>,
    dice: &Dice,
    bonus: &Tally,
    target: Option<&Need>,
    reasons: &Tally,
) -> String {
    let reasons = match reasons.parts.len() {
        0 | 1 => String::new(),
        _ => format!("({})", terms(reasons)),
    };
    let dice = format!("{dice}{}", terms(bonus));
    joined(&[&letter(who), &dice, &need(target), &reasons])
}

/// Formats a roll as logged: `a d20+5 >=12: 14=19 ok`. A roll that the question before it asked for leaves out its dice
/// and its target number.
fn rolled(names: &Names, throw: &Throw, asked: &Asked) -> String {
    let faces: Vec<String> = throw.faces.iter().map(u32::to_string).collect();
    let thrown = thrown(
        throw.who,
        &throw.dice,
        &throw.bonus,
        throw.need.as_ref(),
        &throw.reasons,
    );
    let is_asked = asked.rows.iter().any(|row| row.key.starts_with(&thrown));
    let mut text = if is_asked {
        letter(throw.who)
    } else {
        format!("{thrown}:")
    };
    text += &format!(" {}", faces.join(","));
    if faces.len() > 1 || !throw.bonus.is_empty() {
        text += &format!("={}", throw.total);
    }
    match throw.need {
        Some(Need::AtMost(need)) if throw.total > need => text += " no",
        Some(Need::AtLeast(need)) if throw.total < need => text += " no",
        Some(_) => text += " ok",
        None => {}
    }
    if !throw.forced.is_empty() {
        text += &format!(" forced {}", names.facts(&throw.forced));
    }
    if !throw.kept_as.is_empty() {
        text += &format!(" as {}", throw.kept_as);
    }
    text
}

/// Formats events, a line each; changes of one sheet share a line, and combatants with the same changes too. `asked` is
/// the question before them.
pub fn events(names: &Names, all: &[&Event], asked: &Asked) -> Vec<String> {
    let mut lines = Vec::new();
    let mut changes: Vec<(Id, String)> = Vec::new();
    for (place, one) in all.iter().enumerate() {
        let before = place.checked_sub(1).map(|place| all[place]);
        if before.is_some_and(|before| keeps(before, one)) {
            continue;
        }
        let Some(line) = event(names, one, asked) else {
            continue;
        };
        let Event::Changed { who, .. } = one else {
            lines.extend(shared(&changes));
            changes.clear();
            lines.push(line);
            continue;
        };
        match changes.last_mut() {
            Some((last, so_far)) if last == who => *so_far += &format!(", {line}"),
            _ => changes.push((*who, line)),
        }
    }
    lines.extend(shared(&changes));
    lines
}

/// Returns true if an event stores the total of the roll before it in the empty field that the roll names.
fn keeps(roll: &Event, stored: &Event) -> bool {
    match (roll, stored) {
        (
            Event::Rolled(throw),
            Event::Changed {
                who,
                at,
                from: None,
                to: Some(Value::Int(to)),
                ..
            },
        ) => throw.who == Some(*who) && throw.kept_as == *at && throw.total == *to,
        _ => false,
    }
}

/// Joins combatants in a row with the same changes.
fn shared(changes: &[(Id, String)]) -> Vec<String> {
    let same = changes.chunk_by(|(_, one), (_, other)| one == other);
    let same = same.map(|some| {
        let who: Vec<String> = some.iter().map(|(who, _)| who.letter()).collect();
        format!("{} {}", who.join(","), some[0].1)
    });
    same.collect()
}

/// Returns the facts of what an event says: the names and numbers of a text, otherwise the key and its arguments.
fn told(names: &Names, told: &Told) -> String {
    match told {
        Told::Plain(text) => names.facts(text),
        Told::Said(said) => sentence(said),
    }
}

/// Formats a sentence. Arguments at its end that are missing or false are left out.
fn sentence(Said(key, args): &Said) -> String {
    let last = args.iter().rposition(|arg| *arg != Arg::No);
    let args = args.iter().take(last.map_or(0, |last| last + 1));
    let args: Vec<String> = args.map(argument).collect();
    joined(&[key, &args.join(" ")])
}

/// Returns true for a word that cannot be taken for a letter, a number or a flag and needs no quotes.
fn is_plain(text: &str) -> bool {
    text.len() > 3 && text.bytes().all(|c| c.is_ascii_lowercase() || c == b'-')
}

fn argument(arg: &Arg) -> String {
    match arg {
        Arg::Who(id) => id.letter(),
        Arg::Side(side) => format!("#{}", side.index()),
        Arg::Number(number) => number.to_string(),
        Arg::Text(text) if is_plain(text) => text.to_string(),
        Arg::Text(text) => format!("{text:?}"),
        Arg::Clause(said) => format!("({})", sentence(said)),
        Arg::List(args) => args.iter().map(argument).collect::<Vec<_>>().join(","),
        Arg::Yes => "yes".to_owned(),
        Arg::No => "no".to_owned(),
    }
}

/// Formats an event; `None` for an event that only sets a part of the system's own state.
fn event(names: &Names, event: &Event, asked: &Asked) -> Option<String> {
    // Combatants that the sentence concerns but does not name.
    let besides = |about: &[Id], facts: &str| {
        let named: Vec<&str> = facts.split(' ').collect();
        let others = about.iter().map(|id| id.letter());
        let others: Vec<String> = others.filter(|one| !named.contains(&&**one)).collect();
        match others.as_slice() {
            [] => String::new(),
            others => format!("about {}", others.join(" ")),
        }
    };
    let flag = |is: bool, word: &'static str| if is { word } else { "" };
    Some(match event {
        Event::Kept { .. } | Event::Meanwhile { .. } => return None,
        Event::Act {
            who,
            about,
            text,
            secret,
        } => {
            let facts = told(names, text);
            let about: Vec<Id> = who.iter().chain(about).copied().collect();
            let besides = besides(&about, &facts);
            joined(&["|", &facts, &besides, flag(*secret, "secret")])
        }
        Event::Noted {
            about,
            text,
            planned,
            aside,
        } => {
            let facts = told(names, text);
            let besides = besides(about, &facts);
            let flags = joined(&[flag(*planned, "planned"), flag(*aside, "aside")]);
            joined(&["+", &facts, &besides, &flags])
        }
        Event::Amended { asked, rows, .. } => {
            let rows: Vec<String> = rows
                .iter()
                .map(|row| [&row.was, &row.is].map(|text| names.facts(text)).join(">"))
                .collect();
            joined(&["amended", &names.facts(asked), &rows.join(", ")])
        }
        Event::Rolled(throw) => format!("roll {}", rolled(names, throw, asked)),
        Event::Struck { by, who, hit } => {
            let hit = if *hit { "hits" } else { "misses" };
            format!("{} {hit} {}", by.letter(), who.letter())
        }
        Event::Landed { by, who, amount } => {
            format!("{} harms {} {amount}", by.letter(), who.letter())
        }
        Event::Changed {
            at,
            from: None | Some(Value::Flag(_)),
            to: Some(to @ Value::Flag(_)),
            ..
        } => format!("{at} {to}"),
        Event::Changed { at, from, to, .. } => {
            format!("{at} {}>{}", set(from.as_ref()), set(to.as_ref()))
        }
        Event::Gained {
            who,
            condition: gained,
            ..
        } => format!("{} +{}", who.letter(), condition(gained)),
        Event::Lost {
            who, key, giver, ..
        } => {
            let giver = match giver {
                Giver::Any => String::new(),
                Giver::One(by) => format!(" by {}", letter(*by)),
            };
            format!("{} -{key}{giver}", who.letter())
        }
        Event::Linked(link) => {
            format!("{} +{} {}", link.from.letter(), link.kind, link.to.letter())
        }
        Event::Unlinked(link) => {
            format!("{} -{} {}", link.from.letter(), link.kind, link.to.letter())
        }
        Event::Adjusted { who, by } => format!("adjust {} {by:+}", letter(*who)),
        Event::Round { number, .. } => format!("round {number}"),
        Event::Turn { who } => joined(&["turn", &who.map_or(String::new(), Id::letter)]),
        Event::Sided { side } => format!("side {}", side.name),
        Event::Fielded { side: of, party } => format!("party {} {party}", side(*of)),
        Event::Joined { combatant } => {
            format!("joins {} {}", side(combatant.side), combatant.name)
        }
        Event::Left { who, .. } => format!("{} leaves", who.letter()),
        Event::Returned { who } => format!("{} returns", who.letter()),
        Event::Edited {
            who,
            name,
            other_name,
            side: to,
            group,
            notes,
            ..
        } => {
            let to = to.map_or(String::new(), side);
            let words =
                [name, group, notes, other_name].map(|word| word.clone().unwrap_or_default());
            let words = words.each_ref().map(String::as_str);
            joined(&[
                &who.letter(),
                "edited",
                words[0],
                &to,
                words[1],
                words[2],
                words[3],
            ])
        }
        Event::Hid { who, hidden } => {
            format!(
                "{} {}",
                who.letter(),
                if *hidden { "hidden" } else { "shown" }
            )
        }
        Event::CombatantRoller { who, roller } => format!("{} dice {roller:?}", who.letter()),
        Event::SideRoller {
            side: of,
            roller,
            typed,
        } => format!("{} dice {roller:?} {typed:?}", side(*of)),
        Event::CombatantControl { who, control } => format!("{} {control:?}", who.letter()),
        Event::SideControl {
            side: of,
            control,
            tactics,
        } => format!("{} {control:?} {tactics:?}", side(*of)),
        Event::Led { who, side: of, .. } => {
            let of = of.map_or(String::new(), side);
            joined(&["led", &who.map_or(String::new(), Id::letter), &of])
        }
        Event::EnvironmentRoller { roller } => format!("dice {roller:?}"),
        Event::Notes { text } => format!("notes {text}"),
        Event::Scheduled(planned) => {
            let arriving = planned.arriving.iter();
            let names: Vec<&str> = arriving.map(|one| one.combatant.name.as_str()).collect();
            let hidden = flag(planned.hidden, "hidden");
            let when = format!("{:?}", planned.when);
            joined(&[
                "planned",
                &when,
                &planned.text,
                &names.join(", "),
                &planned.save,
                hidden,
            ])
        }
        Event::CameDue { place, hidden, .. } => {
            joined(&["due", &place.to_string(), flag(*hidden, "hidden")])
        }
        Event::Unscheduled { place } => format!("not due {place}"),
        Event::Staged { stage, .. } => format!("stage {}", stage.word()),
    })
}

/// Returns the rows of the order, each with its combatants: `=` marks a heading, `>` who acts, `.` who is done, `~` who
/// holds, `x` a lost turn, `*` the current row; a label or detail leaves its numbers.
pub fn order(system: &dyn System, now: &Encounter, names: &Names) -> Vec<(String, String)> {
    let row = |row: OrderRow| {
        let mark = match row.mark {
            Mark::Heading => "=",
            Mark::Acting => ">",
            Mark::Waiting => "",
            Mark::Done => ".",
            Mark::Held => "~",
            Mark::Lost => "x",
        };
        let current = if row.current { "*" } else { "" };
        let who: Vec<Id> = row.who.into_iter().chain(row.shared).collect();
        let who = letters(&who).replace(' ', ",");
        let text = names.facts(&format!("{} {}", row.label, row.detail));
        let rest = text.split(' ');
        let rest = rest.filter(|fact| !who.split(',').any(|one| one == *fact));
        let rest: Vec<&str> = rest.filter(|fact| !fact.is_empty()).collect();
        let rest = match rest.as_slice() {
            [] => String::new(),
            rest => format!(":{}", rest.join(",")),
        };
        (who.clone(), format!("{mark}{current}{who}{rest}"))
    };
    system.order(now).into_iter().map(row).collect()
}

/// Returns the parts of a combatant's row: life, numbers of the defence, number of words of the state with the numbers
/// in them, and whether the combatant is down.
pub fn row(session: &Session, names: &Names, who: Id) -> [String; 4] {
    let row = session.row(who);
    let words = row.words();
    let facts = words.iter().map(|word| names.facts(word));
    let facts: Vec<String> = facts.filter(|facts| !facts.is_empty()).collect();
    [
        format!("{}/{}", row.life.0, row.life.1),
        format!("^{}", names.facts(&row.defence)),
        format!("{}w{}", words.len(), hint(facts.join(" "))),
        if row.down { "down" } else { "up" }.to_owned(),
    ]
}

/// Question of a fight as facts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    /// Key of the question; `do` and `do of one` for a menu of several combatants and of one.
    pub key: String,
    /// Kind of the question: a form and a roll may have the same key.
    pub kind: &'static str,
    /// Letter of the combatant asked; "" for a menu of several.
    pub who: String,
    /// Key (none for a menu) with the combatant asked, the number of the repetition, and the facts in title and hint.
    pub head: String,
    /// Rows, options or dice.
    pub rows: Vec<Row>,
    /// True if the rows are short enough to share a line.
    pub in_line: bool,
}

/// Row of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Key of a row of a form; for a roll the combatant and the dice.
    pub key: String,
    /// Key with the default and the hint.
    pub says: String,
    /// Values that a row of a form accepts, `0..1 b c` or its options.
    pub takes: Vec<String>,
}

impl Row {
    fn keyed(says: String) -> Self {
        Self {
            key: says.clone(),
            ..Self::new(says)
        }
    }

    fn new(says: impl Into<String>) -> Self {
        Self {
            says: says.into(),
            ..Self::default()
        }
    }
}

/// Returns the question that a fight waits for.
pub fn waits(session: &Session, names: &Names) -> Asked {
    match session.waits() {
        Waits::Fault(_) => Asked {
            key: "fault".to_owned(),
            head: "fault".to_owned(),
            ..Asked::default()
        },
        Waits::Offers { title, .. } => {
            let menu = session.menu();
            let mut who = menu.iter().filter_map(|one| one.command.who);
            let first = who.next();
            // Entries of one combatant do not repeat its letter.
            let only = first.filter(|first| who.all(|who| who == *first));
            let title = names.facts(title);
            let only_letter = only.map_or(String::new(), Id::letter);
            let is_named = title.split(' ').any(|fact| fact == only_letter);
            let who = if is_named { "" } else { &only_letter };
            let preset = menu.iter().position(|one| one.preset);
            let rows = menu.iter().enumerate().map(|(place, one)| {
                let preset = if preset == Some(place) { "=" } else { "" };
                format!("{preset}{}", entry(one, only, names))
            });
            Asked {
                key: if only.is_some() { "do of one" } else { "do" }.to_owned(),
                kind: "menu",
                head: joined(&[&title, who]),
                rows: rows.map(Row::new).collect(),
                in_line: true,
                who: only_letter,
            }
        }
        Waits::Prompt(prompt) => asked(session, names, prompt),
    }
}

fn asked(session: &Session, names: &Names, prompt: &Prompt) -> Asked {
    let question = &prompt.question;
    let who = question.who.map_or(String::new(), Id::letter);
    let nth = match question.nth {
        0 => String::new(),
        nth => format!("/{nth}"),
    };
    let facts = names.facts(&format!("{} {}", prompt.title, prompt.hint));
    let facts = if facts == who { "" } else { &facts };
    let head = joined(&[&question.key, &format!("{who}{nth}"), facts]);
    let mut rows = rows(names, prompt);
    if let Some(preview) = session.preview(&Draft::default()) {
        let shows = preview.shows.iter();
        let shows = shows.map(|show| joined(&["~", &names.facts(&show.text)]));
        let next = preview.next.map(|next| format!("~> {}", next.question.key));
        let refused = preview
            .refused
            .map(|why| joined(&["~ refused", &names.facts(&why)]));
        rows.extend(shows.chain(next).chain(refused).map(Row::new));
    }
    let kind = match &prompt.kind {
        Kind::Form(_) => "form",
        Kind::Roll(_) | Kind::Rolls(_) => "dice",
        _ => "choice",
    };
    Asked {
        key: question.key.to_string(),
        kind,
        who,
        head,
        rows,
        in_line: !matches!(prompt.kind, Kind::Form(_) | Kind::Rolls(_)),
    }
}

/// Formats the rows of a question.
pub fn rows(names: &Names, prompt: &Prompt) -> Vec<Row> {
    let says = match &prompt.kind {
        Kind::Roll(roll) => {
            // The letter is in the head.
            let is_asked = prompt.question.who.is_some() && roll.who == prompt.question.who;
            let text = dice(roll);
            let letter = format!("{} ", letter(roll.who));
            let says = text.strip_prefix(&letter).filter(|_| is_asked);
            let says = says.unwrap_or(&text).to_owned();
            return vec![Row {
                key: text,
                says,
                takes: Vec::new(),
            }];
        }
        Kind::Rolls(rows) => {
            let rows = rows.iter().map(|row| dice(&row.roll));
            return rows.map(Row::keyed).collect();
        }
        Kind::Choice { options, preset } => {
            let mark = |place| if place == *preset { "*" } else { "" };
            let row = |(place, one)| format!("{}{}", mark(place), option(one, names));
            options.iter().enumerate().map(row).collect()
        }
        Kind::Form(fields) => return fields.iter().map(|one| field(one, names)).collect(),
        Kind::Pick {
            from,
            least,
            most,
            preset,
            ..
        } => vec![format!(
            "[{}] of {}",
            letters(preset),
            range(from, *least, *most)
        )],
        Kind::Number {
            least,
            most,
            preset,
        } => vec![format!("{preset} of {least}..{most}")],
        Kind::Text { preset } => vec![format!("{preset:?}")],
        Kind::Confirm { preset } => vec![if *preset { "yes" } else { "no" }.to_owned()],
    };
    says.into_iter().map(Row::new).collect()
}

/// Formats combatants to pick from, with the least and the greatest number of them.
fn range(from: &[Id], least: usize, most: usize) -> String {
    let most = if most > from.len() {
        String::new()
    } else {
        most.to_string()
    };
    format!("{least}..{most} {}", letters(from))
}

fn dice(roll: &Roll) -> String {
    let always = roll.always.iter().map(|one| {
        let passes = if one.passes { "ok" } else { "no" };
        let to = if one.to == one.from {
            String::new()
        } else {
            format!("..{}", one.to)
        };
        format!("{}{to}:{passes}", one.from)
    });
    let about = roll
        .about
        .map_or(String::new(), |id| format!("about {}", id.letter()));
    let always: Vec<String> = always.collect();
    joined(&[
        &thrown(
            roll.who,
            &roll.dice,
            &roll.bonus,
            roll.need.as_ref(),
            &roll.reasons,
        ),
        &always.join(" "),
        &about,
        if roll.each_die { "each" } else { "" },
    ])
}

/// Formats facts in brackets, if there are any.
fn hint(facts: String) -> String {
    if facts.is_empty() {
        facts
    } else {
        format!("({facts})")
    }
}

/// Formats a row of a menu, with `!` if it is refused and `_` if Space starts it.
fn entry(entry: &Entry, only: Option<Id>, names: &Names) -> String {
    let command = &entry.command;
    let refused = if entry.refused.is_some() { "!" } else { "" };
    let space = if entry.space { "_" } else { "" };
    let who = command.who.filter(|who| Some(*who) != only);
    let who = who.map_or(String::new(), |id| format!(".{}", id.letter()));
    let of = command.side;
    let of = of.map_or(String::new(), |id| format!(".{}", side(id)));
    let (action, facts) = (&command.action, hint(names.facts(&entry.hint)));
    format!("{refused}{action}{who}{of}{space}{facts}")
}

fn option(option: &Choice, names: &Names) -> String {
    let refused = if option.refused.is_some() { "!" } else { "" };
    format!("{refused}{}{}", option.key, hint(names.facts(&option.hint)))
}

/// Number of options above which a row shows only the number of options and of refused options. The pages of wording
/// list the options.
pub const LONG: usize = 6;

fn field(field: &Field, names: &Names) -> Row {
    let takes = match &field.kind {
        FieldKind::Toggle | FieldKind::Text => Vec::new(),
        FieldKind::Number {
            least, most, parts, ..
        } => {
            let parts = match parts {
                1 => String::new(),
                parts => format!("/{parts}"),
            };
            vec![format!("{least}..{most}{parts}")]
        }
        FieldKind::Choice(options) if options.len() > LONG => {
            let refused = options.iter().filter(|one| one.refused.is_some()).count();
            vec![format!("{} !{refused}", options.len())]
        }
        FieldKind::Choice(options) => options.iter().map(|one| option(one, names)).collect(),
        FieldKind::Pick { from, least, most } => vec![range(from, *least, *most)],
    };
    let (key, to, facts) = (
        &field.key,
        value(&field.value),
        hint(names.facts(&field.hint)),
    );
    Row {
        key: key.clone(),
        says: format!("{key}={to}{facts}"),
        takes,
    }
}
