//! Lighting, hiding, sight and surprise, changed for many combatants at once (SEC-17 to SEC-20, SEC-73, SEC-76 to
//! SEC-78).

use crate::systems::prelude::*;
use crate::values::Capital;

use crate::systems::seconds::combat::movement::out_of_sight;
use crate::systems::seconds::combat::surprise;
use crate::systems::seconds::says::{Crowd, Says, Seeing};
use crate::systems::seconds::sheet::schema::{Cover, Visibility, at};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::tables::Covers;
use crate::systems::seconds::state::cover;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::sight::{Scene, Sight};

crate::words! {
    enum Whom {
        /// Combatants chosen by name.
        These = "these" "chosen combatants",
        Side = "side" "a side",
        All = "all" "everyone",
    }
}

impl Crowd {
    /// Asks for a group: a whole side, everyone, or combatants chosen one by one.
    fn ask(f: &mut Form<'_>, keys: [&str; 3], labels: [&str; 3], preset: Whom) -> Filled<Self> {
        let now = f.now;
        match f.option(keys[0], labels[0], preset) {
            Whom::All => Ok(Crowd::All {}),
            Whom::Side => {
                let sides: Vec<(SideId, &str)> =
                    now.side_ids().map(|id| (id, now.side_name(id))).collect();
                let tell = |one: &(SideId, &str)| Choice::new(one.1, one.1);
                let side = f.one_of(keys[2], labels[2], &sides, 0, |one| one.1, tell);
                let (side, _) = f.need(side, "no side exists")?;
                Ok(Crowd::Side { side })
            }
            Whom::These => {
                let there = || now.present().filter(|id| !fighter(now, *id).dead());
                let who = f.pick(keys[1], labels[1], there, 1, usize::MAX, Vec::new());
                Ok(Crowd::These { who })
            }
        }
    }

    fn members(&self, now: &Encounter) -> Vec<Id> {
        match self {
            Crowd::These { who } => who.clone(),
            Crowd::Side { side } => now.members(*side).collect(),
            Crowd::All {} => now.present().collect(),
        }
    }
}

/// Sets the lighting of the place, and the combatants who need no light (SEC-20).
pub fn light(cx: &mut Resolver<'_>) -> Step<()> {
    let (light, eyes) = cx.form("light", None, "Light", |f| {
        let now = f.now;
        let light = f.option("light", "light", Scene::of(now).light);
        let there = || now.present();
        let had = there().filter(|id| Sight::of(now, *id).needs_no_light);
        let eyes = f.pick(
            "eyes",
            "see without light",
            there,
            0,
            usize::MAX,
            had.collect(),
        );
        Ok((light, eyes))
    })?;
    let label = light.label().into();
    cx.act(None, Says::Light { light: label });
    Scene { light }.put(cx);
    for id in cx.now().ids() {
        let needs_no_light = eyes.contains(&id);
        if Sight::of(cx.now(), id).needs_no_light != needs_no_light {
            Sight::change(cx, id, |sight| sight.needs_no_light = needs_no_light);
        }
    }
    out_of_sight(cx);
    Ok(())
}

/// Sets the visibility of many combatants to many at once (SEC-76 to SEC-78).
pub fn sight(cx: &mut Resolver<'_>) -> Step<()> {
    let (seeing, targets, observers) =
        cx.form("sight", None, "Who sees whom, and how well?", |f| {
            let seeing = f.option("seeing", "visibility", Seeing::Invisible);
            let targets = Crowd::ask(
                f,
                ["of", "targets", "side"],
                ["who", "combatants", "side"],
                Whom::These,
            )?;
            let keys = ["to", "observers", "to_side"];
            let observers = Crowd::ask(f, keys, ["observers", "combatants", "side"], Whom::All)?;
            Ok((seeing, targets, observers))
        })?;
    let said = Says::AreSeen {
        who: Capital(targets.clone()),
        how: seeing,
        by: observers.clone(),
    };
    cx.act(None, said);
    let level = match seeing {
        Seeing::Usual => None,
        Seeing::Clear => Some(Visibility::Clear),
        Seeing::Concealed => Some(Visibility::Concealed),
        Seeing::Invisible => Some(Visibility::Invisible),
        Seeing::Unfound => Some(Visibility::Unfound),
    };
    for target in targets.members(cx.now()) {
        see(cx, target, &observers, level);
    }
    out_of_sight(cx);
    Ok(())
}

/// Sets the visibility of one combatant to some observers.
fn see(cx: &mut Resolver<'_>, target: Id, observers: &Crowd, level: Option<Visibility>) {
    let mut sight = Sight::of(cx.now(), target).clone();
    match observers {
        Crowd::All {} => {
            let needs_no_light = sight.needs_no_light;
            let hidden = level.is_some_and(|level| level >= Visibility::Invisible);
            sight = Sight {
                needs_no_light,
                hidden: sight.hidden.filter(|_| hidden),
                behind: sight.behind && hidden,
                ..Sight::default()
            };
            cx.set(target, at::visibility, level.unwrap_or_default());
        }
        Crowd::Side { side } => {
            let now = cx.now();
            sight.ones.retain(|id, _| now.get(*id).side != *side);
            match level {
                Some(level) => sight.sides.insert(*side, level),
                None => sight.sides.remove(side),
            };
        }
        Crowd::These { who } => {
            for id in who {
                match level {
                    Some(level) => sight.ones.insert(*id, level),
                    None => sight.ones.remove(id),
                };
            }
        }
    }
    cx.keep_part(Some(target), sight);
}

/// Hides combatants: each makes a Stealth check. The result is the target number of the observers' Perception checks
/// (SEC-17).
pub fn hide(cx: &mut Resolver<'_>) -> Step<()> {
    let (hiders, observers) = cx.form("hide", None, "Who hides from whom?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| fighter(now, *id).able());
        let hiders = f.pick(
            "hiders",
            "who hides",
            there,
            1,
            usize::MAX,
            now.turn.into_iter().collect(),
        );
        let others = || there().filter(|id| !hiders.contains(id));
        let foe = |id: &Id| !hiders.first().is_some_and(|first| now.allied(*id, *first));
        let foes = others().filter(foe).collect();
        f.others("cannot act");
        let observers = f.pick("observers", "observers", others, 0, usize::MAX, foes);
        Ok((hiders, observers))
    })?;
    let who = hiders.clone();
    cx.act(None, Says::Hide { who });
    let total = |id: &Id| cover::effective(cx.now(), *id) == Cover::Total;
    let (covered, open): (Vec<Id>, Vec<Id>) = hiders.iter().copied().partition(total);
    let hidden = stealth(cx, &open)?;
    let watching = if hidden.is_empty() {
        &[]
    } else {
        observers.as_slice()
    };
    let noticing = perception(cx, watching)?;
    for (id, dc) in hidden {
        let saw = noticing.iter().filter(|(_, total)| *total >= dc);
        let noticed: Vec<Id> = saw.map(|(observer, _)| *observer).collect();
        let said = match noticed.as_slice() {
            [] => Says::IsUnseen { who: id },
            some => Says::IsSeenBy {
                who: id,
                by: some.to_vec(),
            },
        };
        cx.act(id, said);
        Sight::change(cx, id, |sight| {
            sight.hidden = Some(dc);
            sight.behind = false;
            sight.noticed = noticed;
        });
    }
    for id in covered {
        cx.act(id, Says::IsBehindCover { who: id });
        Sight::change(cx, id, |sight| sight.behind = true);
    }
    out_of_sight(cx);
    Ok(())
}

/// Rolls Stealth for each hiding combatant (SEC-17).
fn stealth(cx: &mut Resolver<'_>, hiders: &[Id]) -> Step<Vec<(Id, i64)>> {
    let now = cx.now();
    let roll = |id: Id| {
        let one = fighter(now, id);
        let cover = cover::effective(now, id).index();
        let cover = Covers::of(now, i64::try_from(cover).unwrap_or(0)).target();
        let bonus = Tally::new()
            .plus("stealth", one.skill(Skill::Stealth))
            .plus("scale", -one.scale())
            .plus("cover", cover);
        let skill = Skill::Stealth;
        let roll = Roll::new("stealth", id, Says::SkillRoll { skill }, Dice::d(6));
        (id, roll.bonus(bonus))
    };
    let rolls = hiders.iter().copied().map(roll).collect();
    all_at_once(cx, "stealth", "Stealth", rolls)
}

/// Rolls Perception for each observer (SEC-17).
fn perception(cx: &mut Resolver<'_>, observers: &[Id]) -> Step<Vec<(Id, i64)>> {
    let now = cx.now();
    let roll = |id: &Id| {
        let skill = Skill::Perception;
        let bonus = Tally::new().plus("perception", fighter(now, *id).skill(skill));
        let roll = Roll::new("perception", *id, Says::SkillRoll { skill }, Dice::d(6));
        (*id, roll.bonus(bonus))
    };
    let rolls = observers.iter().map(roll).collect();
    all_at_once(cx, "perception", "Perception", rolls)
}

/// Makes a check for each combatant and logs the results one by one.
fn all_at_once(
    cx: &mut Resolver<'_>,
    key: &'static str,
    title: &'static str,
    rolls: Vec<(Id, Roll)>,
) -> Step<Vec<(Id, i64)>> {
    let (who, rolls): (Vec<Id>, Vec<Roll>) = rolls.into_iter().unzip();
    let thrown = cx.rolls(key, title, rolls.clone())?;
    for (roll, thrown) in rolls.iter().zip(&thrown) {
        cx.log_throw(roll, thrown);
    }
    let totals = thrown.iter().map(|thrown| thrown.total);
    Ok(who.into_iter().zip(totals).collect())
}

/// Marks combatants as surprised by some or all others (SEC-18, SEC-19).
pub fn surprised(cx: &mut Resolver<'_>) -> Step<()> {
    let (victims, by) = cx.form(
        "surprise",
        None,
        "Who is surprised, and by which combatants?",
        |f| {
            let now = f.now;
            let keys = ["of", "targets", "side"];
            let victims = Crowd::ask(f, keys, ["who", "combatants", "side"], Whom::These)?;
            let there = || now.present().filter(|id| fighter(now, *id).able());
            let by = f.hint(|| "none: by everyone").pick(
                "by",
                "attackers",
                there,
                0,
                usize::MAX,
                Vec::new(),
            );
            Ok((victims, by))
        },
    )?;
    let said = Says::AreSurprised {
        who: Capital(victims.clone()),
        by: match by.as_slice() {
            [] => Crowd::All {},
            some => Crowd::These { who: some.to_vec() },
        },
    };
    cx.act(None, said);
    let members: Vec<Id> = victims.members(cx.now());
    for id in members {
        if fighter(cx.now(), id).out() {
            continue;
        }
        if by.is_empty() {
            surprise::mark(cx, id, None);
        }
        for attacker in by.iter().filter(|one| **one != id) {
            surprise::mark(cx, id, Some(*attacker));
        }
    }
    Ok(())
}
