//! Draws mutants: a fixed number for each part of the program. Mutants that do not compile are drawn again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::Drawn;
use crate::Place;
use crate::data;
use crate::find::{self, Change, NUMBER};

/// Number of mutants for each part.
const WANTED: [(&str, usize); 18] = [
    ("systems/alternation", 20),
    ("systems/countdown", 20),
    ("systems/segments", 20),
    ("systems/split_round", 20),
    ("systems/seconds", 20),
    ("systems/written", 80),
    ("systems", 5),
    ("rules", 10),
    ("values", 5),
    ("encounter", 8),
    ("resolver", 10),
    ("compendium", 4),
    ("setup", 4),
    ("simulate/walk.rs", 4),
    ("session", 12),
    ("fight_file", 8),
    ("store", 10),
    ("data", 60),
];

/// Files of the written systems.
pub const DATA: [&str; 2] = ["assets/d20/system.ron", "assets/plain/system.ron"];

/// Returns the part that a file belongs to, if mutants are drawn from it. Policies only express preferences and are
/// left out.
fn room(file: &str) -> Option<&'static str> {
    let is_test = file.ends_with("tests.rs") || file.contains("/tests/");
    let is_policy =
        file.ends_with("/policy.rs") || file.contains("/policy/") || file.ends_with("/worth.rs");
    if is_test || is_policy {
        return None;
    }
    if DATA.contains(&file) {
        return Some("data");
    }
    let rooms = WANTED.iter().map(|(room, _)| *room);
    let lies_in = |room: &&str| {
        file.strip_prefix("src/")
            .is_some_and(|file| Path::new(file).starts_with(room))
    };
    rooms.filter(lies_in).max_by_key(|room| room.len())
}

/// Draws a percentage of the mutants until they compile, then builds the tests.
pub fn draw(seed: u64, share: usize, place: &Place) -> Result<()> {
    let tree = place.tree();
    if tree.exists() {
        bail!("{} is there already: delete it first", tree.display());
    }
    let mut clone = Command::new("git");
    clone.args(["clone", "--quiet", "."]).arg(&tree);
    run(&mut clone)?;
    let mut cargo = place.cargo(&["build", "--bin", "affray"]);
    run(cargo.stdout(Stdio::null()))?;
    prepare(place)?;
    let mut rooms: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
    for file in files(place)? {
        if let Some(room) = room(&file) {
            let changes = match room {
                "data" => of_data(&tree, &file)?,
                _ => find::changes(&tree, &file)?,
            };
            rooms.entry(room).or_default().extend(changes);
        }
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for (room, changes) in &mut rooms {
        println!("{room}: {} places", changes.len());
        changes.shuffle(&mut random);
    }
    if let Some(changes) = rooms.get_mut("data") {
        // Takes as many as needed; a mutant that the program does not read is skipped.
        changes.truncate(2 * share);
        changes.retain(|change| is_read(place, change).unwrap_or(false));
    }
    let mut drawn = Vec::new();
    loop {
        fill(&mut drawn, share, &mut rooms);
        let written = write(place, &mut drawn)?;
        let bad = uncompiled(place, &written)?;
        if bad.is_empty() {
            break;
        }
        println!("{} do not compile and are drawn again", bad.len());
        drawn.retain(|one| !bad.contains(&one.number));
    }
    fs::write(place.changes(), serde_json::to_vec_pretty(&drawn)?)?;
    println!("{} changes drawn; now their tests are built", drawn.len());
    crate::run::build(place, &[])
}

/// Returns all changes of a data file.
fn of_data(tree: &Path, file: &str) -> Result<Vec<Change>> {
    let text = fs::read_to_string(tree.join(file)).with_context(|| file.to_owned())?;
    let changes = data::changes(&text).into_iter().map(|one| {
        let line = text[..one.start].lines().count().max(1);
        let of = text.lines().nth(line - 1).unwrap_or_default().trim();
        let old = &text[one.start..one.end];
        let told = match one.with.as_str() {
            "" => "(left out)",
            with => with,
        };
        Change {
            file: file.to_owned(),
            line,
            what: format!("{old}  ->  {told}   in   {of}"),
            function: one.entry,
            start: one.start,
            end: one.end,
            with: one.with,
        }
    });
    Ok(changes.collect())
}

fn run(command: &mut Command) -> Result<()> {
    let status = command.status()?;
    if !status.success() {
        bail!("{command:?}: {status}");
    }
    Ok(())
}

/// Prepares the copy: values computed once for all tests belong to no single test, and the data of systems is read
/// through the switch.
fn prepare(place: &Place) -> Result<()> {
    let tree = place.tree();
    for (listed, library) in [("src/*.rs", "crate"), ("tests/*.rs", "affray")] {
        for file in listing(place, &[listed])? {
            if file.starts_with("tests/mutants") || file.starts_with("tests/libfuzzer") {
                continue;
            }
            let text = fs::read_to_string(tree.join(&file))?;
            let once = format!(" LazyLock::new(|| {{ let _once = {library}::once();");
            let mut new = text.replace(" LazyLock::new(|| {", &once);
            if file.ends_with("written/bundled.rs") {
                new = new.replace(" one.system)", " crate::data(one.key, one.system))");
                new = new.replace(" self.system)", " crate::data(self.key, self.system))");
                // Places where a system is read and where its files are shown.
                if new.matches("crate::data(").count() != 2 {
                    bail!("{file} reads the data elsewhere by now: say where");
                }
            }
            if new != text {
                fs::write(tree.join(&file), new)?;
            }
        }
    }
    let mut git = Command::new("git");
    run(git
        .args([
            "-c",
            "user.name=mutants",
            "-c",
            "user.email=mutants@localhost",
        ])
        .args([
            "commit",
            "--quiet",
            "--no-verify",
            "-am",
            "ready to be changed",
        ])
        .current_dir(&tree))
}

/// Lists the source files of the copy.
fn files(place: &Place) -> Result<Vec<String>> {
    let mut listed = vec!["src/*.rs"];
    listed.extend(DATA);
    listing(place, &listed)
}

fn listing(place: &Place, of: &[&str]) -> Result<Vec<String>> {
    let mut git = Command::new("git");
    git.arg("ls-files").args(of).current_dir(place.tree());
    let listed = String::from_utf8(git.output()?.stdout)?;
    Ok(listed.lines().map(str::to_owned).collect())
}

/// Selects the mutants of each part so that none overlap.
fn fill(drawn: &mut Vec<Drawn>, share: usize, rooms: &mut BTreeMap<&str, Vec<Change>>) {
    for (room, wanted) in WANTED {
        let left = rooms.entry(room).or_default();
        while drawn.iter().filter(|one| one.room == room).count() < wanted * share / 100 {
            let Some(change) = left.pop() else { break };
            let over = |one: &Drawn| {
                let other = &one.change;
                other.file == change.file && other.start < change.end && change.start < other.end
            };
            if !drawn.iter().any(over) {
                drawn.push(Drawn {
                    number: 0,
                    room: room.to_owned(),
                    change,
                });
            }
        }
    }
    for (number, one) in (1..).zip(drawn) {
        one.number = number;
    }
}

/// Position of each mutant in the changed source: file, bytes, number.
type Written = Vec<(String, std::ops::Range<u64>, u32)>;

/// Writes all mutants into the copy.
fn write(place: &Place, drawn: &mut [Drawn]) -> Result<Written> {
    let tree = place.tree();
    let mut git = Command::new("git");
    run(git
        .args(["checkout", "--quiet", "--", "src"])
        .current_dir(&tree))?;
    let mut files: BTreeMap<&str, Vec<&Drawn>> = BTreeMap::new();
    let (data, source): (Vec<&Drawn>, Vec<&Drawn>) =
        drawn.iter().partition(|one| one.room == "data");
    for one in source {
        files.entry(&one.change.file).or_default().push(one);
    }
    let mut written = Vec::new();
    for (file, mut changes) in files {
        changes.sort_by_key(|one| one.change.start);
        let old = fs::read_to_string(tree.join(file))?;
        let (mut new, mut at) = (String::new(), 0);
        for one in changes {
            new += &old[at..one.change.start];
            let start = new.len() as u64;
            new += &one.change.with.replace(NUMBER, &one.number.to_string());
            written.push((file.to_owned(), start..new.len() as u64, one.number));
            at = one.change.end;
        }
        new += &old[at..];
        fs::write(tree.join(file), new)?;
    }
    let library = tree.join("src/lib.rs");
    let mut text = fs::read_to_string(&library)? + include_str!("switch.txt");
    let row = |one: &Drawn| {
        let Change {
            file,
            start,
            end,
            with,
            ..
        } = &one.change;
        let key = Path::new(file)
            .parent()
            .and_then(Path::file_name)
            .unwrap_or_default();
        format!("({}, {key:?}, {start}, {end}, {with:?}),\n", one.number)
    };
    let rows: String = data.into_iter().map(row).collect();
    text += &format!("const DATA: &[(u32, &str, usize, usize, &str)] = &[\n{rows}];\n");
    fs::write(library, text)?;
    Ok(written)
}

/// Returns true if the unchanged program reads data with this change.
fn is_read(place: &Place, change: &Change) -> Result<bool> {
    let mut text = fs::read_to_string(place.tree().join(&change.file))?;
    text.replace_range(change.start..change.end, &change.with);
    let file = Path::new(&change.file).strip_prefix("assets")?;
    let file = place.folder.join("read").join(file);
    fs::create_dir_all(file.parent().unwrap_or(&file))?;
    fs::write(&file, text)?;
    let mut check = Command::new(place.built("affray"));
    check.arg("check").arg(&file);
    check.stdout(Stdio::null()).stderr(Stdio::null());
    Ok(check.status()?.success())
}

/// Returns the numbers of the mutants that the compiler rejects.
fn uncompiled(place: &Place, written: &Written) -> Result<BTreeSet<u32>> {
    let mut cargo = place.cargo(&["check", "--lib"]);
    let output = cargo.stderr(Stdio::null()).output().context("cargo")?;
    let mut bad = BTreeSet::new();
    if output.status.success() {
        return Ok(bad);
    }
    let mut told = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let Ok(line) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let message = &line["message"];
        if message["level"] != "error" {
            continue;
        }
        told.push(message["rendered"].to_string());
        let children = message["children"].as_array().into_iter().flatten();
        for one in std::iter::once(message).chain(children) {
            for span in one["spans"].as_array().into_iter().flatten() {
                let (Some(file), Some(at)) =
                    (span["file_name"].as_str(), span["byte_start"].as_u64())
                else {
                    continue;
                };
                let hit = written
                    .iter()
                    .filter(|(its, bytes, _)| its == file && bytes.contains(&at));
                bad.extend(hit.map(|(_, _, number)| *number));
            }
        }
    }
    if bad.is_empty() {
        bail!(
            "it does not compile, for no change of ours: {}",
            told.join("\n")
        );
    }
    Ok(bad)
}
