//! Initiative and ties (SEC-21 to SEC-24).

use std::collections::BTreeMap;

use crate::systems::prelude::*;
use crate::values::Semicolons;

use crate::systems::seconds::says::{Rolls, Says};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::order::{self, counts};
use crate::systems::seconds::state::round::{Initiative, Round};

/// Returns the bonus to an initiative die (SEC-21).
fn bonus(now: &Encounter, id: Id) -> Tally {
    let one = fighter(now, id);
    Tally::new()
        .plus("reflex", one.skill(Skill::Reflex))
        .plus("dexterity", one.body.dexterity())
        .plus("", one.mind.initiative_misc())
}

fn roll(now: &Encounter, id: Id) -> Roll {
    Roll::new("initiative", id, Says::InitiativeRoll {}, Dice::d(6)).bonus(bonus(now, id))
}

/// Rolls initiative for combatants without a place. Combatants with equal totals reroll until the tie is broken
/// (SEC-21, SEC-22, SEC-24).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    let began = !order::order(cx.now()).is_empty();
    let new = order::newcomers(cx.now());
    let mut wanted = new.clone();
    let mut rolled: Vec<Id> = Vec::new();
    let mut title = "Initiative";
    while !wanted.is_empty() {
        let rolls: Vec<Roll> = wanted.iter().map(|id| roll(cx.now(), *id)).collect();
        let thrown = cx.rolls("initiative", title, rolls.clone())?;
        for ((id, roll), thrown) in wanted.iter().zip(&rolls).zip(thrown) {
            cx.keep_throw(roll, &thrown, "initiative");
            Initiative::change(cx, *id, |own| own.rolls.push(thrown.total));
            rolled.push(*id);
        }
        let all: Vec<Id> = cx.now().ids().filter(|id| counts(cx.now(), *id)).collect();
        wanted = tied(cx.now(), &all, 0);
        wanted.sort();
        title = "Initiative: tied combatants roll again";
    }
    order::arrange(cx);
    let rolls = |id: &Id| Rolls::Rolled {
        who: *id,
        totals: Initiative::of(cx.now(), *id).rolls.clone(),
    };
    let all = order::order(cx.now()).to_vec();
    let rolled = all.iter().filter(|id| rolled.contains(id));
    let said = Says::Initiative {
        order: all.clone(),
        rolls: Semicolons(rolled.map(rolls).collect()),
    };
    cx.act(None, said);
    if began {
        for (place, id) in all.iter().enumerate().filter(|(_, id)| new.contains(id)) {
            let who = *id;
            cx.note(if place < Round::of(cx.now()).place {
                Says::ActsNextRound { who }
            } else {
                Says::ActsThisRound { who }
            });
        }
    }
    Ok(())
}

/// Returns the combatants who need another roll. The rolls of `among` are equal up to `place`. If some have no roll
/// there, these combatants roll; otherwise combatants who are still tied roll (SEC-22).
fn tied(now: &Encounter, among: &[Id], place: usize) -> Vec<Id> {
    let rolls = |id: &Id| &Initiative::of(now, *id).rolls;
    if among.len() < 2 {
        return Vec::new();
    }
    let lacks: Vec<Id> = (among.iter().copied())
        .filter(|id| rolls(id).len() <= place)
        .collect();
    if !lacks.is_empty() {
        return lacks;
    }
    let mut groups: BTreeMap<i64, Vec<Id>> = BTreeMap::new();
    for id in among {
        groups.entry(rolls(id)[place]).or_default().push(*id);
    }
    let groups = groups.into_values();
    groups
        .flat_map(|group| tied(now, &group, place + 1))
        .collect()
}

/// Decides by an initiative roll which combatant is first, without a change of the order (SEC-23).
pub fn contest(cx: &mut Resolver<'_>) -> Step<()> {
    let all = cx.form("contest", None, "Who is first?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        Ok(f.pick("who", "contestants", there, 2, usize::MAX, Vec::new()))
    })?;
    cx.act(None, Says::WhoIsFirst { who: all.clone() });
    let mut open = all;
    while open.len() > 1 {
        let rolls: Vec<Roll> = open.iter().map(|id| roll(cx.now(), *id)).collect();
        let thrown = cx.rolls("contest", "Who is first?", rolls.clone())?;
        for (roll, thrown) in rolls.iter().zip(&thrown) {
            cx.log_throw(roll, thrown);
        }
        let best = thrown.iter().map(|one| one.total).max();
        let first = open.iter().zip(&thrown);
        let first = first.filter(|(_, one)| Some(one.total) == best);
        open = first.map(|(id, _)| *id).collect();
    }
    cx.note(Says::IsFirst { who: open });
    Ok(())
}
