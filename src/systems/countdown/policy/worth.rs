//! Value of a way to attack a target, as average damage without rolling dice.

use crate::encounter::Nerve;
use crate::rules::Mind;
use crate::systems::countdown::combat::circumstances::among_friends;
use crate::systems::prelude::*;

use crate::systems::countdown::combat::{Circumstances, Purpose, Range, Strike, Way, modes};
use crate::systems::countdown::sheet::{Band, GrenadeType, Kind, Mode, Weapon};
use crate::systems::countdown::state::{engaged, fighter};

use super::standing::life;

/// Damage in half points of the splash and the second burning of a flask that hits (CTD-123, CTD-125).
const SPLASH: i64 = 7;
const FLASK: i64 = 9;

/// Returns the best way to attack a target now, and its value; `None` if no way deals damage.
pub fn best(mind: &Mind<'_>, who: Id, target: Id) -> Option<(Mode, i64)> {
    let one = fighter(mind.now, who);
    let held = one.held_by().is_some_and(|holder| holder != target);
    let mut best: Option<(Mode, i64)> = None;
    for Way { mode, refused } in modes::offered(&one) {
        if refused.is_some() || held && mode.first(&one).0.melee() {
            continue;
        }
        let blow = |(weapon, purpose)| careful(mind, who, &weapon, purpose, target);
        let worth: i64 = mode.attacks(&one).map(blow).sum();
        if worth > best.as_ref().map_or(0, |(_, most)| *most) {
            best = Some((mode, worth));
        }
    }
    best
}

/// Returns the value of an attack, less the risk of hitting allies with a shot or a flask into a melee (CTD-115,
/// CTD-120). Reckless combatants ignore this risk.
fn careful(mind: &Mind<'_>, who: Id, weapon: &Weapon, purpose: Purpose, target: Id) -> i64 {
    let worth = blow(mind, who, weapon, purpose, target);
    let oil = weapon.kind() == Kind::Grenade && weapon.flask() == GrenadeType::Oil;
    let risk = match mind.tactics(who).nerve {
        Nerve::Reckless => 1,
        Nerve::Plain if oil => 4,
        Nerve::Plain => 2,
        Nerve::Cautious => 8,
    };
    if (oil || weapon.strays()) && among_friends(mind.now, who, target) {
        worth / risk
    } else {
        worth
    }
}

/// Returns the average damage of one attack in hundredths of hit points. The damage counts at most up to the hit points
/// that the target seems to have.
pub fn blow(mind: &Mind<'_>, by: Id, weapon: &Weapon, purpose: Purpose, target: Id) -> i64 {
    let now = mind.now;
    let range = if engaged(now, by, target) {
        Range::Close
    } else {
        Range::Within(Band::Short)
    };
    let strike = Strike {
        by,
        target,
        weapon: weapon.clone(),
        purpose,
        circumstances: Circumstances {
            range: weapon.ranged().then_some(range),
            ..Circumstances::default()
        },
    };
    if !strike.harms(now) || strike.recoils(now) {
        return 0;
    }
    let needs = strike.armor_class::<i64>(now) - strike.bonus::<i64>(now);
    let chance = (21 - needs).clamp(1, 19);
    let most = 2 * mind.left(by, target, life(now, target));
    // The chance is in twentieths and the damage in half points.
    chance * damage(now, &strike).min(most) * 100 / 40
}

/// Returns twice the average damage of a hit (CTD-85, CTD-122, CTD-132).
fn damage(now: &Encounter, strike: &Strike) -> i64 {
    let (weapon, foe) = (&strike.weapon, fighter(now, strike.target));
    if weapon.kind() == Kind::Grenade {
        return match weapon.flask() {
            GrenadeType::Oil if foe.fire_immune() => 0,
            GrenadeType::Oil => FLASK + SPLASH + FLASK,
            GrenadeType::HolyWater if foe.is_undead() => FLASK + SPLASH,
            GrenadeType::HolyWater => 0,
            GrenadeType::Other => weapon.damage().least() + weapon.damage().most(),
        };
    }
    let mut flat = weapon.damage_flat() + weapon.magic_bonus();
    if weapon.str_to_damage() {
        flat += fighter(now, strike.by).str_mod();
    }
    let dice = weapon.damage();
    let whole = (dice.least() + dice.most() + 2 * flat).max(2);
    if strike.purpose.doubles() {
        2 * whole
    } else {
        whole
    }
}
