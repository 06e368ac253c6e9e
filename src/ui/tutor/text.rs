//! Text of a lesson with its keys, which have their names from the key map and the fight.

use crossterm::event::KeyEvent;

use crate::encounter::Encounter;
use crate::ron_text::{Source, read_as};
use crate::rules::Capitals;
use crate::ui::keymap::{Context, KeyAction, Keymap, typed};

/// Contexts for the keys of a fight that do not work on the page that is open.
const OF_FIGHT: [Context; 5] = [
    Context::Prompt,
    Context::List,
    Context::Form,
    Context::Fight,
    Context::Global,
];

/// Text that names keys to press, such as `Press {Accept}.`, and keys that it only mentions, such as `{about Help}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Vec<Part>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Words(String),
    /// Key in a text, marked if the reader should press it now.
    Key(Key, bool),
}

/// Key of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// Key of the key map: `{Accept}`.
    Action(KeyAction),
    /// Action key of an action, by its keyword: `{deed cast}`.
    Deed(String),
    /// Action key of a field, by its keyword: `{field cover}`.
    Field(String),
    /// Action key of a GM ruling, by its keyword: `{ruling damage}`.
    Ruling(String),
    /// Letter of a combatant: `{letter Hild}`.
    Letter(String),
    /// Digits to type, such as `{type 4 2 5}`.
    Typed(String),
}

/// Source of the names of keys.
pub struct KeyNames<'a> {
    pub keymap: &'a Keymap,
    /// Contexts that keys are looked up in, innermost first.
    pub contexts: &'a [Context],
    /// Action keys of the fight.
    pub capitals: &'a Capitals,
    /// Action keys in the list of GM rulings.
    pub rulings: &'a Capitals,
    pub now: &'a Encounter,
}

impl Text {
    /// Parses a text with keys in braces.
    ///
    /// # Errors
    /// If a key is unknown. The error names the key.
    pub(super) fn parse(written: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = written;
        while let Some((words, behind)) = rest.split_once('{') {
            let (key, behind) = behind
                .split_once('}')
                .ok_or_else(|| format!("`{{{behind}` has no closing brace"))?;
            parts.push(Part::Words(words.to_owned()));
            let about = key.strip_prefix("about ");
            parts.push(Part::Key(
                Key::parse(about.unwrap_or(key))?,
                about.is_none(),
            ));
            rest = behind;
        }
        parts.push(Part::Words(rest.to_owned()));
        parts.retain(|part| !matches!(part, Part::Words(words) if words.is_empty()));
        Ok(Self(parts))
    }

    /// Returns the keys to press, in order.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        self.0.iter().filter_map(|part| match part {
            Part::Key(key, true) => Some(key),
            _ => None,
        })
    }

    /// Returns all keys, including keys that are only mentioned.
    pub fn mentioned(&self) -> impl Iterator<Item = &Key> {
        self.0.iter().filter_map(|part| match part {
            Part::Key(key, _) => Some(key),
            Part::Words(_) => None,
        })
    }

    /// Returns the pieces of the text; each is plain text or the name of a key.
    pub(super) fn pieces(&self, names: &KeyNames<'_>) -> Vec<(String, bool)> {
        let piece = |part: &Part| match part {
            Part::Words(words) => (words.clone(), false),
            Part::Key(key, _) => {
                let name = key.name(names);
                (name.unwrap_or_else(|| "(no key)".to_owned()), true)
            }
        };
        self.0.iter().map(piece).collect()
    }
}

impl Key {
    fn parse(written: &str) -> Result<Self, String> {
        let (kind, word) = written.split_once(' ').unwrap_or((written, ""));
        let word = word.to_owned();
        match kind {
            "deed" => Ok(Key::Deed(word)),
            "field" => Ok(Key::Field(word)),
            "ruling" => Ok(Key::Ruling(word)),
            "letter" => Ok(Key::Letter(word)),
            "type" => Ok(Key::Typed(word)),
            _ => read_as(&Source::new("key", written))
                .map(Key::Action)
                .map_err(|_| format!("the key map has no action `{written}`")),
        }
    }

    /// Returns the name of the key as the reader knows it, or `None` if the key does not exist.
    pub fn name(&self, names: &KeyNames<'_>) -> Option<String> {
        match self {
            Key::Action(action) => {
                // The outermost context has the usual key: Esc, and not Enter, which also closes a page.
                let starts = (0..names.contexts.len()).rev();
                let mut stacks = starts
                    .map(|start| &names.contexts[start..])
                    .chain([&OF_FIGHT[..]]);
                stacks.find_map(|stack| names.keymap.hint(stack, *action).map(|(key, _)| key))
            }
            Key::Deed(word) => names.capitals.deed(word).map(String::from),
            Key::Field(word) => names.capitals.of(word).map(String::from),
            Key::Ruling(word) => names.rulings.of(word).map(String::from),
            Key::Letter(name) => {
                let mut all = names.now.ids();
                let found = all.find(|id| names.now.name(*id) == name);
                found.map(|id| id.letter())
            }
            Key::Typed(digits) => Some(digits.clone()),
        }
    }

    /// Returns true if `pressed` is this key or a part of this key.
    pub fn is(&self, pressed: KeyEvent, names: &KeyNames<'_>) -> bool {
        match self {
            Key::Action(action) => names.keymap.resolve(names.contexts, pressed) == Some(*action),
            key => {
                let name = key.name(names).unwrap_or_default();
                typed(pressed).is_some_and(|c| name.contains(c))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Library;
    use crate::systems;
    use crate::ui::tutor::Lesson;

    #[test]
    fn keys_have_the_names_of_the_key_map_in_use() {
        let library = Library::built_in(systems::all());
        let lesson = Lesson::built_in().expect("the lesson has no error");
        let session = lesson.begin(&library);
        let session = session.expect("the encounter has no error");
        let capitals = Capitals::of_system(session.system());
        let own = r#"{ Global: [(keys: ["f1"], action: None), (keys: ["ctrl-g"], action: Help)] }"#;
        let own = Keymap::with(Keymap::read(&Source::new("keymap.ron", own)).0);
        let text = Text::parse("{Help} {Undo} {about deed attack} {letter Hild} {type 4 2}.");
        let text = text.expect("it has no error");
        let shown = |keymap: &Keymap| {
            let names = KeyNames {
                keymap,
                contexts: &OF_FIGHT,
                capitals: &capitals,
                rulings: &capitals,
                now: session.now(),
            };
            let pieces = text.pieces(&names).into_iter();
            pieces.map(|(piece, _)| piece).collect::<String>()
        };
        assert_eq!(shown(&Keymap::built_in()), "F1 Backspace A a 4 2.");
        assert_eq!(shown(&own), "? Backspace A a 4 2.");
    }

    #[test]
    fn unknown_keys_are_errors() {
        let why = |text| Text::parse(text).expect_err("an error");
        assert_eq!(why("Press {Entr}."), "the key map has no action `Entr`");
        assert_eq!(why("Press {Accept"), "`{Accept` has no closing brace");
    }
}
