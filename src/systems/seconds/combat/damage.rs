//! Damage against the two thresholds (SEC-89 to SEC-93), by type (SEC-124, SEC-171, SEC-172).

use super::morale;
use super::wounds::{self, Toll};
use crate::systems::prelude::*;
use crate::systems::seconds::says::{HitResult, Says};
use crate::systems::seconds::sheet::options::{DamageCompare, Options};
use crate::systems::seconds::sheet::schema::DamageType;
use crate::systems::seconds::state::fighter::fighter;

/// Judges a plain hit against this Toughness (SEC-89 to SEC-93). Minimum is 6 less.
pub fn judge(now: &Encounter, target: Id, toughness: i64, damage: i64, nonlethal: bool) -> Toll {
    let object = fighter(now, target).body.is_object();
    let minimum = toughness - 6;
    if damage <= 0 || (object && nonlethal) {
        return Toll::default();
    }
    let compare = Options::of(now).damage_compare();
    let (wounds, fells) = match compare {
        _ if object => (damage > minimum, damage > toughness),
        DamageCompare::Split => (damage > minimum, damage >= toughness),
        DamageCompare::Exceed => (damage > minimum, damage > toughness),
        DamageCompare::Meet => (damage >= minimum, damage >= toughness),
    };
    let wounds = i64::from(wounds || fells);
    Toll {
        wounds,
        nonlethal: if nonlethal { wounds } else { 0 },
        fells: fells && !nonlethal,
        stuns: fells && nonlethal,
    }
}

/// Returns the damage that counts against objects: none if non-lethal, EMP or morale damage (SEC-15, SEC-93, SEC-172).
pub fn on_things(kind: DamageType, nonlethal: bool, damage: i64) -> i64 {
    if nonlethal || kind.morale() || kind == DamageType::Emp {
        0
    } else {
        damage
    }
}

/// Applies a single hit, such as a fall, a collision or damage by GM ruling.
pub fn suffer(
    cx: &mut Resolver<'_>,
    id: Id,
    damage: i64,
    kind: DamageType,
    nonlethal: bool,
    cause: &Told,
) -> Step<()> {
    if kind.morale() {
        let will = fighter(cx.now(), id).will();
        return morale::damage(cx, id, kind, damage, will, None, cause);
    }
    if kind == DamageType::Emp {
        emp(cx, id, damage);
        return Ok(());
    }
    let toughness = fighter(cx.now(), id).toughness();
    let toll = judge(cx.now(), id, toughness, damage, nonlethal);
    tell(cx, id, damage, toughness, toll);
    wounds::suffer(cx, id, toll, cause)
}

/// Logs the result of a hit.
pub fn tell(cx: &mut Resolver<'_>, id: Id, damage: i64, toughness: i64, toll: Toll) {
    let result = match toll {
        toll if toll.wounds == 0 => HitResult::NoWound,
        toll if toll.stuns => HitResult::KnockedOut,
        toll if toll.fells => HitResult::Dying,
        toll if toll.nonlethal > 0 => HitResult::NonLethal,
        _ => HitResult::Wound,
    };
    cx.note(Says::TakesDamage {
        who: id,
        damage,
        toughness,
        result,
    });
}

/// Applies EMP, which stops devices and does not affect anything else (SEC-172).
pub fn emp(cx: &mut Resolver<'_>, id: Id, damage: i64) {
    let Some(toughness) = fighter(cx.now(), id).body.emp_toughness() else {
        cx.note(Says::NoEmp { who: id });
        return;
    };
    let destroyed = damage > toughness;
    cx.note(Says::TakesEmp {
        who: id,
        damage,
        toughness,
        destroyed,
    });
    if destroyed {
        wounds::destroy(cx, id, &Says::Emp {}.into());
    }
}
