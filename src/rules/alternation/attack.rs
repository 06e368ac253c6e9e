//! One attack: what it is made with, whom it is aimed at, and its way from the declaration to the end (`ALT-42` to
//! `ALT-56`).

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Resolver, Roll, Step};

use super::arms::{self, Role};
use super::legal::beyond_half_range;
use super::schema::{Attribute, at};
use super::sheet::{Fighter, held, holder, on_field, save, standing, steps_up};
use super::tables::BySize;
use super::weapon::Weapon;
use super::{form, gear, harm, reactions, stunt, wounds};
use crate::note;

/// What an attack is made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Means {
    /// A weapon: damage.
    Weapon(Weapon),
    /// Knocks a weapon out of the hand (`ALT-82`).
    Disarm,
    /// Pushes away (`ALT-83`).
    Shove,
    /// Grabs (`ALT-84`).
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

    /// Hits a zone.
    pub fn blast(&self) -> bool {
        self.weapon().is_some_and(|weapon| weapon.blast())
    }
}

/// What becomes of one target's part of the attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Somebody may still react.
    Open,
    /// It goes on.
    Struck,
    /// Dodged.
    Dodged,
}

/// One target of an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aim {
    /// Whom it hits now.
    pub target: Id,
    /// Points of the attack that were paid for it, one entry for each share that ended here (`ALT-69`, `ALT-94`).
    pub paid: Vec<i64>,
    /// Behind cover that is not penetrated.
    pub cover: bool,
    /// Does not know of the attacker.
    pub unaware: bool,
    /// What becomes of it.
    pub fate: Fate,
    /// A death blow, as long as it is not redirected (`ALT-47`).
    pub death_blow: bool,
}

/// One attack under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub by: Id,
    /// With what.
    pub means: Means,
    /// Its targets.
    pub aims: Vec<Aim>,
    /// Points a split attack has; 1 for one that is not split.
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
    /// Members of other factions may guard the target (`ALT-67`).
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

    /// Number of damage dice on one target (`ALT-69`, `ALT-93` to `ALT-95`).
    pub fn dice_on(&self, now: &Encounter, aim: &Aim) -> u32 {
        let Some(weapon) = self.means.weapon() else {
            return 0;
        };
        let dice = weapon.dice();
        if weapon.blast() {
            return weapon.number();
        }
        let larger = steps_up(now, aim.target, self.by).max(0);
        let factor = BySize::of(now, larger).dice();
        let number: i64 = aim
            .paid
            .iter()
            .map(|paid| (paid * dice * factor / self.points).max(1))
            .sum();
        u32::try_from(number).unwrap_or(1)
    }

    /// Whether its damage is impaired: weapon, choice, riding (`ALT-05`, `ALT-45`, `ALT-46`, `ALT-106`).
    pub fn impaired(&self, now: &Encounter) -> bool {
        self.hold_back
            || self.means.weapon().is_some_and(|weapon| weapon.impaired())
            || super::sheet::mount_of(now, self.by).is_some()
    }

    /// Its targets' ids.
    pub fn targets(&self) -> Vec<Id> {
        self.aims.iter().map(|aim| aim.target).collect()
    }
}

crate::records! {
    /// What somebody attacked with last, and whom.
    pub struct Last each "last" {
        /// The key of the weapon in the form.
        pub weapon: String,
        /// The targets.
        pub target: Vec<Id>,
    }

    /// The distances last given.
    pub struct Apart in "apart" {
        /// In half zones, by the two, the lower id first.
        pub between: BTreeMap<(Id, Id), i64>,
    }
}

/// The distance last given for two, in half zones.
pub fn remembered_distance(now: &Encounter, a: Id, b: Id) -> Option<i64> {
    Apart::of(now).between.get(&(a.min(b), a.max(b))).copied()
}

/// An attack as a main action (`ALT-42`).
///
/// # Errors
/// Until everything about it is answered.
pub fn own(cx: &mut Resolver<'_>, by: Id) -> Step<()> {
    let title = format!("{} attacks", cx.name(by));
    let mut attack = cx.form("attack", by, title, |f| form::attack(f, by, &Role::Own))?;
    form::preview(cx, &attack);
    cx.set(by, at::main_used, true);
    play(cx, &mut attack)
}

/// Plays a declared attack to its end.
///
/// # Errors
/// Until everything about it is answered.
pub fn play(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    tell_declared(cx, attack);
    commit(cx, attack);
    if hits(cx, attack)? || deviates(cx, attack)? {
        if attack.stunt {
            stunt::offer(cx, attack)?;
        }
        if !attack.aims.is_empty() {
            reactions::window(cx, attack)?;
            let seen = attack.counter.as_ref().filter(|counter| counter.reveals);
            let seen = seen.map(|counter| counter.by);
            harm::resolve(cx, attack)?;
            if let Some(who) = seen {
                wounds::reveal(cx, who, "countered");
            }
        }
    }
    if attack.reveals {
        wounds::reveal(cx, attack.by, "attacked");
    }
    Ok(())
}

fn tell_declared(cx: &mut Resolver<'_>, attack: &Attack) {
    let targets = attack.targets();
    let by = cx.name(attack.by);
    let whom = cx.now().names(&targets);
    let text = match &attack.means {
        Means::Weapon(weapon) if weapon.blast() => {
            format!("{by} lets loose {} on {whom}.", attack.means.words())
        }
        Means::Weapon(_) if attack.aims.iter().any(|aim| aim.death_blow) => {
            format!(
                "{by} deals {whom} a death blow with {}.",
                attack.means.words()
            )
        }
        Means::Weapon(_) if attack.hold_back => {
            format!(
                "{by} attacks {whom} with {}, holding back.",
                attack.means.words()
            )
        }
        Means::Weapon(_) => format!("{by} attacks {whom} with {}.", attack.means.words()),
        Means::Disarm => format!("{by} tries to disarm {whom}."),
        Means::Shove => format!("{by} tries to shove {whom}."),
        Means::Grapple => format!("{by} tries to grab {whom}."),
    };
    cx.act(attack.by, &targets, text);
}

/// What a declaration costs at once: holds that cannot be kept, the weapon counts as used (`ALT-88`, `ALT-127`).
pub fn commit(cx: &mut Resolver<'_>, attack: &Attack) {
    let kept = match &attack.means {
        Means::Weapon(weapon) => weapon.hands_needed() <= 1 || weapon.unarmed(),
        Means::Disarm => attack
            .aims
            .iter()
            .all(|aim| holder(cx.now(), aim.target) == Some(attack.by)),
        Means::Shove | Means::Grapple => false,
    };
    if !kept {
        drop_holds(cx, attack.by, None);
    }
    if let Means::Weapon(weapon) = &attack.means {
        gear::mark_used(cx, attack.by, weapon);
    }
    let last = Last {
        weapon: arms::key_of(cx.now(), attack.by, &attack.means),
        target: attack.targets(),
    };
    last.put(cx, attack.by);
    if attack.means.ranged() {
        Apart::change(cx, |apart| {
            for target in attack.targets() {
                if target != attack.by {
                    let two = (attack.by.min(target), attack.by.max(target));
                    apart.between.insert(two, attack.distance);
                }
            }
        });
    }
}

/// Lets go of everybody of one's own size whom this act does not allow to keep; smaller ones stay held
/// (`ALT-88`, `ALT-101`).
pub fn drop_holds(cx: &mut Resolver<'_>, by: Id, except: Option<Id>) {
    for victim in held(cx.now(), by) {
        if Some(victim) != except && steps_up(cx.now(), victim, by) <= 0 {
            wounds::let_go(cx, by, victim);
        }
    }
}

/// Reasons for a WIT save to hit (`ALT-48`, `ALT-49`, `ALT-51`).
pub fn doubts(now: &Encounter, attack: &Attack) -> Vec<&'static str> {
    let mut reasons = Vec::new();
    let Some(weapon) = attack.means.weapon().filter(|weapon| weapon.ranged()) else {
        if attack.dark && !attack.means.blast() {
            reasons.push("the target cannot be seen");
        }
        return reasons;
    };
    let target = attack.aims.first().map(|aim| aim.target);
    if beyond_half_range(now, weapon, attack.by, target, attack.distance) {
        reasons.push("beyond half range");
    }
    if attack.moving {
        reasons.push("on the move");
    }
    reasons
}

/// The WIT save to hit, if one is due (`ALT-51`).
///
/// # Errors
/// Until it is rolled.
pub fn hits(cx: &mut Resolver<'_>, attack: &Attack) -> Step<bool> {
    let reasons = doubts(cx.now(), attack);
    if reasons.is_empty() {
        return Ok(true);
    }
    let hint = reasons.join(", ");
    let title = format!("{} aims with {}", cx.name(attack.by), attack.means.words());
    let hit = save(cx, "wit-save", attack.by, Attribute::Wit, title, &hint)?;
    if !hit {
        note!(cx, &[attack.by], "Missed ({hint}).");
    }
    Ok(hit)
}

/// A missed ranged blast hits a neighbouring zone (`ALT-77`). Says whether it hits anybody.
fn deviates(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<bool> {
    if !(attack.means.blast() && attack.means.ranged()) {
        return Ok(false);
    }
    let by = attack.by;
    let zones = cx.number(
        "neighbours",
        by,
        "It goes astray: how many zones lie around the target zone? Number them.",
        1,
        100,
        8,
    )?;
    let sides = u32::try_from(zones).unwrap_or(8);
    let roll = Roll::new("deviation", None, "deviation", Dice::d(sides))
        .title("Which neighbouring zone does it hit?");
    let zone = if sides == 1 {
        1
    } else {
        cx.roll(roll)?.natural
    };
    let title = format!("Who is in zone {zone} or on its borders?");
    attack.stunt = false;
    attack.aims = cx.form("deviated", by, title, |f| Ok(form::strays(f)))?;
    note!(
        cx,
        &attack.targets(),
        "It hits neighbouring zone {zone}: {}.",
        cx.now().names(&attack.targets())
    );
    Ok(!attack.aims.is_empty())
}

/// Enemies to aim at first: standing ones, then those who are down, then one's own side, oneself last.
pub fn target_order(now: &Encounter, by: Id) -> Vec<Id> {
    let mut all: Vec<Id> = now.present().filter(|id| on_field(now, *id)).collect();
    let vehicle = |id: &Id| Fighter::of(now, *id).vehicle();
    all.sort_by_cached_key(|id| {
        let down = !standing(now, *id) && !vehicle(id);
        (*id == by, now.allied(*id, by), down, vehicle(id))
    });
    all
}
