//! State of the fight apart from the sheets, and the schema of the system.

use std::sync::LazyLock;

use affray::systems::common;
use affray::systems::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use affray::values::{Schema, Sheet as _};

use crate::support::tiny_system::says;
use crate::support::tiny_system::sheet::{BELL, BLOW, Sheet, at, is};

affray::records! {
    /// Strikes made by a combatant so far.
    pub struct Blows each "blows" {
        /// Number of strikes of the combatant.
        pub struck: i64,
    }
}

/// Schema of the system.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
    description: "Roll high.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    moments: vec![BLOW, BELL, NEXT_ACTION, ACTION_END, FIGHT_OVER],
    hit_points: at::max_hp.word().to_owned(),
    hit_dice: at::hit_dice.word().to_owned(),
    bonds: vec!["riding", "holds"],
    rides: "riding",
    sentences: vec![&says::SENTENCES, &common::says::SENTENCES],
    parts: affray::parts![Blows],
    ..Schema::default()
});
