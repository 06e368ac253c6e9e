//! Lost and restored hit points, going down and getting up (SPL-72, SPL-124, SPL-150).

use crate::systems::common::sentences;
use crate::systems::prelude::*;

use super::{fear, losses, recovery};
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::at;
use crate::systems::split_round::state::fighter::fighter;

/// Subtracts hit points immediately; at 0 or less the combatant is down (SPL-71, SPL-72).
pub fn suffer(cx: &mut Resolver<'_>, who: Id, amount: i64, cause: impl Into<Told>) -> Step<()> {
    if amount <= 0 {
        cx.note(Says::TakesNone { who });
        return Ok(());
    }
    let left = fighter(cx.now(), who).hp() - amount;
    let damage = HealthChange::damage(amount);
    cx.change_health(who, at::hp, Some(left), (damage, Says::Hp {}), cause);
    fall_if_spent(cx, who);
    Ok(())
}

/// Downs a combatant at 0 hit points or less. Pending items, long actions and concentration are lost (SPL-64, SPL-72).
pub fn fall_if_spent(cx: &mut Resolver<'_>, who: Id) {
    let one = fighter(cx.now(), who);
    if one.hp() <= 0 && !one.has(is::DOWN) && !one.has(is::DEAD) {
        cx.gain(who, Condition::new(is::DOWN), Says::Down {});
        losses::unable(cx, who, &Why::Down {});
        fear::source_down(cx, who);
    }
}

/// Restores hit points up to the maximum. A combatant above 0 hit points is up again (SPL-72, SPL-150). Magic also
/// heals strains and sprains (SPL-124).
pub fn heal(cx: &mut Resolver<'_>, who: Id, amount: i64, magical: bool, cause: impl Into<Told>) {
    let cause = cause.into();
    let one = fighter(cx.now(), who);
    let to = (one.hp() + amount).min(one.sheet.hp_max()).max(one.hp());
    let restored = to - one.hp();
    if restored == 0 {
        let missing = one.hp() < one.sheet.hp_max();
        let cause = cx.now().told(&cause).into_owned();
        sentences::nothing_to_heal(cx, who, missing, &cause);
    }
    let healing = HealthChange::Healing { amount: restored };
    cx.change_health(who, at::hp, Some(to), (healing, Says::Hp {}), cause);
    rise(cx, who);
    if magical {
        recovery::magic_heals(cx, who);
    }
}

/// Raises a combatant with hit points above 0 (SPL-72).
pub fn rise(cx: &mut Resolver<'_>, who: Id) {
    if fighter(cx.now(), who).hp() > 0 {
        cx.lose(who, is::DOWN, Says::Down {}, "");
    }
}
