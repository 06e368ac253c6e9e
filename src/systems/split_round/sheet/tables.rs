//! Rows of the rule tables.

use std::sync::Arc;

use crate::systems::prelude::*;

use super::schema::{AltClass, FumbleClass};

crate::words! {
    /// Result of a critical failure on the 2d4 table (T5).
    pub enum Fumble {
        /// Launcher or thrown piece breaks (SPL-99, SPL-100).
        WeaponBreaks = "weapon_breaks" "the weapon breaks",
        /// One point less damage until the weapon is repaired (SPL-92).
        Chipped = "chipped" "the weapon is chipped",
        /// 1d4 damage to the attacker (SPL-93).
        SelfD4 = "self_d4" "hits themselves for 1d4",
        /// No attack in the next round (SPL-89).
        Trip1 = "trip_1" "trips: no attack next round",
        /// No attack in the next two rounds (SPL-89).
        Trip2 = "trip_2" "trips: no attack for 2 rounds",
        /// Missile is destroyed (SPL-100).
        MissileBroken = "missile_broken" "the missile breaks",
        /// Bump: the attacker and the nearest combatant lose their attacks and spells (SPL-88).
        Bump = "bump" "bumps into the nearest combatant",
        /// Half damage to the combatant behind (SPL-85).
        BehindHalf = "behind_half" "half damage to the combatant behind",
        /// Half of the damage to the attacker (SPL-94).
        OwnBlowHalf = "own_blow_half" "takes half of their own damage",
        /// Weapon falls to the ground (SPL-90).
        Drop = "drop" "drops the weapon",
        /// Natural attack is sprained (SPL-95).
        Sprain = "sprain" "a sprain",
        /// Full damage to a random combatant (SPL-86).
        Rebound = "rebound" "the missile rebounds at a combatant in range",
        /// Half damage to the wrong target (SPL-85).
        WrongTargetHalf = "wrong_target_half" "half damage to the wrong target",
        /// Full damage to the nearest combatant (SPL-85).
        NearestFull = "nearest_full" "hits the nearest combatant",
        /// Full damage to the nearest combatant except the intended target (SPL-85).
        NearestOtherFull = "nearest_other_full" "hits the nearest other combatant",
        /// Weapon flies off (SPL-91).
        Flies = "flies_2d10" "the weapon flies 2d10 ft",
        /// Weapon cracks, with one more attack (SPL-97).
        Cracked = "cracked" "the weapon cracks",
        /// Broken bone, which makes the natural attack useless (SPL-96).
        WristBroken = "wrist_broken" "breaks a wrist",
        /// String breaks (SPL-100, SPL-115).
        StringBreaks = "string_breaks" "the string breaks",
        /// Double damage, and the weapon breaks (SPL-98).
        BreakDouble = "break_double" "double damage, then the weapon breaks",
    }

    /// Result of a critical failure on the d20 table (T7).
    pub enum Mishap {
        /// Weapon breaks, unless magic protects it (SPL-102).
        Break = "alt_break" "the weapon breaks",
        /// Weapon may fly off (SPL-103).
        Flies = "alt_flies" "the weapon may fly off",
        /// Target gains advantage (SPL-105).
        Overreach = "alt_overreach" "overreaches: the target has advantage",
        /// Weapon gets stuck (SPL-106).
        Stuck = "alt_stuck" "the weapon sticks",
        /// Second attack roll against a nearby combatant (SPL-107).
        WrongTarget = "alt_wrong_target" "attacks another combatant",
        /// Half of the weapon's damage to the attacker (SPL-108).
        SelfWound = "alt_self_wound" "wounds themselves",
        /// Possible fall, avoided by a Reflex save (SPL-109).
        Slip = "alt_slip" "may slip",
        /// Possible strain of the arms (SPL-110).
        Arms = "alt_arms" "may strain their arms",
        /// Possible strain of a leg (SPL-111).
        Leg = "alt_leg" "may strain a leg",
        /// Possible loss of nerve (SPL-112).
        Nerve = "alt_nerve" "may lose their nerve",
        /// Fragile item breaks after the fight (SPL-113).
        Fragile = "alt_fragile" "something fragile breaks",
        /// Embarrassing accident, without further effect (SPL-114).
        Accident = "alt_accident" "an embarrassing accident",
        /// Weapon's string breaks (SPL-115).
        StringBroken = "alt_string_broken" "the string breaks",
        /// Weapon's string comes loose (SPL-116).
        StringLoose = "alt_string_loose" "the string comes loose",
        /// Missiles fall to the ground (SPL-117).
        Spill = "alt_spill" "the quiver spills",
        /// Attacker may be rattled (SPL-119).
        Rattled = "alt_rattled" "misses and may be rattled",
        /// Teeth or claws snap (SPL-118).
        Snapped = "alt_snapped" "the teeth or claws snap",
    }

    /// Place of a long rest (T4).
    pub enum RestPlace {
        /// Camp in a dungeon or the wilderness.
        Camp = "camp" "camp",
        /// Poor room of an inn.
        Poor = "poor" "poor inn room",
        /// Common room of an inn.
        Common = "common" "common inn room",
        /// Rich room of an inn.
        Rich = "rich" "rich inn room",
    }
}

crate::tables! {
    /// Bonus of a counterspell, by the mana spent (T2).
    pub struct Bid in "bid", keys at_bid {
        /// Modifier of the roll (SPL-47).
        modifier: i64 = 1, int(-99, 99), "modifier", required;
    }

    /// Multiplier of a critical hit, by the second d20 (T3).
    pub struct Multiplier in "multiplier", keys at_multiplier {
        /// Multiplier of the damage (SPL-76).
        times: i64 = 1, int(0, 99), "times", required;
    }

    /// Long rest, with a row for each place (T4).
    pub struct Resting in "rest", keys at_resting {
        place: RestPlace = RestPlace::Camp, "place", required;
        /// Multiplier of the healing (SPL-141).
        factor: i64 = 1, int(0, 99), "factor", required;
    }

    /// Critical failure, by the total of 2d4 (T5).
    pub struct Standard in "fumble", keys at_standard {
        m as "M": Fumble = Fumble::WeaponBreaks, "missile", required;
        s as "S": Fumble = Fumble::Chipped, "slashing", required;
        b as "B": Fumble = Fumble::SelfD4, "bludgeoning", required;
        p as "P": Fumble = Fumble::Trip2, "piercing", required;
        /// Fists and natural weapons.
        f as "F": Fumble = Fumble::Trip1, "fist, natural", required;
    }

    /// Critical failure, by the d20 (T7).
    pub struct Alternate in "alternate_fumble", keys at_alternate {
        mw as "MW": Mishap = Mishap::Break, "melee weapon", required;
        sr as "SR": Mishap = Mishap::Break, "shooting weapon", required;
        tr as "TR": Mishap = Mishap::Break, "thrown weapon", required;
        nw as "NW": Mishap = Mishap::Snapped, "natural weapon", required;
    }

    /// Hardness of objects, with a row for each material (T8).
    pub struct Hardness in "hardness", keys at_hardness {
        material: Arc<str>, "material", required;
        /// Name of the material.
        name: Arc<str>, "name", required;
        /// Target number of a break check (SPL-125); at 0 the object breaks without a check (SPL-130).
        dc: i64 = 0, int(0, 99), "DC", required;
    }
}

impl Resting<&Row> {
    /// Returns the multiplier of a long rest at this place; 1 if the table has no such place.
    pub fn at(now: &Encounter, place: RestPlace) -> i64 {
        Resting::find(now, |row| row.place() == place).map_or(1, |row| row.factor())
    }
}

impl Standard<&Row> {
    /// Returns the result for a class of weapons; `None` if the class has no fumbles.
    pub fn column(&self, class: FumbleClass) -> Option<Fumble> {
        Some(match class {
            FumbleClass::Missile => self.m(),
            FumbleClass::Slashing => self.s(),
            FumbleClass::Bludgeoning => self.b(),
            FumbleClass::Piercing => self.p(),
            FumbleClass::Fist => self.f(),
            FumbleClass::None => return None,
        })
    }
}

impl Alternate<&Row> {
    /// Returns the result for a class of weapons; `None` if the class has no fumbles.
    pub fn column(&self, class: AltClass) -> Option<Mishap> {
        Some(match class {
            AltClass::Melee => self.mw(),
            AltClass::Shooting => self.sr(),
            AltClass::Thrown => self.tr(),
            AltClass::Natural => self.nw(),
            AltClass::None => return None,
        })
    }
}
