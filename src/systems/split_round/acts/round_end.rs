//! End of a round (4.14).

use crate::systems::common::conditions::round_over;
use crate::systems::morale;
use crate::systems::prelude::*;

use crate::systems::split_round::combat::{fear, wounds};
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::at;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{Long, long};

/// Ends the round, in the order of SPL-132. Afterwards Affray may suggest the end of the fight.
pub fn round_end(cx: &mut Resolver<'_>) -> Step<()> {
    round_over(cx, &[]);
    fear::retry(cx)?;
    bleed(cx)?;
    for id in cx.now().ids() {
        count(cx, id);
    }
    if Options::of(cx.now()).plain_morale() {
        let lost = |now: &Encounter, id| fighter(now, id).out();
        let leads = |now: &Encounter, id| now.get(id).sheet.get(at::is_leader);
        morale::check(cx, lost, leads, is::FLED, is::SURRENDERED)?;
    }
    Round {
        phase: Phase::Over,
        went_on: false,
    }
    .put(cx);
    Ok(())
}

/// Subtracts hit points from bleeding combatants, down or not (SPL-72, SPL-132).
fn bleed(cx: &mut Resolver<'_>) -> Step<()> {
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let lost = one.condition(is::BLEEDING).filter(|_| !one.has(is::DEAD));
        if let Some(lost) = lost.map(|one| one.value).filter(|lost| *lost > 0) {
            wounds::suffer(cx, id, lost, Says::Bleeding {})?;
        }
    }
    Ok(())
}

/// Counts one more completed round of a long action (SPL-28, SPL-132).
fn count(cx: &mut Resolver<'_>, id: Id) {
    if let Some(long) = long(cx.now(), id) {
        if long.done + 1 >= long.rounds {
            Long::clear(cx, id);
        } else {
            let (what, left) = (long.what.clone(), long.rounds - long.done - 1);
            Long::change(cx, id, |long| long.done += 1);
            let (who, what) = (id, what.into());
            cx.note(Says::LongGoesOn { who, what, left });
        }
    }
}
