//! Reasons why a combatant cannot be picked: a reason of the rules, otherwise a fact that everyone can see.

use super::system::System;
use crate::encounter::Encounter;
use crate::resolver::{Field, FieldKind, Kind, Prompt};
use crate::values::{Id, Value};

/// Returns the reason why a combatant cannot be picked, as a predicate such as "is down"; `None` if the reason is
/// unknown. In a form, `row` is the index of the row in `fields`. `by` is the combatant who picks, if any.
pub fn barred(
    system: &dyn System,
    now: &Encounter,
    by: Option<Id>,
    asked: &Prompt,
    fields: &[Field],
    row: Option<usize>,
    who: Id,
) -> Option<String> {
    let (from, others) = match (&asked.kind, row.and_then(|row| fields.get(row))) {
        (Kind::Pick { from, others, .. }, _) => (from, *others),
        (_, Some(field)) => match &field.kind {
            FieldKind::Pick { from, .. } => (from, field.others),
            _ => return None,
        },
        _ => return None,
    };
    let of_rules = row.and_then(|row| fields[row].barred.iter().find(|(id, _)| *id == who));
    if let Some((_, why)) = of_rules {
        return Some(why.clone());
    }
    let down = |id: Id| system.row(now, id).down;
    let allied = |id: &Id| by.is_some_and(|by| now.allied(*id, by));
    let other = (0..fields.len()).filter(|place| Some(*place) != row);
    let picked = other
        .map(|place| &fields[place])
        .find(|field| matches!(&field.value, Value::Who(ids) if ids.contains(&who)));
    Some(match picked {
        _ if now.get(who).gone => "has left the fight".to_owned(),
        Some(field) => format!("has `{}` already", field.label),
        None if by == Some(who) => "is the acting combatant".to_owned(),
        None if down(who) && !from.iter().any(|id| down(*id)) => "is down".to_owned(),
        None if !others.is_empty() => others.to_owned(),
        None if by.is_some() && allied(&who) && !from.iter().any(allied) => {
            "is on the same side".to_owned()
        }
        None if by.is_some() && !allied(&who) && from.iter().all(allied) => {
            "is on another side".to_owned()
        }
        None => return None,
    })
}
