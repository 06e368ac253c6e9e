//! Reader that takes fields from a tree and collects their errors.

use std::collections::BTreeMap;
use std::num::IntErrorKind::{NegOverflow, PosOverflow};

use serde::de::{DeserializeOwned, IntoDeserializer, value};

use super::remedy::did_you_mean;
use super::source::{Diagnostic, Source, Span};
use super::tree::{MOST_MISTAKES, Node, RecordField, Shape};
use super::typed::options;
use crate::text;

/// Tree being read, with the errors so far.
pub struct Reading<'t> {
    source: &'t Source,
    mistakes: Vec<Diagnostic>,
    /// Errors about fields in a file of similar records, each reported once, by text: index of the error, and number of
    /// further errors.
    alike: Option<BTreeMap<String, (usize, usize)>>,
}

/// Fields of a record that have not been taken yet.
pub struct RecordFields<'n, 't> {
    /// Span of the record.
    pub at: Span,
    fields: Vec<&'n RecordField<'t>>,
    known: Vec<&'n str>,
    missing: Vec<(&'n str, String)>,
    /// Misspelled fields, each with the correct name.
    meant: Vec<(&'n str, &'static str)>,
}

impl<'n, 't> RecordFields<'n, 't> {
    /// Takes a field and marks its name as known.
    pub(crate) fn take(&mut self, key: &'n str) -> Option<&'n Node<'t>> {
        self.known.push(key);
        let written = self.meant.iter().find(|(_, meant)| *meant == key);
        let written = written.map_or(key, |(written, _)| written);
        let place = self.fields.iter().position(|field| field.key == written)?;
        Some(&self.fields.remove(place).value)
    }

    /// Returns the names of the fields that were taken, whether the record has them or not.
    pub(crate) fn known(&self) -> &[&'n str] {
        &self.known
    }

    /// Takes all remaining fields that are known elsewhere.
    pub(crate) fn take_strays(
        &mut self,
        is_one: impl Fn(&str) -> bool,
    ) -> Vec<&'n RecordField<'t>> {
        let (strays, left) = self.fields.iter().partition(|field| is_one(field.key));
        self.fields = left;
        strays
    }

    /// Takes a required field. If the field is missing, [`Reading::finish`] reports it. `what` describes its value, or
    /// is "".
    pub fn need(&mut self, key: &'n str, what: impl FnOnce() -> String) -> Option<&'n Node<'t>> {
        let found = self.take(key);
        if found.is_none() {
            let what = what();
            let colon = if what.is_empty() { "" } else { ": " };
            let told = format!("the field `{key}` is missing{colon}{what}");
            self.missing.push((key, told));
        }
        found
    }
}

impl<'s> Reading<'s> {
    pub fn new(source: &'s Source, mistakes: Vec<Diagnostic>) -> Self {
        Self {
            source,
            mistakes,
            alike: None,
        }
    }

    /// Returns the errors in the order of the file. If there are very many errors, the rest of the file is not read.
    pub fn done(self) -> Vec<Diagnostic> {
        let is_enough = self.is_enough();
        let mut mistakes = self.mistakes;
        for (place, more) in self.alike.into_iter().flatten().map(|(_, told)| told) {
            if more > 0 {
                mistakes[place].what += &format!(" (further cases in this file: {more})");
            }
        }
        mistakes.sort_by_key(|one| one.place.as_ref().map(|place| (place.line, place.column)));
        if is_enough {
            mistakes.push(Diagnostic::new(
                "too many errors, so the rest of the file was not read: fix these first",
            ));
        }
        mistakes
    }

    /// Returns `true` if the number of errors has reached the limit, after which nothing is read.
    pub(crate) fn is_enough(&self) -> bool {
        self.mistakes.len() >= MOST_MISTAKES
    }

    /// Returns the text that is read.
    pub(crate) fn source(&self) -> &'s Source {
        self.source
    }

    /// Returns the number of errors so far.
    pub(crate) fn count(&self) -> usize {
        let alike = self.alike.iter().flatten();
        self.mistakes.len() + alike.map(|(_, (_, more))| more).sum::<usize>()
    }

    /// Reports errors about fields only once, for a file with many similar records that may all have the same unknown
    /// field or lack the same field.
    pub(crate) fn of_records_alike(mut self) -> Self {
        self.alike = Some(BTreeMap::new());
        self
    }

    /// Reports a missing or unknown field. In a file of similar records, the same error is reported only once.
    pub(crate) fn wrong_in_each(&mut self, at: Span, what: String) {
        let place = self.mistakes.len();
        let is_enough = self.is_enough();
        if let Some(alike) = &mut self.alike {
            if let Some((_, more)) = alike.get_mut(&what) {
                *more += 1;
                return;
            }
            if !is_enough {
                alike.insert(what.clone(), (place, 0));
            }
        }
        self.wrong(at, what);
    }

    /// Reports an error that already has its position.
    pub(crate) fn tell(&mut self, mistake: Diagnostic) {
        if !self.is_enough() {
            self.mistakes.push(mistake);
        }
    }

    pub fn wrong(&mut self, at: Span, what: impl Into<String>) {
        // An unreported error needs no position.
        if !self.is_enough() {
            self.mistakes.push(self.source.explain(at.start, what));
        }
    }

    fn wanted<T>(&mut self, node: &Node<'_>, wanted: &str) -> Option<T> {
        if node.shape != Shape::Broken {
            self.wrong(
                node.at,
                format!("{wanted} is needed here, not {}", node.shape.in_words()),
            );
        }
        None
    }

    /// Returns the fields of a record, or `None` once reading has stopped.
    pub fn record<'n, 't>(&mut self, node: &'n Node<'t>) -> Option<RecordFields<'n, 't>> {
        match &node.shape {
            _ if self.is_enough() => None,
            Shape::Record(_, fields) => Some(RecordFields {
                at: node.at,
                fields: fields.iter().collect(),
                known: Vec::new(),
                missing: Vec::new(),
                meant: Vec::new(),
            }),
            _ => self.wanted(node, "a record in round brackets, `(name: …)`,"),
        }
    }

    /// Reports misspelled fields of a record that may have these names. Reads them under the correct names, so that the
    /// correct fields are not reported as missing.
    pub fn spelt(&mut self, fields: &mut RecordFields<'_, '_>, all: &[&'static str]) {
        for field in fields.fields.iter().take(MOST_MISTAKES) {
            let free = |known: &&&str| {
                let there = fields.fields.iter().any(|field| field.key == **known);
                !there && fields.meant.iter().all(|(_, meant)| meant != *known)
            };
            if all.contains(&field.key) {
                continue;
            }
            if let Some(meant) = text::nearest(field.key, all.iter().filter(free).copied()) {
                let key = text::sanitize(field.key, text::NAME_LIMIT);
                let told = format!("unknown field `{key}`: did you mean `{meant}`?");
                self.wrong_in_each(field.at, told);
                fields.meant.push((field.key, meant));
            }
        }
    }

    /// Reports every field that was not taken, and the missing fields. A misspelled field is reported once.
    pub fn finish(&mut self, fields: RecordFields<'_, '_>) {
        let known = fields.known.clone();
        self.finish_part(fields, &known, &|_| None);
    }

    /// Reports every field that was not taken, like [`Reading::finish`]. `known` are the fields of this record, and
    /// `belongs` returns the places of a field that belongs in another record.
    pub(crate) fn finish_part(
        &mut self,
        fields: RecordFields<'_, '_>,
        known: &[&str],
        belongs: &dyn Fn(&str) -> Option<String>,
    ) {
        for (key, told) in fields.missing {
            let strays = fields.fields.iter().take(MOST_MISTAKES);
            let strays = strays.map(|field| field.key);
            if text::nearest(key, strays).is_none() {
                self.wrong_in_each(fields.at, told);
            }
        }
        for field in fields.fields.into_iter().take(MOST_MISTAKES) {
            let elsewhere = match text::nearest(field.key, known.iter().copied()) {
                Some(_) => None,
                None => belongs(field.key),
            };
            let hint = match elsewhere {
                Some(places) => format!(" here: it belongs in {places}"),
                None => did_you_mean(field.key, known.iter().copied()),
            };
            let key = text::sanitize(field.key, text::NAME_LIMIT);
            self.wrong_in_each(field.at, format!("unknown field `{key}`{hint}"));
        }
    }

    pub fn list<'n, 't>(&mut self, node: &'n Node<'t>) -> &'n [Node<'t>] {
        match &node.shape {
            Shape::List(items) => items,
            Shape::Record(name, _) | Shape::Tuple(name, _) if !name.is_empty() => {
                let name = text::sanitize(name, text::NAME_LIMIT);
                let told =
                    format!("a list is needed here: put square brackets around it, `[{name}(…)]`");
                self.wrong(node.at, told);
                &[]
            }
            _ => self.wanted(node, "a list, `[ … ]`,").unwrap_or_default(),
        }
    }

    /// Reads a text in quotes.
    pub fn text(&mut self, node: &Node<'_>) -> Option<String> {
        match &node.shape {
            Shape::Text(text) => Some(text.clone()),
            Shape::Plain(word) if node.shape.in_words() == "a bare word" => {
                let word = text::sanitize(word, text::NAME_LIMIT);
                self.wrong(node.at, format!("write it in quotes: \"{word}\""));
                None
            }
            _ => self.wanted(node, "a text in quotes"),
        }
    }

    /// Reads a text in quotes that is safe to show: one line, at most `limit` characters.
    pub(crate) fn shown(&mut self, node: &Node<'_>, limit: usize) -> Option<String> {
        let text = self.text(node)?;
        if text.chars().nth(limit).is_some() {
            self.wrong(
                node.at,
                format!("the text is longer than {limit} characters"),
            );
            return None;
        }
        Some(text::sanitize(text.trim(), limit).into_owned())
    }

    /// Reads a valid name: safe to show, not empty, not too long.
    pub(crate) fn name(&mut self, node: &Node<'_>) -> Option<String> {
        let name = self.shown(node, text::NAME_LIMIT)?;
        if name.is_empty() {
            self.wrong(node.at, "a name is needed here");
            return None;
        }
        Some(name)
    }

    /// Reports a number in quotes. Returns `true` if there was one.
    pub(crate) fn unquote(&mut self, node: &Node<'_>) -> bool {
        let number = match &node.shape {
            Shape::Text(text) => text.trim(),
            _ => return false,
        };
        let is_number = number.parse::<f64>().is_ok_and(f64::is_finite);
        if is_number {
            self.wrong(node.at, format!("write it without quotes: `{number}`"));
        }
        is_number
    }

    pub(crate) fn int(&mut self, node: &Node<'_>) -> Option<i64> {
        self.int_of(node, i64::MIN, i64::MAX)
    }

    /// Reads a whole number. The range appears in the error for a number that is too large for 64 bits; otherwise the
    /// caller checks the range.
    pub(crate) fn int_of(&mut self, node: &Node<'_>, least: i64, most: i64) -> Option<i64> {
        let number = match &node.shape {
            Shape::Plain(word) => options().from_str::<i64>(word).ok(),
            _ => None,
        };
        match (number, &node.shape) {
            // A roster may only contain decimal numbers, because Affray shows numbers as decimals.
            (Some(number), Shape::Plain(word)) if word.contains(['x', 'o', 'b']) => {
                let word = text::sanitize(word, text::NAME_LIMIT);
                self.wrong(
                    node.at,
                    format!("`{word}` is not a decimal number: write `{number}`"),
                );
                None
            }
            (Some(number), _) => Some(number),
            (None, Shape::Text(_)) if self.unquote(node) => None,
            (None, Shape::Plain(word)) => {
                let read = word.replace('_', "").parse::<i64>();
                let why = match read.map_err(|error| *error.kind()) {
                    Err(PosOverflow) => format!("too large: the largest is {most}"),
                    Err(NegOverflow) => format!("too small: the smallest is {least}"),
                    _ => "not a whole number".to_owned(),
                };
                let word = text::sanitize(word, text::NAME_LIMIT);
                self.wrong(node.at, format!("`{word}` is {why}"));
                None
            }
            _ => self.wanted(node, "a whole number"),
        }
    }

    pub(crate) fn flag(&mut self, node: &Node<'_>) -> Option<bool> {
        match &node.shape {
            Shape::Plain("true") => Some(true),
            Shape::Plain("false") => Some(false),
            _ => self.wanted(node, "`true` or `false`"),
        }
    }

    /// Reads one of several bare words.
    pub(crate) fn word<'k>(&mut self, node: &Node<'_>, known: &[&'k str]) -> Option<&'k str> {
        let (Shape::Plain(word) | Shape::Record(word, _) | Shape::Tuple(word, _)) = &node.shape
        else {
            let all = known.join(" or ");
            return self.wanted(node, &format!("{all} without quotes"));
        };
        match known.iter().find(|one| *one == word) {
            Some(one) => Some(one),
            None => {
                let hint = did_you_mean(word, known.iter().copied());
                let word = text::sanitize(word, text::NAME_LIMIT);
                self.wrong(node.at, format!("unknown word `{word}`{hint}"));
                None
            }
        }
    }
}

/// Reads a bare word of an enum.
pub(crate) fn word<T: DeserializeOwned>(reading: &mut Reading<'_>, node: &Node<'_>) -> Option<T> {
    if let Shape::Plain(word) | Shape::Record(word, _) | Shape::Tuple(word, _) = &node.shape {
        let word = IntoDeserializer::<value::Error>::into_deserializer(*word);
        if let Ok(known) = T::deserialize(word) {
            return Some(known);
        }
    }
    // The error of ron for an unknown word lists the known words.
    let known = match ron::from_str::<T>("_").map_err(|error| error.code) {
        Err(ron::Error::NoSuchEnumVariant { expected, .. }) => expected,
        _ => &[],
    };
    ron::from_str(reading.word(node, known)?).ok()
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    /// Returns the errors of a list of records with `name` and `hp`.
    fn told(text: &str) -> Vec<String> {
        let source = Source::new("x.ron", text);
        let (root, mistakes) = parse(&source);
        let mut reading = Reading::new(&source, mistakes);
        for node in reading.list(&root) {
            let Some(mut fields) = reading.record(node) else {
                continue;
            };
            if let Some(node) = fields.take("name") {
                reading.name(node);
            }
            if let Some(node) = fields.take("hp") {
                reading.int(node);
            }
            reading.finish(fields);
        }
        reading
            .done()
            .iter()
            .map(|one| {
                let place = one.place.as_ref().expect("a place");
                format!("{}:{}: {}", place.line, place.column, one.what)
            })
            .collect()
    }

    #[test]
    fn every_error_of_every_record_is_reported() {
        let text = r#"// foes
[
    (name: "A", hp: 3),
    (naem: "B", hp: "x"),
    (name: C, hp: 3.5, /* why */ mp: 1),
    (name: "D" hp: 4),
    (name = "E"),
    (name: "F", hp: 1,
    (name: "G", hq: 1, hp: 9_999_999_999_999_999_999),
    "H",
    (name: "I\q"),
    (name: "J, hp: 2),
]"#;
        assert_eq!(
            told(text),
            [
                "4:6: unknown field `naem`: did you mean `name`?",
                "4:21: a whole number is needed here, not a text",
                "5:12: write it in quotes: \"C\"",
                "5:19: `3.5` is not a whole number",
                "5:34: unknown field `mp`: did you mean `hp`?",
                "6:16: a `,` or a `)` is missing before `hp`",
                "7:11: write `name: …`, with a `:`",
                "8:5: this `(` is never closed",
                "9:17: unknown field `hq`: did you mean `hp`?",
                "9:28: `9_999_999_999_999_999_999` is too large: the largest is 9223372036854775807",
                "10:5: a record in round brackets, `(name: …)`, is needed here, not a text",
                "11:12: this text has an unknown escape: write `\\\\` for a backslash",
                "12:12: the text that begins here has no end: close it with `\"`",
            ]
        );
    }

    /// Checks that only part of very many errors is reported, because the search for suggestions would take long.
    #[test]
    fn reading_stops_after_very_many_errors() {
        let text = format!("[{}]", "(naem: \"A\", ph: 3),\n".repeat(1_000));
        let source = Source::new("x.ron", &text);
        let (root, mistakes) = parse(&source);
        let mut reading = Reading::new(&source, mistakes);
        let read = reading.list(&root).iter().filter(|node| {
            let fields = reading.record(node);
            fields.map(|fields| reading.finish(fields)).is_some()
        });
        assert_eq!(read.count(), MOST_MISTAKES / 2);
        let told = reading.done();
        assert_eq!(told.len(), MOST_MISTAKES + 1);
        assert!(
            told[MOST_MISTAKES]
                .what
                .contains("the rest of the file was not read")
        );
    }

    /// Checks a limit, because each name is compared with all names before it.
    #[test]
    fn brackets_with_very_many_names_are_refused() {
        let fields: String = (0..1_001).map(|nth| format!("f{nth}: 1,\n")).collect();
        let last = "1001:1: too many names in these brackets: split the contents";
        assert_eq!(told(&format!("({fields})")), [last]);
        let names: String = (0..1_001).map(|nth| format!("\"f{nth}\": 1,\n")).collect();
        assert_eq!(told(&format!("{{{names}}}")), [last]);
    }

    #[test]
    fn common_syntax_errors_are_reported_with_a_remedy() {
        let text = r#"# foes
[
    (name: “A”, hp: 1),
    (name: "B", hp: 2,5),
    (name: "C", hp: "11"), # a strong one
    (name: "D", hp: 3
    (name: "E", hq: 4),
]"#;
        assert_eq!(
            told(text),
            [
                "1:1: a comment begins with `//`, not with `#`",
                "3:12: write texts in straight double quotes: \"like this\"",
                "4:21: write a number with a point: `2.5`",
                "5:21: write it without quotes: `11`",
                "5:28: a comment begins with `//`, not with `#`",
                "6:5: this `(` is never closed",
                "7:17: unknown field `hq`: did you mean `hp`?",
            ]
        );
    }

    #[test]
    fn wrong_brackets_and_names_without_values_are_reported() {
        let told_of = |text: &str| told(text).join("; ");
        let curly = "write names in quotes in curly brackets: `{ \"name\": … }`";
        assert_eq!(
            told_of("(a: 1, steps: (\n \"x\": (b: 1),\n))"),
            format!("1:15: {curly}")
        );
        assert_eq!(told_of("(a: 1, b: [ \"x\" : 2])"), format!("1:11: {curly}"));
        // The list is not closed, and more of the outer record follows.
        assert_eq!(
            told_of("{ \"a\": [\"x\", \"y\", \"b\": [] }"),
            "1:8: this `[` is never closed"
        );
        assert_eq!(
            told_of("(a: { \"prone\", \"dazed\" })"),
            "1:7: a `:` and a value are missing: `\"prone\": …`"
        );
        assert_eq!(
            told_of("(a: { (help: \"x\") })"),
            "1:7: entries in curly brackets begin with a name: `\"name\": …`"
        );
        assert_eq!(told_of("{1}"), "1:3: a `:` is needed here");
        assert_eq!(
            told_of("Gain(Self, \"x\")"),
            "1:1: a list is needed here: put square brackets around it, `[Gain(…)]`"
        );
    }

    #[test]
    fn an_expression_without_quotes_is_reported() {
        for (sum, sign) in [
            ("self.hp > 0", ">"),
            ("self.hp and self.up", "and"),
            ("not self.up", "self.up"),
        ] {
            let told = told(&format!("[(name: {sum}, hp: 3)]"));
            let wanted = format!(
                "a `,` or a `)` is missing before `{sign}`, or this is an expression: write it in quotes"
            );
            assert!(told[0].ends_with(&wanted), "{told:?}");
        }
    }

    /// Checks that a misspelled field is read under its correct name.
    #[test]
    fn a_misspelled_field_is_reported_and_still_read() {
        let source = Source::new("x.ron", "(tset: 1, name: 2, naem: 3)");
        let (root, mistakes) = parse(&source);
        let mut reading = Reading::new(&source, mistakes);
        let mut fields = reading.record(&root).expect("a record");
        reading.spelt(&mut fields, &["name", "test", "more"]);
        let read = ["name", "test", "more"].map(|key| {
            let node = fields.take(key)?;
            reading.int(node)
        });
        assert_eq!(read, [Some(2), Some(1), None]);
        reading.finish(fields);
        let told: Vec<String> = reading.done().into_iter().map(|one| one.what).collect();
        assert_eq!(
            told,
            [
                "unknown field `tset`: did you mean `test`?",
                "unknown field `naem`: did you mean `name`?"
            ]
        );
    }

    #[test]
    fn an_unclosed_text_is_reported_at_its_beginning() {
        assert_eq!(
            told("(name: \"A tavern,\n description: \"Stools and fists\",\n)"),
            ["1:8: this text does not end on its line: close it with `\"`"]
        );
        // One of two lines lacks its comma.
        assert_eq!(
            told("(name: \"A\ntavern\"\n description: \"Stools and fists\",\n)"),
            ["3:2: a `,` or a `)` is missing before `description`"]
        );
    }

    #[test]
    fn valid_files_are_read() {
        assert_eq!(told("[]"), [""; 0]);
        assert_eq!(
            told(
                "#![enable(implicit_some)]\n[Foe(name: r#\"a\"b\"#, hp: -1_000,), /* a /* b */ c */ ()]"
            ),
            [""; 0]
        );
        assert_eq!(told(" "), ["1:2: the file is empty"]);
        assert_eq!(
            told("[(name: \"A\", hp: 0x7FFF), (name: \"B\", hp: -0b11), (name: \"C\", hp: 0o17)]"),
            [
                "1:18: `0x7FFF` is not a decimal number: write `32767`",
                "1:43: `-0b11` is not a decimal number: write `-3`",
                "1:67: `0o17` is not a decimal number: write `15`",
            ]
        );
        assert_eq!(
            told("[(name: \"a\"), (name: \"a\", name: \"b\")]"),
            ["1:27: the field `name` appears twice"]
        );
    }

    #[test]
    fn malicious_texts_give_errors() {
        for text in [
            "[".repeat(1_000_000),
            "(a:".repeat(500_000),
            "[(".repeat(100_000),
            "/*".repeat(100_000),
            "1,".repeat(2_000_000),
            format!("[{}]", "1,".repeat(1_000_000)),
            format!("[{}]", "(a b),\n".repeat(100_000)),
            "\0\u{1b}".repeat(1000),
            "\"\\".to_owned(),
            "r#\"".to_owned(),
            "{1:".to_owned(),
        ] {
            let source = Source::new("x", &text);
            let (_, mistakes) = parse(&source);
            assert!(!mistakes.is_empty() && mistakes.len() <= 51);
        }
    }
}
