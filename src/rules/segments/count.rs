//! One count of the ladder, from its opening over what acts on it to its close; and the end of the round (4.7, 4.16).

use crate::encounter::{Condition, Encounter, Ends, Event, Id, Resolver, Step};

use super::ladder::{Kind, Ladder, Progress, Slot, due_on, next_count};
use super::movement::{leave, move_on};
use super::plan::{Declared, plan};
use super::schema::{at, is, option};
use super::sheet::{active, fighter, in_asking_order};
use super::spells;
use super::state::{Ambush, Deeds, Hits, Phase, Round, WITHDRAWN};
use super::wounds::{bleed, land, rise};
use crate::act;
use crate::rules::morale;

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
///
/// # Errors
/// Passes on what it asks.
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
    play(cx, &slot)?;
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Opens the next count: chores end, free attacks on who leaves, steps, casting starts and Free Actions (SEG-52).
///
/// # Errors
/// Asks for free attacks.
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
        slot.ended(Progress::Done, Some(count), "").keep(cx);
    }
    leave(cx, count)?;
    for slot in due_of(cx.now(), count, &[Kind::Cast]) {
        spells::start(cx, &slot);
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
        slot.ended(Progress::Done, Some(count), "").keep(cx);
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

/// Closes the open count: stored hits land in the order booked, which is the asking order; then casting and aiming that
/// end here, then who moves on after its last attack (SEG-52 to SEG-54).
///
/// # Errors
/// Asks about interruptions and for DEX rolls.
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(count) = Round::of(cx.now()).count else {
        return cx.broken("there is no count to close");
    };
    let stored = Hits::of(cx.now()).booked.clone();
    if !stored.is_empty() {
        let mut targets: Vec<Id> = stored.iter().map(|hit| hit.target).collect();
        targets.sort();
        targets.dedup();
        let text = if stored.len() == 1 {
            format!("Count {count} closes.")
        } else {
            format!("Count {count} closes: {} hits land together.", stored.len())
        };
        cx.act(None, &targets, text);
    }
    for hit in stored {
        land(cx, &hit)?;
    }
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
            Some(casting) => casting.value >= count || spells::open_release(cx.now(), id).is_none(),
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

/// The end of a round, in the order of SEG-123, and the beginning of the next.
///
/// # Errors
/// Passes on what it asks.
pub fn round_end(cx: &mut Resolver<'_>) -> Step<()> {
    let round = cx.now().round;
    let bleeds = active(cx.now())
        .into_iter()
        .any(|id| fighter(cx.now(), id).bleed_per_round() > 0 && !cx.get(id).has(is::AT_REST));
    if bleeds {
        cx.act(None, &[], "The round ends: stuck missiles bleed.");
    }
    bleed(cx);
    keep_aims(cx);
    for id in cx.now().ids() {
        let over = |one: &Condition| matches!(one.ends, Ends::EndOfRound(last) if last <= round);
        let label = |key: &str| match is::named(key) {
            Some(is::STUNNED) => "stunned".to_owned(),
            _ => String::new(),
        };
        cx.lose_over(id, over, label, "");
        cx.lose(id, is::CASTING, "", "");
        Declared::change(cx, id, |declared| {
            if let Some(plan) = declared.this.take() {
                declared.last = Some(plan);
            }
        });
        Ladder::clear(cx, id);
        Deeds::clear(cx, id);
    }
    Hits::default().put(cx);
    Ambush::default().put(cx);
    let bonds: Vec<_> = cx
        .now()
        .links
        .iter()
        .filter(|link| link.kind == WITHDRAWN)
        .cloned()
        .collect();
    for bond in bonds {
        cx.unlink(WITHDRAWN, bond.from, bond.to);
    }
    plain_morale(cx)?;
    begin_round(cx, round + 1, false);
    Ok(())
}

/// The plain morale step, where it is switched on: this system has none of its own.
fn plain_morale(cx: &mut Resolver<'_>) -> Step<()> {
    if !cx.now().options.get(option::plain_morale) {
        return Ok(());
    }
    let broken = morale::check(
        cx,
        |now, id| !fighter(now, id).active(),
        |now, id| now.get(id).sheet.get(at::is_leader),
    )?;
    for (ids, reaction) in broken {
        let is = match reaction {
            morale::Reaction::Flee => is::FLED,
            morale::Reaction::Surrender => is::SURRENDERED,
            morale::Reaction::Stand => continue,
        };
        for id in ids {
            cx.gain(id, Condition::new(is), "");
        }
    }
    Ok(())
}

/// Careful Aim that left no attack is kept for the next round (SEG-102).
fn keep_aims(cx: &mut Resolver<'_>) {
    for id in cx.now().ids() {
        let unused = plan(cx.now(), id)
            .is_some_and(|plan| plan.aims && plan.attacks_left(cx.now(), id) == 0);
        let one = fighter(cx.now(), id);
        let aimed_in_vain = one.has(is::AIM_KEPT) && !one.has(is::AIMING);
        if unused && one.able() && one.has(is::AIMING) {
            let ends = Ends::EndOfRound(cx.now().round + 1);
            cx.gain(id, Condition::new(is::AIM_KEPT).ends(ends), "still aiming");
        } else if aimed_in_vain {
            cx.lose(id, is::AIM_KEPT, "", "");
        }
    }
}

/// A round begins with its declarations. Who was healed above the limit is up again (SEG-78).
pub fn begin_round(cx: &mut Resolver<'_>, number: u32, surprise: bool) {
    let text = if surprise {
        "The surprise round: who springs the ambush acts.".to_owned()
    } else {
        // A round lasts ten seconds (SEG-05).
        match number {
            0 | 1 => format!("Round {number}"),
            _ => format!(
                "Round {number}, {} seconds into the fight",
                10 * (number - 1)
            ),
        }
    };
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        rise(cx, id);
    }
    let begins = Round {
        begun: true,
        surprise,
        ..Round::default()
    };
    begins.put(cx);
}

/// The one side that has anybody active, if there is only one and others are in the fight (SEG-124).
pub fn lone_side(now: &Encounter) -> Option<String> {
    let mut sides: Vec<_> = active(now)
        .into_iter()
        .map(|id| now.get(id).faction)
        .collect();
    sides.sort();
    sides.dedup();
    match sides.as_slice() {
        [] => Some("Nobody".to_owned()),
        [one] => Some(now.faction_name(*one).to_owned()),
        _ => None,
    }
}

/// The GM plays on although one side is left (SEG-124).
///
/// # Errors
/// It asks nothing.
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.go_on = true);
    Ok(())
}
