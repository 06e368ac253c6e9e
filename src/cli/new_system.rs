//! Implements `affray new-system`, which creates a folder for a user-defined system, from a template or from a shared
//! system.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};

use super::check_system::called;
use super::environment::Environment;
use super::saved_fight::is_file;
use crate::ron_text::{Diagnostic, Source};
use crate::store::own_systems::{SYSTEMS, SystemFiles, check_key};
use crate::store::text_file::{self, shown};
use crate::systems::written::SYSTEM;
use crate::text;

/// Default template. Its encounters are left out, because they need its roster, which authors change first.
const PLAIN: &str = "plain";

/// Writes the folder of a new system: a copy of another system, or a minimal system. An imported system is written only
/// if it is valid.
pub(super) fn new_system(
    environment: &mut Environment<'_>,
    key: &str,
    from: Option<&str>,
) -> Result<ExitCode> {
    check_key(key).map_err(anyhow::Error::msg)?;
    if environment.systems.iter().any(|one| one.key() == key) {
        bail!("the system `{key}` exists already: choose another key");
    }
    let folder = environment.folders()?.config.join(SYSTEMS).join(key);
    let files = match from {
        Some(from) => files_of(environment, from)?,
        None => files_of(environment, PLAIN)?.without_encounters(),
    };
    let begun = match from.filter(|from| is_from_elsewhere(environment, from)) {
        // A shared system stays as its author sent it.
        Some(from) => {
            let from = text::sanitize(from, 1_000);
            match called(&files) {
                Ok(what) => format!("{what}, copied unchanged from {from}"),
                Err(wrong) => bail!(
                    "{}\n{from}: nothing was written because the system has errors",
                    lines(&wrong)
                ),
            }
        }
        None => format!("a system based on `{}`", files.key),
    };
    files.renamed(key).put(&folder)?;
    let shown = shown(&folder);
    writeln!(
        environment.out,
        "{shown}: {begun}. Edit its {SYSTEM} and check it with `affray check {shown}`."
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns `true` if the system comes from a file or folder outside the user's systems.
fn is_from_elsewhere(environment: &Environment<'_>, from: &str) -> bool {
    let own = |config: &Path| config.join(SYSTEMS).join(from).is_dir();
    let known = environment.systems.iter().any(|one| one.key() == from);
    let own = environment
        .folders()
        .is_ok_and(|places| own(&places.config));
    let is_key = check_key(from).is_ok() && (known || own);
    !is_key && (is_file(from) || Path::new(from).is_dir())
}

/// Reads the files of a system that is written as data: a listed system, user-defined ones first, or else a folder, a
/// shared file, or a fight that stores its rules.
///
/// # Errors
/// All errors in the files, or the reason why they cannot be read.
pub(super) fn files_of(environment: &Environment<'_>, from: &str) -> Result<SystemFiles> {
    let told = |wrong: Vec<Diagnostic>| anyhow::Error::msg(lines(&wrong));
    if is_from_elsewhere(environment, from) {
        let path = Path::new(from);
        if path.is_dir() {
            let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
            return SystemFiles::of_folder(&whole).map_err(told);
        }
        let source = Source::new(shown(path), &text_file::load(path)?);
        return match SystemFiles::of_text(&source) {
            Some(files) => files.map_err(told),
            None => bail!(
                "{}: this is neither a system nor a saved fight of a written system: create a system file with `affray export --system KEY`",
                source.name
            ),
        };
    }
    let folder = environment.folders()?.config.join(SYSTEMS).join(from);
    if check_key(from).is_ok() && folder.is_dir() {
        return SystemFiles::of_folder(&folder).map_err(told);
    }
    let Some(files) = SystemFiles::bundled(from) else {
        let known = environment.systems.iter();
        let known = known.filter(|one| one.texts().is_some());
        let known: Vec<&str> = known.map(|one| one.key()).collect();
        bail!(
            "`{}` is not a system written as data: choose one of {}",
            text::sanitize(from, 60),
            known.join(", ")
        );
    };
    Ok(files)
}

fn lines(wrong: &[Diagnostic]) -> String {
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    told.join("\n")
}
