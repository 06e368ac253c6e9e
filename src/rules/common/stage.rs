//! How far a fight has come: it begins, it is over, it goes on after all.

use crate::encounter::{Event, Resolver, Stage};

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
