//! Initiative (3. Determine Initiative Order, CTD-26 to CTD-29).

use crate::act;
use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};
use crate::tally::Tally;

use crate::rules::countdown::sheet::options::RerollInitiative;
use crate::rules::countdown::sheet::{Options, at, is};
use crate::rules::countdown::state::{Kept, Phase, Round, declarations, fighter};

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
    let all = declarations::open_and_done(cx.now()).1;
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
    Round::change(cx, |round| round.phase = Phase::Count);
    Ok(())
}
