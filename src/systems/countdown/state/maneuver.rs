//! Actions of a combatant on their count (T-9).

use crate::values::Words as _;

use crate::systems::countdown::says::Does;

crate::words! {
    /// Declared action, taken on the combatant's count. A combatant without a declaration passes.
    pub enum Maneuver {
        Pass = "pass",
        /// One attack, a routine, two weapons, a shot, a throw, a punch or a kick.
        Attack = "attack",
        /// Running attack with a spear, lance or pole arm (CTD-64).
        Charge = "charge",
        /// Casting of a declared spell (CTD-136).
        Cast = "cast" "cast a spell",
        /// Parry and dodge (CTD-74).
        Dodge = "dodge" "parry and dodge",
        /// Waiting to act later in this round (CTD-40).
        Hold = "hold" "hold (act later)",
        Move = "move" "move only",
        /// Fighting withdrawal at half speed (CTD-58).
        Withdraw = "withdraw" "fighting withdrawal",
        /// Running away from the fight (CTD-60).
        Run = "run" "run away",
        /// Grabbing a combatant (CTD-162).
        Grab = "grab",
        /// Keeping hold of a grabbed combatant (CTD-165).
        Keep = "keep" "keep the hold",
        /// Reloading for the whole round (CTD-111).
        Reload = "reload" "reload, whole round",
        /// Putting out the flames for the whole round (CTD-123).
        Extinguish = "extinguish" "put out the flames, whole round",
        /// Picking up a weapon (CTD-89).
        Retrieve = "retrieve" "pick up a weapon",
        /// Reviving a combatant (CTD-154).
        Revive = "revive" "revive an ally",
        /// Any other action, in free text (CTD-24).
        Feat = "feat" "another action",
    }
}

impl Maneuver {
    /// Returns all actions in menu order, with passing last.
    pub fn offered() -> impl Iterator<Item = Maneuver> {
        let others = Self::ALL.iter().copied().filter(|one| *one != Self::Pass);
        others.chain([Self::Pass])
    }

    /// Returns the verb of the action: "attacks".
    pub fn verb(self) -> &'static str {
        self.does().label()
    }

    /// Returns the action for the log.
    pub fn does(self) -> Does {
        Does::from_word(self.word()).unwrap_or_default()
    }

    /// Returns true if the action takes the whole round, including movement, and rules out reactions (CTD-22).
    pub fn whole_round(self) -> bool {
        matches!(self, Self::Reload | Self::Extinguish)
    }

    /// Returns true if the action includes an attack roll against its declared target.
    pub fn strikes(self) -> bool {
        matches!(self, Self::Attack | Self::Charge | Self::Grab)
    }

    /// Returns true if the declaration may name a target.
    pub fn has_target(self) -> bool {
        self.strikes() || matches!(self, Self::Cast | Self::Revive)
    }
}
