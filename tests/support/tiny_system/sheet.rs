//! Fields and conditions of a sheet.

use affray::dice::Dice;
use affray::encounter::Encounter;
use affray::rules::Complete;
use affray::values::{Id, Moment, Occasion, Record, Row};

use crate::support::tiny_system::Tiny;

affray::sheet! {
    /// Sheet of a combatant.
    pub struct Sheet, keys at {
        /// Maximum number of hit points.
        max_hp: i64, int(1, 99), "hit points", required;
        /// Number of hit points left.
        hp: Option<i64>, int(0, 99), "hit points left", state, counter "max_hp";
        /// Number that an attack must reach.
        guard: i64 = 12, int(1, 30), "guard";
        /// Modifier of attack rolls.
        attack: i64 = 0, int(-5, 20), "attack";
        /// Hit dice, for fights that roll hit points.
        hit_dice: Option<Dice>, "hit dice";
    }
}

affray::conditions! {
    /// Conditions of a combatant.
    pub mod is {
        /// Has acted in this round.
        ACTED = "acted" "done", silent;
        /// Tripped; each source lasts for two rounds.
        PRONE = "prone" "prone";
        /// Has stopped fighting for good.
        YIELDED = "yielded" "yielded";
    }
}

/// Trigger at the next strike of a combatant.
pub const BLOW: Moment = Moment {
    word: "blow",
    label: "next strike",
    occasion: Occasion::Other,
};

/// Trigger when the bell rings.
pub const BELL: Moment = Moment {
    word: "bell",
    label: "next bell",
    occasion: Occasion::Other,
};

impl Complete for Tiny {
    /// Fills in full hit points for combatants without a value.
    fn complete(&self, sheet: &mut Row) {
        if sheet.get(at::hp).is_none() {
            let most = sheet.get(at::max_hp);
            sheet.set(at::hp, Some(most));
        }
    }

    fn improvised(&self, hit_points: i64) -> Record {
        Record::new().with(at::max_hp.word(), hit_points)
    }
}

/// Returns the hit points left.
pub fn left(now: &Encounter, id: Id) -> i64 {
    now.get(id).sheet.get(at::hp).unwrap_or(0)
}

/// Returns true if a combatant is in the fight and up.
pub fn stands(now: &Encounter, id: Id) -> bool {
    let one = now.get(id);
    !one.gone && !one.has(is::YIELDED) && left(now, id) > 0
}

/// Returns the combatants of other sides who are up.
pub fn foes(now: &Encounter, of: Id) -> Vec<Id> {
    let foe = |id: &Id| stands(now, *id) && !now.allied(*id, of);
    now.present().filter(foe).collect()
}
