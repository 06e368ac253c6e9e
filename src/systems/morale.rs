//! A plain morale step for rule systems that have none of their own (option `plain_morale`, off unless switched on).
//!
//! At the end of a round a system calls [`check`]. Groups that players do not run are asked about when something new
//! shakes them: the first casualty, half of them gone, a leader down. The GM types dice and target number and says
//! what the broken do.

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter};
use crate::resolver::{Choice, Refused, Resolver, Roll, Step, act, note};
use crate::values::{Id, Is, PartKind, SideId, Words as _};

crate::words! {
    /// What the broken do.
    pub enum Reaction {
        /// They leave the fight.
        Flee = "flee" "they flee",
        /// They lay down their arms.
        Surrender = "surrender" "they surrender",
        /// They fight on all the same.
        Stand = "stand" "they stand all the same",
    }

    /// On which side of the number a group holds.
    pub enum Passes {
        /// The number or less.
        AtMost = "at_most" "the number or less",
        /// The number or more.
        AtLeast = "at_least" "the number or more",
    }

    /// What shakes a group.
    pub enum Trigger {
        /// The first of it has fallen.
        First = "first" "first casualty",
        /// Half of it is gone.
        Half = "half" "half of them gone",
        /// Its leader is down.
        Leader = "leader" "the leader is down",
    }
}

crate::records! {
    /// How the GM rolled morale last.
    pub struct Habit in "morale" {
        /// The dice; 2d6 the first time.
        pub dice: Option<Dice>,
        /// On which side of the number they hold.
        pub passes: Passes,
        /// The number; 7 the first time.
        pub number: Option<i64>,
    }

    /// What has been asked about already.
    pub struct Shaken in "shaken" {
        /// What each group, by its side and name, was asked about.
        pub known: BTreeMap<(SideId, String), Vec<Trigger>>,
    }
}

/// The parts that a system with this step keeps.
pub fn parts() -> Vec<PartKind> {
    crate::parts![Habit, Shaken]
}

/// A group and what has shaken it.
struct Group {
    key: (SideId, String),
    name: String,
    standing: Vec<Id>,
    shaken: Vec<Trigger>,
}

/// Why those are out of the fight whom this step has broken: the cause of the condition.
pub const CAUSE: &str = "morale";

/// Asks about every group that something new has shaken since the last time. `lost` says who counts as lost, `leads`
/// whose fall shakes the group. Those who still stood in a broken group have `fled` or `surrendered` from now on, unless
/// they stand all the same; gives back who.
pub fn check(
    cx: &mut Resolver<'_>,
    lost: impl Fn(&Encounter, Id) -> bool,
    leads: impl Fn(&Encounter, Id) -> bool,
    fled: Is,
    surrendered: Is,
) -> Step<Vec<Id>> {
    let mut broken = Vec::new();
    for group in groups(cx.now(), &lost, &leads) {
        let known = Shaken::of(cx.now()).known.get(&group.key);
        let mut fresh = group.shaken.clone();
        fresh.retain(|one| known.is_none_or(|known| !known.contains(one)));
        if fresh.is_empty() {
            continue;
        }
        let why: Vec<&str> = fresh.iter().map(|one| one.label()).collect();
        Shaken::change(cx, |shaken| {
            let known = shaken.known.entry(group.key.clone()).or_default();
            known.extend(fresh);
        });
        let is = match roll(cx, &group, &why.join(", "))? {
            Some(Reaction::Flee) => fled,
            Some(Reaction::Surrender) => surrendered,
            Some(Reaction::Stand) | None => continue,
        };
        broken.extend(group.standing.into_iter().map(|id| (id, is)));
    }
    for (id, is) in &broken {
        cx.gain(*id, Condition::new(*is).because(CAUSE), "");
    }
    Ok(broken.into_iter().map(|(id, _)| id).collect())
}

fn groups(
    now: &Encounter,
    down: &impl Fn(&Encounter, Id) -> bool,
    leads: &impl Fn(&Encounter, Id) -> bool,
) -> Vec<Group> {
    let mut names: Vec<(SideId, &str)> = Vec::new();
    for id in now.ids() {
        let one = now.get(id);
        let players = now
            .sides
            .get(one.side.index())
            .is_some_and(|side| side.players);
        if !players && !names.contains(&(one.side, one.group.as_str())) {
            names.push((one.side, one.group.as_str()));
        }
    }
    names
        .into_iter()
        .filter_map(|(side, name)| group(now, side, name, down, leads))
        .collect()
}

fn group(
    now: &Encounter,
    side: SideId,
    name: &str,
    down: &impl Fn(&Encounter, Id) -> bool,
    leads: &impl Fn(&Encounter, Id) -> bool,
) -> Option<Group> {
    let members: Vec<Id> = now
        .ids()
        .filter(|id| now.get(*id).side == side && now.get(*id).group == name)
        .collect();
    let lost = |id: &Id| now.get(*id).gone || down(now, *id);
    let standing: Vec<Id> = members.iter().copied().filter(|id| !lost(id)).collect();
    let fallen = members.len() - standing.len();
    if standing.is_empty() || fallen == 0 {
        return None;
    }
    let leader = members.iter().any(|id| leads(now, *id) && lost(id));
    let mut shaken = vec![Trigger::First];
    if fallen * 2 >= members.len() {
        shaken.push(Trigger::Half);
    }
    if leader {
        shaken.push(Trigger::Leader);
    }
    let shown = if name.is_empty() {
        now.side_name(side)
    } else {
        name
    };
    Some(Group {
        key: (side, name.to_owned()),
        name: shown.to_owned(),
        standing,
        shaken,
    })
}

/// One morale roll as the GM types it; what they do if it fails.
fn roll(cx: &mut Resolver<'_>, group: &Group, why: &str) -> Step<Option<Reaction>> {
    let title = format!("Morale of {}: {why}", group.name);
    let throw = cx.form("morale", None, title.clone(), |f| {
        let habit = Habit::of(f.now);
        if !f.toggle("check", "morale is checked", true) {
            return Ok(None);
        }
        let usual = habit
            .dice
            .as_ref()
            .map_or("2d6".to_owned(), Dice::to_string);
        let dice = f.text("dice", "dice", &usual);
        let passes = f.option("passes", "holds on", habit.passes);
        let number = habit.number.unwrap_or(7);
        let number = f.number("number", "number", -100..=1_000, "", number);
        let dice = Dice::parse(dice.trim()).map_err(|not| Refused(not.to_string()))?;
        Ok(Some((dice, passes, number)))
    })?;
    let Some((dice, passes, number)) = throw else {
        return Ok(None);
    };
    Habit::change(cx, |habit| {
        habit.dice = Some(dice.clone());
        habit.passes = passes;
        habit.number = Some(number);
    });
    act!(cx, None, &group.standing, "{}: {why}.", group.name);
    let roll = Roll::new("morale-roll", None, "morale", dice)
        .title(title)
        .words("they hold", "they break");
    let roll = match passes {
        Passes::AtLeast => roll.at_least(number),
        Passes::AtMost => roll.at_most(number),
    };
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let title = format!("{} break: what do they do?", group.name);
    let tell = |one: &Reaction| Choice::of(*one);
    let reaction = cx.one_of("morale-fails", None, title, Reaction::ALL, 0, tell)?;
    let text = match reaction {
        Reaction::Flee => "flee",
        Reaction::Surrender => "surrender",
        Reaction::Stand => "stand all the same",
    };
    note!(cx, &group.standing, "{} {text}.", group.name);
    Ok(Some(reaction))
}
