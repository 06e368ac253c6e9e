//! What is run whole: Affray, and the programs that stand beside it; how each is started, what it shows first, and its keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The rows of the terminal that all run on.
pub const ROWS: u16 = 40;

/// What Affray's frames end with.
pub const FRAME: &[u8] = b"\x1b[?2026l";

/// Answers.
pub const ENTER: &[u8] = b"\r";
/// Undoes.
pub const BACKSPACE: &[u8] = b"\x7f";
/// The keys down and up.
pub const ARROWS: [&[u8]; 2] = [b"\x1b[B", b"\x1b[A"];

/// A program to be run.
#[derive(Clone)]
pub struct Program {
    /// Its name and arguments.
    pub command: Vec<String>,
    /// The folder that it works in a copy of.
    pub home: Option<PathBuf>,
    /// What the first full screen ends with.
    pub sign: Vec<u8>,
    /// What leaves it.
    pub quit: &'static [u8],
    /// Two keys that each change the screen, and together nothing.
    pub keys: [&'static [u8]; 2],
}

impl Program {
    fn new(command: &[&str], sign: &[u8], quit: &'static [u8], keys: [&'static [u8]; 2]) -> Self {
        Self {
            command: command.iter().map(|word| (*word).to_owned()).collect(),
            home: None,
            sign: sign.to_owned(),
            quit,
            keys,
        }
    }

    /// Affray with nothing saved.
    pub fn affray() -> Self {
        Self::new(&[env!("CARGO_BIN_EXE_affray")], FRAME, b"\x11", ARROWS)
    }

    /// Affray going on with a saved fight.
    pub fn resume(file: &Path) -> Self {
        let mut program = Self::affray();
        let name = file.file_stem().expect("a file").to_string_lossy();
        program
            .command
            .extend(["resume".to_owned(), name.into_owned()]);
        let home = file.ancestors().nth(2).expect("a home");
        program.home = Some(home.to_owned());
        program
    }

    /// `examples/floor.rs`.
    pub fn floor() -> Self {
        Self::new(&[&example("floor")], b".", b"\x03", [b"x", b"y"])
    }

    /// `examples/hello.rs`.
    pub fn hello() -> Self {
        Self::new(&[&example("hello")], b"hello", b"q", ARROWS)
    }

    /// `vim -u NONE` on a text of so many bytes, where it is installed.
    pub fn vim(folder: &Path, bytes: usize) -> Option<Self> {
        let file = text(folder, bytes);
        // The last row is its own.
        let sign = format!("row {} ", ROWS - 1);
        let command = ["vim", "-u", "NONE", &file];
        installed("vim").then(|| Self::new(&command, sign.as_bytes(), b"\x1b:q!\r", [b"j", b"k"]))
    }

    /// `less` on a text of so many bytes, where it is installed.
    pub fn less(folder: &Path, bytes: usize) -> Option<Self> {
        let file = text(folder, bytes);
        let sign = format!("row {} ", ROWS - 1);
        installed("less").then(|| Self::new(&["less", &file], sign.as_bytes(), b"q", [b"j", b"k"]))
    }
}

/// Where an example of this package lies; all are built when the first is asked for.
fn example(name: &str) -> String {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let status = Command::new(cargo)
            .args(["build", "--release", "--examples", "--quiet"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "the examples are built"
        );
        let program = Path::new(env!("CARGO_BIN_EXE_affray"));
        program.with_file_name("examples")
    });
    folder.join(name).to_string_lossy().into_owned()
}

/// Whether a program is installed.
pub fn installed(name: &str) -> bool {
    let asked = Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success())
}

/// A text of numbered rows.
fn text(folder: &Path, bytes: usize) -> String {
    let mut text = String::new();
    let mut row = 0;
    while text.len() < bytes {
        row += 1;
        text.push_str(&format!(
            "row {row} {}\n",
            "of a text that is read ".repeat(3)
        ));
    }
    let file = folder.join(format!("text-{bytes}"));
    fs::write(&file, text).expect("written");
    file.to_string_lossy().into_owned()
}
