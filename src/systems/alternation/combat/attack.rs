//! One attack: what it is made with, whom it is aimed at, what counts for it (`ALT-42` to `ALT-56`).

use crate::encounter::Encounter;
use crate::values::Id;

use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::sheet::weapon::Weapon;
use crate::systems::alternation::state::bonds::mount_of;
use crate::systems::alternation::state::fighter::steps_up;

/// What an attack is made with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Means {
    Weapon(Weapon),
    /// Knocks a weapon out of the hand (`ALT-82`).
    Disarm,
    /// Pushes the target half a zone away (`ALT-83`).
    #[default]
    Shove,
    /// Grabs and holds the target (`ALT-84`).
    Grapple,
}

impl Means {
    /// The weapon, if it does damage.
    pub fn weapon(&self) -> Option<&Weapon> {
        match self {
            Means::Weapon(weapon) => Some(weapon),
            _ => None,
        }
    }

    /// The same of somebody: "Ann's bow", "Ben's grapple".
    pub fn of(&self, name: &str) -> String {
        let words = self.words();
        let bare = ["the ", "a "]
            .iter()
            .find_map(|one| words.strip_prefix(one));
        format!("{name}'s {}", bare.unwrap_or(&words))
    }

    /// What the log calls it: "the bow", "a grapple".
    pub fn words(&self) -> String {
        match self {
            Means::Weapon(weapon) if weapon.unarmed() => "bare hands".to_owned(),
            Means::Weapon(weapon) => format!("the {}", weapon.name()),
            Means::Disarm => "a disarm".to_owned(),
            Means::Shove => "a shove".to_owned(),
            Means::Grapple => "a grapple".to_owned(),
        }
    }

    /// Strikes at a distance.
    pub fn ranged(&self) -> bool {
        self.weapon().is_some_and(|weapon| weapon.ranged())
    }

    /// True if the attack hits everyone in a zone.
    pub fn blast(&self) -> bool {
        self.weapon().is_some_and(|weapon| weapon.blast())
    }
}

/// What becomes of one target's part of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Somebody may still react.
    Open,
    Struck,
    Dodged,
}

/// Cover between an attack and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// No cover in the way.
    None,
    /// It counts as armour (`ALT-52`).
    Counts,
    Pierced,
}

impl Cover {
    /// There is cover, which the attack penetrates or not.
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
    /// Whom it hits now.
    pub target: Id,
    /// Points of the attack that were paid for it, one entry for each share that ended here (`ALT-69`, `ALT-94`).
    pub paid: Vec<i64>,
    pub cover: Cover,
    /// Does not know of the attacker.
    pub unaware: bool,
    /// What becomes of it.
    pub fate: Fate,
    /// A death blow, as long as it is not redirected (`ALT-47`).
    pub death_blow: bool,
}

/// One attack under way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attack {
    pub by: Id,
    pub means: Means,
    pub aims: Vec<Aim>,
    /// Points a split attack has; 0 for one that is not split.
    pub points: i64,
    /// Half zones to the target; 0 is nearby.
    pub distance: i64,
    /// The target cannot be seen.
    pub dark: bool,
    /// Made on the move.
    pub moving: bool,
    /// Impaired by choice (`ALT-46`).
    pub hold_back: bool,
    /// Another effect is offered (`ALT-54`).
    pub stunt: bool,
    /// The attacker was concealed when it was declared (`ALT-19`).
    pub surprise: bool,
    /// It gives a concealed attacker away (`ALT-20`).
    pub reveals: bool,
    /// The attacker leans out from behind a barrier (`ALT-53`).
    pub leaning: bool,
    /// Members of other sides may guard the target (`ALT-67`).
    pub outsiders: bool,
    /// Which weapon a disarm is after, by its place on the sheet.
    pub prize: Option<usize>,
    /// The attacker takes the weapon.
    pub takes: bool,
    /// A shove goes into a hazard.
    pub hazard: bool,
    /// Who has reacted to it (`ALT-41`).
    pub reacted: Vec<Id>,
    /// Whom somebody has guarded against it.
    pub guarded: Vec<Id>,
    /// Who has countered it; one of its targets may (`ALT-73`).
    pub countered: Option<Id>,
    /// The counter, if there is one that came through.
    pub counter: Option<Box<Attack>>,
}

impl Attack {
    /// Whether it does damage.
    pub fn damages(&self) -> bool {
        self.means.weapon().is_some()
    }

    /// Number of damage dice of its weapon on one target (`ALT-69`, `ALT-93` to `ALT-95`).
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

    /// Whether its damage is impaired: weapon, choice, riding (`ALT-05`, `ALT-45`, `ALT-46`, `ALT-106`).
    pub fn impaired(&self, now: &Encounter) -> bool {
        self.hold_back
            || self.means.weapon().is_some_and(|weapon| weapon.impaired())
            || mount_of(now, self.by).is_some()
    }

    pub fn targets(&self) -> Vec<Id> {
        self.aims.iter().map(|aim| aim.target).collect()
    }
}

/// A target that somebody may still do something for.
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
