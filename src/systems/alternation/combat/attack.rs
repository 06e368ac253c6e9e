//! One attack: its means, its targets and its circumstances (`ALT-42` to `ALT-56`).

use crate::systems::alternation::says::With;
use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::sheet::weapon::Weapon;
use crate::systems::alternation::state::bonds::mount_of;
use crate::systems::alternation::state::fighter::steps_up;
use crate::systems::prelude::*;

/// Means of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Means {
    Weapon(Weapon),
    /// Disarms the target (`ALT-82`).
    Disarm,
    /// Pushes the target half a zone away (`ALT-83`).
    #[default]
    Shove,
    /// Grabs and holds the target (`ALT-84`).
    Grapple,
}

impl Means {
    /// Returns the weapon of the attack; `None` if it deals no damage.
    pub fn weapon(&self) -> Option<&Weapon> {
        match self {
            Means::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    /// Returns the means with its owner: "Ann's bow", "Ben's grapple".
    pub fn of(&self, now: &Encounter, by: Id) -> String {
        let (name, words) = (now.name(by), self.words(now));
        let bare = ["the ", "a "]
            .iter()
            .find_map(|one| words.strip_prefix(one));
        format!("{name}'s {}", bare.unwrap_or(&words))
    }

    /// Returns the means for a sentence.
    pub fn with(&self) -> With {
        match self {
            Means::Weapon(weapon) if weapon.unarmed() => With::BareHands {},
            Means::Weapon(weapon) => With::Weapon {
                name: weapon.name().to_owned().into(),
            },
            Means::Disarm => With::Disarm {},
            Means::Shove => With::Shove {},
            Means::Grapple => With::Grapple {},
        }
    }

    /// Returns the means in words: "the bow", "a grapple".
    pub fn words(&self, now: &Encounter) -> String {
        self.with().show(now)
    }

    /// Returns true if the attack is ranged.
    pub fn ranged(&self) -> bool {
        self.weapon().is_some_and(|weapon| weapon.ranged())
    }

    /// Returns true if the attack hits everyone in a zone.
    pub fn blast(&self) -> bool {
        self.weapon().is_some_and(|weapon| weapon.blast())
    }
}

/// Outcome of the attack for one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Pending: combatants may still react.
    Open,
    Struck,
    Dodged,
}

/// Cover between an attack and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// No cover in the way.
    None,
    /// Cover that counts as armour (`ALT-52`).
    Counts,
    Pierced,
}

impl Cover {
    /// Returns the cover of a target behind cover. `pierced`: true if the attack penetrates it.
    pub fn behind(pierced: bool) -> Self {
        if pierced {
            Cover::Pierced
        } else {
            Cover::Counts
        }
    }

    pub fn counts(self) -> bool {
        self == Cover::Counts
    }
}

/// One target of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    pub target: Id,
    /// Points of the attack spent on the target, one entry for each share that ended here (`ALT-69`, `ALT-94`).
    pub paid: Vec<i64>,
    pub cover: Cover,
    /// True if the target does not know of the attacker.
    pub unaware: bool,
    /// Outcome for the target.
    pub fate: Fate,
    /// True for a death blow, unless it is redirected (`ALT-47`).
    pub death_blow: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    pub by: Id,
    pub means: Means,
    pub aims: Vec<Aim>,
    /// Points of a split attack; 0 for an attack that is not split.
    pub points: i64,
    /// Distance to the target in half zones; 0 is nearby.
    pub distance: i64,
    /// True if the target cannot be seen.
    pub dark: bool,
    /// True if the attacker is moving.
    pub moving: bool,
    /// True if the attack is impaired by choice (`ALT-46`).
    pub hold_back: bool,
    /// True if the attacker offers another effect (`ALT-54`).
    pub stunt: bool,
    /// True if the attacker was concealed at the declaration (`ALT-19`).
    pub surprise: bool,
    /// True if the attack reveals a concealed attacker (`ALT-20`).
    pub reveals: bool,
    /// True if the attacker leans out from behind a barrier (`ALT-53`).
    pub leaning: bool,
    /// True if members of other sides may guard the target (`ALT-67`).
    pub outsiders: bool,
    /// Weapon that a disarm targets, by its index on the sheet.
    pub prize: Option<usize>,
    /// True if the attacker takes the weapon.
    pub takes: bool,
    /// True if a shove pushes the target into a hazard.
    pub hazard: bool,
    /// Combatants who have reacted to the attack (`ALT-41`).
    pub reacted: Vec<Id>,
    /// Combatants who have been guarded against the attack.
    pub guarded: Vec<Id>,
    /// Target that has countered the attack; only one may (`ALT-73`).
    pub countered: Option<Id>,
    /// Counter attack, if one succeeded.
    pub counter: Option<Box<Attack>>,
}

impl Attack {
    /// Returns true if the attack deals damage.
    pub fn damages(&self) -> bool {
        self.means.weapon().is_some()
    }

    /// Returns the number of damage dice of the weapon on one target (`ALT-69`, `ALT-93` to `ALT-95`).
    pub fn dice_on(&self, now: &Encounter, weapon: &Weapon, aim: &Aim) -> u32 {
        let dice = weapon.dice();
        if weapon.blast() {
            return weapon.number();
        }
        let larger = steps_up(now, aim.target, self.by).max(0);
        let factor = BySize::of(now, larger).dice();
        let shares = aim.paid.iter();
        let shares = shares.map(|paid| (paid * dice * factor / self.points.max(1)).max(1));
        u32::try_from(shares.sum::<i64>()).unwrap_or(1)
    }

    /// Returns true if the damage is impaired by weapon, choice or riding (`ALT-05`, `ALT-45`, `ALT-46`, `ALT-106`).
    pub fn impaired(&self, now: &Encounter) -> bool {
        self.hold_back
            || self.means.weapon().is_some_and(|weapon| weapon.impaired())
            || mount_of(now, self.by).is_some()
    }

    pub fn targets(&self) -> Vec<Id> {
        self.aims.iter().map(|aim| aim.target).collect()
    }
}

/// Creates a target with a pending outcome.
pub fn aim(target: Id, cover: Cover, unaware: bool) -> Aim {
    Aim {
        target,
        paid: vec![1],
        cover,
        unaware,
        fate: Fate::Open,
        death_blow: false,
    }
}
