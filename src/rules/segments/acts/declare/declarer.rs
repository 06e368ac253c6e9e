//! Whose declaration a form asks for.

use crate::encounter::{Encounter, Id};

use crate::rules::segments::sheet::{Fighter, fighter};
use crate::rules::segments::state::{Plan, Use, last_plan, plan};

/// Whose declaration a form asks for, and what it has declared before.
#[derive(Clone, Copy)]
pub struct Declarer<'a> {
    /// The encounter as it stands.
    pub now: &'a Encounter,
    /// Who declares.
    pub id: Id,
    /// The same with its sheet.
    pub one: Fighter<'a>,
    /// The declaration of an earlier round, which the presets repeat.
    pub last: Option<&'a Plan>,
    /// That of this round, where it declares anew: the form opens with it.
    pub this: Option<&'a Plan>,
}

impl<'a> Declarer<'a> {
    /// Somebody as it declares now.
    pub fn of(now: &'a Encounter, id: Id) -> Self {
        Self {
            now,
            id,
            one: fighter(now, id),
            last: last_plan(now, id),
            this: plan(now, id),
        }
    }

    /// The use of that number in this round's declaration.
    pub fn used(&self, number: usize) -> Option<&'a Use> {
        self.this?.attacks.get(number - 1)
    }

    /// The same of the declaration of an earlier round.
    pub fn old(&self, number: usize) -> Option<&'a Use> {
        self.last?.attacks.get(number - 1)
    }
}
