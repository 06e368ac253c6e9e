//! Start of a fight and of a round (4.1, 4.2).

use crate::encounter::Event;
use crate::systems::common::stage;
use crate::systems::prelude::*;

use crate::systems::split_round::combat::{gear, wounds};
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::sides::standing;
use crate::systems::split_round::state::turn::Turn;

/// Begins the fight and asks who is surprised (SPL-02).
pub fn begin(cx: &mut Resolver<'_>) -> Step<()> {
    let all: Vec<Id> = standing(cx.now()).collect();
    let most = all.len();
    let surprised = cx.pick(
        "surprised",
        None,
        "The fight begins. Who is surprised?",
        all,
        0,
        most,
        Vec::new(),
    )?;
    stage::begins(cx);
    begin_round(cx);
    let ends = Ends::EndOfRound(cx.now().round);
    for id in surprised {
        cx.gain(
            id,
            Condition::new(is::SURPRISED).ends(ends.clone()),
            Says::Surprised {},
        );
    }
    Ok(())
}

/// Begins the next round (SPL-04, SPL-06).
pub fn round(cx: &mut Resolver<'_>) -> Step<()> {
    begin_round(cx);
    Ok(())
}

fn begin_round(cx: &mut Resolver<'_>) {
    let number = cx.now().round + 1;
    let said = match i64::from(number) {
        1 => Says::Round { number: 1 },
        // Each round lasts six seconds (SPL-04).
        number => Says::RoundAt {
            number,
            seconds: 6 * (number - 1),
        },
    };
    cx.emit(Event::Round {
        number,
        text: said.into(),
    });
    for id in cx.now().ids() {
        Turn::clear(cx, id);
        wounds::rise(cx, id);
    }
    gear::back_in_hand(cx);
    Round::change(cx, |round| round.phase = Phase::Decide);
}
