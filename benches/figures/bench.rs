//! State shared by the subjects of a run: the table, the fights played for it, and the figures of programs for
//! comparison.

use std::cell::OnceCell;

use affray::systems;
use tempfile::TempDir;

use crate::fights::{self, Stands};
use crate::programs::Program;
use crate::table::{Beside, Goal, Measured, Table, Unit};

/// State shared by the subjects.
pub struct Bench {
    /// Table in which figures are printed.
    pub table: Table,
    /// Fights played so far.
    pub stands: Stands,
    /// Folder for measured files.
    pub folder: TempDir,
    hello: OnceCell<Hello>,
    floor: OnceCell<f64>,
}

/// Figures of the program with one line.
#[derive(Clone, Copy)]
pub struct Hello {
    /// Instructions from the start to the first screen. Most of the time is the kernel's work, which callgrind does not
    /// see.
    pub start: Measured,
    /// Figure of a key.
    pub key: Option<Measured>,
}

impl Bench {
    /// Creates the state before any measurement.
    pub fn new() -> Self {
        Self {
            table: Table::default(),
            stands: Stands::default(),
            folder: fights::folder(),
            hello: OnceCell::new(),
            floor: OnceCell::new(),
        }
    }

    /// Prints a figure that does not depend on a system.
    pub fn row(&mut self, figure: &str, value: Option<Measured>, beside: &Beside, goal: Goal) {
        let values: Vec<Measured> = value.into_iter().collect();
        self.table.row(&["measured"], figure, &values, beside, goal);
    }

    /// Prints one figure for each system.
    pub fn systems(&mut self, figure: &str, values: &[Measured], beside: &Beside, goal: Goal) {
        let systems: Vec<&str> = systems::all().iter().map(|system| system.key()).collect();
        self.table.row(&systems, figure, values, beside, goal);
    }

    /// Returns the figures of the program with one line, measured once.
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

    /// Returns the seconds from a key to the first byte of a program that does nothing else.
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
