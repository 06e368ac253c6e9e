//! Values of Affray's own types, read from RON and written as RON.

use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::remedy::did_you_mean;
use super::source::{Diagnostic, Source, Span};
use crate::text;

/// Returns the options for all RON files. `5` means `Some(5)`, so that people need not know the difference. ron itself
/// stops at a depth of 128, long before the stack overflows.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// Reads a whole file into a type.
pub fn read_as<T: DeserializeOwned>(source: &Source) -> Result<T, Diagnostic> {
    options().from_str(source.text()).map_err(|error| {
        let start = error.span.start;
        source.explain(source.byte(start.line, start.col), in_words(&error.code))
    })
}

/// Reads a part of a file into a type.
///
/// # Errors
/// The first error, at its position in the whole file.
pub(crate) fn read_part<T: DeserializeOwned>(source: &Source, part: Span) -> Result<T, Diagnostic> {
    let text = source.text().get(part.start..part.end).unwrap_or("");
    options().from_str(text).map_err(|error| {
        let start = error.span.start;
        let within = Source::new("", text).byte(start.line, start.col);
        source.explain(part.start + within, in_words(&error.code))
    })
}

/// Returns `true` for the default value, which files omit.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Formats a value as a file for people, identical on all machines.
///
/// # Errors
/// If the value cannot be written as RON, which is a bug of its type.
pub(crate) fn write_file(value: &impl Serialize) -> Result<String, Diagnostic> {
    let pretty = PrettyConfig::new().new_line("\n").depth_limit(3);
    let mut text = options()
        .to_string_pretty(value, pretty)
        .map_err(|error| Diagnostic::new(error.to_string()))?;
    text.push('\n');
    Ok(text)
}

/// Formats a value as one readable row of a file.
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

/// Describes an error of ron, with a remedy.
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
            format!("the field `{field}` appears twice: remove one")
        }
        E::ExpectedIdentifier | E::SuggestRawIdentifier(_) => {
            "the name of a field is needed here, such as `name: …`".to_owned()
        }
        E::ExpectedDifferentStructName { expected, .. } => {
            format!("this is the wrong record: write `{expected}` or no word before the bracket")
        }
        E::InvalidIntegerDigit { digit, .. } => {
            format!("`{digit}` is not a digit: write a whole number, such as 12")
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
        E::ExceededRecursionLimit => "brackets are nested too deeply".to_owned(),
        E::TrailingCharacters => "unexpected text after the end: remove it".to_owned(),
        E::IntegerOutOfBounds => {
            "the number is too large or too small: write one nearer to 0".to_owned()
        }
        E::UnclosedBlockComment => {
            "a comment begins here and has no end: close it with `*/`".to_owned()
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
    fn values_of_each_type_are_read_and_errors_have_a_remedy() {
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
            "1:24: unknown field `armour`: choose one of name, agi, luck, side",
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
    fn malicious_texts_are_refused() {
        #[derive(Debug, Deserialize)]
        struct Nest {
            #[expect(dead_code, reason = "only read")]
            inner: Vec<Nest>,
        }
        let nest = "(inner: [".repeat(100_000);
        let wrong = read_as::<Nest>(&Source::new("bomb", &nest)).expect_err("too deep");
        assert_eq!(wrong.what, "brackets are nested too deeply");
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
    fn values_are_read_as_they_were_written() {
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
    fn errors_in_part_of_a_file_have_positions_in_the_whole_file() {
        let source = Source::new("n.ron", "[1, 2,\n  3, x, 5]");
        let part = Span { start: 9, end: 16 };
        let wrong = read_part::<Vec<i64>>(&source, part).expect_err("not a list");
        let place = wrong.place.expect("a place");
        assert_eq!((place.line, place.column), (2, 3));
    }
}
