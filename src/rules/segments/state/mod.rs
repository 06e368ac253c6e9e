//! What a fight keeps beside the sheets: the round, the ambush, declarations, the ladder, deeds, hits. And all that it
//! keeps in one, the schema.

pub mod ambush;
pub mod costs;
pub mod deeds;
pub mod former;
pub mod hits;
pub mod ladder;
pub mod plan;
pub mod round;

use std::sync::LazyLock;

use crate::encounter::{PartKind, Schema, Sheet as _};
use crate::rules::common::moments::{ACTION_END, FIGHT_OVER, NEXT_ACTION};
use crate::rules::morale;

use crate::rules::segments::sheet::options::Options;
use crate::rules::segments::sheet::schema::{Sheet, is};
use crate::rules::segments::sheet::tables;
use ambush::Ambush;
use deeds::Deeds;
use former::former;
use hits::Hits;
use ladder::Ladder;
use plan::Declared;
use round::{Round, Scene};

/// All of it in one.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| {
    Schema {
    blurb: "Everybody declares; then every single attack has an initiative die of its own, and one ladder of counts from the highest down to -5 carries attacks, spells and movement of all sides.".to_owned(),
    fields: Sheet::<()>::fields().clone(),
    conditions: is::all(),
    moments: vec![NEXT_ACTION, ACTION_END, FIGHT_OVER],
    options: Options::<()>::fields().clone(),
    hit_points: "max_hp".to_owned(),
    hit_dice: "hit_dice".to_owned(),
    tables: tables::tables(),
    parts: [
        PartKind::of::<Round>(),
        PartKind::of::<Scene>(),
        PartKind::of::<Ambush>(),
        PartKind::of::<Hits>(),
        PartKind::of::<Deeds>(),
        PartKind::of::<Declared>(),
        PartKind::of::<Ladder>(),
    ].into_iter().chain(morale::parts()).collect(),
    former: Some(former),
}
});
