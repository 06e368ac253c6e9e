//! A spell takes effect (SPL-56, SPL-73, SPL-74).

use crate::resolver::{Resolver, Roll, Step, note, say};
use crate::text::capital;
use crate::values::Id;

use super::{counter, rulings};
use crate::systems::split_round::combat::damage::{self, Blow};
use crate::systems::split_round::combat::strike::{Purpose, Strike, Thrown};
use crate::systems::split_round::combat::{attack, checks, wounds};
use crate::systems::split_round::sheet::schema::{Delivery, OnSave};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Item, Long, long};

/// A spell comes up: bids that were kept back, the attack roll against everybody it is aimed at, damage once for all, a
/// save of each, what it gives back. Says what came of it.
pub fn release(cx: &mut Resolver<'_>, who: Id, item: &Item) -> Step<String> {
    let name = item.what.as_str();
    if counter::late(cx, who, name)? {
        note!(cx, &[who], "Nothing comes of it.");
        return Ok("countered".to_owned());
    }
    if long(cx.now(), who).is_some_and(|long| long.spell) {
        Long::clear(cx, who);
    }
    let Some(spell) = fighter(cx.now(), who).spell(name) else {
        note!(cx, &[who], "{} no longer knows {name}.", cx.name(who));
        return Ok("unknown".to_owned());
    };
    let (delivery, dc) = (spell.delivery(), spell.spell_dc());
    let (harms, healing) = (spell.damage().is_some(), spell.healing());
    let (save, on_save) = (spell.save(), spell.on_save());
    let weapon = Weapon::of_spell(&spell);
    let mut strike = Strike {
        by: who,
        target: who,
        weapon,
        purpose: Purpose::Item,
        adjust: 0,
        sneak: false,
    };
    let mut targets = item.targets.clone();
    targets.retain(|id| !cx.get(*id).gone);
    targets.sort();
    let mut times = 1;
    if delivery != Delivery::NoRoll {
        let thrown = Thrown::of(item);
        strike.target = targets.first().copied().unwrap_or(who);
        if thrown.natural == 1 {
            return attack::resolve(cx, &strike, thrown);
        }
        let hit = |id: &Id| strike.hits(cx.now(), *id, thrown);
        let (hit, missed): (Vec<Id>, Vec<Id>) = targets.iter().copied().partition(hit);
        for id in &targets {
            cx.struck(who, *id, hit.contains(id));
        }
        for (all, word) in [(&hit, "hits"), (&missed, "misses")] {
            for id in all {
                let ac = fighter(cx.now(), *id).ac();
                note!(cx, &[*id], "It {word} {}, AC {ac}.", cx.name(*id));
            }
        }
        if hit.is_empty() {
            return Ok("missed".to_owned());
        }
        targets = hit;
        if strike.critical(thrown) {
            times = damage::multiplier(cx, who)?;
        }
    }
    let mut amount = 0;
    if harms && !targets.is_empty() {
        let blow = Blow {
            times,
            ..Blow::PLAIN
        };
        amount = damage::of(cx, &strike, &targets, blow)?;
    }
    let restored = match healing.clone() {
        Some(dice) if !targets.is_empty() => {
            let title = say!(cx.now(), "{}: {name}, healing", cx.name(who));
            cx.roll(
                Roll::new("healing", who, format!("{name}, healing"), dice)
                    .high()
                    .title(title),
            )?
            .total
        }
        _ => 0,
    };
    let cause = format!("{}'s {name}", cx.name(who));
    let mut told = Vec::new();
    for target in &targets {
        let saved = match save {
            Some(save) => checks::save(cx, *target, save, dc, &format!("against {cause}"))?,
            None => false,
        };
        if harms && delivery == Delivery::NoRoll {
            cx.struck(who, *target, !(saved && on_save == OnSave::Negates));
        }
        let part = match (saved, on_save) {
            (true, OnSave::Half) if harms => {
                note!(cx, &[*target], "{amount}, halved: {}.", amount / 2);
                amount / 2
            }
            (true, OnSave::Negates) => {
                note!(cx, &[*target], "Nothing happens to {}.", cx.name(*target));
                told.push(format!("none on {}", target.letter()));
                continue;
            }
            _ => amount,
        };
        if harms {
            cx.landed(who, *target, part);
            wounds::suffer(cx, *target, part, &cause)?;
            told.push(format!("{part} on {}", target.letter()));
        }
        if healing.is_some() {
            wounds::heal(cx, *target, restored, true, &cause);
            told.push(format!("{restored} healed, {}", target.letter()));
        }
        if !harms && healing.is_none() {
            let word = save.map_or("", |_| if saved { "saved" } else { "failed" });
            told.push(format!("{} {word}", target.letter()).trim_end().to_owned());
        }
    }
    if told.is_empty() {
        told.push("takes effect".to_owned());
    }
    if !harms && healing.is_none() {
        // Beyond the sheet: what it does, the GM says (SPL-74).
        let title = say!(cx.now(), "{name} takes effect: what follows?");
        rulings::follow(cx, &capital(&title))?;
    }
    Ok(told.join(", "))
}
