//! Actions that help others: stabilising, encouraging, waking (SEC-132, SEC-141, SEC-142, SEC-150).

use super::words;
use crate::systems::prelude::*;
use crate::systems::seconds::combat::time::take;
use crate::systems::seconds::combat::{morale, turns, wounds};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::Affliction;
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::tables::{poison, seconds};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::Deed;

/// Returns the combatants who satisfy the condition.
fn those(now: &Encounter, holds: impl Fn(&Encounter, Id) -> bool) -> Vec<Id> {
    now.present().filter(|id| holds(now, *id)).collect()
}

fn dying_of(now: &Encounter, by: Id) -> Vec<Id> {
    those(now, |now, id| id != by && fighter(now, id).has(is::DYING))
}

/// Returns the demoralised combatants of the same side; allies can encourage them (SEC-132).
fn daunted(now: &Encounter, by: Id) -> Vec<Id> {
    those(now, |now, id| {
        id != by && now.allied(id, by) && fighter(now, id).mind.morale_penalties() > 0
    })
}

fn asleep(now: &Encounter, by: Id) -> Vec<Id> {
    those(now, |now, id| {
        id != by && fighter(now, id).has(is::SLEEPING)
    })
}

/// Returns the reason why no combatant can be treated; `None` if treatment is possible.
pub fn no_dying(now: &Encounter, who: Id) -> Option<&'static str> {
    dying_of(now, who).is_empty().then_some("no one is dying")
}

/// Returns the reason why no combatant can be encouraged; `None` if encouragement is possible.
pub fn no_daunted(now: &Encounter, who: Id) -> Option<&'static str> {
    daunted(now, who)
        .is_empty()
        .then_some("no ally has morale penalties")
}

/// Returns the seconds needed to treat a dying combatant (T-1).
pub fn treatment(now: &Encounter) -> i64 {
    seconds(now, "medicine")
}

/// Stabilises a combatant with a Medicine check against a DC set by the GM (SEC-150).
pub fn stabilise(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let deed = Deed {
        key: words::STABILISE,
        with: "",
        told: "treating a dying combatant",
    };
    let usual = treatment(cx.now());
    take(cx, who, deed, usual, |cx| {
        let (target, dc) = cx.form("stabilise", who, "Who is treated?", |f| {
            let now = f.now;
            let all = dying_of(now, who);
            let first = all.first().copied();
            f.others("is not dying");
            let target = f.pick_one("target", "patient", || all.iter().copied(), first);
            let dc = f.amount().number("number", "DC", -9..=99, "", 4);
            Ok((f.need(target, "no one is dying")?, dc))
        })?;
        let patient = target;
        cx.act(who, Says::Treats { who, patient });
        let skill = Skill::Medicine;
        let medicine = fighter(cx.now(), who).skill(skill);
        let roll = Roll::new("medicine", who, Says::SkillRoll { skill }, Dice::d(6))
            .bonus(Tally::new().plus("medicine", medicine))
            .at_least(dc)
            .against("DC")
            .words("stable", "no effect");
        if cx.roll(roll)?.passed() {
            wounds::stabilise(cx, target, &Says::Treated {}.into());
        }
        Ok(())
    })
}

/// Encourages others: the GM enters duration and success (SEC-132).
pub fn hearten(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let deed = Deed {
        key: words::HEARTEN,
        with: "",
        told: "encouraging allies",
    };
    let (targets, penalties, usual) = cx.form("hearten", who, "Who is encouraged?", |f| {
        let now = f.now;
        let all = daunted(now, who);
        let preset = all.first().copied().into_iter().collect();
        let foes = now.present().filter(|id| !now.allied(*id, who));
        f.barred(foes.map(|id| (id, "is on another side")));
        f.others("has no morale penalties");
        let targets = f.pick(
            "targets",
            "allies",
            || all.iter().copied(),
            1,
            usize::MAX,
            preset,
        );
        let penalties = f.number("penalties", "penalties removed", 0..=99, "", 1);
        let usual = f.amount().number("seconds", "seconds", 0..=60, "s", 4);
        Ok((targets, penalties, usual))
    })?;
    take(cx, who, deed, usual, |cx| {
        let whom = targets.clone();
        cx.act(who, Says::Encourages { who, whom });
        for id in &targets {
            morale::relieve(cx, *id, penalties, &Says::Encouraged {}.into());
        }
        Ok(())
    })
}

/// Diagnoses an affliction with Medicine against its DC (SEC-185).
pub fn diagnose(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, target, key) = cx.form("diagnose", None, "Who is diagnosed?", |f| {
        let now = f.now;
        let ill = |id: &Id| !fighter(now, *id).body.afflictions().is_empty();
        let all: Vec<Id> = now.present().filter(ill).collect();
        f.others("has no affliction");
        let target = f.pick_one(
            "target",
            "patient",
            || all.iter().copied(),
            all.first().copied(),
        );
        let target = f.need(target, "no one has an affliction")?;
        let healers = || {
            now.present()
                .filter(|id| *id != target && fighter(now, *id).able())
        };
        let best = healers().max_by_key(|id| fighter(now, *id).skill(Skill::Medicine));
        f.others("cannot act");
        let who = f.pick_one("healer", "healer", healers, best);
        let one = fighter(now, target);
        let found = one.body.afflictions().iter().map(Affliction);
        let keys: Vec<String> = found.map(|one| one.name().to_owned()).collect();
        let tell = |key: &String| Choice::new(key, "an affliction");
        let key = f.one_of("kind", "affliction", &keys, 0, |key| key, tell);
        let who = f.need(who, "no other combatant can act")?;
        Ok((who, target, f.need(key, "the patient has no affliction")?))
    })?;
    let patient = target;
    cx.act(who, Says::Examines { who, patient });
    let Some(row) = poison(cx.now(), &key) else {
        cx.note(Says::NoSuchAffliction {
            who: target,
            key: key.into(),
        });
        return Ok(());
    };
    let (label, dc) = (row.label().to_owned(), row.diagnosis());
    let skill = Skill::Medicine;
    let medicine = fighter(cx.now(), who).skill(skill);
    let roll = Roll::new("medicine", who, Says::SkillRoll { skill }, Dice::d(6))
        .bonus(Tally::new().plus("medicine", medicine))
        .at_least(dc)
        .against("DC");
    if cx.roll(roll)?.passed() {
        let substance = label.into();
        cx.note(Says::Diagnosis {
            who: target,
            substance,
        });
    }
    Ok(())
}

/// Wakes combatants who are asleep (SEC-142).
pub fn wake(cx: &mut Resolver<'_>) -> Step<()> {
    let ids = cx.form("wake", None, "Who wakes?", |f| {
        let all = asleep(f.now, Id(u32::MAX));
        f.refuse_if(all.is_empty().then_some("no one sleeps"))?;
        f.others("is not asleep");
        Ok(f.pick(
            "targets",
            "who",
            || all.iter().copied(),
            1,
            usize::MAX,
            all.clone(),
        ))
    })?;
    cx.act(None, Says::Wake { who: ids.clone() });
    for id in ids {
        turns::wake(cx, id, &Says::Noise {}.into());
    }
    Ok(())
}
