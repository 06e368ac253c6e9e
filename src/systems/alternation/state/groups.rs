//! Groups for morale, and combatants who join late (`ALT-14`, `ALT-16`).

use std::collections::BTreeMap;

use crate::systems::prelude::*;

use super::fighter::Fighter;
use super::sides::standing;

crate::records! {
    /// Combatants already counted in the fight (`ALT-16`).
    pub struct Known in "known" {
        /// Ids in the order of arrival.
        pub who: Vec<Id>,
    }

    /// Original and current sizes of the groups (`ALT-14`).
    pub struct Groups in "groups" {
        /// Sizes of each group, by the group's name.
        pub of: BTreeMap<String, Numbers>,
    }

    pub struct Numbers {
        /// Original size of the group, latecomers included.
        pub original: i64,
        /// Members standing at the start of the round.
        pub standing: i64,
    }
}

/// Returns the group of a combatant for morale; a vehicle has none (`ALT-14`).
pub fn group_of(now: &Encounter, id: Id) -> Option<&str> {
    let one = now.get(id);
    if Fighter::of(now, id).vehicle() {
        None
    } else if one.group.is_empty() {
        Some(now.side_name(one.side))
    } else {
        Some(&one.group)
    }
}

/// Returns the groups in the roster order of their first members, each with all past and present members.
pub fn groups(now: &Encounter) -> Vec<(String, Vec<Id>)> {
    let mut groups: Vec<(String, Vec<Id>)> = Vec::new();
    for id in now.ids() {
        if let Some(name) = group_of(now, id) {
            match groups.iter_mut().find(|(group, _)| group == name) {
                Some((_, members)) => members.push(id),
                None => groups.push((name.to_owned(), vec![id])),
            }
        }
    }
    groups
}

pub fn group_numbers(now: &Encounter, group: &str) -> Numbers {
    let numbers = Groups::of(now).of.get(group);
    numbers.cloned().unwrap_or_default()
}

/// Returns true if a combatant has joined and is not counted yet (`ALT-16`).
pub fn is_new(now: &Encounter, who: Id) -> bool {
    let known = &Known::of(now).who;
    known.len() < now.combatants.len() && !known.contains(&who)
}

/// Counts all combatants at the start of the fight (`ALT-14`).
pub fn count_all(cx: &mut Resolver<'_>) {
    let who = cx.now().ids().collect();
    Known { who }.put(cx);
    let count = |(group, members): (String, Vec<Id>)| {
        let present = members.iter().filter(|id| !cx.get(**id).gone).count() as i64;
        let numbers = Numbers {
            original: present,
            standing: present,
        };
        (group, numbers)
    };
    let of = groups(cx.now()).into_iter().map(count).collect();
    Groups { of }.put(cx);
}

/// Counts the combatants standing at the start of a round (`ALT-111`).
pub fn count_standing(cx: &mut Resolver<'_>) {
    let now = cx.now();
    let mut all = Groups::of(now).clone();
    for (group, members) in groups(now) {
        let standing = members.iter().filter(|id| standing(now, **id)).count();
        all.of.entry(group).or_default().standing = standing as i64;
    }
    all.put(cx);
}
