//! Number and agreement in Affray's English sentences.

/// Formats a number with its noun: "1 round", "3 rounds", "2 feet". Fractions such as "half a zone" are not supported.
pub fn counted(number: i64, one: &str) -> String {
    format!("{number} {}", noun(number, one))
}

/// Returns the noun in the singular or plural for a number: "round", "rounds".
pub fn noun(number: i64, one: &str) -> String {
    match (number, one) {
        (1, one) => one.to_owned(),
        (_, "foot") => "feet".to_owned(),
        (_, "die") => "dice".to_owned(),
        (_, one) if one.ends_with("ss") || one.ends_with("sh") => format!("{one}es"),
        (_, one) => format!("{one}s"),
    }
}

/// Formats a small number as a word, any other in digits: "no", "two", "11".
pub fn in_words(number: i64) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ];
    let place = usize::try_from(number).ok();
    let word = place.and_then(|place| words.get(place));
    word.map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// Returns the verb for a number of subjects: `agree(caught.len(), "is", "are")`.
pub fn agree<'v>(many: usize, one: &'v str, more: &'v str) -> &'v str {
    if many == 1 { one } else { more }
}

/// Joins names or other words for a sentence: "Ann", "Ann and Ben", "Ann, Ben and Cur"; "nobody" for an empty list.
pub fn listed<S: AsRef<str>>(names: &[S]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// Capitalises the first letter of a text.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Converts the first letter of a text to lower case.
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_lowercase().chain(letters).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_and_verbs_agree_with_numbers() {
        assert_eq!(counted(1, "round"), "1 round");
        assert_eq!(counted(0, "round"), "0 rounds");
        assert_eq!(counted(-1, "foot"), "-1 feet");
        assert_eq!(counted(2, "pass"), "2 passes");
        assert_eq!(counted(2, "die"), "2 dice");
        let words = [-1, 0, 2, 10, 11].map(in_words);
        assert_eq!(words, ["-1", "no", "two", "ten", "11"]);
        assert_eq!(agree(1, "is", "are"), "is");
        assert_eq!(agree(0, "is", "are"), "are");
    }
}
