//! State of a fight from which it can be simulated.

use crate::encounter::Encounter;
use crate::resolver::{Command, Run, Taken, run};
use crate::rules::{self, System};

/// State of a fight between two commands or during one.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Encounter after all finished commands.
    pub base: Encounter,
    /// Open commands, each on top of the one before it.
    pub open: Vec<Begun>,
}

/// Open command of a state.
#[derive(Clone, Debug)]
pub struct Begun {
    pub command: Command,
    /// Answers and rulings so far.
    pub taken: Vec<Taken>,
    /// Result of the run so far.
    pub run: Run,
}

impl From<Encounter> for Standing {
    fn from(base: Encounter) -> Self {
        Self {
            base,
            open: Vec::new(),
        }
    }
}

impl Standing {
    /// Returns the encounter with the effects of the open commands so far.
    pub fn now(&self) -> &Encounter {
        self.open.last().map_or(&self.base, |begun| &begun.run.now)
    }

    /// Returns the encounter below the open command at `level`.
    pub(super) fn below(&self, level: usize) -> &Encounter {
        match level.checked_sub(1).and_then(|below| self.open.get(below)) {
            Some(begun) => &begun.run.now,
            None => &self.base,
        }
    }
}

/// Runs a command up to the end of its recorded answers.
pub fn begun(system: &dyn System, below: &Encounter, command: Command, taken: Vec<Taken>) -> Begun {
    let run = run(below, &taken, None, |cx| {
        rules::resolve(system, cx, &command)
    });
    Begun {
        command,
        taken,
        run,
    }
}
