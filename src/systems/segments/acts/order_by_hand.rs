//! The ladder by hand.

use crate::resolver::{Choice, Resolver, Step, act};

use crate::systems::segments::combat::{lose_spell, open_release};
use crate::systems::segments::state::{LAST_COUNT, Progress, Round, Slot, slots, slots_of};

crate::words! {
    /// What becomes of an action on the ladder that the GM changes.
    enum Becomes {
        /// It is due.
        Due = "due" "due on this count",
        /// It is struck off.
        Lost = "lost",
    }
}

/// The ladder changed by hand: another count for an action, an action struck off or given back.
pub fn shift(cx: &mut Resolver<'_>) -> Step<()> {
    let (slot, becomes, count) = cx.form("shift", None, "The ladder by hand", |f| {
        let now = f.now;
        let open = slots(now).filter(|slot| slot.progress != Progress::Done);
        let all: Vec<(String, &Slot)> = open
            .map(|slot| (format!("{}-{}", slot.who.letter(), slot.number), slot))
            .collect();
        let tell = |(key, slot): &(String, &Slot)| {
            let label = format!("{}: {} on {}", now.name(slot.who), slot.what, slot.count);
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
    let told = match becomes {
        Becomes::Lost => format!("on {} is struck off", slot.count),
        Becomes::Due => format!("comes on {count}"),
    };
    let (name, what) = (cx.name(who), &slot.what);
    act!(cx, who, &[who], "{name}'s {what} {told}.");
    if lost && open_release(cx.now(), who).is_some_and(|open| open.number == slot.number) {
        lose_spell(cx, who, "ruled");
    } else if lost {
        slot.ended(Progress::Lost, on, "ruled").put(cx);
    } else {
        let mut moved = slot.ended(Progress::Due, None, "ruled");
        moved.count = count;
        moved.put(cx);
    }
    Ok(())
}
