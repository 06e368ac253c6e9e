//! Sentences of Alternation, by subject: key, fields and wording of everything that its rules log.

use crate::systems::prelude::*;
use crate::text::agree;
use crate::values::{Name, decimal, when};

use super::sheet::schema::Attribute;

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log, names of rolls, labels and causes of changes.
    pub enum Says {
        // Start and end of the fight (`ALT-10` to `ALT-13`, `ALT-122`).
        Begins { sides: Commas<SideId> } = "The fight begins: {sides}.";
        Starts { side: SideId } = "Initiative: {side}, who started the fight.";
        Draws {} = "No side clearly started the fight: the sides roll for initiative.";
        AreDead { who: Vec<Id> } = "Dead: {who}.";
        AreIncapacitated { who: Vec<Id> } = "Incapacitated: {who}.";
        HaveSurrendered { who: Vec<Id> } = "Surrendered: {who}.";
        AreGone { who: Vec<Id> } = "Gone: {who}.";

        // Rounds and the order of the sides (`ALT-12` to `ALT-29`).
        Round { number: i64 } = "Round {number}";
        BonusRound {} = "Bonus round: only ambushers act.";
        RoundOver { number: i64 } = "Round {number} is over.";
        BonusRoundOver {} = "The bonus round is over.";
        NamedFirst { holder: SideId, side: SideId } = "Initiative: {holder}. {side} to act first.";
        NamedNext { side: SideId } = "{side} to act next.";
        Pass { side: SideId } = "{side}: pass.";
        PassWithNoOne { side: SideId } = "{side}: pass (no one is left to act).";
        PassHeld { side: SideId, who: Vec<Id> } = "{side}: pass ({who} cannot break free from a larger holder).";
        InitiativeGoesTo { side: SideId } = "Initiative goes to {side}.";
        NoOneHoldsInitiative { side: SideId } = "{side} has no one left to hold the initiative.";
        GoesNow { side: SideId } = "GM ruling: {side} to act now.";
        ActInOrder { sides: Commas<SideId> } = "GM ruling: the sides act in the order {sides}.";

        // Turns (`ALT-26`, `ALT-102`, `ALT-103`).
        TakesTurn { who: Id } = turn "{who} takes a turn.";
        TakeTurnTogether { who: Vec<Id> } = "{who} take their turn together.";
        Waits { who: Id } = "{who} waits.";

        // Bonus actions and main actions (`ALT-37`, `ALT-38`).
        OpensDoor { who: Id } = "{who} opens a door.";
        PullsLever { who: Id } = "{who} pulls a lever.";
        SpeaksBriefly { who: Id } = "{who} says a few words.";
        Speaks { who: Id, words: Name } = "{who}: \"{words}\"";
        BonusAction { who: Id } = "{who} uses a bonus action.";
        OtherBonusAction { who: Id, words: Name } = "{who}: {words}.";
        MainAction { who: Id, does: Does } = "{who} {does}.";
        MainActionAs { who: Id, does: Does, words: Name } = "{who} {does}: {words}.";

        // Movement (`ALT-32` to `ALT-35`, `ALT-70` to `ALT-72`).
        Moves { who: Id, halves: i64, sprints: bool } = "{who} {moves} {zones}." or "{who} {moves}{half}.",
            moves = if *sprints { "sprints" } else { "moves" }, zones = in_zones(*halves),
            half = when(&(*halves == 1), " half a zone");
        LeavesField { who: Id } = "{who} leaves the field.";
        TakesAlong { held: Vec<Id>, by: Id } = "{by} takes {held} along.";
        ForgoesAttack { by: Id, at: Id } = "{by} forgoes an opportunity attack on {at}.";
        CannotMoveAway { who: Id } = "{who} cannot move away.";

        // Mounts and vehicles (`ALT-107` to `ALT-109`).
        GetsOn { who: Id, mount: Id } = "{who} gets on {mount}.";
        GetsOff { who: Id, mount: Id } = "{who} gets off {mount}.";
        Falls { who: Id } = "{who} falls.";
        Unseated { who: Vec<Id>, from: Id } = "{who} {are} no longer on {from}.",
            are = agree(who.len(), "is", "are");

        // Attacks (`ALT-42` to `ALT-56`, `ALT-77`).
        Attacks { by: Id, whom: Vec<Id>, with: With, holding_back: bool } = "{by} attacks {whom} with {with}{how}.",
            how = when(holding_back, ", holding back");
        Blasts { by: Id, whom: Vec<Id>, with: With } = "{by} attacks {whom} with {with}, a blast.";
        DealsDeathBlow { by: Id, whom: Vec<Id>, with: With } = "{by} gives {whom} a death blow with {with}.";
        Disarms { by: Id, whom: Vec<Id> } = "{by} tries to disarm {whom}.";
        Shoves { by: Id, whom: Vec<Id> } = "{by} tries to shove {whom}.";
        Grabs { by: Id, whom: Vec<Id> } = "{by} tries to grab {whom}.";
        Misses { by: Id, why: Commas<Doubt> } = "{by} misses ({why}).";
        BlastDeviates { whom: Vec<Id>, zone: i64 } = "The blast hits {whom} instead (neighbouring zone {zone})."
            or "The blast hits {whom} instead.";
        RefusesOffer { who: Id } = "{who} refuses the offer.";
        AcceptsOffer { who: Id } = "{who} accepts the offer instead of damage.";
        AcceptsEffect { who: Id, effect: Name } = "{who} accepts \"{effect}\" instead of damage.";

        // Reactions (`ALT-57` to `ALT-73`).
        CannotReact { who: Id, why: Barred, own: bool } = "{who} {why} and {can}.",
            can = if *own { "can only be guarded" } else { "cannot react" };
        DoNotReact { who: Vec<Id> } = "{who} {do_} not react.", do_ = agree(who.len(), "does", "do");
        NobodyGuards { who: Id } = "Nobody guards {who}.";
        Dodges { who: Id } = "{who} dodges.";
        AttackMisses {} = "The attack misses.";
        Counters { who: Id, with: With } = "{who} counters with {with}.";
        CannotCounter { who: Id } = "{who} cannot counter any more.";
        HidesBehind { who: Id, behind: Id } = "{who} hides behind {behind}: they swap places.";
        Guards { who: Id, guard: Id } = "{guard} guards {who}.";
        NoDeathBlow { whom: Id } = "The attack on {whom} is not a death blow.";

        // Damage (`ALT-03` to `ALT-09`, `ALT-61` to `ALT-81`).
        ImpairedD4 { by: Id } = "{by}'s attack is impaired: the die is a d4.";
        ImpairedHalf { by: Id, total: i64 } = "{by}'s attack is impaired: half damage, {total}." brief "";
        ImpairedLower { by: Id, total: i64 } = "{by}'s attack is impaired: the lower roll, {total}, counts." brief "";
        HitAtOnce { one: Id, other: Id, damage: i64 } =
            "{one} and {other} would each take {damage} damage: both attacks hit at once."
            or "Both attacks hit at once.";
        HitFirst { one: Id, other: Id, damage: i64, back: i64, first: Id } =
            "{one} would take {damage} damage, {other} would take {back}: {first} is hit first." or "{first} is hit first.";
        DealsNoDamage { who: Id } = "{who} is out of the fight and deals no damage.";
        AttackFails { who: Id, with: With } = "{who} is out of the fight: {attack} fails.", attack = with.the();
        TakesNone { who: Id, sum: Commas<Sum> } = "{who} takes no damage ({sum})." or "{who} takes no damage.";
        TakesNoneOf { who: Id, amount: i64, armour: i64 } = "{who} takes no damage ({amount} - AV {armour})."
            or "{who} takes no damage.";
        Reduced { who: Id, amount: i64, armour: i64, left: i64 } = "{amount} - AV {armour} = {left}." brief "";
        FightsAgain { who: Id } = "{who} fights again.";

        // Disarming, shoving and grappling (`ALT-80` to `ALT-89`, `ALT-98`).
        IsLarger { who: Id } = "{who} is larger: no effect.";
        IsSmaller { who: Id } = "{who} is smaller and cannot resist.";
        HoldsNoWeapon { who: Id } = "{who} holds no weapon.";
        IsMoved { who: Id, halves: i64 } = "{who} is moved {zones}."
            or "{who} is moved{half}.", zones = in_zones(*halves),
            half = when(&(*halves == 1), " half a zone");
        AlreadyHeld { who: Id, by: Id } = "{who} is already held by {by}.";
        Grabbed { who: Id, by: Id } = "{who} is grabbed by {by}.";
        LetsGo { who: Id, of: Id } = "{who} lets go of {of}.";
        OpensHand { who: Id } = "{who} lets go.";
        TriesToBreakFree { who: Id, from: Id } = "{who} tries to break free from {from}.";
        TriesToFree { by: Id, who: Id, from: Id } = "{by} tries to free {who} from {from}.";
        IsFree { who: Id } = "{who} is free.";
        WalksIntoView { who: Id } = "{who} walks into plain view.";

        // Gear (`ALT-37`, `ALT-82`, `ALT-118`, `ALT-123` to `ALT-127`).
        TakesInHand { who: Id, thing: Name } = "{who} has the {thing} in hand.";
        PutsAway { who: Id, thing: Name } = "{who} puts the {thing} away.";
        Drops { who: Id, thing: Name } = "{who} drops the {thing}.";
        Loses { who: Id, thing: Name } = "{who} loses the {thing}.";
        Takes { who: Id, from: Id, thing: Name } = "{who} takes {from}'s {thing}.";
        Breaks { who: Id, thing: Name } = "{who}'s {thing} breaks.";
        DurabilityTested {} = "Durability tests for used gear.";
        Damaged { who: Id, thing: Name } = "{who}'s {thing} is damaged.";
        Destroyed { who: Id, thing: Name } = "{who}'s {thing} is destroyed.";
        OutOfAmmunition { who: Id, thing: Name } = "{who}'s {thing} is out of ammunition.";

        // Saves of combatants and groups (`ALT-01`, `ALT-02`).
        CannotResist { who: Id } = "{who} cannot resist: the save fails.";
        Needed { all: Commas<Needs> } = "{all}.";
        Natural20 { who: Vec<Id> } = "A natural 20 always fails.";
        PassGroupSave { who: Vec<Id> } = "{who} {pass}.", pass = agree(who.len(), "passes", "pass");
        FailGroupSave { who: Vec<Id> } = "{who} {fail}.", fail = agree(who.len(), "fails", "fail");

        // Morale, surrender and chases (`ALT-110` to `ALT-121`).
        MoraleTested { who: Vec<Id>, why: Shaken } = "Morale test. {why}."
            or "Morale test.{one}{why}{stop}", one = when(&why.is_told(), " "), stop = when(&why.is_told(), ".");
        StretchOver {} = "The stretch is over.";
        MayTestAgain { who: Vec<Id> } = "{who} may test morale again.";
        NothingLasted {} = "No effect lasted until the end of the stretch.";
        Surrenders { who: Id } = "{who} surrenders.";
        LongChase { who: Vec<Id> } = "A long chase: {who} {flee}.", flee = agree(who.len(), "flees", "flee");
        IsCaught { who: Id } = "{who} is caught.";

        // Names of rolls, as logged and shown in prompts.
        SaveRoll { attribute: Attribute } = "{attribute} save";
        GroupSaveRoll { attribute: Attribute } = "group {attribute} save";
        DamageRoll {} = "damage" brief "";
        DirectDamage {} = "direct damage" brief "";
        Deviation {} = "deviation";
        InitiativeRoll {} = "initiative";
        Durability { thing: Name } = "durability of {thing}";

        // Causes of conditions.
        NoHealthLeft {} = "no health left";
        CriticalDamage {} = "critical damage";
        DeathBlow {} = "death blow";
        Stunt {} = "stunt";
        Ambush {} = "ambush";

        // Labels of changes to values and conditions.
        Health {} = "health";
        Dead {} = "dead";
        VehicleDestroyed {} = "destroyed";
        Incapacitated {} = "incapacitated";
        Wrecked {} = "wrecked and cannot move";
        Surrendered {} = "surrendered";
        Maimed {} = "maimed";
        Concealed {} = "concealed";
        CarriedAtFullSpeed {} = "carried at full speed";
        GoneFromFight {} = "gone from the fight";
        KeepsTurn {} = "keeping the turn for a reaction";
        Steady {} = "steady";
        MustRetreat {} = "broken and must retreat";
        MustSurrender {} = "broken and must surrender";

        // Causes of changes, shown in brackets.
        Because { sum: Commas<Sum> } = "{sum}";
        Attacked {} = "attacked";
        Countered {} = "countered";
        InPlainView {} = "in plain view";
        MovedOpenly {} = "moved without sneaking";
        WasNoticed {} = "was noticed";
    }

    /// Means of an attack.
    pub enum With {
        BareHands {} = "bare hands";
        Weapon { name: Name } = "the {name}";
        Disarm {} = "a disarm";
        Shove {} = "a shove";
        Grapple {} = "a grapple";
    }

    /// Main action without rules of its own (`ALT-38`).
    pub enum Does {
        InvokesPower {} = "invokes a power";
        Distracts {} = "distracts";
        Intimidates {} = "intimidates";
        Taunts {} = "taunts";
        UsesConsumable {} = "uses a consumable";
        TakesAction {} = "takes a main action";
    }

    /// Reason for a WIT save to hit (`ALT-48` to `ALT-51`).
    pub enum Doubt {
        Unseen {} = "the target cannot be seen";
        BeyondHalfRange {} = "beyond half range";
        Moving {} = "moving";
    }

    /// Reason why a combatant cannot react (`ALT-39`, `ALT-40`, `ALT-58`, `ALT-90`).
    pub enum Barred {
        Unaware {} = "is unaware of the attack";
        Out {} = "is out of the fight";
        NoPart {} = "does not act in this round";
        Acted {} = "has already acted";
        InTurn {} = "is taking a turn";
        Held {} = "is held";
        Carried {} = "is carried";
        Broken {} = "is broken";
    }

    /// Part of the calculation of damage: "7 rolled, AV 2: 5".
    pub enum Sum {
        Rolled { total: i64 } = "{total} rolled";
        ForSize { total: i64 } = "{total} for size";
        Armour { armour: Armour, left: i64 } = "{armour}: {left}";
        Pierced {} = "cover pierced";
    }

    /// Armour against a hit (`ALT-03`, `ALT-52`).
    pub enum Armour {
        Value { value: i64, cover: bool } = "AV {value}{cover_}", cover_ = when(cover, " with cover");
    }

    /// Target number of a member of a group.
    pub enum Needs {
        Target { who: Id, need: i64 } = "{who} needs {need} or less";
    }

    /// Reason for a morale test (`ALT-111`, `ALT-112`).
    pub enum Shaken {
        GroupFell { group: Name, left: i64, original: i64 } = "{group}: {left} of {original} left";
        Alone { who: Id } = "{who} is alone with half health or less";
    }
}

impl Shaken {
    /// Returns `true` if players read the reason, which has no numbers.
    fn is_told(&self) -> bool {
        matches!(self, Shaken::Alone { .. })
    }
}

impl With {
    /// Returns the means with the definite article: "the grapple".
    fn the(&self) -> String {
        match self {
            With::BareHands {} => "bare hands".to_owned(),
            With::Weapon { name } => format!("the {name}"),
            With::Disarm {} => "the disarm".to_owned(),
            With::Shove {} => "the shove".to_owned(),
            With::Grapple {} => "the grapple".to_owned(),
        }
    }
}

/// Formats a distance in half zones.
fn in_zones(halves: i64) -> String {
    match halves {
        1 => "half a zone".to_owned(),
        2 => "1 zone".to_owned(),
        halves => format!("{} zones", decimal(halves, 2)),
    }
}
