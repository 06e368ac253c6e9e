//! Key map: keys and their actions, read from RON. [`Keymap::resolve`], the footer and the help use the same rows, so the
//! footer shows no key that does nothing.

mod read;

use std::collections::BTreeMap;

use crokey::{KeyCombination, KeyCombinationFormat, OneToThree};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde::{Deserialize, Serialize};

use crate::ron_text::Source;

const BUILT_IN: &str = include_str!("../../../assets/keymap.ron");

/// Part of the program in which a key has a meaning. The screen stacks contexts, innermost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Context {
    Global,
    /// Any prompt of a fight.
    Fight,
    /// Prompt of the fight.
    Prompt,
    /// Form: several fields sent together.
    Form,
    /// Rows to choose from.
    List,
    /// Text field: characters without Ctrl or Alt that have no row here are text in every outer context too.
    Text,
    /// Line that adds combatants, a text field.
    Add,
    /// Number or dice field: digits, signs, points and commas are typed, whatever they mean in outer contexts.
    Number,
    /// Field that contains text.
    Edit,
    /// Keys of the start screen.
    Start,
    Setup,
    /// The sheet of a combatant.
    Sheet,
    /// Log in full screen.
    Log,
    /// Odds of the fight.
    Odds,
    /// Summary of the fight.
    Summary,
    Help,
}

/// Action of a key. One action may have a similar effect in several contexts: `Accept` confirms the selection in each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum KeyAction {
    /// No action: frees a key of the built-in map.
    None,
    Accept,
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
    Ruling,
    Sheet,
    WhoRolls,
    Control,
    AutoPlay,
    AutoPlayTurn,
    AutoPlaySide,
    Dice,
    Add,
    Note,
    Amend,
    PlayerView,
    Odds,
    Summary,
    FightList,
    NextCombatant,
    PreviousCombatant,
    Toggle,
    Skip,
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
    Tutor,
    Bundled,
    View,
    Remove,
    Reroll,
    Arrival,
    Begin,
    Filter,
    Export,
    All,
}

/// Rows of every context.
#[derive(Clone, Debug, Default)]
pub struct Keymap {
    rows: BTreeMap<Context, Vec<Row>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    keys: Vec<KeyCombination>,
    action: KeyAction,
    help: String,
}

impl Keymap {
    /// Returns the keys that come with Affray.
    pub fn built_in() -> Self {
        Self::read(&Source::new("keymap.ron", BUILT_IN)).0
    }

    /// Returns the number of contexts that have rows.
    pub(crate) fn contexts(&self) -> usize {
        self.rows.len()
    }

    /// Returns the built-in keys with the GM's `own` rows over them. A row of the GM takes its keys from the built-in
    /// rows. A row without a help text inherits the help text of the built-in rows.
    #[must_use]
    pub(crate) fn with(own: Self) -> Self {
        let mut map = Self::built_in();
        for (context, rows) in own.rows {
            let present = map.rows.entry(context).or_default();
            for mut row in rows {
                if row.help.is_empty()
                    && let Some(same) = present.iter().find(|present| present.action == row.action)
                {
                    row.help.clone_from(&same.help);
                }
                for present in &mut *present {
                    present.keys.retain(|key| !row.keys.contains(key));
                }
                present.push(row);
            }
            present.retain(|row| !row.keys.is_empty());
        }
        map
    }

    /// Returns the action of `key` in the innermost of the `contexts` that has a row for the key, or `None` if the key types a
    /// character or has no action.
    pub(crate) fn resolve(&self, contexts: &[Context], key: KeyEvent) -> Option<KeyAction> {
        let key = normal(key.into());
        for &context in contexts {
            if let Some(row) = self.rows(context).find(|row| row.keys.contains(&key)) {
                return Some(row.action).filter(|&action| action != KeyAction::None);
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

    /// Returns the first key for `action` in the `contexts` and its help text, as the footer shows them.
    pub(crate) fn hint(&self, contexts: &[Context], action: KeyAction) -> Option<(String, &str)> {
        let (key, row) = contexts.iter().find_map(|&context| {
            let row = self.rows(context).find(|row| row.action == action)?;
            let reached =
                |key: &&KeyCombination| self.resolve(contexts, (**key).into()) == Some(action);
            Some((*row.keys.iter().find(reached)?, row))
        })?;
        Some((name(key), &row.help))
    }

    /// Returns the keys of a context with their help texts, in the order of the file, without the rows that have no help text.
    pub(crate) fn help(&self, context: Context) -> Vec<(String, String)> {
        self.rows(context)
            .filter(|row| !row.help.is_empty() && row.action != KeyAction::None)
            .map(|row| {
                let keys: Vec<String> = row.keys.iter().map(|&key| name(key)).collect();
                (keys.join(" "), row.help.clone())
            })
            .collect()
    }

    fn rows(&self, context: Context) -> impl Iterator<Item = &Row> {
        self.rows.get(&context).into_iter().flatten()
    }
}

/// Returns true for the characters of numbers and dice.
fn writes_numbers(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | ',')
}

/// Returns the character that `key` types, if any.
pub(crate) fn typed(key: impl Into<KeyCombination>) -> Option<char> {
    let key = normal(key.into());
    match key.codes {
        OneToThree::One(KeyCode::Char(c)) if (key.modifiers - KeyModifiers::SHIFT).is_empty() => {
            Some(c)
        }
        _ => None,
    }
}

/// Returns the canonical form of a key that terminals report in several ways.
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
        // `?` needs shift on some keyboards, and most terminals do not report it.
        OneToThree::One(KeyCode::Char(c)) if !c.is_alphabetic() => {
            KeyCombination::one_key(KeyCode::Char(c), key.modifiers - KeyModifiers::SHIFT)
        }
        _ => key,
    }
}

/// Returns the name of the key as keyboards have it: `Ctrl-R`, `Shift-Tab`, `?`.
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

/// Parses a key of the key map.
fn key(word: &str) -> Result<KeyCombination, String> {
    match crokey::parse(word) {
        // Combinations of two keys reach programs only in a few terminals.
        Ok(key) if key.is_ansi_compatible() => Ok(normal(key)),
        _ => Err(format!(
            "`{word}` is not a key: write a key such as `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`"
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
    fn the_documented_keys_work_at_a_prompt() {
        for (key, action) in [
            ("enter", KeyAction::Accept),
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
            ("f2", KeyAction::Ruling),
            ("f3", KeyAction::Sheet),
            ("f4", KeyAction::WhoRolls),
            ("f5", KeyAction::Dice),
            ("f6", KeyAction::Add),
            ("f7", KeyAction::Note),
            ("f8", KeyAction::Amend),
            ("f9", KeyAction::PlayerView),
            ("f10", KeyAction::Quit),
            ("ctrl-q", KeyAction::Quit),
        ] {
            check(PROMPT, key, Some(action));
        }
    }

    #[test]
    fn letters_and_digits_belong_to_the_prompt() {
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
        check(TYPED, "enter", Some(KeyAction::Accept));
        check(TYPED, ":", Some(KeyAction::Command));
    }

    #[test]
    fn every_character_is_text_in_a_text_field() {
        for sign in [":", "/", "?", "!", "space", "-"] {
            check(WORDS, sign, None);
        }
        check(WORDS, "f1", Some(KeyAction::Help));
        check(WORDS, "ctrl-r", Some(KeyAction::Redo));
        check(WORDS, "tab", Some(KeyAction::Complete));
        check(WORDS, "left", Some(KeyAction::CursorLeft));
    }

    #[test]
    fn every_terminal_report_of_a_key_is_recognized() {
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
        let contexts = Keymap::read(&Source::new("keymap.ron", BUILT_IN)).0.rows;
        assert_eq!(contexts.len(), 16);
        assert!(contexts.values().flatten().all(|row| !row.keys.is_empty()));
    }

    #[test]
    fn the_gms_keymap_can_replace_add_and_unbind_keys() {
        let own = r#"{
            Prompt: [(keys: ["ctrl-u"], action: Undo), (keys: ["backspace"], action: None)],
            Fight: [(keys: ["f2"], action: Dice, help: "roll")],
        }"#;
        let keymap = Keymap::with(Keymap::read(&Source::new("keymap.ron", own)).0);
        let run = |key| keymap.resolve(PROMPT, pressed(key));
        assert_eq!(run("ctrl-u"), Some(KeyAction::Undo));
        assert_eq!(run("ctrl-h"), Some(KeyAction::Undo));
        assert_eq!(run("backspace"), None);
        assert_eq!(run("f2"), Some(KeyAction::Dice));
        assert_eq!(run("!"), Some(KeyAction::Ruling));
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
            ("Enter".into(), "accept the selection, or roll".into())
        );
        let hint = |contexts, action| keymap.hint(contexts, action).map(|(key, _)| key);
        assert_eq!(hint(PROMPT, KeyAction::Undo).as_deref(), Some("Backspace"));
        assert_eq!(hint(TYPED, KeyAction::Undo), None, "the key deletes there");
        assert_eq!(hint(WORDS, KeyAction::Command).as_deref(), Some("Ctrl-P"));
        assert_eq!(hint(PROMPT, KeyAction::Export), None);
    }

    #[test]
    fn every_error_is_reported_with_its_position() {
        check_errors(
            "{\n Prompt: [\n  (keys: [\"entre\"], action: Accept),\n  (keys: [\"a\"], action: Undoo, hlep: \"\"),\n ],\n Promt: [],\n}",
            &[
                "3:11: `entre` is not a key: write a key such as `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`",
                "4:25: unknown word `Undoo`: did you mean `Undo`?",
                "4:32: unknown field `hlep`: did you mean `help`?",
                "6:2: unknown word `Promt`: did you mean `Prompt`?",
            ],
        );
        check_errors(
            "{ Prompt: [\n (keys: [\"a\"], action: Undo),\n (keys: [\"b\", \"a\"], action: Redo)] }",
            &["3:15: `a` has two actions here: Undo and Redo"],
        );
        check_errors("{ Log: [], Log: [] }", &["1:12: this key appears twice"]);
        check_errors(
            "{ Log: [(keys: [\"a-b\"], action: Undo)] }",
            &[
                "1:17: `a-b` is not a key: write a key such as `enter`, `f5`, `?`, `ctrl-r` or `shift-tab`",
            ],
        );
        check_errors("\u{feff}{}", &[]);
        let built_in = Source::new("keymap.ron", BUILT_IN);
        assert_eq!(Keymap::read(&built_in).1, []);
    }
}
