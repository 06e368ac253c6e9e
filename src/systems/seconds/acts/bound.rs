//! What fear and confusion leave of a turn: which actions are still offered, and flight (SEC-138, SEC-139, T-8).

use crate::encounter::{Condition, Encounter};
use crate::resolver::{Command, Resolver, Step, act, say};
use crate::values::{Id, Words as _};

use super::keys::{ATTACK, COMBO, END_TURN, FLEE, MOVE, OTHER, POSTURE, RUN};
use crate::systems::seconds::combat::confusion::{self, scatter};
use crate::systems::seconds::combat::forfeit;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::tables::Whim;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{Bound, Mind};
use crate::systems::seconds::state::turn::Turn;

/// The words of the actions that are left to somebody whose mind is bound, besides ending the turn.
fn left(bound: Bound) -> &'static [&'static str] {
    match bound {
        Bound::Free | Bound::Lost => &[],
        Bound::Flight => &[FLEE, MOVE, RUN, POSTURE, ATTACK, COMBO, OTHER],
        Bound::Deadliest => &[ATTACK, COMBO],
        Bound::Weakest => &[ATTACK],
        Bound::Throw => &[ATTACK, OTHER],
        Bound::Walk => &[MOVE],
        Bound::Run => &[RUN, MOVE],
    }
}

/// Whether somebody's mind leaves it an action of its turn.
pub fn allows(now: &Encounter, who: Id, command: &Command) -> bool {
    let bound = Mind::of(now, who).bound;
    let action = command.action.as_ref();
    bound == Bound::Free || action == END_TURN || left(bound).contains(&action)
}

/// What a bound turn is bound to, for its title.
pub fn told(now: &Encounter, who: Id) -> Option<&'static str> {
    let bound = Mind::of(now, who).bound;
    (bound != Bound::Free).then(|| bound.label())
}

/// Whether somebody may flee: it is bound to (SEC-138).
pub fn flees(now: &Encounter, who: Id) -> bool {
    Mind::of(now, who).bound == Bound::Flight
}

/// Somebody flees by the fastest means it has; with several ways open a die decides (SEC-138).
pub fn flee(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (ways, gone) = cx.form("flee", who, format!("{} flees", cx.name(who)), |f| {
        let ways = f.toggle("ways", "many ways", false);
        let gone = f.toggle("gone", "gets away", false);
        Ok((ways, gone))
    })?;
    act!(cx, who, &[], "{} flees.", cx.name(who));
    if ways {
        scatter(cx, who)?;
    }
    if gone {
        get_away(cx, who)?;
    }
    Ok(())
}

/// Somebody is out of the fight, as fast as it can.
pub fn get_away(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.gain(who, Condition::new(is::FLED), "out of the fight");
    forfeit::helpless(cx, who);
    forfeit::timers(cx, who)
}

/// Whether a table has said what somebody does, so that the GM may put something else in its place (SEC-139).
pub fn whimsical(now: &Encounter, who: Id) -> bool {
    let one = fighter(now, who);
    one.feels(is::CONFUSED) && !one.feels(is::LUCID) && Turn::of(now, who).fresh
}

/// The GM puts another result in the place of a senseless one (SEC-139).
pub fn replace(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "What does {} do instead?", cx.name(who));
    let whim = cx.form("instead", who, title, |f| {
        let all: Vec<Whim> = Whim::ALL
            .iter()
            .copied()
            .filter(|one| !matches!(one, Whim::Longer | Whim::Scream))
            .collect();
        Ok(f.option_of("whim", "does", &all, Whim::Nearest))
    })?;
    act!(cx, who, &[], "{}: {}.", cx.name(who), whim.label());
    confusion::apply(cx, who, whim)
}
