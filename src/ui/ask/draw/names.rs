//! Names of combatants in a text, shortened for narrow screens.

use std::borrow::Cow;

use crate::encounter::Encounter;
use crate::text::{cut_before_number, width};

/// Minimum width of a shortened name.
const LEAST_NAME: usize = 12;

/// Shortens the names of combatants in a text to a quarter of the columns; a number at the end of a name is kept.
pub(crate) fn short_names<'t>(text: &'t str, now: &Encounter, columns: usize) -> Cow<'t, str> {
    let most = (columns / 4).max(LEAST_NAME);
    let is_long = |name: &&str| width(name) > most && text.contains(*name);
    let names = now.combatants.iter().map(|one| &*one.name);
    let mut long: Vec<&str> = names.filter(is_long).collect();
    if long.is_empty() {
        return Cow::Borrowed(text);
    }
    // A name may be the beginning of another name.
    long.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let mut short = text.to_owned();
    for name in long {
        short = short.replace(name, &cut_before_number(name, most));
    }
    Cow::Owned(short)
}
