//! Conversion of an input line to keys.

use std::mem::{Discriminant, discriminant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::resolver::{Field, FieldKind, Kind};
use crate::text::{fold, sanitize};
use crate::ui::app::{App, Screen};
use crate::ui::ask::Asked;
use crate::ui::inbox::Message;
use crate::ui::lines::choices::Row;
use crate::ui::lines::draw::choices;
use crate::ui::overlay::Overlay;

/// Character at the end of a line that suppresses Enter.
const OPEN: char = '\\';

/// Line of input that is converted to messages word by word, because a key may open a text field for the rest.
///
/// Words are keys separated by spaces: a character or a name. Other words are typed character by character, and a Space
/// between two numbers separates dice. A `:` line, and the rest of a line from a text field on, is typed as a whole.
pub struct LineKeys<'l> {
    rest: &'l str,
    is_first: bool,
    is_behind_a_number: bool,
    /// True if Enter follows the words so far: they do not end in a backslash, with the name of a key or with a key
    /// that acts at once.
    enter: bool,
}

impl<'l> LineKeys<'l> {
    pub fn new(line: &'l str) -> Self {
        Self {
            rest: line.strip_suffix(OPEN).unwrap_or(line),
            is_first: true,
            is_behind_a_number: false,
            enter: ends(line),
        }
    }

    /// Returns the messages of the next word; `None` at the end of the line.
    pub fn next<T>(&mut self, app: &App) -> Option<Vec<Message<T>>> {
        let is_first = std::mem::replace(&mut self.is_first, false);
        let rest = std::mem::take(&mut self.rest);
        let takes_words = takes_words(app);
        if takes_words && !is_key(rest.trim()) {
            return (!rest.is_empty()).then(|| vec![words(rest)]);
        }
        let rest = rest.trim_start();
        if is_first && rest.starts_with([':', '/']) && app.typing.is_none() && !takes_words {
            let sign = rest.chars().next().map(|sign| Message::Key(key(sign)));
            return Some(sign.into_iter().chain([words(&rest[1..])]).collect());
        }
        let (word, behind) = rest.split_once(' ').unwrap_or((rest, ""));
        if word.is_empty() {
            return None;
        }
        // A question for a text takes a text without the key of its row.
        let is_text = word.chars().count() > 1 && !is_key(word) && word.parse::<i64>().is_err();
        if let Some(row) = text_row(app).filter(|_| is_text) {
            return Some(vec![Message::Key(row), words(rest)]);
        }
        let is_name = is_first && rest.trim().chars().count() > 2 && !is_key(word);
        if let Some(keys) = row_called(rest, app).filter(|_| is_name) {
            return Some(keys.into_iter().map(Message::Key).collect());
        }
        self.rest = behind;
        let is_number = word.parse::<i64>().is_ok();
        let mut messages = Vec::new();
        if self.is_behind_a_number && is_number {
            messages.push(Message::Key(key(' ')));
        }
        self.is_behind_a_number = is_number;
        match crokey::parse(word) {
            Ok(named) if word.chars().count() > 1 => messages.push(Message::Key(named.into())),
            _ => messages.extend(word.chars().map(|sign| Message::Key(key(sign)))),
        }
        let ends = is_key(word) || acts_at_once(word) || only_selects(word, app);
        self.enter &= !behind.trim().is_empty() || !ends;
        Some(messages)
    }

    /// Returns `true` if Enter follows the line.
    pub fn enter(&self) -> bool {
        self.enter
    }
}

/// Returns `true` if a word is a key that changes a row or starts an action: an upper-case letter, `+` or `-`.
fn acts_at_once(word: &str) -> bool {
    let mut signs = word.chars();
    match (signs.next(), signs.next()) {
        (Some(sign), None) => sign.is_uppercase() || matches!(sign, '+' | '-'),
        _ => false,
    }
}

/// Returns `true` if a word is a letter that selects a row of the start screen, whose Enter opens the row.
fn only_selects(word: &str, app: &App) -> bool {
    let is_letter = word.chars().count() == 1 && word.chars().all(char::is_alphabetic);
    let is_start = matches!(app.screen, Screen::Start(_)) && app.overlay.is_none();
    is_letter && is_start
}

/// Returns the action key of a text row of a form: of the marked row, or of the first row.
fn text_row(app: &App) -> Option<KeyEvent> {
    let is_open = app.typing.is_none() && app.overlay.is_none();
    let fight = app.fight().filter(|_| is_open)?;
    let Asked::Prompt(prompt) = fight.asked() else {
        return None;
    };
    let Kind::Form(_) = &prompt.kind else {
        return None;
    };
    let is_text = |field: &&Field| matches!(field.kind, FieldKind::Text) && !field.amount;
    let ask = fight.ask();
    let marked = ask.field(prompt).filter(is_text);
    let row = marked.or_else(|| ask.fields(prompt).first().filter(is_text))?;
    let keyed = ask.keyed(row)?;
    Some(keyed.capital)
        .filter(|key| key.is_uppercase())
        .map(key)
}

/// Returns the keys that mark the row whose label begins with a text, if no other row begins with it: arrow keys in a
/// menu or a choice, a letter in a selection of combatants.
fn row_called(text: &str, app: &App) -> Option<Vec<KeyEvent>> {
    let is_open = app.typing.is_none() && app.overlay.is_none();
    let fight = app.fight().filter(|_| is_open)?;
    let text = fold(text.trim());
    let rows = choices(fight);
    let marked = rows.iter().position(|row| row.marked);
    let called = |row: &Row| fold(row.label.trim_end_matches(" (Space)"));
    // A label may begin with the name of its combatant.
    let named = |row: &Row, is: &dyn Fn(&str) -> bool| {
        let label = called(row);
        is(&label) || label.split_once(": ").is_some_and(|(_, rest)| is(rest))
    };
    let exact = rows
        .iter()
        .position(|row| named(row, &|label| label == text));
    let begins = |place: &usize| named(&rows[*place], &|label| label.starts_with(&text));
    let mut begun = (0..rows.len()).filter(begins);
    let only = begun.next().filter(|_| begun.next().is_none());
    let place = exact.or(only).filter(|place| rows[*place].possible)?;
    if let Asked::Prompt(prompt) = fight.asked()
        && matches!(prompt.kind, Kind::Pick { .. })
    {
        return Some(rows[place].key.chars().map(key).collect());
    }
    // Without a marked row the first arrow key marks the first row.
    let (arrow, steps) = match marked {
        Some(marked) if place < marked => (KeyCode::Up, marked - place),
        Some(marked) => (KeyCode::Down, place - marked),
        None => (KeyCode::Down, place + 1),
    };
    Some(vec![arrow.into(); steps])
}

/// Returns `true` if Enter is pressed at the end of a line.
pub(crate) fn ends(line: &str) -> bool {
    !line.ends_with(OPEN)
}

/// Returns a message that only types text.
fn words<T>(text: &str) -> Message<T> {
    Message::Paste(sanitize(text, usize::MAX).into_owned())
}

/// Returns `true` if a line is the name of one key.
pub(crate) fn is_key(line: &str) -> bool {
    line.chars().count() > 1 && !line.contains(' ') && crokey::parse(line).is_ok()
}

/// Returns `true` if every character is text now.
pub fn takes_words(app: &App) -> bool {
    if app.open_line().is_some() {
        return true;
    }
    if !app.overlay.is_none() {
        return app.overlay.takes_words();
    }
    match &app.screen {
        Screen::Fight(fight) => fight.ask().takes_words(fight.asked()),
        Screen::Setup(screen) => screen.takes_words(),
        Screen::Start(_) => false,
    }
}

/// Place in the program that a key may lead away from: the screen and its layers, the question, and the inputs so far.
/// The place does not include the selected row and typed text.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    /// Screen, overlay and command line.
    layers: (Discriminant<Screen>, Discriminant<Overlay>, bool),
    /// Number of the last input, and the number of lists and forms of the screen itself over the question.
    fight: Option<(u64, usize)>,
    /// Title of the prompt of a set-up, or the title of its finder or title field.
    setup: Option<String>,
}

impl Place {
    pub fn of(app: &App) -> Self {
        let setup = match &app.screen {
            Screen::Setup(screen) => screen.prompt().map_or_else(
                || screen.takes_words().then(|| "words".to_owned()),
                |(prompt, _)| Some(prompt.title.clone()),
            ),
            Screen::Fight(_) | Screen::Start(_) => None,
        };
        Self {
            layers: (
                discriminant(&app.screen),
                discriminant(&app.overlay),
                app.typing.is_some(),
            ),
            fight: app
                .fight()
                .map(|fight| (fight.session.revision(), fight.own.len())),
            setup,
        }
    }
}

fn key(sign: char) -> KeyEvent {
    let held = if sign.is_uppercase() {
        KeyModifiers::SHIFT
    } else {
        KeyModifiers::NONE
    };
    KeyEvent::new(KeyCode::Char(sign), held)
}
