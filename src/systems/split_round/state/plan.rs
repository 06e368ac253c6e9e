//! What somebody declared for the round (SPL-08, T1).

use crate::values::Id;

use super::other_act::Deed;

crate::words! {
    /// What a plan is about.
    pub enum Main {
        /// Attacks: a full attack, a move and an attack, a charge.
        Attack = "attack",
        /// A spell, ordinary or long.
        Cast = "cast" "cast a spell",
        /// Something else in the place of the attacks.
        Other = "other" "something else",
        /// On with what takes several rounds.
        GoOn = "go-on" "continue",
        /// Movement, a bonus action, or nothing.
        Nothing = "nothing" "no attack",
    }

    /// A bonus action besides an attack with the off hand (SPL-19).
    pub enum Bonus {
        /// No bonus action in the round.
        None = "none",
        /// Drawing another weapon, done at once (SPL-21).
        Draw = "draw" "draw a weapon",
        Potion = "potion" "drink a potion",
        /// Using a magic item.
        Item = "item" "use a magic item",
        /// A feat that asks for one.
        Feat = "feat" "use a feat",
    }
}

crate::records! {
    /// An attack as it is declared.
    pub struct Blow {
        /// The name of the attack.
        pub weapon: String,
        pub target: Option<Id>,
        /// With the sneak dice (SPL-70).
        pub sneak: bool,
    }

    pub struct Plan {
        /// What it is about.
        pub main: Main,
        /// Feet moved in the round.
        pub feet: i64,
        /// Stands up first (SPL-33).
        pub stand: bool,
        /// Whose reach it leaves, in the order in which they may strike (SPL-39, SPL-42).
        pub leaves: Vec<Id>,
        /// True if the combatant charges (SPL-22).
        pub charge: bool,
        /// Bull rushes instead of striking (SPL-24).
        pub rush: bool,
        pub blows: Vec<Blow>,
        /// The attack of the off hand (SPL-20).
        pub off_hand: Option<Blow>,
        pub spell: String,
        /// At whom the spell is aimed.
        pub targets: Vec<Id>,
        /// The act in the place of the attacks.
        pub deed: Deed,
        pub bonus: Bonus,
        /// What that is, in the GM's words.
        pub bonus_what: String,
        /// Whose act may forestall the movement, which is held until the dice are thrown (SPL-31).
        pub contested: Option<Id>,
        /// Which of its items can be done all the same where the movement is forestalled, in their order (SPL-31).
        pub still: Vec<bool>,
        /// Gets away with its movement, out of the fight (SPL-133).
        pub gone: bool,
        /// Allowed by a feat, whatever fits in a round (SPL-11).
        pub feat: bool,
    }

    /// What the GM typed last, for the next time.
    pub struct Habit in "habit" {
        /// The dice of a potion.
        pub potion: String,
    }

    /// What somebody declared last, for the presets of the next declaration.
    pub struct Last each "last" {
        pub plan: Option<Plan>,
    }
}
