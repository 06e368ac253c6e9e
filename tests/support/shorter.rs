//! Lists in messages, each written in full only once on a page.

use std::collections::BTreeSet;

const BEFORE: &str = "choose one of ";

/// Length from which a list is shortened.
const LONG: usize = 40;

/// Returns a page on which a long list of choices that was there before is only its first and last entry.
pub fn lists_once(page: &str) -> String {
    let mut known: BTreeSet<&str> = BTreeSet::new();
    let mut parts = page.split(BEFORE);
    let mut short = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let in_list = |c: char| c.is_alphanumeric() || matches!(c, ' ' | ',' | '_' | '-');
        let end = part.find(|c| !in_list(c)).unwrap_or(part.len());
        let (list, rest) = part.split_at(end);
        short += BEFORE;
        if list.len() < LONG || known.insert(list) {
            short += list;
        } else {
            let first = list.split(", ").next().unwrap_or_default();
            let last = list.rsplit(", ").next().unwrap_or_default();
            short += &format!("{first}, …, {last}");
        }
        short += rest;
    }
    short
}
