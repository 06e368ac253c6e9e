//! Countdown: combatants declare, roll d6 plus DEX, and act from the highest count down. Combatants on the same count
//! act simultaneously (contract `CTD`).

mod acts;
mod combat;
mod flow;
mod panes;
mod policy;
mod says;
mod sheet;
mod state;

use crate::rules::{Assets, System};
use crate::values::Schema;

#[derive(Debug)]
pub struct Countdown;

impl System for Countdown {
    fn key(&self) -> &'static str {
        "countdown"
    }

    fn name(&self) -> &'static str {
        "Countdown"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "countdown",
            "amber_ford.ron",
            "drowned_barrow.ron",
            "goat_track.ron",
            "oil_store.ron",
            "king_wakes.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

#[cfg(test)]
mod tests;
