//! Who leaves the fight and comes back, as the GM says (CTD-182).

use crate::act;
use crate::encounter::{Condition, Resolver, Step};

use crate::rules::countdown::combat::wounds;
use crate::rules::countdown::sheet::is;
use crate::rules::countdown::state::fighter;
use crate::rules::countdown::state::sides::away;

crate::words! {
    /// How somebody leaves the fight.
    enum Leaving {
        /// Runs.
        Fled = "fled",
        /// Is taken out by the GM.
        Removed = "removed" "been taken out of it",
    }
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
