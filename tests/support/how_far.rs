//! Limits of a number in a file: the minimum and maximum, and the errors beyond them.

/// Returns the numbers in a sentence.
fn named(words: &str) -> Vec<i64> {
    let parts = words.split(|c: char| !c.is_ascii_digit() && c != '-');
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Formats the range of a number, and returns the errors for the first numbers beyond both ends; `tried` returns the
/// error for a number, `None` if it is valid.
pub fn how_far(number: i64, tried: impl Fn(i64) -> Option<String>) -> (String, Vec<String>) {
    let (mut ends, mut told) = (String::new(), Vec::new());
    // The limits of 64-bit numbers are read as the limits of what a fight counts.
    for (name, end, step) in [("from", i64::MIN + 1, -1), ("to", i64::MAX - 1, 1)] {
        let Some(said) = tried(end) else {
            ends += &format!(" {name} any");
            continue;
        };
        // The error usually names the limit; otherwise it is searched for.
        let mut likely = named(&said);
        likely.extend([0, number, i64::from(u32::MAX)]);
        likely.retain(|last| (i64::MIN + 1..i64::MAX).contains(last));
        let is_last = |last: i64| match tried(last) {
            None => Some(last).zip(tried(last + step)),
            Some(_) => None,
        };
        let last = likely.into_iter().find_map(is_last).or_else(|| {
            let (mut good, mut bad) = (i128::from(number), i128::from(end));
            while (bad - good).abs() > 1 {
                let middle = (good + bad) / 2;
                match tried(i64::try_from(middle).expect("between")) {
                    None => good = middle,
                    Some(_) => bad = middle,
                }
            }
            is_last(i64::try_from(good).expect("between"))
        });
        let (last, beyond) = last.expect("it is taken as it stands");
        ends += &format!(" {name} {last}");
        // The parser itself reports numbers outside their type.
        if !beyond.starts_with("the number is too large") {
            told.push(beyond);
        }
    }
    (ends, told)
}

/// Formats the maximum length of a text in characters, and returns the error for a longer one; empty if any number is
/// valid, or no text is.
pub fn how_long(tried: impl Fn(&str) -> Option<String>) -> (String, Vec<String>) {
    const MOST: usize = 20_000;
    let of = |long: usize| tried(&"x".repeat(long));
    if of(1).is_some() || of(MOST).is_none() {
        return (String::new(), Vec::new());
    }
    let (mut good, mut bad) = (1, MOST);
    while bad - good > 1 {
        let middle = usize::midpoint(good, bad);
        match of(middle) {
            None => good = middle,
            Some(_) => bad = middle,
        }
    }
    let letters = if good == 1 { "letter" } else { "letters" };
    (
        format!(" to {good} {letters}"),
        of(bad).into_iter().collect(),
    )
}
