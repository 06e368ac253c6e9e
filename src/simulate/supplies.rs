//! What is used up in a fight: what everybody had of it before, against what is left.

use crate::encounter::Encounter;
use crate::rules::System;

/// What everybody had of what is used up, by id.
#[derive(Clone, Debug, Default)]
pub struct Supplies(Vec<Vec<(&'static str, i64)>>);

impl Supplies {
    /// Those of everybody there.
    pub fn of(system: &dyn System, now: &Encounter) -> Self {
        Self(now.ids().map(|id| system.supplies(now, id)).collect())
    }

    /// Takes in whoever has come since.
    pub fn see(&mut self, system: &dyn System, now: &Encounter) {
        let newcomers = now.ids().skip(self.0.len());
        self.0.extend(newcomers.map(|id| system.supplies(now, id)));
    }

    /// What each has used up since, by id, never less than nothing.
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
