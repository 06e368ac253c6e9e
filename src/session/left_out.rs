//! Commands and rulings that could not be replayed after an amendment, and the notice about them.

use super::delta::HistoryEntry;
use crate::encounter::{Encounter, Event, tell};
use crate::resolver::{Command, Taken};
use crate::rules::{self, System};

/// Limit of rulings that a notice names.
const MOST_NAMED: usize = 3;

/// Commands and rulings that could not be replayed.
#[derive(Default)]
pub(super) struct LeftOut {
    first: Option<Command>,
    /// Number of inputs that started or answered those commands.
    inputs: usize,
    ruled: Vec<Event>,
    /// True if the pending command before was skipped: steps without a combatant that follow belong to it.
    pub(super) turn: bool,
    /// Number of pending commands that came before the last automatic step in the amended fight and now come after it.
    pub(super) passed: usize,
}

impl LeftOut {
    /// Adds a command that was skipped.
    pub(super) fn add(&mut self, entry: &HistoryEntry) {
        let act = |event: &&Event| matches!(event, Event::Act { .. });
        if entry.command.ruling
            && entry.by_hand
            && let Some(ruling) = entry.events.iter().find(act)
        {
            // The other events of the ruling belong to this act.
            self.ruled.push(ruling.clone());
            return;
        }
        let given = entry.taken.iter().filter(|one| match one {
            Taken::Given(given) => given.by_hand,
            Taken::Ruled(_) | Taken::Voided(_) => false,
        });
        let inputs = usize::from(entry.by_hand) + given.count();
        if inputs > 0 {
            self.inputs += inputs;
            self.first.get_or_insert_with(|| entry.command.clone());
        }
    }

    /// Adds rulings and corrections that could not be kept.
    pub(super) fn lose(&mut self, events: impl IntoIterator<Item = Event>) {
        self.ruled.extend(events);
    }

    /// Returns the notice for the GM.
    pub(super) fn told(self, system: &dyn System, now: &Encounter) -> Vec<String> {
        let first = self.first.map(|command| {
            let who = command.who.and_then(|id| now.find(id));
            let who = who.map_or(String::new(), |one| format!(" of {}", one.name));
            let action = rules::action(system, &command).map_or("it", |action| action.label);
            let inputs = self.inputs;
            let many = if inputs > 1 { "inputs" } else { "input" };
            format!(
                "later choices are no longer possible, starting with \"{action}\"{who}: {inputs} {many} left out"
            )
        });
        first.into_iter().chain(lost(&self.ruled, now)).collect()
    }
}

/// Returns the events of the rulings in a command.
pub(super) fn rulings(taken: &[Taken]) -> impl Iterator<Item = Event> + '_ {
    taken.iter().flat_map(|one| match one {
        Taken::Ruled(ruled) => ruled.events.clone(),
        Taken::Given(_) | Taken::Voided(_) => Vec::new(),
    })
}

/// Returns the notice about rulings that could not be kept.
fn lost(events: &[Event], now: &Encounter) -> Option<String> {
    // A combatant that never joined still needs its name in the notice.
    let mut now = now.clone();
    let told: Vec<String> = events
        .iter()
        .enumerate()
        .filter_map(|(place, event)| match event.adjustment() {
            Some((who, by)) => {
                let of_it =
                    |later: &Event| later.adjustment().is_some_and(|(whose, _)| whose == who);
                let counts = by != 0 && !events[place + 1..].iter().any(of_it);
                counts.then(|| "a modifier for a roll that did not happen".to_owned())
            }
            None => {
                let told = tell(event, now.round, &now);
                if now.accepts(event).is_ok() {
                    now.apply(event);
                }
                Some(told.unwrap_or_else(|| "an unlogged change".to_owned()))
            }
        })
        .collect();
    let more = match told.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" And {more} more."),
    };
    let named = &told[..told.len().min(MOST_NAMED)];
    (!told.is_empty()).then(|| {
        format!(
            "GM rulings that are no longer possible: {}{more}",
            named.join(" ")
        )
    })
}
