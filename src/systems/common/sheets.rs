//! Default values and errors of sheets that several rulebooks share.

use std::sync::Arc;

use crate::ron_text::Objection;
use crate::systems::prelude::*;
use crate::values::{Key, Sheet};

/// Sets the amount left to its maximum, if the sheet does not give it.
pub fn whole(sheet: &mut Row, left: Key<Option<i64>>, most: Key<i64>) {
    if sheet.get(left).is_none() {
        let most = sheet.get(most);
        sheet.set(left, Some(most));
    }
}

/// Reports a field that exceeds the field that limits it. Both are given by keyword and number and shown by their
/// labels.
pub fn beyond(
    sheet: &Row,
    (word, number): (&'static str, i64),
    (limit, most): (&'static str, i64),
) -> Option<Objection> {
    let label = |word| {
        sheet
            .fields()
            .named(word)
            .map_or(word, |field| &field.label)
    };
    let wrong = || {
        let what = format!(
            "{}: {number} is more than {} ({most})",
            label(word),
            label(limit)
        );
        Objection::new(what).within(word)
    };
    (number > most).then(wrong)
}

/// Reports a list with more entries than allowed; `what` names one entry: "attack".
pub fn too_many<T: Sheet>(
    sheet: &Row,
    list: Key<List<T>>,
    what: &str,
    most: usize,
) -> Option<Objection> {
    let many = sheet.get(list).len();
    let wrong = || Objection::new(format!("{many} {what}s are too many: the limit is {most}"));
    (many > most).then(|| wrong().within(list.word()))
}

/// Reports list entries without a name or with the name of an earlier entry; `what` names one entry: "attack".
pub fn names<T: Sheet>(
    sheet: &Row,
    list: Key<List<T>>,
    name: Key<Arc<str>>,
    what: &str,
) -> Vec<Objection> {
    let names: Vec<&str> = sheet.get(list).iter().map(|row| row.get(name)).collect();
    let wrong = |(place, one): (usize, &&str)| {
        let said = match *one {
            "" => format!("{what} {} has no name", place + 1),
            one if names[..place].contains(&one) => format!("two {what}s are called `{one}`"),
            _ => return None,
        };
        let said = Objection::new(said).within(name.word());
        Some(said.within(place).within(list.word()))
    };
    names.iter().enumerate().filter_map(wrong).collect()
}
