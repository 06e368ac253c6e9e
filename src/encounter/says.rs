//! Sentences of the engine, for all systems: key, fields and wording of what GM rulings and stages of the fight log.

use crate::text::agree;
use crate::values::{Commas, Id, Name, SideId};

/// Cause of a ruling for which the GM gives no cause. Players do not see it.
pub const RULED: &str = "ruled";

crate::sentences! {
    /// Table of the sentences.
    pub static SENTENCES;

    /// Sentences of the log.
    pub enum Says {
        // Stages of the fight.
        FightBegins {} = "The fight begins.";
        FightOver {} = "The fight is over.";
        FightOverFor { side: SideId } = "The fight is over. Only one side is left: {side}.";
        FightGoesOn {} = "The fight resumes.";
        FightReopens {} = "The fight is reopened and continues.";
        Joins { who: Vec<Id>, first: FirstTurn } = "{who} {first}.";

        // Log sentences of GM rulings.
        GmRules { whom: Vec<Id>, effect: Effect } = "GM ruling: {effect}.";
        GmRulesBecause { whom: Vec<Id>, effect: Effect, cause: Name } = "GM ruling: {effect} ({cause}).";
        GmRollsDice {} = "The GM rolls dice.";
        GmCalls { whom: Vec<Id>, save: Name } = "The GM calls for a roll: {save}.";
        GmCallsWith { whom: Vec<Id>, save: Name, details: Commas<Detail> } =
            "The GM calls for a roll: {save} ({details})."
            or "The GM calls for a roll: {save}{cause}.", cause = cause_alone(&details.0);
        PassSave { who: Vec<Id> } = "{who} {pass}.", pass = agree(who.len(), "passes", "pass");
        FailSave { who: Vec<Id> } = "{who} {fail}.", fail = agree(who.len(), "fails", "fail");
        Saved { who: Id, whole: i64, half: i64 } = "{who} saves: {half} of {whole} damage.";
        LooseDice {} = "Dice outside the fight";
        Rules { secret: bool, text: Name } = "{how}: {text}", how = if *secret { "Secret ruling" } else { "Ruled" };
        Rerolled { roll: Name, was: Name } = "{roll}: rerolled, was {was}.";
        RerolledFor { who: Id, roll: Name, was: Name } = "{who}, {roll}: rerolled, was {was}.";
    }

    /// Time at which a newcomer to a fight first acts.
    pub enum FirstTurn {
        ActsNow {} = "may act in this round";
        ActsNext {} = "will act from the next round";
        DeclaresNow {} = "may declare in this round";
        DeclaresNext {} = "will declare in the next round";
        PlansNow {} = "can still plan in this round";
        PlansNext {} = "will plan from the next round";
    }

    /// Effect of a GM ruling.
    pub enum Effect {
        Damage {} = "damage";
        Healing {} = "healing";
        Condition {} = "a condition";
        ConditionEnds {} = "a condition ends";
    }

    /// Detail of a saving throw that the GM calls for.
    pub enum Detail {
        Target { label: Name, number: i64 } = "{label} {number}";
        Cause { cause: Name } = "{cause}";
    }
}

/// Formats the cause of a saving throw without a target number: " (trap)"; "" if there is a number.
fn cause_alone(details: &[Detail]) -> String {
    match details {
        [Detail::Cause { cause }] => format!(" ({cause})"),
        _ => String::new(),
    }
}
