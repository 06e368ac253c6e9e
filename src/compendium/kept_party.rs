//! Parties in a compendium: finds and reads them, and extracts them from a fight.

use super::Compendium;
use super::creature::Creature;
use super::party::Party;
use crate::encounter::{Condition, Encounter, Ends};
use crate::ron_text::{Diagnostic, Source};
use crate::values::{Id, Occasion, Schema, SideId, unknown};

impl Compendium {
    /// Finds the party with this name, ignoring case.
    pub(crate) fn party(&self, name: &str) -> Result<&Party, String> {
        let mut parties = self.parties.iter();
        let found = parties.find(|party| party.name.eq_ignore_ascii_case(name.trim()));
        found.ok_or_else(|| {
            let names = self.parties.iter().map(|party| party.name.as_str());
            unknown("party", name, names)
        })
    }

    /// Adds the party of a file in roster format. Returns the errors; only members without an error are added.
    pub(crate) fn add_party(&mut self, name: String, source: &Source) -> Vec<Diagnostic> {
        // Older files may contain custom conditions without the mark for custom conditions.
        let (members, mistakes) = self.read_creatures(source, true, Schema::may_be);
        self.parties.push(Party { name, members });
        mistakes
    }

    /// Returns the members of a side after a fight: all combatants who are present, and the removed combatants whom
    /// `belongs` selects.
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
            // A file has no facts, because their combatants are not in it.
            let worded = |one: Condition| {
                let cause = now.told(&one.cause).into_owned();
                one.because(cause)
            };
            Creature {
                name: one.name.clone(),
                notes: one.notes.clone(),
                conditions: conditions
                    .filter_map(|one| lasting(self.schema, one, now.round))
                    .map(worded)
                    .collect(),
                given: self.spare(&one.sheet, now.round),
                own: true,
            }
        };
        now.ids().filter(stays).map(left).collect()
    }
}

/// Returns a condition as it persists after the fight, with the elapsed rounds subtracted; `None` if it ends with the
/// fight.
fn lasting(schema: &Schema, condition: &Condition, rounds: u32) -> Option<Condition> {
    let spec = schema.condition(&condition.key).ok();
    let ends = match &condition.ends {
        // A custom condition without a limit must be cleared by the GM.
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
        // There are no turns between two fights.
        Ends::Turn { .. } => None,
    };
    Some(Condition {
        ends: ends?,
        // The source of the condition may be gone.
        by: None,
        ..condition.clone()
    })
}
