//! Implements `affray new`, which prepares or starts a fight.

use std::process::ExitCode;

use anyhow::Result;

use super::environment::Environment;
use super::open_screen::{Opening, open};
use crate::dice::Seed;
use crate::ui::Shown;
use crate::ui::setup::SetupScreen;
use crate::values::unknown;

/// Opens the screen with a new fight.
pub(super) fn new(
    environment: &mut Environment<'_>,
    (encounter, party): (Option<&str>, Option<&str>),
    seed: Option<Seed>,
    shown: Shown,
) -> Result<ExitCode> {
    open(environment, shown, |environment, _| {
        begin(environment, encounter, party, seed)
    })
}

/// Starts a new fight from an encounter or an empty set-up, with a saved party if one is named.
fn begin(
    environment: &Environment<'_>,
    encounter: Option<&str>,
    party: Option<&str>,
    seed: Option<Seed>,
) -> Result<Opening> {
    let library = environment.library();
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
