//! Validation of a session from files: checks that Affray could have written it. Checks every change against the fight
//! before the change, in the order of the inputs. [`crate::encounter::check`] makes the checks that need no context.

use std::fmt;

use super::delta::Delta;
use super::history::History;
use super::input::MOST_OPEN;
use crate::encounter::check::{Known, count};
use crate::encounter::{Encounter, Event, Start, Throw, rulings};
use crate::resolver::{Answer, Ruled, Taken};
use crate::ron_text::{Checked, Objection, Within, each};
use crate::rules::System;
use crate::values::{Id, Value, at_most};

/// Contradiction in the files of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfit {
    /// Index of the line in the journal; `None` for the snapshot.
    pub line: Option<usize>,
    /// Error with its path.
    pub wrong: Objection,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {} of the journal: {}", line + 1, self.wrong),
            None => write!(f, "{}", self.wrong),
        }
    }
}

impl std::error::Error for Unfit {}

impl From<Objection> for Unfit {
    fn from(wrong: Objection) -> Self {
        Self { line: None, wrong }
    }
}

/// Returns the encounter at the start of a fight.
pub fn start(start: &Start, system: &'static dyn System) -> Result<Encounter, Objection> {
    let seated = start.encounter(system.key(), system.schema())?;
    let combatants = each(seated.combatants.iter(), |one| {
        match system.objections(&one.sheet).into_iter().next() {
            Some(wrong) => {
                let wrong = Objection::new(format!("{}: {wrong}", one.name));
                Err(wrong.within("sheet"))
            }
            None => Ok(()),
        }
    });
    combatants.within("combatants").map(|()| seated)
}

/// Lists the combatants of an encounter and the newcomers of the changes.
pub(crate) fn everybody<'d>(
    start: &Encounter,
    deltas: impl IntoIterator<Item = &'d Delta>,
) -> Known {
    deltas.into_iter().fold(Known::of(start), |known, delta| {
        known.and_from(brings(delta))
    })
}

/// Returns the events of a change.
pub(crate) fn brings(delta: &Delta) -> &[Event] {
    match delta {
        Delta::Ruled(ruled) | Delta::ClosedAmid(ruled) => &ruled.events,
        Delta::Remade { events, .. } | Delta::Closed(events) | Delta::Corrected(events) => events,
        Delta::Waits(entry, _) => &entry.events,
        Delta::Opened { .. }
        | Delta::Given(_)
        | Delta::Voided(_)
        | Delta::Abandoned
        | Delta::Undone
        | Delta::Redone
        | Delta::Amended { .. }
        | Delta::TakenBack(_)
        | Delta::Kept(_)
        | Delta::Drawn(_)
        | Delta::Replayed
        | Delta::Skipped
        | Delta::Dropped => &[],
    }
}

/// Checks that a change can follow; `now` is the encounter after the last finished command.
pub fn delta(known: Known, now: &Encounter, history: &History, delta: &Delta) -> Checked {
    match delta {
        Delta::Opened { command, .. } => {
            at_most(count(history.open()) + 1, MOST_OPEN)?;
            known.command(command).within("command")
        }
        Delta::Given(given) => known.given(given).within(0),
        Delta::Ruled(ruled) | Delta::ClosedAmid(ruled) => known.ruled(ruled).within(0),
        Delta::Remade { at, events, .. } => known.ruled(&Ruled::plain(at.clone(), events.to_vec())),
        Delta::Voided(question) => known.question(question).within(0),
        Delta::Amended { given, .. } => known.given(given).within("given"),
        Delta::Closed(events) => {
            let taken = history.open().first().map_or(&[][..], |open| &open.taken);
            happens(&mut now.clone(), events, Some(taken)).within(0)?;
            throws_are_answered(taken, events).within(0)
        }
        Delta::Corrected(events) => happens(&mut now.clone(), events, None).within(0),
        Delta::Waits(entry, _) => {
            known.command(&entry.command).within("command").within(0)?;
            each(&entry.taken, |one| known.taken(one))
                .within("taken")
                .within(0)?;
            each(entry.events.iter(), |event| known.event(event))
                .within("events")
                .within(0)
        }
        Delta::Kept(many) => {
            let mut now = now.clone();
            let mut kept = history.pending().iter().take(*many);
            kept.try_for_each(|one| happens(&mut now, &one.entry.events, None))
        }
        Delta::Replayed => match history.pending().front() {
            Some(first) if first.entry.is_correction() => {
                happens(&mut now.clone(), &first.entry.events, None)
            }
            _ => Ok(()),
        },
        Delta::Abandoned
        | Delta::TakenBack(_)
        | Delta::Undone
        | Delta::Redone
        | Delta::Drawn(_)
        | Delta::Skipped
        | Delta::Dropped => Ok(()),
    }
}

/// Dice of a command: combatant, results, and index of their event or answer. Files of the first format do not name
/// every combatant.
type Dice<'d> = (Option<Id>, &'d [u32], usize);

/// Checks that the rolls in the log of a command match its answers. Dice that a rule logs in its own words do not count
/// as rolls of the log.
fn throws_are_answered(taken: &[Taken], events: &[Event]) -> Checked {
    // Rulings during the command have their own answers.
    let ruled = rulings(events);
    let mut told: Vec<Dice<'_>> = Vec::new();
    for (place, event) in events.iter().enumerate() {
        if let Event::Rolled(throw) = event
            && !ruled.contains(&place)
        {
            told.push((throw.who, &throw.faces, place));
        }
    }
    let mut answered: Vec<Dice<'_>> = Vec::new();
    for (place, one) in taken.iter().enumerate() {
        let Taken::Given(given) = one else { continue };
        let counts = Taken::answer(taken, &given.question).is_some_and(|(at, _)| at == place);
        let throws = match &given.answer {
            Answer::Faces(faces) if counts => std::slice::from_ref(faces),
            Answer::Rolls(rows) if counts => rows,
            _ => continue,
        };
        let who = given.question.who;
        answered.extend(throws.iter().map(|faces| (who, &faces[..], place)));
    }
    // Removes the dice that agree, first the dice with the same combatant on both sides. The remaining answers and
    // events must not be about the same dice.
    let maybe =
        |one: &Dice<'_>, other: &Dice<'_>| one.0 == other.0 || one.0.is_none() || other.0.is_none();
    for certain in [true, false] {
        answered.retain(|one| {
            let may_be = |other: &Dice<'_>| one.0 == other.0 || !certain && maybe(one, other);
            let same = told
                .iter()
                .position(|other| may_be(other) && one.1 == other.1);
            same.map(|place| told.remove(place)).is_none()
        });
    }
    for one in answered {
        let other = |other: &&Dice<'_>| maybe(&one, other) && one.1.len() == other.1.len();
        if let Some((_, shown, place)) = told.iter().find(other) {
            let faces = one.1;
            let wrong =
                format!("the answer to this roll was {faces:?}, not {shown:?}: write {faces:?}");
            let objection = Objection::new(wrong).within("faces").within(0);
            return Err(objection.within(*place));
        }
    }
    Ok(())
}

/// Rolls whose totals are still to be stored on a sheet or in a record.
#[derive(Default)]
struct Unkept<'e>(Vec<&'e Throw>);

impl<'e> Unkept<'e> {
    /// Checks that an event stores the total that was rolled.
    fn check(&mut self, now: &Encounter, event: &'e Event) -> Checked {
        let (kept, whose, holds) = match event {
            Event::Rolled(throw) => {
                let total = Some(Value::Int(throw.total));
                let stands = |who: Id| now.get(who).sheet.value(&throw.kept_as) == total;
                if !throw.kept_as.is_empty() && !throw.who.is_some_and(stands) {
                    self.0.push(throw);
                }
                return Ok(());
            }
            Event::Changed { who, at, to, .. } => (at, Some(*who), to.clone()),
            Event::Kept { part, who, to } => (part, *who, to.words()),
            _ => return Ok(()),
        };
        let its = |throw: &mut &Throw| throw.who == whose && throw.kept_as == *kept;
        let mut its = self.0.extract_if(.., its).map(|throw| throw.total);
        // A record omits a total of 0.
        let unsaid = |total: &i64| *total == 0 && matches!(event, Event::Kept { .. });
        let other = its.find(|total| {
            let value = Value::Int(*total);
            !unsaid(total) && !holds.as_ref().is_some_and(|kept| kept.holds(&value))
        });
        let wrong =
            |total| Objection::new(format!("the total of this roll is {total}: write {total}"));
        other.map_or(Ok(()), |total| Err(wrong(total))).within("to")
    }
}

/// Checks that events can happen one after another, and applies them. `taken` are the answers and rulings of the
/// command. The command's own events must match the values before them. Rulings and corrections need not match, because
/// they may be replayed on another encounter.
fn happens(now: &mut Encounter, events: &[Event], taken: Option<&[Taken]>) -> Checked {
    let ruled = |event: &Event| {
        taken.is_none_or(|taken| {
            taken.iter().any(|one| match one {
                Taken::Ruled(ruled) => ruled.events.contains(event),
                Taken::Given(_) | Taken::Voided(_) => false,
            })
        })
    };
    let mut thrown = Unkept::default();
    each(events, |event| {
        now.accepts(event)?;
        thrown.check(now, event)?;
        if let Event::Meanwhile { first, many } = event {
            let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            at_most(number(*first), events.len()).within("first")?;
            at_most(number(*many), events.len() - first).within("many")?;
        }
        if let Event::Changed { who, at, from, .. } = event {
            let found = now.get(*who).sheet.value(at);
            if found != *from && !ruled(event) {
                let stood = found
                    .as_ref()
                    .map_or("nothing".to_owned(), ToString::to_string);
                let wrong = format!("`{at}` was {stood} before this change: write that value");
                return Err(Objection::new(wrong)).within("from");
            }
        }
        now.apply(event);
        Ok(())
    })
}
