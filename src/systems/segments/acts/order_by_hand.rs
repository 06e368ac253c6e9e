//! The ladder by hand.

use std::borrow::Cow;

use crate::resolver::{Choice, Resolver, Step, act};

use crate::systems::segments::combat::{lose_spell, open_release};
use crate::systems::segments::state::{Kind, LAST_COUNT, Progress, Round, Slot, slots, slots_of};

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
    // Of two attacks with one weapon the count says which.
    let from = slot.count;
    let told = match becomes {
        Becomes::Lost => format!("is struck off (due on {from})"),
        Becomes::Due if count == from => format!("is due again, on {count}"),
        Becomes::Due if count > from => format!("comes earlier, on {count} instead of {from}"),
        Becomes::Due => format!("comes later, on {count} instead of {from}"),
    };
    let (name, what) = (cx.name(who), called(&slot));
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

/// What stands on the ladder, as a thing that somebody has.
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
