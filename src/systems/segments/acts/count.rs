//! One count of the ladder: opening, actions and close (4.7).

use crate::encounter::Event;
use crate::systems::common::moments::{ACTION_END, NEXT_ACTION};
use crate::systems::common::sentences::tell_mutual;
use crate::systems::prelude::*;

use crate::systems::segments::combat::{casting, land, leave, move_on};
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{at, is};
use crate::systems::segments::state::{
    Deeds, Hits, Kind, Phase, Progress, Round, Slot, due_on, fighter, first_due, next_count,
};

/// Returns the next due slot on the open count, in asking order.
pub fn due(now: &Encounter) -> Option<&Slot> {
    first_due(now, Round::of(now).count?, Kind::acts)
}

/// Function that resolves a due action.
type Played = fn(&mut Resolver<'_>, &Slot) -> Step<()>;

/// Resolves the due action of a combatant on the open count, unless a GM ruling has removed the action in the meantime.
pub fn act(cx: &mut Resolver<'_>, who: Id, kind: Kind, play: Played) -> Step<()> {
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

/// Opens the next count: shields and potions, free attacks on withdrawing combatants, steps, casting starts and Free
/// Actions (SEG-52).
pub fn open(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(count) = next_count(cx.now()) else {
        return cx.broken("there is no count to open");
    };
    Round::change(cx, |round| {
        round.phase = Phase::Act;
        round.count = Some(count);
    });
    let works = |kind| matches!(kind, Kind::Shield | Kind::Potion);
    for slot in due_on(cx.now(), count, works) {
        let (who, count) = (slot.who, slot.count);
        let mut said = Says::PotionWorks { who, count };
        if slot.kind == Kind::Shield {
            said = Says::ShieldReady { who, count };
            cx.set(who, at::shield_ready, true);
        }
        cx.act(who, said);
        slot.finish(cx, Progress::Done, "");
    }
    leave(cx, count)?;
    for slot in due_on(cx.now(), count, |kind| kind == Kind::Cast) {
        casting::start(cx, &slot);
    }
    for slot in due_on(cx.now(), count, |kind| kind == Kind::Free) {
        let (who, count) = (slot.who, slot.count);
        let what = slot.what.clone().into();
        cx.act(who, Says::FreeAction { who, count, what });
        slot.finish(cx, Progress::Done, "");
    }
    Ok(())
}

/// Closes the open count. Hits land in the order rolled, which is the asking order. Then casting and aiming that end on
/// this count are cleared, and combatants who move after their last attack start to move (SEG-52 to SEG-54).
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(count) = Round::of(cx.now()).count else {
        return cx.broken("there is no count to close");
    };
    let stored = Hits::of(cx.now()).booked.clone();
    let mut targets: Vec<Id> = stored.iter().map(|hit| hit.target).collect();
    targets.sort();
    targets.dedup();
    if !stored.is_empty() {
        let said = Says::CountCloses {
            whom: targets.clone(),
            count,
            hits: stored.len() as i64,
        };
        cx.act(None, said);
    }
    targets.retain(|id| fighter(cx.now(), *id).active());
    for hit in &stored {
        land(cx, hit)?;
    }
    targets.retain(|id| !fighter(cx.now(), *id).active());
    let struck = |by, target| {
        let mut hits = stored.iter();
        hits.any(|hit| hit.by == by && hit.target == target)
    };
    tell_mutual(cx, &targets, struck);
    Hits::default().put(cx);
    for id in cx.now().ids() {
        // DEF from DEX, skill and shield returns once the spell is released or lost (SEG-117).
        let casting = cx.get(id).condition(is::CASTING);
        let released = casting.is_some_and(|casting| casting.value >= count);
        if released || casting::open_release(cx.now(), id).is_none() {
            cx.lose(id, is::CASTING, "", "");
        }
        // A shot uses up the kept aim (SEG-102).
        if Deeds::of(cx.now(), id).shot == Some(count) {
            cx.lose(id, is::AIM_KEPT, "", "");
        }
    }
    move_on(cx, count)?;
    Round::change(cx, |round| round.phase = Phase::Between);
    Ok(())
}
