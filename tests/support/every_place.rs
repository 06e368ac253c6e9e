//! Errors for every place of a RON file: for another kind of value, an empty value, the same value twice or an
//! additional word, and the limits of numbers and texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use affray::ron_text::{Diagnostic, Node, Shape, Source, parse};

use super::how_far::{how_far, how_long};

/// Values that replace the value at a place.
const INSTEAD: [&str; 10] = [
    "7",
    "-7",
    "Nonsense",
    "true",
    "\"\"",
    "\"nonsense\"",
    "\"1\"",
    "\"true\"",
    "[]",
    "()",
];

/// Place of a value in a text.
struct Found {
    /// Kind of the place: `actions.*.costs.*`.
    kind: String,
    at: Range<usize>,
    /// Range of the value with its name or key.
    entry: Range<usize>,
    number: Option<i64>,
}

/// Function that returns the errors of a text, each at its place; none if the text is valid.
pub type Read<'r> = &'r dyn Fn(&Source) -> Vec<Diagnostic>;

/// Page about all kinds of places.
#[derive(Default)]
pub struct Page {
    /// Text of the page so far.
    pub text: String,
    seen: BTreeSet<String>,
    known: BTreeMap<String, String>,
}

impl Page {
    /// Adds all kinds of places in a text that are new and `meant`.
    pub fn add(&mut self, text: &str, read: Read<'_>, meant: impl Fn(&str) -> bool) {
        assert_eq!(told(text, read, 0), None, "{text}");
        let source = Source::new("a file", text);
        let (root, wrong) = parse(&source);
        assert!(wrong.is_empty(), "{text}");
        let mut found = Vec::new();
        places(&root, "", 0..text.len(), &mut found);
        // The whole text is not a place.
        for one in found.into_iter().skip(1) {
            if meant(&one.kind) && self.seen.insert(one.kind.clone()) {
                page(&mut self.text, text, read, &one, &mut self.known);
            }
        }
    }
}

/// Collects all places below one, with their kinds.
fn places(node: &Node<'_>, kind: &str, entry: Range<usize>, found: &mut Vec<Found>) {
    let (at, inner) = (node.at.start..node.at.end, &node.shape);
    let within = |word: &str| {
        if word.is_empty() {
            kind.to_owned()
        } else {
            word.to_owned()
        }
    };
    let number = match inner {
        Shape::Plain(text) => text.parse().ok(),
        _ => None,
    };
    let sort = match inner {
        Shape::Text(_) => " \"",
        Shape::Plain(_) if number.is_some() => " 1",
        Shape::Plain(_) => " word",
        Shape::Record(..) => " (:",
        Shape::Tuple(..) => " (",
        Shape::List(_) => " [",
        Shape::Map(_) => " {",
        Shape::Broken => " broken",
    };
    found.push(Found {
        kind: format!("{kind}{sort}"),
        at,
        entry,
        number,
    });
    match inner {
        Shape::Record(word, fields) => {
            let within = within(word);
            for field in fields {
                let kind = format!("{within}.{}", field.key);
                places(
                    &field.value,
                    &kind,
                    field.at.start..field.value.at.end,
                    found,
                );
            }
        }
        Shape::Tuple(word, items) => {
            for (nth, item) in items.iter().enumerate() {
                let kind = format!("{}#{nth}", within(word));
                places(item, &kind, item.at.start..item.at.end, found);
            }
        }
        Shape::List(items) => {
            for item in items {
                places(
                    item,
                    &format!("{kind}[]"),
                    item.at.start..item.at.end,
                    found,
                );
            }
        }
        Shape::Map(pairs) => {
            for (key, value) in pairs {
                places(
                    key,
                    &format!("{kind}.key"),
                    key.at.start..value.at.end,
                    found,
                );
                places(
                    value,
                    &format!("{kind}.*"),
                    key.at.start..value.at.end,
                    found,
                );
            }
        }
        Shape::Text(_) | Shape::Plain(_) | Shape::Broken => {}
    }
}

/// Returns the first error of a text, with its position relative to a place; `None` if the text is valid.
fn told(text: &str, read: Read<'_>, seen: usize) -> Option<String> {
    let source = Source::new("a file", text);
    let wrong = read(&source);
    let first = wrong.first()?;
    let more = match wrong.len() {
        1 => String::new(),
        many => format!(" (and {} more)", many - 1),
    };
    let here = source.place(seen);
    let place = match &first.place {
        Some(place) if (place.line, place.column) == (here.line, here.column) => String::new(),
        Some(place) if place.line == here.line => {
            format!(" (column {:+})", place.column as i64 - here.column as i64)
        }
        Some(place) => format!(" (line {:+})", place.line as i64 - here.line as i64),
        None => " (nowhere)".to_owned(),
    };
    Some(format!("{}{place}{more}", first.what))
}

/// Writes the errors for a place: each with the values that cause the same error. `known` contains errors that were
/// already reported for other places in the same words.
fn page(
    page: &mut String,
    text: &str,
    read: Read<'_>,
    found: &Found,
    known: &mut BTreeMap<String, String>,
) {
    let shown = text[found.at.clone()]
        .split_whitespace()
        .collect::<Vec<_>>();
    let mut shown = shown.join(" ");
    if let Some((cut, _)) = shown.char_indices().nth(60) {
        shown.truncate(cut);
        shown += " …";
    }
    let (at, entry) = (&found.at, &found.entry);
    let instead = |new: &str| {
        let changed = [&text[..at.start], new, &text[at.end..]].concat();
        told(&changed, read, at.start)
    };
    let (ends, beyond) = match found.number {
        Some(number) => how_far(number, |number| instead(&number.to_string())),
        None if found.kind.ends_with('"') => how_long(|text| instead(&format!("{text:?}"))),
        None => (String::new(), Vec::new()),
    };
    let numbers = |new: &str| found.number.is_some() && new.parse::<i64>().is_ok();
    let tried = INSTEAD.iter().filter(|new| !numbers(new));
    let of_others = rows(tried.map(|new| (*new, instead(new))));
    let left_out = [
        &text[..entry.start],
        text[entry.end..].trim_start_matches(','),
    ]
    .concat();
    let left_out = told(&left_out, read, entry.start);
    let twice = [&text[..entry.end], ", ", &text[entry.start..]].concat();
    let twice = told(&twice, read, entry.end + 2);
    let twice = twice.filter(|told| !told.contains(" stands twice"));
    // A record reports a word that is not one of its fields.
    let open = text[at.clone()].find('(').map(|open| at.start + open + 1);
    let open = open.filter(|_| found.kind.ends_with("(:"));
    let one_more = open.map(|open| {
        let with = [&text[..open], "nonsense: 7, ", &text[open..]].concat();
        ("one more", told(&with, read, open))
    });
    let beyond = beyond.into_iter().map(|told| ("beyond", Some(told)));
    let entry = left_out.map(|told| ("left out", Some(told))).into_iter();
    let entry = entry.chain(twice.map(|told| ("twice", Some(told))));
    let _ = writeln!(page, "{}: {shown}{ends}", found.kind);
    *page += &rows(beyond.chain(entry).chain(one_more));
    match known.get(&of_others) {
        Some(kind) => *page += &format!("    as {kind}\n"),
        None => {
            *page += &of_others;
            known.insert(of_others, found.kind.clone());
        }
    }
}

/// Formats errors, one in each row, with all values that cause it.
fn rows<'n>(tried: impl Iterator<Item = (&'n str, Option<String>)>) -> String {
    let mut rows: Vec<(Vec<&str>, String)> = Vec::new();
    for (new, told) in tried {
        let told = told.unwrap_or_else(|| "taken".to_owned());
        match rows.iter_mut().find(|(_, known)| *known == told) {
            Some((news, _)) => news.push(new),
            None => rows.push((vec![new], told)),
        }
    }
    let row = |(news, told): &(Vec<&str>, String)| format!("    {}: {told}\n", news.join(" | "));
    rows.iter().map(row).collect()
}
