//! Saved party that goes from fight to fight, and its update after a fight.

use super::creature::Creature;
use crate::encounter::Condition;
use crate::values::{Schema, unknown};

/// Characters who go from fight to fight together, each in the state after the last fight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// Name of the party.
    pub name: String,
    /// Members, including members who can no longer fight.
    pub members: Vec<Creature>,
}

impl Party {
    /// Finds the member with this name.
    pub(crate) fn member(&self, name: &str) -> Result<&Creature, String> {
        let found = self.members.iter().find(|one| one.name == name);
        found.ok_or_else(|| {
            let names = self.members.iter().map(|one| one.name.as_str());
            unknown(&format!("member of {}", self.name), name, names)
        })
    }

    /// Returns the members who can take part in another fight.
    pub(crate) fn able(&self, schema: &Schema) -> impl Iterator<Item = &Creature> {
        self.members.iter().filter(|one| !one.is_lost(schema))
    }

    /// Returns the names of the members who cannot take part in another fight.
    pub(crate) fn lost(&self, schema: &Schema) -> Vec<&str> {
        let lost = self.members.iter().filter(|one| one.is_lost(schema));
        lost.map(|one| one.name.as_str()).collect()
    }

    /// Updates the party after a fight: replaces the members who fought, adds new members and keeps all other members.
    pub(crate) fn after(&mut self, fought: Vec<Creature>) {
        for one in fought {
            match self.members.iter_mut().find(|old| old.name == one.name) {
                Some(old) => *old = one,
                None => self.members.push(one),
            }
        }
    }
}

impl Creature {
    /// Returns `true` if a condition such as death excludes the combatant from further fights.
    pub(crate) fn is_lost(&self, schema: &Schema) -> bool {
        let fatal = |one: &Condition| schema.condition(&one.key).is_ok_and(|spec| spec.fatal);
        self.conditions.iter().any(fatal)
    }
}
