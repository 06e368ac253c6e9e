//! Weapons and natural attacks as a sheet lists them (`ALT-37`, `ALT-45`, `ALT-125`).

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Row, half};

use super::schema::at_attack;
use super::sheet::{Fighter, ZONE, state};

/// A weapon or natural attack as it can be used now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its place in the list of attacks; `None` for bare hands that no sheet lists.
    pub row: Option<usize>,
    /// What it is called.
    pub name: String,
    /// Strikes at a distance.
    pub ranged: bool,
    /// Damage dice before size.
    pub dice: u32,
    /// Sides of each.
    pub die: u32,
    /// Range in half zones.
    pub range: i64,
    /// Hands it takes.
    pub hands: i64,
    /// Hits a whole zone.
    pub blast: bool,
    /// Part of the body: never dropped, never worn out.
    pub natural: bool,
    /// Bare hands.
    pub unarmed: bool,
    /// Its damage is impaired.
    pub impaired: bool,
    /// The held shield used to strike.
    pub is_shield: bool,
    /// Damaged: breaks on a 1.
    pub damaged: bool,
    /// Destroyed.
    pub destroyed: bool,
    /// Used in this fight.
    pub used: bool,
    /// Where it is.
    pub carried: Carried,
    /// Out of ammunition.
    pub empty: bool,
}

pub use super::schema::Carried;

impl Weapon {
    /// Bare hands: d4, impaired (`ALT-45`).
    fn bare_hands() -> Self {
        Self {
            row: None,
            name: "unarmed".to_owned(),
            ranged: false,
            dice: 1,
            die: 4,
            range: 0,
            hands: 1,
            blast: false,
            natural: false,
            unarmed: true,
            impaired: true,
            is_shield: false,
            damaged: false,
            destroyed: false,
            used: false,
            carried: Carried::Held,
            empty: false,
        }
    }

    /// A shield that no attack lists, as something to put down and take up.
    pub fn worn_shield() -> Self {
        Self {
            name: "shield".to_owned(),
            unarmed: false,
            impaired: false,
            is_shield: true,
            ..Self::bare_hands()
        }
    }

    fn read(now: &Encounter, id: Id, row: usize, record: &Row) -> Self {
        let fighter = Fighter::of(now, id);
        let is_shield = record.flag("is_shield");
        let improvised = record.flag("improvised");
        let hands = record.maybe_int("hands_needed").unwrap_or(1);
        let die = record.maybe_int("die").unwrap_or_else(|| {
            // ALT-125: the figures of a simple weapon, by the hands it takes.
            let simple = now.table("improvised", hands).filter(|_| improvised);
            simple.map_or(6, |cells| cells.int("die"))
        });
        let unarmed = record.flag("unarmed");
        Self {
            row: Some(row),
            name: record.word("name").to_owned(),
            ranged: record.word("mode") == "ranged",
            dice: u32::try_from(record.maybe_int("dice").unwrap_or(1)).unwrap_or(1),
            die: u32::try_from(die).unwrap_or(6),
            range: record.maybe_int("range").unwrap_or(8 * ZONE),
            hands,
            blast: record.flag("blast"),
            natural: record.flag("natural"),
            unarmed,
            impaired: record.flag("impaired") || unarmed,
            is_shield,
            damaged: improvised
                || record.flag("damaged")
                || is_shield && fighter.flag(state::SHIELD_DAMAGED),
            destroyed: record.flag("destroyed") || is_shield && !fighter.has_shield(),
            used: record.flag("used"),
            carried: if is_shield && !fighter.shield_held() {
                Carried::Stowed
            } else {
                record.get(at_attack::carried)
            },
            empty: record.flag("empty"),
        }
    }

    /// Can never be dropped, taken or worn out.
    pub fn bodily(&self) -> bool {
        self.natural || self.unarmed
    }

    /// Why it cannot be used now, if it cannot (`ALT-37`).
    pub fn unusable(&self) -> Option<String> {
        let name = &self.name;
        if self.destroyed {
            return Some(format!("the {name} is destroyed"));
        }
        if self.empty {
            return Some(format!("the {name} is out of ammunition"));
        }
        if self.bodily() {
            return None;
        }
        match self.carried {
            Carried::Held => None,
            Carried::Stowed => Some(format!("the {name} is stowed: equip it as a bonus action")),
            Carried::Dropped => Some(format!(
                "the {name} lies on the ground: pick it up as a bonus action"
            )),
            Carried::Taken => Some(format!("the {name} is in somebody else's hands")),
        }
    }

    /// Name, dice and range: "bow d6, range 8".
    pub fn label(&self) -> String {
        let dice = Dice::new(self.dice, self.die);
        let mut label = format!("{} {dice}", self.name);
        if self.ranged {
            label.push_str(&format!(", range {}", half(self.range)));
        }
        if self.blast {
            label.push_str(", blast");
        }
        if self.damaged {
            label.push_str(", damaged");
        }
        label
    }
}

/// Everything somebody can strike with, the unusable included; bare hands last. A vehicle has none of its own.
pub fn weapons(now: &Encounter, id: Id) -> Vec<Weapon> {
    let rows = now.get(id).sheet.list(state::ATTACKS);
    let mut all: Vec<Weapon> = rows
        .iter()
        .enumerate()
        .map(|(row, record)| Weapon::read(now, id, row, record))
        .collect();
    if !all.iter().any(|weapon| weapon.unarmed) && !Fighter::of(now, id).vehicle() {
        all.push(Weapon::bare_hands());
    }
    all
}
