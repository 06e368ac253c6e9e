//! What saves of format 1 say of a round, as the parts of today.

use crate::encounter::{Encounter, Event};
use crate::values::{FactionId, Id, Record};

use super::groups::{Groups, Known, Numbers};
use super::last::{Apart, Last};
use super::round::{Ambush, Cycle, Round};
use super::turn::Turn;

/// Reads a record by its key (`round`, `last/3`, `group/Bandits`); `None` for a key that there never was. Without a
/// record, what stood under the key is gone.
pub fn read(now: &Encounter, key: &str, record: Option<&Record>) -> Option<Event> {
    let nothing = Record::new();
    let record = record.unwrap_or(&nothing);
    let there = |id: &Id| now.find(*id).is_some();
    let people = |key: &str| -> Vec<Id> {
        let all = record.who(key).iter().copied();
        all.filter(there).collect()
    };
    let (word, whose) = key.split_once('/').unwrap_or((key, ""));
    Some(match word {
        "round" => Event::kept(None, round(record)),
        "cycle" => {
            let order = factions(record, "order");
            Event::kept(None, Cycle { order })
        }
        "ambushers" => Event::kept(None, Ambush { who: people("who") }),
        "known" => Event::kept(None, Known { who: people("who") }),
        "group" => {
            let mut groups = Groups::of(now).clone();
            let numbers = Numbers::formerly(record, &[]);
            groups.of.insert(whose.to_owned(), numbers);
            Event::kept(None, groups)
        }
        "turn" => Event::kept(
            None,
            Turn {
                members: people("members"),
                acting: people("acting").first().copied(),
                done: people("done"),
                reacted: people("reacted"),
            },
        ),
        "last" => {
            let last = Last {
                target: people("target"),
                ..Last::formerly(record, &[])
            };
            let who = whose.parse().ok().map(Id).filter(there)?;
            Event::kept(Some(who), last)
        }
        "apart" => {
            let (a, b) = whose.split_once('-')?;
            let two = (Id(a.parse().ok()?), Id(b.parse().ok()?));
            let mut apart = Apart::of(now).clone();
            apart.between.insert(two, record.int("distance"));
            Event::kept(None, apart)
        }
        _ => return None,
    })
}

fn round(record: &Record) -> Round {
    Round {
        holder: faction(record, "holder"),
        named: faction(record, "named"),
        go: faction(record, "go"),
        passed: factions(record, "passed"),
        lap: factions(record, "lap"),
        ..Round::formerly(record, &[])
    }
}

fn faction(record: &Record, key: &str) -> FactionId {
    FactionId(u32::try_from(record.int(key)).unwrap_or(0))
}

fn factions(record: &Record, key: &str) -> Vec<FactionId> {
    let rows = record.list(key).iter();
    rows.map(|row| faction(row, "faction")).collect()
}
