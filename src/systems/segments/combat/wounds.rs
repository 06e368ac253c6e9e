//! Hits that land: damage, stun, armour, down, interruption (4.9).

use crate::encounter::{Condition, Ends};
use crate::resolver::{Resolver, Step, act, note};
use crate::values::Id;

use super::casting::{lose_spell, struck_while_casting};
use super::missiles::stick;
use crate::systems::segments::sheet::{Options, TieRule, at, is};
use crate::systems::segments::state::{Hit, HitLevel, Hits, fighter, strike_off};

/// A hit waits for the close of its count; one of a free attack, or where ties are played one after the other, lands at
/// once (SEG-51, SEG-52, SEG-94).
pub fn book(cx: &mut Resolver<'_>, hit: Hit, free: bool) -> Step<()> {
    if free || Options::of(cx.now()).tie_rule() == TieRule::DexOrder {
        return land(cx, &hit);
    }
    Hits::change(cx, |hits| hits.booked.push(hit));
    Ok(())
}

/// Lands one hit: damage, stun, armour loss and missile, down, interruption (SEG-52).
pub fn land(cx: &mut Resolver<'_>, hit: &Hit) -> Step<()> {
    if cx.get(hit.target).gone {
        return Ok(());
    }
    let target = hit.target;
    cx.landed(hit.by, target, hit.taken);
    lose_hp(cx, target, hit.taken, &hit.cause);
    if hit.taken == 0 {
        let name = cx.name(target);
        note!(cx, &[target], "{name} takes nothing from {}.", hit.cause);
    }
    stun_if_beyond(cx, target, hit.taken);
    if hit.level == HitLevel::Grievous {
        loses_armour(cx, target);
        if hit.wound {
            grievous_wound(cx, target, &hit.wound_text);
        }
    }
    if let Some(missile) = hit.missile.filter(|_| hit.level >= HitLevel::Critical) {
        stick(cx, target, missile, hit.wound);
    }
    down_if_spent(cx, target);
    struck_while_casting(cx, target)
}

/// Takes hit points and says which wound level that leads to.
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

/// Stuns when a single hit took more than the threshold (SEG-67).
pub fn stun_if_beyond(cx: &mut Resolver<'_>, who: Id, taken: i64) {
    let one = fighter(cx.now(), who);
    if one.active() && taken > one.stun_threshold() && !one.has(is::STUNNED) {
        let because = format!("{taken} is more than {}", one.stun_threshold());
        stun(cx, who, &because);
    }
}

/// Stuns until the end of the round: everything still due is lost, a spell begun too (SEG-54, SEG-67, SEG-73).
pub fn stun(cx: &mut Resolver<'_>, who: Id, because: &str) {
    let stunned = Condition::new(is::STUNNED).ends(Ends::EndOfRound(cx.now().round));
    cx.gain(who, stunned.because(because), "stunned");
    loses_all(cx, who, "stunned");
}

/// Everything of somebody's that is still due is lost, a spell begun too.
pub fn loses_all(cx: &mut Resolver<'_>, who: Id, why: &str) {
    lose_spell(cx, who, why);
    if strike_off(cx, who, why) {
        let all = "everything still to come this round";
        note!(cx, &[who], "{} loses {all}.", cx.name(who));
    }
}

/// Down at the hit points of the option: everything still due is lost, a spell begun too (SEG-54, SEG-73, SEG-77).
pub fn down_if_spent(cx: &mut Resolver<'_>, who: Id) {
    let one = fighter(cx.now(), who);
    if one.spent() && !one.has(is::DOWN) {
        cx.gain(who, Condition::new(is::DOWN), "down");
        lose_spell(cx, who, "down");
        strike_off(cx, who, "down");
    }
}

/// Down by a correction of its hit points (SEG-77).
pub fn fall(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (name, hp) = (cx.name(who), fighter(cx.now(), who).hp());
    act!(cx, who, &[who], "{name} has {hp} hit points left.");
    down_if_spent(cx, who);
    Ok(())
}

/// Up again after healing, from the next round on (SEG-78).
pub fn rise(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    if !fighter(cx.now(), who).spent() {
        cx.lose(who, is::DOWN, "down", "");
    }
    Ok(())
}

/// A grievous hit takes a point off the armour's PROT (SEG-65).
fn loses_armour(cx: &mut Resolver<'_>, who: Id) {
    let sheet = &cx.get(who).sheet;
    let (armor, lost) = (sheet.get(at::prot_armor), sheet.get(at::prot_lost));
    if armor > 0 {
        let (label, cause) = ("armour PROT", "grievous hit");
        cx.change(who, at::prot_armor, armor - 1, label, cause);
        cx.set(who, at::prot_lost, lost + 1);
    }
}

/// A grievous wound as the GM named it; several are told in one condition (SEG-64).
fn grievous_wound(cx: &mut Resolver<'_>, who: Id, text: &str) {
    if text.is_empty() {
        note!(cx, &[who], "{} has a grievous wound.", cx.name(who));
        return;
    }
    let cause = match cx.get(who).condition(is::GRIEVOUS_WOUND) {
        Some(old) if !old.cause.is_empty() => format!("{}; {text}", old.cause),
        _ => text.to_owned(),
    };
    let condition = Condition::new(is::GRIEVOUS_WOUND).because(cause);
    cx.gain(who, condition, "grievously wounded");
}
