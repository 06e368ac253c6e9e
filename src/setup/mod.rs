//! Preparation of a fight. A [`Setup`] contains what people type or files contain and may be invalid. The `Encounter`
//! that [`Setup::begin`] returns is always valid.

mod begin;
mod file;
mod join;
mod newcomer;
mod party;
mod ready;
mod write;

use crate::encounter::{Control, Roller, Side, Tactics, Timing, TypedRolls};
use crate::ron_text::Place;
use crate::text;
use crate::values::Record;

pub use file::{read, read_node};
pub(crate) use file::{read_unfinished, system_of, title_of};
pub use join::newcomers;
pub(crate) use join::{arrivals, average};
pub use newcomer::{Count, HitPoints, Newcomer};
pub use party::between_fights;
pub(crate) use party::{able, left_behind, roll_call, stands};
pub use ready::{ReadyEncounter, ReadyTitle, bundled};
pub(crate) use ready::{bundled_titles, put};
pub use write::write;

/// Contents of a fight in preparation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Title of the fight; "Fight" if empty.
    pub title: String,
    /// Key of the rule system.
    pub system: String,
    /// Description in one line, for lists of fights.
    pub description: String,
    /// Options that differ from the defaults of the contract.
    pub options: Record,
    /// Sides of the fight, in order.
    pub sides: Vec<SideSetup>,
    /// Combatants, in the order given.
    pub combatants: Vec<Newcomer>,
    /// Roller of dice without an owner. By default typed if all sides type their rolls, otherwise automatic.
    pub environment_roller: Option<Roller>,
    /// GM's notes on the fight.
    pub notes: String,
    /// Scheduled events other than arrivals.
    pub events: Vec<Planned>,
}

impl Setup {
    /// Returns the roller of dice without an owner.
    pub(crate) fn environment_roller(&self) -> Roller {
        let typed = |side: &SideSetup| side.throws() == Roller::Typed;
        let all = !self.sides.is_empty() && self.sides.iter().all(typed);
        let usual = if all { Roller::Typed } else { Roller::Rolled };
        self.environment_roller.unwrap_or(usual)
    }

    /// Cuts every name and note to its maximum length, so that the user sees at once how much fits.
    pub(crate) fn cut(&mut self) {
        let sides = self.sides.iter_mut().map(|side| &mut side.name);
        sides
            .chain([&mut self.title])
            .for_each(|name| *name = clean(name));
        for one in &mut self.combatants {
            for name in [&mut one.name, &mut one.side, &mut one.group] {
                *name = clean(name);
            }
            one.notes = line(&one.notes);
        }
        self.notes = line(&self.notes);
    }

    /// Creates an empty set-up of a system.
    pub fn new(system: &str) -> Self {
        Self {
            title: String::new(),
            system: system.to_owned(),
            description: String::new(),
            options: Record::new(),
            sides: Vec::new(),
            combatants: Vec::new(),
            environment_roller: None,
            notes: String::new(),
            events: Vec::new(),
        }
    }
}

/// Side of a fight in preparation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSetup {
    pub name: String,
    /// True if players run the side.
    pub players: bool,
    /// Roller of the side's dice. By default typed for players' sides, otherwise automatic.
    pub rolls: Option<Roller>,
    /// Setting for numbers typed for the side's rolls; `None` reads them as dice.
    pub typed: Option<TypedRolls>,
    /// Control of the side's members.
    pub control: Control,
    /// Tactics for automatic and suggested decisions.
    pub tactics: Tactics,
}

impl SideSetup {
    /// Returns the roller of the side's dice.
    pub(crate) fn throws(&self) -> Roller {
        self.rolls.unwrap_or(if self.players {
            Roller::Typed
        } else {
            Roller::Rolled
        })
    }

    fn side(&self) -> Side {
        Side {
            name: clean(&self.name),
            roller: self.throws(),
            typed: self.typed.unwrap_or_default(),
            control: self.control,
            tactics: self.tactics,
            players: self.players,
            ..Side::default()
        }
    }
}

/// Planned event in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub at: Timing,
    /// Text for the log.
    pub text: String,
    /// True if hidden from the players.
    pub hidden: bool,
    /// Saving throw of the event, in words; "" without one.
    pub save: String,
    /// Position in the file, if the event comes from a file.
    pub place: Option<Place>,
}

/// Makes a name safe to show.
fn clean(name: &str) -> String {
    text::sanitize(name.trim(), text::NAME_LIMIT).into_owned()
}

/// Makes a note safe to show.
fn line(text: &str) -> String {
    text::sanitize(text.trim(), text::LINE_LIMIT).into_owned()
}
