//! A fight before it begins. What somebody typed or a file says is a [`Setup`] and may be nonsense; the [`Encounter`] that
//! [`Setup::begin`] makes of it never is.

mod file;
mod join;
mod party;
mod write;

use super::compendium::{Compendium, Creature, at};
use crate::dice::{Dice, Seed};
use crate::encounter::{
    Condition, Due, Encounter, Event, Faction, Record, Roller, Row, Scheduled, unknown,
};
use crate::ron_text::{Diagnostic, Place};
use crate::text;

pub use file::{read, read_node};
pub(crate) use file::{system_of, title_of};
pub use join::newcomers;
pub(crate) use join::{arrivals, average, free_name};
pub use party::between_fights;
pub(crate) use party::{able, left_behind, roll_call, stands};
pub use write::write;

/// A fight as somebody wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the fight is called; "Fight" if nothing.
    pub title: String,
    /// Key of the rule system.
    pub system: String,
    /// One line for lists of fights.
    pub blurb: String,
    /// Options that differ from the contract's reading.
    pub options: Record,
    /// Sides, in order.
    pub factions: Vec<Side>,
    /// Who fights, in order.
    pub combatants: Vec<Newcomer>,
    /// Who throws dice that are nobody's.
    pub nobodys_roller: Roller,
    /// The GM's notes on the fight.
    pub notes: String,
    /// What is planned for later besides those who come later.
    pub events: Vec<Planned>,
}

impl Setup {
    /// Who throws dice that are nobody's where nothing else is said: the table, if it throws for every side.
    pub(crate) fn usual_for_nobody(&self) -> Roller {
        let typed = |side: &Side| side.faction().roller == Roller::Asked;
        if !self.factions.is_empty() && self.factions.iter().all(typed) {
            Roller::Asked
        } else {
            Roller::Rolled
        }
    }

    /// An empty set-up of a system.
    pub fn new(system: &str) -> Self {
        Self {
            title: String::new(),
            system: system.to_owned(),
            blurb: String::new(),
            options: Record::new(),
            factions: Vec::new(),
            combatants: Vec::new(),
            nobodys_roller: Roller::Rolled,
            notes: String::new(),
            events: Vec::new(),
        }
    }
}

/// A side as somebody wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Whether players run it.
    pub players: bool,
    /// Who throws its dice; left out, players' dice are asked for and others fly.
    pub rolls: Option<Roller>,
}

impl Side {
    fn faction(&self) -> Faction {
        let usual = if self.players {
            Roller::Asked
        } else {
            Roller::Rolled
        };
        Faction {
            name: clean(&self.name),
            roller: self.rolls.unwrap_or(usual),
            players: self.players,
            party: String::new(),
        }
    }
}

/// When something happens, its side by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// When this round begins.
    Round(u32),
    /// When half of a side are down or gone.
    Half(String),
    /// When the GM says so.
    Called,
}

/// Something planned for later, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// When.
    pub at: At,
    /// What the log says then.
    pub text: String,
    /// Whether the players read nothing of it.
    pub hidden: bool,
    /// Where it stands, if in a file.
    pub place: Option<Place>,
}

/// How many of a kind come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// So many.
    Fixed(u32),
    /// As many as these dice say.
    Dice(Dice),
}

/// How many hit points somebody gets.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum HitPoints {
    /// As the sheet says.
    #[default]
    Sheet,
    /// So many.
    Fixed(i64),
    /// Rolled for each one, on these dice or those of the sheet.
    Rolled(Option<Dice>),
    /// The average of these dice or those of the sheet, rounded down.
    Average(Option<Dice>),
    /// The most of these dice or those of the sheet.
    Maximum(Option<Dice>),
}

/// One or several alike who are to take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Newcomer {
    /// The party that they are of; "" for others. Of one without a `from` all come who can.
    pub party: String,
    /// Name in the party or the roster; "" for somebody with a sheet of their own, or improvised with hit points only.
    pub from: String,
    /// Name in the fight; "" for the one in the roster.
    pub name: String,
    /// Name of the side.
    pub faction: String,
    /// How many.
    pub count: Count,
    /// Their hit points.
    pub hit_points: HitPoints,
    /// The group for morale and the like; "" for the faction's name.
    pub group: String,
    /// Hidden from the players' view.
    pub hidden: bool,
    /// What is the case with them from the start.
    pub conditions: Vec<Condition>,
    /// Bonds: kind, and the name of the other.
    pub links: Vec<(String, String)>,
    /// Who throws their dice, where that differs from the faction.
    pub rolls: Option<Roller>,
    /// When they come, if not at the beginning. Neighbours in the list who come at the same time are one wave.
    pub at: Option<At>,
    /// The GM's notes.
    pub notes: String,
    /// Fields of the sheet, over those of the roster.
    pub sheet: Record,
    /// Where it stands, if in a file.
    pub place: Option<Place>,
}

impl Default for Newcomer {
    fn default() -> Self {
        Self {
            party: String::new(),
            from: String::new(),
            name: String::new(),
            faction: String::new(),
            count: Count::Fixed(1),
            hit_points: HitPoints::Sheet,
            group: String::new(),
            hidden: false,
            conditions: Vec::new(),
            links: Vec::new(),
            rolls: None,
            at: None,
            notes: String::new(),
            sheet: Record::new(),
            place: None,
        }
    }
}

impl At {
    /// When it happens, in a few words: "in round 4".
    pub fn told(&self) -> String {
        match self {
            At::Round(round) => format!("in round {round}"),
            At::Half(side) => format!("when half of {side} are down"),
            At::Called => "when called".to_owned(),
        }
    }

    /// The same with its side as the fight has it.
    pub(crate) fn due(&self, now: &Encounter) -> Result<Due, String> {
        Ok(match self {
            At::Round(round) => Due::Round(*round),
            At::Half(name) => {
                let found = now
                    .faction_ids()
                    .find(|id| now.faction_name(*id) == name.trim());
                let names = now.factions.iter().map(|side| side.name.as_str());
                Due::Half(found.ok_or_else(|| unknown("faction", name, names))?)
            }
            At::Called => Due::Called,
        })
    }
}

impl Newcomer {
    /// So many out of a roster, for a side.
    pub fn from_roster(from: &str, count: u32, faction: &str) -> Self {
        Self {
            from: from.to_owned(),
            count: Count::Fixed(count),
            faction: faction.to_owned(),
            ..Self::default()
        }
    }

    /// Somebody with a name and hit points only, for a side.
    pub fn improvised(name: &str, hit_points: i64, faction: &str) -> Self {
        Self {
            name: name.to_owned(),
            hit_points: HitPoints::Fixed(hit_points),
            faction: faction.to_owned(),
            ..Self::default()
        }
    }

    /// The same with the average in the place of hit points that are rolled.
    #[must_use]
    pub(crate) fn likely(&self) -> Self {
        let hit_points = match &self.hit_points {
            HitPoints::Rolled(dice) => HitPoints::Average(dice.clone()),
            other => other.clone(),
        };
        Self {
            hit_points,
            ..self.clone()
        }
    }

    /// The values of the whole sheet: those of the roster, or of somebody improvised, with its own over them. Hit points
    /// are not rolled ([`Newcomer::likely`]).
    ///
    /// # Errors
    /// When nobody is called so in the roster, or there are no dice for the hit points.
    pub(crate) fn whole(&self, compendium: &Compendium) -> Result<Record, String> {
        join::whole(compendium, self, join::average)
    }

    /// The combatant of the party or the roster that is meant, if one is.
    pub(crate) fn creature<'b>(
        &self,
        compendium: &'b Compendium,
    ) -> Result<Option<&'b Creature>, String> {
        match (self.party.is_empty(), self.from.is_empty()) {
            (_, true) => Ok(None),
            (true, false) => compendium.creature(&self.from).map(Some),
            (false, false) => compendium.party(&self.party)?.member(&self.from).map(Some),
        }
    }
}

impl Setup {
    /// The encounter that this makes. Dice that are asked for here (numbers, hit points) fly from `seed`.
    pub fn begin(&self, compendium: &Compendium, seed: Seed) -> Result<Encounter, Vec<Diagnostic>> {
        let mut wrong: Vec<Diagnostic> = Vec::new();
        let title = clean(&self.title);
        let title = if title.is_empty() { "Fight" } else { &title };
        let mut start = Encounter::new(title, compendium.key(), compendium.schema);
        start.tables = compendium.tables.clone();
        start.nobodys_roller = self.nobodys_roller;
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
                "the fight is of the system `{}`, not of `{}`",
                systems.0, systems.1
            )));
        }
        if self.factions.is_empty() {
            wrong.push(Diagnostic::new("there is no faction: add one"));
        }
        for side in &self.factions {
            let mut faction = side.faction();
            let mut members = self.combatants.iter();
            let of_party = members.find(|one| !one.party.is_empty() && one.faction == side.name);
            faction.party = of_party.map_or_else(String::new, |one| one.party.clone());
            if faction.name.is_empty() {
                wrong.push(Diagnostic::new("a faction has no name"));
                continue;
            }
            let sided = Event::Sided { faction };
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
        for event in join::joining(&start, compendium, &first, seed, false)? {
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

    /// What happens later in a fight that begins so: waves, then events in words.
    fn later(
        &self,
        start: &Encounter,
        compendium: &Compendium,
        seed: Seed,
    ) -> Result<Vec<Scheduled>, Vec<Diagnostic>> {
        let mut later = Vec::new();
        let mut trial = start.clone();
        // Whoever comes at the same time comes together, wherever they stand in the list.
        let mut waves: Vec<(&At, Vec<Newcomer>)> = Vec::new();
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
                .map_err(|what| vec![at(wave[0].place.as_ref(), what)])?;
            let arriving = arrivals(&trial, compendium, &wave, seed)?;
            // Later ones are numbered behind these.
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
            });
        }
        for event in &self.events {
            let due = event.at.due(start);
            later.push(Scheduled {
                when: due.map_err(|what| vec![at(event.place.as_ref(), what)])?,
                text: text::sanitize(event.text.trim(), text::LINE_LIMIT).into_owned(),
                arriving: Vec::new(),
                hidden: event.hidden,
            });
        }
        Ok(later)
    }

    /// The same with all dice asked for that the set-up does not say otherwise of, as tests want them.
    #[must_use]
    pub fn all_asked(mut self) -> Self {
        for side in &mut self.factions {
            side.rolls = side.rolls.or(Some(Roller::Asked));
        }
        self.nobodys_roller = Roller::Asked;
        self
    }
}

/// A name as it may be shown.
fn clean(name: &str) -> String {
    text::sanitize(name.trim(), text::NAME_LIMIT).into_owned()
}
