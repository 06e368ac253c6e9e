//! Lost hit points and their consequences: stun, going down, and getting up again (SEG-67 to SEG-78).

use super::casting::lose_spell;
use crate::systems::prelude::*;
use crate::systems::segments::says::{Loss, Says};
use crate::systems::segments::sheet::{at, is};
use crate::systems::segments::state::{fighter, strike_off};

/// Subtracts hit points and logs the resulting wound level.
pub fn lose_hp(cx: &mut Resolver<'_>, who: Id, amount: i64, cause: impl Into<Told>) {
    let one = fighter(cx.now(), who);
    let (hp, before) = (one.hp(), one.wound_mod());
    let damage = HealthChange::damage(amount);
    cx.change_health(who, at::hp, Some(hp - amount), (damage, Says::Hp {}), cause);
    let one = fighter(cx.now(), who);
    let after = one.wound_mod();
    if after != before && one.active() {
        let level = one.wound_word().into();
        cx.note(Says::Wounded {
            who,
            level,
            modifier: after,
        });
    }
}

/// Stuns a combatant when a single hit exceeds the threshold (SEG-67).
pub fn stun_if_beyond(cx: &mut Resolver<'_>, who: Id, taken: i64) {
    let one = fighter(cx.now(), who);
    if one.active() && taken > one.stun_threshold() && !one.has(is::STUNNED) {
        let because = format!("{taken} damage, stun threshold {}", one.stun_threshold());
        stun(cx, who, &because);
    }
}

/// Stuns a combatant until the end of the round. All their due actions are lost, including a spell being cast (SEG-54,
/// SEG-67, SEG-73).
pub fn stun(cx: &mut Resolver<'_>, who: Id, because: impl Into<Told>) {
    let stunned = Condition::new(is::STUNNED).ends(Ends::EndOfRound(cx.now().round));
    cx.gain(who, stunned.because(because), Says::Stunned {});
    loses_all(cx, who, Loss::Stunned);
}

/// Removes all due actions of a combatant, including a spell being cast.
pub fn loses_all(cx: &mut Resolver<'_>, who: Id, why: Loss) {
    lose_spell(cx, who, why);
    if strike_off(cx, who, why.word()) {
        cx.note(Says::LosesAll { who });
    }
}

/// Downs a combatant at the hit points set by the option. All their due actions are lost, including a spell being cast
/// (SEG-54, SEG-73, SEG-77).
pub fn down_if_spent(cx: &mut Resolver<'_>, who: Id) {
    let one = fighter(cx.now(), who);
    if one.spent() && !one.has(is::DOWN) {
        cx.gain(who, Condition::new(is::DOWN), Says::Down {});
        lose_spell(cx, who, Loss::Down);
        strike_off(cx, who, Loss::Down.word());
    }
}

/// Downs a combatant after a correction of their hit points (SEG-77).
pub fn fall(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let points = fighter(cx.now(), who).hp();
    cx.act(who, Says::HasPointsLeft { who, points });
    down_if_spent(cx, who);
    Ok(())
}

/// Raises a combatant after healing, from the next round on (SEG-78).
pub fn rise(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    if !fighter(cx.now(), who).spent() {
        cx.lose(who, is::DOWN, Says::Down {}, "");
    }
    Ok(())
}
