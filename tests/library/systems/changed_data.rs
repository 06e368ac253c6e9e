//! Every number, word and entry of the bundled written systems has an effect that a fight shows. The test makes [small
//! changes](../../mutation.md) in `system.ron` and plays its fights until one of them differs, or the pages of fields
//! and actions do. Changes without an effect are in `tests/data/unnoticed.txt`, with the reason.
//!
//! The suite makes a random selection of the changes. `AFFRAY_DATA=1 cargo test --release --test library changed_data`
//! makes all changes; add `UPDATE_EXPECT=1` to rewrite the page.

#[path = "../../mutants/src/data.rs"]
mod data;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use affray::compendium::Compendium;
use affray::dice::Seed;
use affray::ron_text::Source;
use affray::rules::System;
use affray::setup;
use affray::systems::written::{self, SYSTEM};

use crate::support::fight_file;
use crate::support::seeded_chance::{Chance, number};
use crate::support::wording::Wording;

use super::{assets, played};
use data::DataChange;

/// Number of random changes in the suite.
const DRAWN: usize = 60;

/// Bundled system with its pages and fights.
struct Shown {
    key: &'static str,
    texts: BTreeMap<String, String>,
    /// Fights by file: the text, and what the fight shows.
    fights: Vec<(String, String, String)>,
    pages: String,
}

/// Returns the pages made from a system's data.
fn pages(system: &'static dyn System) -> String {
    assets::fields_page(system.name(), system.schema()) + &assets::actions_page(system)
}

/// Returns what a fight shows, or the point at which it differs from its file.
fn shows(file: &str, text: &str, system: &'static dyn System, of: &Compendium) -> Option<String> {
    let fight = fight_file::read(&Source::new(file, text), &[of]).ok()?;
    let mut wording = Wording::default();
    let page = played::page(&fight, system, of, &mut wording, None).ok()?;
    Some(page + &wording.page())
}

impl Shown {
    fn of(key: &'static str) -> Self {
        let files = written::bundled_files(key).expect("it comes along");
        let texts = files
            .into_iter()
            .map(|(name, text)| (name, text.to_owned()));
        let texts: BTreeMap<_, _> = texts.collect();
        let system: &'static dyn System =
            written::read_texts(key, &texts, str::to_owned).expect("it is right");
        let (compendium, _) = Compendium::built_in(system);
        let its = format!("{}/assets/{key}/fights", env!("CARGO_MANIFEST_DIR"));
        let its = fs::read_dir(its).expect("its fights");
        let its = its.map(|file| file.expect("a file").path());
        let ours = fight_file::files(system)
            .into_iter()
            .chain(its)
            .map(|path| {
                let text = fs::read_to_string(&path).expect("text");
                (path.display().to_string(), text)
            });
        let fights = ours.map(|(file, text)| {
            let page = shows(&file, &text, system, &compendium).expect("it goes as written");
            (file, text, page)
        });
        Self {
            key,
            fights: fights.collect(),
            pages: pages(system),
            texts,
        }
    }

    fn text(&self) -> &str {
        &self.texts[SYSTEM]
    }

    /// Returns true if a test notices a change. `first` is the order of the fights; fights that noticed the last
    /// changes come first.
    fn notices(&self, change: &DataChange, first: &mut Vec<usize>) -> bool {
        let mut texts = self.texts.clone();
        let text = texts.get_mut(SYSTEM).expect("its file");
        text.replace_range(change.start..change.end, &change.with);
        // A change that the reader refuses counts as noticed.
        let Ok(system) = written::read_texts(self.key, &texts, str::to_owned) else {
            return true;
        };
        let (compendium, wrong) = Compendium::built_in(system);
        if !wrong.is_empty()
            || !setup::bundled(&compendium).1.is_empty()
            || pages(system) != self.pages
        {
            return true;
        }
        let place = first.iter().position(|nth| {
            let (file, text, page) = &self.fights[*nth];
            let shown = catch_unwind(AssertUnwindSafe(|| shows(file, text, system, &compendium)));
            !shown.is_ok_and(|shown| shown.as_ref() == Some(page))
        });
        if let Some(place) = place {
            let by = first.remove(place);
            first.insert(0, by);
        }
        place.is_some()
    }

    /// Formats a change: the entry, and the text around it.
    fn told(&self, change: &DataChange) -> String {
        let (text, key, entry) = (self.text(), self.key, &change.entry);
        let around = |from: usize, to: usize| {
            let part = text.get(from..to).unwrap_or_default();
            part.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let line = text[..change.start].rfind('\n').map_or(0, |end| end + 1);
        let mut from = change.start.saturating_sub(40).max(line);
        from = (from..=change.start)
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(line);
        let to = text[change.end..].find('\n').unwrap_or_default() + change.end;
        let to = (change.end..=to).take(25).last().unwrap_or(to);
        format!(
            "{key}{entry}: {} <{} => {}> {}",
            around(from, change.start),
            around(change.start, change.end),
            change.with,
            around(change.end, to)
        )
    }

    /// Returns the changes that no test notices.
    fn unnoticed(&self, changes: &[DataChange]) -> BTreeSet<String> {
        let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeSet::new()));
        std::thread::scope(|scope| {
            let workers = std::thread::available_parallelism().map_or(1, usize::from);
            for _ in 0..workers {
                scope.spawn(|| {
                    let mut first: Vec<usize> = (0..self.fights.len()).collect();
                    while let Some(change) = changes.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if !self.notices(change, &mut first) {
                            found.lock().expect("a list").insert(self.told(change));
                        }
                    }
                });
            }
        });
        found.into_inner().expect("a list")
    }
}

#[test]
fn every_part_of_the_bundled_written_systems_has_an_effect() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/unnoticed.txt");
    let known = fs::read_to_string(&page).unwrap_or_default();
    let all = number("AFFRAY_DATA").is_some();
    let mut unnoticed = BTreeSet::new();
    for key in written::bundled().iter().map(|one| one.key()) {
        let shown = Shown::of(key);
        let mut changes = data::changes(shown.text());
        if !all {
            let mut chance = Chance::at(Seed(1), 0, key);
            let mut drawn = || chance.of(&changes).expect("a change").clone();
            changes = (0..DRAWN / 2).map(|_| drawn()).collect();
        }
        unnoticed.extend(shown.unnoticed(&changes));
    }
    let told: String = unnoticed.iter().map(|row| format!("{row}\n")).collect();
    if all {
        expect_test::expect_file![&page].assert_eq(&told);
    }
    let new: Vec<&String> = unnoticed
        .iter()
        .filter(|row| !known.lines().any(|line| line == *row))
        .collect();
    assert!(all || new.is_empty(), "nothing notices {new:#?}");
}
