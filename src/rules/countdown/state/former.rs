//! The records of a round as saves of format 1 have them, read as what holds them today.

use crate::encounter::{Condition, Encounter, Ends, Event, Id, Record, Words as _};
use crate::rules::morale;

use super::fires::{Fire, Fires};
use super::maneuver::Maneuver;
use super::pending::{Pending, Wound};
use super::plan::{Hold, Plan};
use super::round::{Casting, Kept, Phase, Round, RoundState};

/// What the record under a key says; taken away, it says nothing.
pub fn former(now: &Encounter, key: &str, record: Option<&Record>) -> Option<Event> {
    let none = Record::new();
    let given = record.unwrap_or(&none);
    if key == "cycle" {
        return Some(Event::kept(None, cycle(given)));
    }
    let Some((kind, number)) = key.split_once('/') else {
        return morale::former(now, key, record);
    };
    let who = || Some(Id(number.parse().ok()?));
    Some(match kind {
        "plan" => Event::kept(Some(who()?), plan(given)),
        "slot" => Event::kept(Some(who()?), slot(given)),
        "booked" => Event::kept(Some(who()?), booked(given)),
        "kept" => {
            let number = given.maybe_int("number");
            Event::kept(Some(who()?), Kept { number })
        }
        "fire" => Event::kept(None, fires(now, number.parse().ok()?, record)),
        _ => return morale::former(now, key, record),
    })
}

fn round(record: &Record, key: &str) -> u32 {
    u32::try_from(record.int(key)).unwrap_or(0)
}

fn cycle(record: &Record) -> Round {
    Round {
        phase: Phase::from_word(record.word("phase")).unwrap_or_default(),
        count: record.int("count"),
        previous: record.maybe_int("previous"),
        index: record.int("index"),
        open: record.flag("open"),
        bottom: record.flag("bottom"),
        started: record.flag("started"),
        first: record.one("first"),
        went_on: record.flag("went_on"),
    }
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
    let action = |key: &str| Maneuver::from_word(record.word(key)).unwrap_or_default();
    Plan {
        round: round(record, "round"),
        action: action("action"),
        declared: action("declared"),
        target: record.one("target"),
        weapon: record.word("weapon").to_owned(),
        spell: record.word("spell").to_owned(),
        hold: hold(record),
    }
}

fn slot(record: &Record) -> RoundState {
    let place = record.maybe_int("reloading");
    RoundState {
        moved: record.int("moved"),
        after: record.int("after"),
        attacked: record.flag("attacked"),
        rooted: record.flag("rooted"),
        ran: record.flag("ran"),
        extinguishing: record.flag("extinguishing"),
        reloading: place.and_then(|place| usize::try_from(place).ok()),
        acted_on: record.maybe_int("acted_on"),
        joined: record.maybe_int("joined"),
        hold: hold(record),
        aimed: record.flag("aimed"),
        casting: Casting::from_word(record.word("casting")).unwrap_or_default(),
    }
}

fn booked(record: &Record) -> Pending {
    let wound = |one: &Record| Wound {
        amount: one.int("amount"),
        subdual: one.flag("subdual"),
        provoked: one.flag("provoked"),
        cause: one.word("cause").to_owned(),
        by: one.one("by"),
    };
    Pending {
        wounds: record.list("wounds").iter().map(wound).collect(),
        healed: record.int("healed"),
        afflictions: record.list("conditions").iter().map(affliction).collect(),
        closes: record.who("closes").to_vec(),
        leaves: record.who("leaves").to_vec(),
        grabs: record.one("grabs"),
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
        name: record.word("name").to_owned(),
        last: round(record, "last"),
        inside: record.who("inside").to_vec(),
        took: record.who("took").to_vec(),
    }));
    fires.burning.sort_by_key(|fire| fire.number);
    fires
}
