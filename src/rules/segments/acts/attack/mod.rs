//! One attack as it comes up on its count: the form, a shot gone astray, the strike (4.8, 4.13, 4.14).

mod form;

use crate::act;
use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};
use crate::note;
use crate::say;
use crate::tally::Tally;

use crate::rules::segments::acts::skill;
use crate::rules::segments::combat::{Blow, beyond, show_line, strike};
use crate::rules::segments::sheet::{Training, fighter, foes};
use crate::rules::segments::state::{Deeds, Kind, Progress, Slot, UNSEEN, Use, slots_of};
use form::{Chosen, IntoMelee, Strike, choose, circumstances};

/// Plays the due attack of somebody through (SEG-55).
pub fn attack(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let Some(preset) = target_now(cx.now(), due) else {
        let gone = gone(cx.now(), due).map_or_else(String::new, |gone| format!("{gone} and "));
        let (count, name) = (due.count, cx.name(who));
        act!(
            cx,
            who,
            &[],
            "Count {count}: {name}'s attack is lost: {gone}there is nobody else."
        );
        due.finish(cx, Progress::Idle, "no target");
        return Ok(());
    };
    let (now, name, what) = (cx.now(), cx.name(who), &due.what);
    let heading = match gone(now, due) {
        None => say!(now, "{name} attacks with {what}"),
        Some(gone) => say!(now, "{gone}: whom does {name} attack with {what}?"),
    };
    match cx.form("attack", who, heading, |f| choose(f, due, preset))? {
        Chosen::Strike(meant) => aimed(cx, due, *meant),
        Chosen::Other(what) => {
            let what = Use {
                what,
                ..Use::default()
            };
            let mut other = due.clone().called(what.called());
            other.kind = Kind::Other;
            skill::other(cx, &other)
        }
        Chosen::Pass => {
            let (count, name) = (due.count, cx.name(who));
            act!(cx, who, &[], "Count {count}: {name} lets its attack go.");
            due.finish(cx, Progress::Idle, "let go");
            Ok(())
        }
    }
}

/// The attack as its form describes it; a shot into a melee may go at a friend (SEG-110).
fn aimed(cx: &mut Resolver<'_>, due: &Slot, meant: Strike) -> Step<()> {
    let who = due.who;
    let Strike {
        mut target,
        weapon,
        mut blow,
        melee,
        push,
    } = meant;
    remember_unseen(cx, who, target, &blow);
    let (count, name, whom) = (due.count, cx.name(who), cx.name(target));
    act!(
        cx,
        who,
        &[target],
        "Count {count}: {name} attacks {whom} with {weapon}."
    );
    // Kept at once, so that the strike sees where it goes.
    let slot = due.clone().called(&weapon);
    let mut slot = slot.ended(Progress::Done, Some(count), "");
    slot.melee = blow.melee;
    if slot.target != Some(target) {
        slot.turned = slot.target.map(|from| (from, count));
        slot.target = Some(target);
    }
    slot.clone().put(cx);
    if !blow.melee {
        Deeds::change(cx, who, |deeds| deeds.shot = Some(count));
    }
    if push {
        Deeds::change(cx, who, |deeds| deeds.pushed.push(target));
        let (name, whom) = (cx.name(who), cx.name(target));
        let about = &[who, target];
        note!(
            cx,
            about,
            "{name} pushes {whom} up to 10 feet; the GM says where and what follows."
        );
    }
    if let Some(melee) = melee {
        show_line(cx, who, target, &weapon, &blow);
        if let Some(friend) = goes_astray(cx, who, target, &weapon, &melee)? {
            target = friend;
            let (name, whom) = (cx.name(who), cx.name(target));
            let heading = say!(cx.now(), "{name}'s shot goes at {whom}");
            blow = cx.form("stray", who, heading, |f| {
                let weapon = fighter(f.now, who).weapon(&weapon);
                Ok(circumstances(f, &slot, target, weapon, false, Some(&blow)).0)
            })?;
            remember_unseen(cx, who, target, &blow);
        }
    }
    strike(cx, who, target, &weapon, blow)
}

/// Why the declared target cannot be attacked any more, if it cannot.
fn gone(now: &Encounter, due: &Slot) -> Option<String> {
    let target = due.target?;
    let why = beyond(now, due.who, target, due.melee)?;
    Some(format!("{} {why}", now.name(target)))
}

/// The target that an attack has now: the declared one, or the one that is likeliest when that is gone (SEG-22).
fn target_now(now: &Encounter, due: &Slot) -> Option<Id> {
    let fits = |id: Id| id != due.who && beyond(now, due.who, id, due.melee).is_none();
    if let Some(target) = due.target.filter(|id| fits(*id)) {
        return Some(target);
    }
    let mut possible = foes(now, due.who);
    possible.retain(|id| fits(*id));
    let meets = |by: Id, whom: Id| {
        let mut own = slots_of(now, by).iter();
        own.any(|slot| slot.target == Some(whom))
    };
    let by_own = possible.iter().find(|id| meets(due.who, **id));
    let by_theirs = possible.iter().find(|id| meets(**id, due.who));
    by_own.or(by_theirs).or(possible.first()).copied()
}

/// A shot into a melee: whether it goes at a friend, and at whom (SEG-110 to SEG-112).
fn goes_astray(
    cx: &mut Resolver<'_>,
    who: Id,
    target: Id,
    name: &str,
    melee: &IntoMelee,
) -> Step<Option<Id>> {
    let struck = &melee.friends;
    if struck.is_empty() {
        return Ok(None);
    }
    let Some(weapon) = fighter(cx.now(), who).weapon(name) else {
        return Ok(None);
    };
    let training = Training::find(cx.now(), |row| row.key() == weapon.specialization());
    let always = training.map_or(0, |training| training.always());
    let bonus = Tally::new()
        .plus("rank", weapon.rank())
        .plus("Master Bowman", 2 * weapon.master_bowman_rank())
        .plus(
            "specialization",
            training.map_or(0, |training| training.bonus()),
        );
    let (name, whom) = (cx.name(who), cx.name(target));
    let title = say!(cx.now(), "{name} shoots at {whom} in a melee");
    let roll = Roll::new("into-melee", who, "shot into the melee", Dice::d(100))
        .title(title)
        .bonus(bonus)
        .at_least(melee.threshold + 1)
        .always(1, u32::try_from(always).unwrap_or(0), false)
        .hint(format!(
            "a die of {always} or less goes at a friend in any case"
        ))
        .words("stays on target", "goes at a friend");
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let place = if struck.len() > 1 {
        let dice = Dice::d(u32::try_from(struck.len()).unwrap_or(1));
        let title = say!(cx.now(), "{}'s shot goes at which friend?", cx.name(who));
        let roll = Roll::new("friend", who, "which friend", dice)
            .title(title)
            .hint(format!("1 to {}: {}", struck.len(), cx.now().names(struck)));
        cx.roll(roll)?.natural as usize
    } else {
        1
    };
    let friend = struck[place.clamp(1, struck.len()) - 1];
    let (meant, name) = (cx.name(target), cx.name(friend));
    note!(cx, &[friend], "The shot meant for {meant} goes at {name}.");
    Ok(Some(friend))
}

/// Who of the two cannot see the other stays so until it is said otherwise (SEG-79).
fn remember_unseen(cx: &mut Resolver<'_>, who: Id, target: Id, blow: &Blow) {
    let (blind, unseen) = (blow.blind.is_some(), blow.unseen.is_some());
    for (is, from, to) in [(blind, who, target), (unseen, target, who)] {
        if is {
            cx.link(UNSEEN, from, to);
        } else {
            cx.unlink(UNSEEN, from, to);
        }
    }
}
