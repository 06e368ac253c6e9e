//! Roll on either fumble table.

use crate::systems::prelude::*;
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::says::Says;

/// Rolls on a table, with a list of the possible results as a hint. Returns `None` if no row fits this weapon.
pub fn throw(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    dice: Dice,
    rows: impl IntoIterator<Item = (i64, i64, &'static str)>,
) -> Step<Option<i64>> {
    let listed = listed(rows);
    if listed.is_empty() {
        cx.note(Says::PlainMiss {});
        return Ok(None);
    }
    let title = say!(
        cx.now(),
        "{} fumbles with {}. What happens?",
        cx.name(strike.by),
        strike.weapon.name()
    );
    let roll = Roll::new("fumble", strike.by, Says::FumbleRoll {}, dice).title(title);
    Ok(Some(cx.roll(roll.hint(listed))?.total))
}

/// Lists the results, with equal neighbours combined: "2-3 hits themselves for 1d4, 4 drops the weapon".
fn listed(rows: impl IntoIterator<Item = (i64, i64, &'static str)>) -> String {
    let mut listed: Vec<(i64, i64, &str)> = Vec::new();
    for (from, to, does) in rows {
        match listed.last_mut() {
            Some(last) if last.2 == does && last.1 + 1 == from => last.1 = to,
            _ => listed.push((from, to, does)),
        }
    }
    let told = listed.into_iter().map(|(from, to, does)| {
        if from == to {
            format!("{from} {does}")
        } else {
            format!("{from}-{to} {does}")
        }
    });
    told.collect::<Vec<String>>().join(", ")
}
