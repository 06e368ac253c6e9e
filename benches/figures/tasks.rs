//! Tasks measured within a process: the engine, dice and readers, without screen and disk.
//!
//! A task has a name, so that another process can run it under callgrind ([`serve`]).

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use affray::compendium::Compendium;
use affray::dice::{Dice, Generator, Seed};
use affray::encounter::Encounter;
use affray::ron_text::Source;
use affray::rules::{Assets, System};
use affray::session::{Input, Saved, Session, parse};
use affray::setup::{Newcomer, Setup, SideSetup};
use affray::simulate::{Leader, Standing, simulate};
use affray::store::saves;
use affray::systems;
use affray::systems::written::{NO_TEXTS, read_with};
use ron::extensions::Extensions;

use crate::callgrind::{self, Count};
use crate::fights;
use crate::table::{Measured, Unit, median};

/// Time spent on one figure, unless a single call takes longer.
const LONG_ENOUGH: Duration = Duration::from_millis(400);
/// Maximum number of calls for the median.
const MOST_CALLS: usize = 2_001;

/// Task that can be repeated.
pub trait Task {
    /// Runs the task.
    fn call(&mut self);

    /// Prepares the next run; not measured.
    fn back(&mut self) {}

    /// Number of runs in a call: short tasks run many times.
    fn times(&self) -> f64 {
        1.0
    }
}

/// Returns the median seconds of one run.
pub fn time(task: &mut dyn Task) -> f64 {
    let began = Instant::now();
    let mut times = Vec::new();
    while times.is_empty() || (times.len() < MOST_CALLS && began.elapsed() < LONG_ENOUGH) {
        let started = Instant::now();
        task.call();
        times.push(started.elapsed().as_secs_f64() / task.times());
        task.back();
    }
    median(times)
}

/// Measures the tasks of these names: times one after the other, instructions in parallel.
pub fn measured(names: &[Vec<String>]) -> Vec<Measured> {
    let times: Vec<f64> = names.iter().map(|name| time(&mut *task(name))).collect();
    let counts = callgrind::side_by_side(names, |name| counted(name));
    let both = times.into_iter().zip(counts);
    both.map(|(time, instructions)| Measured {
        value: time,
        unit: Unit::Time,
        instructions,
    })
    .collect()
}

/// Returns the instructions of one run of a task, in a process of its own.
fn counted(name: &[String]) -> Option<f64> {
    let count = Count::parts()?;
    let words = count.words();
    let mut child = Command::new(&words[0])
        .args(&words[1..])
        .arg(std::env::current_exe().expect("a program knows itself"))
        .arg(SERVE)
        .args(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("valgrind was there before");
    let pid = child.id();
    let mut orders = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut order = |text: &str| {
        orders.write_all(text.as_bytes()).expect("it listens");
        answers.next().expect("it answers").expect("text")
    };
    order(WARM);
    count.begin(pid);
    // The cost of receiving and answering is subtracted.
    order(NOTHING);
    let nothing = count.part(pid);
    order(CALL);
    let call = count.part(pid);
    drop(orders);
    child.wait().expect("it ends");
    Some((call? - nothing?) / task(name).times())
}

/// Argument that makes this program [`serve`].
pub const SERVE: &str = "--serve";
const WARM: &str = "warm\n";
const NOTHING: &str = "wait\n";
const CALL: &str = "call\n";

/// Runs the task of a name on each request, for callgrind to count.
pub fn serve(name: &[String]) {
    let mut task = task(name);
    let mut order = String::new();
    while io::stdin().read_line(&mut order).is_ok_and(|read| read > 0) {
        match order.as_str() {
            WARM => {
                task.call();
                task.back();
            }
            CALL => task.call(),
            _ => {}
        }
        println!("done");
        order.clear();
    }
}

/// Name of a task.
pub fn name(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// Returns the task of a name.
///
/// # Panics
/// If there is none.
pub fn task(name: &[String]) -> Box<dyn Task> {
    let words: Vec<&str> = name.iter().map(String::as_str).collect();
    match words[..] {
        ["dice", text] => Box::new(Rolling {
            text: text.to_owned(),
            generator: Generator::at(Seed(1), 0, "bench", 0, 0),
        }),
        ["odds", text] => Box::new(Odds(Dice::parse(text).expect("dice"))),
        ["answer", file] => Box::new(Answering(fights::opened(Path::new(file)))),
        ["blow", how] => Box::new(Answering(pressed(
            press(how == "data"),
            &["do attack a", "enter"],
        ))),
        ["shout"] => Box::new(Answering(pressed(press(false), &["do shout a"]))),
        ["silent", system, combatants, rounds] => {
            let (system, crowd) = (of(system), combatants.parse().expect("a number"));
            let mended = fights::mended_crowd(system, crowd);
            Box::new(Simulating {
                system,
                mended: mended.is_some(),
                start: mended.unwrap_or_else(|| fights::crowd(system, crowd)),
                rounds: rounds.parse().expect("a number"),
            })
        }
        ["open", file] => Box::new(Opening(source(file))),
        ["ron", file] => Box::new(Parsing(source(file))),
        ["roster", file] => {
            let (compendium, _) = Compendium::built_in(systems::all()[0]);
            Box::new(Rostering(compendium, source(file)))
        }
        ["values", file] => Box::new(Valuing(source(file))),
        _ => panic!("there is no task {name:?}"),
    }
}

/// Returns the system with this key.
fn of(key: &str) -> &'static dyn System {
    let mut all = systems::all().iter();
    *all.find(|system| system.key() == key).expect("a system")
}

/// Returns the small system of the tests whose rules are functions of `rules.lua`, or the same with its attack as data.
fn press(in_data: bool) -> &'static dyn System {
    macro_rules! press {
        ($file:literal) => {
            include_str!(concat!(
                "../../tests/support/written_systems/assets/press/",
                $file
            ))
        };
    }
    const FUNCTION: &str = r#"[Lua("press")]"#;
    const DATA: &str = r#"[Test("blow", { "passed": [Damage(dice: "with.damage", reduce: "target.armour", minimum: "1")] })]"#;
    let file = if in_data {
        press!("system.ron").replacen(FUNCTION, DATA, 1)
    } else {
        press!("system.ron").to_owned()
    };
    assert_eq!(file.contains(FUNCTION), !in_data, "the blow is a function");
    let (file, lua) = (
        Source::new("press", &file),
        Source::new("press", press!("rules.lua")),
    );
    let texts = Assets {
        roster: press!("roster.ron"),
        ..NO_TEXTS
    };
    read_with("press", &file, Some(&lua), texts).expect("a system")
}

/// Starts a fight of twelve combatants in it, at a die of an attack or of a shout.
fn pressed(system: &'static dyn System, inputs: &[&str]) -> Session {
    let (compendium, _) = Compendium::built_in(system);
    let mut setup = Setup::new("press");
    for (side, names) in [("Party", ["Mira", "Toma"]), ("Foes", ["Bailiff", "Docker"])] {
        setup.sides.push(SideSetup {
            name: side.to_owned(),
            players: side == "Party",
            ..SideSetup::default()
        });
        let all = names.iter().flat_map(|name| [name; 3]);
        setup
            .combatants
            .extend(all.map(|name| Newcomer::from_roster(name, 1, side)));
    }
    let start = setup
        .all_asked()
        .begin(&compendium, Seed(1))
        .expect("a fight");
    let mut session = Session::new(&[system], start, Seed(1)).expect("a session");
    for text in inputs {
        let input = parse(&session, text).expect("an input");
        session.input(input).expect("taken");
    }
    session
}

fn source(file: &str) -> Source {
    let text = std::fs::read_to_string(file).expect("a file");
    Source::new(file, &text)
}

/// Task that parses and rolls dice.
struct Rolling {
    text: String,
    generator: Generator,
}

impl Task for Rolling {
    fn call(&mut self) {
        for _ in 0..1_000 {
            let dice = Dice::parse(std::hint::black_box(&self.text)).expect("dice");
            let faces = dice.roll(&mut self.generator);
            std::hint::black_box(dice.total(&faces));
        }
    }

    fn times(&self) -> f64 {
        1_000.0
    }
}

/// Task that computes the exact odds of a roll.
struct Odds(Dice);

impl Task for Odds {
    fn call(&mut self) {
        for _ in 0..100 {
            let odds = std::hint::black_box(&self.0).odds();
            std::hint::black_box(odds.at_least(10));
        }
    }

    fn times(&self) -> f64 {
        100.0
    }
}

/// Task that answers a die of an attack, reruns its command, and runs the automatic steps after it.
struct Answering(Session);

impl Task for Answering {
    fn call(&mut self) {
        self.0.input(Input::Roll(Vec::new())).expect("rolled");
    }

    fn back(&mut self) {
        self.0.input(Input::Undo).expect("undone");
    }
}

/// Task that simulates a whole fight for some rounds.
struct Simulating {
    system: &'static dyn System,
    start: Encounter,
    /// True if all combatants are restored at the start of each round.
    mended: bool,
    rounds: u32,
}

impl Task for Simulating {
    fn call(&mut self) {
        let mut dice = Generator::at(Seed(7), 0, "bench", 0, 0);
        let mut led = Leader::new(self.system, &[], &mut dice);
        led.listens = false;
        let mut now = self.start.clone();
        while now.round <= self.rounds {
            let rounds = if self.mended { 0 } else { self.rounds };
            let fight = simulate(&mut led, &Standing::from(now), rounds, |_| true);
            now = fight.expect("no rule is at fault").now;
            assert!(!now.over(), "the fight ends in round {}", now.round);
            if self.mended {
                fights::whole(&mut now, &self.start);
            }
        }
        std::hint::black_box(now);
    }
}

/// Task that opens a saved fight from its file.
struct Opening(Source);

impl Task for Opening {
    fn call(&mut self) {
        let session = saves::read(&self.0, systems::all());
        std::hint::black_box(session.expect("it opens"));
    }
}

/// Task that reads the same file with the RON library alone.
struct Parsing(Source);

impl Task for Parsing {
    fn call(&mut self) {
        let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
        let saved = options.from_str::<Saved>(self.0.text());
        std::hint::black_box(saved.expect("a session"));
    }
}

/// Task that reads a roster and reports every error.
struct Rostering(Compendium, Source);

impl Task for Rostering {
    fn call(&mut self) {
        let (creatures, mistakes) = self.0.read_roster(&self.1, true);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        std::hint::black_box(creatures);
    }
}

/// Task that reads the same roster with the RON library alone.
struct Valuing(Source);

impl Task for Valuing {
    fn call(&mut self) {
        let value = ron::from_str::<ron::Value>(self.0.text());
        std::hint::black_box(value.expect("RON"));
    }
}
