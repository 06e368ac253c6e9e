//! A whole system that is written as data, looked through by `affray check`: its files, its fights, and what comes of it played.

use std::path::Path;

use crate::compendium::Compendium;
use crate::dice::{Generator, Seed};
use crate::fight_file;
use crate::ron_text::Diagnostic;
use crate::rules::System;
use crate::setup::{self, Newcomer, Setup, Side};
use crate::simulate::{Leader, Standing, simulate};
use crate::store::own_systems;

/// How many silent fights are played of each encounter, and for how many rounds at most.
const SILENT_FIGHTS: u64 = 20;
/// The same in rounds.
const SILENT_ROUNDS: u32 = 60;

/// What a folder with a system comes to, or every mistake in it. What of the system never came about is told in `notes`.
pub(super) fn folder(
    folder: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Result<String, Vec<Diagnostic>> {
    // A folder is named in many ways: `.` and `systems/tavern/` too.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let system = own_systems::read_system(&whole)?;
    system.coverage().watch();
    let (compendium, mut wrong) = Compendium::built_in(system);
    let (ready, more) = setup::bundled(&compendium);
    wrong.extend(more);
    let tests = fights(&whole, system, &compendium, &mut wrong);
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let mut setups: Vec<Setup> = ready.into_iter().map(|ready| ready.setup).collect();
    if setups.is_empty() {
        setups.extend(against_itself(&compendium));
    }
    let mut played = 0;
    for setup in &setups {
        played += silent(system, &compendium, setup)?;
    }
    notes.extend(system.coverage().never());
    let many = number(compendium.roster.len(), "combatant", "");
    let tests = match tests {
        0 => "no fights as tests".to_owned(),
        tests => number(tests, "fight", "as it is written"),
    };
    let played = match played {
        0 => "nobody to fight with".to_owned(),
        played => number(played, "fight", "played without a fault"),
    };
    Ok(format!("{}, {many}, {tests}, {played}", told_of(system)))
}

/// Plays the fights of a folder, and tells where one goes otherwise than written; how many there are.
fn fights(
    folder: &Path,
    system: &'static dyn System,
    compendium: &Compendium,
    wrong: &mut Vec<Diagnostic>,
) -> usize {
    let all = match own_systems::fights_of(folder) {
        Ok(all) => all,
        Err(unread) => {
            wrong.extend(unread);
            return 0;
        }
    };
    for source in &all {
        match fight_file::read(source, &[compendium]) {
            Ok(fight) => {
                let played = fight_file::play(&fight, &[compendium], &[system], |_, _| {});
                wrong.extend(played.err());
            }
            Err(mistakes) => wrong.extend(mistakes),
        }
    }
    all.len()
}

/// Plays an encounter that nobody listens to some times over; how often.
fn silent(
    system: &'static dyn System,
    compendium: &Compendium,
    setup: &Setup,
) -> Result<usize, Vec<Diagnostic>> {
    let mut played = 0;
    for seed in 0..SILENT_FIGHTS {
        let start = setup.begin(compendium, Seed(seed))?;
        let mut dice = Generator::at(Seed(seed), 0, "check", 0, 0);
        let mut led = Leader::new(system, &[], &mut dice);
        let fight = simulate(&mut led, &Standing::from(start), SILENT_ROUNDS, |_| true);
        fight.map_err(|why| {
            let told = format!(
                "{}: in a fight that was played a rule was at fault: {why}",
                setup.title
            );
            vec![Diagnostic::new(told)]
        })?;
        played += 1;
    }
    Ok(played)
}

/// The first three of a roster against the same.
fn against_itself(compendium: &Compendium) -> Option<Setup> {
    compendium.roster.first()?;
    let mut setup = Setup::new(compendium.key());
    for name in ["One side", "The other"] {
        setup.factions.push(Side {
            name: name.to_owned(),
            players: name == "One side",
            ..Side::default()
        });
        let some = compendium.roster.iter().take(3);
        let some = some.map(|one| Newcomer::from_roster(&one.name, 1, name));
        setup.combatants.extend(some);
    }
    Some(setup)
}

/// What there is of a system.
pub(super) fn told_of(system: &dyn System) -> String {
    let schema = system.schema();
    let actions = system.actions().iter();
    let own = actions.filter(|action| action.capital.is_some());
    format!(
        "the system {}, {}, {}, {}",
        system.name(),
        number(schema.fields.len(), "field", ""),
        number(schema.conditions.len(), "condition", ""),
        number(own.count(), "action", "with a capital"),
    )
}

/// So many of something, in words.
pub(super) fn number(number: usize, what: &str, more: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural} {more}")
        .trim_end()
        .to_owned()
}
