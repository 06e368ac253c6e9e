//! State of a fight ([`Encounter`]) and read access to it.
//!
//! The module is independent of rule systems, the screen, files, the clock and randomness.

use std::borrow::Cow;
use std::sync::Arc;

use super::combatant::{Combatant, Roller, Side, TypedRolls};
use super::leading::Control;
use super::links::{Link, Links};
use super::says;
use super::scheduled::Scheduled;
use super::stage::Stage;
use crate::text::listed;
use crate::values::{
    Fields, Id, Parts, Reader, Row, Schema, SentenceTable, SideId, TableSet, Told,
};

/// Complete state of a fight at one point. Only events change it. A copy shares its data with the original until it is
/// changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Title of the fight.
    pub title: Arc<str>,
    /// Key of the rule system.
    pub system: &'static str,
    /// Schema of the system's values.
    pub schema: &'static Schema,
    /// Options of the fight, complete.
    pub options: Row,
    /// Tables of the system at the start of the fight.
    pub tables: TableSet,
    /// Sides, in the order added.
    pub sides: Arc<Vec<Side>>,
    /// Present and former combatants, in the order joined (the roster order); an [`Id`] is an index here.
    pub combatants: Arc<Vec<Arc<Combatant>>>,
    pub links: Links,
    /// Parts of the system's own state.
    pub parts: Parts,
    /// Number of the round; 0 before the first round and in a bonus round before it.
    pub round: u32,
    /// Combatant whose turn it is, if any.
    pub turn: Option<Id>,
    /// Stage of the fight.
    pub stage: Stage,
    /// Roller of dice without an owner (scatter, group morale).
    pub environment_roller: Roller,
    /// GM's notes on the fight.
    pub notes: Arc<str>,
    /// Planned events for later, in the order planned.
    pub scheduled: Arc<Vec<Arc<Scheduled>>>,
    /// True if titles, hints and log sentences are needed ([`crate::say!`]). False in a simulated fight, which takes 2 %
    /// (Split Round) to 19 % (Alternation) more instructions if it formats them: `affray odds`, 24 fights of an encounter
    /// of each system, 1 December 2026.
    pub heard: bool,
}

/// Creates an empty encounter without a system, for the screen's own questions.
impl Default for Encounter {
    fn default() -> Self {
        static NOTHING: Schema = Schema {
            description: String::new(),
            fields: Fields(Vec::new()),
            conditions: Vec::new(),
            own_turns: false,
            minute: 0,
            moments: Vec::new(),
            options: Fields(Vec::new()),
            hit_points: String::new(),
            hit_dice: String::new(),
            bonds: Vec::new(),
            rides: "",
            tables: Vec::new(),
            parts: Vec::new(),
            sentences: Vec::new(),
        };
        Self::new("", "", &NOTHING)
    }
}

impl Encounter {
    /// Creates an empty encounter of a system, with the default options.
    pub fn new(title: &str, system: &'static str, schema: &'static Schema) -> Self {
        Self {
            title: title.into(),
            system,
            schema,
            options: Row::new(&schema.options),
            tables: TableSet::default(),
            sides: Arc::default(),
            combatants: Arc::default(),
            links: Links::default(),
            parts: Parts::default(),
            round: 0,
            turn: None,
            stage: Stage::Setup,
            environment_roller: Roller::Rolled,
            notes: "".into(),
            scheduled: Arc::default(),
            heard: true,
        }
    }

    /// Returns `true` while the fight is in progress.
    pub fn fighting(&self) -> bool {
        self.stage == Stage::Fighting
    }

    /// Returns `true` after the end of the fight and between fights.
    pub fn over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Between)
    }

    /// Returns the combatant with this id.
    ///
    /// # Panics
    /// If there is no such combatant. Ids come from this encounter, and ids from files are checked first.
    pub fn get(&self, id: Id) -> &Combatant {
        &self.combatants[id.index()]
    }

    /// Returns the combatant with this id, if there is one.
    pub fn find(&self, id: Id) -> Option<&Combatant> {
        self.combatants
            .get(id.index())
            .map(|combatant| &**combatant)
    }

    /// Returns `true` for a combatant with a condition that means death.
    pub fn dead(&self, id: Id) -> bool {
        let is_fatal = |key: &str| self.schema.condition(key).is_ok_and(|spec| spec.fatal);
        self.get(id).conditions.iter().any(|one| is_fatal(&one.key))
    }

    /// Returns the name of a combatant.
    pub fn name(&self, id: Id) -> &str {
        &self.get(id).name
    }

    /// Returns the name of a combatant for the log, where an undone newcomer may be missing.
    fn name_of(&self, id: Id) -> &str {
        self.find(id).map_or("somebody", |one| one.name.as_str())
    }

    /// Returns the content of a log line in words.
    pub fn told<'t>(&self, told: &'t Told) -> Cow<'t, str> {
        told.told(self.sentence_tables(), self)
    }

    fn sentence_tables(&self) -> impl Iterator<Item = &'static SentenceTable> {
        let tables = self.schema.sentences.iter().copied();
        tables.chain([&says::SENTENCES])
    }

    /// Returns the content of a log line in words for readers who see no numbers.
    pub(crate) fn told_without_numbers<'t>(&self, told: &'t Told) -> Cow<'t, str> {
        told.told(self.sentence_tables(), &WithoutNumbers(self))
    }

    /// Returns the content of a log line in words for short logs; "" for an amount that another line shows.
    pub(super) fn told_briefly<'t>(&self, told: &'t Told) -> Cow<'t, str> {
        told.told(self.sentence_tables(), &Brief(self))
    }

    /// Returns `true` for a sentence that announces the beginning of a turn.
    pub(super) fn begins_turn(&self, told: &Told) -> bool {
        match told {
            Told::Plain(_) => false,
            Told::Said(said) => self.sentence_tables().any(|table| table.begins_turn(said)),
        }
    }

    /// Returns the names of several combatants as a sentence lists them: "Una", "Una and Vic", "Una, Vic and Wim".
    pub fn names(&self, ids: &[Id]) -> String {
        let names: Vec<&str> = ids.iter().map(|id| self.name(*id)).collect();
        listed(&names)
    }

    /// Returns the names of several combatants. For more than three combatants, returns the first name and the number
    /// of other combatants.
    pub fn crowd(&self, ids: &[Id]) -> String {
        match ids {
            [first, others @ ..] if others.len() > 2 => {
                format!("{} and {} others", self.name(*first), others.len())
            }
            few => self.names(few),
        }
    }

    /// Finds the combatant with this name.
    pub fn by_name(&self, name: &str) -> Option<Id> {
        self.ids().find(|id| self.name(*id) == name)
    }

    /// Returns all ids in roster order, including combatants who left.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = Id> + use<> {
        (0..u32::try_from(self.combatants.len()).unwrap_or(u32::MAX)).map(Id)
    }

    /// Returns the ids of all present combatants in roster order.
    pub fn present(&self) -> impl Iterator<Item = Id> + '_ {
        self.ids().filter(|id| !self.get(*id).gone)
    }

    /// Returns the ids of a side's present members, in roster order.
    pub fn members(&self, side: SideId) -> impl Iterator<Item = Id> + '_ {
        self.present().filter(move |id| self.get(*id).side == side)
    }

    pub fn side_ids(&self) -> impl DoubleEndedIterator<Item = SideId> + use<> {
        (0..u32::try_from(self.sides.len()).unwrap_or(u32::MAX)).map(SideId)
    }

    /// Returns the name of a side, or "nobody" for an unknown side.
    pub fn side_name(&self, side: SideId) -> &str {
        let found = self.sides.get(side.index());
        found.map_or("nobody", |side| &side.name)
    }

    /// Returns `true` if two combatants are on one side.
    pub fn allied(&self, a: Id, b: Id) -> bool {
        self.get(a).side == self.get(b).side
    }

    /// Returns the setting for numbers typed for a combatant's rolls, or for rolls without a combatant.
    pub fn typed_rolls(&self, who: Option<Id>) -> TypedRolls {
        let combatant = who.and_then(|id| self.find(id));
        combatant.map_or(TypedRolls::Dice, |one| self.sides[one.side.index()].typed)
    }

    /// Returns the roller of `who`'s dice, or of dice without an owner for `None`.
    pub fn roller(&self, who: Option<Id>) -> Roller {
        match who.and_then(|id| self.find(id)) {
            Some(combatant) => combatant
                .roller
                .unwrap_or(self.sides[combatant.side.index()].roller),
            None => self.environment_roller,
        }
    }

    /// Returns the control of a combatant.
    pub fn control(&self, who: Id) -> Control {
        let combatant = self.get(who);
        let side = self.sides.get(combatant.side.index());
        let side = side.map_or(Control::Gm, |side| side.control);
        combatant.control.unwrap_or(side)
    }

    /// Returns `true` if a link of this kind goes from one combatant to the other.
    pub fn linked(&self, kind: &str, from: Id, to: Id) -> bool {
        self.links.has(kind, from, to)
    }

    /// Returns all links if this combatant has a link, otherwise no links.
    fn of(&self, id: Id) -> impl Iterator<Item = &Link> {
        let all: &[Link] = if self.links.binds(id) {
            &self.links
        } else {
            &[]
        };
        all.iter()
    }

    /// Returns the combatants at the ends of the links of this kind that start at `from`, in the order of creation.
    pub fn links_from<'a>(&'a self, kind: &'a str, from: Id) -> impl Iterator<Item = Id> + 'a {
        self.of(from)
            .filter(move |link| link.from == from && link.kind == kind)
            .map(|link| link.to)
    }

    /// Returns the combatants at the starts of the links of this kind that end at `to`, in the order of creation.
    pub fn links_to<'a>(&'a self, kind: &'a str, to: Id) -> impl Iterator<Item = Id> + 'a {
        self.of(to)
            .filter(move |link| link.to == to && link.kind == kind)
            .map(|link| link.from)
    }
}

/// Names of an encounter, for readers who see no numbers.
struct WithoutNumbers<'a>(&'a Encounter);

impl Reader for WithoutNumbers<'_> {
    fn name(&self, who: Id) -> Cow<'_, str> {
        self.0.name_of(who).into()
    }

    fn side(&self, side: SideId) -> Cow<'_, str> {
        self.0.side_name(side).into()
    }

    fn numbers(&self) -> bool {
        false
    }
}

/// Reader of a short log.
struct Brief<'e>(&'e Encounter);

impl Reader for Brief<'_> {
    fn name(&self, who: Id) -> Cow<'_, str> {
        self.0.name_of(who).into()
    }

    fn side(&self, side: SideId) -> Cow<'_, str> {
        self.0.side_name(side).into()
    }

    fn is_brief(&self) -> bool {
        true
    }
}

impl Reader for Encounter {
    fn name(&self, who: Id) -> Cow<'_, str> {
        self.name_of(who).into()
    }

    fn side(&self, side: SideId) -> Cow<'_, str> {
        self.side_name(side).into()
    }
}
