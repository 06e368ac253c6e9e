//! Declaration of a combatant for the round (SPL-08, T1).

use crate::values::Id;

use super::other_act::Deed;

crate::words! {
    /// Main action of a plan.
    pub enum Main {
        /// Attacks: a full attack, a move and an attack, a charge.
        Attack = "attack",
        /// Spell, ordinary or long.
        Cast = "cast" "cast a spell",
        /// Other act in place of the attacks.
        Other = "other" "other action",
        /// Continues a long action.
        GoOn = "go-on" "continue",
        /// Movement, a bonus action, or no action.
        Nothing = "nothing" "no main action",
    }

    /// Bonus action other than an attack with the off hand (SPL-19).
    pub enum Bonus {
        /// No bonus action in the round.
        None = "none",
        /// Drawing another weapon, which happens immediately (SPL-21).
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
        /// Name of the attack.
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
        /// True if the combatant stands up first (SPL-33).
        pub stand: bool,
        /// Opponents whose reach the combatant leaves, in the order of their attacks (SPL-39, SPL-42).
        pub leaves: Vec<Id>,
        /// True if the combatant charges (SPL-22).
        pub charge: bool,
        /// True for bull rushes instead of attacks (SPL-24).
        pub rush: bool,
        pub blows: Vec<Blow>,
        /// Attack with the off hand (SPL-20).
        pub off_hand: Option<Blow>,
        pub spell: String,
        /// Targets of the spell.
        pub targets: Vec<Id>,
        /// Act in place of the attacks.
        pub deed: Deed,
        pub bonus: Bonus,
        /// GM's description of the bonus action.
        pub bonus_what: String,
        /// Combatant whose act may prevent the movement, which is held until the dice are rolled (SPL-31).
        pub contested: Option<Id>,
        /// Flags for the items of the plan, in order: true if the item remains possible without the movement (SPL-31).
        pub still: Vec<bool>,
        /// True if the combatant leaves the fight with this movement (SPL-133).
        pub gone: bool,
        /// True if a feat allows the plan although it does not fit in a round (SPL-11).
        pub feat: bool,
    }

    /// Last values typed by the GM, as defaults.
    pub struct Habit in "habit" {
        /// Dice of a potion.
        pub potion: String,
    }

    /// Last plan of a combatant, which sets the defaults of the next plan.
    pub struct Last each "last" {
        pub plan: Option<Plan>,
    }
}
