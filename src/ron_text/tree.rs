//! RON as a tree with positions. The parser continues after errors, so an error in one entry of a list does not hide
//! errors in the next entry.

use super::path::PathStep;
use super::source::{Diagnostic, Source, Span};
use super::typed::options;
use crate::text;

/// Maximum nesting depth of brackets in handwritten files.
const DEPTH_LIMIT: usize = 48;
/// Number of errors after which the rest is not read.
pub(crate) const MOST_MISTAKES: usize = 50;
/// Maximum number of values in one file, far above handwritten files.
const MOST_NODES: usize = 200_000;
/// Maximum number of names in one record or map, far above handwritten files.
const MOST_NAMES: usize = 1_000;
/// Maximum distance in bytes after an error within which the end of the entry is searched.
const REACH: usize = 64 * 1024;

/// Value with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'t> {
    pub at: Span,
    pub shape: Shape<'t>,
}

/// Named value of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordField<'t> {
    /// Span of the name.
    pub at: Span,
    pub key: &'t str,
    pub value: Node<'t>,
}

/// Kind and contents of a value.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'t> {
    /// Text in double quotes.
    Text(String),
    /// Number or bare word: `12`, `2.5`, `true`, `Asked`.
    Plain(&'t str),
    /// Record such as `(name: "Bandit", hp: 3)`, perhaps after a word.
    Record(&'t str, Vec<RecordField<'t>>),
    /// Tuple such as `("riding", "Horse")`, perhaps after a word.
    Tuple(&'t str, Vec<Node<'t>>),
    List(Vec<Node<'t>>),
    Map(Vec<(Node<'t>, Node<'t>)>),
    /// Value that is unreadable; its error has been reported.
    Broken,
}

impl Node<'_> {
    /// Returns the span of the value at a path, or of the last value on the path that exists.
    pub(super) fn reach<'s>(&self, way: impl Iterator<Item = &'s PathStep>) -> Span {
        let mut here = self;
        for step in way {
            let inner = match (step, &here.shape) {
                (PathStep::Field(_) | PathStep::Key(_), Shape::Record(_, fields)) => {
                    let field = fields.iter().find(|field| step.is_word(field.key));
                    field.map(|field| &field.value)
                }
                (PathStep::Nth(nth), Shape::List(items)) => items.get(*nth),
                _ => None,
            };
            let Some(inner) = inner else {
                break;
            };
            here = inner;
        }
        here.at
    }
}

impl Shape<'_> {
    /// Describes the kind of value for messages.
    pub(crate) fn in_words(&self) -> &'static str {
        match self {
            Shape::Text(_) => "a text",
            Shape::Plain(word) if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                "a number"
            }
            Shape::Plain(_) => "a bare word",
            Shape::Record(..) => "a record",
            Shape::Tuple(..) => "a record without names",
            Shape::List(_) => "a list",
            Shape::Map(_) => "a map",
            Shape::Broken => "something unreadable",
        }
    }
}

/// Parses a text into a tree and collects its errors.
pub fn parse(source: &Source) -> (Node<'_>, Vec<Diagnostic>) {
    let mut parser = Parser::new(source);
    let node = parser.whole().unwrap_or(Node {
        at: Span::default(),
        shape: Shape::Broken,
    });
    (node, parser.told)
}

/// Finds the value of a field in the outermost record. The search reads no further, so the beginning of a file is
/// enough.
pub fn find(source: &Source, key: &str) -> Option<Span> {
    let mut parser = Parser::new(source);
    if !parser.enter_field(key) {
        return None;
    }
    let start = parser.at;
    // The last field may end at the record's closing bracket.
    if !parser.skip_value(usize::MAX) && parser.peek() != Some(')') {
        return None;
    }
    let end = start + source.text()[start..parser.at].trim_end().len();
    Some(Span { start, end })
}

/// Returns the offset of the value at a path, or of the last value on the path that exists.
pub(super) fn reach<'s>(source: &Source, way: impl Iterator<Item = &'s PathStep>) -> usize {
    let mut parser = Parser::new(source);
    let _ = parser.space();
    let mut reached = parser.at;
    for step in way {
        let entered = match step {
            PathStep::Field(key) => parser.enter_field(key),
            PathStep::Nth(nth) => parser.enter_nth(*nth),
            PathStep::Key(key) => parser.enter_key(key),
        };
        if !entered {
            break;
        }
        reached = parser.at;
    }
    reached
}

/// Marker for a stop at an error that has been reported.
struct Told;

struct Parser<'t> {
    source: &'t Source,
    text: &'t str,
    at: usize,
    nodes: usize,
    /// True if the text is too deep or too large to continue.
    hopeless: bool,
    /// Span of the last text in quotes.
    quoted: Span,
    told: Vec<Diagnostic>,
}

impl<'t> Parser<'t> {
    fn new(source: &'t Source) -> Self {
        Self {
            source,
            text: source.text(),
            at: 0,
            nodes: 0,
            hopeless: false,
            quoted: Span::default(),
            told: Vec::new(),
        }
    }

    fn tell<T>(&mut self, at: usize, what: impl Into<String>) -> Result<T, Told> {
        if self.told.len() < MOST_MISTAKES {
            let explained = self.source.explain(at, what);
            if !self.told.contains(&explained) {
                self.told.push(explained);
            }
        }
        Err(Told)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Describes the next token for messages.
    fn found(&self) -> String {
        match self.peek() {
            Some('"') => "a text".to_owned(),
            Some(_) => {
                let word = self.word();
                let shown: String = if word.is_empty() {
                    self.rest().chars().take(1).collect()
                } else {
                    word.to_owned()
                };
                format!("`{}`", text::sanitize(&shown, text::NAME_LIMIT))
            }
            None => "the end of the file".to_owned(),
        }
    }

    /// Returns the characters of a number or a bare word; may be "".
    fn word(&self) -> &'t str {
        let rest = self.rest();
        let belongs = |c: char| match c {
            '_' | '.' | '+' | '-' => true,
            c if c.is_ascii() => c.is_ascii_alphanumeric(),
            c => c.is_alphanumeric(),
        };
        let end = rest.find(|c: char| !belongs(c)).unwrap_or(rest.len());
        &rest[..end]
    }

    fn space(&mut self) -> Result<(), Told> {
        loop {
            let rest = self.rest();
            // Nearly always a token follows, perhaps after plain spaces.
            let blank = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\t' | b'\r');
            let begins = rest.bytes().position(|byte| !blank(&byte));
            let begins = begins.unwrap_or(rest.len());
            self.at += begins;
            let rest = &rest[begins..];
            if rest.starts_with(|c: char| c.is_ascii_graphic() && c != '/' && c != '#') {
                return Ok(());
            }
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if trimmed.starts_with("/*") {
                self.at += self.block_comment()?;
            } else if trimmed.starts_with('#') && !trimmed.starts_with("#!") {
                // Reported, and skipped as a comment.
                let _ = self.tell::<()>(self.at, "a comment begins with `//`, not with `#`");
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else {
                return Ok(());
            }
        }
    }

    /// Returns the length of the block comment here; such comments may be nested.
    fn block_comment(&mut self) -> Result<usize, Told> {
        let rest = self.rest();
        let mut depth = 0usize;
        let mut at = 0;
        while let Some(next) = rest[at..].find(['*', '/']) {
            at += next;
            if rest[at..].starts_with("/*") {
                depth += 1;
                at += 2;
            } else if rest[at..].starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Ok(at);
                }
            } else {
                at += 1;
            }
        }
        self.tell(
            self.at,
            "a comment begins here and has no end: close it with `*/`",
        )
    }

    fn whole(&mut self) -> Result<Node<'t>, Told> {
        self.space()?;
        while self.rest().starts_with("#!") {
            match self.rest().find(']') {
                Some(end) => self.at += end + 1,
                None => return self.tell(self.at, "this attribute never ends: close it with `]`"),
            }
            self.space()?;
        }
        if self.rest().is_empty() {
            return self.tell(self.at, "the file is empty");
        }
        let node = self.value(0)?;
        self.space()?;
        if !self.rest().is_empty() {
            let _ = self.tell::<()>(
                self.at,
                "unexpected text after the end: remove it, or check the brackets before it",
            );
        }
        Ok(node)
    }

    /// Checks that a bracket may contain another name, because each name is compared with all names before it.
    fn few_names(&mut self, start: usize, many: usize) -> Result<(), Told> {
        if many < MOST_NAMES {
            return Ok(());
        }
        self.hopeless = true;
        self.tell(
            start,
            "too many names in these brackets: split the contents",
        )
    }

    fn value(&mut self, depth: usize) -> Result<Node<'t>, Told> {
        let start = self.at;
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            self.hopeless = true;
            return self.tell(start, "the file has too many values: split it");
        }
        if depth > DEPTH_LIMIT {
            self.hopeless = true;
            return self.tell(start, "brackets are nested too deeply");
        }
        let shape = match self.peek() {
            Some('"') => Shape::Text(self.quoted()?),
            Some('(') => self.round("", depth)?,
            Some('[') => self.list(depth)?,
            Some('{') => self.map(depth)?,
            Some('r') if self.rest()[1..].trim_start_matches('#').starts_with('"') => {
                Shape::Text(self.raw()?)
            }
            Some('\'' | '“' | '”' | '„' | '‘' | '’' | '«' | '»') => {
                return self.tell(
                    start,
                    "write texts in straight double quotes: \"like this\"",
                );
            }
            _ => {
                let word = self.word();
                if word.is_empty() {
                    let found = self.found();
                    return self.tell(start, format!("a value is needed here, not {found}"));
                }
                self.at += word.len();
                let behind = self.at;
                self.space()?;
                let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
                if is_name && self.peek() == Some('(') {
                    self.round(word, depth)?
                } else {
                    self.at = behind;
                    Shape::Plain(word)
                }
            }
        };
        Ok(Node {
            at: Span {
                start,
                end: self.at,
            },
            shape,
        })
    }

    /// Returns the length of the text in quotes that starts here.
    fn quoted_length(&self) -> Option<usize> {
        let text = &self.rest()[1..];
        let end = text.find('"')?;
        if !text[..end].contains('\\') {
            return Some(end + 2);
        }
        let mut escaped = false;
        for (at, byte) in self.rest().bytes().enumerate().skip(1) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => return Some(at + 1),
                _ => {}
            }
        }
        None
    }

    fn quoted(&mut self) -> Result<String, Told> {
        let Some(length) = self.quoted_length() else {
            return self.tell(
                self.at,
                "the text that begins here has no end: close it with `\"`",
            );
        };
        self.quoted = Span {
            start: self.at,
            end: self.at + length,
        };
        self.unescaped(length)
    }

    /// Returns the start of a text with a missing closing quote. The text ran on to the opening quote of the next text,
    /// so a token follows it immediately.
    fn unended(&self) -> Option<usize> {
        let Span { start, end } = self.quoted;
        let lines = self.text[start..end].contains('\n');
        (lines && end == self.at).then_some(start)
    }

    fn unescaped(&mut self, length: usize) -> Result<String, Told> {
        let quoted = &self.rest()[..length];
        if let Some(plain) = quoted
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            && !plain.contains('\\')
        {
            self.at += length;
            return Ok(plain.to_owned());
        }
        match options().from_str::<String>(&self.rest()[..length]) {
            Ok(text) => {
                self.at += length;
                Ok(text)
            }
            Err(_) => self.tell(
                self.at,
                "this text has an unknown escape: write `\\\\` for a backslash",
            ),
        }
    }

    fn raw(&mut self) -> Result<String, Told> {
        let rest = self.rest();
        let marks = rest[1..].len() - rest[1..].trim_start_matches('#').len();
        let end = format!("\"{}", "#".repeat(marks));
        let inside = marks + 2;
        match rest[inside..].find(&end) {
            Some(at) => self.unescaped(inside + at + end.len()),
            None => self.tell(
                self.at,
                format!("the text that begins here has no end: close it with `{end}`"),
            ),
        }
    }

    /// Returns `true` if the name of a field is next: a bare word followed by `:` (or, by mistake, `=`).
    fn at_field(&mut self) -> Result<bool, Told> {
        let start = self.at;
        let word = self.word();
        self.at += word.len();
        self.space()?;
        let is = !word.is_empty() && matches!(self.peek(), Some(':' | '='));
        self.at = start;
        Ok(is)
    }

    fn round(&mut self, name: &'t str, depth: usize) -> Result<Shape<'t>, Told> {
        let open = self.at;
        self.at += 1;
        self.space()?;
        if self.peek() == Some(')') {
            self.at += 1;
            return Ok(Shape::Record(name, Vec::new()));
        }
        if self.at_field()? {
            let fields = self.fields(open, depth)?;
            return Ok(Shape::Record(name, fields));
        }
        if matches!(self.peek(), Some(']' | '}')) {
            return self.wrong_bracket(open);
        }
        let mut items = Vec::new();
        loop {
            items.push(self.value(depth + 1)?);
            self.unnamed(open, &items)?;
            if self.end_of_item(open, ')')? {
                return Ok(Shape::Tuple(name, items));
            }
        }
    }

    fn fields(&mut self, open: usize, depth: usize) -> Result<Vec<RecordField<'t>>, Told> {
        let mut fields: Vec<RecordField<'t>> = Vec::new();
        loop {
            let start = self.at;
            let key = self.word();
            if let Some(number) = fields
                .last()
                .and_then(|last| self.decimal(&last.value, key))
            {
                let (at, what) = (
                    number.0,
                    format!("write a number with a point: `{}`", number.1),
                );
                return self.tell(at, what);
            }
            if key.is_empty() {
                let found = self.found();
                return match self.peek() {
                    None | Some('(') => self.never_closed(open),
                    Some('}' | ']') => self.wrong_bracket(open),
                    // The name belongs to the outer map, so a bracket is missing.
                    Some('"') if self.text[open..start].contains('\n') => self.never_closed(open),
                    Some('"') => self.tell(start, "write the names of fields without quotes"),
                    Some(_) => self.tell(
                        start,
                        format!("a field is needed here, such as `name: \"…\"`, not {found}"),
                    ),
                };
            }
            self.at += key.len();
            let at = Span {
                start,
                end: self.at,
            };
            self.space()?;
            match self.peek() {
                Some(':') => self.at += 1,
                Some('=') => return self.tell(self.at, format!("write `{key}: …`, with a `:`")),
                _ => {
                    let found = self.found();
                    return self.tell(
                        self.at,
                        format!("a `:` is missing between `{key}` and {found}"),
                    );
                }
            }
            self.space()?;
            let value = self.value(depth + 1)?;
            self.in_brackets(&value)?;
            self.few_names(start, fields.len())?;
            if fields.iter().any(|field| field.key == key) {
                let _ = self.tell::<()>(start, format!("the field `{key}` appears twice"));
            } else {
                fields.push(RecordField { at, key, value });
            }
            if self.end_of_item(open, ')')? {
                return Ok(fields);
            }
        }
    }

    /// Reports a number after a bare word, such as `round 3`, because the number must be in brackets.
    fn in_brackets(&mut self, value: &Node<'t>) -> Result<(), Told> {
        self.space()?;
        let Shape::Plain(word) = value.shape else {
            return Ok(());
        };
        let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
        let number = self.word();
        if !is_word || !number.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(());
        }
        let what = format!("write `{}({number})`", text::capital(word));
        self.tell(value.at.start, what)
    }

    /// Detects a decimal comma, with digits immediately after the comma. Returns the start of the number, and its
    /// correct form.
    fn decimal(&self, before: &Node<'_>, digits: &str) -> Option<(usize, String)> {
        let Shape::Plain(whole) = before.shape else {
            return None;
        };
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let parted = is_digits(whole.trim_start_matches('-')) && is_digits(digits);
        let near = self.text.get(before.at.end..self.at) == Some(",");
        (parted && near).then(|| (before.at.start, format!("{whole}.{digits}")))
    }

    /// Skips the comma after a value, or the closing bracket; returns `true` if the list has ended.
    fn end_of_item(&mut self, open: usize, close: char) -> Result<bool, Told> {
        self.space()?;
        let comma = self.peek() == Some(',');
        if comma {
            self.at += 1;
            self.space()?;
        }
        match self.peek() {
            Some(c) if c == close => {
                self.at += c.len_utf8();
                Ok(true)
            }
            None => self.never_closed(open),
            Some(')' | ']' | '}') => self.wrong_bracket(open),
            Some('(') if close == ')' && !comma => self.never_closed(open),
            Some(_) if comma => Ok(false),
            // The field belongs to the outer record.
            Some(':') if close == ']' => self.never_closed(open),
            Some(_) => match self.unended() {
                Some(start) => self.tell(
                    start,
                    "this text does not end on its line: close it with `\"`",
                ),
                None => {
                    let found = self.found();
                    let sum = if self.amid_a_sum() {
                        ", or this is an expression: write it in quotes"
                    } else {
                        ""
                    };
                    let what = format!("a `,` or a `{close}` is missing before {found}{sum}");
                    self.tell(self.at, what)
                }
            },
        }
    }

    /// Returns `true` if the text here looks like part of an expression without quotes: `self.health > 3`, `not
    /// self.prone`.
    fn amid_a_sum(&self) -> bool {
        let before = self.text[..self.at].trim_end();
        let signs = ['+', '-', '*', '/', '%', '<', '>', '=', '~', '!', '&', '|'];
        self.rest().starts_with(signs)
            || ["and", "or"].contains(&self.word())
            || [" not", "(not", "[not"]
                .iter()
                .any(|not| before.ends_with(not))
    }

    /// Reports quoted names inside brackets that take no names, if a `:` follows the first entry.
    fn unnamed(&mut self, open: usize, entries: &[Node<'t>]) -> Result<(), Told> {
        self.space()?;
        match entries {
            [first] if matches!(first.shape, Shape::Text(_)) && self.peek() == Some(':') => self
                .tell(
                    open,
                    "write names in quotes in curly brackets: `{ \"name\": … }`",
                ),
            _ => Ok(()),
        }
    }

    fn never_closed<T>(&mut self, open: usize) -> Result<T, Told> {
        let bracket = &self.text[open..=open];
        self.tell(open, format!("this `{bracket}` is never closed"))
    }

    /// Reports a closing bracket that differs from the open bracket. The rest of the text shows which of the two is
    /// wrong.
    fn wrong_bracket<T>(&mut self, open: usize) -> Result<T, Told> {
        let (here, found) = (self.at, self.found());
        let mut around = Vec::new();
        let known = self.matches(0, open, &mut around);
        let wanted = match self.text.as_bytes()[open] {
            b'(' => ')',
            b'[' => ']',
            _ => '}',
        };
        let fits = |from: usize, open: &[char]| {
            let mut open = open.to_vec();
            known && self.matches(from, self.text.len(), &mut open) && open.is_empty()
        };
        let line = self.source.place(open).line;
        let opened = &self.text[open..=open];
        if !fits(here, &around) {
            if fits(here + 1, &around) {
                let what = format!(
                    "the `{opened}` of line {line} is closed by a {found}: write `{wanted}`"
                );
                return self.tell(here, what);
            }
            around.push(wanted);
            if fits(here + 1, &around) {
                return self.tell(here, format!("there is one {found} too many: remove it"));
            }
        }
        let line = self.source.place(here).line;
        let what = format!(
            "this `{opened}` is never closed: a `{wanted}` is missing before the {found} of line {line}"
        );
        self.tell(open, what)
    }

    /// Checks that all brackets between two bytes match. The brackets in `open` are open at the start; `open` receives
    /// the brackets that are open at the end.
    fn matches(&self, from: usize, to: usize, open: &mut Vec<char>) -> bool {
        let mut rest = Parser::new(self.source);
        rest.at = from;
        while rest.space().is_ok()
            && rest.at < to
            && let Some(c) = rest.peek()
        {
            match c {
                '"' => match rest.quoted_length() {
                    Some(length) => {
                        rest.at += length;
                        continue;
                    }
                    None => return false,
                },
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ')' | ']' | '}' if open.pop() != Some(c) => return false,
                _ => {}
            }
            rest.at += c.len_utf8();
        }
        true
    }

    fn list(&mut self, depth: usize) -> Result<Shape<'t>, Told> {
        let open = self.at;
        self.at += 1;
        let mut items = Vec::new();
        self.space()?;
        if self.peek() == Some(']') {
            self.at += 1;
            return Ok(Shape::List(items));
        }
        if matches!(self.peek(), Some(')' | '}')) {
            return self.wrong_bracket(open);
        }
        loop {
            let start = self.at;
            let item = self.value(depth + 1);
            let whole = item.is_ok();
            items.push(item.unwrap_or(Node {
                at: Span { start, end: start },
                shape: Shape::Broken,
            }));
            let ended = if whole {
                self.unnamed(open, &items)?;
                self.end_of_item(open, ']')
            } else {
                Err(Told)
            };
            match ended {
                Ok(true) => return Ok(Shape::List(items)),
                Ok(false) => {}
                Err(Told) => {
                    let enough = self.hopeless || self.told.len() >= MOST_MISTAKES;
                    if enough || !self.behind(start) {
                        // An outermost list keeps the entries read so far.
                        self.at = self.text.len();
                        return if depth == 0 {
                            Ok(Shape::List(items))
                        } else {
                            Err(Told)
                        };
                    }
                    if self.peek() == Some(']') {
                        self.at += 1;
                        return Ok(Shape::List(items));
                    }
                }
            }
        }
    }

    fn map(&mut self, depth: usize) -> Result<Shape<'t>, Told> {
        let open = self.at;
        self.at += 1;
        let mut pairs: Vec<(Node<'t>, Node<'t>)> = Vec::new();
        self.space()?;
        if self.peek() == Some('}') {
            self.at += 1;
            return Ok(Shape::Map(pairs));
        }
        if matches!(self.peek(), Some(')' | ']')) {
            return self.wrong_bracket(open);
        }
        loop {
            let key = self.value(depth + 1)?;
            self.space()?;
            if self.peek() != Some(':') {
                return match &key.shape {
                    Shape::Text(name) => {
                        let name = text::sanitize(name, text::NAME_LIMIT);
                        let what = format!("a `:` and a value are missing: `\"{name}\": …`");
                        self.tell(key.at.start, what)
                    }
                    Shape::Record(..) | Shape::Tuple(..) | Shape::List(_) | Shape::Map(_) => self
                        .tell(
                            key.at.start,
                            "entries in curly brackets begin with a name: `\"name\": …`",
                        ),
                    _ => self.tell(self.at, "a `:` is needed here"),
                };
            }
            self.at += 1;
            self.space()?;
            let value = self.value(depth + 1)?;
            self.few_names(key.at.start, pairs.len())?;
            if pairs.iter().any(|(old, _)| old.shape == key.shape) {
                let _ = self.tell::<()>(key.at.start, "this key appears twice");
            }
            pairs.push((key, value));
            if self.end_of_item(open, '}')? {
                return Ok(Shape::Map(pairs));
            }
        }
    }

    /// Skips the broken list entry that started at `start`, up to the next entry or the list's end. Returns `false` if
    /// neither is found.
    fn behind(&mut self, start: usize) -> bool {
        let stopped = self.at;
        self.at = start;
        if self.skip_balanced(stopped + REACH) {
            return true;
        }
        // The brackets do not match: look for the next line that begins like this entry.
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let indent = &self.text[line..start];
        let first = self.text[start..].chars().next();
        if !indent.trim().is_empty() {
            return false;
        }
        let mut at = start;
        while let Some(end) = self.text[at..].find('\n') {
            at += end + 1;
            let rest = &self.text[at..];
            let body = rest.trim_start_matches([' ', '\t']);
            let depth = rest.len() - body.len();
            let begins = depth == indent.len() && body.chars().next() == first;
            if begins || (depth < indent.len() && body.starts_with(']')) {
                self.at = at + depth;
                return true;
            }
        }
        false
    }

    /// Enters the brackets of a value, after the word before them.
    fn enter(&mut self, open: &[char]) -> bool {
        let _ = self.space();
        let word = self.word();
        self.at += word.len();
        let _ = self.space();
        let fits = self.peek().is_some_and(|c| open.contains(&c));
        if fits {
            self.at += 1;
            let _ = self.space();
        }
        // `Some(…)` is optional and not a step of the path.
        fits && (word != "Some" || self.enter(open))
    }

    /// Skips the colon between a key and its value.
    fn enter_value(&mut self) -> bool {
        let _ = self.space();
        let colon = self.peek() == Some(':');
        self.at += usize::from(colon);
        colon && self.space().is_ok()
    }

    /// Moves from a record to the value of a field.
    fn enter_field(&mut self, key: &str) -> bool {
        if !self.enter(&['(']) {
            return false;
        }
        loop {
            let name = self.word();
            self.at += name.len();
            if name.is_empty() || !self.enter_value() {
                return false;
            }
            if name == key {
                return true;
            }
            if !self.skip_balanced(usize::MAX) {
                return false;
            }
        }
    }

    /// Moves from a list to an entry.
    fn enter_nth(&mut self, nth: usize) -> bool {
        if !self.enter(&['(', '[']) {
            return false;
        }
        let whole = (0..nth).all(|_| self.skip_balanced(usize::MAX));
        whole && !matches!(self.peek(), None | Some(')' | ']'))
    }

    /// Moves from a map to the value of a key.
    fn enter_key(&mut self, key: &str) -> bool {
        if !self.enter(&['{']) {
            return false;
        }
        loop {
            if self.peek() != Some('"') {
                return false;
            }
            let Ok(name) = self.quoted() else {
                return false;
            };
            if !self.enter_value() {
                return false;
            }
            if name == key {
                return true;
            }
            if !self.skip_balanced(usize::MAX) {
                return false;
            }
        }
    }

    /// Skips a value with matching brackets and the comma after it.
    fn skip_balanced(&mut self, limit: usize) -> bool {
        if !self.skip_value(limit) {
            return false;
        }
        if self.peek() != Some(',') {
            return true;
        }
        self.at += 1;
        self.space().is_ok() && self.peek().is_some()
    }

    /// Moves to the comma after a value, or to the closing bracket of its list.
    fn skip_value(&mut self, limit: usize) -> bool {
        let mut open = Vec::new();
        while self.at < limit.min(self.text.len()) {
            if self.space().is_err() {
                return false;
            }
            let Some(c) = self.peek() else {
                return false;
            };
            match c {
                '"' => match self.quoted_length() {
                    Some(length) => {
                        self.at += length;
                        continue;
                    }
                    None => return false,
                },
                '(' => open.push(')'),
                '[' => open.push(']'),
                '{' => open.push('}'),
                ']' if open.is_empty() => return true,
                ')' | ']' | '}' if open.pop() != Some(c) => return false,
                ',' if open.is_empty() => return true,
                _ => {}
            }
            self.at += c.len_utf8();
        }
        false
    }
}
