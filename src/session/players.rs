//! What the players may know of a fight: who is seen, and what happened in words, without their foes' numbers.

use crate::encounter::{Encounter, Event, Id, Line, tell_all};

use super::Session;

/// Whether somebody may be shown to the players.
pub(crate) fn is_seen(now: &Encounter, id: Id) -> bool {
    now.find(id)
        .is_some_and(|combatant| !combatant.hidden && !combatant.gone)
}

/// Whether players run somebody, so that their numbers are no secret.
pub(crate) fn is_players_own(now: &Encounter, id: Id) -> bool {
    let faction = now.find(id).map(|combatant| combatant.faction.index());
    faction
        .and_then(|place| now.factions.get(place))
        .is_some_and(|faction| faction.players)
}

/// Whether a text names somebody who is hidden.
pub(crate) fn gives_away(now: &Encounter, text: &str) -> bool {
    now.combatants
        .iter()
        .any(|one| one.hidden && !one.name.is_empty() && text.contains(&one.name))
}

/// The last lines of the log as the players may read them, newest last; at least `most` of them if there are so many.
pub fn last_lines(session: &Session, most: usize) -> Vec<Line> {
    let now = session.now();
    let mut lines: Vec<Line> = Vec::new();
    for entry in session.history().entries.iter().rev() {
        if lines.len() >= most {
            break;
        }
        let events: Vec<Event> = entry
            .events
            .iter()
            .filter_map(|event| in_words(event, now))
            .collect();
        let told = tell_all(&events, now.round, now);
        lines.extend(
            told.into_iter()
                .rev()
                .filter(|line| line.open && !line.text.is_empty() && !gives_away(now, &line.text)),
        );
    }
    lines.reverse();
    lines
}

/// An event as the players may hear of it, if they may.
fn in_words(event: &Event, now: &Encounter) -> Option<Event> {
    match event {
        Event::Rolled(throw) => {
            if throw.verdict.is_empty() {
                return None;
            }
            let who = throw.who.filter(|who| now.find(*who).is_some());
            let name = who.map_or(String::new(), |who| format!("{}, ", now.name(who)));
            Some(Event::Noted {
                about: who.into_iter().collect(),
                text: format!("{name}{}: {}.", throw.what, throw.verdict),
            })
        }
        Event::Changed { who, .. } => is_players_own(now, *who).then(|| event.clone()),
        Event::Edited { .. }
        | Event::Hid { .. }
        | Event::CombatantRoller { .. }
        | Event::FactionRoller { .. }
        | Event::NobodysRoller { .. } => None,
        _ => Some(event.clone()),
    }
}
