//! End of the fight (SPL-133, SPL-134).

use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use crate::systems::split_round::combat::gear;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::sides::sides;
use crate::systems::split_round::state::turn::{Long, Turn, long};
use crate::text::counted;

/// Declines the suggested end for this round (SPL-133).
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// Returns the effects still pending if the fight ends now: bleeding and long actions (SPL-28, SPL-72).
pub fn due(now: &Encounter) -> String {
    let mut all: Vec<String> = Vec::new();
    for id in now.present() {
        let (one, name) = (fighter(now, id), now.name(id));
        if one.has(is::BLEEDING) && !one.has(is::DEAD) {
            all.push(format!("{name} is bleeding"));
        }
        if let Some(long) = long(now, id) {
            let left = counted(long.rounds - long.done, "round");
            all.push(format!("{name}: {}, {left} left", long.what));
        }
    }
    all.join("; ")
}

/// Ends the fight, so that its conditions end and weapons are back in hand, but injuries stay (SPL-134).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let left = sides(cx.now());
    stage::over(cx, &left);
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
    gear::after_fight(cx)?;
    Round {
        phase: Phase::Over,
        went_on: false,
    }
    .put(cx);
    Ok(())
}
