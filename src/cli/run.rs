//! Execution of a command, with its exit code.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use super::args::{Args, Asked};
use super::environment::Environment;
use super::open_screen::{Opening, open};
use super::{
    check, check_again, completions, export, import, list, log, new, new_system, odds, picture,
    resume, roll, serve, stats, watch, words,
};
use crate::session::Readers;
use crate::text;
use crate::ui::Shown;

/// Runs the command in the arguments (the first argument is the program's own name). Exit code 0: success; 1: failure,
/// or errors were reported; 2: invalid arguments.
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
    environment.add_own_systems();
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

/// Returns the exit code, or success if the reader has closed the pipe.
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
    let Some(asked) = args.command else {
        return open(environment, Shown::OnScreen, |_, _| Ok(Opening::Start));
    };
    match asked {
        Asked::Resume { fight, shown } => {
            resume::resume(environment, fight.as_deref(), shown.shown())
        }
        Asked::New {
            encounter,
            party,
            seed,
            shown,
        } => {
            let wanted = (encounter.as_deref(), party.as_deref());
            new::new(environment, wanted, seed, shown.shown())
        }
        Asked::Tutor => open(environment, Shown::OnScreen, |_, _| Ok(Opening::Tutor)),
        Asked::NewSystem { key, from } => {
            new_system::new_system(environment, &key, from.as_deref())
        }
        Asked::Watch { fight } => watch::watch(environment, fight.as_deref()),
        Asked::Serve {
            fight,
            lan,
            port,
            new_token,
        } => {
            let wanted = serve::Wanted {
                fight,
                lan,
                port,
                new_token,
            };
            serve::serve(environment, wanted)
        }
        Asked::List { json } => list::list(environment, json),
        Asked::Check {
            files,
            system,
            watch,
            json,
        } => {
            let check = |environment: &mut Environment<'_>| {
                check::check(environment, &files, system.as_deref(), json)
            };
            if watch {
                check_again::whenever_changed(environment, &files, check)
            } else {
                check(environment)
            }
        }
        Asked::Roll { dice, seed, json } => {
            roll::roll(environment.out, &dice.join(" "), seed, json)
        }
        Asked::Log {
            fight,
            players,
            json,
        } => {
            let readers = if players {
                Readers::Players
            } else {
                Readers::GameMaster
            };
            log::log(environment, fight.as_deref(), readers, json)
        }
        Asked::Stats { fights, json } => stats::stats(environment, &fights, json),
        Asked::Picture {
            fight,
            columns,
            rows,
        } => picture::picture(environment, fight.as_deref(), columns, rows),
        Asked::Import {
            file,
            system,
            name,
            print,
            prefer_library,
            json,
        } => {
            let wanted = import::Wanted {
                file,
                system,
                name,
                print,
                prefer_library,
                json,
            };
            import::import(environment, &wanted)
        }
        Asked::Odds(wanted) => odds::odds(&wanted, environment),
        Asked::Export { fight, system } => match system {
            Some(system) => export::export_system(environment, &system),
            None => export::export(environment, fight.as_deref()),
        },
        Asked::Words { word, json } => words::words(environment.out, word.as_deref(), json),
        Asked::Completions { shell } => {
            write!(environment.out, "{}", completions::completions(shell))?;
            Ok(ExitCode::SUCCESS)
        }
    }
}
