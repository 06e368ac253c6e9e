//! Resolution of an attack whose d20 has been rolled (SPL-69 to SPL-71, SPL-75 to SPL-79, SPL-82).

use crate::systems::prelude::*;
use crate::systems::split_round::says::Says;

use super::strike::{Strike, Thrown};
use super::{breakage, fumble, gear, hit};

/// Resolves an attack whose d20 has been rolled: hit, damage, critical hit, fumble (SPL-69 to SPL-82). Returns a short
/// text of the outcome.
pub fn resolve(cx: &mut Resolver<'_>, strike: &Strike, thrown: Thrown) -> Step<String> {
    let hits = strike.hits(cx.now(), strike.target, thrown);
    cx.struck(strike.by, strike.target, hits);
    follows(cx, strike, thrown, hits)
}

/// Resolves the natural 1 of a spell's attack roll, which has missed all targets.
pub fn fumbled(cx: &mut Resolver<'_>, strike: &Strike, thrown: Thrown) -> Step<String> {
    follows(cx, strike, thrown, false)
}

fn follows(cx: &mut Resolver<'_>, strike: &Strike, thrown: Thrown, hits: bool) -> Step<String> {
    let cracked = strike.weapon.again(cx.now(), strike.by).cracked();
    // The GM's modifier for this roll also applies to a second roll of the same attack (SPL-107).
    let strike = &Strike {
        adjust: thrown.total - thrown.natural - strike.bonus().total(),
        ..strike.clone()
    };
    gear::spend(cx, strike.by, &strike.weapon);
    let mut checked = false;
    let outcome = if thrown.natural == 1 {
        cx.note(Says::NaturalOne { by: strike.by });
        checked = fumble::play(cx, strike)?;
        "fumble".to_owned()
    } else if hits {
        let amount = hit::land(cx, strike, thrown)?;
        format!("hit, {amount}")
    } else {
        "miss".to_owned()
    };
    breakage::after_use(cx, strike, cracked, checked)?;
    Ok(outcome)
}
