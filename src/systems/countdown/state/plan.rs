//! Declarations of combatants, and their holds.

use crate::encounter::Encounter;
use crate::values::{Id, Record, Stored, Value};

use super::maneuver::Maneuver;
use crate::systems::countdown::sheet::Mode;

crate::records! {
    /// Declaration of a combatant, later its actual action. It is kept as the preset of the next round.
    pub struct Plan each "plan" {
        /// Round of the declaration; 0 before the first one.
        pub round: u32,
        pub action: Maneuver,
        /// Declared action, if the combatant now does another.
        pub declared: Maneuver,
        pub target: Option<Id>,
        pub weapon: String,
        pub spell: String,
        /// Kind of hold that is meant.
        pub hold: Hold,
    }
}

impl Plan {
    /// Returns the latest declaration of a combatant, from any round.
    pub fn last(now: &Encounter, id: Id) -> Option<&Self> {
        Some(Self::of(now, id)).filter(|plan| plan.round > 0)
    }

    /// Returns the foe of the declaration: its target, or the combatant it waited for.
    pub fn foe(&self, now: &Encounter, who: Id) -> Option<Id> {
        self.target
            .or(self.hold.until().filter(|id| !now.allied(*id, who)))
    }

    /// Returns the text: "attacks Uz with the axe", "holds for Boss".
    pub fn text(&self, now: &Encounter) -> String {
        let mut text = self.action.verb().to_owned();
        text += &match (self.action, self.hold) {
            (Maneuver::Hold, Hold::For(who)) => format!(" for {}", now.name(who)),
            (Maneuver::Hold, Hold::Before(who)) => {
                format!(" until just before {}", now.name(who))
            }
            _ => String::new(),
        };
        if !self.spell.is_empty() && matches!(self.action, Maneuver::Cast | Maneuver::Hold) {
            text += &format!(" {}", self.spell);
        }
        if let (Some(target), true) = (self.target, self.action.has_target()) {
            let casts = self.action == Maneuver::Cast;
            let at = if casts { " at" } else { "" };
            text += &format!("{at} {}", now.name(target));
        }
        if !self.weapon.is_empty() && matches!(self.action, Maneuver::Attack | Maneuver::Charge) {
            text += &match Mode::of(&self.weapon) {
                Mode::Routine => ", all attacks".to_owned(),
                Mode::Both => " with both weapons".to_owned(),
                Mode::Single(weapon) => format!(" with {weapon}"),
            };
        }
        text
    }
}

/// Kind of hold, also with a braced weapon (CTD-40, CTD-72).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    #[default]
    None,
    /// Until the GM releases it.
    Open,
    /// Until another combatant acts (CTD-41).
    For(Id),
    /// Until just before a caster's spell (CTD-47).
    Before(Id),
}

impl Hold {
    /// Returns the combatant it waits for.
    pub fn until(self) -> Option<Id> {
        match self {
            Hold::For(who) | Hold::Before(who) => Some(who),
            Hold::None | Hold::Open => None,
        }
    }
}

impl Stored for Hold {
    fn store(&self) -> Option<Value> {
        Some(match self {
            Hold::None => return None,
            Hold::Open => Value::Word("open".to_owned()),
            Hold::For(who) => Value::Record(Record::new().with("for", *who)),
            Hold::Before(who) => Value::Record(Record::new().with("before", *who)),
        })
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(Hold::None),
            Some(Value::Word(word)) if word == "open" => Ok(Hold::Open),
            Some(Value::Record(record)) if record.has("for") => {
                Id::restore(record.get("for")).map(Hold::For)
            }
            Some(Value::Record(record)) => Id::restore(record.get("before")).map(Hold::Before),
            Some(other) => Err(format!("a way to hold is needed, not {}", other.kind())),
        }
    }
}
