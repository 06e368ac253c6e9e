//! Getting free, and freeing an ally (`ALT-86`, `ALT-87`, `ALT-98`).

use crate::act;
use crate::encounter::{Encounter, Id, Resolver, Step};
use crate::note;
use crate::say;

use crate::rules::alternation::combat::holds::drop_holds;
use crate::rules::alternation::combat::save::save;
use crate::rules::alternation::sheet::people::{bond, holder, on_field};
use crate::rules::alternation::sheet::schema::{Attribute, at};
use crate::rules::alternation::state::turn::{held_by_larger, out_of_turn};

/// Tries to get free; takes the whole turn (`ALT-86`). One held by somebody larger cannot (`ALT-98`).
pub fn break_free(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Some(by) = holder(cx.now(), who) else {
        return cx.refuse("nobody holds it");
    };
    if held_by_larger(cx.now(), who) {
        let why = format!(
            "{} is larger: only an ally can free {}",
            cx.name(by),
            cx.name(who)
        );
        return cx.refuse(why);
    }
    act!(
        cx,
        who,
        &[by],
        "{} tries to break free from {}.",
        cx.name(who),
        cx.name(by)
    );
    drop_holds(cx, who, None);
    let title = say!(
        cx.now(),
        "{} tries to break free from {}",
        cx.name(who),
        cx.name(by)
    );
    if save(
        cx,
        "str-save",
        who,
        Attribute::Str,
        title,
        "passed: free; the turn is over either way",
    )? {
        cx.unlink(bond::HOLDING, by, who);
        note!(cx, &[who], "{} is free.", cx.name(who));
    }
    cx.set(who, at::spent, true);
    out_of_turn(cx, who);
    Ok(())
}

/// Whom somebody could free: allies that are held.
pub fn held_allies(now: &Encounter, by: Id) -> Vec<Id> {
    now.present()
        .filter(|id| {
            *id != by && now.allied(*id, by) && on_field(now, *id) && holder(now, *id).is_some()
        })
        .collect()
}

/// Frees a held ally by the helper's own STR save, as a main action (`ALT-87`).
pub fn free_ally(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = say!(cx.now(), "{} frees", cx.name(by));
    let who = cx.form("free-ally", by, title, |f| {
        let now = f.now;
        let first = held_allies(now, by).first().copied();
        let who = f.pick_one("who", "whom", || held_allies(now, by), first);
        f.need(who, "no ally is held")
    })?;
    let Some(from) = holder(cx.now(), who) else {
        return cx.refuse("nobody holds it");
    };
    act!(
        cx,
        by,
        &[who, from],
        "{} tries to free {} from {}.",
        cx.name(by),
        cx.name(who),
        cx.name(from)
    );
    cx.set(by, at::main_used, true);
    drop_holds(cx, by, None);
    let title = say!(
        cx.now(),
        "{} frees {} from {}",
        cx.name(by),
        cx.name(who),
        cx.name(from)
    );
    if save(cx, "str-save", by, Attribute::Str, title, "passed: free")? {
        cx.unlink(bond::HOLDING, from, who);
        note!(cx, &[who], "{} is free.", cx.name(who));
    }
    Ok(())
}
