//! Declaration of a combatant for the round (SPL-08, T1).

use crate::values::Id;

use super::other_act::Deed;

crate::words! {
    /// Main action of a plan.
    pub enum Main {
        /// Attacks: a full attack, a move and an attack, a charge.
        Attack = "attack",
        /// A spell, ordinary or long.
        Cast = "cast" "cast a spell",
        /// Other act in place of the attacks.
        Other = "other" "something else",
        /// Continues a long action.
        GoOn = "go-on" "continue",
        /// Movement, a bonus action, or no action.
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
        /// Feat that costs a bonus action.
        Feat = "feat" "use a feat",
    }
}

crate::records! {
    pub struct Blow {
        /// The name of the attack.
        pub weapon: String,
        pub target: Option<Id>,
        /// True if the sneak dice count (SPL-70).
        pub sneak: bool,
    }

    pub struct Plan {
        /// Main action of the plan.
        pub main: Main,
        /// Movement in the round, in feet.
        pub feet: i64,
        /// True if it stands up first (SPL-33).
        pub stand: bool,
        /// Opponents whose reach it leaves, in the order of their attacks (SPL-39, SPL-42).
        pub leaves: Vec<Id>,
        /// True if the combatant charges (SPL-22).
        pub charge: bool,
        /// True for bull rushes instead of attacks (SPL-24).
        pub rush: bool,
        pub blows: Vec<Blow>,
        /// The attack of the off hand (SPL-20).
        pub off_hand: Option<Blow>,
        pub spell: String,
        /// Targets of the spell.
        pub targets: Vec<Id>,
        /// Act in place of the attacks.
        pub deed: Deed,
        pub bonus: Bonus,
        /// Description of the bonus action, in the GM's words.
        pub bonus_what: String,
        /// Combatant whose act may forestall the movement, which is held until the dice are rolled (SPL-31).
        pub contested: Option<Id>,
        /// Flags of its items that remain possible if the movement is forestalled, in their order (SPL-31).
        pub still: Vec<bool>,
        /// True if it gets away with its movement, out of the fight (SPL-133).
        pub gone: bool,
        /// True if a feat allows the plan, even if it does not fit in a round (SPL-11).
        pub feat: bool,
    }

    /// Last values typed by the GM, as presets.
    pub struct Habit in "habit" {
        /// The dice of a potion.
        pub potion: String,
    }

    /// Last declaration of a combatant, for the presets of the next one.
    pub struct Last each "last" {
        pub plan: Option<Plan>,
    }
}
