//! Resources spent in a fight: the amounts at the start minus the amounts that are left.

use crate::encounter::Encounter;
use crate::rules::System;

/// Resources of each combatant at the start, by id.
#[derive(Clone, Debug, Default)]
pub struct Supplies(Vec<Vec<(&'static str, i64)>>);

impl Supplies {
    /// Records the resources of all combatants.
    pub fn of(system: &dyn System, now: &Encounter) -> Self {
        Self(now.ids().map(|id| system.supplies(now, id)).collect())
    }

    /// Adds the combatants who have joined since the start.
    pub fn see(&mut self, system: &dyn System, now: &Encounter) {
        let newcomers = now.ids().skip(self.0.len());
        self.0.extend(newcomers.map(|id| system.supplies(now, id)));
    }

    /// Returns the resources that each combatant has spent since the start, by id, never below 0.
    pub fn spent(&self, system: &dyn System, now: &Encounter) -> Vec<Vec<(&'static str, i64)>> {
        let each = now.ids().zip(&self.0).map(|(id, before)| {
            let left = system.supplies(now, id);
            let spent = before.iter().zip(left);
            let spent = spent.map(|((word, before), (_, left))| (*word, (before - left).max(0)));
            spent.collect()
        });
        each.collect()
    }
}
