//! Skills, and the abilities that they are based on (SEC-128, RD-31).

crate::words! {
    /// A skill of which a sheet has the bonus.
    pub enum Skill {
        /// Dodging, initiative, grabbing hold.
        Reflex = "reflex",
        /// Hand-to-hand weapons, and parrying.
        Weapon = "weapon",
        Shield = "shield",
        Ranged = "ranged",
        Magic = "magic",
        /// Bearing poison and pain.
        Fortitude = "fortitude",
        Perception = "perception",
        Stealth = "stealth",
        Acrobatics = "acrobatics",
        Athletics = "athletics",
        Wrestle = "wrestle",
        Ride = "ride",
        Medicine = "medicine",
        Charisma = "charisma",
        /// Taking over another's body.
        Possession = "possession",
    }

    /// What a skill is based on.
    pub enum Base {
        /// Neither of these two.
        Neither = "none",
        Dexterity = "dexterity",
        Intelligence = "intelligence",
    }
}
