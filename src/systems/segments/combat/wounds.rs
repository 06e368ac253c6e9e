//! Lost hit points and their consequences: stun, falling, and rising again (SEG-67 to SEG-78).

use crate::encounter::{Condition, Ends};
use crate::resolver::{Resolver, Step, act, note};
use crate::text::counted;
use crate::values::Id;

use super::casting::lose_spell;
use crate::systems::segments::sheet::{at, is};
use crate::systems::segments::state::{fighter, strike_off};

/// Subtracts hit points and logs the resulting wound level.
pub fn lose_hp(cx: &mut Resolver<'_>, who: Id, amount: i64, cause: &str) {
    let one = fighter(cx.now(), who);
    let (hp, before) = (one.hp(), one.wound_mod());
    cx.change(who, at::hp, Some(hp - amount), "hp", cause);
    let one = fighter(cx.now(), who);
    let after = one.wound_mod();
    if after != before && one.active() {
        let worse = format!("{}: {after} on everything they do", one.wound_word());
        note!(cx, &[who], "{} is {worse}.", one.name());
    }
}

/// Stuns a combatant when a single hit exceeds the threshold (SEG-67).
pub fn stun_if_beyond(cx: &mut Resolver<'_>, who: Id, taken: i64) {
    let one = fighter(cx.now(), who);
    if one.active() && taken > one.stun_threshold() && !one.has(is::STUNNED) {
        let because = format!("{taken} is more than {}", one.stun_threshold());
        stun(cx, who, &because);
    }
}

/// Stuns until the end of the round: all actions still due are lost, including a spell being cast (SEG-54, SEG-67,
/// SEG-73).
pub fn stun(cx: &mut Resolver<'_>, who: Id, because: &str) {
    let stunned = Condition::new(is::STUNNED).ends(Ends::EndOfRound(cx.now().round));
    cx.gain(who, stunned.because(because), "stunned");
    loses_all(cx, who, "stunned");
}

/// Removes all actions of a combatant that are still due, including a spell being cast.
pub fn loses_all(cx: &mut Resolver<'_>, who: Id, why: &str) {
    lose_spell(cx, who, why);
    if strike_off(cx, who, why) {
        let all = "everything still to come this round";
        note!(cx, &[who], "{} loses {all}.", cx.name(who));
    }
}

/// Downs a combatant at the hit points set by the option: all actions still due are lost, including a spell being
/// cast (SEG-54, SEG-73, SEG-77).
pub fn down_if_spent(cx: &mut Resolver<'_>, who: Id) {
    let one = fighter(cx.now(), who);
    if one.spent() && !one.has(is::DOWN) {
        cx.gain(who, Condition::new(is::DOWN), "down");
        lose_spell(cx, who, "down");
        strike_off(cx, who, "down");
    }
}

/// Downs a combatant after a correction of its hit points (SEG-77).
pub fn fall(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (name, hp) = (cx.name(who), fighter(cx.now(), who).hp());
    let left = counted(hp, "hit point");
    act!(cx, who, &[who], "{name} has {left} left.");
    down_if_spent(cx, who);
    Ok(())
}

/// Raises a combatant after healing, from the next round on (SEG-78).
pub fn rise(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    if !fighter(cx.now(), who).spent() {
        cx.lose(who, is::DOWN, "down", "");
    }
    Ok(())
}
