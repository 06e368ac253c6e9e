//! The sheet, the options and the conditions of Alternation, as files and the screen know them.

use std::sync::{Arc, LazyLock};

use crate::encounter::{List, Schema, Sheet as _};

/// All of it in one.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    name: "Alternation".to_owned(),
    blurb: "Factions take turns to activate one character or to pass. Attacks hit; dodging, countering and guarding cost the turn.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    options: Options::<()>::fields().clone(),
    hit_points: "".to_owned(),
    hit_dice: "".to_owned(),
    parts: Vec::new(),
    former: |_, _, _| None,
}
});

crate::words! {
    /// The words of a field.
    pub enum Kind {
        /// Pc.
        Pc = "pc",
        /// Npc.
        Npc = "npc",
        /// Mount.
        Mount = "mount",
        /// Vehicle.
        Vehicle = "vehicle",
    }
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
        /// Massive.
        Massive = "massive",
    }
    /// The words of a field.
    pub enum Mode {
        /// Melee.
        Melee = "melee",
        /// Ranged.
        Ranged = "ranged",
    }
    /// The words of a field.
    pub enum Carried {
        /// Held.
        Held = "held",
        /// Stowed.
        Stowed = "stowed",
        /// Dropped.
        Dropped = "dropped",
        /// Taken.
        Taken = "taken",
    }
    /// The words of a field.
    pub enum CriticalDamage {
        /// Half current.
        HalfCurrent = "half_current",
        /// Half max.
        HalfMax = "half_max",
        /// Off.
        Off = "off",
    }
    /// The words of a field.
    pub enum ZeroHealth {
        /// Dead.
        Dead = "dead",
        /// Incapacitated.
        Incapacitated = "incapacitated",
    }
    /// The words of a field.
    pub enum ImpairedDamage {
        /// Lowest of two.
        LowestOfTwo = "lowest_of_two",
        /// D4 die.
        D4Die = "d4_die",
        /// Half up.
        HalfUp = "half_up",
    }
    /// The words of a field.
    pub enum GroupSave {
        /// One die.
        OneDie = "one_die",
        /// Each rolls.
        EachRolls = "each_rolls",
    }
    /// The words of a field.
    pub enum TurnOrder {
        /// Cycle.
        Cycle = "cycle",
        /// Holder picks next.
        HolderPicksNext = "holder_picks_next",
    }
    /// The words of a field.
    pub enum MoraleAlone {
        /// Group of one.
        GroupOfOne = "group_of_one",
        /// Last standing.
        LastStanding = "last_standing",
    }
    /// The words of a field.
    pub enum BrokenReactions {
        /// Defensive.
        Defensive = "defensive",
        /// None.
        None = "none",
        /// Any.
        Any = "any",
    }
    /// The words of a field.
    pub enum WeaponBreakDice {
        /// Any.
        Any = "any",
        /// All.
        All = "all",
    }
}

crate::sheet! {
    /// One row of `attacks` on a sheet.
    pub struct Attack, keys at_attack {
        /// Name.
        name: Arc<str>, "name", required;
        /// Mode.
        mode: Mode = Mode::Melee, "mode";
        /// Dice.
        dice: i64 = 1, int(1, 20), "dice";
        /// Sides: 4, 6, 8, 10 or 12; 6 if left out, improvised ones by the table.
        die: Option<i64>, int(4, 12), "die", help "sides: 4, 6, 8, 10 or 12; 6 if left out, improvised ones by the table";
        /// Zones, ranged attacks only; 8 if left out.
        range: Option<i64>, halves(1, 2000), "range", help "zones, ranged attacks only; 8 if left out";
        /// Hands.
        hands_needed: i64 = 1, int(0, 2), "hands";
        /// Hits everybody in a zone.
        blast: bool = false, "blast", help "hits everybody in a zone";
        /// Never dropped, never wears out.
        natural: bool = false, "natural", help "never dropped, never wears out";
        /// Unarmed.
        unarmed: bool = false, "unarmed";
        /// Impaired.
        impaired: bool = false, "impaired";
        /// Counts as damaged.
        improvised: bool = false, "improvised", help "counts as damaged";
        /// Is the shield.
        is_shield: bool = false, "is the shield";
        /// Breaks when a damage die shows 1.
        damaged: bool = false, "damaged", help "breaks when a damage die shows 1";
        /// Destroyed.
        destroyed: bool = false, "destroyed", state;
        /// Used in this fight.
        used: bool = false, "used in this fight", state;
        /// Out of ammunition.
        empty: bool = false, "out of ammunition", state;
        /// Carried.
        carried: Carried = Carried::Held, "carried";
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Kind.
        kind: Kind = Kind::Npc, "kind";
        /// Size.
        size: Size = Size::Medium, "size";
        /// Saves: this or less on d20.
        str: i64 = 10, int(0, 20), "STR", help "saves: this or less on d20";
        /// Saves: this or less on d20.
        agi: i64 = 10, int(0, 20), "AGI", help "saves: this or less on d20";
        /// Saves: this or less on d20.
        wit: i64 = 10, int(0, 20), "WIT", help "saves: this or less on d20";
        /// Health.
        max_health: i64 = 8, int(1, 999), "health";
        /// Health left.
        health: Option<i64>, int(0, 999), "health left", state;
        /// Zones of a full move.
        speed: i64 = 4, halves(0, 80), "speed", help "zones of a full move";
        /// Zones of a full sprint; twice the speed if left out.
        sprint_speed: Option<i64>, halves(0, 160), "sprint", help "zones of a full sprint; twice the speed if left out";
        /// Armour, held shield and hide count up to 3 together.
        armour: i64 = 0, int(0, 3), "armour", help "armour, held shield and hide count up to 3 together";
        /// Shield.
        shield: i64 = 0, int(0, 3), "shield";
        /// Hide, powers.
        armour_other: i64 = 0, int(0, 3), "hide, powers";
        /// Hands or other limbs that can grab.
        hands: i64 = 2, int(0, 9), "hands", help "hands or other limbs that can grab";
        /// Reactions a round after the first.
        extra_reactions: i64 = 0, int(0, 9), "extra reactions", help "reactions a round after the first";
        /// Never tests morale.
        immune_to_fear: bool = false, "immune to fear", help "never tests morale";
        /// Attacks.
        attacks: List<Attack>, "attacks";
        /// Destroyed by 8 or more before armour.
        armour_damaged: bool = false, "armour damaged", help "destroyed by 8 or more before armour";
        /// Armour destroyed.
        armour_destroyed: bool = false, "armour destroyed", state;
        /// Armour used.
        armour_used: bool = false, "armour used", state;
        /// Shield held.
        shield_held: bool = true, "shield held";
        /// Destroyed by 8 or more before armour.
        shield_damaged: bool = false, "shield damaged", help "destroyed by 8 or more before armour";
        /// Shield destroyed.
        shield_destroyed: bool = false, "shield destroyed", state;
        /// Shield used.
        shield_used: bool = false, "shield used", state;
        /// Turn used.
        spent: bool = false, "turn used", state;
        /// Used by reacting.
        reacted: bool = false, "used by reacting", state;
        /// Reactions.
        reactions_this_round: i64 = 0, int(0, 99), "reactions", state;
        /// Moved.
        zones_moved: i64 = 0, halves(0, 200), "moved", state;
        /// Sprinting.
        sprinting: bool = false, "sprinting", state;
        /// Main action used.
        main_used: bool = false, "main action used", state;
        /// Bonus actions used.
        bonus_used: i64 = 0, int(0, 2), "bonus actions used", state;
        /// Health at round start.
        health_at_round_start: Option<i64>, int(0, 999), "health at round start", state;
    }
}

crate::sheet! {
    /// House rules of a fight; the defaults are the contract's readings.
    pub struct Options, keys option {
        /// A hit is critical at half or more of.
        critical_damage: CriticalDamage = CriticalDamage::HalfCurrent, "a hit is critical at half or more of";
        /// Health 0 means.
        zero_health: ZeroHealth = ZeroHealth::Dead, "health 0 means";
        /// Impaired damage is.
        impaired_damage: ImpairedDamage = ImpairedDamage::LowestOfTwo, "impaired damage is";
        /// A natural 20 fails every save.
        natural_20_fails: bool = true, "a natural 20 fails every save";
        /// A group saves with.
        group_save: GroupSave = GroupSave::OneDie, "a group saves with";
        /// Factions go.
        turn_order: TurnOrder = TurnOrder::Cycle, "factions go";
        /// Fights alone.
        morale_alone: MoraleAlone = MoraleAlone::GroupOfOne, "fights alone";
        /// Player characters test morale.
        morale_pcs: bool = true, "player characters test morale";
        /// The broken may react.
        broken_reactions: BrokenReactions = BrokenReactions::Defensive, "the broken may react";
        /// A damaged weapon breaks when 1 shows on.
        weapon_break_dice: WeaponBreakDice = WeaponBreakDice::Any, "a damaged weapon breaks when 1 shows on";
    }
}

crate::conditions! {
    /// Typed names of the conditions.
    pub mod is {
        /// Cannot act, react, resist or hold; open to a death blow.
        INCAPACITATED = "incapacitated" "incapacitated", help "cannot act, react, resist or hold; open to a death blow";
        /// Dead.
        DEAD = "dead" "dead";
        /// May only try to break free; asks who holds.
        GRABBED = "grabbed" "grabbed", help "may only try to break free; asks who holds";
        /// Nobody can react to its attacks, nobody shoots at it; comes after a while out of sight or under a great distraction.
        CONCEALED = "concealed" "concealed", help "nobody can react to its attacks, nobody shoots at it; comes after a while out of sight or under a great distraction";
        /// Neither acts nor reacts; may fight again when harmed.
        SURRENDERED = "surrendered" "surrendered", help "neither acts nor reacts; may fight again when harmed";
        /// Must retreat or surrender; may only dodge or hide.
        BROKEN = "broken" "broken", help "must retreat or surrender; may only dodge or hide";
        /// No more morale until the end of the stretch.
        MORALE_PASSED = "morale_passed" "steady", help "no more morale until the end of the stretch", silent;
        /// May react this round, acts no more.
        RESERVED = "reserved" "keeping the turn", help "may react this round, acts no more";
        /// Neither acts nor reacts this round.
        CARRIED_FULL_SPEED = "carried_full_speed" "carried at full speed", help "neither acts nor reacts this round";
        /// Gone from the fight.
        FLED = "fled" "gone from the fight";
        /// As agreed in a stunt.
        MAIMED = "maimed" "maimed", help "as agreed in a stunt";
    }
}
