//! Conversion of a set-up, which may be invalid, into a valid encounter.

use super::join::{arrivals, joining};
use super::newcomer::Newcomer;
use super::{Setup, clean};
use crate::compendium::Compendium;
use crate::dice::Seed;
use crate::encounter::{Encounter, Event, Roller, Scheduled, Timing};
use crate::ron_text::Diagnostic;
use crate::rules::called_words;
use crate::text;
use crate::values::Row;

impl Setup {
    /// Returns the encounter of the set-up. Dice for numbers and hit points are rolled from `seed`.
    pub fn begin(&self, compendium: &Compendium, seed: Seed) -> Result<Encounter, Vec<Diagnostic>> {
        let mut wrong: Vec<Diagnostic> = Vec::new();
        let title = clean(&self.title);
        let title = if title.is_empty() { "Fight" } else { &title };
        let mut start = Encounter::new(title, compendium.key(), compendium.schema);
        start.tables = compendium.tables.clone();
        start.environment_roller = self.environment_roller();
        start.notes = text::sanitize(&self.notes, text::LINE_LIMIT)
            .as_ref()
            .into();
        let unknown = self
            .options
            .0
            .keys()
            .map(|key| compendium.schema.option(key));
        wrong.extend(unknown.filter_map(Result::err).map(Diagnostic::new));
        if wrong.is_empty() {
            match Row::seat(&compendium.schema.options, &self.options) {
                Ok(options) => start.options = options,
                Err(objections) => {
                    wrong.extend(objections.into_iter().map(|one| Diagnostic::new(one.what)))
                }
            }
        }
        if self.system != compendium.key() {
            let systems = (&self.system, compendium.key());
            wrong.push(Diagnostic::new(format!(
                "the fight uses the system `{}`, not `{}`",
                systems.0, systems.1
            )));
        }
        if self.sides.is_empty() {
            wrong.push(Diagnostic::new("the fight has no sides: add a side"));
        }
        for side in &self.sides {
            let mut side = side.side();
            let mut members = self.combatants.iter();
            let of_party = members.find(|one| !one.party.is_empty() && one.side == side.name);
            side.party = of_party.map_or_else(String::new, |one| one.party.clone());
            if side.name.is_empty() {
                wrong.push(Diagnostic::new("a side has no name"));
                continue;
            }
            let sided = Event::Sided { side };
            match start.accepts(&sided) {
                Ok(()) => start.apply(&sided),
                Err(why) => wrong.push(Diagnostic::new(why.what)),
            }
        }
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let at_once = |one: &&Newcomer| one.at.is_none();
        let first: Vec<Newcomer> = self.combatants.iter().filter(at_once).cloned().collect();
        for event in joining(&start, compendium, &first, seed, false)? {
            match start.accepts(&event) {
                Ok(()) => start.apply(&event),
                Err(why) => return Err(vec![Diagnostic::new(why.what)]),
            }
        }
        for scheduled in self.later(&start, compendium, seed)? {
            let event = Event::Scheduled(scheduled.into());
            match start.accepts(&event) {
                Ok(()) => start.apply(&event),
                Err(why) => return Err(vec![Diagnostic::new(why.what)]),
            }
        }
        Ok(start)
    }

    /// Returns the planned events of a fight with this start: waves, then events in words.
    fn later(
        &self,
        start: &Encounter,
        compendium: &Compendium,
        seed: Seed,
    ) -> Result<Vec<Scheduled>, Vec<Diagnostic>> {
        let mut later = Vec::new();
        let mut trial = start.clone();
        // Combatants with the same time arrive together, regardless of their position in the list.
        let mut waves: Vec<(&Timing, Vec<Newcomer>)> = Vec::new();
        for one in &self.combatants {
            let Some(when) = &one.at else {
                continue;
            };
            match waves.iter_mut().find(|(at, _)| *at == when) {
                Some((_, wave)) => wave.push(one.clone()),
                None => waves.push((when, vec![one.clone()])),
            }
        }
        for (when, wave) in waves {
            let due = when
                .due(start)
                .map_err(|what| vec![Diagnostic::at(wave[0].place.as_ref(), what)])?;
            let arriving = arrivals(&trial, compendium, &wave, seed)?;
            // Later combatants get the following numbers.
            for one in &arriving {
                trial.apply(&Event::Joined {
                    combatant: one.combatant.clone(),
                });
            }
            later.push(Scheduled {
                when: due,
                text: String::new(),
                arriving,
                hidden: false,
                save: String::new(),
            });
        }
        for event in &self.events {
            let due = event.at.due(start);
            if !event.save.is_empty() {
                let read = called_words::read(compendium.system(), start, &event.save);
                read.map_err(|what| vec![Diagnostic::at(event.place.as_ref(), what)])?;
            }
            later.push(Scheduled {
                save: event.save.clone(),
                when: due.map_err(|what| vec![Diagnostic::at(event.place.as_ref(), what)])?,
                text: text::sanitize(event.text.trim(), text::LINE_LIMIT).into_owned(),
                arriving: Vec::new(),
                hidden: event.hidden,
            });
        }
        Ok(later)
    }

    /// Sets every roller to typed unless the set-up says otherwise, for tests.
    #[must_use]
    pub fn all_asked(mut self) -> Self {
        for side in &mut self.sides {
            side.rolls = side.rolls.or(Some(Roller::Typed));
        }
        self.environment_roller = self.environment_roller.or(Some(Roller::Typed));
        self
    }
}
