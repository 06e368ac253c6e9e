//! Changes of sheets, conditions and records. [`Encounter::change`] is the only code that makes these changes: for a
//! rule, for a saved event and for a simulation without a log.

use std::sync::Arc;

use super::combatant::Combatant;
use super::condition::{Condition, Giver};
use super::state::Encounter;
use crate::values::{Cell, CellPath, Held, Id, PartKind};

/// Change that a rule makes. An event records it.
pub(crate) enum Change<'c> {
    /// Writes a cell of a combatant's sheet.
    Cell { who: Id, at: CellPath, to: Cell },
    /// Adds a condition and removes the conditions that it replaces.
    Gain {
        who: Id,
        condition: Condition,
        replaces: Giver,
    },
    /// Removes the conditions with this key from one source or from all sources.
    Lose { who: Id, key: &'c str, giver: Giver },
    /// Replaces a record of the system, for the whole fight or for one combatant.
    Keep {
        who: Option<Id>,
        kind: PartKind,
        held: Arc<dyn Held>,
    },
}

impl Encounter {
    /// Applies a change to the encounter. A change to a combatant that does not exist has no effect.
    pub(crate) fn change(&mut self, change: Change<'_>) {
        match change {
            Change::Cell { who, at, to } => {
                if let Some(combatant) = self.edit(who) {
                    combatant.sheet.put_cell(at, to);
                }
            }
            Change::Gain {
                who,
                condition,
                replaces,
            } => {
                if let Some(combatant) = self.edit(who) {
                    combatant.gain(condition, replaces);
                }
            }
            Change::Lose { who, key, giver } => {
                if let Some(combatant) = self.edit(who) {
                    combatant.clear(key, giver);
                }
            }
            Change::Keep { who, kind, held } => self.parts.put(&kind, who, held),
        }
    }

    /// Returns a combatant for a change of the encounter.
    pub(super) fn edit(&mut self, who: Id) -> Option<&mut Combatant> {
        Arc::make_mut(&mut self.combatants)
            .get_mut(who.index())
            .map(Arc::make_mut)
    }
}
