//! State of a fight: combatants, sides, the round, the ambush, declarations, the ladder and hits. [`SCHEMA`] combines
//! everything that a fight saves.

mod ambush;
mod costs;
mod fighter;
mod hits;
mod ladder;
mod plan;
mod round;
mod sides;

use std::sync::LazyLock;

use crate::systems::common;
use crate::systems::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use crate::systems::morale;
use crate::values::{Schema, Sheet as _};

use crate::systems::segments::says;
use crate::systems::segments::sheet::{Options, Sheet, is, tables};

pub use ambush::{Ambush, ambush_degree, ambusher, may_declare, one_attack_only};
pub use costs::{arrival, die};
pub use fighter::{Attribute, Fighter, fighter};
pub use hits::{Hit, HitLevel, Hits};
pub use ladder::{
    CAST, FREE, Kind, LAST_COUNT, Ladder, MOVE, POTION, Progress, RELEASE, SHIELD, Slot, done,
    due_on, first_due, melee_attacks_on, next_count, slot, slots, slots_of, strike_off,
};
pub use plan::{
    Declared, MainAction, Movement, Pace, Plan, Potion, Reach, Use, has_to_declare,
    left_to_declare, plan, undeclared,
};
pub use round::{Deeds, Phase, Round, Scene, UNSEEN, WITHDRAWN, per_degree, reaches};
pub use sides::{active, asking_order, foes, in_asking_order, others, seen_foes, sides};

/// Schema of everything that a fight saves.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    description: "Everyone declares actions. Each attack rolls its own initiative die. All attacks, spells and movement happen in one countdown, from the highest initiative to -5.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    own_turns: false,
    minute: 0,
    moments: vec![NEXT_ACTION, ACTION_END, FIGHT_OVER],
    options: Options::<()>::fields().clone(),
    hit_points: "max_hp".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    bonds: vec![WITHDRAWN, UNSEEN],
    rides: "",
    tables: tables(),
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: [crate::parts![Round, Scene, Ambush, Hits, Deeds, Declared, Ladder], morale::parts()].concat(),
}
});
