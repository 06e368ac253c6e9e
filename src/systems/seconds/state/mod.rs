//! State of a fight: combatants, sides, the round, turns, minds and sight. The schema combines everything that a
//! fight saves.

pub mod burden;
pub mod cover;
pub mod fighter;
pub mod minds;
pub mod mounts;
pub mod order;
pub mod round;
pub mod sides;
pub mod sight;
pub mod turn;

use std::sync::LazyLock;

use crate::values::{Schema, Sheet as _};

use crate::systems::common;
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use crate::systems::seconds::says;
use crate::systems::seconds::sheet::conditions::{AIMS, BEHIND, CALMED, POSSESSES, RIDES, is};
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::schema::Sheet;
use crate::systems::seconds::sheet::tables::tables;
use minds::{Mind, Rising, Shared};
use mounts::Ridden;
use round::{Initiative, Rewarded, Round};
use sight::{Scene, Sight};
use turn::{Loaders, Range, Turn};

/// Schema of everything that a fight saves.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    description: "A turn is six seconds. Each action costs seconds and may continue in the next turn. No hit points: wounds lower Toughness."
        .to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    own_turns: true,
    minute: 10,
    moments: vec![NEXT_TURN, TURN_END, FIGHT_OVER, CALMED],
    options: Options::<()>::fields().clone(),
    bonds: vec![RIDES, POSSESSES, AIMS, BEHIND],
    rides: RIDES,
    tables: tables(),
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: crate::parts![Round, Initiative, Turn, Range, Loaders, Mind, Shared, Rising, Ridden, Scene, Sight, Rewarded],
    ..Schema::default()
}
});
