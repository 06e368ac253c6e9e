//! Groups for morale, and those who come late (`ALT-14`, `ALT-16`).

use crate::encounter::{Encounter, Id, Record, Resolver};

use super::round::Round;
use super::schema::at;
use super::sheet::Fighter;

const KNOWN: &str = "known";

/// The group somebody belongs to for morale; a vehicle has none (`ALT-14`).
pub fn group_of(now: &Encounter, id: Id) -> Option<&str> {
    let one = now.get(id);
    if Fighter::of(now, id).vehicle() {
        None
    } else if one.group.is_empty() {
        Some(now.faction_name(one.faction))
    } else {
        Some(&one.group)
    }
}

/// Groups in the roster order of their first members, each with all who ever belonged to it.
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

/// A group's numbers: how many it was at first, how many stood when the round began.
pub fn group_numbers(now: &Encounter, group: &str) -> (i64, i64) {
    now.record(&format!("group/{group}"))
        .map_or((0, 0), |record| {
            (record.int("original"), record.int("standing"))
        })
}

/// Sets a group's numbers.
pub fn set_numbers(cx: &mut Resolver<'_>, group: &str, original: i64, standing: i64) {
    let record = Record::new()
        .with("original", original)
        .with("standing", standing);
    cx.record(&format!("group/{group}"), record);
}

/// Those who have come since the fight last looked (`ALT-16`).
pub fn newcomer(now: &Encounter) -> Option<Id> {
    let known = now
        .record(KNOWN)
        .map_or(&[][..], |record| record.who("who"));
    if known.len() == now.combatants.len() {
        return None;
    }
    now.ids().find(|id| !known.contains(id))
}

/// Counts everybody at the start of the fight (`ALT-14`).
pub fn count_all(cx: &mut Resolver<'_>) {
    let everyone: Vec<Id> = cx.now().ids().collect();
    cx.record(KNOWN, Record::new().with("who", everyone));
    for (group, members) in groups(cx.now()) {
        let present = members.iter().filter(|id| !cx.get(**id).gone).count() as i64;
        set_numbers(cx, &group, present, present);
    }
}

/// Takes a newcomer in: unspent, counted in its group, and the run of passes starts again (`ALT-16`).
pub fn arrive(cx: &mut Resolver<'_>, who: Id) {
    let mut known = cx
        .now()
        .record(KNOWN)
        .map_or(Vec::new(), |record| record.who("who").to_vec());
    known.push(who);
    cx.record(KNOWN, Record::new().with("who", known));
    let health = Fighter::of(cx.now(), who).health();
    cx.set(who, at::health, Some(health));
    cx.set(who, at::health_at_round_start, Some(health));
    if cx.get(who).gone {
        return;
    }
    if let Some(group) = group_of(cx.now(), who).map(str::to_owned) {
        let (original, standing) = group_numbers(cx.now(), &group);
        set_numbers(cx, &group, original + 1, standing + 1);
    }
    let mut round = Round::of(cx.now());
    round.run = 0;
    round.passed.clear();
    round.put(cx);
}
