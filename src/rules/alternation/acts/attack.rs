//! Attacking as the main action of a turn (`ALT-42`).

use crate::encounter::{Id, Resolver, Step, say};

use crate::rules::alternation::combat::arms::Role;
use crate::rules::alternation::combat::form;
use crate::rules::alternation::combat::play::play;
use crate::rules::alternation::sheet::schema::at;

/// An attack as a main action (`ALT-42`).
pub fn own(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = say!(cx.now(), "{} attacks", cx.name(by));
    let mut attack = cx.form("attack", by, title, |f| form::attack(f, by, &Role::Own))?;
    form::preview(cx, &attack);
    cx.set(by, at::main_used, true);
    play(cx, &mut attack)
}
