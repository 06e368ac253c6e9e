//! Plain morale step for rule systems without morale rules (option `plain_morale`, off by default).
//!
//! At the end of a round a system calls [`check`]. It asks for a morale roll for each group that is not run by players
//! and has a new trigger: the first casualty, the loss of half the group, or a fallen leader. The GM types the dice and
//! the target number, and chooses what a broken group does.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter};
use crate::resolver::{Choice, Refused, Resolver, Roll, Step};
use crate::systems::common::says::{Says, Trigger};
use crate::values::{Argument as _, Commas, Id, Is, PartKind, SideId, Words as _};

crate::words! {
    /// Reaction of a broken group.
    pub enum Reaction {
        /// Runs away and leaves the fight.
        Flee = "flee" "they flee",
        /// Lays down its arms.
        Surrender = "surrender" "they surrender",
        /// Fights on despite the failed roll.
        Stand = "stand" "they fight on",
    }

    /// Rolls with which a group holds.
    pub enum Passes {
        /// At most the target number.
        AtMost = "at_most" "target number or lower",
        /// At least the target number.
        AtLeast = "at_least" "target number or higher",
    }
}

crate::records! {
    /// Settings of the last morale roll.
    pub struct Habit in "morale" {
        /// Dice of the roll; 2d6 the first time.
        pub dice: Option<Dice>,
        /// Rolls with which groups hold.
        pub passes: Passes,
        /// Target number; 7 the first time.
        pub number: Option<i64>,
    }

    /// Triggers already covered by a morale roll.
    pub struct Shaken in "shaken" {
        /// Known triggers by the side and name of each group.
        pub known: BTreeMap<(SideId, String), Vec<Trigger>>,
    }
}

/// Returns the parts of the fight that a system with this step saves.
pub fn parts() -> Vec<PartKind> {
    crate::parts![Habit, Shaken]
}

/// Group, with the triggers that have shaken the group.
struct Group {
    key: (SideId, String),
    name: String,
    standing: Vec<Id>,
    shaken: Vec<Trigger>,
}

/// Asks for a morale roll for every group with a new trigger since the last check. `lost` returns true for combatants
/// who count as casualties, `leads` for leaders, whose fall shakes the group. The remaining members of a broken group
/// gain `fled` or `surrendered`, unless they fight on. Returns the combatants who fled or surrendered.
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
        let why = Commas(fresh.clone());
        Shaken::change(cx, |shaken| {
            let known = shaken.known.entry(group.key.clone()).or_default();
            known.extend(fresh);
        });
        let is = match roll(cx, &group, why)? {
            Some(Reaction::Flee) => fled,
            Some(Reaction::Surrender) => surrendered,
            Some(Reaction::Stand) | None => continue,
        };
        broken.extend(group.standing.into_iter().map(|id| (id, is)));
    }
    for (id, is) in &broken {
        cx.gain(*id, Condition::new(*is).because(Says::Morale {}), "");
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

/// Asks the GM for one morale roll; returns the reaction of the group if the roll fails.
fn roll(cx: &mut Resolver<'_>, group: &Group, why: Commas<Trigger>) -> Step<Option<Reaction>> {
    let title = format!("Morale of {}: {}", group.name, why.show(cx.now()));
    let throw = cx.form("morale", None, title.clone(), |f| {
        let habit = Habit::of(f.now);
        if !f.toggle("check", "check morale", true) {
            return Ok(None);
        }
        let usual = habit
            .dice
            .as_ref()
            .map_or("2d6".to_owned(), Dice::to_string);
        let dice = f.text("dice", "dice", &usual);
        let passes = f.option("passes", "passes on", habit.passes);
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
    let (whom, name) = (group.standing.clone(), Cow::from(group.name.clone()));
    let said = Says::MoraleShaken {
        whom: whom.clone(),
        group: name.clone(),
        why,
    };
    cx.act(None, said);
    let roll = Roll::new("morale-roll", None, Says::MoraleRoll {}, dice)
        .title(title)
        .words("holds", "breaks");
    let roll = match passes {
        Passes::AtLeast => roll.at_least(number),
        Passes::AtMost => roll.at_most(number),
    };
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let title = format!("The morale of {} breaks. What do they do?", group.name);
    let tell = |one: &Reaction| Choice::of(*one);
    let reaction = cx.one_of("morale-fails", None, title, Reaction::ALL, 0, tell)?;
    cx.note(match reaction {
        Reaction::Flee => Says::GroupFlees { whom, group: name },
        Reaction::Surrender => Says::GroupSurrenders { whom, group: name },
        Reaction::Stand => Says::GroupStands { whom, group: name },
    });
    Ok(Some(reaction))
}
