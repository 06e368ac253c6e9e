//! Log lines of events. This is the only place that turns events into sentences, so that log, save and tests agree.

use std::borrow::Cow;
use std::ops::Range;

use super::combatant::{Roller, TypedRolls};
use super::condition::{Condition, Giver};
use super::condition_ends::Ends;
use super::event::{Amendment, Event, HealthChange, Throw, rulings};
use super::fact::{Detail, DetailKind, Details, Fact};
use super::leading::{Control, PROPOSED, Tactics};
use super::outcome::{self, Mark};
use super::scheduled::{Due, Scheduled};
use super::stage::Stage;
use super::state::Encounter;
use super::tell_roll::{dice, tell_below, tell_throw};
use crate::text::{counted, listed};
use crate::values::{Counter, FieldSpec, Id, SideId, Spec, Value, decimal};

/// Line of the log: an act, a roll with its result, or a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Round in which the line was logged.
    pub round: u32,
    pub text: String,
    /// Parts of the text that name an outcome, in their order.
    pub marks: Vec<Mark>,
    /// Facts of the line, in their order.
    pub facts: Vec<Fact>,
    /// Parts of the text that a short version leaves out, in their order.
    pub details: Vec<Detail>,
    /// Texts of the events in the line, in their order.
    pub parts: Vec<LinePart>,
    /// Combatants that the line concerns, for filters.
    pub about: Vec<Id>,
    /// True for the heading of a round or a stage.
    pub heading: bool,
    /// Indentation of the line: 0 for an act, 1 for a roll or a ruling during the act, 2 for a roll caused by such a
    /// ruling.
    pub depth: usize,
    /// True if players may see every combatant that the line concerns.
    pub open: bool,
}

/// Text of one event in a log line. It ends where the next part begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePart {
    /// Byte of the line at which the text begins.
    pub start: usize,
    /// Combatants that the event concerns.
    pub about: Vec<Id>,
}

/// Returns the sentence of an event in a round; `None` for events that are not logged.
pub fn tell(event: &Event, round: u32, now: &Encounter) -> Option<String> {
    let name = |id: &Id| {
        now.find(*id)
            .map_or("somebody", |combatant| combatant.name.as_str())
    };
    Some(match event {
        Event::Act { text, .. } | Event::Noted { text, .. } => now.told(text).into_owned(),
        Event::Amended { asked, rows, .. } => tell_amended(asked, rows),
        Event::Rolled(throw) if throw.kept_as.is_empty() => tell_throw(throw, now),
        Event::Rolled(_) => return None,
        Event::Changed {
            who,
            at,
            from,
            to,
            label,
            health,
            cause,
        } => {
            if label.is_empty() {
                return None;
            }
            let (label, cause) = (&*now.told(label), because(&now.told(cause)));
            if let (Some(health), Some(Value::Int(from)), Some(Value::Int(to))) = (health, from, to)
            {
                let told = health.told(*from, *to, label);
                return Some(format!("{} {told}{cause}.", name(who)));
            }
            let field = now.schema.fields.at(at).ok();
            if let Some(Value::Int(left)) = to
                && let Some(most) = field.and_then(|field| pool(field, *who, now))
            {
                return Some(format!(
                    "{} has {left} of {most} {label}{cause}.",
                    name(who)
                ));
            }
            let spec = field.map(|field| &field.kind);
            let show = |value: &Option<Value>| match (value, spec) {
                (None, _) => "none".to_owned(),
                (Some(Value::Int(number)), Some(Spec::Decimal(parts, ..))) => {
                    decimal(*number, *parts)
                }
                (Some(Value::Word(word)), _) => word.replace(['_', '-'], " "),
                (Some(value), _) => value.to_string(),
            };
            let (from, to) = (show(from), show(to));
            format!("{}: {label} {from} → {to}{cause}.", name(who))
        }
        Event::Gained {
            who,
            condition,
            label,
            ..
        } => {
            if label.is_empty() {
                return None;
            }
            let label = &*now.told(label);
            let tail = gained_tail(condition, label, round, now);
            let verb = has_or_is(&condition.key, label, now);
            format!("{} {verb} {label}{tail}.", name(who))
        }
        Event::Lost {
            who,
            key,
            label,
            cause,
            giver,
        } => {
            if label.is_empty() {
                return None;
            }
            let (label, cause) = (&*now.told(label), &*now.told(cause));
            if let Giver::One(_) = giver {
                let cause = because(cause);
                return Some(format!(
                    "{} is still {label}: one cause has ended{cause}.",
                    name(who)
                ));
            }
            let ended = match deed(key, label, now) {
                Some(deed) => format!("no longer {deed}"),
                None => format!("is no longer {label}"),
            };
            format!("{} {ended}{}.", name(who), because(cause))
        }
        Event::Linked(_)
        | Event::Unlinked(_)
        | Event::Struck { .. }
        | Event::Landed { .. }
        | Event::Adjusted { .. }
        | Event::Led { .. }
        | Event::Kept { .. }
        | Event::Meanwhile { .. }
        | Event::Turn { .. } => {
            return None;
        }
        Event::Round { text, .. } | Event::Staged { text, .. } => {
            if text.is_empty() {
                return None;
            }
            now.told(text).into_owned()
        }
        Event::Sided { side } => format!("{} is a new side.", side.name),
        Event::Joined { combatant } => format!("{} joins the fight.", combatant.name),
        Event::Left { who, cause } => format!("{} leaves the fight{}.", name(who), because(cause)),
        Event::Returned { who } => format!("{} returns to the fight.", name(who)),
        Event::Edited {
            who,
            was,
            name: renamed,
            other_name,
            side,
            group,
            notes,
        } => {
            let mut said = Vec::new();
            if let Some(side) = side {
                said.push(format!("fights for {}", now.side_name(*side)));
            }
            if let Some(group) = group {
                said.push(format!("belongs to the group {group}"));
            }
            if notes.is_some() {
                said.push("has new notes".to_owned());
            }
            let mut sentences = Vec::new();
            match renamed {
                Some(_) if was.is_empty() => {
                    sentences.push(format!("{} has a new name.", name(who)))
                }
                Some(renamed) => sentences.push(format!("{was} is now called {renamed}.")),
                None => {}
            }
            match other_name.as_deref() {
                Some("") => sentences.push(format!("The players see the name of {}.", name(who))),
                Some(other) => {
                    sentences.push(format!("The players see {} as \"{other}\".", name(who)))
                }
                None => {}
            }
            if !said.is_empty() {
                sentences.push(format!("{} now {}.", name(who), listed(&said)));
            }
            sentences.join(" ")
        }
        Event::Hid { who, hidden: true } => format!("{} is hidden from the players.", name(who)),
        Event::Hid { who, hidden: false } => format!("{} is shown to the players.", name(who)),
        Event::CombatantRoller { who, roller } => match roller {
            Some(Roller::Typed) => format!("{}'s dice are typed.", name(who)),
            Some(Roller::Rolled) => format!("{}'s dice are rolled by Affray.", name(who)),
            None => format!(
                "{}'s dice are rolled like the other dice of the side.",
                name(who)
            ),
        },
        Event::SideRoller {
            side,
            roller,
            typed,
        } => format!(
            "{}: dice are {}.",
            now.sides
                .get(side.index())
                .map_or("nobody", |side| side.name.as_str()),
            match (roller, typed) {
                (Roller::Typed, TypedRolls::Dice) => "typed",
                (Roller::Typed, TypedRolls::Totals) => "typed as totals",
                (Roller::Rolled, _) => "rolled by Affray",
            }
        ),
        Event::CombatantControl { who, control } => match control {
            Some(control) => controlled(name(who), *control, Tactics::default()),
            None => format!("{} uses the tactics of its side.", name(who)),
        },
        Event::SideControl {
            side,
            control,
            tactics,
        } => controlled(now.side_name(*side), *control, *tactics),
        Event::EnvironmentRoller { roller } => format!(
            "Dice without an owner are {}.",
            match roller {
                Roller::Typed => "typed",
                Roller::Rolled => "rolled by Affray",
            }
        ),
        Event::CameDue { text, .. } if !text.is_empty() => now.told(text).into_owned(),
        Event::Notes { .. }
        | Event::Fielded { .. }
        | Event::Scheduled(_)
        | Event::CameDue { .. }
        | Event::Unscheduled { .. } => return None,
    })
}

/// Returns the maximum of a combatant's field that is a pool of points other than hit points, such as spell slots.
fn pool(field: &FieldSpec, who: Id, now: &Encounter) -> Option<i64> {
    match (&field.kind, &field.counter) {
        (Spec::Int(..), Counter::UpTo(most)) if *most != now.schema.hit_points => {
            now.find(who)?.sheet.value(most)?.as_int()
        }
        _ => None,
    }
}

/// Describes who controls a side or a combatant: "Affray plays Wolves."
fn controlled(name: &str, control: Control, tactics: Tactics) -> String {
    let words = tactics.to_string();
    let tactics = match words.as_str() {
        "" => String::new(),
        words => format!(" ({words})"),
    };
    match control {
        Control::Gm => format!("The GM plays {name}{tactics}."),
        Control::Suggested => format!("Affray suggests actions for {name}{tactics}."),
        Control::AskAreas => format!("Affray plays {name}{tactics}; the GM places areas."),
        Control::Automatic => format!("Affray plays {name}{tactics}."),
    }
}

/// Returns the present tense of a condition that is an action of its bearer: "flees". A rule may log another label.
fn deed<'n>(key: &str, label: &str, now: &'n Encounter) -> Option<&'n str> {
    let spec = now.schema.condition(key).ok()?;
    let deed = Some(spec.deed.as_str()).filter(|deed| !deed.is_empty());
    deed.filter(|_| spec.label == label)
}

/// Returns the verb for a new condition: "has" for an action of the combatant, as in "has fled"; otherwise "is".
fn has_or_is(key: &str, label: &str, now: &Encounter) -> &'static str {
    if deed(key, label, now).is_some() {
        "has"
    } else {
        "is"
    }
}

/// Describes end and cause of a new condition: " until they stand up (trip)".
fn gained_tail(condition: &Condition, label: &str, round: u32, now: &Encounter) -> String {
    // A label such as "concentrating on veil" already contains the cause.
    let cause = now.told(&condition.cause);
    let cause = Some(&*cause).filter(|cause| !label.ends_with(cause));
    let end = until(condition, round, now);
    end + &because(cause.unwrap_or_default())
}

/// Describes the changed rows of an answer.
fn tell_amended(asked: &str, rows: &[Amendment]) -> String {
    let told = rows.iter().map(|Amendment { row, was, is }| match &**row {
        "" => format!("was {was}, now {is}"),
        row if was.is_empty() => format!("{row} {is}"),
        row => format!("{row} {is}, was {was}"),
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() {
        format!("Amended ({asked}): same as before.")
    } else {
        format!("Amended ({asked}): {}.", told.join("; "))
    }
}

/// Merges several amendments of one answer at the position of the last: the first old and the last new value.
fn first_and_last<'e>(events: Vec<(Cow<'e, Event>, bool)>) -> Vec<(Cow<'e, Event>, bool)> {
    let mut kept: Vec<(Cow<'e, Event>, bool)> = Vec::with_capacity(events.len());
    for (event, begins) in events {
        let Event::Amended { about, asked, rows } = &*event else {
            kept.push((event, begins));
            continue;
        };
        let same = |one: &(Cow<'_, Event>, bool)| match &*one.0 {
            Event::Amended {
                about: whose,
                asked: what,
                ..
            } => (whose, what) == (about, asked),
            _ => false,
        };
        let before = kept.iter().position(same).map(|place| kept.remove(place).0);
        let event = match before.as_deref() {
            Some(Event::Amended { rows: first, .. }) => Cow::Owned(Event::Amended {
                about: about.clone(),
                asked: asked.clone(),
                rows: both(first, rows),
            }),
            _ => event,
        };
        kept.push((event, begins));
    }
    kept
}

/// Merges two amendments of an answer; rows that return to their old value are dropped.
fn both(first: &[Amendment], last: &[Amendment]) -> Vec<Amendment> {
    let mut rows = first.to_vec();
    for row in last {
        match rows.iter_mut().find(|one| one.row == row.row) {
            Some(one) => one.is.clone_from(&row.is),
            None => rows.push(row.clone()),
        }
    }
    rows.retain(|one| one.was != one.is);
    rows
}

fn because(cause: &str) -> String {
    if cause.is_empty() {
        String::new()
    } else {
        format!(" ({cause})")
    }
}

fn until(condition: &Condition, round: u32, now: &Encounter) -> String {
    match &condition.ends {
        Ends::WhenCleared => match now.schema.condition(&condition.key) {
            Ok(spec) if !spec.until.is_empty() => format!(" until {}", spec.until),
            _ => String::new(),
        },
        Ends::EndOfRound(last) => {
            let of = if now.schema.own_turns {
                "their turn"
            } else {
                "the round"
            };
            let rounds = last.saturating_add(1).saturating_sub(round);
            if let Some(time) = now.schema.time(rounds) {
                return format!(" for {time}");
            }
            if *last <= round {
                format!(" until the end of {of}")
            } else if now.schema.own_turns {
                format!(" until the end of {of} in round {last}")
            } else {
                format!(" until the end of round {last}")
            }
        }
        Ends::At(word) => match now.schema.moment(word) {
            Ok(moment) => format!(" until the {}", moment.told("the")),
            Err(_) => String::new(),
        },
        Ends::Turn {
            moment,
            whose,
            from,
            ..
        } => match now.schema.moment(moment) {
            Ok(moment) => {
                // An undone newcomer is missing when undone events are described.
                let whose = now.find(*whose).map(|one| format!("{}'s", one.name));
                let whose = whose.as_deref().unwrap_or("somebody's");
                let rounds = from.saturating_sub(round);
                if let Some(time) = now.schema.time(rounds) {
                    format!(" for {time}")
                } else if rounds > 0 {
                    format!(" until the {}", moment.told_in_round(whose, *from))
                } else {
                    format!(" until the {}", moment.told(whose))
                }
            }
            Err(_) => String::new(),
        },
    }
}

/// Completes a line that announces an action with the result of its roll. Returns the position of the roll in the line,
/// or `None` if the line does not end with the sentence that begins the roll.
fn completes(line: &mut Line, event: &Event, text: &str, now: &Encounter) -> Option<usize> {
    let told = match event {
        Event::Rolled(throw) if !throw.told.is_empty() => Some(now.told(&throw.told)),
        _ => text.split_once(": ").map(|(told, _)| told.into()),
    };
    let completed = told.and_then(|told| {
        let said = line.text.strip_suffix('.')?.strip_suffix(&*told)?;
        let whole = said.is_empty() || said.ends_with(": ") || said.ends_with(". ");
        whole.then_some(said.len())
    })?;
    line.text.truncate(completed);
    line.text.push_str(text);
    Some(completed)
}

/// Returns the log lines of one command's events; each act and each roll begins a line. `before` is the round before
/// the events; `now` has the names.
pub fn tell_all(events: &[Event], before: u32, now: &Encounter) -> Vec<Line> {
    let places = in_time(events).into_iter();
    let told = places.map(|place| {
        let event = &events[place];
        (event, matches!(event, Event::Rolled(_)))
    });
    tell_in_time(told, before, now)
}

/// Returns the indexes of events in the order in which they happened at the table. Rulings during a command move
/// between the two [`Event::Meanwhile`] marks.
pub(crate) fn in_time(events: &[Event]) -> Vec<usize> {
    let moved = rulings(events);
    let mut held = moved.clone();
    let mut order = Vec::with_capacity(events.len());
    for (place, event) in events.iter().enumerate() {
        if moved.contains(&place) {
            continue;
        }
        order.push(place);
        if let Event::Meanwhile { .. } = event {
            let ruled = event.ruled(events.len());
            order.extend(ruled.filter(|place| held.remove(place)));
            order.push(place);
        }
    }
    order
}

/// Returns the log lines of events in the order in which they happened; the flag makes an event begin a line.
pub(crate) fn tell_in_time<'e>(
    events: impl IntoIterator<Item = (&'e Event, bool)>,
    before: u32,
    now: &Encounter,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut round = before;
    // Index of the act under which rolls are listed. A ruling during the act has its own act.
    let mut act: Option<usize> = None;
    let mut interrupted: Option<Option<usize>> = None;
    let mut fresh = true;
    // Combatant whom the last line is about; a consequence for another combatant begins a line.
    let mut subject: Option<Id> = None;
    // Roll that precedes the event.
    let mut roll: Option<&Throw> = None;
    // The reason of a policy decision goes to the end of the line that follows from the decision. If others act or roll
    // first, the reason goes to the deciding combatant's first line, or else to the act during which it was made.
    let mut decided: Vec<Led<'_>> = Vec::new();
    let mut led: Vec<(usize, Led<'_>)> = Vec::new();
    let mut last: Option<Last<'_>> = None;
    let mut details = Details::default();
    let events = events.into_iter();
    let events = events.map(|(event, begins)| (Cow::Borrowed(event), begins));
    let events = first_and_last(events.collect());
    for (event, begins) in &events {
        let (event, begins) = (&**event, *begins);
        match event {
            Event::Round { number, .. } => round = *number,
            Event::Led { who, side, why } => decided.push(Led {
                who: *who,
                side: control(*who, *side, now),
                why,
                amid: act,
            }),
            Event::Meanwhile { .. } => {
                match interrupted.take() {
                    Some(before) => act = before,
                    None => interrupted = Some(act.take()),
                }
                fresh = true;
            }
            _ => {}
        }
        details.follow(event);
        let Some(mut text) = tell(event, round, now) else {
            continue;
        };
        let heading = matches!(event, Event::Round { .. } | Event::Staged { .. });
        let acts = heading || matches!(event, Event::Act { .. } | Event::CameDue { .. });
        let completed = lines
            .last_mut()
            .filter(|_| begins && !fresh)
            .and_then(|line| completes(line, event, &text, now));
        if let (None, Event::Rolled(throw), Some(act)) = (completed, event, act)
            && !throw.told.is_empty()
            && lines[act].text.contains(&*now.told(&throw.told))
        {
            // The sentence is in the line above, but other lines came between.
            text = tell_below(throw, now);
        }
        // A roll shares its line with its consequence. After the same roll of several combatants, each consequence has
        // its own line.
        let whose = match event {
            Event::Rolled(throw) => {
                let before = roll.replace(throw);
                let same = |one: &Throw| one.what == throw.what && one.who != throw.who;
                throw.who.filter(|_| before.is_some_and(same))
            }
            _ => {
                roll = None;
                subject_of(event)
            }
        };
        let others = whose.is_some() && subject.is_some() && whose != subject;
        let begins = fresh || acts || begins;
        let joined = last
            .take()
            .filter(|_| !begins)
            .and_then(|last| last.join(event, &text, round, now));
        let mut start = 0;
        let mut is_joined = false;
        if let Some(from) = completed {
            // The line that announced the action now has the result.
            start = from;
            if let Some(line) = lines.last_mut() {
                line.details.retain(|detail| detail.at.end <= from);
            }
        } else if let (Some((from, whole, joined)), Some(line)) = (joined, lines.last_mut()) {
            line.text.truncate(from);
            line.text.push_str(&whole);
            is_joined = true;
            line.marks.retain(|mark| mark.at.end <= from);
            line.details.retain(|detail| detail.at.end <= from);
            if let Some(dice) = calculation_of(&whole, &text) {
                let at = from + dice.start..from + dice.end;
                let kind = DetailKind::Calculation;
                line.details.push(Detail::new(kind, at, details.doer));
            }
            (start, last) = (from, joined);
        } else if begins || others {
            if acts {
                act = None;
            }
            details.begin_line();
            let outer = interrupted.flatten();
            lines.push(Line {
                round,
                text,
                marks: Vec::new(),
                facts: Vec::new(),
                details: Vec::new(),
                parts: Vec::new(),
                about: Vec::new(),
                heading,
                depth: usize::from(outer.is_some()) + usize::from(act.is_some()),
                open: act.or(outer).is_none_or(|above| lines[above].open),
            });
            if act.is_none() && !heading {
                act = Some(lines.len() - 1);
            }
        } else if let Some(line) = lines.last_mut() {
            line.text.push(' ');
            start = line.text.len();
            line.text.push_str(&text);
        }
        if begins || whose.is_some() {
            // After a test, a consequence for another combatant is another event.
            subject = whose.or_else(|| tester_of(event));
        }
        if let Some(line) = lines.last_mut() {
            if let Some(outcome) = outcome::of(event, now) {
                let at = outcome::place(event, &line.text[start..]);
                line.marks.push(Mark {
                    at: start + at.start..start + at.end,
                    outcome,
                });
            }
            let text = &line.text[start..];
            line.facts.extend(Fact::of(event, now));
            if !is_joined {
                let found = details.of(event, text, start, now);
                line.details.extend(found);
            }
            line.parts.retain(|part| part.start < start);
            line.parts.push(LinePart {
                start,
                about: event.concerns(),
            });
            last = last.or_else(|| Last::of(event, start, round, now));
        }
        fresh = heading;
        if !heading && interrupted.is_none() {
            let line = lines.len() - 1;
            let its = decided.extract_if(.., |led| led.leads_to(event));
            led.extend(its.map(|led| (line, led)));
        }
        if let Some(line) = lines.last_mut() {
            for id in event.concerns() {
                if now.find(id).is_some_and(|combatant| combatant.hidden) {
                    line.open = false;
                }
                if !line.about.contains(&id) {
                    line.about.push(id);
                }
            }
            if matches!(event, Event::Hid { .. } | Event::Edited { .. }) {
                line.open = false;
            }
        }
    }
    if let Some(last) = lines.iter().rposition(|line| !line.heading) {
        led.extend(
            decided
                .into_iter()
                .map(|led| (led.amid.unwrap_or(last), led)),
        );
    }
    led.sort_by_key(|(line, _)| *line);
    for of_a_line in led.chunk_by(|one, next| one.0 == next.0) {
        let decided = of_a_line.iter().map(|(_, decided)| decided);
        let who = of_a_line.iter().find_map(|(_, led)| led.who);
        let line = &mut lines[of_a_line[0].0];
        let start = line.text.len();
        line.text.push_str(&format!(" ({})", tell_led(decided)));
        let at = start..line.text.len();
        line.details.push(Detail::new(DetailKind::Reason, at, who));
    }
    lines
}

/// Returns the combatant who made a test with an outcome, if the line begins with the name of this combatant.
fn tester_of(event: &Event) -> Option<Id> {
    match event {
        Event::Rolled(throw) if throw.told.is_empty() && !throw.unnamed => {
            throw.who.filter(|_| !throw.verdict.is_empty())
        }
        _ => None,
    }
}

/// Returns the combatant whom a consequence concerns.
fn subject_of(event: &Event) -> Option<Id> {
    let mut all = match event {
        Event::Noted { .. } | Event::Changed { .. } | Event::Gained { .. } | Event::Lost { .. } => {
            event.concerns()
        }
        _ => return None,
    };
    all.dedup();
    match all.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// Returns the name of the side that decided automatically; "" if no side decided.
fn control(who: Option<Id>, side: Option<SideId>, now: &Encounter) -> &str {
    let of = who.and_then(|id| now.find(id)).map(|one| one.side);
    of.or(side).map_or("", |side| now.side_name(side))
}

/// Last text of a line and its index, if the next text may join the line.
struct Last<'e> {
    start: usize,
    said: Said<'e>,
}

enum Said<'e> {
    Roll(&'e Throw),
    Gained(Gained<'e>),
}

/// Conditions that a combatant gained one after the other.
struct Gained<'e> {
    who: Id,
    /// Verb of the sentence: "has" or "is".
    verb: &'static str,
    labels: Vec<Cow<'e, str>>,
    /// End and cause of the last condition.
    tail: String,
    fatal: bool,
}

impl<'e> Gained<'e> {
    fn of(event: &'e Event, round: u32, now: &'e Encounter) -> Option<Self> {
        let Event::Gained {
            who,
            condition,
            label,
            ..
        } = event
        else {
            return None;
        };
        let spec = now.schema.condition(&condition.key);
        let label = now.told(label);
        Some(Self {
            who: *who,
            verb: has_or_is(&condition.key, &label, now),
            tail: gained_tail(condition, &label, round, now),
            labels: vec![label],
            fatal: spec.is_ok_and(|spec| spec.fatal),
        })
    }

    /// Appends the next condition of the same combatant. A fatal condition replaces the other conditions: "Orc is
    /// dead.", not "Orc is down and dead."
    fn and(mut self, next: Self) -> Option<Self> {
        let alike = self.who == next.who && self.verb == next.verb;
        if !alike || self.fatal || !self.tail.is_empty() {
            return None;
        }
        if !next.fatal {
            self.labels.extend(next.labels);
            return Some(Self {
                labels: self.labels,
                ..next
            });
        }
        Some(next)
    }

    fn told(&self, now: &Encounter) -> String {
        // An undone newcomer is missing when undone events are described.
        let name = now.find(self.who).map_or("somebody", |one| &*one.name);
        let labels = listed(&self.labels);
        format!("{name} {} {labels}{}.", self.verb, self.tail)
    }
}

impl<'e> Last<'e> {
    fn of(event: &'e Event, start: usize, round: u32, now: &'e Encounter) -> Option<Self> {
        let said = match event {
            Event::Rolled(throw) => Said::Roll(throw),
            _ => Said::Gained(Gained::of(event, round, now)?),
        };
        Some(Self { start, said })
    }

    /// Returns one sentence for this text and the next text. Returns `None` if the texts do not belong together.
    fn join(
        self,
        event: &'e Event,
        text: &str,
        round: u32,
        now: &'e Encounter,
    ) -> Option<(usize, String, Option<Self>)> {
        let start = self.start;
        match self.said {
            Said::Roll(throw) => Some((start, with_dice(throw, event, text, now)?, None)),
            Said::Gained(gained) => {
                let both = gained.and(Gained::of(event, round, now)?)?;
                let said = both.told(now);
                let last = Self {
                    start,
                    said: Said::Gained(both),
                };
                Some((start, said, Some(last)))
            }
        }
    }
}

/// Adds the dice of damage or healing to the sentence of the result: "Robber 1 takes 9 slashing damage: 11 → 2 HP
/// (d8 6 + 3)." Returns `None` if the result differs from the roll, for example by a resistance.
fn with_dice(throw: &Throw, changed: &Event, text: &str, now: &Encounter) -> Option<String> {
    let Event::Changed { health, cause, .. } = changed else {
        return None;
    };
    let alone = throw.unnamed && throw.told.is_empty() && throw.verdict.is_empty();
    if !alone || throw.need.is_some() || !cause.is_empty() {
        return None;
    }
    if health.as_ref().and_then(HealthChange::amount) != Some(throw.total) {
        return None;
    }
    let what = now.told(&throw.what);
    let what = if text.contains(&*what) {
        String::new()
    } else {
        format!("{what} ")
    };
    let dice = dice(throw);
    Some(format!("{} ({what}{dice}).", text.strip_suffix('.')?))
}

/// Returns the bytes of the dice that a sentence has gained.
fn calculation_of(whole: &str, text: &str) -> Option<Range<usize>> {
    let sentence = text.strip_suffix('.')?;
    let dice = whole.strip_prefix(sentence)?;
    dice.starts_with(" (")
        .then(|| sentence.len()..whole.len() - 1)
}

/// Policy decision that is not logged yet.
struct Led<'e> {
    who: Option<Id>,
    side: &'e str,
    why: &'e str,
    /// Index of the act during which the decision was made.
    amid: Option<usize>,
}

impl Led<'_> {
    /// Returns `true` if an event can be a result of the decision, that is, no other combatant acts or rolls in it.
    fn leads_to(&self, event: &Event) -> bool {
        let doer = match event {
            Event::Act { who, .. } => *who,
            Event::Rolled(throw) => throw.who,
            _ => None,
        };
        self.who.is_none() || doer.is_none_or(|doer| Some(doer) == self.who)
    }
}

/// Describes automatic decisions with their reasons: "auto: weakest target", or for several sides "Bandits: weakest
/// target; Party: could fall".
fn tell_led<'e>(decided: impl Iterator<Item = &'e Led<'e>>) -> String {
    let mut sides: Vec<(&str, Vec<&str>)> = Vec::new();
    for Led { side, why, .. } in decided {
        let place = sides.iter().position(|(one, _)| one == side);
        let place = place.unwrap_or_else(|| {
            sides.push((side, Vec::new()));
            sides.len() - 1
        });
        let whys = &mut sides[place].1;
        // A real reason replaces the default reason.
        if whys == &[PROPOSED] {
            whys.clear();
        }
        if !whys.contains(why) && (*why != PROPOSED || whys.is_empty()) {
            whys.push(why);
        }
    }
    // A side that only accepted defaults is left out if another side has a reason.
    if sides.iter().any(|(_, whys)| whys != &[PROPOSED]) {
        sides.retain(|(_, whys)| whys != &[PROPOSED]);
    }
    let alone = sides.len() == 1;
    let told = sides.iter().map(|(side, whys)| {
        let side = if alone || side.is_empty() {
            "auto"
        } else {
            side
        };
        if whys == &[PROPOSED] {
            side.to_owned()
        } else {
            format!("{side}: {}", whys.join(", "))
        }
    });
    told.collect::<Vec<_>>().join("; ")
}

impl Event {
    /// Returns the combatants that an event concerns, for filtering the log. Only sentences concern the combatants in
    /// their facts: the source of a change and the target of a roll are in the sentence above.
    pub(crate) fn concerns(&self) -> Vec<Id> {
        match self {
            Event::Act {
                who, about, text, ..
            } => {
                let all = who.iter().chain(about).copied();
                all.chain(text.about()).collect()
            }
            Event::Noted { about, text, .. } => about.iter().copied().chain(text.about()).collect(),
            Event::Amended { about, .. } => about.clone(),
            Event::Rolled(throw) => throw.who.into_iter().collect(),
            Event::Struck { by, who, .. } | Event::Landed { by, who, .. } => vec![*by, *who],
            Event::Changed { who, .. }
            | Event::Gained { who, .. }
            | Event::Lost { who, .. }
            | Event::Left { who, .. }
            | Event::Returned { who }
            | Event::Edited { who, .. }
            | Event::Hid { who, .. }
            | Event::CombatantRoller { who, .. }
            | Event::CombatantControl { who, .. } => vec![*who],
            Event::Adjusted { who, .. } | Event::Led { who, .. } => who.iter().copied().collect(),
            Event::Linked(link) | Event::Unlinked(link) => vec![link.from, link.to],
            Event::Turn { .. }
            | Event::Meanwhile { .. }
            | Event::Kept { .. }
            | Event::Round { .. }
            | Event::Sided { .. }
            | Event::Fielded { .. }
            | Event::Joined { .. }
            | Event::SideRoller { .. }
            | Event::SideControl { .. }
            | Event::EnvironmentRoller { .. }
            | Event::Notes { .. }
            | Event::Scheduled(_)
            | Event::CameDue { .. }
            | Event::Unscheduled { .. }
            | Event::Staged { .. } => Vec::new(),
        }
    }
}

impl Stage {
    /// Returns the stage as one or two words, for lists of saves.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Setup => "beginning",
            Stage::Fighting => "under way",
            Stage::Over => "over",
            Stage::Between => "between fights",
        }
    }
}

impl Scheduled {
    /// Describes when the event is due, relative to the current round: "round 4, in 2 rounds".
    pub fn when(&self, now: &Encounter) -> String {
        match self.when {
            Due::Round(round) => match round.saturating_sub(now.round) {
                0 => "now".to_owned(),
                1 if now.round > 0 => "next round".to_owned(),
                left if now.round > 0 => {
                    format!("round {round}, in {}", counted(i64::from(left), "round"))
                }
                _ => format!("round {round}"),
            },
            Due::HalfDown(side) => format!("when half of {} are down", now.side_name(side)),
            Due::Manual => "when called".to_owned(),
        }
    }

    /// Returns time and description in one line.
    pub fn told(&self, now: &Encounter) -> String {
        format!("{}: {}", self.when(now), self.what())
    }

    /// Returns the round and a one-line description of a future event of a fight that is not over.
    pub(crate) fn announced(&self, now: &Encounter) -> Option<(u32, String)> {
        match self.when {
            Due::Round(round) if round > now.round && now.stage != Stage::Over => {
                Some((round, self.told(now)))
            }
            _ => None,
        }
    }
}
