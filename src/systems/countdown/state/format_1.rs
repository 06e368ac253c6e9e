//! The records of a round as saves of format 1 have them, read as what holds them today.

use crate::encounter::{Condition, Encounter, Ends, Event};
use crate::systems::morale;
use crate::values::{Id, Record};

use super::fires::{Fire, Fires};
use super::pending::{Pending, Wound};
use super::plan::{Hold, Plan};
use super::round::{Kept, Round, RoundState};

/// What the record under a key says; taken away, it says nothing.
pub fn read(now: &Encounter, key: &str, record: Option<&Record>) -> Option<Event> {
    let none = Record::new();
    let given = record.unwrap_or(&none);
    if key == "cycle" {
        return Some(Event::kept(None, Round::formerly(given, &[])));
    }
    let Some((kind, number)) = key.split_once('/') else {
        return morale::format_1(now, key, record);
    };
    let who = || Some(Id(number.parse().ok()?));
    Some(match kind {
        "plan" => Event::kept(Some(who()?), plan(given)),
        "slot" => Event::kept(Some(who()?), slot(given)),
        "booked" => Event::kept(Some(who()?), booked(given)),
        "kept" => Event::kept(Some(who()?), Kept::formerly(given, &[])),
        "fire" => Event::kept(None, fires(now, number.parse().ok()?, record)),
        _ => return morale::format_1(now, key, record),
    })
}

fn round(record: &Record, key: &str) -> u32 {
    u32::try_from(record.int(key)).unwrap_or(0)
}

fn hold(record: &Record) -> Hold {
    match (record.word("hold"), record.one("until")) {
        ("open", _) => Hold::Open,
        ("for", Some(who)) => Hold::For(who),
        ("before", Some(who)) => Hold::Before(who),
        _ => Hold::None,
    }
}

fn plan(record: &Record) -> Plan {
    Plan {
        hold: hold(record),
        ..Plan::formerly(record, &[])
    }
}

fn slot(record: &Record) -> RoundState {
    RoundState {
        hold: hold(record),
        ..RoundState::formerly(record, &[])
    }
}

fn booked(record: &Record) -> Pending {
    let wounds = record.list("wounds").iter();
    Pending {
        wounds: wounds.map(|one| Wound::formerly(one, &[])).collect(),
        afflictions: record.list("conditions").iter().map(affliction).collect(),
        ..Pending::formerly(record, &[])
    }
}

fn affliction(one: &Record) -> (Condition, bool) {
    let mut condition = Condition::named(one.word("key"))
        .because(one.word("cause"))
        .value(one.int("value"));
    condition.by = one.one("by");
    condition.ends = match one.word("ends") {
        "round" => Ends::EndOfRound(round(one, "last")),
        _ => Ends::WhenCleared,
    };
    (condition, one.flag("provoked"))
}

fn fires(now: &Encounter, number: u32, record: Option<&Record>) -> Fires {
    let mut fires = Fires::of(now).clone();
    fires.burning.retain(|fire| fire.number != number);
    fires.burning.extend(record.map(|record| Fire {
        number,
        ..Fire::formerly(record, &[])
    }));
    fires.burning.sort_by_key(|fire| fire.number);
    fires
}
