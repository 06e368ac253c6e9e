//! What a combatant can do on its number (T-9).

use crate::values::Words as _;

crate::words! {
    /// What somebody declares, and does on its number. Who has said nothing passes.
    pub enum Maneuver {
        Pass = "pass",
        /// One attack, a routine, two weapons, a shot, a throw, a punch or a kick.
        Attack = "attack",
        /// A running attack with spear, lance or pole arm (CTD-64).
        Charge = "charge",
        /// Cast a declared spell (CTD-136).
        Cast = "cast" "cast the spell",
        /// Parry and dodge (CTD-74).
        Dodge = "dodge" "parry and dodge",
        /// Act later in this round (CTD-40).
        Hold = "hold" "hold: act later",
        Move = "move" "move only",
        /// A fighting withdrawal (CTD-58).
        Withdraw = "withdraw" "fighting withdrawal",
        /// Run away from the fight (CTD-60).
        Run = "run" "run away",
        /// Try to grab somebody (CTD-162).
        Grab = "grab",
        /// Keep hold of somebody (CTD-165).
        Keep = "keep" "keep the hold",
        /// Reload, the whole round (CTD-111).
        Reload = "reload" "reload, whole round",
        /// Put out the flames, the whole round (CTD-123).
        Extinguish = "extinguish" "put out the flames, whole round",
        /// Pick a weapon up (CTD-89).
        Retrieve = "retrieve" "pick up a weapon",
        /// Bring somebody round (CTD-154).
        Revive = "revive" "revive an ally",
        /// Any other action in words (CTD-24).
        Feat = "feat" "another action",
    }
}

impl Maneuver {
    /// All of them in the order offered: to pass comes last.
    pub fn offered() -> impl Iterator<Item = Maneuver> {
        let others = Self::ALL.iter().copied().filter(|one| *one != Self::Pass);
        others.chain([Self::Pass])
    }

    /// What somebody does who does it: "attacks".
    pub fn verb(self) -> &'static str {
        match self {
            Self::Pass => "passes",
            Self::Attack => "attacks",
            Self::Charge => "charges",
            Self::Cast => "casts",
            Self::Dodge => "dodges",
            Self::Hold => "holds",
            Self::Move => "moves",
            Self::Withdraw => "withdraws",
            Self::Run => "runs away",
            Self::Grab => "grabs",
            Self::Keep => "keeps hold",
            Self::Reload => "reloads",
            Self::Extinguish => "puts out the flames",
            Self::Retrieve => "picks up a weapon",
            Self::Revive => "revives",
            Self::Feat => "does something else",
        }
    }

    /// Takes the whole round, movement included, and leaves no reactions (CTD-22).
    pub fn whole_round(self) -> bool {
        matches!(self, Self::Reload | Self::Extinguish)
    }

    /// Goes with an attack roll at whom it was declared at.
    pub fn strikes(self) -> bool {
        matches!(self, Self::Attack | Self::Charge | Self::Grab)
    }

    /// Is done to somebody who may be named in the declaration.
    pub fn has_target(self) -> bool {
        self.strikes() || matches!(self, Self::Cast | Self::Revive)
    }
}
