//! End of a round and start of the next (SEC-26).

use crate::encounter::Event;
use crate::systems::prelude::*;

use crate::systems::common::conditions::turns_awaited;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::order;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{TURN, delaying};

/// Begins a round, in which everyone has a turn (SEC-26).
pub fn round(cx: &mut Resolver<'_>) -> Step<()> {
    turns_awaited(cx);
    let number = cx.now().round + 1;
    let text = Says::Round {
        number: number.into(),
    };
    cx.emit(Event::Round {
        number,
        text: text.into(),
    });
    for id in cx.now().ids() {
        cx.set(id, at::body_seconds_left, TURN);
    }
    let waiting = delaying(cx.now());
    Round::change(cx, |round| {
        round.place = 0;
        round.went_on = false;
        round.asked = waiting;
    });
    // Combatants who have rolled have a place in the order, even if a file says otherwise.
    order::arrange(cx);
    Ok(())
}
