//! A session as it is saved, and how one is taken up again.

use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::amend::LeftOut;
use super::delta::Delta;
use super::fold::Folded;
use super::history::History;
use super::{Session, Waits};
use crate::dice::Seed;
use crate::encounter::{Encounter, Event, Stage, Start};
use crate::rules::System;

/// The format number of session files this program writes. Older ones stay readable.
pub const FORMAT: u32 = 2;

/// A session as it is saved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// [`FORMAT`] of the program that wrote it.
    pub format: u32,
    /// Version of the program that wrote it.
    pub affray: String,
    /// What addresses the dice.
    pub seed: Seed,
    /// What lists of saves show, so that they need not fold the fight.
    #[serde(default)]
    pub summary: Summary,
    /// The encounter before the first command.
    pub start: Start,
    /// How many of the inputs are undone.
    #[serde(default)]
    pub undone: usize,
    /// What happened by itself before the first input; in a fight of an older format, all that had happened.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Delta>,
    /// What each input changed, those that are undone last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Arc<[Delta]>>,
}

/// Where a fight stood when it was saved; nothing hangs on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What the fight is called.
    pub title: String,
    /// Key of its rule system.
    pub system: String,
    /// Round number.
    pub round: u32,
    /// How far it had come.
    pub stage: Stage,
}

impl Session {
    /// Begins a fight. What happens by itself first has happened already.
    ///
    /// # Errors
    /// When no system of that name is among `systems`.
    pub fn new(systems: &[&'static dyn System], start: Encounter, seed: Seed) -> Result<Self> {
        Self::resume(
            systems,
            Saved {
                format: FORMAT,
                affray: env!("CARGO_PKG_VERSION").to_owned(),
                seed,
                summary: Summary::default(),
                start: Start::from(&start),
                opening: Vec::new(),
                inputs: Vec::new(),
                undone: 0,
            },
            &[],
        )
        .map(|(session, _)| session)
    }

    /// Takes a saved fight up again: the snapshot, then the journal's lines. Gives back what happened by itself on
    /// the way, for the journal; usually nothing.
    ///
    /// # Errors
    /// When the system is unknown, the format is newer than this program, or something does not fit together; says
    /// which line or command.
    pub fn resume(
        systems: &[&'static dyn System],
        saved: Saved,
        journal: &[Vec<Delta>],
    ) -> Result<(Self, Vec<Delta>)> {
        if saved.format > FORMAT {
            bail!(
                "the session has format {}, written by Affray {}; this program reads up to format {FORMAT}: update Affray",
                saved.format,
                saved.affray
            );
        }
        let Some(system) = systems
            .iter()
            .find(|system| system.key() == saved.start.system)
        else {
            bail!(
                "the session is of the rule system `{}`, which this program does not have",
                saved.start.system
            );
        };
        let start = saved
            .start
            .encounter(system.key(), system.schema())
            .map_err(anyhow::Error::msg)?;
        check_start(&start)?;
        let mut session = Self {
            system: *system,
            seed: saved.seed,
            history: History::default(),
            folded: Folded::new(start),
            runs: Vec::new(),
            stale: true,
            waits: Waits::Fault(String::new()),
            notice: None,
            left_out: LeftOut::default(),
        };
        session
            .take_line(&saved.opening, false)
            .context("what happened before the first input")?;
        for (number, line) in saved.inputs.iter().enumerate() {
            session
                .take_line(line, true)
                .with_context(|| format!("input {}", number + 1))?;
        }
        for _ in 0..saved.undone {
            session.take_line(&[Delta::Undone], false)?;
        }
        for (number, line) in journal.iter().enumerate() {
            let goes_back = matches!(line.first(), Some(Delta::Undone | Delta::Redone));
            session
                .take_line(line, !goes_back)
                .with_context(|| format!("line {} of the journal", number + 1))?;
        }
        session.folded.remember();
        session.settle()?;
        let deltas = session.history.seal(false);
        Ok((session, deltas))
    }

    /// Makes the changes of a line that was read from a file.
    fn take_line(&mut self, line: &[Delta], input: bool) -> Result<()> {
        for delta in line {
            check_delta(self.base(), &self.history, delta)?;
            self.change(delta.clone())?;
        }
        self.history.seal(input);
        Ok(())
    }

    /// The session as it is saved.
    pub fn save(&self) -> Saved {
        let now = self.base();
        Saved {
            format: FORMAT,
            affray: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            summary: Summary {
                title: now.title.to_string(),
                system: now.system.to_owned(),
                round: now.round,
                stage: now.stage,
            },
            start: Start::from(self.folded.start()),
            opening: self.history.opening().to_vec(),
            inputs: self.history.lines().cloned().collect(),
            undone: self.history.undone(),
        }
    }
}

/// Whether what a change finishes can have happened: `now` is the fight after the last finished command.
fn check_delta(now: &Encounter, history: &History, delta: &Delta) -> Result<()> {
    let mut now = now.clone();
    let mut happen = |events: &[Event]| {
        events.iter().try_for_each(|event| {
            now.accepts(event).map_err(anyhow::Error::msg)?;
            now.apply(event);
            Ok(())
        })
    };
    match delta {
        Delta::Closed(events) | Delta::Corrected(events) => happen(events),
        Delta::Kept(many) => {
            let mut kept = history.pending.iter().take(*many);
            kept.try_for_each(|one| happen(&one.entry.events))
        }
        _ => Ok(()),
    }
}

/// What a start has to be to be folded upon.
fn check_start(start: &Encounter) -> Result<()> {
    let mut names = std::collections::BTreeSet::new();
    for combatant in start.combatants.iter() {
        if combatant.faction.index() >= start.factions.len() {
            bail!(
                "{} belongs to a faction that does not exist",
                combatant.name
            );
        }
        if !names.insert(&combatant.name) {
            bail!("two combatants are called {}", combatant.name);
        }
    }
    for link in start.links.iter() {
        if start.find(link.from).is_none() || start.find(link.to).is_none() {
            bail!("a bond leads to a combatant that does not exist");
        }
    }
    if start.combatants.len() > 10_000 {
        bail!("a fight has at most 10,000 combatants");
    }
    Ok(())
}
