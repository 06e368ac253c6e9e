//! Automatic play: declarations, actions, weapons, targets and reactions.
//!
//! Declarations come before all dice and bind only spells, Dodge and whole-round actions. The policy therefore runs
//! twice: for the declaration, and on the combatant's count, when the state of the others is known (CTD-19).

mod plan;
mod standing;
mod worth;

use crate::encounter::{Mercy, PROPOSED};
use crate::resolver::{Answer, Draft, Kind, Prompt, Question};
use crate::rules::{Decided, Legal, Mind, Offer, Policy, allowed};
use crate::systems::countdown::Countdown;
use crate::systems::prelude::*;
use crate::values::Value;

use super::acts;
use super::sheet::conditions::is;
use super::state::fighter::fighter;
use super::state::maneuver::Maneuver;
use plan::{Intent, intent};
pub use standing::{life, stands, supplies};

impl Policy for Countdown {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        stands(now, who)
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = fighter(now, who);
        if one.dead() || one.unconscious() {
            None
        } else if one.has(is::FLED) {
            Some("fled")
        } else if one.has(is::SURRENDERED) {
            Some("surrendered")
        } else {
            one.has(is::REMOVED).then_some("out of the fight")
        }
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        life(now, who)
    }

    fn supplies(&self, now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
        supplies(now, who)
    }

    /// Chooses what a combatant declares. On their count, they carry out the declaration or take a better action.
    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<Decided<usize>> {
        let preset = offers.iter().position(|offer| offer.preset)?;
        let who = offers[preset].command.who?;
        let of = |word: &str| {
            let its = |offer: &Offer| {
                let command = &offer.command;
                command.who == Some(who) && command.action == word
            };
            let place = offers.iter().position(its)?;
            let worth = allowed(acts::ACTIONS, mind.now, &offers[place]) != Legal::Absent;
            worth.then_some(place)
        };
        let meant = intent(mind, who);
        let place = if acts::USUAL.is(&offers[preset].command) {
            of(acts::DECLARE.key)
        } else {
            of(meant.action.word())
        };
        Some(Decided::new(place?, meant.why))
    }

    /// Returns the combatants who decide a prompt. At the last count, each holder decides whether to act (CTD-45).
    fn whose(&self, _now: &Encounter, prompt: &Prompt) -> Vec<Id> {
        match &*prompt.question.key {
            "bottom" => prompt.people(),
            _ => Vec::new(),
        }
    }

    /// Fills in a form. Rows that the policy does not set keep their defaults: weapons are picked up, and holders act
    /// on the last count.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut set = Draft::new();
        let who = question.who?;
        let one = fighter(mind.now, who);
        let mut put = |key: &str, value: Value| {
            set.insert(key.to_owned(), value);
        };
        let why = match &*question.key {
            "declare" => {
                let meant = intent(mind, who);
                put("action", Value::Word(meant.action.word().to_owned()));
                if meant.action == Maneuver::Attack {
                    put("weapon", Value::Word(meant.weapon));
                }
                if meant.action.has_target() {
                    put("target", Value::Who(meant.target.into_iter().collect()));
                }
                meant.why
            }
            "attack" | "charge" | "revive" => {
                let Intent {
                    target,
                    weapon,
                    why,
                    ..
                } = intent(mind, who);
                let target = target?;
                if !weapon.is_empty() {
                    put("weapon", Value::Word(weapon));
                }
                put("target", Value::Who(vec![target]));
                put("stand", Value::Flag(true));
                positions(mind, who, target, &mut put);
                why
            }
            "blow" => {
                positions(mind, who, one.planned().target.unwrap_or(who), &mut put);
                "as declared"
            }
            // A prone combatant gets up first, because being prone hampers attacks and defence (CTD-59, CTD-94).
            "cast" | "dodge" | "hold" | "retrieve" => {
                put("stand", Value::Flag(true));
                if one.has(is::PRONE) {
                    "gets up first"
                } else {
                    PROPOSED
                }
            }
            // The GM defines the effect of a spell (CTD-137). In automatic play a spell deals damage, and a save halves
            // it.
            "effect" => {
                put("save", Value::Word("death_ray".to_owned()));
                "damage, half on a save"
            }
            // Fleeing foes are not attacked if the side's tactics spare the fallen.
            "parting" if mind.tactics(who).mercy == Mercy::Spares => {
                let mut near = one.near();
                if !near.any(|other| fighter(mind.now, other).has(is::RUNNING)) {
                    return None;
                }
                put("strikes", Value::Flag(false));
                "lets fleeing enemies go"
            }
            // A combatant who runs does not come back.
            "run" => {
                put("gone", Value::Flag(true));
                "flees for good"
            }
            _ => return None,
        };
        Some(Decided::new(set, why))
    }

    /// Picks the combatants near an impact. A missed shot may hit the allies in the melee (CTD-115). A flask splashes
    /// the combatants who are engaged with its target; the target is not in the list (CTD-120).
    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Decided<Answer>> {
        let Kind::Pick { from, .. } = &prompt.kind else {
            return None;
        };
        let near = |id: &Id| {
            let mut engaged = fighter(mind.now, *id).near();
            match &*prompt.question.key {
                "stray" => engaged.next().is_some(),
                _ => engaged.any(|other| !from.contains(&other)),
            }
        };
        let why = match &*prompt.question.key {
            "stray" => "in the melee",
            "splash" => "near the target",
            _ => return None,
        };
        let near: Vec<Id> = from.iter().copied().filter(near).collect();
        Some(Decided::new(Answer::Picked(near), why))
    }
}

/// Sets the circumstances that a GM would see: flanked, unaware, or taken alive.
fn positions(mind: &Mind<'_>, who: Id, target: Id, put: &mut impl FnMut(&str, Value)) {
    put("flank", Value::Flag(true));
    let unaware = fighter(mind.now, target).has(is::SURPRISED);
    put("sneak", Value::Flag(unaware));
    put("flat", Value::Flag(taken_alive(mind, who, target)));
}

/// Returns true if the attack uses the flat of the weapon. If the tactics spare the fallen, the last foe of a beaten
/// side is taken alive when close to falling (CTD-147).
fn taken_alive(mind: &Mind<'_>, who: Id, target: Id) -> bool {
    let (now, foe) = (mind.now, fighter(mind.now, target));
    let left = mind.left(who, target, life(now, target));
    let side = now.get(who).side;
    let ours = now.members(side).filter(|id| stands(now, *id)).count();
    let theirs = mind.foes(who, |id| stands(now, id)).count();
    mind.tactics(who).mercy == Mercy::Spares
        && ours >= 3 * theirs
        && 4 * left <= foe.hp_max()
        && !foe.is_undead()
}
