//! The round: who is next by each kind of order, how a turn begins and ends, what the game does by itself.

use crate::encounter::{Encounter, Event};
use crate::resolver::{Refused, Resolver, Roll, Step, act, note, say};
use crate::systems::common::moments::NEXT_TURN;
use crate::systems::common::{conditions, sides, stage};
use crate::values::{Id, Is, Key, SideId};

use super::cards;
use super::phases::{self, Part};
use super::ticks;
use crate::systems::written::model::{
    Cards, DOWN, GameStep, Kept, Model, Numbers, Order, Point, Sides, Ties,
};
use crate::systems::written::play::acts;
use crate::systems::written::play::changes::{capital, has_life};
use crate::systems::written::play::effects::{
    by_itself, fall, falls, goes_off, run, steps, steps_of,
};
use crate::systems::written::play::lasting;
use crate::systems::written::play::look::{self, Cast, Scene, order, up};
use crate::systems::written::play::state::{Clock, Later, Memory, Round, Turn};
use crate::systems::written::sums::throw::Throw;

/// What the round waits for between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Somebody's turn begins by itself.
    Turn(Id),
    /// One of those who may is chosen.
    Pick(Pick),
    /// These may declare something before the dice of the round.
    Declare(Vec<Id>),
    /// Something happens at a number that the order has come past.
    Count(i64),
    /// The round is over.
    Over,
}

/// Somebody is chosen who is next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    pub title: String,
    /// Who may be chosen.
    pub who: Vec<Id>,
    /// Who chooses: whoever has acted, else all who may.
    pub by: Vec<Id>,
}

impl Due {
    /// All who may choose who of them it is.
    fn among(title: impl Into<String>, who: Vec<Id>) -> Self {
        Self::Pick(Pick {
            title: title.into(),
            by: who.clone(),
            who,
        })
    }
}

/// Those who are up and have not acted in this round; among ticks all who are up, as they act.
pub fn waiting(model: &'static Model, now: &Encounter) -> Vec<Id> {
    let up = now.present().filter(|id| has_turns(model, now, *id));
    match order(model, now) {
        Order::Ticks(ticks) => ticks::in_order(now, ticks, up.collect()),
        _ => up.filter(|id| !Turn::of(now, *id).acted).collect(),
    }
}

/// The numbers with which everybody begins, where the order has them.
pub fn numbers(order: &'static Order) -> Option<&'static Numbers> {
    match order {
        Order::Numbers(numbers) => Some(numbers),
        Order::Ticks(ticks) => Some(&ticks.start),
        Order::Cards(cards) => Some(&cards.numbers),
        _ => None,
    }
}

/// Whether somebody has a turn in a round: who is up, and whom the system gives one though it is not.
fn has_turns(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let also = || {
        let cast = Cast::of(who);
        let turns = model.turns.as_ref();
        !now.get(who).gone && turns.is_some_and(|turns| turns.is(&Scene::new(model, now, &cast)))
    };
    up(model, now, who) || also()
}

/// In which order they stand by their numbers: who acts first is first.
pub fn by_number(
    model: &'static Model,
    now: &Encounter,
    numbers: &Numbers,
    mut all: Vec<Id>,
) -> Vec<Id> {
    all.sort_by_key(|id| {
        let number = Turn::of(now, *id).number.unwrap_or(0);
        let number = if numbers.low { number } else { -number };
        let cast = Cast::of(*id);
        let tie = numbers.ties.as_ref();
        let tie = tie.map_or(0, |tie| tie.of(&Scene::new(model, now, &cast)));
        (number, -tie, *id)
    });
    all
}

pub fn due(model: &'static Model, now: &Encounter) -> Due {
    let round = Round::of(now);
    if round.declaring {
        let may = |id: &Id| !acts::declarable(model, now, *id).is_empty();
        return Due::Declare(now.present().filter(may).collect());
    }
    // Whose turn was cut into goes on with it.
    let cut = round.cut.iter().rev();
    if let Some(who) = cut.copied().find(|id| has_turns(model, now, *id)) {
        return Due::Turn(who);
    }
    if let Order::Sides(sides) = order(model, now) {
        return by_sides(model, now, sides);
    }
    let waiting = waiting(model, now);
    if let Some(count) = count_due(model, now, &waiting) {
        return Due::Count(count);
    }
    if waiting.is_empty() {
        return Due::Over;
    }
    // Whoever holds acts before anybody else, or when all others have.
    let (held, waiting): (Vec<Id>, Vec<Id>) =
        waiting.into_iter().partition(|id| Turn::of(now, *id).held);
    match (held.is_empty(), in_order(model, now, round, &waiting)) {
        (true, due) => due,
        (false, Due::Turn(next)) => {
            let title = say!(
                now,
                "{} is next, unless somebody who holds acts",
                now.name(next)
            );
            Due::among(title, [vec![next], held].concat())
        }
        (false, Due::Pick(mut pick)) => {
            pick.who.extend(&held);
            pick.by.extend(held);
            Due::Pick(pick)
        }
        (false, _) => Due::among("Who has held acts now", held),
    }
}

/// The numbers at which something happens, and which an order by numbers has come past where this one is next.
fn passed(model: &'static Model, now: &Encounter, next: Option<Id>) -> Vec<i64> {
    let Order::Numbers(numbers) = order(model, now) else {
        return Vec::new();
    };
    let next = next.map(|id| Turn::of(now, id).number.unwrap_or(0));
    let behind = |count: i64| match (next, numbers.low) {
        (None, _) => true,
        (Some(next), true) => next > count,
        (Some(next), false) => next < count,
    };
    let steps = model.steps.iter().filter_map(|step| match step.at {
        Point::Count(count) if behind(count) => Some(count),
        _ => None,
    });
    let open = |count: &i64| !Round::of(now).counts.contains(count);
    let mut all: Vec<i64> = steps.filter(open).collect();
    all.sort_by_key(|count| if numbers.low { *count } else { -*count });
    all
}

/// The number at which something happens now, if so: the order has come past it, and somebody is concerned.
fn count_due(model: &'static Model, now: &Encounter, waiting: &[Id]) -> Option<i64> {
    let counts = |step: &&GameStep| matches!(step.at, Point::Count(_));
    let all: Vec<&GameStep> = model.steps.iter().filter(counts).collect();
    let Order::Numbers(numbers) = order(model, now) else {
        return None;
    };
    if all.is_empty() || now.round == 0 {
        return None;
    }
    let next = by_number(model, now, numbers, waiting.to_vec());
    let concerns = |count: &i64| {
        let mut steps = all.iter().filter(|step| step.at == Point::Count(*count));
        steps.any(|step| {
            now.present().any(|id| {
                let cast = Cast::of(id);
                look::is_of(now, step.who, id)
                    && look::holds(step.when.as_ref(), &Scene::new(model, now, &cast))
            })
        })
    };
    let mut passed = passed(model, now, next.first().copied()).into_iter();
    passed.find(concerns)
}

/// What happens at a number that the order has come past.
pub fn count(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Due::Count(count) = due(model, cx.now()) else {
        return cx.refuse("nothing comes on a count now");
    };
    Round::change(cx, |round| round.counts.push(count));
    act!(cx, None, &[], "Count {count}.");
    steps(cx, model, Point::Count(count))
}

/// Who is next of those who wait and do not hold.
fn in_order(model: &'static Model, now: &Encounter, round: &Round, waiting: &[Id]) -> Due {
    if waiting.is_empty() {
        return Due::Over;
    }
    let waiting = waiting.to_vec();
    match order(model, now) {
        Order::Cards(cards) => {
            let all = by_number(model, now, &cards.numbers, waiting);
            Due::Turn(all[0])
        }
        Order::Numbers(numbers) => {
            let all = by_number(model, now, numbers, waiting);
            Due::Turn(all[0])
        }
        Order::Ticks(_) if ticks::stands(now, waiting[0]) >= Clock::of(now).ends => Due::Over,
        Order::Spotlight(who) => {
            // Whoever has had a moment may have another; those who wait stand first.
            let may = |id: &Id| up(model, now, *id) && look::is_of(now, *who, *id);
            let mut all: Vec<Id> = now.present().filter(may).collect();
            // Where none of those is left, nobody could end the round.
            if all.is_empty() {
                all.extend(now.present().filter(|id| up(model, now, *id)));
            }
            all.sort_by_key(|id| Turn::of(now, *id).acted);
            if all.iter().any(|id| waiting.contains(id)) {
                Due::among("Whose moment is it?", all)
            } else {
                Due::Over
            }
        }
        Order::AsListed | Order::Ticks(_) | Order::Choice(..) | Order::Sides(_) => {
            Due::Turn(waiting[0])
        }
        Order::Alternate => {
            let last = round.side.map_or(0, |side| side.0 + 1);
            let many = u32::try_from(now.sides.len()).unwrap_or(1).max(1);
            let of = |side: u32| -> Vec<Id> {
                let all = waiting.iter().copied();
                all.filter(|id| now.get(*id).side.0 == side).collect()
            };
            let mut sides = (0..many).map(|step| (last + step) % many);
            let side = sides.find(|side| !of(*side).is_empty());
            one_of(now, side.map(of).unwrap_or_default())
        }
        Order::Picked { .. } => picked(now, round, waiting),
    }
}

/// Who acts in a round by sides: of the first part of it in which anybody can.
fn by_sides(model: &'static Model, now: &Encounter, sides: &Sides) -> Due {
    let Some((_, part, who)) = next_part(model, now, sides) else {
        return Due::Over;
    };
    match who.as_slice() {
        [only] => Due::Turn(*only),
        _ => Due::among(format!("{}: who acts?", part_words(now, &part)), who),
    }
}

fn next_part(
    model: &'static Model,
    now: &Encounter,
    sides: &Sides,
) -> Option<(usize, Part, Vec<Id>)> {
    phases::next(sides, now, |id, phase| {
        up(model, now, id) && acts::acts_in(model, now, id, phase)
    })
}

/// A part of a round in words: "Missiles, Party".
fn part_words(now: &Encounter, part: &Part) -> String {
    let sides = part
        .sides
        .iter()
        .map(|side| now.side_name(*side).to_string());
    let sides = sides.collect::<Vec<String>>().join(" and ");
    match part.phase {
        Some(phase) => format!("{}, {sides}", capital(phase)),
        None => sides,
    }
}

/// Whether dice of the order are still to fall: somebody who waits has no number yet, or no side has one.
pub fn numberless(model: &'static Model, now: &Encounter) -> bool {
    let none = |id: &Id| Turn::of(now, *id).number.is_none();
    let round = Round::of(now);
    match order(model, now) {
        Order::Sides(_) => !round.declaring && round.sides.is_empty(),
        order => numbers(order).is_some() && waiting(model, now).iter().any(none),
    }
}

/// Those who act at once with somebody whose turn begins: who falls of them has acted all the same.
fn at_once(model: &'static Model, now: &Encounter, who: Id) -> Vec<Id> {
    let all: Vec<Id> = match order(model, now) {
        Order::Ticks(ticks) if ticks.ties == Ties::Together => {
            let tick = ticks::stands(now, who);
            let all = waiting(model, now).into_iter();
            all.filter(|id| ticks::stands(now, *id) == tick).collect()
        }
        Order::Sides(sides) => match next_part(model, now, sides) {
            Some((_, part, all)) if part.sides.len() > 1 && all.contains(&who) => all,
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    match all.len() {
        1 => Vec::new(),
        _ => all,
    }
}

/// Nobody else does anything in the phase: each one's turn in it begins and is over. What has been begun goes off all the same.
pub fn pass_phase(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Due::Pick(pick) = due(model, cx.now()) else {
        return Ok(());
    };
    for who in pick.who {
        if up(model, cx.now(), who) {
            turn(cx, model, who)?;
            turn_over(cx, model)?;
        }
    }
    Ok(())
}

/// One of a side acts: whoever is chosen, or the only one.
fn one_of(now: &Encounter, all: Vec<Id>) -> Due {
    match all.as_slice() {
        [] => Due::Over,
        [only] => Due::Turn(*only),
        [first, ..] => {
            let side = now.side_name(now.get(*first).side);
            Due::among(format!("{side}: who acts?"), all)
        }
    }
}

/// Whoever has acted picks; the last one of a round not itself, unless it is the only one.
fn picked(now: &Encounter, round: &Round, waiting: Vec<Id>) -> Due {
    let fresh = !now.ids().any(|id| Turn::of(now, id).acted);
    match (round.picker, round.side) {
        (Some(picker), _) => {
            let mut others = waiting.clone();
            if fresh && others.len() > 1 {
                others.retain(|id| *id != picker);
            }
            match others.as_slice() {
                [only] => Due::Turn(*only),
                _ => Due::Pick(Pick {
                    title: say!(now, "{} picks who acts", now.name(picker)).into(),
                    who: others,
                    by: vec![picker],
                }),
            }
        }
        (None, Some(side)) => {
            let mut own = waiting.clone();
            own.retain(|id| now.get(*id).side == side);
            match own.as_slice() {
                [] => Due::among("Who begins?", waiting),
                [only] => Due::Turn(*only),
                _ => Due::among(format!("{} to begin: who?", now.side_name(side)), own),
            }
        }
        (None, None) => Due::among("Who begins?", waiting),
    }
}

/// The fight begins, with its first round.
pub fn begin(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    stage::begins(cx);
    if let Order::Picked { first, by } = order(model, cx.now()) {
        let mut throwers = Vec::new();
        for side in cx.now().side_ids() {
            let now = cx.now();
            let all: Vec<Id> = now.members(side).filter(|id| up(model, now, *id)).collect();
            let captain = all.iter().find(|id| {
                let cast = Cast::of(**id);
                by.as_ref()
                    .is_some_and(|by| by.is(&Scene::new(model, now, &cast)))
            });
            throwers.extend(captain.or(all.first()).copied());
        }
        act!(cx, None, &throwers, "Who begins?");
        let winner = highest(cx, model, first, "initiative", &throwers)?;
        Round::change(cx, |round| round.side = winner);
    }
    steps(cx, model, Point::FightBegins)?;
    next_round(cx, model)
}

/// Which side's throw is highest; of equal ones the players', else the first.
fn highest(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    dice: &Throw,
    key: &'static str,
    throwers: &[Id],
) -> Step<Option<SideId>> {
    let sides = thrown_sides(cx, model, dice, key, throwers)?;
    Ok(sides.first().map(|(_, side)| *side))
}

/// The sides in the order of their throws with these, the highest first; of equal ones the players' first.
fn thrown_sides(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    dice: &Throw,
    key: &'static str,
    throwers: &[Id],
) -> Step<Vec<(i64, SideId)>> {
    let mut rolls = Vec::new();
    let mut of = Vec::new();
    for id in throwers {
        let cast = Cast::of(*id);
        let thrown = dice.dice(&Scene::new(model, cx.now(), &cast));
        if let Some(dice) = thrown {
            let side = cx.get(*id).side;
            let whose = format!("for {}", cx.now().side_name(side));
            rolls.push(Roll::new(key, *id, "initiative", dice).high().hint(whose));
            of.push(side);
        }
    }
    let rolled = cx.rolls(key, "Who begins?", rolls.clone())?;
    let mut sides: Vec<(i64, bool, SideId)> = Vec::new();
    for ((roll, rolled), side) in rolls.iter().zip(&rolled).zip(of) {
        cx.log_throw(roll, rolled);
        let players = cx.now().sides[side.index()].players;
        sides.push((-rolled.total, !players, side));
    }
    sides.sort();
    let sides = sides.into_iter();
    Ok(sides.map(|(total, _, side)| (-total, side)).collect())
}

/// A round ends, with what the game does then, and the next begins.
pub fn round_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    settle(cx, model, Vec::new())?;
    // Where a round has phases, turns end with it.
    if phases::any(model, cx.now()) {
        let now = cx.now();
        let acted = now.present().filter(|id| Turn::of(now, *id).acted);
        let acted: Vec<Id> = acted.collect();
        steps_of(cx, model, Point::TurnEnds, &acted)?;
        for who in acted {
            lasting::turn_ended(cx, model, who)?;
        }
    }
    steps(cx, model, Point::RoundEnds)?;
    conditions::round_over(cx, &[]);
    empty(cx, model, Kept::Round, None);
    next_round(cx, model)
}

/// The next round begins.
fn next_round(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let number = cx.now().round + 1;
    let text = format!("Round {number}");
    cx.emit(Event::Round { number, text });
    for id in cx.now().ids() {
        if Turn::of(cx.now(), id).acted {
            Turn::change(cx, id, |turn| {
                turn.acted = false;
                turn.parts = 0;
                turn.held = false;
            });
        }
    }
    let whole = phases::whole_round(model, cx.now());
    for id in cx.now().ids().filter(|_| whole) {
        if !Turn::of(cx.now(), id).spent.is_empty() {
            Turn::change(cx, id, |turn| turn.spent.clear());
        }
    }
    let declaring = model.actions.iter().any(|action| action.declared);
    Round::change(cx, |round| {
        round.goes_on = false;
        round.once.clear();
        round.cut.clear();
        round.counts.clear();
        round.part = 0;
        round.declaring = declaring;
    });
    if declaring {
        Ok(())
    } else {
        declared(cx, model)
    }
}

/// Whether the round is done: nobody's turn is under way or still to come in it.
pub fn done(model: &'static Model, now: &Encounter) -> bool {
    now.turn.is_none() && due(model, now) == Due::Over
}

/// The end is turned down: the round goes on, or another begins.
pub fn go_on(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    if done(model, cx.now()) {
        round_over(cx, model)?;
    }
    Round::change(cx, |round| round.goes_on = true);
    Ok(())
}

/// All have declared what they do later in the round: the dice of its order.
pub fn declared(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let number = cx.now().round;
    if Round::of(cx.now()).declaring {
        Round::change(cx, |round| round.declaring = false);
    }
    match order(model, cx.now()) {
        Order::Numbers(numbers) => {
            if numbers.each_round {
                forget(cx, |now, id| !has_turns(model, now, id));
            }
            number_all(cx, model, numbers, number == 1)?;
        }
        Order::Cards(cards) => {
            cards::shuffle(cx, cards);
            forget(cx, |_, _| true);
            let who = waiting(model, cx.now());
            dealt(cx, model, cards, &who)?;
        }
        Order::Ticks(ticks) => {
            number_all(cx, model, &ticks.start, number == 1)?;
            let now = cx.now();
            let ends = match waiting(model, now).first().filter(|_| number == 1) {
                Some(first) => ticks::stands(now, *first),
                None => Clock::of(now).ends,
            };
            Clock::change(cx, |clock| clock.ends = ends.saturating_add(ticks.round));
        }
        Order::Sides(all) if all.each_round || number == 1 => {
            Round::change(cx, |round| {
                round.sides.clear();
                round.tied.clear();
            });
            let now = cx.now();
            let first = now
                .side_ids()
                .filter_map(|side| now.members(side).find(|id| up(model, now, *id)));
            let first: Vec<Id> = first.collect();
            act!(cx, None, &first, "Which side begins?");
            let thrown = thrown_sides(cx, model, &all.dice, "initiative", &first)?;
            if cx.heard() && thrown.len() > 1 {
                let names: Vec<&str> = thrown
                    .iter()
                    .map(|(_, side)| cx.now().side_name(*side))
                    .collect();
                note!(cx, &first, "{}.", names.join(", then "));
            }
            let pairs = thrown.iter().zip(thrown.iter().skip(1));
            let tied = pairs.filter(|(one, other)| all.together && one.0 == other.0);
            let tied: Vec<SideId> = tied.map(|(_, other)| other.1).collect();
            if !tied.is_empty() {
                note!(cx, &[], "They act at once.");
            }
            let sides = thrown.into_iter().map(|(_, side)| side).collect();
            Round::change(cx, |round| {
                round.sides = sides;
                round.tied = tied;
            });
        }
        _ => {}
    }
    steps(cx, model, Point::RoundBegins)
}

/// What such had in the last round counts no more: who gets up later gets a number of its own.
fn forget(cx: &mut Resolver<'_>, such: impl Fn(&Encounter, Id) -> bool) {
    for id in cx.now().ids() {
        if such(cx.now(), id) && Turn::of(cx.now(), id).number.is_some() {
            Turn::change(cx, id, |turn| turn.number = None);
        }
    }
}

/// These get a card, and whoever has a joker what that brings.
pub fn dealt(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    cards: &'static Cards,
    who: &[Id],
) -> Step<()> {
    for id in cards::deal(cx, model, cards, who)? {
        by_itself(cx, model, "joker", &[id], |cx| {
            run(cx, model, &cards.joker, &mut Cast::of(id))
        })?;
    }
    Ok(())
}

/// Others than before act at once from now on: whoever of these had no life left falls.
fn settle(cx: &mut Resolver<'_>, model: &'static Model, all: Vec<Id>) -> Step<()> {
    if Round::of(cx.now()).together == all {
        return Ok(());
    }
    Round::change(cx, |round| round.together = all);
    for id in cx.now().ids() {
        if falls(model, cx.now(), id) {
            fall(cx, model, id)?;
        }
    }
    Ok(())
}

/// Everybody who has none, or in a new round everybody, gets a number.
fn number_all(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    numbers: &'static Numbers,
    first: bool,
) -> Step<()> {
    let now = cx.now();
    let open = |id: &Id| {
        let none = Turn::of(now, *id).number.is_none();
        has_turns(model, now, *id) && (none || (numbers.each_round && !first))
    };
    let who: Vec<Id> = now.present().filter(open).collect();
    number_these(cx, model, numbers, &who)
}

/// These get a number: thrown, or asked for.
pub fn number_these(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    numbers: &'static Numbers,
    who: &[Id],
) -> Step<()> {
    if who.is_empty() {
        return Ok(());
    }
    let given: Vec<(Id, i64)> = match &numbers.dice {
        Some(throw) => {
            let mut rolls = Vec::new();
            // Whoever has nothing to throw stands at 0.
            let mut all: Vec<(Id, i64)> = who.iter().map(|who| (*who, 0)).collect();
            let mut groups = cards::groups(model, cx.now(), numbers, who);
            groups.retain(|group| {
                let cast = Cast::of(group[0]);
                match throw.dice(&Scene::new(model, cx.now(), &cast)) {
                    Some(dice) if dice.count() > 0 => {
                        let roll = Roll::new("initiative", group[0], "initiative", dice).high();
                        rolls.push(match group.len() {
                            1 => roll,
                            _ => roll.hint(format!("for {}", cx.now().names(group))),
                        });
                        true
                    }
                    dice => {
                        let number = dice.map_or(0, |dice| dice.modifier());
                        all.extend(group.iter().map(|id| (*id, number)));
                        false
                    }
                }
            });
            act!(cx, None, who, "Initiative.");
            let rolled = match rolls.as_slice() {
                [] => Vec::new(),
                _ => cx.rolls("initiative", "Initiative", rolls.clone())?,
            };
            for ((roll, rolled), group) in rolls.iter().zip(&rolled).zip(&groups) {
                cx.log_throw(roll, rolled);
                if group.len() > 1 {
                    note!(cx, group, "For all of them: {}.", cx.now().names(group));
                }
                all.extend(group.iter().map(|who| (*who, rolled.total)));
            }
            all
        }
        None => {
            let all = cx.form("numbers", None, "Initiative", |f| {
                let now = f.now;
                let number = |id: &Id| {
                    let before = Turn::of(now, *id).number.unwrap_or(0);
                    let key = format!("number-{}", id.letter());
                    (*id, f.number(&key, now.name(*id), -99..=999, "", before))
                };
                Ok::<_, Refused>(who.iter().map(number).collect::<Vec<(Id, i64)>>())
            })?;
            let said: Vec<String> = if cx.heard() {
                all.iter()
                    .map(|(id, number)| format!("{} {number}", cx.name(*id)))
                    .collect()
            } else {
                Vec::new()
            };
            act!(cx, None, who, "Initiative: {}.", said.join(", "));
            all
        }
    };
    // Whoever joins a fight of ticks begins from where its clock stands.
    let clock = Clock::of(cx.now()).tick;
    for (id, number) in given {
        Turn::change(cx, id, |turn| {
            turn.number = Some(number.saturating_add(clock))
        });
    }
    Ok(())
}

/// Whether somebody who holds its turn may cut into the one under way.
pub fn may_cut_in(model: &'static Model, now: &Encounter, who: Id) -> bool {
    now.fighting()
        && now.turn.is_some_and(|turn| turn != who)
        && Turn::of(now, who).held
        && has_turns(model, now, who)
}

/// Somebody who holds its turn takes it in the midst of another's, which goes on afterwards.
pub fn cut_in(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if let Some(other) = cx.now().turn {
        act!(cx, who, &[other], "{} cuts in.", cx.name(who));
        Round::change(cx, |round| round.cut.push(other));
    }
    turn(cx, model, who)
}

/// Somebody's turn begins, or goes on if it was cut into.
pub fn turn(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if let Some(place) = Round::of(cx.now()).cut.iter().rposition(|id| *id == who) {
        act!(cx, who, &[], "{}'s turn goes on.", cx.name(who));
        Round::change(cx, |round| round.cut.truncate(place));
        cx.emit(Event::Turn { who: Some(who) });
        return Ok(());
    }
    if !Round::of(cx.now()).together.contains(&who) {
        let all = at_once(model, cx.now(), who);
        settle(cx, model, all)?;
    }
    let part = phases::played(model, cx.now()).filter(|sides| !sides.phases.is_empty());
    let part = part.and_then(|sides| next_part(model, cx.now(), sides));
    if let Some((nth, part, _)) = part
        && (Round::of(cx.now()).part != nth
            || !cx.now().ids().any(|id| Turn::of(cx.now(), id).acted))
    {
        act!(cx, None, &[], "{}.", part_words(cx.now(), &part));
        Round::change(cx, |round| round.part = nth);
    }
    let passed = passed(model, cx.now(), Some(who));
    if !passed.is_empty() {
        Round::change(cx, |round| round.counts.extend(passed));
    }
    act!(cx, who, &[], "{}'s turn.", cx.name(who));
    if ticks::played(model, cx.now()).is_some() {
        ticks::clock_to(cx, model, who);
    }
    let whole = phases::whole_round(model, cx.now());
    cx.emit(Event::Turn { who: Some(who) });
    Turn::change(cx, who, |turn| {
        if !whole {
            turn.spent.clear();
        }
        turn.acts = 0;
        turn.held = false;
    });
    Round::change(cx, |round| round.picker = None);
    // Where a round has phases, somebody's first turn in one of them is where its turn begins.
    if !phases::any(model, cx.now()) || !Turn::of(cx.now(), who).acted {
        cx.moment(who, NEXT_TURN);
        empty(cx, model, Kept::Turn, Some(who));
        steps_of(cx, model, Point::TurnBegins, &[who])?;
    }
    goes_off(cx, model, who)
}

/// The turn under way ends.
pub fn turn_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Some(who) = cx.now().turn else {
        return Ok(());
    };
    if !phases::any(model, cx.now()) {
        steps_of(cx, model, Point::TurnEnds, &[who])?;
        lasting::turn_ended(cx, model, who)?;
    }
    let parts = Round::of(cx.now()).part + 1;
    let phases = phases::any(model, cx.now());
    Turn::change(cx, who, |turn| {
        turn.acted = !turn.held;
        turn.parts = if phases { parts } else { 0 };
    });
    // Who does nothing among ticks waits for one of them; who has fallen waits for none.
    if ticks::played(model, cx.now()).is_some()
        && !ticks::moved(cx.now(), who)
        && has_turns(model, cx.now(), who)
    {
        ticks::move_on(cx, who, 1);
    }
    let side = cx.get(who).side;
    Round::change(cx, |round| {
        round.picker = Some(who);
        round.side = Some(side);
        round.together.retain(|id| *id != who);
    });
    cx.emit(Event::Turn { who: None });
    Ok(())
}

/// Fields that remember something until now are emptied.
fn empty(cx: &mut Resolver<'_>, model: &'static Model, until: Kept, who: Option<Id>) {
    for place in look::kept(model, until) {
        for id in cx.now().ids() {
            if who.is_none_or(|who| who == id) {
                let key = Key::<crate::values::Cell>::new(place, model.field(place));
                cx.set(id, key, look::emptied(model, place));
            }
        }
    }
}

/// The fight is over, and with it what lasts as long.
pub fn over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    cx.emit(Event::Turn { who: None });
    empty(cx, model, Kept::Fight, None);
    Memory::change(cx, |memory| memory.once.clear());
    for id in cx.now().ids() {
        Later::clear(cx, id);
    }
    stage::over(cx);
    Ok(())
}

/// Whether somebody who is down has life again.
pub fn rises(model: &'static Model, now: &Encounter, who: Id) -> bool {
    now.get(who).named(DOWN).is_some() && look::life(model, now, who).0 > 0
}

/// Somebody gets up again.
pub fn rise(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if has_life(cx, model, who) {
        cx.lose(who, Is(DOWN), cx.now().schema.called(DOWN), "");
    }
    steps_of(cx, model, Point::Rises, &[who])?;
    if rises(model, cx.now(), who) {
        cx.lose(who, Is(DOWN), "", "");
    }
    Ok(())
}

/// The sides that have anybody up.
pub fn sides_up(model: &'static Model, now: &Encounter) -> Vec<SideId> {
    sides::left(now, now.side_ids(), |id| up(model, now, id))
}
