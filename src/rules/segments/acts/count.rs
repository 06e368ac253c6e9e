//! One count of the ladder, from its opening over what acts on it to its close (4.7).

use crate::act;
use crate::encounter::{Encounter, Event, Id, Resolver, Step};
use crate::rules::common::moments::{ACTION_END, NEXT_ACTION};
use crate::rules::common::pending::tell_mutual;

use crate::rules::segments::combat::casting;
use crate::rules::segments::combat::movement::move_on;
use crate::rules::segments::combat::withdraw::leave;
use crate::rules::segments::combat::wounds::land;
use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::people::in_asking_order;
use crate::rules::segments::sheet::schema::{at, is};
use crate::rules::segments::state::deeds::Deeds;
use crate::rules::segments::state::hits::{Hit, Hits};
use crate::rules::segments::state::ladder::{Kind, Progress, Slot, due_on, next_count};
use crate::rules::segments::state::round::{Phase, Round};

/// What is due on the open count and acts, in asking order.
pub fn due(now: &Encounter) -> Option<&Slot> {
    let due: Vec<&Slot> = due_on(now, Round::of(now).count?)
        .filter(|slot| slot.kind.acts() && slot.stands(now))
        .collect();
    let ids = in_asking_order(now, due.iter().map(|slot| slot.who).collect());
    let first = *ids.first()?;
    due.into_iter().find(|slot| slot.who == first)
}

/// Plays what is due of somebody on the open count. Rulings made meanwhile may have taken it away.
pub fn act(
    cx: &mut Resolver<'_>,
    who: Id,
    kind: Kind,
    play: fn(&mut Resolver<'_>, &Slot) -> Step<()>,
) -> Step<()> {
    let is = |slot: &&Slot| slot.who == who && slot.kind == kind;
    let Some(slot) = due(cx.now()).filter(is).cloned() else {
        return Ok(());
    };
    cx.emit(Event::Turn { who: Some(who) });
    cx.moment(who, NEXT_ACTION);
    play(cx, &slot)?;
    cx.moment(who, ACTION_END);
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Opens the next count: shields and potions, free attacks on who leaves, steps, casting starts and Free Actions
/// (SEG-52).
pub fn open(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(count) = next_count(cx.now()) else {
        return cx.broken("there is no count to open");
    };
    Round::change(cx, |round| {
        round.phase = Phase::Act;
        round.count = Some(count);
    });
    for slot in due_of(cx.now(), count, &[Kind::Shield, Kind::Potion]) {
        let who = slot.who;
        if slot.kind == Kind::Shield {
            act!(
                cx,
                who,
                &[who],
                "Count {count}: {}'s shield is ready.",
                cx.name(who)
            );
            cx.set(who, at::shield_ready, true);
        } else {
            act!(
                cx,
                who,
                &[who],
                "Count {count}: {}'s potion takes effect; the GM applies it.",
                cx.name(who)
            );
        }
        slot.ended(Progress::Done, Some(count), "").put(cx);
    }
    leave(cx, count)?;
    for slot in due_of(cx.now(), count, &[Kind::Cast]) {
        casting::start(cx, &slot);
    }
    for slot in due_of(cx.now(), count, &[Kind::Free]) {
        act!(
            cx,
            slot.who,
            &[slot.who],
            "Count {count}: {}, {}.",
            cx.name(slot.who),
            slot.what
        );
        slot.ended(Progress::Done, Some(count), "").put(cx);
    }
    Ok(())
}

/// Slots of these kinds that are due on a count, in asking order.
fn due_of(now: &Encounter, count: i64, kinds: &[Kind]) -> Vec<Slot> {
    let all: Vec<&Slot> = due_on(now, count)
        .filter(|slot| kinds.contains(&slot.kind) && slot.stands(now))
        .collect();
    let mut ids: Vec<Id> = all.iter().map(|slot| slot.who).collect();
    ids.dedup();
    in_asking_order(now, ids)
        .into_iter()
        .flat_map(|id| all.iter().filter(move |slot| slot.who == id))
        .map(|slot| Slot::clone(slot))
        .collect()
}

/// Closes the open count: its hits land in the order rolled, which is the asking order; then casting and aiming that end
/// here, then who moves on after its last attack (SEG-52 to SEG-54).
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(count) = Round::of(cx.now()).count else {
        return cx.broken("there is no count to close");
    };
    let stored = Hits::of(cx.now()).booked.clone();
    let mut targets: Vec<Id> = stored.iter().map(|hit| hit.target).collect();
    targets.sort();
    targets.dedup();
    if !stored.is_empty() {
        let text = if stored.len() == 1 {
            format!("Count {count} closes.")
        } else {
            format!("Count {count} closes: {} hits land together.", stored.len())
        };
        cx.act(None, &targets, text);
    }
    let up = |now: &Encounter, id: Id| fighter(now, id).active();
    targets.retain(|id| up(cx.now(), *id));
    for hit in &stored {
        land(cx, hit)?;
    }
    targets.retain(|id| !up(cx.now(), *id));
    tell_mutual(cx, &targets, |by, target| {
        let is_it = |hit: &Hit| hit.by == by && hit.target == target;
        stored.iter().any(is_it)
    });
    Hits::default().put(cx);
    end_casting(cx, count);
    end_kept_aim(cx, count);
    move_on(cx, count)?;
    Round::change(cx, |round| round.phase = Phase::Between);
    Ok(())
}

/// The guard is back once the spell is released or lost (SEG-117).
fn end_casting(cx: &mut Resolver<'_>, count: i64) {
    for id in cx.now().ids() {
        let over = match cx.get(id).condition(is::CASTING) {
            None => false,
            Some(casting) => {
                casting.value >= count || casting::open_release(cx.now(), id).is_none()
            }
        };
        if over {
            cx.lose(id, is::CASTING, "", "");
        }
    }
}

/// A kept aim is spent with its shot (SEG-102).
fn end_kept_aim(cx: &mut Resolver<'_>, count: i64) {
    for id in cx.now().ids() {
        if Deeds::of(cx.now(), id).shot == Some(count) {
            cx.lose(id, is::AIM_KEPT, "", "");
        }
    }
}
