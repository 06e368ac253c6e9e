//! Fields and conditions of the sheet, as read from files and shown on screen.

use std::sync::Arc;

use crate::systems::prelude::*;

crate::words! {
    /// Size of a combatant: big targets are easier to shoot, and size helps against stun (SEG-69, SEG-104).
    pub enum Size {
        Tiny = "tiny",
        Small = "small",
        Medium = "medium",
        Large = "large",
        Giant = "giant",
    }

    /// Use of a weapon (SEG-58).
    pub enum Mode {
        Melee = "melee",
        Ranged = "ranged",
        /// Melee or ranged, chosen for each attack.
        Both = "both",
    }

    /// Kind of weapon, for shooting while in melee (SEG-105).
    pub enum WeaponKind {
        Other = "other",
        HandCrossbow = "hand_crossbow",
        LightCrossbow = "light_crossbow",
        HeavyCrossbow = "heavy_crossbow",
        ShortBow = "short_bow",
        LongBow = "long_bow",
    }

    /// Missile that stays stuck after a critical hit at range (SEG-106).
    pub enum Missile {
        None = "none",
        Arrow = "arrow",
        Quarrel = "quarrel",
        Javelin = "javelin",
        Spear = "spear",
    }

    /// Special training with a weapon, for shots in and into a melee (SEG-105, SEG-110, SEG-111).
    pub enum Specialization {
        None = "none",
        Specialist = "specialist",
        DoubleSpecialist = "double_specialist",
    }

    /// Hand that holds a weapon (SEG-86).
    pub enum Hand {
        Main = "main",
        Off = "off",
    }

    /// Kind of caster, which sets the casting time (SEG-113 to SEG-115).
    pub enum Caster {
        /// Cleric's spell, whose casting time is on the sheet.
        Cleric = "cleric",
        /// Cleric's spell that takes the whole round.
        ClericOneRound = "cleric_one_round",
        /// Mage's spell with the casting time of the GK column.
        MageGk = "mage_gk",
        /// Mage's spell with the casting time of the SK column.
        MageSk = "mage_sk",
    }

    /// Missile that is stuck in a combatant (SEG-106).
    pub enum StuckMissile {
        Arrow = "arrow",
        Quarrel = "quarrel",
        Javelin = "javelin",
        Spear = "spear",
    }
}

crate::sheet! {
    pub struct Weapon, keys at_weapon {
        /// Name, unique on a sheet.
        name: Arc<str>, "weapon", required;
        /// Strike chance with this weapon, the base of all modifiers (SEG-57).
        sc: i64, int(-50, 300), "SC", required, help "strike chance with this weapon";
        /// Damage of a hit (SEG-62).
        damage: Dice, "damage", required;
        /// Rank with the weapon, for defensive stances and shots into a melee (SEG-87 to SEG-89, SEG-110).
        rank: i64 = 0, int(0, 20), "rank";
        /// Use of the weapon: melee, ranged or both (SEG-58).
        mode: Mode = Mode::Melee, "use";
        /// Kind of weapon, which sets the penalty for shooting in melee (SEG-105).
        kind: WeaponKind = WeaponKind::Other, "kind";
        /// Missile that stays stuck after a critical hit at range (SEG-106).
        missile: Missile = Missile::None, "missile", help "missile that sticks on a critical ranged hit";
        /// Special training with the weapon (SEG-105, SEG-110, SEG-111).
        specialization: Specialization = Specialization::None, "specialization";
        /// Rank of Master Bowman, which helps shots into a melee to hit their target (SEG-110).
        master_bowman_rank: i64 = 0, int(0, 20), "Master Bowman rank";
        /// Hand that holds the weapon; the off hand reduces strike chance and damage (SEG-86).
        hand: Hand = Hand::Main, "hand";
        /// True for half-independent tentacles, each full pair of which counts as an attacker of its target (SEG-83).
        tentacle_pairs: bool = false, "half-independent tentacles", help "each pair on a target counts as an attacker";
    }
}

crate::sheet! {
    pub struct Spell, keys at_spell {
        /// Name, unique on a sheet.
        name: Arc<str>, "spell", required;
        /// Kind of caster, which sets the casting time (SEG-113 to SEG-115).
        casting: Caster, "casting", required;
        /// Counts from the start to the release of a cleric's spell (SEG-113).
        time: i64 = 5, int(1, 15), "casting time", help "in counts; cleric spells only";
        /// Rank of a mage's spell, which sets its casting time (SEG-114).
        rank: i64 = 1, int(0, 30), "rank", help "mage spells only: sets the casting time";
        /// Chance to cast the spell; if missing, the spell always succeeds (SEG-119).
        cast_chance: Option<i64>, int(1, 200), "cast chance", help "default: the spell always succeeds";
        /// Damage of the spell, if any (SEG-120).
        damage: Option<Dice>, "damage";
        /// True if the damage ignores protection (SEG-120).
        damage_ignores_prot: bool = false, "ignores PROT";
    }
}

crate::sheet! {
    pub struct Skill, keys at_skill {
        name: Arc<str>, "skill", required;
        /// Chance of the skill roll, before wounds (SEG-06).
        chance: i64, int(1, 200), "chance", required;
    }
}

crate::sheet! {
    /// Missile that is stuck in a combatant.
    pub struct Stuck, keys at_stuck {
        missile: StuckMissile, "missile", required;
        /// DEX penalty while the missile is stuck (SEG-106).
        dex: i64, int(-9, 0), "DEX penalty", required;
        /// Hit points lost at the end of each round (SEG-107).
        bleed: i64, int(0, 9), "bleeding per round", required;
    }
}

crate::sheet! {
    /// Sheet of a combatant: the fields of the rulebook, and the values that the fight saves.
    pub struct Sheet, keys at {
        /// Maximum hit points (SEG-76, SEG-78).
        max_hp: i64, int(1, 999), "hit points", required;
        /// Current number of hit points; the default is the maximum (SEG-66).
        hp: Option<i64>, int(-999, 999), "hit points left", lasts, counter "max_hp";
        /// Dice for fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights with rolled hit points";
        /// Base of the stun threshold, modified by size and many hit points; a single hit above the threshold stuns
        /// (SEG-67 to SEG-70).
        con: i64 = 15, int(1, 99), "CON", help "a single hit above this number stuns; size and many hit points raise the number";
        /// DEX, for checks and for the asking order; stuck missiles lower it for checks (SEG-02, SEG-106).
        dex: i64 = 15, int(0, 99), "DEX";
        /// PER, for checks against ambushes and unseen foes (SEG-09, SEG-80).
        per: i64 = 15, int(0, 99), "PER";
        /// Modifier of every initiative die, DEX included (SEG-46).
        init_mod: i64 = 0, int(-20, 20), "initiative modifier", help "total, including DEX";
        /// Attacks per round, before the costs of a declaration (SEG-32, SEG-46).
        attacks_per_round: i64 = 1, int(1, 8), "attacks per round";
        /// DEF from DEX, lost while casting or aiming (SEG-56, SEG-101, SEG-117).
        def_dex: i64 = 0, int(-99, 99), "DEF from DEX", help "does not count while casting or aiming";
        /// DEF from the Defence skill, lost while casting or aiming (SEG-56, SEG-101, SEG-117).
        def_defense_skill: i64 = 0, int(0, 99), "DEF from the Defence skill", help "does not count while casting or aiming";
        /// DEF from shield and Shield skill, lost while casting, while the shield is not ready and when leaving a
        /// melee (SEG-56, SEG-95, SEG-117).
        def_shield: i64 = 0, int(0, 99), "DEF from shield and Shield skill", help "does not count while casting, while the shield is not ready, or when leaving a melee";
        /// DEF that always applies (SEG-19, SEG-56).
        def_magic: i64 = 0, int(-99, 99), "DEF from magic", help "always applies";
        /// DEF from other sources, such as a thick hide (SEG-56).
        def_other: i64 = 0, int(-99, 99), "other DEF", help "hide, natural quickness";
        /// True if the shield counts; readying it takes until count 5 (SEG-40).
        shield_ready: bool = true, "shield ready";
        /// PROT of the armour, subtracted from the damage of a hit (SEG-65, SEG-66).
        prot_armor: i64 = 0, int(0, 99), "PROT of armour", help "raise this value to repair the armour; PROT from hide and magic is separate";
        /// PROT of hide or magic, added to the PROT of the armour (SEG-66).
        prot_other: i64 = 0, int(0, 99), "other PROT", help "from hide or magic";
        /// Size of the combatant (SEG-69, SEG-104).
        size: Size = Size::Medium, "size";
        /// Movement in feet per round at normal pace, before wounds (SEG-33, SEG-75).
        tmr: i64 = 60, int(0, 999), "TMR", help "feet per round at normal pace";
        /// True if the load hampers the combatant: less strike chance, less DEF (SEG-85).
        encumbered: bool = false, "encumbered";
        /// True if the off hand is as good as the main hand (SEG-86).
        ambidextrous: bool = false, "ambidextrous";
        /// Range of Field, which reduces the attackers' bonus for several attackers (SEG-82).
        range_of_field_reduction: i64 = 0, int(0, 90), "Range of Field", help "reduces the bonus of several attackers";
        /// Target number of the Luck save, if any (SEG-07).
        luck_save: Option<i64>, int(1, 200), "Luck save";
        /// True if the combatant may leave a melee upwards without a free attack (SEG-97).
        agile_flyer: bool = false, "agile flyer";
        /// True if the combatant can find unseen foes (SEG-79).
        targeting_sense: bool = false, "targeting sense", help "finds unseen enemies";
        /// True if bad light does not reduce the strike chance (SEG-84).
        sees_in_dark: bool = false, "sees in the dark", help "bad light does not reduce the strike chance";
        /// Weapons, 12 at most.
        weapons: List<Weapon>, "weapons";
        /// Spells, 40 at most.
        spells: List<Spell>, "spells";
        /// Skills for use in a fight (SEG-06).
        skills: List<Skill>, "skills";
        /// True if the combatant's fall counts for the group in the simple morale test.
        is_leader: bool = false, "leader", help "for the simple morale test";
        /// Missiles stuck in the combatant (SEG-106).
        missiles: List<Stuck>, "stuck missiles", lasts;
        /// PROT that the armour has lost to grievous hits, until it is repaired (SEG-65).
        prot_lost: i64 = 0, int(0, 99), "PROT of armour lost", lasts, counter;
    }
}
