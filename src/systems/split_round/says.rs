//! Sentences of the Split Round log, grouped by subject, each with its key, fields and wording.

use crate::systems::prelude::*;
use crate::text::{agree, counted};
use crate::values::{Name, when};

use super::sheet::schema::Ability;
use super::sheet::tables::{Fumble, Mishap, RestPlace};

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log, names of rolls, labels and causes of changes.
    pub enum Says {
        // Rounds and long actions (4.1, 4.14).
        Round { number: i64 } = "Round {number}";
        RoundAt { number: i64, seconds: i64 } = "Round {number}, {seconds} seconds into the fight";
        LongGoesOn { who: Id, what: Name, left: i64 } = "{who} continues {what}: {time} left."
            or "{who} continues {what}.",
            time = counted(*left, "round");

        // Plans, and actions that happen immediately (4.2 to 4.5, SPL-21, SPL-26).
        Plans { who: Id, plan: Commas<Part> } = "{who}: {plan}." or "{who}: {plan}.";
        FeatAllows { who: Id } = "A feat allows {who}'s plan.";
        DoesNotMove { who: Id } = "{who} does not move, and the rest of the plan is lost.";
        GetsAway { who: Id } = "{who} gets away.";
        FreeAction { who: Id, what: Name } = "{who} {what}.";
        StopsConcentrating { who: Id } = "{who} stops concentrating.";
        Fetches { who: Id, weapon: Name, feet: i64 } = "{who} fetches the {weapon}, {feet} ft away."
            or "{who} fetches the {weapon}.";
        Frees { who: Id, weapon: Name } = "{who} frees the {weapon}.";
        PicksMissileUp { who: Id, weapon: Name } = "{who} picks up a missile for the {weapon}.";

        // Counterspells and their rolls (4.6).
        NobodyCounters { able: Vec<Id>, spell: Name, others: bool } = "{nobody} counters {spell}.",
            nobody = if *others { "No one else" } else { "No one" };
        SpendsMana { by: Id, caster: Id, spell: Name, mana: i64 } =
            "{by} spends {mana} mana to counter {caster}'s {spell}."
            or "{by} spends mana to counter {caster}'s {spell}.";
        RollsToCounter { by: Id, caster: Id, spell: Name } = "{by} rolls to counter {caster}'s {spell}.";

        // The queue and its items (4.7, 4.8).
        EveryoneRolls {} = "Everyone rolls for the attack half.";
        Tie { first: Id, second: Id, total: i64, why: TieBreak } =
            "Tie at {total}: {first} acts before {second} ({why})."
            or "{first} acts before {second} ({why}).";
        MovesInQueue { who: Id, what: Name, position: i64 } =
            "GM ruling: {who}'s {what} moves to position {position} in the queue.";
        NoLongerPossible { who: Id, what: Name, at: Option<At> } = "No longer possible for {who}: {what}{at}.";
        GetsThrough { who: Id } = "{who} gets through.";
        DoesNotGetThrough { who: Id } = "{who} does not get through.";
        FailsOnOne { who: Id, what: Name } = "{who} fails: {what} (natural 1).";
        Acts { who: Id, what: Name, total: i64 } = "{who}: {what} (order {total})." or "{who}: {what}.";
        Casts { who: Id, spell: Name, at: Option<At>, total: i64, aimed: bool } =
            "{who} casts {spell}{at} ({word} {total})."
            or "{who} casts {spell}{at}.",
            word = if *aimed { "total" } else { "order" };
        Loses { who: Id, what: Commas<Name>, why: Why } = "{who} loses {what} ({why}).";
        LosesAttack { who: Id, why: Why } = "{who} loses an attack ({why}).";
        LosesRush { who: Id, why: Why } = "{who} loses the bull rush ({why}).";

        // Attacks (SPL-40, SPL-57, SPL-64 to SPL-82).
        Attacks {
            by: Id, target: Id, weapon: Name, total: i64, ac: i64, hits: bool, natural: i64, modifier: i64,
            decides: bool,
        } =
            "{by} attacks {target} with {weapon}: {total} vs AC {ac}, {result} (d20 {natural}{more}{forced})."
            or "{by} attacks {target} with {weapon}: {result}.",
            result = if *hits { "hit" } else { "miss" }, more = signed(*modifier), forced = forced(*decides, *natural);
        Rushes { by: Id, target: Id, total: i64, need: i64, pushed: Option<i64>, natural: i64, decides: bool } =
            "{by} bull rushes {target}: {total} vs {need}, {result}{forced}."
            or "{by} bull rushes {target}: {seen}.", seen = if pushed.is_some() { "pushed" } else { "not pushed" },
            result = pushed_by(*pushed), forced = forced(*decides, *natural);
        MakesOpportunityAttack { by: Id, target: Id } = "{by} makes an opportunity attack against {target}.";
        HasNoOpportunity { by: Id, why: Barred } = "{by} {why} and gets no opportunity attack."
            or "{by} {why} and gets no opportunity attack.";
        ForgoesOpportunity { by: Id, at: Id } = "{by} forgoes an opportunity attack on {at}.";
        Edge { who: Id, with: Commas<Reason>, against: Commas<Reason> } = "{who} has {why}.", why = edge(with, against);
        NaturalOne { by: Id } = "{by} rolls a natural 1.";
        OtherConsequences { who: Id } = "A natural 1 may have other consequences: the GM decides.";

        // Damage and wounds (SPL-70 to SPL-78).
        TimesDamage { by: Id, times: i64 } = "The damage is multiplied by {times}.";
        LessDamage { by: Id, penalty: i64, weapon: Name } = "{penalty} less damage because {by}'s {weapon} is damaged." brief "";
        Multiplied { whom: Vec<Id>, times: i64, dice_only: bool, total: i64 } = "The damage is multiplied by {times}{of}: {total}." brief "",
            of = when(dice_only, ", dice only");
        Halved { whom: Vec<Id>, whole: i64, halves: i64, total: i64 } = "{whole} {halved}: {total}." brief "",
            halved = halved(*halves);
        Minimum { whom: Vec<Id>, least: i64 } = "The minimum damage is {least}." brief "";
        TakesNone { who: Id } = "{who} takes no damage.";

        // Fumbles (SPL-82 to SPL-119).
        Fumbles { by: Id, row: Fumble } = "{by}{joint}{row}.", joint = joint(row.label());
        HasMishap { by: Id, row: Mishap } = "{by}{joint}{row}.", joint = joint(row.label());
        MayBreak { by: Id } = "{by}'s weapon may break.";
        RollAgain {} = "This result is not possible with the weapon: roll again.";
        NotPossible {} = "This result is not possible with the weapon: the attack only misses.";
        PlainMiss {} = "No fumble roll: the attack only misses.";
        NobodyThere {} = "No combatant is there, so nothing happens.";
        IsHit { who: Id } = "{who} is hit.";
        TooManyLegs { who: Id } = "{who} has too many legs to slip.";
        DoesNotFear { who: Id, other: Id } = "{who} does not fear {other}.";
        HasAccident { who: Id, bad: bool } = "{who} has {kind}.",
            kind = if *bad { "a bad accident" } else { "a mild accident" };
        SpillsMissiles { who: Id, torn: bool, missiles: i64 } = "{who}'s {how}: {missiles} missiles fall to the ground."
            or "{who}'s {how}.",
            how = if *torn { "quiver strap tears" } else { "quiver tips over" };
        SeesFearAgain { who: Id } = "{who} sees the source of their fear again.";
        NoLongerSeesFear { who: Id } = "{who} no longer sees the source of their fear.";

        // Gear (SPL-90 to SPL-106, SPL-113 to SPL-117, SPL-125 to SPL-130).
        MissileDestroyed { by: Id } = "{by}'s missile is destroyed.";
        OnlyCracks { by: Id } = "The weapon only cracks, and {by} puts it aside.";
        Breaks { who: Id, thing: Name } = "{who}'s {thing} breaks.";
        IsCracked { who: Id, weapon: Name } = "{who}'s {weapon} is cracked.";
        InHandAgain { who: Id, weapon: Name } = "{who} has the {weapon} in hand again.";
        LandsAway { by: Id, weapon: Name, feet: i64 } = "{by}'s {weapon} lands on the ground, {feet} ft away."
            or "{by}'s {weapon} lands on the ground.";
        Draws { who: Id, weapon: Name } = "{who} draws the {weapon}.";
        GoesToFetch { who: Id } = "{who} goes to fetch the weapon.";
        DoesNotReach { who: Id } = "{who} does not reach the weapon.";
        PicksUp { who: Id, missiles: i64 } = "{who} picks up {missiles} missiles." or "{who} picks up missiles.";
        HasMissiles { who: Id, missiles: i64, weapon: Name } = "{who} now has {missiles} missiles for the {weapon}.";
        HasNewString { who: Id, weapon: Name } = "{who}'s {weapon} has a new string.";
        ObjectBashed { who: Id, result: Bashed, material: Name } = "The object {result} ({material}).";

        // Spells (SPL-56, SPL-73, SPL-74).
        NoEffect { who: Id } = "{who}'s spell has no effect.";
        NoLongerKnows { who: Id, spell: Name } = "{who} no longer knows {spell}.";
        AreOutOfFight { who: Vec<Id> } = "{who} {are} out of the fight.", are = agree(who.len(), "is", "are");
        SpellHits { who: Id, ac: i64 } = "The spell hits {who} (AC {ac})." or "The spell hits {who}.";
        SpellMisses { who: Id, ac: i64 } = "The spell misses {who} (AC {ac})." or "The spell misses {who}.";
        IsNotAffected { who: Id } = "{who} is not affected.";
        SavedForHalf { who: Id, damage: i64 } = "{who} saves for half: {damage} damage.";

        // Rest and recovery (SPL-122 to SPL-124, SPL-135 to SPL-151).
        NobodyToTreat { who: Id } = "No one is bleeding or has a broken bone to set.";
        BoneSet { who: Id, bone: Name } = "{who}'s {bone} is set.";
        BoneHealed { who: Id, bone: Name } = "{who}'s {bone} has healed.";
        NoLongerSprained { who: Id, weapon: Name } = "{who}'s {weapon} is no longer sprained.";
        RecoversAbility { who: Id, points: i64, ability: Ability } = "{who} recovers {points} {ability}."
            or "{who} recovers {ability}.";
        MagicHeals { who: Id, what: Name } = "Magic heals {who} ({what}).";
        RestInterrupted { who: Vec<Id> } = "The rest is interrupted: no benefit for {who}.";
        ShortRest { who: Vec<Id> } = "Short rest: {who}.";
        LongRest { who: Vec<Id>, place: RestPlace } = "Long rest ({place}): {who}.";
        HealsByPlace { who: Id, rolled: i64, factor: i64, place: RestPlace, healed: i64 } =
            "{who} heals {healed} HP: {rolled} x {factor} ({place}).";
        DayPasses { who: Vec<Id>, kind: DayKind } = "A day passes ({kind}).";
        WeekPasses { who: Vec<Id> } = "A week passes.";
        Searches {} = "The party searches for missiles.";
        ClockSet { minutes: i64 } = "The campaign clock shows {time}.", time = clock(*minutes);

        // Names of rolls, and rolls as the log tells them.
        AttackRoll { target: Id, weapon: Name } = "{weapon} at {target}";
        AttackTold { by: Id, target: Id, weapon: Name } = "{by} attacks {target} with {weapon}";
        RushRoll { target: Id } = "bull rush against {target}";
        ItemRoll { what: Name } = "{what}";
        CounterRoll { spell: Name } = "counterspell against {spell}";
        CounterTold { by: Id, spell: Name } = "{by} tries to counter {spell}";
        SaveRoll { save: Name } = "{save} save";
        SaveTold { who: Id, save: Name, what: Against } = "{who} rolls a {save} save {what}";
        CheckRoll { check: Check } = "{check}";
        TriesToFree { who: Id, weapon: Name } = "{who} tries to free the {weapon}";
        Treats { who: Id, patient: Id } = "{who} treats {patient}";
        FixesString { who: Id, weapon: Name } = "{who} fixes the string of the {weapon}";
        CriticalRoll {} = "critical hit";
        CriticalTold { by: Id } = "{by} scores a critical hit";
        DamageRoll { weapon: Name } = "{weapon} damage" brief "";
        DamageTold { weapon: Name } = "Damage";
        BreakCheck {} = "break check";
        FumbleRoll {} = "fumble";
        AccidentRoll {} = "accident";
        MagicRoll {} = "magic of the weapon";
        QuiverRoll {} = "spilled missiles";
        DrawRoll {} = "random target";
        OwnDamage {} = "own damage" brief "";
        FragileRoll {} = "fragile item";
        DistanceRoll {} = "distance";
        Gathered {} = "gathered missiles";
        EffectRoll { what: Name } = "{what}";
        HealingRoll { spell: Name } = "{spell}, healing" brief "";
        HitDice {} = "hit dice";

        // Result of a trip (SPL-89).
        CannotAttack { who: Id, first: i64, last: i64 } = "{who} cannot attack in {rounds}.",
            rounds = if last <= first { format!("round {last}") } else { format!("rounds {first} to {last}") };

        // Labels of changed values.
        Hp {} = "HP";
        Mana {} = "mana";
        Missiles {} = "missiles";
        HitDiceSpent {} = "hit dice spent";
        LostLevels {} = "lost levels";
        Down {} = "down";
        Surprised {} = "surprised";
        Prone {} = "prone";
        Bumped {} = "bumped";
        Rattled {} = "rattled";
        AtAdvantage {} = "at an advantage";
        // Only in saves of older versions.
        UnableToAttack {} = "unable to attack from the next round on";
        AfraidOf { source: Id } = "afraid of {source}";
        Concentrating {} = "concentrating";
        ConcentratingOn { spell: Name } = "concentrating on {spell}";
        OutOfFight {} = "out of the fight";

        // Causes of changed values.
        HitBy { by: Id, with: Name } = "{by}'s {with}";
        EffectOf { who: Id, what: Name } = "{who}: {what}";
        OwnWeapon {} = "hit by their own weapon";
        BrokenTeeth {} = "broken teeth or claws";
        Bleeding {} = "bleeding";
        Lost { why: Why } = "{why}";
        AHit {} = "a hit";
        IsDown { source: Id } = "{source} is down";
        RecoversCourage {} = "recovers courage";
        StandsUp {} = "stands up";
        Counterspell {} = "counterspell";
        Treated {} = "treated";
        Rest {} = "rest";
        Rested {} = "rested";
        Recovered {} = "recovered";
        Magic {} = "magic";
        Found {} = "found";
        GmRuling {} = "GM ruling";
        Ruled {} = "ruled" or "";
    }

    /// Part of a plan (T1).
    pub enum Part {
        StandsUp {} = "stands up";
        Charges {} = "charges";
        Rushes { at: Option<At> } = "bull rush{at}";
        Attacks { weapon: Name, at: Option<At>, sneak: bool, times: i64 } = "{weapon}{at}{how}{often}"
            or "{weapon}{at}{how}{twice}",
            how = when(sneak, ", sneak"), often = often(*times), twice = when(&(*times == 2), " twice");
        Casts { spell: Name, at: Option<At> } = "{spell}{at}";
        Acts { what: Name } = "{what}";
        GoesOn {} = "continues";
        GetsAway {} = "gets away";
        Moves { feet: i64 } = "{feet} ft";
        Contested {} = "contested";
        Nothing {} = "nothing";
    }

    /// Targets of an action.
    pub enum At {
        Targets { whom: Vec<Id> } = " at {whom}";
    }

    /// Rule that decides between equal totals (SPL-62).
    pub enum TieBreak {
        PlayersFirst {} = "players first";
        Initiative { first: i64, second: i64 } = "initiative {first} vs {second}" or "initiative";
        RosterOrder {} = "roster order";
    }

    /// Reason why an item, a long action or a spell is lost (SPL-29, SPL-38, SPL-64).
    pub enum Why {
        Down {} = "down";
        Fell {} = "fell";
        Bumped {} = "bumped";
        Surprised {} = "surprised";
        Countered {} = "countered";
        GivenUp {} = "given up";
        KeptOut {} = "blocked";
        Cracked {} = "cracked";
        NaturalOne {} = "natural 1";
        NoTarget {} = "no target left";
        TargetOut { target: Id } = "{target} is out of the fight";
        NoWeapon {} = "no weapon";
        AnotherSpell {} = "another spell";
        Dropped {} = "dropped";
        Impossible {} = "no longer possible";
        Ruled {} = "ruled";
        Is { what: Name } = "{what}";
    }

    /// Reason why a combatant cannot attack.
    pub enum Barred {
        Unready { why: Unready } = "{why}";
        CannotAttack {} = "cannot attack this round";
        CannotAttackUntil { round: i64 } = "cannot attack until the end of round {round}"
            or "cannot attack";
        NoWeapon {} = "has no melee weapon in hand";
    }

    /// Danger against which a save is rolled.
    pub enum Against {
        Spell { by: Id, spell: Name } = "against {by}'s {spell}";
        Fear {} = "against fear";
        LossOfNerve {} = "against loss of nerve";
        LossOfConfidence {} = "against loss of confidence";
        Slip {} = "against a slip";
        StrainedArms {} = "against strained arms";
        StrainedLeg {} = "against a strained leg";
        DrainedLevels {} = "to regain drained levels";
        LossOfWeapon {} = "to hold on to the weapon";
        Bone { bone: Name } = "to heal the {bone}";
    }
}

crate::words! {
    /// Reason why a combatant has no reaction (SPL-36 to SPL-38, SPL-44).
    pub enum Unready {
        CannotAct = "cannot_act" "cannot act",
        Surprised = "surprised" "is surprised",
        HasReacted = "has_reacted" "has used the reaction",
        IsBusy = "is_busy" "is busy with a long action",
        Concentrates = "concentrates" "is concentrating",
        Bumped = "bumped" "is bumped",
        NoMana = "no_mana" "has no mana left",
    }

    /// Reason for advantage or disadvantage (SPL-57).
    pub enum Reason {
        Gm = "gm" "GM",
        Opening = "opening" "an opening",
        Prone = "prone",
        Frightened = "frightened",
        StrainedArms = "strained_arms" "strained arms",
        StrainedLeg = "strained_leg" "strained leg",
        Rattled = "rattled",
    }

    /// Kind of ability check.
    pub enum Check {
        /// Strength check of the arms: frees a stuck weapon, bashes a door (SPL-106, SPL-129).
        Strength = "str" "Strength check",
        /// Other check of the arms, called for by the GM.
        Arms = "arms" "Dexterity check (arms)",
        /// Check of the legs, called for by the GM (SPL-123).
        Legs = "legs" "Dexterity check (legs)",
        /// Check to fix a loose string (SPL-116).
        Sleight = "sleight" "sleight of hand",
        /// Check to stop bleeding or set bones (SPL-135).
        Heal = "heal" "heal check",
    }

    /// Result of an attempt to break an object (SPL-129).
    pub enum Bashed {
        Breaks = "breaks",
        Cracks = "cracks",
        Undamaged = "undamaged" "is undamaged",
    }

    /// Kind of day for the recovery of drained levels (SPL-146).
    pub enum DayKind {
        Ordinary = "ordinary" "an ordinary day",
        /// Rest in bed for the whole day.
        Bed = "bed" "in bed for 24 hours",
    }
}

/// Formats a modifier after a die: " + 5", " - 1", "" for 0.
fn signed(modifier: i64) -> String {
    match modifier {
        0 => String::new(),
        ..0 => format!(" - {}", -modifier),
        more => format!(" + {more}"),
    }
}

/// Returns a note that a natural result overrides the total, or "".
fn forced(decides: bool, natural: i64) -> String {
    if decides {
        format!("; a natural {natural} decides")
    } else {
        String::new()
    }
}

/// Formats the outcome of a bull rush.
pub fn pushed_by(feet: Option<i64>) -> String {
    feet.map_or_else(
        || "not pushed".to_owned(),
        |feet| format!("pushed {feet} ft"),
    )
}

/// Formats a number of halvings: "" for none.
pub fn halved(halves: i64) -> String {
    match halves {
        0 => String::new(),
        1 => "halved".to_owned(),
        2 => "halved twice".to_owned(),
        more => format!("halved {more} times"),
    }
}

/// Formats a number of attacks: "", " twice", " 3 times".
fn often(times: i64) -> String {
    match times {
        ..=1 => String::new(),
        2 => " twice".to_owned(),
        times => format!(" {times} times"),
    }
}

/// Returns the separator between a name and a row of a fumble table, as in "Ann drops the weapon" and "Ann: the weapon
/// cracks".
fn joint(row: &str) -> &'static str {
    let things = ["the ", "a ", "an ", "half ", "double ", "something "];
    if things.iter().any(|thing| row.starts_with(thing)) {
        ": "
    } else {
        " "
    }
}

/// Formats reasons, such as "advantage: prone; disadvantage: rattled; both cancel out"; "" if there are none.
fn edge(with: &Commas<Reason>, against: &Commas<Reason>) -> String {
    let both = !with.0.is_empty() && !against.0.is_empty();
    let cancel = when(&both, "; both cancel out");
    format!("{}{cancel}", reasons(&with.0, &against.0))
}

/// Formats the reasons for a hint: "advantage: prone; disadvantage: rattled". Empty if there are none.
pub fn reasons(with: &[Reason], against: &[Reason]) -> String {
    let side = |name: &str, why: &[Reason]| {
        let why: Vec<&str> = why.iter().map(|one| one.label()).collect();
        (!why.is_empty()).then(|| format!("{name}: {}", why.join(", ")))
    };
    let both = [side("advantage", with), side("disadvantage", against)];
    both.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

/// Formats minutes of the campaign clock, such as "day 3, 7:30".
pub fn clock(minutes: i64) -> String {
    let (hour, day) = (60, 24 * 60);
    let (days, hours) = (minutes.div_euclid(day) + 1, minutes.rem_euclid(day) / hour);
    format!("day {days}, {hours}:{:02}", minutes.rem_euclid(hour))
}
