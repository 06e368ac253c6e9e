//! Transition from the command line to the screen: the first screen, and errors.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use crate::dice::Seed;
use crate::ron_text::Source;
use crate::session::Session;
use crate::setup::Setup;
use crate::store::{Library, Resumed, Saves, names};
use crate::ui::keymap::Keymap;
use crate::ui::theme::Theme;
use crate::ui::{self, Begin, Config, Shown};

/// First screen to open.
pub enum Opening {
    Start,
    Tutor,
    /// Fight that is resumed.
    Fight(Box<Resumed>),
    /// Set-up of a new fight or of an encounter, with a seed if requested.
    SetUp(Option<Box<Setup>>, Option<Seed>),
    /// Set-up to continue from these contents.
    Prepare(Box<Setup>),
    /// Fight to show to the players.
    Watch(Box<Resumed>),
}

/// Opens the screen with the result of `opening`. Returns a one-line error if there is no terminal.
pub(crate) fn open(
    environment: &mut Environment<'_>,
    shown: Shown,
    opening: impl FnOnce(&Environment<'_>, &Saves) -> Result<Opening>,
) -> Result<ExitCode> {
    if shown == Shown::OnScreen {
        environment.screen.map_err(anyhow::Error::msg)?;
    }
    let saves = environment.saves()?;
    let opening = opening(environment, &saves)?;
    let library = environment.library();
    let begin = match opening {
        Opening::Fight(resumed) => Begin::Saved(resumed),
        Opening::Watch(resumed) => Begin::Watch(resumed),
        Opening::SetUp(Some(setup), seed) => {
            let seed = match seed {
                Some(seed) => seed,
                None => Seed::random()?,
            };
            let compendium = library.known(&setup.system)?;
            let start = setup.begin(compendium, seed).map_err(|mistakes| {
                let told: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
                anyhow::Error::msg(told.join("\n"))
            })?;
            Begin::Fresh(Box::new(Session::new(&environment.systems, start, seed)?))
        }
        Opening::Start => Begin::Start,
        Opening::Tutor => Begin::Tutor,
        Opening::SetUp(None, _) => Begin::SetUp(None),
        Opening::Prepare(setup) => Begin::SetUp(Some(setup)),
    };
    let mut keymap = Keymap::built_in();
    // A broken file of the GM is reported and does not stop the fight.
    match own_keys(&library) {
        Ok(Some(own)) => keymap = Keymap::with(own),
        Ok(None) => {}
        Err(error) => writeln!(environment.err, "affray: {error:#}")?,
    }
    let (settings, mistake) = library.settings();
    if let Some(mistake) = mistake {
        writeln!(environment.err, "affray: {mistake}")?;
    }
    let theme = match shown {
        Shown::OnScreen => Theme::detect(&settings.theme, |name| std::env::var(name).ok()),
        Shown::InLines | Shown::InJson => Theme::told(),
    };
    let config = Config {
        library,
        saves,
        keymap,
        theme,
        shown,
    };
    if let Some(name) = ui::run(config, begin)?.filter(|_| shown != Shown::InJson) {
        let name = names::for_shell(&name);
        writeln!(environment.out, "Resume it with `affray resume {name}`")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the GM's key map, if there is one.
fn own_keys(library: &Library) -> Result<Option<Keymap>> {
    let Some((file, text)) = library.keymap()? else {
        return Ok(None);
    };
    let (keys, mistakes) = Keymap::read(&Source::new(file, &text));
    match mistakes.first() {
        None => Ok(Some(keys)),
        Some(mistake) => Err(anyhow::Error::msg(mistake.to_string())),
    }
}
