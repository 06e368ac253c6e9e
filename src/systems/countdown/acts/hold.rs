//! Held actions, which come later in the round or just before a caster acts (17.0.1.6, 17.0.13).

use super::acting::ask;
use crate::systems::common::sides::sees;
use crate::systems::countdown::combat::{Movement, Outcome, legal, movement};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::at;
use crate::systems::countdown::state::{Hold, Maneuver, Round, RoundState, fighter};
use crate::systems::prelude::*;

/// Holds the action until later in the round, until another combatant acts, or until just before a caster acts (CTD-40
/// to CTD-47).
pub fn hold(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let mut plan = fighter(cx.now(), who).planned();
    let casts = plan.action == Maneuver::Cast || !plan.spell.is_empty();
    let (hold, way) = ask(cx, who, Maneuver::Hold, |f| {
        let hold = ask_hold(f, who, plan.hold, casts);
        // A combatant who holds another in a grapple cannot move (CTD-172).
        let way = match fighter(f.now, who).holding() {
            Some(_) => Movement::default(),
            None => movement::ask_way(f, who)?,
        };
        Ok((f.need(hold, NOBODY)?, way))
    })?;
    Round::change(cx, |round| round.first = None);
    plan.hold = hold;
    plan.round = cx.now().round;
    // A declared spell stays declared: its name is kept (CTD-20).
    plan.action = Maneuver::Hold;
    plan.put(cx, who);
    RoundState::change(cx, who, |its| {
        its.hold = hold;
        // A combatant who joined this count and holds again leaves it.
        its.joined = None;
    });
    let said = match hold {
        Hold::For(other) => Says::HoldsUntil { who, other },
        Hold::Before(other) => Says::DelaysSpell { who, other },
        Hold::Open | Hold::None => Says::Holds { who },
    };
    cx.act(who, said);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        cx.set(who, at::acted, true);
        RoundState::change(cx, who, |its| its.hold = Hold::None);
    }
    Ok(())
}

crate::words! {
    /// Duration of a hold.
    enum Until {
        /// Hold until the GM releases the combatant (CTD-42).
        Open = "open" "until the GM decides",
        /// Hold until another combatant acts (CTD-41).
        For = "for" "until a combatant acts",
        /// Hold until just before another caster's spell (CTD-47).
        Before = "before" "until just before a spell",
    }
}

/// Error for a hold that names no combatant to wait for.
pub const NOBODY: &str = "pick the combatant to wait for";

/// Asks for the details of a hold, declared or taken on the combatant's count; `None` while no combatant is named. If
/// `casts` is true, the hold may wait to cast before another caster.
pub fn ask_hold(f: &mut Form<'_>, who: Id, preset: Hold, casts: bool) -> Option<Hold> {
    let now = f.now;
    let waits = |hold: fn(Id) -> Hold| -> Vec<Id> {
        let others = now.present().filter(|id| *id != who);
        others
            .filter(|id| legal::no_wait(now, who, hold(*id)).is_none())
            .collect()
    };
    let others = waits(Hold::For);
    let casters = if casts {
        waits(Hold::Before)
    } else {
        Vec::new()
    };
    let mut all = vec![Until::Open];
    if !others.is_empty() {
        all.push(Until::For);
    }
    if !casters.is_empty() {
        all.push(Until::Before);
    }
    let (until, last) = match preset {
        Hold::For(id) if others.contains(&id) => (Until::For, Some(id)),
        Hold::Before(id) if casters.contains(&id) => (Until::Before, Some(id)),
        _ => (Until::Open, None),
    };
    // Naming a combatant also selects the wait for that combatant, so that one letter fills in both rows.
    let named = others.contains(&f.pick_ahead("for", who));
    let until = match until {
        Until::Open if named => Until::For,
        until => until,
    };
    match f.option_of("until", "waits", &all, until) {
        Until::Open => {
            if !named && !others.is_empty() {
                let from = || others.iter().copied();
                barred(f, who, Hold::For).pick("for", "waits for", from, 0, 1, Vec::new());
            }
            Some(Hold::Open)
        }
        Until::For => ask_whom(f, who, &others, last, Hold::For),
        Until::Before => ask_whom(f, who, &casters, last, Hold::Before),
    }
}

/// Asks which combatant to wait for. The default is the last choice, else a foe, else any other combatant.
fn ask_whom(
    f: &mut Form<'_>,
    who: Id,
    list: &[Id],
    last: Option<Id>,
    hold: fn(Id) -> Hold,
) -> Option<Hold> {
    let now = f.now;
    let from = || list.iter().copied();
    let last = last.filter(|id| list.contains(id));
    let foe = from().find(|id| !now.allied(*id, who) && sees(now, who, *id));
    let first = last.or(foe).or(list.first().copied());
    barred(f, who, hold)
        .pick_one("for", "waits for", from, first)
        .map(hold)
}

/// Adds the reasons why the hold cannot wait for other standing combatants.
fn barred<'f, 'a>(f: &'f mut Form<'a>, who: Id, hold: fn(Id) -> Hold) -> &'f mut Form<'a> {
    let now = f.now;
    let up = now.present().filter(|id| fighter(now, *id).up());
    f.barred(up.filter_map(|id| Some((id, legal::no_wait(now, who, hold(id))?))))
}
