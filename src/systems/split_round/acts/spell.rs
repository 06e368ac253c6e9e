//! Effect of a spell (SPL-56, SPL-73, SPL-74).

use std::borrow::Cow;

use crate::systems::prelude::*;
use crate::text::capital;

use super::{counter, rulings};
use crate::systems::split_round::combat::damage::{self, Blow};
use crate::systems::split_round::combat::strike::{Purpose, Strike, Thrown};
use crate::systems::split_round::combat::{attack, checks, losses, wounds};
use crate::systems::split_round::says::{Against, Says, Why};
use crate::systems::split_round::sheet::schema::{Delivery, OnSave, Save};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Item, Long, long};

/// Resolves a declared spell: delayed bids, one attack roll against all targets, one damage roll for all targets, a
/// save for each target, and healing. Returns the outcome.
pub fn release(cx: &mut Resolver<'_>, who: Id, item: &Item) -> Step<String> {
    let name = item.what.as_str();
    if counter::late(cx, who, name)? {
        cx.note(Says::NoEffect { who });
        return Ok("countered".to_owned());
    }
    if long(cx.now(), who).is_some_and(|long| long.spell) {
        Long::clear(cx, who);
    }
    let Some(spell) = fighter(cx.now(), who).spell(name) else {
        let spell = name.to_owned().into();
        cx.note(Says::NoLongerKnows { who, spell });
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
    let away = |id: &Id| fighter(cx.now(), *id).away();
    let (away, mut targets): (Vec<Id>, Vec<Id>) = item.targets.iter().copied().partition(away);
    targets.sort();
    if !away.is_empty() {
        cx.note(Says::AreOutOfFight { who: away });
        if targets.is_empty() {
            cx.note(Says::NoEffect { who });
            losses::let_go_of(cx, who, name, &Why::NoTarget {});
            return Ok("no target left".to_owned());
        }
    }
    let mut times = 1;
    if delivery != Delivery::NoRoll {
        let thrown = Thrown::of(item);
        strike.target = targets.first().copied().unwrap_or(who);
        if thrown.natural == 1 {
            for target in &targets {
                cx.struck(who, *target, false);
            }
            return attack::fumbled(cx, &strike, thrown);
        }
        targets = hit(cx, &strike, &targets, thrown);
        if targets.is_empty() {
            return Ok("miss".to_owned());
        }
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
    let restored = match healing {
        Some(dice) if !targets.is_empty() => Some(healed(cx, who, &targets, name, dice)?),
        healing => healing.map(|_| 0),
    };
    let effect = Effect {
        by: who,
        spell: name.to_owned().into(),
        unrolled: delivery == Delivery::NoRoll,
        save,
        dc,
        on_save,
        harm: harms.then_some(amount),
        healing: restored,
    };
    let (mut told, mut affected) = (Vec::new(), Vec::new());
    for target in targets {
        let (saved, words) = effect.reach(cx, target)?;
        told.extend(words);
        affected.extend((!saved).then_some(target));
    }
    if told.is_empty() {
        told.push("takes effect".to_owned());
    }
    if effect.beyond_the_sheet() {
        let title = say!(cx.now(), "{name} takes effect. What happens?");
        let only = Some(&affected).filter(|all| all.len() == 1);
        rulings::follow(cx, &capital(&title), only.map(|all| all[0]))?;
    }
    Ok(told.join(", "))
}

/// Applies one attack roll to all targets of a spell. Returns the targets hit (SPL-56).
fn hit(cx: &mut Resolver<'_>, strike: &Strike, targets: &[Id], thrown: Thrown) -> Vec<Id> {
    let hits = |id: &Id| strike.hits(cx.now(), *id, thrown);
    let (hit, missed): (Vec<Id>, Vec<Id>) = targets.iter().copied().partition(hits);
    for id in targets {
        cx.struck(strike.by, *id, hit.contains(id));
    }
    for who in hit.iter().copied() {
        let ac = fighter(cx.now(), who).ac();
        cx.note(Says::SpellHits { who, ac });
    }
    for who in missed {
        let ac = fighter(cx.now(), who).ac();
        cx.note(Says::SpellMisses { who, ac });
    }
    hit
}

/// Rolls the healing of a spell, once for all targets.
fn healed(cx: &mut Resolver<'_>, who: Id, targets: &[Id], name: &str, dice: Dice) -> Step<i64> {
    let (by, whom) = (cx.name(who), cx.now().crowd(targets));
    let title = say!(cx.now(), "{by} heals {whom} with {name}");
    let spell = name.to_owned().into();
    let what = Says::HealingRoll { spell };
    let roll = Roll::new("healing", who, what, dice).about_all(targets);
    Ok(cx.roll(roll.high().title(title))?.total)
}

/// Effect of a spell on each target.
struct Effect {
    by: Id,
    spell: Cow<'static, str>,
    /// True if the spell has no attack roll.
    unrolled: bool,
    save: Option<Save>,
    dc: i64,
    on_save: OnSave,
    harm: Option<i64>,
    healing: Option<i64>,
}

impl Effect {
    /// Returns the spell as a cause of changes.
    fn cause(&self) -> Says {
        Says::HitBy {
            by: self.by,
            with: self.spell.clone(),
        }
    }

    /// Returns true if the GM decides the effect (SPL-74).
    fn beyond_the_sheet(&self) -> bool {
        self.harm.is_none() && self.healing.is_none()
    }

    /// Resolves save, damage and healing of one target. Returns true if the target saved, and a short text for each
    /// result.
    fn reach(&self, cx: &mut Resolver<'_>, target: Id) -> Step<(bool, Vec<String>)> {
        let saved = match self.save {
            Some(save) => {
                let (by, spell) = (self.by, self.spell.clone());
                checks::save(cx, target, save, self.dc, Against::Spell { by, spell })?
            }
            None => false,
        };
        let spared = saved && self.on_save == OnSave::Negates;
        if self.harm.is_some() && self.unrolled {
            cx.struck(self.by, target, !spared);
        }
        let letter = target.letter();
        if spared {
            cx.note(Says::IsNotAffected { who: target });
            return Ok((saved, vec![format!("no effect on {letter}")]));
        }
        let mut told = Vec::new();
        if let Some(mut amount) = self.harm {
            if saved && self.on_save == OnSave::Half {
                amount /= 2;
                let (who, damage) = (target, amount);
                cx.note(Says::SavedForHalf { who, damage });
            }
            cx.landed(self.by, target, amount);
            wounds::suffer(cx, target, amount, self.cause())?;
            told.push(format!("{amount} damage to {letter}"));
        }
        if let Some(restored) = self.healing {
            wounds::heal(cx, target, restored, true, self.cause());
            told.push(format!("{letter} heals {restored}"));
        }
        if self.beyond_the_sheet() {
            let word = self
                .save
                .map_or("", |_| if saved { " saved" } else { " failed" });
            told.push(format!("{letter}{word}"));
        }
        Ok((saved, told))
    }
}
