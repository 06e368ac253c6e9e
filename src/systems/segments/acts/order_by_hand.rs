//! Changes of the ladder by the GM.

use std::borrow::Cow;

use crate::encounter::Encounter;
use crate::resolver::{Choice, Resolver, Step, act};

use super::initiative::carried;
use crate::systems::segments::combat::{lose_spell, open_release};
use crate::systems::segments::state::{
    CAST, Kind, LAST_COUNT, Progress, RELEASE, Round, Slot, slot as slot_of, slots, slots_of,
};

crate::words! {
    /// Change that the GM makes to an action on the ladder.
    enum Becomes {
        Due = "due" "due on this count",
        /// Removes the action.
        Lost = "lost",
    }
}

/// Changes the ladder: moves an action to another count, removes it or restores it.
pub fn shift(cx: &mut Resolver<'_>) -> Step<()> {
    let (slot, becomes, count) = cx.form("shift", None, "The ladder by hand", |f| {
        let now = f.now;
        let open = slots(now).filter(|slot| slot.progress != Progress::Done);
        let all: Vec<(String, &Slot)> = open
            .map(|slot| (format!("{}-{}", slot.who.letter(), slot.number), slot))
            .collect();
        let tell = |(key, slot): &(String, &Slot)| {
            let label = format!("{}: {} on {}", now.name(slot.who), called(slot), slot.count);
            Choice::new(key, label).hint(&slot.why)
        };
        let chosen = f.one_of("slot", "action", &all, 0, |(key, _)| key, tell);
        let (_, slot) = f.need(chosen, "there is nothing on the ladder to change")?;
        let becomes = f.option("becomes", "becomes", Becomes::Due);
        let most = Round::of(now).count.map_or(60, |open| open - 1);
        let most = most.max(LAST_COUNT);
        let preset = slot.count.clamp(LAST_COUNT, most);
        let count = f.number("count", "count", LAST_COUNT..=most, "", preset);
        let mut acts = slots_of(now, slot.who).iter().filter(|one| one.kind.acts());
        let taken = becomes == Becomes::Due
            && slot.kind.acts()
            && acts.any(|one| one.number != slot.number && one.count == count);
        f.refuse_if(taken.then(|| format!("{} acts on {count} already", now.name(slot.who))))?;
        Ok((slot.clone(), becomes, count))
    })?;
    let (who, on) = (slot.who, Round::of(cx.now()).count);
    let lost = becomes == Becomes::Lost;
    // The count distinguishes two attacks with the same weapon.
    let from = slot.count;
    let told = match becomes {
        Becomes::Lost => format!("is struck off (due on {from})"),
        Becomes::Due if count == from => format!("is due again, on {count}"),
        Becomes::Due if count > from => format!("comes earlier, on {count} instead of {from}"),
        Becomes::Due => format!("comes later, on {count} instead of {from}"),
    };
    let (name, what) = (cx.name(who), called(&slot));
    act!(cx, who, &[who], "{name}'s {what} {told}.");
    let spell = other_end(cx.now(), &slot);
    if lost && open_release(cx.now(), who).is_some_and(|open| open.number == slot.number) {
        lose_spell(cx, who, "ruled");
    } else if lost {
        for struck in std::iter::once(slot).chain(spell) {
            struck.ended(Progress::Lost, on, "ruled").put(cx);
        }
    } else {
        put_on(cx, slot, count, spell);
    }
    Ok(())
}

/// Returns the other end of a spell: the release of a spell that has not begun, or its start. One is never moved
/// without the other (SEG-117).
fn other_end(now: &Encounter, slot: &Slot) -> Option<Slot> {
    let number = match slot.kind {
        Kind::Cast => RELEASE,
        Kind::Release => CAST,
        _ => return None,
    };
    let other = slot_of(now, slot.who, number)?;
    (other.progress != Progress::Done).then(|| other.clone())
}

/// Puts an action on a count, together with the other end of its spell if that is still to come. A start moves its
/// release too, and carries the spell into the next round if the release would be too late (SEG-113, SEG-116).
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

/// Returns the name of the slot as a possession of a combatant.
fn called(slot: &Slot) -> Cow<'_, str> {
    match slot.kind {
        Kind::Cast => Cow::from(format!("start of {}", slot.what)),
        Kind::Release => Cow::from(format!("release of {}", slot.what)),
        Kind::Move => Cow::from("movement"),
        Kind::Shield => Cow::from("shield"),
        Kind::Potion => Cow::from("potion"),
        Kind::Attack | Kind::Other | Kind::Free => Cow::from(&slot.what),
    }
}
