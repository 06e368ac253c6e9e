//! End of a round and start of the next.

use affray::encounter::{Condition, Ends, Event};
use affray::resolver::{Resolver, Step};
use affray::systems::common::conditions;

use crate::support::tiny_system::says::Says;
use crate::support::tiny_system::sheet::is;

/// Starts the next round: all combatants may strike again, and conditions that lasted until the end of the last round
/// are over.
pub fn next(cx: &mut Resolver<'_>) -> Step<()> {
    conditions::turns_awaited(cx);
    let last = cx.now().round;
    let number = last + 1;
    let round = i64::from(number);
    let text = Says::Round { number: round }.into();
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        cx.lose(id, is::ACTED, "", "");
        let over = |one: &Condition| one.ends == Ends::EndOfRound(last);
        cx.lose_over(id, over, str::to_owned, "");
    }
    Ok(())
}
