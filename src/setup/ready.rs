//! Fights that are ready to begin: those bundled with a system, and a GM's own.

use super::Setup;
use super::file::{read, title_of};
use crate::compendium::Compendium;
use crate::ron_text::{Diagnostic, Source};
use crate::rules::System;

/// A fight ready to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyEncounter {
    /// The file's name without its ending.
    pub name: String,
    pub setup: Setup,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
}

/// What a list says of a fight that is ready to begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyTitle {
    /// The file's name without its ending.
    pub name: String,
    /// What the fight is called.
    pub title: String,
    /// One line on it.
    pub description: String,
    /// Whether it comes from a file of the GM's and not from the program.
    pub own: bool,
    /// The first mistake in its file, which keeps it from beginning; "" without one.
    pub mistake: String,
}

impl From<&ReadyEncounter> for ReadyTitle {
    fn from(ready: &ReadyEncounter) -> Self {
        Self {
            name: ready.name.clone(),
            title: ready.setup.title.clone(),
            description: ready.setup.description.clone(),
            own: ready.own,
            mistake: String::new(),
        }
    }
}

/// The fights bundled with a system, and what is wrong with their files; nothing, in a released program.
pub fn bundled(compendium: &Compendium) -> (Vec<ReadyEncounter>, Vec<Diagnostic>) {
    let mut ready = Vec::new();
    let mut wrong = Vec::new();
    for (file, text) in compendium.system().assets().encounters {
        let name = compendium.system().file_name(&format!("encounters/{file}"));
        let (setup, mistakes) = read(&Source::new(name, text), &[compendium]);
        wrong.extend(mistakes);
        ready.extend(setup.map(|setup| ReadyEncounter {
            name: stem(file).to_owned(),
            setup,
            own: false,
        }));
    }
    (ready, wrong)
}

/// What lists say of a system's bundled fights, read without its compendium.
pub(crate) fn bundled_titles(system: &dyn System) -> Vec<ReadyTitle> {
    let encounters = system.assets().encounters.iter();
    let titles = encounters.map(|(file, text)| {
        let (title, description) = title_of(&Source::new(*file, text));
        let name = stem(file).to_owned();
        ReadyTitle {
            name,
            title,
            description,
            own: false,
            mistake: String::new(),
        }
    });
    titles.collect()
}

/// Puts a fight among those that are ready; one of that name that is there already goes.
pub(crate) fn put(all: &mut Vec<ReadyEncounter>, ready: ReadyEncounter) {
    match all.iter_mut().find(|old| old.name == ready.name) {
        Some(old) => *old = ready,
        None => all.push(ready),
    }
}

/// The name of a bundled encounter, from that of its file.
fn stem(file: &str) -> &str {
    file.trim_end_matches(".ron")
}
