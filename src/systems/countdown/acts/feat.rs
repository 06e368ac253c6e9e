//! Feats, which are any other actions, and passing (CTD-23, CTD-24).

use super::acting::{ask, begin, let_go, use_action};
use crate::systems::countdown::combat::{Outcome, checks, movement};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::state::{Maneuver, fighter};
use crate::systems::prelude::*;

crate::words! {
    /// Base of a feat's check.
    enum Check {
        None = "none",
        Str = "STR",
        Dex = "DEX",
        /// Ability that is not on the sheet.
        Other = "other" "another ability",
    }
}

/// Asks if the action needs a check, and for the ability, its modifier and the DC.
fn ask_check(f: &mut Form<'_>, who: Id) -> Option<((&'static str, i64), i64)> {
    let one = fighter(f.now, who);
    let tell = |check: &Check| {
        Choice::of(*check).hint(match check {
            Check::Str => format!("{:+}", one.str_mod()),
            Check::Dex => format!("{:+}", one.dex_mod()),
            Check::None | Check::Other => String::new(),
        })
    };
    let ability = match f.option_told("check", "check", Check::ALL, Check::None, tell) {
        Check::None => return None,
        Check::Str => ("STR", one.str_mod()),
        Check::Dex => ("DEX", one.dex_mod()),
        Check::Other => ("ability", f.number("ability", "modifier", -10..=10, "", 0)),
    };
    Some((ability, f.number("dc", "DC", 1..=60, "", 15)))
}

/// Resolves any other action, with a DC check if the GM wants one (CTD-24).
pub fn feat(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (what, check, way) = ask(cx, who, Maneuver::Feat, |f| {
        let what = f.text("what", "what", "another action").trim().to_owned();
        Ok((what, ask_check(f, who), movement::ask_way(f, who)?))
    })?;
    use_action(cx, who, Maneuver::Feat, None, "");
    let said = Says::Feat {
        who,
        what: what.trim_end_matches('.').to_owned().into(),
    };
    cx.act(who, said);
    let_go(cx, who);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    if let Some((ability, dc)) = check {
        checks::check(cx, who, "feat-check", ability, dc, &what)?;
    }
    movement::after(cx, who, &way)
}

/// Passes: the combatant takes no action on their count (CTD-23).
pub fn pass(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    begin(cx, who, Maneuver::Pass, None, Says::Passes { who });
    Ok(())
}
