//! A whole system that is written as data, looked through by `affray check`: its files, its fights, and what comes of it played.

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

/// How many silent fights are played of each encounter, and for how many rounds at most.
const SILENT_FIGHTS: u64 = 20;
/// The same in rounds.
const SILENT_ROUNDS: u32 = 60;
/// How often rules are played at most to walk through every branch.
const STEPS: usize = 15_000;
/// So many faults are told in one go.
const MOST_FAULTS: usize = 20;

/// What a folder with a system comes to, or every mistake in it. What of the system never came about is told in `notes`.
pub(super) fn folder(
    folder: &Path,
    notes: &mut Vec<Diagnostic>,
) -> Result<String, Vec<Diagnostic>> {
    // A folder is named in many ways: `.` and `systems/tavern/` too.
    let whole = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    played(&SystemFiles::of_folder(&whole)?, notes)
}

/// What a system is called by its files, or everything that is wrong with them, from the first line to the last of its fights.
pub(super) fn called(files: &SystemFiles) -> Result<String, Vec<Diagnostic>> {
    read(files).map(|whole| credits(whole.system))
}

/// A system as its files say it, with its people and its encounters, and how many fights are its tests.
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

/// What the files of a system come to when it is played, or every mistake in them.
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
    notes.extend(system.coverage().never());
    let many = number(compendium.roster().len(), "combatant", "");
    let tests = match tests {
        0 => "no fights as tests".to_owned(),
        1 => "1 fight as it is written".to_owned(),
        tests => format!("{tests} fights as they are written"),
    };
    let played = match played {
        0 => "nobody to fight with".to_owned(),
        played => number(played, "fight", "played without a fault"),
    };
    let (all, ran) = system.coverage().counts();
    let came = match all - ran {
        0 => format!("all {all} actions, steps and effects came about"),
        never => format!("{never} of {all} actions, steps and effects never came about"),
    };
    let told = told_of(system);
    Ok(format!("{told}, {many}, {tests}, {played}, {came}"))
}

/// Plays the fights of a system, and tells where one goes otherwise than written; how many there are.
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

/// Faults of rules that came while they were played, each once, with where in the file it was.
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
            what: format!("when this was played a rule was at fault: {why}"),
        };
        if self.told.len() < MOST_FAULTS && !self.told.contains(&fault) {
            self.told.push(fault);
        }
    }
}

/// Walks through every branch once, from each encounter as it is written, with each option of a fight, and with each condition
/// on everybody.
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
                    label: String::new(),
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

/// The options of a fight, and for each value of one of them the same with it.
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

/// Plays an encounter that nobody listens to some times over; how often.
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

/// The error that ends a check whose functions cost too much together.
fn too_slow(files: &SystemFiles, system: &Written) -> Option<Diagnostic> {
    let (function, line, share) = system.coverage().costliest()?;
    Some(Diagnostic {
        place: None,
        what: format!(
            "{}:{line}: the check was stopped because the functions of rules.lua take too long together: `{function}` takes {share} % of their instructions; make it do less, or ask it less often",
            files.called(RULES)
        ),
    })
}

/// The first three of a roster against the same.
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

/// A system by its name, and whose it is where it says so.
fn credits(system: &dyn System) -> String {
    let name = system.name();
    match system.credits() {
        "" => format!("the system {name}"),
        credits => format!("the system {name} ({credits})"),
    }
}

/// What there is of a system.
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
        number(own.len(), "action", "with a capital"),
    )
}

/// So many of something, in words.
pub(super) fn number(number: usize, what: &str, more: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural} {more}")
        .trim_end()
        .to_owned()
}
