//! RON as people write it, read with explanations, and RON as Affray writes it.
//!
//! Reading never overflows the stack: ron gives up at a depth of 128. Optional values are written plain (`5`, not
//! `Some(5)`), so that people need not know of them.

use anyhow::{Result, anyhow};
use ron::Options;
use ron::error::{Error, SpannedError};
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::path::Path;

use super::book::{FOREIGN_LIMIT, OWN_LIMIT};
use super::disk::{DiskStore, Store};
use super::trouble::failed;
use crate::text;

/// How many columns of a long line are shown to the left and to the right of a mistake.
const EXCERPT_COLUMNS: usize = 38;
/// The longest message, and in it the longest quoted name, in characters.
const MESSAGE_LIMIT: usize = 400;
const NAME_LIMIT: usize = 60;

/// What is wrong with a page of RON, and where. Displays in three lines, safe for any terminal:
///
/// ```text
/// saves/duel.ron: 2:12: unknown field `agl`: did you mean `agi`?
///   2 |  (name: "Wim", agl: 4),
///     |               ^
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The file, as it was named to [`read`].
    pub file: String,
    /// Line and column in characters, both from 1; `None` where it is about the file as a whole.
    pub place: Option<(usize, usize)>,
    /// What is wrong and, where it is known, what would be right.
    pub message: String,
    /// The line or the part of it around the place, and the columns in front of the place.
    pub excerpt: Option<(String, usize)>,
}

impl std::error::Error for Explained {}

impl fmt::Display for Explained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.file)?;
        let Some((line, column)) = self.place else {
            return f.write_str(&self.message);
        };
        write!(f, "{line}:{column}: {}", self.message)?;
        let Some((excerpt, before)) = &self.excerpt else {
            return Ok(());
        };
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        write!(
            f,
            "\n  {number} | {excerpt}\n  {margin} | {}^",
            " ".repeat(*before)
        )
    }
}

/// Reads what somebody may have written by hand, at most [`FOREIGN_LIMIT`] bytes of it. `file` is what messages call it.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Explained> {
    read_up_to(file, text, FOREIGN_LIMIT)
}

/// Reads what Affray itself has saved, at most [`OWN_LIMIT`] bytes of it.
pub fn read_saved<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Explained> {
    read_up_to(file, text, OWN_LIMIT)
}

fn read_up_to<T: DeserializeOwned>(file: &str, text: &str, limit: u64) -> Result<T, Explained> {
    let file = text::sanitize(file, MESSAGE_LIMIT).into_owned();
    if text.len() as u64 > limit {
        let message = format!("it is larger than {} MiB: make it smaller", limit >> 20);
        return Err(Explained {
            file,
            place: None,
            message,
            excerpt: None,
        });
    }
    // Windows programs write it, and RON does not know it.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    options()
        .from_str(text)
        .map_err(|error| explain(file, text, &error))
}

/// The text of a file that somebody wrote by hand, at most [`FOREIGN_LIMIT`] bytes of it, larger ones are refused unread.
pub fn load(path: &Path) -> Result<String> {
    let label = text::sanitize(&path.to_string_lossy(), MESSAGE_LIMIT).into_owned();
    let (Some(folder), Some(name)) = (
        path.parent(),
        path.file_name().and_then(|name| name.to_str()),
    ) else {
        return Err(anyhow!("{label}: not a file: choose another"));
    };
    let bytes = DiskStore::new(folder)
        .read(name, FOREIGN_LIMIT)
        .map_err(|error| failed(&label, &error))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = good.iter().filter(|byte| **byte == b'\n').count() + 1;
        anyhow!("{label}: line {line} is not text: save it as UTF-8")
    })
}

/// A page to be read and compared by people: one record a line, the same bytes on every system.
pub fn write<T: Serialize>(value: &T) -> Result<String> {
    let config = PrettyConfig::new().new_line("\n").depth_limit(4);
    let text = options()
        .to_string_pretty(value, config)
        .map_err(|error| anyhow!("this cannot be written: {error}"))?;
    Ok(text + "\n")
}

/// The same in one line, as a journal wants it.
pub fn line<T: Serialize>(value: &T) -> Result<String> {
    options()
        .to_string(value)
        .map_err(|error| anyhow!("this cannot be written: {error}"))
}

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

fn explain(file: String, text: &str, error: &SpannedError) -> Explained {
    let (line, mut column) = (error.span.start.line, error.span.start.col);
    let row = text.lines().nth(line.saturating_sub(1));
    // ron begins a wrong value at the space in front of it.
    let ahead = row
        .into_iter()
        .flat_map(|row| row.chars().skip(column.saturating_sub(1)));
    let spaces = ahead.clone().take_while(|c| c.is_whitespace()).count();
    if spaces < ahead.count() {
        column += spaces;
    }
    let excerpt = row.map(|row| excerpt(row, column.saturating_sub(1)));
    let message = text::sanitize(&wording(&error.code), MESSAGE_LIMIT).into_owned();
    Explained {
        file,
        place: Some((line, column)),
        message,
        excerpt,
    }
}

/// The part of `line` around the character number `at`, counted from 0, and the columns in front of that character.
fn excerpt(line: &str, at: usize) -> (String, usize) {
    let first = at.saturating_sub(EXCERPT_COLUMNS);
    let mut before: String = line.chars().skip(first).take(at - first).collect();
    let mut after: String = line.chars().skip(at).take(EXCERPT_COLUMNS + 1).collect();
    if first > 0 {
        before.insert(0, '…');
    }
    if after.chars().count() > EXCERPT_COLUMNS {
        after.pop();
        after.push('…');
    }
    let before = text::sanitize(&before, usize::MAX);
    (
        format!("{before}{}", text::sanitize(&after, usize::MAX)),
        text::width(&before),
    )
}

fn wording(error: &Error) -> String {
    match error {
        Error::NoSuchStructField {
            expected, found, ..
        } => unknown("field", found, expected),
        Error::NoSuchEnumVariant {
            expected, found, ..
        } => unknown("name", found, expected),
        Error::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        Error::DuplicateStructField { field, .. } => {
            format!("the field `{field}` is there twice: keep one")
        }
        Error::ExceededRecursionLimit => {
            "too many brackets inside each other: write it flatter".to_owned()
        }
        error => error.to_string(),
    }
}

fn unknown(what: &str, found: &str, expected: &[&str]) -> String {
    let name = text::sanitize(found, NAME_LIMIT);
    if let Some(near) = text::nearest(found, expected.iter().copied()) {
        return format!("unknown {what} `{name}`: did you mean `{near}`?");
    }
    let quoted: Vec<String> = expected.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => format!("unknown {what} `{name}`: leave it out"),
        [only] => format!("unknown {what} `{name}`: there is only {only}"),
        [others @ .., last] => format!(
            "unknown {what} `{name}`: there are {} and {last}",
            others.join(", ")
        ),
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
        let error = read::<Vec<Sheet>>("saves/duel.ron", text).expect_err("not a list of sheets");
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn mistakes_are_explained() {
        check(
            "[\n  (name: 5, agi: 3),\n]",
            "saves/duel.ron: 2:10: Expected string\n  2 |   (name: 5, agi: 3),\n    |          ^",
        );
        check(
            "[(name: \"Wim\", agl: 3)]",
            "saves/duel.ron: 1:16: unknown field `agl`: did you mean `agi`?\n  1 | [(name: \"Wim\", agl: 3)]\n    |                ^",
        );
        check(
            "[(name: \"Wim\", agi: 3, armour: 1)]",
            "saves/duel.ron: 1:24: unknown field `armour`: there are `name`, `agi`, `luck` and `side`\n  1 | [(name: \"Wim\", agi: 3, armour: 1)]\n    |                        ^",
        );
        check(
            "[(name: \"Wim\", agi: 3, side: foe)]",
            "saves/duel.ron: 1:30: unknown name `foe`: did you mean `Foes`?\n  1 | [(name: \"Wim\", agi: 3, side: foe)]\n    |                              ^",
        );
        check(
            "[(name: \"Wim\")]",
            "saves/duel.ron: 1:14: the field `agi` is missing\n  1 | [(name: \"Wim\")]\n    |              ^",
        );
    }

    #[test]
    fn an_excerpt_is_short_and_cannot_drive_the_terminal() {
        let long = format!(
            "[(name: \"{}\u{1b}[31m\u{202e}\u{6f22}\", agi: x, luck: {})]",
            "a".repeat(1000),
            "1".repeat(1000)
        );
        let error = read::<Vec<Sheet>>("a\u{1b}.ron", &long).expect_err("x is no number");
        let shown = error.to_string();
        assert!(
            shown.lines().count() == 3 && shown.chars().all(|c| c == '\n' || text::is_safe(c)),
            "{shown:?}"
        );
        let lines: Vec<&str> = shown.lines().collect();
        let caret = lines[2].find('^').expect("a caret");
        assert_eq!(
            text::width(lines[1].split("x,").next().expect("the place is shown")),
            caret
        );
        assert!(text::width(lines[1]) < 90);
    }

    #[test]
    fn bombs_are_refused() {
        #[derive(Debug, Deserialize)]
        struct Nest {
            #[expect(dead_code, reason = "only read")]
            inner: Vec<Nest>,
        }
        let brackets = "[".repeat(1_000_000);
        let error = read::<Nest>("bomb.ron", &"(inner: [".repeat(100_000)).expect_err("too deep");
        assert_eq!(
            error.message,
            "too many brackets inside each other: write it flatter"
        );
        read::<ron::Value>("bomb.ron", &brackets).expect_err("too deep");
        read::<ron::Value>("bomb.ron", &"/*".repeat(1_000_000)).expect_err("a comment without end");
        read::<Vec<Sheet>>("bomb.ron", &format!("[({}: 1)]", "a".repeat(1_000_000)))
            .expect_err("a long name");
        let error = read::<Vec<Sheet>>("bomb.ron", &" ".repeat(5_000_000)).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "bomb.ron: it is larger than 4 MiB: make it smaller"
        );
        for text in ["", "\u{feff}", "\0", "[", "(", "\"", "\n\n\n"] {
            let error = read::<Vec<Sheet>>("odd.ron", text).expect_err("nothing");
            assert!(error.to_string().starts_with("odd.ron: "), "{error}");
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
        let page = write(&sheets).expect("written");
        assert_eq!(read::<Vec<Sheet>>("a", &page).expect("read"), sheets);
        assert_eq!(
            read::<Vec<Sheet>>("a", &format!("\u{feff}{page}")).expect("with a mark"),
            sheets
        );
        assert!(
            page.contains("luck: 5") && !page.contains('\r') && page.ends_with("),\n]\n"),
            "{page}"
        );
        let row = line(&sheets).expect("written");
        assert_eq!(read::<Vec<Sheet>>("a", &row).expect("read"), sheets);
        assert!(row.chars().all(|c| !c.is_control()), "{row}");
    }

    #[test]
    fn files_are_loaded_or_explained() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("roster.ron");
        std::fs::write(&path, b"[\n\xff]").expect("written");
        let explained = |path: &Path| {
            let text = load(path).expect_err("not loaded").to_string();
            text.replace(&*folder.path().to_string_lossy(), "~")
        };
        assert_eq!(
            explained(&path),
            "~/roster.ron: line 2 is not text: save it as UTF-8"
        );
        assert_eq!(
            explained(&folder.path().join("none.ron")),
            "~/none.ron: not there: bring it back or choose another"
        );
        assert_eq!(explained(folder.path()), "~: not a file: choose another");
        std::fs::write(&path, "[]").expect("written");
        assert_eq!(load(&path).expect("text"), "[]");
    }
}
