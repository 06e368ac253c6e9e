//! Booked effects for the end of the count (CTD-32).

use crate::encounter::Condition;
use crate::values::{Id, Is};

crate::records! {
    /// Effects on a combatant when the count is closed (CTD-32).
    pub struct Pending each "booked" {
        pub wounds: Vec<Wound>,
        /// Restored hit points.
        pub healed: i64,
        /// Conditions, each with a flag if it is provoked like a [`Wound`].
        pub afflictions: Vec<(Condition, bool)>,
        /// Combatants it has closed with.
        pub closes: Vec<Id>,
        /// Combatants it has left behind.
        pub leaves: Vec<Id>,
        /// Combatant it has grabbed.
        pub grabs: Option<Id>,
    }

    /// Damage for the end of the count (CTD-32).
    pub struct Wound {
        pub amount: i64,
        /// True for non-lethal damage (CTD-148).
        pub subdual: bool,
        /// True if dealt by a reaction to the victim's own action, or by fire that it moved through (CTD-37).
        pub provoked: bool,
        /// Cause of the damage, such as "Orc's axe".
        pub cause: String,
        /// Combatant who dealt the damage, if any.
        pub by: Option<Id>,
    }
}

impl Pending {
    /// Returns the sum of all booked damage.
    pub fn total(&self) -> i64 {
        self.damage(|_| true)
    }

    /// Returns the booked damage for which `counts` is true.
    pub fn damage(&self, counts: impl Fn(&Wound) -> bool) -> i64 {
        let all = self.wounds.iter().filter(|wound| counts(wound));
        all.map(|wound| wound.amount).sum()
    }

    /// Returns true if more than positions is booked.
    pub fn tells(&self) -> bool {
        let hurts = !self.wounds.is_empty() || !self.afflictions.is_empty();
        hurts || self.healed > 0 || self.grabs.is_some()
    }

    /// Returns true if its own action provoked this condition (CTD-37).
    pub fn provoked(&self, is: Is) -> bool {
        let mut all = self.afflictions.iter();
        all.any(|(condition, provoked)| *provoked && condition.key == is.0)
    }
}

/// Pseudo-condition for a hand emptied by a natural 20 (CTD-92). Only the state of the weapon persists.
pub const DISARMED: Is = Is("disarmed");
/// Pseudo-condition for a revived combatant (CTD-154).
pub const REVIVED: Is = Is("revived");
