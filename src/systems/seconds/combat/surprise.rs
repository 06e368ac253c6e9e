//! Flat-footed: effect of surprise on defences (SEC-18, SEC-19).

use crate::systems::common::moments::NEXT_TURN;
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::options::{FlatFooted, Options, SurpriseLasts};
use crate::systems::seconds::state::sight::{self, Sight};

/// Returns true if a combatant is flat-footed against an attacker (SEC-18).
pub fn flat_footed(now: &Encounter, defender: Id, attacker: Id) -> bool {
    let conditions = now.get(defender).conditions.iter();
    let mut marks = conditions.filter(|one| one.key == is::FLAT_FOOTED.0);
    marks.any(|one| one.by.is_none_or(|by| by == attacker))
}

/// Returns true if a target does not know of its attacker and is surprised: the default of the GM's checkbox (SEC-18).
pub fn unaware(now: &Encounter, defender: Id, attacker: Id) -> bool {
    let unseen = || sight::hides_from(now, attacker, defender);
    flat_footed(now, defender, attacker) || unseen()
}

/// Returns the penalty of a flat-footed combatant on a defence against an attacker (SEC-87).
pub fn penalty(now: &Encounter, defender: Id, attacker: Id) -> i64 {
    -i64::from(flat_footed(now, defender, attacker))
}

/// Returns true if a combatant may not defend at all, by the optional reading of flat-footed (RD-18).
pub fn defenceless(now: &Encounter, defender: Id) -> bool {
    let read = Options::of(now).flat_footed() == FlatFooted::NoDefence;
    read && now.get(defender).has(is::FLAT_FOOTED)
}

/// Surprises a combatant, by one attacker or by all (SEC-18, SEC-19).
pub fn mark(cx: &mut Resolver<'_>, victim: Id, by: Option<Id>) {
    let mut mark = Condition::new(is::FLAT_FOOTED)
        .ends(Ends::at(NEXT_TURN))
        .because(Says::Surprised {});
    mark.by = by;
    let mut had = cx.get(victim).conditions.iter();
    if !had.any(|one| one.key == mark.key && one.by == by) {
        cx.gain(victim, mark, Says::FlatFooted {});
    }
}

/// Reveals a hiding combatant (RD-61).
pub fn reveal(cx: &mut Resolver<'_>, id: Id) {
    cx.note(Says::NoLongerHides { who: id });
    Sight::change(cx, id, |sight| {
        sight.hidden = None;
        sight.behind = false;
        sight.noticed.clear();
    });
}

/// Ends surprise for the targets after the attacks of an action, if it lasts for one action only (RD-19).
pub fn action_over(cx: &mut Resolver<'_>, attacker: Id, targets: &[Id]) {
    if Options::of(cx.now()).surprise_lasts() == SurpriseLasts::ThisAction {
        for id in targets {
            let own = |one: &Condition| one.key == is::FLAT_FOOTED.0 && one.by == Some(attacker);
            cx.lose_over(
                *id,
                own,
                |_| "flat-footed".to_owned(),
                Says::SurpriseOver {},
            );
        }
    }
}
