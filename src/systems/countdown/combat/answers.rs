//! Answers to a combatant who closes in: braced weapons and long weapons (17.0.1.6, 17.0.1.9).

use super::attack;
use super::circumstances::Purpose;
use super::movement::{self, Movement};
use super::reactions::within_hold;
use super::strike::Strike;
use crate::systems::countdown::says::{Barred, Chance, Says};
use crate::systems::countdown::sheet::{DeclarationPolicy, Options, Weapon};
use crate::systems::countdown::state::{Maneuver, RoundState, fighter};
use crate::systems::prelude::*;

crate::words! {
    /// Answer to a combatant who closes in.
    enum Answer {
        /// Attack with a braced weapon, against a charge (CTD-69).
        Brace = "brace" "braces the weapon",
        /// Attack with a long weapon (CTD-73).
        Reach = "reach" "makes a reach attack",
    }
}

impl Answer {
    /// Returns the effect and the cost of the answer.
    fn price(self) -> &'static str {
        match self {
            Answer::Brace => "double damage, uses the whole turn",
            Answer::Reach => "uses this round's action",
        }
    }
}

/// Announced answer to a combatant who closes in, before its roll.
pub struct Reply {
    strike: Strike,
    /// Movement after the attack.
    way: Movement,
}

/// Returns the reason why a combatant cannot answer with any weapon; `None` if an answer is possible (CTD-21, CTD-69,
/// CTD-73).
fn barred(now: &Encounter, by: Id) -> Option<Barred> {
    let one = fighter(now, by);
    let binding = Options::of(now).declaration_policy() == DeclarationPolicy::Binding;
    let why = match one.plan().map(|plan| plan.action) {
        None => Some(Barred::Undeclared),
        Some(_) if one.acted() => Some(Barred::Acted),
        Some(Maneuver::Dodge) => Some(Barred::Dodging),
        Some(Maneuver::Attack | Maneuver::Hold) => None,
        Some(_) => binding.then_some(Barred::OtherDeclared),
    };
    one.cannot_react().or(why)
}

/// Returns the weapons that can be braced, and the weapons with long reach (CTD-69, CTD-73).
fn weapons(now: &Encounter, by: Id, closer: Id, charge: bool) -> (Vec<Weapon>, Vec<Weapon>) {
    let one = fighter(now, by);
    let mut hands = one.in_hand();
    hands.retain(|weapon| weapon.melee() && within_hold(&one, weapon, closer));
    let quick = one.initiative() >= fighter(now, closer).initiative();
    let mut braced = hands.clone();
    braced.retain(|weapon| charge && quick && weapon.can_set());
    hands.retain(|weapon| weapon.is_reach());
    (braced, hands)
}

/// Asks each opponent, in roster order, if they brace a weapon or make a reach attack (CTD-31, CTD-69, CTD-73).
pub fn ask_replies(
    cx: &mut Resolver<'_>,
    closer: Id,
    with: &[Id],
    charge_at: Option<Id>,
) -> Step<Vec<Reply>> {
    let mut with = with.to_vec();
    with.sort();
    let mut replies = Vec::new();
    for by in with {
        let charge = charge_at == Some(by);
        let (braced, reach) = weapons(cx.now(), by, closer, charge);
        if braced.is_empty() && reach.is_empty() {
            continue;
        }
        if let Some(why) = barred(cx.now(), by) {
            let what = if reach.is_empty() {
                Chance::Braced
            } else {
                Chance::Reach
            };
            cx.note_aside(by, Says::HasNoChance { by, why, what });
            continue;
        }
        let (mover, name) = (cx.name(closer), cx.name(by));
        let title = if charge {
            format!("{mover} charges {name}. Does {name} react?")
        } else {
            format!("{mover} closes in. Does {name} make a reach attack?")
        };
        let reply = cx.form("reply", by, title, |f| {
            let only = match (braced.is_empty(), reach.is_empty()) {
                (false, true) => Some(Answer::Brace),
                (true, false) => Some(Answer::Reach),
                _ => None,
            };
            let label = only.map_or("reacts", Answer::label);
            f.hint(|| only.map_or("", Answer::price));
            if !f.toggle("strikes", label, true) {
                return Ok(None);
            }
            let tell = |answer: &Answer| Choice::of(*answer).hint(answer.price());
            let answer = match only {
                Some(only) => only,
                None => f.option_told("reply", "reaction", Answer::ALL, Answer::Brace, tell),
            };
            let (pool, purpose) = match answer {
                Answer::Brace => (&braced, Purpose::Braced),
                Answer::Reach => (&reach, Purpose::Answer),
            };
            let Some(weapon) = Weapon::ask(f, pool, 0) else {
                return Ok(None);
            };
            let strike = Strike::ask(f, by, weapon, closer, purpose, None);
            let mut way = Movement::default();
            // A combatant who holds another cannot move (CTD-172).
            let moves = purpose == Purpose::Answer && fighter(f.now, by).holding().is_none();
            if moves {
                way.ask_after(f, by, Some(closer));
            }
            Ok(Some(Reply { strike, way }))
        })?;
        match &reply {
            Some(reply) => reply.strike.preview(cx),
            None => cx.note(Says::DoesNotAnswer { by, mover: closer }),
        }
        replies.extend(reply);
    }
    Ok(replies)
}

/// Moves a combatant into melee. Opponents with long weapons may answer, and all opponents in `with` are engaged from
/// the end of the count (CTD-50).
pub fn close_in(cx: &mut Resolver<'_>, closer: Id, with: &[Id]) -> Step<Vec<Reply>> {
    let replies = ask_replies(cx, closer, with, None)?;
    for id in with {
        attack::close_with(cx, closer, *id);
    }
    Ok(replies)
}

/// Rolls the answers, right after the rolls of the action that they answer (CTD-31, CTD-70, CTD-73). An answer is the
/// combatant's whole turn (CTD-181).
pub fn give_replies(cx: &mut Resolver<'_>, replies: &[Reply]) -> Step<()> {
    for Reply { strike, way } in replies {
        let braced = strike.purpose == Purpose::Braced;
        RoundState::acts(cx, strike.by);
        RoundState::change(cx, strike.by, |its| its.rooted |= braced);
        let (by, target) = (strike.by, strike.target);
        let weapon = strike.weapon.name().to_owned().into();
        let said = if braced {
            Says::Meets { by, target, weapon }
        } else {
            Says::AttacksByReach { by, target, weapon }
        };
        cx.act(by, said);
        attack::make(cx, strike, strike.by)?;
        if !braced {
            movement::after(cx, strike.by, way)?;
        }
    }
    Ok(())
}
