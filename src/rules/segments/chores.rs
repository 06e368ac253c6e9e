//! What the GM may call for at any moment: checks, forced moves, late arrivals, sight and light, first aid, and the
//! ladder changed by hand. And the action that the program does not know when it comes up on its count.

use crate::dice::Dice;
use crate::encounter::{Choice, Condition, Encounter, Form, Id, Resolver, Roll, Step};
use crate::tally::Tally;

use super::checks::check_degree;
use super::ladder::{Kind, LAST_COUNT, Progress, Slot, slots, slots_of, strike_off};
use super::schema::is;
use super::sheet::{Attribute, active, fighter};
use super::spells::{lose_spell, open_release, struck_while_casting};
use super::state::{Round, Scene, UNSEEN};
use super::tables::{Circumstance, lights};
use super::wounds::pull_missile;
use crate::act;
use crate::note;

crate::words! {
    /// What becomes of an action on the ladder that the GM changes.
    enum Becomes {
        /// It is due.
        Due = "due" "due on this count",
        /// It is struck off.
        Lost = "lost",
    }
}

/// An action that the program does not know comes up on its count (SEG-23): a line of text, a skill, First Aid.
///
/// # Errors
/// Asks for the form and dice.
pub fn other(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let title = format!("{}: {}", cx.name(who), due.what);
    let (what, skill, patient) = cx.form("other", who, title, |f| {
        let what = f.text("what", "what", &due.what);
        let skill = skill_rows(f, who, &due.what);
        Ok((what, skill, patient_row(f)))
    })?;
    let what = match what.trim() {
        "" => due.what.clone(),
        what => what.to_owned(),
    };
    act!(
        cx,
        who,
        &[who],
        "Count {}: {}: {what}.",
        due.count,
        cx.name(who)
    );
    let done = due.clone().ended(Progress::Done, Some(due.count), "");
    done.keep(cx);
    try_skill(cx, who, skill, patient)
}

/// A skill to roll: its name, its chance, the GM's modifier.
type Skill = (String, i64, i64);

/// The skill and the GM's modifier; preset is the first skill that `what` names, or none.
fn skill_rows(f: &mut Form<'_>, who: Id, what: &str) -> Option<Skill> {
    let one = fighter(f.now, who);
    let mut skills: Vec<(&str, Option<i64>)> = vec![("none", None)];
    skills.extend(one.skills().map(|(name, chance)| (name, Some(chance))));
    if skills.len() == 1 {
        return None;
    }
    let what = what.to_lowercase();
    let named = |(name, chance): &(&str, Option<i64>)| {
        chance.is_some() && what.contains(&name.to_lowercase())
    };
    let preset = skills.iter().position(named).unwrap_or(0);
    let tell = |(name, chance): &(&str, Option<i64>)| match chance {
        Some(chance) => Choice::new(*name, format!("{name} {chance}")),
        None => Choice::new(*name, "no roll"),
    };
    let (name, chance) = f.one_of("skill", "skill", &skills, preset, |(name, _)| name, tell)?;
    let chance = chance?;
    let modifier = f.number("modifier", "the GM's modifier", -200..=200, "", 0);
    Some((name.to_owned(), chance, modifier))
}

/// Out of whom a missile is taken, where any is stuck.
fn patient_row(f: &mut Form<'_>) -> Option<Id> {
    let now = f.now;
    let hit = |id: &Id| !fighter(now, *id).missiles().is_empty();
    let stuck = || now.present().filter(hit);
    stuck().next()?;
    let picked = f.pick("missile", "takes a missile out of", stuck, 0, 1, Vec::new());
    picked.first().copied()
}

/// The skill roll of a form, if one is asked for: d100 under chance and wound modifier (SEG-06). A missile comes out if
/// it is passed.
fn try_skill(
    cx: &mut Resolver<'_>,
    who: Id,
    skill: Option<Skill>,
    patient: Option<Id>,
) -> Step<()> {
    if let Some((name, chance, modifier)) = skill {
        let one = fighter(cx.now(), who);
        let reasons = Tally::new()
            .always(&name, chance)
            .plus(one.wound_word(), one.wound_mod())
            .plus("the GM", modifier);
        let roll = Roll::new("skill", who, name, Dice::d(100))
            .at_most(reasons.total())
            .reasons(reasons);
        if !cx.roll(roll)?.passed() {
            return Ok(());
        }
    }
    if let Some(patient) = patient {
        pull_missile(cx, patient);
    }
    Ok(())
}

/// Whether there is anything to roll a skill for: a skill, or a missile to take out.
pub fn anyone_skilled(now: &Encounter) -> bool {
    active(now).iter().any(|id| {
        let one = fighter(now, *id);
        one.skills().next().is_some() || !one.missiles().is_empty()
    })
}

/// A skill roll now, which takes the combatant's next action unless the GM says otherwise (SEG-06, SEG-108).
///
/// # Errors
/// Asks for the form and dice.
pub fn skill(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, skill, spends, patient) = cx.form("skill", None, "A skill roll", |f| {
        let able = active(f.now);
        let skilled = |id: &Id| fighter(f.now, *id).skills().next().is_some();
        let first = able.iter().copied().find(skilled);
        let who = f.pick_one("who", "who", || able.iter().copied(), first);
        let (mut skill, mut spends) = (None, false);
        if let Some(who) = who {
            let first = fighter(f.now, who).skills().next();
            skill = skill_rows(f, who, first.map_or("", |(name, _)| name));
            spends =
                next_due(f.now, who).is_some() && f.toggle("spends", "takes its next action", true);
        }
        let patient = patient_row(f);
        let who = f.need(who, "pick who rolls")?;
        let nothing = skill.is_none() && patient.is_none();
        f.refuse_if(nothing.then_some("choose the skill, or whose missile is taken out"))?;
        Ok((who, skill, spends, patient))
    })?;
    act!(cx, who, &[who], "{} takes a moment.", cx.name(who));
    if spends && let Some(next) = next_due(cx.now(), who).cloned() {
        let count = next.count;
        let on = Round::of(cx.now()).count;
        let mut spent = next.ended(Progress::Done, on, "spent on a skill");
        (spent.kind, spent.target) = (Kind::Other, None);
        spent.keep(cx);
        note!(cx, &[who], "It takes the action on {count}.");
    }
    try_skill(cx, who, skill, patient)
}

/// The next action of somebody's that is still due.
fn next_due(now: &Encounter, who: Id) -> Option<&Slot> {
    slots_of(now, who)
        .iter()
        .filter(|slot| slot.kind.acts() && slot.stands(now))
        .max_by_key(|slot| slot.count)
}

/// Something makes somebody move (SEG-26, SEG-122).
///
/// # Errors
/// Asks for who, DEX and interruption.
pub fn forced(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, by) = cx.form("forced", None, "Forced to move", |f| {
        let able = active(f.now);
        let still = |id: &Id| fighter(f.now, *id).has(is::NO_MOVEMENT);
        let still = able.iter().copied().find(still);
        let who = f.pick_one("who", "who", || able.iter().copied(), still);
        let by = f.text("by", "by what", "");
        Ok((f.need(who, "pick who is forced to move")?, by))
    })?;
    let by = match by.trim() {
        "" => String::new(),
        by => format!(" by {by}"),
    };
    act!(cx, who, &[who], "{} is forced to move{by}.", cx.name(who));
    // It no longer stays where it aimed from (SEG-102).
    cx.lose(who, is::AIM_KEPT, "", "");
    if !fighter(cx.now(), who).has(is::NO_MOVEMENT) {
        return struck_while_casting(cx, who);
    }
    lose_spell(cx, who, "forced to move");
    if strike_off(cx, who, "forced to move") {
        note!(
            cx,
            &[who],
            "{} loses everything still to come this round.",
            cx.name(who)
        );
    }
    let degree = check_degree(
        cx,
        "forced-dex",
        who,
        "keeping its feet, DEX",
        Attribute::Dex,
        2,
    )?;
    if degree > 2 {
        cx.gain(who, Condition::new(is::PRONE), "prone");
    }
    Ok(())
}

/// Who cannot see whom (SEG-79).
///
/// # Errors
/// Asks for the form.
pub fn unseen(cx: &mut Resolver<'_>) -> Step<()> {
    let (blind, foes) = cx.form("unseen", None, "Who cannot see whom", |f| {
        let now = f.now;
        let all = active(now);
        let from = || all.iter().copied();
        let blind = f.pick("blind", "cannot see", from, 1, usize::MAX, Vec::new());
        let others = || from().filter(|id| !blind.contains(id));
        let linked = |id: &Id| blind.iter().any(|one| now.linked(UNSEEN, *one, *id));
        let linked = others().filter(linked).collect();
        let foes = f.pick("foes", "whom", others, 0, usize::MAX, linked);
        let sees = blind
            .iter()
            .find(|id| fighter(now, **id).sheet.targeting_sense());
        f.refuse_if(sees.map(|id| format!("{} has a targeting sense", now.name(*id))))?;
        Ok((blind, foes))
    })?;
    let text = if foes.is_empty() {
        format!("{} can see everyone.", cx.now().names(&blind))
    } else {
        format!(
            "{} cannot see {}.",
            cx.now().names(&blind),
            cx.now().names(&foes)
        )
    };
    cx.act(None, &blind, text);
    for from in blind {
        let before: Vec<Id> = cx.now().links_from(UNSEEN, from).collect();
        for to in before {
            cx.unlink(UNSEEN, from, to);
        }
        for to in &foes {
            cx.link(UNSEEN, from, *to);
        }
    }
    Ok(())
}

/// The lighting of the place changes (SEG-84).
///
/// # Errors
/// Asks which.
pub fn light(cx: &mut Resolver<'_>) -> Step<()> {
    let all = lights(cx.now());
    let place = &Scene::of(cx.now()).lighting;
    let preset = all.iter().position(|one| one.key == *place).unwrap_or(0);
    let tell = |one: &Circumstance| Choice::new(&one.key, &one.label);
    let light = cx.one_of("lighting", None, "The light", &all, preset, tell)?;
    act!(cx, None, &[], "The light: {}.", light.label);
    let lighting = light.key;
    Scene { lighting }.put(cx);
    Ok(())
}

/// At rest or exerting oneself: who rests does not bleed (SEG-107).
///
/// # Errors
/// Asks who.
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let now = cx.now();
    let from: Vec<Id> = now.present().collect();
    let resting: Vec<Id> = from
        .iter()
        .copied()
        .filter(|id| now.get(*id).has(is::AT_REST))
        .collect();
    let chosen = cx.pick(
        "rest",
        None,
        "Who is at rest?",
        from.clone(),
        0,
        usize::MAX,
        resting,
    )?;
    act!(cx, None, &chosen, "At rest: {}.", cx.now().names(&chosen));
    for id in from {
        if chosen.contains(&id) {
            cx.gain(id, Condition::new(is::AT_REST), "");
        } else {
            cx.lose(id, is::AT_REST, "", "");
        }
    }
    Ok(())
}

/// The ladder changed by hand: another count for an action, an action struck off or given back.
///
/// # Errors
/// Asks which and how.
pub fn shift(cx: &mut Resolver<'_>) -> Step<()> {
    let (slot, becomes, count) = cx.form("shift", None, "The ladder by hand", |f| {
        let now = f.now;
        let open = slots(now).filter(|slot| slot.progress != Progress::Done);
        let all: Vec<(String, &Slot)> = open
            .map(|slot| (format!("{}-{}", slot.who.letter(), slot.number), slot))
            .collect();
        let tell = |(key, slot): &(String, &Slot)| {
            let label = format!("{}: {} on {}", now.name(slot.who), slot.what, slot.count);
            Choice::new(key, label).hint(&slot.why)
        };
        let chosen = f.one_of("slot", "action", &all, 0, |(key, _)| key, tell);
        let (_, slot) = f.need(chosen, "there is nothing on the ladder to change")?;
        let becomes = f.option("becomes", "becomes", Becomes::Due);
        let most = Round::of(now).count.map_or(60, |open| open - 1);
        let most = most.max(LAST_COUNT);
        let preset = slot.count.clamp(LAST_COUNT, most);
        let count = f.number("count", "count", LAST_COUNT..=most, "", preset);
        let mut acts = slots_of(now, slot.who).iter().filter(|one| one.kind.acts());
        let taken = becomes == Becomes::Due
            && slot.kind.acts()
            && acts.any(|one| one.number != slot.number && one.count == count);
        f.refuse_if(taken.then(|| format!("{} acts on {count} already", now.name(slot.who))))?;
        Ok((slot.clone(), becomes, count))
    })?;
    let who = slot.who;
    if becomes == Becomes::Lost {
        act!(
            cx,
            who,
            &[who],
            "{} on {} of {} is struck off.",
            slot.what,
            slot.count,
            cx.name(who)
        );
        if open_release(cx.now(), who).is_some_and(|open| open.number == slot.number) {
            lose_spell(cx, who, "ruled");
        } else {
            let on = Round::of(cx.now()).count;
            slot.ended(Progress::Lost, on, "ruled").keep(cx);
        }
        return Ok(());
    }
    act!(
        cx,
        who,
        &[who],
        "{} of {} comes on {count}.",
        slot.what,
        cx.name(who)
    );
    let mut moved = slot.ended(Progress::Due, None, "ruled");
    moved.count = count;
    moved.keep(cx);
    Ok(())
}
