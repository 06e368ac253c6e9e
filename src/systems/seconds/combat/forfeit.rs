//! Losses of combatants who become helpless or leave (SEC-33, SEC-42, SEC-48, SEC-49, SEC-145).

use super::movement::lose_aim;
use crate::systems::prelude::*;
use crate::systems::seconds::says::AimEnd;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::turn::{Stage, Turn};

/// Removes the carried action, aim, delayed turn and remaining seconds of a helpless combatant.
pub fn helpless(cx: &mut Resolver<'_>, id: Id) {
    let how = fighter(cx.now(), id).downfall();
    lose_aim(cx, id, |_| true, &AimEnd::Fell { how });
    cx.set(id, at::seconds_left, 0);
    Turn::change(cx, id, |turn| {
        turn.carried = None;
        if turn.stage == Stage::Delaying {
            turn.stage = Stage::Over;
        }
    });
}

/// Asks whether pending delayed effects of a combatant still happen (SEC-42).
pub fn timers(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    let timers = &Turn::of(cx.now(), id).timers;
    if timers.is_empty() {
        return Ok(());
    }
    let labels: Vec<&str> = timers.iter().map(|one| one.label.as_str()).collect();
    let title = say!(
        cx.now(),
        "{} is out. Do the delayed effects still happen ({})?",
        cx.name(id),
        labels.join(", ")
    );
    if !cx.confirm("keep", id, title, true)? {
        Turn::change(cx, id, |turn| turn.timers.clear());
    }
    Ok(())
}
