//! Attacks of the sheet, and spells with an attack roll: default values of missing fields, and usability (T10).

use std::ops::Deref;

use crate::systems::prelude::*;
use crate::values::{At, Kept, Key, Sheet as _};

use super::schema::{
    AltClass, Attack, Delivery, FumbleClass, Integrity, Mode, Spell, StringState, Whereabouts, at,
    at_attack,
};

/// Weapon, attack or spell. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Index in the list of attacks; `None` for a spell.
    pub place: Option<usize>,
    attack: Attack,
}

impl Deref for Weapon {
    type Target = Attack;

    fn deref(&self) -> &Attack {
        &self.attack
    }
}

impl Weapon {
    /// Reads the attack at an index of the list.
    pub fn read(place: usize, row: &Row) -> Self {
        Self {
            place: Some(place),
            attack: Attack(row.clone()),
        }
    }

    /// Returns the attack with this name.
    pub fn named(now: &Encounter, who: Id, name: &str) -> Option<Self> {
        let mut rows = now.get(who).sheet.get(at::attacks).iter().enumerate();
        let (place, row) = rows.find(|(_, row)| row.get(at_attack::name) == name)?;
        Some(Self::read(place, row))
    }

    /// Returns the attacks in the order of the sheet.
    pub fn all(now: &Encounter, who: Id) -> impl Iterator<Item = Self> + '_ {
        let rows = now.get(who).sheet.get(at::attacks).iter().enumerate();
        rows.map(|(place, row)| Self::read(place, row))
    }

    /// Creates the attack of a spell with an attack roll (SPL-56).
    pub fn of_spell(spell: &Spell<&Row>) -> Self {
        let mut row = Row::new(Attack::<()>::fields());
        row.set(at_attack::name, spell.name().into());
        row.set(at_attack::attack_mod, spell.attack_mod());
        if let Some(damage) = spell.damage() {
            row.set(at_attack::damage, damage);
        }
        row.set(
            at_attack::mode,
            match spell.delivery() {
                Delivery::MeleeTouch => Mode::Melee,
                Delivery::NoRoll | Delivery::RangedAttack => Mode::Ranged,
            },
        );
        row.set(at_attack::crit_min, spell.crit_min());
        row.set(at_attack::fumble_class, Some(spell.fumble_class()));
        row.set(at_attack::alt_class, Some(spell.alt_class()));
        row.set(at_attack::has_string, Some(false));
        Self {
            place: None,
            attack: Attack(row),
        }
    }

    /// Returns the place of a field of the attack on the sheet; `None` for a spell.
    pub fn at<T>(&self, key: Key<T>) -> Option<At<T>> {
        self.place.map(|place| at::attacks.row(place, key))
    }

    /// Changes a field on the sheet without a log line. Has no effect for a spell.
    pub fn set<T: Kept>(&self, cx: &mut Resolver<'_>, who: Id, key: Key<T>, to: T) {
        if let Some(at) = self.at(key) {
            cx.set(who, at, to);
        }
    }

    /// Returns the weapon in its current state.
    #[must_use]
    pub fn again(&self, now: &Encounter, who: Id) -> Self {
        let rows = now.get(who).sheet.get(at::attacks);
        let row = self.place.and_then(|place| Some((place, rows.get(place)?)));
        row.map_or_else(|| self.clone(), |(place, row)| Self::read(place, row))
    }

    /// Returns true for a spell.
    pub fn is_spell(&self) -> bool {
        self.place.is_none()
    }

    /// Returns true for melee weapons, which attack in the second phase (SPL-60).
    pub fn melee(&self) -> bool {
        self.mode() == Mode::Melee
    }

    /// Returns the column of the fumble table on 2d4 (T5).
    pub fn class(&self) -> FumbleClass {
        let usual = match self.mode() {
            Mode::Melee => FumbleClass::Slashing,
            Mode::Ranged | Mode::Thrown => FumbleClass::Missile,
        };
        self.fumble_class().unwrap_or(usual)
    }

    /// Returns the column of the fumble table on d20 (T7).
    pub fn alt(&self) -> AltClass {
        let usual = match self.mode() {
            Mode::Melee => AltClass::Melee,
            Mode::Ranged => AltClass::Shooting,
            Mode::Thrown => AltClass::Thrown,
        };
        self.alt_class().unwrap_or(usual)
    }

    /// Returns true if the weapon has a string (SPL-100).
    pub fn strung(&self) -> bool {
        self.has_string().unwrap_or(self.mode() == Mode::Ranged)
    }

    /// Returns true for a part of the body, which cannot fall, fly or break (SPL-95, SPL-96).
    pub fn natural(&self) -> bool {
        self.class() == FumbleClass::Fist || self.alt() == AltClass::Natural
    }

    /// Returns the reason why the weapon cannot be used now, or `None` (T10, SPL-34, SPL-64). A cracked weapon can be
    /// used once more (SPL-97).
    pub fn unusable(&self) -> Option<String> {
        let name = self.name();
        match self.integrity() {
            Integrity::Broken => return Some(format!("{name} is broken")),
            Integrity::BoneBroken => return Some(format!("{name}: broken bone")),
            Integrity::Ok | Integrity::Cracked => {}
        }
        match self.place() {
            Whereabouts::Hand => {}
            Whereabouts::Dropped => return Some(format!("{name} is on the ground")),
            Whereabouts::Flown => return Some(format!("{name} is {} ft away", self.feet_away())),
            Whereabouts::Stuck => return Some(format!("{name} is stuck")),
        }
        match self.string() {
            StringState::Ok => {}
            StringState::Loose => return Some(format!("{name}: the string is loose")),
            StringState::Broken => return Some(format!("{name}: the string is broken")),
        }
        (self.ammo() == Some(0)).then(|| format!("{name}: no missiles left"))
    }

    /// Returns the weapon as a choice.
    pub fn choice(&self) -> Choice {
        Choice::new(self.name(), self.name()).hint(self.state_words())
    }

    /// Returns true if the weapon is cracked, so that it can make only one more attack (SPL-97).
    pub fn cracked(&self) -> bool {
        self.integrity() == Integrity::Cracked
    }

    /// Returns the state of the weapon for rows and the queue, such as "cracked, -1 damage"; "" if it is in hand and
    /// undamaged.
    pub fn state_words(&self) -> String {
        let mut words: Vec<String> = Vec::new();
        match self.integrity() {
            Integrity::Ok => {}
            Integrity::Cracked => words.push("cracked".to_owned()),
            Integrity::Broken => words.push("broken".to_owned()),
            Integrity::BoneBroken => words.push("bone broken".to_owned()),
        }
        match self.place() {
            Whereabouts::Hand => {}
            Whereabouts::Dropped => words.push(match self.back_in_round() {
                Some(round) => format!("dropped until round {round}"),
                None => "dropped".to_owned(),
            }),
            Whereabouts::Flown => words.push(format!("{} ft away", self.feet_away())),
            Whereabouts::Stuck => words.push("stuck".to_owned()),
        }
        match self.string() {
            StringState::Ok => {}
            StringState::Loose => words.push("loose string".to_owned()),
            StringState::Broken => words.push("broken string".to_owned()),
        }
        if self.ammo() == Some(0) {
            words.push("no missiles".to_owned());
        }
        if self.sprained() {
            words.push("sprained".to_owned());
        }
        if self.damage_penalty() > 0 {
            words.push(format!("-{} damage", self.damage_penalty()));
        }
        words.join(", ")
    }
}
