//! Everything that a `system.ron` can say is read, or told with its place and what would be right. Of the examples of
//! [the page](../../../docs/your-own-system.md), of the tests' own systems and of those that come along, each kind of place is
//! taken once, in the smallest text that has it: what is told where a number, a text, a sum, a word or a list stands there
//! instead, where nothing stands there, and how far a number goes, is written in `tests/data/checked_systems.txt`. A check
//! that is left out, or one that asks for one more or less, is another page.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::checked_systems` writes the page anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::path::Path;

use affray::ron_text::{Node, Shape, Source, parse};
use affray::systems::written::{self, NO_TEXTS};

use super::written::examples;
use crate::support::how_far::how_far;

/// What is tried in the place of everything.
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

/// A place where something stands.
struct Found {
    /// What kind of place it is: `actions.*.costs.*`.
    kind: String,
    at: Range<usize>,
    /// With its name or its key.
    entry: Range<usize>,
    number: Option<i64>,
}

/// All places below one, of a kind.
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

/// What is told of a system, first, and where as seen from a place; `None` where it is read.
fn told(text: &str, lua: Option<&Source>, seen: usize) -> Option<String> {
    let source = Source::new("a system", text);
    let wrong = written::read_with("example", &source, lua, NO_TEXTS).err()?;
    let more = match wrong.len() {
        1 => String::new(),
        many => format!(" (and {} more)", many - 1),
    };
    let first = wrong.first().expect("a mistake");
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

/// What is told of a place: of what stands there instead, each with others of which the same is told. `known` is what was told
/// of other places in just these words.
fn page(
    page: &mut String,
    text: &str,
    lua: Option<&Source>,
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
        told(&changed, lua, at.start)
    };
    let (ends, beyond) = match found.number {
        Some(number) => how_far(number, |number| instead(&number.to_string())),
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
    let left_out = told(&left_out, lua, entry.start);
    let twice = [&text[..entry.end], ", ", &text[entry.start..]].concat();
    let twice = told(&twice, lua, entry.end + 2);
    let twice = twice.filter(|told| !told.contains(" stands twice"));
    let beyond = beyond.into_iter().map(|told| ("beyond", Some(told)));
    let entry = left_out.map(|told| ("left out", Some(told))).into_iter();
    let entry = entry.chain(twice.map(|told| ("twice", Some(told))));
    let _ = writeln!(page, "{}: {shown}{ends}", found.kind);
    *page += &rows(beyond.chain(entry));
    match known.get(&of_others) {
        Some(kind) => *page += &format!("    as {kind}\n"),
        None => {
            *page += &of_others;
            known.insert(of_others, found.kind.clone());
        }
    }
}

/// What is told, a row each, with all of which it is told.
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

/// The texts, the smaller first, with their `rules.lua`.
fn texts() -> Vec<(String, Option<String>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all: Vec<_> = examples().into_iter().map(|text| (text, None)).collect();
    let own = [
        "popcorn",
        "spotlight",
        "timeline",
        "dungeon",
        "cards",
        "press",
    ];
    let own = own.map(|key| format!("tests/support/written_systems/assets/{key}"));
    let ours = written::bundled_keys();
    let ours = ours.iter().map(|key| format!("assets/{key}"));
    for folder in own.into_iter().chain(ours) {
        let text = |file| fs::read_to_string(root.join(&folder).join(file)).ok();
        all.push((text("system.ron").expect("a system"), text("rules.lua")));
    }
    all.sort_by_key(|(text, _)| text.len());
    all
}

#[test]
fn every_place_of_a_system_says_what_it_takes() {
    let (mut whole, mut seen, mut known) = (String::new(), BTreeSet::new(), BTreeMap::new());
    for (text, lua) in texts() {
        let lua = lua.map(|lua| Source::new("its functions", &lua));
        assert_eq!(told(&text, lua.as_ref(), 0), None, "{text}");
        let source = Source::new("a system", &text);
        let (root, wrong) = parse(&source);
        assert!(wrong.is_empty(), "{text}");
        let mut found = Vec::new();
        places(&root, "", 0..text.len(), &mut found);
        // The whole of it is no place.
        for one in found.into_iter().skip(1) {
            if seen.insert(one.kind.clone()) {
                page(&mut whole, &text, lua.as_ref(), &one, &mut known);
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/checked_systems.txt");
    expect_test::expect_file![path].assert_eq(&whole);
}
