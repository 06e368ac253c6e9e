//! One attack as it comes up on its count: the form, a shot gone astray, PER against the unseen, the strike, damage
//! and the wound; the hit is booked until the count closes (4.8, 4.13, 4.14).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step, Words as _};
use crate::tally::Tally;

use super::checks::per_roll;
use super::circumstances::{IntoMelee, Strike, Turn, circumstances, remember_unseen, turn};
use super::ladder::{Kind, Progress, Slot, slots_of};
use super::schema::{CritDoubles, Options, TieRule};
use super::sheet::{fighter, foes};
use super::state::{Deeds, Hit, Level, reaches};
use super::strike::{Blow, Need, ambush};
use super::tables::Training;
use super::wounds::land;
use crate::act;
use crate::note;

/// Plays the due attack of somebody through (SEG-55).
///
/// # Errors
/// Asks for the form, dice and the wound.
pub fn attack(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let Some(preset) = target_now(cx.now(), due) else {
        let gone = due
            .target
            .map_or("nobody".to_owned(), |target| cx.name(target));
        act!(
            cx,
            who,
            &[],
            "Count {}: {}'s attack is lost: {gone} is out of reach and there is nobody else.",
            due.count,
            cx.name(who)
        );
        let lost = due
            .clone()
            .ended(Progress::Idle, Some(due.count), "no target");
        lost.keep(cx);
        return Ok(());
    };
    let heading = format!("{} attacks with {}", cx.name(who), due.what);
    match cx.form("attack", who, heading, |f| turn(f, due, preset))? {
        Turn::Strike(meant) => aimed(cx, due, *meant),
        Turn::Other(what) => {
            let mut other = due.clone();
            other.kind = Kind::Other;
            other.what = match what.trim() {
                "" => "something else".to_owned(),
                what => what.to_owned(),
            };
            super::chores::other(cx, &other)
        }
        Turn::Pass => {
            act!(
                cx,
                who,
                &[],
                "Count {}: {} lets its attack go.",
                due.count,
                cx.name(who)
            );
            let done = due.clone().ended(Progress::Idle, Some(due.count), "let go");
            done.keep(cx);
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
    act!(
        cx,
        who,
        &[target],
        "Count {}: {} attacks {} with {weapon}.",
        due.count,
        cx.name(who),
        cx.name(target)
    );
    // Kept at once, so that the strike sees where it goes.
    let mut slot = due.clone().ended(Progress::Done, Some(due.count), "");
    slot.melee = blow.melee;
    slot.what.clone_from(&weapon);
    if slot.target != Some(target) {
        slot.turned = slot.target.map(|from| (from, due.count));
        slot.target = Some(target);
    }
    slot.clone().keep(cx);
    if !blow.melee {
        Deeds::change(cx, who, |deeds| deeds.shot = Some(due.count));
    }
    if push {
        Deeds::change(cx, who, |deeds| deeds.pushed.push(target));
        note!(
            cx,
            &[who, target],
            "{} pushes {} up to 10 feet; the GM says where and what follows.",
            cx.name(who),
            cx.name(target)
        );
    }
    if let Some(melee) = melee {
        show_line(cx, who, target, &weapon, &blow);
        if let Some(friend) = goes_astray(cx, who, target, &weapon, &melee)? {
            target = friend;
            let heading = format!("The shot goes at {}", cx.name(target));
            blow = cx.form("stray", who, heading, |f| {
                let weapon = fighter(f.now, who).weapon(&weapon);
                Ok(circumstances(f, &slot, target, weapon, false, Some(&blow)).0)
            })?;
            remember_unseen(cx, who, target, &blow);
        }
    }
    strike(cx, who, target, &weapon, blow)
}

/// The target that an attack has now: the declared one, or the one that is likeliest when that is gone (SEG-22).
fn target_now(now: &Encounter, due: &Slot) -> Option<Id> {
    let fits =
        |id: Id| fighter(now, id).active() && id != due.who && reaches(now, due.who, id, due.melee);
    if let Some(target) = due.target.filter(|id| fits(*id)) {
        return Some(target);
    }
    let possible: Vec<Id> = foes(now, due.who)
        .into_iter()
        .filter(|id| fits(*id))
        .collect();
    let own = slots_of(now, due.who);
    let by_own = possible
        .iter()
        .find(|id| own.iter().any(|slot| slot.target == Some(**id)));
    let by_theirs = possible.iter().find(|id| {
        slots_of(now, **id)
            .iter()
            .any(|slot| slot.target == Some(due.who))
    });
    by_own.or(by_theirs).or(possible.first()).copied()
}

/// Shows the strike line beside the form.
fn show_line(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, blow: &Blow) {
    if let Some(weapon) = fighter(cx.now(), who).weapon(name) {
        let line = Need::of(cx.now(), who, target, weapon, blow).line();
        cx.show(target, line);
    }
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
    let training = Training::with(cx.now(), weapon.specialization());
    let always = training.map_or(0, |training| training.always());
    let bonus = Tally::new()
        .plus("rank", weapon.rank())
        .plus("Master Bowman", 2 * weapon.master_bowman_rank())
        .plus(
            "specialization",
            training.map_or(0, |training| training.bonus()),
        );
    let roll = Roll::new("into-melee", who, "shot into the melee", Dice::d(100))
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
        let roll = Roll::new("friend", who, "which friend", dice).hint(format!(
            "1 to {}: {}",
            struck.len(),
            cx.now().names(struck)
        ));
        cx.roll(roll)?.natural as usize
    } else {
        1
    };
    let friend = struck[place.clamp(1, struck.len()) - 1];
    note!(
        cx,
        &[friend],
        "The shot meant for {} goes at {}.",
        cx.name(target),
        cx.name(friend)
    );
    Ok(Some(friend))
}

/// The strike itself, its damage and the wound. The hit is booked, or lands at once for free attacks and where ties
/// are played one after the other.
///
/// # Errors
/// Asks for dice and the wound.
pub fn strike(cx: &mut Resolver<'_>, who: Id, target: Id, name: &str, mut blow: Blow) -> Step<()> {
    show_line(cx, who, target, name, &blow);
    if blow.blind.is_some() {
        blow.blind = Some(per_roll(cx, who, target)?);
    }
    if blow.unseen.is_some() {
        blow.unseen = Some(per_roll(cx, target, who)?);
    }
    let now = cx.now();
    let Some(weapon) = fighter(now, who).weapon(name) else {
        return cx.refuse(format!("there is no {name} on the sheet"));
    };
    let need = Need::of(now, who, target, weapon, &blow);
    let flat_off_hand = if weapon.off_hand() && !fighter(now, who).sheet.ambidextrous() {
        -2
    } else {
        0
    };
    let caught = ambush(now, who, target, &blow);
    let flat = Tally::new()
        .plus("ambush", caught.map_or(0, |caught| caught.damage()))
        .plus("off hand", flat_off_hand);
    let dice = weapon.damage();
    let missile = weapon.sticks().filter(|_| !blow.melee);
    let title = format!("{} strikes at {}", now.name(who), now.name(target));
    let roll = Roll::new("strike", who, name, Dice::d(100))
        .title(title)
        .at_most(need.number())
        .reasons(need.parts.clone())
        .hint(need.bands_text())
        .always(96, 100, false)
        .always(1, 3, true);
    let rolled = cx.roll_quietly(&roll)?;
    let level = need.level(i64::from(rolled.natural));
    cx.log_throw(&roll.words(level.label(), "miss"), &rolled);
    if level == Level::Miss {
        return Ok(());
    }
    let double = level >= Level::Critical;
    let damage = Roll::new("damage", who, "damage", dice.clone())
        .bonus(flat.clone())
        .hint(if double {
            "doubled, and no protection helps"
        } else {
            ""
        });
    let rolled = cx.roll(damage)?.total;
    let flat_parts = flat.total() + dice.modifier();
    let total = match (
        double,
        Options::of(cx.now()).crit_doubles() == CritDoubles::Dice,
    ) {
        (false, _) => rolled.max(0),
        (true, false) => 2 * rolled.max(0),
        (true, true) => (2 * (rolled - flat_parts) + flat_parts).max(0),
    };
    let prot = if double {
        0
    } else {
        fighter(cx.now(), target).prot()
    };
    let taken = (total - prot).max(0);
    let text = match (double, prot) {
        (true, _) => format!("Doubled: {taken}, no protection."),
        (false, 0) => String::new(),
        (false, _) => format!("{total} - {prot} PROT = {taken}."),
    };
    if !text.is_empty() {
        cx.note(&[], text);
    }
    let (mut wound, mut wound_text) = (false, String::new());
    if level == Level::Grievous {
        let title = format!("Does {} have a grievous wound from it?", cx.name(target));
        wound = cx.confirm("grievous", target, title, false)?;
        if wound {
            wound_text = cx
                .text("wound", target, "Which grievous wound?", "")?
                .trim()
                .to_owned();
        }
    }
    let hit = Hit {
        by: who,
        target,
        taken,
        level,
        missile,
        wound,
        wound_text,
        cause: format!("{}'s {name}", cx.name(who)),
    };
    if blow.free || Options::of(cx.now()).tie_rule() == TieRule::DexOrder {
        land(cx, &hit)
    } else {
        hit.keep(cx);
        Ok(())
    }
}
