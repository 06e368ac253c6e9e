//! Checks of a property for every system ([`each`]), and the minimum number of cases that a test must see of a system
//! ([`Least`]). The minimum depends on the content of the system, so that a small one needs fewer cases than a large
//! one.

use std::path::Path;
use std::sync::Mutex;

use affray::compendium::Compendium;
use affray::rules::System;
use affray::setup;

use crate::support::{fight_file, tiny_system, written_systems};

/// Returns every system, including the tiny system and the written systems that only the tests know. All systems must
/// have the properties.
pub fn systems() -> Vec<&'static dyn System> {
    let mut systems = affray::systems::all().to_vec();
    systems.push(&tiny_system::TINY);
    systems.extend(written_systems::systems());
    systems
}

/// Returns the key of the only system to check; empty for all.
fn only() -> String {
    std::env::var("AFFRAY_SYSTEM").unwrap_or_default()
}

/// Returns true if all systems are checked. Only then must a test also see cases that not every system has.
pub fn of_all() -> bool {
    only().is_empty()
}

/// Checks a property of every system, each in a separate thread, and reports all systems that fail.
/// `AFFRAY_SYSTEM=countdown` checks only Countdown.
#[track_caller]
pub fn each(law: impl Fn(&'static dyn System) + Sync) {
    let only = only();
    let held = |system: &&dyn System| only.is_empty() || only == system.key();
    let systems: Vec<_> = systems().into_iter().filter(held).collect();
    assert!(!systems.is_empty(), "unknown system `{only}`");
    let failed: Mutex<Vec<&str>> = Mutex::default();
    std::thread::scope(|scope| {
        for system in systems {
            let (law, failed) = (&law, &failed);
            let name = std::thread::Builder::new().name(system.key().to_owned());
            let hold = move || {
                let held = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| law(system)));
                if held.is_err() {
                    failed.lock().expect("a list").push(system.key());
                }
            };
            name.spawn_scoped(scope, hold).expect("a thread");
        }
    });
    let failed = failed.into_inner().expect("a list");
    assert!(
        failed.is_empty(),
        "it does not hold of {}",
        failed.join(", ")
    );
}

/// Content of a system that determines the minimum number of cases.
#[derive(Clone, Copy, Debug)]
pub enum Of {
    /// All fights in `tests/fights`.
    Fights,
    /// Bundled encounters of the system.
    Encounters,
}

impl Of {
    fn many(self, system: &'static dyn System) -> usize {
        let compendium = || Compendium::built_in(system).0;
        match self {
            Of::Fights => fight_file::files(system).len(),
            Of::Encounters => setup::bundled(&compendium()).0.len(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Of::Fights => "fights",
            Of::Encounters => "bundled encounters",
        }
    }
}

/// Minimum number of cases, by the content of a system.
#[derive(Clone, Copy, Debug)]
pub struct Least {
    many: usize,
    every: usize,
    of: Of,
    most: usize,
}

impl Least {
    /// Requires a number of cases for each item.
    pub fn each(many: usize, of: Of) -> Self {
        Self::every(many, 1, of)
    }

    /// Requires a number of cases for every few items.
    pub fn every(many: usize, every: usize, of: Of) -> Self {
        Self {
            many,
            every,
            of,
            most: usize::MAX,
        }
    }

    /// Limits the minimum number of cases.
    #[must_use]
    pub fn up_to(mut self, most: usize) -> Self {
        self.most = most;
        self
    }

    /// Returns the number and its explanation: "8 for each of its 12 fights".
    fn expected(self, system: &'static dyn System) -> (usize, String) {
        let (has, words, many) = (self.of.many(system), self.of.words(), self.many);
        let number = (has * many / self.every).clamp(1, self.most);
        let mut why = match self.every {
            1 => format!("{many} for each of its {has} {words}"),
            every => format!("{many} for every {every} of its {has} {words}"),
        };
        if number == self.most {
            why += &format!(", at most {number}");
        }
        (number, why)
    }
}

/// Checks that a test saw enough cases of a system: "12 texts of countdown were read, at least 1272 were expected, 8
/// for each of its 159 fights".
#[track_caller]
pub fn enough(system: &'static dyn System, seen: usize, what: &str, done: &str, least: Least) {
    let (expected, why) = least.expected(system);
    let key = system.key();
    assert!(
        seen >= expected,
        "{seen} {what} of {key} were {done}, at least {expected} were expected, {why}"
    );
}

/// Returns the path of a page about a system from the root. The pages of test systems are next to their code.
pub fn page(system: &dyn System, path: &str) -> std::path::PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut built_in = affray::systems::all().iter();
    let known = path.starts_with("tests/") || built_in.any(|one| one.key() == system.key());
    let written = written_systems::systems();
    let home = if known {
        root.to_owned()
    } else if written.iter().any(|one| one.key() == system.key()) {
        root.join("tests/support/written_systems")
    } else {
        root.join("tests/support/tiny_system")
    };
    let page = home.join(path.replace("KEY", system.key()));
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let folder = page.parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("a folder");
    }
    page
}
