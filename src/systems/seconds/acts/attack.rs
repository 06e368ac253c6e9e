//! Attacks: single attacks, areas, effects on several targets, delayed attacks (SEC-60 to SEC-64, SEC-101, SEC-124).

use super::words::ATTACK;
use crate::systems::prelude::*;
use crate::systems::seconds::combat::area::{self, Blast};
use crate::systems::seconds::combat::attack::{self, announce};
use crate::systems::seconds::combat::delayed;
use crate::systems::seconds::combat::form::{
    ask_reveals, ask_strike, ask_target, ask_weapon, held_back, unusable,
};
use crate::systems::seconds::combat::strike::{Pair, Strike};
use crate::systems::seconds::combat::surprise;
use crate::systems::seconds::combat::time::{fits, take};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::schema::{
    Component, ComponentKind, at, at_combo, at_component,
};
use crate::systems::seconds::sheet::tables::seconds;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::sides;
use crate::systems::seconds::state::turn::{Deed, Timer, Turn};

/// Kind of an attack once its weapon is chosen.
enum Attack {
    /// Attack that begins in this turn and ends in a later one.
    Begins,
    Strike(Box<Strike>),
    Blast(Blast),
    /// Effect on several targets without a roll.
    Effect(Vec<Id>),
    /// Delayed attack on a combatant or a place.
    Later(Option<Id>, String),
}

/// Returns the seconds of an attack with a weapon (SEC-37, SEC-63, RD-2).
pub fn attack_seconds(now: &Encounter, weapon: &Weapon) -> i64 {
    let usual = seconds(now, ATTACK);
    match weapon.time_seconds() {
        time if time == usual && !weapon.magic() => Options::of(now).combo_seconds(),
        time => time,
    }
}

/// Returns the seconds of an attack with the first usable weapon; 4 if there is none.
pub fn usual(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    let all = one.weapons();
    let first = all
        .iter()
        .find(|weapon| unusable(now, who, weapon).is_none());
    first.map_or(4, |weapon| attack_seconds(now, weapon))
}

/// Returns the weapon of the carried attack; "" if there is none.
pub fn carried_weapon(now: &Encounter, who: Id) -> &str {
    let carried = Turn::of(now, who).carried.as_ref();
    let attack = carried.filter(|one| one.deed == ATTACK);
    attack.map_or("", |one| one.with.as_str())
}

fn deed<'a>(weapon: &'a Weapon, told: &'a str) -> Deed<'a> {
    Deed {
        key: ATTACK,
        with: weapon.name(),
        told,
    }
}

/// Makes one attack with one weapon: on a combatant, on an area, on several combatants at once, or delayed.
pub fn attack(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let wanted = carried_weapon(cx.now(), who).to_owned();
    let title = say!(cx.now(), "{} attacks", cx.name(who));
    let (weapon, attack, reveals) = cx.form("attack", who, title, |f| {
        let weapon = ask_weapon(f, who, &wanted, "")?;
        let usual = attack_seconds(f.now, &weapon);
        let attack = if fits(f.now, who, deed(&weapon, ""), usual) {
            ask(f, who, &weapon)?
        } else {
            Attack::Begins
        };
        let reveals = !matches!(attack, Attack::Begins) && ask_reveals(f, who);
        Ok((weapon, attack, reveals))
    })?;
    if cx.shows() {
        let held_back = held_back(cx.now(), who);
        if !held_back.is_empty() {
            cx.show(who, held_back);
        }
    }
    if matches!(attack, Attack::Begins) {
        cx.show(
            who,
            "The attack begins now and ends in a later turn. Choose the target then.",
        );
    }
    let told = format!("an attack with {}", weapon.said());
    let usual = attack_seconds(cx.now(), &weapon);
    take(cx, who, deed(&weapon, &told), usual, |cx| {
        play(cx, who, &weapon, attack)?;
        if reveals {
            surprise::reveal(cx, who);
        }
        Ok(())
    })
}

/// Asks for the details of an attack that is made now.
fn ask(f: &mut Form<'_>, who: Id, weapon: &Weapon) -> Filled<Attack> {
    if weapon.delay_seconds() > 0 {
        let target = ask_target(f, who, None, "")?;
        let place = if weapon.fills_area() {
            f.text("place", "place", "")
        } else {
            String::new()
        };
        return Ok(Attack::Later(Some(target), place));
    }
    if weapon.fills_area() {
        return Ok(Attack::Blast(Blast::ask(f, who, weapon)?));
    }
    if !weapon.attack_roll() {
        let now = f.now;
        let first = ask_target(f, who, None, "")?;
        let others = || {
            sides::targets(now, who)
                .into_iter()
                .filter(|id| *id != first)
        };
        let mut all = vec![first];
        all.extend(f.pick("also", "more targets", others, 0, usize::MAX, Vec::new()));
        return Ok(Attack::Effect(all));
    }
    let instead = ask_component(f, who);
    let strike = ask_strike(f, who, weapon.clone(), instead, "", &[])?;
    Ok(Attack::Strike(Box::new(strike)))
}

/// Asks for a component of rating 1 in place of the plain attack (SEC-64).
fn ask_component(f: &mut Form<'_>, who: Id) -> Pair {
    let now = f.now;
    let combos: &[Row] = now.get(who).sheet.get(at::combos);
    let components = combos
        .iter()
        .flat_map(|combo| combo.get(at_combo::components));
    let fit = |one: &&Row| {
        let one = Component(*one);
        one.rating() == 1 && !one.label().eq_ignore_ascii_case("attack")
    };
    let all: Vec<&Row> = components.filter(fit).collect();
    if all.is_empty() {
        return Pair::default();
    }
    let mut labels: Vec<(&str, Pair, &str)> = vec![("attack", Pair::default(), "")];
    for row in all {
        let one = Component(row);
        let known = labels
            .iter()
            .any(|(label, ..)| *label == row.get(at_component::label));
        if !known && one.kind() != ComponentKind::Charge {
            let pair = Pair {
                x: one.x(),
                y: one.y(),
            };
            labels.push((
                row.get(at_component::label),
                pair,
                row.get(at_component::note).unwrap_or(""),
            ));
        }
    }
    let tell = |(label, _, note): &(&str, Pair, &str)| Choice::new(*label, *label).hint(*note);
    let chosen = f.choice(
        "instead",
        "attack as",
        &labels,
        0,
        |(label, ..)| label,
        tell,
    );
    chosen.map_or(Pair::default(), |(_, pair, _)| pair)
}

/// Resolves the attack (SEC-34).
fn play(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, attack: Attack) -> Step<()> {
    match attack {
        Attack::Begins => Ok(()),
        Attack::Strike(strike) => {
            if strike.hits(cx.now()) || fighter(cx.now(), strike.target).out() {
                announce(cx, who, &[strike.target], weapon.said());
            }
            if !attack::left(cx, strike.target) {
                return Ok(());
            }
            attack::used(cx, who, std::iter::once(weapon));
            attack::make(cx, &[*strike])
        }
        Attack::Blast(blast) => {
            let name = weapon.name().to_owned().into();
            cx.act(who, Says::Uses { who, weapon: name });
            attack::used(cx, who, std::iter::once(weapon));
            area::land(cx, &blast)
        }
        Attack::Effect(mut targets) => {
            announce(cx, who, &targets, weapon.said());
            targets.retain(|id| attack::left(cx, *id));
            let struck: Vec<(Id, i64)> = targets.into_iter().map(|id| (id, 0)).collect();
            attack::used(cx, who, std::iter::once(weapon));
            area::hurt(cx, who, weapon, &struck)
        }
        Attack::Later(target, place) => {
            let timer = Timer {
                label: weapon.name().to_owned(),
                left: weapon.delay_seconds(),
                weapon: weapon.place,
                target,
                place,
            };
            attack::used(cx, who, std::iter::once(weapon));
            delayed::set(cx, who, timer);
            Ok(())
        }
    }
}
