//! Search for combatants by typed words: letters, names, and prefixes of the words of a name.

use crate::text::{beginnings, fold};
use crate::values::{Id, SideId};

use super::state::Encounter;

/// Maximum number of words in a name to search for.
pub(crate) const WORDS: usize = 5;

/// Result of a search for a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meant {
    Nobody,
    One(Id),
    /// All combatants that match.
    Several(Vec<Id>),
}

/// Finds the combatant with this letter or name, ignoring case and accents. Otherwise, the words may be prefixes of the
/// words of a name: `thug b` is Thug boss.
pub fn meant(now: &Encounter, text: &str) -> Meant {
    match exactly(now, text) {
        Meant::Nobody => by_beginnings(now, text),
        found => found,
    }
}

/// Returns a name without the quotes around it.
pub fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let quotes = ['"', '“', '”'];
    let inner = text.strip_prefix(quotes);
    let inner = inner.and_then(|inner| inner.strip_suffix(quotes));
    inner.map_or(text, str::trim)
}

/// Finds the side with this name, which may be in quotes, ignoring case and accents.
pub fn side(now: &Encounter, text: &str) -> Option<SideId> {
    let named = |text: &str| {
        let wanted = fold(text);
        let mut sides = now.side_ids();
        sides.find(|side| fold(now.side_name(*side)) == wanted)
    };
    named(text).or_else(|| named(unquoted(text)))
}

/// Finds the combatant with this letter or whole name, which may be in quotes.
pub fn exactly(now: &Encounter, text: &str) -> Meant {
    let text = text.trim();
    if let Some(id) = Id::from_letter(text).filter(|id| now.find(*id).is_some()) {
        return Meant::One(id);
    }
    if let Some(id) = now.by_name(text) {
        return Meant::One(id);
    }
    let text = unquoted(text);
    let wanted = fold(text);
    if wanted.is_empty() {
        return Meant::Nobody;
    }
    one_of(now, now.ids().filter(|id| fold(now.name(*id)) == wanted))
}

/// Finds the combatant whose name has words starting with these words. Names whose first word matches take precedence.
fn by_beginnings(now: &Encounter, text: &str) -> Meant {
    let wanted = fold(unquoted(text));
    let numbered = |word: &str| word.starts_with(|c: char| !c.is_alphabetic());
    if wanted.split(' ').next().is_none_or(numbered) {
        return Meant::Nobody;
    }
    let fits = |id: &Id, whole: bool| {
        let place = beginnings(now.name(*id), &wanted);
        place.is_some_and(|place| place == 0 || !whole)
    };
    match one_of(now, now.ids().filter(|id| fits(id, true))) {
        Meant::Nobody => one_of(now, now.ids().filter(|id| fits(id, false))),
        found => found,
    }
}

/// Prefers combatants who are still in the fight.
fn one_of(now: &Encounter, found: impl Iterator<Item = Id>) -> Meant {
    let all: Vec<Id> = found.collect();
    let present: Vec<Id> = all
        .iter()
        .copied()
        .filter(|id| !now.get(*id).gone)
        .collect();
    match (present.as_slice(), all.as_slice()) {
        ([one], _) | ([], [one]) => Meant::One(*one),
        ([], []) => Meant::Nobody,
        ([], _) => Meant::Several(all),
        _ => Meant::Several(present),
    }
}

/// Returns the combatant that these words mean.
///
/// # Errors
/// If no combatant has this name, or several match; the error lists them.
pub fn only(now: &Encounter, text: &str) -> Result<Id, String> {
    match meant(now, text) {
        Meant::One(id) => Ok(id),
        Meant::Several(ids) => Err(ambiguous(now, text, &ids)),
        Meant::Nobody => Err(unknown(text)),
    }
}

/// Creates the error for an unknown name.
pub fn unknown(text: &str) -> String {
    format!(
        "no combatant is called `{}`: write a letter or a name",
        text.trim()
    )
}

/// Creates the error for an ambiguous name.
pub fn ambiguous(now: &Encounter, text: &str, ids: &[Id]) -> String {
    let mut told: Vec<String> = ids
        .iter()
        .take(6)
        .map(|id| format!("{} ({})", now.name(*id), id.letter()))
        .collect();
    if ids.len() > told.len() {
        told.push("…".to_owned());
    }
    format!("`{}` may be {}", text.trim(), told.join(" or "))
}

/// Splits a line into the combatant at its beginning, given by letter or name, and the rest: `Thug 2 hp 5`. The longest
/// name that leaves a rest is taken, and whole names precede beginnings. A name may be in quotes.
///
/// # Errors
/// If no combatant has this name, or several match; the error lists them.
pub fn in_front<'t>(now: &Encounter, text: &'t str) -> Result<(Id, &'t str), String> {
    let text = text.trim();
    let quotes = ['"', '“', '”'];
    if let Some(inner) = text.strip_prefix(quotes)
        && let Some((name, rest)) = inner.split_once(quotes)
    {
        return Ok((only(now, name)?, rest.trim_start()));
    }
    let ends = text.match_indices(char::is_whitespace);
    let ends = ends.map(|(place, _)| place).chain([text.len()]);
    let parts = ends.map(|end| (text[..end].trim_end(), text[end..].trim_start()));
    let mut parts: Vec<(&str, &str)> = parts.take(WORDS + 1).collect();
    parts.dedup();
    // The whole line is a name only if nothing shorter is one.
    let longest = || {
        let with_rest = parts.iter().rev().filter(|(_, rest)| !rest.is_empty());
        with_rest.chain(parts.iter().filter(|(_, rest)| rest.is_empty()))
    };
    let found = |how: fn(&Encounter, &str) -> Meant| {
        longest().find_map(|(name, rest)| match how(now, name) {
            Meant::One(id) => Some((id, *rest)),
            Meant::Nobody | Meant::Several(_) => None,
        })
    };
    match found(exactly).or_else(|| found(by_beginnings)) {
        Some(found) => Ok(found),
        None => only(now, parts.first().map_or("", |(name, _)| name)).map(|id| (id, "")),
    }
}

/// Splits a line into words; commas and `&` are separate words.
pub fn words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in text.split_whitespace() {
        let mut rest = part;
        while let Some(at) = rest.find([',', '&']) {
            let (before, behind) = rest.split_at(at);
            let (sign, behind) = behind.split_at(1);
            words.extend([before, sign].into_iter().filter(|word| !word.is_empty()));
            rest = behind;
        }
        words.extend(Some(rest).filter(|word| !word.is_empty()));
    }
    words
}

/// Returns `true` for a separator between combatants: a comma, `&` or "and".
pub fn separates(word: &str) -> bool {
    matches!(word, "," | "&") || word.eq_ignore_ascii_case("and")
}

/// Splits a line into the words at its beginning and the combatants at its end, given by letter or name: `7 fire b,
/// Thug 2 and d`. Words for which `other` returns `true` cannot begin a name.
///
/// # Errors
/// If a name is unknown or ambiguous. The error contains the name.
pub fn behind<'t>(
    now: &Encounter,
    text: &'t str,
    other: impl Fn(&str) -> bool,
) -> Result<(Vec<&'t str>, Vec<Id>), String> {
    let mut left = words(text);
    let mut ids: Vec<Id> = Vec::new();
    loop {
        while left.last().is_some_and(|word| separates(word)) {
            left.pop();
        }
        let Some((length, id)) = last_one(now, &left, &other)? else {
            break;
        };
        left.truncate(left.len() - length);
        if !ids.contains(&id) {
            ids.insert(0, id);
        }
    }
    if let Some(at) = left.iter().rposition(|word| separates(word)) {
        // Words between two separators, or before the first separator, must be a name.
        return Err(unknown(&left[at + 1..].join(" ")));
    }
    Ok((left, ids))
}

/// Finds the longest name at the end of these words. Returns its number of words and its combatant.
fn last_one(
    now: &Encounter,
    words: &[&str],
    other: &impl Fn(&str) -> bool,
) -> Result<Option<(usize, Id)>, String> {
    let is_letter = |word: &&str| Id::from_letter(word).is_some_and(|id| now.find(id).is_some());
    let phrase = |length: usize| &words[words.len() - length..];
    let lengths = || (1..=words.len().min(WORDS)).rev();
    for length in lengths() {
        if let Meant::One(id) = exactly(now, &phrase(length).join(" ")) {
            // Ambiguous input: "Thug" followed by the letter a, or the name "Thug archer".
            return match (length, wider(now, words, other)) {
                (1, Some((more, wide))) if more > 1 && is_letter(&words[words.len() - 1]) => {
                    let before = phrase(more)[..more - 1].join(" ");
                    if matches!(exactly(now, &before), Meant::One(_)) {
                        Err(format!(
                            "`{}` may be {} or two combatants: write a comma between them",
                            phrase(more).join(" "),
                            now.name(wide)
                        ))
                    } else {
                        Ok(Some((more, wide)))
                    }
                }
                _ => Ok(Some((length, id))),
            };
        }
    }
    if let Some(found) = wider(now, words, other) {
        return Ok(Some(found));
    }
    for length in lengths() {
        let words = phrase(length);
        if words.iter().any(|word| other(word) || separates(word)) {
            continue;
        }
        let text = words.join(" ");
        if let Meant::Several(ids) = meant(now, &text) {
            return Err(ambiguous(now, &text, &ids));
        }
    }
    Ok(None)
}

/// Finds the longest run of words at the end that are prefixes of one name. A run of only letters means several
/// combatants.
fn wider(now: &Encounter, words: &[&str], other: &impl Fn(&str) -> bool) -> Option<(usize, Id)> {
    let is_letter = |word: &&str| Id::from_letter(word).is_some_and(|id| now.find(id).is_some());
    (1..=words.len().min(WORDS)).rev().find_map(|length| {
        let words = &words[words.len() - length..];
        let mixed = words.iter().any(|word| other(word) || separates(word));
        if mixed || words.iter().all(is_letter) || is_letter(&words[0]) {
            return None;
        }
        match by_beginnings(now, &words.join(" ")) {
            Meant::One(id) => Some((length, id)),
            Meant::Nobody | Meant::Several(_) => None,
        }
    })
}
