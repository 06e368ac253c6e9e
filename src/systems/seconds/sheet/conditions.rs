//! Conditions of a combatant (T-9), triggers that end them, and bonds between two combatants.

use crate::values::{Moment, Occasion};

crate::conditions! {
    /// Conditions of a combatant (T-9). A duration in turns of the combatant is stored as the round of the
    /// last turn (SEC-134).
    pub mod is {
        /// Surprised, by one attacker or by all (SEC-18).
        FLAT_FOOTED = "flat_footed" "flat-footed", help "-1 to defences against the attacker; sneak attacks possible";
        /// Combatant between enemies on two opposite sides (SEC-73).
        FLANKED = "flanked" "flanked", help "-1 to defences; sneak attacks possible";
        /// Loses the seconds of a stun die at the start of each turn (SEC-136).
        STAGGERED = "staggered" "staggered", help "loses d6 seconds each turn";
        /// Crawls, uses only light weapons, has three seconds a round (SEC-137).
        DISABLED = "disabled" "disabled", help "crawls; light weapons only; no combos; 3 seconds per round", lasts;
        /// Controlled by a d20, which decides each action (SEC-139).
        CONFUSED = "confused" "confused", help "a d20 decides each action";
        /// Combatant in control although confused (SEC-139).
        LUCID = "lucid" "in control", help "confused but in control";
        /// Flees from the fight (SEC-138).
        PANICKED = "panicked" "panicked", help "flees; attacks only combatants in the way";
        /// Attacks the source of the rage (SEC-128).
        RAGING = "raging" "raging", help "-1 to dexterity and intelligence skills; no spells";
        /// Helpless at Will 0 (SEC-130).
        BROKEN = "broken" "broken", help "helpless; a Spirit check each turn", until "they recover", fixed;
        /// Helpless, with a check each turn (SEC-145).
        DYING = "dying" "dying", help "helpless; a check each turn; any wound kills", fixed;
        /// Helpless but no longer dying (SEC-149).
        STABLE = "stable" "stable", help "helpless; no more checks", lasts;
        /// Unconscious for a time; noise does not end it (SEC-141).
        UNCONSCIOUS = "unconscious" "unconscious", help "helpless for a time; noise does not wake the combatant";
        /// Asleep until noise wakes the combatant (SEC-142).
        SLEEPING = "sleeping" "asleep", help "helpless for a time; noise wakes the combatant";
        /// Helpless while the condition lasts (SEC-140).
        PARALYSED = "paralysed" "paralysed", help "helpless", timed;
        /// Body without its soul (SEC-144).
        SOUL_COMA = "soul_coma" "without a soul", help "helpless; a Fortitude check every hour";
        /// Held in a grip (SEC-86).
        HELD = "held" "held", help "cannot block or parry; -1 to dodge", until "they break free";
        /// Combatant within three metres of an infected combatant (SEC-181).
        NEAR_INFECTED = "near_infected" "near the infected", help "rolls a d6 each turn; a 1 infects the combatant";
        /// Marker without an effect (SEC-143).
        TIRED = "tired" "tired", help "reminder only", timed;
        /// Marker without an effect (SEC-143).
        DRUNK = "drunk" "drunk", help "reminder only", timed;
        /// Marker without an effect (SEC-143).
        NAUSEATED = "nauseated" "nauseated", help "reminder only", timed;
        /// Marker without an effect (SEC-143).
        BLINDED = "blinded" "blinded", help "reminder only", timed;
        /// Dead and out of the order (SEC-147).
        DEAD = "dead" "dead", help "out of the fight", fatal, fixed;
        /// Destroyed; only for objects (SEC-91, SEC-172).
        DESTROYED = "destroyed" "destroyed", help "unusable until repaired", lasts;
        /// Combatant who has left the fight (SEC-138).
        FLED = "fled" "fled", deed "flees", help "out of the fight";
        /// Removed from the fight by the GM, as captured or persuaded (SEC-191).
        REMOVED = "removed" "out of the fight", help "captured, persuaded or surrendered";
    }
}

/// Loss of a morale penalty by any combatant (SEC-127).
pub const CALMED: Moment = Moment {
    word: "calmed",
    label: "loss of a morale penalty",
    occasion: Occasion::Other,
};

/// Bond from a rider to its mount (SEC-120).
pub const RIDES: &str = "rides";
/// Bond from a mind to the body of another combatant that it possesses (SEC-159).
pub const POSSESSES: &str = "possesses";
/// Bond from an aiming combatant to its target (SEC-69).
pub const AIMS: &str = "aims";
/// Bond from a combatant to the object that gives it cover (SEC-81).
pub const BEHIND: &str = "behind";
