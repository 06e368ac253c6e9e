//! State of a fight: combatants, sides, bonds, the round, the turn, groups and last attacks. The schema combines
//! everything that a fight saves.

pub mod bonds;
pub mod fighter;
pub mod groups;
pub mod last;
pub mod round;
pub mod sides;
pub mod turn;

use std::sync::LazyLock;

use crate::values::{Schema, Sheet as _};

use crate::systems::alternation::says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::sheet::options::Options;
use crate::systems::alternation::sheet::schema::{STRETCH, Sheet, at};
use crate::systems::alternation::sheet::tables;
use crate::systems::common;
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use bonds::bond;
use groups::{Groups, Known};
use last::{Apart, Last};
use round::{Ambush, Cycle, Round};
use turn::Turn;

/// Schema of everything that a fight saves.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    description: "Sides take turns: each activates one character or passes. Attacks hit automatically. Dodging, countering and guarding use up the turn.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    own_turns: false,
    minute: 0,
    moments: vec![NEXT_TURN, TURN_END, FIGHT_OVER, STRETCH],
    options: Options::<()>::fields().clone(),
    hit_points: at::max_health.word().to_owned(),
    hit_dice: String::new(),
    bonds: vec![bond::HOLDING, bond::RIDING],
    rides: bond::RIDING,
    tables: tables::tables(),
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: crate::parts![Round, Cycle, Ambush, Known, Groups, Turn, Last, Apart],
}
});
