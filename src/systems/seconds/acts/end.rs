//! End of the fight, and its continuation (SEC-190).

use crate::encounter::Event;
use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::after_fight;
use super::round_end::round;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::state::order;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::sides;

/// Ends the fight, and lists dying combatants and lasting afflictions (SEC-190).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let left = sides::left(cx.now());
    stage::over(cx, &left);
    fight_over(cx, &[is::FLAT_FOOTED, is::FLANKED]);
    after_fight::remind(cx);
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Declines the suggested end: the round continues, or another begins.
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    if order::all_done(cx.now()) {
        round(cx)?;
    }
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// Resumes the fight, with the turn that was in progress.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx)?;
    let who = Round::of(cx.now()).acting();
    cx.emit(Event::Turn { who });
    Ok(())
}
