//! Conditions with limits set by effects: for rounds, until a turn, until a save or an escape, or while a requirement
//! holds.

use crate::dice::Tally;
use crate::encounter::{Condition, Encounter, Ends};
use crate::resolver::{Choice, Resolver, Step, note, say};
use crate::systems::common::moments::{NEXT_TURN, TURN_END};
use crate::text::capital;
use crate::values::{Id, Row};

use super::changes::{counted_from, gain_until, lapse, of};
use super::effects::{by_itself, tested_with};
use super::look::{self, Cast, Scene, row_name, rows, up};
use super::state::{Last, Lasting};
use crate::systems::written::model::{Model, Order, Terms, Test};
use crate::systems::written::sums::sum::{Found, Sum, Who, words_of};

/// Starts a condition with the limits of an effect, or adds levels to a condition with levels.
pub fn start(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    key: &'static str,
    terms: Option<&'static Terms>,
    levels: i64,
    cast: &Cast,
) {
    let by = cast.me;
    let (until, last) = match terms {
        Some(terms) => ends(cx, model, who, key, terms, cast),
        None => (None, blank(model, who, key, cast)),
    };
    gain_until(cx, model, who, key, by, until, levels, cast.with.as_ref());
    if cx.get(who).named(key).is_none() {
        return;
    }
    tell(cx, model, who, &last);
    let reads = model.condition(key).is_some_and(|one| one.reads_cause);
    let plain = !reads
        && !last.next
        && [&last.saved, &last.freed, &last.holds, &last.breaks]
            .iter()
            .all(|word| word.is_empty());
    let had = Lasting::of(cx.now(), who)
        .all
        .iter()
        .any(|one| one.is(&last));
    if plain && !had {
        return;
    }
    let now = cx.now();
    let mut all: Vec<Last> = Lasting::of(now, who).all.clone();
    all.retain(|one| !one.is(&last) && there(now, who, one).is_some());
    if !plain {
        all.push(last);
    }
    Lasting { all }.put(cx, who);
}

/// Creates a condition without limits, with the row that caused it.
fn blank(model: &'static Model, who: Id, key: &str, cast: &Cast) -> Last {
    let row = cast.with.as_ref().map(row_name).unwrap_or_default();
    Last {
        key: key.to_owned(),
        by: cast.me.filter(|by| *by != who),
        list: match cast.list {
            Some(list) if !row.is_empty() => model.field(list).to_owned(),
            _ => String::new(),
        },
        row: row.to_string(),
        ..Last::default()
    }
}

/// Returns the end by rounds or a turn, and all other limits set by an effect.
fn ends(
    cx: &Resolver<'_>,
    model: &'static Model,
    who: Id,
    key: &str,
    terms: &'static Terms,
    cast: &Cast,
) -> (Option<Ends>, Last) {
    let mut own = cast.clone();
    own.target = Some(who);
    let scene = Scene::new(model, cx.now(), &own);
    let word = |sum: &Option<Sum>| match sum.as_ref().map(|sum| sum.find(&scene)) {
        Some(Found::Word(word)) => word.to_string(),
        _ => String::new(),
    };
    let test = |called: &'static Option<_>| {
        let called = called.as_ref();
        let test = called.and_then(|called| model.test(called, &scene));
        test.map_or_else(String::new, |test| test.key.to_owned())
    };
    let mut last = blank(model, who, key, cast);
    last.saved = test(&terms.saved);
    last.freed = test(&terms.freed);
    last.holds = word(&terms.holds);
    last.breaks = word(&terms.breaks);
    let source = cast.me.unwrap_or(who);
    let from = counted_from(model, cx.now());
    let rounds = terms.rounds.as_ref();
    let rounds = rounds.map_or(0, |rounds| of(cx, model, rounds, &own));
    let rounds = u32::try_from(rounds.clamp(0, 100_000)).unwrap_or(0);
    let (whose, moment, next) = match word(&terms.until).as_str() {
        "turn_start" => (who, NEXT_TURN, false),
        "turn_end" => (who, TURN_END, false),
        "next_turn_end" => (who, TURN_END, true),
        "source_turn_start" => (source, NEXT_TURN, false),
        "source_turn_end" => (source, TURN_END, false),
        "source_next_turn_end" => (source, TURN_END, true),
        _ => {
            let end = cx.now().round.saturating_add(rounds).saturating_sub(1);
            return ((rounds > 0).then_some(Ends::EndOfRound(end)), last);
        }
    };
    if rounds > 0 {
        let end = Ends::turn_after(moment, whose, cx.now().round, rounds);
        return (Some(end), last);
    }
    if next && cx.now().turn == Some(whose) {
        if !matches!(look::order(model, cx.now()), Order::Ticks(_)) {
            let end = Ends::turn_after(moment, whose, cx.now().round, 1);
            return (Some(end), last);
        }
        last.next = true;
    }
    (Some(Ends::turn(moment, whose, from)), last)
}

/// Logs the limits of a condition.
fn tell(cx: &mut Resolver<'_>, model: &'static Model, who: Id, last: &Last) {
    if !cx.heard() {
        return;
    }
    let label = |key: &str| {
        model
            .tests
            .iter()
            .find(|test| test.key == key)
            .map(|test| test.label)
    };
    let mut ends = Vec::new();
    if last.next {
        ends.push("counted from the next turn".to_owned());
    }
    if let Some(test) = label(&last.saved) {
        ends.push(format!("{test} at the end of each turn"));
    }
    if let Some(test) = label(&last.freed) {
        ends.push(format!("{test} to get free"));
    }
    if !ends.is_empty() {
        note!(cx, &[who], "{}.", capital(&ends.join("; ")));
    }
}

impl Last {
    /// Returns true for the same condition from the same source.
    fn is(&self, other: &Last) -> bool {
        self.key == other.key && self.by == other.by
    }

    /// Returns true if both conditions have the same cause.
    fn is_of_one_cause(&self, other: &Last) -> bool {
        (self.by, &self.list, &self.row) == (other.by, &other.list, &other.row)
    }
}

/// Returns the condition, if its bearer still has it.
fn there<'n>(now: &'n Encounter, who: Id, last: &Last) -> Option<&'n Condition> {
    let mut all = now.get(who).conditions.iter();
    all.find(|one| one.key == last.key && one.by == last.by)
}

/// Returns the limits of the conditions that a combatant still has.
fn lasting(now: &Encounter, who: Id) -> impl Iterator<Item = &Last> {
    let all = if now.get(who).conditions.is_empty() {
        &[]
    } else {
        Lasting::of(now, who).all.as_slice()
    };
    all.iter()
        .filter(move |last| there(now, who, last).is_some())
}

/// Returns the row that caused a condition, with its current values on the sheet of the source.
pub fn row(model: &'static Model, now: &Encounter, who: Id, condition: &Condition) -> Option<Row> {
    let mut all = lasting(now, who);
    let last = all.find(|last| last.key == condition.key && last.by == condition.by)?;
    row_of(model, now, who, last)
}

fn row_of(model: &'static Model, now: &Encounter, who: Id, last: &Last) -> Option<Row> {
    let mut fields = model.names.fields.iter();
    let list = fields.position(|(field, _)| *field == last.list)?;
    let list = u16::try_from(list).ok()?;
    let all = rows(now, last.by.unwrap_or(who), list);
    all.iter().find(|row| *row_name(row) == *last.row).cloned()
}

/// Returns the conditions whose requirements no longer hold, each with bearer and source.
pub fn lapsed(model: &'static Model, now: &Encounter) -> Vec<(Id, &'static str, Option<Id>)> {
    let mut over = Vec::new();
    if !model.has_terms {
        return over;
    }
    for who in now.ids() {
        for last in lasting(now, who).filter(|last| !last.holds.is_empty()) {
            let source = last.by.unwrap_or(who);
            let holds = |word: &str| match word.split_once('.') {
                Some(("source", "up")) => up(model, now, source),
                Some(("self", "up")) => up(model, now, who),
                Some(("source", key)) => look::is(model, now, source, key),
                Some(("self", key)) => {
                    let mut all = now.get(who).conditions.iter();
                    all.any(|one| one.key == key && one.by == last.by)
                }
                _ => true,
            };
            if !words_of(&last.holds).all(holds)
                && let Some(condition) = model.condition(&last.key)
            {
                over.push((who, condition.key, last.by));
            }
        }
    }
    over
}

/// Ends the conditions of a combatant that end with one of these events.
pub fn broken(cx: &mut Resolver<'_>, model: &'static Model, who: Id, events: &[&str]) {
    if !model.has_terms || cx.get(who).conditions.is_empty() {
        return;
    }
    let breaks = |last: &&Last| words_of(&last.breaks).any(|word| events.contains(&word));
    let over: Vec<Last> = lasting(cx.now(), who).filter(breaks).cloned().collect();
    for last in over {
        end(cx, who, &last);
    }
}

/// Ends a condition, and the conditions that depend on it.
fn end(cx: &mut Resolver<'_>, who: Id, last: &Last) {
    let schema = cx.now().schema;
    let label = |key: &str| match schema.condition(key) {
        Ok(spec) if spec.silent => String::new(),
        _ => schema.called(key),
    };
    let is = |one: &Condition| one.key == last.key && one.by == last.by;
    cx.lose_over(who, is, label, "");
}

/// Returns the conditions against which a combatant saves at the end of the turn.
pub fn saved_against(now: &Encounter, who: Id) -> Vec<Last> {
    let saves = lasting(now, who).filter(|last| !last.saved.is_empty());
    saves.cloned().collect()
}

/// Ends a combatant's turn: rolls saves against these conditions, and ends the conditions that end with the turn.
pub fn turn_ended(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    saves: Vec<Last>,
) -> Step<()> {
    if !model.has_terms {
        cx.moment(who, TURN_END);
        return Ok(());
    }
    let mut done: Vec<Last> = Vec::new();
    for last in saves {
        let same = |one: &Last| one.is_of_one_cause(&last) && one.saved == last.saved;
        let test = model.tests.iter().find(|test| test.key == last.saved);
        let (Some(test), false) = (test, done.iter().any(same)) else {
            continue;
        };
        done.push(last.clone());
        if there(cx.now(), who, &last).is_none() {
            continue;
        }
        let label = cx.now().schema.called(&last.key);
        by_itself(cx, model, &label, &[who], |cx| {
            let name = cx.name(who);
            crate::act!(cx, None, &[who], "{name} is {label} and rolls to end it.");
            freed(cx, model, who, &last, test, |one| one.saved == last.saved)
        })?;
    }
    waited(cx, who);
    Ok(())
}

/// Triggers the end of a turn, except for the conditions that outlast it.
fn waited(cx: &mut Resolver<'_>, who: Id) {
    let now = cx.now();
    let mut waiting: Vec<(Id, Last)> = Vec::new();
    for bearer in now.ids() {
        let next = lasting(now, bearer).filter(|last| last.next);
        let of_turn = next.filter(|last| {
            there(now, bearer, last).is_some_and(|one| match &one.ends {
                Ends::Turn { whose, .. } => *whose == who,
                _ => false,
            })
        });
        waiting.extend(of_turn.map(|last| (bearer, last.clone())));
    }
    if waiting.is_empty() {
        cx.moment(who, TURN_END);
        return;
    }
    let schema = cx.now().schema;
    let label = |key: &str| match schema.condition(key) {
        Ok(spec) if spec.silent => String::new(),
        _ => schema.called(key),
    };
    for bearer in cx.now().ids() {
        let waits = |one: &Condition| {
            let mut all = waiting.iter();
            all.any(|(id, last)| *id == bearer && last.key == one.key && last.by == one.by)
        };
        let round = cx.now().round;
        let over = |one: &Condition| one.ends.comes_with(TURN_END, who, round) && !waits(one);
        let whose = if bearer == who {
            "the".to_owned()
        } else {
            format!("{}'s", cx.name(who))
        };
        cx.lose_over(bearer, over, label, TURN_END.told(&whose));
    }
    for (bearer, last) in waiting {
        Lasting::change(cx, bearer, |lasting| {
            for one in lasting.all.iter_mut().filter(|one| one.is(&last)) {
                one.next = false;
            }
        });
    }
}

/// Rolls a test against a condition. If the test succeeds, all conditions of the same cause that end by this test are
/// over.
fn freed(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    last: &Last,
    test: &'static Test,
    by: impl Fn(&Last) -> bool,
) -> Step<()> {
    let source = last.by.unwrap_or(who);
    let row = row_of(model, cx.now(), who, last);
    // The bearer rolls, in the same role as when they gained the condition.
    let mut cast = match test.thrower {
        Who::Target => Cast::of(source).on(Some(who)),
        _ => Cast::of(who),
    };
    cast.giver = Some(source);
    cast.with.clone_from(&row);
    cast.cause = row;
    if !tested_with(cx, model, test, Tally::new(), &mut cast)?.passed {
        return Ok(());
    }
    let over = lasting(cx.now(), who).filter(|one| one.is_of_one_cause(last) && by(one));
    for one in over.cloned().collect::<Vec<Last>>() {
        end(cx, who, &one);
    }
    lapse(cx, model);
    Ok(())
}

/// Returns the conditions from which a combatant can escape, one for each cause.
pub fn escapable(now: &Encounter, who: Id) -> Vec<Last> {
    let mut all: Vec<Last> = Vec::new();
    for last in lasting(now, who).filter(|last| !last.freed.is_empty()) {
        if !all.iter().any(|one| one.is_of_one_cause(last)) {
            all.push(last.clone());
        }
    }
    all
}

/// Rolls to escape from a condition; the combatant chooses if there are several.
pub fn escape(cx: &mut Resolver<'_>, model: &'static Model, cast: &Cast) -> Step<()> {
    let Some(who) = cast.me else {
        return Ok(());
    };
    let all = escapable(cx.now(), who);
    let last = match all.as_slice() {
        [] => return Ok(()),
        [only] => only.clone(),
        all => {
            let title = say!(cx.now(), "{}: escape from what?", cx.name(who));
            let schema = cx.now().schema;
            let keys: Vec<(usize, String)> = all
                .iter()
                .map(|last| match last.row.as_str() {
                    "" => schema.called(&last.key),
                    row => format!("{} ({row})", schema.called(&last.key)),
                })
                .enumerate()
                .collect();
            let tell = |(nth, label): &(usize, String)| {
                Choice::new(format!("cause-{}", nth + 1), label.as_str())
            };
            let (nth, _) = cx.one_of("free-of", who, title, &keys, 0, tell)?;
            all[nth].clone()
        }
    };
    let Some(test) = model.tests.iter().find(|test| test.key == last.freed) else {
        return Ok(());
    };
    freed(cx, model, who, &last, test, |one| one.freed == last.freed)
}
