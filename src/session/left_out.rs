//! Commands and rulings that could not be replayed after an amendment, and the notice about them.

use super::delta::HistoryEntry;
use crate::encounter::{Encounter, Event, tell};
use crate::resolver::{Command, Taken};
use crate::rules::{self, System};

/// Maximum number of rulings that a notice names.
const MOST_NAMED: usize = 3;

/// Commands and rulings that could not be replayed.
#[derive(Default)]
pub(super) struct LeftOut {
    first: Option<Command>,
    /// Number of inputs that started or answered the skipped commands.
    inputs: usize,
    ruled: Vec<Event>,
    /// Commands that were kept, each with the number of answers and dice that are no longer needed.
    unneeded: Vec<(Command, usize)>,
    /// True if the previous pending command was skipped. The steps without a combatant after a skipped command are
    /// skipped too.
    pub(super) turn: bool,
    /// Number of pending commands that came before the last automatic step and now, in the amended fight, come after
    /// it.
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
            // The other events of the ruling belong to this action.
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

    /// Adds the answers and typed dice that a finished command no longer asked for.
    pub(super) fn add_unneeded(&mut self, command: &Command, taken: &[Taken], used: &[bool]) {
        let unneeded = taken
            .iter()
            .zip(used)
            .enumerate()
            .filter(|(place, (one, used))| {
                let Taken::Given(given) = one else {
                    return false;
                };
                let counts = Taken::answer(taken, &given.question);
                given.by_hand && !**used && counts.is_some_and(|(last, _)| last == *place)
            });
        match unneeded.count() {
            0 => {}
            many => self.unneeded.push((command.clone(), many)),
        }
    }

    /// Adds rulings and corrections that could not be kept.
    pub(super) fn lose(&mut self, events: impl IntoIterator<Item = Event>) {
        self.ruled.extend(events);
    }

    /// Returns the notice for the GM.
    pub(super) fn told(self, system: &dyn System, now: &Encounter) -> Vec<String> {
        let named = |command: &Command| {
            let who = command.who.and_then(|id| now.find(id));
            let who = who.map_or(String::new(), |one| format!(" by {}", one.name));
            let action = rules::action(system, command).map_or("it", |action| action.label);
            format!("\"{action}\"{who}")
        };
        let unneeded = self.unneeded.iter().map(|(command, many)| {
            let whose = command.who.and_then(|id| now.find(id));
            let whose = whose.map_or(String::new(), |one| format!("{}'s ", one.name));
            let of = match rules::action(system, command) {
                Some(action) => format!(" of {whose}\"{}\"", action.label),
                None => String::new(),
            };
            match many {
                1 => format!("1 later answer{of} no longer applies and is dropped"),
                many => format!("{many} later answers{of} no longer apply and are dropped"),
            }
        });
        let unneeded: Vec<String> = unneeded.collect();
        let first = self.first.map(|command| {
            let inputs = self.inputs;
            let many = if inputs > 1 { "inputs" } else { "input" };
            format!(
                "later choices are no longer possible, starting with {}: {inputs} {many} skipped",
                named(&command)
            )
        });
        let commands = unneeded.into_iter().chain(first);
        commands.chain(lost(&self.ruled, now)).collect()
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
    // The notice needs the names of combatants that never joined.
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
