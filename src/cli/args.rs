//! Arguments and commands of the command line.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::odds;
use crate::dice::Seed;
use crate::ui::Shown;

/// Runs fights at the table: shows the next prompt, accepts typed rolls or rolls the dice, and does all arithmetic.
#[derive(Debug, Parser)]
#[command(name = "affray", version, disable_help_subcommand = true)]
#[command(
    after_help = "Without a command, Affray opens the start screen. AFFRAY_HOME names the folder for all files; \
                        the default is the usual folder of this operating system."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Asked>,
}

/// Options of a fight without a screen.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct InLines {
    /// Runs without a screen: prints new output, and reads the keys of the screen line by line
    #[arg(long)]
    lines: bool,
    /// Runs without a screen and prints JSON, one object a line
    #[arg(long)]
    json: bool,
}

impl InLines {
    /// Returns the kind of output.
    pub(super) fn shown(self) -> Shown {
        match self {
            Self { json: true, .. } => Shown::InJson,
            Self { lines: true, .. } => Shown::InLines,
            _ => Shown::OnScreen,
        }
    }
}

/// Command with its arguments.
#[derive(Debug, Subcommand)]
pub(super) enum Asked {
    /// Resumes the last fight, the named fight, or a copy of a file
    Resume {
        /// Name, title or file of a saved fight
        fight: Option<String>,
        #[command(flatten)]
        shown: InLines,
    },
    /// Sets up a new fight, or begins an encounter: bundled, your own, or in a file
    New {
        /// Name, title or file of an encounter
        encounter: Option<String>,
        /// Saved party that fights on the players' side
        #[arg(long)]
        party: Option<String>,
        /// Seed for the dice: the same seed gives the same rolls (12, 0xc0ffee)
        #[arg(long)]
        seed: Option<Seed>,
        #[command(flatten)]
        shown: InLines,
    },
    /// Teaches the keys with a small fight, or resumes the lesson
    Tutor,
    /// Creates a folder for a rule system of your own
    NewSystem {
        /// Key of the system in files: lower-case letters, such as tavern
        key: String,
        /// System to copy, with all its files: a key, a folder or a file. The default is the smallest possible system
        #[arg(long, value_name = "SYSTEM")]
        from: Option<String>,
    },
    /// Lists the saved fights, the most recent first
    List {
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Reports every error in systems, rosters, encounters, tables, settings, key maps and saved fights
    Check {
        /// Files, or the folder of a system of your own
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// Rule system of rosters and tables whose folder does not name it
        #[arg(long)]
        system: Option<String>,
        /// Checks again whenever a file changes, until Ctrl-C
        #[arg(long)]
        watch: bool,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Rolls dice and shows the probability of each total
    Roll {
        /// Dice, such as d20, 2d6+1 or 2d20kh1
        #[arg(required = true)]
        dice: Vec<String>,
        /// Seed for the dice: the same seed gives the same rolls (12, 0xc0ffee)
        #[arg(long)]
        seed: Option<Seed>,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Prints the log of a fight as Markdown
    Log {
        /// Name, title or file of a saved fight; the default is the last fight
        fight: Option<String>,
        /// Leaves out everything that is hidden from the players
        #[arg(long)]
        players: bool,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Shows the party's statistics over all saved fights, or over the named fights
    Stats {
        /// Names, titles or files of saved fights
        fights: Vec<String>,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Shows an open fight to the players in a second terminal, read-only
    Watch {
        /// Name or title of a saved fight; the default is the last fight
        fight: Option<String>,
    },
    /// Shows an open fight to the players in a browser
    Serve {
        /// Name or title of a saved fight; the default is the open fight
        fight: Option<String>,
        /// Also serves phones and tablets on this network, and shows the address as a QR code
        #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
        lan: Option<Option<IpAddr>>,
        /// Port, remembered for the next time
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        port: Option<u16>,
        /// Changes the address, so that open pages stop working
        #[arg(long)]
        new_token: bool,
    },
    /// Prints the screen of a saved fight as an SVG picture
    Picture {
        /// Name, title or file of a saved fight; the default is the last fight
        fight: Option<String>,
        /// Columns of the screen
        #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u16).range(20..=400))]
        columns: u16,
        /// Rows of the screen
        #[arg(long, default_value_t = 36, value_parser = clap::value_parser!(u16).range(8..=120))]
        rows: u16,
    },
    /// Creates a roster from files of another program: Improved Initiative, 5e-bits, Open5e, 5etools, JSON, CSV
    Import {
        /// File of another program, or a folder of its files
        file: PathBuf,
        /// Rule system of the roster
        #[arg(long)]
        system: String,
        /// Name of the roster; the default is the name of the file
        #[arg(long)]
        name: Option<String>,
        /// Prints the roster and writes no file
        #[arg(long)]
        print: bool,
        /// Prefers the combatant of the library to an imported combatant of the same name
        #[arg(long)]
        prefer_library: bool,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Estimates how a fight is likely to end, from thousands of simulated fights
    Odds(odds::Wanted),
    /// Prints a saved fight, or a system of your own, as one file
    #[command(override_usage = "affray export [FIGHT]\n       affray export --system <SYSTEM>")]
    Export {
        /// Name, title or file of a saved fight; the default is the last fight
        #[arg(conflicts_with = "system")]
        fight: Option<String>,
        /// System to print instead of a fight
        #[arg(long)]
        system: Option<String>,
    },
    /// Explains the keywords of systems: all keywords, or one keyword
    Words {
        /// Keyword of system.ron, such as Gain
        word: Option<String>,
        /// Prints JSON for other programs
        #[arg(long)]
        json: bool,
    },
    /// Prints the script with which a shell completes Affray's commands
    Completions {
        /// Shell that completes the commands
        shell: Shell,
    },
}

/// Returns the program's commands for help, completions and manual.
pub fn commands() -> clap::Command {
    Args::command()
}
