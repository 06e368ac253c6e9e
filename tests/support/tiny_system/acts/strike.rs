//! Strikes, and a bell that hurts combatants.

use affray::dice::{Dice, Tally};
use affray::encounter::{Condition, Ends, Event};
use affray::resolver::{Resolver, Roll, Step};
use affray::systems::common::moments::{ACTION_END, NEXT_ACTION};
use affray::values::Id;

use crate::support::tiny_system::combat::harm;
use crate::support::tiny_system::says::Says;
use crate::support::tiny_system::sheet::{BELL, BLOW, at, foes, is};
use crate::support::tiny_system::state::Blows;

/// Strikes at a foe, who may dodge a hit.
pub fn strike(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let (target, charge, trips) = cx.form("strike", by, "Strike", |f| {
        let now = f.now;
        let first = foes(now, by).first().copied();
        let target = f.pick_one("target", "target", || foes(now, by), first);
        let charging = f.toggle("charge", "charging", false);
        let bonus = charging.then(|| f.number("bonus", "bonus of the charge", 1..=3, "", 2));
        let trips = f.toggle("trip", "tripping", false);
        Ok((f.need(target, "nobody to strike")?, bonus, trips))
    })?;
    cx.emit(Event::Turn { who: Some(by) });
    cx.moment(by, NEXT_ACTION);
    Blows::change(cx, by, |blows| blows.struck += 1);
    cx.act(by, Says::Strikes { by, target });
    let hit = hits(cx, by, target, charge.unwrap_or(0))? && !dodged(cx, target)?;
    cx.struck(by, target, hit);
    if hit {
        let damage = Roll::new("damage", by, "damage", Dice::d(6)).high();
        let damage = cx.roll(damage)?.total;
        harm(cx, target, damage, "")?;
        if trips {
            let ends = Ends::EndOfRound(cx.now().round + 1);
            cx.gain(target, Condition::new(is::PRONE).by(by).ends(ends), "prone");
        }
    }
    cx.gain(by, Condition::new(is::ACTED), "");
    cx.moment(by, BLOW);
    cx.moment(by, ACTION_END);
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Rolls d20 with modifiers against a guard.
fn hits(cx: &mut Resolver<'_>, by: Id, target: Id, charge: i64) -> Step<bool> {
    let bonus = Tally::new()
        .plus("attack", cx.get(by).sheet.get(at::attack))
        .plus("charge", charge);
    let attack = Roll::new("attack", by, "attack", Dice::d(20))
        .bonus(bonus)
        .at_least(cx.get(target).sheet.get(at::guard))
        .words("hit", "missed");
    Ok(cx.roll(attack)?.passed())
}

/// Returns true if the target dodges.
fn dodged(cx: &mut Resolver<'_>, target: Id) -> Step<bool> {
    let dodges = cx.confirm("dodge", target, "Dodge?", false)?;
    if !dodges {
        return Ok(false);
    }
    let dodge = Roll::new("dodge-roll", target, "dodge", Dice::d(20)).at_least(15);
    Ok(cx.roll(dodge)?.passed())
}

/// Rings the bell: it hurts combatants, and ends conditions that last until it rings.
pub fn bell(cx: &mut Resolver<'_>) -> Step<()> {
    let all = cx.now().ids().collect();
    let who = cx.pick("bell", None, "Who?", all, 1, 1, vec![])?;
    harm(cx, who[0], 1, "the bell")?;
    cx.moment(None, BELL);
    Ok(())
}
