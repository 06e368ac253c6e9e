//! Skills, and the abilities that they are based on (SEC-128, RD-31).

crate::words! {
    /// A skill of which a sheet has the bonus.
    pub enum Skill {
        /// Dodging, initiative, grabbing hold.
        Reflex = "reflex",
        /// Hand-to-hand weapons, and parrying.
        Weapon = "weapon",
        /// Blocking.
        Shield = "shield",
        /// Shooting and throwing.
        Ranged = "ranged",
        /// Magic.
        Magic = "magic",
        /// Bearing poison and pain.
        Fortitude = "fortitude",
        /// Noticing.
        Perception = "perception",
        /// Hiding.
        Stealth = "stealth",
        /// Balance and falls.
        Acrobatics = "acrobatics",
        /// Climbing, jumping, swimming.
        Athletics = "athletics",
        /// Grabs and throws.
        Wrestle = "wrestle",
        /// Riding.
        Ride = "ride",
        /// Treating wounds.
        Medicine = "medicine",
        /// Swaying people.
        Charisma = "charisma",
        /// Taking over another's body.
        Possession = "possession",
    }

    /// What a skill is based on.
    pub enum Base {
        /// Neither of these two.
        Neither = "none",
        /// Dexterity.
        Dexterity = "dexterity",
        /// Intelligence.
        Intelligence = "intelligence",
    }
}
