//! Two dice for advantage or disadvantage, of which the higher or the lower counts (SPL-57).

use std::cmp::Ordering;

use crate::systems::prelude::*;
use crate::systems::split_round::says::{Reason, Says, reasons};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::{Fighter, fighter};

/// Reasons for advantage and disadvantage of a roll.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edge {
    with: Vec<Reason>,
    against: Vec<Reason>,
}

impl Edge {
    fn given(mut self, why: Reason, holds: bool) -> Self {
        if holds {
            self.with.push(why);
        }
        self
    }

    fn hampered(mut self, why: Reason, holds: bool) -> Self {
        if holds {
            self.against.push(why);
        }
        self
    }

    /// Adds advantage or disadvantage by GM ruling.
    #[must_use]
    pub fn ruled(self, by_gm: Ordering) -> Self {
        self.given(Reason::Gm, by_gm.is_gt())
            .hampered(Reason::Gm, by_gm.is_lt())
    }

    /// Returns one die, or two dice of which one counts. Several reasons of one kind count once, and advantage and
    /// disadvantage cancel out.
    pub fn dice(&self) -> Dice {
        let kept = match (self.with.is_empty(), self.against.is_empty()) {
            (false, true) => "2d20kh1",
            (true, false) => "2d20kl1",
            _ => "1d20",
        };
        Dice::parse(kept).unwrap_or_else(|_| Dice::d(20))
    }

    /// Returns the reasons for a hint: "advantage: prone; disadvantage: rattled". Empty if there are none.
    pub fn why(&self) -> String {
        reasons(&self.with, &self.against)
    }
}

/// Logs the reasons for advantage and disadvantage after a roll, even if they cancel out.
pub fn tell(cx: &mut Resolver<'_>, who: Id, edge: &Edge) {
    if !edge.with.is_empty() || !edge.against.is_empty() {
        let (with, against) = (Commas(edge.with.clone()), Commas(edge.against.clone()));
        cx.note(Says::Edge { who, with, against });
    }
}

/// Returns true if the combatant fears a visible combatant (SPL-121).
fn afraid(one: &Fighter<'_>) -> bool {
    one.has(is::FRIGHTENED) && !one.has(is::UNSEEN_FEAR)
}

/// Returns the reasons for an attack roll, by weapon or spell, against its target (SPL-105, SPL-119 to SPL-122).
pub fn attack(now: &Encounter, by: Id, target: Id, weapon: &Weapon) -> Edge {
    let one = fighter(now, by);
    let strained = one.has(is::STRAINED_ARMS) && !weapon.is_spell();
    Edge::default()
        .given(Reason::Opening, one.has(is::ADVANTAGE_NEXT))
        .given(
            Reason::Prone,
            weapon.melee() && fighter(now, target).has(is::PRONE),
        )
        .hampered(Reason::Frightened, afraid(&one))
        .hampered(Reason::StrainedArms, strained)
        .hampered(Reason::Rattled, one.has(is::RATTLED))
}

/// Uses up the opening with an attack roll, even if the opening had no effect on this roll (SPL-105).
pub fn spent(cx: &mut Resolver<'_>, by: Id) {
    cx.lose(by, is::ADVANTAGE_NEXT, "", "");
}

/// Part of the body used in an ability check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limbs {
    /// No limb that could be strained.
    Neither,
    /// Arms and upper body (SPL-122).
    Arms,
    /// Legs and lower body (SPL-123).
    Legs,
}

/// Returns the reasons for an ability check (SPL-121 to SPL-123).
pub fn check(now: &Encounter, who: Id, limbs: Limbs) -> Edge {
    let one = fighter(now, who);
    let strain = |is, its| limbs == its && one.has(is);
    Edge::default()
        .hampered(Reason::Frightened, afraid(&one))
        .hampered(Reason::StrainedArms, strain(is::STRAINED_ARMS, Limbs::Arms))
        .hampered(Reason::StrainedLeg, strain(is::STRAINED_LEG, Limbs::Legs))
}
