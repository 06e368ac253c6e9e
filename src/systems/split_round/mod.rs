//! Split Round: everyone plans and moves, then rolls all d20s at once. The results are resolved from the highest total
//! down, shots and spells before melee attacks (contract `SPL`).

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
pub struct SplitRound;

impl System for SplitRound {
    fn key(&self) -> &'static str {
        "split-round"
    }

    fn name(&self) -> &'static str {
        "Split Round"
    }

    fn assets(&self) -> Assets {
        crate::assets!(
            "split-round",
            "low_tide.ron",
            "under_the_arches.ron",
            "raft_fire.ron",
            "toll_gate.ron"
        )
    }

    fn schema(&self) -> &'static Schema {
        &state::SCHEMA
    }
}
