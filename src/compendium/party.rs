//! A party that is kept from one fight to the next: what is left of its members when a fight is over, and how that joins
//! what a file said of them before.

use super::creature::Creature;
use crate::encounter::Condition;
use crate::values::{Schema, unknown};

/// People who go from fight to fight together, each as the last one left them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Party {
    /// What it is called.
    pub name: String,
    /// Who is of it, also those who can fight no more.
    pub members: Vec<Creature>,
}

impl Party {
    /// The member of a name.
    pub(crate) fn member(&self, name: &str) -> Result<&Creature, String> {
        let found = self.members.iter().find(|one| one.name == name);
        found.ok_or_else(|| {
            let names = self.members.iter().map(|one| one.name.as_str());
            unknown(&format!("member of {}", self.name), name, names)
        })
    }

    /// Those who can take part in another fight.
    pub(crate) fn able(&self, schema: &Schema) -> impl Iterator<Item = &Creature> {
        self.members.iter().filter(|one| !one.is_lost(schema))
    }

    /// The names of the others: "Una and Vic"; nothing where there are none.
    pub(crate) fn lost(&self, schema: &Schema) -> Vec<&str> {
        let lost = self.members.iter().filter(|one| one.is_lost(schema));
        lost.map(|one| one.name.as_str()).collect()
    }

    /// The same party after a fight: whoever was in it as the fight left them, the others as they were.
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
    /// Whether something is the case with it that no further fight has room for: it is dead.
    pub(crate) fn is_lost(&self, schema: &Schema) -> bool {
        let fatal = |one: &Condition| schema.condition(&one.key).is_ok_and(|spec| spec.fatal);
        self.conditions.iter().any(fatal)
    }
}
