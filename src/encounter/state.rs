//! What is true in a fight ([`Encounter`]), what can happen ([`Event`](crate::encounter::Event)), and how a rule asks (`Resolver`).
//!
//! Knows no rule system, no screen, no file, no clock and no randomness.

use std::sync::Arc;

use super::combatant::{Combatant, Roller, Side, TypedRolls};
use super::leading::Control;
use super::links::{Link, Links};
use super::scheduled::Scheduled;
use super::stage::Stage;
use crate::text::listed;
use crate::values::{Fields, Id, Parts, Row, Schema, SideId, TableSet};

/// Everything that is true at one moment of a fight. Changed by events only. A copy shares everything with the original
/// until it is changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// What the fight is called.
    pub title: Arc<str>,
    /// Key of its rule system.
    pub system: &'static str,
    /// What the system says of its values.
    pub schema: &'static Schema,
    /// The system's options, complete.
    pub options: Row,
    /// The system's tables as they were at the start.
    pub tables: TableSet,
    /// Sides, in the order added.
    pub sides: Arc<Vec<Side>>,
    /// Everyone who takes or took part, in the order joined (the roster order); an [`Id`] is the place here.
    pub combatants: Arc<Vec<Arc<Combatant>>>,
    pub links: Links,
    /// The system's own state, as typed parts.
    pub parts: Parts,
    /// Round number; 0 before the first and for a round before it.
    pub round: u32,
    /// Whose turn it is, if it is somebody's.
    pub turn: Option<Id>,
    /// How far the fight has come.
    pub stage: Stage,
    /// Who throws dice that are nobody's (scatter, group morale).
    pub environment_roller: Roller,
    /// The GM's notes on the fight.
    pub notes: Arc<str>,
    /// What is planned for later, in the order planned.
    pub scheduled: Arc<Vec<Arc<Scheduled>>>,
    /// Whether somebody reads what is asked in it: titles and hints are made only then ([`crate::say!`]). Not in a fight that
    /// nobody watches while it is played.
    pub heard: bool,
}

/// The encounter of no system, where nobody is: what the screen's own questions are asked over.
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
        };
        Self::new("", "", &NOTHING)
    }
}

impl Encounter {
    /// An empty encounter of a system, with its options as the contract reads them.
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

    /// Whether it is being fought: begun and not over.
    pub fn fighting(&self) -> bool {
        self.stage == Stage::Fighting
    }

    /// Whether nothing is fought any more.
    pub fn over(&self) -> bool {
        matches!(self.stage, Stage::Over | Stage::Between)
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
        listed(&names)
    }

    /// The names of those whom one throw is for, the first and how many others where they are many.
    pub fn crowd(&self, ids: &[Id]) -> String {
        match ids {
            [first, others @ ..] if others.len() > 2 => {
                format!("{} and {} others", self.name(*first), others.len())
            }
            few => self.names(few),
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

    /// Ids of a side's members that are still part of the fight, in roster order.
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

    /// Whether two combatants are of one side.
    pub fn allied(&self, a: Id, b: Id) -> bool {
        self.get(a).side == self.get(b).side
    }

    /// How numbers typed for a combatant's rolls are read, or for rolls of no combatant.
    pub fn typed_rolls(&self, who: Option<Id>) -> TypedRolls {
        let combatant = who.and_then(|id| self.find(id));
        combatant.map_or(TypedRolls::Dice, |one| self.sides[one.side.index()].typed)
    }

    /// Who throws the dice of `who`; of nobody: the setting for dice that are nobody's.
    pub fn roller(&self, who: Option<Id>) -> Roller {
        match who.and_then(|id| self.find(id)) {
            Some(combatant) => combatant
                .roller
                .unwrap_or(self.sides[combatant.side.index()].roller),
            None => self.environment_roller,
        }
    }

    /// Who decides for somebody.
    pub fn control(&self, who: Id) -> Control {
        let combatant = self.get(who);
        let side = self.sides.get(combatant.side.index());
        let side = side.map_or(Control::Gm, |side| side.control);
        combatant.control.unwrap_or(side)
    }

    /// Whether a bond of this kind leads from one to the other.
    pub fn linked(&self, kind: &str, from: Id, to: Id) -> bool {
        self.links.has(kind, from, to)
    }

    /// All bonds, where somebody is an end of any.
    fn of(&self, id: Id) -> impl Iterator<Item = &Link> {
        let all: &[Link] = if self.links.binds(id) {
            &self.links
        } else {
            &[]
        };
        all.iter()
    }

    /// To whom bonds of this kind lead from `from`, in the order made.
    pub fn links_from<'a>(&'a self, kind: &'a str, from: Id) -> impl Iterator<Item = Id> + 'a {
        self.of(from)
            .filter(move |link| link.from == from && link.kind == kind)
            .map(|link| link.to)
    }

    /// From whom bonds of this kind lead to `to`, in the order made.
    pub fn links_to<'a>(&'a self, kind: &'a str, to: Id) -> impl Iterator<Item = Id> + 'a {
        self.of(to)
            .filter(move |link| link.to == to && link.kind == kind)
            .map(|link| link.from)
    }
}
