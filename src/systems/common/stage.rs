//! How far a fight has come: it begins, it is over, it goes on after all.

use crate::encounter::{Encounter, Event, Stage};
use crate::resolver::{Resolver, Step};
use crate::rules::Legal;
use crate::systems::common::moments::FIGHT_OVER;

pub fn begins(cx: &mut Resolver<'_>) {
    to(cx, Stage::Fighting, "The fight begins.");
}

/// The fight is over, and with it what lasts as long.
pub fn over(cx: &mut Resolver<'_>) {
    to(cx, Stage::Over, "The fight is over.");
    cx.moment(None, FIGHT_OVER);
}

/// The fight goes on after all.
pub fn again(cx: &mut Resolver<'_>) -> Step<()> {
    to(cx, Stage::Fighting, "The fight goes on.");
    Ok(())
}

/// Whether a fight that is over can go on after all: between two fights there is none.
pub fn may_go_on(now: &Encounter) -> Legal {
    Legal::when(now.stage == Stage::Over)
}

fn to(cx: &mut Resolver<'_>, stage: Stage, text: &str) {
    let text = text.to_owned();
    cx.emit(Event::Staged { stage, text });
}
