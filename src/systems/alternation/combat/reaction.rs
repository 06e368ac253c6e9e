//! Reactions: requirements and costs (`ALT-39`, `ALT-40`, `ALT-58`, `ALT-114`).

use crate::systems::alternation::says::Barred;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::{BrokenReactions, Options};
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round::takes_part;
use crate::systems::alternation::state::sides::standing;
use crate::systems::alternation::state::turn::{Turn, in_turn};
use crate::systems::prelude::*;

/// Reaction to an attack (T-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    Dodge,
    /// Attack on the attacker.
    Counter,
    /// Hiding behind a nearby combatant, who becomes the target.
    Hide,
    /// Guarding by a nearby combatant, who becomes the target.
    Guard,
    /// Attack on a combatant moving away.
    Opportunity,
}

/// Returns true if a combatant can react now.
pub fn can_react(now: &Encounter, who: Id) -> bool {
    no_reaction(now, who).is_none()
}

/// Returns the reason why a combatant cannot react now; `None` if they can. A combatant who reacts must be standing and
/// free, must have a turn or an extra reaction left, and must not be taking a turn (`ALT-39`, `ALT-40`, `ALT-58`,
/// `ALT-90`).
pub fn no_reaction(now: &Encounter, who: Id) -> Option<Barred> {
    let fighter = Fighter::of(now, who);
    let fresh = !fighter.spent()
        || fighter.sheet().reacted()
            && now.get(who).sheet.get(at::reactions_this_round)
                <= fighter.sheet().extra_reactions();
    let one = now.get(who);
    let never = Options::of(now).broken_reactions() == BrokenReactions::No;
    if !standing(now, who) {
        Some(Barred::Out {})
    } else if !takes_part(now, who) {
        Some(Barred::NoPart {})
    } else if !fresh {
        Some(Barred::Acted {})
    } else if in_turn(now, who) {
        Some(Barred::InTurn {})
    } else if holder(now, who).is_some() {
        Some(Barred::Held {})
    } else if one.has(is::CARRIED) {
        Some(Barred::Carried {})
    } else if one.has(is::BROKEN) && never {
        Some(Barred::Broken {})
    } else {
        None
    }
}

/// Returns true if a combatant can use this reaction now; broken combatants only defend themselves (`ALT-114`).
pub fn can(now: &Encounter, who: Id, reaction: Reaction) -> bool {
    let defensive = matches!(reaction, Reaction::Dodge | Reaction::Hide);
    can_react(now, who)
        && (defensive
            || !now.get(who).has(is::BROKEN)
            || Options::of(now).broken_reactions() == BrokenReactions::Any)
}

/// Uses up the turn for a reaction (`ALT-39`).
pub fn spend(cx: &mut Resolver<'_>, who: Id) {
    let made = cx.get(who).sheet.get(at::reactions_this_round);
    cx.set(who, at::spent, true);
    cx.set(who, at::reacted, true);
    cx.set(who, at::reactions_this_round, made + 1);
    cx.lose(who, is::RESERVED, "", "");
    let turn = Turn::of(cx.now());
    if turn.members.contains(&who) && !turn.reacted.contains(&who) {
        Turn::change(cx, |turn| turn.reacted.push(who));
    }
}
