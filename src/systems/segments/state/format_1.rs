//! The records of a round as saves of format 1 have them, read as what holds them today.

use std::collections::BTreeMap;

use crate::encounter::{Encounter, Event};
use crate::systems::morale;
use crate::values::{Id, Part, Record, Words as _};

use super::ambush::Ambush;
use super::fighter::{Fighter, fighter};
use super::hits::{Hit, HitLevel, Hits};
use super::ladder::{Ladder, Slot};
use super::plan::{Declared, MainAction, Plan, Use};
use super::round::{Deeds, Round, Scene};

/// What the record under a key says; taken away, it says nothing.
pub fn read(now: &Encounter, key: &str, record: Option<&Record>) -> Option<Event> {
    let none = Record::new();
    let given = record.unwrap_or(&none);
    let mut parts = key.split('/');
    let kind = parts.next()?;
    let numbers: Vec<u32> = parts.map_while(|part| part.parse().ok()).collect();
    let who = numbers.first().copied().map(Id);
    let who = who.filter(|who| now.find(*who).is_some());
    let declared = |who: Id| record.map(|record| plan(fighter(now, who), record));
    let degree = given.maybe_int("degree");
    Some(match (kind, who, numbers.as_slice()) {
        ("round", ..) => Event::kept(None, record.map_or_else(Round::default, round)),
        ("scene", ..) => Event::kept(None, Scene::formerly(given, &[])),
        ("ambush", ..) => Event::kept(None, ambush(given)),
        ("hit", _, [number]) => Event::kept(None, hits(now, *number, record)),
        ("plan", Some(who), [_]) => changed(who, Declared::of(now, who), |kept| {
            kept.this = declared(who)
        }),
        ("last", Some(who), [_]) => changed(who, Declared::of(now, who), |kept| {
            kept.last = declared(who)
        }),
        ("slot", Some(who), [_, number]) => changed(who, Ladder::of(now, who), |ladder| {
            let slots = &mut ladder.slots;
            slots.retain(|slot| slot.number != i64::from(*number));
            if let Some(record) = record {
                ladder.set(slot(who, record));
            }
        }),
        (_, Some(who), others) => {
            let other = others.get(1).copied().map(Id);
            let mut deeds = Deeds::of(now, who).clone();
            match (kind, other) {
                ("pickup", _) => deeds.pickup = degree,
                ("waits", _) => deeds.waits = record.is_some(),
                ("aimed", _) => deeds.shot = given.maybe_int("count"),
                ("pushed", Some(whom)) => {
                    deeds.pushed.retain(|one| *one != whom);
                    deeds.pushed.extend(record.map(|_| whom));
                }
                ("per", Some(foe)) => {
                    deeds.sensed.remove(&foe);
                    deeds.sensed.extend(degree.map(|degree| (foe, degree)));
                }
                _ => return morale::format_1(now, key, record),
            }
            Event::kept(Some(who), deeds)
        }
        _ => return morale::format_1(now, key, record),
    })
}

/// A record of somebody's, changed.
fn changed<T: Part>(who: Id, record: &T, change: impl FnOnce(&mut T)) -> Event {
    let mut record = record.clone();
    change(&mut record);
    Event::kept(Some(who), record)
}

/// A count; 1000 stood for none yet, -1000 for none at all.
fn count(record: &Record, key: &str) -> Option<i64> {
    let count = record.maybe_int(key);
    count.filter(|count| !matches!(count, 1000 | -1000))
}

fn round(record: &Record) -> Round {
    Round {
        begun: true,
        count: count(record, "count"),
        ..Round::formerly(record, &[])
    }
}

fn ambush(record: &Record) -> Ambush {
    let caught = record.list("caught").iter();
    let caught = caught.filter_map(|one| Some((one.one("who")?, one.int("degree"))));
    Ambush {
        caught: caught.collect(),
        ..Ambush::formerly(record, &[])
    }
}

fn slot(who: Id, record: &Record) -> Slot {
    let from = record.one("turned_from");
    Slot {
        who,
        turned: from.map(|from| (from, record.int("turned_on"))),
        ended: count(record, "ended"),
        ..Slot::formerly(record, &[])
    }
}

/// The hits were numbered from 1 in the order rolled, and taken away all at once.
fn hits(now: &Encounter, number: u32, record: Option<&Record>) -> Hits {
    let Some(record) = record else {
        return Hits::default();
    };
    let level = record.word("level");
    let level = HitLevel::ALL.iter().find(|one| one.label() == level);
    let hit = Hit {
        level: level.copied().unwrap_or(HitLevel::Hit),
        ..Hit::formerly(record, &[])
    };
    let mut hits = Hits::of(now).clone();
    let place = (number as usize).saturating_sub(1);
    match hits.booked.get_mut(place) {
        Some(old) => *old = hit,
        None => hits.booked.push(hit),
    }
    hits
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
    let renamed = [
        ("spell_targets", "targets"),
        ("aims", "aim"),
        ("draws", "draw"),
        ("sheathes", "sheathe"),
        ("readies_shield", "shield"),
        ("free_actions", "free"),
    ];
    Plan {
        action,
        attacks,
        no_more,
        tentacles,
        ..Plan::formerly(record, &renamed)
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
    loop {
        let number = attacks.len() + 1;
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
}
