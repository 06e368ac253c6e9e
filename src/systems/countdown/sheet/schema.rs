//! Fields of the sheet, as read from files and shown on screen.

use std::sync::Arc;

use crate::systems::prelude::*;

crate::words! {
    /// Size of a combatant, which changes grapple checks (CTD-163).
    pub enum Size {
        /// Smaller than a human.
        Small = "small",
        Medium = "medium",
        /// Larger than a human.
        Large = "large",
    }

    /// Kind of armour, which matters for attacks with fists (CTD-161).
    pub enum Armor {
        /// Bare skin; the combatant's own fists are bare.
        None = "none",
        /// Leather, which counts as bare for fists.
        Leather = "leather",
        /// Metal, which hurts a bare fist.
        Metal = "metal",
        /// Armor that neither hurts an attacker's fist nor protects the wearer's own fists.
        Other = "other",
    }

    /// Weapons that can harm the combatant (CTD-79).
    pub enum HarmedBy {
        Any = "any",
        Silver = "silver",
        Magic = "magic",
        /// Silver or magic weapons.
        SilverOrMagic = "silver_or_magic",
    }

    /// Kind of attack (CTD-75).
    pub enum Kind {
        /// Weapon for hand-to-hand combat.
        Melee = "melee",
        /// Bow, crossbow or sling.
        Missile = "missile",
        Thrown = "thrown",
        /// Flask that is thrown and bursts (CTD-118).
        Grenade = "grenade",
        /// Claws and teeth (CTD-105).
        Natural = "natural",
        /// Fists and feet (CTD-157).
        Brawl = "brawl",
    }

    /// Content of a flask (CTD-118).
    pub enum GrenadeType {
        /// Burns when lit (CTD-122).
        Oil = "oil",
        /// Harms the undead (CTD-132).
        HolyWater = "holy_water",
        /// Other content: the damage of the sheet, no splash.
        Other = "other",
    }

    /// Place and condition of a weapon.
    pub enum State {
        /// Weapon in hand, or worn ready.
        Ready = "ready",
        /// Weapon that is put away; drawing it is free (CTD-89).
        Stowed = "stowed",
        /// Weapon on the ground (CTD-92, CTD-102).
        Dropped = "dropped",
        /// Weapon broken by a fumble, and unusable (CTD-97).
        Broken = "broken",
        /// Weapon that was thrown or used up (CTD-114).
        Spent = "spent",
    }
}

crate::sheet! {
    /// Attack as listed on a sheet: a weapon, or claws and teeth (CTD-75).
    pub struct Attack, keys at_attack {
        /// Name, unique on a sheet.
        name: Arc<str>, "name", required;
        /// Kind of attack, which decides ability, range and wear of the weapon (CTD-75, CTD-86).
        kind: Kind = Kind::Melee, "kind";
        /// Damage dice, without bonuses (CTD-85).
        damage: Dice = Dice::new(1, 6), "damage";
        /// Bonus to the damage, added once (CTD-85).
        damage_flat: i64 = 0, int(-10, 30), "damage bonus";
        /// Bonus to attack and damage, negative if cursed (CTD-87); any value but 0 is magic (CTD-79).
        magic_bonus: i64 = 0, int(-5, 5), "magic bonus";
        /// True for a silver weapon, which harms some combatants (CTD-79).
        is_silver: bool = false, "silver";
        /// True if STR is added to the damage; the default is false only for missiles and flasks (CTD-86).
        str_to_damage: Option<bool>, "adds STR to damage", help "default: yes, except for missiles and flasks; set yes for slings";
        /// Feet to the end of short range (CTD-106).
        range_short: Option<i64>, int(1, 10000), "short range, ft";
        /// Feet to the end of medium range (CTD-106).
        range_medium: Option<i64>, int(1, 10000), "medium range, ft";
        /// Feet to the end of long range; targets beyond it are out of range (CTD-106).
        range_long: Option<i64>, int(1, 10000), "long range, ft";
        /// True if the weapon is long enough to answer a combatant who closes in (CTD-73).
        is_reach: bool = false, "long reach";
        /// True if the weapon can be used in a charge: a spear, lance or pole arm (CTD-64).
        can_charge: bool = false, "can charge";
        /// True if the weapon can be braced against a charge (CTD-69).
        can_set: bool = false, "can be braced";
        /// True if the weapon can hit with the flat; the default is true for melee weapons (CTD-147).
        can_subdue: Option<bool>, "can hit with the flat", help "default: yes for melee weapons";
        /// True if the weapon is light; of two weapons used together, one must be light (CTD-144).
        is_light: bool = false, "light";
        /// Number of hands that the weapon occupies while it is ready (CTD-135).
        hands: i64 = 1, int(1, 2), "hands";
        /// Rounds from one shot to the next; 1 needs no reloading (CTD-110).
        rof_rounds: i64 = 1, int(1, 60), "rounds per shot";
        /// Loaded spares at hand (CTD-113).
        preloaded: i64 = 0, int(0, 20), "loaded spares", counter;
        /// Shots or throws left; not counted if missing (CTD-114).
        ammo: Option<i64>, int(0, 999), "shots left", counter, help "default: not tracked";
        /// Content of the flask (CTD-118).
        grenade_type: Option<GrenadeType>, "contents";
        /// True if the weapon does not break on a fumble; the default is true for claws and fists (CTD-97, CTD-105).
        unbreakable: Option<bool>, "unbreakable", help "default: yes for claws and fists";
        /// Rounds of reloading left until the weapon is loaded (CTD-111).
        reload_left: i64 = 0, int(0, 59), "rounds of reloading left", state, counter;
        /// Place and condition of the weapon.
        state: State = State::Ready, "state", lasts;
        /// Round at whose end the combatant may pick the weapon up (CTD-102).
        recover_round: Option<i64>, int(0, 999999), "picked up at the end of round", state;
        /// Number of missiles that hit and may be collected after the fight (CTD-179).
        shots_hit: Option<i64>, int(0, 9999), "shots that hit", state, counter;
    }
}

crate::sheet! {
    /// Flask of oil that hit and keeps burning (CTD-123).
    pub struct Burn, keys at_burn {
        /// Round at whose end the oil deals damage again (CTD-123).
        due: Option<i64>, int(0, 999999), "at the end of round";
    }
}

crate::sheet! {
    /// Sheet of a combatant: the fields of the rulebook, and the values that the fight saves.
    pub struct Sheet, keys at {
        hp_max: i64, int(1, 999), "hit points", required;
        /// Number of hit points left; at 0 the combatant is dead or unconscious (CTD-149, CTD-150).
        hp: Option<i64>, int(0, 999), "hit points left", lasts, counter "hp_max";
        /// Dice for hit points, in fights that roll them.
        hit_dice: Option<Dice>, "hit dice", help "for fights with rolled hit points";
        /// Armor Class, the target number of attack rolls (CTD-76).
        ac: i64 = 11, int(0, 40), "Armor Class";
        /// Armor Class against grabs; the default is the normal Armor Class (CTD-162).
        touch_ac: Option<i64>, int(0, 40), "AC against grabs", help "default: the Armor Class";
        /// Bonus to every attack roll (CTD-75).
        attack_bonus: i64 = 0, int(-10, 30), "attack bonus";
        /// STR modifier: melee attacks, damage, checks (CTD-75, CTD-86).
        str_mod: i64 = 0, int(-5, 10), "STR modifier";
        /// DEX modifier: initiative, shots and throws, checks (CTD-26, CTD-75).
        dex_mod: i64 = 0, int(-5, 10), "DEX modifier";
        /// CON score; a combatant can run for three times as many rounds (CTD-61).
        con: i64 = 10, int(1, 30), "CON", help "ability score; limits the rounds of running";
        /// Size, for grapple checks (CTD-163).
        size: Size = Size::Medium, "size";
        /// Movement in feet per round (CTD-49).
        pace as "move": i64 = 30, int(0, 300), "feet per round";
        /// Armor, which matters for attacks with fists (CTD-161).
        armor: Armor = Armor::Other, "armour", help "metal hurts attackers with bare fists";
        /// Lowest total of a surprise roll that surprises the combatant (CTD-13).
        surprise_dc: i64 = 13, int(1, 30), "surprised on", help "surprised by this result or more on d20; 15 for elves";
        /// Target number on d20 to save against Death Ray (CTD-08, CTD-126).
        save_death_ray: i64 = 15, int(2, 25), "Death Ray", help "target number on d20";
        /// Target number on d20 to keep a spell when attacked (CTD-139).
        save_disruption: i64 = 15, int(2, 25), "disruption", help "target number on d20 to keep a spell";
        /// True for undead, which holy water harms (CTD-132).
        is_undead: bool = false, "undead";
        /// True if burning oil deals no damage (CTD-131).
        fire_immune: bool = false, "immune to burning oil";
        /// Weapons that can harm the combatant (CTD-79).
        harmed_by: HarmedBy = HarmedBy::Any, "harmed only by";
        /// True if fists and feet deal no damage (CTD-157).
        brawl_immune: bool = false, "immune to fists";
        /// Bonus to a sneak attack; none if missing (CTD-81).
        sneak_attack_bonus: Option<i64>, int(0, 20), "sneak attack", help "default: none";
        /// True if the combatant casts spells (CTD-135).
        can_cast: bool = false, "casts spells";
        /// Number of hands free for spells; the default depends on the weapons in hand (CTD-135).
        free_hands: Option<i64>, int(0, 4), "free hands", help "default: computed from held items";
        /// True if the combatant's fall causes a morale test for the group (option `plain_morale`).
        is_leader: bool = false, "group leader", help "for the simple morale test";
        /// Attacks of the combatant, except fists and feet (CTD-75).
        attacks: List<Attack>, "attacks";
        /// Name of the weapon in the main hand; the default is the first attack (CTD-92).
        primary: Option<Arc<str>>, "in the main hand", help "default: the first attack";
        /// Name of the weapon in the other hand (CTD-145).
        secondary: Option<Arc<str>>, "in the other hand";
        /// Names of all attacks made in one action, separated by commas (CTD-84).
        routine: Option<Arc<str>>, "attacks in one action", help "names of attacks, separated by commas: claw, claw, bite";
        /// Count in this round (CTD-26).
        initiative: Option<i64>, int(-99, 99), "count this round", state;
        /// True if the combatant has used the action of this round (CTD-25).
        acted: bool = false, "has acted", state;
        /// Non-lethal damage that is not healed yet (CTD-148).
        subdual_taken: i64 = 0, int(0, 999), "non-lethal damage so far", lasts, counter;
        /// Number of rounds with a run or charge since the last rest (CTD-61).
        run_rounds: i64 = 0, int(0, 90), "rounds run", lasts, counter;
        /// Number of consecutive rounds of rest after a fight (CTD-63).
        rest_rounds: i64 = 0, int(0, 9999), "rounds rested", lasts, counter;
        /// Round at whose end the combatant wakes automatically (CTD-153).
        wake_round: Option<i64>, int(0, 999999), "wakes at the end of round", round;
        /// First round in which the combatant can be revived (CTD-154).
        revive_round: Option<i64>, int(0, 999999), "can be revived from round", round;
        /// Flasks of oil that will damage the combatant again (CTD-123, CTD-124).
        burns: List<Burn>, "burning oil", state;
    }
}
