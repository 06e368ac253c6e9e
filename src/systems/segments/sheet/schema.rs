//! The sheet and the conditions, as files and the screen know them.

use std::sync::Arc;

use crate::dice::Dice;
use crate::values::List;

crate::words! {
    /// How big it is: shots hit big targets more easily, and size helps against stun (SEG-69, SEG-104).
    pub enum Size {
        Tiny = "tiny",
        Small = "small",
        Medium = "medium",
        Large = "large",
        Giant = "giant",
    }

    /// How a weapon is used (SEG-58).
    pub enum Mode {
        Melee = "melee",
        Ranged = "ranged",
        /// Either way: each attack says how.
        Both = "both",
    }

    /// What kind of weapon it is, for shooting while in melee oneself (SEG-105).
    pub enum WeaponKind {
        Other = "other",
        HandCrossbow = "hand_crossbow",
        LightCrossbow = "light_crossbow",
        HeavyCrossbow = "heavy_crossbow",
        ShortBow = "short_bow",
        LongBow = "long_bow",
    }

    /// What stays stuck on a critical hit from afar (SEG-106).
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

    /// In which hand a weapon lies (SEG-86).
    pub enum Hand {
        Main = "main",
        Off = "off",
    }

    /// Whose spell it is, which decides how long it takes (SEG-113 to SEG-115).
    pub enum Caster {
        /// A cleric's: its casting time stands on the sheet.
        Cleric = "cleric",
        /// A cleric's that takes the whole round.
        ClericOneRound = "cleric_one_round",
        /// A mage's, of the GK column.
        MageGk = "mage_gk",
        /// A mage's, of the SK column.
        MageSk = "mage_sk",
    }

    /// A missile that is stuck in somebody (SEG-106).
    pub enum StuckMissile {
        Arrow = "arrow",
        Quarrel = "quarrel",
        Javelin = "javelin",
        Spear = "spear",
    }
}

crate::sheet! {
    pub struct Weapon, keys at_weapon {
        /// What it is called; unique on a sheet.
        name: Arc<str>, "weapon", required;
        /// Strike chance with this weapon, which every modifier starts from (SEG-57).
        sc: i64, int(-50, 300), "SC", required, help "strike chance with this weapon";
        /// Damage of a hit (SEG-62).
        damage: Dice, "damage", required;
        /// Rank in it, for defensive stances and shots into a melee (SEG-87 to SEG-89, SEG-110).
        rank: i64 = 0, int(0, 20), "rank";
        /// Whether it strikes in melee, from afar or both (SEG-58).
        mode: Mode = Mode::Melee, "use";
        /// Its kind, which says what shooting in melee takes from its strike chance (SEG-105).
        kind: WeaponKind = WeaponKind::Other, "kind";
        /// What stays stuck on a critical hit from afar (SEG-106).
        missile: Missile = Missile::None, "missile", help "missile that sticks on a critical ranged hit";
        /// Special training with it (SEG-105, SEG-110, SEG-111).
        specialization: Specialization = Specialization::None, "specialization";
        /// Rank of Master Bowman, which helps shots into melee to hit their target (SEG-110).
        master_bowman_rank: i64 = 0, int(0, 20), "Master Bowman rank";
        /// In which hand it lies: the off hand costs strike chance and damage (SEG-86).
        hand: Hand = Hand::Main, "hand";
        /// It stands for half-independent tentacles: each full pair on a target counts as an attacker (SEG-83).
        tentacle_pairs: bool = false, "half-independent tentacles", help "each pair on a target counts as an attacker";
    }
}

crate::sheet! {
    pub struct Spell, keys at_spell {
        /// What it is called; unique on a sheet.
        name: Arc<str>, "spell", required;
        /// Whose spell it is, which decides how long it takes (SEG-113 to SEG-115).
        casting: Caster, "casting", required;
        /// Counts from the start to the release of a cleric's spell (SEG-113).
        time: i64 = 5, int(1, 15), "casting time", help "counts; cleric spells only";
        /// Rank of a mage's spell, which gives its casting time (SEG-114).
        rank: i64 = 1, int(0, 30), "rank", help "mage spells only: sets the casting time";
        /// The chance that it goes off; without one it always does (SEG-119).
        cast_chance: Option<i64>, int(1, 200), "cast chance", help "default: always goes off";
        /// Damage that it does, if any (SEG-120).
        damage: Option<Dice>, "damage";
        /// Its damage passes protection (SEG-120).
        damage_ignores_prot: bool = false, "ignores PROT";
    }
}

crate::sheet! {
    pub struct Skill, keys at_skill {
        /// What it is called.
        name: Arc<str>, "skill", required;
        /// The chance of a roll, before wounds (SEG-06).
        chance: i64, int(1, 200), "chance", required;
    }
}

crate::sheet! {
    /// A missile that is stuck.
    pub struct Stuck, keys at_stuck {
        missile: StuckMissile, "missile", required;
        /// What it takes off DEX while it sticks (SEG-106).
        dex: i64, int(-9, 0), "DEX penalty", required;
        /// Hit points lost at the end of each round (SEG-107).
        bleed: i64, int(0, 9), "bleeding per round", required;
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Hit points when unhurt (SEG-76, SEG-78).
        max_hp: i64, int(1, 999), "hit points", required;
        /// Number of current hit points; the default is the maximum (SEG-66).
        hp: Option<i64>, int(-999, 999), "hit points left", lasts;
        /// Dice for fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights with rolled hit points";
        /// A single hit of more than this stuns, as size and many hit points allow (SEG-67 to SEG-70).
        con: i64 = 15, int(1, 99), "CON", help "stunned by a single hit above this (bonus for size and many hit points)";
        /// DEX, for checks and for the asking order; stuck missiles lower it for checks (SEG-02, SEG-106).
        dex: i64 = 15, int(0, 99), "DEX";
        /// PER, for checks against ambushes and foes unseen (SEG-09, SEG-80).
        per: i64 = 15, int(0, 99), "PER";
        /// Added to every initiative die, DEX included (SEG-46).
        init_mod: i64 = 0, int(-20, 20), "initiative modifier", help "total, DEX included";
        /// Attacks a round, before what a declaration costs (SEG-32, SEG-46).
        attacks_per_round: i64 = 1, int(1, 8), "attacks per round";
        /// The part of DEF from DEX, gone while casting or aiming (SEG-56, SEG-101, SEG-117).
        def_dex: i64 = 0, int(-99, 99), "DEF from DEX", help "not while casting or aiming";
        /// The part of DEF from the Defense skill, gone while casting or aiming (SEG-56, SEG-101, SEG-117).
        def_defense_skill: i64 = 0, int(0, 99), "DEF from the Defense skill", help "not while casting or aiming";
        /// The part of DEF from shield and Shield skill, gone while casting, while the shield is not ready and when leaving a
        /// melee (SEG-56, SEG-95, SEG-117).
        def_shield: i64 = 0, int(0, 99), "DEF from shield and Shield skill", help "not while casting, with the shield not ready, or when leaving a melee";
        /// The part of DEF that is always on (SEG-19, SEG-56).
        def_magic: i64 = 0, int(-99, 99), "DEF from magic", help "always on";
        /// Any other part of DEF, such as a thick hide (SEG-56).
        def_other: i64 = 0, int(-99, 99), "other DEF", help "hide, natural quickness";
        /// Whether its shield counts; readying it takes till count 5 (SEG-40).
        shield_ready: bool = true, "shield ready";
        /// What its armour takes off the damage of a hit (SEG-65, SEG-66).
        prot_armor: i64 = 0, int(0, 99), "PROT of armour", help "raising it repairs the armour; hide and magic are other PROT";
        /// What hide or magic takes off it besides (SEG-66).
        prot_other: i64 = 0, int(0, 99), "other PROT", help "from hide or magic";
        /// How big it is (SEG-69, SEG-104).
        size: Size = Size::Medium, "size";
        /// Feet in a round at normal pace, before wounds (SEG-33, SEG-75).
        tmr: i64 = 60, int(0, 999), "TMR", help "feet per round at normal pace";
        /// Whether its load hinders it: less strike chance, less DEF (SEG-85).
        encumbered: bool = false, "encumbered";
        /// Whether its off hand is as good as the other (SEG-86).
        ambidextrous: bool = false, "ambidextrous";
        /// What Range of Field takes off the bonus of several attackers on it (SEG-82).
        range_of_field_reduction: i64 = 0, int(0, 90), "Range of Field", help "reduces the bonus of several attackers";
        /// The number of its Luck save, if it has one (SEG-07).
        luck_save: Option<i64>, int(1, 200), "Luck save";
        /// Whether it may leave a melee upwards, without a free attack (SEG-97).
        agile_flyer: bool = false, "agile flyer";
        /// Whether it finds foes that it cannot see (SEG-79).
        targeting_sense: bool = false, "targeting sense", help "finds unseen enemies";
        /// Whether bad light takes nothing from its strike chance (SEG-84).
        sees_in_dark: bool = false, "sees in the dark", help "light does not reduce the strike chance";
        /// Its weapons, 12 at most.
        weapons: List<Weapon>, "weapons";
        /// Its spells, 40 at most.
        spells: List<Spell>, "spells";
        /// Skills that it may roll in a fight (SEG-06).
        skills: List<Skill>, "skills";
        /// Whether its fall shakes its group, where the plain morale step is on.
        is_leader: bool = false, "leader", help "a fall of the leader counts for the simple morale test";
        /// Missiles that are stuck in it (SEG-106).
        missiles: List<Stuck>, "stuck missiles", lasts;
        /// PROT that its armour has lost to grievous hits, until it is repaired (SEG-65).
        prot_lost: i64 = 0, int(0, 99), "PROT of armour lost", lasts;
    }
}

crate::conditions! {
    /// Typed names of the conditions.
    pub mod is {
        /// Out of the fight by its hit points (SEG-77).
        DOWN = "down" "down", help "out of the fight", lasts, fixed;
        /// No attacks and actions for the rest of the round; +10 to hit it (SEG-67, SEG-71).
        STUNNED = "stunned" "stunned", help "no attacks or actions for the rest of the round; attackers +10", fixed;
        /// No DEF from DEX, Defense skill and shield; a hit may interrupt (SEG-117, SEG-118). Its value is the count of the
        /// release, its cause the spell.
        CASTING = "casting" "casting", help "no DEF from DEX, Defense skill and shield; a hit may interrupt the spell";
        /// Its spell was too late for this round (SEG-116). Its cause is the spell.
        SPELL_CARRIED = "spell_carried" "beginning a spell on count 10 of the next round", help "too late for this round";
        /// A spell of the next round starts on count 10 (SEG-30).
        HOLDING = "holding" "holding", help "a spell of the next round starts on count 10";
        /// Careful aim with +15 at range; no DEF from DEX and Defense skill, +10 to be hit (SEG-100, SEG-101).
        AIMING = "aiming" "aiming", help "careful aim: +15 on shots; no DEF from DEX and Defense skill, attackers +10";
        /// The first shot of the next round has +15 if it stays where it is (SEG-102).
        AIM_KEPT = "aim_kept" "still aiming", help "+15 on the first shot of the next round if the shooter stays in place";
        /// No movement at all: DEF -20, Luck saves -20 (SEG-25).
        NO_MOVEMENT = "no_movement" "standing stock-still", help "DEF -20, Luck saves -20";
        /// It picks up a weapon: DEF -15 (SEG-43).
        STOOPING = "stooping" "picking up a weapon", help "DEF -15";
        /// Less strike chance, more DEF in melee (SEG-87). Its value is the DEF.
        DEFENDING = "defending" "defending", help "less strike chance, more DEF in melee";
        /// No attack; more DEF in melee (SEG-88). Its value is the DEF.
        FULL_DEFENSE = "full_defense" "in full defense", help "no attack; more DEF in melee";
        /// Nothing else; much more DEF in melee; can be pushed 10 ft (SEG-89, SEG-92). Its value is the DEF.
        DESPERATE_DEFENSE = "desperate_defense" "in desperate defense", help "no other action; much more DEF in melee; can be pushed 10 ft";
        /// Out of reach of those it left until the round ends (SEG-98).
        WITHDRAWN = "withdrawn" "withdrawn from melee", help "out of reach of the former opponents until the end of the round";
        /// Lying; no modifier of its own (SEG-26).
        PRONE = "prone" "prone", help "no modifier", until "they get up";
        /// Stuck missiles do not bleed (SEG-107).
        AT_REST = "at_rest" "at rest", help "stuck missiles do not bleed";
        /// Out of the fight by its morale: it has run.
        FLED = "fled" "fled", help "out of the fight by its morale";
        /// Out of the fight by its morale: it has given up.
        SURRENDERED = "surrendered" "surrendered", help "out of the fight by its morale";
        /// A grievous wound, in the GM's words as its cause (SEG-64).
        GRIEVOUS_WOUND = "grievous_wound" "grievously wounded", help "see its cause", lasts;
    }
}
