//! Implements `affray stats`, which writes the figures of the party over all saved fights.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::Result;
use serde::Serialize;

use super::environment::{Environment, write_json};
use super::saved_fight::{is_file, tell};
use crate::encounter::Stage;
use crate::rules::System;
use crate::session::Readers;
use crate::session::recap::{PersonRecap, Recap, figures};
use crate::simulate::cores;
use crate::store::{FileIssue, Saves, saves};
use crate::text::{self, counted};
use crate::ui::tutor::Lesson;

/// Fights of one rule system, because damage of two systems cannot be added.
#[derive(Serialize)]
struct Stats {
    /// Key of the system.
    system: String,
    /// Name of the system, for the heading.
    #[serde(skip)]
    name: String,
    /// Titles of the fights.
    fights: Vec<String>,
    rounds: u64,
    /// Figures of each combatant on the players' side.
    party: Vec<Member>,
}

/// Combatant on the players' side.
#[derive(Serialize)]
struct Member {
    /// Number of fights with this combatant.
    fights: u64,
    #[serde(flatten)]
    figures: PersonRecap,
}

impl Stats {
    fn add(&mut self, title: String, recap: &Recap) {
        self.fights.push(title);
        self.rounds += u64::from(recap.rounds);
        let own = recap.sides.iter().filter(|side| side.players);
        for one in own.flat_map(|side| &side.people) {
            let known = |member: &&mut Member| member.figures.name == one.name;
            match self.party.iter_mut().find(known) {
                Some(member) => {
                    member.fights += 1;
                    member.figures.merge(one);
                }
                None => self.party.push(Member {
                    fights: 1,
                    figures: one.clone(),
                }),
            }
        }
    }

    fn write(&self, environment: &mut Environment<'_>) -> Result<()> {
        let many = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
        let fights = counted(many(self.fights.len()), "fight");
        let rounds = counted(i64::try_from(self.rounds).unwrap_or(i64::MAX), "round");
        writeln!(environment.out, "{}: {fights}, {rounds}", self.name)?;
        let people: Vec<PersonRecap> = self.party.iter().map(|one| one.figures.clone()).collect();
        let mut table = figures("", &people);
        table.head.insert(1, "fights".to_owned());
        let fights = self.party.iter().map(|one| one.fights.to_string());
        // The last row shows the totals.
        let fights = fights.chain([self.fights.len().to_string()]);
        for (row, fights) in table.rows.iter_mut().zip(fights) {
            row.insert(1, fights);
        }
        for line in table.lines() {
            writeln!(environment.out, "{}", text::sanitize(&line, usize::MAX))?;
        }
        Ok(())
    }
}

/// Location of a fight.
enum Kept {
    /// Save, by the name of its files.
    Saved(String),
    /// File outside the folder of saves.
    File(PathBuf),
}

impl Kept {
    /// Finds the fight that an argument names.
    fn of(saves: &Saves, fight: &str) -> Result<Self> {
        if is_file(fight) {
            Ok(Self::File(fight.into()))
        } else {
            saves.find(fight).map(Self::Saved)
        }
    }

    fn read(&self, saves: &Saves, systems: &[&'static dyn System]) -> Result<Fought> {
        let resumed = match self {
            Self::Saved(name) => saves.look(name, systems)?,
            Self::File(path) => saves::look_at(path, systems)?,
        };
        let session = resumed.session;
        Ok(Fought {
            system: session.system(),
            title: session.now().title.to_string(),
            recap: Recap::of(&session, Readers::GameMaster),
            told: resumed.told,
        })
    }
}

/// Fight that was read, with the issues of its files.
struct Fought {
    system: &'static dyn System,
    title: String,
    recap: Recap,
    told: Vec<FileIssue>,
}

/// Reads all fights on all available threads, in order.
fn read_all(
    fights: Vec<Result<Kept>>,
    saves: &Saves,
    systems: &[&'static dyn System],
) -> Vec<Result<Fought>> {
    let next = AtomicUsize::new(0);
    let kept: Vec<Option<&Kept>> = fights.iter().map(|fight| fight.as_ref().ok()).collect();
    let reads = || {
        let mut read = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            match kept.get(place) {
                Some(Some(fight)) => read.push((place, fight.read(saves, systems))),
                Some(None) => {}
                None => return read,
            }
        }
    };
    let mut read: BTreeMap<usize, Result<Fought>> = thread::scope(|scope| {
        let others: Vec<_> = (1..cores()).map(|_| scope.spawn(reads)).collect();
        let all = std::iter::once(reads()).chain(others.into_iter().map(|other| {
            other
                .join()
                .unwrap_or_else(|why| std::panic::resume_unwind(why))
        }));
        all.flatten().collect()
    });
    let fights = fights.into_iter().enumerate();
    fights
        .filter_map(|(place, fight)| match fight {
            Ok(_) => read.remove(&place),
            Err(why) => Some(Err(why)),
        })
        .collect()
}

/// Writes the figures of the named fights; without names, of all fights that have begun, except the tutor's fight.
pub(super) fn stats(
    environment: &mut Environment<'_>,
    wanted: &[String],
    json: bool,
) -> Result<ExitCode> {
    let saves = environment.saves()?;
    let fights: Vec<Result<Kept>> = match wanted {
        [] => {
            let library = environment.library();
            // Without the system of the tutor, no fight is the tutor's.
            let lesson = Lesson::built_in()?.setup(&library).ok();
            let list = saves.list()?.into_iter();
            let fought = list.filter(|save| {
                let summary = save.summary.as_ref();
                let stage = summary.map(|summary| summary.stage);
                let is_lesson = summary.zip(lesson.as_ref()).is_some_and(|(one, lesson)| {
                    (&one.title, &one.system) == (&lesson.title, &lesson.system)
                });
                !save.is_copy()
                    && !is_lesson
                    && !matches!(stage, Some(Stage::Setup | Stage::Between))
            });
            // The oldest fight comes first.
            let fought = fought.map(|save| Ok(Kept::Saved(save.name)));
            let mut fights: Vec<Result<Kept>> = fought.collect();
            fights.reverse();
            fights
        }
        wanted => wanted.iter().map(|fight| Kept::of(&saves, fight)).collect(),
    };
    let mut all: Vec<Stats> = Vec::new();
    let mut code = ExitCode::SUCCESS;
    for fought in read_all(fights, &saves, &environment.systems) {
        let fought = match fought {
            Ok(fought) => fought,
            // An unreadable fight does not stop the others.
            Err(why) => {
                let told = text::sanitize(&format!("{why:#}"), usize::MAX).into_owned();
                writeln!(environment.err, "affray: {told}")?;
                code = ExitCode::FAILURE;
                continue;
            }
        };
        tell(environment, &fought.told)?;
        let system = fought.system;
        let place = all.iter().position(|one| one.system == system.key());
        let place = place.unwrap_or_else(|| {
            all.push(Stats {
                system: system.key().to_owned(),
                name: system.name().to_owned(),
                fights: Vec::new(),
                rounds: 0,
                party: Vec::new(),
            });
            all.len() - 1
        });
        all[place].add(fought.title, &fought.recap);
    }
    if json {
        write_json(environment.out, &all)?;
    } else if wanted.is_empty() && all.is_empty() {
        writeln!(
            environment.out,
            "no fight has been started yet: start one with `affray new`"
        )?;
    }
    for (place, stats) in all.iter().enumerate().filter(|_| !json) {
        if place > 0 {
            writeln!(environment.out)?;
        }
        stats.write(environment)?;
    }
    Ok(code)
}
