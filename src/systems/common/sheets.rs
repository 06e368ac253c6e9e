//! What a sheet leaves out, and what is wrong with one, where several rulebooks have it alike.

use std::sync::Arc;

use crate::ron_text::Objection;
use crate::values::{Key, List, Row, Sheet};

/// Where it is not said how much of something is left, all of it is.
pub fn whole(sheet: &mut Row, left: Key<Option<i64>>, most: Key<i64>) {
    if sheet.get(left).is_none() {
        let most = sheet.get(most);
        sheet.set(left, Some(most));
    }
}

/// A field says more than the field that limits it; both are given by word and number and told by their labels.
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
        let what = format!("{} {number}, but {} {most}", label(word), label(limit));
        Objection::new(what).within(word)
    };
    (number > most).then(wrong)
}

/// A list has more entries than can be; `what` is one of them: "attack".
pub fn too_many<T: Sheet>(
    sheet: &Row,
    list: Key<List<T>>,
    what: &str,
    most: usize,
) -> Option<Objection> {
    let many = sheet.get(list).len();
    let wrong = || Objection::new(format!("{many} {what}s are more than {most}"));
    (many > most).then(|| wrong().within(list.word()))
}

/// Entries of a list without a name, or named as one before them; `what` is one of them: "attack".
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
