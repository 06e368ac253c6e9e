//! Fights of `tests/fights`, read and played by the program's own `fight_file`, for tests that use all fights or need
//! one at a certain point. Also fights written in a test.

use std::fs;
use std::path::{Path, PathBuf};

use affray::compendium::Compendium;
use affray::ron_text::{Diagnostic, Source};
use affray::rules::System;
use affray::session::Session;
use affray::systems::written::{self, NO_TEXTS};

pub use affray::fight_file::{Course, Fight, begin, play, read};

/// Formats errors as they are shown.
pub fn told(wrong: &[Diagnostic]) -> String {
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    told.join("\n")
}

/// Returns the compendium of a bundled system.
#[track_caller]
pub fn compendium(key: &str) -> Compendium {
    let system = affray::systems::all().iter().find(|one| one.key() == key);
    Compendium::built_in(*system.expect("a system")).0
}

/// Creates the fight of a `setup` as in a fight file, after some steps, for tests that do more than steps can.
#[track_caller]
pub fn course<'b>(compendium: &'b Compendium, setup: &str, steps: &[&str]) -> Course<'b> {
    let text = format!("(about: \"\", setup: ({setup}), steps: [])");
    let fight = read(&Source::new("fight.ron", &text), &[compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let mut course =
        begin(&fight, &[compendium], affray::systems::all()).unwrap_or_else(|why| panic!("{why}"));
    go(&mut course, steps);
    course
}

/// Executes steps of a fight file.
#[track_caller]
pub fn go(course: &mut Course<'_>, steps: &[&str]) {
    for text in steps {
        if let Err(why) = course.step(text) {
            panic!("`{text}`: {why}\n{}", course.standing());
        }
    }
}

/// Plays a fight of a system: `who` are its combatants, `steps` are the steps and checks.
#[track_caller]
pub fn plays(system: &str, who: &str, steps: &str) {
    let file = Source::new("system.ron", system);
    let system = written::read("example", &file, NO_TEXTS);
    let system = system.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let (compendium, wrong) = Compendium::built_in(system);
    assert!(wrong.is_empty(), "{}", told(&wrong));
    let fight = format!(
        "(about: \"a fight\", setup: (title: \"A fight\", system: \"example\", \
         sides: [(name: \"Party\", players: true), (name: \"Orcs\")], combatants: [{who}]), steps: [{steps}])"
    );
    let fight = read(&Source::new("fight", &fight), &[&compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    play(&fight, &[&compendium], &[system], |_, _| {}).unwrap_or_else(|why| panic!("{why}"));
}

/// Returns the files of a system's fights.
pub fn files(system: &dyn System) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fights");
    let folder = root.join(system.key());
    let files = fs::read_dir(&folder);
    let files = files.unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    paths
}

/// Returns true if a file name, without its folder, is that of a generated fight: `drawn_01.ron`.
pub fn is_drawn(file: &str) -> bool {
    let number = file.strip_prefix("drawn_").unwrap_or_default();
    let number = number.split('.').next().unwrap_or_default();
    number.parse::<usize>().is_ok()
}

/// Reads all fights of a system in `tests/fights`, with their file names.
pub fn all(system: &'static dyn System, compendium: &Compendium) -> Vec<(String, Fight)> {
    let files = files(system);
    files.iter().map(|path| one(path, compendium)).collect()
}

/// Number of fights above which only a third of the written fights, and the generated fights, are used.
const MANY: usize = 50;

/// Returns a selection of the fights in `tests/fights` for slow tests. A new fight does not change the selection of the
/// other fights.
pub fn some(system: &'static dyn System, compendium: &Compendium) -> Vec<(String, Fight)> {
    let mut all = all(system, compendium);
    let third = |file: &str| file.bytes().map(u64::from).sum::<u64>().is_multiple_of(3);
    if all.len() > MANY {
        all.retain(|(file, _)| is_drawn(file) || third(file));
    }
    all
}

/// Reads the fight of a file, with the file's name.
pub fn one(path: &Path, compendium: &Compendium) -> (String, Fight) {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).expect("text");
    let fight = read(&Source::new(name.as_str(), &text), &[compendium]);
    let fight = fight.unwrap_or_else(|wrong| panic!("{}", told(&wrong)));
    let file = name.rsplit('/').next().unwrap_or_default();
    (file.to_owned(), fight)
}

/// Plays all fights of a system in `tests/fights`; `look` sees each as [`play`] shows it, with its file name.
pub fn play_all(
    system: &'static dyn System,
    compendium: &Compendium,
    mut look: impl FnMut(&str, &Session),
) {
    for (file, fight) in all(system, compendium) {
        play(&fight, &[compendium], &[system], |_, session| {
            look(&file, session);
        })
        .unwrap_or_else(|why| panic!("{why}"));
    }
}
