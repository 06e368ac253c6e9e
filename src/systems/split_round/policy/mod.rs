//! Automatic play: plans before the dice, counterspells and opportunity attacks.

mod plan;
mod standing;
mod worth;

use crate::encounter::{Mercy, Nerve, PROPOSED};
use crate::resolver::{Draft, Prompt, Question};
use crate::rules::{Decided, Mind, Offer, Policy};
use crate::systems::prelude::*;
use crate::systems::split_round::SplitRound;
use crate::values::Value;

use super::acts::{self, counter};
use super::sheet::conditions::is;
use super::sheet::schema::Whereabouts;
use super::state::fighter::fighter;
use super::state::plan::Main;
use super::state::turn::{Turn, movement_left};
pub use standing::{life, stands, supplies};

impl Policy for SplitRound {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        stands(now, who)
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = fighter(now, who);
        if one.has(is::DEAD) || one.has(is::DOWN) {
            None
        } else if one.has(is::FLED) {
            Some("fled")
        } else {
            one.has(is::SURRENDERED).then_some("surrendered")
        }
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        life(now, who)
    }

    fn supplies(&self, now: &Encounter, who: Id) -> Vec<(&'static str, i64)> {
        supplies(now, who)
    }

    /// Chooses the plan of each combatant in turn. A better weapon is fetched or freed first.
    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<Decided<usize>> {
        let lost = |offer: &Offer| {
            let who = offer
                .command
                .who
                .filter(|_| acts::PREPARE.is(&offer.command));
            who.is_some_and(|who| fetches(mind, who))
        };
        let plans = |offer: &Offer| acts::DECLARE.is(&offer.command);
        let found = offers.iter().position(lost);
        let found = found.map(|place| Decided::new(place, "better weapon"));
        found.or_else(|| {
            let place = offers.iter().position(plans)?;
            Some(Decided::new(place, PROPOSED))
        })
    }

    /// Returns the combatants who decide about a counterspell. Each eligible combatant decides individually (SPL-36).
    fn whose(&self, _now: &Encounter, prompt: &Prompt) -> Vec<Id> {
        match &*prompt.question.key {
            "counter" => prompt.people(),
            _ => Vec::new(),
        }
    }

    /// Fills in a form. Forms that the policy does not know keep their defaults.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        match (&*question.key, question.who) {
            ("declare", Some(who)) => plan::plan(mind, who),
            ("counter", _) => counters(mind),
            // Fleeing foes are not attacked if the side's tactics spare the fallen.
            ("opportunity", Some(by)) if mind.tactics(by).mercy == Mercy::Spares => {
                let runs = |id: Id| Turn::of(mind.now, id).plan.gone;
                let mut foes = mind.foes(by, |id| stands(mind.now, id) && runs(id));
                foes.next()?;
                let set = [("strikes".to_owned(), Value::Flag(false))];
                Some(Decided::new(
                    set.into_iter().collect(),
                    "lets fleeing enemies go",
                ))
            }
            _ => None,
        }
    }
}

/// Returns true if a combatant should recover their first lost weapon, because it is better than the usable weapons.
/// Reckless combatants attack with the weapons they have (SPL-104, SPL-106).
fn fetches(mind: &Mind<'_>, who: Id) -> bool {
    let one = fighter(mind.now, who);
    let at_hand = one.weapons().filter(|weapon| weapon.unusable().is_none());
    let best = at_hand.map(|weapon| worth::harm(&weapon)).max();
    let lies = |place| matches!(place, Whereabouts::Flown | Whereabouts::Stuck);
    let mut lost = one.weapons().filter(|weapon| lies(weapon.place()));
    let dares = mind.tactics(who).nerve == Nerve::Reckless && best.is_some();
    !dares
        && lost.next().is_some_and(|weapon| {
            let near = weapon.place() == Whereabouts::Stuck
                || weapon.feet_away() <= movement_left(mind.now, who);
            near && best.is_none_or(|best| worth::harm(&weapon) > best)
        })
}

/// Returns the bid against a spell. One point of mana has the best ratio of bonus to cost. Cautious combatants with
/// much mana bid the next step. Reckless combatants keep their reaction for an attack (SPL-36, SPL-48).
fn counters(mind: &Mind<'_>) -> Option<Decided<Draft>> {
    let now = mind.now;
    let able = caster(now).and_then(|caster| {
        let mut able = now
            .present()
            .filter(|id| counter::eligible(now, *id, caster));
        able.find(|id| mind.tactics(*id).nerve != Nerve::Reckless)
    });
    let by = able?;
    let rich = fighter(now, by).mana() >= 12;
    let (bid, why) = match mind.tactics(by).nerve {
        Nerve::Cautious if rich => (4, "4 mana against the spell"),
        _ => (1, "1 mana against the spell"),
    };
    let rows = [("counters", Value::Who(vec![by])), ("bid", Value::Int(bid))];
    let rows = rows.map(|(key, value)| (key.to_owned(), value));
    Some(Decided::new(rows.into_iter().collect(), why))
}

/// Returns the caster of the spell that has just begun: the last combatant in the roster with a planned spell, because
/// plans are made in roster order.
fn caster(now: &Encounter) -> Option<Id> {
    let casts = |id: &Id| {
        let turn = Turn::of(now, *id);
        turn.declared && turn.plan.main == Main::Cast
    };
    now.present().filter(casts).last()
}
