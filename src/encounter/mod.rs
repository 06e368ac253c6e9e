//! What is true in a fight ([`Encounter`]), what can happen ([`Event`]), and how a rule asks ([`Resolver`]).
//!
//! Knows no rule system, no screen, no file, no clock and no randomness.

mod combatant;
mod event;
mod prompt;
mod resolver;
mod tell;
mod value;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use combatant::{Combatant, Condition, Ends, Faction, FactionId, Id, Roller};
pub use event::{Event, Need, Throw};
pub use prompt::{
    Always, Answer, Choice, Draft, Field, FieldKind, Kind, Misfit, Prompt, Question, Roll, half,
    read_halves,
};
pub use resolver::{
    Command, Given, Resolver, Rolled, Ruled, Run, Show, Step, Stop, Taken, adjustment,
    is_adjustment, run,
};
pub use tell::{Line, tell, tell_all};
pub use value::{Record, Row, Table, Tables, Value};

/// A bond between two combatants: holding, riding, engaged, …; the system names the kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    /// Key of the kind.
    pub kind: String,
    /// The one that holds, rides, …
    pub from: Id,
    /// The one that is held, ridden, …
    pub to: Id,
}

/// How far the fight has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Being set up: the system has not begun it yet.
    #[default]
    Setup,
    /// Under way.
    Fighting,
    /// Ended; the aftermath may still offer something.
    Over,
}

/// Everything that is true at one moment of a fight. Changed by events only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Encounter {
    /// What the fight is called.
    pub title: String,
    /// Key of its rule system.
    pub system: String,
    /// The system's options, complete.
    pub options: Record,
    /// The system's tables as they were at the start.
    #[serde(default)]
    pub tables: Arc<Tables>,
    /// Sides, in the order added.
    pub factions: Vec<Faction>,
    /// Everyone who takes or took part, in the order joined (the roster order); an [`Id`] is the place here.
    pub combatants: Vec<Arc<Combatant>>,
    /// Bonds between combatants.
    #[serde(default)]
    pub links: Vec<Link>,
    /// The system's own state, as keyed records (`cycle`, `ladder`, `plan/3`, …).
    #[serde(default)]
    pub records: BTreeMap<String, Arc<Record>>,
    /// Round number; 0 before the first and for a round before it.
    #[serde(default)]
    pub round: u32,
    /// Whose turn it is, if it is somebody's.
    #[serde(default)]
    pub turn: Option<Id>,
    /// How far the fight has come.
    #[serde(default)]
    pub stage: Stage,
    /// Who throws dice that are nobody's (scatter, group morale).
    #[serde(default)]
    pub nobodys_roller: Roller,
    /// The GM's notes on the fight.
    #[serde(default)]
    pub notes: String,
}

impl Encounter {
    /// An empty encounter of a system.
    pub fn new(title: &str, system: &str) -> Self {
        Self {
            title: title.to_owned(),
            system: system.to_owned(),
            options: Record::new(),
            tables: Arc::default(),
            factions: Vec::new(),
            combatants: Vec::new(),
            links: Vec::new(),
            records: BTreeMap::new(),
            round: 0,
            turn: None,
            stage: Stage::Setup,
            nobodys_roller: Roller::Rolled,
            notes: String::new(),
        }
    }

    /// The combatant behind an id.
    ///
    /// # Panics
    /// When there is none. Ids come from this encounter; those read from files are checked first.
    pub fn get(&self, id: Id) -> &Combatant {
        &self.combatants[id.index()]
    }

    /// The combatant behind an id, if there is one.
    pub fn find(&self, id: Id) -> Option<&Combatant> {
        self.combatants
            .get(id.index())
            .map(|combatant| &**combatant)
    }

    /// The name behind an id.
    pub fn name(&self, id: Id) -> &str {
        &self.get(id).name
    }

    /// Names of several, as a sentence lists them: "Una", "Una and Vic", "Una, Vic and Wim".
    pub fn names(&self, ids: &[Id]) -> String {
        let names: Vec<&str> = ids.iter().map(|id| self.name(*id)).collect();
        match names.as_slice() {
            [] => "nobody".to_owned(),
            [one] => (*one).to_owned(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        }
    }

    /// The combatant of that name.
    pub fn by_name(&self, name: &str) -> Option<Id> {
        self.ids().find(|id| self.name(*id) == name)
    }

    /// All ids in roster order, those taken out of the fight included.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..u32::try_from(self.combatants.len()).unwrap_or(u32::MAX)).map(Id)
    }

    /// Ids in roster order of all who are still part of the fight.
    pub fn present(&self) -> impl Iterator<Item = Id> + '_ {
        self.ids().filter(|id| !self.get(*id).gone)
    }

    /// Ids of a faction's members that are still part of the fight, in roster order.
    pub fn members(&self, faction: FactionId) -> impl Iterator<Item = Id> + '_ {
        self.present()
            .filter(move |id| self.get(*id).faction == faction)
    }

    /// All factions' ids.
    pub fn faction_ids(&self) -> impl DoubleEndedIterator<Item = FactionId> + use<> {
        (0..u32::try_from(self.factions.len()).unwrap_or(u32::MAX)).map(FactionId)
    }

    /// A faction's name.
    pub fn faction_name(&self, faction: FactionId) -> &str {
        &self.factions[faction.index()].name
    }

    /// Whether two combatants are of one faction.
    pub fn allied(&self, a: Id, b: Id) -> bool {
        self.get(a).faction == self.get(b).faction
    }

    /// Who throws the dice of `who`; of nobody: the setting for dice that are nobody's.
    pub fn roller(&self, who: Option<Id>) -> Roller {
        match who.and_then(|id| self.find(id)) {
            Some(combatant) => combatant
                .roller
                .unwrap_or(self.factions[combatant.faction.index()].roller),
            None => self.nobodys_roller,
        }
    }

    /// The system's record under a key.
    pub fn record(&self, key: &str) -> Option<&Record> {
        self.records.get(key).map(|record| &**record)
    }

    /// Whether a bond of this kind leads from one to the other.
    pub fn linked(&self, kind: &str, from: Id, to: Id) -> bool {
        self.links
            .iter()
            .any(|link| link.kind == kind && link.from == from && link.to == to)
    }

    /// To whom bonds of this kind lead from `from`, in the order made.
    pub fn links_from<'a>(&'a self, kind: &'a str, from: Id) -> impl Iterator<Item = Id> + 'a {
        self.links
            .iter()
            .filter(move |link| link.kind == kind && link.from == from)
            .map(|link| link.to)
    }

    /// From whom bonds of this kind lead to `to`, in the order made.
    pub fn links_to<'a>(&'a self, kind: &'a str, to: Id) -> impl Iterator<Item = Id> + 'a {
        self.links
            .iter()
            .filter(move |link| link.kind == kind && link.to == to)
            .map(|link| link.from)
    }

    /// The row of a table for a number (see [`Table::row`]).
    pub fn table(&self, key: &str, number: i64) -> Option<&Record> {
        self.tables.get(key)?.row(number)
    }

    /// A name that nobody bears yet: the wanted one, or with the next free number behind it. Numbers of those
    /// who left are not given again.
    pub fn free_name(&self, wanted: &str) -> String {
        if self.by_name(wanted).is_none() {
            return wanted.to_owned();
        }
        (2..)
            .map(|n| format!("{wanted} {n}"))
            .find(|name| self.by_name(name).is_none())
            .expect("numbers do not run out")
    }
}
