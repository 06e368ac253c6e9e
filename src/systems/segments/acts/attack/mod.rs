//! An attack on its count: the form, stray shots, and the strike (4.8, 4.13, 4.14).

mod form;

use crate::systems::prelude::*;
use crate::systems::segments::acts::skill;
use crate::systems::segments::combat::{Blow, beyond, show_line, strike};
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::Training;
use crate::systems::segments::state::{
    Deeds, Kind, Progress, Slot, UNSEEN, Use, fighter, seen_foes, slots_of,
};
use form::{Chosen, Strike, choose, circumstances};

/// Resolves the due attack of a combatant (SEG-55).
pub fn attack(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let (who, count) = (due.who, due.count);
    let gone = gone(cx.now(), due);
    let Some(preset) = target_now(cx.now(), due) else {
        let said = match gone {
            None => Says::AttackLost { who, count },
            Some((target, why)) => Says::AttackLostTo {
                who,
                count,
                target,
                why: why.into(),
            },
        };
        cx.act(who, said);
        due.finish(cx, Progress::Idle, "no target");
        return Ok(());
    };
    let (name, what) = (cx.name(who), &due.what);
    let heading = match gone {
        None => say!(cx.now(), "{name} attacks with {what}"),
        Some((target, why)) => say!(
            cx.now(),
            "{} {why}. Who does {name} attack with {what}?",
            cx.name(target)
        ),
    };
    match cx.form("attack", who, heading, |f| choose(f, due, preset))? {
        Chosen::Strike(meant) => aimed(cx, due, meant),
        Chosen::Other(what) => {
            let mut other = due.clone().called(Use::of(what).called());
            other.kind = Kind::Other;
            skill::other(cx, &other)
        }
        Chosen::Pass => {
            cx.act(who, Says::SkipsAttack { who, count });
            due.finish(cx, Progress::Idle, "skipped");
            Ok(())
        }
    }
}

/// Resolves the attack as filled in on the form. A shot into a melee may hit an ally (SEG-110).
fn aimed(cx: &mut Resolver<'_>, due: &Slot, mut meant: Box<Strike>) -> Step<()> {
    let (who, count, weapon) = (due.who, due.count, &meant.weapon);
    let mut target = meant.target;
    remember_unseen(cx, who, target, &meant.blow);
    let said = Says::Attacks {
        by: who,
        target,
        count,
        weapon: weapon.clone().into(),
    };
    cx.act(who, said);
    // The slot is saved immediately, so that the strike uses the new target.
    let slot = due.clone().called(weapon);
    let mut slot = slot.ended(Progress::Done, Some(count), "");
    slot.melee = meant.blow.melee;
    if slot.target != Some(target) {
        slot.turned = slot.target.map(|from| (from, count));
        slot.target = Some(target);
    }
    slot.clone().put(cx);
    if !slot.melee {
        Deeds::change(cx, who, |deeds| deeds.shot = Some(count));
    }
    if meant.push {
        Deeds::change(cx, who, |deeds| deeds.pushed.push(target));
        cx.note(Says::Pushes { by: who, target });
    }
    if let Some(friend) = goes_astray(cx, who, &meant)? {
        target = friend;
        let (name, whom) = (cx.name(who), cx.name(target));
        let heading = say!(cx.now(), "{name}'s shot flies toward {whom} instead");
        meant.blow = cx.form("stray", who, heading, |f| {
            let with = fighter(f.now, who).weapon(weapon);
            Ok(circumstances(f, &slot, target, with, false, Some(&meant.blow)).0)
        })?;
        remember_unseen(cx, who, target, &meant.blow);
    }
    strike(cx, who, target, &meant.weapon, meant.blow)
}

/// Returns the declared target and the reason why an attack on it is no longer possible, or `None`.
fn gone(now: &Encounter, due: &Slot) -> Option<(Id, &'static str)> {
    let target = due.target?;
    Some((target, beyond(now, due.who, target, due.melee)?))
}

/// Returns the current target of an attack: the declared target, or the likeliest other target if an attack on it is no
/// longer possible (SEG-22).
fn target_now(now: &Encounter, due: &Slot) -> Option<Id> {
    let fits = |id: &Id| *id != due.who && beyond(now, due.who, *id, due.melee).is_none();
    if due.target.is_some_and(|id| fits(&id)) {
        return due.target;
    }
    let mut possible = seen_foes(now, due.who);
    possible.retain(fits);
    let meets = |by, whom| {
        slots_of(now, by)
            .iter()
            .any(|slot| slot.target == Some(whom))
    };
    let by_own = possible.iter().find(|id| meets(due.who, **id));
    let by_theirs = possible.iter().find(|id| meets(**id, due.who));
    by_own.or(by_theirs).or(possible.first()).copied()
}

/// Rolls whether a shot into a melee goes astray, and returns the ally toward whom the shot flies (SEG-110 to SEG-112).
fn goes_astray(cx: &mut Resolver<'_>, who: Id, meant: &Strike) -> Step<Option<Id>> {
    let Some(melee) = &meant.melee else {
        return Ok(None);
    };
    show_line(cx, who, meant.target, &meant.weapon, &meant.blow);
    let now = cx.now();
    let weapon = fighter(now, who).weapon(&meant.weapon);
    let (Some(weapon), [first, others @ ..]) = (weapon, melee.friends.as_slice()) else {
        return Ok(None);
    };
    let training = Training::find(now, |row| row.key() == weapon.specialization());
    let (always, trained) = training.map_or((0, 0), |row| (row.always(), row.bonus()));
    let bonus = Tally::new()
        .plus("rank", weapon.rank())
        .plus("Master Bowman", 2 * weapon.master_bowman_rank())
        .plus("specialization", trained);
    let (name, whom) = (cx.name(who), cx.name(meant.target));
    let title = say!(now, "{name} shoots at {whom} in a melee");
    let hint = format!("with a natural {always} or less, the shot always flies toward an ally");
    let roll = Roll::new("into-melee", who, Says::IntoMelee {}, Dice::d(100))
        .title(title)
        .bonus(bonus)
        .at_least(melee.threshold + 1)
        .always(1, u32::try_from(always).unwrap_or(0), false)
        .hint(hint)
        .words("stays on target", "flies toward an ally");
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let mut friend = *first;
    if !others.is_empty() {
        let sides = melee.friends.len() as u32;
        let title = say!(cx.now(), "{name}'s shot hits an ally. Which ally?");
        let hint = format!("1 to {sides}: {}", cx.now().names(&melee.friends));
        let roll = Roll::new("friend", who, Says::WhichFriend {}, Dice::d(sides));
        let place = cx.roll(roll.title(title).hint(hint))?.natural as usize;
        friend = *melee.friends.get(place - 1).unwrap_or(first);
    }
    cx.note(Says::ShotGoesAstray {
        friend,
        target: meant.target,
    });
    Ok(Some(friend))
}

/// Records which of two combatants cannot see the other. The record lasts until the GM changes it (SEG-79).
fn remember_unseen(cx: &mut Resolver<'_>, who: Id, target: Id, blow: &Blow) {
    for (degree, from, to) in [(blow.blind, who, target), (blow.unseen, target, who)] {
        match degree {
            Some(_) => cx.link(UNSEEN, from, to),
            None => cx.unlink(UNSEEN, from, to),
        }
    }
}
