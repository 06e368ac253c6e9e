//! Mounts and vehicles: their pace, and falling with them (`ALT-102` to `ALT-109`).

use crate::encounter::{Condition, Encounter, Ends};
use crate::resolver::{Resolver, Step, note, say};
use crate::text::agree;
use crate::values::Id;

use super::checks::save;
use super::wounds;
use crate::systems::alternation::sheet::schema::{Attribute, is};
use crate::systems::alternation::state::bonds::{bond, riders};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::sides::on_field;
use crate::systems::alternation::state::turn::Turn;

/// Whether a carrier has moved this round.
pub fn under_way(now: &Encounter, carrier: Id) -> bool {
    Fighter::of(now, carrier).moved() > 0
}

/// The AGI save of somebody getting on or off in motion; failed: falls for d4 direct damage.
pub fn keeps_seat(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let name = cx.name(who);
    let title = say!(cx.now(), "{name} gets on or off in motion");
    let hint = "fails: falls, d4 direct damage";
    if save(cx, "agi-save", who, Attribute::Agi, title, hint)? {
        return Ok(true);
    }
    note!(cx, &[who], "{name} falls.");
    let title = say!(cx.now(), "{name} falls");
    wounds::direct(cx, "fall-damage", who, who, title, None)?;
    Ok(false)
}

/// A mount or vehicle is out: its riders may have to save, and are on foot (`ALT-109`).
pub fn carrier_fell(cx: &mut Resolver<'_>, carrier: Id) -> Step<()> {
    let mut conscious = riders(cx.now(), carrier);
    for rider in &conscious {
        cx.unlink(bond::RIDING, *rider, carrier);
    }
    conscious.retain(|rider| on_field(cx.now(), *rider));
    if conscious.is_empty() {
        return Ok(());
    }
    let (names, name) = (cx.now().names(&conscious), cx.name(carrier));
    let title = say!(cx.now(), "{name} is out: must {names} keep from falling?");
    let preset = under_way(cx.now(), carrier);
    let falling = cx.confirm("riders-fall", carrier, title, preset)?;
    let verb = agree(conscious.len(), "sits", "sit");
    note!(cx, &conscious, "{names} {verb} no longer on {name}.");
    for rider in conscious.into_iter().filter(|_| falling) {
        if on_field(cx.now(), rider) {
            keeps_seat(cx, rider)?;
        }
    }
    Ok(())
}

/// Whether a carrier in this turn has to stay within half its speed because one aboard has acted or reacted
/// (`ALT-104`).
pub fn held_to_half(now: &Encounter, carrier: Id) -> bool {
    let turn = Turn::of(now);
    let did = |id: &Id| Fighter::of(now, *id).acted() || turn.reacted.contains(id);
    let mut riders = riders(now, carrier).into_iter();
    riders.any(|rider| turn.members.contains(&rider) && did(&rider))
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
