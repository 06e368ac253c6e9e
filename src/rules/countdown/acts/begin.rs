//! How a fight begins (CTD-63, CTD-180).

use crate::act;
use crate::encounter::{Id, Resolver, Step};
use crate::rules::common::stage;

use crate::rules::countdown::sheet::at;
use crate::rules::countdown::state::fighter;

/// The fight begins; rest before it is over (CTD-63).
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    stage::begins(cx);
    for id in cx.now().ids() {
        cx.set(id, at::rest_rounds, 0);
        siege(cx, id);
    }
    Ok(())
}

/// A siege engine has a crew (CTD-180).
fn siege(cx: &mut Resolver<'_>, id: Id) {
    let slow = fighter(cx.now(), id)
        .weapons()
        .into_iter()
        .find(|weapon| weapon.rof_rounds() > 3);
    if let Some(weapon) = slow {
        act!(
            cx,
            id,
            &[],
            "{}'s {} needs {} rounds from shot to shot: its crew reloads, and you say how many that takes.",
            cx.name(id),
            weapon.name(),
            weapon.rof_rounds()
        );
    }
}
