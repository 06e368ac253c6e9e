//! Small changes to the data of a written system: numbers, words, expressions, removed entries. The test suite makes
//! the same changes (`systems::changed_data`).

use std::collections::{BTreeMap, BTreeSet};

/// Small change of a text.
#[derive(Clone, Debug)]
pub struct DataChange {
    /// Entry that contains the change: `.attack`.
    pub entry: String,
    /// Replaced bytes, and their replacement.
    pub start: usize,
    pub end: usize,
    pub with: String,
}

/// Keys whose values are only for readers, ids of the contract, and hints for policies. None of them is changed.
const PROSE: [&str; 9] = [
    "name",
    "description",
    "licence",
    "label",
    "help",
    "rules",
    "elsewhere",
    "until",
    "worth",
];

/// Signs and names in an expression, and their replacements.
const SIGNS: [(&str, &[&str]); 16] = [
    (" + ", &[" - "]),
    (" - ", &[" + "]),
    (" * ", &[" + "]),
    (" // ", &[" * "]),
    (" < ", &[" <= ", " > "]),
    (" <= ", &[" < ", " > "]),
    (" > ", &[" >= ", " < "]),
    (" >= ", &[" > ", " < "]),
    (" == ", &[" != "]),
    (" != ", &[" == "]),
    (" and ", &[" or "]),
    (" or ", &[" and "]),
    ("not ", &[""]),
    ("self", &["target"]),
    ("target", &["self"]),
    ("max(", &["min("]),
];

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kind {
    Word,
    Number,
    Text,
    Sign,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// Returns all changes of a `system.ron`.
pub fn changes(text: &str) -> Vec<DataChange> {
    let tokens = tokens(text);
    let mut finder = Finder {
        text,
        tokens: &tokens,
        entry: String::new(),
        words: BTreeMap::new(),
        found: Vec::new(),
    };
    // The first pass collects the words at each kind of place, the second one makes the changes.
    finder.group(0, "");
    finder.found.clear();
    finder.group(0, "");
    finder.found
}

fn tokens(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        let run = |from: usize, fits: fn(u8) -> bool| {
            from + bytes[from..].iter().take_while(|byte| fits(**byte)).count()
        };
        let kind = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = run(at, |byte| byte != b'\n');
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'"' => {
                at += 1;
                while bytes[at] != b'"' {
                    at += 1 + usize::from(bytes[at] == b'\\');
                }
                at += 1;
                Kind::Text
            }
            byte if byte.is_ascii_digit() => {
                at = run(at, |byte| byte.is_ascii_digit());
                Kind::Number
            }
            byte if byte.is_ascii_alphabetic() => {
                at = run(at, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
                Kind::Word
            }
            _ => {
                at += 1;
                Kind::Sign
            }
        };
        found.push(Token {
            kind,
            start,
            end: at,
        });
    }
    found
}

struct Finder<'a> {
    text: &'a str,
    tokens: &'a [Token],
    /// Path of the current entry: `actions.attack`.
    entry: String,
    /// Words found at each kind of place.
    words: BTreeMap<String, BTreeSet<String>>,
    found: Vec<DataChange>,
}

impl Finder<'_> {
    fn source(&self, at: usize) -> &str {
        let token = self.tokens[at];
        &self.text[token.start..token.end]
    }

    fn is(&self, at: usize, sign: &str) -> bool {
        at < self.tokens.len() && self.source(at) == sign
    }

    fn change(&mut self, start: usize, end: usize, with: &str) {
        self.found.push(DataChange {
            entry: self.entry.clone(),
            start,
            end,
            with: with.to_owned(),
        });
    }

    /// Reads the content of brackets, from the opening one, whose word or key is `of`. Returns the index of the end.
    fn group(&mut self, open: usize, of: &str) -> usize {
        let list = self.is(open, "[");
        let (mut at, mut nth) = (open + 1, 0);
        while at < self.tokens.len() && !matches!(self.source(at), ")" | "]" | "}") {
            let first = at;
            let is_named = self.is(at + 1, ":");
            let key = if is_named {
                self.source(at).trim_matches('"').to_owned()
            } else {
                format!("{of}{}", if list { 0 } else { nth })
            };
            let outer = self.entry.clone();
            if is_named && self.tokens[at].kind == Kind::Text {
                self.entry = format!("{outer}.{key}");
            }
            at = self.value(at + 2 * usize::from(is_named), &key);
            let named_word = is_named && self.tokens[first].kind == Kind::Word;
            if (list || named_word) && !PROSE.contains(&key.as_str()) {
                let comma = self.is(at, ",");
                let end = self.tokens[at - usize::from(!comma)].end;
                self.change(self.tokens[first].start, end, "");
            }
            self.entry = outer;
            at += usize::from(self.is(at, ","));
            nth += 1;
        }
        at + 1
    }

    /// Reads a value at a kind of place. Returns the index after it.
    fn value(&mut self, mut at: usize, key: &str) -> usize {
        if self.is(at, "-") {
            at += 1;
        }
        let token = self.tokens[at];
        let source = self.source(at).to_owned();
        match token.kind {
            Kind::Sign => self.group(at, key),
            Kind::Number => {
                self.number(token.start, &source);
                at + 1
            }
            Kind::Text => {
                if !PROSE.contains(&key) {
                    self.sum(token, &source);
                    self.other_word(token, &source, &format!("{key} \""));
                }
                at + 1
            }
            Kind::Word => {
                let opens = self.is(at + 1, "(");
                let place = format!("{key} {}", if opens { "(" } else { "" });
                match source.as_str() {
                    "true" => self.change(token.start, token.end, "false"),
                    "false" => self.change(token.start, token.end, "true"),
                    _ => self.other_word(token, &source, &place),
                }
                if opens {
                    self.group(at + 1, &source)
                } else {
                    at + 1
                }
            }
        }
    }

    fn number(&mut self, start: usize, source: &str) {
        if let Ok(number) = source.parse::<i64>() {
            let end = start + source.len();
            self.change(start, end, &(number + 1).to_string());
            if number > 0 {
                self.change(start, end, &(number - 1).to_string());
            }
        }
    }

    /// Replaces a word by the next one found at the same kind of place in the file.
    fn other_word(&mut self, token: Token, source: &str, place: &str) {
        let plain = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '"' | '_' | '-');
        if source.chars().all(plain) {
            let known = self.words.entry(place.to_owned()).or_default();
            known.insert(source.to_owned());
            let mut all = known.iter().cycle().skip_while(|one| *one != source);
            let other = all.nth(1).cloned().unwrap_or_default();
            if other != source {
                self.change(token.start, token.end, &other);
            }
        }
    }

    /// Changes the numbers and signs of an expression.
    fn sum(&mut self, token: Token, source: &str) {
        for (sign, others) in SIGNS {
            for (at, _) in source.match_indices(sign) {
                for other in others {
                    self.change(token.start + at, token.start + at + sign.len(), other);
                }
            }
        }
        let mut at = 0;
        while let Some(begins) = source[at..].find(|sign: char| sign.is_ascii_digit()) {
            let start = at + begins;
            let digits = source[start..].find(|sign: char| !sign.is_ascii_digit());
            let end = digits.map_or(source.len(), |many| start + many);
            self.number(token.start + start, &source[start..end]);
            at = end;
        }
    }
}
