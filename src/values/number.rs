//! How great a number may be that stands in a fight.

use crate::ron_text::{Checked, Objection};

/// The greatest number that stands anywhere in a fight, either way: sums and products of such numbers have room.
pub(crate) const MOST_NUMBER: i64 = 1_000_000_000;

/// Whether a number can be borne, here or in the middle of a sum.
pub(crate) fn number(number: i64) -> Checked {
    if (-MOST_NUMBER..=MOST_NUMBER).contains(&number) {
        Ok(())
    } else {
        Err(Objection::new(format!(
            "{number} is too large: the limit is {MOST_NUMBER} either way"
        )))
    }
}

/// The nearest number that a fight bears. What a rule counts up for ever comes to stand still there.
pub(crate) fn nearest(number: i64) -> i64 {
    number.clamp(-MOST_NUMBER, MOST_NUMBER)
}

/// The same of a number that is never below 0.
pub(crate) fn nearest_up(number: u32) -> u32 {
    number.min(MOST_NUMBER as u32)
}

/// Whether a number that is never below 0 is at most so much.
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
    fn what_is_counted_on_stands_still_where_numbers_end() {
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
