//! Programs that are run as a whole: Affray, and others for comparison, with their start, their first screen and their
//! keys.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Number of rows of the terminal.
pub const ROWS: u16 = 40;

/// Last bytes of Affray's frames.
pub const FRAME: &[u8] = b"\x1b[?2026l";

/// Key that answers.
pub const ENTER: &[u8] = b"\r";
/// Key that undoes.
pub const BACKSPACE: &[u8] = b"\x7f";
/// Arrow keys down and up.
pub const ARROWS: [&[u8]; 2] = [b"\x1b[B", b"\x1b[A"];

/// Program to run.
#[derive(Clone)]
pub struct Program {
    /// Name and arguments.
    pub command: Vec<String>,
    /// Folder of which the program uses a copy.
    pub home: Option<PathBuf>,
    /// Last bytes of the first full screen.
    pub sign: Vec<u8>,
    /// Key that ends the program.
    pub quit: &'static [u8],
    /// Two keys that each change the screen, and cancel each other.
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

    /// Returns Affray with nothing saved.
    pub fn affray() -> Self {
        Self::new(&[env!("CARGO_BIN_EXE_affray")], FRAME, b"\x11", ARROWS)
    }

    /// Returns Affray with a saved fight to resume.
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

    /// Returns `benches/programs/floor.rs`.
    pub fn floor() -> Self {
        Self::new(&[&built("floor")], b".", b"\x03", [b"x", b"y"])
    }

    /// Returns `benches/programs/hello.rs`.
    pub fn hello() -> Self {
        Self::new(&[&built("hello")], b"hello", b"q", ARROWS)
    }

    /// Returns `vim -u NONE` on a text of this size, if it is installed.
    pub fn vim(folder: &Path, bytes: usize) -> Option<Self> {
        let file = text(folder, bytes);
        // The last row belongs to the program.
        let sign = format!("row {} ", ROWS - 1);
        let command = ["vim", "-u", "NONE", &file];
        installed("vim").then(|| Self::new(&command, sign.as_bytes(), b"\x1b:q!\r", [b"j", b"k"]))
    }

    /// Returns `less` on a text of this size, if it is installed.
    pub fn less(folder: &Path, bytes: usize) -> Option<Self> {
        let file = text(folder, bytes);
        let sign = format!("row {} ", ROWS - 1);
        installed("less").then(|| Self::new(&["less", &file], sign.as_bytes(), b"q", [b"j", b"k"]))
    }
}

/// Returns the path of a program of `benches/programs`, which is a Cargo example; all are built at the first call.
fn built(name: &str) -> String {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let status = Command::new(cargo)
            .args(["build", "--release", "--examples", "--quiet"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "what stands beside Affray is built"
        );
        let program = Path::new(env!("CARGO_BIN_EXE_affray"));
        program.with_file_name("examples")
    });
    folder.join(name).to_string_lossy().into_owned()
}

/// Returns true if a program is installed.
pub fn installed(name: &str) -> bool {
    let asked = Command::new(name)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    asked.is_ok_and(|status| status.success())
}

/// Creates a text of numbered rows.
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
