//! Items that a plan adds to the attack half (T1, SPL-10, SPL-53).

use super::describe;
use crate::systems::prelude::*;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Delivery;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::plan::{Bonus, Main, Plan};
use crate::systems::split_round::state::turn::{Item, ItemKind, long};

/// Returns the items that a plan adds to the attack half (T1, SPL-10, SPL-53).
pub fn planned(now: &Encounter, who: Id, plan: &Plan) -> Vec<Item> {
    let early =
        |weapon: &str| Weapon::named(now, who, weapon).is_some_and(|weapon| !weapon.melee());
    let mut items: Vec<Item> = Vec::new();
    let kind = if plan.rush {
        ItemKind::Rush
    } else {
        ItemKind::Blow
    };
    let blows = plan.blows.iter().map(|blow| (kind, blow));
    let off_hand = plan.off_hand.iter().map(|blow| (ItemKind::OffHand, blow));
    for (kind, blow) in blows.chain(off_hand) {
        items.push(Item {
            kind,
            what: blow.weapon.clone(),
            targets: blow.target.into_iter().collect(),
            sneak: blow.sneak,
            anyway: plan.feat && blow.target.is_some_and(|target| fighter(now, target).out()),
            early: early(&blow.weapon),
            ..Item::default()
        });
    }
    match plan.main {
        Main::Cast => {
            let rounds = fighter(now, who)
                .spell(&plan.spell)
                .map_or(0, |spell| spell.casting_rounds());
            if rounds <= 1 {
                items.push(spell_item(now, who, &plan.spell, &plan.targets));
            }
        }
        Main::Other if plan.deed.rounds <= 1 => {
            items.push(deed_item(now, describe::deed(&plan.deed)));
        }
        Main::GoOn => items.extend(last_round(now, who)),
        Main::Attack | Main::Other | Main::Nothing => {}
    }
    if !matches!(plan.bonus, Bonus::None | Bonus::Draw) {
        items.push(Item {
            kind: ItemKind::Bonus,
            what: describe::bonus(plan),
            early: others_early(now),
            ..Item::default()
        });
    }
    if plan.contested.is_some() && items.is_empty() {
        items.push(Item {
            kind: ItemKind::Move,
            what: "movement".to_owned(),
            ..Item::default()
        });
    }
    for (item, still) in items.iter_mut().zip(&plan.still) {
        item.still = *still;
    }
    items
}

fn spell_item(now: &Encounter, who: Id, spell: &str, targets: &[Id]) -> Item {
    let delivery = fighter(now, who).spell(spell).map(|spell| spell.delivery());
    Item {
        kind: ItemKind::Spell,
        what: spell.to_owned(),
        targets: targets.to_vec(),
        early: delivery != Some(Delivery::MeleeTouch),
        ..Item::default()
    }
}

fn deed_item(now: &Encounter, what: String) -> Item {
    Item {
        kind: ItemKind::Deed,
        what,
        early: others_early(now),
        ..Item::default()
    }
}

/// Returns true if items other than attacks and spells belong to the first phase (SPL-60).
fn others_early(now: &Encounter) -> bool {
    Options::of(now).other_acts_phase() == 1
}

/// Returns the item of a long action in its last round (SPL-28).
fn last_round(now: &Encounter, who: Id) -> Option<Item> {
    let long = long(now, who).filter(|long| long.done + 1 >= long.rounds)?;
    Some(if long.spell {
        spell_item(now, who, &long.what, &long.targets)
    } else {
        deed_item(now, long.what.clone())
    })
}
