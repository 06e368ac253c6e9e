//! What the fight keeps beside the sheets, and all that it keeps in one.

use std::sync::LazyLock;

use affray::systems::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use affray::values::{Schema, Sheet as _};

use crate::support::tiny_system::sheet::{BELL, BLOW, Sheet, at, is};

affray::records! {
    /// What somebody has done so far.
    pub struct Blows each "blows" {
        /// Strikes made.
        pub struck: i64,
    }
}

/// All of it in one.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema {
    description: "Roll high.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    moments: vec![BLOW, BELL, NEXT_ACTION, ACTION_END, FIGHT_OVER],
    hit_points: at::max_hp.word().to_owned(),
    hit_dice: at::hit_dice.word().to_owned(),
    bonds: vec!["riding", "holds"],
    rides: "riding",
    parts: affray::parts![Blows],
    ..Schema::default()
});
