//! Something makes somebody move.

use crate::act;
use crate::encounter::{Condition, Id, Resolver, Step};

use crate::rules::segments::combat::{check_degree, loses_all, struck_while_casting};
use crate::rules::segments::sheet::{Attribute, active, fighter, is};

/// Something makes somebody move (SEG-26, SEG-122).
pub fn forced(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, by) = cx.form("forced", None, "Forced to move", |f| {
        let able = active(f.now);
        let still = |id: &Id| fighter(f.now, *id).has(is::NO_MOVEMENT);
        let still = able.iter().copied().find(still);
        let who = f.pick_one("who", "who", || able.iter().copied(), still);
        let by = f.text("by", "by what", "");
        Ok((f.need(who, "pick who is forced to move")?, by))
    })?;
    let by = match by.trim() {
        "" => String::new(),
        by => format!(" by {by}"),
    };
    act!(cx, who, &[who], "{} is forced to move{by}.", cx.name(who));
    // It no longer stays where it aimed from (SEG-102).
    cx.lose(who, is::AIM_KEPT, "", "");
    if !fighter(cx.now(), who).has(is::NO_MOVEMENT) {
        return struck_while_casting(cx, who);
    }
    loses_all(cx, who, "forced to move");
    let what = "keeping its feet, DEX";
    if check_degree(cx, "forced-dex", who, what, Attribute::Dex, 2)? > 2 {
        cx.gain(who, Condition::new(is::PRONE), "prone");
    }
    Ok(())
}
