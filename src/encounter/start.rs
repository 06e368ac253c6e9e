//! An encounter as files say it: everything by its words, before the first command of a fight.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check::Known;
use super::combatant::{Combatant, Faction, Id, Roller};
use super::event::Event;
use super::part::Content;
use super::row::Row;
use super::scheduled::Scheduled;
use super::schema::Schema;
use super::table::{TableSet, Tables};
use super::value::{Record, Value};
use super::{Encounter, Link, Stage};
use crate::ron_text::{Objection, PathStep, is_default};

/// Where a fight begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// What the fight is called.
    pub title: String,
    /// Key of its rule system.
    pub system: String,
    /// The system's options.
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Record,
    /// The system's tables as they were.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tables: Arc<Tables>,
    /// Sides, in the order added.
    #[serde(default, skip_serializing_if = "is_default")]
    pub factions: Vec<Faction>,
    /// Everyone who takes part, in roster order.
    pub combatants: Vec<Combatant<Record>>,
    /// Bonds between combatants.
    #[serde(default, skip_serializing_if = "is_default")]
    pub links: Vec<Link>,
    /// The system's own state, as saves of format 1 have it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub records: BTreeMap<String, Arc<Record>>,
    /// The system's own state, as typed parts: the word of each, whose it is, what it says.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parts: Vec<(String, Option<Id>, Option<Value>)>,
    /// Round number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: u32,
    /// Whose turn it is, if it is somebody's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: Option<Id>,
    /// How far the fight has come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: Stage,
    /// Who throws dice that are nobody's.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nobodys_roller: Roller,
    /// The GM's notes on the fight.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
    /// What is planned for later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scheduled: Vec<Arc<Scheduled>>,
}

impl Start {
    /// The encounter that it describes.
    ///
    /// # Errors
    /// The first thing that does not fit: an option, a value on somebody's sheet, somebody who does not exist, a name that
    /// stands twice, a number out of range.
    pub fn encounter(
        &self,
        system: &'static str,
        schema: &'static Schema,
    ) -> Result<Encounter, Objection> {
        let known = Known {
            combatants: self.combatants.len(),
            factions: self.factions.len(),
            schema,
        };
        known.start(self)?;
        let options = first(Row::seat(&schema.options, &self.options), "options")?;
        let mut combatants = Vec::with_capacity(self.combatants.len());
        for (nth, one) in self.combatants.iter().enumerate() {
            let seated = first(one.seat(&schema.fields), "sheet");
            let at = |wrong: Objection| wrong.within(nth).within("combatants");
            combatants.push(Arc::new(seated.map_err(at)?));
        }
        let tables = TableSet::seat(schema, &self.tables);
        let mut encounter = Encounter {
            title: self.title.as_str().into(),
            options,
            tables: tables.map_err(|wrong| wrong.within("tables"))?,
            factions: Arc::new(self.factions.clone()),
            combatants: Arc::new(combatants),
            links: self.links.iter().collect(),
            round: self.round,
            turn: self.turn,
            stage: self.stage,
            nobodys_roller: self.nobodys_roller,
            notes: self.notes.as_str().into(),
            scheduled: Arc::new(self.scheduled.clone()),
            ..Encounter::new("", system, schema)
        };
        for (key, record) in &self.records {
            let event = Event::Recorded {
                key: key.clone(),
                record: Some(Arc::clone(record)),
            };
            encounter.accepts(&event).map_err(|wrong| {
                let wrong = Objection::new(wrong.what);
                wrong.within(PathStep::Key(key.clone())).within("records")
            })?;
            encounter.apply(&event);
        }
        for (part, who, value) in &self.parts {
            let event = Event::Kept {
                part: part.clone(),
                who: *who,
                to: Content::Words(value.clone()),
            };
            encounter.apply(&event);
        }
        Ok(encounter)
    }
}

/// The first of what is wrong with a record, if anything is.
fn first<T>(seated: Result<T, Vec<Objection>>, field: &'static str) -> Result<T, Objection> {
    seated.map_err(|wrong| {
        let first = wrong.into_iter().next();
        first.map_or_else(|| Objection::new(""), |wrong| wrong.within(field))
    })
}

impl From<&Encounter> for Start {
    fn from(now: &Encounter) -> Self {
        Self {
            title: now.title.to_string(),
            system: now.system.to_owned(),
            options: now.options.record(),
            tables: Arc::clone(now.tables.words()),
            factions: now.factions.to_vec(),
            combatants: now.combatants.iter().map(|one| one.in_words()).collect(),
            links: now.links.to_vec(),
            records: BTreeMap::new(),
            parts: (now.parts.words().into_iter())
                .map(|(word, who, value)| (word.to_owned(), who, value))
                .collect(),
            round: now.round,
            turn: now.turn,
            stage: now.stage,
            nobodys_roller: now.nobodys_roller,
            notes: now.notes.to_string(),
            scheduled: now.scheduled.to_vec(),
        }
    }
}
