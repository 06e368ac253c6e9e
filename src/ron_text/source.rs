//! Text to read, and positions in it. Errors show file, line and column, with the line itself.

use std::sync::OnceLock;
use std::{fmt, iter};

use crate::text;

/// Columns of a long line shown before and after an error.
const EXCERPT_COLUMNS: usize = 38;

/// Byte range of a text, without its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

/// Text to read, with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name in messages.
    pub name: String,
    text: String,
    /// Offsets of the lines, computed for the first position.
    lines: OnceLock<Vec<usize>>,
}

impl Source {
    /// Creates a text with a name. A byte order mark at the beginning of the text is dropped.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        Self {
            name: name.into(),
            text: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            lines: OnceLock::new(),
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the position of a byte.
    pub fn place(&self, at: usize) -> Place {
        let at = at.min(self.text.len());
        let parts = self.text.split_at_checked(at);
        let (before, after) = parts.unwrap_or(("", &self.text));
        let (line, start) = self.line(before.len());
        let (before, after) = (&before[start..], after.lines().next().unwrap_or(""));
        // A line that fits is shown completely.
        let behind = after.chars().skip(1).take(EXCERPT_COLUMNS).count();
        let room = 2 * EXCERPT_COLUMNS - behind;
        let shown = |c: char| if c == '\t' { ' ' } else { c };
        let first = before.char_indices().rev().take(room).last();
        let first = first.map_or(before.len(), |(first, _)| first);
        let mut indent: String = before[first..].chars().map(shown).collect();
        let room = 2 * EXCERPT_COLUMNS + 1 - indent.chars().count();
        let mut rest: String = after.chars().take(room).map(shown).collect();
        if first > 0 {
            indent.insert(0, text::ELLIPSIS);
        }
        if after.chars().nth(room).is_some() {
            rest.push(text::ELLIPSIS);
        }
        let indent = text::sanitize(&indent, usize::MAX);
        Place {
            file: self.name.clone(),
            line,
            column: before.chars().count() + 1,
            indent: text::width(&indent),
            excerpt: format!("{indent}{}", text::sanitize(&rest, usize::MAX)),
        }
    }

    /// Returns the line number of a byte, from 1, and the offset of the line.
    fn line(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n');
            iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= at);
        (line, lines[line - 1])
    }

    /// Returns the byte at a line and column as ron counts them. In ron, a wrong value starts at the space before it.
    pub(super) fn byte(&self, line: usize, column: usize) -> usize {
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
        let row = self.text[start..].lines().next().unwrap_or("");
        let chars = row.chars().take(column.saturating_sub(1));
        let at: usize = chars.map(char::len_utf8).sum();
        let spaces = row[at..].len() - row[at..].trim_start().len();
        let is_last = at + spaces == row.len();
        start + at + if is_last { 0 } else { spaces }
    }

    /// Creates a message about the text at a byte.
    pub fn explain(&self, at: usize, what: impl Into<String>) -> Diagnostic {
        Diagnostic {
            place: Some(self.place(at)),
            what: what.into(),
        }
    }
}

/// Position of an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    /// Number of the line, from 1.
    pub line: usize,
    /// Number of the column, from 1, in characters.
    pub column: usize,
    /// Text of the line, or the part of a long line around the column; safe to show.
    pub excerpt: String,
    /// Number of columns of the excerpt before the error.
    indent: usize,
}

/// Error with position, problem and remedy. Safe to show on any terminal:
///
/// ```text
/// foes.ron:2:15: unknown field `agl`: did you mean `agi`?
///   2 |  (name: "Wim", agl: 4),
///     |                ^
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Position, if the error is in a file.
    pub place: Option<Place>,
    /// Description of the problem and the remedy; lower case, without a full stop.
    pub what: String,
}

impl Diagnostic {
    /// Creates an error without a position.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self {
            place: None,
            what: what.into(),
        }
    }

    /// Creates an error with its position, if known.
    pub(crate) fn at(place: Option<&Place>, what: impl Into<String>) -> Self {
        Self {
            place: place.cloned(),
            what: what.into(),
        }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = text::sanitize_lines(&self.what);
        let what = what.trim_end();
        let Some(place) = &self.place else {
            return f.write_str(what);
        };
        let file = text::sanitize(&place.file, text::LINE_LIMIT);
        write!(f, "{file}:{}:{}: {what}", place.line, place.column)?;
        if !place.excerpt.trim().is_empty() {
            let number = place.line.to_string();
            let margin = " ".repeat(number.len());
            let indent = " ".repeat(place.indent);
            write!(
                f,
                "\n  {number} | {}\n  {margin} | {indent}^",
                place.excerpt
            )?;
        }
        Ok(())
    }
}

impl std::error::Error for Diagnostic {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_shows_the_line_of_the_file_with_the_error() {
        let source = Source::new("foes.ron", "[\n\t(naem: 1),\n]");
        assert_eq!(
            source.explain(4, "unknown field `naem`").to_string(),
            "foes.ron:2:3: unknown field `naem`\n  2 |  (naem: 1),\n    |   ^"
        );
        assert_eq!(Diagnostic::new("too many").to_string(), "too many");
    }

    #[test]
    fn long_lines_are_shortened_and_control_characters_made_visible() {
        let text = format!("\u{feff}{}\u{1b}[2Jx", " ".repeat(5_000));
        let source = Source::new("a.ron", &text);
        let shown = source.explain(5_000, "this").to_string();
        assert!(shown.starts_with("a.ron:1:5001: this\n"));
        assert!(shown.contains('␛') && !shown.contains('\u{1b}'));
        assert!(shown.len() < 500);
        // The description may repeat the text.
        let told = source.explain(0, "`\u{1b}c` is no key").to_string();
        assert!(told.contains("`␛c` is no key"), "{told}");
        // Positions at and after the end are valid too.
        assert_eq!(source.place(usize::MAX).line, 1);
        assert_eq!(Source::new("e", "").place(3).column, 1);
    }
}
