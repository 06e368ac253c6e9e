//! What stands on the sheets of Alternation and can be the case with somebody, as files and the screen know it.

use std::sync::Arc;

use crate::values::{List, Moment, Occasion};

/// The end of a stretch, a longer unit of game time that outlasts a fight (`ALT-10`).
pub const STRETCH: Moment = Moment {
    word: "stretch",
    label: "end of the stretch",
    occasion: Occasion::BetweenFights,
};

crate::words! {
    /// What a save is made against (`ALT-01`).
    pub enum Attribute {
        Str = "str" "STR",
        Agi = "agi" "AGI",
        Wit = "wit" "WIT",
    }
    /// What damage ruled by the GM meets.
    pub enum Harm {
        /// Armour takes its share.
        Normal = "normal" "normal, armour counts",
        /// Armour does not help.
        Direct = "direct" "direct, ignores armour",
    }
    pub enum Kind {
        /// A player character (`ALT-117`).
        Pc = "pc",
        Npc = "npc",
        /// A character that carries riders (`ALT-102`).
        Mount = "mount",
        /// A thing that carries, not a character (`ALT-128`).
        Vehicle = "vehicle",
    }
    /// The five sizes, smallest first (`ALT-91`).
    pub enum Size {
        Tiny = "tiny",
        /// A size below medium.
        Small = "small",
        Medium = "medium",
        /// A size above medium.
        Large = "large",
        /// The greatest: strikes from a zone away (`ALT-96`).
        Massive = "massive",
    }
    /// How a weapon reaches its target (`ALT-43`).
    pub enum Mode {
        Melee = "melee",
        Ranged = "ranged",
    }
    /// Where a weapon is (`ALT-37`).
    pub enum Carried {
        /// In hand, ready to strike.
        Held = "held",
        /// On the body, not in hand.
        Stowed = "stowed",
        Dropped = "dropped",
        /// In somebody else's hands (`ALT-82`).
        Taken = "taken",
    }
}

crate::sheet! {
    /// A weapon or natural attack as a sheet lists it (`ALT-45`).
    pub struct WeaponRow, keys at_weapon {
        /// What it is called.
        name: Arc<str>, "name", required;
        /// Strikes nearby or at a distance.
        mode: Mode = Mode::Melee, "mode";
        /// Damage dice before size.
        dice: i64 = 1, int(1, 20), "dice";
        /// Sides of each damage die.
        die: Option<i64>, int(4, 12), "die", help "4, 6, 8, 10 or 12; default 6, improvised weapons as in the table";
        /// Range in half zones, of ranged ones only.
        range: Option<i64>, halves(1, 2000), "range", help "zones, ranged attacks only; default 8";
        hands_needed: i64 = 1, int(0, 2), "hands";
        /// Hits a whole zone (`ALT-75`).
        blast: bool = false, "blast", help "hits everyone in a zone";
        /// Part of the body: never dropped, never worn out.
        natural: bool = false, "natural", help "cannot be dropped, does not wear out";
        /// True for attacks with bare hands (`ALT-45`).
        unarmed: bool = false, "unarmed";
        /// Its damage is impaired (`ALT-05`).
        impaired: bool = false, "impaired";
        /// Improvised: counts as damaged (`ALT-125`).
        improvised: bool = false, "improvised", help "damaged";
        /// The held shield used to strike.
        is_shield: bool = false, "is the shield";
        /// Damaged: breaks on a 1 (`ALT-123`).
        damaged: bool = false, "damaged", help "breaks when a damage die shows 1";
        destroyed: bool = false, "destroyed", lasts;
        /// Used in this fight (`ALT-127`).
        used: bool = false, "used in this fight", state;
        empty: bool = false, "out of ammunition", lasts;
        carried: Carried = Carried::Held, "carried";
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        kind: Kind = Kind::Npc, "kind";
        size: Size = Size::Medium, "size";
        str: i64 = 10, int(0, 20), "STR", help "save: this or less on d20";
        agi: i64 = 10, int(0, 20), "AGI", help "save: this or less on d20";
        wit: i64 = 10, int(0, 20), "WIT", help "save: this or less on d20";
        /// Health there can be.
        max_health: i64 = 8, int(1, 999), "health";
        health: Option<i64>, int(0, 999), "health left", lasts;
        /// Half zones of a full move (`ALT-32`).
        speed: i64 = 4, halves(0, 80), "speed", help "zones in a full move";
        /// Half zones of a full sprint (`ALT-34`).
        sprint_speed: Option<i64>, halves(0, 160), "sprint", help "zones in a full sprint; default twice the speed";
        /// What the suit of armour gives (`ALT-03`).
        armour: i64 = 0, int(0, 3), "armour", help "armour, held shield and hide add up to 3 at most";
        /// What the shield gives while it is held.
        shield: i64 = 0, int(0, 3), "shield";
        /// What hide and powers give.
        armour_other: i64 = 0, int(0, 3), "hide, powers";
        /// Hands or other limbs that can grab (`ALT-101`).
        hands: i64 = 2, int(0, 9), "hands", help "hands or limbs that can grab";
        /// Reactions a round beyond the first (`ALT-40`).
        extra_reactions: i64 = 0, int(0, 9), "extra reactions", help "reactions per round after the first";
        /// Immune to fear, and so to morale (`ALT-116`).
        immune_to_fear: bool = false, "immune to fear", help "never tests morale";
        /// Weapons and natural attacks.
        attacks: List<WeaponRow>, "attacks";
        /// The armour is damaged (`ALT-124`).
        armour_damaged: bool = false, "armour damaged", help "destroyed by a hit of 8 or more before armour";
        /// The armour is destroyed.
        armour_destroyed: bool = false, "armour destroyed", lasts;
        /// The armour took a blow in this fight (`ALT-127`).
        armour_used: bool = false, "armour used", state;
        /// The shield is in hand.
        shield_held: bool = true, "shield held";
        /// The shield is damaged (`ALT-124`).
        shield_damaged: bool = false, "shield damaged", help "destroyed by a hit of 8 or more before armour";
        /// The shield is destroyed.
        shield_destroyed: bool = false, "shield destroyed", lasts;
        /// The shield took or gave a blow in this fight (`ALT-127`).
        shield_used: bool = false, "shield used", state;
        /// The turn of this round is used up.
        spent: bool = false, "turn used", state;
        /// It was used up by reacting (`ALT-39`).
        reacted: bool = false, "used for a reaction", state;
        /// Reactions made this round.
        reactions_this_round: i64 = 0, int(0, 99), "reactions", state;
        /// Half zones moved this turn.
        zones_moved: i64 = 0, halves(0, 200), "moved", state;
        sprinting: bool = false, "sprinting", state;
        /// The main action is used.
        main_used: bool = false, "main action used", state;
        bonus_used: i64 = 0, int(0, 2), "bonus actions used", state;
        /// Health when the round began (`ALT-112`).
        health_at_round_start: Option<i64>, int(0, 999), "health at round start", state;
    }
}

crate::conditions! {
    /// What can be the case with somebody.
    pub mod is {
        /// Cannot act, react, resist or hold (`ALT-08`).
        INCAPACITATED = "incapacitated" "incapacitated", help "cannot act, react, resist or hold; persists between fights; can be killed by a death blow";
        /// Out of the fight; of a vehicle: destroyed.
        DEAD = "dead" "dead", fatal, fixed;
        /// Grabbed by another combatant, which creates a link (`ALT-84`).
        GRABBED = "grabbed" "grabbed", help "can only try to break free; Affray asks for the holder", fixed;
        /// Unseen by the enemy (`ALT-15` to `ALT-22`).
        CONCEALED = "concealed" "concealed", help "attacks from concealment allow no reaction; no one can shoot at a concealed combatant; needs time out of sight or a great distraction";
        /// Has given up (`ALT-118`).
        SURRENDERED = "surrendered" "surrendered", help "does not act or react; may fight again when harmed";
        /// Failed morale: has to retreat (value 0) or surrender (value 1).
        BROKEN = "broken" "broken", help "must retreat or surrender; can only dodge or hide";
        /// Exempt from morale until the end of the stretch (`ALT-115`).
        STEADY = "morale_passed" "steady", help "no morale tests until the end of the stretch", silent;
        /// Has kept its turn for a reaction (`ALT-103`).
        RESERVED = "reserved" "keeping the turn", help "may react this round, but not act";
        /// On a mount or vehicle at full speed (`ALT-104`).
        CARRIED = "carried_full_speed" "carried at full speed", help "does not act or react this round";
        /// Gone from the fight.
        FLED = "fled" "gone from the fight";
        /// Maimed, as agreed instead of damage (`ALT-54`).
        MAIMED = "maimed" "maimed", help "as agreed in a stunt", lasts;
    }
}
