//! The sheet, the options and the conditions of Segments, as files and the screen know them.

use std::sync::{Arc, LazyLock};

use crate::dice::Dice;
use crate::encounter::{Encounter, List, Row, Schema, Sheet as _};

use super::former::former;
use super::state;

/// All of it in one.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    name: "Segments".to_owned(),
    blurb: "Everybody declares; then every single attack has an initiative die of its own, and one ladder of counts from the highest down to -5 carries attacks, spells and movement of all sides.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    options: Options::<()>::fields().clone(),
    hit_points: "max_hp".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    parts: state::parts(),
    former,
}
});

crate::words! {
    /// The words of a field.
    pub enum Size {
        /// Tiny.
        Tiny = "tiny",
        /// Small.
        Small = "small",
        /// Medium.
        Medium = "medium",
        /// Large.
        Large = "large",
        /// Giant.
        Giant = "giant",
    }
    /// The words of a field.
    pub enum Mode {
        /// Melee.
        Melee = "melee",
        /// Ranged.
        Ranged = "ranged",
        /// Both.
        Both = "both",
    }
    /// The words of a field.
    pub enum WeaponKind {
        /// Other.
        Other = "other",
        /// Hand crossbow.
        HandCrossbow = "hand_crossbow",
        /// Light crossbow.
        LightCrossbow = "light_crossbow",
        /// Heavy crossbow.
        HeavyCrossbow = "heavy_crossbow",
        /// Short bow.
        ShortBow = "short_bow",
        /// Long bow.
        LongBow = "long_bow",
    }
    /// The words of a field.
    pub enum Missile {
        /// None.
        None = "none",
        /// Arrow.
        Arrow = "arrow",
        /// Quarrel.
        Quarrel = "quarrel",
        /// Javelin.
        Javelin = "javelin",
        /// Spear.
        Spear = "spear",
    }
    /// The words of a field.
    pub enum Specialization {
        /// None.
        None = "none",
        /// Specialist.
        Specialist = "specialist",
        /// Double specialist.
        DoubleSpecialist = "double_specialist",
    }
    /// The words of a field.
    pub enum Hand {
        /// Main.
        Main = "main",
        /// Off.
        Off = "off",
    }
    /// The words of a field.
    pub enum Caster {
        /// Cleric.
        Cleric = "cleric",
        /// Cleric one round.
        ClericOneRound = "cleric_one_round",
        /// Mage gk.
        MageGk = "mage_gk",
        /// Mage sk.
        MageSk = "mage_sk",
    }
    /// The words of a field.
    pub enum StuckMissile {
        /// Arrow.
        Arrow = "arrow",
        /// Quarrel.
        Quarrel = "quarrel",
        /// Javelin.
        Javelin = "javelin",
        /// Spear.
        Spear = "spear",
    }
    /// The words of a field.
    pub enum TieRule {
        /// Simultaneous.
        Simultaneous = "simultaneous",
        /// Dex order.
        DexOrder = "dex_order",
    }
    /// The words of a field.
    pub enum CritDoubles {
        /// Total.
        Total = "total",
        /// Dice.
        Dice = "dice",
    }
    /// The words of a field.
    pub enum InterruptRule {
        /// Ask.
        Ask = "ask",
        /// Always.
        Always = "always",
    }
    /// The words of a field.
    pub enum AimShots {
        /// All.
        All = "all",
        /// Next.
        Next = "next",
    }
}

crate::sheet! {
    /// One row of `weapons` on a sheet.
    pub struct Weapon, keys at_weapon {
        /// Weapon.
        name: Arc<str>, "weapon", required;
        /// Strike chance with this weapon.
        sc: i64, int(-50, 300), "SC", required, help "strike chance with this weapon";
        /// Damage.
        damage: Dice, "damage", required;
        /// Rank.
        rank: i64 = 0, int(0, 20), "rank";
        /// Use.
        mode: Mode = Mode::Melee, "use";
        /// Kind.
        kind: WeaponKind = WeaponKind::Other, "kind";
        /// What stays stuck on a critical hit from afar.
        missile: Missile = Missile::None, "missile", help "what stays stuck on a critical hit from afar";
        /// Specialization.
        specialization: Specialization = Specialization::None, "specialization";
        /// Master Bowman rank.
        master_bowman_rank: i64 = 0, int(0, 20), "Master Bowman rank";
        /// Hand.
        hand: Hand = Hand::Main, "hand";
        /// Each full pair on a target counts as an attacker.
        tentacle_pairs: bool = false, "half-independent tentacles", help "each full pair on a target counts as an attacker";
    }
}

crate::sheet! {
    /// One row of `spells` on a sheet.
    pub struct Spell, keys at_spell {
        /// Spell.
        name: Arc<str>, "spell", required;
        /// Casting.
        casting: Caster, "casting", required;
        /// Counts; cleric spells only.
        time: i64 = 5, int(1, 15), "casting time", help "counts; cleric spells only";
        /// Mage spells only: gives the casting time.
        rank: i64 = 1, int(0, 30), "rank", help "mage spells only: gives the casting time";
        /// Left out: it always goes off.
        cast_chance: Option<i64>, int(1, 200), "cast chance", help "left out: it always goes off";
        /// Damage.
        damage: Option<Dice>, "damage";
        /// Passes protection.
        damage_ignores_prot: bool = false, "passes protection";
    }
}

crate::sheet! {
    /// One row of `skills` on a sheet.
    pub struct Skill, keys at_skill {
        /// Skill.
        name: Arc<str>, "skill", required;
        /// Chance.
        chance: i64, int(1, 200), "chance", required;
    }
}

crate::sheet! {
    /// One row of `missiles` on a sheet.
    pub struct Stuck, keys at_stuck {
        /// Missile.
        missile: StuckMissile, "missile", required;
        /// DEX penalty.
        dex: i64, int(-9, 0), "DEX penalty", required;
        /// Bleeding a round.
        bleed: i64, int(0, 9), "bleeding a round", required;
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Hit points.
        max_hp: i64, int(1, 999), "hit points", required;
        /// Hit points left.
        hp: Option<i64>, int(-999, 999), "hit points left", state;
        /// For fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights that roll hit points";
        /// A single hit of more than this stuns (size and many hit points help).
        con: i64 = 15, int(1, 99), "CON", help "a single hit of more than this stuns (size and many hit points help)";
        /// DEX.
        dex: i64 = 15, int(0, 99), "DEX";
        /// PER.
        per: i64 = 15, int(0, 99), "PER";
        /// The whole of it, DEX included.
        init_mod: i64 = 0, int(-20, 20), "initiative modifier", help "the whole of it, DEX included";
        /// Attacks a round.
        attacks_per_round: i64 = 1, int(1, 8), "attacks a round";
        /// Gone while casting or aiming.
        def_dex: i64 = 0, int(-99, 99), "DEF from DEX", help "gone while casting or aiming";
        /// Gone while casting or aiming.
        def_defense_skill: i64 = 0, int(0, 99), "DEF from the Defense skill", help "gone while casting or aiming";
        /// Gone while casting, while the shield is not ready and when leaving a melee.
        def_shield: i64 = 0, int(0, 99), "DEF from shield and Shield skill", help "gone while casting, while the shield is not ready and when leaving a melee";
        /// Always on.
        def_magic: i64 = 0, int(-99, 99), "DEF from magic", help "always on";
        /// Hide, natural quickness.
        def_other: i64 = 0, int(-99, 99), "other DEF", help "hide, natural quickness";
        /// Shield ready.
        shield_ready: bool = true, "shield ready";
        /// PROT of armour.
        prot_armor: i64 = 0, int(0, 99), "PROT of armour";
        /// Other PROT.
        prot_other: i64 = 0, int(0, 99), "other PROT";
        /// Size.
        size: Size = Size::Medium, "size";
        /// Feet in a round at normal pace.
        tmr: i64 = 60, int(0, 999), "TMR", help "feet in a round at normal pace";
        /// Encumbered.
        encumbered: bool = false, "encumbered";
        /// Ambidextrous.
        ambidextrous: bool = false, "ambidextrous";
        /// What it takes off the bonus of several attackers.
        range_of_field_reduction: i64 = 0, int(0, 90), "Range of Field", help "what it takes off the bonus of several attackers";
        /// Luck save.
        luck_save: Option<i64>, int(1, 200), "Luck save";
        /// Agile flyer.
        agile_flyer: bool = false, "agile flyer";
        /// Finds foes it cannot see.
        targeting_sense: bool = false, "targeting sense", help "finds foes it cannot see";
        /// Lighting takes nothing from its strike chance.
        sees_in_dark: bool = false, "sees in the dark", help "lighting takes nothing from its strike chance";
        /// Weapons.
        weapons: List<Weapon>, "weapons";
        /// Spells.
        spells: List<Spell>, "spells";
        /// Skills.
        skills: List<Skill>, "skills";
        /// Its fall shakes its group, where the plain morale step is on.
        is_leader: bool = false, "leader", help "its fall shakes its group, where the plain morale step is on";
        /// Stuck missiles.
        missiles: List<Stuck>, "stuck missiles", state;
        /// PROT of armour lost.
        prot_lost: i64 = 0, int(0, 99), "PROT of armour lost", state;
    }
}

crate::sheet! {
    /// House rules of a fight; the defaults are the contract's readings.
    pub struct Options, keys option {
        /// On the same count combatants act at once or one after the other (SEG-51).
        tie_rule: TieRule = TieRule::Simultaneous, "same count: all at the same moment, or one after the other by initiative and DEX";
        /// Down at this many hit points or fewer (SEG-77).
        down_at: i64 = 0, int(-99, 99), "down at this many hit points or fewer";
        /// What a critical hit doubles (SEG-63).
        crit_doubles: CritDoubles = CritDoubles::Total, "a critical hit doubles the whole damage, or the dice only";
        /// Whether a hit on a caster always interrupts (SEG-118).
        interrupt_rule: InterruptRule = InterruptRule::Ask, "a hit on a caster: ask whether it interrupts, or it always does";
        /// For which shots Careful Aim counts (SEG-100).
        aim_shots: AimShots = AimShots::All, "careful aim counts for all shots of the round, or for the next one only";
        /// Running counts as a -5 action (SEG-39).
        run_counts_as_minus5: bool = false, "running counts among the -5 actions of which each further one costs an attack";
        /// An attack waits for the movement before it (SEG-36).
        attack_waits_for_move: bool = true, "attacks wait until the distance declared is covered";
        /// Stances help against missiles too (SEG-90).
        stance_vs_ranged: bool = false, "defensive stances help against shots too";
        /// Bad light hampers shots too (SEG-84).
        lighting_on_ranged: bool = true, "bad light hinders shots too";
        /// An ambush adds to surprise (SEG-17).
        ambush_stacks_with_surprise: bool = false, "in an ambush, the surprise modifiers may come on top";
        /// A plain morale step at the end of the round.
        plain_morale: bool = false, "a plain morale step at the end of the round";
    }
}

crate::conditions! {
    /// Typed names of the conditions.
    pub mod is {
        /// Out of the fight.
        DOWN = "down" "down", help "out of the fight";
        /// No attacks and actions for the rest of the round; +10 to hit.
        STUNNED = "stunned" "stunned", help "no attacks and actions for the rest of the round; +10 to hit";
        /// No DEF from DEX, Defense skill and shield; a hit may interrupt.
        CASTING = "casting" "casting", help "no DEF from DEX, Defense skill and shield; a hit may interrupt";
        /// Too late for this round.
        SPELL_CARRIED = "spell_carried" "beginning a spell on count 10 of the next round", help "too late for this round";
        /// A spell of the next round starts on count 10.
        HOLDING = "holding" "holding", help "a spell of the next round starts on count 10";
        /// Careful aim: +15 from afar; no DEF from DEX and Defense skill, +10 to be hit.
        AIMING = "aiming" "aiming", help "careful aim: +15 from afar; no DEF from DEX and Defense skill, +10 to be hit";
        /// The first shot of the next round has +15 if it stays where it is.
        AIM_KEPT = "aim_kept" "still aiming", help "the first shot of the next round has +15 if it stays where it is";
        /// DEF -20, Luck saves -20.
        NO_MOVEMENT = "no_movement" "standing stock-still", help "DEF -20, Luck saves -20";
        /// DEF -15.
        STOOPING = "stooping" "picking up a weapon", help "DEF -15";
        /// Less strike chance, more DEF in melee.
        DEFENDING = "defending" "defending", help "less strike chance, more DEF in melee";
        /// No attack; more DEF in melee.
        FULL_DEFENSE = "full_defense" "in full defense", help "no attack; more DEF in melee";
        /// Nothing else; much more DEF in melee; can be pushed 10 ft.
        DESPERATE_DEFENSE = "desperate_defense" "in desperate defense", help "nothing else; much more DEF in melee; can be pushed 10 ft";
        /// Out of reach of those it left until the round ends.
        WITHDRAWN = "withdrawn" "withdrawn from melee", help "out of reach of those it left until the round ends";
        /// No modifier of its own.
        PRONE = "prone" "prone", help "no modifier of its own";
        /// Stuck missiles do not bleed.
        AT_REST = "at_rest" "at rest", help "stuck missiles do not bleed";
        /// Out of the fight by its morale.
        FLED = "fled" "fled", help "out of the fight by its morale";
        /// Out of the fight by its morale.
        SURRENDERED = "surrendered" "surrendered", help "out of the fight by its morale";
        /// See its cause.
        GRIEVOUS_WOUND = "grievous_wound" "grievously wounded", help "see its cause";
    }
}

impl<'a> Options<&'a Row> {
    /// The house rules of a fight.
    pub fn of(now: &'a Encounter) -> Self {
        Self(&now.options)
    }
}
