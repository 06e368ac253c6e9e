//! Free actions, and the end of concentration (SPL-26, SPL-38).

use crate::systems::prelude::*;
use crate::systems::split_round::combat::losses;
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Turn, long, may_declare};

/// Number of free actions in a round (SPL-26).
const FREE: i64 = 5;

/// Returns the reason why a combatant has no free action left, or `None` (SPL-02, SPL-26, SPL-27).
fn none_left(now: &Encounter, who: Id) -> Option<String> {
    let name = now.name(who);
    if Turn::of(now, who).free >= FREE {
        Some(format!("{name} has used {FREE} free actions this round"))
    } else if long(now, who).is_some() && !Options::of(now).free_during_long() {
        Some(format!("{name} is busy with a long action"))
    } else {
        None
    }
}

/// Returns the combatants who could take a free action.
pub fn free_hands(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present().filter(|id| may_declare(now, *id))
}

/// Takes a free action, such as a few words (SPL-26).
pub fn free(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, what) = cx.form("free", None, "Who takes a free action?", |f| {
        let now = f.now;
        f.others("cannot take a free action now");
        let who = f.pick_one("who", "who", || free_hands(now), free_hands(now).next());
        let who = f.need(who, "no one can take a free action now")?;
        let what = f.text("what", "action", "says a few words");
        f.refuse_if(none_left(now, who))?;
        Ok((who, what))
    })?;
    Turn::change(cx, who, |turn| turn.free += 1);
    let what = what.into();
    cx.act(who, Says::FreeAction { who, what });
    Ok(())
}

/// Returns the combatants who concentrate on a spell.
pub fn concentrating(now: &Encounter) -> impl Iterator<Item = Id> + '_ {
    now.present()
        .filter(|id| fighter(now, *id).has(is::CONCENTRATING))
}

/// Drops concentration on a spell, as a free action (SPL-38).
pub fn let_go(cx: &mut Resolver<'_>) -> Step<()> {
    let who = cx.form("let-go", None, "Who stops concentrating?", |f| {
        let now = f.now;
        f.others("is not concentrating");
        let who = f.pick_one(
            "who",
            "who",
            || concentrating(now),
            concentrating(now).next(),
        );
        let who = f.need(who, "no one is concentrating")?;
        f.refuse_if(none_left(now, who))?;
        Ok(who)
    })?;
    Turn::change(cx, who, |turn| turn.free += 1);
    cx.act(who, Says::StopsConcentrating { who });
    losses::drop_spell(cx, who, &Why::Dropped {});
    Ok(())
}
