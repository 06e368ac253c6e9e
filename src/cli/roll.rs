//! Implements `affray roll`, which rolls dice and shows the odds of each total.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;

use super::environment::write_json;
use crate::dice::{Dice, Generator, Odds, Seed};

/// Number of totals up to which each total has a separate line.
const MOST_LINES: usize = 40;
/// Number of dice results above which only their number is shown.
const MOST_FACES: usize = 100;
const BAR: f64 = 30.0;

/// Roll in the JSON output.
#[derive(Serialize)]
struct Thrown {
    dice: String,
    faces: Vec<u32>,
    /// Flags for the results that count.
    kept: Vec<bool>,
    total: i64,
    seed: String,
    least: i64,
    most: i64,
    mean: f64,
    chances: Vec<Chance>,
}

/// Probability of a total, from 0 to 1.
#[derive(Serialize)]
struct Chance {
    total: i64,
    chance: f64,
}

/// Rolls dice and writes the odds.
pub(crate) fn roll(
    out: &mut dyn Write,
    text: &str,
    seed: Option<Seed>,
    json: bool,
) -> Result<ExitCode> {
    let dice = Dice::parse(text)?;
    let seed = match seed {
        Some(seed) => seed,
        None => Seed::random()?,
    };
    let faces = dice.roll(&mut Generator::at(seed, 0, "roll", 0, 0));
    if json {
        let odds = dice.odds();
        let thrown = Thrown {
            dice: dice.to_string(),
            kept: dice.kept(&faces),
            total: dice.total(&faces),
            faces,
            seed: seed.to_string(),
            least: dice.least(),
            most: dice.most(),
            mean: odds.mean(),
            chances: odds
                .iter()
                .map(|(total, chance)| Chance { total, chance })
                .collect(),
        };
        write_json(out, &thrown)?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown: Vec<String> = dice
        .kept(&faces)
        .iter()
        .zip(&faces)
        .map(|(kept, face)| {
            if *kept {
                face.to_string()
            } else {
                format!("({face})")
            }
        })
        .collect();
    let shown = match shown.len() {
        0..=MOST_FACES => shown.join(" "),
        many => format!("{many} results"),
    };
    writeln!(out, "{dice}: {shown} = {}", dice.total(&faces))?;
    let odds = dice.odds();
    let about = if odds.approximate() { "about " } else { "" };
    writeln!(
        out,
        "{} to {}, on average {about}{:.1}",
        dice.least(),
        dice.most(),
        odds.mean()
    )?;
    table(out, &odds)?;
    writeln!(out, "seed {seed}")?;
    Ok(ExitCode::SUCCESS)
}

fn table(out: &mut dyn Write, odds: &Odds) -> Result<()> {
    let all: Vec<(i64, f64)> = odds.iter().collect();
    if all.len() < 2 {
        return Ok(());
    }
    // Many totals are grouped, so that the table fits on a screen.
    let step = all.len().div_ceil(MOST_LINES);
    let groups: Vec<(i64, i64, f64)> = all
        .chunks(step)
        .map(|group| {
            let chance = group.iter().map(|(_, chance)| chance).sum();
            (group[0].0, group[group.len() - 1].0, chance)
        })
        .collect();
    let name = |from: i64, to: i64| {
        if from == to {
            from.to_string()
        } else {
            format!("{from} to {to}")
        }
    };
    let names: Vec<String> = groups
        .iter()
        .map(|(from, to, _)| name(*from, *to))
        .collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(5);
    let highest = groups
        .iter()
        .map(|(.., chance)| *chance)
        .fold(0.0, f64::max);
    writeln!(out, "{:>width$}  chance  or more", "total")?;
    for ((from, _, chance), name) in groups.iter().zip(names) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and 30"
        )]
        let length = (chance / highest * BAR).round() as usize;
        let bar = "#".repeat(length);
        let line = format!(
            "{name:>width$} {:>6.1}% {:>7.1}%  {bar}",
            chance * 100.0,
            odds.at_least(*from) * 100.0
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
