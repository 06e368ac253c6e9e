//! Creation of combatants, at the start and during a fight: numbered names, hit points, whole sheets, links.

use std::sync::Arc;

use super::newcomer::{Count, HitPoints, Newcomer};
use super::{SideSetup, clean};
use crate::compendium::Compendium;
use crate::dice::{Dice, Generator, Seed};
use crate::encounter::check::MOST_COMBATANTS;
use crate::encounter::{Alike, Arrival, Combatant, Encounter, Event, Link, Names};
use crate::ron_text::{Diagnostic, Objection};
use crate::text;
use crate::values::{Id, Record, SideId, unknown};

/// Command number for the dice of the set-up. No command of a fight has this number.
const SETUP_COMMAND: u64 = u64::MAX;

/// Returns the events that bring these combatants into a fight in progress, as a correction of the GM. A missing side
/// is added, with automatic dice. Numbers after names continue, and former combatants count too. If a side without a
/// saved party receives members of a party, it becomes the side of that party.
pub fn newcomers(
    now: &Encounter,
    compendium: &Compendium,
    wanted: &[Newcomer],
    seed: Seed,
) -> Result<Vec<Event>, Vec<Diagnostic>> {
    let mut events = joining(now, compendium, wanted, seed, true)?;
    let party = wanted.iter().find(|one| !one.party.is_empty());
    let side = party.and_then(|one| side_of(now, &one.side));
    if let (Some(one), Some(side)) = (party, side)
        && now.sides[side.index()].party.is_empty()
    {
        let party = one.party.clone();
        events.push(Event::Fielded { side, party });
    }
    Ok(events)
}

/// Returns complete combatants for a later arrival, with their links by name. Their sides must exist.
pub(crate) fn arrivals(
    now: &Encounter,
    compendium: &Compendium,
    wanted: &[Newcomer],
    seed: Seed,
) -> Result<Vec<Arrival>, Vec<Diagnostic>> {
    let events = joining(now, compendium, wanted, seed, false)?;
    let mut coming: Vec<Arrival> = Vec::new();
    let first = now.combatants.len();
    for event in events {
        match event {
            Event::Joined { combatant } => coming.push(Arrival {
                combatant,
                links: Vec::new(),
            }),
            Event::Linked(link) => {
                let there = now.find(link.to).map(|one| one.name.clone());
                let later = || {
                    let to = coming.get(link.to.index().checked_sub(first)?)?;
                    Some(to.combatant.name.clone())
                };
                let to = there.or_else(later);
                let from = link.from.index().checked_sub(first);
                if let (Some(to), Some(from)) = (to, from.and_then(|at| coming.get_mut(at))) {
                    from.links.push((link.kind, to));
                }
            }
            _ => {}
        }
    }
    Ok(coming)
}

/// Returns the events for joining like [`newcomers`]; `new_sides` adds missing sides.
pub(super) fn joining(
    now: &Encounter,
    compendium: &Compendium,
    wanted: &[Newcomer],
    seed: Seed,
    new_sides: bool,
) -> Result<Vec<Event>, Vec<Diagnostic>> {
    let mut wrong = Vec::new();
    let mut events = Vec::new();
    let mut trial = now.clone();
    let mut coming: Vec<(&Newcomer, String, u32)> = Vec::new();
    for (place, newcomer) in wanted.iter().enumerate() {
        match prepare(&mut trial, compendium, newcomer, new_sides, &mut events) {
            Ok(base) => {
                let number = count(&newcomer.count, seed, trial.combatants.len() + place);
                coming.push((newcomer, base, number));
            }
            Err(what) => wrong.push(Diagnostic::at(newcomer.place.as_ref(), what)),
        }
    }
    let total: usize = coming.iter().map(|(_, _, number)| *number as usize).sum();
    if total + now.combatants.len() > MOST_COMBATANTS {
        wrong.push(Diagnostic::new(format!(
            "a fight has at most {MOST_COMBATANTS} combatants"
        )));
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let alike = coming.iter().flat_map(|(one, base, number)| {
        let name = |base, hidden| Alike {
            base,
            number: *number,
            hidden,
        };
        let other = Some(one.other_name.as_str()).filter(|other| !other.is_empty());
        let other = other.map(|other| name(other, one.hidden));
        std::iter::once(name(base, one.keeps_its_name())).chain(other)
    });
    let mut names = Names::new(now, alike);
    let mut joined: Vec<(Id, &Newcomer)> = Vec::new();
    for (newcomer, base, number) in &coming {
        for _ in 0..*number {
            let id = Id(u32::try_from(trial.combatants.len()).unwrap_or(u32::MAX));
            let name = names.next(base, newcomer.keeps_its_name());
            match combatant(&trial, compendium, newcomer, name, id, seed) {
                Ok(mut combatant) => {
                    if !newcomer.other_name.is_empty() {
                        combatant.other_name = names.next(&newcomer.other_name, newcomer.hidden);
                    }
                    let event = Event::Joined {
                        combatant: Arc::new(combatant),
                    };
                    if let Err(why) = trial.accepts(&event) {
                        wrong.push(Diagnostic::at(newcomer.place.as_ref(), why.what));
                        break;
                    }
                    trial.apply(&event);
                    events.push(event);
                    joined.push((id, newcomer));
                }
                Err(objections) => {
                    let tell =
                        |what| Diagnostic::at(newcomer.place.as_ref(), format!("{base}: {what}"));
                    wrong.extend(objections.into_iter().map(tell));
                    break;
                }
            }
        }
    }
    for (id, newcomer) in joined {
        for (kind, other) in &newcomer.links {
            let bonds = &trial.schema.bonds;
            if !bonds.contains(&kind.as_str()) {
                let what = unknown("bond", kind, bonds.iter().copied());
                wrong.push(Diagnostic::at(newcomer.place.as_ref(), what));
                continue;
            }
            match trial.by_name(other.trim()) {
                Some(to) if to != id => events.push(Event::Linked(Link {
                    kind: kind.clone(),
                    from: id,
                    to,
                })),
                Some(_) => wrong.push(Diagnostic::at(
                    newcomer.place.as_ref(),
                    format!("a combatant cannot be linked to itself: {other}"),
                )),
                // A combatant with an error has already been reported.
                None if names.is_taken(other.trim()) => {}
                None => {
                    let names = trial.combatants.iter().map(|one| one.name.as_str());
                    let what = unknown("combatant", other, names);
                    wrong.push(Diagnostic::at(newcomer.place.as_ref(), what));
                }
            }
        }
    }
    if wrong.is_empty() {
        Ok(events)
    } else {
        Err(wrong)
    }
}

/// Checks everything that does not depend on names, and adds the side if necessary. Returns the name without a number.
fn prepare(
    trial: &mut Encounter,
    compendium: &Compendium,
    newcomer: &Newcomer,
    new_sides: bool,
    events: &mut Vec<Event>,
) -> Result<String, String> {
    let creature = newcomer.creature(compendium)?;
    let name = match creature {
        Some(creature) if newcomer.name.trim().is_empty() => creature.name.clone(),
        _ => clean(&newcomer.name),
    };
    if name.is_empty() {
        return Err(
            "a combatant has no name: write a name, or write `from` and a name in the roster"
                .to_owned(),
        );
    }
    if newcomer.count == Count::Fixed(0) {
        return Err(format!("{name}: the count must be at least 1"));
    }
    for condition in &newcomer.conditions {
        compendium.schema.condition(&condition.key)?;
    }
    let side = clean(&newcomer.side);
    if side_of(trial, &side).is_some() {
        return Ok(name);
    }
    if side.is_empty() {
        return Err(format!("{name} has no side: write a side"));
    }
    if !new_sides {
        let names = trial.sides.iter().map(|side| side.name.as_str());
        return Err(format!("{name}: {}", unknown("side", &side, names)));
    }
    let side = SideSetup {
        name: side,
        ..SideSetup::default()
    };
    let event = Event::Sided { side: side.side() };
    trial.accepts(&event).map_err(|wrong| wrong.what)?;
    trial.apply(&event);
    events.push(event);
    Ok(name)
}

fn side_of(now: &Encounter, name: &str) -> Option<SideId> {
    now.side_ids().find(|id| now.side_name(*id) == name)
}

fn count(count: &Count, seed: Seed, place: usize) -> u32 {
    match count {
        Count::Fixed(number) => *number,
        Count::Dice(dice) => {
            let rolled = fly(dice, seed, "count", place).clamp(1, MOST_COMBATANTS as i64);
            u32::try_from(rolled).unwrap_or(1)
        }
    }
}

fn fly(dice: &Dice, seed: Seed, question: &str, place: usize) -> i64 {
    let who = u32::try_from(place).unwrap_or(u32::MAX);
    let mut generator = Generator::at(seed, SETUP_COMMAND, question, who, 0);
    dice.total(&dice.roll(&mut generator))
}

fn combatant(
    trial: &Encounter,
    compendium: &Compendium,
    newcomer: &Newcomer,
    name: String,
    id: Id,
    seed: Seed,
) -> Result<Combatant<Record>, Vec<String>> {
    let creature = newcomer.creature(compendium).map_err(|what| vec![what])?;
    let Some(side) = side_of(trial, &clean(&newcomer.side)) else {
        return Err(vec!["the combatant has no side".to_owned()]);
    };
    let rolled = |dice: &Dice| fly(dice, seed, "hit-points", id.index()).max(1);
    let given = whole(compendium, newcomer, rolled).map_err(|what| vec![what])?;
    let what = |wrong: Vec<Objection>| wrong.into_iter().map(|one| one.what).collect::<Vec<_>>();
    let sheet = compendium.complete(&given).map_err(what)?.record();
    let mut combatant = Combatant::new(&name, side, sheet);
    let lasting = creature.iter().flat_map(|creature| &creature.conditions);
    combatant.conditions = lasting.chain(&newcomer.conditions).cloned().collect();
    combatant.roller = newcomer.rolls;
    combatant.control = newcomer.control;
    combatant.hidden = newcomer.hidden;
    let group = clean(&newcomer.group);
    combatant.group = if group.is_empty() {
        trial.side_name(side).to_owned()
    } else {
        group
    };
    let notes = match creature {
        Some(creature) if newcomer.notes.is_empty() => &creature.notes,
        _ => &newcomer.notes,
    };
    combatant.notes = text::sanitize(notes, text::LINE_LIMIT).into_owned();
    Ok(combatant)
}

/// Returns the values of a whole sheet: from the roster, or improvised with these hit points, overridden by the
/// newcomer's own values.
pub(super) fn whole(
    compendium: &Compendium,
    newcomer: &Newcomer,
    rolled: impl Fn(&Dice) -> i64,
) -> Result<Record, String> {
    let creature = newcomer.creature(compendium)?;
    let mut given = creature.map_or_else(Record::new, |creature| creature.given.clone());
    given.0.extend(newcomer.sheet.0.clone());
    let Some(points) = hit_points(compendium, newcomer, &given, rolled)? else {
        return Ok(given);
    };
    if creature.is_none() {
        given = compendium.system().improvised(points);
        given.0.extend(newcomer.sheet.0.clone());
    }
    let key = &compendium.schema.hit_points;
    match (key.is_empty(), creature) {
        (false, _) => given.set(key, points),
        (true, None) => {}
        (true, Some(_)) => {
            let why = "this system has no hit points that can be set here: use the sheet";
            return Err(why.to_owned());
        }
    }
    Ok(given)
}

/// Returns the hit points of a combatant, if they differ from the sheet.
fn hit_points(
    compendium: &Compendium,
    newcomer: &Newcomer,
    given: &Record,
    rolled: impl Fn(&Dice) -> i64,
) -> Result<Option<i64>, String> {
    let on_sheet = given.dice(&compendium.schema.hit_dice).or_else(|| {
        let fields = &compendium.schema.fields;
        let field = fields
            .iter()
            .find(|field| field.key == compendium.schema.hit_dice)?;
        match &field.default {
            Some(crate::values::Value::Dice(dice)) => Some(dice),
            _ => None,
        }
    });
    let dice = |own: &Option<Dice>| match own.as_ref().or(on_sheet) {
        Some(dice) => Ok(dice.clone()),
        None => Err("the sheet has no hit dice: write hit points or dice".to_owned()),
    };
    Ok(Some(match &newcomer.hit_points {
        HitPoints::Sheet => return Ok(None),
        HitPoints::Fixed(points) => *points,
        HitPoints::Rolled(own) => rolled(&dice(own)?),
        HitPoints::Average(own) => average(&dice(own)?),
        HitPoints::Maximum(own) => dice(own)?.most().max(1),
    }))
}

/// Returns the average of dice, rounded down, at least 1.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the average of the dice is a small number"
)]
pub(crate) fn average(dice: &Dice) -> i64 {
    // A floating-point mean may be slightly below the exact whole number.
    ((dice.odds().mean() + 1e-6).floor() as i64).max(1)
}

impl Newcomer {
    /// Returns the values of the whole sheet: from the roster or improvised, overridden by the newcomer's own values.
    /// Hit points are averages instead of rolls ([`Newcomer::likely`]).
    ///
    /// # Errors
    /// If the roster has no combatant of that name, or the hit points have no dice.
    pub(crate) fn whole(&self, compendium: &Compendium) -> Result<Record, String> {
        whole(compendium, self, average)
    }
}
