//! Poison, disease and radiation by GM ruling (SEC-173, SEC-174, SEC-178, SEC-182 to SEC-184).

use crate::systems::prelude::*;
use crate::systems::seconds::combat::affliction::{self, Dose};
use crate::systems::seconds::says::{Against, Says};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{Affliction, at};
use crate::systems::seconds::sheet::tables::{Poisons, Rate, Symptom, Way, poison, poison_called};
use crate::systems::seconds::state::fighter::fighter;

/// Row of the table of poisons, as a choice.
#[derive(Clone)]
struct Kind {
    key: String,
    label: String,
    dc: i64,
    way: Way,
    rate: Rate,
    symptom: Symptom,
    radiation: i64,
}

fn kind(f: &mut Form<'_>) -> Filled<Kind> {
    let rows = Poisons::all(f.now).map(|(.., row)| Kind {
        key: row.key().to_owned(),
        label: row.label().to_owned(),
        dc: row.dc(),
        way: row.way(),
        rate: row.rate(),
        symptom: row.symptom(),
        radiation: row.radiation(),
    });
    let all: Vec<Kind> = rows.collect();
    let tell = |one: &Kind| Choice::new(&one.key, &one.label);
    let preset = all
        .iter()
        .position(|one| one.symptom == Symptom::Wound && one.way == Way::Injury);
    let one = f.one_of(
        "kind",
        "substance",
        &all,
        preset.unwrap_or(0),
        |one| &one.key,
        tell,
    );
    f.need(one, "the table of poisons is empty")
}

/// Exposes combatants to a poison, a disease or radiation (SEC-173, SEC-174, SEC-178, SEC-183, SEC-184).
pub fn expose(cx: &mut Resolver<'_>) -> Step<()> {
    let (ids, kind, dose, chance) = cx.form("expose", None, "Who is exposed to what?", |f| {
        let now = f.now;
        let there = || now.present().filter(|id| !fighter(now, *id).out());
        let ids = f.pick("targets", "targets", there, 1, usize::MAX, Vec::new());
        let mut kind = kind(f)?;
        let mut dose = Dose {
            doses: 1,
            ..Dose::default()
        };
        let mut chance = false;
        if kind.radiation > 0 {
            f.hint(|| "scale of the source");
            let source = f.number("source", "source", -4..=10, "", 0);
            f.hint(|| "scale of the smallest area that includes the targets");
            let area = f.number("area", "area", -4..=10, "", source);
            let degree = affliction::radiation(kind.radiation, source, area);
            f.refuse_if((degree == 0).then_some("no radiation at this distance"))?;
            if let Some(row) = Poisons::find(now, |row| row.radiation() == degree) {
                kind.key = row.key().to_owned();
                kind.label = row.label().to_owned();
            }
        } else {
            dose.doses = f.amount().number("doses", "doses", 1..=99, "", 1);
        }
        if matches!(kind.way, Way::Inhaled | Way::Exposure) {
            dose.exposed = f.toggle("stays", "stays exposed", true);
        }
        if kind.symptom == Symptom::TearGas {
            dose.eyes = f.toggle("eyes", "in the eyes", true);
            dose.held_breath = !f.toggle("breath", "inhaled", true);
        }
        if kind.way == Way::Vector {
            chance = f.hint(|| "a d10 for each target, infected on a 10").toggle(
                "chance",
                "by chance",
                kind.symptom == Symptom::WoundNausea,
            );
        }
        Ok((ids, kind, dose, chance))
    })?;
    let said = Says::AreExposed {
        who: ids.clone(),
        substance: kind.label.clone().into(),
    };
    cx.act(None, said);
    for id in ids {
        if chance && !by_chance(cx, id)? {
            continue;
        }
        if kind.rate == Rate::Drink {
            drink(cx, id, &kind, dose.doses)?;
        } else {
            affliction::catch(cx, id, &kind.key, dose);
        }
    }
    Ok(())
}

/// Rolls a d10 for an infection by chance: a 10 infects the combatant (SEC-183).
fn by_chance(cx: &mut Resolver<'_>, id: Id) -> Step<bool> {
    let roll = Roll::new("infected", id, Says::Infection {}, Dice::d(10))
        .title(say!(cx.now(), "Is {} infected?", cx.name(id)))
        .at_least(10)
        .words("infected", "not infected");
    Ok(cx.roll(roll)?.passed())
}

/// Makes the check for a drink immediately. The drink strengthens further drinks within an hour (SEC-182).
fn drink(cx: &mut Resolver<'_>, id: Id, kind: &Kind, drinks: i64) -> Step<()> {
    let now = cx.now();
    let all = now
        .get(id)
        .sheet
        .get(at::afflictions)
        .iter()
        .map(Affliction);
    let is_drink = |key: &str| poison(now, key).is_some_and(|row| row.rate() == Rate::Drink);
    let drunk = all.filter(|one| is_drink(one.name()));
    let before: i64 = drunk.map(|one| one.doses()).sum();
    let weakest = kind.dc;
    for more in 0..drinks {
        let substance = kind.label.clone().into();
        let against = Against::Substance { substance };
        if !affliction::fortitude(cx, id, weakest + before + more, against)? {
            affliction::drunk(cx, id, 1)?;
        }
    }
    let dose = Dose {
        doses: drinks,
        ..Dose::default()
    };
    affliction::catch(cx, id, &kind.key, dose);
    Ok(())
}

/// Ends exposure: combatants leave the smoke, the source of radiation or the infected (SEC-177, SEC-181, SEC-184).
pub fn leave(cx: &mut Resolver<'_>) -> Step<()> {
    let ids = cx.form("unexpose", None, "Who is no longer exposed?", |f| {
        let now = f.now;
        let exposed = |id: &Id| {
            let one = fighter(now, *id);
            one.has(is::NEAR_INFECTED)
                || one
                    .body
                    .afflictions()
                    .iter()
                    .any(|one| Affliction(one).exposed())
        };
        let all: Vec<Id> = now.present().filter(exposed).collect();
        f.refuse_if(all.is_empty().then_some("no one is exposed"))?;
        let from = || all.iter().copied();
        f.others("is not exposed");
        Ok(f.pick("targets", "who", from, 1, usize::MAX, all.clone()))
    })?;
    cx.act(None, Says::NoLongerExposed { who: ids.clone() });
    for id in ids {
        cx.lose(id, is::NEAR_INFECTED, "", "");
        let all = cx.get(id).sheet.get(at::afflictions).to_vec();
        let exposed = all.iter().map(Affliction).filter(|one| one.exposed());
        let keys: Vec<String> = exposed.map(|one| one.name().to_owned()).collect();
        for key in keys {
            affliction::leave(cx, id, &key);
            let substance = poison_called(cx.now(), &key).into();
            cx.note(Says::IsOutOf { who: id, substance });
        }
    }
    Ok(())
}
