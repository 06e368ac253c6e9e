//! Initiative (3. Determine Initiative Order, CTD-26 to CTD-29).

use crate::systems::countdown::says::{Number, Says};
use crate::systems::countdown::sheet::{Modified, Options, RerollInitiative, at, modified};
use crate::systems::countdown::state::{Kept, Phase, Round, declarations, fighter};
use crate::systems::prelude::*;

/// Returns the initiative penalty for blindness (CTD-95).
fn blinded(now: &Encounter, id: Id) -> i64 {
    modified(0, Modified::Initiative, |is| now.get(id).has(is))
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
    let die = |id| Roll::new("initiative", id, Says::InitiativeRoll {}, Dice::d(6));
    let rolls = roll.iter().map(|id| die(*id).bonus(bonus(cx.now(), *id)));
    let rolls: Vec<Roll> = rolls.collect();
    let thrown = cx.rolls("initiative", "Initiative", rolls.clone())?;
    let mut numbers: Vec<(i64, Id, Number)> = Vec::new();
    for ((id, roll), rolled) in roll.into_iter().zip(&rolls).zip(thrown) {
        let (dex, blinded) = (fighter(cx.now(), id).dex_mod(), blinded(cx.now(), id));
        let said = Number::Rolled {
            who: id,
            number: rolled.total,
            die: rolled.total - dex - blinded,
            dex,
            blinded,
        };
        cx.keep_throw(roll, &rolled, "initiative");
        cx.set(id, at::initiative, Some(rolled.total));
        if once {
            // The stored number excludes the penalty for blindness.
            let number = Some(rolled.total - blinded);
            Kept { number }.put(cx, id);
        }
        numbers.push((rolled.total, id, said));
    }
    for id in keep {
        let kept = Kept::of(cx.now(), id).number.unwrap_or(0);
        let blinded = blinded(cx.now(), id);
        let (who, number) = (id, kept + blinded);
        let said = match blinded {
            0 => Number::Kept { who, number },
            _ => Number::KeptBlinded { who, number, kept },
        };
        cx.set(id, at::initiative, Some(number));
        numbers.push((number, id, said));
    }
    numbers.sort_by_key(|(number, id, _)| (-number, *id));
    if !numbers.is_empty() {
        let all = Commas(numbers.into_iter().map(|(_, _, said)| said).collect());
        cx.act(None, Says::Initiative { all });
    }
    Round::change(cx, |round| round.phase = Phase::Count);
    Ok(())
}
