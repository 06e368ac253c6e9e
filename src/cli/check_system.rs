//! Checks of a whole system that is written as data: its files, its fights, and simulations.

use std::path::Path;

use crate::compendium::Compendium;
use crate::dice::{Generator, Seed};
use crate::encounter::{Condition, Encounter, Event, Giver};
use crate::fight_file;
use crate::ron_text::Diagnostic;
use crate::rules::System;
use crate::setup::{self, Newcomer, ReadyEncounter, Setup, SideSetup};
use crate::simulate::{Leader, Standing, Walk, simulate};
use crate::store::own_systems::SystemFiles;
use crate::systems::written::{RULES, Written};
use crate::values::{Id, Record, Spec, Value};

/// Number of simulated fights of each encounter.
const SILENT_FIGHTS: u64 = 20;
/// Maximum number of rounds in a simulated fight.
const SILENT_ROUNDS: u32 = 60;
/// Maximum number of rule executions in the walk through every branch.
const STEPS: usize = 15_000;
/// Maximum number of reported faults.
const MOST_FAULTS: usize = 20;

/// Checks a folder with a system and describes it, or lists its errors. `notes` receives the parts of the system that
/// were never used.
pub(super) fn folder(
    folder: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Result<String, Vec<Diagnostic>> {
    // The last part of a path such as `.` or `systems/tavern/` is not the folder's name.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    played(&SystemFiles::of_folder(&whole)?, notes)
}

/// Returns the name of the system in these files, or all their errors, including those in test fights.
pub(super) fn called(files: &SystemFiles) -> Result<String, Vec<Diagnostic>> {
    read(files).map(|whole| credits(whole.system))
}

/// Contents of a system's files: the system, its compendium, its encounters and the number of its test fights.
struct Whole {
    system: &'static Written,
    compendium: Compendium,
    ready: Vec<ReadyEncounter>,
    tests: usize,
}

fn read(files: &SystemFiles) -> Result<Whole, Vec<Diagnostic>> {
    let system = files.read()?;
    system.coverage().watch();
    let (compendium, mut wrong) = Compendium::built_in(system);
    wrong.extend_from_slice(compendium.row_errors());
    wrong.extend_from_slice(compendium.monster_errors());
    let (ready, more) = setup::bundled(&compendium);
    wrong.extend(more);
    let tests = fights(files, system, &compendium, &mut wrong);
    if wrong.is_empty() {
        Ok(Whole {
            system,
            compendium,
            ready,
            tests,
        })
    } else {
        Err(wrong)
    }
}

/// Plays the files of a system and describes it, or lists their errors.
pub(super) fn played(
    files: &SystemFiles,
    notes: &mut Vec<Diagnostic>,
) -> Result<String, Vec<Diagnostic>> {
    let Whole {
        system,
        compendium,
        ready,
        tests,
    } = read(files)?;
    let mut setups: Vec<Setup> = ready.into_iter().map(|ready| ready.setup).collect();
    if setups.is_empty() {
        setups.extend(against_itself(&compendium));
    }
    let mut faults = Faults::new(system);
    walk(system, &compendium, &setups, &mut faults);
    let mut played = 0;
    for setup in &setups {
        played += silent(system, &compendium, setup, &mut faults)?;
    }
    if system.coverage().is_spent() {
        faults.told.extend(too_slow(files, system));
    }
    if !faults.told.is_empty() {
        return Err(faults.told);
    }
    let unused = system.coverage().never();
    let listed = unused.len();
    notes.extend(unused);
    let starts = setups.iter();
    let starts = starts.filter_map(|setup| setup.begin(&compendium, Seed(0)).ok());
    notes.extend(system.unvalued(&starts.collect::<Vec<Encounter>>()));
    let many = number(compendium.roster().len(), "combatant", "");
    let tests = match tests {
        0 => "no test fights".to_owned(),
        1 => "1 test fight passed".to_owned(),
        tests => format!("{tests} test fights passed"),
    };
    let played = match played {
        0 => "no combatants to test with".to_owned(),
        played => number(played, "fight", "simulated without an error"),
    };
    let (all, ran) = system.coverage().counts();
    let came = match all - ran {
        0 => format!("all {all} actions, steps and effects were used"),
        never if never == listed => {
            format!("{never} of {all} actions, steps and effects were never used")
        }
        never => format!(
            "{never} of {all} actions, steps and effects were never used, including the effects inside the listed parts"
        ),
    };
    let told = told_of(system);
    Ok(format!("{told}, {many}, {tests}, {played}, {came}"))
}

/// Plays the test fights of a system and reports deviations. Returns the number of fights.
fn fights(
    files: &SystemFiles,
    system: &'static dyn System,
    compendium: &Compendium,
    wrong: &mut Vec<Diagnostic>,
) -> usize {
    let all = files.fights();
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

/// Faults of rules that occurred during play, each reported once with its place in the file.
struct Faults {
    system: &'static Written,
    told: Vec<Diagnostic>,
}

impl Faults {
    fn new(system: &'static Written) -> Self {
        Self {
            system,
            told: Vec::new(),
        }
    }

    fn tell(&mut self, why: &str) {
        let place = self.system.coverage().last();
        let fault = Diagnostic {
            place: place.cloned(),
            what: format!("a rule failed in a simulated fight: {why}"),
        };
        if self.told.len() < MOST_FAULTS && !self.told.contains(&fault) {
            self.told.push(fault);
        }
    }
}

/// Walks through every branch once, from each encounter as written, with each option of a fight, and with each
/// condition on all combatants.
fn walk(system: &'static Written, compendium: &Compendium, setups: &[Setup], faults: &mut Faults) {
    let grown = || system.coverage().counts().1;
    let stop = || system.coverage().is_spent();
    let mut walk = Walk::new(system, &grown, &stop, STEPS);
    let mut starts = Vec::new();
    for setup in setups {
        let options = varied(system, &setup.options);
        for options in options {
            let setup = Setup {
                options,
                ..setup.clone()
            };
            starts.extend(setup.begin(compendium, Seed(0)).ok());
        }
    }
    let plain = starts.first().cloned();
    for spec in system.schema().conditions.iter().filter(|spec| !spec.fatal) {
        let mut start = plain.clone();
        if let Some(start) = &mut start {
            for who in start.ids().collect::<Vec<Id>>() {
                start.apply(&Event::Gained {
                    who,
                    condition: Condition::named(&spec.key),
                    label: "".into(),
                    replaces: Giver::Any,
                });
            }
        }
        starts.extend(start);
    }
    let share = STEPS / starts.len().max(1);
    for start in starts {
        walk.from(start, share, &mut |why| faults.tell(&why));
    }
}

/// Returns the options of a fight, and a copy of them for each value of each option.
fn varied(system: &Written, options: &Record) -> Vec<Record> {
    let mut all = vec![options.clone()];
    for field in system.schema().options.iter() {
        let values: Vec<Value> = match &field.kind {
            Spec::Word(words) => words.iter().cloned().map(Value::Word).collect(),
            Spec::Flag => vec![Value::Flag(true), Value::Flag(false)],
            Spec::Int(least, most) => vec![Value::Int(*least), Value::Int(*most)],
            _ => Vec::new(),
        };
        all.extend(
            values
                .into_iter()
                .map(|value| options.clone().with(&field.key, value)),
        );
    }
    all
}

/// Simulates an encounter several times without a log. Returns the number of fights.
fn silent(
    system: &'static Written,
    compendium: &Compendium,
    setup: &Setup,
    faults: &mut Faults,
) -> Result<usize, Vec<Diagnostic>> {
    let mut played = 0;
    for seed in 0..SILENT_FIGHTS {
        let start = setup.begin(compendium, Seed(seed))?;
        let mut dice = Generator::at(Seed(seed), 0, "check", 0, 0);
        let mut led = Leader::new(system, &[], &mut dice);
        let goes_on = |_: &Encounter| !system.coverage().is_spent();
        let fight = simulate(&mut led, &Standing::from(start), SILENT_ROUNDS, goes_on);
        match fight {
            Ok(_) => played += 1,
            Err(why) => faults.tell(&why),
        }
        if system.coverage().is_spent() {
            break;
        }
    }
    Ok(played)
}

/// Returns the error for functions that are too slow in total.
fn too_slow(files: &SystemFiles, system: &Written) -> Option<Diagnostic> {
    let (function, line, share) = system.coverage().costliest()?;
    Some(Diagnostic {
        place: None,
        what: format!(
            "{}:{line}: the check stopped because rules.lua takes too long: `{function}` takes {share} % of its instructions. Make the function do less, or call it less often",
            files.called(RULES)
        ),
    })
}

/// Returns a fight of the first three combatants of a roster against copies of themselves.
fn against_itself(compendium: &Compendium) -> Option<Setup> {
    compendium.roster().first()?;
    let mut setup = Setup::new(compendium.key());
    for name in ["One side", "The other"] {
        setup.sides.push(SideSetup {
            name: name.to_owned(),
            players: name == "One side",
            ..SideSetup::default()
        });
        let some = compendium.roster().iter().take(3);
        let some = some.map(|one| Newcomer::from_roster(&one.name, 1, name));
        setup.combatants.extend(some);
    }
    Some(setup)
}

/// Returns the name of a system, with its author if stated.
fn credits(system: &dyn System) -> String {
    let name = system.name();
    match system.credits() {
        "" => format!("the system {name}"),
        credits => format!("the system {name} ({credits})"),
    }
}

/// Describes the contents of a system.
pub(super) fn told_of(system: &dyn System) -> String {
    let schema = system.schema();
    let actions = system.actions().iter();
    let own = actions.filter_map(|action| Some(format!("{} {}", action.capital?, action.label)));
    let own: Vec<String> = own.collect();
    let capitals = if own.is_empty() {
        String::new()
    } else {
        format!(" ({})", own.join(", "))
    };
    format!(
        "{}, {}, {}, {}{capitals}",
        credits(system),
        number(schema.fields.len(), "field", ""),
        number(schema.conditions.len(), "condition", ""),
        number(own.len(), "action", "with an action key"),
    )
}

/// Formats a number with a noun, singular or plural.
pub(super) fn number(number: usize, what: &str, more: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural} {more}")
        .trim_end()
        .to_owned()
}
