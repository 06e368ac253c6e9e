//! Automatic play: choice of combatants, weapons, targets and reactions.
//!
//! A turn is worth an attack. A counter costs no more than a turn, but a dodge costs an attack. Combatants therefore
//! dodge only hits that would take them out.

use crate::encounter::{Mercy, Nerve};
use crate::resolver::{Answer, Command, Draft, Kind, Prompt, Question};
use crate::rules::{Action, Decided, Mind, Offer, Policy};
use crate::systems::alternation::Alternation;
use crate::systems::prelude::*;
use crate::values::Value;

use super::acts;
use super::acts::turns::no_main;
use super::combat::arms::{self, Arm, Role};
use super::combat::attack::{Attack, Cover, aim};
use super::combat::forecast;
use super::sheet::conditions::is;
use super::sheet::schema::{Carried, at_weapon};
use super::sheet::weapon::{Weapon, weapons};
use super::state::bonds::holder;
use super::state::fighter::Fighter;
use super::state::round::Round;
use super::state::sides::{on_field, standing};
use super::state::turn::leads;

/// Returns true if the combatant is alive, conscious, in the fight and willing (`ALT-122`).
pub fn stands(now: &Encounter, who: Id) -> bool {
    standing(now, who) && !now.get(who).has(is::BROKEN)
}

/// Returns current and maximum health.
pub fn life(now: &Encounter, who: Id) -> (i64, i64) {
    let fighter = Fighter::of(now, who);
    (fighter.health(), fighter.max_health())
}

impl Policy for Alternation {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        stands(now, who)
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = now.get(who);
        if one.has(is::DEAD) || one.has(is::INCAPACITATED) {
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

    /// Chooses the next combatant and their action. Sides are named and passes are made as suggested.
    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<Decided<usize>> {
        let worth = |action: &Action, offer: &Offer| action.is_worth(mind.now, &offer.command);
        let place = |action: &Action| offers.iter().position(|offer| worth(action, offer));
        let going = offers.iter().enumerate();
        let going = going.filter(|(_, offer)| acts::ACTIVATE.is(&offer.command));
        // The strongest attacker acts first: a target who is taken out no longer attacks, and all other combatants can
        // still react.
        let hardest = going.max_by_key(|(place, offer)| {
            let might = offer.command.who.map_or(0, |who| might(mind.now, who));
            (might, std::cmp::Reverse(*place))
        });
        if let Some((place, _)) = hardest {
            return Some(Decided::new(place, "most damage"));
        }
        place(&acts::END_TURN)?;
        let who = mind.now.turn?;
        if mind.now.get(who).has(is::BROKEN) {
            return None;
        }
        let when = |holds: bool, action| holds.then(|| place(action)).flatten();
        let held = || when(holder(mind.now, who).is_some(), &acts::BREAK_FREE);
        let leaves = || when(mind.had_enough(who, stands, life), &acts::SURRENDER);
        let draws = || place(&acts::BONUS).filter(|_| better(mind.now, who).is_some());
        let dares = mind.tactics(who).nerve == Nerve::Reckless;
        let frees = || when(!dares, &acts::FREE_ALLY);
        // The attack follows the suggestion; the reason names its target.
        let strikes = || {
            let proposed = |place: &usize| offers[*place].preset;
            let attacks = place(&acts::ATTACK).filter(proposed);
            attacks.filter(|_| target(mind, who).is_some())
        };
        let ways: [(&dyn Fn() -> Option<usize>, &'static str); 5] = [
            (&leaves, "gives up"),
            (&held, "is held"),
            (&draws, "a better weapon"),
            (&frees, "an ally is held"),
            (&strikes, mind.aims(who)),
        ];
        let mut ways = ways.into_iter();
        ways.find_map(|(place, why)| Some(Decided::new(place()?, why)))
    }

    /// Returns the deciders of a command: the holder of the initiative names the side (ALT-24, ALT-25), and the members
    /// of the side who may act choose among themselves.
    fn chooses(&self, now: &Encounter, command: &Command) -> Vec<Id> {
        let round = Round::of(now);
        if acts::FIRST.is(command) || acts::NEXT.is(command) {
            return now.members(round.holder).collect();
        }
        match (now.turn, command.who) {
            (None, Some(who)) if now.get(who).side == round.go => leads(now, round.go),
            _ => Vec::new(),
        }
    }

    /// Returns the deciders of a prompt: the combatant who may react, or the broken combatant.
    fn whose(&self, now: &Encounter, prompt: &Prompt) -> Vec<Id> {
        match (&*prompt.question.key, &prompt.kind) {
            ("reacts", _) => prompt.people(),
            ("broken", Kind::Form(rows)) => {
                let letters = rows.iter().filter_map(|row| row.key.strip_prefix("fate-"));
                let broken = letters.filter_map(Id::from_letter);
                broken.filter(|id| now.find(*id).is_some()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Fills in a form.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut set = Draft::new();
        let who = question.who?;
        let now = mind.now;
        let why = match &*question.key {
            "attack" => {
                let finished = victim(mind, who);
                let target = finished.or_else(|| target(mind, who))?;
                let near = |arm: &Arm| finished.is_none() || !arm.means.ranged();
                let arms = arms::arms(now, who, &Role::Own);
                let arms = arms.iter().filter(|arm| near(arm));
                if let Some(arm) = arms.max_by_key(|arm| worth(now, who, arm, target)) {
                    set.insert("weapon".to_owned(), Value::Word(arm.key.clone()));
                }
                set.insert("target".to_owned(), Value::Who(vec![target]));
                if finished.is_some() {
                    set.insert("death-blow".to_owned(), Value::Flag(true));
                    "finishes the fallen"
                } else {
                    mind.aims(who)
                }
            }
            // A combatant who turns away is always attacked.
            "opportunity" => {
                set.insert("strikes".to_owned(), Value::Flag(true));
                "an enemy turns away"
            }
            "bonus" => {
                let weapon = better(now, who)?;
                let what = match weapon.carried() {
                    Carried::Dropped => "pick-up",
                    _ => "equip",
                };
                set.insert("what".to_owned(), Value::Word(what.to_owned()));
                set.insert("item".to_owned(), Value::Word(weapon.name().to_owned()));
                "a better weapon"
            }
            // Broken combatants leave the fight.
            "move" if now.get(who).has(is::BROKEN) => {
                set.insert("gone".to_owned(), Value::Flag(true));
                "is broken"
            }
            _ => return None,
        };
        Some(Decided::new(set, why))
    }

    /// Answers prompts, which are reactions in this system.
    fn answer(&self, mind: &Mind<'_>, prompt: &Prompt) -> Option<Decided<Answer>> {
        match (&*prompt.question.key, &prompt.kind) {
            // Reactions in the order of the list.
            ("reacts", Kind::Pick { from, .. }) => {
                let first = Answer::Picked(vec![*from.first()?]);
                Some(Decided::new(first, "in order"))
            }
            ("react", Kind::Choice { options, .. }) => {
                let who = prompt.question.who?;
                let open = |key: &str| options.iter().any(|option| option.key == key);
                let (dodges, counters) = (open("dodge"), open("counter"));
                let (key, why) = match mind.tactics(who).nerve {
                    Nerve::Reckless if counters => ("counter", "reckless"),
                    nerve if dodges && dangerous(mind, who, nerve) => ("dodge", "at risk"),
                    _ if counters && !mind.now.get(who).has(is::BROKEN) => ("counter", "counters"),
                    _ => ("none", "no gain"),
                };
                Some(Decided::new(Answer::Chose(key.to_owned()), why))
            }
            _ => None,
        }
    }
}

/// Returns true if a hit of the acting combatant would take out `who` (`ALT-06`). For cautious combatants, a hit that
/// nearly takes them out is enough.
fn dangerous(mind: &Mind<'_>, who: Id, nerve: Nerve) -> bool {
    let now = mind.now;
    if now.get(who).has(is::BROKEN) || mind.had_enough(who, stands, life) {
        return true;
    }
    let blow = now.turn.map_or(0, |by| {
        let arms = arms::arms(now, by, &Role::Own);
        let blows = arms.iter().map(|arm| worth(now, by, arm, who));
        blows.max().unwrap_or(0)
    });
    let part = match nerve {
        Nerve::Cautious => 3,
        Nerve::Plain | Nerve::Reckless => 2,
    };
    part * blow >= 100 * Fighter::of(now, who).health()
}

/// Chooses a target among standing enemies; broken enemies come last.
fn target(mind: &Mind<'_>, by: Id) -> Option<Id> {
    let now = mind.now;
    let seen = |id: Id| standing(now, id) && !now.get(id).has(is::CONCEALED);
    let left = |id: Id| {
        let broken = now.get(id).has(is::BROKEN);
        (broken, mind.left(by, id, life(now, id)))
    };
    let foes = mind.foes(by, seen);
    let willing: Vec<Id> = foes.filter(|id| stands(now, *id)).collect();
    let open = mind.foes(by, seen).filter(|_| willing.is_empty());
    mind.target(by, willing.iter().copied().chain(open), left)
}

/// Returns a helpless combatant to finish, if the side's tactics allow it (`ALT-47`).
fn victim(mind: &Mind<'_>, by: Id) -> Option<Id> {
    let lies = |id: Id| on_field(mind.now, id) && mind.now.get(id).has(is::INCAPACITATED);
    let kills = mind.tactics(by).mercy == Mercy::Kills;
    let mut foes = mind.foes(by, lies);
    foes.next().filter(|_| kills)
}

/// Returns the average damage of an attack in hundredths of health; negative if the attack deals no damage or is not
/// possible.
fn worth(now: &Encounter, by: Id, arm: &Arm, target: Id) -> i64 {
    if arm.refused.is_some() || arm.means.weapon().is_none() {
        return -1;
    }
    let attack = Attack {
        by,
        means: arm.means.clone(),
        aims: vec![aim(target, Cover::None, false)],
        ..Attack::default()
    };
    forecast::mean(now, &attack, &attack.aims[0])
}

/// Returns the strength of a combatant's attack with its best weapon at hand.
fn might(now: &Encounter, who: Id) -> i64 {
    let rows = Fighter::of(now, who).attacks().iter();
    let held = rows.filter(|row| row.get(at_weapon::carried) == Carried::Held);
    let blows =
        held.map(|row| row.get(at_weapon::dice) * (row.get(at_weapon::die).unwrap_or(6) + 1));
    blows.max().unwrap_or(0)
}

/// Returns a combatant's own dropped weapon that is better than any weapon at hand, if the combatant can pick it up and
/// still attack (`ALT-37`).
fn better(now: &Encounter, who: Id) -> Option<Weapon> {
    if no_main(now, who).is_some() || Fighter::of(now, who).sheet().bonus_used() > 0 {
        return None;
    }
    let might = |weapon: &Weapon| {
        let whole = i64::from(weapon.number()) * i64::from(weapon.sides() + 1);
        if weapon.impaired() { whole / 2 } else { whole }
    };
    let all = weapons(now, who);
    let at_hand = all.iter().filter(|weapon| weapon.unusable().is_none());
    let now_best = at_hand.map(might).max().unwrap_or(0);
    let apart = |weapon: &Weapon| {
        let carried = weapon.carried();
        !weapon.destroyed()
            && !weapon.empty()
            && weapon.row.is_some()
            && matches!(carried, Carried::Stowed | Carried::Dropped)
    };
    let best = all.into_iter().filter(apart).max_by_key(might)?;
    (might(&best) > now_best).then_some(best)
}
