//! One attack as it comes up on its count: the form, a shot gone astray, PER against the unseen, the strike, damage
//! and the wound; the hit is booked until the count closes (4.8, 4.13, 4.14).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Record, Resolver, Roll, Step};
use crate::tally::Tally;

use super::checks::per_roll;
use super::circumstances::{
    blow_of, circumstances, fields, pushed_key, remember_unseen, strikes_in_melee, weapon_of,
};
use super::schema::{CritDoubles, Options, TieRule};
use super::sheet::{cell, fighter, foes};
use super::state::{Hit, Kind, Level, Progress, Slot, reaches, slots_of};
use super::strike::{Blow, Need, ambush};
use super::wounds::land;

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
        let text = format!(
            "Count {}: {}'s attack is lost: {gone} is out of reach and there is nobody else.",
            due.count,
            cx.name(who)
        );
        cx.act(who, &[], text);
        due.clone()
            .ended(Progress::Idle, due.count, "no target")
            .keep(cx);
        return Ok(());
    };
    let weapon_name = due.what.clone();
    let heading = format!("{} attacks with {weapon_name}", cx.name(who));
    let set = cx.fields("attack", who, heading, |now, set| {
        fields(now, due, preset, set)
    })?;
    if matches!(set.word("do"), "other" | "pass") {
        return let_go(cx, due, &set);
    }
    let Some(mut target) = set.one("target") else {
        return cx.refuse("pick a target");
    };
    let Some(name) = weapon_of(cx.now(), due, &set) else {
        return cx.refuse("there is no weapon on the sheet");
    };
    let melee = strikes_in_melee(cx.now(), who, &name, due, &set);
    if !reaches(cx.now(), who, target, melee) {
        return cx.refuse(format!(
            "{} is out of reach: it withdrew this round",
            cx.name(target)
        ));
    }
    remember_unseen(cx, who, target, &set);
    let mut blow = blow_of(cx.now(), due, target, melee, &set);
    let text = format!(
        "Count {}: {} attacks {} with {name}.",
        due.count,
        cx.name(who),
        cx.name(target)
    );
    cx.act(who, &[target], text);
    // Kept at once, so that the strike sees where it goes.
    let mut slot = due.clone().ended(Progress::Done, due.count, "");
    slot.melee = melee;
    slot.what.clone_from(&name);
    if slot.target != Some(target) {
        slot.turned = slot.target.map(|from| (from, due.count));
        slot.target = Some(target);
    }
    slot.keep(cx);
    if !melee {
        cx.record(
            &format!("aimed/{:05}", who.0),
            Record::new().with("count", due.count),
        );
    }
    if set.word("push") == "push" {
        cx.record(&pushed_key(who, target), Record::new());
        let text = format!(
            "{} pushes {} up to 10 feet; the GM says where and what follows.",
            cx.name(who),
            cx.name(target)
        );
        cx.note(&[who, target], text);
    }
    if !melee && set.flag("into_melee") {
        show_line(cx, who, target, &name, &blow);
        if let Some(friend) = goes_astray(cx, who, target, &name, &set)? {
            target = friend;
            let heading = format!("The shot goes at {}", cx.name(target));
            let meant = set;
            let set = cx.fields("stray", who, heading, |now, set| {
                let mut made = Vec::new();
                circumstances(now, &slot, target, false, true, set, &mut made);
                // Only what belonged to the target is new (SEG-112).
                for field in &mut made {
                    let kept = ["lighting", "shooter_in_melee", "modifier"];
                    if let Some(value) = meant.get(&field.key)
                        && kept.contains(&field.key.as_str())
                    {
                        field.value = value.clone();
                    }
                }
                made
            })?;
            remember_unseen(cx, who, target, &set);
            let aimed = blow.aimed;
            blow = blow_of(cx.now(), due, target, false, &set);
            blow.stray = true;
            blow.aimed = aimed;
        }
    }
    strike(cx, who, target, &name, blow)
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

fn let_go(cx: &mut Resolver<'_>, due: &Slot, set: &Record) -> Step<()> {
    let who = due.who;
    if set.word("do") == "other" {
        let mut other = due.clone();
        other.kind = Kind::Other;
        other.what = match set.word("what").trim() {
            "" => "something else".to_owned(),
            what => what.to_owned(),
        };
        return super::chores::other(cx, &other);
    }
    let text = format!("Count {}: {} lets its attack go.", due.count, cx.name(who));
    cx.act(who, &[], text);
    due.clone()
        .ended(Progress::Idle, due.count, "let go")
        .keep(cx);
    Ok(())
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
    set: &Record,
) -> Step<Option<Id>> {
    let mut struck = set.who("friends").to_vec();
    struck.sort();
    if struck.is_empty() {
        return Ok(None);
    }
    let Some(weapon) = fighter(cx.now(), who).weapon(name) else {
        return Ok(None);
    };
    let skill = weapon.specialization();
    let bonus = Tally::new()
        .plus("rank", weapon.rank())
        .plus("Master Bowman", 2 * weapon.master_bowman_rank())
        .plus(
            "specialization",
            cell(cx.now(), "stray_bonus", skill, "bonus"),
        );
    let always = cell(cx.now(), "stray_bonus", skill, "always");
    let roll = Roll::new("into-melee", who, "shot into the melee", Dice::d(100))
        .bonus(bonus)
        .at_least(set.int("threshold") + 1)
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
            cx.now().names(&struck)
        ));
        cx.roll(roll)?.natural() as usize
    } else {
        1
    };
    let friend = struck[place.clamp(1, struck.len()) - 1];
    let text = format!(
        "The shot meant for {} goes at {}.",
        cx.name(target),
        cx.name(friend)
    );
    cx.note(&[friend], text);
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
    let flat_off_hand = if weapon.off_hand() && !fighter(now, who).ambidextrous() {
        -2
    } else {
        0
    };
    let flat = Tally::new()
        .plus("ambush", ambush(now, who, target, &blow, "damage"))
        .plus("off hand", flat_off_hand);
    let dice = weapon.damage();
    let missile = weapon
        .missile()
        .filter(|_| !blow.melee)
        .unwrap_or("")
        .to_owned();
    let title = format!("{} strikes at {}", now.name(who), now.name(target));
    let roll = Roll::new("strike", who, name, Dice::d(100))
        .title(title)
        .at_most(need.number())
        .reasons(need.parts.clone())
        .hint(need.bands_text())
        .always(96, 100, false)
        .always(1, 3, true);
    let rolled = cx.roll_quietly(&roll)?;
    let level = need.level(i64::from(rolled.natural()));
    cx.log_throw(&roll.words(level.word(), "miss"), &rolled);
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
