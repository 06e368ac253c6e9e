//! Implements `affray odds`, which simulates thousands of fights from the current state and shows how the fight is
//! likely to end.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::Serialize;

use super::environment::{Environment, write_json};
use super::saved_fight::{is_file, look};
use crate::dice::Seed;
use crate::encounter::{Encounter, Stage, Tactics};
use crate::rules::System;
use crate::simulate::{
    FightOdds, Figures, MOST_ROUNDS, Orders, Share, Standing, Verdict, bands, cores, knowing, led,
};
use crate::text;
use crate::ui::odds::draw::{bar, legend};
use crate::ui::odds::picture;
use crate::ui::theme::CHART;
use crate::values::{SideId, Words as _};

/// Minimum interval between progress reports.
const BREATH: Duration = Duration::from_millis(100);
/// Maximum wait for the next finished fights, if the system has user-defined functions.
const PATIENCE: Duration = Duration::from_secs(20);
/// Number of columns of a bar.
const BAR: usize = 32;

#[derive(Debug, Args)]
pub(crate) struct Wanted {
    /// Name, title or file of an encounter or of a saved fight
    fight: String,
    /// Number of simulated fights
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    fights: u64,
    /// Seed for the dice: the same seed gives the same table
    #[arg(long, default_value = "0x1")]
    seed: Seed,
    /// Tactics of a side, like Bandits=reckless,kills: plain, cautious or reckless; stays or flees; spares or kills; focuses or spreads; looks or knows; sensible, sharp or defaults
    #[arg(long = "side", value_name = "SIDE=WORDS")]
    sides: Vec<String>,
    /// Number of fights simulated at the same time; the default is the number of cores
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: Option<u16>,
    /// Prints JSON for other programs
    #[arg(long)]
    json: bool,
    /// Also writes an SVG picture of the survivors over the rounds to this file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Simulates the fights and writes the result.
pub(crate) fn odds(asked: &Wanted, environment: &mut Environment<'_>) -> Result<ExitCode> {
    let (system, standing) = standing(&asked.fight, asked.seed, environment)?;
    let now = standing.base.clone();
    if now.over() {
        bail!("{} is over: there is nothing to simulate", now.title);
    }
    let tactics = tactics(&now, &asked.sides)?;
    let orders = Orders {
        system,
        tactics: tactics.clone(),
        seed: asked.seed,
    };
    let threads = match asked.threads {
        Some(threads) => usize::from(threads),
        None => cores(),
    };
    let (told, counted) = mpsc::channel();
    let odds = FightOdds::start(orders, vec![standing], asked.fights, threads, move || {
        // The receiver may already be gone.
        let _ = told.send(());
    });
    let mut last = Instant::now();
    loop {
        match counted.recv_timeout(BREATH) {
            Ok(()) => last = Instant::now(),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if last.elapsed() < PATIENCE => continue,
            // A fight of very many combatants may take longer, but functions from another author's file may not.
            Err(RecvTimeoutError::Timeout) => {
                if let Some(function) = system.costliest_function() {
                    odds.stop();
                    bail!(
                        "the odds stopped because no fight ended within {} s: {function} takes most of the time",
                        PATIENCE.as_secs()
                    );
                }
            }
        }
        if environment.progress {
            write!(
                environment.err,
                "\r{}",
                progress(odds.counted(), asked.fights)
            )?;
            environment.err.flush()?;
            std::thread::sleep(BREATH);
            while counted.try_recv().is_ok() {}
        }
    }
    if environment.progress {
        write!(environment.err, "\r\u{1b}[K")?;
    }
    let figures = odds.wait().map_err(anyhow::Error::msg)?.remove(0);
    if let Some(file) = &asked.svg {
        let title = format!("{}: results of {} fights", now.title, figures.fights);
        std::fs::write(file, picture::svg(&title, &bands(&now, &figures)))
            .with_context(|| format!("{} could not be written", file.display()))?;
    }
    if asked.json {
        write_json(
            environment.out,
            &told_as_data(&now, system, &tactics, &figures, asked.seed),
        )?;
    } else {
        table(environment.out, &now, system, &tactics, &figures)?;
        writeln!(environment.out, "seed {}", asked.seed)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the state to simulate: an encounter at its start, or a saved fight in its current state. A file or an exact
/// encounter name has priority, then saved fights, then titles of encounters.
fn standing(
    wanted: &str,
    seed: Seed,
    environment: &mut Environment<'_>,
) -> Result<(&'static dyn System, Standing)> {
    let library = environment.library();
    let is_named = is_file(wanted) || library.has_encounter(wanted);
    // Saved fights need a data folder.
    if let (false, Ok(saves)) = (is_named, environment.saves())
        && saves.meant(wanted)?.is_some()
    {
        return saved(wanted, environment);
    }
    let mistakes = match library.encounter(wanted) {
        Ok(setup) => {
            let compendium = library.known(&setup.system)?;
            let begun = setup.begin(compendium, seed).map_err(|mistakes| {
                let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                anyhow::Error::msg(told.join("\n"))
            })?;
            return Ok((compendium.system(), Standing::from(begun)));
        }
        Err(mistakes) => mistakes,
    };
    let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
    let told = told.join("\n");
    if is_file(wanted) {
        // A file that is not a fight is reported as an encounter with mistakes.
        saved(wanted, environment).or_else(|_| bail!("{told}"))
    } else if library.has_encounter(wanted) {
        bail!("{told}")
    } else {
        bail!("{told}; no saved fight has this name")
    }
}

/// Returns the current state of a saved fight.
fn saved(
    wanted: &str,
    environment: &mut Environment<'_>,
) -> Result<(&'static dyn System, Standing)> {
    let session = look(environment, Some(wanted))?.session;
    Ok((session.system(), session.standing()))
}

/// Returns the tactics of each side.
fn tactics(now: &Encounter, asked: &[String]) -> Result<Vec<Tactics>> {
    let mut tactics = knowing(now);
    for one in asked {
        let (name, words) = one.split_once('=').with_context(|| {
            format!("`{one}`: write a side and its tactics, such as Bandits=reckless,kills")
        })?;
        let is = |side: &SideId| now.side_name(*side).eq_ignore_ascii_case(name.trim());
        let Some(side) = now.side_ids().find(is) else {
            let names: Vec<&str> = now.side_ids().map(|side| now.side_name(side)).collect();
            bail!(
                "unknown side `{}`: write one of {}",
                name.trim(),
                names.join(", ")
            );
        };
        let tactics = &mut tactics[side.index()];
        *tactics = tactics.read(words).map_err(anyhow::Error::msg)?;
    }
    Ok(tactics)
}

fn progress(counted: u64, fights: u64) -> String {
    let done = usize::try_from(counted * BAR as u64 / fights.max(1)).unwrap_or(BAR);
    let bar = "#".repeat(done.min(BAR));
    format!("[{bar:.<BAR$}] {counted} of {fights} fights")
}

fn columns(out: &mut dyn Write, rows: &[Vec<String>]) -> Result<()> {
    for line in text::aligned(rows.iter().map(Vec::as_slice), "  ") {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn table(
    out: &mut dyn Write,
    now: &Encounter,
    system: &dyn System,
    tactics: &[Tactics],
    figures: &Figures,
) -> Result<()> {
    let from = match now.stage {
        Stage::Setup => "from the start".to_owned(),
        _ if now.round == 0 => "from the current state".to_owned(),
        _ => format!("from round {}", now.round),
    };
    writeln!(out, "{}: {} fights {from}", now.title, figures.fights)?;
    writeln!(out, "tactics: {}", led(now, tactics))?;
    let unweighed = system.unweighed(now);
    if !unweighed.is_empty() {
        writeln!(out, "left out: {}", unweighed.join(", "))?;
    }
    if let Some(by_the_book) = system.difficulty(now) {
        writeln!(out, "{by_the_book}")?;
    }
    if let Some(verdict) = Verdict::told(system, now, figures) {
        writeln!(out, "{verdict}")?;
    }
    writeln!(out)?;
    who_holds(out, now, figures)?;
    writeln!(out, "\n{}\n", figures.ends(now.round))?;
    who_falls(out, now, figures)?;
    what_is_used(out, now, figures)?;
    for band in bands(now, figures) {
        writeln!(out, "\n{}: {}", band.side, legend(CHART))?;
        for (label, row) in &band.rows {
            let bar = bar(*row, band.of, BAR, CHART);
            writeln!(out, "{label:>9}  {bar}  {}", row[1])?;
        }
    }
    writeln!(out)?;
    if figures.undecided > 0 {
        writeln!(
            out,
            "undecided: more than one side was left after {MOST_ROUNDS} rounds, or every remaining combatant was unable to act"
        )?;
    }
    Ok(())
}

/// Returns the mean of a sum over all fights.
fn mean(figures: &Figures, sum: u64) -> f64 {
    sum as f64 / figures.fights.max(1) as f64
}

fn who_holds(out: &mut dyn Write, now: &Encounter, figures: &Figures) -> Result<()> {
    let mut rows = vec![
        ["", "wins the fight", "left", "of"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for side in now.side_ids() {
        let all = figures.takes_part(now, side);
        let left = figures.sides.get(side.index()).map_or(0, |side| side.left);
        rows.push(vec![
            now.side_name(side).to_owned(),
            figures.holds(side).text(),
            format!("{:.1}", mean(figures, left)),
            all.to_string(),
        ]);
    }
    for (word, count) in [
        ("no side", figures.nobody),
        ("undecided", figures.undecided),
    ] {
        rows.push(vec![word.to_owned(), figures.share(count).text()]);
    }
    columns(out, &rows)
}

fn who_falls(out: &mut dyn Write, now: &Encounter, figures: &Figures) -> Result<()> {
    let mut rows = vec![["", "falls", "in round"].map(str::to_owned).to_vec()];
    for who in figures.fighters(now) {
        let round = figures.falls_in(who);
        let round = round.map(|round| match now.round as usize + round {
            0 => "before 1".to_owned(),
            round => round.to_string(),
        });
        rows.push(vec![
            now.name(who).to_owned(),
            figures.falls(who).text(),
            round.unwrap_or_default(),
        ]);
    }
    columns(out, &rows)
}

fn what_is_used(out: &mut dyn Write, now: &Encounter, figures: &Figures) -> Result<()> {
    for side in now.side_ids() {
        let counted = figures.sides.get(side.index());
        let used = counted.map_or(&[][..], |side| &side.used);
        let used = used.iter().filter(|(_, spent)| *spent > 0);
        let used: Vec<String> = used
            .map(|(word, spent)| format!("{:.1} {word}", mean(figures, *spent)))
            .collect();
        if !used.is_empty() {
            let side = now.side_name(side);
            writeln!(out, "\n{side} spends {}", used.join(", "))?;
        }
    }
    Ok(())
}

/// Share in the JSON output.
#[derive(Serialize)]
struct Chance {
    chance: f64,
    /// Half the width of the 95 % confidence interval.
    error: f64,
}

impl From<Share> for Chance {
    fn from(share: Share) -> Self {
        Self {
            chance: share.part(),
            error: share.error(),
        }
    }
}

/// Result in the JSON output.
#[derive(Serialize)]
struct Told {
    title: String,
    system: String,
    /// Number of the round; `None` before the first round and in a bonus round.
    round: Option<usize>,
    fights: u64,
    seed: String,
    verdict: Option<&'static str>,
    /// Difficulty by the rulebook's formula.
    difficulty: Option<String>,
    /// Actions that are never used in these fights, because their value is unknown.
    left_out: Vec<String>,
    sides: Vec<ToldSide>,
    nobody: Chance,
    undecided: Chance,
    /// Rounds by whose end 10, 50 and 90 of 100 fights are over; `None` before the first round.
    ends: [Option<usize>; 3],
    people: Vec<ToldPerson>,
}

#[derive(Serialize)]
struct ToldSide {
    name: String,
    players: bool,
    led: [&'static str; 6],
    holds: Chance,
    /// Number of combatants who were up at the start.
    members: usize,
    left: f64,
    used: Vec<(&'static str, f64)>,
    /// Rows for the start of each round and for the end: label, and the number of combatants who are up at the
    /// quartiles.
    stands: Vec<(String, [usize; 3])>,
}

#[derive(Serialize)]
struct ToldPerson {
    name: String,
    side: String,
    falls: Chance,
    /// Round by whose end the combatant has fallen in half of the fights with a fall of this combatant; `None` before
    /// the first round, or if the combatant never falls.
    round: Option<usize>,
}

fn told_as_data(
    now: &Encounter,
    system: &dyn System,
    tactics: &[Tactics],
    figures: &Figures,
    seed: Seed,
) -> Told {
    let numbered = |further: usize| Some(now.round as usize + further).filter(|round| *round > 0);
    let mut courses = bands(now, figures);
    let fighters = figures.fighters(now);
    let sides = now.side_ids().map(|side| {
        let counted = figures.sides.get(side.index()).cloned().unwrap_or_default();
        let name = now.side_name(side).to_owned();
        let place = courses.iter().position(|band| band.side == name);
        ToldSide {
            players: now.sides[side.index()].players,
            led: tactics[side.index()].words(),
            holds: figures.holds(side).into(),
            members: figures.takes_part(now, side),
            left: mean(figures, counted.left),
            used: counted
                .used
                .iter()
                .map(|(word, spent)| (*word, mean(figures, *spent)))
                .collect(),
            stands: place.map_or_else(Vec::new, |place| courses.remove(place).rows),
            name,
        }
    });
    let sides = sides.collect();
    let person = |who| ToldPerson {
        name: now.name(who).to_owned(),
        side: now.side_name(now.get(who).side).to_owned(),
        falls: figures.falls(who).into(),
        round: figures.falls_in(who).and_then(numbered),
    };
    Told {
        title: now.title.to_string(),
        system: system.key().to_owned(),
        round: numbered(0),
        fights: figures.fights,
        seed: seed.to_string(),
        verdict: Verdict::of(system, now, figures).map(|verdict| verdict.word()),
        difficulty: system.difficulty(now),
        left_out: system.unweighed(now),
        sides,
        nobody: figures.share(figures.nobody).into(),
        undecided: figures.share(figures.undecided).into(),
        ends: [10, 50, 90].map(|part| numbered(figures.over_by(part))),
        people: fighters.iter().copied().map(person).collect(),
    }
}
