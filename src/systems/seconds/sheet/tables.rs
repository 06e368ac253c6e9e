//! Tables of a fight, as the rules read them.

use std::sync::Arc;

use crate::encounter::Encounter;

crate::words! {
    /// Part of the body that a called shot can name (T-6).
    pub enum Part {
        None = "none" "no part",
        Leg = "leg",
        Arm = "arm",
        Hand = "hand",
        Head = "head",
        /// Critical region, such as heart or throat.
        Critical = "critical" "critical region",
        Torso = "torso",
        Wings = "wings",
    }

    /// Kind of an item worn or held (T-7).
    pub enum ItemKind {
        /// A knife or a sickle.
        Small = "small" "small metal weapon",
        /// A short or arming sword.
        Middling = "middling" "medium metal weapon",
        /// A large metal weapon.
        Large = "large" "large metal weapon",
        /// A spear or an axe.
        Hafted = "hafted" "wooden-hafted weapon",
    }

    /// Behaviour of a confused creature (T-8).
    pub enum Whim {
        /// Confusion that lasts longer, with another roll of the die.
        Longer = "longer" "confused for longer",
        /// Deadliest attack against the nearest combatant in a random direction.
        Toward = "toward" "makes the deadliest attack in a random direction",
        /// Deadliest attack against the combatant whom the creature likes least.
        Disliked = "disliked" "makes the deadliest attack against the least liked combatant",
        /// Deadliest attack against the nearest combatant.
        Nearest = "nearest" "makes the deadliest attack against the nearest combatant",
        Panic = "panic" "panicked",
        /// Screams; the die is rolled again.
        Scream = "scream" "screams",
        /// Throws the held item in a random direction.
        Throw = "throw" "throws the held item",
        /// Weakest attack against the nearest combatant.
        Weakest = "weakest" "makes the weakest attack against the nearest combatant",
        /// Drops everything in its hands.
        Drop = "drop" "drops the held item",
        /// Stares into the distance.
        Stare = "stare" "stares into the distance",
        /// Walks in a random direction.
        Walk = "walk" "walks",
        /// Runs in a random direction.
        Run = "run" "runs",
        /// Fights foes who do not exist.
        Phantoms = "phantoms" "fights imaginary foes",
        Fall = "fall" "falls prone",
        Sit = "sit" "sits down",
        /// Self-control for this turn.
        Control = "control" "is in control",
        /// Self-control for 1d6 turns.
        Lucid = "lucid" "is in control for some turns",
        /// Self-control for ten turns.
        Minute = "minute" "is in control for a minute",
    }

    /// Rate of the checks of an affliction (T-13).
    pub enum Rate {
        /// One check at the start of each of the victim's turns.
        Round = "round",
        Second = "second",
        /// One check an hour.
        Hour = "hour",
        Day = "day",
        Drink = "drink",
    }

    /// Transmission of an affliction (T-13).
    pub enum Way {
        Swallowed = "swallowed",
        Injury = "injury",
        /// Inhaled; the DC rises with each check while exposed (SEC-177).
        Inhaled = "inhaled",
        /// Caught from bites of vermin, dirt or touch.
        Vector = "vector",
        Exposure = "exposure",
    }

    /// Effect of a failed check (T-13).
    pub enum Symptom {
        Wound = "wound",
        /// Wound, and nausea for a day.
        WoundNausea = "wound_nausea",
        /// Wound, and tired for a day.
        WoundTired = "wound_tired",
        /// Drunk for 1d4 hours.
        Drunk = "drunk",
        /// Unconscious for 1d4 times ten minutes.
        Unconscious = "unconscious",
        /// Staggered for a round; paralysed for an hour from the third failure in a row.
        Spider = "spider",
        /// Blinded, staggered or both for 1d6 rounds.
        TearGas = "tear_gas",
        /// Random symptom by a d6: wound, morale penalty or mobility penalty.
        Zombie = "zombie",
    }
}

crate::tables! {
    /// Action times in seconds (T-1).
    pub struct Times in "times", keys at_times {
        /// Keyword of the action.
        key: Arc<str>, "key", required, help "keyword";
        /// Duration in seconds, 0 to 600.
        seconds: i64 = 0, int(0, 600), "seconds", required;
    }

    /// Scales (T-2), one row each; scales beyond the table use the first or the last row.
    pub struct Scales in "scale", keys at_scales {
        /// Side of a square in sixteenths of a metre.
        side: i64 = 16, int(1, 99_999), "square", required, help "sixteenths of a metre";
        /// Example of a creature or object of this size.
        example: Arc<str>, "example", required;
    }

    /// Cover by its degree (T-4, T-5).
    pub struct Covers in "cover", keys at_covers {
        label: Arc<str>, "label", required;
        /// Bonus to Target, and to the DC of spotting a combatant who hides behind the cover.
        target: i64 = 0, int(0, 20), "Target", required;
    }

    /// Table of postures (T-4, T-5): standing, crouching, prone.
    pub struct Postures in "posture", keys at_postures {
        /// Modifier of Target against shots, without cover.
        ranged: i64 = 0, int(-20, 20), "against shots", required;
        /// Modifier of Target in melee, without cover.
        melee: i64 = 0, int(-20, 20), "hand to hand", required;
        /// Number of degrees by which cover improves.
        steps: i64 = 0, int(0, 4), "better cover", required;
    }

    /// Degrees of visibility (T-4): clear, concealed, invisible.
    pub struct Sights in "sight", keys at_sights {
        target: i64 = 0, int(0, 20), "Target", required;
    }

    /// Table of called shots (T-6).
    pub struct Parts in "parts", keys at_parts {
        part: Part = Part::None, "part", required;
        target: i64 = 0, int(-20, 20), "Target", required;
        /// Modifier of Toughness and Minimum Toughness for this hit.
        toughness: i64 = 0, int(-20, 20), "Toughness", required;
        /// True if damage above Minimum Toughness causes a wound.
        wounds: bool = true, "wound at Minimum", required;
        /// Squares of speed lost at Minimum Toughness.
        slowed: i64 = 0, int(0, 20), "squares lost at Minimum", required;
        /// Squares of speed lost at Toughness, in total.
        lamed: i64 = 0, int(0, 20), "squares lost at Toughness", required;
        /// True if damage at Toughness starts dying; otherwise the part is disabled.
        vital: bool = false, "vital", required;
    }

    /// Items worn or held, made for scale 0 (T-7).
    pub struct Items in "items", keys at_items {
        kind: ItemKind = ItemKind::Small, "kind", required;
        target: i64 = 4, int(-20, 20), "Target", required;
        /// Toughness of the item; its Minimum is 6 less.
        toughness: i64 = 6, int(-20, 99), "Toughness", required;
    }

    /// Results of a confusion roll, by d20 (T-8).
    pub struct Whims in "confusion", keys at_whims {
        whim: Whim = Whim::Control, "result", required;
    }

    /// Damage of a fall, by metres (T-10).
    pub struct Falls in "falling", keys at_falls {
        /// Bonus to the damage.
        damage: i64 = 0, int(0, 99), "damage", required;
    }

    /// Surfaces that a fall can end on (T-11).
    pub struct Surfaces in "surface", keys at_surfaces {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        label: Arc<str>, "label", required;
        /// Modifier of the damage.
        damage: i64 = 0, int(-99, 99), "damage", required;
        /// True if all damage is piercing.
        piercing: bool = false, "piercing", required;
    }

    /// Poisons, diseases and radiation (T-13).
    pub struct Poisons in "poisons", keys at_poisons {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        label: Arc<str>, "label", required;
        /// Transmission to the victim.
        way: Way = Way::Swallowed, "way", required;
        /// True if it spreads from the infected through the air.
        airborne: bool = false, "airborne", required;
        /// DC of the Fortitude check.
        dc: i64 = 4, int(1, 99), "Fort DC", required;
        /// DC of the diagnosis.
        diagnosis: i64 = 4, int(0, 99), "diagnosis DC", required;
        /// Rate of the checks.
        rate: Rate = Rate::Round, "rate", required;
        /// Effect of a failed check.
        symptom: Symptom = Symptom::Wound, "symptom", required;
        /// Degree of radiation, from 1 (minor) to 5 (extreme); 0 for anything else.
        radiation: i64 = 0, int(0, 5), "radiation", required;
    }

    /// Step of encumbrance by the sum of endurance and strength (T-15).
    pub struct Loads in "load", keys at_loads {
        /// Size of the step in tenths of a kilogram.
        step: i64 = 0, int(0, 999_999), "step", required, help "tenths of a kilogram";
    }

    /// Experience awarded by the GM's choice (T-16).
    pub struct Awards in "awards", keys at_awards {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        label: Arc<str>, "label", required;
        points: i64 = 0, int(0, 99_999), "points", required;
    }
}

/// Returns the poison or disease with a key; `None` if the table does not have it.
pub fn poison<'a>(now: &'a Encounter, key: &str) -> Option<Poisons<&'a crate::values::Row>> {
    Poisons::find(now, |row| row.key() == key)
}

/// Returns the label of a poison or disease; if the table does not have the key, the key itself as words.
pub fn poison_called(now: &Encounter, key: &str) -> String {
    match poison(now, key) {
        Some(row) => row.label().to_owned(),
        None => key.replace('_', " "),
    }
}

/// Returns the cost of an action in seconds (T-1); 4 for unknown keywords.
pub fn seconds(now: &Encounter, key: &str) -> i64 {
    Times::find(now, |row| row.key() == key).map_or(4, |row| row.seconds())
}
