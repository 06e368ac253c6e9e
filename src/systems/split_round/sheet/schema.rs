//! Fields, conditions and triggers, as read from files and shown on screen.

use std::sync::Arc;

use crate::systems::prelude::*;
use crate::values::{Moment, Occasion};

crate::words! {
    /// Use of an attack, which decides the phase (SPL-59, SPL-60).
    pub enum Mode {
        /// Melee attack, in the second phase.
        Melee = "melee",
        /// Missile attack, in the first phase.
        Ranged = "ranged",
        /// Thrown weapon, in the first phase.
        Thrown = "thrown",
    }

    /// Column of the fumble table on 2d4 (T5).
    pub enum FumbleClass {
        /// Missiles, shot or thrown.
        Missile = "M" "missile",
        Slashing = "S" "slashing",
        Bludgeoning = "B" "bludgeoning",
        Piercing = "P" "piercing",
        /// Fists and other natural weapons.
        Fist = "F" "fist or natural",
        /// No fumbles; a natural 1 is a plain miss.
        None = "none",
    }

    /// Column of the fumble table on d20 (T7).
    pub enum AltClass {
        Melee = "MW" "melee",
        Shooting = "SR" "shooting",
        Thrown = "TR" "thrown",
        Natural = "NW" "natural",
        /// No fumbles; a natural 1 is a plain miss.
        None = "none",
    }

    /// Damage state of a weapon; a worse state replaces a better state (T10).
    pub enum Integrity {
        Ok = "ok" "whole",
        /// Good for one more attack (SPL-97).
        Cracked = "cracked",
        Broken = "broken",
        /// Natural weapon with a broken bone (SPL-96).
        BoneBroken = "bone_broken" "bone broken",
    }

    /// Place of a weapon (T10).
    pub enum Whereabouts {
        Hand = "hand" "in hand",
        /// Dropped, until the start of a round (SPL-90).
        Dropped = "dropped",
        /// Flown off over some distance (SPL-91, SPL-103).
        Flown = "flown",
        /// Stuck in its target until freed (SPL-106).
        Stuck = "stuck",
    }

    /// State of the string (T10).
    pub enum StringState {
        /// Whole, ready for use.
        Ok = "ok" "whole",
        /// Off the nock (SPL-116).
        Loose = "loose",
        /// Broken; the weapon is unusable until a spare string is fitted (SPL-115).
        Broken = "broken",
    }

    /// Delivery of a spell, which decides its phase and its roll (SPL-56, SPL-59, SPL-60).
    pub enum Delivery {
        /// Spell without an attack roll, in the first phase, at d20 plus initiative.
        NoRoll = "no_roll" "no attack roll",
        /// Ranged attack roll, in the first phase.
        RangedAttack = "ranged_attack" "ranged attack",
        /// Touch in melee, in the second phase.
        MeleeTouch = "melee_touch" "melee touch",
    }

    /// Save of a target.
    pub enum Save {
        Fort = "fort" "Fortitude",
        Reflex = "ref" "Reflex",
        Will = "will" "Will",
    }

    /// Effect of a successful save against a spell (SPL-73).
    pub enum OnSave {
        /// No effect on the spell.
        Nothing = "none" "no change",
        Half = "half" "half damage",
        Negates = "negates" "no effect",
    }

    pub enum Ability {
        Strength = "str" "Strength",
        Dexterity = "dex" "Dexterity",
        Constitution = "con" "Constitution",
        Intelligence = "int" "Intelligence",
        Wisdom = "wis" "Wisdom",
        Charisma = "cha" "Charisma",
    }
}

crate::sheet! {
    /// Attack with a weapon, or with claws and teeth.
    pub struct Attack, keys at_attack {
        /// Name, unique on a sheet.
        name: Arc<str>, "name", required;
        /// Modifier of the d20 (SPL-54).
        attack_mod: i64 = 0, int(-10, 40), "attack bonus";
        /// Damage of a hit, with its bonus (SPL-70).
        damage: Dice = Dice::d(4), "damage";
        /// Additional damage dice, if the GM allows them (SPL-70, SPL-84).
        sneak_damage: Option<Dice>, "sneak damage", help "extra damage if the GM checks `sneak attack`";
        /// Use of the attack (SPL-59, SPL-60).
        mode: Mode = Mode::Melee, "range";
        /// True for an attack with the off hand, which costs the bonus action (SPL-20).
        off_hand: bool = false, "off hand", help "costs the bonus action";
        /// Lowest natural roll that is a critical hit (SPL-75).
        crit_min: i64 = 20, int(2, 21), "critical from", help "21: never";
        /// Column of the fumble table on 2d4 (T5); the default is M for missiles and thrown weapons, else S.
        fumble_class: Option<FumbleClass>, "fumble column, 2d4 table", help "default: M if shot or thrown, else S";
        /// Column of the fumble table on d20 (T7); the default is SR, TR or MW by use.
        alt_class: Option<AltClass>, "fumble column, d20 table", help "default: SR if shot, TR if thrown, else MW; NW for claws and teeth";
        /// True if the weapon may strike its wielder (SPL-108).
        is_flail: bool = false, "flail";
        /// True for a tail, which has no claws to snap (SPL-118).
        is_tail: bool = false, "tail";
        /// True if the weapon has a string that may break; the default is true for shooting weapons (SPL-100).
        has_string: Option<bool>, "has a string", help "default: yes for shooting weapons except slings";
        /// Shots or throws left; not counted if missing (SPL-101).
        ammo: Option<i64>, int(0, 9999), "missiles left", counter, help "default: not counted";
        /// True for a magic weapon, which may resist breaking (SPL-127).
        is_magic: bool = false, "magic";
        /// Enchantment bonus, which raises hardness (SPL-126).
        magic_bonus: i64 = 0, int(0, 10), "magic bonus";
        /// Target number of a break check (SPL-125); at 0 the weapon breaks without a check (SPL-130).
        hardness_dc: i64 = 28, int(0, 60), "hardness DC", help "metal 28, wood 13; 0: breaks without a roll";
        /// Spilled missiles on the ground (SPL-117).
        ammo_on_ground: i64 = 0, int(0, 9999), "missiles on the ground", state, counter;
        /// Missiles that may be found after the fight (SPL-101).
        ammo_recoverable: i64 = 0, int(0, 9999), "missiles to search for", state, counter;
        /// Damage state of the weapon (T10).
        integrity: Integrity = Integrity::Ok, "condition", lasts;
        /// Place of the weapon (T10).
        place: Whereabouts = Whereabouts::Hand, "place", state;
        /// Round at whose start a dropped weapon is back in hand (SPL-90).
        back_in_round: Option<i64>, int(0, 999_999), "back in hand in round", state;
        /// Distance of the weapon in feet (SPL-91, SPL-103).
        feet_away: i64 = 0, int(0, 999), "feet away", state;
        /// State of the string (T10).
        string: StringState = StringState::Ok, "string", lasts;
        /// Damage penalty for chips and snapped claws (SPL-92, SPL-118).
        damage_penalty: i64 = 0, int(0, 99), "damage penalty", lasts, counter;
        /// True if sprained, which means half damage until healed (SPL-95).
        sprained: bool = false, "sprained", lasts;
    }
}

crate::sheet! {
    pub struct Spell, keys at_spell {
        /// Name, unique on a sheet.
        name: Arc<str>, "spell", required;
        /// Cost in mana (SPL-32).
        mana_cost: i64 = 0, int(0, 999), "mana";
        /// DC of the spell; a counterspell must exceed it and a save must reach it (SPL-50, SPL-73).
        spell_dc: i64 = 10, int(1, 60), "DC";
        /// Casting time in rounds; 0 for a spell that takes the action of one round (SPL-12, SPL-27).
        casting_rounds: i64 = 0, int(0, 100), "casting rounds", help "0: a spell of one action";
        /// Delivery of the spell (SPL-56, SPL-59, SPL-60).
        delivery: Delivery = Delivery::NoRoll, "delivery";
        /// Modifier of the attack roll (SPL-56).
        attack_mod: i64 = 0, int(-10, 40), "attack bonus";
        /// Lowest natural roll that is a critical hit (SPL-75).
        crit_min: i64 = 20, int(2, 21), "critical from", help "21: never";
        /// Column of the fumble table on 2d4 (T5).
        fumble_class: FumbleClass = FumbleClass::None, "fumble column, 2d4 table";
        /// Column of the fumble table on d20 (T7).
        alt_class: AltClass = AltClass::None, "fumble column, d20 table";
        damage: Option<Dice>, "damage";
        /// Healing in hit points, if any.
        healing: Option<Dice>, "healing";
        /// Save of the targets, if they have one (SPL-73).
        save: Option<Save>, "save";
        /// Effect of a successful save (SPL-73).
        on_save: OnSave = OnSave::Nothing, "effect of a save";
        /// True if the spell needs concentration (SPL-38).
        concentration: bool = false, "needs concentration";
    }
}

crate::sheet! {
    /// Fragile item that may break because of a fumble (SPL-113).
    pub struct Fragile, keys at_fragile {
        /// Name of the item.
        name: Arc<str>, "item", required;
    }
}

crate::sheet! {
    /// Ability points lost (SPL-143, SPL-147).
    pub struct Drain, keys at_drain {
        ability: Ability = Ability::Strength, "ability", required;
        points: i64 = 0, int(0, 99), "points", counter, required;
    }
}

crate::sheet! {
    /// Broken bone (SPL-148, SPL-149).
    pub struct Bone, keys at_bone {
        label: Arc<str>, "bone", required;
        /// Attack that cannot be used because of the bone, if any (SPL-96).
        attack: Option<Arc<str>>, "attack";
        /// True if a heal check has set the bone (SPL-148).
        set: bool = false, "set";
        /// Number of weekly saves passed; three heal the bone (SPL-149).
        saves_made: i64 = 0, int(0, 3), "saves passed", counter;
    }
}

crate::sheet! {
    /// Sheet of a combatant: the fields of the rulebook, and the values that the fight saves.
    pub struct Sheet, keys at {
        hp_max: i64, int(1, 9999), "hit points", required;
        /// Number of hit points left; at 0 or less the combatant is down (SPL-72).
        hp: Option<i64>, int(-9999, 9999), "hit points left", lasts, counter "hp_max";
        /// Dice for fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights that roll hit points";
        /// True if a player controls the combatant; the default depends on the side (SPL-62).
        player_controlled: Option<bool>, "player character", help "default: depends on the side";
        /// Level, also the number of hit dice (SPL-112, SPL-138, SPL-141).
        level: i64 = 1, int(1, 40), "level";
        /// Number of sides of the hit die (SPL-138).
        hit_die: i64 = 8, int(4, 12), "hit die", help "4, 6, 8, 10 or 12 sides; for rests";
        /// Armour class, the target number of attack rolls (SPL-69).
        ac: i64 = 10, int(0, 60), "AC";
        /// Initiative modifier of d20 rolls other than attack rolls; also breaks ties (SPL-55, SPL-62).
        initiative: i64 = 0, int(-10, 20), "initiative";
        /// Strength modifier (SPL-103, SPL-106, SPL-125).
        str_mod: i64 = 0, int(-5, 15), "Strength modifier";
        /// Dexterity modifier, part of AC and initiative (SPL-123).
        dex_mod: i64 = 0, int(-5, 15), "Dexterity modifier", help "already part of AC and initiative";
        /// Constitution modifier, for long rests (SPL-141).
        con_mod: i64 = 0, int(-5, 15), "Constitution modifier";
        fort: i64 = 0, int(-5, 30), "Fortitude";
        reflex as "ref": i64 = 0, int(-5, 30), "Reflex";
        will: i64 = 0, int(-5, 30), "Will";
        /// Skill for fixing loose strings (SPL-116).
        sleight_of_hand: i64 = 0, int(-5, 30), "sleight of hand";
        /// Skill for heal checks (SPL-135).
        heal_skill: i64 = 0, int(-5, 30), "heal skill";
        /// Movement in feet per round (SPL-13).
        speed_ft: i64 = 30, int(0, 300), "speed";
        /// Number of attacks in an attack action (SPL-14).
        attacks_per_round: i64 = 1, int(1, 10), "attacks per round";
        /// True if the combatant has a spark of magic (SPL-44).
        spark: bool = false, "spark", help "with a mana tree, the combatant can counter spells";
        /// Rank of the mana tree; 0 for cantrips only; no mana tree if missing (SPL-44, SPL-49).
        mana_tree_rank: Option<i64>, int(0, 40), "mana tree rank", help "0: cantrips only; default: no mana tree";
        mana_max: i64 = 0, int(0, 9999), "mana";
        /// Mana left (SPL-32, SPL-46).
        mana: Option<i64>, int(0, 9999), "mana left", lasts, counter "mana_max";
        /// Number of legs that the combatant has; with more than two, natural attacks never cause a slip (SPL-109).
        legs: i64 = 2, int(0, 100), "legs";
        /// True if the combatant inspires fear, and loses their nerve less easily (SPL-112).
        inspires_fear: bool = false, "inspires fear";
        /// Number of spare bowstrings (SPL-115).
        spare_strings: i64 = 0, int(0, 20), "spare strings", counter;
        /// True if the combatant's fall causes a morale test for the group (option `plain_morale`).
        is_leader: bool = false, "group leader", help "for the simple morale test";
        /// Attacks of the combatant.
        attacks: List<Attack>, "attacks";
        spells: List<Spell>, "spells";
        /// Carried items that may break (SPL-113).
        fragile_items: List<Fragile>, "fragile items";
        /// Number of hit dice rolled since the last long rest (SPL-138, SPL-142).
        hit_dice_spent: i64 = 0, int(0, 40), "hit dice spent", lasts, counter;
        /// Levels drained temporarily (SPL-145, SPL-146).
        levels_drained_temp: i64 = 0, int(0, 40), "drained levels, temporary", lasts, counter;
        /// Levels lost permanently (SPL-147).
        levels_lost_perm: i64 = 0, int(0, 40), "lost levels, permanent", lasts, counter;
        /// Ability points drained temporarily (SPL-143).
        abilities_drained_temp: List<Drain>, "drained abilities, temporary", lasts;
        /// Ability points lost permanently (SPL-147).
        abilities_drained_perm: List<Drain>, "drained abilities, permanent", lasts;
        /// Broken bones (SPL-148, SPL-149).
        broken_bones: List<Bone>, "broken bones", lasts;
        /// Start of the last long rest, in minutes of the campaign clock (SPL-137).
        last_long_rest_start: Option<i64>, int(0, 999_999_999), "start of the last long rest, in minutes", state;
    }
}

/// Trigger just before the dice of the attack half are rolled.
pub const ATTACK_HALF: Moment = Moment {
    word: "attack_half",
    label: "next attack half",
    occasion: Occasion::Other,
};

/// Trigger at the end of a long rest (SPL-144).
pub const LONG_REST: Moment = Moment {
    word: "long_rest",
    label: "end of a long rest",
    occasion: Occasion::BetweenFights,
};
