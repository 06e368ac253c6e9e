//! Breaking free, and freeing an ally (`ALT-86`, `ALT-87`, `ALT-98`).

use crate::systems::alternation::combat::checks::save;
use crate::systems::alternation::combat::holds::drop_holds;
use crate::systems::alternation::says::Says;
use crate::systems::alternation::sheet::schema::{Attribute, at};
use crate::systems::alternation::state::bonds::{bond, holder};
use crate::systems::alternation::state::sides::on_field;
use crate::systems::alternation::state::turn::{held_by_larger, out_of_turn};
use crate::systems::prelude::*;

/// Tries to break free, which takes the whole turn (`ALT-86`). A combatant held by a larger combatant cannot break free
/// (`ALT-98`).
pub fn break_free(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(by) = holder(cx.now(), who) else {
        return cx.refuse("is not held");
    };
    let (name, holds) = (cx.name(who), cx.name(by));
    if held_by_larger(cx.now(), who) {
        return cx.refuse(format!("{holds} is larger: only an ally can free {name}"));
    }
    cx.act(who, Says::TriesToBreakFree { who, from: by });
    drop_holds(cx, who, None);
    let title = say!(
        cx.now(),
        "{name} tries to break free from {holds}: STR save"
    );
    let hint = "if passed: free; the turn ends either way";
    if save(cx, "str-save", who, Attribute::Str, title, hint)? {
        cx.unlink(bond::HOLDING, by, who);
        cx.note(Says::IsFree { who });
    }
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    Ok(())
}

/// Returns the held allies that a combatant could free.
pub fn held_allies(now: &Encounter, by: Id) -> Vec<Id> {
    let ally = |id: &Id| *id != by && now.allied(*id, by) && on_field(now, *id);
    let allies = now.present().filter(ally);
    allies.filter(|id| holder(now, *id).is_some()).collect()
}

/// Frees a held ally with the helper's own STR save, as a main action (`ALT-87`).
pub fn free_ally(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = say!(cx.now(), "{} frees", cx.name(by));
    let who = cx.form("free-ally", by, title, |f| {
        let now = f.now;
        let first = held_allies(now, by).first().copied();
        f.others("is not held");
        let who = f.pick_one("who", "ally", || held_allies(now, by), first);
        f.need(who, "no ally is held")
    })?;
    let Some(from) = holder(cx.now(), who) else {
        return cx.refuse("is not held");
    };
    let (name, whom, holds) = (cx.name(by), cx.name(who), cx.name(from));
    cx.act(by, Says::TriesToFree { by, who, from });
    cx.set(by, at::main_used, true);
    drop_holds(cx, by, None);
    let title = say!(
        cx.now(),
        "{name} tries to free {whom} from {holds}: STR save"
    );
    if save(cx, "str-save", by, Attribute::Str, title, "if passed: free")? {
        cx.unlink(bond::HOLDING, from, who);
        cx.note(Says::IsFree { who });
    }
    Ok(())
}
