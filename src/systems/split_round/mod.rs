//! Split Round: everybody plans and moves, then every d20 is thrown at once and the results are played out from the
//! highest total down, shots and spells before blows (contract `SPL`).

mod acts;
mod combat;
mod flow;
mod panes;
mod policy;
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
