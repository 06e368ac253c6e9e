//! What may be said in the middle of anything (`ALT-20`, `ALT-88`).

use crate::encounter::{Id, Resolver, Step, act};

use crate::rules::alternation::combat::concealment::reveal;
use crate::rules::alternation::combat::holds;
use crate::rules::alternation::sheet::people::held;

/// Somebody concealed is seen by a word of the GM's (`ALT-20`).
pub fn plain_view(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} walks into plain view.", cx.name(who));
    reveal(cx, who, "in plain view");
    Ok(())
}

/// Somebody lets go of all it holds by a word of the GM's (`ALT-88`).
pub fn open_hand(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} opens the hand.", cx.name(who));
    for victim in held(cx.now(), who) {
        holds::let_go(cx, who, victim);
    }
    Ok(())
}
