//! Attacks of the sheet, with default values for missing fields.

use std::ops::Deref;
use std::sync::LazyLock;

use crate::systems::prelude::*;
use crate::values::{Kept, Key, Sheet as _};

use super::schema::{Area, Attack, DamageType, Held, Kind, Reach, Weight, at, at_attack};
use super::skills::Skill;

/// Name of the attack with bare hands.
pub const UNARMED: &str = "unarmed";

/// Attack as listed on its sheet; a copy is one pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Index in the list; `None` for the bare hands of every combatant.
    pub place: Option<usize>,
    attack: Attack,
}

impl Deref for Weapon {
    type Target = Attack;

    fn deref(&self) -> &Attack {
        &self.attack
    }
}

impl DamageType {
    /// Returns true for morale damage (SEC-124).
    pub fn morale(self) -> bool {
        matches!(
            self,
            Self::Fear | Self::Insanity | Self::Rage | Self::Morale
        )
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

    /// Returns the name in the log.
    pub fn said(&self) -> &str {
        match self.place {
            Some(_) => self.name(),
            None => "bare hands",
        }
    }

    /// Creates the attack with bare hands: default values, and close reach (SEC-66).
    pub fn unarmed() -> Self {
        static HANDS: LazyLock<Row> = LazyLock::new(|| {
            let mut row = Row::new(Attack::<()>::fields());
            row.set(at_attack::name, UNARMED.into());
            row.set(at_attack::damage_dice, Some(Dice::d(6)));
            row.set(at_attack::damage_type, DamageType::Bludgeoning);
            row.set(at_attack::weight, Weight::Light);
            row.set(at_attack::reach, Reach::Close);
            row.set(at_attack::hands_needed, 0);
            row
        });
        Self {
            place: None,
            attack: Attack(HANDS.clone()),
        }
    }

    /// Changes a field of the attack on its sheet; bare hands have no fields to change.
    pub fn set<T: Kept>(&self, cx: &mut Resolver<'_>, body: Id, key: Key<T>, to: T) {
        if let Some(place) = self.place {
            cx.set(body, at::attacks.row(place, key), to);
        }
    }

    /// Returns true for melee attacks, including touch magic.
    pub fn melee(&self) -> bool {
        matches!(self.kind(), Kind::Melee | Kind::MagicMelee)
    }

    pub fn magic(&self) -> bool {
        matches!(self.kind(), Kind::MagicMelee | Kind::MagicRanged)
    }

    /// Returns the skill of the attack (SEC-62).
    pub fn skill(&self) -> Skill {
        self.attack.skill().unwrap_or(match self.kind() {
            Kind::Melee => Skill::Weapon,
            Kind::Ranged => Skill::Ranged,
            Kind::MagicMelee | Kind::MagicRanged => Skill::Magic,
        })
    }

    /// Returns true if the attack has an attack roll (SEC-124).
    pub fn attack_roll(&self) -> bool {
        let usual = !self.damage_type().morale();
        self.attack.attack_roll().unwrap_or(usual)
    }

    /// Returns true if strength adds to the damage (SEC-88).
    pub fn adds_strength(&self) -> bool {
        let usual = self.kind() == Kind::Melee;
        self.attack.adds_strength().unwrap_or(usual)
    }

    /// Returns true if scale adds to the damage (SEC-13).
    pub fn adds_scale(&self) -> bool {
        let usual = self.kind() == Kind::Melee;
        self.attack.adds_scale().unwrap_or(usual)
    }

    /// Returns true if the attack affects an area (SEC-101).
    pub fn fills_area(&self) -> bool {
        self.area() != Area::None
    }

    /// Returns the reach in squares: 0 in the same square, 1 next to it (SEC-66, T-19).
    pub fn reach_in_squares(&self) -> i64 {
        match self.reach() {
            Reach::Close => 0,
            Reach::Standard => 1,
            Reach::Long => self.reach_squares() + 1,
        }
    }

    /// Returns true if a natural 1 jams the weapon: a damaged firearm (SEC-118).
    pub fn may_jam(&self) -> bool {
        self.is_firearm() && self.item_wounds() > 0
    }

    /// Returns true if the weapon is in hand, or part of the body.
    pub fn drawn(&self) -> bool {
        matches!(self.held_in(), Held::Main | Held::Off)
    }

    /// Returns the reason why the weapon cannot attack now; `None` if it can (SEC-67, SEC-71, SEC-118, SEC-119).
    pub fn unusable(&self) -> Option<&'static str> {
        if self.item_destroyed() {
            return Some("destroyed");
        }
        match self.held_in() {
            Held::Stowed => return Some("stowed: draw it first"),
            Held::Pack => return Some("in the pack: take it out first"),
            Held::Dropped => return Some("on the ground; pick it up first"),
            Held::Main | Held::Off => {}
        }
        if self.jammed() {
            return Some("jammed: clear it first");
        }
        (self.needs_reload() && !self.loaded()).then_some("not loaded")
    }

    /// Returns the weapon as a choice.
    pub fn choice(&self) -> Choice {
        let choice = Choice::new(self.name(), self.name()).hint(self.hint());
        choice.unless(self.unusable())
    }

    /// Returns a hint for lists: the damage, and the time if it is not 4 seconds.
    fn hint(&self) -> String {
        let mut hint = match self.damage_dice() {
            None => "no damage".to_owned(),
            Some(dice) => match self.damage_bonus() {
                0 => dice.to_string(),
                more => format!("{dice}{more:+}"),
            },
        };
        if self.time_seconds() != 4 {
            hint.push_str(&format!(", {} s", self.time_seconds()));
        }
        if self.delay_seconds() > 0 {
            hint.push_str(&format!(", delayed {} s", self.delay_seconds()));
        }
        hint
    }
}
