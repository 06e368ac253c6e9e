//! Initiative and the counting down of the numbers (3. Determine Initiative Order, CTD-26 to CTD-48).

use super::maneuver::Maneuver;
use super::schema::{CastingWindow, Options, RerollInitiative, at, is};
use super::sheet::{ENGAGED, fighter, part};
use super::spell;
use super::state::{Casting, Cycle, Hold, Kept, Phase, Slot};
use super::wounds;
use crate::act;
use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};
use crate::tally::Tally;

/// What is added to the initiative die (CTD-26).
fn bonus(now: &Encounter, id: Id) -> Tally {
    let one = fighter(now, id);
    Tally::new()
        .plus("DEX", one.dex_mod())
        .plus("blinded", if one.has(is::BLINDED) { -2 } else { 0 })
}

/// Everybody who has declared rolls d6 + DEX, all in one prompt, in roster order (CTD-26, CTD-27).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    let once = Options(&cx.now().options).reroll_initiative() == RerollInitiative::Once;
    let all = super::declare::declared(cx.now());
    let (keep, roll): (Vec<Id>, Vec<Id>) = all
        .into_iter()
        .partition(|id| once && Kept::of(cx.now(), *id).number.is_some());
    let rolls: Vec<Roll> = roll
        .iter()
        .map(|id| {
            Roll::new("initiative", *id, "initiative", Dice::d(6)).bonus(bonus(cx.now(), *id))
        })
        .collect();
    let thrown = cx.rolls("initiative", "Initiative", rolls)?;
    let mut numbers: Vec<(i64, Id, String)> = Vec::new();
    for (id, rolled) in roll.iter().zip(thrown) {
        let mut sum = Tally::new().always("", rolled.total - bonus(cx.now(), *id).total());
        for part in bonus(cx.now(), *id).parts {
            sum.add(part.label, part.value);
        }
        let made_of = if sum.parts.len() > 1 {
            format!(" ({})", sum.sum_text())
        } else {
            String::new()
        };
        if once {
            // What is kept is the number of somebody who sees.
            let blinded = i64::from(cx.get(*id).has(is::BLINDED)) * 2;
            let number = Some(rolled.total + blinded);
            Kept { number }.put(cx, *id);
        }
        numbers.push((rolled.total, *id, made_of));
    }
    for id in keep {
        let kept = Kept::of(cx.now(), id).number.unwrap_or(0);
        let blinded = cx.get(id).has(is::BLINDED);
        let (number, made_of) = if blinded {
            (kept - 2, format!(" ({kept} - 2 blinded)"))
        } else {
            (kept, " (kept)".to_owned())
        };
        numbers.push((number, id, made_of));
    }
    for (number, id, _) in &numbers {
        cx.set(*id, at::initiative, Some(*number));
    }
    numbers.sort_by_key(|(number, id, _)| (-number, *id));
    let said: Vec<String> = numbers
        .iter()
        .map(|(number, id, made_of)| format!("{}: {number}{made_of}", cx.name(*id)))
        .collect();
    let about: Vec<Id> = numbers.iter().map(|(_, id, _)| *id).collect();
    if !said.is_empty() {
        act!(cx, None, &about, "Initiative: {}.", said.join(", "));
    }
    Cycle::change(cx, |cycle| cycle.phase = Phase::Count);
    Ok(())
}

/// The next number that somebody has who neither acted nor holds (CTD-28).
pub fn next_number(now: &Encounter) -> Option<i64> {
    now.present()
        .map(|id| fighter(now, id))
        .filter(|one| one.able() && !one.acted() && one.slot().hold == Hold::None)
        .filter_map(|one| one.initiative())
        .max()
}

/// Everybody who holds, in roster order.
pub fn holders(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| {
            let one = fighter(now, *id);
            one.able() && !one.acted() && one.slot().hold != Hold::None
        })
        .collect()
}

/// A number is called (CTD-28).
pub fn call(cx: &mut Resolver<'_>) -> Step<()> {
    let Some(number) = next_number(cx.now()) else {
        return Ok(());
    };
    // After the last count the GM may have given somebody an action again.
    Cycle::change(cx, |cycle| cycle.bottom = false);
    open(cx, number);
    let on = on_count(cx.now());
    act!(cx, None, &on, "Count {number}: {}.", cx.now().names(&on));
    Ok(())
}

fn open(cx: &mut Resolver<'_>, number: i64) {
    Cycle::change(cx, |cycle| {
        cycle.count = number;
        cycle.index += 1;
        cycle.open = true;
        cycle.started = false;
        cycle.first = None;
    });
}

/// Everybody who acts on the count that is open, those who have done so included: whoever has its number, joined, or
/// waits for one of them (CTD-30, CTD-41, CTD-46).
pub fn on_count(now: &Encounter) -> Vec<Id> {
    let cycle = Cycle::of(now);
    if !cycle.open {
        return Vec::new();
    }
    let index = Some(cycle.index);
    let mut on: Vec<Id> = now
        .ids()
        .filter(|id| {
            let one = fighter(now, *id);
            let slot = one.slot();
            if slot.acted_on == index {
                return true;
            }
            let called =
                !cycle.bottom && slot.hold == Hold::None && one.initiative() == Some(cycle.count);
            one.able() && !one.acted() && (called || slot.joined == index)
        })
        .collect();
    loop {
        let more: Vec<Id> = now
            .present()
            .filter(|id| {
                let one = fighter(now, *id);
                let waits = match one.slot().hold {
                    Hold::For(other) => on.contains(&other),
                    _ => false,
                };
                !on.contains(id) && one.able() && !one.acted() && waits
            })
            .collect();
        if more.is_empty() {
            on.sort();
            return on;
        }
        on.extend(more);
    }
}

/// Who still has to act on this count, in prompt order: whom the GM wants first, those who mean to hold, declared
/// charges, then the others, each in roster order (CTD-31).
pub fn queue(now: &Encounter) -> Vec<Id> {
    let first = Cycle::of(now).first;
    let mut left: Vec<Id> = on_count(now)
        .into_iter()
        .filter(|id| fighter(now, *id).able() && !fighter(now, *id).acted())
        .collect();
    left.sort_by_key(|id| {
        let one = fighter(now, *id);
        // Who means to hold says so before those who wait for it are asked.
        let holds = one.does(Maneuver::Hold) && one.slot().hold == Hold::None;
        let holds = holds && one.slot().joined.is_none();
        let charges = one.does(Maneuver::Charge);
        (Some(*id) != first, !holds, !charges, *id)
    });
    left
}

/// Casters whose delayed spell comes just before somebody on this count, in roster order (CTD-47).
pub fn just_before(now: &Encounter) -> Vec<Id> {
    let on = on_count(now);
    holders(now)
        .into_iter()
        .filter(|id| match fighter(now, *id).slot().hold {
            Hold::Before(other) => on.contains(&other) && !fighter(now, other).acted(),
            _ => false,
        })
        .collect()
}

/// Whether holders can still join this count: nothing has been done on it (CTD-42).
pub fn joinable(now: &Encounter) -> bool {
    let cycle = Cycle::of(now);
    cycle.open && !cycle.started && !cycle.bottom
}

/// Empty numbers above the one called, on which a holder can be released: from and to (CTD-42).
pub fn empty_numbers(now: &Encounter) -> Option<(i64, i64)> {
    let cycle = Cycle::of(now);
    let least = cycle.count + 1;
    let most = cycle.previous? - 1;
    let touched = now
        .ids()
        .any(|id| fighter(now, id).slot().acted_on == Some(cycle.index));
    (joinable(now) && !touched && least <= most).then_some((least, most))
}

/// A holder joins this count (CTD-42).
pub fn join(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Cycle { index, count, .. } = *Cycle::of(cx.now());
    Slot::change(cx, who, |slot| {
        slot.joined = Some(index);
        slot.hold = Hold::None;
    });
    act!(cx, who, &[], "{} acts on count {count}.", cx.name(who));
    Ok(())
}

/// A holder acts on an empty number before the one called (CTD-42).
pub fn early(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some((least, most)) = empty_numbers(cx.now()) else {
        return cx.refuse("there is no empty number before this one");
    };
    let title = format!("On which number does {} act?", cx.name(who));
    let number = if least == most {
        least
    } else {
        cx.number("number", who, title, least, most, least)?
    };
    open(cx, number);
    join(cx, who)
}

/// No number is left: those who still hold are asked once, and all who act do so together (CTD-45).
pub fn bottom(cx: &mut Resolver<'_>) -> Step<()> {
    let all = holders(cx.now());
    let most = all.len();
    let preset = all.clone();
    let acting = cx.pick(
        "bottom",
        None,
        "No number is left: who of those who hold acts now?",
        all.clone(),
        0,
        most,
        preset,
    )?;
    Cycle::change(cx, |cycle| cycle.bottom = true);
    let number = Cycle::of(cx.now()).count - 1;
    open(cx, number);
    let index = Cycle::of(cx.now()).index;
    let text = match acting.as_slice() {
        [] => "Nobody who held acts any more.".to_owned(),
        some => format!("Last count, of those who held: {}.", cx.now().names(some)),
    };
    cx.act(None, &all, text);
    for id in all {
        if acting.contains(&id) {
            Slot::change(cx, id, |slot| {
                slot.joined = Some(index);
                slot.hold = Hold::None;
            });
        } else {
            cx.set(id, at::acted, true);
            Slot::change(cx, id, |slot| slot.hold = Hold::None);
        }
    }
    Ok(())
}

/// The count is done: everything booked on it takes effect together (CTD-38).
pub fn close(cx: &mut Resolver<'_>) -> Step<()> {
    let cycle = Cycle::of(cx.now());
    let when = if cycle.bottom {
        "End of the last count.".to_owned()
    } else {
        format!("End of count {}.", cycle.count)
    };
    wounds::settle(cx, &when)?;
    let remembers = Options(&cx.now().options).casting_window() == CastingWindow::SinceDeclaration;
    for id in cx.now().ids() {
        let slot = Slot::of(cx.now(), id);
        if slot.casting != Casting::None || (slot.aimed && !remembers) {
            Slot::change(cx, id, |slot| {
                slot.casting = Casting::None;
                slot.aimed &= remembers;
            });
        }
    }
    Cycle::change(cx, |cycle| {
        cycle.open = false;
        cycle.first = None;
        cycle.previous = Some(cycle.count);
    });
    Ok(())
}

/// What is left to do on the open count before it is closed, if everybody on it has acted.
pub fn pending(now: &Encounter) -> Pending {
    if !spell::at(now, Casting::Begun).is_empty() {
        return Pending::Saves;
    }
    let released = spell::at(now, Casting::Safe);
    let lost = spell::at(now, Casting::Lost);
    match released.into_iter().chain(lost).min() {
        Some(caster) => Pending::Spell(caster),
        None => Pending::Close,
    }
}

/// See [`pending`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Saves of attacked casters.
    Saves,
    /// A spell is released.
    Spell(Id),
    /// The count is closed.
    Close,
}

/// Somebody else on this count is resolved first (CTD-31).
pub fn first(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    Cycle::change(cx, |cycle| cycle.first = Some(who));
    Ok(())
}

/// The GM closes or opens the distance between two (CTD-50).
pub fn engage(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Who is within 5 feet of whom?";
    let (who, with) = cx.form("engage", None, title, |f| {
        let now = f.now;
        let all = || now.present().filter(|id| fighter(now, *id).up());
        let who = f.pick_one("who", "who", all, all().next());
        let who = f.need(who, "name somebody")?;
        let foes = || all().filter(|id| !now.allied(who, *id));
        let near = fighter(now, who).engaged();
        let with = f.pick("with", "engaged with", foes, 0, foes().count(), near);
        Ok((who, with))
    })?;
    act!(
        cx,
        None,
        &[who],
        "{} is engaged with {}.",
        cx.name(who),
        cx.now().names(&with)
    );
    let before = fighter(cx.now(), who).engaged();
    for other in before.iter().filter(|id| !with.contains(id)) {
        part(cx, who, *other);
    }
    for other in with {
        cx.link(ENGAGED, who.min(other), who.max(other));
    }
    Ok(())
}
