//! State of a fight: combatants, sides, the round, plans, turns and long actions. The schema combines everything that a
//! fight saves.

pub mod clock;
pub mod fighter;
pub mod mishaps;
pub mod other_act;
pub mod plan;
pub mod round;
pub mod sides;
pub mod turn;

use std::sync::LazyLock;

use crate::systems::morale;
use crate::values::{Schema, Sheet as _};

use crate::systems::common;
use crate::systems::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use crate::systems::split_round::says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::{ATTACK_HALF, LONG_REST, Sheet, at};
use crate::systems::split_round::sheet::tables;
use clock::Clock;
use mishaps::Mishaps;
use plan::{Habit, Last};
use round::Round;
use turn::{Long, Turn};

/// Schema of everything that a fight saves.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    description: "Everyone plans and moves. Then everyone rolls all d20s at once. Shots and spells come before melee, and the highest total acts first.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    own_turns: false,
    minute: 0,
    moments: vec![NEXT_ACTION, ACTION_END, ATTACK_HALF, FIGHT_OVER, LONG_REST],
    options: Options::<()>::fields().clone(),
    hit_points: at::hp_max.word().to_owned(),
    hit_dice: at::hit_dice.word().to_owned(),
    bonds: Vec::new(),
    rides: "",
    tables: tables::tables(),
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: [crate::parts![Round, Turn, Long, Last, Habit, Mishaps, Clock], morale::parts()].concat(),
}
});
