//! Damage against the two thresholds (SEC-89 to SEC-93), by type (SEC-124, SEC-171, SEC-172).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step, note};
use crate::values::{Id, Words as _};

use super::morale;
use super::wounds::{self, Toll};
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

/// Returns the damage that counts against objects: none if nonlethal, EMP or morale damage (SEC-15, SEC-93, SEC-172).
pub fn on_things(kind: DamageType, nonlethal: bool, damage: i64) -> i64 {
    if nonlethal || kind.morale() || kind == DamageType::Emp {
        0
    } else {
        damage
    }
}

/// Applies a single hit: a fall, a collision, a ruling.
pub fn suffer(
    cx: &mut Resolver<'_>,
    id: Id,
    damage: i64,
    kind: DamageType,
    nonlethal: bool,
    cause: &str,
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
    let minimum = toughness - 6;
    let what = match toll {
        toll if toll.wounds == 0 => "no wound",
        toll if toll.stuns => "knocked out",
        toll if toll.fells => "a wound and dying",
        toll if toll.nonlethal > 0 => "a non-lethal wound",
        _ => "a wound",
    };
    let name = cx.name(id);
    note!(
        cx,
        &[id],
        "{name} takes {damage} damage vs Toughness {toughness}/{minimum}: {what}."
    );
}

/// Applies EMP, which stops devices and does not affect anything else (SEC-172).
pub fn emp(cx: &mut Resolver<'_>, id: Id, damage: i64) {
    let name = cx.name(id);
    match fighter(cx.now(), id).body.emp_toughness() {
        Some(toughness) if damage > toughness => {
            note!(
                cx,
                &[id],
                "{name} takes {damage} EMP damage vs {toughness}: destroyed."
            );
            wounds::destroy(cx, id, DamageType::Emp.label());
        }
        Some(toughness) => {
            note!(
                cx,
                &[id],
                "{name} takes {damage} EMP damage vs {toughness}: no effect."
            );
        }
        None => note!(cx, &[id], "EMP has no effect on {name}."),
    }
}
