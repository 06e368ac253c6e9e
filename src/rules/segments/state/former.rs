//! The records of a round as saves of format 1 have them, read as what holds them today.

use std::collections::BTreeMap;

use crate::encounter::{Encounter, Event, Id, Record, Words};
use crate::rules::morale;

use super::ambush::Ambush;
use super::deeds::Deeds;
use super::hits::{Hit, HitLevel, Hits};
use super::ladder::{Kind, Ladder, Progress, Slot};
use super::plan::{Declared, MainAction, Movement, Pace, Plan, Potion, Use};
use super::round::{Round, Scene};
use crate::rules::segments::sheet::fighter::{Fighter, fighter};
use crate::rules::segments::sheet::schema::StuckMissile;

/// What the record under a key says; taken away, it says nothing.
pub fn former(now: &Encounter, key: &str, record: Option<&Record>) -> Option<Event> {
    let none = Record::new();
    let given = record.unwrap_or(&none);
    match key {
        "round" => return Some(Event::kept(None, record.map_or_else(Round::default, round))),
        "scene" => {
            let lighting = given.word("lighting").into();
            return Some(Event::kept(None, Scene { lighting }));
        }
        "ambush" => return Some(Event::kept(None, ambush(given))),
        _ => {}
    }
    let mut parts = key.split('/');
    let kind = parts.next()?;
    let numbers: Result<Vec<u32>, _> = parts.map(str::parse).collect();
    let numbers = numbers.unwrap_or_default();
    let is_there = |number: &&u32| now.find(Id(**number)).is_some();
    let who = numbers.first().filter(is_there).copied().map(Id);
    match (kind, who, numbers.as_slice()) {
        ("hit", _, [number]) => Some(Event::kept(None, hits(now, *number, record))),
        ("plan" | "last", Some(who), [_]) => {
            let read = record.map(|record| plan(fighter(now, who), record));
            let mut declared = Declared::of(now, who).clone();
            match kind {
                "plan" => declared.this = read,
                _ => declared.last = read,
            }
            Some(Event::kept(Some(who), declared))
        }
        ("slot", Some(who), [_, number]) => {
            let mut ladder = Ladder::of(now, who).clone();
            match record {
                Some(record) => ladder.set(slot(who, record)),
                None => ladder
                    .slots
                    .retain(|slot| slot.number != i64::from(*number)),
            }
            Some(Event::kept(Some(who), ladder))
        }
        ("pickup" | "waits" | "aimed" | "pushed" | "per", Some(who), _) => {
            let mut deeds = Deeds::of(now, who).clone();
            match (kind, numbers.get(1).copied().map(Id)) {
                ("pickup", _) => deeds.pickup = given.maybe_int("degree"),
                ("waits", _) => deeds.waits = record.is_some(),
                ("aimed", _) => deeds.shot = given.maybe_int("count"),
                ("pushed", Some(whom)) => {
                    deeds.pushed.retain(|one| *one != whom);
                    deeds.pushed.extend(record.map(|_| whom));
                }
                ("per", Some(foe)) => {
                    deeds.sensed.remove(&foe);
                    deeds
                        .sensed
                        .extend(given.maybe_int("degree").map(|degree| (foe, degree)));
                }
                _ => return None,
            }
            Some(Event::kept(Some(who), deeds))
        }
        _ => morale::former(now, key, record),
    }
}

fn word<T: Words + Default>(record: &Record, key: &str) -> T {
    T::from_word(record.word(key)).unwrap_or_default()
}

/// A count; 1000 stood for none yet, -1000 for none at all.
fn count(record: &Record, key: &str) -> Option<i64> {
    record
        .maybe_int(key)
        .filter(|count| !matches!(count, 1000 | -1000))
}

fn round(record: &Record) -> Round {
    Round {
        begun: true,
        phase: word(record, "phase"),
        count: count(record, "count"),
        surprise: record.flag("surprise"),
        go_on: record.flag("go_on"),
    }
}

fn ambush(record: &Record) -> Ambush {
    let caught = record.list("caught").iter();
    Ambush {
        by: record.who("by").to_vec(),
        caught: caught
            .filter_map(|one| Some((one.one("who")?, one.int("degree"))))
            .collect(),
    }
}

fn slot(who: Id, record: &Record) -> Slot {
    let from = record.one("turned_from");
    Slot {
        who,
        number: record.int("number"),
        kind: Kind::from_word(record.word("kind")).unwrap_or(Kind::Other),
        count: record.int("count"),
        target: record.one("target"),
        turned: from.map(|from| (from, record.int("turned_on"))),
        what: record.word("what").to_owned(),
        melee: record.flag("melee"),
        feet: record.int("feet"),
        until: record.int("until"),
        progress: word::<Progress>(record, "progress"),
        why: record.word("why").to_owned(),
        ended: count(record, "ended"),
    }
}

/// The hits were numbered from 1 in the order rolled, and taken away all at once.
fn hits(now: &Encounter, number: u32, record: Option<&Record>) -> Hits {
    let Some(hit) = record.and_then(hit) else {
        return Hits::default();
    };
    let mut hits = Hits::of(now).clone();
    let place = (number as usize).saturating_sub(1);
    match hits.booked.get_mut(place) {
        Some(old) => *old = hit,
        None => hits.booked.push(hit),
    }
    hits
}

fn hit(record: &Record) -> Option<Hit> {
    let level = record.word("level");
    let level = HitLevel::ALL.iter().find(|one| one.label() == level);
    Some(Hit {
        by: record.one("by")?,
        target: record.one("target")?,
        taken: record.int("taken"),
        level: level.copied().unwrap_or(HitLevel::Hit),
        missile: StuckMissile::from_word(record.word("missile")),
        wound: record.flag("wound"),
        wound_text: record.word("wound_text").to_owned(),
        cause: record.word("cause").to_owned(),
    })
}

/// A declaration was the form's answer: a row that was not asked had no value.
fn plan(who: Fighter<'_>, record: &Record) -> Plan {
    let action = MainAction::from_word(record.word("action")).unwrap_or(MainAction::Nothing);
    let (attacks, no_more) = uses(who, action, record);
    let mut tentacles: BTreeMap<Id, i64> = BTreeMap::new();
    // At first there was one number for all targets.
    if let Some(number) = record.maybe_int("tentacles") {
        tentacles.extend(attacks.iter().filter_map(|one| Some((one.target?, number))));
    }
    tentacles.extend(record.0.keys().filter_map(|key| {
        let target = former_letter(key.strip_prefix("tentacles-")?)?;
        Some((target, record.int(key)))
    }));
    Plan {
        action,
        attacks,
        no_more,
        tentacles,
        spell: record.word("spell").to_owned(),
        spell_targets: record.who("targets").to_vec(),
        guard: record.word("guard").to_owned(),
        pace: word::<Pace>(record, "pace"),
        movement: word::<Movement>(record, "movement"),
        distance: record.int("distance"),
        leaving: record.who("leaving").to_vec(),
        defending: record.int("defending"),
        aims: record.flag("aim"),
        double_shot: record.flag("double_shot"),
        draws: record.flag("draw"),
        sheathes: record.flag("sheathe"),
        readies_shield: record.flag("shield"),
        potion: word::<Potion>(record, "potion"),
        in_melee: record.flag("in_melee"),
        free_actions: record.int("free"),
        free_text: record.word("free_text").to_owned(),
    }
}

/// Whom a target letter named: a to z, then aa, ab and so on.
fn former_letter(letter: &str) -> Option<Id> {
    let number = letter.bytes().try_fold(0u32, |number, sign| {
        let place = sign.is_ascii_lowercase().then(|| u32::from(sign - b'a'))?;
        number.checked_mul(26)?.checked_add(place + 1)
    });
    Some(Id(number?.checked_sub(1)?))
}

/// The uses of the attacks, and whether no more are made than these. A lone weapon was not asked for; of several the first
/// one's choice went for all.
fn uses(who: Fighter<'_>, action: MainAction, record: &Record) -> (Vec<Use>, bool) {
    let mut attacks = Vec::new();
    for number in 1.. {
        let at = |row: &str| format!("{row}{number}");
        let rows = ["weapon", "mode", "target", "what"];
        if !rows.iter().any(|row| record.has(&at(row))) {
            return (attacks, false);
        }
        let named = match record.word(&at("weapon")) {
            "none" => return (attacks, true),
            "" => record.word("weapon1"),
            named => named,
        };
        let weapon = match named {
            _ if action == MainAction::Other => None,
            "" => who.weapons().next(),
            named => who.weapon(named),
        };
        attacks.push(Use {
            weapon: weapon.map(|weapon| weapon.name().to_owned()),
            melee: weapon.is_some_and(|weapon| {
                weapon.melee() && (!weapon.ranged() || record.word(&at("mode")) != "ranged")
            }),
            target: record.one(&at("target")),
            what: record.word(&at("what")).to_owned(),
        });
    }
    (attacks, false)
}
