//! Keys of sentences in saves: a key is never removed or renamed, and a new field comes last and is a `bool` or an
//! `Option`. The lists in `tests/data/sentences` are append-only.
//!
//! `UPDATE_EXPECT=1 cargo test --test library systems::sentences` adds new keys and fields.

use std::collections::BTreeSet;
use std::fs;

use affray::encounter::says;
use affray::systems::common;
use affray::values::SentenceTable;

use crate::support::laws;

/// Sentence or clause in a list: enum and key, then the fields with their types.
type Line = (String, Vec<String>);

/// Reads a line such as `Says::Falls who: Id`.
fn line(text: &str) -> Line {
    let (key, fields) = text.split_once(' ').unwrap_or((text, ""));
    let fields = fields.split(", ").filter(|field| !field.is_empty());
    (key.to_owned(), fields.map(str::to_owned).collect())
}

fn written(one: &Line) -> String {
    format!("{} {}", one.0, one.1.join(", "))
        .trim_end()
        .to_owned()
}

/// Returns the sentences and clauses of a table.
fn lines(table: &SentenceTable) -> Vec<Line> {
    let all = table.enums.iter();
    let all = all.flat_map(|(name, specs)| specs.iter().map(move |spec| (name, spec)));
    all.map(|(name, spec)| {
        let field = |(field, kind): &(&str, &str)| format!("{field}: {kind}");
        let fields = spec.args.iter().map(field);
        (format!("{name}::{}", spec.key), fields.collect())
    })
    .collect()
}

/// Returns the changes of a table that older saves do not allow.
fn broken(recorded: &[Line], current: &[Line]) -> Vec<String> {
    let mut wrong = Vec::new();
    for one in recorded {
        let Some((_, fields)) = current.iter().find(|(key, _)| *key == one.0) else {
            wrong.push(format!("{} is gone", one.0));
            continue;
        };
        if !fields.starts_with(&one.1) {
            wrong.push(format!("{}: a field was changed or moved", one.0));
            continue;
        }
        for new in &fields[one.1.len()..] {
            let kind = new.split_once(": ").map_or("", |(_, kind)| kind);
            if kind != "bool" && !kind.starts_with("Option<") {
                wrong.push(format!("{}: the new field `{new}` is required", one.0));
            }
        }
    }
    wrong
}

/// Compares a table with its list, which it extends by new keys and fields on request.
fn check(name: &str, table: &SentenceTable) {
    let path = format!(
        "{}/tests/data/sentences/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let current = lines(table);
    let mut recorded: Vec<Line> = match fs::read_to_string(&path) {
        Ok(text) => text.lines().map(line).collect(),
        Err(_) => Vec::new(),
    };
    assert_eq!(broken(&recorded, &current), Vec::<String>::new(), "{name}");
    for one in &current {
        match recorded.iter_mut().find(|(key, _)| *key == one.0) {
            Some(old) => *old = one.clone(),
            None => recorded.push(one.clone()),
        }
    }
    let page: String = recorded.iter().map(|one| written(one) + "\n").collect();
    expect_test::expect_file![path].assert_eq(&page);
}

#[test]
fn keys_and_fields_of_sentences_are_never_removed_or_renamed() {
    check("engine", &says::SENTENCES);
    check("common", &common::says::SENTENCES);
    laws::each(|system| {
        let tables = &system.schema().sentences;
        let own = tables
            .iter()
            .filter(|table| !std::ptr::eq(**table, &common::says::SENTENCES));
        for table in own {
            check(system.key(), table);
        }
    });
}

#[test]
fn tables_of_one_system_share_no_key() {
    laws::each(|system| {
        let tables = system.schema().sentences.iter().copied();
        let mut keys = BTreeSet::new();
        for table in tables.chain([&says::SENTENCES]) {
            let (_, sentences) = table.enums[0];
            for spec in sentences {
                assert!(keys.insert(spec.key), "{}: {}", system.key(), spec.key);
            }
        }
    });
}

#[test]
fn incompatible_changes_to_sentences_are_detected() {
    let recorded = [line("Says::Falls who: Id, height: i64"), line("Says::Over")];
    let fits = [
        line("Says::Over"),
        line("Says::Falls who: Id, height: i64, hard: bool"),
    ];
    assert!(broken(&recorded, &fits).is_empty());
    for (now, why) in [
        ("Says::Fall who: Id, height: i64", "Says::Falls is gone"),
        (
            "Says::Falls height: i64, who: Id",
            "Says::Falls: a field was changed or moved",
        ),
        (
            "Says::Falls who: Id, height: i64, from: Id",
            "Says::Falls: the new field `from: Id` is required",
        ),
    ] {
        assert_eq!(broken(&recorded, &[line("Says::Over"), line(now)]), [why]);
    }
}
