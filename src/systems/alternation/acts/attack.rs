//! Attack as the main action of a turn (`ALT-42`).

use crate::systems::alternation::combat::arms::Role;
use crate::systems::alternation::combat::form;
use crate::systems::alternation::combat::play::play;
use crate::systems::alternation::sheet::schema::at;
use crate::systems::prelude::*;

/// Resolves an attack as a main action (`ALT-42`).
pub fn own(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = say!(cx.now(), "{} attacks", cx.name(by));
    let mut attack = cx.form("attack", by, title, |f| form::attack(f, by, &Role::Own))?;
    form::preview(cx, &attack);
    cx.set(by, at::main_used, true);
    play(cx, &mut attack)
}
