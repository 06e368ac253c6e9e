//! What somebody may have meant who wrote a word that is not known.

/// How many words are named when none is near.
const MOST_NAMED: usize = 12;

/// The known word nearest to what was written, if one is near enough to be meant.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written: Vec<char> = plain(written);
    let reach = 1 + written.len() / 4;
    known
        .into_iter()
        .map(|word| (steps(&written, &plain(word)), word))
        .filter(|(steps, word)| *steps <= reach && *steps < word.chars().count().max(written.len()))
        .min_by_key(|(steps, _)| *steps)
        .map(|(_, word)| word)
}

/// `: did you mean …?`, or what there is, or nothing where that would be too long.
pub fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(word) = nearest(written, known.iter().copied()) {
        return format!(": did you mean `{word}`?");
    }
    match known.len() {
        0 => String::new(),
        1..=MOST_NAMED => format!(": there is {}", known.join(", ")),
        many => format!(
            ": there is {} and {} more",
            known[..MOST_NAMED].join(", "),
            many - MOST_NAMED
        ),
    }
}

/// Case, spaces, `-` and `_` do not count, and nobody types more than this by mistake.
fn plain(word: &str) -> Vec<char> {
    word.chars()
        .take(40)
        .flat_map(char::to_lowercase)
        .filter(|c| !matches!(c, '_' | '-' | ' '))
        .collect()
}

/// Letters to add, drop, change or swap with their neighbour until one word is the other.
fn steps(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let change = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (row[j] + 1).min(next[j - 1] + 1).min(row[j - 1] + change);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(written: &str, meant: Option<&str>) {
        let known = ["agi", "str", "wit", "max_health", "armour", "hp"];
        assert_eq!(nearest(written, known), meant);
    }

    #[test]
    fn slips_of_the_finger_are_understood() {
        check("agl", Some("agi"));
        check("srt", Some("str"));
        check("maxhealth", Some("max_health"));
        check("Max-Healht", Some("max_health"));
        check("armor", Some("armour"));
        check("ph", Some("hp"));
        check("charisma", None);
        check("x", None);
        check("", None);
    }
}
