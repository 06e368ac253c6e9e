//! Surrender and its terms (`ALT-118`).

use crate::systems::alternation::combat::{gear, wounds};
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::alternation::state::turn::out_of_turn;
use crate::systems::prelude::*;

/// Surrenders: takes the whole turn and drops all weapons (`ALT-118`).
pub fn surrender(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::Surrenders { who });
    gear::drop_all(cx, who);
    cx.lose(who, is::BROKEN, "", "");
    cx.gain(who, Condition::new(is::SURRENDERED), "");
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    wounds::end_broken_bonds(cx)
}
