//! The throw on either table.

use crate::dice::Dice;
use crate::resolver::{Resolver, Roll, Step, say};

use crate::systems::split_round::combat::strike::Strike;

/// The throw on a table, of which the player is told what each number does; nothing where no row is for this weapon.
pub fn throw(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    dice: Dice,
    listed: Vec<String>,
) -> Step<Option<i64>> {
    if listed.is_empty() {
        cx.note(&[], "A natural 1: no more than a miss.");
        return Ok(None);
    }
    let title = say!(
        cx.now(),
        "{}: natural 1 with {}",
        cx.name(strike.by),
        strike.weapon.name()
    );
    let roll = Roll::new("fumble", strike.by, "fumble", dice).title(title);
    Ok(Some(cx.roll(roll.hint(listed.join(", ")))?.total))
}
