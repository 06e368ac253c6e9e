//! Start and end of a turn, the actions left in it, and turns kept for a reaction (`ALT-26`, `ALT-32`, `ALT-33`,
//! `ALT-102`, `ALT-103`).

use crate::encounter::Event;
use crate::systems::prelude::*;

use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::round;
use crate::systems::alternation::state::sides::standing;
use crate::systems::alternation::state::turn::{self, Turn, in_turn, out_of_turn};
use crate::systems::common::moments::{NEXT_TURN, TURN_END};

/// Begins a turn of one character or of a unit (`ALT-26`, `ALT-102`).
pub fn activate(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    turn::begin_turn(cx, who);
    let members = Turn::of(cx.now()).members.clone();
    let said = match members.as_slice() {
        [who] => Says::TakesTurn { who: *who },
        _ => Says::TakeTurnTogether {
            who: members.clone(),
        },
    };
    cx.act(who, said);
    for id in members {
        cx.moment(id, NEXT_TURN);
    }
    Ok(())
}

/// Ends the turn and marks its members as spent. Members of a unit who did nothing keep their turn for a reaction
/// (`ALT-102`, `ALT-103`).
pub fn end_turn(cx: &mut Resolver<'_>) -> Step<()> {
    let turn = Turn::of(cx.now()).clone();
    for id in turn.members.iter().copied() {
        let fighter = Fighter::of(cx.now(), id);
        if fighter.spent() || cx.get(id).has(is::RESERVED) {
            continue;
        }
        let idle = fighter.fresh() && !turn.done.contains(&id);
        let may_wait = standing(cx.now(), id)
            && !cx.get(id).has(is::CARRIED)
            && holder(cx.now(), id).is_none();
        if turn.unit() && idle && may_wait {
            reserve(cx, id, "");
        } else {
            cx.set(id, at::spent, true);
        }
    }
    turn::clear_turn(cx);
    for id in turn.members {
        cx.moment(id, TURN_END);
    }
    round::go_on(cx);
    Ok(())
}

/// Returns the reason why no main action is left; `None` if the combatant has one (`ALT-32`, `ALT-33`).
pub fn no_main(now: &Encounter, who: Id) -> Option<&'static str> {
    let fighter = Fighter::of(now, who);
    if fighter.past_half() {
        Some("moved more than half speed: no actions this turn")
    } else if fighter.sheet().main_used() {
        Some("the main action is already used")
    } else if fighter.sheet().bonus_used() > 1 {
        Some("both actions were used as bonus actions")
    } else {
        None
    }
}

/// Returns the reason why no bonus action is left; `None` if the combatant has one.
pub fn no_bonus(now: &Encounter, who: Id) -> Option<&'static str> {
    let fighter = Fighter::of(now, who);
    let most = if fighter.sheet().main_used() { 1 } else { 2 };
    if fighter.past_half() {
        Some("moved more than half speed: no actions this turn")
    } else if fighter.sheet().bonus_used() >= most {
        Some("the bonus action is already used")
    } else {
        None
    }
}

/// Resolves `deed` as the whole turn of a combatant whose side is to go.
pub fn whole_turn(
    cx: &mut Resolver<'_>,
    who: Id,
    deed: impl FnOnce(&mut Resolver<'_>, Id) -> Step<()>,
) -> Step<()> {
    let inside = in_turn(cx.now(), who);
    if !inside {
        round::activated(cx);
        cx.moment(who, NEXT_TURN);
    }
    deed(cx, who)?;
    if !inside {
        cx.moment(who, TURN_END);
        round::go_on(cx);
    }
    Ok(())
}

/// Switches to another member of the unit.
pub fn switch(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    if Turn::under_way(cx.now()).is_some() {
        Turn::change(cx, |turn| turn.acting = Some(who));
        cx.emit(Event::Turn { who: Some(who) });
    }
    Ok(())
}

/// Keeps the turn of a unit's member for a reaction (`ALT-103`).
fn reserve(cx: &mut Resolver<'_>, who: Id, label: impl Into<Told>) {
    let round = cx.now().round;
    let condition = Condition::new(is::RESERVED).ends(Ends::EndOfRound(round));
    cx.gain(who, condition, label);
}

/// Lets a member of a unit wait, so that they may react later (`ALT-103`).
pub fn wait(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::Waits { who });
    reserve(cx, who, Says::KeepsTurn {});
    out_of_turn(cx, who);
    Ok(())
}
