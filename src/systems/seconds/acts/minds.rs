//! Bodies with several minds (SEC-159 to SEC-170, SEC-196).

use crate::systems::prelude::*;
use crate::systems::seconds::combat::possession;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::POSSESSES;
use crate::systems::seconds::state::fighter::{defender, fighter};
use crate::systems::seconds::state::minds::{self, Mind, Shared};
use crate::systems::seconds::state::sides::targets;

/// Tries to possess the body of another combatant (SEC-159, SEC-160, SEC-167).
pub fn possess(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (body, willing) = cx.form(
        "possess",
        who,
        "Whose body does the possessor enter?",
        |f| {
            let now = f.now;
            let bodies = || {
                targets(now, who)
                    .into_iter()
                    .filter(|id| !fighter(now, *id).body.is_object())
            };
            let first = bodies().next();
            let body = f.pick_one("target", "victim", bodies, first);
            let willing = f.toggle("willing", "willing", false);
            Ok((f.need(body, "there is no body to possess")?, willing))
        },
    )?;
    cx.act(who, Says::TriesToPossess { who, body });
    possession::attempt(cx, who, body, willing)
}

/// Announces an occupant's turn in the body, which may be vetoed (SEC-165, SEC-166).
pub fn announce(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    possession::announce(cx, who).map(|_| ())
}

pub use possession::to_announce;

/// Leaves the body (SEC-169).
pub fn leave(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    cx.act(who, Says::TriesToLeave { who });
    possession::leave(cx, who)
}

/// Returns all combatants inside another combatant's body, each with this body.
fn possessors(now: &Encounter) -> Vec<(Id, Id)> {
    let bonds = now.links.iter().filter(|link| link.kind == POSSESSES);
    bonds.map(|link| (link.from, link.to)).collect()
}

/// Returns true if any combatant is inside another combatant's body.
pub fn any(now: &Encounter) -> bool {
    !possessors(now).is_empty()
}

/// Sets which minds direct a body together, and which mind defends it (SEC-164, SEC-196).
pub fn together(cx: &mut Resolver<'_>) -> Step<()> {
    let (body, with, guard) = cx.form(
        "minds",
        None,
        "Who directs and defends a shared body?",
        |f| {
            let now = f.now;
            let mut bodies: Vec<Id> = possessors(now).into_iter().map(|(_, body)| body).collect();
            bodies.sort();
            bodies.dedup();
            let first = bodies.first().copied();
            f.others("is not possessed");
            let body = f.pick_one("body", "body", || bodies.iter().copied(), first);
            let body = f.need(body, "no body is possessed")?;
            let all = minds::occupants(now, body);
            let there = || all.iter().copied();
            let had = there().filter(|id| !Mind::of(now, *id).with.is_empty());
            f.others("is not in this body");
            let with = f.hint(|| "none or at least two minds").pick(
                "with",
                "direct together",
                there,
                0,
                usize::MAX,
                had.collect(),
            );
            f.refuse_if(
                (with.len() == 1).then_some("at least two minds must direct the body together"),
            )?;
            let guard = defender(now, body);
            f.others("is not in this body");
            let defender = f.pick_one("defender", "defender", there, Some(guard));
            Ok((body, with, defender))
        },
    )?;
    let said = match with.as_slice() {
        [] => Says::DirectAlone { body },
        some => Says::DirectTogether {
            who: some.to_vec(),
            body,
        },
    };
    cx.act(None, said);
    for id in minds::occupants(cx.now(), body) {
        let others: Vec<Id> = with.iter().copied().filter(|one| *one != id).collect();
        let company = if with.contains(&id) {
            others
        } else {
            Vec::new()
        };
        Mind::change(cx, id, |mind| mind.with = company);
    }
    let usual = {
        let now = cx.now();
        let free = Shared::of(now, body).defender.is_none();
        free && guard == Some(defender(now, body))
    };
    if !usual {
        Shared::change(cx, body, |shared| shared.defender = guard);
    }
    Ok(())
}

/// Drives minds out of a body (SEC-170).
pub fn exorcise(cx: &mut Resolver<'_>) -> Step<()> {
    let out = cx.form("exorcise", None, "Who is driven out?", |f| {
        let all: Vec<Id> = possessors(f.now).into_iter().map(|(who, _)| who).collect();
        f.refuse_if(all.is_empty().then_some("no body is possessed"))?;
        let from = || all.iter().copied();
        let preset = if all.len() == 1 {
            all.clone()
        } else {
            Vec::new()
        };
        f.others("possesses no one");
        Ok(f.pick("targets", "who", from, 1, usize::MAX, preset))
    })?;
    cx.act(None, Says::PossessionEnds { who: out.clone() });
    for id in out {
        possession::out(cx, id);
    }
    Ok(())
}
