//! Segments: everyone declares, each attack rolls its own initiative die, and one ladder of counts runs from the
//! highest down to -5.

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

pub struct Segments;

impl System for Segments {
    fn key(&self) -> &'static str {
        "segments"
    }

    fn name(&self) -> &'static str {
        "Segments"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "segments",
            "wreckers_cove.ron",
            "drowned_gate.ron",
            "lamp_house.ron",
            "night_tide.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}

#[cfg(test)]
mod tests;
