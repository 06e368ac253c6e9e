//! Bodies with several minds (SEC-159 to SEC-170, SEC-196).

use crate::encounter::Encounter;
use crate::resolver::{Resolver, Step, act};
use crate::values::Id;

use crate::systems::seconds::combat::possession;
use crate::systems::seconds::sheet::conditions::POSSESSES;
use crate::systems::seconds::sheet::schema::at;
use crate::systems::seconds::state::fighter::{defender, fighter};
use crate::systems::seconds::state::minds::{self, Bound, Mind, Shared};
use crate::systems::seconds::state::sides::targets;

/// Tries to possess another's body (SEC-159, SEC-160, SEC-167).
pub fn possess(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (body, willing) = cx.form("possess", who, "Whose body?", |f| {
        let now = f.now;
        let bodies = || {
            targets(now, who)
                .into_iter()
                .filter(|id| !fighter(now, *id).body.is_object())
        };
        let first = bodies().next();
        let body = f.pick_one("target", "into", bodies, first);
        let willing = f.toggle("willing", "willing", false);
        Ok((f.need(body, "there is no body to enter")?, willing))
    })?;
    act!(
        cx,
        who,
        &[body],
        "{} reaches for {}'s body.",
        cx.name(who),
        cx.name(body)
    );
    possession::attempt(cx, who, body, willing)
}

/// Announces an occupant's turn in the body, which may be vetoed (SEC-165, SEC-166).
pub fn announce(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let now = cx.now();
    // If only hidden combatants could veto, players must not learn of them from the announcement.
    let mut about = possession::vetoers(now, who);
    if about.iter().any(|id| !now.get(*id).hidden) {
        about.clear();
    }
    about.push(minds::body_of(now, who));
    act!(
        cx,
        who,
        &about,
        "{} announces a turn{}.",
        cx.name(who),
        minds::in_body(cx.now(), who)
    );
    if !possession::announce(cx, who)? {
        cx.set(who, at::seconds_left, 0);
        Mind::change(cx, who, |mind| mind.bound = Bound::Lost);
    }
    Ok(())
}

/// Returns true if a combatant's turn in a shared body has not been announced.
pub fn to_announce(now: &Encounter, who: Id) -> bool {
    let body = minds::body_of(now, who);
    minds::shared(now, body)
        && !Mind::of(now, who).announced
        && !fighter(now, who).powerless()
        && !possession::vetoers(now, who).is_empty()
}

/// Leaves the body (SEC-169).
pub fn leave(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    act!(cx, who, &[], "{} wants to leave the body.", cx.name(who));
    possession::leave(cx, who)
}

/// Returns all combatants inside another, with the body.
fn possessors(now: &Encounter) -> Vec<(Id, Id)> {
    let bonds = now.links.iter().filter(|link| link.kind == POSSESSES);
    bonds.map(|link| (link.from, link.to)).collect()
}

/// Returns true if any combatant is inside another.
pub fn any(now: &Encounter) -> bool {
    !possessors(now).is_empty()
}

/// Sets which minds direct a body together, and which defends it (SEC-164, SEC-196).
pub fn together(cx: &mut Resolver<'_>) -> Step<()> {
    let (body, with, guard) = cx.form("minds", None, "Minds in one body", |f| {
        let now = f.now;
        let mut bodies: Vec<Id> = possessors(now).into_iter().map(|(_, body)| body).collect();
        bodies.sort();
        bodies.dedup();
        let first = bodies.first().copied();
        f.others("has no guest inside");
        let body = f.pick_one("body", "body", || bodies.iter().copied(), first);
        let body = f.need(body, "nobody is inside another")?;
        let all = minds::occupants(now, body);
        let there = || all.iter().copied();
        let had = there().filter(|id| !Mind::of(now, *id).with.is_empty());
        f.others("is not in this body");
        let with = f.hint(|| "none, or two and more").pick(
            "with",
            "together",
            there,
            0,
            usize::MAX,
            had.collect(),
        );
        f.refuse_if((with.len() == 1).then_some("one alone does not co-operate"))?;
        let guard = defender(now, body);
        f.others("is not in this body");
        let defender = f.pick_one("defender", "defends", there, Some(guard));
        Ok((body, with, defender))
    })?;
    let name = cx.name(body);
    match with.as_slice() {
        [] => act!(
            cx,
            None,
            &[body],
            "In {name}'s body each directs for itself."
        ),
        some => act!(
            cx,
            None,
            some,
            "{} direct {name}'s body together.",
            cx.now().names(some)
        ),
    }
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

/// Some are driven out (SEC-170).
pub fn exorcise(cx: &mut Resolver<'_>) -> Step<()> {
    let out = cx.form("exorcise", None, "Who is driven out?", |f| {
        let all: Vec<Id> = possessors(f.now).into_iter().map(|(who, _)| who).collect();
        f.refuse_if(all.is_empty().then_some("nobody is inside another"))?;
        let from = || all.iter().copied();
        let preset = if all.len() == 1 {
            all.clone()
        } else {
            Vec::new()
        };
        f.others("is in nobody else");
        Ok(f.pick("targets", "who", from, 1, usize::MAX, preset))
    })?;
    act!(cx, None, &out, "The possession ends.");
    for id in out {
        possession::out(cx, id);
    }
    Ok(())
}
