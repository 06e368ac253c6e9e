//! Transition from plans to queue: all d20s in one prompt (4.7).

use crate::resolver::Rolled;
use crate::systems::prelude::*;

use super::counter;
use super::declare::thing;
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::combat::{edge, losses, queue};
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::schema::ATTACK_HALF;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::round::{Phase, Round};
use crate::systems::split_round::state::turn::{Item, ItemKind, Turn};

/// Rolls the d20s of all combatants (SPL-53 to SPL-58).
pub fn dice(cx: &mut Resolver<'_>) -> Step<()> {
    cx.moment(None, ATTACK_HALF);
    let ids: Vec<Id> = cx.now().present().collect();
    for who in &ids {
        strike_off(cx, *who);
    }
    let (mut whose, mut rolls) = (Vec::new(), Vec::new());
    for who in &ids {
        let due: Vec<usize> = Turn::of(cx.now(), *who)
            .due()
            .map(|(place, _)| place)
            .collect();
        for place in due {
            let item = &Turn::of(cx.now(), *who).items[place];
            let strike = Strike::of(cx.now(), *who, item);
            let edge = strike.as_ref().map(|strike| strike.edge(cx.now()));
            rolls.push(roll(cx.now(), *who, item));
            whose.push((*who, place, edge.unwrap_or_default()));
            if strike.is_some() {
                edge::spent(cx, *who);
            }
        }
    }
    let thrown = cx.rolls("dice", "Attack half: roll every d20", rolls.clone())?;
    cx.act(None, Says::EveryoneRolls {});
    for (((who, place, edge), roll), thrown) in whose.iter().zip(&rolls).zip(&thrown) {
        if cx.heard() {
            // The log shows a hit or miss only when the item is resolved.
            let mut roll = roll.clone().high();
            roll.told = Told::default();
            roll.need = None;
            let told = Rolled {
                outcome: None,
                ..thrown.clone()
            };
            cx.log_throw(&roll, &told);
            edge::tell(cx, *who, edge);
        }
        Turn::change(cx, *who, |turn| {
            if let Some(item) = turn.items.get_mut(*place) {
                item.natural = thrown.natural.into();
                item.modifier = thrown.total - item.natural;
            }
        });
    }
    draw_forward(cx);
    if cx.heard() {
        for tie in queue::ties(cx.now()) {
            cx.act(None, tie);
        }
    }
    Round::change(cx, |round| round.phase = Phase::Attack);
    // Counterspell bids against spells that take effect in a later round (SPL-47).
    for who in ids {
        let open = Turn::of(cx.now(), who)
            .due()
            .any(|(_, item)| item.kind == ItemKind::Spell);
        let spell = Turn::of(cx.now(), who).plan.spell.clone();
        if !open {
            counter::late(cx, who, &spell)?;
        }
    }
    Ok(())
}

/// Removes items with unusable weapons, before the dice are rolled (SPL-53).
fn strike_off(cx: &mut Resolver<'_>, who: Id) {
    let useless = |now: &Encounter, item: &Item| {
        let weapon = item
            .kind
            .attacks()
            .then(|| Weapon::named(now, who, &item.what));
        let why = weapon.flatten().and_then(|weapon| weapon.unusable());
        why.map(|why| Why::Is { what: why.into() })
    };
    let lost: Vec<(String, Why)> = Turn::of(cx.now(), who)
        .due()
        .filter_map(|(_, item)| Some((item.what.clone(), useless(cx.now(), item)?)))
        .collect();
    for (weapon, why) in lost {
        losses::lose_blows_with(cx, who, &weapon, &why);
    }
}

/// Creates the d20 of an item: an attack roll, or a roll for the order only (SPL-54 to SPL-57).
fn roll(now: &Encounter, who: Id, item: &Item) -> Roll {
    match Strike::of(now, who, item) {
        Some(strike) if item.kind == ItemKind::Rush => {
            let mut roll = strike.roll(now, "dice");
            let target = strike.target;
            roll.what = Says::RushRoll { target }.into();
            // A natural 1 fails, and a high result is no critical hit (SPL-24).
            roll.always.clear();
            roll.always(1, 1, false)
        }
        Some(strike) => strike.roll(now, "dice"),
        None => {
            let one = fighter(now, who);
            let bonus = Tally::new().plus("initiative", one.initiative());
            let what = match item.kind {
                ItemKind::Bonus => thing(&Turn::of(now, who).plan),
                _ => item.what.clone(),
            };
            let what = what.into();
            Roll::new("dice", who, Says::ItemRoll { what }, Dice::d(20)).bonus(bonus)
        }
    }
}

/// Moves an act that may prevent a held movement into the first phase, if the mover has an item in this phase (SPL-31).
fn draw_forward(cx: &mut Resolver<'_>) {
    let now = cx.now();
    let early = now.present().filter_map(|mover| {
        let turn = Turn::of(now, mover);
        let early = turn.held && turn.due().any(|(_, item)| item.early);
        turn.plan.contested.filter(|_| early)
    });
    for who in early.collect::<Vec<Id>>() {
        Turn::change(cx, who, |turn| {
            for item in turn
                .items
                .iter_mut()
                .filter(|item| item.kind == ItemKind::Deed)
            {
                item.early = true;
            }
        });
    }
}
