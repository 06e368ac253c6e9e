//! What a sheet leaves out, and what is wrong with one, where several rulebooks have it alike.

use crate::encounter::{Key, Row};
use crate::ron_text::Objection;

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
pub fn too_many(list: &'static str, what: &str, many: usize, most: usize) -> Option<Objection> {
    let wrong = || Objection::new(format!("{many} {what}s are more than {most}")).within(list);
    (many > most).then(wrong)
}

/// Entries of a list without a name, or named as one before them; `what` is one of them: "attack".
pub fn names(list: &'static str, what: &str, names: &[&str]) -> Vec<Objection> {
    let wrong = |(place, name): (usize, &&str)| {
        let said = match *name {
            "" => format!("{what} {} has no name", place + 1),
            name if names[..place].contains(&name) => format!("two {what}s are called `{name}`"),
            _ => return None,
        };
        Some(
            Objection::new(said)
                .within("name")
                .within(place)
                .within(list),
        )
    };
    names.iter().enumerate().filter_map(wrong).collect()
}
