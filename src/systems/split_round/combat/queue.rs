//! Queue of the attack half: the order of its items (4.8).

use super::strike::{Strike, Thrown};
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Says, TieBreak};
use crate::systems::split_round::sheet::options::{MultiAttackOrder, Options};
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::turn::{Item, Progress, Turn};

/// Sort key of an item in the queue. The lowest key comes first, and the GM's order has precedence (SPL-59 to SPL-63,
/// SPL-68).
pub type Standing = (i64, bool, bool, i64, bool, i64, Id, usize);

/// Returns the sort key of an item.
pub fn standing(now: &Encounter, who: Id, place: usize, item: &Item) -> Standing {
    let one = fighter(now, who);
    let rolled_one = item.natural == 1 && item.kind.attacks();
    let fumbles_first = rolled_one && Options::of(now).fumbles_first();
    let total = match Options::of(now).multi_attack_order() {
        MultiAttackOrder::Best if item.kind.attacks() => best(now, who, item.early),
        _ => item.total(),
    };
    (
        item.nth,
        !item.early,
        !fumbles_first,
        -total,
        !one.player(),
        -one.initiative(),
        who,
        place,
    )
}

/// Returns the total that places all attacks of a combatant in a phase: the highest total that hits, else the highest
/// total (SPL-63).
fn best(now: &Encounter, who: Id, early: bool) -> i64 {
    let items = Turn::of(now, who).items.iter();
    let attacks = items.filter(|item| item.kind.attacks() && item.early == early);
    let hits = |item: &&Item| {
        let strike = Strike::of(now, who, item);
        strike.is_some_and(|strike| strike.hits(now, strike.target, Thrown::of(item)))
    };
    let best = attacks.map(|item| (hits(&item), item.total())).max();
    best.map_or(0, |(_, total)| total)
}

/// Returns sentences that explain the order of equal totals, one for each pair of neighbours (SPL-62).
pub fn ties(now: &Encounter) -> Vec<Says> {
    let items = all(now);
    let pairs = items.windows(2).filter_map(|pair| {
        let [(first, place, one), (second, after, other)] = pair else {
            return None;
        };
        let before = |who, place, item| {
            let (nth, early, fumbles, total, ..) = standing(now, who, place, item);
            (nth, early, fumbles, total)
        };
        let due = [one, other]
            .iter()
            .all(|item| item.progress == Progress::Due);
        let total = before(*first, *place, one);
        if first == second || !due || total != before(*second, *after, other) {
            return None;
        }
        let (a, b) = (fighter(now, *first), fighter(now, *second));
        let why = match (a.player() != b.player(), a.initiative() - b.initiative()) {
            (true, _) => TieBreak::PlayersFirst {},
            (_, 0) => TieBreak::RosterOrder {},
            _ => TieBreak::Initiative {
                first: a.initiative(),
                second: b.initiative(),
            },
        };
        Some(Says::Tie {
            first: *first,
            second: *second,
            total: -total.3,
            why,
        })
    });
    pairs.collect()
}

/// Returns the next item (SPL-61).
pub fn next(now: &Encounter) -> Option<(Id, usize)> {
    let all = now.present().flat_map(|who| {
        let due = Turn::of(now, who).due();
        due.map(move |(place, item)| standing(now, who, place, item))
    });
    all.min().map(|(.., who, place)| (who, place))
}

/// Returns the whole queue in order, including finished items.
pub fn all(now: &Encounter) -> Vec<(Id, usize, &Item)> {
    let items = now.present().flat_map(|who| {
        let items = Turn::of(now, who).items.iter().enumerate();
        items.map(move |(place, item)| (standing(now, who, place, item), item))
    });
    let mut items: Vec<_> = items.collect();
    items.sort_by_key(|(standing, _)| *standing);
    let whose = |(standing, item): (Standing, _)| (standing.6, standing.7, item);
    items.into_iter().map(whose).collect()
}
