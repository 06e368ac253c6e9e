//! What a combatant can do with its action (T-9).

use crate::encounter::{Stored, Value, unknown};

/// An action of the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// One attack, a routine, two weapons, a shot, a throw, a punch or a kick.
    Attack,
    /// A running attack with spear, lance or pole arm (CTD-64).
    Charge,
    /// A spell (CTD-136).
    Cast,
    /// Parry and dodge (CTD-74).
    Dodge,
    /// Act later in this round (CTD-40).
    Hold,
    /// Move only.
    Move,
    /// A fighting withdrawal (CTD-58).
    Withdraw,
    /// Run away (CTD-60).
    Run,
    /// Try to grab somebody (CTD-162).
    Grab,
    /// Keep hold of somebody (CTD-165).
    Keep,
    /// Reload, the whole round (CTD-111).
    Reload,
    /// Put out the flames, the whole round (CTD-123).
    Extinguish,
    /// Pick a weapon up (CTD-89).
    Retrieve,
    /// Bring somebody round (CTD-154).
    Revive,
    /// Anything else (CTD-24).
    Feat,
    /// Nothing.
    #[default]
    Pass,
}

/// Every action: key, letter, what the offers call it, what a declaration calls it.
const ACTIONS: [(Action, &str, char, &str, &str); 16] = [
    (Action::Attack, "attack", 'a', "attack", "attacks"),
    (Action::Charge, "charge", 'c', "charge", "charges"),
    (Action::Cast, "cast", 's', "cast the spell", "casts"),
    (Action::Dodge, "dodge", 'd', "parry and dodge", "dodges"),
    (Action::Hold, "hold", 'h', "hold: act later", "holds"),
    (Action::Move, "move", 'm', "move only", "moves"),
    (
        Action::Withdraw,
        "withdraw",
        'w',
        "fighting withdrawal",
        "withdraws fighting",
    ),
    (Action::Run, "run", 'r', "run away", "runs away"),
    (Action::Grab, "grab", 'g', "grab", "grabs"),
    (Action::Keep, "keep", 'k', "keep the hold", "keeps hold"),
    (
        Action::Reload,
        "reload",
        'l',
        "reload, whole round",
        "reloads",
    ),
    (
        Action::Extinguish,
        "extinguish",
        'x',
        "put out the flames, whole round",
        "puts out the flames",
    ),
    (
        Action::Retrieve,
        "retrieve",
        't',
        "take up a weapon",
        "takes up a weapon",
    ),
    (Action::Revive, "revive", 'v', "revive somebody", "revives"),
    (
        Action::Feat,
        "feat",
        'f',
        "a feat, anything else",
        "does something else",
    ),
    (Action::Pass, "pass", 'p', "pass", "passes"),
];

impl Action {
    /// All of them in the order offered.
    pub fn all() -> impl Iterator<Item = Action> {
        ACTIONS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Action, &'static str, char, &'static str, &'static str) {
        ACTIONS
            .iter()
            .find(|row| row.0 == self)
            .unwrap_or(&ACTIONS[15])
    }

    /// The action behind a key.
    pub fn from_key(key: &str) -> Option<Action> {
        ACTIONS.iter().find(|row| row.1 == key).map(|row| row.0)
    }

    /// Its key, which is also that of its command.
    pub fn key(self) -> &'static str {
        self.row().1
    }

    /// Its letter among the offers.
    pub fn letter(self) -> char {
        self.row().2
    }

    /// What the offers call it.
    pub fn label(self) -> &'static str {
        self.row().3
    }

    /// What somebody does who does it: "attacks".
    pub fn verb(self) -> &'static str {
        self.row().4
    }

    /// Takes the whole round, movement included, and leaves no reactions (CTD-22).
    pub fn whole_round(self) -> bool {
        matches!(self, Action::Reload | Action::Extinguish)
    }

    /// Goes with an attack roll at whom it was declared at.
    pub fn strikes(self) -> bool {
        matches!(self, Action::Attack | Action::Charge | Action::Grab)
    }

    /// Is done to somebody who may be named in the declaration.
    pub fn has_target(self) -> bool {
        matches!(
            self,
            Action::Attack | Action::Charge | Action::Cast | Action::Grab | Action::Revive
        )
    }
}

impl Stored for Action {
    fn store(&self) -> Option<Value> {
        Some(Value::Word(self.key().to_owned()))
    }

    fn restore(value: Option<&Value>) -> Result<Self, String> {
        match value {
            None => Ok(Action::default()),
            Some(Value::Word(word)) => Action::from_key(word)
                .ok_or_else(|| unknown("action", word, Action::all().map(Action::key))),
            Some(other) => Err(format!("an action is needed, not {}", other.kind())),
        }
    }
}
