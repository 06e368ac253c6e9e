//! What damage does: critical hits, death, and what falls with the fallen (`ALT-04` to `ALT-09`, `ALT-109`,
//! `ALT-119`).

use crate::act;
use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Event, Id, Link, Resolver, Roll, Step};

use super::mounts;
use super::options::{CriticalDamage, ZeroHealth, options};
use super::round::bond_broken;
use super::schema::{at, is};
use super::sheet::{Fighter, bond, on_field};
use crate::note;

/// Somebody suffers damage, after size and armour. `from` is whoever did it, if anybody.
///
/// # Errors
/// Until what follows from it is answered.
pub fn hurt(
    cx: &mut Resolver<'_>,
    who: Id,
    suffered: i64,
    from: Option<Id>,
    cause: &str,
) -> Step<()> {
    if suffered <= 0 || cx.get(who).has(is::DEAD) {
        return Ok(());
    }
    let before = Fighter::of(cx.now(), who).health();
    let left = (before - suffered).max(0);
    cx.change(who, at::health, Some(left), "health", cause);
    let was_out = cx.get(who).has(is::INCAPACITATED);
    if left == 0 {
        if zero_is_death(cx.now()) || before == 0 {
            die(cx, who, "");
        } else if !was_out {
            fell(cx, who, "no health left");
        }
    } else if critical(
        cx.now(),
        suffered,
        before,
        Fighter::of(cx.now(), who).max_health(),
    ) && !was_out
    {
        fell(cx, who, "critical damage");
    }
    settle(cx)?;
    resume_fighting(cx, who, from)
}

/// Whether whoever has no health left is dead (`ALT-07`).
fn zero_is_death(now: &Encounter) -> bool {
    options(now).zero_health() == ZeroHealth::Dead
}

/// Whether one hit is critical (`ALT-06`).
pub fn critical(now: &Encounter, suffered: i64, before: i64, most: i64) -> bool {
    match options(now).critical_damage() {
        CriticalDamage::HalfCurrent => 2 * suffered >= before,
        CriticalDamage::HalfMax => 2 * suffered >= most,
        CriticalDamage::Off => false,
    }
}

/// Somebody dies, of whatever: health is 0 from then on (`ALT-07`). A vehicle is destroyed.
pub fn die(cx: &mut Resolver<'_>, who: Id, cause: &str) {
    cx.set(who, at::health, Some(0));
    let word = if Fighter::of(cx.now(), who).vehicle() {
        "destroyed"
    } else {
        "dead"
    };
    cx.gain(who, Condition::new(is::DEAD).because(cause), word);
}

/// Somebody is put out of action; a vehicle can no longer move.
pub fn fell(cx: &mut Resolver<'_>, who: Id, cause: &str) {
    let word = if Fighter::of(cx.now(), who).vehicle() {
        "wrecked and cannot move"
    } else {
        "incapacitated"
    };
    cx.gain(who, Condition::new(is::INCAPACITATED).because(cause), word);
}

/// A surrendered character that an enemy harmed may fight again (`ALT-119`).
fn resume_fighting(cx: &mut Resolver<'_>, who: Id, from: Option<Id>) -> Step<()> {
    let one = cx.get(who);
    let harmed_by_enemy = from.is_some_and(|by| !cx.now().allied(by, who));
    if !harmed_by_enemy
        || !one.has(is::SURRENDERED)
        || one.has(is::INCAPACITATED)
        || !on_field(cx.now(), who)
    {
        return Ok(());
    }
    let title = format!(
        "{} had surrendered and was harmed: does it fight again?",
        cx.name(who)
    );
    if cx.confirm("resume", who, title, true)? {
        cx.lose(who, is::SURRENDERED, "", "");
        cx.lose(who, is::BROKEN, "", "");
        note!(cx, &[who], "{} fights again.", cx.name(who));
    }
    Ok(())
}

/// Direct damage of one die: armour, cover and size do not count (`ALT-04`).
///
/// # Errors
/// Until it is rolled.
pub fn direct(
    cx: &mut Resolver<'_>,
    key: &str,
    roller: Id,
    who: Id,
    title: String,
    from: Option<Id>,
) -> Step<()> {
    let health = Fighter::of(cx.now(), who).health();
    let roll = Roll::new(key, roller, "direct damage", Dice::d(4))
        .title(title)
        .hint(format!("armour does not count; health {health}"));
    let damage = cx.roll(roll)?.total;
    hurt(cx, who, damage, from, "direct damage")
}

/// Whether a value that a GM set by hand has a consequence that has not come yet: health 0 without falling, bonds
/// that cannot hold.
pub fn unsettled(now: &Encounter) -> bool {
    now.present().any(|id| overdue(now, id).is_some())
        || now
            .links
            .iter()
            .any(|link| bond_broken(now, &link.kind, link.from, link.to))
}

enum Overdue {
    Death,
    Fall,
}

fn overdue(now: &Encounter, id: Id) -> Option<Overdue> {
    let one = now.get(id);
    if Fighter::of(now, id).health() > 0 || one.has(is::DEAD) {
        return None;
    }
    if zero_is_death(now) {
        Some(Overdue::Death)
    } else if !one.has(is::INCAPACITATED) {
        Some(Overdue::Fall)
    } else {
        None
    }
}

/// Draws the consequences of values set by hand, then lets go what can no longer hold.
///
/// # Errors
/// Until what follows from it is answered.
pub fn reckon(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    for id in all {
        match overdue(cx.now(), id) {
            Some(Overdue::Death) => die(cx, id, "no health left"),
            Some(Overdue::Fall) => fell(cx, id, "no health left"),
            None => {}
        }
    }
    settle(cx)
}

/// Ends every bond that can no longer hold: the fallen let go, the dead are let go, mounts throw their riders
/// (`ALT-09`, `ALT-109`).
///
/// # Errors
/// Until what follows from it is answered.
pub fn settle(cx: &mut Resolver<'_>) -> Step<()> {
    loop {
        let broken = cx
            .now()
            .links
            .iter()
            .find(|link| bond_broken(cx.now(), &link.kind, link.from, link.to))
            .cloned();
        let Some(link) = broken else {
            return Ok(());
        };
        let Link { kind, from, to } = &link;
        if kind == bond::HOLDING {
            let_go(cx, *from, *to);
        } else if on_field(cx.now(), *from) {
            mounts::carrier_fell(cx, *to)?;
        } else {
            cx.unlink(kind, *from, *to);
        }
    }
}

/// One lets go of another.
pub fn let_go(cx: &mut Resolver<'_>, holder: Id, victim: Id) {
    if cx.now().linked(bond::HOLDING, holder, victim) {
        cx.unlink(bond::HOLDING, holder, victim);
        if on_field(cx.now(), victim) {
            note!(
                cx,
                &[holder, victim],
                "{} lets go of {}.",
                cx.name(holder),
                cx.name(victim)
            );
        }
    }
}

/// A concealed character is seen (`ALT-20`).
pub fn reveal(cx: &mut Resolver<'_>, who: Id, cause: &str) {
    if cx.get(who).has(is::CONCEALED) {
        cx.lose(who, is::CONCEALED, "concealed", cause);
        if cx.get(who).hidden {
            cx.emit(Event::Hid { who, hidden: false });
        }
    }
}

/// A character becomes concealed; a foe is also left out of what the players see (`ALT-22`).
pub fn conceal(cx: &mut Resolver<'_>, who: Id, condition: Condition) {
    cx.gain(who, condition, "concealed");
    if !Fighter::of(cx.now(), who).player() && !cx.get(who).hidden {
        cx.emit(Event::Hid { who, hidden: true });
    }
}

/// Somebody concealed is seen by a word of the GM's (`ALT-20`).
pub fn plain_view(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} walks into plain view.", cx.name(who));
    reveal(cx, who, "in plain view");
    Ok(())
}
