//! Lists on a sheet: adds an entry from the library or with a new name, and removes an entry.

use anyhow::{Result, bail};

use crate::compendium::Compendium;
use crate::dice::Dice;
use crate::text::{NAME_LIMIT, sanitize};
use crate::values::{FieldSpec, Record, Row, Spec, Value};

/// Key of the field that distinguishes entries.
pub(super) const NAME: &str = "name";

/// Returns the fields of a list's entries.
fn inside(list: &FieldSpec) -> &[FieldSpec] {
    match &list.kind {
        Spec::Records(fields) => fields,
        _ => &[],
    }
}

/// Returns `true` if entries of the list have a name, so that a new entry needs a name.
pub(crate) fn has_names(list: &FieldSpec) -> bool {
    inside(list).iter().any(|field| field.key == NAME)
}

/// Returns the names of the entries that library creatures have in this list.
pub(crate) fn known_names(compendium: &Compendium, path: &str) -> Vec<String> {
    let known = compendium.entries(path);
    known.iter().map(|one| one.word(NAME).to_owned()).collect()
}

/// Returns a list with a new entry: the library entry with that name, or an entry with default values.
///
/// # Errors
/// If the entry needs a name, or the name is in use.
pub(crate) fn one_more(
    compendium: &Compendium,
    sheet: &Row,
    list: &FieldSpec,
    path: &str,
    name: &str,
) -> Result<Value> {
    let Some(Value::List(there)) = sheet.value(path).or(Some(Value::List(Vec::new()))) else {
        bail!("{} is not a list", list.label);
    };
    let name = sanitize(name.trim(), NAME_LIMIT).into_owned();
    let is_it = |one: &Record| one.word(NAME).eq_ignore_ascii_case(&name);
    let mut new = usual(inside(list));
    if has_names(list) {
        if name.is_empty() {
            bail!("enter a name");
        }
        if there.iter().any(is_it) {
            bail!("an entry called {name} already exists: choose another name");
        }
        match compendium.entries(path).into_iter().find(|one| is_it(one)) {
            Some(known) => new.0.extend(known.0.clone()),
            None => new.set(NAME, name),
        }
    }
    let longer = [&there[..], &[new]].concat();
    let mut whole = sheet.clone();
    if let Err(wrong) = whole.put(path, Some(&Value::List(longer))) {
        bail!(wrong.what);
    }
    // Values derived from the new entry are filled in; other entries do not change.
    compendium.system().complete(&mut whole);
    let new = match whole.value(path) {
        Some(Value::List(rows)) => rows.into_iter().nth(there.len()),
        _ => None,
    };
    Ok(Value::List(there.into_iter().chain(new).collect()))
}

/// Returns values for the required fields without a default.
fn usual(fields: &[FieldSpec]) -> Record {
    let needed = fields.iter().filter(|field| field.required);
    let value = |field: &FieldSpec| match &field.kind {
        kind @ (Spec::Int(..) | Spec::Decimal(..)) => Value::Int(kind.nearest(0)),
        Spec::Flag => Value::Flag(false),
        Spec::Word(words) => Value::Word(words.first().cloned().unwrap_or_default()),
        Spec::Dice => Value::Dice(Dice::d(6)),
        Spec::Records(_) => Value::List(Vec::new()),
    };
    Record(
        needed
            .map(|field| (field.key.clone(), value(field)))
            .collect(),
    )
}

/// Returns the list, and the index of its innermost entry on a path.
pub(crate) fn entry_of(path: &str) -> Option<(&str, usize)> {
    let (entry, _) = path.rsplit_once('/')?;
    let (list, nth) = entry.rsplit_once('/')?;
    Some((list, nth.parse().ok()?))
}

/// Returns a list without one of its entries.
pub(crate) fn one_less(sheet: &Row, list: &str, nth: usize) -> Option<Value> {
    let Some(Value::List(mut there)) = sheet.value(list) else {
        return None;
    };
    (nth < there.len()).then(|| {
        there.remove(nth);
        Value::List(there)
    })
}
