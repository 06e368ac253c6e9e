//! The sheet, the conditions and the moments, as files and the screen know them.

use std::sync::Arc;

use crate::dice::Dice;
use crate::values::{List, Moment, Occasion};

crate::words! {
    /// How an attack reaches its target, which decides the phase (SPL-59, SPL-60).
    pub enum Mode {
        /// Melee attack, in the second phase.
        Melee = "melee",
        /// Missile attack, in the first phase.
        Ranged = "ranged",
        /// Thrown weapon, in the first phase.
        Thrown = "thrown",
    }

    /// The column of the fumble table on 2d4 (T5).
    pub enum FumbleClass {
        /// Missiles, shot or thrown.
        Missile = "M" "missile",
        Slashing = "S" "slashing",
        Bludgeoning = "B" "bludgeoning",
        Piercing = "P" "piercing",
        /// Fists and other natural weapons.
        Fist = "F" "fist or natural",
        /// A fumble is a miss and no more.
        None = "none",
    }

    /// The column of the fumble table on d20 (T7).
    pub enum AltClass {
        /// A weapon hand to hand.
        Melee = "MW" "melee",
        /// A weapon that shoots.
        Shooting = "SR" "shooting",
        Thrown = "TR" "thrown",
        Natural = "NW" "natural",
        /// A fumble is a miss and no more.
        None = "none",
    }

    /// How whole a weapon is (T10); what is worse replaces what is better.
    pub enum Integrity {
        Ok = "ok" "whole",
        /// Good for one more attack (SPL-97).
        Cracked = "cracked",
        Broken = "broken",
        /// The bone of a natural weapon is broken (SPL-96).
        BoneBroken = "bone_broken" "bone broken",
    }

    /// Where a weapon is (T10).
    pub enum Whereabouts {
        Hand = "hand" "in hand",
        /// Dropped, until a round begins (SPL-90).
        Dropped = "dropped",
        /// Flown some feet (SPL-91, SPL-103).
        Flown = "flown",
        /// Stuck in its target until freed (SPL-106).
        Stuck = "stuck",
    }

    /// What its string is like (T10).
    pub enum StringState {
        /// As it should be.
        Ok = "ok" "whole",
        /// Off the nock (SPL-116).
        Loose = "loose",
        /// Unusable with a broken string until a spare is fitted (SPL-115).
        Broken = "broken",
    }

    /// How a spell reaches its target, which decides phase and roll (SPL-56, SPL-59, SPL-60).
    pub enum Delivery {
        /// Without an attack roll: the first phase, at d20 and initiative.
        NoRoll = "no_roll" "no attack roll",
        /// With an attack roll from afar: the first phase.
        RangedAttack = "ranged_attack" "ranged attack",
        /// Touch in melee, in the second phase.
        MeleeTouch = "melee_touch" "melee touch",
    }

    /// What a target saves with.
    pub enum Save {
        Fort = "fort" "Fortitude",
        Reflex = "ref" "Reflex",
        Will = "will" "Will",
    }

    /// What a save against a spell that passes leaves of it (SPL-73).
    pub enum OnSave {
        /// Nothing is changed by it.
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
    /// An attack: a weapon, or claws and teeth.
    pub struct Attack, keys at_attack {
        /// What it is called; unique on a sheet.
        name: Arc<str>, "attack", required;
        /// Added to its d20 (SPL-54).
        attack_mod: i64 = 0, int(-10, 40), "attack";
        /// Damage of a hit, with what is added to the dice (SPL-70).
        damage: Dice = Dice::d(4), "damage";
        /// More dice where the GM says so (SPL-70, SPL-84).
        sneak_damage: Option<Dice>, "sneak damage", help "added if the GM checks it";
        /// How it reaches its target (SPL-59, SPL-60).
        mode: Mode = Mode::Melee, "range";
        /// In the other hand: costs the bonus action (SPL-20).
        off_hand: bool = false, "off hand", help "costs the bonus action";
        /// A natural roll of this or more is a critical hit (SPL-75).
        crit_min: i64 = 20, int(2, 21), "critical from", help "21: never";
        /// Its column of the fumble table on 2d4 (T5); left out: M where it is shot or thrown, S otherwise.
        fumble_class: Option<FumbleClass>, "fumbles as", help "default: M if shot or thrown, else S";
        /// Its column of the fumble table on d20 (T7); left out: SR, TR or MW by its use.
        alt_class: Option<AltClass>, "fumbles on d20 as", help "default: SR if shot, TR if thrown, else MW; NW for claws and teeth";
        /// It may strike whoever swings it (SPL-108).
        is_flail: bool = false, "flail";
        /// A tail, which snaps no claws (SPL-118).
        is_tail: bool = false, "tail";
        /// It has a string that may snap; left out: where it is shot (SPL-100).
        has_string: Option<bool>, "has a string", help "default: yes if shot; no for slings";
        /// Shots or throws left; left out: they are not counted (SPL-101).
        ammo: Option<i64>, int(0, 9999), "missiles left", counter, help "default: not counted";
        /// True for a magic weapon, which may resist breaking (SPL-127).
        is_magic: bool = false, "magic";
        /// Its enchantment, which raises its hardness (SPL-126).
        magic_bonus: i64 = 0, int(0, 10), "magic bonus";
        /// What a break check has to reach (SPL-125); 0: it breaks without one (SPL-130).
        hardness_dc: i64 = 28, int(0, 60), "hardness DC", help "metal 28, wood 13; 0: breaks without a roll";
        /// Missiles on the ground around whoever spilled them (SPL-117).
        ammo_on_ground: i64 = 0, int(0, 9999), "missiles on the ground", state, counter;
        /// Missiles that may be found after the fight (SPL-101).
        ammo_recoverable: i64 = 0, int(0, 9999), "missiles to search for", state, counter;
        /// How whole it is (T10).
        integrity: Integrity = Integrity::Ok, "condition", lasts;
        /// Where it is (T10).
        place: Whereabouts = Whereabouts::Hand, "place", state;
        /// The round at whose start a dropped weapon is back in hand (SPL-90).
        back_in_round: Option<i64>, int(0, 999_999), "in hand again in round", state;
        /// How far away it lies (SPL-91, SPL-103).
        feet_away: i64 = 0, int(0, 999), "feet away", state;
        /// What its string is like (T10).
        string: StringState = StringState::Ok, "string", lasts;
        /// Taken off its damage for chips and snapped claws (SPL-92, SPL-118).
        damage_penalty: i64 = 0, int(0, 99), "damage penalty", lasts, counter;
        /// Half damage until it is healed (SPL-95).
        sprained: bool = false, "sprained", lasts;
    }
}

crate::sheet! {
    pub struct Spell, keys at_spell {
        /// What it is called; unique on a sheet.
        name: Arc<str>, "spell", required;
        /// What it costs (SPL-32).
        mana_cost: i64 = 0, int(0, 999), "mana";
        /// What a counterspell has to beat, and a save to reach (SPL-50, SPL-73).
        spell_dc: i64 = 10, int(1, 60), "DC";
        /// Casting time in rounds; 0 for a spell that takes the action of one round (SPL-12, SPL-27).
        casting_rounds: i64 = 0, int(0, 100), "casting rounds", help "0: a spell of one action";
        /// How it reaches its target (SPL-56, SPL-59, SPL-60).
        delivery: Delivery = Delivery::NoRoll, "delivery";
        /// Added to its attack roll (SPL-56).
        attack_mod: i64 = 0, int(-10, 40), "attack";
        /// A natural roll of this or more is a critical hit (SPL-75).
        crit_min: i64 = 20, int(2, 21), "critical from", help "21: never";
        /// Its column of the fumble table on 2d4 (T5).
        fumble_class: FumbleClass = FumbleClass::None, "fumbles as";
        /// Its column of the fumble table on d20 (T7).
        alt_class: AltClass = AltClass::None, "fumbles on d20 as";
        /// Damage, if it does any.
        damage: Option<Dice>, "damage";
        /// Hit points that it gives back, if it does.
        healing: Option<Dice>, "healing";
        /// What its targets save with, if they may (SPL-73).
        save: Option<Save>, "save";
        /// What a save that passes leaves of it (SPL-73).
        on_save: OnSave = OnSave::Nothing, "effect of a save";
        /// It needs concentration (SPL-38).
        concentration: bool = false, "needs concentration";
    }
}

crate::sheet! {
    /// Something that may break when its owner falls on it (SPL-113).
    pub struct Fragile, keys at_fragile {
        /// What it is called.
        name: Arc<str>, "item", required;
    }
}

crate::sheet! {
    /// Points that an ability has lost (SPL-143, SPL-147).
    pub struct Drain, keys at_drain {
        ability: Ability = Ability::Strength, "ability", required;
        points: i64 = 0, int(0, 99), "points", counter, required;
    }
}

crate::sheet! {
    /// A broken bone (SPL-148, SPL-149).
    pub struct Bone, keys at_bone {
        label: Arc<str>, "bone", required;
        /// The attack that it keeps from being used, if any (SPL-96).
        attack: Option<Arc<str>>, "attack";
        /// A heal check has set it (SPL-148).
        set: bool = false, "set";
        /// Weekly saves that it has passed; three and it is healed (SPL-149).
        saves_made: i64 = 0, int(0, 3), "saves passed", counter;
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Hit points when unhurt.
        hp_max: i64, int(1, 9999), "hit points", required;
        /// Number of current hit points; at 0 or less the combatant is down (SPL-72).
        hp: Option<i64>, int(-9999, 9999), "hit points left", lasts, counter "hp_max";
        /// Dice for fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights that roll hit points";
        /// A player decides for it; left out: as its side (SPL-62).
        player_controlled: Option<bool>, "player character", help "default: as the side";
        /// Its level, also the number of its hit dice (SPL-112, SPL-138, SPL-141).
        level: i64 = 1, int(1, 40), "level";
        /// Sides of its hit die (SPL-138).
        hit_die: i64 = 8, int(4, 12), "hit die", help "4, 6, 8, 10 or 12 sides; for rests";
        /// Armour class: what an attack has to reach (SPL-69).
        ac: i64 = 10, int(0, 60), "AC";
        /// Added to the d20 of whatever is no attack; also breaks ties (SPL-55, SPL-62).
        initiative: i64 = 0, int(-10, 20), "initiative";
        /// Strength modifier (SPL-103, SPL-106, SPL-125).
        str_mod: i64 = 0, int(-5, 15), "Strength modifier";
        /// Dexterity modifier, part of AC and initiative (SPL-123).
        dex_mod: i64 = 0, int(-5, 15), "Dexterity modifier", help "part of AC and initiative already";
        /// Constitution modifier, for long rests (SPL-141).
        con_mod: i64 = 0, int(-5, 15), "Constitution modifier";
        fort: i64 = 0, int(-5, 30), "Fortitude";
        reflex as "ref": i64 = 0, int(-5, 30), "Reflex";
        will: i64 = 0, int(-5, 30), "Will";
        /// For loose strings (SPL-116).
        sleight_of_hand: i64 = 0, int(-5, 30), "sleight of hand";
        /// For heal checks (SPL-135).
        heal_skill: i64 = 0, int(-5, 30), "heal skill";
        /// Feet it can move in a round (SPL-13).
        speed_ft: i64 = 30, int(0, 300), "speed";
        /// Attacks of its attack action (SPL-14).
        attacks_per_round: i64 = 1, int(1, 10), "attacks per round";
        /// Has a spark of magic (SPL-44).
        spark: bool = false, "spark", help "with a mana tree: can counter spells";
        /// Rank of its mana tree; 0: cantrips only; left out: none (SPL-44, SPL-49).
        mana_tree_rank: Option<i64>, int(0, 40), "mana tree rank", help "0: cantrips only; default: none";
        mana_max: i64 = 0, int(0, 9999), "mana";
        /// Mana left (SPL-32, SPL-46).
        mana: Option<i64>, int(0, 9999), "mana left", lasts, counter "mana_max";
        /// Legs it stands on: with more than two its natural attacks never make it slip (SPL-109).
        legs: i64 = 2, int(0, 100), "legs";
        /// Inspires fear, and loses its nerve less easily (SPL-112).
        inspires_fear: bool = false, "inspires fear";
        /// Number of spare bowstrings (SPL-115).
        spare_strings: i64 = 0, int(0, 20), "spare strings", counter;
        /// Leads its group, whom its fall shakes (option `plain_morale`).
        is_leader: bool = false, "group leader", help "for plain morale";
        /// What it attacks with.
        attacks: List<Attack>, "attacks";
        spells: List<Spell>, "spells";
        /// What it carries that may break (SPL-113).
        fragile_items: List<Fragile>, "fragile items";
        /// Hit dice rolled since its last long rest (SPL-138, SPL-142).
        hit_dice_spent: i64 = 0, int(0, 40), "hit dice spent", lasts, counter;
        /// Levels drained for a time (SPL-145, SPL-146).
        levels_drained_temp: i64 = 0, int(0, 40), "drained levels, temporary", lasts, counter;
        /// Levels lost for good (SPL-147).
        levels_lost_perm: i64 = 0, int(0, 40), "lost levels, permanent", lasts, counter;
        /// Ability points drained for a time (SPL-143).
        abilities_drained_temp: List<Drain>, "drained abilities, temporary", lasts;
        /// Ability points lost for good (SPL-147).
        abilities_drained_perm: List<Drain>, "drained abilities, permanent", lasts;
        /// Its broken bones (SPL-148, SPL-149).
        broken_bones: List<Bone>, "broken bones", lasts;
        /// When its last long rest began, in minutes of the campaign clock (SPL-137).
        last_long_rest_start: Option<i64>, int(0, 999_999_999), "start of last long rest, minute", state;
    }
}

crate::conditions! {
    /// Typed names of the conditions (T9).
    pub mod is {
        /// No plan, bonus action, free action or reaction this round (SPL-02).
        SURPRISED = "surprised" "surprised", help "no plan, bonus action, free action or reaction this round";
        /// Out of the fight by its hit points (SPL-72).
        DOWN = "down" "down", help "out of the fight", lasts;
        /// As if down, with hit points left (SPL-74).
        HELPLESS = "helpless" "helpless", help "cannot act or react";
        /// Dead and out of the fight (SPL-72).
        DEAD = "dead" "dead", fatal;
        /// Has fled: out of the fight (SPL-133).
        FLED = "fled" "fled", help "out of the fight";
        /// Surrendered and out of the fight (SPL-133).
        SURRENDERED = "surrendered" "surrendered", help "out of the fight";
        /// No attacks of any kind from the round that is its value on (SPL-89).
        NO_ATTACK = "no_attack" "unable to attack", help "no attacks, opportunity attacks or attack spells";
        /// Its attacks and spells of this round are lost (SPL-88).
        BUMPED = "bumped" "bumped", help "no attacks, spells, opportunity attacks or counterspells this round", fixed;
        /// On the ground (SPL-120).
        PRONE = "prone" "prone", help "melee attacks against them have advantage; must stand up to move", until "they stand up";
        /// The next attack roll has advantage (SPL-105).
        ADVANTAGE_NEXT = "advantage_next" "at an advantage", help "advantage on the next attack roll", until "their next attack roll";
        /// Afraid of its giver; its value is the DC of the Will save (SPL-112, SPL-121).
        FRIGHTENED = "frightened" "frightened", help "disadvantage on attacks and ability checks while the source is in sight", until "a Will save at the end of a later round";
        /// Afraid of somebody out of its sight (SPL-121).
        UNSEEN_FEAR = "fear_out_of_sight" "out of sight of the source of fear", help "fear has no effect", silent;
        /// Its value is the number of long rests since (SPL-110, SPL-122).
        STRAINED_ARMS = "strained_arms" "strained in the arms", help "disadvantage on weapon attacks and arm checks", until "three long rests or magical healing", lasts;
        /// Its value is the number of long rests since (SPL-111, SPL-123).
        STRAINED_LEG = "strained_leg" "strained in a leg", help "half speed; no Dexterity to AC and initiative; disadvantage on leg checks", until "three long rests or magical healing", lasts;
        /// Disadvantage on attack rolls until it next hits a foe (SPL-119).
        RATTLED = "rattled" "rattled", help "disadvantage on attack rolls", until "they hit a foe", lasts;
        /// Loses its value in hit points at the end of each round (SPL-132).
        BLEEDING = "bleeding" "bleeding", help "loses hit points at the end of each round", lasts;
        /// Keeps up the spell that is its cause (SPL-38).
        CONCENTRATING = "concentrating" "concentrating", help "no reaction";
    }
}

/// The dice of the attack half are about to be thrown.
pub const ATTACK_HALF: Moment = Moment {
    word: "attack_half",
    label: "next attack half",
    occasion: Occasion::Other,
};

/// A long rest is completed (SPL-144).
pub const LONG_REST: Moment = Moment {
    word: "long_rest",
    label: "end of a long rest",
    occasion: Occasion::BetweenFights,
};
