//! Fear: start, repeated saves, and end (SPL-112, SPL-121).

use super::checks;
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Against, Says};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::Save;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::mishaps::Mishaps;

/// Rolls Will against 10 plus twice the difference of levels; a failure frightens the combatant (SPL-112).
pub fn loss_of_nerve(cx: &mut Resolver<'_>, who: Id, before: Id) -> Step<()> {
    let level = |id| fighter(cx.now(), id).effective_level();
    let levels = level(before) - level(who);
    let reasons = Tally::new()
        .always("", 10)
        .plus("twice the level difference", 2 * levels);
    let dc = reasons.total();
    if checks::save_against(cx, who, Save::Will, reasons, Against::LossOfNerve {})? {
        return Ok(());
    }
    let afraid = Condition::new(is::FRIGHTENED).by(before).value(dc);
    cx.gain(who, afraid, Says::AfraidOf { source: before });
    Mishaps::change(cx, who, |its| its.new_fears.push(before));
    Ok(())
}

/// Repeats the saves at the end of a round, for combatants who were already frightened at the end of the last round.
/// The saves are rolled in roster order, against the same DC (SPL-121, SPL-132).
pub fn retry(cx: &mut Resolver<'_>) -> Step<()> {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        if one.condition(is::FRIGHTENED).is_none() || one.out() {
            continue;
        }
        let fresh = Mishaps::of(cx.now(), id).new_fears.clone();
        // Fear set by the GM has no DC, so the GM ends it.
        let due = |fear: &&Condition| {
            let new = fear.by.is_some_and(|by| fresh.contains(&by));
            fear.key == is::FRIGHTENED.0 && fear.value != 0 && !new
        };
        let all = cx.now().get(id).conditions.iter();
        let fears: Vec<Condition> = all.filter(due).cloned().collect();
        for fear in fears {
            if checks::save(cx, id, Save::Will, fear.value, Against::Fear {})? {
                ends(cx, id, fear.by, Says::RecoversCourage {});
            }
        }
        Mishaps::change(cx, id, |its| its.new_fears.clear());
    }
    Ok(())
}

/// Ends the fear of a source that is down (SPL-121).
pub fn source_down(cx: &mut Resolver<'_>, source: Id) {
    for id in cx.now().ids() {
        if fighter(cx.now(), id).has(is::FRIGHTENED) {
            ends(cx, id, Some(source), Says::IsDown { source });
        }
    }
}

/// Ends all fear of one combatant.
fn ends(cx: &mut Resolver<'_>, id: Id, source: Option<Id>, cause: Says) {
    let of_it = |one: &Condition| one.key == is::FRIGHTENED.0 && one.by == source;
    cx.lose_over(id, of_it, |_| "frightened".to_owned(), cause);
    if !fighter(cx.now(), id).has(is::FRIGHTENED) {
        cx.lose(id, is::UNSEEN_FEAR, "", "");
    }
}

/// Sets if a combatant sees the source of their fear (SPL-121).
pub fn sees(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    if fighter(cx.now(), who).has(is::UNSEEN_FEAR) {
        cx.lose(who, is::UNSEEN_FEAR, "", "");
        cx.note(Says::SeesFearAgain { who });
    } else {
        let unseen = Condition::new(is::UNSEEN_FEAR);
        cx.gain_alone(who, unseen, "");
        cx.note(Says::NoLongerSeesFear { who });
    }
    Ok(())
}
