//! Initiative (3. Determine Initiative Order, CTD-26 to CTD-29).

use crate::dice::{Dice, Tally};
use crate::encounter::Encounter;
use crate::resolver::{Resolver, Roll, Step, act};
use crate::values::Id;

use crate::systems::countdown::sheet::{Options, RerollInitiative, at, is};
use crate::systems::countdown::state::{Kept, Phase, Round, declarations, fighter};

/// Returns the initiative penalty for blindness (CTD-95).
fn blinded(now: &Encounter, id: Id) -> i64 {
    if now.get(id).has(is::BLINDED) { -2 } else { 0 }
}

/// Returns the bonus to the initiative die (CTD-26).
fn bonus(now: &Encounter, id: Id) -> Tally {
    Tally::new()
        .plus("DEX", fighter(now, id).dex_mod())
        .plus("blinded", blinded(now, id))
}

/// Rolls d6 + DEX for every combatant who has declared, in one prompt and in roster order (CTD-26, CTD-27).
pub fn initiative(cx: &mut Resolver<'_>) -> Step<()> {
    let once = Options::of(cx.now()).reroll_initiative() == RerollInitiative::Once;
    let all = declarations::open_and_done(cx.now()).1;
    let (keep, roll): (Vec<Id>, Vec<Id>) = all
        .into_iter()
        .partition(|id| once && Kept::of(cx.now(), *id).number.is_some());
    let die = |id| Roll::new("initiative", id, "initiative", Dice::d(6));
    let rolls = roll.iter().map(|id| die(*id).bonus(bonus(cx.now(), *id)));
    let rolls: Vec<Roll> = rolls.collect();
    let thrown = cx.rolls("initiative", "Initiative", rolls.clone())?;
    let mut numbers: Vec<(i64, Id, String)> = Vec::new();
    for ((id, roll), rolled) in roll.into_iter().zip(&rolls).zip(thrown) {
        let bonus = bonus(cx.now(), id);
        let mut sum = Tally::new().always("", rolled.total - bonus.total());
        sum.parts.extend(bonus.parts);
        let made_of = match sum.parts.len() {
            1 => String::new(),
            _ => format!(" ({})", sum.sum_text()),
        };
        cx.keep_throw(roll, &rolled, "initiative");
        cx.set(id, at::initiative, Some(rolled.total));
        if once {
            // The stored number is without the penalty for blindness.
            let number = Some(rolled.total - blinded(cx.now(), id));
            Kept { number }.put(cx, id);
        }
        numbers.push((rolled.total, id, made_of));
    }
    for id in keep {
        let kept = Kept::of(cx.now(), id).number.unwrap_or(0);
        let blinded = blinded(cx.now(), id);
        let made_of = match blinded {
            0 => " (kept)".to_owned(),
            _ => format!(" ({kept} - 2 blinded)"),
        };
        cx.set(id, at::initiative, Some(kept + blinded));
        numbers.push((kept + blinded, id, made_of));
    }
    numbers.sort_by_key(|(number, id, _)| (-number, *id));
    let about: Vec<Id> = numbers.iter().map(|(_, id, _)| *id).collect();
    let said = numbers.iter();
    let said = said.map(|(number, id, made_of)| format!("{}: {number}{made_of}", cx.name(*id)));
    let said: Vec<String> = said.collect();
    if !said.is_empty() {
        act!(cx, None, &about, "Initiative: {}.", said.join(", "));
    }
    Round::change(cx, |round| round.phase = Phase::Count);
    Ok(())
}
