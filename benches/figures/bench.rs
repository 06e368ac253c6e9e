//! What all subjects of a run share: the table, the fights that were played for it, and what stands beside Affray.

use std::cell::OnceCell;

use affray::systems;
use tempfile::TempDir;

use crate::fights::{self, Stands};
use crate::programs::Program;
use crate::table::{Beside, Goal, Measured, Table, Unit};

/// What the subjects share.
pub struct Bench {
    /// Where figures are printed.
    pub table: Table,
    /// The fights that were played so far.
    pub stands: Stands,
    /// For files that are measured.
    pub folder: TempDir,
    hello: OnceCell<Hello>,
    floor: OnceCell<f64>,
}

/// What the program of one line comes to.
#[derive(Clone, Copy)]
pub struct Hello {
    /// From the start to the first screen. Most of it is the kernel's work, which callgrind does not see.
    pub start: Measured,
    /// A key.
    pub key: Option<Measured>,
}

impl Bench {
    /// Nothing is measured yet.
    pub fn new() -> Self {
        Self {
            table: Table::default(),
            stands: Stands::default(),
            folder: fights::folder(),
            hello: OnceCell::new(),
            floor: OnceCell::new(),
        }
    }

    /// A figure whatever the system.
    pub fn row(&mut self, figure: &str, value: Option<Measured>, beside: &Beside, goal: Goal) {
        let values: Vec<Measured> = value.into_iter().collect();
        self.table.row(&["measured"], figure, &values, beside, goal);
    }

    /// A figure of each system.
    pub fn systems(&mut self, figure: &str, values: &[Measured], beside: &Beside, goal: Goal) {
        let systems: Vec<&str> = systems::all().iter().map(|system| system.key()).collect();
        self.table.row(&systems, figure, values, beside, goal);
    }

    /// What the program of one line comes to, measured once.
    pub fn hello(&self) -> Hello {
        *self.hello.get_or_init(|| {
            let program = Program::hello();
            let start = Measured::new(program.started_in(21), Unit::Time);
            let mut running = program.start();
            let key = running.cpu_a_key(50).map(|time| Measured {
                instructions: program.instructions_of_a_key(),
                ..Measured::new(time, Unit::Time)
            });
            running.leave();
            Hello { start, key }
        })
    }

    /// Seconds from a key to the first byte of a program that does nothing else.
    pub fn floor(&self) -> Measured {
        let seconds = self.floor.get_or_init(|| {
            let mut running = Program::floor().start();
            let seconds = running.latency(201);
            running.leave();
            seconds
        });
        Measured::new(*seconds, Unit::Time)
    }
}
