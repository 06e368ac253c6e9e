//! Pending effects for the end of the count (CTD-32).

use crate::systems::countdown::says::Harm;
use crate::systems::prelude::*;

crate::records! {
    /// Effects on a combatant when the count is closed (CTD-32).
    pub struct Pending each "booked" {
        pub wounds: Vec<Wound>,
        /// Number of restored hit points.
        pub healed: i64,
        /// Conditions, each with a flag that is true if it was provoked ([`Wound::provoked`]).
        pub afflictions: Vec<(Condition, bool)>,
        /// Combatants with whom this combatant has closed.
        pub closes: Vec<Id>,
        /// Combatants left behind by this combatant.
        pub leaves: Vec<Id>,
        /// Combatant grabbed by this combatant.
        pub grabs: Option<Id>,
    }

    /// Damage for the end of the count (CTD-32).
    pub struct Wound {
        pub amount: i64,
        /// True for non-lethal damage (CTD-148).
        pub subdual: bool,
        /// True for damage by a reaction to the victim's own action, or by a fire on the victim's way (CTD-37).
        pub provoked: bool,
        /// Cause of damage without a weapon, such as a fire.
        pub cause: String,
        /// Combatant who dealt the damage, if any.
        pub by: Option<Id>,
        /// Weapon or spell of `by`; without `by`, the victim's own fists on metal armour (CTD-161).
        pub with: String,
        /// True for the splash of a flask (CTD-120).
        pub splash: bool,
    }
}

impl Wound {
    /// Returns the damage and its cause for the log.
    pub fn harm(&self) -> Harm {
        let (amount, with) = (self.amount, self.with.clone().into());
        match self.by {
            _ if self.with.is_empty() => Harm::Of {
                amount,
                what: self.cause.clone().into(),
            },
            Some(by) if self.splash => Harm::Splash { amount, by, with },
            Some(by) => Harm::By { amount, by, with },
            None => Harm::OwnFists { amount, with },
        }
    }

    /// Returns the cause of the damage without the amount, if the log line already shows the amount.
    pub fn only_harm(&self) -> Harm {
        match self.harm() {
            Harm::By { by, with, .. } => Harm::OnlyBy { by, with },
            Harm::Of { what, .. } => Harm::OnlyOf { what },
            other => other,
        }
    }
}

impl Pending {
    /// Returns the sum of all pending damage.
    pub fn total(&self) -> i64 {
        self.damage(|_| true)
    }

    /// Returns the pending damage for which `counts` is true.
    pub fn damage(&self, counts: impl Fn(&Wound) -> bool) -> i64 {
        let all = self.wounds.iter().filter(|wound| counts(wound));
        all.map(|wound| wound.amount).sum()
    }

    /// Returns true if healing, damage or conditions are pending, and not only changes of position.
    pub fn tells(&self) -> bool {
        let hurts = !self.wounds.is_empty() || !self.afflictions.is_empty();
        hurts || self.healed > 0 || self.grabs.is_some()
    }

    /// Returns true if the combatant's own action provoked this condition (CTD-37).
    pub fn provoked(&self, is: Is) -> bool {
        let mut all = self.afflictions.iter();
        all.any(|(condition, provoked)| *provoked && condition.key == is.0)
    }
}

/// Pseudo-condition for a combatant disarmed by a natural 20 (CTD-92). The condition is not kept; only the state of the
/// weapon changes.
pub const DISARMED: Is = Is("disarmed");
/// Pseudo-condition for a revived combatant (CTD-154).
pub const REVIVED: Is = Is("revived");
