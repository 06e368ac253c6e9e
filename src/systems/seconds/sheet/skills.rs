//! Skills and their base abilities (SEC-128, RD-31).

crate::words! {
    /// Skill with a bonus on the sheet.
    pub enum Skill {
        /// Reflex, for dodging, initiative and grabbing.
        Reflex = "reflex",
        /// Weapon skill, for melee attacks and parries.
        Weapon = "weapon",
        Shield = "shield",
        Ranged = "ranged",
        Magic = "magic",
        /// Resistance to poison and pain.
        Fortitude = "fortitude",
        Perception = "perception",
        Stealth = "stealth",
        Acrobatics = "acrobatics",
        Athletics = "athletics",
        Wrestle = "wrestle",
        Ride = "ride",
        Medicine = "medicine",
        Charisma = "charisma",
        /// Possession of another combatant's body.
        Possession = "possession",
    }

    /// Base ability of a skill.
    pub enum Base {
        /// Skill based on neither Dexterity nor Intelligence.
        Neither = "none",
        Dexterity = "dexterity",
        Intelligence = "intelligence",
    }
}
