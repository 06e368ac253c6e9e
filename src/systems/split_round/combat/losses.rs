//! Loss of pending items: the rest of a round, attacks and spells, long actions, concentration (SPL-29, SPL-38, SPL-41,
//! SPL-64, SPL-88).

use super::queue;
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::state::turn::{Item, ItemKind, Long, Progress, Turn, long};

/// Removes pending items of a combatant and logs the loss (SPL-64). Losing a spell also ends concentration on it
/// (SPL-38).
pub fn lose(cx: &mut Resolver<'_>, who: Id, why: &Why, which: impl Fn(&Item) -> bool) {
    let gone = take(cx, who, why, which);
    if !gone.is_empty() {
        // The log names each lost attack or spell by its weapon or spell.
        let mut told: Vec<&str> = gone.iter().map(Item::told).collect();
        told.dedup();
        let what = told.iter().map(|what| (*what).to_owned().into());
        let said = Says::Loses {
            who,
            what: Commas(what.collect()),
            why: why.clone(),
        };
        cx.note_planned(who, said);
    }
    for spell in gone.iter().filter(|item| item.kind == ItemKind::Spell) {
        let_go_of(cx, who, &spell.what, why);
    }
}

/// Removes pending items, except the current item, without a log line. Returns the removed items.
fn take(cx: &mut Resolver<'_>, who: Id, why: &Why, which: impl Fn(&Item) -> bool) -> Vec<Item> {
    let now = cx.now();
    let played = queue::next(now).filter(|(next, _)| *next == who && now.turn == Some(who));
    let played = played.map(|(_, place)| place);
    let turn = Turn::of(now, who);
    let lost = turn
        .due()
        .filter(|(place, item)| Some(*place) != played && which(item));
    let (lost, gone): (Vec<usize>, Vec<Item>) =
        lost.map(|(place, item)| (place, item.clone())).unzip();
    if gone.is_empty() {
        return gone;
    }
    let why = why.show(cx.now());
    Turn::change(cx, who, |turn| {
        for place in lost {
            turn.items[place].progress = Progress::Lost;
            why.clone_into(&mut turn.items[place].outcome);
        }
    });
    gone
}

/// Removes the rest of a combatant's round, in either half (SPL-41, SPL-109). Movement already made is kept.
pub fn void(cx: &mut Resolver<'_>, who: Id, why: &Why) {
    lose(cx, who, why, |_| true);
    Turn::change(cx, who, |turn| {
        turn.declared = true;
        turn.void = true;
        turn.held = false;
    });
}

/// Removes pending attacks with a weapon (SPL-97).
pub fn lose_blows_with(cx: &mut Resolver<'_>, who: Id, weapon: &str, why: &Why) {
    lose(cx, who, why, |item| {
        item.kind.attacks() && item.what == weapon
    });
}

/// Bumps a combatant, who loses all attacks and spells of the round and any long action (SPL-88).
pub fn bump(cx: &mut Resolver<'_>, who: Id) {
    let ends = Ends::EndOfRound(cx.now().round);
    cx.gain(who, Condition::new(is::BUMPED).ends(ends), Says::Bumped {});
    ruin(cx, who, &Why::Bumped {});
    lose(cx, who, &Why::Bumped {}, Item::bumpable);
}

/// Ends a long action. The mana paid is lost (SPL-29).
pub fn ruin(cx: &mut Resolver<'_>, who: Id, why: &Why) {
    let Some(long) = long(cx.now(), who) else {
        return;
    };
    let (what, spell, begun) = (long.what.clone(), long.spell, long.done > 0);
    let said = Says::Loses {
        who,
        what: Commas(vec![what.clone().into()]),
        why: why.clone(),
    };
    if begun {
        cx.note(said)
    } else {
        cx.note_planned(who, said)
    }
    Long::clear(cx, who);
    take(cx, who, why, |item| {
        matches!(item.kind, ItemKind::Spell | ItemKind::Deed)
    });
    if spell {
        let_go_of(cx, who, &what, why);
    }
}

/// Ends an item without effect, together with its long action and concentration on its spell (SPL-38).
pub fn come_to_nothing(cx: &mut Resolver<'_>, who: Id, item: &Item, why: &Why) {
    if matches!(item.kind, ItemKind::Deed | ItemKind::Spell) {
        Long::clear(cx, who);
        let_go_of(cx, who, &item.what, why);
    }
}

/// Ends concentration on a spell, if any (SPL-38, SPL-51).
pub fn let_go_of(cx: &mut Resolver<'_>, who: Id, spell: &str, why: &Why) {
    let on_it = cx.get(who).condition(is::CONCENTRATING);
    if on_it.is_some_and(|kept| kept.cause.plain() == Some(spell)) {
        let_go(cx, who, why);
    }
}

/// Drops the spell on which a combatant concentrates. If the spell is still being cast, its casting ends, and its mana
/// and the bids against it are lost (SPL-38).
pub fn drop_spell(cx: &mut Resolver<'_>, who: Id, why: &Why) {
    let kept = cx.get(who).condition(is::CONCENTRATING);
    let Some(spell) = kept.and_then(|kept| Some(kept.cause.plain()?.to_owned())) else {
        return;
    };
    if long(cx.now(), who).is_some_and(|long| long.spell && long.what == spell) {
        ruin(cx, who, why);
    }
    lose(cx, who, why, |item| {
        item.kind == ItemKind::Spell && item.what == spell
    });
    if Turn::of(cx.now(), who).plan.spell == spell && !Turn::of(cx.now(), who).bids.is_empty() {
        Turn::change(cx, who, |turn| turn.bids.clear());
    }
    let_go(cx, who, why);
}

/// Ends concentration on any spell (SPL-38).
pub fn let_go(cx: &mut Resolver<'_>, who: Id, why: &Why) {
    let why = Says::Lost { why: why.clone() };
    cx.lose(who, is::CONCENTRATING, Says::Concentrating {}, why);
}

/// Removes pending items, long actions and concentration of a combatant who can no longer act (SPL-29, SPL-38, SPL-64).
pub fn unable(cx: &mut Resolver<'_>, who: Id, why: &Why) {
    ruin(cx, who, why);
    lose(cx, who, why, |_| true);
    let_go(cx, who, why);
}
