//! The round: who is next by each kind of order, how a turn begins and ends, what the game does by itself.

use crate::encounter::{Encounter, Event};
use crate::resolver::{Refused, Resolver, Roll, Step, act, say};
use crate::systems::common::moments::{NEXT_TURN, TURN_END};
use crate::systems::common::{conditions, sides, stage};
use crate::values::{FactionId, Id, Is, Key};

use super::look::{self, Cast, Scene, up};
use super::model::{DOWN, Effect, GameStep, Kept, Model, Numbers, Order, Point};
use super::play::{branch, capital, has_been, has_life, is_done, run, tested_together};
use super::state::{Memory, Round, Turn};

/// What the round waits for between two turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Due {
    /// Somebody's turn begins by itself.
    Turn(Id),
    /// One of these is chosen, by whom says the title.
    Pick(String, Vec<Id>),
    /// The round is over.
    Over,
}

/// The order that is played.
pub fn order(model: &'static Model, now: &Encounter) -> &'static Order {
    let cast = Cast::default();
    model.order(&Scene::new(model, now, &cast))
}

/// Those who are up and have not acted in this round.
fn waiting(model: &'static Model, now: &Encounter) -> Vec<Id> {
    let waits = |id: &Id| up(model, now, *id) && !Turn::of(now, *id).acted;
    now.present().filter(waits).collect()
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

/// Who is next.
pub fn due(model: &'static Model, now: &Encounter) -> Due {
    let waiting = waiting(model, now);
    let round = Round::of(now);
    if waiting.is_empty() {
        return Due::Over;
    }
    match order(model, now) {
        Order::Numbers(numbers) => {
            let all = by_number(model, now, numbers, waiting);
            Due::Turn(all[0])
        }
        Order::AsListed | Order::Choice(..) => Due::Turn(waiting[0]),
        Order::Spotlight(who) => {
            // Whoever has had a moment may have another; those who wait stand first.
            let may = |id: &Id| up(model, now, *id) && look::is_of(now, *who, *id);
            let mut all: Vec<Id> = now.present().filter(may).collect();
            // Where none of those is left, nobody could end the round.
            if all.is_empty() {
                all.extend(now.present().filter(|id| up(model, now, *id)));
            }
            all.sort_by_key(|id| Turn::of(now, *id).acted);
            match all.iter().any(|id| waiting.contains(id)) {
                true => Due::Pick("Whose moment is it?".to_owned(), all),
                false => Due::Over,
            }
        }
        Order::Sides { .. } => {
            let mut sides = round.sides.iter().copied().chain(now.faction_ids());
            let of = |side: FactionId| -> Vec<Id> {
                let all = waiting.iter().copied();
                all.filter(|id| now.get(*id).faction == side).collect()
            };
            let side = sides.find(|side| !of(*side).is_empty());
            one_of(now, side.map(of).unwrap_or_default())
        }
        Order::Alternate => {
            let last = round.side.map_or(0, |side| side.0 + 1);
            let many = u32::try_from(now.factions.len()).unwrap_or(1).max(1);
            let of = |side: u32| -> Vec<Id> {
                let all = waiting.iter().copied();
                all.filter(|id| now.get(*id).faction.0 == side).collect()
            };
            let mut sides = (0..many).map(|step| (last + step) % many);
            let side = sides.find(|side| !of(*side).is_empty());
            one_of(now, side.map(of).unwrap_or_default())
        }
        Order::Picked { .. } => picked(now, round, waiting),
    }
}

/// Whether somebody who waits has no number yet in an order by numbers.
pub fn numberless(model: &'static Model, now: &Encounter) -> bool {
    let none = |id: &Id| Turn::of(now, *id).number.is_none();
    matches!(order(model, now), Order::Numbers(_)) && waiting(model, now).iter().any(none)
}

/// One of a side acts: whoever is chosen, or the only one.
fn one_of(now: &Encounter, all: Vec<Id>) -> Due {
    match all.as_slice() {
        [] => Due::Over,
        [only] => Due::Turn(*only),
        [first, ..] => {
            let side = now.faction_name(now.get(*first).faction);
            Due::Pick(format!("{side}: who acts?"), all)
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
                _ => Due::Pick(say_picks(now, picker), others),
            }
        }
        (None, Some(side)) => {
            let mut own = waiting.clone();
            own.retain(|id| now.get(*id).faction == side);
            match own.as_slice() {
                [] => Due::Pick("Who begins?".to_owned(), waiting),
                [only] => Due::Turn(*only),
                _ => Due::Pick(format!("{} to begin: who?", now.faction_name(side)), own),
            }
        }
        (None, None) => Due::Pick("Who begins?".to_owned(), waiting),
    }
}

fn say_picks(now: &Encounter, picker: Id) -> String {
    say!(now, "{} picks who acts", now.name(picker)).into()
}

/// The fight begins, with its first round.
pub fn begin(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    stage::begins(cx);
    if let Order::Picked { first, by } = order(model, cx.now()) {
        let mut throwers = Vec::new();
        for side in cx.now().faction_ids() {
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
    dice: &super::throw::Throw,
    key: &'static str,
    throwers: &[Id],
) -> Step<Option<FactionId>> {
    Ok(thrown_sides(cx, model, dice, key, throwers)?
        .first()
        .copied())
}

/// The sides in the order of their throws, the highest first.
fn thrown_sides(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    dice: &super::throw::Throw,
    key: &'static str,
    throwers: &[Id],
) -> Step<Vec<FactionId>> {
    let mut rolls = Vec::new();
    let mut of = Vec::new();
    for id in throwers {
        let cast = Cast::of(*id);
        let thrown = dice.dice(&Scene::new(model, cx.now(), &cast));
        if let Some(dice) = thrown {
            rolls.push(Roll::new(key, *id, "initiative", dice).high());
            of.push(cx.get(*id).faction);
        }
    }
    let rolled = cx.rolls(key, "Who begins?", rolls.clone())?;
    let mut sides: Vec<(i64, bool, FactionId)> = Vec::new();
    for ((roll, rolled), side) in rolls.iter().zip(&rolled).zip(of) {
        cx.log_throw(roll, rolled);
        let players = cx.now().factions[side.index()].players;
        sides.push((-rolled.total, !players, side));
    }
    sides.sort();
    Ok(sides.into_iter().map(|(.., side)| side).collect())
}

/// A round ends, with what the game does then, and the next begins.
pub fn round_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
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
            Turn::change(cx, id, |turn| turn.acted = false);
        }
    }
    Round::change(cx, |round| {
        round.goes_on = false;
        round.once.clear();
    });
    match order(model, cx.now()) {
        Order::Numbers(numbers) => number_all(cx, model, numbers, number == 1)?,
        Order::Sides { dice, each_round } if *each_round || number == 1 => {
            let now = cx.now();
            let first = now
                .faction_ids()
                .filter_map(|side| now.members(side).find(|id| up(model, now, *id)));
            let first: Vec<Id> = first.collect();
            act!(cx, None, &first, "Which side begins?");
            let sides = thrown_sides(cx, model, dice, "initiative", &first)?;
            Round::change(cx, |round| round.sides = sides);
        }
        _ => {}
    }
    steps(cx, model, Point::RoundBegins)
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
        !now.get(*id).gone && (none || (numbers.each_round && !first))
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
            for id in who {
                let cast = Cast::of(*id);
                if let Some(dice) = throw.dice(&Scene::new(model, cx.now(), &cast)) {
                    rolls.push(Roll::new("initiative", *id, "initiative", dice).high());
                }
            }
            act!(cx, None, who, "Initiative.");
            let rolled = cx.rolls("initiative", "Initiative", rolls.clone())?;
            // Whoever has nothing to throw stands at 0.
            let mut all: Vec<(Id, i64)> = who.iter().map(|who| (*who, 0)).collect();
            for (roll, rolled) in rolls.iter().zip(&rolled) {
                cx.log_throw(roll, rolled);
                all.extend(roll.who.map(|who| (who, rolled.total)));
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
            let said: Vec<String> = match cx.heard() {
                true => all
                    .iter()
                    .map(|(id, number)| format!("{} {number}", cx.name(*id)))
                    .collect(),
                false => Vec::new(),
            };
            act!(cx, None, who, "Initiative: {}.", said.join(", "));
            all
        }
    };
    for (id, number) in given {
        Turn::change(cx, id, |turn| turn.number = Some(number));
    }
    Ok(())
}

/// Somebody's turn begins.
pub fn turn(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    act!(cx, who, &[], "{}'s turn.", cx.name(who));
    cx.emit(Event::Turn { who: Some(who) });
    Turn::change(cx, who, |turn| {
        turn.spent.clear();
        turn.acts = 0;
    });
    Round::change(cx, |round| round.picker = None);
    cx.moment(who, NEXT_TURN);
    empty(cx, model, Kept::Turn, Some(who));
    steps_of(cx, model, Point::TurnBegins, &[who])
}

/// The turn under way ends.
pub fn turn_over(cx: &mut Resolver<'_>, model: &'static Model) -> Step<()> {
    let Some(who) = cx.now().turn else {
        return Ok(());
    };
    steps_of(cx, model, Point::TurnEnds, &[who])?;
    cx.moment(who, TURN_END);
    Turn::change(cx, who, |turn| turn.acted = true);
    let side = cx.get(who).faction;
    Round::change(cx, |round| {
        round.picker = Some(who);
        round.side = Some(side);
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
    stage::over(cx);
    Ok(())
}

/// What the game does by itself at a point, to all.
pub fn steps(cx: &mut Resolver<'_>, model: &'static Model, at: Point) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    steps_of(cx, model, at, &all)
}

/// The same to these.
pub fn steps_of(cx: &mut Resolver<'_>, model: &'static Model, at: Point, all: &[Id]) -> Step<()> {
    for step in model.steps.iter().filter(|step| step.at == at) {
        let due = |id: &Id| {
            let cast = cast_of(cx, step, *id);
            step.condition
                .is_none_or(|key| cx.get(*id).named(key).is_some())
                && look::is_of(cx.now(), step.who, *id)
                && look::holds(step.when.as_ref(), &Scene::new(model, cx.now(), &cast))
                && !has_been(cx, step.once, step.key, *id)
        };
        let who: Vec<Id> = all.iter().copied().filter(due).collect();
        for id in &who {
            is_done(cx, step.once, step.key, *id);
        }
        step_of(cx, model, step, &who)?;
    }
    Ok(())
}

/// Who is who in a step of somebody's.
fn cast_of(cx: &Resolver<'_>, step: &GameStep, who: Id) -> Cast {
    let of = |key| cx.get(who).named(key).and_then(|one| one.by);
    Cast {
        giver: step.condition.and_then(of),
        ..Cast::of(who)
    }
}

/// What a step does to these: a throw with which it begins is thrown by all at once.
fn step_of(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    step: &'static GameStep,
    who: &[Id],
) -> Step<()> {
    if who.is_empty() {
        return Ok(());
    }
    model.coverage.mark(step.spot);
    if let Some((first, rest)) = step.does.split_first()
        && let Effect::Test(test, on) = &first.effect
    {
        model.coverage.mark(first.spot);
        let title = capital(step.label);
        act!(cx, None, who, "{title}.");
        let casts = who.iter().map(|id| cast_of(cx, step, *id)).collect();
        for (mut cast, hit) in tested_together(cx, model, test, &title, casts)? {
            branch(cx, model, on, &hit, &mut cast)?;
            run(cx, model, rest, &mut cast)?;
        }
        return Ok(());
    }
    for id in who {
        run(cx, model, &step.does, &mut Cast::of(*id))?;
    }
    Ok(())
}

/// Whether somebody goes down as things stand: no life left, and nothing says so yet.
pub fn falls(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let one = now.get(who);
    let out = [DOWN, super::model::DEAD, super::model::FLED];
    !one.gone
        && look::life(model, now, who).0 <= 0
        && out.iter().all(|key| one.named(key).is_none())
}

/// Whether somebody who is down has life again.
pub fn rises(model: &'static Model, now: &Encounter, who: Id) -> bool {
    now.get(who).named(DOWN).is_some() && look::life(model, now, who).0 > 0
}

/// Somebody goes down, with what the game does then.
pub fn fall(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    super::play::gain(cx, model, who, DOWN, None);
    steps_of(cx, model, Point::Falls, &[who])?;
    // Whatever the game does then: who has no life left is down, or it would come again.
    if falls(model, cx.now(), who) {
        super::play::gain(cx, model, who, DOWN, None);
    }
    Ok(())
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
pub fn sides_up(model: &'static Model, now: &Encounter) -> Vec<FactionId> {
    sides::left(now, now.faction_ids(), |id| up(model, now, id))
}
