//! Which of a GM's own systems were found right, and their names: kept where programs keep what can be made again, so that a
//! system is not read at each start before anybody asks for it.
//!
//! A line each: the key, a checksum, the name. The checksum is over all that the line depends on: the key, the name, the texts
//! that are read and the very program that read them. A line of another program, of changed texts, or that somebody wrote,
//! says nothing, and the system is read. Whatever hinders the reading or writing of the file is no matter.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

use super::disk::{DiskStore, Store};
use super::journal_format::Sum;
use crate::systems::written::{RULES, SYSTEM};

/// The file of them.
const FILE: &str = "systems";
/// Bytes that are read of it.
const LIMIT: u64 = 64 * 1024;

/// What is known of systems without reading them.
pub(super) struct Verdicts {
    /// Where it is kept; `None` where it is not, or where this program does not know which it is.
    kept: Option<Kept>,
    /// The lines of the systems that are here.
    lines: String,
}

struct Kept {
    folder: PathBuf,
    /// What tells this program from every other.
    program: String,
    /// What the file says.
    text: String,
}

impl Verdicts {
    /// What is kept in this folder.
    pub fn load(folder: Option<&Path>) -> Self {
        let kept = folder.and_then(|folder| {
            let text = DiskStore::new(folder).read(FILE, LIMIT).ok();
            Some(Kept {
                folder: folder.to_owned(),
                program: program()?,
                text: text
                    .and_then(|text| String::from_utf8(text).ok())
                    .unwrap_or_default(),
            })
        });
        Self {
            kept,
            lines: String::new(),
        }
    }

    /// The name of a system that was found right as it stands.
    pub fn right(&mut self, key: &str, texts: &BTreeMap<String, String>) -> Option<String> {
        let kept = self.kept.as_ref()?;
        let mut lines = kept.text.lines();
        let found = lines.find_map(|line| {
            let (of, rest) = line.split_once(' ')?;
            let (sum, name) = rest.split_once(' ')?;
            (of == key && sum == kept.sum(key, name, texts)).then_some((line, name))
        });
        let (line, name) = found?;
        self.lines += line;
        self.lines.push('\n');
        Some(name.to_owned())
    }

    /// A system that was read and is right.
    pub fn add(&mut self, key: &str, name: &str, texts: &BTreeMap<String, String>) {
        if let Some(kept) = &self.kept {
            let sum = kept.sum(key, name, texts);
            self.lines += &format!("{key} {sum} {name}\n");
        }
    }

    /// Keeps what has been found, if it is not what was known.
    pub fn keep(self) {
        let Some(kept) = self.kept.filter(|kept| kept.text != self.lines) else {
            return;
        };
        // Under a name of its own first: another program may do the same.
        let fresh = kept.folder.join(format!("{FILE}.{}", process::id()));
        let written = fs::create_dir_all(&kept.folder)
            .and_then(|()| fs::write(&fresh, self.lines))
            .and_then(|()| fs::rename(&fresh, kept.folder.join(FILE)));
        if written.is_err() {
            // It is read again next time.
            let _ = fs::remove_file(&fresh);
        }
    }
}

impl Kept {
    fn sum(&self, key: &str, name: &str, texts: &BTreeMap<String, String>) -> String {
        let read = [SYSTEM, RULES].map(|path| texts.get(path).map(String::as_str));
        let mut sum = Sum::default();
        for part in [Some(self.program.as_str()), Some(key), Some(name)]
            .into_iter()
            .chain(read)
        {
            let part = part.map(str::as_bytes);
            sum.add(&[u8::from(part.is_some())]);
            sum.add(&part.map_or(0, |part| part.len()).to_le_bytes());
            sum.add(part.unwrap_or_default());
        }
        format!("{:016x}", sum.end())
    }
}

/// Which program this is: its version, and the state of its file.
fn program() -> Option<String> {
    let path = std::env::current_exe().ok()?;
    let stamp = DiskStore::new(path.parent()?).stamp(path.file_name()?.to_str()?);
    let stamp = stamp.ok()??;
    Some(format!(
        "{} {stamp:?} {}",
        env!("CARGO_PKG_VERSION"),
        path.display()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::System as _;
    use crate::store::own_systems::{SYSTEMS, SystemFiles};
    use tempfile::TempDir;

    /// A home with two systems, the second with a function.
    fn home() -> TempDir {
        let home = tempfile::tempdir().expect("a folder");
        let text = |name: &str, more: &str| {
            format!(
                "(name: \"{name}\", sheet: {{ \"health\": (hit_points: 5) }}, order: Listed{more})"
            )
        };
        put(&home, "inn", SYSTEM, &text("The inn", ""));
        let more = ", actions: { \"shout\": (does: [Lua(\"shout\")]) }";
        put(&home, "tavern", SYSTEM, &text("Tavern brawl", more));
        let lua = "function shout(self) say(self.name) end\n";
        put(&home, "tavern", RULES, lua);
        home
    }

    fn put(home: &TempDir, key: &str, file: &str, text: &str) {
        let folder = home.path().join(SYSTEMS).join(key);
        fs::create_dir_all(&folder).expect("made");
        fs::write(folder.join(file), text).expect("written");
    }

    fn change(home: &TempDir, path: &str, from: &str, to: &str) {
        let path = home.path().join(SYSTEMS).join(path);
        let text = fs::read_to_string(&path).expect("read");
        assert!(text.contains(from), "{from}: {text}");
        fs::write(path, text.replacen(from, to, 1)).expect("written");
    }

    /// The systems of a start: each with its name, and whether its file has been read.
    fn start(home: &TempDir) -> Vec<(String, bool)> {
        start_as(home, |_| ())
    }

    fn start_as(home: &TempDir, program: impl FnOnce(&mut Kept)) -> Vec<(String, bool)> {
        let mut verdicts = Verdicts::load(Some(&home.path().join("cache")));
        program(verdicts.kept.as_mut().expect("this program knows itself"));
        let folders = ["inn", "tavern"].map(|key| home.path().join(SYSTEMS).join(key));
        let files = folders
            .iter()
            .filter_map(|one| SystemFiles::to_play(one).ok());
        let all = files.filter_map(|files| {
            let system = files.read_if_right(&mut verdicts)?;
            // What is made when it is asked for says so of itself.
            let is_read = !format!("{system:?}").contains("told: LazyLock(<uninit>)");
            Some((system.name().to_owned(), is_read))
        });
        let all = all.collect();
        verdicts.keep();
        all
    }

    fn both(inn: bool, tavern: bool) -> Vec<(String, bool)> {
        vec![
            ("The inn".to_owned(), inn),
            ("Tavern brawl".to_owned(), tavern),
        ]
    }

    #[test]
    fn what_was_found_right_is_not_read_again() {
        let home = home();
        assert_eq!(start(&home), both(true, true), "nothing is known yet");
        assert_eq!(start(&home), both(false, false));
        let mut verdicts = Verdicts::load(Some(&home.path().join("cache")));
        let files = SystemFiles::to_play(&home.path().join("systems/tavern")).expect("files");
        let unread = files.read_if_right(&mut verdicts).expect("a system");
        let read = files.read().expect("a system");
        assert_eq!(
            unread.schema().fields,
            read.schema().fields,
            "asked for it is as it is read"
        );
        assert_eq!(unread.texts(), read.texts());
        assert_eq!(unread.file_name("roster.ron"), read.file_name("roster.ron"));
    }

    #[test]
    fn what_was_changed_is_read_and_mistakes_are_found() {
        let home = home();
        start(&home);
        change(&home, "inn/system.ron", "hit_points: 5", "hit_points: 6");
        assert_eq!(start(&home), both(true, false));
        change(&home, "tavern/rules.lua", "self.name)", "\"hey\" )");
        assert_eq!(start(&home), both(false, true));
        change(&home, "tavern/rules.lua", "shout", "shoot");
        let inn = vec![("The inn".to_owned(), false)];
        assert_eq!(start(&home), inn, "there is no such function");
        assert_eq!(start(&home), inn, "nor later");
        change(&home, "tavern/rules.lua", "shoot", "shout");
        assert_eq!(start(&home), both(false, true), "mended");
        assert_eq!(start(&home), both(false, false));
        fs::remove_dir_all(home.path().join("systems/inn")).expect("taken away");
        start(&home);
        let kept = fs::read_to_string(home.path().join("cache/systems")).expect("kept");
        assert!(
            kept.starts_with("tavern ") && kept.lines().count() == 1,
            "{kept}"
        );
    }

    #[test]
    fn what_another_program_or_somebody_wrote_is_not_believed() {
        let home = home();
        start_as(&home, |kept| kept.program += " of yesterday");
        assert_eq!(start(&home), both(true, true), "another program");
        let file = home.path().join("cache/systems");
        let kept = fs::read(&file).expect("kept");
        for at in 0..kept.len() {
            for byte in [b'\n', b'z', 0xff] {
                let mut bytes = kept.clone();
                let before = std::mem::replace(&mut bytes[at], byte);
                fs::write(&file, &bytes).expect("written");
                let all = start(&home);
                let names = all.iter().map(|(name, _)| name.as_str());
                assert_eq!(
                    names.collect::<Vec<_>>(),
                    ["The inn", "Tavern brawl"],
                    "{at}"
                );
                assert!(
                    byte == before || all.iter().any(|(_, is_read)| *is_read),
                    "{at}"
                );
                assert_eq!(fs::read(&file).expect("kept"), kept, "it is right again");
            }
            // The last line's end alone says nothing.
            fs::write(&file, &kept[..at]).expect("written");
            let all = start(&home);
            assert!(
                at + 1 == kept.len() || all.iter().any(|(_, is_read)| *is_read),
                "{at}"
            );
        }
    }

    #[test]
    fn where_nothing_can_be_kept_systems_are_read() {
        let home = home();
        let cache = home.path().join("cache");
        fs::write(&cache, "in the way").expect("written");
        assert_eq!(start(&home), both(true, true));
        assert_eq!(start(&home), both(true, true));
        fs::remove_file(&cache).expect("removed");
        fs::create_dir_all(cache.join(FILE)).expect("in the way of the file");
        assert_eq!(start(&home), both(true, true));
        let left = fs::read_dir(&cache).expect("a folder").count();
        assert_eq!(left, 1, "nothing half-written is left");
    }
}
