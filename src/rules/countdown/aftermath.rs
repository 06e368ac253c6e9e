//! The end of a fight and what comes right after it (CTD-177 to CTD-179), and who leaves the fight early (CTD-182).

use super::schema::{Options, at, is};
use super::sheet::{HOLDING, fighter};
use super::state::{Booked, Cycle, Fires, Phase, Slot};
use super::weapon::{Kind, State};
use super::{count, declare, round, wounds};
use crate::act;
use crate::encounter::{
    Choice, Condition, Encounter, Event, Id, Resolver, Stage, Step, Words as _,
};

crate::words! {
    /// In what the time after a fight is told.
    enum Span {
        /// The longer unit.
        Turns = "turns",
        /// Of 10 seconds.
        Rounds = "rounds",
    }

    /// How somebody leaves the fight.
    enum Leaving {
        /// Runs.
        Fled = "fled",
        /// Is taken out by the GM.
        Removed = "removed" "been taken out of it",
    }
}

/// Sides that still have somebody standing who has not fled.
pub fn sides_standing(now: &Encounter) -> usize {
    now.faction_ids()
        .filter(|side| now.members(*side).any(|id| fighter(now, id).up()))
        .count()
}

/// Whether the end of the fight should be suggested now (CTD-177).
pub fn suggested(now: &Encounter) -> bool {
    let cycle = Cycle::of(now);
    !cycle.open && !cycle.went_on && sides_standing(now) <= 1
}

/// The suggestion is turned down for this round.
pub fn go_on(cx: &mut Resolver<'_>) -> Step<()> {
    Cycle::change(cx, |cycle| cycle.went_on = true);
    Ok(())
}

/// Whether a round has been announced and nobody has declared anything in it yet.
pub fn between_rounds(now: &Encounter) -> bool {
    Cycle::of(now).phase == Phase::Declare && declare::declared(now).is_empty()
}

/// The fight is over (CTD-178). In mid-round what the open count has brought takes effect, and the round has its END
/// step; between two rounds the one that was announced is still to come.
pub fn end(cx: &mut Resolver<'_>) -> Step<()> {
    let announced = between_rounds(cx.now());
    if !announced {
        if Cycle::of(cx.now()).open {
            count::close(cx)?;
        }
        round::finish(cx)?;
    }
    let marked = |now: &Encounter| -> Vec<Id> {
        now.present()
            .filter(|id| {
                let one = fighter(now, *id);
                one.has(is::SHAKEN) || one.has(is::BLINDED)
            })
            .collect()
    };
    let all = marked(cx.now());
    let mut over = Vec::new();
    if !all.is_empty() {
        let most = all.len();
        over = cx.pick(
            "recovered",
            None,
            "Who gets over being shaken or blinded?",
            all.clone(),
            0,
            most,
            all,
        )?;
    }
    cx.emit(Event::Staged {
        stage: Stage::Over,
        text: "The fight is over.".to_owned(),
    });
    for id in over {
        for is in [is::SHAKEN, is::BLINDED] {
            cx.lose(id, is, is.0, "the fight is over");
        }
    }
    for id in cx.now().ids() {
        for is in [
            is::SURPRISED,
            is::DODGE,
            is::CHARGED,
            is::RUNNING,
            is::RISING,
            is::STUMBLING,
            is::NO_ATTACK,
            is::PRONE,
        ] {
            cx.lose(id, is, "", "");
        }
        cx.set(id, at::initiative, None);
        cx.set(id, at::acted, false);
        Slot::clear(cx, id);
        Booked::clear(cx, id);
    }
    let links = cx.now().links.to_vec();
    for link in links {
        if link.kind == HOLDING {
            wounds::release(cx, link.from, link.to, "");
        } else {
            cx.unlink(&link.kind, link.from, link.to);
        }
    }
    let phase = if announced {
        Phase::Declare
    } else {
        Phase::default()
    };
    Cycle {
        phase,
        ..Cycle::default()
    }
    .put(cx);
    remind(cx);
    Ok(())
}

/// What may be collected (CTD-179).
fn remind(cx: &mut Resolver<'_>) {
    let mut lying: Vec<String> = Vec::new();
    for id in cx.now().ids() {
        let one = fighter(cx.now(), id);
        for weapon in one.weapons() {
            let hits = weapon.shots_hit().unwrap_or(0);
            if hits > 0 {
                lying.push(format!(
                    "{}: {hits} that hit, {}",
                    one.name(),
                    weapon.name()
                ));
            }
            let thrown = weapon.state() == State::Spent && weapon.kind() == Kind::Thrown;
            if weapon.state() == State::Dropped || thrown {
                lying.push(format!("{}: {}", one.name(), weapon.name()));
            }
        }
    }
    if !lying.is_empty() {
        act!(cx, None, &[], "To be collected: {}.", lying.join("; "));
    }
}

/// Time goes by after the fight: the END step so many times, and rest (CTD-63, CTD-178).
pub fn advance(cx: &mut Resolver<'_>) -> Step<()> {
    let per_turn = Options(&cx.now().options).rounds_per_turn();
    let (number, span) = cx.form("advance", None, "How much time goes by?", |f| {
        let number = f.number("number", "how many", 1..=100, "", 1);
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
        Span::Rounds => (number, if number == 1 { "round" } else { "rounds" }),
        Span::Turns => (
            number * per_turn,
            if number == 1 { "turn" } else { "turns" },
        ),
    };
    act!(cx, None, &[], "{number} {unit} go by.");
    for _ in 0..rounds {
        if Cycle::of(cx.now()).phase == Phase::Declare {
            // The round that was announced when the fight ended goes by first.
            Cycle::default().put(cx);
        } else {
            let number = cx.now().round + 1;
            cx.emit(Event::Round {
                number,
                text: String::new(),
            });
        }
        round::steps(cx)?;
        rest(cx);
        tidy_fires(cx);
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

/// Nobody stays in a ground fire after the fight unless the GM says so: only those inside burn.
fn tidy_fires(cx: &mut Resolver<'_>) {
    Fires::change(cx, |fires| {
        for fire in &mut fires.burning {
            fire.took.clear();
        }
    });
}

/// The fight is taken up again: in the round that was announced when it ended, or in a new one.
pub fn take_up(cx: &mut Resolver<'_>) -> Step<()> {
    cx.emit(Event::Staged {
        stage: Stage::Fighting,
        text: "The fight goes on.".to_owned(),
    });
    if Cycle::of(cx.now()).phase != Phase::Declare {
        round::begin(cx);
    }
    Ok(())
}

/// Somebody is marked as fled or removed (CTD-182).
pub fn leave(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, how) = cx.form("leave", None, "Who is out of the fight?", |f| {
        let now = f.now;
        let all = || now.present().filter(|id| !fighter(now, *id).out());
        let who = f.pick("who", "who", all, 1, all().count(), Vec::new());
        Ok((who, f.option("how", "has", Leaving::Fled)))
    })?;
    for id in who {
        let (is, text) = match how {
            Leaving::Fled => (is::FLED, format!("{} has fled.", cx.name(id))),
            Leaving::Removed => (is::REMOVED, format!("{} is out of the fight.", cx.name(id))),
        };
        cx.act(id, &[], text);
        cx.gain(id, Condition::new(is), "");
        wounds::leave_count(cx, id);
    }
    Ok(())
}

/// The mark is taken back; they take part from the next declarations on (CTD-182).
pub fn come_back(cx: &mut Resolver<'_>) -> Step<()> {
    let all = away(cx.now());
    let most = all.len();
    let preset = if most == 1 { all.clone() } else { Vec::new() };
    let back = cx.pick("back", None, "Who is back?", all, 1, most, preset)?;
    for id in back {
        act!(cx, id, &[], "{} is back in the fight.", cx.name(id));
        cx.lose(id, is::FLED, "", "");
        cx.lose(id, is::REMOVED, "", "");
    }
    Ok(())
}

/// Everybody who is marked as fled or removed.
pub fn away(now: &Encounter) -> Vec<Id> {
    now.present()
        .filter(|id| {
            let one = fighter(now, *id);
            one.has(is::FLED) || one.has(is::REMOVED)
        })
        .collect()
}
