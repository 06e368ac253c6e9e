//! Movement on the ladder, before and after attacks (4.5).

use super::checks::check_degree;
use crate::systems::prelude::*;
use crate::systems::segments::says::Says;
use crate::systems::segments::state::{
    Attribute, Kind, MOVE, Movement, Phase, Potion, Progress, Round, Slot, arrival, fighter,
    in_asking_order, plan, slot, slots_of,
};

/// Puts the declared movement of a combatant on the ladder from a count on. Counts that are already over are lost, and
/// there is no movement below count 1 (SEG-33, SEG-44).
pub fn start_move(cx: &mut Resolver<'_>, who: Id, from: i64) {
    if from < 1 {
        return stays(cx, who, from, NO_TIME);
    }
    let Some(plan) = plan(cx.now(), who) else {
        return;
    };
    let mut made = Slot::due(who, MOVE, Kind::Move, from).called(plan.gait().verb());
    let distance = match plan.distance {
        0 if plan.moves_all_round() => plan.most_feet(cx.now(), who),
        feet => feet,
    };
    if plan.movement == Movement::After {
        let found = from * fighter(cx.now(), who).tmr_now() / 20;
        made.feet = match plan.potion {
            // The potion costs half the movement (SEG-41).
            Potion::Movement => found / 2,
            _ => found,
        };
        made.pace = plan.feet_a_round(cx.now(), who) / 2;
        made.until = 1;
    } else if distance > 0 {
        let pace = plan.feet_a_round(cx.now(), who);
        made.feet = distance.min(pace * from / 10);
        made.pace = pace;
        made.until = (arrival(distance, pace) - (10 - from)).max(1);
    }
    made.put(cx);
}

/// Returns the feet covered by the time a count opens: a tenth of the pace on each count, rounded down (SEG-33).
pub fn covered(slot: &Slot, count: i64) -> i64 {
    let steps = (slot.count - count + 1).clamp(0, 10);
    (slot.pace * steps / 10).min(slot.feet)
}

/// Reason why movement is impossible below count 1.
const NO_TIME: &str = "no time left to move";

/// Cancels the movement of a combatant.
fn stays(cx: &mut Resolver<'_>, who: Id, on: i64, why: &str) {
    let none = Slot::due(who, MOVE, Kind::Move, on).called("moves");
    none.ended(Progress::Lost, Some(on), why).put(cx);
}

/// Starts the movement of combatants who move after their last attack. Rolls DEX if required and puts the movement on
/// the ladder (SEG-44, SEG-45).
pub fn move_on(cx: &mut Resolver<'_>, count: i64) -> Step<()> {
    let waiting = cx.now().present().filter(|id| waits_to_move(cx.now(), *id));
    for who in in_asking_order(cx.now(), waiting) {
        if !fighter(cx.now(), who).able() {
            stays(cx, who, count, "stunned or down");
            continue;
        }
        let attacks = slots_of(cx.now(), who).iter();
        let attacks = attacks.filter(|slot| matches!(slot.kind, Kind::Attack | Kind::Other));
        if attacks.clone().any(|slot| slot.progress == Progress::Due) {
            continue;
        }
        let made = attacks.filter(|slot| matches!(slot.progress, Progress::Done | Progress::Idle));
        let start = match made.map(|slot| slot.count).min() {
            None | Some(11..) => 10,
            Some(..=1) => 0,
            Some(last) => {
                cx.act(who, Says::WantsToMove { who });
                match check_degree(cx, "move-on", who, Says::DexToMove {}, Attribute::Dex, 4)? {
                    5.. => 0,
                    degree => last - degree,
                }
            }
        };
        // Movement cannot start on a count that is already over.
        let start = start.min(count - 1);
        if start < 1 {
            stays(cx, who, count, NO_TIME);
            cx.note(Says::CannotMove { who });
            continue;
        }
        start_move(cx, who, start);
        let feet = slot(cx.now(), who, MOVE).map_or(0, |slot| slot.feet);
        cx.note(Says::WillMove {
            who,
            feet,
            count: start,
        });
    }
    Ok(())
}

/// Returns true if a combatant's movement has no count on the ladder yet.
pub fn waits_to_move(now: &Encounter, who: Id) -> bool {
    plan(now, who).is_some_and(|plan| plan.movement == Movement::After)
        && slot(now, who, MOVE).is_none()
        && Round::of(now).phase != Phase::Declare
}
