//! Saved form of a session, and functions to resume it.

use std::cell::OnceCell;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::checkpoints::Checkpoints;
use super::delta::Delta;
use super::history::History;
use super::left_out::LeftOut;
use super::open_error::OpenError;
use super::panes::next_revision;
use super::unread_past::Past;
use super::validate::{self, Unfit};
use super::{Session, Waits};
use crate::dice::Seed;
use crate::encounter::check::Known;
use crate::encounter::{Encounter, Event, Stage, Start};
use crate::ron_text::{Checked, Diagnostic, Source, Within, each, read_as};
use crate::rules::{RuleTexts, System};
use crate::systems::written;
use crate::values::at_most;

/// Format number of the session files that Affray reads and writes.
pub(crate) const FORMAT: u32 = 3;

/// Saved form of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// [`FORMAT`] of the version of Affray that wrote the file.
    pub format: u32,
    /// Version of Affray that wrote the file.
    pub affray: String,
    /// Seed of the dice.
    pub seed: Seed,
    /// Summary for lists of saves, which therefore need not apply the fight's events.
    #[serde(default)]
    pub summary: Summary,
    /// Number of undone inputs.
    #[serde(default)]
    pub undone: usize,
    /// Rule texts of a system that is written as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Arc<RuleTexts>>,
    /// State of the fight near its end. This state follows from the other fields, so a full load ignores it.
    #[serde(default, skip_serializing)]
    pub stood: Option<Stood>,
    /// Encounter before the first command.
    pub start: Start,
    /// Changes that happened automatically before the first input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<Delta>,
    /// Changes of each input; undone inputs come last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Arc<[Delta]>>,
}

/// State of a fight while no command was open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stood {
    /// Number of inputs before the state; at least one.
    pub inputs: usize,
    /// Number of finished commands before the state.
    pub commands: usize,
    pub now: Start,
}

/// State of a fight when it was saved, only for display.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// Title of the fight.
    pub title: String,
    /// Key of the fight's rule system.
    pub system: String,
    pub round: u32,
    /// Stage of the fight.
    pub stage: Stage,
    /// Digest of the rule texts of a system that is written as data.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub digest: String,
}

/// Contents of the text of an unread past.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    start: Start,
    #[serde(default)]
    opening: Vec<Delta>,
    inputs: Vec<Arc<[Delta]>>,
}

impl Saved {
    /// Returns the session with its earlier inputs prepended.
    pub(super) fn after(self, past: &Past) -> Result<Self, Diagnostic> {
        let said = past.file().get(past.part()).unwrap_or_default();
        let text = format!("({said}])");
        let written: Written = read_as(&Source::new("the earlier inputs", &text))?;
        let mut inputs = written.inputs;
        inputs.extend(self.inputs);
        Ok(Self {
            start: written.start,
            opening: written.opening,
            inputs,
            ..self
        })
    }
}

impl Summary {
    /// Creates the summary of this encounter.
    pub(super) fn of(now: &Encounter, system: &dyn System) -> Self {
        Self {
            title: now.title.to_string(),
            system: now.system.to_owned(),
            round: now.round,
            stage: now.stage,
            digest: system
                .texts()
                .map_or_else(String::new, |texts| texts.digest()),
        }
    }

    /// Returns a note for lists of fights if the system is missing or has changed; otherwise "".
    pub fn of_system(&self, systems: &[&'static dyn System]) -> &'static str {
        let here = systems.iter().find(|system| system.key() == self.system);
        let texts = here.and_then(|system| system.texts());
        match here {
            None => "missing",
            Some(_) if self.digest.is_empty() => "",
            Some(_) if texts.is_some_and(|texts| texts.digest() == self.digest) => "",
            Some(_) => "changed since",
        }
    }

    /// Updates the summary with more lines of a journal.
    pub(crate) fn after(mut self, lines: impl IntoIterator<Item = Vec<Delta>>) -> Self {
        let mut stood: Vec<(u32, Stage)> = Vec::new();
        let mut undone: Vec<(u32, Stage)> = Vec::new();
        for line in lines {
            let here = (self.round, self.stage);
            let (round, stage) = match line.first() {
                Some(Delta::Undone) => {
                    undone.push(here);
                    // The journal does not contain the inputs before the snapshot.
                    stood.pop().unwrap_or(here)
                }
                Some(Delta::Redone) => {
                    stood.push(here);
                    undone.pop().unwrap_or(here)
                }
                _ => {
                    stood.push(here);
                    undone.clear();
                    here
                }
            };
            (self.round, self.stage) = (round, stage);
            for event in line.iter().flat_map(validate::brings) {
                match event {
                    Event::Round { number, .. } => self.round = *number,
                    Event::Staged { stage, .. } => self.stage = *stage,
                    _ => {}
                }
            }
        }
        self
    }
}

impl Session {
    /// Starts a fight and runs its first automatic steps.
    ///
    /// # Errors
    /// If no system of that name is among `systems`.
    pub fn new(
        systems: &[&'static dyn System],
        start: Encounter,
        seed: Seed,
    ) -> Result<Self, OpenError> {
        Self::resume(
            systems,
            Saved {
                format: FORMAT,
                affray: env!("CARGO_PKG_VERSION").to_owned(),
                seed,
                summary: Summary::default(),
                rules: None,
                start: Start::from(&start),
                opening: Vec::new(),
                inputs: Vec::new(),
                undone: 0,
                stood: None,
            },
            &[],
        )
        .map(|(session, _)| session)
    }

    /// Resumes a saved fight: the snapshot, then the journal's lines. Returns the automatic changes on the way, for the
    /// journal; usually there are no such changes.
    ///
    /// # Errors
    /// If the system is unknown, the format is newer than this program or the files contradict themselves. The error
    /// names the line or command.
    pub fn resume(
        systems: &[&'static dyn System],
        saved: Saved,
        journal: &[Vec<Delta>],
    ) -> Result<(Self, Vec<Delta>), OpenError> {
        Self::go_on(systems, &saved, None, journal)
    }

    /// Resumes a fight whose past is not read: `saved` starts where the past ends.
    pub(crate) fn go_on(
        systems: &[&'static dyn System],
        saved: &Saved,
        past: Option<Past>,
        journal: &[Vec<Delta>],
    ) -> Result<(Self, Vec<Delta>), OpenError> {
        let key = &saved.start.system;
        let here = systems.iter().copied().find(|system| system.key() == key);
        let of = |system: &'static dyn System, past| Self::by(system, saved, past, journal);
        let Some(kept) = &saved.rules else {
            return match here {
                Some(system) => of(system, past),
                None => Err(unknown_system(systems, key)),
            };
        };
        let copy = || written::kept(key, kept);
        match here {
            Some(system) if system.texts().as_ref() == Some(kept) => of(system, past),
            Some(system) => match of(system, past.clone()) {
                Ok((mut session, deltas)) => {
                    let told = "has changed since this fight was saved, so the fight uses the new version and repeats prompts that have changed";
                    session.other_rules = Some(format!("{} {told}", system.name()));
                    Ok((session, deltas))
                }
                Err(why) => {
                    let Ok(copy) = copy() else {
                        return Err(why);
                    };
                    let (mut session, deltas) = of(copy, past)?;
                    session.other_rules = Some(format!(
                        "{} has changed and no longer matches this fight ({why}), so the fight uses its own copy of the rules",
                        system.name()
                    ));
                    Ok((session, deltas))
                }
            },
            None => {
                let Ok(copy) = copy() else {
                    return Err(unknown_system(systems, key));
                };
                let (mut session, deltas) = of(copy, past)?;
                session.other_rules = Some(format!(
                    "the system {} (`{key}`) is missing or has errors, so the fight uses its own copy of the rules",
                    copy.name()
                ));
                Ok((session, deltas))
            }
        }
    }

    /// Resumes a fight with this system.
    fn by(
        system: &'static dyn System,
        saved: &Saved,
        past: Option<Past>,
        journal: &[Vec<Delta>],
    ) -> Result<(Self, Vec<Delta>), OpenError> {
        let (mut session, known) = Self::at_start(system, saved, past)?;
        let opening = session.take_changes(known, &saved.opening);
        opening.within("opening").map_err(Unfit::from)?;
        session.history.seal_behind();
        for (number, line) in saved.inputs.iter().enumerate() {
            let input = session.take_changes(known, line);
            input.within(number).within("inputs").map_err(Unfit::from)?;
            session.history.seal_as(line);
        }
        let undone = u32::try_from(saved.undone).unwrap_or(u32::MAX);
        let can_be = at_most(undone, saved.inputs.len());
        can_be.within("undone").map_err(Unfit::from)?;
        for _ in 0..saved.undone {
            let undone = session.take_changes(known, &[Delta::Undone]);
            undone.within("undone").map_err(Unfit::from)?;
        }
        let mut known = known;
        for (number, line) in journal.iter().enumerate() {
            known = line.iter().fold(known, |known, delta| {
                known.and_from(validate::brings(delta))
            });
            let taken = session.take_changes(known, line);
            taken.map_err(|wrong| Unfit {
                line: Some(number),
                wrong,
            })?;
            match line.first() {
                Some(Delta::Undone | Delta::Redone) => session.history.seal_behind(),
                _ => session.history.seal(),
            };
        }
        session.advance()?;
        let deltas = session.history.seal_behind();
        Ok((session, deltas))
    }

    /// Creates the session before the first change of `saved`, and lists all combatants who are or will be in the
    /// fight.
    fn at_start(
        system: &'static dyn System,
        saved: &Saved,
        past: Option<Past>,
    ) -> Result<(Self, Known), OpenError> {
        if saved.format > FORMAT {
            return Err(OpenError::Newer {
                format: saved.format,
                affray: saved.affray.clone(),
                latest: FORMAT,
            });
        }
        let start = match &past {
            None => validate::start(&saved.start, system),
            // Rulings may set values that are not allowed on a new sheet.
            Some(_) => saved.start.encounter(system.key(), system.schema()),
        };
        let start = start.map_err(|wrong| Unfit::from(wrong.within("start")))?;
        let all = saved
            .opening
            .iter()
            .chain(saved.inputs.iter().flat_map(|line| line.iter()));
        let known = validate::everybody(&start, all);
        let session = Self {
            system,
            other_rules: None,
            seed: saved.seed,
            history: History::after(past.as_ref().map_or(0, Past::commands)),
            past,
            checkpoints: Checkpoints::new(start),
            runs: Vec::new(),
            stale: true,
            waits: Waits::Fault(String::new()),
            notice: None,
            left_out: LeftOut::default(),
            revision: next_revision(),
            menu: OnceCell::new(),
            rows: OnceCell::new(),
        };
        Ok((session, known))
    }

    /// Applies the changes of a line from a file.
    fn take_changes(&mut self, known: Known, line: &[Delta]) -> Checked {
        each(line, |delta| {
            validate::delta(known, self.base(), &self.history, delta)?;
            self.history.apply(delta.clone())?;
            self.follow();
            Ok(())
        })
    }

    /// Returns the session as it is saved. If the past cannot be read, which only a forged file can cause, the saved
    /// session starts after the past.
    pub fn save(&self) -> Saved {
        let recent = self.save_recent();
        match &self.past {
            Some(past) => recent.clone().after(past).unwrap_or(recent),
            None => recent,
        }
    }

    /// Returns the session without the past, as if the fight began after the past.
    pub(super) fn save_recent(&self) -> Saved {
        Saved {
            format: FORMAT,
            affray: env!("CARGO_PKG_VERSION").to_owned(),
            seed: self.seed,
            summary: Summary::of(self.base(), self.system),
            undone: self.history.undone(),
            rules: self.system.texts(),
            stood: None,
            start: self.written(self.checkpoints.start()),
            opening: self.history.opening().to_vec(),
            inputs: self.history.lines().cloned().collect(),
        }
    }
}

/// Creates the error for a fight whose system does not exist.
fn unknown_system(systems: &[&'static dyn System], key: &str) -> OpenError {
    OpenError::UnknownSystem {
        key: key.to_owned(),
        known: systems
            .iter()
            .map(|system| system.key().to_owned())
            .collect(),
    }
}
