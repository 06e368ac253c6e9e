//! Planned events, the same in all systems: they happen automatically when they are due, or when the GM calls them.

use std::sync::Arc;

use super::action::Offer;
use super::called;
use super::called_words;
use super::ruled_rows::{PLANNED, kept_secret};
use super::system::System;
use crate::encounter::{Due, Encounter, Event, Link, Scheduled, Stage, Timing, free_name};
use crate::resolver::{Choice, Filled, Form, Refused, Resolver, Step};
use crate::values::{Id, SideId, Words as _};

/// Keyword in saves for the automatic command of an event that is due.
pub(crate) const DUE: &str = "due";
/// Maximum number of rounds until a planned event.
pub(crate) const FARTHEST: u32 = 9_999;

/// Number of rounds that a decided fight waits for combatants who are still to come.
const WAITED: u32 = 10;

/// Returns the index of the offer that ends the fight.
pub(crate) fn end(system: &dyn System, offers: &[Offer]) -> Option<usize> {
    let mut ends = system.actions().iter().filter(|action| action.ends);
    ends.find_map(|end| offers.iter().position(|offer| end.is(&offer.command)))
}

/// Returns the index of the first planned event within [`WAITED`] rounds that brings combatants to a side without
/// combatants who are up.
pub(crate) fn awaited(system: &dyn System, now: &Encounter) -> Option<usize> {
    let fights = |side: SideId| now.members(side).any(|id| system.stands(now, id));
    let planned = now.scheduled.iter().enumerate();
    let coming = planned.filter_map(|(place, one)| match one.when {
        Due::Round(round) => {
            let soon = round.saturating_sub(now.round) <= WAITED;
            let mut arriving = one.arriving.iter();
            let fresh = arriving.any(|one| !fights(one.combatant.side));
            (soon && fresh).then_some((round, place))
        }
        Due::HalfDown(_) | Due::Manual => None,
    });
    coming.min().map(|(_, place)| place)
}

/// Returns the index of the first planned event that is due.
pub(super) fn due(system: &dyn System, now: &Encounter) -> Option<usize> {
    let fighting = now.stage == Stage::Fighting;
    let mut planned = now.scheduled.iter().filter(|_| fighting);
    planned.position(|one| match one.when {
        Due::Round(round) => now.round >= round.max(1),
        Due::HalfDown(side) => is_halved(system, now, side),
        Due::Manual => false,
    })
}

/// Returns `true` if at least half of a side are down or gone.
fn is_halved(system: &dyn System, now: &Encounter, side: SideId) -> bool {
    let (mut all, mut lost) = (0, 0);
    for id in now.ids().filter(|id| now.get(*id).side == side) {
        all += 1;
        lost += usize::from(now.get(id).gone || system.row(now, id).down);
    }
    all > 0 && lost * 2 >= all
}

/// Executes the planned event that is due.
pub(super) fn come(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    match due(system, cx.now()) {
        Some(place) => happen(system, cx, place),
        None => cx.broken("no planned event is due"),
    }
}

/// Triggers a planned event: logs it and adds its newcomers.
pub(crate) fn happen(system: &dyn System, cx: &mut Resolver<'_>, place: usize) -> Step<()> {
    let Some(planned) = cx.now().scheduled.get(place).cloned() else {
        return cx.broken("this planned event does not exist");
    };
    let mut text = planned.text.clone();
    if !text.is_empty() && !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    cx.emit(Event::CameDue {
        place: u32::try_from(place).unwrap_or(u32::MAX),
        text: crate::text::capital(&text).into(),
        hidden: planned.hidden,
    });
    let first = cx.now().combatants.len();
    let newcomer = |nth: usize| Id(u32::try_from(first + nth).unwrap_or(u32::MAX));
    for one in &planned.arriving {
        let mut combatant = Arc::clone(&one.combatant);
        if cx.now().is_taken(&combatant.name, None) {
            let name = free_name(cx.now(), &combatant.name);
            Arc::make_mut(&mut combatant).name = name;
        }
        let other = &combatant.other_name;
        if !other.is_empty() && cx.now().is_taken(other, None) {
            let other = free_name(cx.now(), other);
            Arc::make_mut(&mut combatant).other_name = other;
        }
        cx.emit(Event::Joined { combatant });
    }
    for (nth, one) in planned.arriving.iter().enumerate() {
        let from = newcomer(nth);
        for (kind, other) in &one.links {
            // A name first means a newcomer of the same event, whose number may have changed by now. Otherwise it means
            // a combatant with this current name.
            let mut along = planned.arriving.iter();
            let along = along.position(|one| one.combatant.name == *other);
            let to = along.map(newcomer).or_else(|| cx.now().by_name(other));
            if let Some(to) = to.filter(|to| *to != from) {
                let kind = kind.clone();
                cx.emit(Event::Linked(Link { kind, from, to }));
            }
        }
    }
    match planned.save.as_str() {
        "" => Ok(()),
        save => called::come(system, cx, save, &planned.text),
    }
}

crate::words! {
    /// Choice of the time of an event or arrival.
    enum Chosen {
        /// Present from the beginning.
        Begins = "begins" "at the beginning",
        /// Start of a round.
        Round = "round" "at the start of a round",
        /// Point at which half of a side are down or gone.
        HalfDown = "half-down" "when half of a side is down",
        /// Manual trigger by the GM.
        Manual = "manual" "when the GM triggers it",
    }
}

/// Plans an event described in words.
pub(super) fn plan(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    let scheduled = cx.form("schedule", None, "Later in the fight", |f| {
        let now = f.now;
        let next = Timing::Round(now.round.saturating_add(1));
        let sides: Vec<&str> = now.side_ids().map(|id| now.side_name(id)).collect();
        let foes = |side: SideId| !now.sides[side.index()].players;
        let foes = now.side_ids().position(foes).unwrap_or(0);
        let blank = EventRows {
            system,
            text: "",
            at: &next,
            hidden: false,
            save: "",
        };
        let (text, at, hidden, save) = something(f, blank, &sides, foes, |text| {
            called_words::read(system, now, text).map(|_| ())
        })?;
        Ok(Scheduled {
            save,
            when: at.due(now).map_err(Refused)?,
            text,
            arriving: Vec::new(),
            hidden,
        })
    })?;
    cx.emit(Event::Scheduled(Arc::new(scheduled)));
    Ok(())
}

/// Values of the rows of a planned event.
pub(crate) struct EventRows<'t> {
    pub(crate) system: &'t dyn System,
    pub(crate) text: &'t str,
    pub(crate) at: &'t Timing,
    /// True if hidden from the players.
    pub(crate) hidden: bool,
    /// Saving throw that the event calls for, in words; "" without one.
    pub(crate) save: &'t str,
}

/// Declares the rows of a form for a planned event: text, time, whether it is hidden from the players, and the saving
/// throw that it calls for. The text may contain the save too: `the roof falls; save all dex 14`. `foes` is the index of
/// the default side for "half of a side is down". `check` returns an error for a save that is not understood.
pub(crate) fn something(
    f: &mut Form<'_>,
    event: EventRows<'_>,
    sides: &[&str],
    foes: usize,
    check: impl Fn(&str) -> Result<(), String>,
) -> Filled<(String, Timing, bool, String)> {
    let text = f.text("words", "what happens", event.text);
    let at = when(f, Some(event.at), &Chosen::ALL[1..], sides, foes);
    let hidden = kept_secret(f, event.hidden);
    f.hint(|| {
        let example = called_words::example(event.system, "all");
        format!("for example `{example}`; empty: no save")
    });
    let row = f.text(PLANNED, "calls for a save", event.save);
    let (text, in_text) = called_words::apart(&text);
    let save = match (row.trim(), in_text) {
        ("", save) | (save, "") => save,
        _ => return Err(Refused("write the save in one row only".to_owned())),
    };
    f.refuse_if((text.is_empty() && save.is_empty()).then_some("write what happens"))?;
    if !save.is_empty() {
        check(save).map_err(Refused)?;
    }
    let at = f.need(at?, "choose a time")?;
    Ok((text.to_owned(), at, hidden, save.to_owned()))
}

/// Adds the rows for the time of an arrival; `None` means from the beginning.
pub(crate) fn coming(
    f: &mut Form<'_>,
    at: Option<&Timing>,
    sides: &[&str],
    own: usize,
) -> Filled<Option<Timing>> {
    when(f, at, Chosen::ALL, sides, own)
}

/// Adds the rows for a time: its kind, and the round or the side.
fn when(
    f: &mut Form<'_>,
    at: Option<&Timing>,
    choices: &[Chosen],
    sides: &[&str],
    preset: usize,
) -> Filled<Option<Timing>> {
    let (chosen, round, side) = match at {
        None => (Chosen::Begins, 2, preset),
        Some(Timing::Round(round)) => (Chosen::Round, *round, preset),
        Some(Timing::HalfDown(name)) => {
            let side = sides.iter().position(|side| side == name);
            (Chosen::HalfDown, 2, side.unwrap_or(preset))
        }
        Some(Timing::Manual) => (Chosen::Manual, 2, preset),
    };
    Ok(match f.option_of("when", "when", choices, chosen) {
        Chosen::Begins => None,
        Chosen::Round => {
            let farthest = i64::from(FARTHEST);
            let round = f
                .amount()
                .number("rounds", "in round", 1..=farthest, "", i64::from(round));
            Some(Timing::Round(u32::try_from(round).unwrap_or(1)))
        }
        Chosen::HalfDown => {
            let keyed = |(place, side): (usize, &&str)| (place.to_string(), (*side).to_owned());
            let sides: Vec<(String, String)> = sides.iter().enumerate().map(keyed).collect();
            let tell = |(key, side): &(String, String)| Choice::new(key.clone(), side.clone());
            let side = f.one_of("of-side", "of", &sides, side, |side| &side.0, tell);
            Some(Timing::HalfDown(f.need(side, "unknown side")?.1))
        }
        Chosen::Manual => Some(Timing::Manual),
    })
}

/// Triggers or cancels a planned event.
pub(super) fn call(system: &dyn System, cx: &mut Resolver<'_>) -> Step<()> {
    let planned = Arc::clone(&cx.now().scheduled);
    if planned.is_empty() {
        return cx.refuse("nothing is planned: `:at 4 the torch burns out` plans an event");
    }
    let places: Vec<(String, usize)> = (0..planned.len())
        .map(|place| (place.to_string(), place))
        .collect();
    let (place, never) = cx.form("call", None, "Planned events", |f| {
        let now = f.now;
        let tell = |(key, place): &(String, usize)| {
            let one = &planned[*place];
            Choice::new(key.clone(), one.what()).hint(one.when(now))
        };
        let place = f.one_of("planned", "event", &places, 0, |place| &place.0, tell);
        let never = f.toggle("never", "cancel the event", false);
        Ok((f.need(place, "nothing is planned")?.1, never))
    })?;
    if !never {
        return happen(system, cx, place);
    }
    cx.emit(Event::Unscheduled {
        place: u32::try_from(place).unwrap_or(u32::MAX),
    });
    Ok(())
}

/// Lists the planned events in the order of their rounds, one event in a line; empty once the fight is over.
pub fn told(now: &Encounter) -> Vec<String> {
    if now.stage == Stage::Over {
        return Vec::new();
    }
    let mut planned: Vec<&Arc<Scheduled>> = now.scheduled.iter().collect();
    planned.sort_by_key(|one| match one.when {
        Due::Round(round) => round,
        Due::HalfDown(_) | Due::Manual => u32::MAX,
    });
    planned.into_iter().map(|one| one.told(now)).collect()
}
