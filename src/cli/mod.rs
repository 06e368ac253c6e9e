//! The command line: what is asked for, and everything that needs no screen.
//!
//! Nothing here prints by itself: texts go to the writers given, so that a reader who is gone (`affray list | head`)
//! ends the program quietly, and tests read what a user would.

pub mod check;
mod import;
mod list;
mod odds;
mod roll;
mod screen;
mod stats;

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use serde::Serialize;

use crate::dice::Seed;
use crate::rules::System;
use crate::session::{Log, Readers, markdown};
use crate::store::{FileIssue, Library, Places, Resumed, Saves, saves};
use crate::text;
use crate::ui::picture;
use crate::ui::setup::SetupScreen;
use crate::values::unknown;

pub use screen::Opening;

/// Runs fights at the table: shows the one thing the fight waits for, takes a typed die or rolls it, does every sum,
/// and forgets nothing.
#[derive(Debug, Parser)]
#[command(name = "affray", version, disable_help_subcommand = true)]
#[command(
    after_help = "Without a command the start screen opens. Everything lies in the folder that AFFRAY_HOME names, \
                        or where this system keeps such files."
)]
struct Args {
    #[command(subcommand)]
    command: Option<Asked>,
}

#[derive(Debug, Subcommand)]
enum Asked {
    /// Goes on with the last fight, the one of that name, or a copy of a file from elsewhere
    Resume {
        /// Name, title or file of a saved fight
        fight: Option<String>,
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
    },
    /// Lists the saved fights, the last changed first
    List {
        /// Writes JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Tells every mistake in rosters, encounters, tables, settings, key maps and saved fights
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The rule system of rosters and tables whose folder does not say it
        #[arg(long)]
        system: Option<String>,
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
        /// Name or title of a saved fight
        fight: Option<String>,
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
    /// Makes a roster of your own of a table (CSV), a JSON list, or what Improved Initiative exports
    Import {
        /// The other program's file
        file: PathBuf,
        /// The rule system that they are to fight by
        #[arg(long)]
        system: String,
        /// What the roster is to be called; left out, as the file is
        #[arg(long)]
        name: Option<String>,
        /// Shows the roster and writes nothing
        #[arg(long)]
        print: bool,
    },
    /// Tells how a fight is likely to end, from thousands that are played on from where it stands
    Odds(odds::Wanted),
    /// Writes a whole saved fight as one RON text
    Export {
        /// Name, title or file of a saved fight
        fight: String,
    },
    /// Writes what makes a shell complete Affray's commands
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Where a program stands: its systems, its folders, and where it writes.
pub struct Environment<'w> {
    /// The rule systems.
    pub systems: Vec<&'static dyn System>,
    /// The folders of settings and fights.
    pub places: Result<Places>,
    /// Whether input and output are a terminal that can show a screen; if not, why, in a line.
    pub screen: Result<(), &'static str>,
    /// For what was asked for.
    pub out: &'w mut dyn Write,
    /// For what went wrong.
    pub err: &'w mut dyn Write,
    /// Whether `err` is a terminal that shows progress.
    pub progress: bool,
}

/// Whether this process has a terminal that can show a screen.
///
/// # Errors
/// Says why not, and what works all the same.
pub fn has_screen() -> Result<(), &'static str> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err("the screen needs a terminal for input and output; \
                    `list`, `log`, `check`, `roll` and `export` do not");
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        return Err("this terminal cannot move its cursor (TERM is `dumb`): use another one");
    }
    Ok(())
}

/// Does what the arguments ask for (the first is the program's own name). 0: done; 1: it failed, or mistakes were told;
/// 2: the arguments are not understood.
pub fn run(args: impl IntoIterator<Item = String>, mut environment: Environment<'_>) -> ExitCode {
    let args = match Args::try_parse_from(args) {
        Ok(args) => args,
        Err(asked) => {
            let told = text::sanitize_lines(&asked.render().to_string());
            let (writer, code) = if asked.use_stderr() {
                (&mut environment.err, ExitCode::from(2))
            } else {
                (&mut environment.out, ExitCode::SUCCESS)
            };
            return wrote(writer.write_all(told.as_bytes()), code);
        }
    };
    let done = answer(args, &mut environment);
    match done {
        Ok(code) => wrote(environment.out.flush(), code),
        Err(error) if is_gone(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let told = text::sanitize_lines(&format!("affray: {error:#}\n"));
            wrote(
                environment.err.write_all(told.as_bytes()),
                ExitCode::FAILURE,
            )
        }
    }
}

/// The exit code, unless nobody reads any more: then all is well.
fn wrote(done: io::Result<()>, code: ExitCode) -> ExitCode {
    match done {
        Ok(()) => code,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn is_gone(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<io::Error>();
    cause.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

fn answer(args: Args, environment: &mut Environment<'_>) -> Result<ExitCode> {
    match args.command {
        None => screen::open(environment, |_, _| Ok(Opening::Start)),
        Some(Asked::Resume { fight }) => screen::open(environment, |environment, saves| {
            let name = match &fight {
                Some(fight) if is_file(fight) => {
                    let resumed = elsewhere(environment, saves, Path::new(fight))?;
                    return Ok(Opening::Fight(Box::new(resumed)));
                }
                Some(fight) => saves.find(fight)?,
                None => last(saves)?,
            };
            let resumed = saves.resume(&name, &environment.systems)?;
            Ok(Opening::Fight(Box::new(resumed)))
        }),
        Some(Asked::New {
            encounter,
            party,
            seed,
        }) => screen::open(environment, |environment, _| {
            begin(environment, encounter.as_deref(), party.as_deref(), seed)
        }),
        Some(Asked::Watch { fight }) => screen::open(environment, |environment, saves| {
            let name = match &fight {
                Some(fight) => saves.find(fight)?,
                None => last(saves)?,
            };
            // Once now, so that a fight that cannot be read is told in plain text.
            let resumed = saves.look(&name, &environment.systems)?;
            Ok(Opening::Watch(Box::new(resumed)))
        }),
        Some(Asked::List { json }) => list::list(environment, json),
        Some(Asked::Check {
            files,
            system,
            json,
        }) => check::check(environment, &files, system.as_deref(), json),
        Some(Asked::Roll { dice, seed, json }) => {
            roll::roll(environment.out, &dice.join(" "), seed, json)
        }
        Some(Asked::Log {
            fight,
            players,
            json,
        }) => {
            let readers = if players {
                Readers::Players
            } else {
                Readers::GameMaster
            };
            let session = look(environment, &fight)?.session;
            if json {
                write_json(environment.out, &Log::of(&session, readers))?;
            } else {
                write!(environment.out, "{}", markdown(&session, readers))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Some(Asked::Stats { fights, json }) => stats::stats(environment, &fights, json),
        Some(Asked::Picture {
            fight,
            columns,
            rows,
        }) => {
            let session = look(environment, &fight)?.session;
            let library = library(environment);
            let compendium = library.compendium(session.system().key());
            let compendium = compendium.context("there is no such system")?.clone();
            let svg = picture::of_fight(session, compendium, columns, rows);
            write!(environment.out, "{svg}")?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Asked::Import {
            file,
            system,
            name,
            print,
        }) => {
            let wanted = import::Wanted {
                file,
                system,
                name,
                print,
            };
            import::import(environment, &wanted)
        }
        Some(Asked::Odds(wanted)) => odds::odds(&wanted, environment),
        Some(Asked::Export { fight }) => {
            let resumed = look(environment, &fight)?;
            write!(environment.out, "{}", saves::snapshot(&resumed.session)?)?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Asked::Completions { shell }) => {
            write!(environment.out, "{}", completions(shell))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// The program's commands, as its help, its completions and its manual tell of them.
pub fn commands() -> clap::Command {
    Args::command()
}

/// What makes a shell complete the program's commands.
pub fn completions(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut commands(), "affray", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Data for programs, as JSON of several lines.
fn write_json(out: &mut dyn Write, data: &impl Serialize) -> Result<()> {
    writeln!(out, "{}", serde_json::to_string_pretty(data)?)?;
    Ok(())
}

fn places<'a>(environment: &'a Environment<'_>) -> Result<&'a Places> {
    let places = environment.places.as_ref();
    places.map_err(|error| anyhow::anyhow!("{error:#}"))
}

/// What fights begin with; without a folder of one's own what is built in.
fn library(environment: &Environment<'_>) -> Library {
    match &environment.places {
        Ok(places) => Library::with_own(&environment.systems, &places.config),
        Err(_) => Library::built_in(&environment.systems),
    }
}

/// A new fight: of an encounter or from nothing, with a party that was kept if one is named.
fn begin(
    environment: &Environment<'_>,
    encounter: Option<&str>,
    party: Option<&str>,
    seed: Option<Seed>,
) -> Result<Opening> {
    let library = library(environment);
    let Some(wanted) = encounter else {
        let Some(party) = party else {
            return Ok(Opening::SetUp(None, seed));
        };
        let parties: Vec<_> = library.parties().collect();
        let found = parties
            .iter()
            .find(|(_, one)| one.name.eq_ignore_ascii_case(party));
        let (system, _) = found.ok_or_else(|| {
            let names = parties.iter().map(|(_, one)| one.name.as_str());
            anyhow::Error::msg(unknown("party", party, names))
        })?;
        let screen = SetupScreen::gathering(&library, system.key(), party);
        return Ok(Opening::Prepare(Box::new(screen.setup)));
    };
    let mut setup = library.encounter(wanted).map_err(|mistakes| {
        let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        anyhow::Error::msg(told.join("\n"))
    })?;
    if let (Some(party), Some(compendium)) = (party, library.compendium(&setup.system)) {
        let party = compendium.party(party).map_err(anyhow::Error::msg)?;
        setup
            .hand_to(party, compendium)
            .map_err(anyhow::Error::msg)?;
    }
    Ok(Opening::SetUp(Some(Box::new(setup)), seed))
}

fn is_file(fight: &str) -> bool {
    fight.contains(['/', '\\']) || Path::new(fight).is_file()
}

/// The fight that was changed last.
fn last(saves: &Saves) -> Result<String> {
    let last = saves.last()?;
    last.context("there is no saved fight yet: `affray new` begins one")
}

/// A fight from a file: one of the own folder is opened there, any other is copied.
fn elsewhere(environment: &Environment<'_>, saves: &Saves, path: &Path) -> Result<Resumed> {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    if folder.is_some() && folder == saves.folder().canonicalize().ok() {
        let name = path.file_stem().and_then(|name| name.to_str());
        return saves.resume(name.unwrap_or_default(), &environment.systems);
    }
    saves.import(path, &environment.systems)
}

/// A fight to read from, wherever it is, with what is to be told of it.
fn look(environment: &mut Environment<'_>, fight: &str) -> Result<Resumed> {
    let resumed = if is_file(fight) {
        saves::look_at(Path::new(fight), &environment.systems)?
    } else {
        let saves = Saves::new(places(environment)?.sessions());
        saves.look(&saves.find(fight)?, &environment.systems)?
    };
    // Nobody undoes anything here.
    let old = |issue: &&FileIssue| matches!(issue, FileIssue::OldFormat { .. });
    for trouble in resumed.told.iter().filter(|trouble| !old(trouble)) {
        writeln!(environment.err, "affray: {trouble}")?;
    }
    Ok(resumed)
}
