//! Attacks that hit the cover of their target (SEC-75, SEC-81, SEC-82).

use super::damage::on_things;
use super::strike::Strike;
use super::wounds::{self, Toll};
use crate::systems::prelude::*;
use crate::systems::seconds::says::{CoverResult, Says};
use crate::systems::seconds::sheet::conditions::BEHIND;
use crate::systems::seconds::sheet::options::{CoverGraze, Options};
use crate::systems::seconds::sheet::schema::{Cover, at};
use crate::systems::seconds::state::cover;
use crate::systems::seconds::state::fighter::fighter;

/// Returns true if a miss by this margin hits the cover (SEC-81, RD-21).
pub fn strikes_cover(now: &Encounter, strike: &Strike, short: i64) -> bool {
    let cover = strike.cover(now);
    let matters = strike.circumstances.matters && cover != Cover::None;
    let bonus = cover::bonus(now, cover);
    matters
        && match Options::of(now).cover_graze() {
            CoverGraze::Inclusive => short <= bonus,
            CoverGraze::Strict => short < bonus,
        }
}

/// Returns the reduced damage behind the cover, judged by its state before the action, and the cover's durability,
/// which is the least Defence of the target. `None` if the cover stops the attack (SEC-82, SEC-99).
pub fn through(
    cx: &mut Resolver<'_>,
    before: &Encounter,
    strike: &Strike,
    damage: i64,
) -> Step<Option<(i64, i64)>> {
    let (target, weapon) = (strike.target, &strike.weapon);
    let damage = on_things(weapon.damage_type(), weapon.nonlethal(), damage);
    let thing = cx.now().links_from(BEHIND, target).next();
    let (toughness, durability) = match thing {
        Some(thing) => {
            let one = fighter(before, thing);
            (one.toughness(), one.body.durability())
        }
        None => {
            let title = say!(
                cx.now(),
                "What is the Toughness of {}'s cover?",
                cx.name(target)
            );
            (cx.number("cover-toughness", None, title, -20, 99, 9)?, 0)
        }
    };
    let minimum = toughness - 6;
    // Damage of 0 or less never has an effect (SEC-88).
    let (broken, dented) = (damage > toughness.max(0), damage > minimum.max(0));
    let result = match (broken, dented) {
        (true, _) => CoverResult::Broken,
        (false, true) => CoverResult::Through,
        (false, false) => CoverResult::Stopped,
    };
    cx.note(Says::CoverTakes {
        who: target,
        damage,
        toughness,
        result,
    });
    if !dented {
        return Ok(None);
    }
    if let Some(thing) = thing {
        let weapon = weapon.name().to_owned().into();
        wounds::suffer(cx, thing, Toll::wound(), &Says::With { weapon }.into())?;
    }
    if broken {
        worse(cx, target);
    }
    Ok(Some((if broken { 0 } else { 3 }, durability)))
}

/// Lowers the cover by one degree, before posture counts.
fn worse(cx: &mut Resolver<'_>, target: Id) {
    let own = fighter(cx.now(), target).body.cover().index();
    let next = Cover::ALL[own.saturating_sub(1)];
    let label = Says::ChangedCover {};
    cx.change(target, at::cover, next, label, Says::ShotAway {});
}
