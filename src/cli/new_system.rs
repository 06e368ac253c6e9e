//! `affray new-system`: a folder to begin a system of one's own with.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::environment::Environment;
use crate::store::own_systems::{SYSTEMS, check_key, files_of};
use crate::systems::written::{self, SYSTEM};
use crate::text;

/// What a folder is begun from where nothing is said: what is changed first, without fights of a roster that goes with it.
const PLAIN: &str = "plain";

/// Writes the folder: the whole of the system that it is to be a copy of, or the least that one needs.
pub(super) fn new_system(
    environment: &mut Environment<'_>,
    key: &str,
    from: Option<&str>,
) -> Result<ExitCode> {
    check_key(key).map_err(anyhow::Error::msg)?;
    if environment.systems.iter().any(|one| one.key() == key) {
        bail!("there is a system `{key}` already: take another word");
    }
    let whole = from.is_some();
    let from = from.unwrap_or(PLAIN);
    let mut files = files_of_system(environment, from)?;
    let folder = environment.folders()?.config.join(SYSTEMS).join(key);
    if folder.exists() {
        bail!("{} is there already: nothing is written", folder.display());
    }
    files.retain(|(path, _)| whole || !path.starts_with("encounters/"));
    for (path, text) in files {
        put(&folder.join(&path), &renamed(&path, &text, from, key))?;
    }
    let shown = text::sanitize(&folder.to_string_lossy(), 1_000).into_owned();
    writeln!(
        environment.out,
        "{shown}: a system begun from `{from}`. Change its {SYSTEM}, and ask `affray check {shown}` what is wrong with it."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// The files of any system of the list that is written as data, one's own before those that come along.
fn files_of_system(environment: &Environment<'_>, key: &str) -> Result<Vec<(String, String)>> {
    let folder = environment.folders()?.config.join(SYSTEMS).join(key);
    if check_key(key).is_ok() && folder.join(SYSTEM).is_file() {
        return files_of(&folder).map_err(|wrong| {
            let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
            anyhow::anyhow!(told.join("\n"))
        });
    }
    let Some(files) = written::bundled_files(key) else {
        let known = environment.systems.iter();
        let known = known.filter(|one| one.texts().is_some());
        let known: Vec<&str> = known.map(|one| one.key()).collect();
        bail!(
            "`{}` is no system that is written as data: there is {}",
            text::sanitize(key, 60),
            known.join(", ")
        );
    };
    let owned = |(path, text): (String, &str)| (path, text.to_owned());
    Ok(files.into_iter().map(owned).collect())
}

/// A file of one system as the same file of another.
fn renamed(path: &str, text: &str, from: &str, key: &str) -> String {
    let line = |line: &str| match line.trim_start().starts_with("name: \"") {
        true => format!("    name: \"{}\",\n", key.replace('-', " ")),
        false => line.to_owned(),
    };
    match path {
        SYSTEM => text.split_inclusive('\n').map(line).collect(),
        // Fights say of which system they are.
        _ => text.replace(
            &format!("system: \"{from}\""),
            &format!("system: \"{key}\""),
        ),
    }
}

fn put(path: &Path, text: &str) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
