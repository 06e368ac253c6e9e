//! Mounts and vehicles: their pace, and falling with them (`ALT-102` to `ALT-109`).

use crate::encounter::{Condition, Encounter, Ends, Id, Resolver, Step};
use crate::note;
use crate::say;
use crate::text::agree;

use super::save::save;
use super::wounds;
use crate::rules::alternation::sheet::fighter::Fighter;
use crate::rules::alternation::sheet::people::{bond, on_field, riders};
use crate::rules::alternation::sheet::schema::{Attribute, is};
use crate::rules::alternation::state::turn::Turn;

/// Whether a carrier has moved this round.
pub fn under_way(now: &Encounter, carrier: Id) -> bool {
    Fighter::of(now, carrier).moved() > 0
}

/// The AGI save of somebody getting on or off in motion; failed: falls for d4 direct damage.
pub fn keeps_seat(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let title = say!(cx.now(), "{} gets on or off in motion", cx.name(who));
    if save(
        cx,
        "agi-save",
        who,
        Attribute::Agi,
        title,
        "fails: falls, d4 direct damage",
    )? {
        return Ok(true);
    }
    note!(cx, &[who], "{} falls.", cx.name(who));
    let title = say!(cx.now(), "{} falls", cx.name(who));
    wounds::direct(cx, "fall-damage", who, who, title, None)?;
    Ok(false)
}

/// A mount or vehicle is out: its riders may have to save, and are on foot (`ALT-109`).
pub fn carrier_fell(cx: &mut Resolver<'_>, carrier: Id) -> Step<()> {
    let aboard: Vec<Id> = riders(cx.now(), carrier);
    for rider in &aboard {
        cx.unlink(bond::RIDING, *rider, carrier);
    }
    let conscious: Vec<Id> = aboard
        .into_iter()
        .filter(|rider| on_field(cx.now(), *rider))
        .collect();
    if conscious.is_empty() {
        return Ok(());
    }
    let names = cx.now().names(&conscious);
    let title = say!(
        cx.now(),
        "{} is out: must {names} keep from falling?",
        cx.name(carrier)
    );
    let preset = under_way(cx.now(), carrier);
    let falling = cx.confirm("riders-fall", carrier, title, preset)?;
    let verb = agree(conscious.len(), "sits", "sit");
    note!(
        cx,
        &conscious,
        "{names} {verb} no longer on {}.",
        cx.name(carrier)
    );
    if falling {
        for rider in conscious {
            if on_field(cx.now(), rider) {
                keeps_seat(cx, rider)?;
            }
        }
    }
    Ok(())
}

/// Whether a carrier in this turn has to stay within half its speed because one aboard has acted or reacted
/// (`ALT-104`).
pub fn held_to_half(now: &Encounter, carrier: Id) -> bool {
    let turn = Turn::of(now);
    riders(now, carrier).into_iter().any(|rider| {
        turn.members.contains(&rider)
            && (Fighter::of(now, rider).acted() || turn.reacted.contains(&rider))
    })
}

/// A carrier that has gone past half its speed carries everyone aboard out of this round (`ALT-104`).
pub fn carry_along(cx: &mut Resolver<'_>, carrier: Id) {
    if !Fighter::of(cx.now(), carrier).past_half() {
        return;
    }
    let round = cx.now().round;
    for rider in riders(cx.now(), carrier) {
        if !cx.get(rider).has(is::CARRIED) {
            let condition = Condition::new(is::CARRIED).ends(Ends::EndOfRound(round));
            cx.gain(rider, condition, "carried at full speed");
        }
    }
}
