//! How far a fight has come: it begins, it is over, it goes on after all.

use crate::encounter::{Encounter, Event, Resolver, Stage};

/// The fight begins.
pub fn begins(cx: &mut Resolver<'_>) {
    to(cx, Stage::Fighting, "The fight begins.");
}

/// The fight is over.
pub fn over(cx: &mut Resolver<'_>) {
    to(cx, Stage::Over, "The fight is over.");
}

/// The fight goes on after all.
pub fn again(cx: &mut Resolver<'_>) {
    to(cx, Stage::Fighting, "The fight goes on.");
}

fn to(cx: &mut Resolver<'_>, stage: Stage, text: &str) {
    let text = text.to_owned();
    cx.emit(Event::Staged { stage, text });
}

/// Where a fight stands that is not fought now.
pub fn headline(now: &Encounter) -> Option<String> {
    match now.stage {
        Stage::Setup => Some("setting up".to_owned()),
        Stage::Over => Some("over".to_owned()),
        Stage::Fighting => None,
    }
}
