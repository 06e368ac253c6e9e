//! Critical failures: a natural 1 on an attack roll (SPL-82 to SPL-119).

mod alternate;
mod blows;
mod conditions;
mod standard;
mod throw;

use super::strike::Strike;
use crate::systems::prelude::*;
use crate::systems::split_round::sheet::options::{FumbleTable, Options};

/// Resolves a natural 1 by the fumble table of this fight (SPL-82). Returns true if a break check of the weapon was
/// made (SPL-97).
pub fn play(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    match Options::of(cx.now()).fumble_table() {
        FumbleTable::Standard => standard::play(cx, strike),
        FumbleTable::Alternate => alternate::play(cx, strike),
    }
}
