//! Runs each mutant against the tests that reach it: fights first, then the quickest modules, up to the first failure.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Drawn;
use crate::Place;

/// Tests that run together, with their result on the unchanged program: a module of a test program, or a whole program.
#[derive(Debug, Deserialize, Serialize)]
struct CapitalGroup {
    name: String,
    path: PathBuf,
    /// Full names of the tests; empty if the program runs as a whole.
    tests: BTreeSet<String>,
    took: Duration,
    /// True if the group passes without a mutant. `house::rooms` reads the source and does not.
    judges: bool,
    /// Tests that reach a mutant, by its number; "" if a thread without a test reached it.
    comes_by: BTreeMap<u32, BTreeSet<String>>,
}

/// Result of a mutant.
#[derive(Debug, Deserialize, Serialize)]
struct Verdict {
    /// Group and test that failed; `None` if all passed.
    noticed_by: Option<String>,
    /// Time limit of the groups that were run.
    asked: Duration,
}

/// Modules and tests that are not run: they take long, and only look for panics, for figures that are far off, or at
/// the source.
const NOT_ASKED: [&str; 16] = [
    "browser",
    "cut_off",
    "house::",
    "in_lines",
    "killed",
    "panic",
    "random::",
    "screen::any_size",
    "served",
    "simulate::odds_are_right",
    "simulate::policies",
    "store::changed_saves::every_changed_save",
    "store::changed_saves::counters_stop_at",
    "store::power_cut",
    "surroundings",
    "terminal",
];

/// Builds the tests, or `which` of them, and runs them once without a mutant, to record which tests reach which switch.
pub fn build(place: &Place, which: &[&str]) -> Result<()> {
    let output = place
        .cargo(&[&["test", "--no-run"], which].concat())
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("the tests do not build");
    }
    let mut groups = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let line: Value = serde_json::from_str(line)?;
        if line["reason"] == "compiler-artifact"
            && line["profile"]["test"] == true
            && let Some(path) = line["executable"].as_str()
        {
            let name = line["target"]["name"].as_str().unwrap_or_default();
            let by_module = line["target"]["kind"][0] == "test";
            let modules = modules(place, name, path, by_module)?;
            for (name, tests) in modules {
                groups.push(without(place, &name, path.into(), tests)?);
            }
        }
    }
    // Groups that notice most mutants come first.
    groups.sort_by_key(|one: &CapitalGroup| {
        let first = ["fights", "systems::played"];
        let place = first.iter().position(|name| one.name == *name);
        (place.unwrap_or(first.len()), one.took)
    });
    fs::write(
        place.folder.join("tests.json"),
        serde_json::to_vec(&groups)?,
    )?;
    Ok(())
}

/// Returns the tests of a binary by module, if they can run separately; otherwise an empty list under the name of the
/// binary, which means all tests.
fn modules(
    place: &Place,
    name: &str,
    path: &str,
    by_module: bool,
) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let asked = |test: &String| !NOT_ASKED.iter().any(|one| test.starts_with(one));
    for test in listed(place, Path::new(path))?.into_iter().filter(asked) {
        if by_module && let Some((module, _)) = test.rsplit_once("::") {
            let module = module.to_owned();
            modules.entry(module).or_default().insert(test);
        }
    }
    if modules.is_empty() {
        modules.insert(name.to_owned(), BTreeSet::new());
    }
    Ok(modules)
}

/// Returns the names of all tests of a binary.
fn listed(place: &Place, path: &Path) -> Result<BTreeSet<String>> {
    let listed = Command::new(path)
        .arg("--list")
        .current_dir(place.tree())
        .output()?;
    let listed = String::from_utf8(listed.stdout)?;
    let tests = listed
        .lines()
        .filter_map(|line| line.strip_suffix(": test"));
    Ok(tests.map(str::to_owned).collect())
}

/// Returns the arguments that run exactly these tests; none run all.
fn only<'t>(tests: impl IntoIterator<Item = &'t String>) -> Vec<&'t str> {
    let mut words: Vec<&str> = tests.into_iter().map(String::as_str).collect();
    if !words.is_empty() {
        words.push("--exact");
    }
    words
}

/// Runs a group without a mutant.
fn without(
    place: &Place,
    name: &str,
    path: PathBuf,
    tests: BTreeSet<String>,
) -> Result<CapitalGroup> {
    let known = listed(place, &path)?;
    let cover = place.folder.join("cover");
    let _ = fs::remove_file(&cover);
    let began = Instant::now();
    let (status, told) = call(
        place,
        &path,
        &only(&tests),
        0,
        Duration::from_secs(3600),
        Some(&cover),
    )?;
    let took = began.elapsed();
    let mut comes_by: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for line in fs::read_to_string(&cover).unwrap_or_default().lines() {
        let (number, thread) = line.split_once(' ').unwrap_or_default();
        let test = if known.contains(thread) { thread } else { "" };
        let number = number.parse().context("a number of a change")?;
        comes_by.entry(number).or_default().insert(test.to_owned());
    }
    let judges = status.success();
    println!("{name}: {took:.1?}, {} changes come by", comes_by.len());
    if !judges {
        println!("{name} fails with no change, and is left out: {told}");
    }
    Ok(CapitalGroup {
        name: name.to_owned(),
        path,
        tests,
        took,
        judges,
        comes_by,
    })
}

/// Runs tests of a binary with a mutant, within a time limit. Returns the output.
fn call(
    place: &Place,
    path: &Path,
    words: &[&str],
    number: u32,
    limit: Duration,
    cover: Option<&Path>,
) -> Result<(ExitStatus, String)> {
    let mut shell = asking(place, path, words, number, limit)?;
    if let Some(cover) = cover {
        shell.env("MUTANT_COVER", cover);
    }
    let output = shell.output()?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok((output.status, told))
}

/// Runs tests like `run`, up to the first failure. Returns its name, "" if the program ended otherwise; `None` if all
/// pass.
fn first_failed(
    place: &Place,
    path: &Path,
    words: &[&str],
    number: u32,
    limit: Duration,
) -> Result<Option<String>> {
    let mut shell = asking(place, path, words, number, limit)?;
    // Several mutants run in parallel.
    shell.env("RUST_TEST_THREADS", "1");
    let mut asked = shell.stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    let told = asked.stdout.take().context("its output")?;
    for line in BufReader::new(told).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if let Some(failed) = line.strip_suffix(" ... FAILED") {
            // Killing `timeout` also ends its command.
            Command::new("kill").arg(asked.id().to_string()).status()?;
            asked.wait()?;
            return Ok(Some(failed.to_owned()));
        }
    }
    Ok((!asked.wait()?.success()).then(String::new))
}

/// Returns the command that runs tests of a binary with a mutant, within a time limit.
fn asking(
    place: &Place,
    path: &Path,
    words: &[&str],
    number: u32,
    limit: Duration,
) -> Result<Command> {
    let home = place.folder.join("home");
    fs::create_dir_all(&home)?;
    // A mutant may make a loop endless, or let it use memory without a limit.
    let mut shell = Command::new("sh");
    shell
        .args([
            "-c",
            "ulimit -v 8388608; exec timeout --kill-after 1 \"$@\"",
            "sh",
        ])
        .arg(limit.as_secs().max(1).to_string())
        .arg(path)
        .args(words)
        .current_dir(place.tree())
        .env("CARGO_MANIFEST_DIR", place.tree())
        .env("MUTANT", number.to_string())
        .env("HOME", &home)
        .env("TMPDIR", &home)
        .env("RUST_BACKTRACE", "0");
    for variable in [
        "XDG_CONFIG_HOME",
        "XDG_DATA_HOME",
        "XDG_STATE_HOME",
        "XDG_RUNTIME_DIR",
    ] {
        shell.env_remove(variable);
    }
    Ok(shell)
}

fn groups(place: &Place) -> Result<Vec<CapitalGroup>> {
    let text = fs::read(place.folder.join("tests.json")).context("no tests were built")?;
    Ok(serde_json::from_slice(&text)?)
}

fn verdicts(place: &Place) -> Result<BTreeMap<u32, Verdict>> {
    match fs::read(place.folder.join("verdicts.json")) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(_) => Ok(BTreeMap::new()),
    }
}

/// Runs every surviving mutant against the groups within the time limit that it has not met yet, one mutant for each
/// processor.
pub fn all(place: &Place, most: Duration) -> Result<()> {
    let (drawn, groups) = (place.drawn()?, groups(place)?);
    let verdicts = Mutex::new(verdicts(place)?);
    // Time from which on groups still have to run.
    let since = |one: &Drawn| {
        let known = verdicts.lock().ok()?;
        match known.get(&one.number) {
            None => Some(Duration::ZERO),
            Some(verdict) => {
                (verdict.noticed_by.is_none() && verdict.asked < most).then_some(verdict.asked)
            }
        }
    };
    let open: Vec<(&Drawn, Duration)> = drawn
        .iter()
        .filter_map(|one| Some((one, since(one)?)))
        .collect();
    let next = AtomicUsize::new(0);
    let ask = || -> Result<()> {
        while let Some((one, since)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let began = Instant::now();
            let asked = groups.iter().filter(|group| {
                group.took <= most && (*since == Duration::ZERO || group.took > *since)
            });
            let noticed_by = judge(place, asked, one.number)?;
            let by = noticed_by.as_deref().unwrap_or("unnoticed");
            println!("{} {} {by} ({:.0?})", one.number, one.room, began.elapsed());
            let mut verdicts = verdicts
                .lock()
                .map_err(|_| anyhow!("another was at fault"))?;
            let asked = most;
            verdicts.insert(one.number, Verdict { noticed_by, asked });
            fs::write(
                place.folder.join("verdicts.json"),
                serde_json::to_vec(&*verdicts)?,
            )?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(ask)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| anyhow!("a fault"))?)
    })?;
    let verdicts = verdicts.into_inner().map_err(|_| anyhow!("a fault"))?;
    let mut rooms: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in &drawn {
        let (all, unnoticed) = rooms.entry(&one.room).or_default();
        *all += 1;
        *unnoticed += usize::from(verdicts[&one.number].noticed_by.is_none());
    }
    for (room, (all, unnoticed)) in rooms {
        println!("{room}: {unnoticed} of {all} unnoticed");
    }
    Ok(())
}

/// Returns the test that notices a mutant, if there is one.
fn judge<'g>(
    place: &Place,
    groups: impl Iterator<Item = &'g CapitalGroup>,
    number: u32,
) -> Result<Option<String>> {
    for group in groups.filter(|one| one.judges) {
        let Some(tests) = group.comes_by.get(&number) else {
            continue;
        };
        // If a thread without a test reached the mutant, its test is unknown.
        let words = if tests.contains("") {
            only(&group.tests)
        } else {
            only(tests)
        };
        // The machine may be shared, and each test runs alone here.
        let limit = group.took * 20 + Duration::from_secs(60);
        if let Some(failed) = first_failed(place, &group.path, &words, number, limit)? {
            return Ok(Some(format!("{} {failed}", group.name)));
        }
    }
    Ok(None)
}

/// Prints the survivors.
///
/// # Errors
/// If the results cannot be read, or no mutant was drawn from the part; the error lists the parts.
pub fn show(place: &Place, room: Option<&str>) -> Result<()> {
    if let Some(wanted) = room {
        let drawn = place.drawn()?;
        let rooms: BTreeSet<&str> = drawn.iter().map(|one| one.room.as_str()).collect();
        ensure!(
            rooms.contains(wanted),
            "nothing was drawn from `{wanted}`: there is {}",
            rooms.into_iter().collect::<Vec<_>>().join(", ")
        );
    }
    let verdicts = verdicts(place)?;
    for one in place.drawn()? {
        let unnoticed = verdicts
            .get(&one.number)
            .is_some_and(|verdict| verdict.noticed_by.is_none());
        if unnoticed && room.is_none_or(|room| room == one.room) {
            tell(place, &one)?;
        }
    }
    Ok(())
}

fn tell(place: &Place, one: &Drawn) -> Result<()> {
    let change = &one.change;
    println!(
        "========== {} {}:{} in {}\n{}\n-----",
        one.number, change.file, change.line, change.function, change.what
    );
    let of = format!("HEAD:{}", change.file);
    let mut git = Command::new("git");
    let old = git.args(["show", &of]).current_dir(place.tree()).output()?;
    let old = String::from_utf8(old.stdout)?;
    let first = change.line.saturating_sub(12);
    for (at, line) in (1..).zip(old.lines()).skip(first).take(20) {
        println!("{at:4} {line}");
    }
    Ok(())
}

/// Runs tests of one group whose names contain one of the words, without a mutant and then with it. The fights are read
/// from the copy, so copy new ones there first.
pub fn one(place: &Place, number: u32, test: &str, names: &[&str]) -> Result<()> {
    let groups = groups(place)?;
    let group = groups.iter().find(|one| one.name == test);
    let group = group.with_context(|| format!("there are no tests `{test}`"))?;
    let named = |test: &&String| names.is_empty() || names.iter().any(|name| test.contains(name));
    let words = if group.tests.is_empty() {
        names.to_vec()
    } else {
        only(group.tests.iter().filter(named))
    };
    if words.is_empty() && !group.tests.is_empty() {
        bail!("`{test}` has no such test");
    }
    for number in [0, number] {
        let limit = Duration::from_secs(600);
        let (status, told) = call(place, &group.path, &words, number, limit, None)?;
        println!("change {number}: {status}\n{told}");
    }
    Ok(())
}
