//! Stages of a fight: its start, its end, and its continuation after the end.

use crate::encounter::says::Says;
use crate::encounter::{Event, Stage};
use crate::rules::Legal;
use crate::systems::common::moments::FIGHT_OVER;
use crate::systems::prelude::*;

pub fn begins(cx: &mut Resolver<'_>) {
    to(cx, Stage::Fighting, Says::FightBegins {});
}

/// Ends the fight and all conditions that last until its end. The log names the side that is `left` if there is only
/// one. The players do not learn the name of a side whose members are all hidden.
pub fn over(cx: &mut Resolver<'_>, left: &[SideId]) {
    let now = cx.now();
    let is_seen = |side: SideId| now.members(side).any(|id| !now.get(id).hidden);
    let text = match left {
        [side] if is_seen(*side) => Says::FightOverFor { side: *side },
        _ => Says::FightOver {},
    };
    to(cx, Stage::Over, text);
    cx.moment(None, FIGHT_OVER);
}

/// Resumes a fight that was over.
pub fn again(cx: &mut Resolver<'_>) -> Step<()> {
    to(cx, Stage::Fighting, Says::FightGoesOn {});
    Ok(())
}

/// Returns the legality of continuing a fight that is over. Between two fights, no fight can continue.
pub fn may_go_on(now: &Encounter) -> Legal {
    Legal::when(now.stage == Stage::Over)
}

fn to(cx: &mut Resolver<'_>, stage: Stage, text: Says) {
    let text = text.into();
    cx.emit(Event::Staged { stage, text });
}
