//! Defences against hits (SEC-83 to SEC-87, SEC-104, SEC-105).

use std::borrow::Cow;

use super::gear::{no_arm, no_hands};
use super::{mounts, surprise};
use crate::systems::prelude::*;
use crate::systems::seconds::says::{Defenceless, Says};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{AgainstArea, Cover, Defence, Kind};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::cover;
use crate::systems::seconds::state::fighter::{defender, fighter};
use crate::systems::seconds::state::mounts::on_the_move;

/// Attack to defend against.
#[derive(Clone, Debug)]
pub struct Threat {
    pub by: Id,
    /// Name of the weapon.
    pub with: String,
    /// DC of a defence.
    pub dc: Tally,
    /// True if foes are on two sides of the defender (SEC-73).
    pub flanked: bool,
    /// For an area attack, true if its damage can be dodged (SEC-104, SEC-105).
    pub area: Option<bool>,
}

/// Outcome of a defence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defended {
    No,
    /// Reduction of the damage.
    Reduced(i64),
    Negated,
}

/// Amount that a dodge subtracts from the damage of an area (SEC-104).
const DODGED: i64 = 3;

/// Option for defending against a hit.
#[derive(Clone, Debug)]
struct Way {
    word: String,
    label: String,
    bonus: Tally,
    gives: Defended,
    refused: Option<String>,
}

/// Returns the reason why a combatant cannot defend at all; `None` if they can (SEC-85, RD-18).
fn defenceless(now: &Encounter, target: Id) -> Option<Defenceless> {
    let one = fighter(now, target);
    if one.object() {
        Some(Defenceless::Object)
    } else if one.dead() {
        Some(Defenceless::Dead)
    } else if one.helpless() {
        Some(Defenceless::Helpless)
    } else if surprise::defenceless(now, target) {
        Some(Defenceless::Surprised)
    } else {
        None
    }
}

/// Asks the target of a hit for a defence and rolls it (SEC-83, SEC-84).
pub fn defend(cx: &mut Resolver<'_>, target: Id, threat: &Threat) -> Step<Defended> {
    if let Some(why) = defenceless(cx.now(), target) {
        if why != Defenceless::Object {
            cx.note_aside(target, Says::CannotDefend { who: target, why });
        }
        return Ok(Defended::No);
    }
    let title = say!(
        cx.now(),
        "{} hits {} with {}. Which defence?",
        cx.name(threat.by),
        cx.name(target),
        threat.with
    );
    let way = cx.form("defend", target, title, |f| {
        // The GM may overrule that the mount takes a hand (SEC-121).
        let free = f.ahead("allowed", false);
        let ways = ways(f.now, target, threat, free);
        let best = (ways.iter().enumerate())
            .filter(|(_, way)| way.refused.is_none() && way.gives != Defended::No)
            .filter(|(_, way)| needed(way, threat) <= 6)
            .max_by_key(|(place, way)| (way.bonus.total(), std::cmp::Reverse(*place)));
        let preset = best.map_or(ways.len() - 1, |(place, _)| place);
        let tell = |way: &Way| {
            let choice = Choice::new(&way.word, &way.label).hint(hint(way, threat));
            choice.unless(way.refused.as_ref())
        };
        let way = f.one_of("how", "defence", &ways, preset, |way| &way.word, tell);
        if on_the_move(f.now, fighter(f.now, target).flesh) {
            f.hint(|| "the mount takes one hand");
            f.toggle("allowed", "GM allows both hands", false);
        }
        f.need(way, "no defence is possible")
    })?;
    if cx.shows() {
        let all = ways(cx.now(), target, threat, false);
        let told = all.iter().filter_map(|way| match &way.refused {
            None if way.gives == Defended::No => None,
            None => Some(format!("{} {}", way.label, hint(way, threat))),
            Some(why) => {
                let mount = mounts::REASONS.contains(&why.as_str());
                mount.then(|| format!("no {}: {why}", way.label))
            }
        });
        let told: Vec<String> = told.collect();
        cx.show(target, told.join("; "));
    }
    if way.gives == Defended::No {
        cx.note(Says::DoesNotDefend { who: target });
        return Ok(Defended::No);
    }
    let name = cx.name(target);
    let title = say!(cx.now(), "{name} defends: {}", way.label);
    let label = || way.label.clone().into();
    let told = Says::DefenceTold {
        who: target,
        way: label(),
    };
    let roll = Roll::new(
        "defence",
        target,
        Says::DefenceRoll { way: label() },
        Dice::d(6),
    )
    .title(title)
    .told(told)
    .bonus(way.bonus)
    .at_least(threat.dc.total())
    .reasons(threat.dc.clone())
    .against("DC")
    .words("defended", "not defended");
    if cx.roll(roll)?.passed() {
        Ok(way.gives)
    } else {
        Ok(Defended::No)
    }
}

/// Returns the lowest roll that defends, at least 1. Above 6, no roll defends.
fn needed(way: &Way, threat: &Threat) -> i64 {
    (threat.dc.total() - way.bonus.total()).max(1)
}

/// Returns the bonus of a defence and the number needed.
fn hint(way: &Way, threat: &Threat) -> String {
    let effect = match way.gives {
        Defended::No => return "no roll".to_owned(),
        Defended::Reduced(less) => format!(", -{less} damage"),
        Defended::Negated => String::new(),
    };
    match needed(way, threat) {
        7.. => format!("{:+}, cannot succeed", way.bonus.total()),
        needed => format!("{:+}, needs {needed}+{effect}", way.bonus.total()),
    }
}

/// Returns all defences, impossible ones with the reason. The last option is no defence.
fn ways(now: &Encounter, target: Id, threat: &Threat, free: bool) -> Vec<Way> {
    let one = fighter(now, target);
    let mind = fighter(now, defender(now, one.flesh));
    let held = one.has(is::HELD);
    let always = Tally::new()
        .plus("flanked", -i64::from(threat.flanked))
        .plus("flat-footed", surprise::penalty(now, target, threat.by));
    let with = |label: Cow<'static, str>, bonus: i64, more: Tally| {
        let mut tally = Tally::new().plus(label, bonus);
        tally.parts.extend(always.parts.iter().cloned());
        tally.parts.extend(more.parts);
        tally
    };
    let way = |skill: Skill, word: &str, gives, more, refused: Option<&str>| Way {
        word: word.to_owned(),
        label: word.to_owned(),
        bonus: with(skill.label().into(), mind.skill(skill), more),
        gives,
        refused: refused.map(str::to_owned),
    };
    let clumsy = Tally::new().plus("held", -i64::from(held));
    let evades = mind.directing().any(|mind| mind.evasion())
        || cover::effective(now, target) == Cover::Heavy;
    let (dodging, no_dodge) = dodge(threat, evades);
    let mut all = vec![
        way(
            Skill::Shield,
            "block",
            Defended::Negated,
            Tally::new(),
            no_block(now, target, free),
        ),
        way(Skill::Reflex, "dodge", dodging, clumsy, no_dodge),
    ];
    if threat.area.is_none() {
        all.push(way(
            Skill::Weapon,
            "parry",
            Defended::Negated,
            Tally::new(),
            no_parry(now, target, free),
        ));
    }
    for defence in mind.mind.other_defences().iter().map(Defence) {
        let gives = match (threat.area, defence.area()) {
            (None, _) | (Some(_), AgainstArea::Negates) => Defended::Negated,
            (Some(_), AgainstArea::Reduces) => Defended::Reduced(DODGED),
            (Some(_), AgainstArea::No) => continue,
        };
        all.push(Way {
            word: defence.name().to_owned(),
            label: defence.name().to_owned(),
            bonus: with(
                defence.name().to_owned().into(),
                defence.bonus(),
                Tally::new(),
            ),
            gives,
            refused: None,
        });
    }
    // Defences without an effect are left out.
    all.retain(|way| way.gives != Defended::No || way.refused.is_some());
    all.push(Way {
        word: "none".to_owned(),
        label: "none".to_owned(),
        bonus: Tally::new(),
        gives: Defended::No,
        refused: None,
    });
    all
}

/// Returns the effect of a dodge, or the reason why there is none (SEC-104, SEC-105).
fn dodge(threat: &Threat, evades: bool) -> (Defended, Option<&'static str>) {
    match threat.area {
        None => (Defended::Negated, None),
        Some(_) if evades => (Defended::Negated, None),
        Some(true) => (Defended::Reduced(DODGED), None),
        Some(false) => (Defended::No, Some("only with Evasion")),
    }
}

/// Returns the reason why a combatant cannot block; `None` if they can (SEC-83).
fn no_block(now: &Encounter, target: Id, free: bool) -> Option<&'static str> {
    let one = fighter(now, target);
    if !one.body.has_shield() {
        Some("no shield")
    } else if one.body.shield_destroyed() {
        Some("shield destroyed")
    } else if one.has(is::HELD) {
        Some("held")
    } else {
        let mount = || mounts::no_shield(now, target).filter(|_| !free);
        no_arm(now, target).or_else(mount)
    }
}

/// Returns the reason why a combatant cannot parry; `None` if they can (SEC-83).
fn no_parry(now: &Encounter, target: Id, free: bool) -> Option<&'static str> {
    if fighter(now, target).has(is::HELD) {
        return Some("held");
    }
    let weapons = fighter(now, target).weapons();
    let fit = |weapon: &Weapon| {
        weapon.kind() == Kind::Melee
            && weapon.drawn()
            && !weapon.item_destroyed()
            && weapon.place.is_some()
    };
    let barred = |weapon: &Weapon| {
        let mount = || mounts::no_weapon(now, target, weapon).filter(|_| !free);
        no_hands(now, target, weapon).or_else(mount)
    };
    let drawn = weapons.iter().filter(|weapon| fit(weapon)).map(barred);
    drawn.reduce(Option::and).unwrap_or(Some("no weapon drawn"))
}
