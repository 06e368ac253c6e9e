//! The rows of the first screen, made of what there is: fights on disk, parties that were kept, fights that are ready.

use std::time::Duration;

use crate::compendium::Party;
use crate::encounter::Stage;
use crate::rules::System;
use crate::setup::{Newcomer, roll_call};
use crate::store::{Library, Save, SetupDraft};

/// What is said of a file that does not tell where the fight stands.
const UNREADABLE: &str =
    "the file does not say where the fight stands: Enter looks what can be saved";

/// A fight on disk, for the list. The loop brings the last one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedFight {
    /// The name of its files.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Key of its system.
    pub system_key: String,
    /// What its system is called.
    pub system: String,
    /// Where it stands in words: "round 3, under way".
    pub state: String,
    /// When it was last played, in words: "yesterday".
    pub when_text: String,
    /// Why it cannot be taken up as it is, if so.
    pub broken: Option<String>,
}

/// A fight that comes with Affray, or an encounter of the GM's own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadyFight {
    /// Key of its system.
    pub system: String,
    /// What the system is called.
    pub system_name: String,
    /// The name of its file.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// One line on it.
    pub description: String,
    /// Whether the GM made it.
    pub own: bool,
    /// The first mistake in its file, which keeps it from beginning; "" without one.
    pub mistake: String,
}

/// A fight that is still being prepared, for the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftFight {
    /// The name of its file.
    pub name: String,
    /// What it is called so far.
    pub title: String,
    /// What its system is called.
    pub system_name: String,
    /// Who is in it, in words.
    pub who: String,
}

impl DraftFight {
    /// Every one of a library.
    pub fn all(library: &Library) -> Vec<Self> {
        let drafts = library.drafts().into_iter();
        let rows = drafts.map(|SetupDraft { name, setup, .. }| {
            let called = |one: &Newcomer| {
                if one.name.is_empty() {
                    one.from.clone()
                } else {
                    one.name.clone()
                }
            };
            let who: Vec<String> = setup.combatants.iter().map(called).collect();
            let system = library.system(&setup.system);
            Self {
                name,
                title: if setup.title.is_empty() {
                    "a fight without a title yet".to_owned()
                } else {
                    setup.title
                },
                system_name: system.map_or(setup.system, |system| system.name().to_owned()),
                who: if who.is_empty() {
                    "nobody yet".to_owned()
                } else {
                    who.join(", ")
                },
            }
        });
        rows.collect()
    }
}

/// A party that was kept, for the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptParty {
    /// Key of its system.
    pub system: String,
    /// What the system is called.
    pub system_name: String,
    /// What it is called.
    pub name: String,
    /// Its members, and how each stands.
    pub members: String,
    /// What it does between two fights, if that was begun and is not kept yet.
    pub resting: Option<SavedFight>,
}

impl KeptParty {
    /// Every party of a library.
    pub fn all(library: &Library) -> Vec<Self> {
        let parties = library.parties();
        parties
            .map(|(system, party)| Self::new(system, party, library))
            .collect()
    }

    fn new(system: &dyn System, party: &Party, library: &Library) -> Self {
        let compendium = library.compendium(system.key());
        Self {
            system: system.key().to_owned(),
            system_name: system.name().to_owned(),
            name: party.name.clone(),
            members: compendium.map_or_else(String::new, |one| roll_call(one, party)),
            resting: None,
        }
    }
}

/// What is on disk, for the list: the fights, and the parties that were kept. What a party does between two fights stands
/// with the party, and is gone on with unless the party was kept later.
pub fn on_disk(saves: &[Save], library: &Library) -> (Vec<SavedFight>, Vec<KeptParty>) {
    let mut parties = KeptParty::all(library);
    let mut fights = Vec::new();
    for save in saves {
        let row = SavedFight {
            title: save.called(saves),
            ..SavedFight::new(save, library)
        };
        let between = save
            .summary
            .as_ref()
            .filter(|summary| summary.stage == Stage::Between && !save.is_copy());
        let whose = between.and_then(|summary| {
            let mut parties = parties.iter_mut();
            parties.find(|party| party.system == summary.system && party.name == summary.title)
        });
        let Some(party) = whose else {
            fights.push(row);
            continue;
        };
        let kept = library.party_changed(&party.system, &party.name);
        if party.resting.is_none() && kept.is_none_or(|kept| save.modified >= Some(kept)) {
            party.resting = Some(row);
        }
    }
    (fights, parties)
}

impl SavedFight {
    /// A row for a save.
    pub(crate) fn new(save: &Save, library: &Library) -> Self {
        let summary = save.summary.as_ref();
        let key = summary.map_or("", |summary| summary.system.as_str());
        let system = match library.system(key) {
            Some(system) => system.name().to_owned(),
            None => key.to_owned(),
        };
        Self {
            name: save.name.clone(),
            title: save.title(),
            system_key: key.to_owned(),
            system,
            state: save.state(),
            when_text: save
                .modified
                .map_or_else(String::new, |then| ago(then.elapsed().unwrap_or_default())),
            broken: summary.is_none().then(|| UNREADABLE.to_owned()),
        }
    }
}

impl ReadyFight {
    /// Every fight of a library: first the GM's own, then one bundled fight of each system before the second of any,
    /// so that the digits reach all systems.
    pub fn all(library: &Library) -> Vec<Self> {
        let ready = library.ready();
        let most = ready.iter().map(|(_, titles)| titles.len()).max();
        let places = (0..most.unwrap_or(0)).flat_map(|place| {
            let systems = ready.iter();
            systems.filter_map(move |(system, titles)| Some((system, titles.get(place)?)))
        });
        let all = places.map(|(system, one)| Self {
            system: system.key().to_owned(),
            system_name: system.name().to_owned(),
            name: one.name.clone(),
            title: one.title.clone(),
            description: one.description.clone(),
            own: one.own,
            mistake: one.mistake.clone(),
        });
        let (mut own, others): (Vec<Self>, Vec<Self>) = all.partition(|one| one.own);
        own.extend(others);
        own
    }
}

/// How long ago something was, in words.
fn ago(passed: Duration) -> String {
    let minutes = passed.as_secs() / 60;
    let (number, unit) = match minutes {
        0..2 => return "just now".to_owned(),
        2..120 => (minutes, "minutes"),
        120..2_880 => (minutes / 60, "hours"),
        _ => (minutes / 1_440, "days"),
    };
    format!("{number} {unit} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes_in_words() {
        let check =
            |seconds, expected: &str| assert_eq!(ago(Duration::from_secs(seconds)), expected);
        check(10, "just now");
        check(300, "5 minutes ago");
        check(3 * 3_600, "3 hours ago");
        check(50 * 3_600, "2 days ago");
    }
}
