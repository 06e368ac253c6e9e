//! Rows of the start screen: fights on disk, saved parties, ready fights.

use std::time::Duration;

use crate::compendium::Party;
use crate::encounter::Stage;
use crate::rules::System;
use crate::setup::{Newcomer, roll_call};
use crate::store::{Library, Save, SetupDraft};

/// Message for a file without a readable state.
const UNREADABLE: &str = "the file does not contain the current state of the fight: press Enter to see what Affray can recover";

/// Saved fight in the list. The loop provides the latest fight first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedFight {
    /// Name of its files.
    pub name: String,
    /// Title of the fight.
    pub title: String,
    /// Key of its system.
    pub system_key: String,
    /// Name of its system.
    pub system: String,
    /// State of the fight in words: "round 3, under way".
    pub state: String,
    /// Time of the last change in words: "yesterday".
    pub when_text: String,
    /// Reason why the fight cannot be resumed as it is, if there is one.
    pub broken: Option<String>,
}

/// Bundled fight, or an encounter of the GM.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadyFight {
    /// Key of the system.
    pub system: String,
    /// Name of the system.
    pub system_name: String,
    /// Name of its file.
    pub name: String,
    /// Title of the fight.
    pub title: String,
    /// Description in one line.
    pub description: String,
    /// True if the GM made the fight.
    pub own: bool,
    /// First error in the fight's file, which prevents its start; "" if there is no error.
    pub mistake: String,
}

/// Fight in preparation in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DraftFight {
    /// Name of its file.
    pub name: String,
    /// Title of the fight so far.
    pub title: String,
    /// Name of its system.
    pub system_name: String,
    /// Combatants of the fight in words.
    pub who: String,
}

impl DraftFight {
    /// Returns all fights in preparation of a library.
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
                    "untitled fight".to_owned()
                } else {
                    setup.title
                },
                system_name: system.map_or(setup.system, |system| system.name().to_owned()),
                who: if who.is_empty() {
                    "no combatants yet".to_owned()
                } else {
                    who.join(", ")
                },
            }
        });
        rows.collect()
    }
}

/// Saved party in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptParty {
    /// Key of the system.
    pub system: String,
    /// Name of the system.
    pub system_name: String,
    /// Name of the party.
    pub name: String,
    /// Members of the party with their states.
    pub members: String,
    /// Activities between two fights, if they were started and the party is not saved yet.
    pub resting: Option<SavedFight>,
}

impl KeptParty {
    /// Returns all parties of a library.
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

/// Returns the fights on disk and the saved parties. Activities between two fights belong to their party, and are
/// resumed unless the party was saved later.
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
    /// Creates the row of a save.
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
    /// Returns all ready fights of a library: first the GM's own fights, then one fight of each system in turn, so that
    /// the first digits reach all systems.
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

/// Formats an elapsed time in words.
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
    fn elapsed_times_are_formatted_in_words() {
        let check =
            |seconds, expected: &str| assert_eq!(ago(Duration::from_secs(seconds)), expected);
        check(10, "just now");
        check(300, "5 minutes ago");
        check(3 * 3_600, "3 hours ago");
        check(50 * 3_600, "2 days ago");
    }
}
