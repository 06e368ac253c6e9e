//! `affray new-system`: a folder to begin a system of one's own with.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::environment::Environment;
use crate::store::own_systems::{SYSTEM, SYSTEMS, check_key};
use crate::systems::written;
use crate::text;

/// Writes the folder, begun from a system that comes along.
pub(super) fn new_system(
    environment: &mut Environment<'_>,
    key: &str,
    from: &str,
) -> Result<ExitCode> {
    check_key(key).map_err(anyhow::Error::msg)?;
    if environment.systems.iter().any(|one| one.key() == key) {
        bail!("there is a system `{key}` already: take another word");
    }
    let Some(file) = written::file_of(from) else {
        let known = written::bundled_keys().join(", ");
        bail!("`{from}` is no system that is written as data: there is {known}");
    };
    let folder = environment.folders()?.config.join(SYSTEMS).join(key);
    if folder.exists() {
        bail!("{} is there already: nothing is written", folder.display());
    }
    let model = environment.systems.iter().find(|one| one.key() == from);
    let texts = model.map_or(written::NO_TEXTS, |one| one.assets());
    let name = key.replace('-', " ");
    let named = file
        .lines()
        .map(|line| match line.trim_start().starts_with("name: \"") {
            true => format!("    name: \"{name}\","),
            false => line.to_owned(),
        });
    let named: Vec<String> = named.collect();
    put(&folder, SYSTEM, &(named.join("\n") + "\n"))?;
    put(&folder, "roster.ron", texts.roster)?;
    put(&folder, "rules.md", texts.rules)?;
    let shown = text::sanitize(&folder.to_string_lossy(), 1_000).into_owned();
    writeln!(
        environment.out,
        "{shown}: a system begun from `{from}`. Change its {SYSTEM}, and ask `affray check {shown}` what is wrong with it."
    )?;
    Ok(ExitCode::SUCCESS)
}

fn put(folder: &Path, name: &str, text: &str) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let path = folder.join(name);
    fs::write(&path, text).with_context(|| format!("{} cannot be written", path.display()))
}
