//! Skill rolls and first aid, at any time or as an action on a count (SEG-06, SEG-23, SEG-108).

use crate::systems::prelude::*;
use crate::systems::segments::combat::{percentile, pull_missile};
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{Kind, Progress, Round, Slot, active, fighter, slots_of};

/// Resolves a free-form action on its count: a description, a skill or First Aid (SEG-23).
pub fn other(cx: &mut Resolver<'_>, due: &Slot) -> Step<()> {
    let who = due.who;
    let title = say!(cx.now(), "{}: {}", cx.name(who), due.what);
    let (what, skill, patient) = cx.form("other", who, title, |f| {
        let what = f.text("what", "what", &due.what);
        let skill = skill_rows(f, who, &due.what);
        Ok((what, skill, patient_row(f)))
    })?;
    let what = match what.trim() {
        "" => &due.what,
        what => what,
    };
    let said = Says::OtherAction {
        who,
        count: due.count,
        what: what.to_owned().into(),
    };
    cx.act(who, said);
    due.finish(cx, Progress::Done, "");
    attempt(cx, who, skill, patient)
}

/// Rolls a skill now. The roll uses the combatant's next action, unless the GM decides otherwise (SEG-06, SEG-108).
pub fn skill(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, skill, spends, patient) = cx.form("skill", None, "A skill roll", |f| {
        let able = active(f.now);
        let skilled = |id: &Id| fighter(f.now, *id).skills().next().is_some();
        let first = able.iter().copied().find(skilled);
        f.others("cannot act");
        let who = f.pick_one("who", "who", || able.iter().copied(), first);
        let (mut skill, mut spends) = (None, false);
        if let Some(who) = who {
            let first = fighter(f.now, who).skills().next();
            skill = skill_rows(f, who, first.map_or("", |(name, _)| name));
            spends =
                next_due(f.now, who).is_some() && f.toggle("spends", "uses the next action", true);
        }
        let patient = patient_row(f);
        let who = f.need(who, "pick who rolls")?;
        let nothing = skill.is_none() && patient.is_none();
        f.refuse_if(nothing.then_some("choose a skill, or a combatant whose missile is removed"))?;
        Ok((who, skill, spends, patient))
    })?;
    cx.act(who, Says::UsesSkill { who });
    if spends && let Some(next) = next_due(cx.now(), who).cloned() {
        let count = next.count;
        let on = Round::of(cx.now()).count;
        let mut spent = next.ended(Progress::Done, on, "used for a skill");
        (spent.kind, spent.target) = (Kind::Other, None);
        spent.put(cx);
        cx.note(Says::ActionUsed { who, count });
    }
    attempt(cx, who, skill, patient)
}

/// Name and chance of a skill, and the GM's modifier.
type Skill = (String, i64, i64);

/// Asks for the skill and the GM's modifier. The default is the first skill named in `what`, or no skill.
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
    let modifier = f.number("modifier", "GM modifier", -200..=200, "", 0);
    Some((name.to_owned(), chance, modifier))
}

/// Asks from which combatant to remove a stuck missile, if any combatant has one.
fn patient_row(f: &mut Form<'_>) -> Option<Id> {
    let now = f.now;
    let hit = |id: &Id| !fighter(now, *id).missiles().is_empty();
    let stuck = || now.present().filter(hit);
    stuck().next()?;
    f.others("has no stuck missile");
    let picked = f.pick("missile", "removes a missile from", stuck, 0, 1, Vec::new());
    picked.first().copied()
}

/// Rolls the chosen skill, if any: d100 under the chance with the wound modifier (SEG-06). A success removes a missile
/// from `patient`.
fn attempt(cx: &mut Resolver<'_>, who: Id, skill: Option<Skill>, patient: Option<Id>) -> Step<()> {
    if let Some((name, chance, modifier)) = skill {
        let chance = fighter(cx.now(), who).chance(name.clone(), chance);
        let what = Says::SkillRoll { skill: name.into() };
        let roll = percentile("skill", who, what, chance.plus("GM", modifier));
        if !cx.roll(roll)?.passed() {
            return Ok(());
        }
    }
    if let Some(patient) = patient {
        pull_missile(cx, patient);
    }
    Ok(())
}

/// Returns true if a skill roll is possible: a combatant has a skill, or a stuck missile that can be removed.
pub fn anyone_skilled(now: &Encounter) -> bool {
    active(now).iter().any(|id| {
        let one = fighter(now, *id);
        one.skills().next().is_some() || !one.missiles().is_empty()
    })
}

/// Returns the next action of a combatant that is still due.
fn next_due(now: &Encounter, who: Id) -> Option<&Slot> {
    let all = slots_of(now, who).iter();
    let acts = all.filter(|slot| slot.kind.acts() && slot.stands(now));
    acts.max_by_key(|slot| slot.count)
}
