//! Six Seconds: a turn is a budget of six seconds; wounds against Toughness, morale against Will (contract `SEC`).

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
pub struct Seconds;

impl System for Seconds {
    fn key(&self) -> &'static str {
        "seconds"
    }

    fn name(&self) -> &'static str {
        "Six Seconds"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "seconds",
            "salt_road.ron",
            "dry_well.ron",
            "caravan_fire.ron",
            "tomb_torch.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}
