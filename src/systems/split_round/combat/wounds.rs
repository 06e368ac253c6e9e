//! Hit points lost and given back, and who falls by it (SPL-72, SPL-124, SPL-150).

use crate::encounter::{Condition, LIFE};
use crate::resolver::{Resolver, Step, note};
use crate::systems::common::sentences;
use crate::values::Id;

use super::{fear, losses, recovery};
use crate::systems::split_round::sheet::schema::{at, is};
use crate::systems::split_round::state::fighter::fighter;

/// Hit points lost, at once; at 0 or less it is down (SPL-71, SPL-72).
pub fn suffer(cx: &mut Resolver<'_>, who: Id, amount: i64, cause: &str) -> Step<()> {
    if amount <= 0 {
        note!(cx, &[who], "{} takes no damage.", cx.name(who));
        return Ok(());
    }
    let left = fighter(cx.now(), who).hp() - amount;
    cx.change(who, at::hp, Some(left), LIFE, cause);
    fall_if_spent(cx, who);
    Ok(())
}

/// Down at 0 hit points or less: what is to come is lost, long actions and concentration too (SPL-64, SPL-72).
pub fn fall_if_spent(cx: &mut Resolver<'_>, who: Id) {
    let one = fighter(cx.now(), who);
    if one.hp() <= 0 && !one.has(is::DOWN) && !one.has(is::DEAD) {
        cx.gain(who, Condition::new(is::DOWN), "down");
        losses::unable(cx, who, "down");
        fear::source_down(cx, who);
    }
}

/// Hit points given back, up to the maximum; above 0 nobody is down (SPL-72, SPL-150). Magic mends strains and sprains
/// (SPL-124).
pub fn heal(cx: &mut Resolver<'_>, who: Id, amount: i64, magical: bool, cause: &str) {
    let one = fighter(cx.now(), who);
    let to = (one.hp() + amount).min(one.sheet.hp_max()).max(one.hp());
    if to == one.hp() {
        sentences::nothing_to_heal(cx, who, one.hp() < one.sheet.hp_max(), cause);
    }
    cx.change(who, at::hp, Some(to), LIFE, cause);
    rise(cx, who);
    if magical {
        recovery::magic_heals(cx, who);
    }
}

/// Up again with hit points above 0 (SPL-72).
pub fn rise(cx: &mut Resolver<'_>, who: Id) {
    if fighter(cx.now(), who).hp() > 0 {
        cx.lose(who, is::DOWN, "down", "");
    }
}
