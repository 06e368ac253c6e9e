//! The tables of a fight, as the rules read them.

use std::sync::Arc;

use crate::encounter::Encounter;

crate::words! {
    /// A part of the body that a called shot names (T-6).
    pub enum Part {
        None = "none" "no part",
        Leg = "leg",
        Arm = "arm",
        Hand = "hand",
        Head = "head",
        /// Heart, throat and the like.
        Critical = "critical" "critical region",
        Torso = "torso",
        Wings = "wings",
    }

    /// A kind of thing worn or held (T-7).
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

    /// What a confused creature does (T-8).
    pub enum Whim {
        /// Confusion lasts longer and the die is rolled again.
        Longer = "longer" "confused for longer",
        /// Its deadliest attack at the nearest in a direction.
        Toward = "toward" "makes the deadliest attack in a random direction",
        /// Its deadliest attack at whom it likes least.
        Disliked = "disliked" "makes the deadliest attack at the least liked",
        /// Its deadliest attack at the nearest.
        Nearest = "nearest" "makes the deadliest attack at the nearest",
        Panic = "panic" "panicked",
        /// Screams; the die falls again.
        Scream = "scream" "screams",
        /// Throws what it holds in a direction.
        Throw = "throw" "throws what they hold",
        /// Its weakest attack at the nearest.
        Weakest = "weakest" "makes the weakest attack at the nearest",
        /// Drops what it holds.
        Drop = "drop" "drops what they hold",
        /// Stares into the distance.
        Stare = "stare" "stares into the distance",
        /// Walks in a direction.
        Walk = "walk" "walks",
        /// Runs in a direction.
        Run = "run" "runs",
        /// Fights foes that are not there.
        Phantoms = "phantoms" "fights imaginary foes",
        Fall = "fall" "falls prone",
        Sit = "sit" "sits down",
        /// The player has control.
        Control = "control" "is in control",
        /// The player has control for some turns.
        Lucid = "lucid" "is in control for some turns",
        /// The player has control for ten turns.
        Minute = "minute" "is in control for a minute",
    }

    /// How often an affliction is checked (T-13).
    pub enum Rate {
        /// Once at the start of each of the victim's turns.
        Round = "round",
        Second = "second",
        /// Repeats once every hour.
        Hour = "hour",
        Day = "day",
        Drink = "drink",
    }

    /// How something gets into somebody (T-13).
    pub enum Way {
        Swallowed = "swallowed",
        Injury = "injury",
        /// Breathed in: the longer the worse.
        Inhaled = "inhaled",
        /// By bites of vermin, dirt, touch.
        Vector = "vector",
        Exposure = "exposure",
    }

    /// What a failed check brings (T-13).
    pub enum Symptom {
        Wound = "wound",
        /// A wound, and nausea for a day.
        WoundNausea = "wound_nausea",
        /// A wound, and tired for a day.
        WoundTired = "wound_tired",
        /// Drunk for some hours.
        Drunk = "drunk",
        /// Out cold for tens of minutes.
        Unconscious = "unconscious",
        /// Staggered for a round; paralysed by the third failure in a row.
        Spider = "spider",
        /// Blinded or staggered for rounds.
        TearGas = "tear_gas",
        /// One of three, by a d6.
        Zombie = "zombie",
    }
}

crate::tables! {
    /// Action times in seconds (T-1).
    pub struct Times in "times", keys at_times {
        /// What takes so long.
        key: Arc<str>, "key", required, help "keyword";
        /// Duration in seconds, 0 to 600.
        seconds: i64 = 0, int(0, 600), "seconds", required;
    }

    /// Scale (T-2), by the number of the scale; smaller and larger things as the last rows.
    pub struct Scales in "scale", keys at_scales {
        /// Side of a square in sixteenths of a metre.
        side: i64 = 16, int(1, 99_999), "square", required, help "sixteenths of a metre";
        /// Something of that size.
        example: Arc<str>, "example", required;
    }

    /// Cover by its degree (T-4, T-5).
    pub struct Covers in "cover", keys at_covers {
        /// What the screen calls it.
        label: Arc<str>, "label", required;
        /// Added to Target, and to what it takes to spot who hides behind it.
        target: i64 = 0, int(0, 20), "Target", required;
    }

    /// Table of postures (T-4, T-5): standing, crouching, prone.
    pub struct Postures in "posture", keys at_postures {
        /// Added to Target against shots, without cover.
        ranged: i64 = 0, int(-20, 20), "against shots", required;
        /// Added to Target hand to hand, without cover.
        melee: i64 = 0, int(-20, 20), "hand to hand", required;
        /// How many degrees better cover becomes.
        steps: i64 = 0, int(0, 4), "better cover", required;
    }

    /// Who is hard to see (T-4): clear, concealed, invisible.
    pub struct Sights in "sight", keys at_sights {
        target: i64 = 0, int(0, 20), "Target", required;
    }

    /// Table of called shots (T-6).
    pub struct Parts in "parts", keys at_parts {
        part: Part = Part::None, "part", required;
        target: i64 = 0, int(-20, 20), "Target", required;
        /// Added to Toughness and Minimum Toughness for this hit.
        toughness: i64 = 0, int(-20, 20), "Toughness", required;
        /// Whether Minimum Toughness brings a wound.
        wounds: bool = true, "wound at Minimum", required;
        /// Squares of speed lost at Minimum Toughness.
        slowed: i64 = 0, int(0, 20), "squares lost at Minimum", required;
        /// Squares of speed lost at Toughness, all in all.
        lamed: i64 = 0, int(0, 20), "squares lost at Toughness", required;
        /// Whether Toughness starts dying; elsewhere the part is disabled.
        vital: bool = false, "vital", required;
    }

    /// Things worn or held, made for scale 0 (T-7).
    pub struct Items in "items", keys at_items {
        kind: ItemKind = ItemKind::Small, "kind", required;
        target: i64 = 4, int(-20, 20), "Target", required;
        /// Toughness; Minimum is 6 less.
        toughness: i64 = 6, int(-20, 99), "Toughness", required;
    }

    /// Confusion by d20 (T-8).
    pub struct Whims in "confusion", keys at_whims {
        whim: Whim = Whim::Control, "result", required;
    }

    /// Falling, by metres (T-10).
    pub struct Falls in "falling", keys at_falls {
        /// Added to the damage.
        damage: i64 = 0, int(0, 99), "damage", required;
    }

    /// What one lands on (T-11).
    pub struct Surfaces in "surface", keys at_surfaces {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// What the screen calls it.
        label: Arc<str>, "label", required;
        /// Added to the damage.
        damage: i64 = 0, int(-99, 99), "damage", required;
        /// Whether all damage is piercing.
        piercing: bool = false, "piercing", required;
    }

    /// Poisons, diseases, radiation (T-13).
    pub struct Poisons in "poisons", keys at_poisons {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// What the screen calls it.
        label: Arc<str>, "label", required;
        /// How it gets in.
        way: Way = Way::Swallowed, "way", required;
        /// Whether it spreads through the air from who has it.
        airborne: bool = false, "airborne", required;
        /// What a Fortitude check has to reach.
        dc: i64 = 4, int(1, 99), "Fort DC", required;
        /// What it takes to know it.
        diagnosis: i64 = 4, int(0, 99), "diagnosis DC", required;
        /// How often it is checked.
        rate: Rate = Rate::Round, "rate", required;
        /// What a failed check brings.
        symptom: Symptom = Symptom::Wound, "symptom", required;
        /// Degree of radiation, 1 for minor to 5 for extreme; 0 for what is none.
        radiation: i64 = 0, int(0, 5), "radiation", required;
    }

    /// The step of encumbrance by endurance and strength together (T-15).
    pub struct Loads in "load", keys at_loads {
        /// Tenths of a kilogram.
        step: i64 = 0, int(0, 999_999), "step", required, help "tenths of a kilogram";
    }

    /// Experience by choice (T-16).
    pub struct Awards in "awards", keys at_awards {
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// What the screen calls it.
        label: Arc<str>, "label", required;
        points: i64 = 0, int(0, 99_999), "points", required;
    }
}

/// The poison or disease of a word; `None` where the table has none of it.
pub fn poison<'a>(now: &'a Encounter, key: &str) -> Option<Poisons<&'a crate::values::Row>> {
    Poisons::find(now, |row| row.key() == key)
}

/// What a poison or disease is called; one that the table does not have by its word.
pub fn poison_called(now: &Encounter, key: &str) -> String {
    match poison(now, key) {
        Some(row) => row.label().to_owned(),
        None => key.replace('_', " "),
    }
}

/// What something costs in seconds (T-1).
pub fn seconds(now: &Encounter, key: &str) -> i64 {
    Times::find(now, |row| row.key() == key).map_or(4, |row| row.seconds())
}
