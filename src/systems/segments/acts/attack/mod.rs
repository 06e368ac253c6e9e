//! One attack when its count comes: the form, shots that go astray, and the strike (4.8, 4.13, 4.14).

mod form;

use crate::dice::{Dice, Tally};
use crate::encounter::Encounter;
use crate::resolver::{Resolver, Roll, Step, act, note, say};
use crate::values::Id;

use crate::systems::segments::acts::skill;
use crate::systems::segments::combat::{Blow, beyond, show_line, strike};
use crate::systems::segments::sheet::Training;
use crate::systems::segments::state::{
    Deeds, Kind, Progress, Slot, UNSEEN, Use, fighter, seen_foes, slots_of,
};
use form::{Chosen, Strike, choose, circumstances};

/// Resolves the due attack of a combatant (SEG-55).
pub fn attack(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let (who, opening) = (due.who, due.opening(cx.now()));
    let gone = gone(cx.now(), due);
    let Some(preset) = target_now(cx.now(), due) else {
        let gone = gone.map_or_else(String::new, |gone| format!("{gone} and "));
        let lost = format!("'s attack is lost: {gone}there is nobody else");
        act!(cx, who, &[], "{opening}{lost}.");
        due.finish(cx, Progress::Idle, "no target");
        return Ok(());
    };
    let (name, what) = (cx.name(who), &due.what);
    let heading = match gone {
        None => say!(cx.now(), "{name} attacks with {what}"),
        Some(gone) => say!(cx.now(), "{gone}: whom does {name} attack with {what}?"),
    };
    match cx.form("attack", who, heading, |f| choose(f, due, preset))? {
        Chosen::Strike(meant) => aimed(cx, due, meant),
        Chosen::Other(what) => {
            let mut other = due.clone().called(Use::of(what).called());
            other.kind = Kind::Other;
            skill::other(cx, &other)
        }
        Chosen::Pass => {
            act!(cx, who, &[], "{opening} lets its attack go.");
            due.finish(cx, Progress::Idle, "let go");
            Ok(())
        }
    }
}

/// Resolves the attack described by the form; a shot into a melee may hit a friend (SEG-110).
fn aimed(cx: &mut Resolver<'_>, due: &Slot, mut meant: Box<Strike>) -> Step<()> {
    let (who, count, weapon) = (due.who, due.count, &meant.weapon);
    let mut target = meant.target;
    remember_unseen(cx, who, target, &meant.blow);
    let (opening, whom) = (due.opening(cx.now()), cx.name(target));
    let attacks = format!("attacks {whom} with {weapon}");
    act!(cx, who, &[target], "{opening} {attacks}.");
    // Saved at once, so that the strike sees the new target.
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
        let far = "up to 10 feet; the GM says where and what follows";
        let name = cx.name(who);
        note!(cx, &[who, target], "{name} pushes {whom} {far}.");
    }
    if let Some(friend) = goes_astray(cx, who, &meant)? {
        target = friend;
        let (name, whom) = (cx.name(who), cx.name(target));
        let heading = say!(cx.now(), "{name}'s shot goes at {whom}");
        meant.blow = cx.form("stray", who, heading, |f| {
            let with = fighter(f.now, who).weapon(weapon);
            Ok(circumstances(f, &slot, target, with, false, Some(&meant.blow)).0)
        })?;
        remember_unseen(cx, who, target, &meant.blow);
    }
    strike(cx, who, target, &meant.weapon, meant.blow)
}

/// Returns the reason why the declared target can no longer be attacked, if there is one.
fn gone(now: &Encounter, due: &Slot) -> Option<String> {
    let target = due.target?;
    let why = beyond(now, due.who, target, due.melee)?;
    Some(format!("{} {why}", now.name(target)))
}

/// Returns the current target of an attack: the declared one, or the likeliest when that target is gone (SEG-22).
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

/// Rolls if a shot into a melee goes astray and returns the friend it goes at (SEG-110 to SEG-112).
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
    let hint = format!("a die of {always} or less goes at a friend in any case");
    let roll = Roll::new("into-melee", who, "shot into the melee", Dice::d(100))
        .title(title)
        .bonus(bonus)
        .at_least(melee.threshold + 1)
        .always(1, u32::try_from(always).unwrap_or(0), false)
        .hint(hint)
        .words("stays on target", "goes at a friend");
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let mut friend = *first;
    if !others.is_empty() {
        let sides = melee.friends.len() as u32;
        let title = say!(cx.now(), "{name}'s shot goes at which friend?");
        let hint = format!("1 to {sides}: {}", cx.now().names(&melee.friends));
        let roll = Roll::new("friend", who, "which friend", Dice::d(sides));
        let place = cx.roll(roll.title(title).hint(hint))?.natural as usize;
        friend = *melee.friends.get(place - 1).unwrap_or(first);
    }
    let struck = cx.name(friend);
    note!(cx, &[friend], "The shot meant for {whom} goes at {struck}.");
    Ok(Some(friend))
}

/// Remembers which of the two cannot see the other, until the GM changes it (SEG-79).
fn remember_unseen(cx: &mut Resolver<'_>, who: Id, target: Id, blow: &Blow) {
    for (degree, from, to) in [(blow.blind, who, target), (blow.unseen, target, who)] {
        match degree {
            Some(_) => cx.link(UNSEEN, from, to),
            None => cx.unlink(UNSEEN, from, to),
        }
    }
}
