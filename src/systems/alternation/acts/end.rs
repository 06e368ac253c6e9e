//! End of the fight (`ALT-10`, `ALT-122`).

use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::systems::prelude::*;
use crate::text::agree;

use super::after_fight;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::conditions::is;
use crate::systems::alternation::state::bonds::holder;
use crate::systems::alternation::state::round::willing;
use crate::systems::alternation::state::turn::{self, Turn};

/// Ends the fight, except conditions that last until the end of the stretch (`ALT-10`, `ALT-122`).
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let left = willing(cx.now());
    turn::clear_turn(cx);
    stage::over(cx, &left);
    fight_over(cx, &[is::RESERVED, is::CARRIED]);
    for key in [is::DEAD, is::INCAPACITATED, is::SURRENDERED, is::FLED] {
        let out = |id: &Id| {
            let counted = key != is::INCAPACITATED || !cx.get(*id).has(is::DEAD);
            counted && cx.get(*id).has(key)
        };
        let who: Vec<Id> = cx.now().present().filter(out).collect();
        if !who.is_empty() {
            cx.note(match key {
                is::DEAD => Says::AreDead { who },
                is::INCAPACITATED => Says::AreIncapacitated { who },
                is::SURRENDERED => Says::HaveSurrendered { who },
                _ => Says::AreGone { who },
            });
        }
    }
    Ok(())
}

/// Returns what is still open if the fight ends now: a turn in progress, held combatants and gear to test (`ALT-126`).
pub fn due(now: &Encounter) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    if let Some(turn) = Turn::under_way(now) {
        all.push(format!("ends the turn of {}", now.names(&turn.members)));
    }
    let grabbed = now.present().filter(|id| holder(now, *id).is_some());
    let grabbed: Vec<Id> = grabbed.collect();
    if !grabbed.is_empty() {
        let verb = agree(grabbed.len(), "is", "are");
        all.push(format!("{} {verb} held", now.names(&grabbed)));
    }
    if after_fight::any_due(now) {
        all.push("then durability rolls".to_owned());
    }
    all
}
