//! What waits for the end of the count (CTD-32).

use crate::encounter::Condition;
use crate::values::{Id, Is};

crate::records! {
    /// What takes effect on somebody when the count is closed (CTD-32).
    pub struct Pending each "booked" {
        pub wounds: Vec<Wound>,
        /// Hit points given back.
        pub healed: i64,
        /// Conditions, each with whether it is provoked like a [`Wound`].
        pub afflictions: Vec<(Condition, bool)>,
        /// Whom it has closed with.
        pub closes: Vec<Id>,
        /// Whom it has left behind.
        pub leaves: Vec<Id>,
        /// Whom it has taken hold of.
        pub grabs: Option<Id>,
    }

    /// Damage that waits for the end of the count (CTD-32).
    pub struct Wound {
        pub amount: i64,
        /// True for non-lethal damage (CTD-148).
        pub subdual: bool,
        /// Dealt by a reaction to the victim's own action, or by fire that it moved through (CTD-37).
        pub provoked: bool,
        /// Cause of the damage, such as "Orc's axe".
        pub cause: String,
        /// Who did it, if somebody did.
        pub by: Option<Id>,
    }
}

impl Pending {
    /// All damage that waits.
    pub fn total(&self) -> i64 {
        self.damage(|_| true)
    }

    /// All damage that waits and of which `counts` is true.
    pub fn damage(&self, counts: impl Fn(&Wound) -> bool) -> i64 {
        let all = self.wounds.iter().filter(|wound| counts(wound));
        all.map(|wound| wound.amount).sum()
    }

    /// Whether it is more than where somebody stands.
    pub fn tells(&self) -> bool {
        let hurts = !self.wounds.is_empty() || !self.afflictions.is_empty();
        hurts || self.healed > 0 || self.grabs.is_some()
    }

    /// Whether its own action drew this condition upon it (CTD-37).
    pub fn provoked(&self, is: Is) -> bool {
        let mut all = self.afflictions.iter();
        all.any(|(condition, provoked)| *provoked && condition.key == is.0)
    }
}

/// Booked like a condition: the hand is emptied by a natural 20 (CTD-92). What stays of it is the weapon's state.
pub const DISARMED: Is = Is("disarmed");
/// Booked like a condition: brought round (CTD-154).
pub const REVIVED: Is = Is("revived");
