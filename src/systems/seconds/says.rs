//! Sentences of Six Seconds, by subject: key, fields and wording of everything that its rules log.

use crate::systems::prelude::*;
use crate::text::{agree, capital, counted};
use crate::values::{Capital, Name, Semicolons, decimal, when};

use super::sheet::schema::{Cover, DamageType, Ground, Posture};
use super::sheet::skills::Skill;
use super::sheet::tables::{Part, Whim};

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log, names of rolls, labels and causes of changes.
    pub enum Says {
        // Rounds, initiative and the order (`SEC-21` to `SEC-26`).
        Round { number: i64 } = "Round {number}";
        Initiative { order: Vec<Id>, rolls: Semicolons<Rolls> } = "Initiative: {rolls}.";
        ActsNextRound { who: Id } = "{who} acts from the next round on.";
        ActsThisRound { who: Id } = "{who} acts in this round.";
        WhoIsFirst { who: Vec<Id> } = "Who goes first: {who}?";
        IsFirst { who: Vec<Id> } = "{who} is first.";
        GmActsBefore { who: Id, before: Id } = "GM ruling: {who} acts before {before}.";
        GmActsLast { who: Id } = "GM ruling: {who} acts after all others.";

        // Turns (`SEC-27` to `SEC-49`, `SEC-134` to `SEC-137`).
        DelayedTurnLost { who: Id } = "{who}'s delayed turn is lost.";
        IsStunned { who: Id, seconds: i64 } = "{who} is stunned for {time}."
            or "{who} is stunned.", time = counted(*seconds, "second");
        EndsTurn { who: Id, unused: i64 } = "{who} ends the turn with {unused} s unused." or "{who} ends the turn.";
        Delays { who: Id } = "{who} delays.";
        ActsNow { who: Id } = "{who} acts now.";
        ActsNowDuring { who: Id, other: Id } = "{who} acts now, during {other}'s turn.";
        NextCosts { who: Id, seconds: i64 } = "{who}'s next action costs {time}.", time = counted(*seconds, "second");
        Begins { who: Id, what: Name, done: i64, total: i64 } = "{who} begins {what}: {done} of {total} seconds done."
            or "{who} begins {what}.";
        Continues { who: Id, what: Name, done: i64, total: i64 } =
            "{who} continues {what}: {done} of {total} seconds done." or "{who} continues {what}.";
        BreaksOff { who: Id, what: Name, done: i64, total: i64 } =
            "{who} breaks off {what}: {done} of {total} seconds are lost." or "{who} breaks off {what}.";
        CannotDoIt { who: Id } = "{who} can no longer complete the action.";
        DoesOther { who: Id, what: Name } = "{who}: {what}.";
        DoesAtOnce { who: Id, what: Name } = "{who}: {what} (0 s)." or "{who}: {what}.";

        // Movement, posture and mounts (`SEC-50` to `SEC-59`, `SEC-74`, `SEC-79`, `SEC-120` to `SEC-122`).
        Moves { who: Id, gait: Gait, squares: i64, inside: Option<Inside> } = "{who}{inside} {gait} {far}."
            or "{who}{inside} {gait}.", far = counted(*squares, "square");
        Runs { who: Id, squares: i64, inside: Option<Inside> } = "{who}{inside} runs {far}."
            or "{who}{inside} runs.", far = counted(*squares, "square");
        IsMoved { who: Id, squares: i64 } = "{who} is moved {far}."
            or "{who} is moved.", far = counted(*squares, "square");
        MovedLess { who: Id, squares: i64 } = "{who} moved {far} less."
            or "{who} moved.", far = counted(*squares, "square");
        IsNow { who: Id, posture: Posture, inside: Option<Inside> } = "{who}{inside} is now {posture}.";
        IsOn { who: Id, ground: Ground } = "{who} is now on {ground}.";
        HasNoCover { who: Id } = "{who} has no cover.";
        HasCover { who: Id, cover: Cover } = "{who} has {cover} cover.";
        GetsSize { who: Id } = "{who} changes size.";
        Mounts { who: Id, mount: Id } = "{who} mounts {mount}.";
        Dismounts { who: Id, mount: Id } = "{who} dismounts from {mount}.";
        GivesNoCommands { who: Id, mount: Id } = "{who} gives {mount} no commands this turn.";

        // Light, sight, hiding and surprise (`SEC-17` to `SEC-20`, `SEC-76` to `SEC-78`).
        Light { light: Name } = "Light: {light}.";
        AreSeen { who: Capital<Crowd>, how: Seeing, by: Crowd } = "{who}, as seen by {by}: {how}.";
        Hide { who: Vec<Id> } = "{who} {hide}.", hide = agree(who.len(), "hides", "hide");
        IsUnseen { who: Id } = "No observer sees {who}.";
        IsSeenBy { who: Id, by: Vec<Id> } = "{who} is seen by {by}.";
        IsBehindCover { who: Id } = "No observer sees {who} behind total cover.";
        NoLongerHides { who: Id } = "{who} no longer hides.";
        AreSurprised { who: Capital<Crowd>, by: Crowd } = "{who}: surprised by {by}.";

        // Gear (`SEC-67` to `SEC-72`, `SEC-110`, `SEC-111`, `SEC-118`).
        Handles { who: Id, how: Handling, weapon: Name, inside: Option<Inside> } = "{who}{inside} {how} {weapon}.";
        DropsAtOnce { who: Id, weapon: Name, inside: Option<Inside> } = "{who}{inside} drops {weapon}.";
        Drops { who: Id, weapon: Name, why: DropCause } = "{who} drops the {weapon} ({why}).";
        AimsAt { who: Id, target: Id, inside: Option<Inside> } = "{who}{inside} aims at {target}.";
        LosesAim { who: Id, target: Id, why: AimEnd } = "{who} loses the aim at {target} ({why}).";
        Loads { who: Id, owner: Id, weapon: Name, paid: i64, done: i64, total: i64, inside: Option<Inside> } =
            "{who}{inside} loads {weapon} for {paid} seconds: {done} of {total} done.";
        FinishesLoading { who: Id, owner: Id, weapon: Name, inside: Option<Inside> } =
            "{who}{inside} finishes loading {weapon}.";
        Jams { who: Id, weapon: Name } = "{who}'s {weapon} jams.";
        ClearsJam { who: Id, weapon: Name, inside: Option<Inside> } = "{who}{inside} clears the jam of {weapon}.";

        // Attacks and defences (`SEC-60` to `SEC-87`, `SEC-96` to `SEC-107`).
        Attacks { by: Id, inside: Option<Inside>, whom: Vec<Id>, with: Name } = "{by}{inside} attacks {whom} with {with}.";
        UsesCombo { by: Id, inside: Option<Inside>, combo: Name, whom: Vec<Id> } =
            "{by}{inside} uses the combo {combo} on {whom}.";
        Uses { who: Id, weapon: Name } = "{who} uses {weapon}.";
        TargetIsOut { who: Id } = "{who} is out of the fight: nothing happens.";
        HitWithoutRoll { who: Id } = "{who} is helpless, so the attack hits without a roll.";
        CannotDefend { who: Id, why: Defenceless } = "{who} {why} and cannot defend.";
        DoesNotDefend { who: Id } = "{who} does not defend.";
        StrikesCover { who: Id, short: i64 } = "Missed by {short}: the attack strikes {who}'s cover."
            or "The attack strikes {who}'s cover.";
        CoverTakes { who: Id, damage: i64, toughness: i64, result: CoverResult } =
            "{who}'s cover takes {damage} damage (Toughness {toughness}, Minimum {minimum}): {result}."
            or "{seen}", minimum = toughness - 6, seen = result.seen();
        NooneInside {} = "No one is inside the area.";
        Reaches { by: Id, weapon: Name, whom: Vec<Id> } = "{by} reaches {whom} with {weapon}.";
        TakesLess { who: Id, less: i64 } = "{who} takes {less} less damage.";
        Lands { squares: i64, decimetres: i64, wind: Wind } =
            "The attack lands {squares} squares ({metres} m) to the {wind}.",
            metres = decimal(*decimetres, 10);
        Direction { wind: Wind } = "Direction: {wind}.";
        EffectSet { who: Id, effect: Name, at: Option<At>, place: Name, seconds: i64 } =
            "{who}'s {effect}{at}{there} takes effect after {time} of {who}'s own turns."
            or "{who}'s {effect}{at} is under way.",
            there = in_brackets(place), time = counted(*seconds, "more second");
        TakesEffect { who: Id, effect: Name, target: Option<Id>, place: Name } = "{who}'s {effect} takes effect{there}.",
            there = in_brackets(place);

        // Damage, injuries and death (`SEC-88` to `SEC-95`, `SEC-108` to `SEC-117`, `SEC-145` to `SEC-158`).
        NoDamage { who: Id } = "The attack deals no damage to {who}.";
        TakesDamage { who: Id, damage: i64, toughness: i64, result: HitResult } =
            "{who} takes {damage} damage (Toughness {toughness}, Minimum {minimum}): {result}."
            or "{who}: {result}.", minimum = toughness - 6;
        ItemTakes { who: Id, item: Name, damage: i64, toughness: i64, wounded: bool } =
            "{who}'s {item} takes {damage} damage (Toughness {toughness}, Minimum {minimum}): {result}." or "{who}: {result}.",
            minimum = toughness - 6, result = if *wounded { "a wound" } else { "no effect" };
        ItemDestroyed { who: Id, item: Name } = "{who}'s {item} is destroyed.";
        TakesEmp { who: Id, damage: i64, toughness: i64, destroyed: bool } =
            "{who} takes {damage} EMP damage vs {toughness}: {result}." or "{who}: {result}.",
            result = if *destroyed { "destroyed" } else { "no effect" };
        NoEmp { who: Id } = "EMP has no effect on {who}.";
        MayBurn { who: Vec<Id> } = "Flammable objects on {who} may catch fire.";
        IsInjured { who: Id, part: Part, disabled: bool, slower: i64 } = "{who}'s {part} {are} {how}{slower_}."
            or "{who}'s {part} {are} {how}.",
            are = if *part == Part::Wings { "are" } else { "is" },
            how = if *disabled { "disabled" } else { "hurt" }, slower_ = slower_by(*slower);
        PartHealed { who: Id, part: Part } = "{who}'s {part} has healed.";
        OthersHealLater { who: Id } = "{who}'s other wounds heal only after their cause is cured.";
        Fall { who: Vec<Id> } = "{who} {fall}.", fall = agree(who.len(), "falls", "fall");
        Collide { who: Vec<Id> } = "{who} {collide}.", collide = agree(who.len(), "is crushed", "collide");
        DamageTo { who: Id, rolled: i64, scale: i64, speed: i64 } = "Damage to {who}: {sum}." brief "",
            sum = collision(*rolled, *scale, *speed);
        Rises { who: Id } = "{who} rises.";

        // Morale, fear and confusion (`SEC-124` to `SEC-133`, `SEC-138`, `SEC-139`).
        CannotBeDemoralised { who: Id } = "{who} cannot be demoralised.";
        BelowWill { who: Id, amount: i64, kind: DamageType, least: i64 } =
            "{amount} {kind} damage vs {who}'s Will {least}: no effect." or "No effect on {who}.";
        AgainstWill { who: Id, amount: i64, kind: DamageType, will: i64, least: i64 } =
            "{amount} {kind} damage vs {who}'s Will {will}/{least}.";
        BerserkApplies { who: Id } = "The trait Berserk applies to {who}.";
        StaysConfused { who: Id, turns: i64 } = "{who} stays confused for {time}."
            or "{who} stays confused.", time = counted(*turns, "turn");
        Flees { who: Id, inside: Option<Inside> } = "{who}{inside} flees.";
        Behaviour { whim: Whim } = "Result: {whim}.";
        BehavesInstead { who: Id, whim: Whim } = "{who}: {whim}.";
        RollAgain {} = "This result does not count: roll again.";

        // Poison, disease and help (`SEC-132`, `SEC-142`, `SEC-150`, `SEC-173` to `SEC-185`).
        NoSuchPoison { who: Id, key: Name } = "The table has no poison {key}: the GM decides what happens to {who}.";
        IsExposed { who: Id, substance: Name, doses: i64 } = "{who} is exposed to {substance}{much}."
            or "{who} is exposed to {substance}.",
            much = if *doses > 1 { format!(", {doses} doses") } else { String::new() };
        AreExposed { who: Vec<Id>, substance: Name } = "{who} {are} exposed to {substance}.",
            are = agree(who.len(), "is", "are");
        NoLongerExposed { who: Vec<Id> } = "{who} {are} no longer exposed.", are = agree(who.len(), "is", "are");
        IsOutOf { who: Id, substance: Name } = "{who} is out of the {substance}.";
        HasRecovered { who: Id, substance: Name } = "{who} has recovered from {substance}.";
        Treats { who: Id, patient: Id } = "{who} treats {patient}.";
        Encourages { who: Id, whom: Vec<Id> } = "{who} encourages {whom}.";
        Examines { who: Id, patient: Id } = "{who} examines {patient}.";
        NoSuchAffliction { who: Id, key: Name } = "The table has no affliction {key}: the GM says what it is.";
        Diagnosis { who: Id, substance: Name } = "{who}'s diagnosis is {substance}.";
        Wake { who: Vec<Id> } = "{who} {wake}.", wake = agree(who.len(), "wakes", "wake");

        // Possession (`SEC-159` to `SEC-170`, `SEC-196`).
        TriesToPossess { who: Id, body: Id } = "{who} tries to possess {body}.";
        PossessionAgainst { who: Id, total: i64, will: i64, least: i64 } = "{total} vs {who}'s Will {will}/{least}.";
        IsInside { who: Id, body: Id } = "{who} is inside {body}.";
        NotInside { who: Id, body: Id } = "{who} does not enter {body}'s body.";
        TakesTurn { who: Id, inside: Option<Inside>, vetoers: Vec<Id> } = "{who} takes a turn{inside}.";
        Vetoes { by: Id, who: Id } = "{by} vetoes {who}.";
        TurnSkipped { who: Id } = "{who}'s turn is skipped.";
        TriesToLeave { who: Id } = "{who} tries to leave the body.";
        MustStay { who: Id } = "{who} must stay in the body.";
        IsOutside { who: Id, body: Id } = "{who} is outside {body}'s body again.";
        IsBesideBody { who: Id, body: Id } = "{who} is outside, beside {body}'s body.";
        DirectAlone { body: Id } = "Each mind in {body}'s body directs it alone.";
        DirectTogether { who: Vec<Id>, body: Id } = "{who} direct {body}'s body together.";
        PossessionEnds { who: Vec<Id> } = "The possession by {who} ends.";

        // After the fight (`SEC-190` to `SEC-195`).
        TimePasses { number: i64, unit: Unit, spent: Spent } = "{time} {pass}, {spent}.",
            time = counted(*number, unit.label().trim_end_matches('s')),
            pass = if *number == 1 { "passes" } else { "pass" };
        Remains { who: Id, left: Commas<Left> } = "{who}: {left}." or "{who}: {left}.";
        ExperienceSet { whom: Vec<Id> } = "The GM sets the experience.";
        ExperienceFor { whom: Vec<Id>, deeds: Vec<Deed> } = "Experience for {deeds}."
            or "Experience{award}.", award = award_alone(deeds);

        // Names of rolls, as logged and shown in prompts.
        InitiativeRoll {} = "initiative";
        StrikeRoll { weapon: Name, at: Mark } = "{weapon} at {at}";
        StrikeTold { by: Id, inside: Option<Inside>, at: Mark, with: Name } = "{by}{inside} attacks {at} with {with}";
        AreaTold { by: Id, weapon: Name } = "{by} attacks an area with {weapon}";
        DamageRoll { kind: DamageType, nonlethal: bool } = "{damage}" brief "", damage = damage(*kind, *nonlethal);
        DamageRollOn { kind: DamageType, nonlethal: bool, target: Id, which: Name } = "{damage} to {target}{which}" brief "",
            damage = damage(*kind, *nonlethal);
        DamageTold { kind: DamageType, nonlethal: bool } = "{damage}", damage = capital(&damage(*kind, *nonlethal));
        KindOfDamage { kind: DamageType } = "{kind} damage" brief "";
        DefenceRoll { way: Name } = "{way}";
        DefenceTold { who: Id, way: Name } = "{who} defends ({way})";
        SkillRoll { skill: Skill } = "{skill}";
        CheckRoll { check: Name } = "{check}";
        FortitudeRoll { against: Against } = "{against}";
        DodgeRoll {} = "dodge";
        Collision {} = "collision";
        ScatterSquares {} = "scatter, squares";
        DirectionRoll {} = "direction";
        PossessionRoll {} = "possession";
        WillRoll {} = "Will";
        Spirit {} = "spirit";
        DyingRoll {} = "dying";
        Stabilises {} = "stabilisation";
        RisesAfter {} = "rounds until they rise";
        SecondsLost {} = "seconds lost";
        ConfusedRoll {} = "confused";
        ConfusedLonger {} = "more turns of confusion";
        TurnsInControl {} = "turns in control";
        InfectionByAir {} = "infection through the air";
        Infection {} = "infection";
        SymptomRoll {} = "symptom";
        TensOfMinutes {} = "duration, tens of minutes";
        DurationInRounds {} = "duration in rounds";
        DurationInHours {} = "duration, hours";
        Hours {} = "hours";

        // Causes of conditions.
        Surprised {} = "surprised";
        ImaginaryFoes {} = "imaginary foes";
        JustAwake {} = "just awake";

        // Labels of changes to values and conditions.
        Wounds {} = "wounds";
        ItemWounds { item: Name } = "{item} wounds";
        MoralePenalties {} = "morale penalties";
        MobilityPenalty {} = "mobility penalty";
        DyingDc {} = "dying DC";
        BrokenDc {} = "broken DC";
        ChangedPosture {} = "posture";
        ChangedCover {} = "cover";
        Scale {} = "scale";
        SpeedBonus {} = "Target for speed";
        SecondsLeft {} = "seconds left";
        Level {} = "level";
        Xp {} = "XP";
        FlatFooted {} = "flat-footed";
        Flanked {} = "flanked";
        Broken {} = "broken";
        Dying {} = "dying";
        Stable {} = "stable";
        Unconscious {} = "unconscious";
        Dead {} = "dead";
        Destroyed {} = "destroyed";
        OutOfFight {} = "out of the fight";

        // Causes of changes, shown in brackets.
        With { weapon: Name } = "{weapon}";
        Substance { substance: Name } = "{substance}";
        HeadHit {} = "a hit to the head";
        LegGivesWay {} = "leg gives way";
        ShotAway {} = "shot away";
        Emp {} = "EMP";
        AFall {} = "fall";
        WoundedWhileDying {} = "wounded while dying";
        NoDieCanPass {} = "no roll can pass the check";
        NoSoul {} = "without a soul";
        Confused {} = "confused";
        Drink {} = "drink";
        Possessing {} = "possession";
        VetoOvercome {} = "veto overcome";
        HeldBack {} = "held back";
        NoWillLeft {} = "no Will left";
        SurpriseOver {} = "the surprise is over";
        Treated {} = "treated";
        Encouraged {} = "encouraged";
        HourOfCalm {} = "an hour of calm";
        Noise {} = "noise";
        Sleep {} = "sleep";
        DayInBed {} = "a day in bed";
        Experience {} = "experience";
        GainedXp { points: i64 } = "{points} gained";
    }

    /// Initiative rolls of a combatant, including rolls that broke a tie (`SEC-22`).
    pub enum Rolls {
        Rolled { who: Id, totals: Vec<i64> } = "{who}: {all}", all = one_by_one(totals);
    }

    /// Several combatants, a side, or all.
    pub enum Crowd {
        These { who: Vec<Id> } = "{who}";
        Side { side: SideId } = "{side}";
        All {} = "everyone";
    }

    /// Body of another combatant in which a mind acts (`SEC-162`).
    pub enum Inside {
        Body { body: Id } = " in {body}'s body";
    }

    /// Target of an attack roll.
    pub enum Mark {
        Body { who: Id } = "{who}";
        Aimed { who: Id, aim: Name } = "{who}'s {aim}";
    }

    /// Target of a delayed effect (`SEC-38`).
    pub enum At {
        Target { target: Id } = " at {target}";
    }

    /// Reason for a lost aim (`SEC-69`).
    pub enum AimEnd {
        Moved {} = "moved";
        OutOfSight {} = "out of sight";
        Fell { how: Option<Downfall> } = "{short}", short = how.map_or("", Downfall::short);
    }

    /// Occasion of a Fortitude check (`SEC-07`).
    pub enum Against {
        HeadHit {} = "a hit to the head";
        HandHit {} = "a hit to the hand";
        LegHit {} = "a hit to the leg";
        NoSoul {} = "without a soul";
        Substance { substance: Name } = "{substance}";
    }

    /// Unresolved effect, wound or condition after the fight (`SEC-190`).
    pub enum Left {
        Effect { effect: Name, at: Option<At>, seconds: i64 } = "{effect}{at} in {seconds} s";
        Down { how: Downfall } = "{short}", short = how.short();
        Wounded { wounds: i64 } = "{all}", all = counted(*wounds, "wound");
        Afflicted { substance: Name } = "{substance}";
        PossessedBy { who: Vec<Id> } = "possessed by {who}";
    }

    /// Reason for experience (`SEC-191` to `SEC-195`).
    pub enum Deed {
        Foes { number: i64 } = "{all}", all = counted(*number, "foe");
        Award { award: Name } = "{award}";
    }
}

crate::words! {
    /// Way of moving (`SEC-50`, `SEC-59`, `SEC-188`).
    pub enum Gait {
        Moves = "moves",
        Flies = "flies",
        Crawls = "crawls",
        /// Drags a load that is too heavy to carry.
        Drags = "drags" "drags the load",
    }

    /// Visibility of some combatants to others.
    pub enum Seeing {
        /// Default of lighting, smoke and hiding.
        Usual = "usual" "default",
        Clear = "clear",
        Concealed = "concealed",
        Invisible = "invisible",
        /// Invisible in an unknown square.
        Unfound = "unfound" "invisible, square unknown",
    }

    /// Handling of a weapon (`SEC-67`).
    pub enum Handling {
        Draw = "draw" "draws",
        /// Takes a weapon out of the pack or picks it up.
        Take = "take" "takes out",
        Sheathe = "sheathe" "sheathes",
        Drop = "drop" "drops",
    }

    /// Reason for a dropped object.
    pub enum DropCause {
        Struck = "struck" "struck from the hand",
        Confused = "confused",
    }

    /// Reason why a combatant cannot defend (`SEC-85`).
    pub enum Defenceless {
        Object = "object" "is an object",
        Dead = "dead" "is dead",
        Helpless = "helpless" "is helpless",
        Surprised = "surprised" "is surprised",
    }

    /// Result of a hit on the cover (`SEC-82`).
    pub enum CoverResult {
        Stopped = "stopped",
        /// Goes through, with less damage.
        Through = "through" "goes through with 3 less damage",
        Broken = "broken",
    }

    /// Result of a hit (`SEC-89` to `SEC-93`).
    pub enum HitResult {
        NoWound = "none" "no wound",
        Wound = "wound" "a wound",
        NonLethal = "nonlethal" "a non-lethal wound",
        KnockedOut = "out" "knocked out",
        Dying = "dying" "a severe wound",
    }

    /// Direction in which an attack scatters, clockwise from the north (`SEC-02`).
    pub enum Wind {
        North = "north",
        NorthEast = "north-east",
        East = "east",
        SouthEast = "south-east",
        South = "south",
        SouthWest = "south-west",
        West = "west",
        NorthWest = "north-west",
    }

    /// Reason why a combatant cannot act.
    pub enum Downfall {
        Dead = "dead" "is dead",
        Destroyed = "destroyed" "is destroyed",
        Fled = "fled" "has fled",
        Removed = "removed" "is out of the fight",
        Dying = "dying" "is dying",
        Stable = "stable" "is stable",
        Unconscious = "unconscious" "is unconscious",
        Asleep = "asleep" "is asleep",
        Paralysed = "paralysed" "is paralysed",
        NoSoul = "no-soul" "is without a soul",
        Broken = "broken" "is broken",
        NoWill = "no-will" "has no will left",
        Left = "left" "has left",
    }

    /// Unit of a length of time.
    pub enum Unit {
        /// Hours of sixty minutes each.
        Hours = "hours",
        Minutes = "minutes",
        /// Days of 24 hours.
        Days = "days",
    }

    /// Activity during the time that passes.
    pub enum Spent {
        Calm = "calm" "quietly",
        /// Rest with eight hours of sleep.
        Asleep = "asleep" "with a night's sleep",
        /// Rest in bed all day.
        Bed = "bed" "in bed",
        /// Activity without rest, which relieves no morale penalties.
        Busy = "busy" "busy",
    }
}

impl CoverResult {
    /// Returns the sentence for players; "" if the rest of the damage is logged for the target.
    fn seen(self) -> &'static str {
        match self {
            CoverResult::Stopped => "The cover stops the attack.",
            CoverResult::Through => "",
            CoverResult::Broken => "The attack breaks the cover.",
        }
    }
}

impl Downfall {
    /// Returns the reason without its verb: "dead", "has fled".
    pub fn short(self) -> &'static str {
        self.label().trim_start_matches("is ")
    }
}

/// Returns the kind of a damage roll: "damage", "non-lethal piercing damage".
pub fn damage(kind: DamageType, nonlethal: bool) -> String {
    let how = when(&nonlethal, "non-lethal ");
    match kind {
        DamageType::Untyped => format!("{how}damage"),
        kind => format!("{how}{} damage", kind.label()),
    }
}

/// Returns the damage of a collision: the shared roll, the scale and the speed (`SEC-157`).
pub fn collision(rolled: i64, scale: i64, speed: i64) -> Tally {
    Tally::new()
        .always("rolled", rolled)
        .plus("scale", 3 * scale)
        .plus("speed", speed)
}

/// Formats a place that the GM named: " (the roof)"; "" if there is none.
fn in_brackets(place: &str) -> String {
    match place {
        "" => String::new(),
        place => format!(" ({place})"),
    }
}

/// Formats an award that is the only reason for experience: " for a clever plan"; "" if there are others.
fn award_alone(deeds: &[Deed]) -> String {
    match deeds {
        [Deed::Award { award }] => format!(" for {award}"),
        _ => String::new(),
    }
}

/// Formats the loss of speed with an injury: ", 2 squares slower"; "" for none.
fn slower_by(squares: i64) -> String {
    match squares {
        0 => String::new(),
        squares => format!(", {} slower", counted(squares, "square")),
    }
}

/// Lists the rolls of a combatant, with the rolls that broke a tie in brackets: "7 (tie: 3)".
fn one_by_one(totals: &[i64]) -> String {
    let mut totals = totals.iter().map(i64::to_string);
    let first = totals.next().unwrap_or_default();
    let ties: Vec<String> = totals.collect();
    match ties.as_slice() {
        [] => first,
        ties => format!("{first} (tie: {})", ties.join(", then ")),
    }
}
