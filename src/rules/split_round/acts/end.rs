//! The end of the fight (SPL-133, SPL-134).

use crate::encounter::{Resolver, Step};
use crate::rules::common::conditions::fight_over;
use crate::rules::common::stage;

use crate::rules::split_round::combat::gear;
use crate::rules::split_round::sheet::schema::{FIGHT_OVER, is};
use crate::rules::split_round::state::round::{Phase, Round};
use crate::rules::split_round::state::turn::{Long, Turn};

/// The suggestion is turned down for this round (SPL-133).
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// The fight ends: what lasts for a fight is over, weapons are back in hand; injuries stay (SPL-134).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    stage::over(cx);
    fight_over(
        cx,
        &[
            is::SURPRISED,
            is::NO_ATTACK,
            is::BUMPED,
            is::PRONE,
            is::ADVANTAGE_NEXT,
            is::FRIGHTENED,
            is::UNSEEN_FEAR,
        ],
    );
    for id in cx.now().ids() {
        Turn::clear(cx, id);
        Long::clear(cx, id);
    }
    cx.moment(None, FIGHT_OVER);
    gear::after_fight(cx)?;
    Round {
        phase: Phase::Over,
        went_on: false,
    }
    .put(cx);
    Ok(())
}

/// The fight is taken up again, with a new round.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx);
    Ok(())
}
