//! What can be asked for, as the command line writes it.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use super::odds;
use crate::dice::Seed;
use crate::ui::Shown;

/// Runs fights at the table: shows the one thing the fight waits for, takes a typed die or rolls it, does every sum,
/// and forgets nothing.
#[derive(Debug, Parser)]
#[command(name = "affray", version, disable_help_subcommand = true)]
#[command(
    after_help = "Without a command the start screen opens. Everything lies in the folder that AFFRAY_HOME names, \
                        or where this system keeps such files."
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Option<Asked>,
}

/// Whether a fight is played without a screen.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct InLines {
    /// Plays it in lines, without a screen: what is new is told, a line is the keys of the screen
    #[arg(long)]
    lines: bool,
    /// The same, what is told as one JSON object a line
    #[arg(long)]
    json: bool,
}

impl InLines {
    /// How it is shown.
    pub(super) fn shown(self) -> Shown {
        match self {
            Self { json: true, .. } => Shown::InJson,
            Self { lines: true, .. } => Shown::InLines,
            _ => Shown::OnScreen,
        }
    }
}

/// A command and what it is given.
#[derive(Debug, Subcommand)]
pub(super) enum Asked {
    /// Goes on with the last fight, the one of that name, or a copy of a file from elsewhere
    Resume {
        /// Name, title or file of a saved fight
        fight: Option<String>,
        #[command(flatten)]
        shown: InLines,
    },
    /// Sets up a new fight, or begins a bundled encounter, one of your own, or one in a file
    New {
        /// Name, title or file of an encounter
        encounter: Option<String>,
        /// A party that was kept: it fights on the players' side
        #[arg(long)]
        party: Option<String>,
        /// Makes the dice come as they came with this seed, like 12 or 0xc0ffee
        #[arg(long)]
        seed: Option<Seed>,
        #[command(flatten)]
        shown: InLines,
    },
    /// Writes a folder to begin a rule system of your own with
    NewSystem {
        /// What it is to be called in files: small letters, such as tavern
        key: String,
        /// The system that it is to be a copy of, with all its files: one of the list, or a folder or file that somebody
        /// has sent; left out, Any game with the least that one needs
        #[arg(long, value_name = "SYSTEM")]
        from: Option<String>,
    },
    /// Lists the saved fights, the last changed first
    List {
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Tells every mistake in systems, rosters, encounters, tables, settings, key maps and saved fights
    Check {
        /// The files; of a system of your own its folder
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The rule system of rosters and tables whose folder does not say it
        #[arg(long)]
        system: Option<String>,
        /// Checks again whenever one of them changes, until Ctrl-C
        #[arg(long)]
        watch: bool,
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Throws dice and shows how likely each total is
    Roll {
        /// Dice, such as d20, 2d6+1 or 2d20kh1
        #[arg(required = true)]
        dice: Vec<String>,
        /// Makes the dice come as they came with this seed, like 12 or 0xc0ffee
        #[arg(long)]
        seed: Option<Seed>,
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Writes a fight's log as Markdown
    Log {
        /// Name, title or file of a saved fight
        fight: String,
        /// Leaves out what is hidden from the players
        #[arg(long)]
        players: bool,
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Tells what the party did and suffered in all its fights together, or in those named
    Stats {
        /// Names, titles or files of saved fights
        fights: Vec<String>,
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Shows a fight to the players while it is fought elsewhere; writes nothing
    Watch {
        /// Name or title of a saved fight; left out, the last one
        fight: Option<String>,
    },
    /// Shows a fight to the players on a page for browsers while it is fought elsewhere
    Serve {
        /// Name or title of a saved fight; left out, whichever is open
        fight: Option<String>,
        /// Lets phones and tablets of this network read it too; shows the address as a QR code
        #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true)]
        lan: Option<Option<IpAddr>>,
        /// Serves it at this port from now on
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        port: Option<u16>,
        /// Serves it under a new address: pages that are open show nothing any more
        #[arg(long)]
        new_token: bool,
    },
    /// Writes the screen of a saved fight, as it stands, as an SVG picture
    Picture {
        /// Name, title or file of a saved fight
        fight: String,
        /// Columns of the screen
        #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u16).range(20..=400))]
        columns: u16,
        /// Rows of the screen
        #[arg(long, default_value_t = 36, value_parser = clap::value_parser!(u16).range(8..=120))]
        rows: u16,
    },
    /// Makes a roster from files of another program: Improved Initiative, 5e-bits, Open5e, 5etools, JSON, CSV
    Import {
        /// The other program's file, or a folder of its files
        file: PathBuf,
        /// The rule system of the roster
        #[arg(long)]
        system: String,
        /// The roster's name; left out, that of the file
        #[arg(long)]
        name: Option<String>,
        /// Shows the roster and writes nothing
        #[arg(long)]
        print: bool,
        /// Takes the library's combatant instead of an imported one of the same name
        #[arg(long)]
        prefer_library: bool,
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Tells how a fight is likely to end, from thousands that are played on from where it stands
    Odds(odds::Wanted),
    /// Writes a whole saved fight as one RON text, or a system of your own as one file
    Export {
        /// Name, title or file of a saved fight
        #[arg(required_unless_present = "system", conflicts_with = "system")]
        fight: Option<String>,
        /// The system that is to be sent to others, instead of a fight
        #[arg(long)]
        system: Option<String>,
    },
    /// Writes what makes a shell complete Affray's commands
    Completions {
        /// Shell that completes the commands
        shell: Shell,
    },
}

/// The program's commands, as its help, its completions and its manual tell of them.
pub fn commands() -> clap::Command {
    Args::command()
}
