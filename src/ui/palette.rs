//! Fuzzy search for commands by name and for other lists.

use nucleo_matcher::{
    Config, Matcher, Utf32Str,
    pattern::{AtomKind, CaseMatching, Normalization, Pattern},
};

use crate::text::{begin_in_order, beginnings, fold};

/// Candidate that matches the typed letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// Index of the candidate, from 0.
    pub index: usize,
    /// Indexes of the matching graphemes, from 0, ascending, for highlighting.
    pub found: Vec<usize>,
}

/// Search engine for lists. The engine is created once and kept, because it needs 130 KB of working space.
pub struct Palette {
    matcher: Matcher,
}

impl Default for Palette {
    fn default() -> Self {
        let mut config = Config::DEFAULT;
        config.prefer_prefix = true;
        Self {
            matcher: Matcher::new(config),
        }
    }
}

impl Palette {
    /// Returns the `candidates` that contain the letters of each word of `query` in order, best match first. Equally
    /// good matches keep their original order. Accents may be omitted, and case is ignored. An empty query matches all
    /// candidates.
    pub(crate) fn rank<'a>(
        &mut self,
        query: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Match> {
        // `Pattern::parse` would interpret some characters as operators.
        let pattern = Pattern::new(
            query,
            CaseMatching::Ignore,
            Normalization::Smart,
            AtomKind::Fuzzy,
        );
        let (mut space, mut positions) = (Vec::new(), Vec::new());
        let mut matches: Vec<(u32, Match)> = Vec::new();
        for (index, candidate) in candidates.into_iter().enumerate() {
            positions.clear();
            let text = Utf32Str::new(candidate, &mut space);
            if let Some(score) = pattern.indices(text, &mut self.matcher, &mut positions) {
                positions.sort_unstable();
                positions.dedup();
                let found = positions
                    .iter()
                    .map(|&position| position as usize)
                    .collect();
                matches.push((score, Match { index, found }));
            }
        }
        // Stable sort, so that equal candidates keep their order.
        matches.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        matches.into_iter().map(|(_, found)| found).collect()
    }
}

/// Quality of a match between a name and the typed letters, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    Whole,
    FirstWord,
    LaterWord,
    /// Each typed word begins a separate word, with other words between them.
    InOrder,
    /// The letters are only inside the words.
    Inside,
}

impl Fit {
    pub(crate) fn of(name: &str, typed: &str) -> Self {
        match beginnings(name, typed) {
            Some(_) if fold(name) == fold(typed) => Fit::Whole,
            Some(0) => Fit::FirstWord,
            Some(_) => Fit::LaterWord,
            None if begin_in_order(name, typed) => Fit::InOrder,
            None => Fit::Inside,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::*;

    const COMMANDS: [&str; 6] = ["attack", "rattle", "hide", "who rolls", "Zoë: hurt", "undo"];

    #[track_caller]
    fn check(query: &str, expected: &[&str]) {
        let matches = Palette::default().rank(query, COMMANDS);
        let names: Vec<_> = matches.iter().map(|found| COMMANDS[found.index]).collect();
        assert_eq!(names, expected, "{query}");
    }

    #[test]
    fn a_few_letters_find_a_row() {
        check("att", &["attack", "rattle"]);
        check("wr", &["who rolls"]);
        check("rolls who", &["who rolls"]);
        check("zoe", &["Zoë: hurt"]);
        check("HIDE", &["hide"]);
        check("^att", &[]);
        check("", &COMMANDS);
    }

    #[test]
    fn matches_are_reported_by_grapheme() {
        let matches = Palette::default().rank("zhu", COMMANDS);
        assert_eq!(matches[0].found, [0, 5, 6]);
    }

    proptest! {
        #[test]
        fn any_text_can_be_searched_for(query in any::<String>(), candidates in prop::collection::vec(any::<String>(), 0..6)) {
            let matches = Palette::default().rank(&query, candidates.iter().map(String::as_str));
            for one in matches {
                let graphemes = candidates[one.index].graphemes(true).count();
                prop_assert!(one.found.iter().all(|&place| place < graphemes));
                prop_assert!(one.found.is_sorted());
            }
        }
    }
}
