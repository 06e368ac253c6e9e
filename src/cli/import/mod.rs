//! `affray import`: a roster made of a file that another program wrote.

mod foreign;
mod improved_initiative;
mod place;
mod record;
mod stat_block;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use super::environment::Environment;
use crate::compendium::{Compendium, RosterText};
use crate::ron_text::Source;
use crate::store::own_systems::SystemFiles;
use crate::store::text_file;
use crate::text::{self, counted};
use crate::values::unknown;
use place::Placing;

/// What is wanted of an import.
pub(super) struct Wanted {
    /// The file of the other program.
    pub(super) file: PathBuf,
    /// The rule system that its combatants are to fight by.
    pub(super) system: String,
    /// What the roster is to be called; else as the file is.
    pub(super) name: Option<String>,
    /// Whether the roster is only shown, and nothing written.
    pub(super) print: bool,
}

/// Reads the file, writes the roster unless one of that name is there, and tells what found no place.
///
/// # Errors
/// For a file that cannot be read or holds nobody, and where the roster cannot be written.
pub(super) fn import(environment: &mut Environment<'_>, wanted: &Wanted) -> Result<ExitCode> {
    let mut library = environment.library();
    let Some(system) = library.system(&wanted.system) else {
        let known = environment.systems.iter().map(|system| system.key());
        bail!(unknown("system", &wanted.system, known));
    };
    // What is known of a sheet is enough: no roster, no tables.
    let compendium = Compendium::outline(system);
    let shown = text_file::shown(&wanted.file);
    let mut placing = Placing::new(&compendium);
    let mut roster = RosterText::new(compendium.schema);
    let text = text_file::load(&wanted.file)?;
    if text.trim_start().starts_with(['(', '/'])
        && SystemFiles::of_text(&Source::new(&shown, &text)).is_some()
    {
        bail!("{shown}: this is a rule system: `affray new-system KEY --from {shown}` takes it");
    }
    let mut place = |foreign| {
        if let Some(creature) = placing.creature(&foreign) {
            roster.add(&creature);
        }
    };
    foreign::read(&text, &mut place).with_context(|| shown.clone())?;
    drop(text);
    let told = text::sanitize_lines(&placing.report());
    let (roster, many) = roster.finish();
    write!(environment.err, "{told}")?;
    if many == 0 {
        bail!(
            "{shown}: nobody in it has what a roster of {} needs",
            wanted.system
        );
    }
    if wanted.print {
        write!(environment.out, "{roster}")?;
        return Ok(ExitCode::SUCCESS);
    }
    environment.folders()?;
    let stem = wanted
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let name = wanted.name.as_deref().unwrap_or(&stem);
    let path = library.new_roster(&wanted.system, name, &roster)?;
    let many = counted(many, "combatant");
    writeln!(
        environment.out,
        "{many} written to {}",
        text_file::shown(&path)
    )?;
    Ok(ExitCode::SUCCESS)
}
