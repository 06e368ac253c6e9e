//! Phrases for damage types: "cold; bludgeoning, piercing, and slashing from nonmagical attacks".

use super::block::{Lost, Reason};

/// Damage types, in the order of the sheet.
pub(super) const DAMAGE_KINDS: [&str; 13] = [
    "acid",
    "bludgeoning",
    "cold",
    "fire",
    "force",
    "lightning",
    "necrotic",
    "piercing",
    "poison",
    "psychic",
    "radiant",
    "slashing",
    "thunder",
];
/// Damage types of weapons, which an exception may limit.
const WEAPONS: [&str; 3] = ["bludgeoning", "piercing", "slashing"];
/// Keyword on the sheet for damage of all three types from non-magical weapons.
const NONMAGICAL: &str = "nonmagical";
/// Keywords on the sheet for damage of all three types from weapons that are not magical. The second keyword also
/// excepts silvered weapons, and the third adamantine weapons.
pub(super) const EXCEPTIONS: [&str; 3] = [NONMAGICAL, "nonsilvered", "nonadamantine"];

/// Joins the entries of a list that was split at each comma, exceptions included.
pub(super) fn rejoined(entries: &[String]) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for entry in entries {
        let low = entry.to_ascii_lowercase();
        let goes_on = low.trim_start().starts_with("and ");
        match phrases.last_mut() {
            Some(last) if goes_on => *last = format!("{last}, {entry}"),
            // Consecutive weapon kinds may belong to a later exception.
            Some(last)
                if WEAPONS.contains(&low.trim())
                    && last.split([',', ';']).next_back().is_some_and(|word| {
                        WEAPONS
                            .iter()
                            .any(|kind| word.to_ascii_lowercase().contains(kind))
                    }) =>
            {
                *last = format!("{last}, {entry}");
            }
            _ => phrases.push(entry.clone()),
        }
    }
    phrases
}

/// Returns the kinds of `known` that the phrases name without an exception, and the phrases that the sheet cannot
/// express.
pub(super) fn kinds(known: &[String], phrases: &[String], field: &str) -> (Vec<String>, Vec<Lost>) {
    let mut found: Vec<String> = Vec::new();
    let mut lost = Vec::new();
    let mut add = |word: &str| {
        if !found.iter().any(|one| one == word) {
            found.push(word.to_owned());
        }
    };
    for clause in phrases.iter().flat_map(|phrase| phrase.split(';')) {
        let low = clause
            .to_ascii_lowercase()
            .replace("non magical", NONMAGICAL);
        let low = low
            .replace("non-magical", NONMAGICAL)
            .replace(" damage", "");
        let clause = clause.trim();
        if clause.is_empty() {
            continue;
        }
        let words = |text: &str| -> Vec<String> {
            let words = text.split(|c: char| !c.is_alphanumeric());
            let words = words.filter(|word| !word.is_empty() && *word != "and");
            words.map(str::to_owned).collect()
        };
        let is_known = |word: &String| known.contains(word) && !EXCEPTIONS.contains(&word.as_str());
        let marks = [
            " from ",
            " (",
            "nonmagical ",
            " that ",
            " dealt by ",
            " made with ",
        ];
        let exception = marks.iter().filter_map(|mark| low.find(mark)).min();
        let Some(at) = exception else {
            let all = words(&low);
            if all.iter().all(|word| known.contains(word)) {
                all.iter().for_each(|word| add(word));
            } else {
                for word in all.iter().filter(|word| is_known(word)) {
                    add(word);
                }
                lost.push(Lost::new(field, Reason::Exception, clause));
            }
            continue;
        };
        // "nonmagical bludgeoning, …" has its exception at the start.
        let (named, said) = if low[at..].starts_with("nonmagical") {
            let end = low.find(" (").unwrap_or(low.len());
            (
                &low[at + NONMAGICAL.len()..end.max(at + NONMAGICAL.len())],
                &low[at..],
            )
        } else {
            low.split_at(at)
        };
        let mut before = words(named);
        let mut weapons = Vec::new();
        while let Some(word) = before.pop_if(|word| WEAPONS.contains(&word.as_str())) {
            weapons.push(word);
        }
        if before.iter().all(is_known) {
            before.iter().for_each(|word| add(word));
        } else {
            weapons.clear();
        }
        let is_nonmagical = said.contains(NONMAGICAL)
            && WEAPONS
                .iter()
                .all(|kind| weapons.iter().any(|word| word == kind));
        let exception = match (said.contains("silver"), said.contains("adamant")) {
            (false, false) => NONMAGICAL,
            (true, false) => "nonsilvered",
            (false, true) => "nonadamantine",
            (true, true) => "",
        };
        let can_say = |word: &str| known.iter().any(|one| one == word);
        let is_whole = is_nonmagical
            && can_say(exception)
            && ["stoneskin", "("].iter().all(|mark| !said.contains(mark));
        if is_whole {
            add(exception);
        } else {
            // The sheet's resistance is wider than the exception, which the note names.
            if is_nonmagical && can_say(NONMAGICAL) {
                add(NONMAGICAL);
            }
            lost.push(Lost::new(field, Reason::Exception, clause));
        }
    }
    (found, lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entries: &[&str]) -> (String, usize) {
        let known = "acid bludgeoning cold fire piercing poison slashing nonmagical";
        let known: Vec<String> = known.split(' ').map(str::to_owned).collect();
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        let (found, lost) = kinds(&known, &rejoined(&entries), "resists");
        (found.join(", "), lost.len())
    }

    #[test]
    fn an_exception_to_a_resistance_covers_only_the_types_in_its_phrase() {
        let all = "bludgeoning, piercing, and slashing from nonmagical attacks";
        assert_eq!(read(&[all]), ("nonmagical".into(), 0));
        assert_eq!(read(&["cold; ", all]), ("cold, nonmagical".into(), 0));
        assert_eq!(
            read(&[
                "poison",
                "bludgeoning",
                "piercing",
                "and slashing from nonmagical weapons"
            ]),
            ("poison, nonmagical".into(), 0)
        );
        assert_eq!(
            read(&["poison, bludgeoning, piercing, and slashing from nonmagical weapons"]),
            ("poison, nonmagical".into(), 0)
        );
        assert_eq!(
            read(&["bludgeoning", "piercing", "slashing"]),
            ("bludgeoning, piercing, slashing".into(), 0)
        );
    }

    #[test]
    fn a_phrase_that_the_sheet_cannot_express_is_reported_as_lost() {
        assert_eq!(
            read(&[
                "cold",
                "bludgeoning",
                "piercing",
                "and slashing from nonmagical weapons that aren't silvered"
            ]),
            ("cold, nonmagical".into(), 1)
        );
        assert_eq!(
            read(&["piercing from magic weapons wielded by good creatures"]),
            (String::new(), 1)
        );
        assert_eq!(
            read(&["piercing and slashing from nonmagical attacks"]),
            (String::new(), 1)
        );
        assert_eq!(
            read(&[
                "damage from spells; nonmagical bludgeoning",
                "piercing",
                "and slashing (from stoneskin)"
            ]),
            ("nonmagical".into(), 2)
        );
        assert_eq!(read(&["cheese"]), (String::new(), 1));
    }
}
