//! Where a fight stands, and with it what it is played on from.

use crate::encounter::Encounter;
use crate::resolver::{Command, Run, Taken, run};
use crate::rules::{self, System};

/// Where a fight stands, between two commands or in the midst of one.
#[derive(Clone, Debug)]
pub struct Standing {
    /// After all finished commands.
    pub base: Encounter,
    /// The commands under way, each lying on the one before it.
    pub open: Vec<Begun>,
}

/// A command under way.
#[derive(Clone, Debug)]
pub struct Begun {
    pub command: Command,
    /// What was answered and ruled so far.
    pub taken: Vec<Taken>,
    /// What it came to so far.
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
    /// The encounter with what the open commands have done so far.
    pub fn now(&self) -> &Encounter {
        self.open.last().map_or(&self.base, |begun| &begun.run.now)
    }

    /// What the command at `level` lies on.
    pub(super) fn below(&self, level: usize) -> &Encounter {
        match level.checked_sub(1).and_then(|below| self.open.get(below)) {
            Some(begun) => &begun.run.now,
            None => &self.base,
        }
    }
}

/// Runs a command as far as what was taken down of it goes.
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
