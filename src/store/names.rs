//! File names of sessions, and their folders.

use anyhow::{Context, Result};
use directories::ProjectDirs;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::text;

/// Maximum length of names from [`file_name`], in bytes.
const LENGTH_LIMIT: usize = 100;
/// Maximum length of names to open, in bytes. With extensions such as `.kept-12.journal.tmp`, names still fit into the
/// limit of 255 bytes that most file systems have.
const SAFE_LIMIT: usize = 200;
/// Error message when there is no folder to save in.
pub(super) const NO_FOLDER: &str =
    "no home folder to save in: set HOME, or set AFFRAY_HOME to a folder for Affray";
/// Characters other than letters and digits that every file system allows.
const PLAIN: &str = " -_.,'()!+&=@";
/// Device names of Windows.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns the name of a fight as an argument for a shell, behind `--` if it would be read as an option.
pub(crate) fn for_shell(name: &str) -> String {
    let name = text::sanitize(name, text::NAME_LIMIT);
    let is_plain = |c: char| c.is_alphanumeric() || "-_.%".contains(c);
    let quoted = if name.chars().all(is_plain) {
        name.to_string()
    } else {
        format!("'{}'", name.replace('\'', "'\\''"))
    };
    if name.starts_with('-') {
        return format!("-- {quoted}");
    }
    quoted
}

/// Converts `title` to a file name without extension, the same on all systems. Characters that an operating system
/// forbids become `%2F` and so on. Invisible characters are dropped. [`title`] restores the title, unless it was too
/// long.
pub(crate) fn file_name(title: &str) -> String {
    let title: Vec<char> = title.trim().chars().filter(|c| text::is_safe(*c)).collect();
    let mut name = String::new();
    for (index, &c) in title.iter().enumerate() {
        // A leading dot hides a file, and Windows removes a trailing dot.
        let dot_at_the_edge = c == '.' && (index == 0 || index + 1 == title.len());
        let mut part = String::new();
        if (c.is_alphanumeric() || PLAIN.contains(c)) && !dot_at_the_edge {
            part.push(c);
        } else {
            percent(&mut part, c);
        }
        if name.len() + part.len() > LENGTH_LIMIT {
            break;
        }
        name += &part;
    }
    let name = name.trim_end_matches([' ', '.']);
    let stem = name.split('.').next().unwrap_or_default().to_lowercase();
    let stem = stem
        .trim_end()
        .trim_end_matches(|c: char| c.is_ascii_digit());
    match name.chars().next() {
        None => "fight".to_owned(),
        Some(first) if DEVICES.contains(&stem) => {
            let mut escaped = String::new();
            percent(&mut escaped, first);
            escaped + &name[first.len_utf8()..]
        }
        Some(_) => name.to_owned(),
    }
}

fn percent(name: &mut String, c: char) {
    for byte in c.encode_utf8(&mut [0; 4]).bytes() {
        *name += &format!("%{byte:02X}");
    }
}

/// Restores the title from a name made by [`file_name`], safe for display with any name.
pub(crate) fn title(name: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind
            .get(..2)
            .filter(|_| byte == b'%')
            .and_then(|digits| str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                bytes.push(escaped);
                rest = &behind[2..];
            }
            None => {
                bytes.push(byte);
                rest = behind;
            }
        }
    }
    text::sanitize(&String::from_utf8_lossy(&bytes), SAFE_LIMIT).into_owned()
}

/// Returns the file name of `title`, with `-2` and so on if a name in `taken` is equal or differs only in case.
pub(crate) fn free_file_name(title: &str, taken: &[String]) -> String {
    let name = file_name(title);
    let is_free = |name: &String| {
        !taken
            .iter()
            .any(|other| other.to_lowercase() == name.to_lowercase())
    };
    let numbered = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone())
        .chain(numbered)
        .find(is_free)
        .unwrap_or(name)
}

/// Finds the elements whose names match a word, ignoring case: first by whole names, then by prefixes of names, then by
/// prefixes of words in names.
pub(crate) fn meant<T: Copy>(
    all: impl IntoIterator<Item = T>,
    wanted: &str,
    names: impl Fn(T) -> Vec<String>,
) -> Vec<T> {
    let wanted = wanted.trim().to_lowercase();
    let fits: [fn(&str, &str) -> bool; 3] = [
        |name, wanted| name == wanted,
        |name, wanted| name.starts_with(wanted),
        |name, wanted| {
            let begins =
                |(place, _): (usize, &str)| !name[..place].ends_with(char::is_alphanumeric);
            name.match_indices(wanted).any(begins)
        },
    ];
    let all: Vec<(T, Vec<String>)> = all.into_iter().map(|one| (one, names(one))).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let by = |fits: fn(&str, &str) -> bool| -> Vec<T> {
        let named =
            |names: &Vec<String>| names.iter().any(|name| fits(&name.to_lowercase(), &wanted));
        let meant = all.iter().filter(|(_, names)| named(names));
        meant.map(|(one, _)| *one).collect()
    };
    fits.into_iter()
        .map(by)
        .find(|meant| !meant.is_empty())
        .unwrap_or_default()
}

/// Checks that `name` is a plain file name without a path. The check accepts more names than [`file_name`] creates,
/// because people name files too.
pub(crate) fn is_safe(name: &str) -> bool {
    let fits = !name.is_empty() && name.len() <= SAFE_LIMIT && !name.starts_with('.');
    fits && !name.contains(['/', '\\', ':']) && !name.chars().any(char::is_control)
}

/// Folders for the user's data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Folder of sessions and the log file.
    pub data: PathBuf,
    /// Folder of settings, keys, and the user's rosters and tables.
    pub config: PathBuf,
}

impl Places {
    /// Returns the standard folders of this system and user, or the folder in `AFFRAY_HOME` for everything.
    pub fn find() -> Result<Places> {
        Places::choose(
            std::env::var_os("AFFRAY_HOME"),
            ProjectDirs::from("", "", "affray"),
        )
    }

    fn choose(own: Option<OsString>, usual: Option<ProjectDirs>) -> Result<Places> {
        if let Some(own) = own.filter(|own| !own.is_empty()) {
            let own = PathBuf::from(own);
            return Ok(Places {
                data: own.clone(),
                config: own,
            });
        }
        let usual = usual.context(NO_FOLDER)?;
        Ok(Places {
            data: usual.data_dir().to_owned(),
            config: usual.config_dir().to_owned(),
        })
    }

    /// Returns the folder of the sessions.
    pub(crate) fn sessions(&self) -> PathBuf {
        self.data.join("sessions")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(given: &str, expected: &str) {
        let name = file_name(given);
        assert_eq!(name, expected);
        assert!(is_safe(&name));
        assert_eq!(file_name(&title(&name)), name, "there and back");
    }

    #[test]
    fn names_are_quoted_for_a_shell() {
        assert_eq!(for_shell("bridge-2"), "bridge-2");
        assert_eq!(for_shell("It's $(rm)"), "'It'\\''s $(rm)'");
        assert_eq!(for_shell("--help"), "-- --help");
        assert_eq!(for_shell("-x y"), "-- '-x y'");
    }

    #[test]
    fn titles_become_file_names() {
        check("Goblin ambush", "Goblin ambush");
        check("  Müller & Söhne, 2. Abend ", "Müller & Söhne, 2. Abend");
        check("day/night", "day%2Fnight");
        check("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd");
        check("C:\\fights", "C%3A%5Cfights");
        check("100 %", "100 %25");
        check(".hidden.", "%2Ehidden%2E");
        check("a\u{1b}[31m\u{202e}b\nc", "a%5B31mbc");
        check("", "fight");
        check("\u{200b}", "fight");
        check("con", "%63on");
        check("COM1.old", "%43OM1.old");
        check("concert", "concert");
        check("💀", "%F0%9F%92%80");
        assert_eq!(file_name(&"long ".repeat(100)).len(), 99);
        assert!(is_safe(&file_name(&"%".repeat(100))));
    }

    #[test]
    fn paths_are_refused_as_file_names() {
        for name in [
            "",
            ".hidden",
            "..",
            "a/b",
            "a\\b",
            "c:",
            "a\nb",
            &"x".repeat(SAFE_LIMIT + 1),
        ] {
            assert!(!is_safe(name), "{name:?}");
        }
        assert!(is_safe(&"x".repeat(SAFE_LIMIT)));
    }

    #[test]
    fn file_names_are_displayed_safely() {
        assert_eq!(title("day%2Fnight"), "day/night");
        assert_eq!(title("50%"), "50%");
        assert_eq!(title("50%zz"), "50%zz");
        assert!(title("%1B[31m\u{1b}").chars().all(text::is_safe));
    }

    #[test]
    fn names_that_differ_only_in_case_get_a_number() {
        let taken = ["duel".to_owned(), "Duel-2".to_owned()];
        assert_eq!(free_file_name("DUEL", &taken), "DUEL-3");
        assert_eq!(free_file_name("dual", &taken), "dual");
    }

    #[test]
    fn affray_home_takes_precedence_over_the_standard_folders() {
        let places = Places::choose(Some("/tmp/fights".into()), None).expect("a folder is given");
        assert_eq!(places.sessions(), PathBuf::from("/tmp/fights/sessions"));
        let error = Places::choose(Some("".into()), None).expect_err("no folder is given");
        assert_eq!(
            error.to_string(),
            "no home folder to save in: set HOME, or set AFFRAY_HOME to a folder for Affray"
        );
    }
}
