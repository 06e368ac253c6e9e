//! Sight, lighting, rest and forced movement.

use crate::systems::prelude::*;
use crate::systems::segments::combat::{check_degree, loses_all, struck_while_casting};
use crate::systems::segments::says::{Loss, Says};
use crate::systems::segments::sheet::{Circumstance, is, lights};
use crate::systems::segments::state::{Attribute, Scene, UNSEEN, active, fighter};

/// Sets which combatants cannot see each other (SEG-79).
pub fn unseen(cx: &mut Resolver<'_>) -> Step<()> {
    let (blind, foes) = cx.form("unseen", None, "Who cannot see whom?", |f| {
        let now = f.now;
        let all = active(now);
        let from = || all.iter().copied();
        let blind = f.pick("blind", "who", from, 1, usize::MAX, Vec::new());
        let others = || from().filter(|id| !blind.contains(id));
        let linked = |id: &Id| blind.iter().any(|one| now.linked(UNSEEN, *one, *id));
        let linked = others().filter(linked).collect();
        let foes = f.pick("foes", "cannot see", others, 0, usize::MAX, linked);
        let senses = |id: &&Id| fighter(now, **id).sheet.targeting_sense();
        let sees = blind.iter().find(senses);
        f.refuse_if(sees.map(|id| format!("{} has a targeting sense", now.name(*id))))?;
        Ok((blind, foes))
    })?;
    let (who, whom) = (blind.clone(), foes.clone());
    let said = if foes.is_empty() {
        Says::CanSeeEveryone { who }
    } else {
        Says::CannotSee { who, whom }
    };
    cx.act(None, said);
    for from in blind {
        cx.unlink_all(|link| link.kind == UNSEEN && link.from == from);
        for to in &foes {
            cx.link(UNSEEN, from, *to);
        }
    }
    Ok(())
}

/// Changes the lighting of the place (SEG-84).
pub fn light(cx: &mut Resolver<'_>) -> Step<()> {
    let light = cx.form("light", None, "Change the light", |f| {
        let place = &Scene::of(f.now).lighting;
        Ok(light_row(f, place))
    })?;
    let said = Says::Light {
        light: light.label.to_string().into(),
    };
    cx.act(None, said);
    let lighting = light.key;
    Scene { lighting }.put(cx);
    Ok(())
}

/// Asks for the lighting.
pub fn light_row(f: &mut Form<'_>, preset: &str) -> Circumstance {
    row(f, "lighting", "light", &lights(f.now), preset)
}

/// Asks for one kind of circumstance. If `preset` is not in the list, the first entry is the default.
pub fn row(
    f: &mut Form<'_>,
    key: &str,
    label: &str,
    all: &[Circumstance],
    preset: &str,
) -> Circumstance {
    let preset = all.iter().position(|one| *one.key == *preset).unwrap_or(0);
    let tell = |one: &Circumstance| Choice::new(&*one.key, &*one.label);
    let one = f.choice(key, label, all, preset, |one| &one.key, tell);
    one.unwrap_or_default()
}

/// Sets which combatants are at rest. Stuck missiles do not bleed at rest (SEG-107).
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let from: Vec<Id> = cx.now().present().collect();
    let mut resting = from.clone();
    resting.retain(|id| cx.get(*id).has(is::AT_REST));
    let (title, all) = ("Who is resting?", from.clone());
    let chosen = cx.pick("rest", None, title, all, 0, usize::MAX, resting)?;
    let who = chosen.clone();
    cx.act(None, Says::AtRest { who });
    for id in from {
        if chosen.contains(&id) {
            cx.gain(id, Condition::new(is::AT_REST), "");
        } else {
            cx.lose(id, is::AT_REST, "", "");
        }
    }
    Ok(())
}

/// Records that a combatant is forced to move (SEG-26, SEG-122).
pub fn forced(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, by) = cx.form("forced", None, "Force a combatant to move", |f| {
        let able = active(f.now);
        let still = |id: &Id| fighter(f.now, *id).has(is::NO_MOVEMENT);
        let still = able.iter().copied().find(still);
        let who = f.pick_one("who", "who", || able.iter().copied(), still);
        let by = f.text("by", "cause", "");
        Ok((f.need(who, "pick who is forced to move")?, by))
    })?;
    let by = Some(by.trim()).filter(|by| !by.is_empty());
    let by = by.map(|by| by.to_owned().into());
    cx.act(who, Says::ForcedToMove { who, by });
    // The combatant has left the place from which they aimed (SEG-102).
    cx.lose(who, is::AIM_KEPT, "", "");
    if !fighter(cx.now(), who).has(is::NO_MOVEMENT) {
        return struck_while_casting(cx, who);
    }
    loses_all(cx, who, Loss::Forced);
    let what = Says::DexToStand {};
    if check_degree(cx, "forced-dex", who, what, Attribute::Dex, 2)? > 2 {
        cx.gain(who, Condition::new(is::PRONE), Says::Prone {});
    }
    Ok(())
}
