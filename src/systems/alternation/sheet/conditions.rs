//! Conditions of a combatant.

crate::conditions! {
    /// Typed names of the conditions.
    pub mod is {
        /// Combatant who cannot act, react, resist or hold (`ALT-08`).
        INCAPACITATED = "incapacitated" "incapacitated", help "cannot act, react, resist or hold; persists between fights; can be killed by a death blow";
        /// Dead or, for a vehicle, destroyed.
        DEAD = "dead" "dead", fatal, fixed;
        /// Grabbed by another combatant, which creates a link (`ALT-84`).
        GRABBED = "grabbed" "grabbed", help "can only try to break free; Affray asks for the holder", fixed;
        /// Unseen by the enemy (`ALT-15` to `ALT-22`).
        CONCEALED = "concealed" "concealed", help "attacks from concealment allow no reaction; cannot be shot at; needs time out of sight or a great distraction";
        /// Surrendered to the enemy (`ALT-118`).
        SURRENDERED = "surrendered" "surrendered", deed "surrenders", help "does not act or react; may fight again if harmed";
        /// Failed morale: must retreat (value 0) or surrender (value 1).
        BROKEN = "broken" "broken", help "must retreat or surrender; can only dodge or hide";
        /// Exempt from morale until the end of the stretch (`ALT-115`).
        STEADY = "morale_passed" "steady", help "no morale tests until the end of the stretch", silent;
        /// Keeping the turn for a reaction (`ALT-103`).
        RESERVED = "reserved" "keeping the turn", help "may react this round, but not act";
        /// Rider on a mount or vehicle at full speed (`ALT-104`).
        CARRIED = "carried_full_speed" "carried at full speed", help "does not act or react this round";
        /// Gone from the fight.
        FLED = "fled" "gone from the fight";
        /// Maimed, as agreed in a stunt instead of damage (`ALT-54`).
        MAIMED = "maimed" "maimed", help "an effect agreed in a stunt", lasts;
    }
}
