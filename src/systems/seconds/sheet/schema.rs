//! Fields of a sheet. Affray reads them from files and shows them on the screen.

use std::sync::Arc;

use crate::systems::prelude::*;

use super::skills::{Base, Skill};
use super::tables::{ItemKind, Part};

crate::words! {
    /// Posture of a combatant (SEC-55).
    pub enum Posture {
        /// Upright, the default posture.
        Standing = "standing",
        Crouching = "crouching",
        Prone = "prone",
    }

    /// Ground under a combatant (SEC-52).
    pub enum Ground {
        /// Fairly level and firm ground.
        Even = "even" "even ground",
        /// Difficult ground: every square counts as two.
        Difficult = "difficult" "difficult ground",
        /// Extreme ground: every square counts as three.
        Extreme = "extreme" "extreme ground",
    }

    /// Degree of cover (SEC-74).
    pub enum Cover {
        None = "none" "no cover",
        /// Light cover, over a quarter to a half of the combatant.
        Light = "light",
        Medium = "medium",
        Heavy = "heavy",
        /// Total cover, behind which the combatant cannot be seen (SEC-75).
        Total = "total",
    }

    /// Visibility of a combatant (SEC-76, SEC-77).
    pub enum Visibility {
        Clear = "clear",
        /// Hard to see, as in smoke, fog, tall grass or gloom.
        Concealed = "concealed",
        Invisible = "invisible",
        /// Invisible in an unknown square (SEC-78).
        Unfound = "unfound" "invisible, place unknown",
    }

    pub enum Kind {
        Melee = "melee",
        Ranged = "ranged",
        MagicMelee = "magic_melee" "touch magic",
        MagicRanged = "magic_ranged" "ranged magic",
    }

    /// Type of damage (T-18).
    pub enum DamageType {
        Slashing = "slashing",
        Piercing = "piercing",
        Bludgeoning = "bludgeoning",
        Electric = "electric",
        Heat = "heat",
        Cold = "cold",
        Sonic = "sonic",
        /// Acid and similar substances.
        Chemical = "chemical",
        /// Electromagnetic pulse, which stops devices (SEC-172).
        Emp = "emp" "EMP",
        /// Fear, which attacks Will (SEC-126).
        Fear = "morale_fear" "fear",
        /// Insanity, which attacks Will (SEC-127).
        Insanity = "morale_insanity" "insanity",
        /// Rage, which attacks Will (SEC-128).
        Rage = "morale_rage" "rage",
        /// Morale damage without a type (SEC-124).
        Morale = "morale_untyped" "morale",
        Untyped = "none" "untyped",
    }

    /// Weight class of a weapon (SEC-137).
    pub enum Weight {
        Medium = "medium",
        Light = "light",
        Heavy = "heavy",
    }

    /// Place of a weapon (SEC-67).
    pub enum Held {
        /// Drawn: held in the main hand or in both hands, or part of the body.
        Main = "main" "drawn",
        /// Drawn and held in the off hand.
        Off = "off" "in the other hand",
        Stowed = "stowed",
        /// Carried in a pack or a pocket.
        Pack = "pack" "in the pack",
        Dropped = "dropped",
    }

    /// Reach in melee (SEC-66, T-19).
    pub enum Reach {
        Standard = "standard",
        Close = "close",
        /// Standard reach plus the squares in `reach_squares`.
        Long = "long",
    }

    /// Shape of an area (T-20).
    pub enum Area {
        /// Single target without an area.
        None = "none" "no area",
        Sphere = "sphere",
        Line = "line",
        Cone = "cone",
    }

    /// Effect of another defence on an area attack (SEC-104).
    pub enum AgainstArea {
        No = "no",
        /// Reduces the damage by 3.
        Reduces = "reduces",
        Negates = "negates",
    }

    /// Kind of component of a combo (SEC-96).
    pub enum ComponentKind {
        /// An attack with a weapon.
        Attack = "attack",
        /// Charge, which must follow straight movement (SEC-97).
        Charge = "charge",
        /// Other component, whose modifiers count for all attacks of the combo.
        Other = "other",
    }

    /// Severity of an injury (SEC-110).
    pub enum InjuryLevel {
        Minor = "minor",
        Disabled = "disabled",
    }
}

crate::sheet! {
    /// Attack as listed on a sheet: a weapon, claws, a spell.
    pub struct Attack, keys at_attack {
        /// Name, unique on a sheet.
        name: Arc<str>, "name", required;
        /// Kind of the attack (SEC-62, SEC-69).
        kind: Kind = Kind::Melee, "kind";
        /// Skill of the attack; the default depends on its kind (SEC-62).
        skill: Option<Skill>, "skill", help "default: weapon, ranged or magic, by kind";
        /// Modifier of attack rolls (SEC-04).
        attack_x: i64 = 0, int(-20, 20), "attack modifier";
        /// Modifier of the defence DC (SEC-04).
        attack_y: i64 = 0, int(-20, 20), "defence DC modifier";
        /// Damage dice; no damage if missing (SEC-88).
        damage_dice: Option<Dice>, "damage", help "default: no damage";
        /// Bonus to the damage dice (SEC-88).
        damage_bonus: i64 = 0, int(-20, 60), "damage bonus";
        /// True if the attack has an attack roll and a defence; the default is false only for morale damage (SEC-124,
        /// RD-51).
        attack_roll: Option<bool>, "attack roll", help "default: yes, except for morale damage";
        /// True if strength adds to the damage; the default is true only for weapon attacks in melee (SEC-88).
        adds_strength: Option<bool>, "adds Strength", help "default: melee only";
        /// True if scale adds to the damage; the default is true only for weapon attacks in melee (SEC-13).
        adds_scale: Option<bool>, "adds scale", help "default: melee only";
        /// Type of the damage (SEC-171).
        damage_type: DamageType = DamageType::Slashing, "damage type";
        /// True if the attack knocks out instead of killing (SEC-93).
        nonlethal: bool = false, "non-lethal";
        /// True for a light material: bludgeoning damage rolls a smaller die (SEC-94).
        light_material: bool = false, "light material", help "bludgeoning damage uses a smaller die";
        /// Weight class of the weapon (SEC-137).
        weight: Weight = Weight::Medium, "weight";
        /// Number of hands that the weapon needs (SEC-121).
        hands_needed: i64 = 1, int(0, 2), "hands", help "0: part of the body or a spell";
        /// Reach in melee (SEC-66).
        reach: Reach = Reach::Standard, "reach";
        /// Extra squares of a long reach (SEC-66).
        reach_squares: i64 = 1, int(1, 50), "long reach, squares";
        /// Range increment in tenths of a metre; without it, distance has no effect (SEC-68).
        range_increment_m: Option<i64>, tenths(1, 100_000), "range increment, m";
        /// Largest number of doublings of the range increment that is still in range (SEC-68).
        max_increments: i64 = 4, int(0, 12), "range increments";
        /// Duration of an attack in seconds (SEC-37, SEC-63).
        time_seconds: i64 = 4, int(0, 60), "seconds";
        /// Delay of the effect, in seconds of the attacker's turns (SEC-38).
        delay_seconds: i64 = 0, int(0, 600), "delay, seconds";
        /// True if the weapon must be loaded again after each action (SEC-71).
        needs_reload: bool = false, "needs loading";
        /// Seconds needed to load the weapon (SEC-71).
        reload_seconds: i64 = 4, int(0, 600), "loading time, seconds";
        /// Scale that the weapon is made for; the default is its bearer's scale (SEC-71, SEC-103).
        weapon_scale: Option<i64>, int(-4, 10), "scale", help "default: the scale of the bearer";
        /// True for a firearm, which can jam when damaged (SEC-118).
        is_firearm: bool = false, "firearm";
        /// Shape of the area that the attack fills (SEC-101).
        area: Area = Area::None, "area";
        /// Scale of the area (T-20).
        area_scale: i64 = 0, int(-4, 10), "area scale";
        /// True if the area does damage that a dodge can reduce (SEC-105).
        dodgeable_damage: bool = true, "can be dodged";
        /// Poison or disease that the attack carries: a key of the table of poisons (SEC-173).
        poison: Option<Arc<str>>, "poison", table "poisons", help "key of the poison table";
        poison_doses: i64 = 1, int(1, 99), "doses";
        /// Kind of item for attacks against the weapon itself (SEC-115).
        item: ItemKind = ItemKind::Middling, "item kind", help "for attacks against the item";
        /// Target of the item; the default depends on its kind (SEC-115).
        item_target: Option<i64>, int(-20, 20), "item Target", help "default: by kind";
        /// Toughness of the item; the default depends on its kind (SEC-115).
        item_toughness: Option<i64>, int(-20, 99), "item Toughness", help "default: by kind";
        /// Place of the weapon (SEC-67).
        held_in: Held = Held::Main, "carried", lasts;
        /// True if the weapon is ready to shoot (SEC-71).
        loaded: bool = true, "loaded", state;
        /// Seconds already spent on loading (SEC-72).
        reload_progress: i64 = 0, int(0, 9999), "seconds loaded so far", state, counter;
        /// True if the weapon is jammed and must be cleared first (SEC-118).
        jammed: bool = false, "jammed", state;
        /// Number of wounds of the weapon itself (SEC-117).
        item_wounds: i64 = 0, int(0, 999), "item wounds", lasts, counter;
        /// True if the weapon is destroyed and unusable (SEC-119).
        item_destroyed: bool = false, "destroyed", lasts;
    }
}

crate::sheet! {
    /// Component of a combo (SEC-96).
    pub struct Component, keys at_component {
        label: Arc<str>, "name", required;
        kind: ComponentKind = ComponentKind::Attack, "kind";
        /// Part of the combo rating that the component uses (SEC-96).
        rating: i64 = 1, int(-20, 40), "rating";
        /// Modifier of attack rolls (SEC-98).
        x: i64 = 0, int(-20, 20), "attack modifier";
        /// Modifier of the defence DC against these attacks (SEC-98).
        y: i64 = 0, int(-20, 20), "defence DC modifier";
        /// Description of other effects.
        note: Option<Arc<str>>, "note";
    }
}

crate::sheet! {
    /// Attacks made together in one action (SEC-96).
    pub struct Combo, keys at_combo {
        name: Arc<str>, "name", required;
        components: List<Component>, "components";
    }
}

crate::sheet! {
    /// Defence other than block, dodge and parry (SEC-83).
    pub struct Defence, keys at_defence {
        name: Arc<str>, "name", required;
        /// Bonus to the defence roll.
        bonus: i64 = 0, int(-10, 30), "bonus";
        /// Effect on an area attack (SEC-104).
        area: AgainstArea = AgainstArea::No, "against an area";
    }
}

crate::sheet! {
    /// Ability that a skill is based on, if it is not the default (SEC-128).
    pub struct SkillBase, keys at_skill_base {
        skill: Skill = Skill::Reflex, "skill", required;
        ability: Base = Base::Neither, "based on", required;
    }
}

crate::sheet! {
    /// Injured part of the body (SEC-114).
    pub struct Injury, keys at_injury {
        part: Part = Part::None, "part";
        level: InjuryLevel = InjuryLevel::Minor, "severity";
        /// Squares of speed lost to the injury.
        squares: i64 = 0, int(0, 99), "squares lost";
        /// Number of wounds that must heal before the injury is gone; 0 if it came without a wound.
        wound: i64 = 0, int(0, 9999), "heals with wound";
    }
}

crate::sheet! {
    /// Poison or disease of a combatant (SEC-175).
    pub struct Affliction, keys at_affliction {
        /// Key of the table of poisons.
        name: Arc<str>, "name", required;
        /// DC of the Fortitude check before doses and exposure.
        dc: i64 = 4, int(0, 99), "Fort DC";
        doses: i64 = 1, int(1, 999), "doses";
        /// Checks passed in a row.
        successes: i64 = 0, int(0, 99), "checks passed in a row", counter;
        /// Checks failed in a row.
        failures: i64 = 0, int(0, 999), "checks failed in a row", counter;
        /// True while the combatant is still exposed (SEC-177).
        exposed: bool = false, "still exposed";
        /// Checks made while exposed (SEC-177).
        checks: i64 = 0, int(0, 999), "checks while exposed", counter;
        /// Wounds caused by the affliction, which do not heal until it is gone (SEC-179).
        wounds: i64 = 0, int(0, 999), "wounds caused", counter;
        /// True if the eyes are affected (T-13).
        eyes: bool = false, "in the eyes";
        /// True if the combatant held their breath (T-13).
        held_breath: bool = false, "not inhaled";
    }
}

crate::sheet! {
    /// Sheet of a combatant: the fields of the rulebook, and the values that a saved fight keeps.
    pub struct Sheet, keys at {
        /// Level, for experience (SEC-191).
        level: i64 = 1, int(1, 99), "level";
        /// Experience points towards the next level (SEC-194).
        xp: i64 = 0, int(0, 999_999), "experience", counter;
        /// True for an object, which has no defences and no Will (SEC-15).
        is_object: bool = false, "object";
        /// Size of the combatant (SEC-08, T-2).
        scale: i64 = 0, int(-4, 10), "scale", help "0 human, 1 horse, 2 giant, -1 cat";
        /// Strength, for melee damage and loads (SEC-88).
        strength: i64 = 3, int(-5, 30), "strength";
        /// Dexterity, which sets initiative (SEC-21).
        dexterity: i64 = 3, int(-5, 30), "dexterity";
        /// Endurance, for Toughness, dying and loads (SEC-09); objects have 3.
        endurance: i64 = 3, int(-5, 30), "endurance";
        intelligence: i64 = 3, int(-5, 30), "intelligence";
        /// Spirit, which sets Will (SEC-12).
        spirit: i64 = 3, int(-5, 30), "spirit";
        reflex_bonus: i64 = 0, int(-10, 30), "reflex";
        /// Bonus to melee attacks and parries (SEC-62).
        weapon_skill_bonus: i64 = 0, int(-10, 30), "weapon skill";
        shield_bonus: i64 = 0, int(-10, 30), "shield skill";
        /// True if the combatant carries a shield (SEC-83).
        has_shield: bool = false, "has a shield";
        ranged_bonus: i64 = 0, int(-10, 30), "ranged skill";
        magic_bonus: i64 = 0, int(-10, 30), "magic skill";
        /// Bonus to Fortitude checks (SEC-07).
        fortitude_bonus: i64 = 0, int(-10, 30), "fortitude";
        /// Bonus to Perception checks (SEC-17).
        perception_bonus: i64 = 0, int(-10, 30), "perception";
        /// Bonus to Stealth checks (SEC-17).
        stealth_bonus: i64 = 0, int(-10, 30), "stealth";
        /// Bonus to Acrobatics checks (SEC-53).
        acrobatics_bonus: i64 = 0, int(-10, 30), "acrobatics";
        /// Bonus to Athletics checks (SEC-53).
        athletics_bonus: i64 = 0, int(-10, 30), "athletics";
        /// Bonus to wrestling checks (SEC-13, SEC-53).
        wrestle_bonus: i64 = 0, int(-10, 30), "wrestling";
        /// Bonus to riding checks (SEC-123).
        ride_bonus: i64 = 0, int(-10, 30), "riding";
        /// Bonus to Medicine checks (SEC-150).
        medicine_bonus: i64 = 0, int(-10, 30), "medicine";
        /// Bonus to Charisma checks (SEC-132).
        charisma_bonus: i64 = 0, int(-10, 30), "charisma";
        /// Bonus to possession, without which the combatant cannot possess others (SEC-159).
        possession_bonus: Option<i64>, int(-10, 30), "possession", help "default: cannot possess";
        /// Defences other than block, dodge and parry (SEC-83).
        other_defences: List<Defence>, "other defences";
        /// Defence of the armour worn (SEC-11).
        armour_defence: i64 = 0, int(-10, 30), "armour";
        /// Natural armour of the body; the highest armour value counts (SEC-11).
        natural_armour: i64 = 0, int(0, 30), "natural armour";
        /// Durability of an object (SEC-11).
        durability: i64 = 0, int(0, 30), "durability";
        /// Defence without armour (SEC-11).
        unarmoured_defence: i64 = 0, int(0, 30), "unarmoured defence";
        /// Modifier of Toughness (SEC-09).
        toughness_misc: i64 = 0, int(-20, 20), "Toughness modifier";
        /// Modifier of Will (SEC-12).
        will_misc: i64 = 0, int(-20, 20), "Will modifier";
        /// Modifier of Target (SEC-08).
        target_misc: i64 = 0, int(-20, 20), "Target modifier";
        /// Modifier of initiative (SEC-21).
        initiative_misc: i64 = 0, int(-20, 20), "initiative modifier";
        /// Speed on foot in tenths of a metre per second (SEC-50).
        speed_m: i64 = 20, tenths(0, 4000), "speed, m/s";
        /// Flying speed in tenths of a metre per second; without it, the combatant cannot fly (SEC-50).
        fly_speed_m: Option<i64>, tenths(0, 4000), "flying speed, m/s", help "default: cannot fly";
        /// Number of legs that called shots can hit (SEC-110).
        legs: i64 = 2, int(0, 20), "legs";
        /// Number of arms that called shots can hit (SEC-110).
        arms: i64 = 2, int(0, 20), "arms";
        /// Number of hands that called shots can hit (SEC-111).
        hands: i64 = 2, int(0, 20), "hands";
        /// Number of wings that called shots can hit (SEC-112).
        wings: i64 = 0, int(0, 20), "wings";
        /// Mobility penalty of the armour (SEC-53).
        armour_mobility: i64 = 0, int(0, 20), "armour mobility penalty";
        /// Mobility penalty from other causes (SEC-187).
        other_mobility: i64 = 0, int(0, 20), "other mobility penalty";
        /// Load carried, in tenths of a kilogram (SEC-186).
        load_kg: i64 = 0, tenths(0, 999_999), "load, kg";
        /// Load on wheels, in tenths of a kilogram (SEC-186).
        wheeled_load_kg: i64 = 0, tenths(0, 999_999), "wheeled load, kg";
        /// Step of load in tenths of a kilogram; the default depends on endurance and strength (SEC-186).
        load_step_kg: Option<i64>, tenths(0, 9_999_999), "load step, kg", help "default: by Endurance and Strength; required above 20";
        /// Combo rating, which limits combos (SEC-96).
        combo_rating: i64 = 1, int(0, 40), "combo rating";
        /// Ranks with melee weapons, which limit the components of a combo (SEC-96).
        weapon_ranks: i64 = 0, int(0, 20), "weapon ranks";
        /// Ranks with ranged weapons, which limit the components of a combo (SEC-96).
        ranged_ranks: i64 = 0, int(0, 20), "ranged ranks";
        /// Known combos, each of several attacks in one action (SEC-96).
        combos: List<Combo>, "combos";
        /// Attacks of the body: weapons, natural weapons, spells.
        attacks: List<Attack>, "attacks";
        /// True if a combo may have more than one Attack (SEC-96).
        extra_attack: bool = false, "Extra Attack", help "can make more than one attack in a combo";
        /// True if a dodge avoids all damage of an area (SEC-104).
        evasion: bool = false, "Evasion", help "a dodge avoids all damage of an area";
        /// True if controlling the mount costs no seconds (SEC-120).
        mount_mastery: bool = false, "Mount Mastery", help "controlling the mount costs no seconds";
        /// Lowlight Vision, which ignores haze (SEC-20).
        lowlight_vision: bool = false, "Lowlight Vision", help "sees through haze";
        /// Tuck and Roll, which reduces falling damage (SEC-155).
        tuck_and_roll: bool = false, "Tuck and Roll", help "less falling damage";
        /// Berserk, which rage activates (SEC-128).
        berserk: bool = false, "Berserk", help "reminder while raging";
        /// True if shots have no maximum range (SEC-68).
        long_range: bool = false, "Long Range", help "no maximum range";
        /// True if the combatant can attack targets closer than the reach of the weapon (SEC-66).
        close_in: bool = false, "Close In", help "can attack closer than the reach";
        /// Abilities that skills are based on, if they are not the defaults (SEC-128).
        skill_ability: List<SkillBase>, "skill abilities", help "list only skills with another ability than the usual one";
        /// EMP damage above this value stops the device; without it, EMP has no effect (SEC-172).
        emp_toughness: Option<i64>, int(3, 8), "EMP Toughness", help "devices only";
        /// True if morale damage counts (SEC-124); objects ignore it.
        can_be_demoralised: bool = true, "can be demoralised";
        /// Toughness of the shield as a target (SEC-115).
        shield_toughness: i64 = 6, int(-20, 99), "shield Toughness";

        /// Number of wounds taken (SEC-89).
        wounds: i64 = 0, int(0, 999), "wounds", lasts, counter;
        /// Total of morale penalties, which lower Will (SEC-12).
        morale_penalties: i64 = 0, int(0, 99), "morale penalties", lasts, counter;
        /// DC of the next dying check (SEC-146).
        dying_dc: Option<i64>, int(0, 99), "dying DC", lasts;
        /// DC of the next Spirit check while broken (SEC-131).
        broken_dc: Option<i64>, int(-99, 99), "broken DC", lasts;
        /// Seconds left in this turn (SEC-28).
        seconds_left: i64 = 6, int(0, 6), "seconds left", state, counter;
        /// Seconds left in a body that several minds share (SEC-161).
        body_seconds_left: i64 = 6, int(0, 6), "seconds left in the shared body", state, counter;
        /// Seconds reserved for the mount (SEC-120).
        reserved_seconds: i64 = 0, int(0, 6), "seconds reserved for the mount", state, counter;
        /// Seconds of stun still to pass (SEC-135).
        stun_seconds: i64 = 0, int(0, 999), "pending stun, seconds", state, counter;
        /// Current posture of the combatant (SEC-55).
        posture: Posture = Posture::Standing, "posture", state;
        /// Ground under the combatant (SEC-52).
        ground: Ground = Ground::Even, "ground", state;
        /// True while in the air, where movement is flight (SEC-50).
        flying: bool = false, "flying", state;
        /// Degree of cover, before posture (SEC-74).
        cover: Cover = Cover::None, "cover", state;
        /// True if it matters whether an attack hits the cover (SEC-81).
        cover_matters: bool = false, "cover can be hit", state;
        /// Visibility to all observers (SEC-76, SEC-77).
        visibility: Visibility = Visibility::Clear, "visibility", state;
        /// Squares moved in this turn (SEC-79).
        moved_squares: i64 = 0, int(0, 99_999), "squares moved this turn", state, counter;
        /// Bonus to Target for speed, until the next turn (SEC-79).
        high_speed_bonus: i64 = 0, int(0, 9999), "Target bonus for speed", state;
        /// Injured parts of the body (SEC-110).
        injured_parts: List<Injury>, "injuries", lasts;
        /// Poisons and diseases (SEC-175).
        afflictions: List<Affliction>, "poisons and diseases", lasts;
        /// Number of wounds of the armour (SEC-115).
        armour_wounds: i64 = 0, int(0, 999), "armour wounds", lasts, counter;
        /// True if the armour is destroyed and gives no Defence (SEC-119).
        armour_destroyed: bool = false, "armour destroyed", lasts;
        /// Number of wounds of the shield (SEC-115).
        shield_wounds: i64 = 0, int(0, 999), "shield wounds", lasts, counter;
        /// True if the shield is destroyed and cannot block (SEC-119).
        shield_destroyed: bool = false, "shield destroyed", lasts;
    }
}
