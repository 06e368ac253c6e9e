//! Text of a plan: complete for the log and the menus, without targets for the pane, which shows their letters.

use crate::encounter::Encounter;
use crate::values::{Id, Words as _};

use crate::systems::split_round::state::other_act::{Deed, DeedKind};
use crate::systems::split_round::state::plan::{Blow, Bonus, Main, Plan};

/// Returns the name of an act.
pub fn deed(deed: &Deed) -> String {
    match deed.kind {
        DeedKind::Something if deed.what.trim().is_empty() => "something".to_owned(),
        DeedKind::Something => deed.what.trim().to_owned(),
        kind if deed.weapon.is_empty() => kind.label().to_owned(),
        kind => format!("{}, {}", kind.label(), deed.weapon),
    }
}

/// Returns the name of a bonus action.
pub fn bonus(plan: &Plan) -> String {
    match plan.bonus_what.trim() {
        "" => plan.bonus.label().to_owned(),
        what => what.to_owned(),
    }
}

/// Returns the weapon, spell or act of the plan, for use in reasons.
pub fn thing(plan: &Plan) -> String {
    match (plan.bonus_what.trim(), plan.bonus) {
        ("", Bonus::Potion) => "potion".to_owned(),
        ("", Bonus::Item) => "magic item".to_owned(),
        _ => bonus(plan),
    }
}

/// Returns the text of a plan, its distance last: "longbow on Cultist, drinks a potion, 30 ft".
pub fn plan(now: &Encounter, plan: &Plan) -> String {
    words(plan, &|targets| match targets {
        [] => String::new(),
        targets => format!(" at {}", now.names(targets)),
    })
}

/// Returns the text of a plan without its targets.
pub fn brief(plan: &Plan) -> String {
    words(plan, &|_| String::new())
}

/// Returns the targets of a plan, each once.
pub fn targets(plan: &Plan) -> Vec<Id> {
    let blows = plan.blows.iter().chain(&plan.off_hand);
    let mut all: Vec<Id> = blows.filter_map(|blow| blow.target).collect();
    all.extend(&plan.targets);
    all.sort();
    all.dedup();
    all
}

fn words(plan: &Plan, on: &impl Fn(&[Id]) -> String) -> String {
    let mut parts: Vec<String> = Vec::new();
    if plan.stand {
        parts.push("stands up".to_owned());
    }
    if plan.charge {
        parts.push("charges".to_owned());
    }
    match plan.main {
        Main::Attack if plan.rush => {
            let target = plan.blows.first().and_then(|blow| blow.target);
            parts.push(format!("bull rush{}", on(target.as_slice())));
        }
        Main::Attack => parts.extend(blows(&plan.blows, on)),
        Main::Cast => parts.push(format!("{}{}", plan.spell, on(&plan.targets))),
        Main::Other => parts.push(deed(&plan.deed)),
        Main::GoOn => parts.push("continues".to_owned()),
        Main::Nothing => {}
    }
    parts.extend(plan.off_hand.iter().map(|one| blow(one, on)));
    if plan.bonus != Bonus::None {
        parts.push(bonus(plan));
    }
    if plan.gone {
        parts.push("gets away".to_owned());
    }
    if plan.feet > 0 {
        parts.push(format!("{} ft", plan.feet));
    }
    if plan.contested.is_some() {
        parts.push("contested".to_owned());
    }
    if parts.is_empty() {
        parts.push("nothing".to_owned());
    }
    parts.join(", ")
}

fn blow(blow: &Blow, on: &impl Fn(&[Id]) -> String) -> String {
    let sneak = if blow.sneak { ", sneak" } else { "" };
    format!("{}{}{sneak}", blow.weapon, on(blow.target.as_slice()))
}

/// Groups equal attacks: "longsword on Cultist twice".
fn blows(all: &[Blow], on: &impl Fn(&[Id]) -> String) -> Vec<String> {
    let mut told: Vec<(usize, String)> = Vec::new();
    for one in all {
        let words = blow(one, on);
        match told.last_mut() {
            Some((times, last)) if *last == words => *times += 1,
            _ => told.push((1, words)),
        }
    }
    let word = |(times, words): (usize, String)| match times {
        1 => words,
        2 => format!("{words} twice"),
        times => format!("{words} {times} times"),
    };
    told.into_iter().map(word).collect()
}
