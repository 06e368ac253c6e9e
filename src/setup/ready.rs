//! Fights that are ready to start: the fights bundled with a system, and the GM's own fights.

use super::Setup;
use super::file::{read, title_of};
use crate::compendium::Compendium;
use crate::ron_text::{Diagnostic, Source};
use crate::rules::System;

/// Fight that is ready to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyEncounter {
    /// Name of the file, without extension.
    pub name: String,
    pub setup: Setup,
    /// True if the fight comes from a file of the GM.
    pub own: bool,
}

/// Title of a ready fight, for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadyTitle {
    /// Name of the file, without extension.
    pub name: String,
    /// Title of the fight.
    pub title: String,
    /// Description in one line.
    pub description: String,
    /// True if the fight comes from a file of the GM.
    pub own: bool,
    /// First error in the file, which prevents the start of the fight; "" without an error.
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

/// Returns the fights bundled with a system, and the errors in their files. A released program has no such errors.
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

/// Returns the titles of a system's bundled fights, read without its compendium.
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

/// Adds a ready fight, and replaces a fight with the same name.
pub(crate) fn put(all: &mut Vec<ReadyEncounter>, ready: ReadyEncounter) {
    match all.iter_mut().find(|old| old.name == ready.name) {
        Some(old) => *old = ready,
        None => all.push(ready),
    }
}

/// Returns the name of a bundled encounter from its file name.
fn stem(file: &str) -> &str {
    file.trim_end_matches(".ron")
}
