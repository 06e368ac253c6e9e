//! Means of attack available on each occasion (`ALT-37`, `ALT-60`, `ALT-70`).

use super::attack::{Attack, Means};
use super::legal::{objection, too_few_hands};
use crate::systems::alternation::sheet::weapon::{Weapon, weapons};
use crate::systems::alternation::state::fighter::Fighter;
use crate::systems::alternation::state::last::Last;
use crate::systems::prelude::*;

/// Occasion of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Main action of the attacker's turn.
    Own,
    /// Counter against the attacker, as a reaction (`ALT-60`).
    Counter {
        against: Id,
        /// Distance between attacker and target in half zones.
        distance: i64,
        /// True if attacker and target cannot see each other.
        dark: bool,
        /// True if the attacker leans out from behind a barrier (`ALT-53`).
        leaning: bool,
    },
    /// Opportunity attack on a combatant moving away, as a reaction (`ALT-70`).
    Opportunity {
        /// Combatant who moves, and all combatants aboard.
        leaving: Vec<Id>,
    },
}

/// Means of attack as listed in the form.
#[derive(Clone)]
pub struct Arm {
    /// Key of the entry in the form.
    pub key: String,
    pub means: Means,
    /// Reason why the means cannot be used, if any.
    pub refused: Option<String>,
}

impl Arm {
    /// Returns the means as an option of the form.
    pub fn choice(&self) -> Choice {
        let label = match &self.means {
            Means::Weapon(weapon) => weapon.label(),
            _ => self.key.clone(),
        };
        Choice::new(&self.key, label).unless(self.refused.clone())
    }
}

/// Returns all means of attack on this occasion, without destroyed weapons.
pub fn arms(now: &Encounter, by: Id, role: &Role) -> Vec<Arm> {
    let all = weapons(now, by);
    let mut arms = Vec::with_capacity(all.len() + 3);
    // The form needs a name for each weapon.
    let listed = |weapon: &Weapon| !weapon.destroyed() && !weapon.name().is_empty();
    let whole = all.iter().enumerate().filter(|(_, weapon)| listed(weapon));
    arms.extend(whole.map(|(place, weapon)| Arm {
        key: weapon_key(&all, place),
        means: Means::Weapon(weapon.clone()),
        refused: weapon.unusable().or_else(|| too_few_hands(now, by, weapon)),
    }));
    if !Fighter::of(now, by).vehicle() {
        let bare = [Means::Disarm, Means::Shove, Means::Grapple];
        arms.extend(bare.map(|means| Arm {
            key: bare_key(&means).to_owned(),
            means,
            refused: None,
        }));
    }
    if *role != Role::Own {
        arms.retain(|arm| arm.refused.is_none() && suits(now, by, role, &arm.means));
    }
    arms
}

/// Returns true if the means can be used for a counter or an opportunity attack (`ALT-60`, `ALT-70`, `ALT-96`).
fn suits(now: &Encounter, by: Id, role: &Role, means: &Means) -> bool {
    let (targets, distance, dark): (&[Id], i64, bool) = match role {
        Role::Own => return true,
        Role::Counter {
            against,
            distance,
            dark,
            ..
        } => (std::slice::from_ref(against), *distance, *dark),
        Role::Opportunity { leaving } => (leaving, 0, false),
    };
    !means.blast()
        && targets.iter().any(|target| {
            let trial = Attack {
                by,
                means: means.clone(),
                distance,
                dark,
                ..Attack::default()
            };
            objection(now, &trial, *target).is_none()
        })
}

/// Returns the key of a weapon in the list of a combatant: its name, with a number if an earlier weapon has the same
/// name.
fn weapon_key(all: &[Weapon], place: usize) -> String {
    let name = all[place].name();
    let same = all[..place].iter().filter(|one| one.name() == name).count();
    match same {
        0 => name.to_owned(),
        _ => format!("{name} {}", same + 1),
    }
}

/// Returns the key of a means without a weapon.
fn bare_key(means: &Means) -> &'static str {
    match means {
        Means::Weapon(_) => "",
        Means::Disarm => "disarm",
        Means::Shove => "shove",
        Means::Grapple => "grapple",
    }
}

/// Returns the key under which the form lists the means of an attack; "" if the weapon is destroyed.
pub fn key_of(now: &Encounter, by: Id, means: &Means) -> String {
    let Means::Weapon(weapon) = means else {
        return bare_key(means).to_owned();
    };
    let all = weapons(now, by);
    let is = |one: &Weapon| one.row == weapon.row && !one.destroyed();
    let place = all.iter().position(is);
    place.map_or_else(String::new, |place| weapon_key(&all, place))
}

/// Returns the index of the default: the last weapon used, else the first usable means.
pub fn usual(now: &Encounter, by: Id, arms: &[Arm]) -> Option<usize> {
    let last = &Last::of(now, by).weapon;
    let again =
        |arm: &Arm| arm.key == *last && arm.refused.is_none() && arm.means.weapon().is_some();
    let place = arms.iter().position(again);
    place.or_else(|| arms.iter().position(|arm| arm.refused.is_none()))
}
