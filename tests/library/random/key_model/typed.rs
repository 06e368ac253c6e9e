//! Typing of dice and numbers at every prompt. Space separates dice, and one line can hold all dice as a single input.
//! A minus belongs to its number. A refused value stays in its box and is overwritten. Unexpected digits change
//! nothing.

use affray::dice::Dice;
use affray::encounter::Roller;
use affray::resolver::{Answer, Field, FieldKind, Kind, Prompt, Roll};
use affray::session::{Preview, Session};
use affray::ui::ask::{Ask, Asked, Due, Mode, Reply};
use affray::values::{Value, decimal};

use super::model::{capitals, fresh};
use crate::support::seeded_chance::Chance;

/// Maximum number of dice typed at one prompt.
const MOST: usize = 40;

/// Prompt and the keys typed at it.
struct Keys<'a> {
    session: &'a Session,
    asked: Asked<'a>,
    ask: Ask,
}

impl<'a> Keys<'a> {
    fn at(session: &'a Session, asked: Asked<'a>) -> Self {
        let ask = fresh(session, asked);
        Self {
            session,
            asked,
            ask,
        }
    }

    /// Types characters that answer nothing; a space is Space.
    fn signs(&mut self, text: &str) {
        for c in text.chars() {
            let now = self.session.now();
            let reply = match c {
                ' ' => self.ask.nothing_more(self.asked, now, false),
                _ => self.ask.type_char(c, self.asked, now),
            };
            assert_eq!(reply, Reply::Nothing, "`{c}` of `{text}`");
            self.ask.preview = self.session.preview(&self.ask.draft);
        }
    }

    fn enter(&mut self) -> Reply {
        self.ask.enter(self.asked, self.session.now())
    }
}

/// Returns the dice to type at a prompt, with their rows if there are several.
fn throws(session: &Session, prompt: &Prompt) -> Vec<(usize, Dice)> {
    let rolls = rolls(session, prompt);
    let throws = rolls.into_iter().map(|(row, roll)| (row, roll.dice));
    throws.collect()
}

/// Returns the rolls to type at a prompt, with their rows if there are several.
fn rolls(session: &Session, prompt: &Prompt) -> Vec<(usize, Roll)> {
    let now = session.now();
    match &prompt.kind {
        Kind::Roll(roll) => vec![(0, Roll::clone(roll))],
        Kind::Rolls(rows) => {
            let asked = rows.iter().enumerate().filter(|(_, row)| {
                row.faces.is_none() && now.roller(row.roll.who) == Roller::Typed
            });
            asked
                .map(|(place, row)| (place, row.roll.clone()))
                .collect()
        }
        Kind::Form(_) => match fresh(session, Asked::Prompt(prompt)).due(prompt, now) {
            Due::Die(roll) => vec![(0, Roll::clone(roll))],
            Due::Not(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns the reply that Enter sends for these results.
fn given(prompt: &Prompt, throws: &[(usize, Dice)], faces: &[Vec<u32>], ask: &Ask) -> Reply {
    let rows = throws.iter().zip(faces);
    match &prompt.kind {
        Kind::Rolls(_) => Reply::Throws(
            rows.map(|((row, _), faces)| (*row, faces.clone()))
                .collect(),
        ),
        Kind::Form(_) => Reply::Answers(vec![
            Answer::Filled(ask.draft.clone()),
            Answer::Faces(faces.concat()),
        ]),
        _ => Reply::Answer(Answer::Faces(faces.concat())),
    }
}

/// Formats a result as typed by a player: sometimes 0 for the highest result of a die that is printed with zeros.
fn printed(face: u32, sides: u32, chance: &mut Chance) -> String {
    match (face == sides, sides) {
        (true, 10) if chance.below(2) == 0 => "0".to_owned(),
        (true, 100) if chance.below(2) == 0 => "00".to_owned(),
        _ => face.to_string(),
    }
}

/// Checks that every die can be typed, all of them on one line separated by Space, and that Enter sends them as one
/// answer. A refused die stays in its marked box, and only that die must be corrected.
pub fn dice(session: &Session, prompt: &Prompt, chance: &mut Chance) {
    let throws = throws(session, prompt);
    let count: usize = throws.iter().map(|(_, dice)| dice.count()).sum();
    if count == 0 || count > MOST {
        return;
    }
    let faces: Vec<Vec<u32>> = throws.iter().map(|(_, dice)| chance.roll(dice)).collect();
    let all = faces.concat();
    let sides: Vec<u32> = throws
        .iter()
        .flat_map(|(_, dice)| (0..dice.count()).map(|die| dice.sides_of(die)))
        .collect();
    // More than any die can show, and more than the total of any roll.
    let rolls = rolls(session, prompt);
    let sums = rolls.iter().map(|(_, roll)| {
        let sides = (0..roll.dice.count()).map(|die| roll.dice.sides_of(die));
        let added = [roll.dice.modifier(), roll.bonus.total()];
        i64::from(sides.sum::<u32>()) + added.map(|more| more.max(0)).iter().sum::<i64>()
    });
    let no = u32::try_from(sums.max().expect("a roll") + 1).expect("a small number");
    let open_ended = prompt.throws().any(|roll| roll.open_ended);
    let slip = chance.below(2 * all.len());
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    for (place, face) in all.iter().enumerate() {
        if place > 0 {
            keys.signs(" ");
        }
        if place == slip && !open_ended {
            keys.signs(&no.to_string());
            let refused = keys.ask.problem.clone().expect("it is refused");
            let whys = ["cannot show", "cannot total", "a total is not enough"];
            assert!(whys.iter().any(|why| refused.contains(why)), "{refused}");
            let typed = keys.ask.line.value().to_owned();
            assert_eq!(keys.enter(), Reply::Nothing);
            assert_eq!(keys.ask.line.value(), typed, "the box is as it was");
            assert!(keys.ask.is_typing());
        }
        // Exploding dice have more results than dice.
        let die = if all.len() == count { sides[place] } else { 0 };
        keys.signs(&printed(*face, die, chance));
        assert_eq!(keys.ask.problem, None, "{all:?}: {}", keys.ask.line.value());
    }
    keys.signs(" ");
    assert_eq!(
        keys.enter(),
        given(prompt, &throws, &faces, &keys.ask),
        "{all:?}"
    );
    one_too_many(session, prompt, &all);
    nothing_moves(session, prompt, &all, no, chance);
}

/// Checks that no result moves to another die if a line continues after an impossible result.
fn nothing_moves(session: &Session, prompt: &Prompt, all: &[u32], no: u32, chance: &mut Chance) {
    if prompt.throws().any(|roll| roll.open_ended) {
        return;
    }
    let mut line: Vec<String> = all.iter().map(u32::to_string).collect();
    line.insert(chance.below(all.len()), no.to_string());
    let line = line.join(" ");
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    keys.signs(&line);
    assert_eq!(keys.ask.line.value(), line, "what is typed stays");
    assert!(keys.ask.problem.is_some(), "{line}");
    assert_eq!(keys.enter(), Reply::Nothing, "{line}");
}

/// Checks that a digit after Space is another die, which is refused if no more are needed. Space alone rolls a single
/// roll.
fn one_too_many(session: &Session, prompt: &Prompt, all: &[u32]) {
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    if matches!(prompt.kind, Kind::Roll(_)) {
        let reply = keys.ask.nothing_more(keys.asked, session.now(), false);
        assert_eq!(reply, Reply::Roll, "Space rolls");
    }
    for face in all {
        keys.signs(&format!("{face} "));
    }
    keys.signs("1");
    assert!(
        keys.ask.problem.is_some(),
        "{all:?} 1: {}",
        keys.ask.line.value()
    );
    assert_eq!(keys.enter(), Reply::Nothing, "{all:?} 1");
}

/// Returns a random number within limits, in its smallest units.
fn number(chance: &mut Chance, least: i64, most: i64) -> i64 {
    let span = usize::try_from(most.saturating_sub(least))
        .expect("a range")
        .min(10_000);
    // Half of the numbers are negative, if possible.
    if chance.one_in(2) {
        least + chance.below(span + 1) as i64
    } else {
        most - chance.below(span + 1) as i64
    }
}

/// Checks that every valid number can be typed into a row or a question, with its sign; after leaving the row, digits
/// belong to the die.
pub fn numbers(session: &Session, prompt: &Prompt, chance: &mut Chance) {
    let asked = Asked::Prompt(prompt);
    if let Kind::Number { least, most, .. } = prompt.kind {
        let wanted = number(chance, least, most);
        let mut keys = Keys::at(session, asked);
        keys.signs(&wanted.to_string());
        assert_eq!(keys.enter(), Reply::Answer(Answer::Number(wanted)));
        return;
    }
    let Kind::Form(_) = prompt.kind else {
        return;
    };
    let fields = fresh(session, asked).fields(prompt).to_vec();
    for (place, field) in fields.iter().enumerate() {
        if let FieldKind::Number {
            least, most, parts, ..
        } = field.kind
        {
            let wanted = number(chance, least, most);
            typed_into(session, prompt, (place, field), wanted, parts);
        }
    }
}

fn typed_into(session: &Session, prompt: &Prompt, row: (usize, &Field), wanted: i64, parts: i64) {
    let (place, field) = row;
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    let fields = keys.ask.fields(prompt).to_vec();
    // An action key opens the row; without one, arrow keys reach it and Space opens it.
    match capitals(session.system()).row(&field.key) {
        Some(keyed) => {
            keys.ask.mark.put(&fields, place);
            keys.signs(&keyed.capital.to_string());
        }
        None => {
            keys.ask
                .mark
                .put(&fields, (place + fields.len() - 1) % fields.len());
            let _ = keys.ask.step(1, keys.asked, session.now());
            assert_eq!(keys.ask.mode, Mode::Keys, "arrows open no number");
            keys.signs(" ");
        }
    }
    assert_eq!(keys.ask.mode, Mode::Number, "{} is not open", field.key);
    let text = decimal(wanted, parts);
    keys.signs(&text);
    assert_eq!(
        keys.ask.draft.get(&field.key),
        Some(&Value::Int(wanted)),
        "{text} in {}",
        field.key
    );
    let _ = keys.ask.step(1, keys.asked, session.now());
    let before = keys.ask.draft.clone();
    let amount = fields.iter().any(|field| field.amount);
    let text_row = keys.ask.mode == Mode::Words;
    // If no prompt is open behind the form, digits also belong to the number that the arrow keys reached.
    let last = |preview: &Preview| preview.next.is_none() && preview.refused.is_none();
    let number = (keys.ask.mark.row(&fields))
        .is_some_and(|field| matches!(field.kind, FieldKind::Number { .. }));
    let gone_to = number && keys.ask.preview.as_ref().is_some_and(last);
    if !amount && !text_row && !gone_to {
        keys.signs("3");
        assert_eq!(
            keys.ask.draft, before,
            "behind {} a digit is no die",
            field.key
        );
    }
}

/// Checks that a digit changes nothing if no die is needed. The Enter or Space meant for it changes nothing either,
/// unless the message names this key. The next key works.
pub fn stray(session: &Session, asked: Asked<'_>) {
    let mut keys = Keys::at(session, asked);
    if keys.ask.takes_words(asked) {
        return;
    }
    let plain = Keys::at(session, asked).enter();
    let now = session.now();
    assert_eq!(keys.ask.type_char('3', asked, now), Reply::Nothing);
    if keys.ask.problem.is_none() || keys.ask.is_typing() {
        return;
    }
    assert_eq!(
        keys.enter(),
        Reply::Nothing,
        "the Enter behind a refused die"
    );
    assert!(keys.ask.problem.is_some(), "it says nothing");
    assert_eq!(keys.enter(), plain);
    let space = |keys: &mut Keys<'_>| keys.ask.nothing_more(asked, now, false);
    let plain = space(&mut Keys::at(session, asked));
    let mut keys = Keys::at(session, asked);
    for face in ['1', '6'] {
        assert_eq!(keys.ask.type_char(face, asked, now), Reply::Nothing);
        let told = keys.ask.problem.clone().unwrap_or_default();
        assert_eq!(
            space(&mut keys),
            Reply::Nothing,
            "the Space behind a refused die"
        );
        // Space does what the message promises.
        if told.contains(". Space opens ") {
            assert_eq!(keys.ask.mode, Mode::Number, "{told}");
            return;
        }
        assert!(keys.ask.problem.is_some(), "it says nothing");
    }
    assert_eq!(space(&mut keys), plain);
}
