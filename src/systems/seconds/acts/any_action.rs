//! Free-form actions, and GM changes to the cost and end of an action (SEC-30, SEC-31, SEC-33).

use super::words::OTHER;
use crate::systems::prelude::*;
use crate::systems::seconds::combat::gear::held;
use crate::systems::seconds::combat::time::{drop_carried, take};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::schema::{Held, at_attack};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::in_body;
use crate::systems::seconds::state::round::Round;
use crate::systems::seconds::state::turn::{Deed, Turn};

/// Default name of a free-form action.
const SOMETHING: &str = "something else";

/// Resolves a free-form action that takes some seconds (SEC-30, SEC-31).
pub fn other(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let carried = Turn::of(cx.now(), who).carried.clone();
    let carried = carried.filter(|one| one.deed == OTHER);
    let (what, seconds) = match carried {
        Some(carried) => (carried.with, carried.needed),
        None => {
            let title = say!(cx.now(), "{} does something else. What?", cx.name(who));
            cx.form("other", who, title, |f| {
                let what = f.text("what", "what", "");
                let seconds = f.amount().number("seconds", "seconds", 0..=600, "s", 1);
                Ok((what, seconds))
            })?
        }
    };
    let named = if what.is_empty() { SOMETHING } else { &what };
    let deed = Deed {
        key: OTHER,
        with: &what,
        told: named,
    };
    take(cx, who, deed, seconds, |cx| {
        let what = named.to_owned().into();
        cx.act(who, Says::DoesOther { who, what });
        Ok(())
    })
}

/// Resolves an action that takes no time, such as speaking or dropping an object. It is possible even after all seconds
/// of the turn are used (SEC-31).
pub fn at_once(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, weapon, what) = cx.form("at-once", None, "Which action takes no time?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| fighter(now, *id).able());
        let who = f.pick_one("who", "who", there, Round::of(now).latest());
        let who = f.need(who, "no combatant can act")?;
        let held = held(now, who);
        let drops = held.into_iter().map(|weapon| {
            let word = format!("drop-{}", weapon.name());
            (word, Some(weapon))
        });
        let all: Vec<(String, Option<Weapon>)> =
            drops.chain([("words".to_owned(), None)]).collect();
        let tell = |(word, weapon): &(String, Option<Weapon>)| {
            Choice::new(
                word,
                match weapon {
                    Some(weapon) => format!("drops {}", weapon.name()),
                    None => SOMETHING.to_owned(),
                },
            )
        };
        let one = f.one_of("deed", "does", &all, all.len() - 1, |(word, _)| word, tell);
        match one {
            Some((_, Some(weapon))) => Ok((who, Some(weapon), String::new())),
            _ => Ok((who, None, f.text("what", "what", ""))),
        }
    })?;
    match weapon {
        Some(weapon) => {
            let name = weapon.name().to_owned().into();
            let said = Says::DropsAtOnce {
                who,
                weapon: name,
                inside: in_body(cx.now(), who),
            };
            cx.act(who, said);
            let body = fighter(cx.now(), who).flesh;
            weapon.set(cx, body, at_attack::held_in, Held::Dropped);
        }
        None => {
            let what = if what.is_empty() { SOMETHING } else { &what };
            let what = what.to_owned().into();
            cx.act(who, Says::DoesAtOnce { who, what });
        }
    }
    Ok(())
}

/// Sets the cost of the acting combatant's next action, regardless of its default cost (SEC-30).
pub fn cost(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(
        cx.now(),
        "How many seconds does {}'s next action cost?",
        cx.name(who)
    );
    let seconds = cx.number("seconds", who, title, 0, 600, 1)?;
    cx.act(who, Says::NextCosts { who, seconds });
    Turn::change(cx, who, |turn| turn.cost = Some(seconds));
    Ok(())
}

/// Breaks off an action that has begun (SEC-33).
pub fn break_off(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    drop_carried(cx, who);
    Ok(())
}
