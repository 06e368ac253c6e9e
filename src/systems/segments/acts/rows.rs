//! Rows shared by declarations and actions: targets of a spell, use of a weapon.

use crate::systems::common::sides::likeliest;
use crate::systems::prelude::*;
use crate::systems::segments::sheet::Weapon;
use crate::systems::segments::state::{Reach, fighter};

/// Returns the possible targets of a spell: all active or down combatants, foes first, the caster last (SEG-120).
pub fn meant_for(now: &Encounter, who: Id) -> Vec<Id> {
    likeliest(now, who, |id| {
        let one = fighter(now, id);
        (one.active() || one.is_down()).then_some(!one.active())
    })
}

/// Returns true if a combatant can be a default target of a spell. Damaging spells skip combatants who are down
/// (SEG-22).
pub fn is_for(now: &Encounter, id: Id, harms: bool) -> bool {
    let one = fighter(now, id);
    one.active() || (!harms && one.is_down() && !now.get(id).gone)
}

/// Asks for a spell's targets: the first target and the others. Choosing another first target replaces the default
/// target.
pub fn spell_targets(f: &mut Form<'_>, from: &[Id], mut preset: Vec<Id>) -> Vec<Id> {
    let rest = preset.split_off(preset.len().min(1));
    f.others("is out of the fight");
    let mut targets = f.pick("target", "target", || from.iter().copied(), 0, 1, preset);
    let Some(first) = targets.first().copied() else {
        return targets;
    };
    let others = || from.iter().copied().filter(|id| *id != first);
    let rest = rest.into_iter().filter(|id| *id != first).collect();
    f.others("is out of the fight, or is the first target");
    targets.extend(f.pick("also", "other targets", others, 0, usize::MAX, rest));
    targets
}

/// Returns true if a weapon is used in melee. Asks if the weapon works both in melee and at range.
pub fn melee_row(f: &mut Form<'_>, key: &str, label: &str, with: Weapon<'_>, usual: bool) -> bool {
    if with.both() {
        f.option(key, label, Reach::of(usual)) == Reach::Melee
    } else {
        with.melee()
    }
}
