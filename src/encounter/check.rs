//! Checks that Affray could have written the data in a file. One function for each kind of data checks that every
//! combatant exists, that numbers are in range and that rolls add up. No data from a file is used before this check.
//! Input from users and rules is checked here too, so that every save can be read.

use super::combatant::Combatant;
use super::condition::{Condition, Giver, moment_in};
use super::condition_ends::{Ends, FIRST_MOMENT};
use super::event::{Event, HealthChange, Need, Throw};
use super::links::Link;
use super::scheduled::{Due, MOST_SCHEDULED, Scheduled};
use super::state::Encounter;
use crate::dice::Tally;
use crate::ron_text::{Checked, Objection, PathStep, Within, each};
use crate::values::{
    Content, Id, MOST_NUMBER, Record, Schema, SideId, Table, Told, Value, at_most, number, unknown,
};

/// Maximum number of combatants in a fight, including former combatants.
pub(crate) const MOST_COMBATANTS: usize = 10_000;
/// Maximum number of sides in a fight.
pub(crate) const MOST_SIDES: usize = 100;
/// Maximum adjustment of a roll by the GM, up or down.
pub(crate) const MOST_ADJUSTMENT: i64 = 1_000;
/// Numbers of combatants and sides that data may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub combatants: usize,
    pub sides: usize,
    /// Schema of the sheets.
    pub schema: &'static Schema,
}

fn tally(tally: &Tally) -> Checked {
    each(&tally.parts, |part| number(part.value).within("value")).within("parts")
}

fn throw_adds_up(throw: &Throw) -> Checked {
    tally(&throw.bonus).within("bonus")?;
    tally(&throw.reasons).within("reasons")?;
    let needed = throw.need.as_ref().map_or(0, |need| match need {
        Need::AtMost(needed) | Need::AtLeast(needed) => *needed,
    });
    number(needed).within(0).within("need")?;
    let made_of = throw.reasons.total();
    // Results that always fail limit the greatest total, but not its parts: 95 of 98 if 96 to 100 always fail.
    let fits = match throw.need {
        Some(Need::AtMost(_)) => made_of >= needed,
        _ => made_of == needed,
    };
    if throw.need.is_some() && !throw.reasons.is_empty() && !fits {
        let wrong = format!(
            "the parts of the target number add up to {made_of}, not {needed}: write {made_of}"
        );
        return Err(Objection::new(wrong)).within(0).within("need");
    }
    if let Err(bad) = throw.dice.check(&throw.faces) {
        return Err(Objection::new(bad.to_string())).within("faces");
    }
    let total = throw.dice.total(&throw.faces) + throw.bonus.total();
    if throw.total == total {
        Ok(())
    } else {
        let wrong = format!(
            "the dice and modifiers add up to {total}, not {}: write {total}",
            throw.total
        );
        Err(Objection::new(wrong)).within("total")
    }
}

fn nobody<T>(what: &str, number: u32, many: usize) -> Result<T, Objection> {
    let remedy = match many {
        0 => "remove it".to_owned(),
        1 => "the only number is 0".to_owned(),
        _ => format!("write a number from 0 to {}", many - 1),
    };
    Err(Objection::new(format!(
        "{what} {number} does not exist: {remedy}"
    )))
}

impl Known {
    /// Counts the contents of an encounter.
    pub(crate) fn of(now: &Encounter) -> Self {
        Self {
            combatants: now.combatants.len(),
            sides: now.sides.len(),
            schema: now.schema,
        }
    }

    /// Adds the combatants and sides that events bring in.
    #[must_use]
    pub(crate) fn and_from<'e>(mut self, events: impl IntoIterator<Item = &'e Event>) -> Self {
        for event in events {
            self.combatants += usize::from(matches!(event, Event::Joined { .. }));
            self.sides += usize::from(matches!(event, Event::Sided { .. }));
        }
        self
    }

    pub(crate) fn id(self, id: Id) -> Checked {
        if id.index() < self.combatants {
            return Ok(());
        }
        nobody("combatant", id.0, self.combatants)
    }

    /// Checks a list of combatants.
    pub(crate) fn ids<'i>(self, ids: impl IntoIterator<Item = &'i Id>) -> Checked {
        each(ids, |id| self.id(*id))
    }

    /// Checks an optional combatant; the error has no list index.
    pub(crate) fn one(self, id: Option<Id>) -> Checked {
        id.map_or(Ok(()), |id| self.id(id))
    }

    pub(crate) fn side(self, side: SideId) -> Checked {
        if side.index() < self.sides {
            return Ok(());
        }
        nobody("side", side.0, self.sides)
    }

    /// Checks a value anywhere in the data.
    pub(crate) fn value(self, value: &Value) -> Checked {
        let checked = match value {
            Value::Int(int) => number(*int),
            Value::Who(ids) => self.ids(ids),
            Value::Sides(sides) => each(sides, |side| self.side(*side)),
            Value::List(rows) => each(rows, |row| self.record(row)),
            Value::Record(record) => self.record(record),
            Value::Values(values) => each(values, |value| self.value(value)),
            Value::Said(said) => self.ids(&said.about()),
            Value::Flag(_) | Value::Word(_) | Value::Dice(_) => Ok(()),
        };
        checked.within(0)
    }

    pub(crate) fn values<'v>(
        self,
        values: impl IntoIterator<Item = (&'v String, &'v Value)>,
    ) -> Checked {
        values
            .into_iter()
            .try_for_each(|(key, value)| self.value(value).within(PathStep::Key(key.clone())))
    }

    pub(crate) fn record(self, record: &Record) -> Checked {
        self.values(&record.0)
    }

    pub(crate) fn table(self, table: &Table) -> Checked {
        table.ascending()?;
        each(&table.rows, |row| self.record(&row.cells).within("cells")).within("rows")
    }

    pub(crate) fn condition(self, condition: &Condition) -> Checked {
        self.one(condition.by).within("by")?;
        number(condition.value).within("value")?;
        self.told(&condition.cause).within("cause")?;
        let ends = match &condition.ends {
            Ends::EndOfRound(round) => at_most(*round, MOST_NUMBER),
            Ends::At(word) => self.moment(word),
            Ends::Turn {
                moment,
                whose,
                latest,
                from,
            } => self
                .moment(moment)
                .and_then(|()| self.id(*whose))
                .and_then(|()| at_most(*latest, MOST_NUMBER))
                .and_then(|()| at_most(*from, MOST_NUMBER)),
            Ends::WhenCleared => Ok(()),
        };
        ends.within(0).within("ends")
    }

    /// Checks the giver of a condition.
    fn giver(self, giver: Giver) -> Checked {
        match giver {
            Giver::Any => Ok(()),
            Giver::One(by) => self.one(by).within(0),
        }
    }

    /// Checks the trigger that ends a condition.
    fn moment(self, word: &str) -> Checked {
        if word == FIRST_MOMENT {
            return Ok(());
        }
        self.schema.moment(word).map(drop).map_err(Objection::new)
    }

    /// Checks the triggers of conditions inside a part of the system's state.
    fn moments(self, value: &Value) -> Checked {
        match value {
            Value::Record(record) => match moment_in(record) {
                Some(word) => self.moment(word),
                None => record.0.values().try_for_each(|value| self.moments(value)),
            },
            Value::Values(values) => values.iter().try_for_each(|value| self.moments(value)),
            _ => Ok(()),
        }
    }

    pub(crate) fn link(self, link: &Link) -> Checked {
        self.id(link.from).within("from")?;
        self.id(link.to).within("to")?;
        if link.from == link.to {
            let wrong = "a link needs two different combatants";
            return Err(Objection::new(wrong)).within("to");
        }
        Ok(())
    }

    /// Checks a joining combatant, including the sheet.
    pub(crate) fn newcomer(self, combatant: &Combatant<Record>) -> Checked {
        free("combatant", &combatant.name, true)?;
        self.combatant(combatant)?;
        let wrong = self.schema.fields.misfits(&combatant.sheet);
        match wrong.into_iter().next() {
            Some(wrong) => Err(wrong.within("sheet")),
            None => Ok(()),
        }
    }

    /// Checks a combatant without the sheet.
    pub(crate) fn combatant(self, combatant: &Combatant<Record>) -> Checked {
        self.side(combatant.side).within("side")?;
        each(&combatant.conditions, |one| self.condition(one)).within("conditions")
    }

    pub(crate) fn scheduled(self, scheduled: &Scheduled) -> Checked {
        let when = match scheduled.when {
            Due::Round(round) => at_most(round, MOST_NUMBER),
            Due::HalfDown(side) => self.side(side),
            Due::Manual => Ok(()),
        };
        when.within(0).within("when")?;
        let arriving = each(&scheduled.arriving, |one| {
            self.newcomer(&one.combatant).within("combatant")
        });
        arriving.within("arriving")
    }

    /// Checks a part of the system's own state.
    pub(crate) fn kept(self, part: &str, who: Option<Id>, to: &Content) -> Checked {
        self.one(who).within("who")?;
        let Some(kind) = self.schema.part(part) else {
            let words = self.schema.parts.iter().map(|kind| kind.word);
            return Err(Objection::new(unknown("part", part, words)).within("part"));
        };
        if kind.each != who.is_some() {
            let wrong = if kind.each {
                format!("`{part}` belongs to a combatant: add the combatant")
            } else {
                format!("`{part}` belongs to the fight: remove the combatant")
            };
            return Err(Objection::new(wrong).within("who"));
        }
        // Typed parts come from the rules and are checked in debug builds only.
        let made = match to {
            Content::Typed(held) if cfg!(debug_assertions) => held.words(),
            Content::Typed(_) | Content::Words(_) => None,
        };
        let words = match to {
            Content::Words(words) => words.as_ref(),
            Content::Typed(_) => made.as_ref(),
        };
        let fits = words.map_or(Ok(()), |words| {
            self.value(words)?;
            self.moments(words)
        });
        fits.within("to")?;
        match kind.read(to) {
            Ok(_) => Ok(()),
            Err(wrong) => Err(Objection::new(wrong).within("to")),
        }
    }

    /// Checks that the combatants in the facts of a text exist.
    fn told(self, told: &Told) -> Checked {
        self.ids(&told.about())
    }

    /// Checks an event without the encounter that it changes. [`Encounter::accepts`] checks the rest.
    pub fn event(self, event: &Event) -> Checked {
        match event {
            Event::Act {
                who, about, text, ..
            } => {
                self.one(*who).within("who")?;
                self.ids(about).within("about")?;
                self.told(text).within("text")
            }
            Event::Noted { about, text, .. } => {
                self.ids(about).within("about")?;
                self.told(text).within("text")
            }
            Event::Amended { about, .. } => self.ids(about).within("about"),
            Event::Rolled(throw) => {
                let whose = self.one(throw.who).within("who");
                let what = whose.and_then(|()| self.told(&throw.what).within("what"));
                let told = what.and_then(|()| self.told(&throw.told).within("told"));
                told.and_then(|()| throw_adds_up(throw)).within(0)
            }
            Event::Struck { by, who, .. } => {
                self.id(*by).within("by")?;
                self.id(*who).within("who")
            }
            Event::Landed { by, who, amount } => {
                self.id(*by).within("by")?;
                self.id(*who).within("who")?;
                number(*amount).within("amount")
            }
            Event::Changed {
                who,
                at,
                from,
                to,
                label,
                health,
                cause,
            } => {
                self.id(*who).within("who")?;
                self.told(label).within("label")?;
                let amount = health.as_ref().and_then(HealthChange::amount);
                number(amount.unwrap_or_default()).within("health")?;
                self.told(cause).within("cause")?;
                for (value, field) in [(from, "from"), (to, "to")] {
                    let held = value.as_ref().map_or(Ok(()), |value| self.value(value));
                    held.within(field)?;
                }
                let field = self
                    .schema
                    .fields
                    .at(at)
                    .map_err(|wrong| wrong.within("at"))?;
                let fits = match to {
                    Some(value) => field.check(value),
                    None if field.required => Err(field.missing()),
                    None => Ok(()),
                };
                fits.within("to")
            }
            Event::Gained {
                who,
                condition,
                replaces,
                label,
            } => {
                self.id(*who).within("who")?;
                self.told(label).within("label")?;
                self.condition(condition).within("condition")?;
                self.giver(*replaces).within("replaces")
            }
            Event::Lost {
                who,
                giver,
                label,
                cause,
                ..
            } => {
                self.id(*who).within("who")?;
                self.told(label).within("label")?;
                self.told(cause).within("cause")?;
                self.giver(*giver).within("giver")
            }
            Event::Linked(link) | Event::Unlinked(link) => self.link(link).within(0),
            Event::Adjusted { who, by } => {
                self.one(*who).within("who")?;
                let range = -MOST_ADJUSTMENT..=MOST_ADJUSTMENT;
                let wrong = || {
                    let text =
                        format!("{by} is not between -{MOST_ADJUSTMENT} and {MOST_ADJUSTMENT}");
                    Objection::new(text)
                };
                let fits = range.contains(by).then_some(()).ok_or_else(wrong);
                fits.within("by")
            }
            Event::Kept { part, who, to } => self.kept(part, *who, to),
            Event::Round { number, text } => {
                at_most(*number, MOST_NUMBER).within("number")?;
                self.told(text).within("text")
            }
            Event::Turn { who } => self.one(*who).within("who"),
            Event::Joined { combatant } => self.newcomer(combatant).within("combatant"),
            Event::Scheduled(scheduled) => self.scheduled(scheduled).within(0),
            // Only the encounter knows if the index exists.
            Event::Unscheduled { .. } => Ok(()),
            Event::CameDue { text, .. } | Event::Staged { text, .. } => {
                self.told(text).within("text")
            }
            Event::Edited { who, side, .. } => {
                self.id(*who).within("who")?;
                side.map_or(Ok(()), |side| self.side(side).within("side"))
            }
            Event::Left { who, .. }
            | Event::Returned { who }
            | Event::Hid { who, .. }
            | Event::CombatantRoller { who, .. }
            | Event::CombatantControl { who, .. } => self.id(*who).within("who"),
            Event::SideRoller { side, .. }
            | Event::SideControl { side, .. }
            | Event::Fielded { side, .. } => self.side(*side).within("side"),
            Event::Led { who, side, .. } => {
                self.one(*who).within("who")?;
                side.map_or(Ok(()), |side| self.side(side).within("side"))
            }
            Event::Sided { .. }
            | Event::Meanwhile { .. }
            | Event::EnvironmentRoller { .. }
            | Event::Notes { .. } => Ok(()),
        }
    }
}

/// Returns the length of a list as a `u32`.
pub(crate) fn count<T>(all: &[T]) -> u32 {
    u32::try_from(all.len()).unwrap_or(u32::MAX)
}

impl Encounter {
    /// Returns `true` if the events can happen one after another.
    pub(crate) fn takes(&self, events: &[Event]) -> bool {
        let mut trial = self.clone();
        events.iter().all(|event| {
            let fits = trial.accepts(event).is_ok();
            trial.apply(event);
            fits
        })
    }

    /// Checks that a word typed for a field names a table row, if the field needs a table row. Words in saved fights
    /// are not checked.
    pub(crate) fn names_rows(&self, event: &Event) -> Checked {
        match event {
            Event::Changed { at, to, .. } => {
                let field = self.schema.fields.at(at)?;
                self.tables.names(field, to.as_ref())
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if a combatant besides `but` has this name, or the players see it under this name.
    pub(crate) fn is_taken(&self, name: &str, but: Option<Id>) -> bool {
        let mut others = self.ids().filter(|id| Some(*id) != but);
        others.any(|id| self.get(id).is_called(name))
    }

    /// Checks that an event can happen in this encounter.
    ///
    /// # Errors
    /// If the event contains a missing combatant, a number out of range, an unknown path, a name in use or a roll that
    /// does not add up.
    pub fn accepts(&self, event: &Event) -> Checked {
        Known::of(self).event(event)?;
        match event {
            Event::Changed { who, at, .. } => {
                if self.get(*who).sheet.leads(at) {
                    return Ok(());
                }
                let name = self.name(*who);
                let wrong =
                    format!("`{at}` is beyond the end of the list of {name}: write a lower number");
                Err(Objection::new(wrong)).within("at")
            }
            Event::Sided { side } => {
                let taken = self.sides.iter().any(|old| old.name == side.name);
                let room = self.sides.len() < MOST_SIDES;
                room_for("sides", MOST_SIDES, room)?;
                free("side", &side.name, !taken).within("side")
            }
            Event::Joined { combatant } => {
                let room = self.combatants.len() < MOST_COMBATANTS;
                room_for("combatants", MOST_COMBATANTS, room)?;
                let other = Some(&combatant.other_name).filter(|name| !name.is_empty());
                for name in std::iter::once(&combatant.name).chain(other) {
                    let free_name = free("combatant", name, !self.is_taken(name, None));
                    free_name.within("combatant")?;
                }
                Ok(())
            }
            Event::Scheduled(_) => {
                let room = self.scheduled.len() < MOST_SCHEDULED;
                room_for("planned events", MOST_SCHEDULED, room)
            }
            Event::CameDue { place, .. } | Event::Unscheduled { place } => {
                let many = count(&self.scheduled);
                if *place < many {
                    return Ok(());
                }
                let wrong = format!("only {many} are planned: write a lower number");
                Err(Objection::new(wrong)).within("place")
            }
            Event::Edited {
                who,
                name,
                other_name,
                ..
            } => {
                let other = other_name.iter().filter(|name| !name.is_empty());
                for name in name.iter().chain(other) {
                    free("combatant", name, !self.is_taken(name, Some(*who)))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

fn room_for(what: &str, most: usize, room: bool) -> Checked {
    if room {
        return Ok(());
    }
    Err(Objection::new(format!("a fight has at most {most} {what}")))
}

/// Checks that a name is not empty and not in use.
pub(crate) fn free(what: &str, name: &str, free: bool) -> Checked {
    let wrong = match name.trim() {
        "" => format!("a {what} needs a name: write a name"),
        _ if free => return Ok(()),
        _ => format!("a {what} called {name} exists already: write another name"),
    };
    Err(Objection::new(wrong)).within("name")
}
