//! Start of the fight: the lighting, and an ambush with PER rolls and warnings (4.2).

use std::collections::BTreeMap;

use crate::systems::common::stage;
use crate::systems::prelude::*;

use super::round_end::begin_round;
use super::scene::light_row;
use crate::systems::segments::combat::degree_word;
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{Caught, Circumstance};
use crate::systems::segments::state::{Ambush, Attribute, Scene, active, fighter};

pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    let (lighting, ambush) = cx.form("begin", None, "The fight begins", opening)?;
    stage::begins(cx);
    if lighting.modifier != 0 {
        cx.note(Says::Light {
            light: lighting.label.to_string().into(),
        });
    }
    let lighting = lighting.key;
    Scene { lighting }.put(cx);
    match ambush {
        Some((ambushers, caught)) => {
            spring(cx, &ambushers, &caught)?;
            begin_round(cx, 0, true)
        }
        None => begin_round(cx, 1, false),
    }
}

/// Ambushers, and the combatants caught in the ambush.
type Sprung = (Vec<Id>, Vec<Id>);

/// Asks how the fight begins: the lighting and an ambush.
fn opening(f: &mut Form<'_>) -> Filled<(Circumstance, Option<Sprung>)> {
    let now = f.now;
    let lighting = light_row(f, "");
    if !f.toggle("ambush", "ambush", false) {
        return Ok((lighting, None));
    }
    let everyone = active(now);
    // By default, the combatants without a player are the ambushers.
    let (waits, walks): (Vec<Id>, Vec<Id>) = everyone
        .iter()
        .partition(|id| !now.sides[now.get(**id).side.index()].players);
    let from = || everyone.iter().copied();
    let ambushers = f.pick("ambushers", "ambushers", from, 1, usize::MAX, waits);
    let caught = f.pick("caught", "caught", from, 1, usize::MAX, walks);
    let both = ambushers.iter().find(|id| caught.contains(id));
    f.refuse_if(both.map(|id| {
        let name = now.name(*id);
        format!("{name} cannot be both an ambusher and a victim")
    }))?;
    Ok((lighting, Some((ambushers, caught))))
}

/// Resolves the PER rolls of all victims of an ambush, their shouts, then the consequences for each victim (SEG-09
/// to SEG-15).
fn spring(cx: &mut Resolver<'_>, ambushers: &[Id], caught: &[Id]) -> Step<()> {
    let roll = |id: &Id| {
        let one = fighter(cx.now(), *id);
        let chances = [1, 2, 3, 4].map(|n| one.check_chance(Attribute::Per, n).to_string());
        let hint = format!("1x to 4x PER: {}", chances.join(", "));
        Roll::new("ambush", *id, Says::AmbushRoll {}, Dice::d(100)).hint(hint)
    };
    let rolls: Vec<Roll> = caught.iter().map(roll).collect();
    let rolled = cx.rolls("ambush", "Who notices the ambush?", rolls.clone())?;
    let who = ambushers.to_vec();
    cx.act(None, Says::AmbushBy { who });
    let mut degrees: Vec<(Id, i64)> = Vec::new();
    for ((who, roll), mut result) in caught.iter().zip(rolls).zip(rolled) {
        let natural = i64::from(result.natural);
        let degree = fighter(cx.now(), *who).degree(Attribute::Per, natural);
        let word = degree_word(degree, Attribute::Per);
        result.outcome = Some(true);
        cx.log_throw(&roll.words(word.clone(), word), &result);
        degrees.push((*who, degree));
    }
    let mut shouted = Vec::new();
    for (who, degree) in degrees.iter().filter(|_| degrees.len() > 1) {
        let title = say!(cx.now(), "Does {} shout a warning?", cx.name(*who));
        if *degree == 1 && cx.confirm("shout", *who, title, true)? {
            shouted.push(*who);
            cx.act(*who, Says::ShoutsWarning { who: *who });
        }
    }
    let mut in_for = BTreeMap::new();
    for (who, degree) in degrees {
        let warned = degree > 1 && shouted.iter().any(|by| *by != who);
        let degree = degree - i64::from(warned);
        let row = Caught::of(cx.now(), degree);
        let said = Says::IsCaught {
            who,
            effect: row.says().to_owned().into(),
            bonus: row.sc(),
            damage: row.damage(),
            warned,
        };
        // The result covers all these rolls, not only the last roll.
        if shouted.is_empty() && in_for.is_empty() {
            cx.act(None, said);
        } else {
            cx.note(said);
        }
        in_for.insert(who, degree);
    }
    let (by, caught) = (ambushers.to_vec(), in_for);
    Ambush { by, caught }.put(cx);
    Ok(())
}
