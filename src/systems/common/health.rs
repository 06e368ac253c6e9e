//! What players are told of somebody's health.

/// Health in a word, for whoever is still up: `left` of `most`. What comes below "badly hurt" a rulebook says.
pub fn word(left: i64, most: i64) -> &'static str {
    if left >= most {
        "unhurt"
    } else if 2 * left > most {
        "hurt"
    } else {
        "badly hurt"
    }
}
