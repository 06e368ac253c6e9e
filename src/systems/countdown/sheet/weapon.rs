//! Attacks of the sheet, with default values for missing fields.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::LazyLock;

use crate::systems::prelude::*;
use crate::text::counted;
use crate::values::{Kept, Key, Sheet as _};

use super::schema::{Attack, GrenadeType, Kind, State, at, at_attack};

crate::words! {
    /// Attacks without a weapon that every combatant has.
    pub enum Fist {
        /// Attack with the hand (CTD-158).
        Punch = "punch",
        /// Attack with the foot (CTD-159).
        Kick = "kick",
    }
}

/// Name of the attack with bare hands that grabs.
pub const GRAB: &str = "grab";

/// Attack as listed on a combatant's sheet.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Index in the list; `None` for the punch and the kick of every combatant.
    pub place: Option<usize>,
    /// Punch or kick of the attack; `None` for other attacks.
    pub fist: Option<Fist>,
    attack: Attack,
}

impl Deref for Weapon {
    type Target = Attack;

    fn deref(&self) -> &Attack {
        &self.attack
    }
}

/// Rows for attacks without a weapon: punch, kick and grab (T-14).
static HANDS: LazyLock<[Row; 3]> = LazyLock::new(|| {
    let all = [(Fist::Punch.word(), 3), (Fist::Kick.word(), 4), (GRAB, 3)];
    all.map(|(name, sides)| {
        let mut row = Row::new(Attack::<()>::fields());
        row.set(at_attack::name, name.into());
        row.set(at_attack::kind, Kind::Brawl);
        row.set(at_attack::damage, Dice::d(sides));
        row
    })
});

impl Weapon {
    /// Reads the attack at an index of the list.
    pub fn read(place: usize, row: &Row) -> Self {
        Self {
            place: Some(place),
            fist: None,
            attack: Attack(row.clone()),
        }
    }

    /// Returns the punch or kick of every combatant (T-14).
    pub fn bare(fist: Fist) -> Self {
        Self::hands(Some(fist), fist.index())
    }

    /// Returns the grab with bare hands (CTD-162), which deals damage like a punch (CTD-166).
    pub fn grab() -> Self {
        Self::hands(None, Fist::ALL.len())
    }

    fn hands(fist: Option<Fist>, row: usize) -> Self {
        Self {
            place: None,
            fist,
            attack: Attack(HANDS[row].clone()),
        }
    }

    /// Changes a field of the attack on its sheet. Has no effect for bare hands, which are not on a sheet.
    pub fn set<T: Kept>(&self, cx: &mut Resolver<'_>, who: Id, key: Key<T>, to: T) {
        if let Some(place) = self.place {
            cx.set(who, at::attacks.row(place, key), to);
        }
    }

    /// Returns true if STR is added to the damage (CTD-86).
    pub fn str_to_damage(&self) -> bool {
        let adds = !matches!(self.kind(), Kind::Missile | Kind::Grenade);
        self.attack.str_to_damage().unwrap_or(adds)
    }

    /// Returns true if the weapon can hit with the flat (CTD-147).
    pub fn can_subdue(&self) -> bool {
        let can = self.attack.can_subdue();
        can.unwrap_or(self.kind() == Kind::Melee)
    }

    pub fn unbreakable(&self) -> bool {
        self.attack.unbreakable().unwrap_or(self.bodily())
    }

    /// Returns the ends of short, medium and long range, in feet.
    pub fn ranges(&self) -> Option<[i64; 3]> {
        let (short, medium) = (self.range_short()?, self.range_medium()?);
        Some([short, medium, self.range_long()?])
    }

    /// Returns the content of the flask.
    pub fn flask(&self) -> GrenadeType {
        self.grenade_type().unwrap_or(GrenadeType::Other)
    }

    /// Returns true for melee weapons, which use STR, and which can be braced or have long reach.
    pub fn melee(&self) -> bool {
        matches!(self.kind(), Kind::Melee | Kind::Natural | Kind::Brawl)
    }

    /// Returns true for missile and thrown weapons, which use DEX and range.
    pub fn ranged(&self) -> bool {
        !self.melee()
    }

    /// Returns true if a miss may hit another combatant (CTD-115).
    pub fn strays(&self) -> bool {
        matches!(self.kind(), Kind::Missile | Kind::Thrown)
    }

    /// Returns true for a part of the body, which cannot break, fall or be put away.
    pub fn bodily(&self) -> bool {
        matches!(self.kind(), Kind::Natural | Kind::Brawl)
    }

    /// Returns the reason why the weapon cannot be used now, or `None`.
    pub fn unusable(&self) -> Option<Cow<'static, str>> {
        Some(match self.state() {
            State::Dropped => "on the ground; pick it up first".into(),
            State::Broken => "broken".into(),
            State::Spent => "used up".into(),
            State::Ready | State::Stowed if self.reload_left() > 0 => {
                let rounds = counted(self.reload_left(), "round");
                format!("not loaded: {rounds} of reloading left").into()
            }
            State::Ready | State::Stowed if self.ranged() && self.ammo() == Some(0) => {
                "out of ammunition".into()
            }
            State::Ready | State::Stowed => return None,
        })
    }

    /// Returns the weapon as a choice.
    pub fn choice(&self) -> Choice {
        Choice::new(self.name(), self.name()).hint(self.hint())
    }

    /// Asks for a weapon, if there is a choice.
    pub fn ask(f: &mut Form<'_>, from: &[Weapon], preset: usize) -> Option<Weapon> {
        if from.len() < 2 {
            return from.first().cloned();
        }
        f.one_of(
            "weapon",
            "with",
            from,
            preset,
            |one| one.name(),
            Weapon::choice,
        )
    }

    /// Returns a hint for lists: the damage, and the remaining reloading time, ammunition and loaded spares.
    fn hint(&self) -> String {
        let mut hint = match self.damage_flat() + self.magic_bonus() {
            0 => self.damage().to_string(),
            more => format!("{}{more:+}", self.damage()),
        };
        if let Some(left) = self.ammo() {
            hint.push_str(&format!(", {left} left"));
        }
        if self.preloaded() > 0 {
            hint.push_str(&format!(", {} loaded spares", self.preloaded()));
        }
        hint
    }
}
