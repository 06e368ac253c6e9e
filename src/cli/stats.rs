//! `affray stats`: what the party did and suffered in all kept fights together.

use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::environment::{Environment, write_json};
use super::saved_fight::look;
use crate::encounter::Stage;
use crate::session::Readers;
use crate::session::recap::{PersonRecap, Recap, figures};
use crate::text::{self, counted};

/// The fights of one rule system: damage of two systems cannot be added.
#[derive(Serialize)]
struct Stats {
    /// Key of the system.
    system: String,
    /// What the fights are called.
    fights: Vec<String>,
    /// Their rounds together.
    rounds: u64,
    /// What each of the players' side did and suffered in them.
    party: Vec<Member>,
}

/// Somebody of the players' side.
#[derive(Serialize)]
struct Member {
    /// In how many of the fights.
    fights: u64,
    #[serde(flatten)]
    figures: PersonRecap,
}

impl Stats {
    /// Adds a fight.
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
        writeln!(environment.out, "{}: {fights}, {rounds}", self.system)?;
        let people: Vec<PersonRecap> = self.party.iter().map(|one| one.figures.clone()).collect();
        let mut table = figures("", &people);
        table.head.insert(1, "fights".to_owned());
        let fights = self.party.iter().map(|one| one.fights.to_string());
        // The last row is all of them together.
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

/// Tells what came of these fights; without a name, of all that were begun.
pub(super) fn stats(
    environment: &mut Environment<'_>,
    wanted: &[String],
    json: bool,
) -> Result<ExitCode> {
    let names: Vec<String> = match wanted {
        [] => {
            let list = environment.saves()?.list()?.into_iter();
            let fought = list.filter(|save| {
                let stage = save.summary.as_ref().map(|summary| summary.stage);
                !save.is_copy() && !matches!(stage, Some(Stage::Setup | Stage::Between))
            });
            // The first fight first.
            let mut names: Vec<String> = fought.map(|save| save.name).collect();
            names.reverse();
            names
        }
        wanted => wanted.to_vec(),
    };
    let mut all: Vec<Stats> = Vec::new();
    let mut code = ExitCode::SUCCESS;
    for name in names {
        let session = match look(environment, &name) {
            Ok(resumed) => resumed.session,
            // One that cannot be read does not keep the others from being counted.
            Err(why) => {
                let told = text::sanitize(&format!("{why:#}"), usize::MAX).into_owned();
                writeln!(environment.err, "affray: {told}")?;
                code = ExitCode::FAILURE;
                continue;
            }
        };
        let system = session.system().key();
        let place = all.iter().position(|one| one.system == system);
        let place = place.unwrap_or_else(|| {
            all.push(Stats {
                system: system.to_owned(),
                fights: Vec::new(),
                rounds: 0,
                party: Vec::new(),
            });
            all.len() - 1
        });
        let title = session.now().title.to_string();
        all[place].add(title, &Recap::of(&session, Readers::GameMaster));
    }
    if json {
        write_json(environment.out, &all)?;
    } else if wanted.is_empty() && all.is_empty() {
        writeln!(
            environment.out,
            "no fight was begun yet: `affray new` begins one"
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
