//! Changes of the ladder by the GM.

use super::initiative::carried;
use crate::systems::prelude::*;
use crate::systems::segments::combat::{lose_spell, open_release};
use crate::systems::segments::says::{LadderSlot, Loss, Says};
use crate::systems::segments::state::{
    CAST, Kind, LAST_COUNT, Progress, RELEASE, Round, Slot, slot as slot_of, slots, slots_of,
};

crate::words! {
    /// Change that the GM makes to an action on the ladder.
    enum Becomes {
        Due = "due" "due on this count",
        /// Removes the action from the ladder.
        Lost = "lost",
    }
}

/// Moves an action to another count of the ladder, removes it or restores it.
pub fn shift(cx: &mut Resolver<'_>) -> Step<()> {
    let (slot, becomes, count) = cx.form("shift", None, "Change the ladder", |f| {
        let now = f.now;
        let open = slots(now).filter(|slot| slot.progress != Progress::Done);
        let all: Vec<(String, &Slot)> = open
            .map(|slot| (format!("{}-{}", slot.who.letter(), slot.number), slot))
            .collect();
        let tell = |(key, slot): &(String, &Slot)| {
            let label = format!(
                "{}: {} on {}",
                now.name(slot.who),
                called(slot).show(now),
                slot.count
            );
            Choice::new(key, label).hint(&slot.why)
        };
        let chosen = f.one_of("slot", "action", &all, 0, |(key, _)| key, tell);
        let (_, slot) = f.need(chosen, "there are no actions on the ladder to change")?;
        let becomes = f.option("becomes", "change", Becomes::Due);
        let most = Round::of(now).count.map_or(60, |open| open - 1);
        let most = most.max(LAST_COUNT);
        let preset = slot.count.clamp(LAST_COUNT, most);
        let count = f.number("count", "count", LAST_COUNT..=most, "", preset);
        let mut acts = slots_of(now, slot.who).iter().filter(|one| one.kind.acts());
        let taken = becomes == Becomes::Due
            && slot.kind.acts()
            && acts.any(|one| one.number != slot.number && one.count == count);
        f.refuse_if(taken.then(|| format!("{} already acts on {count}", now.name(slot.who))))?;
        Ok((slot.clone(), becomes, count))
    })?;
    let (who, on) = (slot.who, Round::of(cx.now()).count);
    let lost = becomes == Becomes::Lost;
    // The count distinguishes two attacks with the same weapon.
    let from = slot.count;
    let entry = called(&slot);
    let said = match becomes {
        Becomes::Lost => Says::Removed {
            who,
            slot: entry,
            from,
        },
        Becomes::Due if count == from => Says::Restored {
            who,
            slot: entry,
            count,
        },
        Becomes::Due if count > from => Says::MovesUp {
            who,
            slot: entry,
            count,
            from,
        },
        Becomes::Due => Says::MovesDown {
            who,
            slot: entry,
            count,
            from,
        },
    };
    cx.act(who, said);
    let spell = other_end(cx.now(), &slot);
    if lost && open_release(cx.now(), who).is_some_and(|open| open.number == slot.number) {
        lose_spell(cx, who, Loss::Ruled);
    } else if lost {
        for struck in std::iter::once(slot).chain(spell) {
            struck.ended(Progress::Lost, on, "ruled").put(cx);
        }
    } else {
        put_on(cx, slot, count, spell);
    }
    Ok(())
}

/// Returns the other slot of a spell: the release for a start, or the start for a release, unless that slot is already
/// done. Start and release always move together (SEG-117).
fn other_end(now: &Encounter, slot: &Slot) -> Option<Slot> {
    let number = match slot.kind {
        Kind::Cast => RELEASE,
        Kind::Release => CAST,
        _ => return None,
    };
    let other = slot_of(now, slot.who, number)?;
    (other.progress != Progress::Done).then(|| other.clone())
}

/// Puts an action on a count, together with the other slot of its spell if that is still to come. Moving the start of a
/// spell moves its release too. If the release would be too late, the spell is carried into the next round (SEG-113,
/// SEG-116).
fn put_on(cx: &mut Resolver<'_>, slot: Slot, count: i64, spell: Option<Slot>) {
    let (who, open) = (slot.who, Round::of(cx.now()).count);
    let by = match slot.kind {
        Kind::Cast => count - slot.count,
        _ => 0,
    };
    let spell = spell.map(|spell| (spell.count + by, spell));
    let spell = spell.filter(|(count, _)| open.is_none_or(|open| *count < open));
    let late = spell.as_ref().is_some_and(|(count, _)| *count < LAST_COUNT);
    let name = slot.what.clone();
    for (count, mut moved) in std::iter::once((count, slot)).chain(spell) {
        moved.count = count.max(LAST_COUNT);
        let moved = if late {
            moved.ended(Progress::Lost, open, "carried")
        } else {
            moved.ended(Progress::Due, None, "ruled")
        };
        moved.put(cx);
    }
    if late {
        carried(cx, who, &name);
    }
}

/// Returns the name of the slot for sentences such as "Ana's movement".
fn called(slot: &Slot) -> LadderSlot {
    let what = || slot.what.clone().into();
    match slot.kind {
        Kind::Cast => LadderSlot::StartOf { spell: what() },
        Kind::Release => LadderSlot::ReleaseOf { spell: what() },
        Kind::Move => LadderSlot::Movement {},
        Kind::Shield => LadderSlot::Shield {},
        Kind::Potion => LadderSlot::Potion {},
        Kind::Attack | Kind::Other | Kind::Free => LadderSlot::Called { what: what() },
    }
}
