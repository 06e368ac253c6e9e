//! Sides left in a fight, the end that is suggested when only one is left, and likely targets.

use crate::rules::{Action, Next, Offer};
use crate::systems::prelude::*;

/// Returns the sides with at least one combatant who counts, in their order.
pub fn left(
    now: &Encounter,
    sides: impl IntoIterator<Item = SideId>,
    counts: impl Fn(Id) -> bool,
) -> Vec<SideId> {
    let has_any = |side: &SideId| now.members(*side).any(&counts);
    sides.into_iter().filter(has_any).collect()
}

/// Returns a title if at most one side is left: "no side is up", "only one side is left: Wolves". `does` completes the
/// title without a side, such as "is up".
pub fn alone(now: &Encounter, left: &[SideId], does: &str) -> Option<String> {
    match left {
        [] => Some(format!("no side {does}")),
        [only] => Some(format!("only one side is left: {}", now.side_name(*only))),
        _ => None,
    }
}

/// Suggests the end of the fight: Enter and its action key accept it, Space continues the fight.
pub fn suggest_end(title: String, end: &Action, go_on: &Action) -> Next {
    Next::Offers {
        title,
        offers: vec![Offer::new(end.of()).preset(), Offer::new(go_on.of())],
    }
}

/// Offers the end of the fight, but suggests to continue it: Enter and Space continue the fight.
pub fn warn_of_end(title: String, end: &Action, go_on: &Action) -> Next {
    Next::Offers {
        title,
        offers: vec![Offer::new(end.of()), Offer::new(go_on.of()).preset()],
    }
}

/// Returns true if Affray suggests the end of the fight now that one side is left. The suggestion comes immediately. If
/// the GM has declined it, it comes at the end of this and every later round.
pub fn may_suggest(turned_down: bool, round_done: impl FnOnce() -> bool) -> bool {
    !turned_down || round_done()
}

/// Returns the label of the action with which the GM declines the end.
pub fn goes_on(round_done: bool) -> String {
    if round_done {
        "continue with another round".to_owned()
    } else {
        "continue the round".to_owned()
    }
}

/// Returns the foe that a combatant most likely keeps fighting: the foe attacked `last`, else a foe who attacked the
/// combatant, else the first foe.
pub fn engaged(foes: &[Id], by: Id, last: impl Fn(Id) -> Option<Id>) -> Option<Id> {
    let own = last(by).filter(|id| foes.contains(id));
    let other = || foes.iter().copied().find(|foe| last(*foe) == Some(by));
    own.or_else(other).or(foes.first().copied())
}

/// Returns true if targets suggested to `by` include `of`. A hidden combatant is suggested only to their own side. The
/// GM may target any combatant.
pub fn sees(now: &Encounter, by: Id, of: Id) -> bool {
    !now.get(of).hidden || now.allied(of, by)
}

/// Returns every combatant with a rank by `rank`, the likeliest target first: foes before the own side, the attacker
/// last. Visible foes ([`sees`]) come first, then by rank and in roster order.
pub fn likeliest<K: Ord>(now: &Encounter, by: Id, rank: impl Fn(Id) -> Option<K>) -> Vec<Id> {
    let key = |id: Id| {
        let rank = rank(id)?;
        Some((id == by, now.allied(id, by), !sees(now, by, id), rank))
    };
    let mut all = Vec::with_capacity(now.combatants.len());
    all.extend(now.present().filter_map(|id| Some((key(id)?, id))));
    all.sort_unstable();
    all.into_iter().map(|(_, id)| id).collect()
}
