//! Fields and conditions of Alternation, as read from files and shown on the screen.

use std::sync::Arc;

use crate::values::{List, Moment, Occasion};

/// End of a stretch, a longer unit of game time that outlasts a fight (`ALT-10`).
pub const STRETCH: Moment = Moment {
    word: "stretch",
    label: "end of the stretch",
    occasion: Occasion::BetweenFights,
};

crate::words! {
    /// Attribute of a save (`ALT-01`).
    pub enum Attribute {
        Str = "str" "STR",
        Agi = "agi" "AGI",
        Wit = "wit" "WIT",
    }
    /// Kind of damage dealt by the GM.
    pub enum Harm {
        /// Damage reduced by armour.
        Normal = "normal" "normal, armour counts",
        /// Damage that ignores armour.
        Direct = "direct" "direct, ignores armour",
    }
    pub enum Kind {
        /// Player character, who may be exempt from morale tests (`ALT-117`).
        Pc = "pc",
        Npc = "npc",
        /// Character that carries riders (`ALT-102`).
        Mount = "mount",
        /// Carrier that is not a character (`ALT-128`).
        Vehicle = "vehicle",
    }
    /// Five sizes, smallest first (`ALT-91`).
    pub enum Size {
        Tiny = "tiny",
        Small = "small",
        Medium = "medium",
        Large = "large",
        /// Largest size; a massive combatant can attack from a zone away (`ALT-96`).
        Massive = "massive",
    }
    /// Use of a weapon (`ALT-43`).
    pub enum Mode {
        Melee = "melee",
        Ranged = "ranged",
    }
    /// Place of a weapon (`ALT-37`).
    pub enum Carried {
        /// Weapon in hand, ready for an attack.
        Held = "held",
        /// Weapon carried on the body, not in hand.
        Stowed = "stowed",
        Dropped = "dropped",
        /// Weapon in the hands of another combatant (`ALT-82`).
        Taken = "taken",
    }
}

crate::sheet! {
    /// Weapon or natural attack as listed on a sheet (`ALT-45`).
    pub struct WeaponRow, keys at_weapon {
        /// Name of the weapon.
        name: Arc<str>, "name", required;
        /// Melee or ranged use.
        mode: Mode = Mode::Melee, "mode";
        /// Damage dice before size.
        dice: i64 = 1, int(1, 20), "dice";
        /// Sides of each damage die.
        die: Option<i64>, int(4, 12), "die", help "4, 6, 8, 10 or 12; default: 6, or by the table for improvised weapons";
        /// Range in half zones, for ranged weapons only.
        range: Option<i64>, halves(1, 2000), "range", help "zones, ranged attacks only; default: 8";
        hands_needed: i64 = 1, int(0, 2), "hands";
        /// True if the attack hits a whole zone (`ALT-75`).
        blast: bool = false, "blast", help "hits everyone in a zone";
        /// True for a part of the body, which is never dropped or worn out.
        natural: bool = false, "natural", help "cannot be dropped, does not wear out";
        /// True for attacks with bare hands (`ALT-45`).
        unarmed: bool = false, "unarmed";
        /// True if the damage is impaired (`ALT-05`).
        impaired: bool = false, "impaired";
        /// True if the weapon is improvised and counts as damaged (`ALT-125`).
        improvised: bool = false, "improvised", help "counts as damaged";
        /// True for an attack with the held shield.
        is_shield: bool = false, "is the shield";
        /// True if the weapon breaks on a 1 (`ALT-123`).
        damaged: bool = false, "damaged", help "breaks when a damage die shows 1";
        destroyed: bool = false, "destroyed", lasts;
        /// True if the weapon was used in this fight (`ALT-127`).
        used: bool = false, "used in this fight", state;
        empty: bool = false, "out of ammunition", lasts;
        carried: Carried = Carried::Held, "carried";
    }
}

crate::sheet! {
    /// Sheet of a combatant: the fields of the rulebook, and the values that the fight saves.
    pub struct Sheet, keys at {
        kind: Kind = Kind::Npc, "kind";
        size: Size = Size::Medium, "size";
        str: i64 = 10, int(0, 20), "STR", help "a save succeeds on this number or less on d20";
        agi: i64 = 10, int(0, 20), "AGI", help "a save succeeds on this number or less on d20";
        wit: i64 = 10, int(0, 20), "WIT", help "a save succeeds on this number or less on d20";
        /// Maximum health, in points.
        max_health: i64 = 8, int(1, 999), "health";
        health: Option<i64>, int(0, 999), "health left", lasts, counter "max_health";
        /// Distance of a full move in half zones (`ALT-32`).
        speed: i64 = 4, halves(0, 80), "speed", help "zones in a full move";
        /// Distance of a full sprint in half zones (`ALT-34`).
        sprint_speed: Option<i64>, halves(0, 160), "sprint", help "zones in a full sprint; default: twice the speed";
        /// Armour of the suit (`ALT-03`).
        armour: i64 = 0, int(0, 3), "armour", help "armour, held shield and hide add up to 3 at most";
        /// Armour of the shield while it is held.
        shield: i64 = 0, int(0, 3), "shield";
        /// Armour from hide and powers.
        armour_other: i64 = 0, int(0, 3), "armour from hide or powers";
        /// Hands or other limbs that can grab (`ALT-101`).
        hands: i64 = 2, int(0, 9), "hands", help "hands or limbs that can grab";
        /// Reactions a round beyond the first (`ALT-40`).
        extra_reactions: i64 = 0, int(0, 9), "extra reactions", help "reactions per round after the first";
        /// True if the combatant is immune to fear and never tests morale (`ALT-116`).
        immune_to_fear: bool = false, "immune to fear", help "never tests morale";
        /// Weapons and natural attacks.
        attacks: List<WeaponRow>, "attacks";
        /// True if the armour is damaged (`ALT-124`).
        armour_damaged: bool = false, "armour damaged", help "destroyed by a hit of 8 or more before armour";
        /// True if the armour is destroyed.
        armour_destroyed: bool = false, "armour destroyed", lasts;
        /// True if the armour was hit in this fight (`ALT-127`).
        armour_used: bool = false, "armour used", state;
        /// True if the shield is in hand.
        shield_held: bool = true, "shield held";
        /// True if the shield is damaged (`ALT-124`).
        shield_damaged: bool = false, "shield damaged", help "destroyed by a hit of 8 or more before armour";
        /// True if the shield is destroyed.
        shield_destroyed: bool = false, "shield destroyed", lasts;
        /// True if the shield was hit or used to attack in this fight (`ALT-127`).
        shield_used: bool = false, "shield used", state;
        /// True if the turn of this round is used up.
        spent: bool = false, "turn used", state;
        /// True if a reaction used up the turn (`ALT-39`).
        reacted: bool = false, "turn used for a reaction", state;
        /// Reactions made this round.
        reactions_this_round: i64 = 0, int(0, 99), "reactions", state, counter;
        /// Distance moved this turn, in half zones.
        zones_moved: i64 = 0, halves(0, 200), "zones moved", state, counter;
        sprinting: bool = false, "sprinting", state;
        /// True if the main action is used.
        main_used: bool = false, "main action used", state;
        bonus_used: i64 = 0, int(0, 2), "bonus actions used", state, counter;
        /// Health at the start of the round (`ALT-112`).
        health_at_round_start: Option<i64>, int(0, 999), "health at round start", state;
    }
}
