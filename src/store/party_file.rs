//! File of a saved party, which people may edit between two fights. The new file is durable before the old file is
//! removed. Edits of other programs are never lost.

use std::io::{self, ErrorKind};

use super::disk::{Store, write_beside};
use super::journal_format::checksum;
use super::session_files::FOREIGN_LIMIT;

/// Beginning of the first line, before the checksum of the lines below it.
const MARK: &str = "// Kept by Affray (";
/// End of the first line.
const MARK_END: &str = "). Changes in this file apply from the next fight.\n";
/// Part of the names of backups.
const KEPT: &str = ".kept-";

/// Writes the file completely or not at all. If the existing file was edited, the file first gets a second name, and
/// this name is returned.
///
/// # Errors
/// If the file cannot be written. The old file is unchanged then.
pub fn write_party(store: &dyn Store, file: &str, members: &str) -> io::Result<Option<String>> {
    store.make_folder()?;
    let kept = match store.read(file, FOREIGN_LIMIT) {
        Ok(bytes) if is_ours(&bytes) => None,
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Ok(_) => Some(keep_aside(store, file)?),
        Err(error) if error.kind() == ErrorKind::FileTooLarge => Some(keep_aside(store, file)?),
        Err(error) => return Err(error),
    };
    let text = format!(
        "{MARK}{:016x}{MARK_END}{members}",
        checksum(members.as_bytes())
    );
    write_beside(store, file, [text.as_bytes()])?;
    store.rename(&super::disk::beside(file), file)?;
    store.sync_folder()?;
    store.sync_parents()?;
    Ok(kept)
}

/// Returns `true` for the name of a backup, which is not a separate party.
pub(crate) fn is_kept_aside(file: &str) -> bool {
    file.contains(KEPT)
}

/// Returns `true` if the file is as [`write_party`] left it.
fn is_ours(bytes: &[u8]) -> bool {
    let text = str::from_utf8(bytes).unwrap_or_default();
    let below = text.strip_prefix(MARK).and_then(|text| {
        let (sum, below) = text.split_once(MARK_END)?;
        (u64::from_str_radix(sum, 16).ok()? == checksum(below.as_bytes())).then_some(())
    });
    below.is_some()
}

/// Gives the file a second, unused name, and makes it durable.
fn keep_aside(store: &dyn Store, file: &str) -> io::Result<String> {
    let stem = file.trim_end_matches(".ron");
    let taken = store.list()?;
    let mut names = (1..).map(|number| format!("{stem}{KEPT}{number}.ron"));
    let name = names.find(|name| !taken.contains(name));
    let name = name.ok_or_else(|| io::Error::other("no unused name is left"))?;
    store.link(file, &name)?;
    store.sync_folder()?;
    Ok(name)
}
