//! Attacks of the sheet, with default values for missing fields.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::LazyLock;

use crate::dice::Dice;
use crate::resolver::{Choice, Form, Resolver};
use crate::text::counted;
use crate::values::{Id, Kept, Key, Row, Sheet as _, Words as _};

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

/// Name of bare hands that grab.
pub const GRAB: &str = "grab";

/// Attack as listed on its sheet.
#[derive(Clone, Debug)]
pub struct Weapon {
    /// Index in the list; `None` for the punch and the kick of every combatant.
    pub place: Option<usize>,
    /// Punch or kick, if it is one of them.
    pub fist: Option<Fist>,
    attack: Attack,
}

impl Deref for Weapon {
    type Target = Attack;

    fn deref(&self) -> &Attack {
        &self.attack
    }
}

/// Rows of bare hands, fists first (T-14).
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

    /// Returns bare hands that grab (CTD-162), and hurt like a punch (CTD-166).
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

    /// Changes a field of the attack on its sheet; bare hands have none.
    pub fn set<T: Kept>(&self, cx: &mut Resolver<'_>, who: Id, key: Key<T>, to: T) {
        if let Some(place) = self.place {
            cx.set(who, at::attacks.row(place, key), to);
        }
    }

    /// Returns true if STR counts for the damage (CTD-86).
    pub fn str_to_damage(&self) -> bool {
        let adds = !matches!(self.kind(), Kind::Missile | Kind::Grenade);
        self.attack.str_to_damage().unwrap_or(adds)
    }

    /// Returns true if it can attack with the flat (CTD-147).
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

    /// Returns true for melee weapons: STR counts, and braced weapons and reach matter.
    pub fn melee(&self) -> bool {
        matches!(self.kind(), Kind::Melee | Kind::Natural | Kind::Brawl)
    }

    /// True for missile and thrown weapons, which use DEX and range.
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

    /// Returns the reason why it cannot be used now, if so.
    pub fn unusable(&self) -> Option<Cow<'static, str>> {
        Some(match self.state() {
            State::Dropped => "it lies on the ground: take it up first".into(),
            State::Broken => "it is broken".into(),
            State::Spent => "it is spent".into(),
            State::Ready | State::Stowed if self.reload_left() > 0 => {
                let rounds = counted(self.reload_left(), "round");
                format!("not loaded: {rounds} of reloading left").into()
            }
            State::Ready | State::Stowed if self.ranged() && self.ammo() == Some(0) => {
                "nothing left to shoot".into()
            }
            State::Ready | State::Stowed => return None,
        })
    }

    /// Returns the weapon as a choice.
    pub fn choice(&self) -> Choice {
        Choice::new(self.name(), self.name()).hint(self.hint())
    }

    /// Asks for one of several weapons, if there is a choice.
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

    /// Returns a hint for lists: damage, and reloading or ammunition left.
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
