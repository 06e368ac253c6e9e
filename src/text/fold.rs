//! Text in a form for comparison without case, accents and repeated spaces.

/// Letters with accents and ligatures that are one Unicode character, each after the plain letters that replace them.
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
    for c in text.chars().flat_map(char::to_lowercase) {
        match c {
            '\u{300}'..='\u{36f}' => {}
            c if c.is_ascii() => folded.push(c),
            c => match PLAIN.iter().find(|(_, marked)| marked.contains(c)) {
                Some((plain, _)) => folded.push_str(plain),
                None => folded.push(c),
            },
        }
    }
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_accents_and_spaces_do_not_matter() {
        assert_eq!(fold("Jos\u{e9}"), "jose");
        assert_eq!(fold("Jose\u{301}"), "jose");
        assert_eq!(fold("  ÆSIR   Großer Łukasz "), "aesir grosser lukasz");
        assert_eq!(fold("Ярослав"), "ярослав");
    }
}
