//! Hits caused by a fumble, and their victims (SPL-84 to SPL-87, SPL-107).

use crate::systems::prelude::*;
use crate::systems::split_round::combat::damage::{self, Blow};
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::combat::wounds;
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::state::sides;

/// Returns all combatants in the fight except `none_of`, in roster order. Excludes combatants who are down (SPL-85).
pub fn but(cx: &Resolver<'_>, none_of: &[Id]) -> Vec<Id> {
    let all = sides::standing(cx.now());
    all.filter(|id| !none_of.contains(id)).collect()
}

/// Asks the GM for the victim, if any (SPL-85).
pub fn named(
    cx: &mut Resolver<'_>,
    key: &'static str,
    title: impl Into<String>,
    from: Vec<Id>,
    preset: Option<Id>,
) -> Step<Option<Id>> {
    let preset: Vec<Id> = preset.into_iter().filter(|id| from.contains(id)).collect();
    let mut named = Vec::new();
    if !from.is_empty() {
        named = cx.pick(key, None, title, from, 0, 1, preset)?;
    }
    if named.is_empty() {
        cx.note(Says::NobodyThere {});
    }
    Ok(named.first().copied())
}

/// Picks a random combatant with a die, in roster order. A single combatant needs no roll (SPL-87).
pub fn drawn(cx: &mut Resolver<'_>, mut among: Vec<Id>) -> Step<Option<Id>> {
    among.sort();
    let (Some(first), Ok(sides)) = (among.first().copied(), u32::try_from(among.len())) else {
        cx.note(Says::NobodyThere {});
        return Ok(None);
    };
    if sides == 1 {
        return Ok(Some(first));
    }
    let listed = |(place, id): (usize, &Id)| format!("{} {}", place + 1, cx.name(*id));
    let order: Vec<String> = among.iter().enumerate().map(listed).collect();
    let roll = Roll::new("draw", None, Says::DrawRoll {}, Dice::d(sides))
        .title("Who is hit?")
        .hint(order.join(", "));
    let place = cx.roll(roll)?.total;
    let place = usize::try_from(place - 1).unwrap_or(0);
    let drawn = among.get(place).copied();
    if let Some(drawn) = drawn {
        cx.note(Says::IsHit { who: drawn });
    }
    Ok(drawn)
}

/// Applies the weapon's damage to a victim without an attack roll, multiplied or halved, without sneak dice (SPL-84,
/// SPL-85).
pub fn land(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    victim: Id,
    times: i64,
    halves: u32,
) -> Step<()> {
    let blow = Blow {
        sneak: false,
        times,
        halves,
    };
    let amount = damage::of(cx, strike, &[victim], blow)?;
    hurt(cx, strike, victim, amount)
}

/// Applies part of a hit's damage and logs it.
fn hurt(cx: &mut Resolver<'_>, strike: &Strike, victim: Id, amount: i64) -> Step<()> {
    cx.landed(strike.by, victim, amount);
    wounds::suffer(cx, victim, amount, strike.cause())
}

/// Applies half of the damage to the attacker, and damage to the target only if the house rule says so (SPL-94).
pub fn wrong_angle(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    if !Options::of(cx.now()).wrong_angle_hits_target() {
        return own(cx, strike);
    }
    let both = [strike.target, strike.by];
    let whole = damage::of(cx, strike, &both, Blow::PLAIN)?;
    hurt(cx, strike, strike.target, whole)?;
    hurt(cx, strike, strike.by, whole / 2)
}

/// Applies half of the weapon's damage to the attacker (SPL-94, SPL-108).
pub fn own(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    land(cx, strike, strike.by, 1, 1)
}

/// Rolls a die of damage against the attacker (SPL-93, SPL-118). Returns the hit points lost.
pub fn own_die(cx: &mut Resolver<'_>, strike: &Strike, sides: u32, what: Says) -> Step<i64> {
    let (name, told) = (cx.name(strike.by), what.show(cx.now()));
    let title = say!(cx.now(), "{name} takes damage: {told}");
    let roll = Roll::new("own-harm", strike.by, Says::OwnDamage {}, Dice::d(sides)).title(title);
    let amount = cx.roll(roll)?.total;
    wounds::suffer(cx, strike.by, amount, what)?;
    Ok(amount)
}
