//! Conditions of a combatant (T-8).

use crate::systems::prelude::*;

crate::conditions! {
    /// Typed names of the conditions (T-8).
    pub mod is {
        /// Combatant who cannot act in the first round (CTD-14).
        SURPRISED = "surprised" "surprised", help "cannot act in the first round";
        /// Penalty of -2 on attacks, saves and checks (CTD-93).
        SHAKEN = "shaken" "shaken", help "-2 on attacks, saves and checks";
        /// Combatant on the ground (CTD-94).
        PRONE = "prone" "prone", help "-4 on attacks; AC -4 hand to hand, +4 against missiles", until "they get up";
        /// Penalty of -4 on attacks and AC, and of -2 on initiative (CTD-95).
        BLINDED = "blinded" "blinded", help "-4 on attacks, AC -4, -2 on initiative";
        /// Penalty of -1 on attacks and grapple checks (CTD-98).
        STUMBLING = "stumbling" "stumbling", help "-1 on attacks and grapple checks";
        /// No attack rolls in one round; the value is the number of the round (CTD-104).
        NO_ATTACK = "no_attack" "unable to attack", help "no attack rolls in the round after a fumble";
        /// Burning: 1d8 more for each flask at the end of the next round unless extinguished (CTD-123).
        BURNING = "burning" "in flames", help "1d8 damage at the end of the next round unless put out";
        /// Combatant who cannot run or charge (CTD-62).
        FATIGUED = "fatigued" "fatigued", help "cannot run or charge", lasts;
        /// Combatant whose holder keeps them from speaking (CTD-167).
        SILENCED = "silenced" "silenced", help "no spells";
        /// Combatant who cannot speak because of a gag (CTD-135).
        GAGGED = "gagged" "gagged", help "no spells", lasts;
        /// Hands tied, so that casting is impossible (CTD-135).
        BOUND = "bound" "bound", help "no spells", lasts;
        /// Unconscious and at the mercy of any attack (CTD-150).
        UNCONSCIOUS = "unconscious" "unconscious", help "any damage kills", lasts;
        /// Combatant who has left the fight (CTD-182).
        FLED = "fled" "fled", help "out of the fight";
        /// Surrendered after a failed morale check.
        SURRENDERED = "surrendered" "surrendered", help "out of the fight after a failed morale check";
        /// Taken out of the fight by the GM (CTD-182).
        REMOVED = "removed" "out of the fight";
        /// Dead and out of the fight (CTD-149, CTD-151).
        DEAD = "dead" "dead", fatal;
        /// Posture after Dodge, AC +2 (CTD-74).
        DODGE = "dodge" "dodging", help "AC +2 until the end of the round";
        /// Posture after a charge, AC -2 (CTD-68).
        CHARGED = "charged" "charging", help "AC -2 until the end of the round";
        /// Posture: no attacks, no reactions (CTD-60).
        RUNNING = "running" "running", help "no attacks until the end of the round";
        /// Getting up on this count; for attackers the combatant is still prone (CTD-34).
        RISING = "rising" "getting up", silent;
    }
}

/// Conditions of combatants who left the fight alive.
pub const AWAY: [Is; 3] = [is::FLED, is::SURRENDERED, is::REMOVED];
