//! Sentences of the Countdown log, grouped by subject, each with its key, fields and wording.

use crate::systems::prelude::*;
use crate::text::{agree, capital, counted, noun};
use crate::values::{Name, Pluses, Semicolons, when};

use super::sheet::HarmedBy;

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log, names of rolls, labels and causes of changes.
    pub enum Says {
        // Start of the fight and surprise (CTD-10 to CTD-15, CTD-180).
        FiresSlowly { who: Id, weapon: Name, rounds: i64 } =
            "{who}'s {weapon} fires once every {rounds} rounds. Set the reloading time of its crew yourself.";
        MightBeSurprised { side: SideId, ambush: bool } = "{side} might be surprised{how}.",
            how = when(ambush, " by an ambush");
        AreSurprised { who: Vec<Id>, numbers: Commas<SurprisedOn> } =
            "{who} {are} surprised (surprised on: {numbers})."
            or "{who} {are} surprised.", are = agree(who.len(), "is", "are");
        NobodySurprised { numbers: Commas<SurprisedOn> } = "Nobody is surprised (surprised on: {numbers})."
            or "Nobody is surprised.";

        // Rounds and counts (CTD-26 to CTD-46, CTD-174).
        Round { number: i64 } = "Round {number}";
        RoundEnds { number: i64, seconds: i64 } = "End of round {number}, after {seconds} seconds.";
        Initiative { all: Commas<Number> } = "Initiative: {all}.";
        CountCalled { who: Vec<Id>, count: i64 } = "Count {count}: {who} {act}."
            or "{who} {act}." brief "Count {count}.",
            act = agree(who.len(), "acts", "act");
        ActToo { who: Vec<Id> } = "{who} {act}." brief "", act = agree(who.len(), "acts", "act");
        ActsOnCount { who: Id, count: i64 } = "{who} acts on count {count}." or "{who} acts.";
        LastCount { who: Vec<Id>, held: Vec<Id> } = "Last count: {who} {act}." brief "Last count.", act = agree(who.len(), "acts", "act");
        NobodyActsLast { held: Vec<Id> } = "No holding combatant acts.";
        NoLongerWaits { who: Id, other: Id } = "{who} no longer waits for {other} and holds without a trigger.";
        CountEnds { count: i64 } = "End of count {count}.";
        LastCountEnds {} = "End of the last count.";
        ActsNow { who: Id } = "GM ruling: {who} acts now.";
        ActsOn { who: Id, count: i64 } = "GM ruling: {who} acts on count {count}.";

        // Sentences about declarations (CTD-18).
        Declares { who: Id, deed: Deed } = "Declared: {who} {deed}.";
        DeclareRest { whom: Vec<Id> } = "Declared:";
        WillDo { who: Id, deed: Deed } = "{who} {deed}.";

        // Actions of a round (T-9).
        Passes { who: Id } = "{who} passes.";
        Attacks { by: Id, target: Id, with: Option<Arms> } = "{by} attacks {target}{with}.";
        CannotAttackWith { by: Id, weapon: Name, why: Name } = "{by} cannot attack with {weapon}: {why}.";
        Charges { by: Id, target: Id, feet: i64, weapon: Name } =
            "{by} charges {target} over {feet} feet with {weapon}."
            or "{by} charges {target} with {weapon}.";
        Dodges { who: Id } = "{who} parries and dodges: AC +2.";
        Holds { who: Id } = "{who} holds.";
        HoldsUntil { who: Id, other: Id } = "{who} holds until {other} acts.";
        DelaysSpell { who: Id, other: Id } = "{who} delays the spell until just before {other} acts.";
        OnlyMoves { who: Id } = "{who} only moves.";
        Withdraws { who: Id, feet: i64 } = "{who} makes a fighting withdrawal over {way}, without parting shots."
            or "{who} makes a fighting withdrawal, without parting shots.",
            way = counted(*feet, "foot");
        RunsAway { who: Id } = "{who} runs away.";
        SpendsRoundReloading { who: Id, weapon: Name } = "{who} spends the round reloading the {weapon}.";
        PutsFlamesOut { who: Id } = "{who} spends the round putting out the flames.";
        FightsFlamesInVain { who: Id } = "{who} fights the flames for the whole round without effect.";
        PicksUp { who: Id, thing: Name } = "{who} picks up the {thing}.";
        Revives { by: Id, target: Id } = "{by} revives {target}.";
        Feat { who: Id, what: Name } = "{who}: {what}.";

        // Movement (CTD-34, CTD-37, CTD-49 to CTD-59).
        GetsUp { who: Id } = "{who} gets up.";
        TurnsAway { who: Id, from: Vec<Id> } = "{who} turns away from {from}.";
        Moves { who: Id, feet: i64 } = "{who} moves {way}.", way = counted(*feet, "foot");
        FallsAndStops { who: Id } = "{who} falls and stops moving.";
        Stopped { who: Id } = "{who} is stopped and loses the rest of the action.";
        DoesNotReach { by: Id } = "{by} does not reach the target.";
        IsEngaged { who: Id, with: Vec<Id> } = "{who} is engaged with {with}.";
        NoLongerEngaged { who: Id, with: Vec<Id> } = "{who} is no longer engaged with {with}.";

        // Reactions and answers (CTD-52 to CTD-57, CTD-69 to CTD-73, CTD-99 to CTD-101).
        HasNoChance { by: Id, why: Barred, what: Chance } = "{by} {why} and gets no {what}.";
        Forgoes { by: Id, at: Id, what: Chance } = "{by} forgoes a {what} on {at}.";
        DoesNotAnswer { by: Id, mover: Id } = "{by} does not react to {mover}.";
        Meets { by: Id, target: Id, weapon: Name } = "{by} meets {target} with the braced {weapon}.";
        AttacksByReach { by: Id, target: Id, weapon: Name } =
            "{by} makes a reach attack on {target} with the {weapon}.";

        // Damage (17.0.3, CTD-85 to CTD-95, CTD-148).
        Critical { text: Name } = "{text}";
        NoDamage { target: Id, why: Harmless } = "No damage: {why}.";
        MaximumDamage { terms: Commas<Term>, total: i64 } = "Damage: {sum} = {total}." brief "", sum = sum_of(terms);
        DamageAtLeastOne {} = "Damage is at least 1.";
        WillTake { who: Id, amount: i64, subdual: bool, factors: Commas<Factor> } =
            "{who} will take {amount}{kind} damage{how}." brief "",
            kind = when(subdual, " non-lethal"), how = each_after_comma(factors);
        FistsHurt { who: Id, amount: i64, subdual: bool } =
            "Bare fists on metal armour hurt the attacker: {who} will take {amount}{kind} damage.",
            kind = when(subdual, " non-lethal");
        WillBe { who: Id, condition: Name } = "{who} will be {condition}.";

        // Results of a natural 1 (T-5).
        Stumbles { who: Id } = "{who} stumbles.";
        LeavesOpening { who: Id } = "{who} leaves an opening.";
        NoFurtherEffect {} = "No further effect.";
        NoChain {} = "Free attacks do not provoke free attacks.";
        CannotBreak { who: Id, weapon: Name } = "{who}'s {weapon} cannot break.";
        Breaks { who: Id, weapon: Name } = "{who}'s {weapon} breaks.";
        CannotBeDropped { who: Id, weapon: Name } = "{who}'s {weapon} cannot be dropped.";
        Drops { who: Id, weapon: Name } = "{who} drops the {weapon}.";

        CannotAttack { who: Id, first: i64, last: i64 } = "{who} cannot attack in {rounds}.",
            rounds = if last <= first { format!("round {last}") } else { format!("rounds {first} to {last}") };

        // Gear (CTD-89, CTD-92, CTD-110 to CTD-114).
        Draws { who: Id, weapon: Name } = "{who} draws the {weapon}.";
        HasNothingToLose { who: Id } = "{who} has nothing in hand to drop.";
        IsDisarmed { who: Id, weapon: Name } = "{who} is disarmed and drops the {weapon}.";
        TakesSpare { who: Id, weapon: Name, left: i64 } =
            "{who} drops the empty {weapon} and takes a loaded one ({others})."
            or "{who} drops the empty {weapon} and takes a loaded one.",
            others = if *left == 0 { "no other left".to_owned() } else { format!("{left} left") };
        NeedsReloading { who: Id, weapon: Name, rounds: i64 } = "{who}'s {weapon} needs {time} of reloading."
            or "{who}'s {weapon} needs reloading.",
            time = counted(*rounds, "round");
        Reloads { who: Id, left: i64 } = "{who} reloads: {left} more {rounds} needed."
            or "{who} reloads.", rounds = noun(*left, "round");
        HasReloaded { who: Id } = "{who} has reloaded.";

        // Wounds, death and knock-outs (17.0.15, 17.0.16).
        HasNoHitPoints { who: Id } = "{who} has no hit points left.";
        IsDead { who: Id } = "{who} is dead.";
        KilledUnconscious { who: Id } = "{who} was unconscious: any damage kills. {who} is dead.";
        IsKnockedOut { who: Id } = "{who} is knocked out: some of the damage was non-lethal.";
        WakesLater { who: Id, wakes: i64, revivable: i64 } =
            "{who} wakes at the end of round {wakes} and can be revived from round {revivable} on.";
        WakesUp { who: Id } = "{who} wakes up.";
        HasRun { who: Id, rounds: i64 } = "{who} has run for {rounds} rounds.";

        // Spells and their effects (17.0.13).
        BeginsToCast { who: Id, spell: Name, aim: Option<Aim> } = "{who} begins to cast {spell}{aim}.";
        AttackedWhileCasting { who: Id } = "{who} was attacked while casting.";
        LosesSpell { who: Id, spell: Name } = "{who} loses {spell}.";
        SpellLost { who: Id, why: Name, spell: Name } = "{who} {why}: {spell} is lost.";
        Releases { who: Id, spell: Name } = "{who} releases {spell}.";
        ReleasesBefore { who: Id, other: Id, spell: Name } = "Just before {other}, {who} releases {spell}.";
        SpellAtOnce {} = "The spell takes effect immediately.";
        MovesOn { who: Id } = "{who} moves on.";
        WillTakeFromSpell { who: Id, amount: i64, subdual: bool, saved: Option<Saved> } =
            "{who} will take {amount}{kind} damage{saved}." brief "", kind = when(subdual, " non-lethal");
        SpellEffect { what: Name } = "{told}.", told = capital(what);
        SpellNotTracked {} = "Affray does not track this effect.";

        // Flasks and fire (17.0.10, 17.0.11, CTD-123 to CTD-130).
        DoesNothing { target: Id } = "The flask has no effect on {target}.";
        WillTakeSplash { who: Id, amount: i64 } = "{who} will take {amount} splash damage." brief "";
        CatchesFire { who: Id, round: i64 } =
            "{who} is in flames: 1d8 more damage at the end of round {round} unless the flames are out by then."
            or "{who} is in flames.";
        FlaskLands { target: Id, place: Name, feet: i64 } = "The flask lands {place}, {feet} feet from {target}."
            or "The flask lands {place}.";
        HasPutFlamesOut { who: Id } = "{who} has put the flames out.";
        KeepsBurning { who: Id } = "{who} keeps burning.";
        OilIsLit {} = "Oil on the ground catches fire.";
        FireStarts { fire: Name, inside: Vec<Id>, last: i64 } =
            "Fire on the ground ({fire}): 1d6 a round, until the end of round {last}."
            or "Fire on the ground ({fire}).";
        FireGoesOut { fire: Name } = "The {fire} goes out.";
        FiresSet {} = "The GM sets who is in the fire.";
        FireIsOut { fire: Name } = "The {fire} is out.";
        InFire { fire: Name, who: Vec<Id> } = "In the {fire}: {who}.";
        FlamesBurn {} = "Flames:";

        // Grappling and held combatants (17.0.18).
        GrabsAt { by: Id, target: Id } = "{by} grabs at {target}.";
        IsGrabbed { who: Id } = "{who} is grabbed.";
        SlipsFree { who: Id } = "{who} slips free.";
        GrappleTied {} = "Tie: both roll again.";
        IsHeld { by: Id, who: Id } = "{by} holds {who}.";
        TriesToKeepHold { by: Id, of: Id } = "{by} tries to keep hold of {of}.";
        BreaksFree { who: Id, from: Id } = "{who} breaks free from {from}.";
        LetsGo { who: Id, of: Id } = "{who} lets go of {of}.";
        KeepsSilent { by: Id, who: Id } = "{by} keeps {who} from speaking.";
        UsesItem { by: Id, what: Name } = "{by} uses {what}.";
        TakesItem { by: Id, from: Id, what: Name } = "{by} takes {what} from {from}.";
        KeepsItem { who: Id, what: Name } = "{who} keeps {what}.";
        MovesHeld { by: Id, who: Id, feet: i64 } = "{by} moves {who} by {feet} feet." or "{by} moves {who}.";
        DoesToHeld { by: Id, who: Id, what: Name } = "{by} uses the hold on {who}: {what}.";

        // Combatants who leave and return, and the time after the fight (CTD-63, CTD-114, CTD-177 to CTD-182).
        HasFled { who: Id } = "{who} has fled.";
        IsOutOfFight { who: Id } = "{who} is out of the fight.";
        ReturnsToFight { who: Id } = "{who} returns to the fight.";
        OnGround { things: Semicolons<Lying> } = "Still on the ground: {things}." or "Still on the ground: {things}.";
        WeaponsCollected {} = "Weapons on the ground are collected.";
        Recovers { who: Id, weapon: Name } = "{who} recovers the {weapon}.";
        TimePasses { number: i64, turns: bool } = "Time passes: {time}.",
            time = counted(*number, if *turns { "turn" } else { "round" });
        IsRested { who: Id } = "{who} is rested.";

        // Names of rolls, and attacks as their rolls tell them.
        AttackRoll { target: Id, weapon: Name } = "{weapon} at {target}";
        AttackTold { by: Id, target: Id, weapon: Name } = "{by} attacks {target} with {weapon}";
        ChargeTold { by: Id, target: Id, weapon: Name } = "{by} charges {target} with {weapon}";
        BracedTold { by: Id, target: Id, weapon: Name } = "{by} meets {target} with the braced {weapon}";
        PartingRoll { target: Id } = "parting shot at {target}";
        PartingTold { by: Id, target: Id, weapon: Name } = "{by} makes a parting shot at {target} with {weapon}";
        FreeRoll { target: Id } = "free attack on {target}";
        FreeTold { by: Id, target: Id, weapon: Name } = "{by} makes a free attack on {target} with {weapon}";
        GrabRoll { target: Id } = "grab at {target}";
        GrabTold { by: Id, target: Id } = "{by} grabs at {target}";
        StrayRoll { target: Id } = "stray shot at {target} (GM)";
        SurpriseRoll {} = "surprise (GM)";
        InitiativeRoll {} = "initiative";
        SaveRoll { save: Save } = "{save}";
        SpellSave {} = "save";
        AbilityCheck { ability: Name } = "{ability} check";
        GrappleCheck {} = "grapple check";
        CriticalRoll {} = "natural 20";
        CriticalCondition {} = "condition";
        FumbleRoll {} = "natural 1";
        StumbleRounds {} = "rounds of stumbling";
        DamageRoll {} = "damage" brief "";
        SpellDice {} = "spell" brief "";
        ScatterRoll {} = "scatter (GM)";
        SplashRoll {} = "splash" brief "";
        GroundFireRoll { fire: Name } = "{fire}" brief "";
        BurningOil {} = "burning oil" brief "";
        TurnsUntilWaking {} = "turns until waking";
        RoundsUntilReviving {} = "rounds until reviving";

        // Labels of changed values.
        Hp {} = "HP";
        HitPoints {} = "HP";
        NonLethal {} = "non-lethal";
        Unconscious {} = "unconscious";
        Silenced {} = "silenced";
        Fatigued {} = "fatigued";
        UnableToAttack {} = "unable to attack from the next round on";
        ExposedAfterCharge {} = "exposed after a charge";

        // Causes of changed values.
        Because { harm: Pluses<Harm> } = "{harm}" or "{harm}";
        Revived {} = "revived";
        Healed {} = "healed";
        TimeOver {} = "time is up";
        BurnedDown {} = "burned out";
        PutOut {} = "put out";
        Found {} = "found";
        FightIsOver {} = "the fight is over";
        Ruled {} = "ruled" or "";
    }

    /// Lowest roll that surprises a combatant (CTD-12).
    pub enum SurprisedOn {
        AtLeast { who: Id, number: i64 } = "{who} {number}+";
    }

    /// Initiative number of a combatant (CTD-26, CTD-95).
    pub enum Number {
        Rolled { who: Id, number: i64, die: i64, dex: i64, blinded: i64 } = "{who}: {number}{sum}",
            sum = made_of(*die, *dex, *blinded);
        Kept { who: Id, number: i64 } = "{who}: {number} (kept)";
        KeptBlinded { who: Id, number: i64, kept: i64 } = "{who}: {number} ({kept} - 2 blinded)";
    }

    /// Action of a declaration.
    pub enum Deed {
        Does { does: Does, wait: Option<Wait>, spell: Option<Name>, aim: Option<Aim>, with: Option<Arms> } =
            "{does}{wait}{named}{aim}{with}",
            named = spell.as_ref().map_or(String::new(), |spell| format!(" {spell}"));
    }

    /// Combatant awaited by a hold.
    pub enum Wait {
        For { who: Id } = " for {who}";
        JustBefore { who: Id } = " until just before {who}";
    }

    /// Target of an action.
    pub enum Aim {
        Target { target: Id } = " {target}";
        At { target: Id } = " on {target}";
    }

    /// Means of an attack action.
    pub enum Arms {
        AllAttacks {} = ", all attacks";
        BothWeapons {} = " with both weapons";
        Weapon { weapon: Name } = " with {weapon}";
    }

    /// Reason why an attack cannot harm its target (CTD-79, CTD-157).
    pub enum Harmless {
        OnlyHarmedBy { target: Id, wanted: HarmedBy } = "only {what} harms {target}", what = quality(*wanted);
        BareHands { target: Id } = "fists and feet do not harm {target}";
    }

    /// Term of a sum.
    pub enum Term {
        Of { value: i64, label: Name } = "{value} {label}";
    }

    /// Result of a save against a spell.
    pub enum Saved {
        Whole {} = " (saved)";
        Half {} = " (saved for half)";
    }

    /// Weapon or missiles on the ground.
    pub enum Lying {
        Thing { owner: Id, weapon: Name } = "{owner}'s {weapon}";
        Missiles { owner: Id, weapon: Name, hits: i64 } = "{owner}'s {weapon}, {missiles}"
            or "{owner}'s {weapon}",
            missiles = counted(*hits, "missile");
    }

    /// Damage of one source.
    pub enum Harm {
        By { amount: i64, by: Id, with: Name } = "{amount} {by}'s {with}" or "{by}'s {with}";
        Splash { amount: i64, by: Id, with: Name } = "{amount} {by}'s {with} splash" or "{by}'s {with} splash";
        OwnFists { amount: i64, with: Name } = "{amount} own {with} on metal armour" or "own {with} on metal armour";
        Of { amount: i64, what: Name } = "{amount} {what}" or "{what}";
        OnlyBy { by: Id, with: Name } = "{by}'s {with}";
        OnlyOf { what: Name } = "{what}";
    }
}

crate::words! {
    /// Verb of an action.
    pub enum Does {
        Pass = "pass" "passes",
        Attack = "attack" "attacks",
        Charge = "charge" "charges",
        Cast = "cast" "casts",
        Dodge = "dodge" "dodges",
        Hold = "hold" "holds",
        Move = "move" "moves",
        Withdraw = "withdraw" "withdraws",
        Run = "run" "runs away",
        Grab = "grab" "grabs",
        Keep = "keep" "keeps hold",
        Reload = "reload" "reloads",
        Extinguish = "extinguish" "puts out the flames",
        Retrieve = "retrieve" "picks up a weapon",
        Revive = "revive" "revives",
        Feat = "feat" "does something else",
    }

    /// Attack out of turn.
    pub enum Chance {
        /// Attack on an opponent who turns away (CTD-52).
        Parting = "parting" "parting shot",
        /// Attack after a natural 1 (CTD-99).
        Free = "free" "free attack",
        /// Attack with a braced weapon (CTD-69).
        Braced = "braced" "braced attack",
        /// Attack with a long weapon (CTD-73).
        Reach = "reach" "reach attack",
    }

    /// Reason why a combatant has no attack out of turn.
    pub enum Barred {
        Surprised = "surprised" "is surprised",
        Out = "out" "is out of the fight",
        NoAttack = "no_attack" "cannot attack this round",
        Running = "running" "is running",
        Busy = "busy" "is busy for the whole round",
        Undeclared = "undeclared" "has not declared an action",
        Acted = "acted" "has acted",
        Dodging = "dodging" "dodges",
        OtherDeclared = "other_declared" "has declared another action",
        NoWeapon = "no_weapon" "has no suitable weapon in hand",
        NoReach = "no_reach" "has no weapon with enough reach",
    }

    /// Factor of damage (CTD-67, CTD-71, CTD-147).
    pub enum Factor {
        Charge = "charge" "doubled by the charge",
        Braced = "braced" "doubled by the braced weapon",
        Flat = "flat" "halved by the flat of the weapon",
    }

    /// Saving throws of the sheet.
    pub enum Save {
        /// Save against instant death and splashing oil (CTD-126).
        DeathRay = "death_ray" "save against Death Ray",
        /// Save to keep a spell (CTD-139).
        Disruption = "disruption" "save against disruption",
    }
}

/// Formats the parts of an initiative number: " (5 + 2 DEX)"; "" for the die alone.
fn made_of(die: i64, dex: i64, blinded: i64) -> String {
    let sum = Tally::new().always("", die);
    let sum = sum.plus("DEX", dex).plus("blinded", blinded);
    match sum.parts.len() {
        1 => String::new(),
        _ => format!(" ({})", sum.sum_text()),
    }
}

fn sum_of(terms: &Commas<Term>) -> String {
    let add = |sum: Tally, Term::Of { value, label }: &Term| sum.always(label.clone(), *value);
    terms.0.iter().fold(Tally::new(), add).sum_text()
}

fn each_after_comma(factors: &Commas<Factor>) -> String {
    let told = factors.0.iter();
    told.map(|one| format!(", {}", one.label())).collect()
}

/// Returns the quality of weapons that harm a combatant, in words.
fn quality(wanted: HarmedBy) -> &'static str {
    match wanted {
        HarmedBy::Any => "any weapon",
        HarmedBy::Silver => "silver",
        HarmedBy::Magic => "magic",
        HarmedBy::SilverOrMagic => "silver or magic",
    }
}
