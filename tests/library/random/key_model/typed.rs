//! How dice and numbers are typed, the same at every prompt: Space parts dice, one line may hold them all and is one input,
//! a minus belongs to its number, a refusal stays in its box and is typed over, and what nobody waits for takes nothing.

use affray::dice::Dice;
use affray::encounter::Roller;
use affray::resolver::{Answer, Field, FieldKind, Kind, Prompt};
use affray::session::{Preview, Session};
use affray::ui::ask::{Ask, Asked, Due, Mode, Reply};
use affray::values::{Value, decimal};

use super::model::{capitals, fresh};
use crate::support::seeded_chance::Chance;

/// So many dice are typed at one prompt at most.
const MOST: usize = 40;

/// A prompt with what is typed at it.
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

    /// Types signs, none of which answers anything; a space is Space.
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

/// The throws that are typed at a prompt, each with its row where there are several.
fn throws(session: &Session, prompt: &Prompt) -> Vec<(usize, Dice)> {
    let now = session.now();
    match &prompt.kind {
        Kind::Roll(roll) => vec![(0, roll.dice.clone())],
        Kind::Rolls(rows) => {
            let asked = rows.iter().enumerate().filter(|(_, row)| {
                row.faces.is_none() && now.roller(row.roll.who) == Roller::Typed
            });
            asked
                .map(|(place, row)| (place, row.roll.dice.clone()))
                .collect()
        }
        Kind::Form(_) => match fresh(session, Asked::Prompt(prompt)).due(prompt, now) {
            Due::Die(roll) => vec![(0, roll.dice.clone())],
            Due::Not(_) => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// What Enter gives for those faces.
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

/// A face as somebody types it: the highest of a die that is printed with zeros, as those now and then.
fn printed(face: u32, sides: u32, chance: &mut Chance) -> String {
    match (face == sides, sides) {
        (true, 10) if chance.below(2) == 0 => "0".to_owned(),
        (true, 100) if chance.below(2) == 0 => "00".to_owned(),
        _ => face.to_string(),
    }
}

/// Every die can be typed, all of them on one line parted by Space, and Enter gives that as one answer. One that is refused
/// stays in its box with the mark in it, and costs only the right one.
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
    // More than any die shows, and than the dice of any roll come to.
    let sums = throws.iter().map(|(_, dice)| {
        let sides = (0..dice.count()).map(|die| dice.sides_of(die));
        sides.sum::<u32>()
    });
    let no = sums.max().expect("a roll") + 1;
    let slip = chance.below(2 * all.len());
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    for (place, face) in all.iter().enumerate() {
        if place > 0 {
            keys.signs(" ");
        }
        if place == slip {
            keys.signs(&no.to_string());
            let refused = keys.ask.problem.clone().expect("it is refused");
            let whys = ["cannot show", "is no total", "no total here"];
            assert!(whys.iter().any(|why| refused.contains(why)), "{refused}");
            let typed = keys.ask.line.value().to_owned();
            assert_eq!(keys.enter(), Reply::Nothing);
            assert_eq!(keys.ask.line.value(), typed, "the box is as it was");
            assert!(keys.ask.is_typing());
        }
        // Of dice that explode there are more faces than dice.
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

/// A line that goes on behind a face that no die shows gives none of its faces to another die: it stays as it is.
fn nothing_moves(session: &Session, prompt: &Prompt, all: &[u32], no: u32, chance: &mut Chance) {
    let mut line: Vec<String> = all.iter().map(u32::to_string).collect();
    line.insert(chance.below(all.len()), no.to_string());
    let line = line.join(" ");
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    keys.signs(&line);
    assert_eq!(keys.ask.line.value(), line, "what is typed stays");
    assert!(keys.ask.problem.is_some(), "{line}");
    assert_eq!(keys.enter(), Reply::Nothing, "{line}");
}

/// Behind a Space a digit is another die: where no more are due it is refused and joins no face. Space alone, where one
/// throw is asked for, says what is missing.
fn one_too_many(session: &Session, prompt: &Prompt, all: &[u32]) {
    let mut keys = Keys::at(session, Asked::Prompt(prompt));
    if matches!(prompt.kind, Kind::Roll(_)) {
        keys.signs(" ");
        assert!(keys.ask.problem.is_some(), "Space says nothing");
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

/// A number in so many parts of one, as it is typed.
fn number(chance: &mut Chance, least: i64, most: i64) -> i64 {
    let span = usize::try_from(most.saturating_sub(least))
        .expect("a range")
        .min(10_000);
    // Below 0 where that is possible, half of the time.
    if chance.one_in(2) {
        least + chance.below(span + 1) as i64
    } else {
        most - chance.below(span + 1) as i64
    }
}

/// Whatever number a row or a question takes can be typed into it, sign and all; when its row is left, digits are the die's.
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
    // Its capital opens it; arrows come to a row without one, and Space opens it.
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
    // Where no prompt is open behind the form, the number that the arrows went to takes digits too.
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

/// A digit where no die is due takes nothing, and neither does the Enter or the Space that was meant for it, but one that its
/// refusal names; the next one does.
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
        // What the refusal says Space does it does.
        if told.contains(". Space opens ") {
            assert_eq!(keys.ask.mode, Mode::Number, "{told}");
            return;
        }
        assert!(keys.ask.problem.is_some(), "it says nothing");
    }
    assert_eq!(space(&mut keys), plain);
}
