//! Weapons and natural attacks in their current state (`ALT-37`, `ALT-45`, `ALT-125`).

use std::ops::Deref;
use std::sync::LazyLock;

use crate::systems::prelude::*;
use crate::values::{Key, Sheet as _, decimal};

use super::schema::{Carried, Kind, Mode, Sheet, WeaponRow, at, at_weapon};
use super::tables::Improvised;

/// Number of half zones in a zone.
pub const ZONE: i64 = 2;

/// Weapon or natural attack in its current state: its row, with values derived from its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Index in the list of attacks; `None` for a weapon that is on no sheet.
    pub row: Option<usize>,
    as_is: WeaponRow,
}

impl Deref for Weapon {
    type Target = WeaponRow;

    fn deref(&self) -> &WeaponRow {
        &self.as_is
    }
}

impl Weapon {
    /// Returns the unarmed attack, d4 and impaired (`ALT-45`).
    fn bare_hands() -> Self {
        static BARE: LazyLock<Row> = LazyLock::new(|| {
            let mut row = Row::new(WeaponRow::<()>::fields());
            row.set(at_weapon::name, "unarmed".into());
            row.set(at_weapon::die, Some(4));
            row.set(at_weapon::unarmed, true);
            row.set(at_weapon::impaired, true);
            row
        });
        Self::unlisted(BARE.clone())
    }

    /// Returns a shield that no attack lists, as an object to put down and pick up.
    pub fn worn_shield() -> Self {
        let mut row = Row::new(WeaponRow::<()>::fields());
        row.set(at_weapon::name, "shield".into());
        row.set(at_weapon::is_shield, true);
        Self::unlisted(row)
    }

    fn unlisted(row: Row) -> Self {
        Self {
            row: None,
            as_is: WeaponRow(row),
        }
    }

    fn listed(now: &Encounter, id: Id, place: usize, row: &Row) -> Self {
        let mut as_is = row.clone();
        let mut note = |key: Key<bool>, is: bool| {
            if is && !as_is.get(key) {
                as_is.set(key, true);
            }
        };
        note(at_weapon::impaired, row.get(at_weapon::unarmed));
        note(at_weapon::damaged, row.get(at_weapon::improvised));
        if row.get(at_weapon::is_shield) {
            let sheet = Sheet(&now.get(id).sheet);
            let whole = has_shield(sheet);
            note(at_weapon::damaged, sheet.shield_damaged());
            note(at_weapon::destroyed, !whole);
            if !(whole && sheet.shield_held()) {
                as_is.set(at_weapon::carried, Carried::Stowed);
            }
        }
        if row.get(at_weapon::die).is_none() && row.get(at_weapon::improvised) {
            // ALT-125: uses the values of a simple weapon, by the number of hands.
            let simple = Improvised::of(now, row.get(at_weapon::hands_needed));
            as_is.set(at_weapon::die, Some(simple.die()));
        }
        Self {
            row: Some(place),
            as_is: WeaponRow(as_is),
        }
    }

    /// Returns true if the weapon is ranged.
    pub fn ranged(&self) -> bool {
        self.mode() == Mode::Ranged
    }

    /// Returns the sides of the damage dice.
    pub fn sides(&self) -> u32 {
        let die = self.die().unwrap_or(6);
        u32::try_from(die).unwrap_or(6)
    }

    /// Returns the number of damage dice before size.
    pub fn number(&self) -> u32 {
        u32::try_from(self.dice()).unwrap_or(1)
    }

    /// Returns the range in half zones.
    pub fn reach(&self) -> i64 {
        self.range().unwrap_or(8 * ZONE)
    }

    /// Returns true if the weapon can never be dropped, taken or worn out.
    pub fn bodily(&self) -> bool {
        self.natural() || self.unarmed()
    }

    /// Returns the reason why the weapon cannot be used now; `None` if it can (`ALT-37`).
    pub fn unusable(&self) -> Option<String> {
        let name = self.name();
        if self.destroyed() {
            return Some(format!("the {name} is destroyed"));
        }
        if self.empty() {
            return Some(format!("the {name} is out of ammunition"));
        }
        if self.bodily() {
            return None;
        }
        match self.carried() {
            Carried::Held => None,
            Carried::Stowed => Some(format!("the {name} is stowed: equip it as a bonus action")),
            Carried::Dropped => Some(format!(
                "the {name} lies on the ground: pick it up as a bonus action"
            )),
            Carried::Taken => Some(format!("another combatant holds the {name}")),
        }
    }

    /// Returns the index on the sheet as a keyword, which distinguishes the weapons of one owner in forms and
    /// questions.
    pub fn word(&self) -> String {
        self.row.map_or_else(String::new, |row| row.to_string())
    }

    /// Returns the weapon as an option of a question about weapons in hand.
    pub fn choice(&self) -> Choice {
        Choice::new(self.word(), self.name())
    }

    /// Returns name, dice and range: "bow d6, range 8".
    pub fn label(&self) -> String {
        let dice = Dice::new(self.number(), self.sides());
        let mut label = format!("{} {dice}", self.name());
        if self.ranged() {
            label.push_str(&format!(", range {}", decimal(self.reach(), 2)));
        }
        if self.blast() {
            label.push_str(", blast");
        }
        if self.damaged() {
            label.push_str(", damaged");
        }
        label
    }
}

/// Returns true if the combatant owns a shield that is not destroyed.
pub fn has_shield(sheet: Sheet<&Row>) -> bool {
    sheet.shield() > 0 && !sheet.shield_destroyed()
}

/// Returns all weapons of a combatant, including unusable weapons; bare hands come last. A vehicle has no bare hands.
pub fn weapons(now: &Encounter, id: Id) -> Vec<Weapon> {
    let sheet = &now.get(id).sheet;
    let rows = sheet.get(at::attacks).iter().enumerate();
    let mut all = Vec::with_capacity(rows.len() + 1);
    all.extend(rows.map(|(place, row)| Weapon::listed(now, id, place, row)));
    if !all.iter().any(|weapon| weapon.unarmed()) && sheet.get(at::kind) != Kind::Vehicle {
        all.push(Weapon::bare_hands());
    }
    all
}

/// Returns the held weapons that a combatant could drop (`ALT-82`).
pub fn droppable(now: &Encounter, who: Id) -> Vec<Weapon> {
    let apart = |weapon: &Weapon| !weapon.bodily() && !weapon.is_shield();
    let whole = |weapon: &Weapon| weapon.row.is_some() && !weapon.destroyed();
    let mut all = weapons(now, who);
    all.retain(|weapon| whole(weapon) && apart(weapon) && weapon.carried() == Carried::Held);
    all
}
