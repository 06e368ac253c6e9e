//! Input field for one line, with a history.

use std::borrow::Cow;

use tui_input::{Input, InputRequest};
use unicode_segmentation::UnicodeSegmentation;

use super::keymap::KeyAction;
use crate::text::{LINE_LIMIT, head, is_safe, pad, sanitize, width};

/// Number of lines in the history of a field.
const HISTORY_LIMIT: usize = 100;

/// Input line with its history.
#[derive(Clone, Debug, Default)]
pub struct Edit {
    input: Input,
    history: Vec<String>,
    /// Index of the history line shown, and the text that was typed before.
    recalled: Option<(usize, String)>,
}

impl Edit {
    /// Returns the typed text.
    pub fn value(&self) -> &str {
        self.input.value()
    }

    /// Returns `true` if nothing has been typed.
    pub(crate) fn is_empty(&self) -> bool {
        self.value().is_empty()
    }

    /// Replaces the whole text; the cursor goes to its end.
    pub(crate) fn set(&mut self, text: &str) {
        self.input = Input::new(sanitize(text, LINE_LIMIT).into_owned());
        self.recalled = None;
    }

    pub(crate) fn clear(&mut self) {
        self.set("");
    }

    /// Clears the field, adds its text to the history and returns it.
    pub(crate) fn take(&mut self) -> String {
        let line = sanitize(self.value(), LINE_LIMIT).into_owned();
        self.clear();
        if !line.trim().is_empty() && self.history.last() != Some(&line) {
            self.history.push(line.clone());
            if self.history.len() > HISTORY_LIMIT {
                self.history.remove(0);
            }
        }
        line
    }

    /// Types the character `c`. Returns `false` if it is not allowed in a line, or the line is full.
    pub(crate) fn insert(&mut self, c: char) -> bool {
        let fits = is_safe(c) && self.value().len() < LINE_LIMIT;
        if fits {
            self.input.handle(InputRequest::InsertChar(c));
            self.recalled = None;
        }
        fits
    }

    /// Applies an editing action. Returns `false` if it has no effect, for example with the cursor at the end or
    /// without an earlier line.
    pub(crate) fn apply(&mut self, action: KeyAction) -> bool {
        let request = match action {
            KeyAction::DeleteBack => InputRequest::DeletePrevChar,
            KeyAction::DeleteForward => InputRequest::DeleteNextChar,
            KeyAction::DeleteWordBack => InputRequest::DeletePrevWord,
            KeyAction::DeleteWordForward => InputRequest::DeleteNextWord,
            KeyAction::DeleteToStart => InputRequest::DeleteFromStart,
            KeyAction::DeleteToEnd => InputRequest::DeleteTillEnd,
            KeyAction::CursorLeft => InputRequest::GoToPrevChar,
            KeyAction::CursorRight => InputRequest::GoToNextChar,
            KeyAction::WordLeft => InputRequest::GoToPrevWord,
            KeyAction::WordRight => InputRequest::GoToNextWord,
            KeyAction::CursorStart => InputRequest::GoToStart,
            KeyAction::CursorEnd => InputRequest::GoToEnd,
            KeyAction::Up => return self.recall_earlier(),
            KeyAction::Down => return self.recall_later(),
            _ => return false,
        };
        let changed = self.input.handle(request);
        if changed.is_some_and(|changed| changed.value) {
            self.recalled = None;
        }
        changed.is_some()
    }

    fn recall_earlier(&mut self) -> bool {
        let (place, typed) = match self.recalled.take() {
            Some((place, typed)) => (place, typed),
            None => (self.history.len(), self.value().to_owned()),
        };
        let earlier = place.saturating_sub(1);
        if let Some(line) = self.history.get(earlier) {
            self.input = Input::new(line.clone());
        }
        let moved = earlier < place;
        self.recalled = (place < self.history.len() || moved).then_some((earlier, typed));
        moved
    }

    fn recall_later(&mut self) -> bool {
        let Some((place, typed)) = self.recalled.take() else {
            return false;
        };
        match self.history.get(place + 1) {
            Some(line) => {
                self.input = Input::new(line.clone());
                self.recalled = Some((place + 1, typed));
            }
            None => self.input = Input::new(typed),
        }
        true
    }

    /// Returns the part of the line to show in `columns`, and the column of the cursor in it. The cursor is always
    /// inside, even after the last character. A sign indicates hidden text on the left, so that half a number is not
    /// mistaken for a whole number.
    pub(crate) fn view(&self, columns: usize) -> (Cow<'_, str>, usize) {
        let value = self.value();
        let before = value.char_indices().nth(self.input.cursor());
        let (before, _) = value.split_at(before.map_or(value.len(), |(place, _)| place));
        let Some(room) = columns.checked_sub(1) else {
            return (Cow::Borrowed(""), 0);
        };
        // Text to hide on the left, in whole graphemes.
        let excess = width(before).saturating_sub(room);
        let mut skipped = head(before, excess);
        if width(skipped) < excess {
            let rest = &before[skipped.len()..];
            let next = rest.graphemes(true).next().map_or(0, str::len);
            skipped = &before[..skipped.len() + next];
        }
        let shown = head(&value[skipped.len()..], columns);
        let cursor = width(&before[skipped.len()..]);
        let first = shown.graphemes(true).next().unwrap_or_default();
        let shown = match width(first) {
            hidden if !skipped.is_empty() && (1..cursor).contains(&hidden) => {
                let sign = pad("…", hidden);
                Cow::Owned([&*sign, &shown[first.len()..]].concat())
            }
            _ => Cow::Borrowed(shown),
        };
        (shown, cursor)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn type_text(edit: &mut Edit, text: &str) {
        for c in text.chars() {
            edit.insert(c);
        }
    }

    fn typed(text: &str) -> Edit {
        let mut edit = Edit::default();
        type_text(&mut edit, text);
        edit
    }

    #[track_caller]
    fn check(before: &str, actions: &[KeyAction], expected: &str) {
        let mut edit = typed(before);
        for &action in actions {
            edit.apply(action);
        }
        edit.insert('|');
        assert_eq!(edit.value(), expected);
    }

    #[test]
    fn a_line_is_edited_by_graphemes_and_words() {
        use KeyAction::*;
        check("ab", &[CursorLeft], "a|b");
        check("ab", &[CursorStart, CursorRight, DeleteForward], "a|");
        check("ae\u{301}", &[DeleteBack], "a|");
        check("two words", &[DeleteWordBack], "two |");
        check("two words", &[WordLeft, WordLeft], "|two words");
        check("two words", &[CursorStart, WordRight], "two |words");
        check("two words", &[WordLeft, DeleteToStart], "|words");
        check("two words", &[WordLeft, DeleteToEnd], "two |");
        check(
            "",
            &[DeleteBack, CursorLeft, DeleteWordBack, CursorEnd, Quit],
            "|",
        );
    }

    #[test]
    fn actions_return_whether_they_had_an_effect() {
        let mut edit = typed("a");
        assert!(edit.apply(KeyAction::DeleteBack));
        assert!(!edit.apply(KeyAction::DeleteBack));
        assert!(!edit.apply(KeyAction::Up));
        assert!(!edit.apply(KeyAction::Accept));
    }

    #[test]
    fn control_characters_are_not_accepted() {
        let mut edit = typed("a\x1b\u{202e}\nb");
        assert_eq!(edit.value(), "ab");
        edit.set("a\x1bb");
        assert_eq!(edit.value(), "a␛b");
        type_text(&mut edit, &"x".repeat(5 * LINE_LIMIT));
        assert!(edit.value().len() <= LINE_LIMIT);
        assert!(!edit.insert('x'));
    }

    #[test]
    fn earlier_lines_can_be_recalled() {
        let mut edit = Edit::default();
        for line in ["first", "second", "second", "  "] {
            type_text(&mut edit, line);
            assert_eq!(edit.take(), line);
        }
        type_text(&mut edit, "new");
        let mut at = |action, moved, expected| {
            assert_eq!(edit.apply(action), moved);
            assert_eq!(edit.value(), expected);
        };
        at(KeyAction::Up, true, "second");
        at(KeyAction::Up, true, "first");
        at(KeyAction::Up, false, "first");
        at(KeyAction::Down, true, "second");
        at(KeyAction::Down, true, "new");
        at(KeyAction::Down, false, "new");
    }

    #[test]
    fn the_cursor_is_always_visible() {
        let seen = |edit: &Edit, columns| {
            let (shown, cursor) = edit.view(columns);
            (shown.into_owned(), cursor)
        };
        for (text, columns, shown, cursor) in [
            ("abc", 10, "abc", 3),
            ("abc", 4, "abc", 3),
            ("abcdef", 4, "…ef", 3),
            ("7 18 19", 5, "… 19", 4),
            ("ゴブリン", 4, "ン", 2),
            ("ゴブリン", 6, "… ン", 4),
            ("ゴブリン", 1, "", 0),
            ("abc", 0, "", 0),
        ] {
            assert_eq!(
                seen(&typed(text), columns),
                (shown.to_owned(), cursor),
                "{text}"
            );
        }
        let mut edit = typed("abcdef");
        edit.apply(KeyAction::CursorStart);
        assert_eq!(seen(&edit, 4), ("abcd".to_owned(), 0));
    }

    proptest! {
        #[test]
        fn the_view_fits_and_contains_the_cursor(text in any::<String>(), left in 0..10, columns in 0..20_usize) {
            let mut edit = typed(&text);
            for _ in 0..left {
                edit.apply(KeyAction::CursorLeft);
            }
            let (shown, cursor) = edit.view(columns);
            prop_assert!(width(&shown) <= columns);
            prop_assert!(cursor < columns.max(1));
            prop_assert!(edit.value().chars().all(is_safe));
        }
    }
}
