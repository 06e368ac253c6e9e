//! The conditions of a combatant (T-9), the moments at which they end, and the bonds between two.

use crate::values::{Moment, Occasion};

crate::conditions! {
    /// The conditions of a combatant (T-9). A number of own turns is kept as the round of the last of them (SEC-134).
    pub mod is {
        /// Caught unawares, by one or, by nobody in particular, by everybody (SEC-18).
        FLAT_FOOTED = "flat_footed" "flat-footed", help "-1 on defences against who surprised it; open to sneak attack";
        /// Foes on two opposite sides (SEC-73).
        FLANKED = "flanked" "flanked", help "-1 on defences; open to sneak attack";
        /// A die of stun at the start of each turn (SEC-136).
        STAGGERED = "staggered" "staggered", help "d6 seconds of each turn are lost";
        /// Crawls, light weapons, three seconds (SEC-137).
        DISABLED = "disabled" "disabled", help "crawls, light weapons only, no combos, 3 seconds a round", lasts;
        /// A d20 says what it does (SEC-139).
        CONFUSED = "confused" "confused", help "a d20 says what it does";
        /// In control though confused (SEC-139).
        LUCID = "lucid" "in control", help "confused, but no d20 meanwhile";
        /// Flees from the fight (SEC-138).
        PANICKED = "panicked" "panicked", help "flees; attacks only who bars its way";
        /// Attacks what enrages it (SEC-128).
        RAGING = "raging" "raging", help "-1 on dexterity- and intelligence-based skills; no casting";
        /// Helpless at Will 0 (SEC-130).
        BROKEN = "broken" "broken", help "helpless, lasts; a Spirit check each turn", until "they come to", fixed;
        /// Helpless, a check each turn (SEC-145).
        DYING = "dying" "dying", help "helpless, lasts; a check each turn, any wound kills", fixed;
        /// Out, and no longer dying (SEC-149).
        STABLE = "stable" "stable", help "helpless, no more checks", lasts;
        /// Unconscious for a time that noise does not end (SEC-141).
        UNCONSCIOUS = "unconscious" "unconscious", help "helpless, timed; noise does not wake it";
        /// Asleep until a noise (SEC-142).
        SLEEPING = "sleeping" "asleep", help "helpless, timed; noise wakes it";
        /// Helpless as long as it lasts (SEC-140).
        PARALYSED = "paralysed" "paralysed", help "helpless", timed;
        /// A body without its soul (SEC-144).
        SOUL_COMA = "soul_coma" "without a soul", help "helpless, lasts; a Fortitude check every hour";
        /// In somebody's grip (SEC-86).
        HELD = "held" "held", help "cannot block or parry, dodges at -1", until "they break free";
        /// Within three metres of somebody infected (SEC-181).
        NEAR_INFECTED = "near_infected" "near the infected", help "a d6 each turn: on a 1 infected through the air";
        /// Marker without an effect (SEC-143).
        TIRED = "tired" "tired", help "a reminder only", timed;
        /// Marker without an effect (SEC-143).
        DRUNK = "drunk" "drunk", help "a reminder only", timed;
        /// Marker without an effect (SEC-143).
        NAUSEATED = "nauseated" "nauseated", help "a reminder only", timed;
        /// Marker without an effect (SEC-143).
        BLINDED = "blinded" "blinded", help "a reminder only", timed;
        /// Dead and out of the order (SEC-147).
        DEAD = "dead" "dead", help "out of the order", fatal, fixed;
        /// An object that is broken for good (SEC-91, SEC-172).
        DESTROYED = "destroyed" "destroyed", help "does not work until repaired", lasts;
        /// Left the fight (SEC-138).
        FLED = "fled" "fled", help "out of the fight";
        /// Taken out of the fight by the GM: captured, talked round (SEC-191).
        REMOVED = "removed" "out of the fight", help "captured, talked round, surrendered";
    }
}

/// Somebody loses a morale penalty (SEC-127).
pub const CALMED: Moment = Moment {
    word: "calmed",
    label: "loss of a morale penalty",
    occasion: Occasion::Other,
};

/// From a rider to its mount (SEC-120).
pub const RIDES: &str = "rides";
/// From a mind to the body of another that it is in (SEC-159).
pub const POSSESSES: &str = "possesses";
/// From an aimer to its target (SEC-69).
pub const AIMS: &str = "aims";
/// From somebody to the object that gives it cover (SEC-81).
pub const BEHIND: &str = "behind";
