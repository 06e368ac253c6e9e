//! End of a round and start of the next round (4.16).

use crate::encounter::Event;
use crate::systems::common;
use crate::systems::common::conditions::round_over;
use crate::systems::morale;
use crate::systems::prelude::*;

use crate::systems::segments::combat::{down_if_spent, lose_hp, rise};
use crate::systems::segments::says::Says;
use crate::systems::segments::sheet::{Options, at, is};
use crate::systems::segments::state::{
    Ambush, Declared, Deeds, Hits, Ladder, Round, WITHDRAWN, active, fighter, plan,
};

/// Conditions that last one round. They end with the round or the fight and are not logged.
pub const POSTURES: [Is; 9] = [
    is::DEFENDING,
    is::FULL_DEFENSE,
    is::DESPERATE_DEFENSE,
    is::NO_MOVEMENT,
    is::AIMING,
    is::AIM_KEPT,
    is::STOOPING,
    is::HOLDING,
    is::WITHDRAWN,
];

/// Ends a round, in the order of SEG-123, and begins the next round.
pub fn round_end(cx: &mut Resolver<'_>) -> Step<()> {
    let round = cx.now().round;
    bleed(cx);
    keep_aims(cx);
    wear_off(cx);
    round_over(cx, &POSTURES);
    for id in cx.now().ids() {
        cx.lose(id, is::CASTING, "", "");
        Declared::change(cx, id, |one| one.last = one.this.take().or(one.last.take()));
        Ladder::clear(cx, id);
        Deeds::clear(cx, id);
    }
    Hits::default().put(cx);
    Ambush::default().put(cx);
    cx.unlink_all(|link| link.kind == WITHDRAWN);
    plain_morale(cx)?;
    begin_round(cx, round + 1, false)
}

/// Applies bleeding at the end of the round, in roster order, to combatants who are active and not at rest (SEG-107).
fn bleed(cx: &mut Resolver<'_>) {
    let mut bleeding = active(cx.now());
    bleeding
        .retain(|id| fighter(cx.now(), *id).bleed_per_round() > 0 && !cx.get(*id).has(is::AT_REST));
    if !bleeding.is_empty() {
        cx.act(None, Says::MissilesBleed {});
    }
    for id in bleeding {
        let lost = fighter(cx.now(), id).bleed_per_round();
        lose_hp(cx, id, lost, Says::Bleeding {});
    }
    for id in cx.now().ids() {
        if !cx.get(id).gone {
            down_if_spent(cx, id);
        }
    }
}

/// Keeps Careful Aim for the next round if aiming left no attack in this round (SEG-102).
fn keep_aims(cx: &mut Resolver<'_>) {
    for id in cx.now().ids() {
        let unused = plan(cx.now(), id)
            .is_some_and(|plan| plan.aims && plan.attacks_left(cx.now(), id) == 0);
        let one = fighter(cx.now(), id);
        let aimed_in_vain = one.has(is::AIM_KEPT) && !one.has(is::AIMING);
        if unused && one.able() && one.has(is::AIMING) {
            let ends = Ends::EndOfRound(cx.now().round + 1);
            cx.gain(
                id,
                Condition::new(is::AIM_KEPT).ends(ends),
                Says::StillAiming {},
            );
            // Aiming continues, so its end is not logged.
            cx.lose(id, is::AIMING, "", "");
        } else if aimed_in_vain {
            cx.lose(id, is::AIM_KEPT, "", "");
        }
    }
}

/// Ends stun after one round, unless the GM has set a duration (SEG-67, SEG-71). This includes combatants who were
/// stunned at the start of the fight. For combatants who are down, the end is not logged.
fn wear_off(cx: &mut Resolver<'_>) {
    let round = cx.now().round;
    for id in cx.now().ids() {
        let down = cx.get(id).has(is::DOWN);
        let stunned = fighter(cx.now(), id).condition(is::STUNNED);
        let over = stunned.is_some_and(|one| match one.ends {
            Ends::WhenCleared => true,
            Ends::EndOfRound(last) => down && last <= round,
            _ => false,
        });
        if over && down {
            cx.lose(id, is::STUNNED, "", "");
        } else if over {
            cx.lose(
                id,
                is::STUNNED,
                Says::Stunned {},
                common::says::Says::TimeIsUp {},
            );
        }
    }
}

/// Runs the simple morale test if the option is set, because this system has no morale rules.
fn plain_morale(cx: &mut Resolver<'_>) -> Step<()> {
    if !Options::of(cx.now()).plain_morale() {
        return Ok(());
    }
    let lost = |now: &Encounter, id| !fighter(now, id).active();
    let leads = |now: &Encounter, id| now.get(id).sheet.get(at::is_leader);
    morale::check(cx, lost, leads, is::FLED, is::SURRENDERED)?;
    Ok(())
}

/// Begins a round with its declarations. Combatants healed above the limit are up again (SEG-78).
pub fn begin_round(cx: &mut Resolver<'_>, number: u32, surprise: bool) -> Step<()> {
    let text = match number {
        _ if surprise => Says::SurpriseRound {},
        0 | 1 => Says::Round {
            number: number.into(),
        },
        // A round lasts ten seconds (SEG-05).
        _ => Says::RoundAt {
            number: number.into(),
            seconds: 10 * (i64::from(number) - 1),
        },
    };
    let text = text.into();
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        rise(cx, id)?;
    }
    let begins = Round {
        begun: true,
        surprise,
        ..Round::default()
    };
    begins.put(cx);
    Ok(())
}
