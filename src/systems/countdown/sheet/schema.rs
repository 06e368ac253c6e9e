//! The sheet as files and the screen know it.

use std::sync::Arc;

use crate::dice::Dice;
use crate::values::List;

crate::words! {
    /// Size of a combatant, which changes grapple checks (CTD-163).
    pub enum Size {
        /// Smaller than a human.
        Small = "small",
        Medium = "medium",
        /// Larger than a human.
        Large = "large",
    }

    /// What fists meet (CTD-161).
    pub enum Armor {
        /// Bare skin; its own fists are bare.
        None = "none",
        /// Leaves the fists as good as bare.
        Leather = "leather",
        /// Hurts a bare fist.
        Metal = "metal",
        /// Neither hurts nor is hurt.
        Other = "other",
    }

    /// What alone can harm it (CTD-79).
    pub enum HarmedBy {
        Any = "any",
        Silver = "silver",
        Magic = "magic",
        /// Weapons of silver or with magic.
        SilverOrMagic = "silver_or_magic",
    }

    /// What kind of attack it is (CTD-75).
    pub enum Kind {
        /// A weapon in hand-to-hand combat.
        Melee = "melee",
        /// A bow, crossbow or sling.
        Missile = "missile",
        Thrown = "thrown",
        /// Flask that is thrown and bursts (CTD-118).
        Grenade = "grenade",
        /// Claws and teeth (CTD-105).
        Natural = "natural",
        /// Fists and feet (CTD-157).
        Brawl = "brawl",
    }

    /// What is in a flask (CTD-118).
    pub enum GrenadeType {
        /// Burns when lit (CTD-122).
        Oil = "oil",
        /// Harms the undead (CTD-132).
        HolyWater = "holy_water",
        /// Something else: the damage of the sheet, no splash.
        Other = "other",
    }

    /// Where a weapon is, and whether it can be used.
    pub enum State {
        /// In hand, or worn ready.
        Ready = "ready",
        /// Put away: drawing it is free (CTD-89).
        Stowed = "stowed",
        /// On the ground (CTD-92, CTD-102).
        Dropped = "dropped",
        /// Broken by a fumble, so that it cannot be used (CTD-97).
        Broken = "broken",
        /// Thrown or used up (CTD-114).
        Spent = "spent",
    }
}

crate::sheet! {
    /// An attack as a sheet lists it: a weapon, or claws and teeth (CTD-75).
    pub struct Attack, keys at_attack {
        /// What it is called; no two attacks of a sheet share a name.
        name: Arc<str>, "name", required;
        /// How it is used: decides ability, range and what may happen to it (CTD-75, CTD-86).
        kind: Kind = Kind::Melee, "kind";
        /// Damage dice, without what is added to them (CTD-85).
        damage: Dice = Dice::new(1, 6), "damage";
        /// Added to the damage dice, once (CTD-85).
        damage_flat: i64 = 0, int(-10, 30), "added to damage";
        /// Added to attack and damage, negative if cursed (CTD-87); other than 0 it is magic (CTD-79).
        magic_bonus: i64 = 0, int(-5, 5), "magic bonus";
        /// Harms what silver harms (CTD-79).
        is_silver: bool = false, "silver";
        /// STR is added to its damage; left out: not for missiles and flasks (CTD-86).
        str_to_damage: Option<bool>, "adds STR to damage", help "default yes, except for missiles and flasks; set it for slings";
        /// Feet to the end of short range (CTD-106).
        range_short: Option<i64>, int(1, 10000), "short range, ft";
        /// Feet to the end of medium range (CTD-106).
        range_medium: Option<i64>, int(1, 10000), "medium range, ft";
        /// Feet to the end of long range: nothing farther can be hit (CTD-106).
        range_long: Option<i64>, int(1, 10000), "long range, ft";
        /// Long enough to answer whoever closes in (CTD-73).
        is_reach: bool = false, "long reach";
        /// Fit for a charge: a spear, lance or pole arm (CTD-64).
        can_charge: bool = false, "can charge";
        /// Can be braced against a charge (CTD-69).
        can_set: bool = false, "can be braced";
        /// Can strike with the flat; left out: melee weapons can (CTD-147).
        can_subdue: Option<bool>, "can hit with the flat", help "default yes for melee weapons";
        /// Light: one of two weapons used together has to be (CTD-144).
        is_light: bool = false, "light";
        /// Hands that it takes while it is ready (CTD-135).
        hands: i64 = 1, int(1, 2), "hands";
        /// Rounds from one shot to the next; 1 needs no reloading (CTD-110).
        rof_rounds: i64 = 1, int(1, 60), "rounds per shot";
        /// Loaded spares at hand (CTD-113).
        preloaded: i64 = 0, int(0, 20), "loaded spares";
        /// Shots or throws left; left out: they are not counted (CTD-114).
        ammo: Option<i64>, int(0, 999), "shots left", help "default: not tracked";
        /// What is in the flask (CTD-118).
        grenade_type: Option<GrenadeType>, "contents";
        /// Does not break on a fumble; left out: claws and fists do not (CTD-97, CTD-105).
        unbreakable: Option<bool>, "unbreakable", help "default yes for claws and fists";
        /// Rounds of reloading until it is loaded again (CTD-111).
        reload_left: i64 = 0, int(0, 59), "reloading rounds left", state;
        /// Where it is, and whether it can be used.
        state: State = State::Ready, "state", lasts;
        /// The round at whose end it may be picked up (CTD-102).
        recover_round: Option<i64>, int(0, 999999), "picked up at the end of round", state;
        /// Missiles that hit and may be collected after the fight (CTD-179).
        shots_hit: Option<i64>, int(0, 9999), "shots that hit", state;
    }
}

crate::sheet! {
    /// A flask of oil that hit and burns on (CTD-123).
    pub struct Burn, keys at_burn {
        /// The round at whose end it burns once more (CTD-123).
        due: Option<i64>, int(0, 999999), "at the end of round";
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Hit points when unhurt.
        hp_max: i64, int(1, 999), "hit points", required;
        /// Number of current hit points; at 0 the combatant is dead or unconscious (CTD-149, CTD-150).
        hp: Option<i64>, int(0, 999), "hit points left", lasts;
        /// Dice for its hit points, in fights that roll them.
        hit_dice: Option<Dice>, "hit dice", help "for fights with rolled hit points";
        /// Armor Class: what an attack roll has to reach (CTD-76).
        ac: i64 = 11, int(0, 40), "Armor Class";
        /// Armor Class against grabs; left out: the same (CTD-162).
        touch_ac: Option<i64>, int(0, 40), "AC against grabs", help "default: the Armor Class";
        /// Added to every attack roll (CTD-75).
        attack_bonus: i64 = 0, int(-10, 30), "attack bonus";
        /// STR modifier: attacks hand to hand, damage, checks (CTD-75, CTD-86).
        str_mod: i64 = 0, int(-5, 10), "STR modifier";
        /// DEX modifier: initiative, shots and throws, checks (CTD-26, CTD-75).
        dex_mod: i64 = 0, int(-5, 10), "DEX modifier";
        /// CON score; a combatant can run for three times as many rounds (CTD-61).
        con: i64 = 10, int(1, 30), "CON", help "score, for running";
        /// Its size, for grapple checks (CTD-163).
        size: Size = Size::Medium, "size";
        /// Feet that it can move in a round (CTD-49).
        pace as "move": i64 = 30, int(0, 300), "feet per round";
        /// What it wears, for fists (CTD-161).
        armor: Armor = Armor::Other, "armor", help "for fists on metal";
        /// The total of a surprise roll from which on it is surprised (CTD-13).
        surprise_dc: i64 = 13, int(1, 30), "surprised on", help "or more on d20; elves 15";
        /// Needed on d20 to save against Death Ray (CTD-08, CTD-126).
        save_death_ray: i64 = 15, int(2, 25), "Death Ray", help "target number on d20";
        /// Needed on d20 to keep a spell when attacked (CTD-139).
        save_disruption: i64 = 15, int(2, 25), "disruption", help "target number on d20 to keep a spell";
        /// Undead: holy water harms it (CTD-132).
        is_undead: bool = false, "undead";
        /// Takes nothing from burning oil (CTD-131).
        fire_immune: bool = false, "immune to burning oil";
        /// What alone can harm it (CTD-79).
        harmed_by: HarmedBy = HarmedBy::Any, "harmed only by";
        /// Takes nothing from fists and feet (CTD-157).
        brawl_immune: bool = false, "immune to fists";
        /// Added to a sneak attack; left out: it has none (CTD-81).
        sneak_attack_bonus: Option<i64>, int(0, 20), "sneak attack", help "default none";
        /// True if the combatant casts spells (CTD-135).
        can_cast: bool = false, "casts spells";
        /// Hands free for spells; left out: reckoned from what is in hand (CTD-135).
        free_hands: Option<i64>, int(0, 4), "free hands", help "default: computed from held items";
        /// Leads its group, whom its fall shakes (option `plain_morale`).
        is_leader: bool = false, "group leader", help "for the simple morale test";
        /// Everything that it can attack with, but fists and feet (CTD-75).
        attacks: List<Attack>, "attacks";
        /// The name of what is in the main hand; left out: the first attack (CTD-92).
        primary: Option<Arc<str>>, "in the main hand", help "default: the first attack";
        /// The name of what is in the other hand (CTD-145).
        secondary: Option<Arc<str>>, "in the other hand";
        /// The names of all attacks that it makes in one action, with commas (CTD-84).
        routine: Option<Arc<str>>, "attacks in one action", help "names separated by commas: claw, claw, bite";
        /// Its number in this round (CTD-26).
        initiative: Option<i64>, int(-99, 99), "count this round", state;
        /// The action of this round is used (CTD-25).
        acted: bool = false, "has acted", state;
        /// Non-lethal damage that is not healed yet (CTD-148).
        subdual_taken: i64 = 0, int(0, 999), "non-lethal damage so far", lasts;
        /// Rounds with a run or charge since it last rested (CTD-61).
        run_rounds: i64 = 0, int(0, 90), "rounds run", lasts;
        /// Rounds of rest on end after a fight (CTD-63).
        rest_rounds: i64 = 0, int(0, 9999), "rounds rested", lasts;
        /// The round at whose end it wakes by itself (CTD-153).
        wake_round: Option<i64>, int(0, 999999), "wakes at the end of round", round;
        /// The first round in which it can be revived (CTD-154).
        revive_round: Option<i64>, int(0, 999999), "can be revived from round", round;
        /// Flasks of oil that will burn it once more (CTD-123, CTD-124).
        burns: List<Burn>, "burns again", state;
    }
}
