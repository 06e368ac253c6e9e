//! Removes numbers from sentences for players: the amounts that only the GM sees, but not digits that belong to names.

use std::borrow::Cow;

use crate::text::capital;

/// Words that introduce a number and are removed with it.
const JOINTS: [&str; 11] = [
    "over", "by", "at", "on", "in", "to", "for", "with", "of", "from", "count",
];

/// Verbs that make no sense without the number after them. If the number is removed, the clause is dropped.
const COUNTING: [&str; 11] = [
    "after", "has", "costs", "is", "takes", "gets", "needs", "gains", "loses", "pays", "keeps",
];

/// All names that combatants have ever had, the longest first, each with the current name. Digits in names are not
/// secret.
pub(super) struct Names(pub(super) Vec<(String, String)>);

impl Names {
    /// Returns `true` if a text has a digit outside of names.
    pub(super) fn counts(&self, text: &str) -> bool {
        self.first_digit(text).is_some()
    }

    /// Returns the byte position of the first digit outside of names.
    fn first_digit(&self, text: &str) -> Option<usize> {
        let mut places = self.walk(text).filter(|(_, name)| name.is_none());
        let digit = |c: char| c.is_ascii_digit();
        // The rank of a card is not secret: everyone sees it on the table.
        let counts = |at: usize| {
            let card = text[at..].trim_start_matches(digit);
            text[at..].starts_with(digit) && !card.starts_with(['♣', '♦', '♥', '♠'])
        };
        places.find(|(at, _)| counts(*at)).map(|(at, _)| at)
    }

    /// Walks through a text: yields the longest name at each position, or else the next character.
    pub(super) fn walk<'n>(
        &'n self,
        text: &'n str,
    ) -> impl Iterator<Item = (usize, Option<&'n String>)> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let rest = text.get(at..)?;
            let here = at;
            let name = self.named(rest);
            at += match name {
                Some(name) => name.len(),
                None => rest.chars().next()?.len_utf8(),
            };
            Some((here, name))
        })
    }

    /// Returns the name that a text starts with.
    fn named(&self, text: &str) -> Option<&String> {
        let mut names = self.0.iter().map(|(name, _)| name);
        names.find(|name| text.starts_with(name.as_str()))
    }

    /// Replaces former names, and names that the players do not see, with names that they see. At the start of a
    /// sentence, the name gets a capital letter.
    pub(super) fn of_today(&self, text: &str) -> String {
        let parts = self.walk(text).map(|(at, name)| match name {
            Some(name) => {
                let known = self.0.iter().find(|(known, _)| known == name);
                let today = known.map_or("", |(_, today)| today.as_str());
                let begins = at == 0 || text[..at].ends_with(". ");
                if begins && today != name {
                    Cow::from(capital(today))
                } else {
                    Cow::from(today)
                }
            }
            None => {
                let letter = text[at..].chars().next().map_or(0, char::len_utf8);
                Cow::from(&text[at..at + letter])
            }
        });
        parts.collect()
    }

    /// Removes numbers from a sentence about an action, but keeps the action. "Horse runs 54 squares" becomes "Horse
    /// runs". "Ann declares: moves 30 ft, axe on Gull" keeps the movement and the target.
    pub(super) fn of_a_deed(&self, text: &str, by: Option<&str>) -> String {
        let told = self.without_numbers(text);
        let first = self.uncounted(text.split(". ").next().unwrap_or_default());
        let (true, Some(by)) = (self.counts(&first), by) else {
            return told;
        };
        if !self.without_numbers(&first).is_empty() {
            return told;
        }
        let (deed, what) = first.split_once(": ").unwrap_or((&first, ""));
        let is_deed = |deed: &str| deed.strip_prefix(by).is_some_and(|does| !does.is_empty());
        let Some(deed) = self.clause(deed).filter(|deed| is_deed(deed)) else {
            return told;
        };
        let what = what.split(", ").filter_map(|one| self.clause(one));
        let what: Vec<String> = what.filter(|one| !one.is_empty()).collect();
        let deed = if what.is_empty() {
            deed
        } else {
            format!("{deed}: {}", what.join(", "))
        };
        format!("{deed}. {told}").trim_end().to_owned()
    }

    /// Returns the part of a clause before its number, without the words that introduce the number; `None` if that part
    /// is empty.
    fn clause(&self, text: &str) -> Option<String> {
        let text = text.trim_end_matches('.');
        let Some(digit) = self.first_digit(text) else {
            return Some(text.to_owned());
        };
        let mut words: Vec<&str> = text[..digit].split_whitespace().collect();
        while words.last().is_some_and(|word| JOINTS.contains(word)) {
            words.pop();
        }
        let last = words.last()?;
        let is_word = last.ends_with(char::is_alphabetic) && !COUNTING.contains(last);
        is_word.then(|| words.join(" "))
    }

    /// Returns the action on another combatant in a sentence that was cut before its number: "Ogre moves Ann by"
    /// becomes "Ogre moves Ann". Returns "" for any other sentence.
    fn done_to<'t>(&self, text: &'t str) -> &'t str {
        let mut text = text.trim_end();
        while let Some((before, last)) = text.rsplit_once(' ')
            && JOINTS.contains(&last)
        {
            text = before;
        }
        let named = self.walk(text).filter_map(|(at, name)| Some((at, name?)));
        let named: Vec<(usize, usize)> = named.map(|(at, name)| (at, at + name.len())).collect();
        match named.as_slice() {
            [(0, _), .., (_, end)] if *end == text.len() && !text.contains(": ") => text,
            _ => "",
        }
    }

    /// Removes brackets and headings with numbers from a sentence, but keeps names in a heading. "Count 7: Ann strikes"
    /// keeps the attacker, "10 on Ann at 5/2: no wound" keeps the combatant without a wound.
    fn uncounted(&self, sentence: &str) -> String {
        let mut left = String::new();
        let mut rest = sentence;
        while let Some((before, (inside, after))) = rest
            .split_once(" (")
            .and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
        {
            left.push_str(before);
            if !self.counts(inside) {
                left.push_str(&format!(" ({inside})"));
            }
            rest = after;
        }
        left.push_str(rest);
        match left.split_once(": ") {
            Some((head, rest)) if self.counts(head) => {
                let mut names = self.walk(head).filter_map(|(_, name)| name);
                let only = names.next().filter(|_| names.next().is_none());
                match only.filter(|name| !rest.starts_with(name.as_str())) {
                    Some(name) => format!("{name}: {rest}"),
                    None => capital(rest),
                }
            }
            _ => left,
        }
    }

    /// Cuts each sentence of the GM's public text before its first number: "The roof burns; smoke: -2 on shots" becomes
    /// "The roof burns; smoke".
    pub(super) fn without_what_counts(&self, text: &str) -> String {
        let sentences = text.split_inclusive(". ").filter_map(|sentence| {
            let sentence = sentence.trim_end().trim_end_matches('.');
            let Some(digit) = self.first_digit(sentence) else {
                return Some(sentence.to_owned());
            };
            let ends = [", ", "; ", ": ", " ("].iter();
            match ends.filter_map(|end| sentence[..digit].rfind(end)).max() {
                Some(end) => Some(sentence[..end].to_owned()),
                None => self.clause(sentence),
            }
        });
        let sentences: Vec<String> = sentences.map(|sentence| stopped(&sentence)).collect();
        sentences.join(" ")
    }

    /// Removes the clauses with numbers from a text. Each sentence keeps what comes before the clause with its first
    /// number, and is dropped if nothing remains.
    pub(super) fn without_numbers(&self, text: &str) -> String {
        let sentences = text.split_inclusive(". ").map(|sentence| {
            let sentence = sentence.trim_end().trim_end_matches('.');
            if !self.counts(sentence) {
                return Cow::from(sentence);
            }
            let sentence = self.uncounted(sentence);
            let Some(digit) = self.first_digit(&sentence) else {
                return Cow::from(sentence);
            };
            let cut = [", ", "; ", " (", " until ", " for "]
                .iter()
                .filter_map(|sign| sentence[..digit].rfind(sign))
                .max();
            let colon = sentence[..digit].rfind(": ");
            match cut {
                // A name alone, without the words after it, says nothing.
                Some(cut) if self.named(&sentence).is_some_and(|name| name.len() == cut) => {
                    Cow::from("")
                }
                Some(cut) if colon < Some(cut) => Cow::from(sentence[..cut].to_owned()),
                _ => Cow::from(self.done_to(&sentence[..digit]).to_owned()),
            }
        });
        // A heading such as "Declared:" is dropped if no sentence of the heading remains.
        let kept = sentences.filter(|sentence| !sentence.is_empty() && !sentence.ends_with(':'));
        let kept: Vec<String> = kept.map(|sentence| stopped(&sentence)).collect();
        kept.join(" ")
    }
}

/// Adds a full stop to a sentence that has no mark at its end.
fn stopped(sentence: &str) -> String {
    let stop = if sentence.ends_with(['!', '?', '…']) {
        ""
    } else {
        "."
    };
    format!("{sentence}{stop}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_text_is_cut_before_its_first_number() {
        let same = |name: &str| (name.to_owned(), name.to_owned());
        let names = Names(["Wrecker 12"].map(same).to_vec());
        for (said, heard) in [
            (
                "The roof burns; smoke: -2 on shots.",
                "The roof burns; smoke.",
            ),
            (
                "The roof comes down: 2d6 for all, half with a save.",
                "The roof comes down.",
            ),
            (
                "Water rises 2 feet. Wrecker 12 calls.",
                "Water rises. Wrecker 12 calls.",
            ),
            ("It rains!", "It rains!"),
            ("2d6 for all.", ""),
        ] {
            assert_eq!(names.without_what_counts(said), heard);
        }
    }

    #[test]
    fn sentences_are_cut_before_their_first_number() {
        let same = |name: &str| (name.to_owned(), name.to_owned());
        let names = Names(["Wrecker 12", "Wrecker 1", "Ann"].map(same).to_vec());
        for (said, heard) in [
            (
                "Wrecker 1 strikes Wrecker 12.",
                "Wrecker 1 strikes Wrecker 12.",
            ),
            ("Count 7: Ann strikes Wrecker 1.", "Ann strikes Wrecker 1."),
            ("Count 7: Ann strikes with +2.", ""),
            (
                "Ann casts a spell, due on 4; no DEF until then.",
                "Ann casts a spell.",
            ),
            (
                "Ann is hurt (5 of 12). Wrecker 1 falls.",
                "Ann is hurt. Wrecker 1 falls.",
            ),
            ("The table says: 5, 6.", ""),
            ("Initiative: Ann: 7, Wrecker 1: 3.", ""),
            ("13 on Ann. Ann falls.", "Ann falls."),
            (
                "The cards. Ann: 10♥. Wrecker 1: Q♠.",
                "The cards. Ann: 10♥. Wrecker 1: Q♠.",
            ),
            ("Count 7: Ann and Wrecker 1 act.", "Ann and Wrecker 1 act."),
            ("Declared:", ""),
            ("Who begins? Ann, 7 of 9.", "Who begins? Ann."),
            ("Ann is prone until the end of round 3.", "Ann is prone."),
            ("Ann sleeps for 2 rounds.", "Ann sleeps."),
            ("A natural 1: a failure.", "A failure."),
            (
                "Ann: a stuck arrow (bleeds 1 a round); grievous wound: shoulder.",
                "Ann: a stuck arrow; grievous wound: shoulder.",
            ),
            (
                "10 on Wrecker 1 at 10/4: Toughness is reached.",
                "Wrecker 1: Toughness is reached.",
            ),
            (
                "Count 9: Ann begins a lance, due on 5.",
                "Ann begins a lance.",
            ),
            (
                "Wrecker 12 moves Wrecker 1 by 10 feet.",
                "Wrecker 12 moves Wrecker 1.",
            ),
            ("Ann: total of Wrecker 1 is 7.", ""),
            ("", ""),
        ] {
            assert_eq!(names.without_numbers(said), heard, "{said}");
        }
        for (said, heard) in [
            ("Count 10: Ann moves, 30 ft by count 6.", "Ann moves."),
            ("Count 10: Ann runs 30 ft.", "Ann runs."),
            (
                "Ann declares: moves 30 ft, axe on Wrecker 1, defending with 10.",
                "Ann declares: moves, axe on Wrecker 1, defending.",
            ),
            ("Ann declares: 30 ft.", "Ann declares."),
            ("Ann costs 5.", ""),
            (
                "Ann's fuse is on its way, at Gull (4 squares north); it comes after 3 seconds.",
                "Ann's fuse is on its way, at Gull.",
            ),
            ("Ann's fuse comes after 3 seconds.", ""),
        ] {
            assert_eq!(names.of_a_deed(said, Some("Ann")), heard, "{said}");
        }
    }
}
