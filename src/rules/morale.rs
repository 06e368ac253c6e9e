//! A plain morale step for rule systems that have none of their own (option `plain_morale`, off unless switched on).
//!
//! At the end of a round a system calls [`check`]. Groups that players do not run are asked about when something new
//! shakes them: the first casualty, half of them gone, a leader down. The GM types dice and target number and says
//! what the broken do.

use crate::dice::Dice;
use crate::encounter::{Choice, Encounter, FactionId, Field, Id, Record, Resolver, Roll, Step};

/// Key of the option that switches the step on.
pub const OPTION: &str = "plain_morale";

/// Key of the sheet's flag for a leader, whose fall shakes its group.
pub const LEADER: &str = "is_leader";

/// Record that remembers how the GM rolled last.
const HABIT: &str = "morale";

/// What the broken do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reaction {
    /// They leave the fight.
    Flee,
    /// They lay down their arms.
    Surrender,
    /// They fight on all the same.
    Stand,
}

/// A group and what has shaken it.
struct Group {
    key: String,
    name: String,
    standing: Vec<Id>,
    shaken: Vec<(&'static str, &'static str)>,
}

/// Asks about every group that something new has shaken since the last time. `down` says who counts as lost. Gives
/// back those who still stood in each broken group, with what they do.
///
/// # Errors
/// [`crate::encounter::Stop`] until everything is answered.
pub fn check(
    cx: &mut Resolver<'_>,
    down: impl Fn(&Encounter, Id) -> bool,
) -> Step<Vec<(Vec<Id>, Reaction)>> {
    let mut broken = Vec::new();
    for group in groups(cx.now(), &down) {
        let mut known = cx.now().record(&group.key).cloned().unwrap_or_default();
        let fresh: Vec<&str> = group
            .shaken
            .iter()
            .filter(|(key, _)| !known.flag(key))
            .map(|(_, text)| *text)
            .collect();
        if fresh.is_empty() {
            continue;
        }
        for (key, _) in &group.shaken {
            known.set(key, true);
        }
        cx.record(&group.key, known);
        if let Some(reaction) = roll(cx, &group, &fresh.join(", "))? {
            broken.push((group.standing, reaction));
        }
    }
    Ok(broken)
}

fn groups(now: &Encounter, down: &impl Fn(&Encounter, Id) -> bool) -> Vec<Group> {
    let mut names: Vec<(FactionId, &str)> = Vec::new();
    for id in now.ids() {
        let one = now.get(id);
        let players = now
            .factions
            .get(one.faction.index())
            .is_some_and(|side| side.players);
        if !players && !names.contains(&(one.faction, one.group.as_str())) {
            names.push((one.faction, one.group.as_str()));
        }
    }
    names
        .into_iter()
        .filter_map(|(faction, name)| group(now, faction, name, down))
        .collect()
}

fn group(
    now: &Encounter,
    faction: FactionId,
    name: &str,
    down: &impl Fn(&Encounter, Id) -> bool,
) -> Option<Group> {
    let members: Vec<Id> = now
        .ids()
        .filter(|id| now.get(*id).faction == faction && now.get(*id).group == name)
        .collect();
    let lost = |id: &Id| now.get(*id).gone || down(now, *id);
    let standing: Vec<Id> = members.iter().copied().filter(|id| !lost(id)).collect();
    let fallen = members.len() - standing.len();
    if standing.is_empty() || fallen == 0 {
        return None;
    }
    let leader = members
        .iter()
        .any(|id| now.get(*id).sheet.flag(LEADER) && lost(id));
    let mut shaken = vec![("first", "first casualty")];
    if fallen * 2 >= members.len() {
        shaken.push(("half", "half of them gone"));
    }
    if leader {
        shaken.push(("leader", "the leader is down"));
    }
    let shown = if name.is_empty() {
        now.faction_name(faction)
    } else {
        name
    };
    Some(Group {
        key: format!("morale/{}/{name}", faction.0),
        name: shown.to_owned(),
        standing,
        shaken,
    })
}

/// One morale roll as the GM types it; what they do if it fails.
fn roll(cx: &mut Resolver<'_>, group: &Group, why: &str) -> Step<Option<Reaction>> {
    let title = format!("Morale of {}: {why}", group.name);
    let set = cx.fields("morale", None, title.clone(), |now, set| {
        let habit = now.record(HABIT);
        let dice = habit.map_or("2d6", |habit| habit.word("dice"));
        let number = habit.map_or(7, |habit| habit.int("number"));
        let passes = habit.map_or("at_most", |habit| habit.word("passes"));
        let mut fields = vec![Field::toggle("check", "morale is checked", true)];
        if set.has("check") && !set.flag("check") {
            return fields;
        }
        fields.extend([
            Field::text("dice", "dice", dice),
            Field::choice(
                "passes",
                "holds on",
                vec![
                    Choice::new("at_most", "the number or less"),
                    Choice::new("at_least", "the number or more"),
                ],
                passes,
            ),
            Field::number("number", "number", -100, 1_000, number),
        ]);
        fields
    })?;
    if !set.flag("check") {
        return Ok(None);
    }
    let dice = match Dice::parse(set.word("dice").trim()) {
        Ok(dice) => dice,
        Err(not) => return cx.refuse(not.to_string()),
    };
    let mut habit = Record::new();
    for key in ["dice", "passes", "number"] {
        if let Some(value) = set.get(key) {
            habit.set(key, value.clone());
        }
    }
    cx.record(HABIT, habit);
    cx.act(None, &group.standing, format!("{}: {why}.", group.name));
    let number = set.int("number");
    let roll = Roll::new("morale-roll", None, "morale", dice)
        .title(title)
        .words("they hold", "they break");
    let roll = match set.word("passes") {
        "at_least" => roll.at_least(number),
        _ => roll.at_most(number),
    };
    if cx.roll(roll)?.passed() {
        return Ok(None);
    }
    let options = vec![
        Choice::new("flee", "they flee"),
        Choice::new("surrender", "they surrender"),
        Choice::new("stand", "they stand all the same"),
    ];
    let title = format!("{} break: what do they do?", group.name);
    let chosen = cx.choose("morale-fails", None, title, options, "flee")?;
    let (reaction, text) = match chosen.as_str() {
        "surrender" => (Reaction::Surrender, "surrender"),
        "stand" => (Reaction::Stand, "stand all the same"),
        _ => (Reaction::Flee, "flee"),
    };
    cx.note(&group.standing, format!("{} {text}.", group.name));
    Ok(Some(reaction))
}
