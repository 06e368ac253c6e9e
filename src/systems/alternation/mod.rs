//! **Alternation**: sides alternate in strict rotation to activate one character or to pass. Attacks hit without a
//! roll, and the defence against them is a reaction that costs the reacting character its turn. Contract prefix
//! `ALT`.

mod acts;
mod combat;
mod flow;
mod panes;
mod policy;
mod says;
mod sheet;
mod state;

pub use sheet::{conditions, schema};

use crate::rules::{Assets, System};
use crate::values::Schema;

pub struct Alternation;

impl System for Alternation {
    fn key(&self) -> &'static str {
        "alternation"
    }

    fn name(&self) -> &'static str {
        "Alternation"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "alternation",
            "bridge.ron",
            "salvage.ron",
            "mail_road.ron",
            "ferry_house.ron",
            "culvert.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}
