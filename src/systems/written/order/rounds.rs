//! Rounds: the next combatant in each kind of order, the start and end of turns and rounds, and automatic steps.

use crate::encounter::{Encounter, Event};
use crate::resolver::{Refused, Resolver, Roll, Step, act, note, say};
use crate::systems::common::moments::NEXT_TURN;
use crate::systems::common::says::Says;
use crate::systems::common::{conditions, sides, stage};
use crate::text::capital;
use crate::values::{Id, Is, Key, SideId};

use super::cards;
use super::phases::{self, Part};
use super::ticks;
use crate::systems::written::model::{
    Cards, DOWN, GameStep, Kept, Model, Numbers, Order, Point, Reset, Sides, Ties,
};
use crate::systems::written::play::acts;
use crate::systems::written::play::changes::has_life;
use crate::systems::written::play::effects::{
    by_itself, fall, falls, goes_off, run, steps, steps_of,
};
use crate::systems::written::play::lasting;
use crate::systems::written::play::look::{self, Cast, Scene, order, up};
use crate::systems::written::play::state::{Clock, Last, Later, Memory, Round, Turn};
use crate::systems::written::sums::throw::Throw;

/// Next event between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Start of a combatant's turn, without a choice.
    Turn(Id),
    /// Choice of the next combatant.
    Pick(Pick),
    /// Declarations of these combatants before the order is rolled.
    Declare(Vec<Id>),
    /// Automatic step at a count that the order has passed.
    Count(i64),
    /// End of the round.
    Over,
}

/// Choice of the next combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    pub title: String,
    /// Combatants who may be chosen.
    pub who: Vec<Id>,
    /// Combatants who may choose the next combatant: the combatant who has acted, or else all who may be chosen.
    pub by: Vec<Id>,
}

impl Due {
    /// Creates a choice that all of these combatants may make.
    fn among(title: impl Into<String>, who: Vec<Id>) -> Self {
        Self::Pick(Pick {
            title: title.into(),
            by: who.clone(),
            who,
        })
    }
}

/// Returns the combatants who still act in this round. In an order by ticks, returns all who have turns, in order.
pub fn waiting(model: &'static Model, now: &Encounter) -> Vec<Id> {
    let up = now.present().filter(|id| has_turns(model, now, *id));
    match order(model, now) {
        Order::Ticks(ticks) => ticks::in_order(now, ticks, up.collect()),
        _ => up.filter(|id| !Turn::of(now, *id).acted).collect(),
    }
}

/// Returns the initiative numbers of an order, if it has them.
pub fn numbers(order: &'static Order) -> Option<&'static Numbers> {
    match order {
        Order::Numbers(numbers) => Some(numbers),
        Order::Ticks(ticks) => Some(&ticks.start),
        Order::Cards(cards) => Some(&cards.numbers),
        _ => None,
    }
}

/// Returns true if a combatant has a turn, because the combatant is up or the system gives a turn to combatants who are
/// down.
fn has_turns(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let also = || {
        let cast = Cast::of(who);
        let turns = model.turns.as_ref();
        !now.get(who).gone && turns.is_some_and(|turns| turns.is(&Scene::new(model, now, &cast)))
    };
    up(model, now, who) || also()
}

/// Sorts combatants by their numbers, first to act first.
pub fn by_number(
    model: &'static Model,
    now: &Encounter,
    numbers: &Numbers,
    mut all: Vec<Id>,
) -> Vec<Id> {
    all.sort_by_cached_key(|id| {
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
    // An interrupted turn continues.
    let cut = round.cut.iter().rev();
    if let Some(who) = cut.copied().find(|id| has_turns(model, now, *id)) {
        return Due::Turn(who);
    }
    if let Some(who) = round.next.filter(|who| may_be_next(model, now, *who)) {
        return Due::Turn(who);
    }
    if let Order::Sides(sides) = order(model, now) {
        return preferred(model, now, by_sides(model, now, sides));
    }
    let waiting = waiting(model, now);
    if let Some(count) = count_due(model, now, &waiting) {
        return Due::Count(count);
    }
    if waiting.is_empty() {
        return Due::Over;
    }
    // Combatants who hold may act before any other combatant, or after all others.
    let (held, waiting): (Vec<Id>, Vec<Id>) =
        waiting.into_iter().partition(|id| Turn::of(now, *id).held);
    let next = preferred(model, now, in_order(model, now, round, &waiting));
    match (held.is_empty(), next) {
        (true, due) => due,
        (false, Due::Turn(next)) => {
            let title = say!(
                now,
                "{} is next, unless a delayed combatant acts first",
                now.name(next)
            );
            Due::among(title, [vec![next], held].concat())
        }
        (false, Due::Pick(mut pick)) => {
            pick.who.extend(&held);
            pick.by.extend(held);
            Due::Pick(pick)
        }
        (false, _) => Due::among("Delayed combatants act now", held),
    }
}

/// Returns true if the GM may let a combatant act next.
pub fn may_be_next(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let turn = Turn::of(now, who);
    let again = matches!(order(model, now), Order::Spotlight(..));
    let ordered = numbers(order(model, now)).is_some() || phases::any(model, now);
    let there = now.find(who).is_some_and(|one| !one.gone);
    there
        && !ordered
        && now.turn != Some(who)
        && (again || !turn.acted)
        && has_turns(model, now, who)
}

/// Lets a combatant of the GM's choice act next.
pub fn let_act(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let now = cx.now();
    let all = now.present().filter(|id| may_be_next(model, now, *id));
    let all: Vec<Id> = all.collect();
    cx.others("has no turn left in this round");
    let picked = cx.pick("next", None, "Who acts next?", all, 1, 1, vec![])?;
    if let Some(who) = picked.first().copied() {
        act!(
            cx,
            None,
            &[who],
            "{} acts next, set by the GM.",
            cx.name(who)
        );
        Round::change(cx, |round| round.next = Some(who));
    }
    Ok(())
}

/// Returns the same choice among the combatants with the highest value, if the order has such an expression.
fn preferred(model: &'static Model, now: &Encounter, due: Due) -> Due {
    let (Due::Pick(pick), Some(next)) = (&due, order(model, now).next()) else {
        return due;
    };
    let value = |id: &Id| next.of(&Scene::new(model, now, &Cast::of(*id)));
    let Some(most) = pick.who.iter().map(value).max() else {
        return due;
    };
    let mut who = pick.who.clone();
    who.retain(|id| value(id) == most);
    match who.as_slice() {
        [only] => Due::Turn(*only),
        _ => Due::Pick(Pick {
            by: if pick.by == pick.who {
                who.clone()
            } else {
                pick.by.clone()
            },
            who,
            title: pick.title.clone(),
        }),
    }
}

/// Returns the counts with automatic steps that the order has passed if this combatant is next.
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

/// Returns the count whose automatic steps run now, if there is one. The order has passed this count, and a step
/// affects a combatant.
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

/// Runs the automatic steps of a count that the order has passed.
pub fn count(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Due::Count(count) = due(model, cx.now()) else {
        return cx.refuse("no step is due on a count now");
    };
    Round::change(cx, |round| round.counts.push(count));
    act!(cx, None, &[], "Count {count}.");
    steps(cx, model, Point::Count(count))
}

/// Returns the next event among the waiting combatants who do not hold.
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
        Order::Spotlight(who, _) => {
            // Combatants who have acted may be chosen again; combatants who have not acted come first.
            let may = |id: &Id| up(model, now, *id) && look::is_of(now, *who, *id);
            let mut all: Vec<Id> = now.present().filter(may).collect();
            // Without combatants of these sides, any combatant can be chosen, so that the round can end.
            if all.is_empty() {
                all.extend(now.present().filter(|id| up(model, now, *id)));
            }
            all.sort_by_key(|id| Turn::of(now, *id).acted);
            if all.iter().any(|id| waiting.contains(id)) {
                Due::among("Who acts next?", all)
            } else {
                Due::Over
            }
        }
        Order::AsListed | Order::Ticks(_) | Order::Choice(..) | Order::Sides(_) => {
            Due::Turn(waiting[0])
        }
        Order::Alternate { .. } => {
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

/// Returns the next event in a round by sides: a turn in the first part in which a combatant can act.
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

/// Formats a part of a round: "Missiles, Party".
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

/// Returns true if dice of the order are still to be rolled: a waiting combatant has no number, or no side has a
/// number.
pub fn numberless(model: &'static Model, now: &Encounter) -> bool {
    let none = |id: &Id| Turn::of(now, *id).number.is_none();
    let round = Round::of(now);
    match order(model, now) {
        Order::Sides(_) => !round.declaring && round.sides.is_empty(),
        order => numbers(order).is_some() && waiting(model, now).iter().any(none),
    }
}

/// Returns the combatants who act simultaneously with the combatant whose turn begins. They act even if they go down.
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

/// Skips the rest of a phase: the turns of all combatants in it begin and end immediately. Delayed actions still take
/// effect.
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

/// Returns the next turn of a side: its only combatant, or a choice.
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

/// Returns the choice of the combatant who has acted. The last combatant of a round cannot choose themselves, unless no
/// other combatant is left.
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
                _ => Due::among(format!("{} begins: who acts?", now.side_name(side)), own),
            }
        }
        (None, None) => Due::among("Who begins?", waiting),
    }
}

/// Starts the fight and its first round.
pub fn begin(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    stage::begins(cx);
    if !Memory::of(cx.now()).scene.is_empty() {
        Memory::change(cx, |memory| memory.scene.clear());
    }
    if let Order::Picked { first, by, .. } = order(model, cx.now()) {
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

/// Returns the side with the highest roll; ties go to the players' side, or else to the first side.
fn highest(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    dice: &Throw,
    key: &'static str,
    throwers: &[Id],
) -> Step<Option<SideId>> {
    let sides = thrown_sides(cx, model, dice, key, throwers)?;
    if let [(one, side), (other, _), ..] = sides.as_slice()
        && one == other
    {
        note!(cx, throwers, "Tie: {} first.", cx.now().side_name(*side));
    }
    Ok(sides.first().map(|(_, side)| *side))
}

/// Rolls for sides and returns them with their totals, highest first; ties go to the players' side.
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
        let side = cx.get(*id).side;
        if let Some(dice) = dice.dice(&Scene::new(model, cx.now(), &cast)) {
            let whose = format!("for {}", cx.now().side_name(side));
            rolls.push(Roll::new(key, *id, "initiative", dice).high().hint(whose));
            of.push(side);
        }
    }
    let rolled = cx.rolls(key, "Who begins?", rolls.clone())?;
    let mut totals: Vec<(i64, SideId)> = Vec::new();
    for ((roll, rolled), side) in rolls.iter().zip(&rolled).zip(of) {
        if roll.dice.count() > 0 {
            cx.log_throw(roll, rolled);
        }
        totals.push((rolled.total, side));
    }
    let totals = totals.into_iter().map(|(total, side)| {
        let players = cx.now().sides[side.index()].players;
        (-total, !players, side)
    });
    let mut sides: Vec<(i64, bool, SideId)> = totals.collect();
    sides.sort();
    let sides = sides.into_iter();
    Ok(sides.map(|(total, _, side)| (-total, side)).collect())
}

/// Ends a round with its automatic steps, and starts the next round.
pub fn round_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    act_together(cx, model, Vec::new())?;
    // In rounds with phases, all turns end with the round.
    if phases::any(model, cx.now()) {
        let now = cx.now();
        let acted = now.present().filter(|id| Turn::of(now, *id).acted);
        let acted: Vec<Id> = acted.collect();
        let saves = acted.iter().map(|who| lasting::saved_against(now, *who));
        let saves: Vec<Vec<Last>> = saves.collect();
        steps_of(cx, model, Point::TurnEnds, &acted)?;
        for (who, saves) in acted.into_iter().zip(saves) {
            lasting::turn_ended(cx, model, who, saves)?;
        }
    }
    steps(cx, model, Point::RoundEnds)?;
    conditions::round_over(cx, &[]);
    empty(cx, model, Kept::Round, None);
    next_round(cx, model)
}

/// Starts the next round.
fn next_round(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let number = cx.now().round + 1;
    let text = format!("Round {number}");
    cx.emit(Event::Round {
        number,
        text: text.into(),
    });
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
        round.next = None;
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

/// Returns true if the round is done: no turn is in progress or still to come.
pub fn done(model: &'static Model, now: &Encounter) -> bool {
    now.turn.is_none() && due(model, now) == Due::Over
}

/// Declines the suggested end of the fight: the round continues, or another round begins.
pub fn go_on(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    if done(model, cx.now()) {
        round_over(cx, model)?;
    }
    Round::change(cx, |round| round.goes_on = true);
    Ok(())
}

/// Ends the declarations of a round and rolls the order.
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
            let first = first_of_sides(model, cx.now());
            act!(cx, None, &first, "Which side begins?");
            let thrown = thrown_sides(cx, model, &all.dice, "initiative", &first)?;
            if cx.heard() && thrown.len() > 1 {
                let names: Vec<&str> = thrown
                    .iter()
                    .map(|(_, side)| cx.now().side_name(*side))
                    .collect();
                let mut pairs = thrown.iter().zip(thrown.iter().skip(1));
                let tie = pairs.find(|(one, other)| !all.together && one.0 == other.0);
                let tie = tie.map_or_else(String::new, |(winner, _)| {
                    format!("Tie: {} first. ", cx.now().side_name(winner.1))
                });
                note!(cx, &first, "{tie}{}.", names.join(", then "));
            }
            let pairs = thrown.iter().zip(thrown.iter().skip(1));
            let tied = pairs.filter(|(one, other)| all.together && one.0 == other.0);
            let tied: Vec<SideId> = tied.map(|(_, other)| other.1).collect();
            if !tied.is_empty() {
                note!(cx, &[], "They act at the same time.");
            }
            let sides = thrown.into_iter().map(|(_, side)| side).collect();
            Round::change(cx, |round| {
                round.sides = sides;
                round.tied = tied;
            });
        }
        Order::Alternate {
            first: Some(dice),
            each_round,
            ..
        } if *each_round || number == 1 => {
            let first = first_of_sides(model, cx.now());
            act!(cx, None, &first, "Which side begins?");
            if let Some(side) = highest(cx, model, dice, "initiative", &first)? {
                note!(cx, &first, "{} begins.", cx.now().side_name(side));
                let sides = u32::try_from(cx.now().sides.len()).unwrap_or(1).max(1);
                // The side before it counts as the side that acted last.
                let before = SideId((side.0 + sides - 1) % sides);
                Round::change(cx, |round| round.side = Some(before));
            }
        }
        _ => {}
    }
    steps(cx, model, Point::RoundBegins)
}

/// Returns the first combatant of each side who is up.
fn first_of_sides(model: &'static Model, now: &Encounter) -> Vec<Id> {
    let first = |side: SideId| now.members(side).find(|id| up(model, now, *id));
    now.side_ids().filter_map(first).collect()
}

/// Clears the numbers of the combatants that satisfy the condition. They roll again if they get up later.
fn forget(cx: &mut Resolver<'_>, such: impl Fn(&Encounter, Id) -> bool) {
    for id in cx.now().ids() {
        if such(cx.now(), id) && Turn::of(cx.now(), id).number.is_some() {
            Turn::change(cx, id, |turn| turn.number = None);
        }
    }
}

/// Deals a card to these combatants, and runs the effects of a joker.
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

/// Sets the combatants who act simultaneously. Combatants of the previous group without hit points go down.
fn act_together(cx: &mut Resolver<'_>, model: &'static Model, all: Vec<Id>) -> Step<()> {
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

/// Gives a number to all combatants without one. Gives a number to all combatants in a new round if the order is rolled
/// each round.
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

/// Gives these combatants a number, rolled or entered.
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
            // Combatants without a number on the sheet get 0.
            let mut all: Vec<(Id, i64)> = who.iter().map(|who| (*who, 0)).collect();
            let mut groups = cards::groups(model, cx.now(), numbers, who);
            groups.retain(|group| {
                let cast = Cast::of(group[0]);
                let dice = throw.dice(&Scene::new(model, cx.now(), &cast));
                let has_dice = dice.is_some();
                rolls.extend(dice.map(|dice| {
                    let roll = Roll::new("initiative", group[0], "initiative", dice).high();
                    let roll = roll.open_ended(numbers.any_number);
                    match group.len() {
                        1 => roll,
                        _ => roll.hint(format!("for {}", cx.now().crowd(group))),
                    }
                }));
                has_dice
            });
            act!(cx, None, who, "Initiative.");
            let rolled = cx.rolls("initiative", "Initiative", rolls.clone())?;
            for ((roll, rolled), group) in rolls.iter().zip(&rolled).zip(&groups) {
                if roll.dice.count() > 0 {
                    if rolled.faces.is_empty() {
                        note!(
                            cx,
                            &group[..1],
                            "{}: initiative {}.",
                            cx.name(group[0]),
                            rolled.total
                        );
                    } else {
                        cx.log_throw(roll, rolled);
                    }
                    if group.len() > 1 {
                        note!(cx, group, "For the whole group: {}.", cx.now().crowd(group));
                    }
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
                    let letter = id.letter();
                    let (key, label) = (
                        format!("number-{letter}"),
                        format!("{letter} {}", now.name(*id)),
                    );
                    (*id, f.number(&key, &label, -99..=999, "", before))
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
    // In an order by ticks, numbers are relative to the clock.
    let clock = Clock::of(cx.now()).tick;
    for (id, number) in given {
        Turn::change(cx, id, |turn| {
            turn.number = Some(number.saturating_add(clock))
        });
    }
    Ok(())
}

/// Returns true if a combatant who holds their turn may interrupt the current turn.
pub fn may_cut_in(model: &'static Model, now: &Encounter, who: Id) -> bool {
    now.fighting()
        && now.turn.is_some_and(|turn| turn != who)
        && Turn::of(now, who).held
        && has_turns(model, now, who)
}

/// Takes a held turn during another combatant's turn, which continues afterwards.
pub fn cut_in(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if let Some(other) = cx.now().turn {
        act!(cx, who, &[other], "{} cuts in.", cx.name(who));
        Round::change(cx, |round| round.cut.push(other));
    }
    turn(cx, model, who)
}

/// Starts a combatant's turn, or continues it after an interruption.
pub fn turn(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    if let Some(place) = Round::of(cx.now()).cut.iter().rposition(|id| *id == who) {
        act!(cx, who, &[], "{}'s turn continues.", cx.name(who));
        Round::change(cx, |round| round.cut.truncate(place));
        cx.emit(Event::Turn { who: Some(who) });
        return Ok(());
    }
    if !Round::of(cx.now()).together.contains(&who) {
        let all = at_once(model, cx.now(), who);
        act_together(cx, model, all)?;
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
    cx.act(who, Says::TurnOf { who });
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
    Round::change(cx, |round| {
        round.picker = None;
        round.next = None;
    });
    // In rounds with phases, a turn begins in its first phase only.
    if !phases::any(model, cx.now()) || !Turn::of(cx.now(), who).acted {
        cx.moment(who, NEXT_TURN);
        empty(cx, model, Kept::Turn, Some(who));
        steps_of(cx, model, Point::TurnBegins, &[who])?;
    }
    goes_off(cx, model, who)
}

/// Ends the current turn.
pub fn turn_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Some(who) = cx.now().turn else {
        return Ok(());
    };
    if !phases::any(model, cx.now()) {
        // A combatant saves against conditions from the end of this turn only at the end of the next turn.
        let saves = lasting::saved_against(cx.now(), who);
        steps_of(cx, model, Point::TurnEnds, &[who])?;
        lasting::turn_ended(cx, model, who, saves)?;
    }
    let parts = Round::of(cx.now()).part + 1;
    let phases = phases::any(model, cx.now());
    Turn::change(cx, who, |turn| {
        turn.acted = !turn.held;
        turn.parts = if phases { parts } else { 0 };
    });
    // In an order by ticks, a combatant who does nothing moves on by one tick, except if the combatant has gone down.
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

/// Resets the fields that keep their values until this time.
fn empty(cx: &mut Resolver<'_>, model: &'static Model, until: Kept, who: Option<Id>) {
    for (place, _, to) in model.resets().iter().filter(|(_, kept, _)| *kept == until) {
        for id in cx.now().ids().filter(|id| who.is_none_or(|who| who == *id)) {
            let to = match to {
                Reset::Fixed(to) if look::cell(&cx.get(id).sheet, *place) == to => continue,
                to => look::emptied(model, cx.now(), id, to),
            };
            let key = Key::<crate::values::Cell>::new(*place, model.field(*place));
            cx.set(id, key, to);
        }
    }
}

/// Ends the fight, and everything that lasts until its end.
pub fn over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let left = sides_up(model, cx.now());
    cx.emit(Event::Turn { who: None });
    empty(cx, model, Kept::Fight, None);
    Memory::change(cx, |memory| memory.once.clear());
    for id in cx.now().ids() {
        Later::clear(cx, id);
    }
    stage::over(cx, &left);
    Ok(())
}

/// Returns true if a combatant who is down has hit points again.
pub fn rises(model: &'static Model, now: &Encounter, who: Id) -> bool {
    now.get(who).named(DOWN).is_some() && look::life(model, now, who).0 > 0
}

/// Makes a combatant get up, and runs the automatic steps that follow.
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

/// Returns the sides with a combatant who is up.
pub fn sides_up(model: &'static Model, now: &Encounter) -> Vec<SideId> {
    sides::left(now, now.side_ids(), |id| up(model, now, id))
}
