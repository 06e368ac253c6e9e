//! Conditions of a combatant.

crate::conditions! {
    /// Typed names of the conditions.
    pub mod is {
        /// Down, because of low hit points (SEG-77).
        DOWN = "down" "down", help "out of the fight", lasts, fixed;
        /// No attacks or actions for the rest of the round; +10 to hit the combatant (SEG-67, SEG-71).
        STUNNED = "stunned" "stunned", help "no attacks or actions for the rest of the round; +10 for attackers", fixed;
        /// Casting: no DEF from DEX, Defence skill and shield; a hit may interrupt (SEG-117, SEG-118). The value is the
        /// count of the release, the cause is the spell.
        CASTING = "casting" "casting", help "no DEF from DEX, Defence skill or shield; a hit may interrupt the spell";
        /// Spell that was too late for this round (SEG-116). The cause of the condition names the spell.
        SPELL_CARRIED = "spell_carried" "beginning a spell on count 10 of the next round", help "the spell is too late for this round";
        /// Holding, so that a spell of the next round starts on count 10 (SEG-30).
        HOLDING = "holding" "holding", help "a spell of the next round starts on count 10";
        /// Careful aim with +15 at range; no DEF from DEX and Defence skill, +10 to hit the combatant (SEG-100,
        /// SEG-101).
        AIMING = "aiming" "aiming", help "careful aim: +15 on shots; no DEF from DEX or Defence skill; +10 for attackers";
        /// Aim kept for the next round: +15 on the first shot of that round if the combatant does not move (SEG-102).
        AIM_KEPT = "aim_kept" "still aiming", help "+15 on the first shot of the next round if the shooter stays in place";
        /// No movement at all: DEF -20, Luck saves -20 (SEG-25).
        NO_MOVEMENT = "no_movement" "standing stock-still", help "DEF -20, Luck saves -20";
        /// Picking up a weapon: DEF -15 (SEG-43).
        STOOPING = "stooping" "picking up a weapon", help "DEF -15";
        /// Defending: less strike chance, more DEF in melee (SEG-87). The value is the DEF bonus.
        DEFENDING = "defending" "defending", help "less strike chance, more DEF in melee";
        /// Full defence: no attack, more DEF in melee (SEG-88). The value is the DEF bonus.
        FULL_DEFENSE = "full_defense" "in full defence", help "no attack; more DEF in melee";
        /// Desperate defence: no other action, much more DEF in melee, can be pushed 10 ft (SEG-89, SEG-92). The value
        /// is the DEF bonus.
        DESPERATE_DEFENSE = "desperate_defense" "in desperate defence", help "no other action; much more DEF in melee; can be pushed 10 ft";
        /// Combatant out of reach of the opponents left behind, until the round ends (SEG-98).
        WITHDRAWN = "withdrawn" "withdrawn from melee", help "out of reach of the former opponents until the end of the round";
        /// Lying on the ground, without a modifier (SEG-26).
        PRONE = "prone" "prone", help "no modifier", until "they get up";
        /// Stuck missiles do not bleed (SEG-107).
        AT_REST = "at_rest" "at rest", help "stuck missiles do not bleed";
        /// Fled after a failed morale roll.
        FLED = "fled" "fled", deed "flees", help "out of the fight after a failed morale roll";
        /// Surrendered after a failed morale roll.
        SURRENDERED = "surrendered" "surrendered", deed "surrenders", help "out of the fight after a failed morale roll";
        /// Grievous wound; the cause is the GM's description (SEG-64).
        GRIEVOUS_WOUND = "grievous_wound" "grievously wounded", help "the cause describes the wound", lasts;
    }
}
