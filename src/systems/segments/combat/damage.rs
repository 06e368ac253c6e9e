//! Damage of hits when they land, armour and grievous wounds (4.9).

use super::casting::struck_while_casting;
use super::missiles::stick;
use super::wounds::{down_if_spent, lose_hp, stun_if_beyond};
use crate::systems::prelude::*;
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{Options, TieRule, at, is};
use crate::systems::segments::state::{Hit, HitLevel, Hits};
use crate::values::Name;

/// Holds a hit until its count closes. Hits of free attacks take effect immediately. If the tie rule resolves slots one
/// after the other, all hits take effect immediately (SEG-51, SEG-52, SEG-94).
pub fn book(cx: &mut Resolver<'_>, hit: Hit, free: bool) -> Step<()> {
    if free || Options::of(cx.now()).tie_rule() == TieRule::DexOrder {
        return land(cx, &hit);
    }
    Hits::change(cx, |hits| hits.booked.push(hit));
    Ok(())
}

/// Applies one hit with its damage, stun, armour loss, stuck missile and interruption (SEG-52).
pub fn land(cx: &mut Resolver<'_>, hit: &Hit) -> Step<()> {
    if cx.get(hit.target).gone {
        return Ok(());
    }
    let target = hit.target;
    cx.landed(hit.by, target, hit.taken);
    let (by, means) = (hit.by, Name::from(hit.cause.clone()));
    if hit.taken == 0 {
        cx.note(Says::TakesNoneFrom {
            who: target,
            by,
            means,
        });
    } else {
        lose_hp(cx, target, hit.taken, Says::Blow { by, means });
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

/// Reduces the PROT of armour by 1 for a grievous hit (SEG-65).
fn loses_armour(cx: &mut Resolver<'_>, who: Id) {
    let sheet = &cx.get(who).sheet;
    let (armor, lost) = (sheet.get(at::prot_armor), sheet.get(at::prot_lost));
    if armor > 0 {
        let (label, cause) = (Says::ArmourProt {}, Says::GrievousHit {});
        cx.change(who, at::prot_armor, armor - 1, label, cause);
        cx.set(who, at::prot_lost, lost + 1);
    }
}

/// Adds a grievous wound as described by the GM. Several wounds share one condition (SEG-64).
fn grievous_wound(cx: &mut Resolver<'_>, who: Id, text: &str) {
    if text.is_empty() {
        cx.note(Says::HasGrievousWound { who });
        return;
    }
    let old = cx.get(who).condition(is::GRIEVOUS_WOUND);
    let cause = match old.and_then(|old| old.cause.plain()) {
        None | Some("") => text.to_owned(),
        Some(old) => format!("{old}; {text}"),
    };
    let condition = Condition::new(is::GRIEVOUS_WOUND).because(cause);
    cx.gain(who, condition, Says::GrievouslyWounded {});
}
