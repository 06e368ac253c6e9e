//! Which key does what, read from RON. Footer and help are drawn from the same rows that [`Keymap::resolve`] asks, so
//! they cannot tell of a key that does nothing.

mod read;

use std::cell::OnceCell;
use std::collections::BTreeMap;

use crokey::{KeyCombination, KeyCombinationFormat, OneToThree};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::{Deserialize, Serialize};

use crate::ron_text::Source;

const BUILT_IN: &str = include_str!("../../../assets/keymap.ron");

/// Where a key is pressed. The screen stacks them, innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Context {
    Global,
    /// The fight, whatever it asks.
    Fight,
    /// A question of the fight.
    Prompt,
    /// Several fields that are answered as one.
    Form,
    /// Rows to choose from.
    List,
    /// A field for words: signs without Ctrl or Alt that have no row here are text and go no further.
    Text,
    /// A field for a number or for dice: what these are written with is typed and goes no further.
    Number,
    /// A field that holds something.
    Edit,
    /// Keys of the start screen.
    Start,
    Setup,
    /// The sheet of a combatant.
    Sheet,
    /// The log on the whole screen.
    Log,
    /// The odds of the fight.
    Odds,
    /// What the fight came to.
    Recap,
    Help,
}

/// What a key can do. The same word may mean the like in several contexts: `Answer` goes on with what is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum KeyAction {
    /// Frees a key that the built-in map uses.
    Nothing,
    Answer,
    Back,
    Undo,
    Redo,
    Help,
    Command,
    Search,
    NextPane,
    PreviousPane,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    First,
    Last,
    Save,
    Redraw,
    Suspend,
    Quit,
    Rule,
    Correct,
    WhoRolls,
    WhoDecides,
    Play,
    PlayTurn,
    PlaySide,
    Dice,
    Add,
    Note,
    Amend,
    Reveal,
    Odds,
    Recap,
    Fights,
    NextCombatant,
    PreviousCombatant,
    Toggle,
    NothingMore,
    More,
    Less,
    Complete,
    DeleteBack,
    DeleteForward,
    DeleteWordBack,
    DeleteWordForward,
    DeleteToStart,
    DeleteToEnd,
    CursorLeft,
    CursorRight,
    WordLeft,
    WordRight,
    CursorStart,
    CursorEnd,
    New,
    Bundled,
    Watch,
    Remove,
    Reroll,
    Plan,
    Begin,
    Filter,
    Export,
    All,
}

/// How many contexts there are.
const CONTEXTS: usize = Context::Help as usize + 1;

/// The rows of every context.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    /// Those of a file.
    own: BTreeMap<Context, Vec<Row>>,
    /// Those that Affray comes with and the file's over them, each context read once a key is pressed or shown there;
    /// `None` where the file's stand alone.
    whole: Option<Box<[OnceCell<Vec<Row>>; CONTEXTS]>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    on: Vec<KeyCombination>,
    run: KeyAction,
    help: String,
}

impl Keymap {
    /// The keys that Affray comes with.
    pub fn built_in() -> Self {
        Self::with(Self::default())
    }

    /// How many contexts have rows.
    pub(crate) fn contexts(&self) -> usize {
        self.own.len()
    }

    /// The built-in keys with the GM's `own` rows over them: they take their keys from the rows they find, and inherit a help
    /// text left out.
    #[must_use]
    pub(crate) fn with(own: Self) -> Self {
        Self {
            own: own.own,
            whole: Some(Box::default()),
        }
    }

    /// The rows of a context with the file's over those that Affray comes with.
    fn over_built_in(&self, context: Context) -> Vec<Row> {
        let mut present = built_in(context);
        for row in self.own.get(&context).into_iter().flatten() {
            let mut row = row.clone();
            if row.help.is_empty()
                && let Some(same) = present.iter().find(|present| present.run == row.run)
            {
                row.help.clone_from(&same.help);
            }
            for present in &mut present {
                present.on.retain(|key| !row.on.contains(key));
            }
            present.push(row);
        }
        present.retain(|row| !row.on.is_empty());
        present
    }

    /// What `key` does in the innermost of the `contexts` that knows it. `None`: the key is a sign to be typed, or nothing.
    pub(crate) fn resolve(&self, contexts: &[Context], key: KeyEvent) -> Option<KeyAction> {
        let key = normal(key.into());
        for &context in contexts {
            if let Some(row) = self.rows(context).find(|row| row.on.contains(&key)) {
                return Some(row.run).filter(|&action| action != KeyAction::Nothing);
            }
            let is_typed = match context {
                Context::Text => typed(key).is_some(),
                Context::Number => typed(key).is_some_and(writes_numbers),
                _ => false,
            };
            if is_typed {
                return None;
            }
        }
        None
    }

    /// The first key that does `action` in the `contexts`, and what it says it does: what a footer shows.
    pub(crate) fn hint(&self, contexts: &[Context], action: KeyAction) -> Option<(String, &str)> {
        let (key, row) = contexts.iter().find_map(|&context| {
            let row = self.rows(context).find(|row| row.run == action)?;
            let reached =
                |key: &&KeyCombination| self.resolve(contexts, (**key).into()) == Some(action);
            Some((*row.on.iter().find(reached)?, row))
        })?;
        Some((name(key), &row.help))
    }

    /// The keys of a context with what they do, in the order of the file; rows without a help text are left out.
    pub(crate) fn help(&self, context: Context) -> Vec<(String, String)> {
        self.rows(context)
            .filter(|row| !row.help.is_empty() && row.run != KeyAction::Nothing)
            .map(|row| {
                let keys: Vec<String> = row.on.iter().map(|&key| name(key)).collect();
                (keys.join(" "), row.help.clone())
            })
            .collect()
    }

    fn rows(&self, context: Context) -> impl Iterator<Item = &Row> {
        let rows = match &self.whole {
            Some(whole) => whole[context as usize].get_or_init(|| self.over_built_in(context)),
            None => self.own.get(&context).map_or(&[][..], |rows| rows),
        };
        rows.iter()
    }
}

/// The built-in rows of a context: only its part of the file is read.
fn built_in(context: Context) -> Vec<Row> {
    let head = format!("\n    {context:?}: [");
    let part = BUILT_IN.split_once(&head).map(|(_, rest)| rest);
    let Some((rows, _)) = part.and_then(|rest| rest.split_once("\n    ],")) else {
        return Vec::new();
    };
    let text = format!("{{{head}{rows}\n]}}");
    let mut read = Keymap::read(&Source::new("keymap.ron", &text)).0;
    read.own.remove(&context).unwrap_or_default()
}

/// Whether numbers and faces are written with it.
fn writes_numbers(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | ',')
}

/// The character that `key` types, if it types one.
pub(crate) fn typed(key: impl Into<KeyCombination>) -> Option<char> {
    let key = normal(key.into());
    match key.codes {
        OneToThree::One(KeyCode::Char(c)) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => {
            Some(c)
        }
        _ => None,
    }
}

/// One form for what terminals report in several.
fn normal(key: KeyCombination) -> KeyCombination {
    let key = key.normalized();
    let shift = key.modifiers.contains(KeyModifiers::SHIFT);
    match key.codes {
        OneToThree::One(KeyCode::Tab) if shift => {
            KeyCombination::one_key(KeyCode::BackTab, key.modifiers)
        }
        OneToThree::One(KeyCode::BackTab) => {
            KeyCombination::one_key(KeyCode::BackTab, key.modifiers | KeyModifiers::SHIFT)
        }
        // On one keyboard `?` needs shift, on the next it does not; most terminals do not tell.
        OneToThree::One(KeyCode::Char(c)) if !c.is_alphabetic() => {
            KeyCombination::one_key(KeyCode::Char(c), key.modifiers - KeyModifiers::SHIFT)
        }
        _ => key,
    }
}

/// The key as it is called on keyboards: `Ctrl-R`, `Shift-Tab`, `?`.
fn name(key: KeyCombination) -> String {
    match key.codes {
        OneToThree::One(KeyCode::BackTab) => "Shift-Tab".into(),
        OneToThree::One(KeyCode::Char(c)) if c != ' ' => {
            let control = key.modifiers.contains(KeyModifiers::CONTROL);
            let alt = key.modifiers.contains(KeyModifiers::ALT);
            let letter = if control || alt {
                c.to_ascii_uppercase()
            } else {
                c
            };
            let shift = if (control || alt) && key.modifiers.contains(KeyModifiers::SHIFT) {
                "Shift-"
            } else {
                ""
            };
            let control = if control { "Ctrl-" } else { "" };
            let alt = if alt { "Alt-" } else { "" };
            format!("{control}{alt}{shift}{letter}")
        }
        _ => KeyCombinationFormat::default().to_string(key),
    }
}

/// A key as the map writes it.
fn key(word: &str) -> Result<KeyCombination, String> {
    match crokey::parse(word) {
        // Two keys at once reach only programs in a few terminals.
        Ok(key) if key.is_ansi_compatible() => Ok(normal(key)),
        _ => Err(format!(
            "`{word}` is not a key: write it like `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pressed(key: &str) -> KeyEvent {
        self::key(key).expect("tests press keys that exist").into()
    }

    #[track_caller]
    fn check(contexts: &[Context], key: &str, expected: Option<KeyAction>) {
        assert_eq!(
            Keymap::built_in().resolve(contexts, pressed(key)),
            expected,
            "{key}"
        );
    }

    #[track_caller]
    fn check_errors(text: &str, expected: &[&str]) {
        let (_, told) = Keymap::read(&Source::new("keymap.ron", text));
        let told = told.iter().map(|one| match &one.place {
            Some(place) => format!("{}:{}: {}", place.line, place.column, one.what),
            None => one.what.clone(),
        });
        assert_eq!(told.collect::<Vec<String>>(), expected);
    }

    const PROMPT: &[Context] = &[Context::Prompt, Context::Fight, Context::Global];
    const TYPED: &[Context] = &[
        Context::Edit,
        Context::Prompt,
        Context::Fight,
        Context::Global,
    ];
    const WORDS: &[Context] = &[
        Context::Text,
        Context::Edit,
        Context::Prompt,
        Context::Fight,
        Context::Global,
    ];

    #[test]
    fn the_promised_keys_work_at_a_prompt() {
        for (key, action) in [
            ("enter", KeyAction::Answer),
            ("backspace", KeyAction::Undo),
            ("ctrl-r", KeyAction::Redo),
            (":", KeyAction::Command),
            ("/", KeyAction::Search),
            ("tab", KeyAction::NextPane),
            ("shift-tab", KeyAction::PreviousPane),
            ("f1", KeyAction::Help),
            ("?", KeyAction::Help),
            ("esc", KeyAction::Back),
            ("pageup", KeyAction::PageUp),
            ("f2", KeyAction::Rule),
            ("f3", KeyAction::Correct),
            ("f4", KeyAction::WhoRolls),
            ("f5", KeyAction::Dice),
            ("f6", KeyAction::Add),
            ("f7", KeyAction::Note),
            ("f8", KeyAction::Amend),
            ("f9", KeyAction::Reveal),
            ("f10", KeyAction::Quit),
            ("ctrl-q", KeyAction::Quit),
        ] {
            check(PROMPT, key, Some(action));
        }
    }

    #[test]
    fn letters_and_digits_are_the_prompts() {
        let keymap = Keymap::built_in();
        for c in ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain("+-,.#'".chars())
        {
            let event = KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE);
            assert_eq!(keymap.resolve(PROMPT, event), None, "{c}");
            assert_eq!(typed(event), Some(c));
        }
        assert_eq!(typed(pressed("ctrl-r")), None);
        assert_eq!(typed(pressed("enter")), None);
    }

    #[test]
    fn backspace_undoes_only_in_an_empty_field() {
        check(PROMPT, "backspace", Some(KeyAction::Undo));
        check(TYPED, "backspace", Some(KeyAction::DeleteBack));
        check(TYPED, "enter", Some(KeyAction::Answer));
        check(TYPED, ":", Some(KeyAction::Command));
    }

    #[test]
    fn in_words_every_sign_is_text() {
        for sign in [":", "/", "?", "!", "space", "-"] {
            check(WORDS, sign, None);
        }
        check(WORDS, "f1", Some(KeyAction::Help));
        check(WORDS, "ctrl-r", Some(KeyAction::Redo));
        check(WORDS, "tab", Some(KeyAction::Complete));
        check(WORDS, "left", Some(KeyAction::CursorLeft));
    }

    #[test]
    fn terminals_report_one_key_in_several_ways() {
        let keymap = Keymap::built_in();
        for (code, modifiers, action) in [
            (
                KeyCode::BackTab,
                KeyModifiers::NONE,
                KeyAction::PreviousPane,
            ),
            (
                KeyCode::BackTab,
                KeyModifiers::SHIFT,
                KeyAction::PreviousPane,
            ),
            (KeyCode::Tab, KeyModifiers::SHIFT, KeyAction::PreviousPane),
            (KeyCode::Char('?'), KeyModifiers::SHIFT, KeyAction::Help),
            (KeyCode::Char(':'), KeyModifiers::SHIFT, KeyAction::Command),
        ] {
            let event = KeyEvent::new(code, modifiers);
            assert_eq!(keymap.resolve(PROMPT, event), Some(action), "{event:?}");
        }
    }

    #[test]
    fn every_context_has_rows_and_every_row_a_key() {
        let contexts = Keymap::read(&Source::new("keymap.ron", BUILT_IN)).0.own;
        assert_eq!(contexts.len(), 15);
        assert!(contexts.values().flatten().all(|row| !row.on.is_empty()));
        for (context, rows) in contexts {
            assert_eq!(built_in(context), rows, "read by itself: {context:?}");
        }
    }

    #[test]
    fn own_rows_take_keys_add_and_free() {
        let own = r#"{
            Prompt: [(on: ["ctrl-u"], run: Undo), (on: ["backspace"], run: Nothing)],
            Fight: [(on: ["f2"], run: Dice, help: "throw")],
        }"#;
        let keymap = Keymap::with(Keymap::read(&Source::new("keymap.ron", own)).0);
        let run = |key| keymap.resolve(PROMPT, pressed(key));
        assert_eq!(run("ctrl-u"), Some(KeyAction::Undo));
        assert_eq!(run("ctrl-h"), Some(KeyAction::Undo));
        assert_eq!(run("backspace"), None);
        assert_eq!(run("f2"), Some(KeyAction::Dice));
        assert_eq!(run("!"), Some(KeyAction::Rule));
        assert!(
            keymap
                .help(Context::Prompt)
                .contains(&("Ctrl-U".into(), "undo".into()))
        );
    }

    #[test]
    fn help_and_hints_name_keys_as_keyboards_do() {
        let keymap = Keymap::built_in();
        let global = keymap.help(Context::Global);
        assert!(
            global.contains(&("Ctrl-R Ctrl-Y".into(), "redo".into())),
            "{global:?}"
        );
        assert!(global.contains(&("Shift-Tab".into(), "previous pane".into())));
        assert_eq!(
            keymap.help(Context::Prompt)[0],
            ("Enter".into(), "takes what is marked, or rolls".into())
        );
        let hint = |contexts, action| keymap.hint(contexts, action).map(|(key, _)| key);
        assert_eq!(hint(PROMPT, KeyAction::Undo).as_deref(), Some("Backspace"));
        assert_eq!(hint(TYPED, KeyAction::Undo), None, "the key deletes there");
        assert_eq!(hint(WORDS, KeyAction::Command).as_deref(), Some("Ctrl-P"));
        assert_eq!(hint(PROMPT, KeyAction::Export), None);
    }

    #[test]
    fn every_mistake_is_named_with_its_place() {
        check_errors(
            "{\n Prompt: [\n  (on: [\"entre\"], run: Answer),\n  (on: [\"a\"], run: Undoo, hlep: \"\"),\n ],\n Promt: [],\n}",
            &[
                "3:9: `entre` is not a key: write it like `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`",
                "4:20: unknown word `Undoo`: did you mean `Undo`?",
                "4:27: unknown field `hlep`: did you mean `help`?",
                "6:2: unknown word `Promt`: did you mean `Prompt`?",
            ],
        );
        check_errors(
            "{ Prompt: [\n (on: [\"a\"], run: Undo),\n (on: [\"b\", \"a\"], run: Redo)] }",
            &["3:13: `a` runs Redo here and Undo too"],
        );
        check_errors("{ Log: [], Log: [] }", &["1:12: this key stands twice"]);
        check_errors(
            "{ Log: [(on: [\"a-b\"], run: Undo)] }",
            &[
                "1:15: `a-b` is not a key: write it like `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`",
            ],
        );
        check_errors("\u{feff}{}", &[]);
        let built_in = Source::new("keymap.ron", BUILT_IN);
        assert_eq!(Keymap::read(&built_in).1, []);
    }
}
