//! Normalises text for comparison: case, accents and repeated spaces do not matter.

/// Plain letters, each with the accented letters or ligatures (single Unicode characters) that it replaces.
const PLAIN: &[(&str, &str)] = &[
    ("a", "àáâãäåāăą"),
    ("c", "çćĉċč"),
    ("d", "ďđð"),
    ("e", "èéêëēĕėęě"),
    ("g", "ĝğġģ"),
    ("h", "ĥħ"),
    ("i", "ìíîïĩīĭįı"),
    ("j", "ĵ"),
    ("k", "ķ"),
    ("l", "ĺļľŀł"),
    ("n", "ñńņňŉ"),
    ("o", "òóôõöøōŏő"),
    ("r", "ŕŗř"),
    ("s", "śŝşšș"),
    ("t", "ţťŧț"),
    ("u", "ùúûüũūŭůűų"),
    ("w", "ŵ"),
    ("y", "ýÿŷ"),
    ("z", "źżž"),
    ("ae", "æ"),
    ("oe", "œ"),
    ("ss", "ß"),
    ("th", "þ"),
];

/// Returns the text in lower case, without accents in either Unicode form, and with single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let end = folded.len();
        if end > 0 {
            folded.push(' ');
        }
        let from = folded.len();
        if word.is_ascii() {
            folded.push_str(word);
            folded[from..].make_ascii_lowercase();
            continue;
        }
        for c in word.chars().flat_map(char::to_lowercase) {
            match c {
                '\u{300}'..='\u{36f}' => {}
                c if c.is_ascii() => folded.push(c),
                c => match PLAIN.iter().find(|(_, marked)| marked.contains(c)) {
                    Some((plain, _)) => folded.push_str(plain),
                    None => folded.push(c),
                },
            }
        }
        // A word of accents alone leaves nothing.
        if folded.len() == from {
            folded.truncate(end);
        }
    }
    folded
}

/// Returns the index of the word in `name` from which consecutive words begin with the typed words.
pub fn beginnings(name: &str, typed: &str) -> Option<usize> {
    let (name, typed) = (fold(name), fold(typed));
    let words: Vec<&str> = name.split(' ').collect();
    let typed: Vec<&str> = typed.split(' ').collect();
    words.windows(typed.len()).position(|words| {
        let mut pairs = words.iter().zip(&typed);
        pairs.all(|(word, beginning)| word.starts_with(beginning))
    })
}

/// Returns `true` if each typed word begins its own word of `name`, in order; other words may be between them.
pub fn begin_in_order(name: &str, typed: &str) -> bool {
    let (name, typed) = (fold(name), fold(typed));
    let mut words = name.split(' ');
    typed
        .split(' ')
        .all(|beginning| words.any(|word| word.starts_with(beginning)))
}

#[cfg(test)]
mod tests {
    use super::{begin_in_order, beginnings, fold};

    #[test]
    fn a_name_is_found_by_the_beginnings_of_consecutive_words() {
        assert_eq!(beginnings("Ember imp", "imp"), Some(1));
        assert_eq!(beginnings("Ash Hollow guard", "HOL gu"), Some(1));
        assert_eq!(beginnings("Robber captain", "orc"), None);
        assert_eq!(beginnings("Ash Hollow guard", "ash gu"), None);
        assert_eq!(beginnings("Imp", "imp 2"), None);
    }

    #[test]
    fn each_typed_word_must_begin_a_different_word_in_order() {
        assert!(begin_in_order("Ash Hollow guard", "ash gu"));
        assert!(begin_in_order("Magic Missile", "mag m"));
        assert!(!begin_in_order("Magic Circle", "magic m"));
        assert!(!begin_in_order("Ash Hollow guard", "gu ash"));
    }

    #[test]
    fn folded_text_has_no_case_accents_or_extra_spaces() {
        assert_eq!(fold("Jos\u{e9}"), "jose");
        assert_eq!(fold("Jose\u{301}"), "jose");
        assert_eq!(fold("  ÆSIR   Großer Łukasz "), "aesir grosser lukasz");
        assert_eq!(fold("Ярослав"), "ярослав");
        assert_eq!(fold("a \u{301} B"), "a b");
    }
}
