//! Rows of the rule tables.

use std::sync::Arc;

use crate::systems::prelude::*;

use super::schema::{Size, Specialization, StuckMissile, WeaponKind};

crate::words! {
    /// Movement of a target, which matters for shots (SEG-99).
    pub enum Speed {
        Stationary = "stationary",
        Walking = "walking",
        Running = "running",
        Sprinting = "sprinting",
        FastSprinting = "fast_sprinting",
        Dodging = "dodging",
        /// Moving mount or wagon; its modifier is added to the modifier of the movement.
        Mounted = "mounted",
    }

    /// Modifiers of all initiative rolls of a round (SEG-24, SEG-34 to SEG-38, SEG-43).
    pub enum InitiativeModifier {
        /// No movement at all.
        Still = "still" "no movement",
        /// Movement before the action.
        Move = "move",
        /// Running before the action.
        Run = "run",
        Draw = "draw",
        Sheathe = "sheathe" "put away",
        PickUp = "pickup" "pick up",
    }
}

crate::tables! {
    /// Critical and grievous hits, by strike chance (T-1).
    pub struct Bands in "bands", keys at_bands {
        /// Highest roll that is a grievous hit (SEG-61).
        grievous: i64 = 0, int(0, 100), "grievous", required, help "up to this roll";
        /// Highest roll that is a critical hit (SEG-61).
        critical: i64 = 0, int(0, 100), "critical", required, help "up to this roll";
    }

    /// Stun thresholds for adjusted CON above 25 (T-2).
    pub struct Stun in "stun", keys at_stun {
        /// Damage above which a single hit stuns (SEG-68).
        threshold: i64 = 0, int(0, 999), "threshold", required, help "a hit above this number stuns";
    }

    /// Wound levels by hit points (T-3).
    pub struct Wounds in "wounds", keys at_wounds {
        /// Name of the level (SEG-74).
        level: Arc<str>, "level", required, help "name of the level";
        /// Modifier of all rolls, and of TMR in feet (SEG-75).
        modifier: i64 = 0, int(-999, 0), "modifier", required, help "modifier of all rolls, and of TMR in feet";
    }

    /// Table of lighting modifiers (T-4).
    pub struct Lighting in "lighting", keys at_lighting {
        /// Keyword in forms and saves.
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of SC (SEG-84).
        modifier: i64 = 0, int(-999, 999), "modifier", required, help "SC modifier";
    }

    /// Table of target movement (T-5).
    pub struct Speeds in "speed", keys at_speeds {
        /// Keyword in forms and saves.
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of the SC of shots (SEG-99).
        modifier: i64 = 0, int(-999, 999), "modifier", required, help "SC modifier";
    }

    /// Table of cover modifiers (T-5).
    pub struct Covers in "cover", keys at_covers {
        /// Keyword in forms and saves.
        key: Arc<str>, "key", required, help "keyword in forms and saves";
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of the SC of shots (SEG-103).
        modifier: i64 = 0, int(-999, 999), "modifier", required, help "SC modifier";
    }

    /// Table of size modifiers (T-6).
    pub struct Sizes in "size", keys at_sizes {
        key: Size = Size::Medium, "key", required;
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of the SC of shots at the target (SEG-104).
        ranged: i64 = 0, int(-999, 999), "ranged", required, help "SC modifier of shots";
        /// Modifier of CON for the stun table (SEG-69).
        con: i64 = 0, int(-99, 99), "con", required, help "CON bonus against stun";
    }

    /// Table of shots by a shooter in melee (T-8): modifiers of SC by weapon and specialization (SEG-105).
    pub struct ShotsInMelee in "shooting_in_melee", keys at_shots_in_melee {
        /// Kind of the shooter's weapon.
        key: WeaponKind = WeaponKind::Other, "key", required;
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        none: i64 = 0, int(-999, 999), "no specialization", required, help "SC modifier";
        specialist: i64 = 0, int(-999, 999), "specialist", required, help "SC modifier";
        /// Modifier for a double specialist.
        double_specialist: i64 = 0, int(-999, 999), "double specialist", required, help "SC modifier";
    }

    /// Table of stuck missiles (T-10).
    pub struct Missiles in "missiles", keys at_missiles {
        key: StuckMissile = StuckMissile::Arrow, "key", required;
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of DEX while the missile is stuck (SEG-106).
        dex: i64 = 0, int(-9, 0), "DEX", required, help "DEX modifier";
        /// Hit points lost each round (SEG-107).
        bleed: i64 = 0, int(0, 9), "bleeding", required, help "hit points per round";
    }

    /// Table of shots into a melee: highest total at which a shot flies toward an ally, by the number of allies and
    /// opponents (T-11, SEG-110).
    pub struct Stray in "stray", keys at_stray {
        one as "1": i64 = 0, int(0, 999), "one opponent", required, help "highest total at which the shot flies toward an ally";
        two as "2": i64 = 0, int(0, 999), "two opponents", required, help "highest total at which the shot flies toward an ally";
        three as "3": i64 = 0, int(0, 999), "three opponents", required, help "highest total at which the shot flies toward an ally";
    }

    /// Table of bonuses on shots into a melee, by the shooter's training (T-11).
    pub struct Training in "stray_bonus", keys at_training {
        key: Specialization = Specialization::None, "key", required;
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of the die (SEG-110).
        bonus: i64 = 0, int(-999, 999), "bonus", required, help "bonus to the roll";
        /// Highest natural roll at which a shot always flies toward an ally (SEG-111).
        always: i64 = 0, int(0, 100), "always", required, help "highest natural roll at which the shot always flies toward an ally";
    }

    /// Casting times of mage spells in counts, by rank (T-12, SEG-114).
    pub struct MageSpells in "casting", keys at_mage_spells {
        /// Casting time of the GK column.
        mage_gk: i64 = 7, int(1, 99), "GK", required, help "counts";
        /// Casting time of the SK column.
        mage_sk: i64 = 7, int(1, 99), "SK", required, help "counts";
    }

    /// Table of ambush effects in the surprise round, by the degree of the victim's PER roll (T-13).
    pub struct Caught in "ambush", keys at_caught {
        /// Modifier of the ambushers' SC (SEG-13 to SEG-15).
        sc: i64 = 0, int(-999, 999), "SC", required, help "SC bonus of ambushers";
        /// Modifier of the ambushers' damage (SEG-15).
        damage: i64 = 0, int(-999, 999), "damage", required, help "damage bonus of ambushers";
        /// Description of the actions that the victim can still take (SEG-10 to SEG-15).
        says: Arc<str>, "says", required, help "actions left to the victim";
    }

    /// Table of initiative modifiers (T-16).
    pub struct Initiative in "initiative", keys at_initiative {
        key: InitiativeModifier = InitiativeModifier::Still, "key", required;
        /// Label shown on screen.
        label: Arc<str>, "label", required, help "name on the screen";
        /// Modifier of all initiative rolls of the round.
        modifier: i64 = 0, int(-99, 99), "modifier", required, help "initiative modifier for the round";
    }

    /// Initiative dice, by the number of the attack. Attacks beyond the table use the last die (SEG-46).
    pub struct InitiativeDice in "dice", keys at_initiative_dice {
        /// Sides of the die.
        sides: i64 = 10, int(1, 1000), "sides", required;
    }
}

/// Circumstance of an attack, as named in its table. A GM's own table may have more circumstances than the rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Circumstance {
    /// Keyword in forms and saves.
    pub key: Arc<str>,
    /// Label shown on screen.
    pub label: Arc<str>,
    pub modifier: i64,
}

macro_rules! circumstances {
    ($($(#[$doc:meta])* $name:ident in $table:ident, $at:ident;)+) => {$(
        $(#[$doc])*
        pub fn $name(now: &Encounter) -> Vec<Circumstance> {
            let rows = $table::all(now).map(|(.., row)| Circumstance {
                key: row.0.text($at::key),
                label: row.0.text($at::label),
                modifier: row.modifier(),
            });
            rows.collect()
        }
    )+};
}

circumstances! {
    /// Returns all kinds of lighting; the first is the default (SEG-84).
    lights in Lighting, at_lighting;
    /// Returns all kinds of target movement, and dodging and mounts, which are added to them (SEG-99).
    speeds in Speeds, at_speeds;
    /// Returns all kinds of cover; the first is the default (SEG-103).
    covers in Covers, at_covers;
}

impl Speed {
    /// Returns the modifier of the SC of shots (SEG-99).
    pub fn modifier(self, now: &Encounter) -> i64 {
        Speeds::find(now, |row| row.key() == self.word()).map_or(0, |row| row.modifier())
    }
}

impl InitiativeModifier {
    /// Returns the modifier of all initiative rolls of the round.
    pub fn modifier(self, now: &Encounter) -> i64 {
        Initiative::find(now, |row| row.key() == self).map_or(0, |row| row.modifier())
    }
}

/// Returns the modifier of SC for shooting while in melee (SEG-105).
pub fn shot_in_melee(now: &Encounter, kind: WeaponKind, training: Specialization) -> i64 {
    let row = ShotsInMelee::find(now, |row| row.key() == kind);
    row.map_or(0, |row| match training {
        Specialization::None => row.none(),
        Specialization::Specialist => row.specialist(),
        Specialization::DoubleSpecialist => row.double_specialist(),
    })
}

impl Caught<&Row> {
    /// Returns the effect of the ambush in words (SEG-10 to SEG-15).
    pub fn told(&self) -> String {
        let sc = (self.sc() > 0).then(|| format!(", attackers +{}", self.sc()));
        let damage = (self.damage() > 0).then(|| format!(", +{} damage", self.damage()));
        self.says().to_owned() + &sc.unwrap_or_default() + &damage.unwrap_or_default()
    }
}
