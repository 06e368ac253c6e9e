//! A fight before it begins. What somebody typed or a file says is a [`Setup`] and may be nonsense; the `Encounter` that
//! [`Setup::begin`] makes of it never is.

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

/// A fight as somebody wants it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// What the fight is called; "Fight" if nothing.
    pub title: String,
    /// Key of the rule system.
    pub system: String,
    /// One line for lists of fights.
    pub description: String,
    /// Options that differ from the contract's reading.
    pub options: Record,
    /// Sides of the fight, in order.
    pub sides: Vec<SideSetup>,
    /// Who fights, in order.
    pub combatants: Vec<Newcomer>,
    /// Who throws dice that are nobody's; left out, the table where it throws for every side, else the program.
    pub environment_roller: Option<Roller>,
    /// The GM's notes on the fight.
    pub notes: String,
    /// What is planned for later besides those who come later.
    pub events: Vec<Planned>,
}

impl Setup {
    /// Who throws dice that are nobody's.
    pub(crate) fn environment_roller(&self) -> Roller {
        let typed = |side: &SideSetup| side.throws() == Roller::Typed;
        let all = !self.sides.is_empty() && self.sides.iter().all(typed);
        let usual = if all { Roller::Typed } else { Roller::Rolled };
        self.environment_roller.unwrap_or(usual)
    }

    /// Cuts every name and note to what can be kept of it, so that whoever types more sees at once what stays.
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

    /// An empty set-up of a system.
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

/// A side as somebody wants it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SideSetup {
    pub name: String,
    /// Whether players run it.
    pub players: bool,
    /// Who throws its dice; left out, players' dice are asked for and others fly.
    pub rolls: Option<Roller>,
    /// How numbers typed for it are read; left out, as the results of dice.
    pub typed: Option<TypedRolls>,
    /// Who decides for it.
    pub control: Control,
    /// How it is led where that is not the GM alone.
    pub tactics: Tactics,
}

impl SideSetup {
    /// Who throws its dice.
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

/// Something planned for later, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    pub at: Timing,
    /// What the log says then.
    pub text: String,
    /// Whether the players read nothing of it.
    pub hidden: bool,
    /// The save that it calls for, in words; "" without one.
    pub save: String,
    /// Where it stands, if in a file.
    pub place: Option<Place>,
}

/// A name as it may be shown.
fn clean(name: &str) -> String {
    text::sanitize(name.trim(), text::NAME_LIMIT).into_owned()
}

/// A note as it may be shown.
fn line(text: &str) -> String {
    text::sanitize(text.trim(), text::LINE_LIMIT).into_owned()
}
