//! Conditions of a combatant.

crate::conditions! {
    /// Typed names of the conditions (T9).
    pub mod is {
        /// No plan, bonus action, free action or reaction this round (SPL-02).
        SURPRISED = "surprised" "surprised", help "no plan, bonus action, free action or reaction this round";
        /// Out of the fight, because of low hit points (SPL-72).
        DOWN = "down" "down", help "out of the fight", lasts;
        /// Helpless: treated as down, with hit points left (SPL-74).
        HELPLESS = "helpless" "helpless", help "cannot act or react";
        /// Dead and out of the fight (SPL-72).
        DEAD = "dead" "dead", fatal;
        /// Fled and out of the fight (SPL-133).
        FLED = "fled" "fled", deed "flees", help "out of the fight";
        /// Surrendered and out of the fight (SPL-133).
        SURRENDERED = "surrendered" "surrendered", deed "surrenders", help "out of the fight";
        /// No attacks of any kind; the value is the first round without attacks (SPL-89).
        NO_ATTACK = "no_attack" "unable to attack", help "no attacks, opportunity attacks or attack spells";
        /// Bumped: attacks and spells of this round are lost (SPL-88).
        BUMPED = "bumped" "bumped", help "no attacks, spells, opportunity attacks or counterspells this round", fixed;
        /// Combatant on the ground (SPL-120).
        PRONE = "prone" "prone", help "melee attacks against the combatant have advantage; must stand up to move", until "they stand up";
        /// Advantage on the next attack roll (SPL-105).
        ADVANTAGE_NEXT = "advantage_next" "at an advantage", help "advantage on the next attack roll", until "their next attack roll";
        /// Afraid of the combatant who caused the fear; the value is the DC of the Will save (SPL-112, SPL-121).
        FRIGHTENED = "frightened" "frightened", help "disadvantage on attacks and ability checks while the source is in sight", until "a Will save at the end of a later round";
        /// Afraid of a combatant out of sight (SPL-121).
        UNSEEN_FEAR = "fear_out_of_sight" "out of sight of the source of fear", help "fear has no effect", silent;
        /// Strained arms; the value is the number of long rests since the strain (SPL-110, SPL-122).
        STRAINED_ARMS = "strained_arms" "hampered by strained arms", help "disadvantage on weapon attacks and arm checks", until "three long rests or magical healing", lasts;
        /// Strained leg; the value is the number of long rests since the strain (SPL-111, SPL-123).
        STRAINED_LEG = "strained_leg" "hampered by a strained leg", help "half speed; no Dexterity to AC and initiative; disadvantage on leg checks", until "three long rests or magical healing", lasts;
        /// Disadvantage on attack rolls until the next hit on a foe (SPL-119).
        RATTLED = "rattled" "rattled", help "disadvantage on attack rolls", until "they hit a foe", lasts;
        /// Loses hit points equal to the value at the end of each round (SPL-132).
        BLEEDING = "bleeding" "bleeding", help "loses hit points at the end of each round", lasts;
        /// Concentrates on the spell, which is the cause of the condition (SPL-38).
        CONCENTRATING = "concentrating" "concentrating", help "no reaction";
    }
}
