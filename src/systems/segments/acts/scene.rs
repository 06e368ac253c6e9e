//! Sight, lighting, rest and forced movement.

use crate::encounter::Condition;
use crate::resolver::{Choice, Form, Resolver, Step, act};
use crate::values::Id;

use crate::systems::segments::combat::{check_degree, loses_all, struck_while_casting};
use crate::systems::segments::sheet::{Circumstance, is, lights};
use crate::systems::segments::state::{Attribute, Scene, UNSEEN, active, fighter};

/// Sets which combatants cannot see each other (SEG-79).
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
        let senses = |id: &&Id| fighter(now, **id).sheet.targeting_sense();
        let sees = blind.iter().find(senses);
        f.refuse_if(sees.map(|id| format!("{} has a targeting sense", now.name(*id))))?;
        Ok((blind, foes))
    })?;
    let (names, whom) = (cx.now().names(&blind), cx.now().names(&foes));
    if foes.is_empty() {
        act!(cx, None, &blind, "{names} can see everyone.")
    } else {
        act!(cx, None, &blind, "{names} cannot see {whom}.")
    }
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
    let light = cx.form("light", None, "The light changes", |f| {
        let place = &Scene::of(f.now).lighting;
        Ok(light_row(f, place))
    })?;
    act!(cx, None, &[], "The light: {}.", light.label);
    let lighting = light.key;
    Scene { lighting }.put(cx);
    Ok(())
}

/// Asks the row of the lighting.
pub fn light_row(f: &mut Form<'_>, preset: &str) -> Circumstance {
    row(f, "lighting", "light", &lights(f.now), preset)
}

/// Asks the row of one kind of circumstance. A preset that is not in the list becomes the first entry.
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

/// Sets if a combatant rests or exerts itself: stuck missiles do not bleed at rest (SEG-107).
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let from: Vec<Id> = cx.now().present().collect();
    let mut resting = from.clone();
    resting.retain(|id| cx.get(*id).has(is::AT_REST));
    let (title, all) = ("Who is at rest?", from.clone());
    let chosen = cx.pick("rest", None, title, all, 0, usize::MAX, resting)?;
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

/// Records that a combatant is forced to move (SEG-26, SEG-122).
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
    // The combatant has left the place from which it aimed (SEG-102).
    cx.lose(who, is::AIM_KEPT, "", "");
    if !fighter(cx.now(), who).has(is::NO_MOVEMENT) {
        return struck_while_casting(cx, who);
    }
    loses_all(cx, who, "forced to move");
    let what = "keeping its feet, DEX";
    if check_degree(cx, "forced-dex", who, what, Attribute::Dex, 2)? > 2 {
        cx.gain(who, Condition::new(is::PRONE), "prone");
    }
    Ok(())
}
