//! Keywords of a system's file. The table says where each keyword may appear, what it does, and what the screen and the
//! log show, with an example.
//!
//! The reader takes the keywords for its error messages from here, `affray words` prints this table, and
//! `docs/system-words.md` is generated from it.

mod part;
mod table;

use crate::text;

pub use part::{Keyword, Part};

/// Returns all keywords, in the order of the first part in which they may appear.
pub fn all() -> impl Iterator<Item = &'static Keyword> {
    table::KEYWORDS.iter()
}

/// Returns the keywords that may appear in a part: first keywords that are mostly for this part, then shared keywords.
pub fn of(part: Part) -> Vec<&'static str> {
    let all = all().filter(|one| one.parts.contains(&part));
    let (own, shared): (Vec<&Keyword>, _) = all.partition(|one| one.parts[0] == part);
    own.into_iter().chain(shared).map(|one| one.word).collect()
}

/// Returns the example for a keyword in a part; `None` if the part does not have the keyword.
pub fn example(word: &str, part: Part) -> Option<&'static str> {
    let one = all().find(|one| one.word == word && one.parts.contains(&part))?;
    Some(one.example)
}

/// Returns the meanings of a keyword.
pub fn meanings(word: &str) -> Vec<&'static Keyword> {
    all().filter(|one| one.word == word).collect()
}

/// Returns the records that have a field of this name: "a condition, a column of a list"; `None` if no record has it.
pub fn belongs(word: &str) -> Option<String> {
    let meanings = meanings(word).into_iter();
    let parts = meanings.flat_map(|one| one.parts);
    let parts: Vec<&str> = parts
        .filter(|part| part.is_record())
        .map(|part| part.label())
        .collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Returns the keywords most similar to another word, the nearest first.
pub fn nearest(word: &str, most: usize) -> Vec<&'static str> {
    let mut left: Vec<&str> = all().map(|one| one.word).collect();
    left.sort_unstable();
    left.dedup();
    let mut found = Vec::new();
    while found.len() < most
        && let Some(near) = text::nearest(word, left.iter().copied())
    {
        left.retain(|one| *one != near);
        found.push(near);
    }
    let part = word.to_lowercase();
    let within = left.iter().filter(|one| {
        let one = one.to_lowercase();
        part.len() > 2 && (one.contains(&part) || (one.len() > 2 && part.contains(&one)))
    });
    found.extend(within.take(most.saturating_sub(found.len())));
    found
}
