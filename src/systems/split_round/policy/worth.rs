//! Value of attacks and spells, as average damage without rolling dice.

use std::collections::{BTreeMap, BTreeSet};

use crate::systems::prelude::*;
use crate::systems::split_round::sheet::schema::{Delivery, OnSave, Spell};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::plan::Main;
use crate::systems::split_round::state::turn::Turn;

/// Returns twice the mean of some dice.
fn twice(dice: &Dice) -> i64 {
    dice.least() + dice.most()
}

/// Returns twice the mean damage of a weapon (SPL-70).
pub fn harm(weapon: &Weapon) -> i64 {
    let whole = (twice(&weapon.damage()) - 2 * weapon.damage_penalty()).max(0);
    if weapon.sprained() { whole / 2 } else { whole }
}

/// Returns the number of d20 results that reach an Armor Class with this modifier (SPL-69).
fn hits(now: &Encounter, modifier: i64, target: Id) -> i64 {
    (21 + modifier - fighter(now, target).ac()).clamp(1, 19)
}

/// Returns the average damage of an attack in hundredths of hit points.
pub fn blow(now: &Encounter, weapon: &Weapon, target: Id) -> i64 {
    // The chance is in twentieths and the damage in half points.
    hits(now, weapon.attack_mod(), target) * harm(weapon) * 100 / 40
}

/// Returns the average damage of a spell to one target in hundredths of hit points. The number of other targets is
/// unknown, because it is not on the sheet (SPL-73).
pub fn spell(now: &Encounter, spell: &Spell<&Row>, target: Id) -> i64 {
    let Some(dice) = spell.damage() else {
        return 0;
    };
    let whole = twice(&dice) * 100 / 2;
    let hit = match spell.delivery() {
        Delivery::NoRoll => whole,
        Delivery::RangedAttack | Delivery::MeleeTouch => {
            whole * hits(now, spell.attack_mod(), target) / 20
        }
    };
    let Some(save) = spell.save() else {
        return hit;
    };
    let bonus = fighter(now, target).save(save);
    let saves = (21 + bonus - spell.spell_dc()).clamp(0, 19);
    match spell.on_save() {
        OnSave::Half => hit - hit * saves / 40,
        OnSave::Negates => hit - hit * saves / 20,
        _ => hit,
    }
}

/// Returns the average damage in hundredths of hit points that an ally's plan deals to each target. The damage matters
/// because a late attack is lost (SPL-66).
pub fn booked(now: &Encounter, friend: Id) -> BTreeMap<Id, i64> {
    let mut taken = BTreeMap::new();
    let mut book = |target: Id, worth: i64| *taken.entry(target).or_default() += worth;
    let friends = now.members(now.get(friend).side);
    for id in friends.filter(|id| Turn::of(now, *id).declared) {
        let plan = &Turn::of(now, id).plan;
        for blow in plan.blows.iter().chain(&plan.off_hand) {
            let weapon = Weapon::named(now, id, &blow.weapon);
            if let (Some(target), Some(weapon)) = (blow.target, weapon) {
                book(target, self::blow(now, &weapon, target));
            }
        }
        let cast = fighter(now, id).spell(&plan.spell);
        if let Some(cast) = cast.filter(|_| plan.main == Main::Cast) {
            let covered: BTreeSet<Id> = plan.targets.iter().copied().collect();
            for target in covered {
                book(target, spell(now, &cast, target));
            }
        }
    }
    taken
}
