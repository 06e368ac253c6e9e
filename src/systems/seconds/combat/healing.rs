//! Healing of wounds (SEC-114, SEC-132, SEC-152, SEC-153, SEC-179).

use crate::systems::common::sentences;
use crate::systems::prelude::*;

use super::called;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::schema::{Affliction, at};
use crate::systems::seconds::state::fighter::fighter;

/// Returns the wounds that cannot heal yet, because their affliction continues (SEC-179).
pub fn stuck(now: &Encounter, id: Id) -> i64 {
    let one = fighter(now, id);
    let all = one.body.afflictions().iter().map(Affliction);
    all.map(|one| one.wounds()).sum()
}

/// Heals a number of wounds, oldest first, as far as possible (SEC-114, SEC-179).
pub fn heal(cx: &mut Resolver<'_>, id: Id, wounds: i64, cause: &Told) {
    let had = fighter(cx.now(), id).body.wounds();
    let healed = wounds.min(had - stuck(cx.now(), id)).max(0);
    if healed < wounds.min(had) {
        cx.note(Says::OthersHealLater { who: id });
    }
    if had == 0 {
        let cause = cx.now().told(cause).into_owned();
        sentences::nothing_to_heal(cx, id, false, &cause);
    }
    if healed > 0 {
        let left = (HealthChange::Wounds, Says::Wounds {});
        cx.change_health(id, at::wounds, had - healed, left, cause);
        called::healed(cx, id, healed);
    }
}

/// Heals by a night of sleep, or a day in bed (SEC-152). Nothing heals during an affliction that causes wounds, and
/// objects never heal.
pub fn rest(cx: &mut Resolver<'_>, id: Id, in_bed: bool) {
    let one = fighter(cx.now(), id);
    if one.body.is_object() || one.body.wounds() == 0 || stuck(cx.now(), id) > 0 {
        return;
    }
    let wounds = if in_bed { one.endurance().max(1) } else { 1 };
    let cause = if in_bed {
        Says::DayInBed {}
    } else {
        Says::Sleep {}
    };
    heal(cx, id, wounds, &cause.into());
}
