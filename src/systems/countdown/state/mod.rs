//! State of a fight: combatants, sides, declarations, the round, pending effects and fires. The schema combines
//! everything that a fight saves.

pub mod bonds;
pub mod count;
pub mod declarations;
pub mod fighter;
pub mod fires;
pub mod maneuver;
pub mod pending;
pub mod plan;
pub mod round;
pub mod sides;

use std::sync::LazyLock;

use crate::systems::common;
use crate::systems::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use crate::systems::morale;
use crate::values::{Schema, Sheet as _};

use crate::systems::countdown::says;
use crate::systems::countdown::sheet::{Options, Sheet, is, tables};

pub use bonds::{ENGAGED, FLANKING, HOLDING, engaged, part};
pub use fighter::{Fighter, fighter};
pub use fires::{Fire, Fires};
pub use maneuver::Maneuver;
pub use pending::{DISARMED, Pending, REVIVED, Wound};
pub use plan::{Hold, Plan};
pub use round::{Casting, Kept, Phase, Round, RoundState};
pub use sides::there;

/// Schema of everything that a fight saves.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    description: "Everyone declares an action and rolls d6 plus DEX. The GM counts down. Combatants on the same count act at the same moment.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    own_turns: false,
    minute: 0,
    moments: vec![NEXT_ACTION, ACTION_END, FIGHT_OVER],
    options: Options::<()>::fields().clone(),
    hit_points: "hp_max".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    bonds: vec![ENGAGED, FLANKING, HOLDING],
    rides: "",
    tables: tables::tables(),
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: [crate::parts![Round, Plan, RoundState, Kept, Pending, Fires], morale::parts()].concat(),
}
});
