//! Sentences of the Segments log, grouped by subject, each with its key, fields and wording.

use crate::systems::prelude::*;
use crate::text::{capital, counted};
use crate::values::{Name, Semicolons, when};

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log, names of rolls, labels and causes of changes.
    pub enum Says {
        // Rounds and counts (SEG-05, SEG-33 to SEG-54).
        Round { number: i64 } = "Round {number}";
        RoundAt { number: i64, seconds: i64 } = "Round {number}, {seconds} seconds into the fight";
        SurpriseRound {} = "Surprise round: the ambushers act.";
        CountCloses { whom: Vec<Id>, count: i64, hits: i64 } = "Count {count} ends{together}.",
            together = if *hits > 1 { format!(": {hits} hits land together") } else { String::new() };
        RollsInitiative { who: Id } = "{who}:" or "";
        AttackTooFar { who: Id, number: i64 } = "{who} loses attack {number}: the distance is too long for the round."
            or "{who} loses an attack: the distance is too long for the round.";
        AttackTooLate { who: Id, number: i64, count: i64 } = "{who} loses attack {number}: the count would be {count}.";
        AttackAfterMove { who: Id, number: i64, count: i64 } =
            "{who}'s attack {number} happens on count {count} (after the move).";
        AttackMovedDown { who: Id, number: i64, count: i64 } =
            "{who}'s attack {number} happens on count {count} (moved down).";
        TooLate { who: Id, spell: Name } =
            "{who} is too late for {spell} this round: the spell starts on count 10 of the next round." or "";
        ActsNextRound { who: Id } = "{who} acts from the next round.";
        Removed { who: Id, slot: LadderSlot, from: i64 } = "{who}'s {slot} is removed from the ladder (due on count {from})."
            or "{who}'s {slot} is removed from the ladder.";
        Restored { who: Id, slot: LadderSlot, count: i64 } = "{who}'s {slot} is restored on count {count}."
            or "{who}'s {slot} is restored.";
        MovesUp { who: Id, slot: LadderSlot, count: i64, from: i64 } = "{who}'s {slot} moves up from count {from} to count {count}."
            or "{who}'s {slot} moves up.";
        MovesDown { who: Id, slot: LadderSlot, count: i64, from: i64 } =
            "{who}'s {slot} moves down from count {from} to count {count}." or "{who}'s {slot} moves down.";

        // Ambush, sight and light (SEG-10 to SEG-15, SEG-80, SEG-84).
        AmbushBy { who: Vec<Id> } = "Ambush by {who}.";
        ShoutsWarning { who: Id } = "{who} shouts a warning.";
        IsCaught { who: Id, effect: Name, bonus: i64, damage: i64, warned: bool } = "{who} {effect}{sc}{more}{how}."
            or "{who} {effect}{warned_}.",
            sc = if *bonus > 0 { format!(", attackers +{bonus}") } else { String::new() },
            more = if *damage > 0 { format!(", +{damage} damage") } else { String::new() },
            how = when(warned, " (warned)"), warned_ = when(&(*warned && *bonus == 0 && *damage == 0), " (warned)");
        Light { light: Name } = "Light: {light}.";
        CanSeeEveryone { who: Vec<Id> } = "{who} can see everyone.";
        CannotSee { who: Vec<Id>, whom: Vec<Id> } = "{who} cannot see {whom}.";

        // Declarations (SEG-16 to SEG-32).
        Declares { who: Id, plan: Commas<Does> } = "{who} declares: {plan}." or "{who} declares: {plan}.";
        DropsSpell { who: Id, spell: Name } = "{who} drops the {spell} carried over from the last round.";

        // Movement and withdrawal (SEG-52, SEG-72, SEG-94 to SEG-98).
        WantsToMove { who: Id } = "{who} wants to move after the last attack.";
        CannotMove { who: Id } = "{who} cannot move this round.";
        WillMove { who: Id, feet: i64, count: i64 } = "{who} moves {feet} ft from count {count} on.";
        Moves { who: Id, count: i64, moves: Name, feet: i64, until: Option<i64> } = "Count {count}: {who} {moves}{way}{by}."
            or "{who} {moves}.",
            way = if *feet > 0 { format!(", {feet} ft") } else { String::new() },
            by = until.map_or(String::new(), |until| format!(" by count {until}"));
        HasWithdrawn { from: Vec<Id>, who: Id } = "{who} has withdrawn from {from}.";
        NoFreeAttack { by: Id, on: Id, why: NoChance } = "{by} gets no free attack on {on}: {why}.";
        ForgoesFreeAttack { by: Id, on: Id } = "{by} forgoes a free attack on {on}.";
        HasFreeAttack { by: Id, on: Id, count: i64, weapon: Name } =
            "Count {count}: {by} gets a free attack on {on} with {weapon}."
            or "{by} gets a free attack on {on} with {weapon}.";
        ForcedToMove { who: Id, by: Option<Name> } = "{who} is forced to move{how}.",
            how = by.as_ref().map_or(String::new(), |by| format!(" by {by}"));

        // Attacks (SEG-55 to SEG-63, SEG-110).
        AttackLost { who: Id, count: i64 } = "Count {count}: {who} has no other target and loses the attack."
            or "{who} has no other target and loses the attack.";
        AttackLostTo { who: Id, count: i64, target: Id, why: Name } =
            "Count {count}: {who} loses the attack because {target} {why} and there is no other target."
            or "{who} loses the attack because {target} {why} and there is no other target.";
        SkipsAttack { who: Id, count: i64 } = "Count {count}: {who} skips the attack." or "{who} skips the attack.";
        Attacks { by: Id, target: Id, count: i64, weapon: Name } = "Count {count}: {by} attacks {target} with {weapon}."
            or "{by} attacks {target} with {weapon}.";
        Pushes { by: Id, target: Id } = "{by} pushes {target} up to 10 feet; the GM decides where and with what effect.";
        ShotGoesAstray { friend: Id, target: Id } = "The shot at {target} flies toward {friend} instead.";

        // Damage and wounds (SEG-64 to SEG-78, SEG-106 to SEG-108).
        Doubled { taken: i64 } = "Double damage, ignores PROT: {taken}." brief "";
        LessProt { total: i64, prot: i64, taken: i64 } = "{total} - {prot} PROT = {taken}." brief "";
        LessProtOf { who: Id, total: i64, prot: i64, taken: i64 } = "{who}: {total} - {prot} PROT = {taken}." brief "";
        RuledLessProt { who: Id, total: i64, prot: i64, taken: i64 } = "{total} - {prot} PROT = {taken}.";
        TakesNone { who: Id, total: i64, prot: i64 } = "{who} takes no damage ({total} - {prot} PROT)."
            or "{who} takes no damage.";
        TakesNoneFrom { who: Id, by: Id, means: Name } = "{who} takes no damage from {by}'s {means}.";
        Wounded { who: Id, level: Name, modifier: i64 } = "{who} is {level}: {modifier} on all rolls.";
        IsNow { who: Id, level: Name } = "{who} is now {level}.";
        LosesAll { who: Id } = "{who} loses all remaining actions this round.";
        HasPointsLeft { who: Id, points: i64 } = "{who} has {left} left.", left = counted(*points, "hit point");
        UpNextRound { who: Id } = "{who} gets up at the start of the next round.";
        HasGrievousWound { who: Id } = "{who} has a grievous wound.";
        MissileStays { who: Id, missile: Name, before: i64, after: i64, bleeding: i64 } =
            "The {missile} stays stuck in {who}: DEX {before} → {after}, bleeding {bleeding} a round. Check the initiative modifier and the DEF from DEX.";
        MissileOut { who: Id, missile: Name, dex: i64, bleeding: i64 } =
            "The {missile} is removed: DEX is now {dex} and {who} bleeds {bleeding} a round.";
        MissilesBleed {} = "End of the round: stuck missiles cause bleeding.";
        AtRest { who: Vec<Id> } = "At rest: {who}.";
        Remains { who: Id, left: Semicolons<Left> } = "{who}: {left}." or "{who}: {left}.";

        // Spells (SEG-114 to SEG-120).
        BeginsSpell { who: Id, count: i64, spell: Name, release: i64 } =
            "Count {count}: {who} begins {spell}, due on count {release}; no DEF from DEX, skill or shield until then."
            or "{who} begins {spell}.";
        KeepsSpell { who: Id, spell: Name } = "{who} keeps {spell}.";
        SpellLost { who: Id, spell: Name, why: Loss } = "{who}'s {spell} and its energy are lost: {why}.";
        Releases { who: Id, count: i64, spell: Name } = "Count {count}: {who} releases {spell}."
            or "{who} releases {spell}.";
        SpellGoesOff { who: Id } = "{who}'s spell goes off without a roll.";
        SpellHasNoTarget { who: Id, spell: Name } = "{who}'s {spell} has no target.";
        SpellEffect { effect: Name } = "{told}.", told = capital(effect);
        SpellTargets { who: Id, whom: Vec<Id> } = "{who} targets {whom}.";
        SpellTargetsEffect { who: Id, whom: Vec<Id>, effect: Name } = "{who} targets {whom}. Effect: {effect}.";

        // Gear and other actions (SEG-06, SEG-24, SEG-43).
        PotionWorks { who: Id, count: i64 } = "Count {count}: {who}'s potion takes effect; the GM applies the effect."
            or "{who}'s potion takes effect; the GM applies the effect.";
        ShieldReady { who: Id, count: i64 } = "Count {count}: {who}'s shield is ready." or "{who}'s shield is ready.";
        FreeAction { who: Id, count: i64, what: Name } = "Count {count}, {who}: {what}." or "{who}: {what}.";
        OtherAction { who: Id, count: i64, what: Name } = "Count {count}, {who}: {what}." or "{who}: {what}.";
        UsesSkill { who: Id } = "{who} uses a skill.";
        ActionUsed { who: Id, count: i64 } = "{who} uses the action on count {count}.";
        Stoops { who: Id, weapon: Name } = "{who} stoops to pick up the {weapon}.";
        PicksUpInTime { who: Id } = "{who} picks up the weapon and can still attack.";
        PicksUpLate { who: Id } = "{who} picks up the weapon and cannot attack.";
        StaysOnGround { who: Id, weapon: Name } = "{who} does not pick up the {weapon}.";

        // Names of rolls in prompts.
        InitiativeRoll {} = "initiative";
        InitiativeRollOf { number: i64 } = "initiative, attack {number}" or "initiative";
        SpellInitiative { spell: Name } = "initiative, {spell}";
        StrikeRoll { weapon: Name, target: Id } = "{weapon} at {target}";
        StrikeTold { by: Id, target: Id, weapon: Name } = "{by} attacks {target} with {weapon}";
        DamageRoll {} = "damage" brief "";
        IntoMelee {} = "shot into the melee";
        WhichFriend {} = "which ally";
        CastRoll { spell: Name } = "{spell}, cast roll";
        SpellDamage { spell: Name } = "{spell}, damage" brief "";
        SpellDamageTo { spell: Name, target: Id } = "{spell}, damage to {target}" brief "";
        SkillRoll { skill: Name } = "{skill}";
        AttributeRoll { multiple: i64, attribute: Name } = "{multiple}x {attribute}";
        LuckSave {} = "Luck save";
        AmbushRoll {} = "PER";
        PerAgainst { foe: Id } = "PER against the unseen {foe}";
        DexToMove {} = "DEX to move";
        DexToPickUp {} = "DEX to pick up the weapon";
        DexToStand {} = "DEX to stay standing";

        // Labels and causes of changes.
        Blow { by: Id, means: Name } = "{by}'s {means}";
        Hp {} = "HP";
        ArmourProt {} = "armour PROT";
        GrievousHit {} = "grievous hit";
        Bleeding {} = "bleeding";
        Stunned {} = "stunned";
        Down {} = "down";
        GrievouslyWounded {} = "grievously wounded";
        StillAiming {} = "still aiming";
        Prone {} = "prone";
    }

    /// Part of a declaration.
    pub enum Does {
        NoMovement {} = "no movement";
        Goes { how: Name } = "{how}";
        GoesFeet { how: Name, feet: i64 } = "{how} {feet} ft" or "{how}";
        Uses { what: Name, times: i64 } = "{what}{often}"
            or "{what}{twice}", often = often(*times), twice = when(&(*times == 2), " twice");
        UsesOn { what: Name, target: Id, times: i64 } = "{what} on {target}{often}"
            or "{what} on {target}{twice}", often = often(*times), twice = when(&(*times == 2), " twice");
        AimsAhead {} = "aims for the next round";
        NoAttackLeft {} = "no attack left";
        Casts { spell: Name } = "casts {spell}";
        CastsOn { spell: Name, whom: Vec<Id> } = "casts {spell} on {whom}";
        PicksUp { weapon: Name } = "picks up the {weapon}";
        Holds {} = "holds for a spell";
        Acts { action: Name } = "{action}";
        ThenMoves {} = "then moves";
        Withdraws { from: Vec<Id> } = "withdraws from {from}";
        Defends { points: i64 } = "defending with {points}" or "defending";
        CarefulAim {} = "careful aim";
        DoubleShot {} = "a Double Shot";
        DrawsWeapon {} = "draws a weapon";
        PutsAwayWeapon {} = "puts a weapon away";
        ReadiesShield {} = "readies a shield";
        DrinksPotion {} = "drinks a potion";
        FreeActions { free: Name } = "{free}";
        FreeActionAs { words: Name } = "Free Action: {words}";
    }

    /// Entry of the ladder of counts.
    pub enum LadderSlot {
        StartOf { spell: Name } = "start of {spell}";
        ReleaseOf { spell: Name } = "release of {spell}";
        Movement {} = "movement";
        Shield {} = "shield";
        Potion {} = "potion";
        Called { what: Name } = "{what}";
    }

    /// State that remains on a sheet after the fight (SEG-125).
    pub enum Left {
        StuckMissile { missile: Name, bleeding: i64 } = "a stuck {missile} (bleeds {bleeding} per round of exertion)"
            or "a stuck {missile}";
        ArmourLess { prot: i64 } = "armour PROT reduced by {prot} until repaired";
        Wound { wound: Name } = "grievous wound: {wound}";
        SpellDropped { spell: Name } = "{spell} is dropped";
    }
}

crate::words! {
    /// Reason for a lost spell or a lost action.
    pub enum Loss {
        Stunned = "stunned",
        Down = "down",
        StunnedOrDown = "stunned or down",
        Interrupted = "interrupted",
        Forced = "forced to move",
        Ruled = "ruled" "GM ruling",
    }

    /// Reason why a combatant gets no free attack (SEG-96, SEG-98).
    pub enum NoChance {
        Withdrawn = "already withdrawn",
        Down = "down",
        Stunned = "stunned",
        FullDefense = "in full defence",
        DesperateDefense = "in desperate defence",
        Casting = "casting",
        Unarmed = "without a melee weapon",
    }
}

/// Formats a number of uses: "", " twice", " 3 times".
fn often(times: i64) -> String {
    match times {
        ..=1 => String::new(),
        2 => " twice".to_owned(),
        times => format!(" {times} times"),
    }
}
