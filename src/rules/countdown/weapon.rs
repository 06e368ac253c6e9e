//! An attack record of the sheet, typed.

use crate::dice::Dice;
use crate::encounter::{Row, Sheet as _};

use super::schema::{self, Attack, at_attack};

/// Key of the list of attacks on the sheet.
pub const ATTACKS: &str = "attacks";

/// What kind of attack it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A weapon in hand-to-hand combat.
    Melee,
    /// A bow, crossbow or sling.
    Missile,
    /// A thrown weapon.
    Thrown,
    /// A flask.
    Grenade,
    /// Claws and teeth.
    Natural,
    /// Fists and feet.
    Brawl,
}

/// What is in a flask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flask {
    /// Oil.
    Oil,
    /// Holy water.
    HolyWater,
    /// Something else: the damage of the sheet, no splash.
    Other,
}

/// A copy of an attack record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// Its place in the list; `None` for the punch and the kick that everybody has.
    pub place: Option<usize>,
    /// Its name, unique on the sheet.
    pub name: String,
    /// What kind of attack it is.
    pub kind: Kind,
    /// Damage dice.
    pub dice: Dice,
    /// What is added to the damage.
    pub flat: i64,
    /// Bonus of a magic weapon, penalty of a cursed one.
    pub magic: i64,
    /// Made of silver.
    pub silver: bool,
    /// STR counts for its damage (CTD-86).
    pub str_to_damage: bool,
    /// Greatest distances in feet of short, medium and long range.
    pub ranges: Option<[i64; 3]>,
    /// A long reach (CTD-73).
    pub reach: bool,
    /// Fit for charging (CTD-64).
    pub can_charge: bool,
    /// Can be braced (CTD-69).
    pub can_set: bool,
    /// Can strike with the flat (CTD-147).
    pub can_subdue: bool,
    /// A short sword, a dagger and the like (CTD-144).
    pub light: bool,
    /// Hands it takes.
    pub hands: i64,
    /// Rounds from shot to shot.
    pub rof_rounds: i64,
    /// Rounds of reloading it still needs.
    pub reload_left: i64,
    /// Loaded spares at hand.
    pub preloaded: i64,
    /// Shots left, if they are counted.
    pub ammo: Option<i64>,
    /// What is in the flask.
    pub flask: Flask,
    /// Cannot break.
    pub unbreakable: bool,
    /// `ready`, `stowed`, `dropped`, `broken` or `spent`.
    pub state: String,
}

impl Weapon {
    /// The attack at a place of the list.
    pub fn read(place: usize, record: &Row) -> Self {
        let kind = match record.word("kind") {
            "missile" => Kind::Missile,
            "thrown" => Kind::Thrown,
            "grenade" => Kind::Grenade,
            "natural" => Kind::Natural,
            "brawl" => Kind::Brawl,
            _ => Kind::Melee,
        };
        let ranges = match (
            record.maybe_int("range_short"),
            record.maybe_int("range_medium"),
            record.maybe_int("range_long"),
        ) {
            (Some(short), Some(medium), Some(long)) => Some([short, medium, long]),
            _ => None,
        };
        Self {
            place: Some(place),
            name: record.word("name").to_owned(),
            kind,
            dice: record.dice("damage").cloned().unwrap_or_else(|| Dice::d(6)),
            flat: record.int("damage_flat"),
            magic: record.int("magic_bonus"),
            silver: record.flag("is_silver"),
            str_to_damage: record
                .get(at_attack::str_to_damage)
                .unwrap_or(adds_str(kind)),
            ranges,
            reach: record.flag("is_reach"),
            can_charge: record.flag("can_charge"),
            can_set: record.flag("can_set"),
            can_subdue: record
                .get(at_attack::can_subdue)
                .unwrap_or(kind == Kind::Melee),
            light: record.flag("is_light"),
            hands: record.maybe_int("hands").unwrap_or(1),
            rof_rounds: record.maybe_int("rof_rounds").unwrap_or(1),
            reload_left: record.int("reload_left"),
            preloaded: record.int("preloaded"),
            ammo: record.maybe_int("ammo"),
            flask: match record.word("grenade_type") {
                "oil" => Flask::Oil,
                "holy_water" => Flask::HolyWater,
                _ => Flask::Other,
            },
            unbreakable: record
                .get(at_attack::unbreakable)
                .unwrap_or(matches!(kind, Kind::Natural | Kind::Brawl)),
            state: match record.word("state") {
                "" => "ready".to_owned(),
                state => state.to_owned(),
            },
        }
    }

    /// The punch that everybody has (T-14, CTD-158).
    pub fn punch() -> Self {
        Self::bare("punch", 3)
    }

    /// The kick that everybody has (T-14, CTD-159).
    pub fn kick() -> Self {
        Self::bare("kick", 4)
    }

    /// Bare hands that grab (CTD-162).
    pub fn grab() -> Self {
        Self::bare("grab", 3)
    }

    fn bare(name: &str, sides: u32) -> Self {
        let mut row = Row::new(Attack::<()>::fields());
        row.set(at_attack::name, name.into());
        row.set(at_attack::kind, schema::Kind::Brawl);
        row.set(at_attack::damage, Dice::d(sides));
        Self {
            place: None,
            ..Self::read(0, &row)
        }
    }

    /// Where a field of it stands on the sheet.
    pub fn path(&self, field: &str) -> Option<String> {
        self.place.map(|place| format!("{ATTACKS}/{place}/{field}"))
    }

    /// Used hand to hand: STR counts, dodging back and reach matter.
    pub fn melee(&self) -> bool {
        matches!(self.kind, Kind::Melee | Kind::Natural | Kind::Brawl)
    }

    /// Shot or thrown: DEX and range count.
    pub fn ranged(&self) -> bool {
        !self.melee()
    }

    /// Part of the body: cannot break, fall or be put away.
    pub fn bodily(&self) -> bool {
        matches!(self.kind, Kind::Natural | Kind::Brawl)
    }

    /// Why it cannot be used now, if so.
    pub fn unusable(&self) -> Option<String> {
        match self.state.as_str() {
            "dropped" => return Some("it lies on the ground: take it up first".to_owned()),
            "broken" => return Some("it is broken".to_owned()),
            "spent" => return Some("it is spent".to_owned()),
            _ => {}
        }
        if self.reload_left > 0 {
            let rounds = if self.reload_left == 1 {
                "round"
            } else {
                "rounds"
            };
            return Some(format!(
                "not loaded: {} more {rounds} of reloading",
                self.reload_left
            ));
        }
        if self.ranged() && self.ammo == Some(0) {
            return Some("nothing left to shoot".to_owned());
        }
        None
    }

    /// A hint for lists: damage, and what is left of loading or shots.
    pub fn hint(&self) -> String {
        let mut hint = match self.flat + self.magic {
            0 => self.dice.to_string(),
            more => format!("{}{more:+}", self.dice),
        };
        if let Some(left) = self.ammo {
            hint.push_str(&format!(", {left} left"));
        }
        if self.preloaded > 0 {
            hint.push_str(&format!(", {} loaded spares", self.preloaded));
        }
        hint
    }
}

/// Whether STR adds to the damage of this kind unless the sheet says otherwise (CTD-86).
pub fn adds_str(kind: Kind) -> bool {
    !matches!(kind, Kind::Missile | Kind::Grenade)
}
