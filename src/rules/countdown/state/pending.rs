//! What waits for the end of the count (CTD-32).

use crate::encounter::{Condition, Id, Is};

crate::records! {
    /// What takes effect on somebody when the count is closed (CTD-32).
    pub struct Pending each "booked" {
        /// Damage.
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
}

crate::records! {
    /// Damage that waits for the end of the count (CTD-32).
    pub struct Wound {
        /// Hit points.
        pub amount: i64,
        /// Non-lethal (CTD-148).
        pub subdual: bool,
        /// Dealt by a reaction to the victim's own action, or by fire that it moved through (CTD-37).
        pub provoked: bool,
        /// What did it: "Orc's axe".
        pub cause: String,
        /// Who did it, if somebody did.
        pub by: Option<Id>,
    }
}

impl Pending {
    /// All damage that waits.
    pub fn total(&self) -> i64 {
        self.wounds.iter().map(|wound| wound.amount).sum()
    }

    /// The damage that its own action drew upon it (CTD-37).
    pub fn provoked_total(&self) -> i64 {
        self.wounds
            .iter()
            .filter(|wound| wound.provoked)
            .map(|wound| wound.amount)
            .sum()
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
