//! Parties among what is known of a system: found, read, and as a fight leaves them.

use super::Compendium;
use super::creature::Creature;
use super::party::Party;
use crate::encounter::{Condition, Encounter, Ends};
use crate::ron_text::{Diagnostic, Source};
use crate::values::{Id, Occasion, Schema, SideId, unknown};

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
        side: SideId,
        belongs: impl Fn(&str) -> bool,
    ) -> Vec<Creature> {
        let stays = |id: &Id| {
            let one = now.get(*id);
            one.side == side && (!one.gone || belongs(&one.name))
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
