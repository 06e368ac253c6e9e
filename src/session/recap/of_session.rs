//! Summary of a session, for the GM or for the players.

use super::collect::Collected;
use super::outcome::Recap;
use crate::session::Session;
use crate::session::players_view::{Players, Readers, is_players_own, is_seen};
use crate::values::Id;

impl Recap {
    /// Returns the summary of a fight so far. The summary includes the unread past, unless the past cannot be read.
    pub fn of(session: &Session, readers: Readers) -> Self {
        let whole = session.past.as_ref().map(|past| session.with_past(past));
        match whole {
            Some(Ok(whole)) => Self::told(&whole, readers),
            _ => Self::told(session, readers),
        }
    }

    fn told(session: &Session, readers: Readers) -> Self {
        let mut collected = Collected::new(session.system(), session.checkpoints.start());
        for entry in session.history().entries() {
            collected.command(&entry.command, &entry.events);
        }
        for (open, run) in session.history().open().iter().zip(&session.runs) {
            collected.command(&open.command, &run.events);
        }
        let now = session.now();
        match readers {
            Readers::GameMaster => collected.recap(now, |_| true, |_| true, |_| true),
            Readers::Players => {
                let players = Players::of(session);
                let own = |id| is_players_own(now, id) && is_seen_or_gone(session, id);
                let seen = |id| is_seen_or_gone(session, id);
                let mut recap = collected.recap(now, own, seen, |text| !players.gives_away(text));
                let people = recap.sides.iter_mut().flat_map(|side| &mut side.people);
                for person in people {
                    person.dealt = None;
                }
                for side in &mut recap.sides {
                    side.played = 0;
                }
                for fall in &mut recap.falls {
                    fall.cause.clear();
                }
                recap.rename(|name| players.named_for_players(name));
                recap
            }
        }
    }
}

/// Returns `true` if the players know a combatant, present or gone.
fn is_seen_or_gone(session: &Session, id: Id) -> bool {
    let now = session.now();
    is_seen(now, id) || now.find(id).is_some_and(|one| one.gone && !one.hidden)
}
