//! Suggestions for unknown words.

use crate::text;

/// Maximum number of known words that are listed if no known word is similar.
const MOST_NAMED: usize = 12;

/// Returns `: did you mean …?`, or a list of the known words, or "" if that would be too long.
pub(crate) fn did_you_mean<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if let Some(word) = text::nearest(written, known.iter().copied()) {
        return format!(": did you mean `{word}`?");
    }
    match known.len() {
        0 => ": none exists here".to_owned(),
        1..=MOST_NAMED => format!(": choose one of {}", known.join(", ")),
        many => format!(
            ": choose one of {} and {} more",
            known[..MOST_NAMED].join(", "),
            many - MOST_NAMED
        ),
    }
}
