//! Resolution of the queue, one item after the other (4.8).

use crate::encounter::Event;
use crate::systems::prelude::*;

use super::declare::{get_away, thing};
use super::effect::{self, Effect};
use super::spell;
use crate::systems::common::moments::{ACTION_END, NEXT_ACTION};
use crate::systems::split_round::combat::strike::{Strike, Thrown};
use crate::systems::split_round::combat::{attack, losses, opportunity, other_acts, queue};
use crate::systems::split_round::says::{At, Says, Why, pushed_by};
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Delivery;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::other_act::DeedKind;
use crate::systems::split_round::state::plan::Bonus;
use crate::systems::split_round::state::sides::{foes, others};
use crate::systems::split_round::state::turn::{
    Item, ItemKind, Long, Progress, Turn, likely_foe, long,
};

/// Resolves the next item: first any held movement of the combatant, then the item (SPL-31, SPL-61 to SPL-67).
pub fn play(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some((first, place)) = queue::next(cx.now()).filter(|(first, _)| *first == who) else {
        // A ruling has removed the item in the meantime.
        return Ok(());
    };
    cx.moment(first, NEXT_ACTION);
    if Turn::of(cx.now(), who).held {
        arrive(cx, who)?;
    }
    // From now on the item counts as begun, so that losses affect only later items.
    cx.emit(Event::Turn { who: Some(first) });
    let item = Turn::of(cx.now(), who).items.get(place).cloned();
    if let Some(item) = item.filter(|item| item.progress == Progress::Due) {
        let (how, outcome) = come_up(cx, who, place, &item)?;
        Turn::ended(cx, who, place, how, &outcome);
    }
    cx.moment(first, ACTION_END);
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Resolves a held movement, which may still provoke attacks (SPL-31, SPL-43).
fn arrive(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = Turn::of(cx.now(), who).plan.clone();
    Turn::change(cx, who, |turn| turn.held = false);
    if opportunity::all(cx, who, &plan.leaves)? {
        cx.act(who, Says::DoesNotGetThrough { who });
        return Ok(());
    }
    cx.act(who, Says::GetsThrough { who });
    Turn::change(cx, who, |turn| turn.moved += plan.feet);
    get_away(cx, who, &plan);
    Ok(())
}

/// Resolves an item of the queue. Returns its progress and its outcome.
fn come_up(cx: &mut Resolver<'_>, who: Id, place: usize, item: &Item) -> Step<(Progress, String)> {
    let total = item.total();
    if fails(cx.now(), who, item) {
        let what = item.told().to_owned().into();
        cx.act(who, Says::FailsOnOne { who, what });
        losses::come_to_nothing(cx, who, item, &Why::NaturalOne {});
        return Ok((Progress::Lost, "natural 1".to_owned()));
    }
    match item.kind {
        ItemKind::Blow | ItemKind::OffHand => blow(cx, who, place, item),
        ItemKind::Rush => rush(cx, who, item),
        ItemKind::Spell => {
            let spell = fighter(cx.now(), who).spell(&item.what);
            let said = Says::Casts {
                who,
                spell: item.what.clone().into(),
                at: at(&item.targets),
                total,
                aimed: spell.is_some_and(|spell| spell.delivery() != Delivery::NoRoll),
            };
            cx.act(who, said);
            Ok((Progress::Done, spell::release(cx, who, item)?))
        }
        ItemKind::Move => Ok((Progress::Done, "gets through".to_owned())),
        ItemKind::Deed => {
            let what = item.what.clone().into();
            cx.act(who, Says::Acts { who, what, total });
            let outcome = deed(cx, who, item)?;
            forestall(cx, who);
            Ok((Progress::Done, outcome))
        }
        ItemKind::Bonus => {
            let what = item.what.clone().into();
            cx.act(who, Says::Acts { who, what, total });
            let plan = &Turn::of(cx.now(), who).plan;
            let usual = match plan.bonus {
                Bonus::Potion => Effect::Heals,
                _ => Effect::Nothing,
            };
            let what = thing(plan);
            Ok((Progress::Done, effect::play(cx, who, &what, usual)?))
        }
    }
}

/// Returns true if the house rule is set and a natural 1 on the order roll makes the act fail (SPL-81).
fn fails(now: &Encounter, who: Id, item: &Item) -> bool {
    let order = item.kind != ItemKind::Move && Strike::of(now, who, item).is_none();
    order && item.natural == 1 && Options::of(now).nat1_order_fails()
}

/// Resolves an act in place of the attacks, or a completed long action (SPL-25, SPL-28).
fn deed(cx: &mut Resolver<'_>, who: Id, item: &Item) -> Step<String> {
    let deed = match long(cx.now(), who) {
        Some(long) => long.deed.clone(),
        None => Turn::of(cx.now(), who).plan.deed.clone(),
    };
    Long::clear(cx, who);
    if deed.kind == DeedKind::Something {
        return effect::play(cx, who, &item.what, Effect::Nothing);
    }
    other_acts::play(cx, who, &deed)?;
    Ok("done".to_owned())
}

fn at(targets: &[Id]) -> Option<At> {
    let whom = targets.to_vec();
    (!whom.is_empty()).then_some(At::Targets { whom })
}

/// Returns the reason why a due attack is lost; `None` if it is possible (SPL-64, SPL-66).
fn lost(now: &Encounter, who: Id, item: &Item) -> Option<Why> {
    let Some(strike) = Strike::of(now, who, item) else {
        return Some(Why::NoWeapon {});
    };
    if let Some(why) = strike.weapon.unusable() {
        return Some(Why::Is { what: why.into() });
    }
    let target = strike.target;
    let out = fighter(now, target).out() && !item.anyway;
    out.then_some(Why::TargetOut { target })
}

/// Resolves a due attack (SPL-64, SPL-66, SPL-69 to SPL-82).
fn blow(cx: &mut Resolver<'_>, who: Id, place: usize, item: &Item) -> Step<(Progress, String)> {
    let Some(mut strike) = Strike::of(cx.now(), who, item) else {
        return Ok((Progress::Lost, "no weapon".to_owned()));
    };
    if let Some(why) = lost(cx.now(), who, item) {
        let usable = strike.weapon.unusable().is_none();
        match retarget(cx, who, strike.weapon.name(), usable)? {
            Some(target) => {
                strike.target = target;
                Turn::change(cx, who, |turn| turn.items[place].targets = vec![target]);
            }
            None => {
                let outcome = why.show(cx.now());
                cx.act(who, Says::LosesAttack { who, why });
                return Ok((Progress::Lost, outcome));
            }
        }
    }
    let target = strike.target;
    let thrown = Thrown::of(item);
    let hits = strike.hits(cx.now(), target, thrown);
    let said = Says::Attacks {
        by: who,
        target,
        weapon: item.what.clone().into(),
        total: thrown.total,
        ac: fighter(cx.now(), target).ac(),
        hits,
        natural: thrown.natural,
        modifier: item.modifier,
        decides: strike.forced(cx.now(), thrown),
    };
    cx.act(who, said);
    let outcome = attack::resolve(cx, &strike, thrown)?;
    Ok((Progress::Done, outcome))
}

/// Asks for another target for an attack whose target is down, if the house rule allows it and a foe is left (SPL-66).
fn retarget(cx: &mut Resolver<'_>, who: Id, weapon: &str, usable: bool) -> Step<Option<Id>> {
    let all = others(cx.now(), who);
    let alone = foes(cx.now(), who).next().is_none();
    if !Options::of(cx.now()).retarget() || !usable || alone {
        return Ok(None);
    }
    let title = say!(
        cx.now(),
        "{}'s {weapon}: the target is gone. Attack another target?",
        cx.name(who)
    );
    let likely = Vec::from_iter(likely_foe(cx.now(), who));
    Ok(cx
        .pick("retarget", who, title, all, 0, 1, likely)?
        .first()
        .copied())
}

/// Resolves a bull rush (SPL-24).
fn rush(cx: &mut Resolver<'_>, who: Id, item: &Item) -> Step<(Progress, String)> {
    if let Some(why) = lost(cx.now(), who, item) {
        let outcome = why.show(cx.now());
        cx.act(who, Says::LosesRush { who, why });
        return Ok((Progress::Lost, outcome));
    }
    let target = item.targets.first().copied().unwrap_or(who);
    let total = item.total();
    let ac = fighter(cx.now(), target).ac();
    // A natural 1 fails against any number.
    let (need, feet) = if item.natural == 1 {
        (ac, 0)
    } else {
        let title = say!(
            cx.now(),
            "{} bull rushes {} with {total}. Which total does it need?",
            cx.name(who),
            cx.name(target)
        );
        cx.form(
            "rush",
            who,
            title,
            |f: &mut Form<'_>| -> Filled<(i64, i64)> {
                let need = f.number("need", "target number", 1..=99, "", ac);
                let feet = f.number("pushed", "pushed on a success", 0..=999, "ft", 5);
                Ok((need, feet))
            },
        )?
    };
    let passed = item.natural != 1 && total >= need;
    let pushed = passed.then_some(feet);
    let said = Says::Rushes {
        by: who,
        target,
        total,
        need,
        pushed,
        natural: item.natural,
        decides: passed != (total >= need),
    };
    cx.act(who, said);
    Ok((Progress::Done, pushed_by(pushed)))
}

/// Cancels the held movements that a completed act prevents, and the items that need these movements (SPL-31).
fn forestall(cx: &mut Resolver<'_>, by: Id) {
    let now = cx.now();
    let kept_out = now.present().filter(|id| {
        let turn = Turn::of(now, *id);
        turn.held && turn.plan.contested == Some(by)
    });
    for mover in kept_out.collect::<Vec<Id>>() {
        cx.note(Says::DoesNotGetThrough { who: mover });
        Turn::change(cx, mover, |turn| turn.held = false);
        losses::lose(cx, mover, &Why::KeptOut {}, |item| !item.still);
    }
}

/// Removes an item of the queue by GM ruling (SPL-67).
pub fn impossible(cx: &mut Resolver<'_>) -> Step<()> {
    let now = cx.now();
    let due = queue::all(now)
        .into_iter()
        .filter(|(.., item)| item.progress == Progress::Due);
    let rows: Vec<(String, Id, usize, Item)> = due
        .map(|(who, place, item)| (format!("{}{place}", who.letter()), who, place, item.clone()))
        .collect();
    let (_, who, place, item) =
        cx.form("impossible", None, "What is no longer possible?", |f| {
            let tell = |(word, who, _, item): &(String, Id, usize, Item)| {
                Choice::new(word, told(f.now, *who, item))
            };
            let row = f.one_of("item", "item", &rows, 0, |row| &row.0, tell);
            f.need(row, "the queue is empty")
        })?;
    let said = Says::NoLongerPossible {
        who,
        what: item.told().to_owned().into(),
        at: at(&item.targets),
    };
    cx.act(who, said);
    Turn::ended(cx, who, place, Progress::Lost, "no longer possible");
    losses::come_to_nothing(cx, who, &item, &Why::Impossible {});
    Ok(())
}

/// Formats an item with its combatant: "Ann: axe at Orc".
fn told(now: &Encounter, who: Id, item: &Item) -> String {
    let (name, what) = (now.name(who), item.told());
    format!("{name}: {what}{}", at(&item.targets).show(now))
}
