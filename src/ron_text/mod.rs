//! RON as people write it: read with every mistake told by file, line and column, the line itself and the remedy.
//!
//! Two ways lead in. [`read_as`] reads a file into a type that the program itself writes (a session, settings, a table)
//! and stops at the first mistake. [`parse`] reads what people write by hand into a tree with places, from which a
//! [`Reading`] takes fields; a mistake in one record then does not hide those of the next.

mod path;
mod reading;
mod tree;

use std::sync::OnceLock;
use std::{fmt, iter};

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::text;

pub(crate) use path::Within;
pub use path::{Checked, Objection, PathStep, each};
pub(crate) use reading::word;
pub use reading::{Reading, RecordFields};
pub(crate) use tree::MOST_MISTAKES;
pub use tree::{Node, RecordField, Shape, Span, find, parse};

/// How deeply brackets may stand in each other in what people write.
const DEPTH_LIMIT: usize = 48;
/// Columns of a long line shown to the left and to the right of a mistake.
const EXCERPT_COLUMNS: usize = 38;
/// How many words are named when none is near.
const MOST_NAMED: usize = 12;

/// How every RON file is read and written: `5` stands for `Some(5)`, so that people need not know of it. ron itself
/// gives up at a depth of 128, long before the stack is full.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// A text to be read, and what to call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// File name, as messages show it.
    pub name: String,
    text: String,
    /// Where its lines begin, once somebody asked for a place.
    lines: OnceLock<Vec<usize>>,
}

impl Source {
    /// A text under a name. A byte order mark at its beginning is dropped.
    pub fn new(name: impl Into<String>, text: &str) -> Self {
        Self {
            name: name.into(),
            text: text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
            lines: OnceLock::new(),
        }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The place of a byte.
    pub fn place(&self, at: usize) -> Place {
        let at = at.min(self.text.len());
        let parts = self.text.split_at_checked(at);
        let (before, after) = parts.unwrap_or(("", &self.text));
        let (line, start) = self.line(before.len());
        let (before, after) = (&before[start..], after.lines().next().unwrap_or(""));
        // A line that fits is shown whole.
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

    /// The number of the line in which a byte stands, from 1, and where it begins.
    fn line(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let ends = self.text.match_indices('\n');
            iter::once(0).chain(ends.map(|(end, _)| end + 1)).collect()
        });
        let line = lines.partition_point(|start| *start <= at);
        (line, lines[line - 1])
    }

    /// The byte at a line and a column as ron names them. ron begins a wrong value at the space in front of it.
    fn byte(&self, line: usize, column: usize) -> usize {
        let lines = self.text.split_inclusive('\n');
        let start: usize = lines.take(line.saturating_sub(1)).map(str::len).sum();
        let row = self.text[start..].lines().next().unwrap_or("");
        let chars = row.chars().take(column.saturating_sub(1));
        let at: usize = chars.map(char::len_utf8).sum();
        let spaces = row[at..].len() - row[at..].trim_start().len();
        let is_last = at + spaces == row.len();
        start + at + if is_last { 0 } else { spaces }
    }

    /// Something to say about the text at a byte.
    pub fn explain(&self, at: usize, what: impl Into<String>) -> Diagnostic {
        Diagnostic {
            place: Some(self.place(at)),
            what: what.into(),
        }
    }
}

/// Where a mistake stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// The line, or the part of a long one around the column; safe to show.
    pub excerpt: String,
    /// Columns of the excerpt before the mistake.
    indent: usize,
}

/// A mistake: where it stands, what is wrong and what would be right. Safe to show on any terminal:
///
/// ```text
/// foes.ron:2:15: unknown field `agl`: did you mean `agi`?
///   2 |  (name: "Wim", agl: 4),
///     |                ^
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where, if it is in a file.
    pub place: Option<Place>,
    /// What is wrong and what would be right; lower case, without a full stop.
    pub what: String,
}

impl Diagnostic {
    /// A mistake that stands in no file.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self {
            place: None,
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

/// Reads a whole file into a type.
pub fn read_as<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostic> {
    options().from_str(&source.text).map_err(|error| {
        let start = error.span.start;
        source.explain(source.byte(start.line, start.col), in_words(&error.code))
    })
}

/// Reads a part of a file into a type.
///
/// # Errors
/// The first mistake, at its place in the whole file.
pub(crate) fn read_part<T: DeserializeOwned>(source: &Source, part: Span) -> Result<T, Diagnostic> {
    let text = source.text.get(part.start..part.end).unwrap_or("");
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        let within = Source::new("", text).byte(start.line, start.col);
        source.explain(part.start + within, in_words(&error.code))
    })
}

/// Whether a field holds what stands for one that a file leaves out; such a field is not written.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value as a file for people: the same text on every machine.
///
/// # Errors
/// When the value cannot be written as RON, which is a fault of its type.
pub(crate) fn write_file(value: &impl Serialize) -> Result<String, Diagnostic> {
    let pretty = PrettyConfig::new().new_line("\n").depth_limit(4);
    let mut text = options()
        .to_string_pretty(value, pretty)
        .map_err(|error| Diagnostic::new(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

/// A value as one row of a file: one line, but for people to read.
pub(crate) fn write_row(value: &impl Serialize) -> Result<String, Diagnostic> {
    options()
        .to_string_pretty(value, PrettyConfig::new().depth_limit(0))
        .map_err(|error| Diagnostic::new(error.to_string()))
}

pub(crate) fn write_line(value: &impl Serialize) -> Result<String, Diagnostic> {
    options()
        .to_string(value)
        .map_err(|error| Diagnostic::new(error.to_string()))
}

/// `: did you mean …?`, or what there is, or nothing where that would be too long.
pub(crate) fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(word) = text::nearest(written, known.iter().copied()) {
        return format!(": did you mean `{word}`?");
    }
    match known.len() {
        0 => ": leave it out".to_owned(),
        1..=MOST_NAMED => format!(": there is {}", known.join(", ")),
        many => format!(
            ": there is {} and {} more",
            known[..MOST_NAMED].join(", "),
            many - MOST_NAMED
        ),
    }
}

/// What ron says, with what would be right.
fn in_words(error: &ron::Error) -> String {
    use ron::Error as E;
    let unknown = |what: &str, found: &str, expected: &[&str]| {
        format!(
            "unknown {what} `{}`{}",
            text::sanitize(found, text::NAME_LIMIT),
            did_you_mean(found, expected.iter().copied())
        )
    };
    match error {
        E::NoSuchStructField {
            expected, found, ..
        } => unknown("field", found, expected),
        E::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("word", found, expected),
        E::MissingStructField { field, .. } => {
            format!("the field `{field}` is missing: write `{field}: …`")
        }
        E::DuplicateStructField { field, .. } => {
            format!("the field `{field}` stands twice: take one out")
        }
        E::ExpectedIdentifier | E::SuggestRawIdentifier(_) => {
            "the name of a field is needed here, such as `name: …`".to_owned()
        }
        E::ExpectedDifferentStructName { expected, .. } => {
            format!(
                "another record is needed here: write `{expected}` or no word before the bracket"
            )
        }
        E::InvalidIntegerDigit { digit, .. } => {
            format!("`{digit}` is no digit: write a whole number, such as 12")
        }
        E::Eof => "the file ends too early: a bracket or a quote is not closed".to_owned(),
        E::ExpectedComma => "a `,` is missing here".to_owned(),
        E::ExpectedString => "a text in quotes is needed here: \"like this\"".to_owned(),
        E::ExpectedInteger => "a whole number is needed here".to_owned(),
        E::ExpectedBoolean => "`true` or `false` is needed here".to_owned(),
        E::ExpectedArray => "a list is needed here: `[ … ]`".to_owned(),
        E::ExpectedArrayEnd => "a `]` is missing here".to_owned(),
        E::ExpectedMap => "a `{` is needed here".to_owned(),
        E::ExpectedMapColon => "a `:` is needed here".to_owned(),
        E::ExpectedMapEnd => "a `}` is missing here".to_owned(),
        E::ExpectedStructLike | E::ExpectedNamedStructLike(_) => "a `(` is needed here".to_owned(),
        E::ExpectedStructLikeEnd => "a `)` is missing here".to_owned(),
        E::ExceededRecursionLimit => "brackets stand in each other too deeply".to_owned(),
        E::TrailingCharacters => "something stands behind the end: take it out".to_owned(),
        E::IntegerOutOfBounds => {
            "the number is too large or too small: write one that is nearer to 0".to_owned()
        }
        E::UnclosedBlockComment => {
            "a comment begins here and never ends: close it with `*/`".to_owned()
        }
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            let lower: String = letters
                .next()
                .into_iter()
                .flat_map(char::to_lowercase)
                .chain(letters)
                .collect();
            text::sanitize(&lower, text::LINE_LIMIT).into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[test]
    fn a_mistake_shows_its_line() {
        let source = Source::new("foes.ron", "[\n\t(naem: 1),\n]");
        assert_eq!(
            source.explain(4, "unknown field `naem`").to_string(),
            "foes.ron:2:3: unknown field `naem`\n  2 |  (naem: 1),\n    |   ^"
        );
        assert_eq!(Diagnostic::new("too many").to_string(), "too many");
    }

    #[test]
    fn long_and_hostile_lines_are_shown_in_part_and_harmlessly() {
        let text = format!("\u{feff}{}\u{1b}[2Jx", " ".repeat(5_000));
        let source = Source::new("a.ron", &text);
        let shown = source.explain(5_000, "this").to_string();
        assert!(shown.starts_with("a.ron:1:5001: this\n"));
        assert!(shown.contains('␛') && !shown.contains('\u{1b}'));
        assert!(shown.len() < 500);
        // What is wrong may repeat what stands there.
        let told = source.explain(0, "`\u{1b}c` is no key").to_string();
        assert!(told.contains("`␛c` is no key"), "{told}");
        // Places at and behind the end exist too.
        assert_eq!(source.place(usize::MAX).line, 1);
        assert_eq!(Source::new("e", "").place(3).column, 1);
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sheet {
        name: String,
        agi: u32,
        #[serde(default)]
        luck: Option<u32>,
        #[serde(default)]
        side: Side,
    }

    #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
    enum Side {
        #[default]
        Party,
        Foes,
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let wrong = read_as::<Vec<Sheet>>(&Source::new("d", text)).expect_err("no sheets");
        let place = wrong.place.expect("a place");
        assert_eq!(
            format!("{}:{}: {}", place.line, place.column, wrong.what),
            expected
        );
    }

    #[test]
    fn types_are_read_with_what_would_be_right() {
        check(
            "[\n  (name: 5, agi: 3),\n]",
            "2:10: a text in quotes is needed here: \"like this\"",
        );
        check(
            "[(name: \"Wim\", agl: 3)]",
            "1:16: unknown field `agl`: did you mean `agi`?",
        );
        check(
            "[(name: \"Wim\", agi: 3, armour: 1)]",
            "1:24: unknown field `armour`: there is name, agi, luck, side",
        );
        check(
            "[(name: \"Wim\", agi: 3, side: foe)]",
            "1:30: unknown word `foe`: did you mean `Foes`?",
        );
        check(
            "[(name: \"Wim\")]",
            "1:14: the field `agi` is missing: write `agi: …`",
        );
        check("", "1:1: a list is needed here: `[ … ]`");
    }

    #[test]
    fn bombs_are_refused() {
        #[derive(Debug, Deserialize)]
        struct Nest {
            #[expect(dead_code, reason = "only read")]
            inner: Vec<Nest>,
        }
        let nest = "(inner: [".repeat(100_000);
        let wrong = read_as::<Nest>(&Source::new("bomb", &nest)).expect_err("too deep");
        assert_eq!(wrong.what, "brackets stand in each other too deeply");
        for text in [
            "[".repeat(1_000_000),
            "/*".repeat(1_000_000),
            format!("[({}: 1)]", "a".repeat(1_000_000)),
            "\0".to_owned(),
            "\n\n\n".to_owned(),
        ] {
            let wrong = read_as::<Vec<Sheet>>(&Source::new("bomb", &text)).expect_err("no sheets");
            assert!(wrong.to_string().chars().count() < 1_200);
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let sheets = vec![
            Sheet {
                name: "Wim \u{1b}[31m\n\"x\"".to_owned(),
                agi: 3,
                luck: Some(5),
                side: Side::Foes,
            },
            Sheet {
                name: String::new(),
                agi: 0,
                luck: None,
                side: Side::Party,
            },
        ];
        let page = write_file(&sheets).expect("written");
        assert_eq!(
            read_as::<Vec<Sheet>>(&Source::new("a", &page)).expect("read"),
            sheets
        );
        assert!(page.contains("luck: 5") && !page.contains('\r') && page.ends_with("),\n]\n"));
        let row = write_line(&sheets).expect("written");
        assert_eq!(
            read_as::<Vec<Sheet>>(&Source::new("a", &row)).expect("read"),
            sheets
        );
        assert!(row.chars().all(|c| !c.is_control()), "{row}");
    }

    #[test]
    fn parts_are_explained_at_their_place_in_the_whole() {
        let source = Source::new("n.ron", "[1, 2,\n  3, x, 5]");
        let part = Span { start: 9, end: 16 };
        let wrong = read_part::<Vec<i64>>(&source, part).expect_err("not a list");
        let place = wrong.place.expect("a place");
        assert_eq!((place.line, place.column), (2, 3));
    }
}
