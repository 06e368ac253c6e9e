//! Triggers of a system at which conditions may end.

/// Trigger at which conditions may end, declared in the system's [`super::Schema`] and fired by `Resolver::moment`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Keyword in the files.
    pub word: &'static str,
    /// Text on the screen and in the log, after "until the"; `{}` is the owner.
    pub label: &'static str,
    pub occasion: Occasion,
}

/// Occasion of a [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Start of a combatant's turn, or of the system's equivalent. Conditions of other combatants may wait for it too.
    TurnBegins,
    /// End of the current turn of a combatant, or of the next one.
    TurnEnds,
    /// Another occasion, for all combatants or only for the bearer of a condition.
    Other,
    /// Another occasion that also happens between two fights, so that its conditions last after a fight.
    BetweenFights,
}

impl Moment {
    /// Returns the text with an owner, such as "Ada's", or "the" without one.
    pub fn told(self, whose: &str) -> String {
        self.label.replace("{}", whose)
    }

    /// Returns the text with an owner, for a turn in a later round: "end of Ada's turn in round 4".
    pub fn told_in_round(self, whose: &str, round: u32) -> String {
        format!(
            "{} in round {round}",
            self.label.replace(" next ", " ").replace("{}", whose)
        )
    }

    /// Returns `true` for a trigger in a combatant's turns.
    pub fn is_of_turn(self) -> bool {
        matches!(self.occasion, Occasion::TurnBegins | Occasion::TurnEnds)
    }
}
