//! Labels of changed numbers that are sentences: "takes 9 damage", "takes 2 wounds".

use crate::text::counted;

/// Label of a field that counts wounds: a higher count is worse.
pub(super) const WOUNDS: &str = "wounds";

/// Describes a change with the label "wounds": "takes 2 wounds: 0 → 2".
pub(super) fn in_wounds(label: &str, from: i64, to: i64) -> Option<String> {
    Some(match label {
        WOUNDS if to > from => {
            let wounds = counted(to - from, "wound");
            format!("takes {wounds}: {from} → {to}")
        }
        WOUNDS => {
            let wounds = counted(from - to, "wound");
            format!("recovers from {wounds}: {from} → {to}")
        }
        _ => return None,
    })
}

/// Splits the label of a change that is a sentence, such as "takes 9 damage, HP", into the sentence and its unit.
pub(super) fn with_unit(label: &str) -> Option<(&str, &str)> {
    let sentence = label.starts_with("takes ") || label.starts_with("regains ");
    label.rsplit_once(", ").filter(|_| sentence)
}

/// Returns the number in the label of a change that is a sentence: 9 of "takes 9 damage, HP".
pub(super) fn amount(label: &str) -> Option<i64> {
    let (sentence, _) = with_unit(label)?;
    sentence.split(' ').nth(1)?.parse().ok()
}

/// Returns the unit for a number: "hit points" becomes "hit point" for "1".
pub(super) fn one_of<'u>(number: &str, unit: &'u str) -> &'u str {
    let single = unit.strip_suffix('s').filter(|_| number == "1");
    single.unwrap_or(unit)
}
