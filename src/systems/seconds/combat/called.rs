//! Called shots at parts of the body and at objects worn or held (SEC-108 to SEC-119).

use std::borrow::Cow;

use crate::systems::prelude::*;
use crate::values::Sheet as _;

use super::movement::out_of_sight;
use super::wounds::Toll;
use super::{affliction, gear, turns};
use crate::systems::seconds::says::{Against, DropCause, Says};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{
    Held, Injury, InjuryLevel, Posture, at, at_attack, at_injury,
};
use crate::systems::seconds::sheet::tables::{Items, Part, Parts};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// Aim of an attack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    #[default]
    Body,
    /// Part of the body.
    Part(Part),
    /// Held object: an attack, by its index on the sheet.
    Weapon(usize),
    Shield,
    Armour,
}

/// Returns the possible aims at a combatant, the whole body first.
pub fn aims(now: &Encounter, target: Id) -> Vec<Aim> {
    let one = fighter(now, target);
    let mut all = vec![Aim::Body];
    if one.body.is_object() {
        return all;
    }
    let has = |part: &Part| match part {
        Part::None => false,
        Part::Wings => one.body.wings() > 0,
        Part::Leg => one.body.legs() > 0,
        Part::Arm => one.body.arms() > 0,
        Part::Hand => one.body.hands() > 0,
        Part::Head | Part::Critical | Part::Torso => true,
    };
    all.extend(Part::ALL.iter().copied().filter(has).map(Aim::Part));
    // A spell is not an object that can be hit, even if a hand casts it.
    let held = |weapon: &Weapon| weapon.drawn() && weapon.hands_needed() > 0 && !weapon.magic();
    let things = one.weapons().into_iter();
    let things = things.filter(|weapon| held(weapon) && !weapon.item_destroyed());
    all.extend(things.filter_map(|weapon| weapon.place).map(Aim::Weapon));
    if one.body.has_shield() && !one.body.shield_destroyed() {
        all.push(Aim::Shield);
    }
    if one.body.armour_defence() > 0 && !one.body.armour_destroyed() {
        all.push(Aim::Armour);
    }
    all
}

impl Aim {
    /// Returns the keyword in saves.
    pub fn word(self) -> Cow<'static, str> {
        match self {
            Aim::Body => "body".into(),
            Aim::Part(part) => part.word().into(),
            Aim::Weapon(place) => format!("item{place}").into(),
            Aim::Shield => "shield".into(),
            Aim::Armour => "armour".into(),
        }
    }

    /// Returns the aim as a choice.
    pub fn choice(self, now: &Encounter, target: Id) -> Choice {
        let more = self.target(now, target).total() - fighter(now, target).target();
        let hint = if more == 0 {
            String::new()
        } else {
            format!("{more:+} Target")
        };
        Choice::new(self.word(), self.label(now, target)).hint(hint)
    }

    /// Returns the name of the aim.
    pub fn label(self, now: &Encounter, target: Id) -> String {
        match self {
            Aim::Body => "body".to_owned(),
            Aim::Part(part) => part.label().to_owned(),
            Aim::Weapon(place) => match fighter(now, target).weapons().get(place) {
                Some(weapon) => weapon.name().to_owned(),
                None => "item".to_owned(),
            },
            Aim::Shield => "shield".to_owned(),
            Aim::Armour => "armour".to_owned(),
        }
    }

    /// Returns true for an object, whose Toughness counts instead of its bearer's (SEC-115).
    pub fn item(self) -> bool {
        matches!(self, Aim::Weapon(_) | Aim::Shield | Aim::Armour)
    }

    /// Returns Target without circumstances: the bearer's Target modified by the part, or the object's Target. Worn
    /// objects use their wearer's Target (SEC-108, SEC-115).
    pub fn target(self, now: &Encounter, target: Id) -> Tally {
        let one = fighter(now, target);
        match self {
            Aim::Body | Aim::Armour | Aim::Shield => one.base_target(),
            Aim::Part(part) => {
                let more = row(now, part).target();
                one.base_target()
                    .plus(format!("at the {}", part.label()), more)
            }
            Aim::Weapon(place) => {
                let Some(weapon) = one.weapons().into_iter().nth(place) else {
                    return one.base_target();
                };
                let printed = || {
                    let easier = one.made_for(&weapon).max(0);
                    Items::of(now, place_of(weapon.item())).target() - easier
                };
                Tally::new()
                    .always(
                        weapon.name().to_owned(),
                        weapon.item_target().unwrap_or_else(printed),
                    )
                    .plus("fast", one.body.high_speed_bonus())
            }
        }
    }

    /// Returns Toughness for this hit: the Toughness of the body and the part, or of the object. Minimum is 6 less
    /// (SEC-108, SEC-115, SEC-116).
    pub fn toughness(self, now: &Encounter, target: Id) -> i64 {
        let one = fighter(now, target);
        let more = 3 * one.scale().max(0);
        match self {
            Aim::Body => one.toughness(),
            Aim::Part(part) => one.toughness() + row(now, part).toughness(),
            Aim::Weapon(place) => match one.weapons().get(place) {
                Some(weapon) => {
                    let printed = Items::of(now, place_of(weapon.item())).toughness();
                    let printed = printed + 3 * one.made_for(weapon).max(0);
                    weapon.item_toughness().unwrap_or(printed) - weapon.item_wounds()
                }
                None => 0,
            },
            Aim::Shield => one.body.shield_toughness() + more - one.body.shield_wounds(),
            Aim::Armour => {
                3 * one.scale() + one.body.armour_defence() + 3 - one.body.armour_wounds()
            }
        }
    }
}

fn place_of(kind: crate::systems::seconds::sheet::tables::ItemKind) -> i64 {
    i64::try_from(kind.index()).unwrap_or(0)
}

fn row(now: &Encounter, part: Part) -> Parts<&Row> {
    Parts::of(now, i64::try_from(part.index()).unwrap_or(0))
}

/// Column of the table that a called shot reaches (SEC-108).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// No column: the damage is too low for an effect.
    None,
    Minimum,
    Toughness,
}

/// Returns the column that damage reaches on a part with this Toughness; an equal number is enough (SEC-108). A shot at
/// the torso counts as a plain hit (SEC-113).
pub fn column(damage: i64, toughness: i64) -> Column {
    match damage {
        ..=0 => Column::None,
        _ if damage >= toughness => Column::Toughness,
        _ if damage >= toughness - 6 => Column::Minimum,
        _ => Column::None,
    }
}

/// Returns the toll of a called shot on the target's body. [`hurt`] applies the effects on the part.
pub fn toll(now: &Encounter, part: Part, column: Column) -> Toll {
    let row = row(now, part);
    match column {
        Column::None => Toll::default(),
        Column::Minimum => Toll::wounds(i64::from(row.wounds())),
        Column::Toughness => Toll {
            fells: row.vital(),
            ..Toll::wound()
        },
    }
}

/// Applies a called shot to the part, after the wounds of its action; `wound` is the wound that the shot caused, 0 if
/// none (SEC-109 to SEC-112, SEC-114).
pub fn hurt(
    cx: &mut Resolver<'_>,
    target: Id,
    part: Part,
    column: Column,
    damage: i64,
    wound: i64,
) -> Step<()> {
    if column == Column::None || fighter(cx.now(), target).dead() {
        return Ok(());
    }
    let full = column == Column::Toughness;
    let row = row(cx.now(), part);
    let squares = if full { row.lamed() } else { row.slowed() };
    match part {
        Part::None | Part::Torso | Part::Critical => {}
        Part::Head => {
            if !full && !withstands(cx, target, damage, Against::HeadHit {})? {
                turns::for_turns(cx, target, is::STAGGERED, 1, &Says::HeadHit {}.into());
            }
        }
        Part::Leg | Part::Wings | Part::Arm | Part::Hand => {
            let disabled = full;
            if disabled || squares > 0 || part == Part::Hand {
                injure(cx, target, part, disabled, squares, wound);
            }
            let drops = match (part, full) {
                (Part::Arm, true) | (Part::Hand, true) => true,
                (Part::Hand, false) => !withstands(cx, target, damage, Against::HandHit {})?,
                _ => false,
            };
            if drops {
                gear::drop_one(cx, target, DropCause::Struck)?;
            }
            if part == Part::Leg && full && !withstands(cx, target, damage, Against::LegHit {})? {
                cx.change(
                    target,
                    at::posture,
                    Posture::Prone,
                    Says::ChangedPosture {},
                    Says::LegGivesWay {},
                );
                out_of_sight(cx);
            }
        }
    }
    Ok(())
}

/// Rolls the Fortitude check after a called shot. Combatants who are already out roll no check and suffer no effect
/// (SEC-61).
fn withstands(cx: &mut Resolver<'_>, target: Id, damage: i64, against: Against) -> Step<bool> {
    Ok(
        fighter(cx.now(), target).senseless()
            || affliction::fortitude(cx, target, damage, against)?,
    )
}

/// Injures a part of the body; an injury that came with a wound heals with that wound (SEC-114).
fn injure(cx: &mut Resolver<'_>, id: Id, part: Part, disabled: bool, squares: i64, wound: i64) {
    let level = if disabled {
        InjuryLevel::Disabled
    } else {
        InjuryLevel::Minor
    };
    let mut all = cx.get(id).sheet.get(at::injured_parts).to_vec();
    let same = |one: &Row| {
        let one = Injury(one);
        one.part() == part && one.level() == level && one.squares() == squares
    };
    if part == Part::Hand && !disabled && all.iter().any(same) {
        return;
    }
    let mut row = Row::new(Injury::<()>::fields());
    row.set(at_injury::part, part);
    row.set(at_injury::level, level);
    row.set(at_injury::squares, squares);
    row.set(at_injury::wound, wound);
    all.push(row);
    cx.set(id, at::injured_parts, List::of(all));
    cx.note(Says::IsInjured {
        who: id,
        part,
        disabled,
        slower: squares,
    });
}

/// Heals wounds, the oldest first, with their injuries (SEC-114).
pub fn healed(cx: &mut Resolver<'_>, id: Id, wounds: i64) {
    let mut all = Vec::new();
    for mut row in cx.get(id).sheet.get(at::injured_parts).to_vec() {
        let one = Injury(&row);
        let left = one.wound() - wounds;
        if one.wound() == 0 {
            all.push(row);
        } else if left > 0 {
            row.set(at_injury::wound, left);
            all.push(row);
        } else {
            let part = one.part();
            cx.note(Says::PartHealed { who: id, part });
        }
    }
    cx.set(id, at::injured_parts, List::of(all));
}

/// Applies an attack to an object of this Toughness (SEC-115). Damage above its Minimum wounds the object; damage above
/// its Toughness destroys it.
pub fn strike_item(
    cx: &mut Resolver<'_>,
    target: Id,
    aim: Aim,
    toughness: i64,
    damage: i64,
    cause: &Told,
) {
    let label = aim.label(cx.now(), target);
    let (wounded, destroyed) = (damage > 0 && damage > toughness - 6, damage > toughness);
    let item = || label.clone().into();
    cx.note(Says::ItemTakes {
        who: target,
        item: item(),
        damage,
        toughness,
        wounded: wounded || destroyed,
    });
    if !wounded {
        return;
    }
    let wounds = |had: i64| had + 1;
    let (one, told) = (fighter(cx.now(), target), Says::ItemWounds { item: item() });
    match aim {
        Aim::Weapon(place) => {
            let Some(weapon) = one.weapons().into_iter().nth(place) else {
                return;
            };
            let to = wounds(weapon.item_wounds());
            cx.change(
                target,
                at::attacks.row(place, at_attack::item_wounds),
                to,
                told,
                cause,
            );
            if destroyed {
                cx.set(
                    target,
                    at::attacks.row(place, at_attack::item_destroyed),
                    true,
                );
            }
        }
        Aim::Shield => {
            let to = wounds(one.body.shield_wounds());
            cx.change(target, at::shield_wounds, to, told, cause);
            if destroyed {
                cx.set(target, at::shield_destroyed, true);
            }
        }
        Aim::Armour => {
            let to = wounds(one.body.armour_wounds());
            cx.change(target, at::armour_wounds, to, told, cause);
            if destroyed {
                cx.set(target, at::armour_destroyed, true);
            }
        }
        Aim::Body | Aim::Part(_) => {}
    }
    if destroyed {
        let item = item();
        cx.note(Says::ItemDestroyed { who: target, item });
    }
}

/// Returns 1 if an injured hand hampers the use of an object, else 0. It lowers the attack roll and the DC of defences
/// against it (SEC-111).
pub fn hurt_hand(now: &Encounter, id: Id, held: Held) -> i64 {
    let one = fighter(now, id);
    let hurt = one
        .body
        .injured_parts()
        .iter()
        .map(Injury)
        .any(|one| one.part() == Part::Hand && one.level() == InjuryLevel::Minor);
    i64::from(hurt && matches!(held, Held::Main | Held::Off))
}
