//! Poison, disease and radiation: exposure, checks, and the effects of failed checks (SEC-173 to SEC-184).

use crate::systems::prelude::*;
use crate::text::counted;
use crate::values::Sheet as _;

use super::turns::{HOUR, MINUTE};
use super::wounds::{self, Toll};
use super::{forfeit, morale, turns};
use crate::systems::seconds::says::{Against, Says};
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::{Affliction, at, at_affliction};
use crate::systems::seconds::sheet::tables::{Poisons, Rate, Symptom, Way, poison};
use crate::systems::seconds::state::fighter::fighter;

/// Number of passed checks in a row that cures an affliction (SEC-175).
const CURED: i64 = 3;

/// Dose of an affliction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dose {
    /// Number of counted doses (SEC-178).
    pub doses: i64,
    /// True while exposure continues: smoke, a source of radiation (SEC-174).
    pub exposed: bool,
    /// True if tear gas got into the eyes.
    pub eyes: bool,
    /// True if tear gas was not breathed in.
    pub held_breath: bool,
}

/// Afflicts a combatant, or adds to an affliction that they already have (SEC-173, SEC-174, SEC-178).
pub fn catch(cx: &mut Resolver<'_>, id: Id, key: &str, dose: Dose) {
    if fighter(cx.now(), id).body.is_object() {
        return;
    }
    let Some(row) = poison(cx.now(), key) else {
        let key = key.to_owned().into();
        cx.note(Says::NoSuchPoison { who: id, key });
        return;
    };
    let (label, dc) = (row.label().to_owned(), row.dc());
    let mut all = cx.get(id).sheet.get(at::afflictions).to_vec();
    let place = all.iter().position(|one| Affliction(one).name() == key);
    let place = place.unwrap_or_else(|| {
        let mut new = Row::new(Affliction::<()>::fields());
        new.set(at_affliction::name, key.into());
        new.set(at_affliction::dc, dc);
        new.set(at_affliction::doses, 0);
        new.set(at_affliction::held_breath, true);
        all.push(new);
        all.len() - 1
    });
    // Earlier effects are kept, whatever the source of the new dose.
    let had = Affliction(&all[place]);
    let doses = had.doses() + dose.doses;
    let exposed = had.exposed() || dose.exposed;
    let eyes = had.eyes() || dose.eyes;
    let held_breath = had.held_breath() && dose.held_breath;
    let one = &mut all[place];
    one.set(at_affliction::doses, doses);
    one.set(at_affliction::exposed, exposed);
    one.set(at_affliction::eyes, eyes);
    one.set(at_affliction::held_breath, held_breath);
    cx.set(id, at::afflictions, List::of(all));
    cx.note(Says::IsExposed {
        who: id,
        substance: label.into(),
        doses,
    });
}

/// Ends exposure: the DC stays the same, radiation has no further effect (SEC-177, SEC-184).
pub fn leave(cx: &mut Resolver<'_>, id: Id, key: &str) {
    let Some(place) = place(cx.now(), id, key) else {
        return;
    };
    if poison(cx.now(), key).is_some_and(|row| row.way() == Way::Exposure) {
        cured(cx, id, key);
    } else {
        cx.set(
            id,
            at::afflictions.row(place, at_affliction::exposed),
            false,
        );
    }
}

fn place(now: &Encounter, id: Id, key: &str) -> Option<usize> {
    let all = now.get(id).sheet.get(at::afflictions);
    all.iter().position(|one| Affliction(one).name() == key)
}

/// Returns how often one dose doubles to reach a number of doses, rounded down (SEC-178).
fn steps(doses: i64) -> i64 {
    i64::from(doses.max(1).ilog2())
}

/// Returns the DC of a check against an affliction, with its parts (SEC-175, SEC-177, SEC-178).
pub fn dc(one: &Affliction<&Row>) -> Tally {
    Tally::new()
        .plus("", one.dc())
        .plus(
            format!("for {}", counted(one.doses(), "dose")),
            steps(one.doses()),
        )
        .plus("exposed", one.checks())
}

/// Makes the checks against afflictions and infections through the air at the start of a combatant's turn (SEC-176,
/// SEC-181).
pub fn upkeep(cx: &mut Resolver<'_>, id: Id) -> Step<()> {
    if fighter(cx.now(), id).dead() {
        return Ok(());
    }
    due(cx, id, Rate::Second)?;
    if cx.get(id).has(is::NEAR_INFECTED) {
        let roll = Roll::new("airborne", id, Says::InfectionByAir {}, Dice::d(6))
            .title(say!(cx.now(), "Is {} infected?", cx.name(id)))
            .hint("on a 1")
            .at_most(1)
            .words("infected", "not infected");
        if cx.roll(roll)?.passed() {
            let airborne = Poisons::find(cx.now(), |row| row.airborne());
            let key = airborne.map(|row| row.key().to_owned());
            if let Some(key) = key {
                catch(
                    cx,
                    id,
                    &key,
                    Dose {
                        doses: 1,
                        ..Dose::default()
                    },
                );
            }
        }
    }
    Ok(())
}

/// Makes the checks against all afflictions of a rate, in the order in which they were caught. With [`Rate::Second`] it
/// makes six checks for afflictions of this rate and one check for afflictions by the round.
pub fn due(cx: &mut Resolver<'_>, id: Id, rate: Rate) -> Step<()> {
    let all = cx.get(id).sheet.get(at::afflictions);
    let keys: Vec<String> = all
        .iter()
        .map(|one| Affliction(one).name().to_owned())
        .collect();
    for key in keys {
        let times = match (poison(cx.now(), &key).map(|row| row.rate()), rate) {
            (Some(Rate::Second), Rate::Second) => 6,
            (Some(Rate::Round), Rate::Second) => 1,
            (Some(one), other) if one == other => 1,
            _ => 0,
        };
        for _ in 0..times {
            check(cx, id, &key)?;
        }
    }
    Ok(())
}

/// Rolls a check against an affliction (SEC-175).
pub fn check(cx: &mut Resolver<'_>, id: Id, key: &str) -> Step<()> {
    let Some(place) = place(cx.now(), id, key) else {
        return Ok(());
    };
    if fighter(cx.now(), id).dead() {
        return Ok(());
    }
    let now = cx.now();
    let one = Affliction(&now.get(id).sheet.get(at::afflictions)[place]);
    let (dc, doses, exposed) = (dc(&one), one.doses(), one.exposed());
    let (successes, failures, checks) = (one.successes(), one.failures(), one.checks());
    let Some(row) = poison(now, key) else {
        return Ok(());
    };
    let (label, way, symptom) = (row.label().to_owned(), row.way(), row.symptom());
    let substance = || label.clone().into();
    let who = fighter(now, id);
    let what = Says::Substance {
        substance: substance(),
    };
    let roll = Roll::new("fortitude", id, what.clone(), Dice::d(6))
        .title(say!(cx.now(), "{} resists {label}", cx.name(id)))
        .bonus(who.fortitude())
        .at_least(dc.total())
        .reasons(dc)
        .against("Fort DC")
        .words("resisted", "affected");
    let passed = cx.roll(roll)?.passed();
    let set = |cx: &mut Resolver<'_>, key, to: i64| {
        cx.set(id, at::afflictions.row(place, key), to);
    };
    if exposed && way == Way::Inhaled {
        set(cx, at_affliction::checks, checks + 1);
    }
    set(
        cx,
        at_affliction::successes,
        if passed { successes + 1 } else { 0 },
    );
    set(
        cx,
        at_affliction::failures,
        if passed { 0 } else { failures + 1 },
    );
    if passed {
        if successes + 1 >= CURED && !(exposed && way == Way::Exposure) {
            cx.note(Says::HasRecovered {
                who: id,
                substance: substance(),
            });
            cured(cx, id, key);
        }
        return Ok(());
    }
    suffer(cx, id, place, symptom, steps(doses) + 1, &what.into())
}

/// Resets drinks after an hour without one (SEC-182).
pub fn sober(cx: &mut Resolver<'_>, id: Id) {
    let mut all = cx.get(id).sheet.get(at::afflictions).to_vec();
    let now = cx.now();
    let drink = |key: &str| poison(now, key).is_some_and(|row| row.rate() == Rate::Drink);
    all.retain(|one| !drink(Affliction(one).name()));
    cx.set(id, at::afflictions, List::of(all));
}

/// Ends an affliction, whose effects remain and can now heal.
fn cured(cx: &mut Resolver<'_>, id: Id, key: &str) {
    let mut all = cx.get(id).sheet.get(at::afflictions).to_vec();
    all.retain(|one| Affliction(one).name() != key);
    cx.set(id, at::afflictions, List::of(all));
}

/// Applies the effects of a failed check, `times` times (SEC-178 to SEC-180, T-13).
fn suffer(
    cx: &mut Resolver<'_>,
    id: Id,
    place: usize,
    symptom: Symptom,
    times: i64,
    cause: &Told,
) -> Step<()> {
    match symptom {
        Symptom::Wound | Symptom::WoundNausea | Symptom::WoundTired => {
            match symptom {
                Symptom::WoundNausea => turns::for_turns(cx, id, is::NAUSEATED, 24 * HOUR, cause),
                Symptom::WoundTired => turns::for_turns(cx, id, is::TIRED, 24 * HOUR, cause),
                _ => {}
            }
            wound(cx, id, place, times, cause)
        }
        Symptom::Drunk => drunk(cx, id, times),
        Symptom::Unconscious => {
            let tens = lasting(cx, id, Says::TensOfMinutes {}, 4, times)?;
            wounds::knock_out(cx, id, Some(tens * 10 * MINUTE), cause);
            Ok(())
        }
        Symptom::Spider => {
            let one = Affliction(&cx.get(id).sheet.get(at::afflictions)[place]);
            if one.failures() >= 3 {
                turns::for_turns(cx, id, is::PARALYSED, HOUR, cause);
                forfeit::helpless(cx, id);
            }
            turns::for_turns(cx, id, is::STAGGERED, times, cause);
            Ok(())
        }
        Symptom::TearGas => {
            let one = Affliction(&cx.get(id).sheet.get(at::afflictions)[place]);
            let (eyes, lungs) = (one.eyes(), !one.held_breath());
            let rounds = lasting(cx, id, Says::DurationInRounds {}, 6, times)?;
            if eyes {
                turns::for_turns(cx, id, is::BLINDED, rounds, cause);
            }
            if lungs {
                turns::for_turns(cx, id, is::STAGGERED, rounds, cause);
            }
            Ok(())
        }
        Symptom::Zombie => {
            let roll = Roll::new("symptom", id, Says::SymptomRoll {}, Dice::d(6))
                .hint("1-2: a wound; 3-4: a morale penalty; 5-6: a mobility penalty");
            match cx.roll(roll)?.total {
                ..=2 => wound(cx, id, place, times, cause),
                3..=4 => {
                    morale::penalty(cx, id, times, cause);
                    Ok(())
                }
                _ => {
                    let to = cx.get(id).sheet.get(at::other_mobility) + times;
                    cx.change(id, at::other_mobility, to, Says::MobilityPenalty {}, cause);
                    Ok(())
                }
            }
        }
    }
}

/// Makes a combatant drunk for some hours (SEC-182).
pub fn drunk(cx: &mut Resolver<'_>, id: Id, times: i64) -> Step<()> {
    let hours = lasting(cx, id, Says::DurationInHours {}, 4, times)?;
    turns::for_turns(cx, id, is::DRUNK, hours * HOUR, &Says::Drink {}.into());
    Ok(())
}

/// Causes wounds that do not heal until their cause is cured (SEC-179).
fn wound(cx: &mut Resolver<'_>, id: Id, place: usize, times: i64, cause: &Told) -> Step<()> {
    let had = Affliction(&cx.get(id).sheet.get(at::afflictions)[place]).wounds();
    let held = at::afflictions.row(place, at_affliction::wounds);
    cx.set(id, held, had + times);
    wounds::suffer(cx, id, Toll::wounds(times), cause)
}

/// Rolls the die of a duration `times` times and returns the total (SEC-178).
fn lasting(cx: &mut Resolver<'_>, id: Id, what: Says, sides: u32, times: i64) -> Step<i64> {
    let dice = Dice::new(u32::try_from(times).unwrap_or(1), sides);
    Ok(cx.roll(Roll::new("lasts", id, what, dice))?.total)
}

/// Rolls a Fortitude check: d6, Fortitude and scale (SEC-07).
pub fn fortitude(cx: &mut Resolver<'_>, id: Id, dc: i64, against: Against) -> Step<bool> {
    let (now, name) = (cx.now(), cx.name(id));
    let title = say!(now, "{name} rolls Fortitude: {}", against.show(now));
    let roll = Roll::new("fortitude", id, Says::FortitudeRoll { against }, Dice::d(6))
        .title(title)
        .bonus(fighter(cx.now(), id).fortitude())
        .at_least(dc)
        .against("DC");
    Ok(cx.roll(roll)?.passed())
}

/// Returns the degree of radiation in an area of scale `area` around a source of scale `source` (SEC-184, T-14).
pub fn radiation(degree: i64, source: i64, area: i64) -> i64 {
    (degree - (area - source - 1).max(0)).max(0)
}
