//! Possession of another combatant's body, vetoes inside the body, and leaving it (SEC-159 to SEC-170).

use std::borrow::Cow;

use super::morale;
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::POSSESSES;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::{self, Bound, Mind};
use crate::systems::seconds::state::round::Round;

/// Tries to possess a body (SEC-159, SEC-160, SEC-167).
pub fn attempt(cx: &mut Resolver<'_>, who: Id, body: Id, willing: bool) -> Step<()> {
    if willing {
        enter(cx, who, body);
        return Ok(());
    }
    let taker = taker(cx, body)?;
    let one = fighter(cx.now(), taker);
    let (will, least) = (one.will(), one.minimum_will());
    let bonus = fighter(cx.now(), who).skill(Skill::Possession);
    let roll = Roll::new("possession", who, Says::PossessionRoll {}, Dice::d(6))
        .title(say!(
            cx.now(),
            "{} tries to possess {}",
            cx.name(who),
            cx.name(body)
        ))
        .hint(format!(
            "above {will}: possessed; above {least}: morale penalty"
        ))
        .bonus(Tally::new().plus("possession", bonus));
    let total = cx.roll(roll)?.total;
    // As with damage, the log names the defending value, which the roll itself cannot show.
    cx.note(Says::PossessionAgainst {
        who: taker,
        total,
        will,
        least,
    });
    if total > least {
        morale::penalty(cx, taker, 1, &Says::Possessing {}.into());
    }
    if total > will {
        enter(cx, who, body);
    } else {
        cx.note(Says::NotInside { who, body });
    }
    Ok(())
}

/// Returns the combatant who resists the attempt. Affray asks all of them in order of Will, the highest first; the last
/// combatant cannot decline (SEC-167).
fn taker(cx: &mut Resolver<'_>, body: Id) -> Step<Id> {
    let mut all = minds::occupants(cx.now(), body);
    let now = cx.now();
    all.sort_by_key(|id| std::cmp::Reverse(fighter(now, *id).will()));
    while let [first, _, ..] = all.as_slice() {
        let first = *first;
        let title = say!(cx.now(), "Does {} resist the newcomer?", cx.name(first));
        if cx.confirm("takes", first, title, true)? {
            return Ok(first);
        }
        all.remove(0);
    }
    Ok(all.first().copied().unwrap_or(body))
}

fn enter(cx: &mut Resolver<'_>, who: Id, body: Id) {
    cx.act(who, Says::IsInside { who, body });
    cx.link(POSSESSES, who, body);
}

/// Returns the combatants who may veto actions in a shared body, in initiative order (SEC-165, SEC-166, SEC-168).
pub fn vetoers(now: &Encounter, who: Id) -> Vec<Id> {
    let body = minds::body_of(now, who);
    let mut all = minds::occupants(now, body);
    all.retain(|id| {
        *id != who && fighter(now, *id).will() > 0 && !Mind::of(now, *id).has_vetoed(now.round, who)
    });
    let order = &Round::of(now).order;
    all.sort_by_key(|id| order.iter().position(|one| one == id));
    all
}

/// Asks which minds veto, and returns them in initiative order.
fn asked(cx: &mut Resolver<'_>, who: Id, title: Cow<'static, str>) -> Step<Vec<Id>> {
    let all = vetoers(cx.now(), who);
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let most = all.len();
    cx.others("is not in this body");
    let mut chosen = cx.pick("veto", who, title, all.clone(), 0, most, Vec::new())?;
    chosen.sort_by_key(|id| all.iter().position(|one| one == id));
    Ok(chosen)
}

/// Returns true if a veto succeeds: Will against Will, the acting combatant rolls first, ties are rerolled (SEC-05,
/// SEC-165).
fn vetoed(cx: &mut Resolver<'_>, who: Id, by: Id) -> Step<bool> {
    let round = cx.now().round;
    Mind::change(cx, by, |mind| {
        if mind.vetoed_in != round {
            mind.vetoed_in = round;
            mind.vetoed.clear();
        }
        mind.vetoed.push(who);
    });
    cx.act(by, Says::Vetoes { by, who });
    let mut again = "";
    loop {
        let mut totals = [0; 2];
        for (place, id) in [who, by].into_iter().enumerate() {
            let will = fighter(cx.now(), id).will();
            let roll = Roll::new("will", id, Says::WillRoll {}, Dice::d(6))
                .title(say!(
                    cx.now(),
                    "{} rolls Will against Will{again}",
                    cx.name(id)
                ))
                .bonus(Tally::new().plus("Will", will));
            totals[place] = cx.roll(roll)?.total;
        }
        if totals[0] != totals[1] {
            return Ok(totals[1] > totals[0]);
        }
        again = " again (tied)";
    }
}

/// Returns true if a combatant must still announce the turn in a shared body, or the rest of a turn during which the
/// body became shared (SEC-165).
pub fn to_announce(now: &Encounter, who: Id) -> bool {
    let body = minds::body_of(now, who);
    minds::shared(now, body)
        && !Mind::of(now, who).announced
        && !fighter(now, who).powerless()
        && !vetoers(now, who).is_empty()
}

/// Announces a turn in a shared body, which is lost if a veto prevails. Returns true if the combatant keeps the turn
/// (SEC-165, SEC-166).
pub fn announce(cx: &mut Resolver<'_>, who: Id) -> Step<bool> {
    let now = cx.now();
    // If only hidden combatants could veto it, players do not learn that there is a reason to announce it.
    let mut vetoers = vetoers(now, who);
    if vetoers.iter().any(|id| !now.get(*id).hidden) {
        vetoers.clear();
    }
    let inside = minds::in_body(now, who);
    let said = Says::TakesTurn {
        who,
        inside: inside.clone(),
        vetoers,
    };
    cx.act(who, said);
    Mind::change(cx, who, |mind| mind.announced = true);
    let title = say!(
        cx.now(),
        "{} takes a turn{}. Who vetoes it?",
        cx.name(who),
        inside.show(cx.now())
    );
    for by in asked(cx, who, title)? {
        if vetoed(cx, who, by)? {
            cx.note(Says::TurnSkipped { who });
            cx.set(who, at::seconds_left, 0);
            Mind::change(cx, who, |mind| mind.bound = Bound::Lost);
            return Ok(false);
        }
        morale::penalty(cx, by, 1, &Says::VetoOvercome {}.into());
    }
    Ok(true)
}

/// Leaves the possessed body, unless another mind there prevents it (SEC-168, SEC-169).
pub fn leave(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let body = minds::body_of(cx.now(), who);
    if fighter(cx.now(), who).will() == 0 {
        let others: Vec<Id> = cx.now().links_to(POSSESSES, body).collect();
        for other in others.into_iter().filter(|id| *id != who) {
            let title = say!(
                cx.now(),
                "{} has no Will left and wants to leave. Does {} allow it?",
                cx.name(who),
                cx.name(other)
            );
            if !cx.confirm("lets-go", other, title, true)? {
                cx.note(Says::MustStay { who });
                return Ok(());
            }
        }
    }
    let title = say!(
        cx.now(),
        "{} leaves {}'s body. Who vetoes it?",
        cx.name(who),
        cx.name(body)
    );
    for by in asked(cx, who, title)? {
        if vetoed(cx, who, by)? {
            morale::penalty(cx, who, 1, &Says::HeldBack {}.into());
            cx.note(Says::MustStay { who });
            return Ok(());
        }
        morale::penalty(cx, by, 1, &Says::VetoOvercome {}.into());
    }
    out(cx, who);
    Ok(())
}

/// Puts a combatant outside the body again; a host at Will 0 is then broken (SEC-130, SEC-170).
pub fn out(cx: &mut Resolver<'_>, who: Id) {
    let body = minds::body_of(cx.now(), who);
    if body == who {
        return;
    }
    cx.unlink(POSSESSES, who, body);
    cx.act(who, Says::IsOutside { who, body });
    for id in [who, body] {
        Mind::change(cx, id, |mind| mind.with.clear());
        morale::breaks(cx, id, &Says::NoWillLeft {}.into());
    }
}
