//! Encounter at the start of a fight, as files contain it: with words instead of typed values.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::check::{Known, MOST_COMBATANTS, MOST_SIDES, count, free};
use super::combatant::{Combatant, Roller, Side};
use super::event::Event;
use super::links::Link;
use super::scheduled::{MOST_SCHEDULED, Scheduled};
use super::stage::Stage;
use super::state::Encounter;
use crate::ron_text::{Checked, Objection, PathStep, Within, each, is_default};
use crate::values::{
    Content, Id, MOST_NUMBER, Record, Row, Schema, TableSet, Tables, Value, at_most,
};

/// Start of a fight as files contain it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Title of the fight.
    pub title: String,
    /// Key of the rule system.
    pub system: String,
    #[serde(default, skip_serializing_if = "is_default")]
    pub options: Record,
    /// Tables of the system at the start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tables: Arc<Tables>,
    /// Sides, in the order added.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sides: Vec<Side>,
    /// Combatants, in roster order.
    pub combatants: Vec<Combatant<Record>>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub links: Vec<Link>,
    /// Parts of the system's own state: keyword, owner and content of each.
    #[serde(default, skip_serializing_if = "is_default")]
    pub parts: Vec<(String, Option<Id>, Option<Value>)>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub round: u32,
    /// Combatant whose turn it is, if any.
    #[serde(default, skip_serializing_if = "is_default")]
    pub turn: Option<Id>,
    /// Stage of the fight.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stage: Stage,
    /// Roller of dice without an owner.
    #[serde(default, skip_serializing_if = "is_default")]
    pub environment_roller: Roller,
    /// GM's notes on the fight.
    #[serde(default, skip_serializing_if = "is_default")]
    pub notes: String,
    /// Planned events for later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scheduled: Vec<Arc<Scheduled>>,
}

impl Start {
    /// Returns the encounter with typed values.
    ///
    /// # Errors
    /// Returns the first error: an unknown option, a wrong value on a sheet, a missing combatant, a duplicate name or a
    /// number out of range.
    pub fn encounter(
        &self,
        system: &'static str,
        schema: &'static Schema,
    ) -> Result<Encounter, Objection> {
        let known = Known {
            combatants: self.combatants.len(),
            sides: self.sides.len(),
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
        let tables = TableSet::seat(&schema.tables, &self.tables);
        let mut encounter = Encounter {
            title: self.title.as_str().into(),
            options,
            tables: tables.map_err(|wrong| wrong.within("tables"))?,
            sides: Arc::new(self.sides.clone()),
            combatants: Arc::new(combatants),
            links: self.links.iter().collect(),
            round: self.round,
            turn: self.turn,
            stage: self.stage,
            environment_roller: self.environment_roller,
            notes: self.notes.as_str().into(),
            scheduled: Arc::new(self.scheduled.clone()),
            ..Encounter::new("", system, schema)
        };
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

impl Known {
    /// Checks the start of a fight, except sheets and options, which are checked when they are converted.
    pub(crate) fn start(self, start: &Start) -> Checked {
        at_most(count(&start.sides), MOST_SIDES).within("sides")?;
        at_most(count(&start.combatants), MOST_COMBATANTS).within("combatants")?;
        let mut names = BTreeSet::new();
        let sides = each(&start.sides, |side| {
            free("side", &side.name, names.insert(&side.name))
        });
        sides.within("sides")?;
        let mut names = BTreeSet::new();
        let combatants = each(&start.combatants, |one| {
            let other = Some(&one.other_name).filter(|name| !name.is_empty());
            for name in std::iter::once(&one.name).chain(other) {
                free("combatant", name, names.insert(name))?;
            }
            self.combatant(one)
        });
        combatants.within("combatants")?;
        for (key, table) in start.tables.iter() {
            let step = PathStep::Key(key.clone());
            self.table(table).within(step).within("tables")?;
        }
        each(&start.links, |link| self.link(link)).within("links")?;
        let parts = each(&start.parts, |(part, who, value)| {
            let kept = self.kept(part, *who, &Content::Words(value.clone()));
            kept.map_err(|wrong| Objection::new(wrong.what))
        });
        parts.within("parts")?;
        at_most(count(&start.scheduled), MOST_SCHEDULED).within("scheduled")?;
        each(&start.scheduled, |one| self.scheduled(one)).within("scheduled")?;
        at_most(start.round, MOST_NUMBER).within("round")?;
        self.one(start.turn).within("turn")
    }
}

/// Returns the first error of a record, if there is one.
fn first<T>(seated: Result<T, Vec<Objection>>, field: &'static str) -> Result<T, Objection> {
    seated.map_err(|wrong| {
        let first = wrong.into_iter().next();
        first.map_or_else(|| Objection::new(""), |wrong| wrong.within(field))
    })
}

impl From<&Encounter> for Start {
    fn from(now: &Encounter) -> Self {
        Self::of(now, Combatant::in_words)
    }
}

impl Start {
    /// Returns the encounter with sheets that omit default values, which the rules of a written system in the same save
    /// contain.
    pub(crate) fn without_defaults(now: &Encounter) -> Self {
        Self::of(now, Combatant::without_defaults)
    }

    fn of(now: &Encounter, combatant: impl Fn(&Combatant) -> Combatant<Record>) -> Self {
        Self {
            title: now.title.to_string(),
            system: now.system.to_owned(),
            options: now.options.record(),
            tables: Arc::clone(now.tables.words()),
            sides: now.sides.to_vec(),
            combatants: now.combatants.iter().map(|one| combatant(one)).collect(),
            links: now.links.to_vec(),
            parts: (now.parts.words().into_iter())
                .map(|(word, who, value)| (word.to_owned(), who, value))
                .collect(),
            round: now.round,
            turn: now.turn,
            stage: now.stage,
            environment_roller: now.environment_roller,
            notes: now.notes.to_string(),
            scheduled: now.scheduled.to_vec(),
        }
    }
}
