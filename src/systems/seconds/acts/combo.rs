//! Combos: attacks that are made and resolved together (SEC-96 to SEC-100).

use super::words::COMBO;
use crate::systems::prelude::*;
use crate::systems::seconds::combat::attack;
use crate::systems::seconds::combat::form::{ask_reveals, ask_strike, ask_weapon, held_back};
use crate::systems::seconds::combat::strike::{Pair, Strike};
use crate::systems::seconds::combat::surprise;
use crate::systems::seconds::combat::time::{fits, take};
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::complete::illegal;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::options::Options;
use crate::systems::seconds::sheet::schema::{
    Combo, Component, ComponentKind, at_combo, at_component,
};
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds::in_body;
use crate::systems::seconds::state::turn::{Deed, Turn};

/// Straight movement required before a charge, in sixteenths of a metre (SEC-96).
const CHARGE: i64 = 6 * 16;

/// Returns the combos of the combatant who directs the body, each with the reason why it is not possible, if any
/// (SEC-96, SEC-97, SEC-164).
fn combos(now: &Encounter, who: Id) -> Vec<(&Row, Option<String>)> {
    let one = fighter(now, who);
    let minds: Vec<_> = one.directing().collect();
    let own = minds
        .iter()
        .flat_map(|mind| mind.0.get(COMBOS).iter().map(move |row| (mind, row)));
    let carried = Turn::of(now, who).carried.as_ref();
    let refused = own.map(|(mind, row)| {
        let combo = Combo(row);
        let begun = carried.is_some_and(|one| one.deed == COMBO && one.with == combo.name());
        let charges = combo.components().iter().map(Component);
        let charges = charges
            .into_iter()
            .any(|one| one.kind() == ComponentKind::Charge);
        let far = Turn::of(now, who).straight >= CHARGE;
        let short = charges && !begun && !far;
        let why = illegal(mind, &combo);
        (
            row,
            why.or_else(|| {
                short.then(|| "a charge needs 6 m of straight movement first".to_owned())
            }),
        )
    });
    refused.collect()
}

use crate::systems::seconds::sheet::schema::at::combos as COMBOS;

/// Returns true if the combatant knows a combo besides the plain attack that every combatant knows.
pub fn knows(now: &Encounter, who: Id) -> bool {
    let all = combos(now, who);
    all.len() > 1
        || all
            .iter()
            .any(|(row, _)| row.get(at_combo::components).len() > 1)
}

/// Returns the reason why a combatant cannot use combos; `None` if they can (SEC-137).
pub fn no_combo(now: &Encounter, who: Id) -> Option<&'static str> {
    let one = fighter(now, who);
    one.has(is::DISABLED).then_some("disabled: no combos")
}

fn deed(name: &str) -> Deed<'_> {
    Deed {
        key: COMBO,
        with: name,
        told: name,
    }
}

/// Resolves the attacks of a combo. All choices come before the first roll, and all attacks happen at once (SEC-98,
/// SEC-99).
pub fn combo(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} uses a combo", cx.name(who));
    let usual = Options::of(cx.now()).combo_seconds();
    let (name, mut strikes, reveals) = cx.form("combo", who, title, |f| {
        let (name, strikes) = ask(f, who, usual)?;
        let reveals = !strikes.is_empty() && ask_reveals(f, who);
        Ok((name, strikes, reveals))
    })?;
    if cx.shows() {
        let held_back = held_back(cx.now(), who);
        if !held_back.is_empty() {
            cx.show(who, held_back);
        }
    }
    if strikes.is_empty() {
        cx.show(
            who,
            "The combo begins now and ends in a later turn. Choose the targets then.",
        );
    }
    take(cx, who, deed(&name), usual, |cx| {
        let mut targets: Vec<Id> = strikes.iter().map(|strike| strike.target).collect();
        targets.sort();
        targets.dedup();
        let said = Says::UsesCombo {
            by: who,
            inside: in_body(cx.now(), who),
            combo: name.clone().into(),
            whom: targets,
        };
        cx.act(who, said);
        strikes.retain(|strike| attack::left(cx, strike.target));
        attack::used(cx, who, strikes.iter().map(|strike| &strike.weapon));
        attack::make(cx, &strikes)?;
        if reveals {
            surprise::reveal(cx, who);
        }
        Ok(())
    })
}

fn ask(f: &mut Form<'_>, who: Id, usual: i64) -> Filled<(String, Vec<Strike>)> {
    let now = f.now;
    let all = combos(now, who);
    let carried = Turn::of(now, who).carried.as_ref();
    let carried = carried.filter(|one| one.deed == COMBO);
    let begun = carried.and_then(|one| {
        let named = |(row, _): &(&Row, _)| row.get(at_combo::name) == one.with;
        all.iter().position(named)
    });
    let many = |(row, why): &(&Row, Option<String>)| {
        why.is_none() && row.get(at_combo::components).len() > 1
    };
    let preset = begun.or_else(|| all.iter().position(many)).unwrap_or(0);
    let tell = |(row, why): &(&Row, Option<String>)| {
        let name = row.get(at_combo::name);
        let parts = row.get(at_combo::components).iter();
        let parts: Vec<&str> = parts.map(|one| one.get(at_component::label)).collect();
        let choice = Choice::new(name, name).hint(parts.join(", "));
        choice.unless(why.as_ref())
    };
    let name = |(row, _): &(&'_ Row, _)| row.get(at_combo::name).to_owned();
    let words: Vec<(String, usize)> = all.iter().map(name).zip(0..).collect();
    let told = |(_, place): &(String, usize)| tell(&all[*place]);
    let chosen = f.one_of("combo", "combo", &words, preset, |(word, _)| word, told);
    let (name, place) = f.need(chosen, "no combo is known")?;
    f.refuse_if(all[place].1.clone())?;
    let mut strikes = Vec::new();
    if !fits(now, who, deed(&name), usual) {
        return Ok((name, strikes));
    }
    let components: Vec<Component<&Row>> = all[place]
        .0
        .get(at_combo::components)
        .iter()
        .map(Component)
        .collect();
    let attacks = |one: &&Component<&Row>| one.kind() == ComponentKind::Attack;
    let others = components.iter().filter(|one| !attacks(one));
    let all_of = others.fold(Pair::default(), |pair, one| Pair {
        x: pair.x + one.x(),
        y: pair.y + one.y(),
    });
    for (place, one) in components.iter().filter(attacks).enumerate() {
        let block = (place + 1).to_string();
        let pair = Pair {
            x: all_of.x + one.x(),
            y: all_of.y + one.y(),
        };
        let last = strikes
            .last()
            .map(|strike: &Strike| strike.weapon.name().to_owned());
        let weapon = ask_weapon(f, who, &last.unwrap_or_default(), &block)?;
        f.refuse_if(
            weapon
                .fills_area()
                .then_some("area attacks cannot be part of a combo"),
        )?;
        let late = weapon.delay_seconds() > 0;
        f.refuse_if(late.then_some("delayed attacks cannot be part of a combo"))?;
        let strike = ask_strike(f, who, weapon, pair, &block, &strikes)?;
        strikes.push(strike);
    }
    Ok((name, strikes))
}
