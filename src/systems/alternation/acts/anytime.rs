//! Actions that the GM may take at any time (`ALT-20`, `ALT-88`).

use crate::systems::alternation::combat::concealment::reveal;
use crate::systems::alternation::combat::holds;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::state::bonds::held;
use crate::systems::prelude::*;

/// Reveals a concealed combatant by GM ruling (`ALT-20`).
pub fn plain_view(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::WalksIntoView { who });
    reveal(cx, who, Says::InPlainView {});
    Ok(())
}

/// Lets a combatant release all held combatants, by GM ruling (`ALT-88`).
pub fn open_hand(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::OpensHand { who });
    for victim in held(cx.now(), who) {
        holds::let_go(cx, who, victim);
    }
    Ok(())
}
