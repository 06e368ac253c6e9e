//! Time that goes by after a fight (CTD-63, CTD-178).

use crate::act;
use crate::encounter::{Choice, Event, Resolver, Step, Words as _};
use crate::text::counted;

use super::round;
use crate::rules::countdown::sheet::{Options, at, is};
use crate::rules::countdown::state::{Phase, Round, fighter};

crate::words! {
    /// In what the time after a fight is told.
    enum Span {
        /// The longer unit.
        Turns = "turns",
        /// Of 10 seconds.
        Rounds = "rounds",
    }
}

/// Time goes by after the fight: the END step so many times, and rest (CTD-63, CTD-178).
pub fn advance(cx: &mut Resolver<'_>) -> Step<()> {
    let per_turn = Options(&cx.now().options).rounds_per_turn();
    let (number, span) = cx.form("advance", None, "How much time goes by?", |f| {
        let number = f.amount().number("number", "how many", 1..=100, "", 1);
        let tell = |span: &Span| {
            let rounds = match span {
                Span::Turns => format!("{per_turn} rounds each"),
                Span::Rounds => "10 seconds each".to_owned(),
            };
            Choice::of(*span).hint(rounds)
        };
        let span = f.option_told("unit", "of", Span::ALL, Span::default(), tell);
        Ok((number, span))
    })?;
    let (rounds, unit) = match span {
        Span::Rounds => (number, "round"),
        Span::Turns => (number * per_turn, "turn"),
    };
    let time = counted(number, unit);
    act!(cx, None, &[], "The fight is {time} older.");
    for _ in 0..rounds {
        if Round::of(cx.now()).phase == Phase::Declare {
            // The round that was announced when the fight ended goes by first.
            Round::default().put(cx);
        } else {
            let number = cx.now().round + 1;
            cx.emit(Event::Round {
                number,
                text: String::new(),
            });
        }
        round::steps(cx)?;
        rest(cx);
    }
    Ok(())
}

/// A round of rest; three turns of it end fatigue (CTD-63).
fn rest(cx: &mut Resolver<'_>) {
    let enough = Options(&cx.now().options).rounds_per_turn() * 3;
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        let tired = one.has(is::FATIGUED) || one.run_rounds() > 0;
        if !tired || one.dead() {
            continue;
        }
        let rested = (one.rest_rounds() + 1).min(9_999);
        cx.set(id, at::rest_rounds, rested);
        if rested >= enough {
            act!(cx, id, &[], "{} is rested.", cx.name(id));
            cx.lose(id, is::FATIGUED, "fatigued", "");
            cx.set(id, at::run_rounds, 0);
            cx.set(id, at::rest_rounds, 0);
        }
    }
}
