//! Automatic play: the use of a turn's seconds, weapons and targets.
//!
//! Defences keep their default, which is the best defence. Area attacks and delayed attacks require knowledge of
//! positions; only reckless combatants use them.

mod worth;

use std::cmp::Reverse;

use crate::encounter::{Mercy, Nerve};
use crate::resolver::{Draft, Question};
use crate::rules::{Decided, Mind, Offer, Policy};
use crate::systems::prelude::*;
use crate::systems::seconds::Seconds;
use crate::values::Value;

use super::acts;
use super::combat::circumstances::keyed;
use super::combat::form::unusable;
use super::combat::gear::no_hands;
use super::sheet::conditions::is;
use super::sheet::schema::Posture;
use super::sheet::weapon::Weapon;
use super::state::fighter::fighter;
use super::state::minds;
use super::state::sides;
use super::state::turn::{Turn, seconds};
use worth::{Arm, Foe};

/// Returns true if the combatant still counts for its side (SEC-190).
pub fn stands(now: &Encounter, who: Id) -> bool {
    sides::fights(now, who)
}

/// Returns current Toughness, and Toughness before wounds.
pub fn life(now: &Encounter, who: Id) -> (i64, i64) {
    let one = fighter(now, who);
    let toughness = one.toughness();
    let most = (toughness + one.body.wounds()).max(1);
    (toughness.max(0), most)
}

impl Policy for Seconds {
    fn stands(&self, now: &Encounter, who: Id) -> bool {
        stands(now, who)
    }

    fn left(&self, now: &Encounter, who: Id) -> Option<&'static str> {
        let one = fighter(now, who);
        if one.dead() || one.helpless() {
            None
        } else if one.has(is::FLED) {
            Some("fled")
        } else {
            one.has(is::REMOVED).then_some("out of the fight")
        }
    }

    fn life(&self, now: &Encounter, who: Id) -> (i64, i64) {
        life(now, who)
    }

    /// Chooses the use of the next seconds of a turn.
    fn start(&self, mind: &Mind<'_>, offers: &[Offer]) -> Option<Decided<usize>> {
        let place = |action: &crate::rules::Action| {
            let may = |offer: &Offer| {
                let command = &offer.command;
                action.is(command) && action.allows(mind.now, command) == crate::rules::Legal::Yes
            };
            offers.iter().position(may)
        };
        place(&acts::END_TURN)?;
        let (now, who) = (mind.now, mind.now.turn?);
        // Fear determines the action (SEC-138).
        if let Some(flees) = place(&acts::FLEE) {
            return Some(Decided::new(flees, "panicked"));
        }
        if Turn::of(now, who).carried.is_some() {
            return None;
        }
        let one = fighter(now, who);
        let aim = aim(mind, who);
        // A combatant without any foe left does not move.
        if aim.is_none() && mind.foes(who, |id| stands(now, id)).next().is_none() {
            return Some(Decided::new(place(&acts::END_TURN)?, "no enemy is left"));
        }
        let enough = mind.had_enough(who, stands, life);
        if enough || aim.is_none() {
            // A run takes at least three seconds; with fewer left it continues into the next turn (SEC-51).
            let runs = place(&acts::RUN).filter(|_| seconds(now, who) >= 3);
            let why = if enough {
                "gives up"
            } else {
                "no enemy can be harmed"
            };
            let away = runs.or_else(|| place(&acts::END_TURN))?;
            return Some(Decided::new(away, why));
        }
        if one.posture() == Posture::Prone
            && let Some(rises) = place(&acts::POSTURE)
        {
            return Some(Decided::new(rises, "stands up first"));
        }
        let (target, best) = aim?;
        let foe = Foe::of(mind, who, target);
        let worth = |weapon: &Weapon| {
            let arm = Arm::of(now, who, weapon.clone());
            arm.map_or(0, |arm| arm.worth(&foe))
        };
        let at_hand = worth(&best);
        let readier = |fit: &dyn Fn(&Weapon) -> bool| {
            let mut better = one.arms().filter(|weapon| fit(weapon));
            better.any(|weapon| worth(&weapon) > 2 * at_hand)
        };
        let unloaded =
            |weapon: &Weapon| weapon.drawn() && weapon.needs_reload() && !weapon.loaded();
        let stowed = |weapon: &Weapon| {
            !weapon.drawn() && !weapon.item_destroyed() && no_hands(now, who, weapon).is_none()
        };
        // The rules check an action only if its rare condition holds.
        let when = |holds: bool, action| holds.then(|| place(action)).flatten();
        let loads = || when(readier(&unloaded), &acts::RELOAD);
        let draws = || when(readier(&stowed), &acts::GEAR);
        let enters = || when(host(mind, who).is_some(), &acts::POSSESS);
        let combines = || when(best.melee() && plain(&best), &acts::COMBO);
        let strikes = || place(&acts::ATTACK);
        let ways: [(&dyn Fn() -> Option<usize>, &'static str); 5] = [
            (&enters, "weak Will"),
            (&loads, "loads a better weapon"),
            (&draws, "better weapon"),
            (&combines, "most damage"),
            (&strikes, mind.aims(who)),
        ];
        let mut ways = ways.into_iter();
        ways.find_map(|(place, why)| Some(Decided::new(place()?, why)))
    }

    /// Fills in a form. All other questions keep their defaults.
    fn fill(&self, mind: &Mind<'_>, question: &Question) -> Option<Decided<Draft>> {
        let mut set = Draft::new();
        let who = question.who?;
        let mut put = |key: &str, value: Value| {
            set.insert(key.to_owned(), value);
        };
        let why = match &*question.key {
            // A combatant who runs does not come back.
            "flee" | "run" => {
                put("gone", Value::Flag(true));
                "leaves the fight"
            }
            "possess" => {
                put("target", Value::Who(vec![host(mind, who)?]));
                "weakest Will"
            }
            "attack" | "combo" => {
                let (target, weapon) = aim(mind, who)?;
                let begun = Turn::of(mind.now, who).carried.is_some();
                // A single attack has one block of rows; the blocks of a combo are numbered.
                let blocks: &[&str] = match &*question.key {
                    "attack" => &[""],
                    _ => &["1", "2", "3"],
                };
                for block in blocks {
                    put(&keyed("target", block), Value::Who(vec![target]));
                    if !begun {
                        let name = weapon.name().to_owned();
                        put(&keyed("weapon", block), Value::Word(name));
                    }
                }
                if fighter(mind.now, target).has(is::DYING) {
                    "finishes the dying"
                } else {
                    mind.aims(who)
                }
            }
            _ => return None,
        };
        Some(Decided::new(set, why))
    }
}

/// Returns a target and a weapon that can harm it, by the side's tactics. Dying foes come first if the side finishes
/// them. `None` if the combatant can harm no foe.
fn aim(mind: &Mind<'_>, who: Id) -> Option<(Id, Weapon)> {
    mind.once(who, || think(mind, who))
}

fn think(mind: &Mind<'_>, who: Id) -> Option<(Id, Weapon)> {
    let now = mind.now;
    let own = fighter(now, who).flesh;
    let kills = mind.tactics(who).mercy == Mercy::Kills;
    let dying = |id: Id| kills && !fighter(now, id).out() && fighter(now, id).has(is::DYING);
    let open = |id: Id| id != own && !minds::inside(now, id) && (stands(now, id) || dying(id));
    let arms = arms(mind, who);
    let foes = mind.foes(who, open).map(|id| Foe::of(mind, who, id));
    let harmed = foes.filter_map(|foe| Some((best(&arms, &foe)?, foe)));
    let harmed: Vec<(&Arm, Foe)> = harmed.collect();
    // Bodies directed by an ally come last.
    let taken = |id: Id| {
        let within = || minds::occupants(now, id).into_iter().skip(1);
        minds::shared(now, id) && within().any(|mind| now.allied(mind, who))
    };
    let foes = harmed.iter().map(|(_, foe)| foe.id);
    let foes: Vec<Id> = foes.filter(|id| stands(now, *id)).collect();
    let others: Vec<Id> = foes.iter().copied().filter(|id| !taken(*id)).collect();
    let among = if others.is_empty() { foes } else { others };
    let of = |id: Id| harmed.iter().find(|(_, foe)| foe.id == id);
    let left = |id: Id| of(id).map(|(_, foe)| (foe.helpless, foe.toughness));
    let victim = harmed.iter().map(|(_, foe)| foe.id).find(|id| dying(*id));
    let target = victim.or_else(|| mind.target(who, among, left))?;
    let (arm, _) = of(target)?;
    Some((target, arm.weapon.clone()))
}

/// Returns true if a weapon can be part of a combo: it attacks a single combatant without delay.
fn plain(weapon: &Weapon) -> bool {
    !weapon.fills_area() && weapon.delay_seconds() == 0
}

/// Returns the usable weapons, each with a weight of its value: cautious combatants prefer to keep their distance.
fn arms(mind: &Mind<'_>, who: Id) -> Vec<(i64, Arm)> {
    let nerve = mind.tactics(who).nerve;
    let times = |weapon: &Weapon| match nerve {
        Nerve::Cautious if !weapon.melee() => 2,
        Nerve::Reckless if !plain(weapon) => 2,
        _ if !plain(weapon) => 0,
        _ => 1,
    };
    let all = fighter(mind.now, who).arms();
    let may = all.filter(|weapon| times(weapon) > 0 && unusable(mind.now, who, weapon).is_none());
    may.filter_map(|weapon| Some((times(&weapon), Arm::of(mind.now, who, weapon)?)))
        .collect()
}

/// Returns the most promising weapon against a foe.
fn best<'a>(arms: &'a [(i64, Arm)], foe: &Foe) -> Option<&'a Arm> {
    let worth = arms
        .iter()
        .map(|(times, arm)| (times * arm.worth(foe), arm));
    let ranked = worth.filter(|(worth, _)| *worth > 0).enumerate();
    let best = ranked.max_by_key(|(place, (worth, _))| (*worth, Reverse(*place)));
    best.map(|(_, (_, arm))| arm)
}

/// Returns the body to possess: the body with the weakest Will, if at least half of all rolls would succeed. Cautious
/// combatants stay in their own body (SEC-159).
fn host(mind: &Mind<'_>, who: Id) -> Option<Id> {
    let now = mind.now;
    let bonus = fighter(now, who).mind.possession_bonus()?;
    let free = |id: Id| {
        let foe = fighter(now, id);
        stands(now, id) && !foe.object() && !minds::shared(now, id) && !minds::inside(now, id)
    };
    let weakest = mind
        .foes(who, free)
        .min_by_key(|id| fighter(now, *id).will())?;
    let likely = bonus + 3 >= fighter(now, weakest).will();
    let dares = mind.tactics(who).nerve != Nerve::Cautious;
    (likely && dares).then_some(weakest)
}
