//! Lists on a sheet: adds an entry from the library or with a new name, and removes an entry.

use anyhow::{Result, bail};

use super::value::show;
use crate::compendium::Compendium;
use crate::dice::Dice;
use crate::text::{NAME_LIMIT, fold, sanitize};
use crate::ui::palette::{Fit, Palette};
use crate::ui::selection::ListRow;
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

/// Entry that Enter can add for a typed name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offered {
    pub name: String,
    /// Numbers and words of a library entry: "to hit 4, d6+2, bludgeoning".
    pub numbers: String,
    /// Combatant of the library whose sheet has the entry; "" for a ready row and an own entry.
    pub owner: String,
    /// True for an entry with the typed name that is not in the library.
    pub own: bool,
}

impl ListRow for Offered {
    type Key = (String, bool);

    fn key(&self) -> Self::Key {
        (self.name.clone(), self.own)
    }
}

/// Splits the typed text at commas, except inside the name of a library entry that contains a comma.
pub(super) fn parts<'t>(typed: &'t str, known: &[(&Record, &str)]) -> Vec<&'t str> {
    let whole = fold(typed);
    let mut names = known.iter().map(|(one, _)| one.word(NAME));
    if names.any(|name| name.contains(',') && fold(name).starts_with(&whole)) {
        return vec![typed.trim()];
    }
    typed.split(',').map(str::trim).collect()
}

/// Returns the entries for a typed name: the library entries that match it, best first, then an own entry unless the
/// library has an entry with this name.
pub(super) fn offered(
    typed: &str,
    list: &FieldSpec,
    known: &[(&Record, &str)],
    palette: &mut Palette,
) -> Vec<Offered> {
    let name = |place: usize| known[place].0.word(NAME);
    let hits = palette.rank(typed, known.iter().map(|(one, _)| one.word(NAME)));
    let mut places: Vec<usize> = hits.into_iter().map(|hit| hit.index).collect();
    // Stable, so that names that fit equally well keep their order.
    places.sort_by_key(|place| Fit::of(name(*place), typed));
    let mut all: Vec<Offered> = Vec::with_capacity(places.len() + 1);
    for place in places {
        all.push(Offered {
            name: name(place).to_owned(),
            numbers: numbers(inside(list), known[place].0),
            owner: known[place].1.to_owned(),
            own: false,
        });
    }
    let is_known = all.iter().any(|one| one.name.eq_ignore_ascii_case(typed));
    if !typed.is_empty() && !is_known {
        all.push(Offered {
            name: typed.to_owned(),
            numbers: String::new(),
            owner: String::new(),
            own: true,
        });
    }
    all
}

/// Describes an entry by its values in the order of its fields: "to hit 4, d6+2, bludgeoning".
fn numbers(fields: &[FieldSpec], entry: &Record) -> String {
    let fields = fields.iter().filter(|field| field.key != NAME);
    let told = fields.filter_map(|field| {
        let value = entry.get(&field.key)?;
        match (&field.kind, value) {
            _ if field.default.as_ref() == Some(value) => None,
            (Spec::Flag, Value::Flag(on)) => on.then(|| field.label.clone()),
            (Spec::Int(..) | Spec::Decimal(..), _) => {
                Some(format!("{} {}", field.label, show(field, Some(value))))
            }
            (Spec::Records(_), _) => None,
            _ => Some(show(field, Some(value))),
        }
    });
    told.collect::<Vec<String>>().join(", ")
}

/// Returns a list with a new entry for each of the `names`, one a line: the library entry with that name, or an entry
/// with default values.
///
/// # Errors
/// If the entries need names, or a name is in use.
pub(super) fn one_more(
    compendium: &Compendium,
    sheet: &Row,
    list: &FieldSpec,
    path: &str,
    names: &str,
) -> Result<Value> {
    let Some(Value::List(mut there)) = sheet.value(path).or(Some(Value::List(Vec::new()))) else {
        bail!("{} is not a list", list.label);
    };
    let known: Vec<&Record> = compendium
        .entries(path)
        .into_iter()
        .map(|(one, _)| one)
        .collect();
    for name in names.split('\n') {
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
            let same = known.iter().find(|one| one.word(NAME) == name);
            match same.or_else(|| known.iter().find(|one| is_it(one))) {
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
        if let Some(Value::List(rows)) = whole.value(path) {
            there.extend(rows.into_iter().nth(there.len()));
        }
    }
    Ok(Value::List(there))
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
