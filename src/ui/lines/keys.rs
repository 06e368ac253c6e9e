//! Conversion of an input line to keys.

use std::mem::{Discriminant, discriminant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::text::sanitize;
use crate::ui::app::{App, Screen};
use crate::ui::inbox::Message;
use crate::ui::overlay::Overlay;

/// Character at the end of a line that suppresses Enter.
const OPEN: char = '\\';

/// Messages of a line.
pub struct Typed<T> {
    pub messages: Vec<Message<T>>,
    /// True if Enter follows.
    pub enter: bool,
}

/// Converts a line to messages: keys separated by spaces, and Enter at the end. There is no Enter if the line ends in a
/// backslash or with the name of a key. Each key is a character or a name; other words are typed character by
/// character, and a Space between two numbers separates dice. A `:` line, or a line for a text field, is typed as a
/// whole.
pub fn typed<T>(app: &App, line: &str) -> Typed<T> {
    let mut enter = ends(line);
    let line = line.strip_suffix(OPEN).unwrap_or(line);
    let mut messages = Vec::new();
    let is_command = line.starts_with([':', '/']) && app.typing.is_none() && !takes_words(app);
    if is_command {
        messages.extend(line.chars().next().map(|sign| Message::Key(key(sign))));
        messages.push(words(&line[1..]));
    } else if takes_words(app) && !is_key(line.trim()) {
        messages.push(words(line));
    } else {
        let mut behind_a_number = false;
        for word in line.split_whitespace() {
            let is_number = word.parse::<i64>().is_ok();
            if behind_a_number && is_number {
                messages.push(Message::Key(key(' ')));
            }
            behind_a_number = is_number;
            match crokey::parse(word) {
                Ok(named) if word.chars().count() > 1 => messages.push(Message::Key(named.into())),
                _ => messages.extend(word.chars().map(|sign| Message::Key(key(sign)))),
            }
        }
        enter &= !line.split_whitespace().last().is_some_and(is_key);
    }
    Typed { messages, enter }
}

/// Returns the messages of a line with its Enter.
pub fn messages<T>(app: &App, line: &str) -> Vec<Message<T>> {
    let Typed {
        mut messages,
        enter,
    } = typed(app, line);
    if enter {
        messages.push(Message::Key(KeyCode::Enter.into()));
    }
    messages
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
fn is_key(line: &str) -> bool {
    line.chars().count() > 1 && !line.contains(' ') && crokey::parse(line).is_ok()
}

/// Returns `true` if every character is text now.
pub fn takes_words(app: &App) -> bool {
    if app.typing.is_some() {
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
