//! The end of a fight, its being taken back, and the time that goes by after it (CTD-63, CTD-177 to CTD-179).

use crate::encounter::{Encounter, Event};
use crate::resolver::{Choice, Resolver, Step, act};
use crate::systems::common::conditions::fight_over;
use crate::systems::common::stage;
use crate::text::{agree, counted};
use crate::values::{Id, Words as _};

use super::{collect, count, round};
use crate::systems::countdown::combat::wounds;
use crate::systems::countdown::sheet::{Options, at, is};
use crate::systems::countdown::state::{Fires, Pending, Phase, Round, fighter, sides};

/// The fight is over (CTD-178). In mid-round what the open count has brought takes effect, and the round has its END
/// step; between two rounds the one that was announced is still to come.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let announced = sides::between_rounds(cx.now());
    if !announced {
        if Round::of(cx.now()).open {
            count::close(cx)?;
        }
        round::finish(cx)?;
    }
    let marks = [is::SHAKEN, is::BLINDED];
    let marked = |id: &Id| marks.iter().any(|is| cx.get(*id).has(*is));
    let mut over: Vec<Id> = cx.now().present().filter(marked).collect();
    if !over.is_empty() {
        let (title, most) = ("Who gets over being shaken or blinded?", over.len());
        over = cx.pick("recovered", None, title, over.clone(), 0, most, over)?;
    }
    stage::over(cx);
    for id in over {
        for is in marks {
            cx.lose(id, is, is.0, "the fight is over");
        }
    }
    fight_over(
        cx,
        &[
            is::SURPRISED,
            is::DODGE,
            is::CHARGED,
            is::RUNNING,
            is::RISING,
            is::STUMBLING,
            is::NO_ATTACK,
            is::PRONE,
        ],
    );
    let phase = announced.then_some(Phase::Declare);
    round::clear(cx, phase.unwrap_or_default());
    for id in cx.now().ids() {
        Pending::clear(cx, id);
    }
    wounds::unbind(cx, |_| true);
    let lying = collect::lying(cx.now()).into_iter();
    let lying: Vec<String> = lying.map(|one| one.told(cx.now())).collect();
    if !lying.is_empty() {
        act!(cx, None, &[], "To be collected: {}.", lying.join("; "));
    }
    Ok(())
}

/// What is still to come of the fight if it ends now (CTD-178).
pub fn due(now: &Encounter) -> String {
    let those = |is, one, several, what| {
        let all: Vec<Id> = now.present().filter(|id| now.get(*id).has(is)).collect();
        let verb = agree(all.len(), one, several);
        (!all.is_empty()).then(|| format!("{} {verb} {what}", now.names(&all)))
    };
    let fires = Fires::of(now).burning.iter();
    let fires = fires.map(|fire| format!("{} burns on", fire.name));
    let burn = those(is::BURNING, "is", "are", "in flames");
    let all = burn.into_iter().chain(fires);
    let all = all.chain(those(is::UNCONSCIOUS, "lies", "lie", "unconscious"));
    all.collect::<Vec<_>>().join("; ")
}

/// The suggestion is turned down for this round.
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Round::change(cx, |round| round.went_on = true);
    Ok(())
}

/// The fight is taken up again: in the round that was announced when it ended, or in a new one.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    stage::again(cx)?;
    if Round::of(cx.now()).phase != Phase::Declare {
        round::begin(cx);
    }
    Ok(())
}

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
    let per_turn = Options::of(cx.now()).rounds_per_turn();
    let (number, span) = cx.form("advance", None, "How much time goes by?", |f| {
        let number = f.amount().number("number", "how many", 1..=100, "", 1);
        let tell = |span: &Span| {
            Choice::of(*span).hint(match span {
                Span::Turns => format!("{per_turn} rounds each"),
                Span::Rounds => "10 seconds each".to_owned(),
            })
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
            let (number, text) = (cx.now().round + 1, String::new());
            cx.emit(Event::Round { number, text });
        }
        round::steps(cx)?;
        rest(cx, per_turn * 3);
    }
    Ok(())
}

/// A round of rest; so many of them, three turns, end fatigue (CTD-63).
fn rest(cx: &mut Resolver<'_>, enough: i64) {
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
