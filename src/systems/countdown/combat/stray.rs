//! Shots that stray into a melee (17.0.12).

use crate::resolver::{Resolver, Step, say};
use crate::values::Id;

use super::attack;
use super::circumstances::{Circumstances, Purpose, Range};
use super::strike::Strike;
use super::targets::ask_near;
use crate::systems::countdown::sheet::Band;
use crate::systems::countdown::state::there;

/// A missed shot into a melee may hit allies, whom the GM names in order (CTD-115 to CTD-117).
pub fn stray(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    if !strike.circumstances.press {
        return Ok(());
    }
    let (by, target) = (strike.by, strike.target);
    let ally = |id: &Id| cx.now().allied(*id, by) && ![by, target].contains(id);
    let allies = there(cx.now()).filter(ally).collect();
    let name = cx.name(by);
    let title = say!(
        cx.now(),
        "{name} missed: which allies might be hit, in order?"
    );
    let named = ask_near(cx, "stray", title, allies, Some(target))?;
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
