//! Moments of a system at which conditions may end.

/// A moment of a system at which conditions may end, declared in its [`super::Schema`]; `Resolver::moment` is
/// when it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Its word in files.
    pub word: &'static str,
    /// What the screen and the log call it, behind "until the"; `{}` is whose it is.
    pub label: &'static str,
    pub occasion: Occasion,
}

/// What brings a [`Moment`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// Somebody's turn begins, or what a system has for one. It may be waited for by others too.
    TurnBegins,
    /// End of the current turn of a combatant, or of the next one.
    TurnEnds,
    /// Something else, for everybody or for the bearer of a condition.
    Other,
    /// As [`Occasion::Other`], and between two fights too, so that what waits for it outlasts one.
    BetweenFights,
}

impl Moment {
    /// What it is called where it is somebody's ("Ada's"), or nobody's in particular ("the").
    pub fn told(self, whose: &str) -> String {
        self.label.replace("{}", whose)
    }

    /// Whether it is a moment of somebody's turns.
    pub fn is_of_turn(self) -> bool {
        matches!(self.occasion, Occasion::TurnBegins | Occasion::TurnEnds)
    }
}
