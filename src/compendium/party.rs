//! A party that is kept from one fight to the next: what is left of its members when a fight is over, and how that joins
//! what a file said of them before.

use super::{Compendium, Creature};
use crate::encounter::{Condition, Encounter, Ends};
use crate::ron_text::{Diagnostic, Source};
use crate::values::{FactionId, Id, Occasion, Schema, unknown};

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

impl Compendium {
    /// The party of a name, capitals or not.
    pub(crate) fn party(&self, name: &str) -> Result<&Party, String> {
        let mut parties = self.parties.iter();
        let found = parties.find(|party| party.name.eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| {
            let names = self.parties.iter().map(|party| party.name.as_str());
            unknown("party", name, names)
        })
    }

    /// Adds the party of a file, which is written as a roster is. Gives back what is wrong; a member with a mistake is left
    /// out, the others are not.
    pub(crate) fn add_party(&mut self, name: String, source: &Source) -> Vec<Diagnostic> {
        // What was kept before a word of the GM's own was marked as one is read all the same.
        let (members, mistakes) = self.read_creatures(source, true, Schema::may_be);
        self.parties.push(Party { name, members });
        mistakes
    }

    /// A side as a fight leaves it: everybody of it who is still there, and of those taken out whoever `belongs` to it.
    pub(crate) fn left_of(
        &self,
        now: &Encounter,
        side: FactionId,
        belongs: impl Fn(&str) -> bool,
    ) -> Vec<Creature> {
        let stays = |id: &Id| {
            let one = now.get(*id);
            one.faction == side && (!one.gone || belongs(&one.name))
        };
        let left = |id: Id| {
            let one = now.get(id);
            let conditions = one.conditions.iter();
            Creature {
                name: one.name.clone(),
                notes: one.notes.clone(),
                conditions: conditions
                    .filter_map(|one| lasting(self.schema, one, now.round))
                    .collect(),
                given: self.spare(&one.sheet, now.round),
                own: true,
            }
        };
        now.ids().filter(stays).map(left).collect()
    }
}

/// What is left of a condition when the fight is over and its rounds are counted no more; nothing of one that ends with
/// it.
fn lasting(schema: &Schema, condition: &Condition, rounds: u32) -> Option<Condition> {
    let spec = schema.condition(&condition.key).ok();
    let ends = match &condition.ends {
        // What the GM named and did not limit is the GM's to clear.
        Ends::WhenCleared => spec
            .is_none_or(|spec| spec.lasts)
            .then_some(Ends::WhenCleared),
        Ends::EndOfRound(last) => (spec.is_some_and(|spec| spec.timed) && *last > rounds)
            .then(|| Ends::EndOfRound(last - rounds)),
        Ends::At(word) => {
            let lasts = schema
                .moment(word)
                .is_ok_and(|moment| moment.occasion == Occasion::BetweenFights);
            lasts.then(|| Ends::At(word.clone()))
        }
        // Nobody's turn comes between two fights.
        Ends::Turn { .. } => None,
    };
    Some(Condition {
        ends: ends?,
        // Who gave it may not be there any more.
        by: None,
        ..condition.clone()
    })
}
