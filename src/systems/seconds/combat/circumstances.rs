//! Circumstances of an attack, and the rows of a form that ask for them (SEC-66 to SEC-81).

use std::borrow::Cow;

use super::surprise;
use crate::systems::prelude::*;
use crate::systems::seconds::sheet::conditions::{AIMS, is};
use crate::systems::seconds::sheet::schema::{Cover, Kind, Visibility};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::Range;
use crate::systems::seconds::state::{cover, sight};

/// Circumstances of an attack.
#[derive(Clone, Copy, Debug, Default)]
pub struct Circumstances {
    /// Distance in tenths of a metre, for weapons with a range increment.
    pub distance: Option<i64>,
    /// Cover of the target, without the effect of the target's posture.
    pub cover: Cover,
    /// True if it matters that the cover is hit (SEC-81).
    pub matters: bool,
    /// Visibility of the target to the attacker.
    pub seen: Visibility,
    /// True if foes are on two sides of the target (SEC-73).
    pub flanked: bool,
    /// True if the target did not know of the attacker (SEC-18).
    pub surprised: bool,
    /// Speed of the faster combatant in metres per second, if it counts (SEC-80).
    pub speed: i64,
    /// GM modifier of the attack roll.
    pub attack: i64,
    /// GM modifier of the defence DC.
    pub defence: i64,
    /// GM modifier of the damage.
    pub damage: i64,
}

/// Greatest distance of a form, in tenths of a metre.
pub const FAR: i64 = 1_000_000;

/// Returns the key of a row for one of several attacks.
pub fn keyed<'k>(key: &'k str, block: &str) -> Cow<'k, str> {
    match block {
        "" => key.into(),
        block => format!("{key}{block}").into(),
    }
}

/// Returns the label of a row for one of several attacks.
pub fn called<'l>(label: &'l str, block: &str) -> Cow<'l, str> {
    match block {
        "" => label.into(),
        block => format!("{block}. {label}").into(),
    }
}

/// Asks for the circumstances; `block` distinguishes the attacks of a combo.
pub fn ask(
    f: &mut Form<'_>,
    by: Id,
    weapon: &Weapon,
    target: Id,
    block: &str,
) -> Filled<Circumstances> {
    let now = f.now;
    let key = |key: &'static str| keyed(key, block);
    let one = fighter(now, target);
    let distance = ask_distance(f, by, weapon, target, &key("distance"))?;
    let posture = one.posture();
    f.hint(|| match posture.index() {
        0 => String::new(),
        _ => format!("{} is {}", one.name(), posture.label()),
    });
    let cover = f.option_told(
        &key("cover"),
        "cover",
        Cover::ALL,
        one.body.cover(),
        |one| {
            let better = cover::behind(now, target, *one);
            let choice = Choice::of(*one);
            if better == *one {
                choice
            } else {
                choice.hint(format!("counts as {}", better.label()))
            }
        },
    );
    let total = cover::behind(now, target, cover) == Cover::Total;
    let matters = cover != Cover::None
        && (total
            || f.toggle(
                &key("matters"),
                "cover can be hit",
                one.body.cover_matters(),
            ));
    let seen = f.option(&key("seen"), "visibility", sight::seen(now, by, target));
    let lost = seen == Visibility::Unfound;
    f.refuse_if(lost.then_some(
        "the target's square is unknown: find the target first, or change the visibility",
    ))?;
    let flanked = f.toggle(&key("flank"), "flanked", one.has(is::FLANKED));
    let unaware = surprise::unaware(now, target, by);
    let surprised = f.toggle(&key("surprise"), "surprised", unaware);
    let speed = if weapon.melee() {
        f.hint(|| "+1 damage for each 5 squares per second").number(
            &key("speed"),
            "closing speed",
            0..=400,
            "m/s",
            0,
        )
    } else {
        0
    };
    Ok(Circumstances {
        distance,
        cover,
        matters,
        seen,
        flanked,
        surprised,
        speed,
        attack: f.number(&key("modifier"), "GM modifier", -20..=20, "", 0),
        defence: f.number(&key("dc"), "GM modifier, defence DC", -20..=20, "", 0),
        damage: f.number(&key("more"), "GM modifier, damage", -60..=60, "", 0),
    })
}

/// Asks for the distance: metres for weapons with a range increment, squares in melee. The GM has to allow a target
/// out of reach (SEC-66, SEC-68).
fn ask_distance(
    f: &mut Form<'_>,
    by: Id,
    weapon: &Weapon,
    target: Id,
    key: &str,
) -> Filled<Option<i64>> {
    let one = fighter(f.now, by);
    if let Some(increment) = weapon.range_increment_m().filter(|_| !weapon.melee()) {
        let last = Range::of(f.now, by).to.get(&target).copied();
        let preset = last.unwrap_or(increment);
        let far = one.mind.long_range();
        f.hint(|| band_hint(weapon));
        let distance = f.decimal(key, "distance", 10, 0..=FAR, "m", preset);
        let out = band(weapon, distance) > weapon.max_increments() && !far;
        f.refuse_if(out.then_some("out of range"))?;
        return Ok(Some(distance));
    }
    if weapon.kind() == Kind::Melee {
        let reach = weapon.reach_in_squares();
        let close = one.mind.close_in();
        f.hint(|| "squares of the attacker's size");
        let squares = f.number(key, "distance, squares", 0..=99, "", reach);
        let wrong = squares > reach || (squares < reach && !close);
        if wrong {
            let allowed = f.toggle(&format!("{key}-allowed"), "GM allows distance", false);
            let why = if squares > reach {
                format!("out of reach: the weapon reaches {reach} squares")
            } else {
                format!(
                    "too close: the weapon reaches {reach} squares; use Close In for a closer target"
                )
            };
            f.refuse_if((!allowed).then_some(why))?;
        }
    }
    Ok(None)
}

/// Returns the range band: the number of doublings of the increment up to the distance (SEC-68, T-3).
pub fn band(weapon: &Weapon, distance: i64) -> i64 {
    let Some(increment) = weapon.range_increment_m() else {
        return 0;
    };
    let (mut band, mut reach) = (0, increment.max(1));
    while distance > reach {
        band += 1;
        reach *= 2;
    }
    band
}

fn band_hint(weapon: &Weapon) -> String {
    let increment = weapon.range_increment_m().unwrap_or(0);
    let bands = weapon.max_increments();
    let most = increment << bands.clamp(0, 12);
    format!(
        "-1 per doubling of {} m, up to {} m",
        crate::values::decimal(increment, 10),
        crate::values::decimal(most, 10)
    )
}

/// Returns the range penalty on the attack roll. Aiming reduces the penalty by 1, except for magic (SEC-68 to SEC-70).
pub fn range_penalty(
    now: &Encounter,
    by: Id,
    target: Id,
    weapon: &Weapon,
    distance: i64,
) -> (i64, i64) {
    let band = band(weapon, distance);
    let aims = weapon.kind() == Kind::Ranged && now.linked(AIMS, by, target);
    (-band, i64::from(aims).min(band))
}
