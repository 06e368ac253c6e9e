//! Declarations of combatants, and their holds.

use crate::systems::prelude::*;
use crate::values::{Record, Stored, Value};

use super::maneuver::Maneuver;
use crate::systems::countdown::says::{Aim, Arms, Deed, Wait};
use crate::systems::countdown::sheet::Mode;

crate::records! {
    /// Declaration of a combatant, later their actual action. The plan is kept as the default for the next round.
    pub struct Plan each "plan" {
        /// Round of the declaration; 0 before the first one.
        pub round: u32,
        pub action: Maneuver,
        /// Action as declared, in case the combatant takes another action.
        pub declared: Maneuver,
        pub target: Option<Id>,
        /// True if the target was already unconscious at the declaration, so that the target remains valid (CTD-23).
        pub finishing: bool,
        pub weapon: String,
        pub spell: String,
        /// Kind of hold in the declaration.
        pub hold: Hold,
    }
}

impl Plan {
    /// Returns the latest declaration of a combatant, from any round.
    pub fn last(now: &Encounter, id: Id) -> Option<&Self> {
        Some(Self::of(now, id)).filter(|plan| plan.round > 0)
    }

    /// Returns the enemy of the plan: the declared target, or the enemy awaited by the combatant. An ally is a target
    /// only if the attack was declared against this ally. An attack that replaces reviving an ally needs another
    /// target.
    pub fn foe(&self, now: &Encounter, who: Id) -> Option<Id> {
        let foe = |id: &Id| !now.allied(*id, who);
        let meant = |id: &Id| self.action.strikes() || foe(id) && self.action != Maneuver::Revive;
        let target = self.target.filter(meant);
        target.or_else(|| self.hold.until().filter(foe))
    }

    /// Returns the plan as text, such as "attacks Uz with the axe" or "holds for Boss".
    pub fn text(&self, now: &Encounter) -> String {
        self.deed().show(now)
    }

    /// Returns the declaration for the log.
    pub fn deed(&self) -> Deed {
        let holds = self.action == Maneuver::Hold;
        let wait = match self.hold {
            Hold::For(who) if holds => Some(Wait::For { who }),
            Hold::Before(who) if holds => Some(Wait::JustBefore { who }),
            _ => None,
        };
        let casts = self.action == Maneuver::Cast;
        let spell = (casts || holds) && !self.spell.is_empty();
        let target = self.target.filter(|_| self.action.has_target());
        let aim = target.map(|target| {
            if casts {
                Aim::At { target }
            } else {
                Aim::Target { target }
            }
        });
        let attacks = matches!(self.action, Maneuver::Attack | Maneuver::Charge);
        let with = (attacks && !self.weapon.is_empty()).then(|| match Mode::of(&self.weapon) {
            Mode::Routine => Arms::AllAttacks {},
            Mode::Both => Arms::BothWeapons {},
            Mode::Single(weapon) => Arms::Weapon {
                weapon: weapon.into(),
            },
        });
        Deed::Does {
            does: self.action.does(),
            wait,
            spell: spell.then(|| self.spell.clone().into()),
            aim,
            with,
        }
    }
}

/// Kind of hold, also with a braced weapon (CTD-40, CTD-72).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    #[default]
    None,
    /// Hold until the GM releases the combatant.
    Open,
    /// Hold until another combatant acts (CTD-41).
    For(Id),
    /// Hold until just before a caster's spell (CTD-47).
    Before(Id),
}

impl Hold {
    /// Returns the combatant awaited by the holder.
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
            Some(other) => Err(format!("a kind of hold is needed, not {}", other.kind())),
        }
    }
}
