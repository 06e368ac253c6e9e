//! Shots that stray into a melee (17.0.12).

use crate::encounter::{Id, Resolver, Step};
use crate::say;

use super::attack;
use super::circumstances::{Circumstances, Purpose, Range};
use super::strike::Strike;
use crate::rules::countdown::sheet::tables::Band;
use crate::rules::countdown::state::bonds::engaged;
use crate::rules::countdown::state::fighter::fighter;

/// A missed shot into a melee may hit allies, whom the GM names in order (CTD-115 to CTD-117).
pub fn stray(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    if !strike.circumstances.press {
        return Ok(());
    }
    let allies: Vec<Id> = cx
        .now()
        .present()
        .filter(|id| {
            *id != strike.by
                && *id != strike.target
                && cx.now().allied(*id, strike.by)
                && !fighter(cx.now(), *id).out()
        })
        .collect();
    if allies.is_empty() {
        return Ok(());
    }
    let preset: Vec<Id> = allies
        .iter()
        .copied()
        .filter(|id| engaged(cx.now(), *id, strike.target))
        .collect();
    let title = say!(
        cx.now(),
        "{} missed: which allies might be hit, in order?",
        cx.name(strike.by)
    );
    let most = allies.len();
    let named = cx.pick("stray", None, title, allies, 0, most, preset)?;
    // Who is hit instead stands where the shot went: within 5 feet only if so many were typed.
    let range = strike.circumstances.range.map(|range| match range {
        Range::Close => Range::Within(Band::Short),
        typed => typed,
    });
    let circumstances = Circumstances {
        range,
        ..Circumstances::default()
    };
    for ally in named {
        let shot = Strike {
            target: ally,
            purpose: Purpose::Stray,
            circumstances,
            ..strike.clone()
        };
        if attack::make(cx, &shot, actor)? {
            break;
        }
    }
    Ok(())
}
