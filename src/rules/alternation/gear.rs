//! Weapons and armour: who holds what, what wears out, what breaks (`ALT-37`, `ALT-118`, `ALT-123` to `ALT-127`).

use crate::dice::Dice;
use crate::encounter::{Encounter, Field, Id, List, Resolver, Roll, Step, Words};

use super::attack::Attack;
use super::options::Options;
use super::schema::{at, at_attack};
use super::sheet::{Fighter, state};
use super::weapon::{Carried, Weapon, weapons};

/// A hit this strong before armour destroys a damaged shield or armour (`ALT-124`).
const BREAKING_BLOW: i64 = 8;

/// Weapons somebody holds and could drop (`ALT-82`).
pub fn droppable(now: &Encounter, who: Id) -> Vec<Weapon> {
    weapons(now, who)
        .into_iter()
        .filter(|weapon| {
            weapon.row.is_some()
                && !weapon.bodily()
                && !weapon.is_shield
                && !weapon.destroyed
                && weapon.carried == Carried::Held
        })
        .collect()
}

fn path(row: usize, key: &str) -> String {
    format!("{}/{row}/{key}", state::ATTACKS)
}

/// Puts a weapon where it is from now on, and says so.
pub fn carry(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, to: Carried) {
    let name = cx.name(who);
    let text = match to {
        Carried::Held => format!("{name} has the {} in hand.", weapon.name),
        Carried::Stowed => format!("{name} puts the {} away.", weapon.name),
        Carried::Dropped => format!("{name} drops the {}.", weapon.name),
        Carried::Taken => format!("{name} loses the {}.", weapon.name),
    };
    if weapon.is_shield {
        cx.set_at(who, state::SHIELD_HELD, to == Carried::Held);
    } else if let Some(row) = weapon.row {
        cx.set_at(who, &path(row, "carried"), to.word());
    } else {
        return;
    }
    cx.note(&[who], text);
}

/// One takes a weapon from another: it stands on the taker's sheet from now on (`ALT-82`).
pub fn take(cx: &mut Resolver<'_>, taker: Id, from: Id, weapon: &Weapon) {
    let Some(row) = weapon.row else {
        return;
    };
    let Some(record) = cx.get(from).sheet.list(state::ATTACKS).get(row).cloned() else {
        return;
    };
    cx.set_at(from, &path(row, "carried"), Carried::Taken.word());
    let mut mine = cx.get(taker).sheet.list(state::ATTACKS).to_vec();
    let mut taken = record;
    taken.set(at_attack::carried, Carried::Held);
    mine.push(taken);
    cx.set(taker, at::attacks, List::of(mine));
    let text = format!(
        "{} takes {}'s {}.",
        cx.name(taker),
        cx.name(from),
        weapon.name
    );
    cx.note(&[taker, from], text);
}

/// Drops every weapon in hand (`ALT-118`).
pub fn drop_all(cx: &mut Resolver<'_>, who: Id) {
    for weapon in droppable(cx.now(), who) {
        carry(cx, who, &weapon, Carried::Dropped);
    }
}

/// A weapon was attacked with (`ALT-127`).
pub fn mark_used(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    if weapon.is_shield {
        cx.set_at(who, state::SHIELD_USED, true);
    } else if let Some(row) = weapon.row.filter(|_| !weapon.bodily()) {
        cx.set_at(who, &path(row, "used"), true);
    }
}

/// Armour and held shield took a blow (`ALT-127`).
pub fn mark_worn(cx: &mut Resolver<'_>, who: Id) {
    let fighter = Fighter::of(cx.now(), who);
    let (armour, shield) = (fighter.armour() > 0, fighter.shield_held());
    if armour {
        cx.set_at(who, state::ARMOUR_USED, true);
    }
    if shield {
        cx.set_at(who, state::SHIELD_USED, true);
    }
}

/// A piece that is worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The held shield.
    Shield,
    /// The suit of armour.
    Armour,
}

/// Which damaged piece a hit destroys: the held shield before the armour (`ALT-124`).
pub fn hit_piece(now: &Encounter, who: Id, before_armour: i64) -> Option<Piece> {
    if before_armour < BREAKING_BLOW {
        return None;
    }
    let fighter = Fighter::of(now, who);
    if fighter.shield_held() && fighter.flag(state::SHIELD_DAMAGED) {
        Some(Piece::Shield)
    } else if fighter.armour() > 0 && fighter.flag(state::ARMOUR_DAMAGED) {
        Some(Piece::Armour)
    } else {
        None
    }
}

/// A worn piece is destroyed.
pub fn destroy_piece(cx: &mut Resolver<'_>, who: Id, piece: Piece) {
    let (key, word) = match piece {
        Piece::Shield => (state::SHIELD_DESTROYED, "shield"),
        Piece::Armour => (state::ARMOUR_DESTROYED, "armour"),
    };
    cx.set_at(who, key, true);
    let text = format!("{}'s {word} is destroyed.", cx.name(who));
    cx.note(&[who], text);
}

/// A damaged weapon whose damage die showed a 1 is destroyed (`ALT-123`).
///
/// # Errors
/// None of its own.
pub fn wear(cx: &mut Resolver<'_>, attack: &Attack, faces: &[u32]) -> Step<()> {
    let Some(weapon) = attack.means.weapon() else {
        return Ok(());
    };
    let ones = faces.iter().filter(|face| **face == 1).count();
    let breaks = if Options::of(cx.now()).breaks_on_all_ones {
        ones == faces.len()
    } else {
        ones > 0
    };
    if faces.is_empty() || !breaks || !weapon.damaged || weapon.bodily() {
        return Ok(());
    }
    if weapon.is_shield {
        destroy_piece(cx, attack.by, Piece::Shield);
    } else if let Some(row) = weapon.row {
        cx.set_at(attack.by, &path(row, "destroyed"), true);
        let text = format!("{}'s {} breaks.", cx.name(attack.by), weapon.name);
        cx.note(&[attack.by], text);
    }
    Ok(())
}

/// A piece that is due a durability roll.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Due {
    owner: Id,
    key: String,
    name: String,
    what: Kind,
    damaged: bool,
    ranged: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Weapon(usize),
    Worn(Piece),
}

/// Pieces used in the fight and not destroyed, in roster order; per owner weapons, shield, armour (`ALT-126`).
fn due(now: &Encounter) -> Vec<Due> {
    let mut all = Vec::new();
    for owner in now.ids() {
        let letter = owner.letter();
        for weapon in weapons(now, owner) {
            if let Some(row) = weapon.row
                && weapon.used
                && !weapon.destroyed
                && !weapon.bodily()
                && !weapon.is_shield
            {
                all.push(Due {
                    owner,
                    key: format!("{letter}-{row}"),
                    name: weapon.name,
                    what: Kind::Weapon(row),
                    damaged: weapon.damaged,
                    ranged: weapon.ranged,
                });
            }
        }
        let fighter = Fighter::of(now, owner);
        let worn = [
            (
                Piece::Shield,
                "shield",
                fighter.has_shield() && fighter.flag(state::SHIELD_USED),
                fighter.flag(state::SHIELD_DAMAGED),
            ),
            (
                Piece::Armour,
                "armour",
                fighter.armour() > 0 && fighter.flag(state::ARMOUR_USED),
                fighter.flag(state::ARMOUR_DAMAGED),
            ),
        ];
        for (piece, name, used, damaged) in worn {
            if used {
                all.push(Due {
                    owner,
                    key: format!("{letter}-{name}"),
                    name: name.to_owned(),
                    what: Kind::Worn(piece),
                    damaged,
                    ranged: false,
                });
            }
        }
    }
    all
}

/// Whether any piece is due a durability roll.
pub fn any_due(now: &Encounter) -> bool {
    !due(now).is_empty()
}

/// The durability rolls after the fight, all in one list (`ALT-126`).
///
/// # Errors
/// Until they are rolled.
pub fn durability(cx: &mut Resolver<'_>) -> Step<()> {
    let set = cx.fields(
        "durability",
        None,
        "Gear that was used: untick what nobody will use again",
        |now, _| {
            due(now)
                .iter()
                .map(|one| {
                    let state = if one.damaged { " (damaged)" } else { "" };
                    let label = format!("{}'s {}{state}", now.name(one.owner), one.name);
                    Field::toggle(&one.key, label, true)
                })
                .collect()
        },
    )?;
    let all = due(cx.now());
    let tested: Vec<Due> = all
        .iter()
        .filter(|one| set.flag(&one.key))
        .cloned()
        .collect();
    let (sides, worst) = durability_die(cx.now());
    let rolls: Vec<Roll> = tested
        .iter()
        .map(|one| {
            let what = format!("durability of the {}", one.name);
            Roll::new("durability-roll", one.owner, what, Dice::d(sides))
                .at_least(i64::from(worst) + 1)
                .words("holds", "fails")
        })
        .collect();
    let rolled = cx.rolls("durability-rolls", "Durability", rolls.clone())?;
    cx.act(None, &[], "Durability of what was used.");
    for (roll, rolled) in rolls.iter().zip(&rolled) {
        cx.log_throw(roll, rolled);
    }
    let failed: Vec<Due> = tested
        .into_iter()
        .zip(&rolled)
        .filter(|(_, rolled)| !rolled.passed())
        .map(|(one, _)| one)
        .collect();
    let shot: Vec<Due> = failed
        .iter()
        .filter(|one| one.ranged && !one.damaged)
        .cloned()
        .collect();
    let mut emptied = crate::encounter::Record::new();
    if !shot.is_empty() {
        emptied = cx.fields(
            "ammunition",
            None,
            "Which of these are out of ammunition rather than damaged?",
            |now, _| {
                shot.iter()
                    .map(|one| {
                        let label = format!("{}'s {}", now.name(one.owner), one.name);
                        Field::toggle(&one.key, label, false)
                    })
                    .collect()
            },
        )?;
    }
    for one in &failed {
        fail(cx, one, emptied.flag(&one.key));
    }
    for one in &all {
        match one.what {
            Kind::Weapon(row) => cx.set_at(one.owner, &path(row, "used"), false),
            Kind::Worn(Piece::Shield) => cx.set_at(one.owner, state::SHIELD_USED, false),
            Kind::Worn(Piece::Armour) => cx.set_at(one.owner, state::ARMOUR_USED, false),
        }
    }
    Ok(())
}

/// The durability die and the highest face on which a piece fails, as the table says.
fn durability_die(now: &Encounter) -> (u32, u32) {
    let rows = now
        .tables
        .get("durability")
        .map_or(&[][..], |table| &table.rows);
    let number = |n: i64| u32::try_from(n).unwrap_or(1);
    let sides = rows.last().map_or(6, |row| number(row.to));
    let worst = rows
        .iter()
        .filter(|row| row.cells.flag("fails"))
        .map(|row| number(row.to))
        .max();
    (sides, worst.unwrap_or(1))
}

/// A piece that failed: damaged, or out of ammunition, or, damaged already, destroyed (T-10).
fn fail(cx: &mut Resolver<'_>, one: &Due, emptied: bool) {
    let (key, word) = match (one.damaged, emptied) {
        (true, _) => ("destroyed", "destroyed"),
        (false, true) => ("empty", "out of ammunition"),
        (false, false) => ("damaged", "damaged"),
    };
    let at = match one.what {
        Kind::Weapon(row) => path(row, key),
        Kind::Worn(Piece::Shield) => format!("shield_{key}"),
        Kind::Worn(Piece::Armour) => format!("armour_{key}"),
    };
    cx.set_at(one.owner, &at, true);
    let text = format!("{}'s {} is {word}.", cx.name(one.owner), one.name);
    cx.note(&[one.owner], text);
}
