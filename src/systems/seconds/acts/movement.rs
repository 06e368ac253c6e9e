//! Moving, running, posture (SEC-50 to SEC-59).

use super::fear_and_confusion::get_away;
use super::words::{MOVE, POSTURE, RUN};
use crate::systems::prelude::*;
use crate::systems::seconds::combat::movement::{goes, out_of_sight};
use crate::systems::seconds::combat::time::{fits, take};
use crate::systems::seconds::says::{Gait, Says};
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::schema::{Posture, at};
use crate::systems::seconds::sheet::tables::seconds;
use crate::systems::seconds::state::burden;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::in_body;
use crate::systems::seconds::state::turn::{self, Carried, Deed, Turn};

/// Returns the movement of a combatant: squares, sixteenths of a metre, seconds, and its gait (SEC-50, SEC-59,
/// SEC-188).
fn way(now: &Encounter, who: Id) -> (i64, i64, i64, Gait) {
    let one = fighter(now, who);
    if burden::overloaded(now, &one.body) {
        (1, one.square(), 6, Gait::Drags)
    } else if one.crawls() {
        (1, one.square(), seconds(now, "crawl"), Gait::Crawls)
    } else {
        let gait = if one.body.flying() {
            Gait::Flies
        } else {
            Gait::Moves
        };
        (one.reaches(1), one.way(1), seconds(now, "move"), gait)
    }
}

/// Returns the cost of a move in seconds.
pub fn move_seconds(now: &Encounter, who: Id) -> i64 {
    way(now, who).2
}

/// Makes one move (SEC-35, SEC-50).
pub fn go(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (squares, far, seconds, gait) = way(cx.now(), who);
    let deed = Deed {
        key: MOVE,
        with: "",
        told: if fighter(cx.now(), who).crawls() {
            "crawling"
        } else {
            "a move"
        },
    };
    let straight = Turn::of(cx.now(), who).straight;
    take(cx, who, deed, seconds, |cx| {
        let inside = in_body(cx.now(), who);
        let said = Says::Moves {
            who,
            gait,
            squares,
            inside,
        };
        cx.act(who, said);
        goes(cx, who, squares, far, straight);
        Ok(())
    })
}

/// Returns the reason why an object or a flyer without speed cannot move; `None` if the combatant can (SEC-54).
pub fn no_move(now: &Encounter, who: Id) -> Option<&'static str> {
    (way(now, who).0 == 0).then_some("speed is 0")
}

/// Returns the reason why a combatant cannot run; `None` if they can (SEC-51, SEC-54, SEC-188).
pub fn no_run(now: &Encounter, who: Id) -> Option<&'static str> {
    let one = fighter(now, who);
    if burden::overloaded(now, &one.body) {
        Some("load too heavy")
    } else if one.lame() {
        Some("can only crawl")
    } else {
        (one.reaches(3) == 0).then_some("speed is 0")
    }
}

/// Longest run of a form, in seconds.
const LONGEST: i64 = 60;

/// Asks whether a run that ends in this turn leads out of the fight (SEC-190).
fn ask_gone(f: &mut Form<'_>) -> bool {
    f.hint(|| "out of the fight")
        .toggle("gone", "gets away", false)
}

/// Runs in a straight line, for three seconds or more (SEC-51).
pub fn run(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} runs", cx.name(who));
    let begun = |carried: &Carried| carried.deed == RUN;
    let carried = Turn::of(cx.now(), who).carried.clone().filter(begun);
    let deed = Deed {
        key: RUN,
        with: "",
        told: "a run",
    };
    let (run, gone) = match carried {
        // A continued run needs no form.
        Some(Carried { needed, .. }) if !fits(cx.now(), who, deed, needed) => (needed, false),
        Some(Carried { needed, .. }) => {
            let gone = cx.form("run", who, title, |f| Ok(ask_gone(f)))?;
            (needed, gone)
        }
        None => {
            let least = seconds(cx.now(), RUN);
            cx.form("run", who, title, |f| {
                let now = f.now;
                let left = turn::seconds(now, who).max(least);
                let one = fighter(now, who);
                f.hint(|| format!("up to {} squares per second", one.reaches(3)));
                let run = f
                    .amount()
                    .number("seconds", "seconds", least..=LONGEST, "s", left);
                let rough = f.toggle("rough", "bad ground or clumsy shoes", one.rough() > 1);
                let may = !rough || f.toggle("allowed", "GM allows running", false);
                f.refuse_if(
                    (!may).then_some("running is not possible on bad ground or in clumsy shoes"),
                )?;
                let gone = run <= turn::seconds(now, who) && ask_gone(f);
                Ok((run, gone))
            })?
        }
    };
    take(cx, who, deed, run, |cx| {
        let one = fighter(cx.now(), who);
        let (squares, far) = (one.reaches(3 * run), one.way(3 * run));
        let inside = in_body(cx.now(), who);
        let said = Says::Runs {
            who,
            squares,
            inside,
        };
        cx.act(who, said);
        goes(cx, who, squares, far, 0);
        if gone { get_away(cx, who) } else { Ok(()) }
    })
}

/// Returns the seconds for a change of posture (SEC-55).
pub fn posture_seconds(now: &Encounter, from: Posture, to: Posture) -> i64 {
    match (from, to) {
        (Posture::Prone, Posture::Standing) => Options::of(now).stand_from_prone_seconds(),
        _ => seconds(now, "crouch"),
    }
}

/// Changes posture: stands up, crouches or lies down (SEC-55).
pub fn posture(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let from = fighter(cx.now(), who).posture();
    let title = say!(cx.now(), "{} is {}. What next?", cx.name(who), from.label());
    let all: Vec<Posture> = (Posture::ALL.iter().copied())
        .filter(|one| *one != from)
        .collect();
    let to = cx.form("posture", who, title, |f| {
        let now = f.now;
        let tell = |to: &Posture| {
            let seconds = posture_seconds(now, from, *to);
            Choice::of(*to).hint(format!("{seconds} s"))
        };
        Ok(f.option_told("posture", "posture", &all, all[0], tell))
    })?;
    let deed = Deed {
        key: POSTURE,
        with: to.word(),
        told: "a change of posture",
    };
    let cost = posture_seconds(cx.now(), from, to);
    let body = fighter(cx.now(), who).flesh;
    take(cx, who, deed, cost, |cx| {
        let said = Says::IsNow {
            who,
            posture: to,
            inside: in_body(cx.now(), who),
        };
        cx.act(who, said);
        cx.set(body, at::posture, to);
        out_of_sight(cx);
        Ok(())
    })
}
