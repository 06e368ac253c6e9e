//! Range of the numbers in a fight.

use crate::ron_text::{Checked, Objection};

/// Greatest absolute value of a number in a fight; sums and products of such numbers do not overflow.
pub(crate) const MOST_NUMBER: i64 = 1_000_000_000;

/// Checks that a number is in range, as a result or inside an expression.
pub(crate) fn number(number: i64) -> Checked {
    if (-MOST_NUMBER..=MOST_NUMBER).contains(&number) {
        Ok(())
    } else {
        Err(Objection::new(format!(
            "{number} is too large: the limit is {MOST_NUMBER} either way"
        )))
    }
}

/// Clamps a number to the range. A number that a rule increases forever stops there.
pub(crate) fn nearest(number: i64) -> i64 {
    number.clamp(-MOST_NUMBER, MOST_NUMBER)
}

/// Clamps a number that is never below 0.
pub(crate) fn nearest_up(number: u32) -> u32 {
    number.min(MOST_NUMBER as u32)
}

/// Checks that a number that is never below 0 is at most this value.
pub(crate) fn at_most(number: u32, most: impl TryInto<u32>) -> Checked {
    let most = most.try_into().unwrap_or(u32::MAX);
    if number <= most {
        Ok(())
    } else {
        Err(Objection::new(format!(
            "{number} is too large: the limit is {most}"
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_clamped_to_the_supported_range() {
        let ends = [-MOST_NUMBER - 1, -MOST_NUMBER, 7, MOST_NUMBER, i64::MAX].map(nearest);
        assert_eq!(
            ends,
            [-MOST_NUMBER, -MOST_NUMBER, 7, MOST_NUMBER, MOST_NUMBER]
        );
        let most = MOST_NUMBER as u32;
        assert_eq!([3, most, most + 1].map(nearest_up), [3, most, most]);
        assert!(ends.iter().all(|one| number(*one).is_ok()));
    }
}
