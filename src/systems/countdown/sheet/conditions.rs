//! Conditions of a combatant (T-8), with their modifiers and ends.

use crate::dice::Adds;
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
        BURNING = "burning" "in flames", help "1d8 damage at the end of the next round unless the flames are put out";
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
        FLED = "fled" "fled", deed "flees", help "out of the fight";
        /// Surrendered after a failed morale check.
        SURRENDERED = "surrendered" "surrendered", deed "surrenders", help "out of the fight after a failed morale check";
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

/// Postures, which last a round.
pub const POSTURES: [Is; 3] = [is::DODGE, is::CHARGED, is::RUNNING];

/// Conditions that end with their last round.
pub const OF_A_ROUND: [Is; 4] = [is::DODGE, is::CHARGED, is::RUNNING, is::NO_ATTACK];

/// Conditions that end with the fight.
pub const OF_THE_FIGHT: [Is; 8] = [
    is::SURPRISED,
    is::DODGE,
    is::CHARGED,
    is::RUNNING,
    is::RISING,
    is::STUMBLING,
    is::NO_ATTACK,
    is::PRONE,
];

/// Conditions that end with the fight if the GM says so.
pub const RECOVERED: [Is; 2] = [is::SHAKEN, is::BLINDED];

/// Number that conditions modify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modified {
    Attack,
    Save,
    Check,
    Grapple,
    Initiative,
    /// Armor Class against attacks in melee, or against missiles.
    ArmorClass {
        melee: bool,
    },
}

const EVERY_ARMOR_CLASS: [Modified; 2] = [
    Modified::ArmorClass { melee: true },
    Modified::ArmorClass { melee: false },
];

/// Modifiers, in the order of the terms of a sum: the condition, the label of the term, the numbers, and the value.
const MODIFIERS: [(Is, &str, &[Modified], i64); 11] = {
    use Modified::{ArmorClass, Attack, Check, Grapple, Initiative, Save};
    [
        (is::SHAKEN, "shaken", &[Attack, Save, Check, Grapple], -2),
        (is::DODGE, "dodging", &EVERY_ARMOR_CLASS, 2),
        (is::CHARGED, "charging", &EVERY_ARMOR_CLASS, -2),
        (
            is::PRONE,
            "prone",
            &[Attack, ArmorClass { melee: true }],
            -4,
        ),
        (is::PRONE, "prone", &[ArmorClass { melee: false }], 4),
        (is::RISING, "prone", &[ArmorClass { melee: true }], -4),
        (is::RISING, "prone", &[ArmorClass { melee: false }], 4),
        (is::BLINDED, "blinded", &[Attack], -4),
        (is::BLINDED, "blinded", &EVERY_ARMOR_CLASS, -4),
        (is::BLINDED, "blinded", &[Initiative], -2),
        (is::STUMBLING, "stumbling", &[Attack, Grapple], -1),
    ]
};

/// Adds the modifiers of the conditions that a combatant has to a sum.
pub fn modified<S: Adds>(sum: S, number: Modified, has: impl Fn(Is) -> bool) -> S {
    let all = MODIFIERS.iter();
    let own = all.filter(|(is, _, numbers, _)| numbers.contains(&number) && has(*is));
    own.fold(sum, |sum, (_, label, _, value)| sum.plus(*label, *value))
}
