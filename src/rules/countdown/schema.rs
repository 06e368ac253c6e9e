//! The sheet, the options and the conditions of Countdown, as files and the screen know them.

use std::sync::{Arc, LazyLock};

use super::former::former;
use super::state::{Booked, Cycle, Fires, Kept, Plan, Slot};
use crate::dice::Dice;
use crate::encounter::{List, PartKind, Schema, Sheet as _};
use crate::rules::morale;

/// All of it in one.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    name: "Countdown".to_owned(),
    blurb: "Say what you do, roll d6 and DEX, count down. Whoever shares a number acts at the same moment.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    options: Options::<()>::fields().clone(),
    hit_points: "hp_max".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    parts: [
        PartKind::of::<Cycle>(),
        PartKind::of::<Plan>(),
        PartKind::of::<Slot>(),
        PartKind::of::<Kept>(),
        PartKind::of::<Booked>(),
        PartKind::of::<Fires>(),
    ].into_iter().chain(morale::parts()).collect(),
    former,
}
});

crate::words! {
    /// Its size (CTD-163).
    pub enum Size {
        /// Smaller than a human.
        Small = "small",
        /// As a human.
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
        /// Everything.
        Any = "any",
        /// Silver weapons.
        Silver = "silver",
        /// Magic weapons.
        Magic = "magic",
        /// Weapons of silver or with magic.
        SilverOrMagic = "silver_or_magic",
    }
    /// What kind of attack it is.
    pub enum Kind {
        /// A weapon in hand-to-hand combat.
        Melee = "melee",
        /// A bow, crossbow or sling.
        Missile = "missile",
        /// A thrown weapon.
        Thrown = "thrown",
        /// A flask.
        Grenade = "grenade",
        /// Claws and teeth.
        Natural = "natural",
        /// Fists and feet.
        Brawl = "brawl",
    }
    /// What is in a flask.
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
        /// On the ground.
        Dropped = "dropped",
        /// Useless (CTD-97).
        Broken = "broken",
        /// Thrown or used up (CTD-114).
        Spent = "spent",
    }
    /// How binding a declaration is.
    pub enum DeclarationPolicy {
        /// Free to change on one's number, except for spells, Dodge and whole-round actions.
        Intent = "intent",
        /// Only target, weapon and flat or edge may change.
        Binding = "binding",
        /// Undeclared spells and changed Dodges are fine too.
        Free = "free",
    }
    /// From when on a declared Dodge works.
    pub enum DodgeWindow {
        /// From its declaration on.
        FromDeclaration = "from_declaration",
        /// From its number on.
        FromNumber = "from_number",
    }
    /// What is added to the roll after a natural 20.
    pub enum CritModifiers {
        /// Everything the attack had.
        Full = "full",
        /// Only STR or DEX.
        AbilityOnly = "ability_only",
        /// Nothing.
        None = "none",
    }
    /// Which attacks call for the save of a caster.
    pub enum CastingWindow {
        /// Those on the caster's count.
        OnNumber = "on_number",
        /// All since the declaration.
        SinceDeclaration = "since_declaration",
    }
    /// Who has the better of a tied grapple check.
    pub enum GrappleTie {
        /// The one who grabs or holds.
        Holder = "holder",
        /// The one who is grabbed or held.
        Held = "held",
        /// Both roll again.
        Reroll = "reroll",
    }
    /// When initiative is rolled.
    pub enum RerollInitiative {
        /// In every round.
        EachRound = "each_round",
        /// Once; the number is kept for the fight.
        Once = "once",
    }
    /// Whether a free attack may draw another.
    pub enum FreeAttackChain {
        /// As long as somebody fumbles.
        Unlimited = "unlimited",
        /// It may not.
        OneLink = "one_link",
    }
}

crate::sheet! {
    /// One row of `attacks` on a sheet.
    pub struct Attack, keys at_attack {
        /// Name.
        name: Arc<str>, "name", required;
        /// Kind.
        kind: Kind = Kind::Melee, "kind";
        /// Damage.
        damage: Dice = Dice::new(1, 6), "damage";
        /// Added to damage.
        damage_flat: i64 = 0, int(-10, 30), "added to damage";
        /// Magic bonus.
        magic_bonus: i64 = 0, int(-5, 5), "magic bonus";
        /// Silver.
        is_silver: bool = false, "silver";
        /// Left out: yes, except for missiles and flasks; set it for slings.
        str_to_damage: Option<bool>, "STR counts for damage", help "left out: yes, except for missiles and flasks; set it for slings";
        /// Short range, ft.
        range_short: Option<i64>, int(1, 10000), "short range, ft";
        /// Medium range, ft.
        range_medium: Option<i64>, int(1, 10000), "medium range, ft";
        /// Long range, ft.
        range_long: Option<i64>, int(1, 10000), "long range, ft";
        /// Long reach.
        is_reach: bool = false, "long reach";
        /// Fit for charging.
        can_charge: bool = false, "fit for charging";
        /// Can be braced.
        can_set: bool = false, "can be braced";
        /// Left out: yes for melee weapons.
        can_subdue: Option<bool>, "can strike with the flat", help "left out: yes for melee weapons";
        /// Light.
        is_light: bool = false, "light";
        /// Hands.
        hands: i64 = 1, int(1, 2), "hands";
        /// Rounds from shot to shot.
        rof_rounds: i64 = 1, int(1, 60), "rounds from shot to shot";
        /// Loaded spares.
        preloaded: i64 = 0, int(0, 20), "loaded spares";
        /// Left out: not counted.
        ammo: Option<i64>, int(0, 999), "shots left", help "left out: not counted";
        /// In the flask.
        grenade_type: Option<GrenadeType>, "in the flask";
        /// Left out: yes for claws and fists.
        unbreakable: Option<bool>, "unbreakable", help "left out: yes for claws and fists";
        /// Rounds of reloading left.
        reload_left: i64 = 0, int(0, 59), "rounds of reloading left", state;
        /// State.
        state: State = State::Ready, "state", state;
        /// Picked up at the end of round.
        recover_round: Option<i64>, int(0, 999999), "picked up at the end of round", state;
        /// Shots that hit.
        shots_hit: Option<i64>, int(0, 9999), "shots that hit", state;
    }
}

crate::sheet! {
    /// One row of `burns` on a sheet.
    pub struct Burn, keys at_burn {
        /// At the end of round.
        due: Option<i64>, int(0, 999999), "at the end of round";
    }
}

crate::sheet! {
    /// What the rulebook says of a combatant, and what the fight keeps there.
    pub struct Sheet, keys at {
        /// Hit points.
        hp_max: i64, int(1, 999), "hit points", required;
        /// Hit points left.
        hp: Option<i64>, int(0, 999), "hit points left", state;
        /// For fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice", help "for fights that roll hit points";
        /// Armor Class.
        ac: i64 = 11, int(0, 40), "Armor Class";
        /// Left out: the Armor Class.
        touch_ac: Option<i64>, int(0, 40), "AC against grabs", help "left out: the Armor Class";
        /// Attack bonus.
        attack_bonus: i64 = 0, int(-10, 30), "attack bonus";
        /// STR modifier.
        str_mod: i64 = 0, int(-5, 10), "STR modifier";
        /// DEX modifier.
        dex_mod: i64 = 0, int(-5, 10), "DEX modifier";
        /// The score, for running.
        con: i64 = 10, int(1, 30), "CON", help "the score, for running";
        /// Size.
        size: Size = Size::Medium, "size";
        /// Feet a round.
        pace as "move": i64 = 30, int(0, 300), "feet a round";
        /// For fists on mail.
        armor: Armor = Armor::Other, "armor", help "for fists on mail";
        /// Elves 15.
        surprise_dc: i64 = 13, int(1, 30), "surprised from", help "elves 15";
        /// Needed on d20.
        save_death_ray: i64 = 15, int(2, 25), "Death Ray", help "needed on d20";
        /// Needed on d20 to keep a spell.
        save_disruption: i64 = 15, int(2, 25), "disruption", help "needed on d20 to keep a spell";
        /// Undead.
        is_undead: bool = false, "undead";
        /// Takes nothing from burning oil.
        fire_immune: bool = false, "takes nothing from burning oil";
        /// Harmed only by.
        harmed_by: HarmedBy = HarmedBy::Any, "harmed only by";
        /// Takes nothing from fists.
        brawl_immune: bool = false, "takes nothing from fists";
        /// Left out: none.
        sneak_attack_bonus: Option<i64>, int(0, 20), "sneak attack", help "left out: none";
        /// Casts spells.
        can_cast: bool = false, "casts spells";
        /// Left out: reckoned from what is in hand.
        free_hands: Option<i64>, int(0, 4), "free hands", help "left out: reckoned from what is in hand";
        /// For the plain morale step.
        is_leader: bool = false, "leads its group", help "for the plain morale step";
        /// Attacks.
        attacks: List<Attack>, "attacks";
        /// Left out: the first attack.
        primary: Option<Arc<str>>, "in the main hand", help "left out: the first attack";
        /// In the other hand.
        secondary: Option<Arc<str>>, "in the other hand";
        /// Names with commas: claw, claw, bite.
        routine: Option<Arc<str>>, "attacks in one action", help "names with commas: claw, claw, bite";
        /// Number in this round.
        initiative: Option<i64>, int(-99, 99), "number in this round", state;
        /// Has acted.
        acted: bool = false, "has acted", state;
        /// Non-lethal damage so far.
        subdual_taken: i64 = 0, int(0, 999), "non-lethal damage so far", state;
        /// Rounds run.
        run_rounds: i64 = 0, int(0, 90), "rounds run", state;
        /// Rounds rested.
        rest_rounds: i64 = 0, int(0, 9999), "rounds rested", state;
        /// Wakes at the end of round.
        wake_round: Option<i64>, int(0, 999999), "wakes at the end of round", state;
        /// Can be revived from round.
        revive_round: Option<i64>, int(0, 999999), "can be revived from round", state;
        /// Burns again.
        burns: List<Burn>, "burns again", state;
    }
}

crate::sheet! {
    /// House rules of a fight; the defaults are the contract's readings.
    pub struct Options, keys option {
        /// Declarations: free to change (intent), only target and weapon (binding), or free altogether.
        declaration_policy: DeclarationPolicy = DeclarationPolicy::Intent, "declarations: free to change (intent), only target and weapon (binding), or free altogether";
        /// A declared dodge works from the declaration or from its number.
        dodge_window: DodgeWindow = DodgeWindow::FromDeclaration, "a declared dodge works from the declaration or from its number";
        /// Added to the roll after a natural 20.
        crit_modifiers: CritModifiers = CritModifiers::Full, "added to the roll after a natural 20";
        /// Attacks that endanger a spell.
        casting_window: CastingWindow = CastingWindow::OnNumber, "attacks that endanger a spell";
        /// A tied grapple check goes to.
        grapple_tie: GrappleTie = GrappleTie::Holder, "a tied grapple check goes to";
        /// Initiative is rolled.
        reroll_initiative: RerollInitiative = RerollInitiative::EachRound, "initiative is rolled";
        /// Free attacks may draw free attacks.
        free_attack_chain: FreeAttackChain = FreeAttackChain::Unlimited, "free attacks may draw free attacks";
        /// Rounds that shaken lasts, 0 for the whole fight.
        shaken_rounds: i64 = 0, int(0, 999), "rounds that shaken lasts, 0 for the whole fight";
        /// Rounds that blinded lasts, 0 for the whole fight.
        blinded_rounds: i64 = 0, int(0, 999), "rounds that blinded lasts, 0 for the whole fight";
        /// Rounds in a turn.
        rounds_per_turn: i64 = 60, int(1, 999), "rounds in a turn";
        /// A plain morale step at the end of the round.
        plain_morale: bool = false, "a plain morale step at the end of the round";
    }
}

crate::conditions! {
    /// The conditions of a combatant (T-8).
    pub mod is {
        /// Does nothing in its first round (CTD-14).
        SURPRISED = "surprised" "surprised", help "does nothing in its first round";
        /// -2 on attacks, saves and checks (CTD-93).
        SHAKEN = "shaken" "shaken", help "-2 on attacks, saves and checks";
        /// On the ground (CTD-94).
        PRONE = "prone" "prone", help "-4 on attacks; AC -4 hand to hand, +4 against missiles";
        /// -4 on attacks and AC, -2 on initiative (CTD-95).
        BLINDED = "blinded" "blinded", help "-4 on attacks, AC -4, -2 on initiative";
        /// -1 on attacks and grapple checks (CTD-98).
        STUMBLING = "stumbling" "stumbling", help "-1 on attacks and grapple checks";
        /// No attack rolls in the round whose number is its value (CTD-104).
        NO_ATTACK = "no_attack" "kept from attacking", help "no attack rolls in the round after the fumble";
        /// In flames (CTD-123).
        BURNING = "burning" "in flames", help "1d8 at the end of the next round unless put out";
        /// Cannot run or charge (CTD-62).
        FATIGUED = "fatigued" "fatigued", help "cannot run or charge";
        /// Kept from speaking (CTD-167).
        SILENCED = "silenced" "silenced", help "no spells";
        /// Kept from speaking.
        GAGGED = "gagged" "gagged", help "no spells";
        /// Hands tied.
        BOUND = "bound" "bound", help "no spells";
        /// Out cold (CTD-150).
        UNCONSCIOUS = "unconscious" "unconscious", help "any damage kills";
        /// Left the fight (CTD-182).
        FLED = "fled" "fled", help "out of the fight";
        /// Taken out of the fight by the GM (CTD-182).
        REMOVED = "removed" "out of the fight";
        /// Dead.
        DEAD = "dead" "dead";
        /// Posture: AC +2 (CTD-74).
        DODGE = "dodge" "dodging", help "AC +2 to the end of the round";
        /// Posture: AC -2 (CTD-68).
        CHARGED = "charged" "charging", help "AC -2 to the end of the round";
        /// Posture: no attacks, no reactions (CTD-60).
        RUNNING = "running" "running", help "no attacks to the end of the round";
        /// Stood up on this count: for the others it still lies (CTD-34).
        RISING = "rising" "getting up", silent;
    }
}
