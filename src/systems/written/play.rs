//! Effects as they are done: each a function of the resolver that the systems in Rust use too.

use crate::dice::Dice;
use crate::encounter::{Condition, Ends};
use crate::resolver::{Choice, Refused, Resolver, Roll, Rolled, Step, act, note, say};
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use crate::values::{Cell, Id, Is, Key};

use super::look::{self, Cast, Hit, Scene, life, number, track, up};
use super::model::{
    Aim, Amount, Called, DEAD, DOWN, Effect, Ending, Goal, Hurt, Model, Moment, Once, OnceOf,
    Placed, Purse, Reaction, Test,
};
use super::state::{Memory, Round, Turn};
use super::sum::{Found, Kind, Sum};
use super::throw::Throw;
use super::throws;

/// Does effects in their order.
pub fn run(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    effects: &'static [Placed],
    cast: &mut Cast,
) -> Step<()> {
    for placed in effects {
        model.coverage.mark(placed.spot);
        one(cx, model, &placed.effect, cast)?;
    }
    Ok(())
}

/// A number as things stand.
fn of(cx: &Resolver<'_>, model: &'static Model, sum: &Sum, cast: &Cast) -> i64 {
    sum.of(&Scene::new(model, cx.now(), cast))
}

fn one(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    effect: &'static Effect,
    cast: &mut Cast,
) -> Step<()> {
    match effect {
        Effect::Test(called, on) => {
            let hit = tested(cx, model, called, cast)?;
            branch(cx, model, on, &hit, cast)
        }
        Effect::If(sum, this, that) => {
            let holds = sum.is(&Scene::new(model, cx.now(), cast));
            run(cx, model, if holds { this } else { that }, cast)
        }
        Effect::Set(who, place, to) => {
            let found = to.find(&Scene::new(model, cx.now(), cast));
            if let Some(who) = cast.who(*who) {
                set(cx, model, who, *place, found);
            }
            Ok(())
        }
        Effect::Choose {
            key,
            gm,
            title,
            options,
        } => {
            let who = cast.me.filter(|_| !gm);
            let tell =
                |(key, _, text, _): &&'static (&'static str, char, &'static str, Vec<Placed>)| {
                    Choice::new(*key, *text)
                };
            let all: Vec<_> = options.iter().collect();
            let (.., text, effects) = cx.one_of(*key, who, *title, &all, 0, tell)?;
            note!(
                cx,
                &who.into_iter().collect::<Vec<Id>>(),
                "{}: {text}.",
                title.trim_end_matches('?')
            );
            run(cx, model, effects, cast)
        }
        Effect::Do(piece) => {
            let piece = &model.pieces[*piece];
            model.coverage.mark(piece.spot);
            run(cx, model, &piece.does, cast)
        }
        Effect::Harm(hurt) => harmed(cx, model, hurt, cast),
        Effect::Heal(hurt) => {
            let Some(who) = cast.who(hurt.who) else {
                return Ok(());
            };
            let points = points(cx, model, hurt, cast)?;
            heal(cx, model, who, points, "");
            Ok(())
        }
        Effect::Gain(who, key) => {
            if let Some(who) = cast.who(*who) {
                gain(cx, model, who, key, cast.me);
            }
            Ok(())
        }
        Effect::Lose(who, key) => {
            if let Some(who) = cast.who(*who) {
                lose(cx, who, key);
            }
            Ok(())
        }
        Effect::Step(place) => step(cx, model, *place, cast),
        Effect::Note("") => {
            let text = cx.text("note", cast.me, "What happens?", "")?;
            if !text.trim().is_empty() {
                note!(cx, &[], "{}", capital(text.trim()));
            }
            Ok(())
        }
        Effect::Note(text) => {
            note!(cx, &[], "{text}");
            Ok(())
        }
        Effect::Retarget(who) => {
            cast.target = cast.who(*who).or(cast.target);
            Ok(())
        }
        Effect::Less(sum) => {
            cast.less += of(cx, model, sum, cast).max(0);
            Ok(())
        }
    }
}

/// What an outcome brings.
pub fn branch(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    on: &'static [(&'static str, Vec<Placed>)],
    hit: &Hit,
    cast: &mut Cast,
) -> Step<()> {
    match on.iter().find(|(outcome, _)| *outcome == hit.outcome) {
        Some((_, effects)) => run(cx, model, effects, cast),
        None => Ok(()),
    }
}

/// Throws a test; what came of it stands in the cast from then on.
pub fn tested(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    cast: &mut Cast,
) -> Step<Hit> {
    let test = model.test(called, &Scene::new(model, cx.now(), cast));
    let Some(test) = test else {
        return cx.refuse("there is no test of that name");
    };
    cast.thrower = throws::thrower(test, cast.me, cast.target);
    let roll = throws::roll(&Scene::new(model, cx.now(), cast), test);
    let Some(mut roll) = roll else {
        return cx.refuse(format!("there are no dice for {} on the sheet", test.label));
    };
    if let Goal::Beats(dice, plus) = &test.goal {
        let other = against(cx, model, test, dice, plus, cast)?;
        roll = roll.at_least(other.total.saturating_add(1));
    }
    let rolled = cx.roll(roll.clone())?;
    let hit = throws::hit(test, &roll, &rolled);
    thrown(cx, model, test, cast.thrower);
    cast.hit = Some(hit.clone());
    Ok(hit)
}

/// The throw of whoever stands against a test.
fn against(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    dice: &Throw,
    plus: &[(&'static str, Sum)],
    cast: &Cast,
) -> Step<Rolled> {
    let mut other = cast.clone();
    other.thrower = match cast.thrower == cast.target {
        true => cast.me,
        false => cast.target,
    };
    let roll = throws::against(&Scene::new(model, cx.now(), &other), test, dice, plus);
    let Some(roll) = roll else {
        return cx.refuse(format!(
            "there are no dice against {} on the sheet",
            test.label
        ));
    };
    let rolled = cx.roll(roll)?;
    thrown(cx, model, test, other.thrower);
    Ok(rolled)
}

/// What somebody's throw of a test uses up.
pub fn thrown(cx: &mut Resolver<'_>, model: &'static Model, test: &Test, who: Option<Id>) {
    let Some(who) = who else {
        return;
    };
    for condition in &model.conditions {
        let ends = condition.ends.iter().any(|end| match end {
            Ending::NextThrow(of) => *of == test.key || (!test.kind.is_empty() && *of == test.kind),
            _ => false,
        });
        if ends {
            cx.lose(who, Is(condition.key), condition.label, "");
        }
    }
}

/// Several throws of the same test at once, each with what comes of it in its cast; who has no dice for it is left out.
pub fn tested_together(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    title: &str,
    casts: Vec<Cast>,
) -> Step<Vec<(Cast, Hit)>> {
    let mut all: Vec<(Cast, &'static Test, Roll)> = Vec::new();
    for mut cast in casts {
        let Some(test) = model.test(called, &Scene::new(model, cx.now(), &cast)) else {
            continue;
        };
        cast.thrower = throws::thrower(test, cast.me, cast.target);
        if let Some(roll) = throws::roll(&Scene::new(model, cx.now(), &cast), test) {
            all.push((cast, test, roll));
        }
    }
    let Some((_, test, _)) = all.first() else {
        return Ok(Vec::new());
    };
    let rolls: Vec<Roll> = all.iter().map(|(.., roll)| roll.clone()).collect();
    let rolled: Vec<Rolled> = cx.rolls(test.key, title, rolls)?;
    let mut hits = Vec::new();
    for ((mut cast, test, roll), rolled) in all.into_iter().zip(&rolled) {
        cx.log_throw(&roll, rolled);
        thrown(cx, model, test, cast.thrower);
        let hit = throws::hit(test, &roll, rolled);
        cast.hit = Some(hit.clone());
        hits.push((cast, hit));
    }
    Ok(hits)
}

/// Points of harm or healing: thrown, worked out or asked for.
fn points(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    hurt: &'static Hurt,
    cast: &mut Cast,
) -> Step<i64> {
    let asked = |cx: &mut Resolver<'_>, who: Option<Id>| {
        let title = say!(cx.now(), "How much {}?", hurt.label);
        cx.number("amount", who, title, 0, 9_999, 0)
    };
    let mut points = match &hurt.amount {
        Amount::Asked => asked(cx, cast.me)?,
        Amount::Points(sum) => of(cx, model, sum, cast),
        Amount::Dice(throw) => match throw.dice(&Scene::new(model, cx.now(), cast)) {
            None => asked(cx, cast.me)?,
            Some(dice) => {
                let times = hurt.throws.as_ref();
                let times = times.map_or(1, |sum| of(cx, model, sum, cast)).clamp(1, 20);
                let before = cast.thrown.iter().find(|(thrown, _)| *thrown == dice);
                match before.filter(|_| hurt.one_throw) {
                    Some((_, total)) => *total,
                    None => {
                        let total = thrown_points(cx, hurt, &dice, times, cast)?;
                        if hurt.one_throw {
                            cast.thrown.push((dice, total));
                        }
                        total
                    }
                }
            }
        },
    };
    if let Some(less) = &hurt.less {
        points -= of(cx, model, less, cast);
    }
    let least = hurt.least.as_ref();
    points = points.max(least.map_or(0, |sum| of(cx, model, sum, cast)));
    if hurt.half {
        points = points.div_euclid(2);
    }
    Ok(points.max(0))
}

/// What dice of harm or healing show, thrown so many times.
fn thrown_points(
    cx: &mut Resolver<'_>,
    hurt: &'static Hurt,
    dice: &Dice,
    times: i64,
    cast: &Cast,
) -> Step<i64> {
    let who = cast.who(hurt.who).filter(|_| !hurt.one_throw);
    let mut total = 0;
    for _ in 0..times {
        let now = cx.now();
        let title = match who {
            Some(who) => say!(now, "{} on {}", hurt.label, now.name(who)),
            None => say!(now, "{}", hurt.label),
        };
        let mut roll = Roll::new(hurt.label, cast.me, hurt.label, dice.clone());
        roll.about = who;
        total += cx.roll(roll.title(title).high())?.total;
    }
    Ok(total)
}

/// Harm as an effect, with what may be done against it.
fn harmed(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    hurt: &'static Hurt,
    cast: &mut Cast,
) -> Step<()> {
    let Some(who) = cast.who(hurt.who) else {
        return Ok(());
    };
    cast.hurt = points(cx, model, hurt, cast)?;
    cast.less = 0;
    let mut blow = cast.clone();
    blow.target = Some(who);
    if cast.actor.is_none() {
        react(cx, model, Moment::Hurting, &mut blow)?;
    }
    let lost = (cast.hurt - blow.less).max(0);
    if blow.less > 0 {
        note!(cx, &[who], "{} less.", blow.less.min(cast.hurt));
    }
    if let Some(by) = cast.strikes.take() {
        cx.struck(by, who, true);
    }
    harm(cx, model, who, lost, "");
    cast.hurt = lost;
    if cast.actor.is_none() {
        blow.hurt = lost;
        react(cx, model, Moment::Hurt, &mut blow)?;
    }
    Ok(())
}

/// Somebody loses life.
pub fn harm(cx: &mut Resolver<'_>, model: &'static Model, who: Id, points: i64, cause: &str) {
    let track = track(model, cx.now());
    let key = Key::<Option<i64>>::new(track.field, model.field(track.field));
    let stands = number(model, cx.now(), who, track.field);
    let most = look::most(model, cx.now(), who, track.most);
    let to = match track.up {
        true => stands.saturating_add(points).min(most.max(stands)),
        false => stands.saturating_sub(points).max(0),
    };
    cx.change(who, key, Some(to), model.label(track.field), cause);
}

/// Somebody gets life back, at most what there can be.
pub fn heal(cx: &mut Resolver<'_>, model: &'static Model, who: Id, points: i64, cause: &str) {
    let track = track(model, cx.now());
    let key = Key::<Option<i64>>::new(track.field, model.field(track.field));
    let stands = number(model, cx.now(), who, track.field);
    let most = look::most(model, cx.now(), who, track.most);
    let to = match track.up {
        true => stands.saturating_sub(points).max(0),
        false => stands.saturating_add(points).min(most.max(stands)),
    };
    cx.change(who, key, Some(to), model.label(track.field), cause);
}

/// A field gets another value.
pub fn set(cx: &mut Resolver<'_>, model: &'static Model, who: Id, place: u16, to: Found) {
    let kind = model.names.fields[usize::from(place)].1;
    let cell = match (kind, to) {
        (Kind::Number, to) => Cell::Int(to.number()),
        (Kind::Flag, to) => Cell::Flag(to.is()),
        (Kind::Word, Found::Word(word)) => {
            let words = model.words(place);
            let found = words.iter().position(|one| **one == *word);
            match found.and_then(|place| u8::try_from(place).ok()) {
                Some(place) => Cell::Word(place),
                None if words.is_empty() => Cell::Text(word),
                None => return,
            }
        }
        (Kind::Dice, Found::Dice(dice)) => Cell::Dice(dice),
        _ => Cell::Empty,
    };
    let key = Key::<Cell>::new(place, model.field(place));
    cx.change(who, key, cell, model.label(place), "");
}

/// Somebody gets a condition, which ends as it says.
pub fn gain(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    key: &'static str,
    by: Option<Id>,
) {
    let round = cx.now().round;
    let ends = model.condition(key).and_then(|spec| {
        spec.ends.iter().find_map(|end| match end {
            Ending::TurnBegins => Some(Ends::turn(NEXT_TURN, who, round)),
            Ending::TurnEnds => Some(Ends::turn(TURN_END, who, round)),
            Ending::GiverTurnBegins => Some(Ends::turn(NEXT_TURN, by.unwrap_or(who), round)),
            Ending::GiverTurnEnds => Some(Ends::turn(TURN_END, by.unwrap_or(who), round)),
            Ending::Rounds(many) => Some(Ends::EndOfRound(round.saturating_add(many - 1))),
            Ending::FightEnds => Some(Ends::at(FIGHT_OVER)),
            Ending::NextThrow(_) | Ending::Test(..) => None,
        })
    });
    let levels = model.condition(key).map_or(1, |spec| spec.levels);
    let before = cx.get(who).named(key).map_or(0, |one| one.value.max(1));
    if key == DEAD {
        cx.lose(who, Is(DOWN), "", "");
    }
    let label = cx.now().schema.called(key);
    let mut condition = Condition::new(Is(key)).ends(ends.unwrap_or_default());
    condition.by = by.filter(|by| *by != who);
    if levels > 1 && before >= levels {
        return;
    }
    let mut label = label;
    if levels > 1 {
        condition.value = before.saturating_add(1).min(levels);
        label = format!("{label} {}", condition.value);
    }
    cx.gain_alone(who, condition, label);
}

/// Somebody loses a condition; of one with levels a level.
fn lose(cx: &mut Resolver<'_>, who: Id, key: &'static str) {
    let label = cx.now().schema.called(key);
    let held = cx.get(who).named(key).filter(|one| one.value > 1);
    match held.cloned() {
        Some(mut less) => {
            less.value -= 1;
            let label = format!("{label} {}", less.value);
            cx.gain_alone(who, less, label);
        }
        None => cx.lose(who, Is(key), label, ""),
    }
}

/// With a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// A step along the words of a field, or somewhere that only words say.
fn step(cx: &mut Resolver<'_>, model: &'static Model, place: u16, cast: &Cast) -> Step<()> {
    let Some(who) = cast.me else {
        return Ok(());
    };
    let title = say!(cx.now(), "{} moves", cx.name(who));
    let field = model.field(place);
    let label = model.label(place);
    let words = model.words(place);
    let (to, text) = cx.form("step", who, title, |f| {
        let now = f.now;
        let here = |id: Id| {
            let cell = now.get(id).sheet.get(Key::<Cell>::new(place, field));
            match cell {
                Cell::Word(at) => usize::from(at),
                _ => 0,
            }
        };
        let at = here(who);
        let near: Vec<usize> = (0..words.len()).filter(|to| to.abs_diff(at) == 1).collect();
        let foe = now
            .present()
            .find(|id| !now.allied(*id, who) && up(model, now, *id));
        let toward = foe.map_or(at, here);
        let closer = near
            .iter()
            .position(|to| to.abs_diff(toward) < at.abs_diff(toward));
        let to = f.one_of(
            "to",
            label,
            &near,
            closer.unwrap_or(0),
            |to| &words[*to],
            |to| Choice::new(words[*to].as_str(), words[*to].as_str()),
        );
        let text = f.text("where", "or in words", "");
        Ok::<_, Refused>((to, text))
    })?;
    match (to, text.trim()) {
        (Some(to), "") => {
            let cell = Cell::Word(u8::try_from(to).unwrap_or(0));
            cx.change(who, Key::<Cell>::new(place, field), cell, label, "");
        }
        (_, text) => note!(cx, &[who], "Where: {text}."),
    }
    Ok(())
}

/// Why somebody cannot pay, if so.
pub fn cannot_pay(
    model: &'static Model,
    scene: &Scene<'_>,
    who: Id,
    costs: &[(Purse, Sum)],
) -> Option<String> {
    costs.iter().find_map(|(purse, sum)| {
        let price = sum.of(scene).max(0);
        match purse {
            Purse::Slot(slot) => {
                if price == 0 {
                    return None;
                }
                if let Some(by) = look::forbids(model, scene.now, who, *slot) {
                    return Some(by.label.to_owned());
                }
                let left = look::slot_left(model, scene.now, who, *slot);
                let word = model.slots[*slot].0.replace('_', " ");
                match left {
                    left if left >= price => None,
                    left if left <= 0 => Some(format!("the {word} is spent")),
                    left => Some(format!("it takes {price} {word}, only {left} left")),
                }
            }
            Purse::Field(place) => {
                let left = number(model, scene.now, who, *place);
                let label = model.label(*place);
                (left < price).then(|| format!("it costs {price}, only {left} {label}"))
            }
        }
    })
}

/// Somebody pays.
pub fn pay(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    cast: &Cast,
    who: Id,
    costs: &[(Purse, Sum)],
) {
    for (purse, sum) in costs {
        let price = of(cx, model, sum, cast).max(0);
        if price == 0 {
            continue;
        }
        match purse {
            Purse::Slot(slot) => {
                let word = model.slots[*slot].0;
                Turn::change(cx, who, |turn| {
                    *turn.spent.entry(word.to_owned()).or_default() += price;
                });
            }
            Purse::Field(place) => {
                let left = number(model, cx.now(), who, *place) - price;
                let key = Key::<Option<i64>>::new(*place, model.field(*place));
                cx.change(who, key, Some(left), model.label(*place), "");
            }
        }
    }
}

/// What is remembered of something that happens once.
fn once_word(cx: &Resolver<'_>, once: Once, key: &str, who: Id) -> String {
    match once.of {
        OnceOf::One => format!("{key}/{}", who.0),
        OnceOf::Side => format!("{key}/side {}", cx.get(who).faction.0),
        OnceOf::All => key.to_owned(),
    }
}

/// Whether what happens once has happened for somebody.
pub fn has_been(cx: &Resolver<'_>, once: Option<Once>, key: &str, who: Id) -> bool {
    let Some(once) = once else {
        return false;
    };
    let word = once_word(cx, once, key, who);
    match once.fight {
        true => Memory::of(cx.now()).once.contains(&word),
        false => Round::of(cx.now()).once.contains(&word),
    }
}

/// It has happened now.
pub fn is_done(cx: &mut Resolver<'_>, once: Option<Once>, key: &str, who: Id) {
    let Some(once) = once else {
        return;
    };
    let word = once_word(cx, once, key, who);
    if has_been(cx, Some(once), key, who) {
        return;
    }
    match once.fight {
        true => Memory::change(cx, |memory| memory.once.push(word)),
        false => Round::change(cx, |round| round.once.push(word)),
    }
}

/// Whether whoever reacts stands to whom the blow is on as the reaction says.
fn stands_so(cx: &Resolver<'_>, aim: Aim, who: Id, target: Id) -> bool {
    match aim {
        Aim::Me => who == target,
        Aim::Ally => who != target && cx.now().allied(who, target),
        Aim::Foe => !cx.now().allied(who, target),
        Aim::Other => who != target,
        Aim::Any => true,
    }
}

/// Who may react to a blow at a moment of it.
fn reactors(
    cx: &Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    blow: &Cast,
    target: Id,
) -> Vec<Id> {
    let may = |who: &Id| {
        let own = Cast {
            me: Some(*who),
            actor: blow.me,
            thrower: Some(*who),
            ..blow.clone()
        };
        let scene = Scene::new(model, cx.now(), &own);
        up(model, cx.now(), *who)
            && Some(*who) != blow.me
            && stands_so(cx, reaction.aim, *who, target)
            && look::holds(reaction.when.as_ref(), &scene)
            && !has_been(cx, reaction.once, reaction.key, *who)
            && cannot_pay(model, &scene, *who, &reaction.costs).is_none()
    };
    cx.now().present().filter(may).collect()
}

/// What others may do into a blow at a moment of it: the blow may be on somebody else afterwards, or do less.
pub fn react(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    at: Moment,
    blow: &mut Cast,
) -> Step<()> {
    for reaction in model.reactions.iter().filter(|one| one.at == at) {
        let Some(target) = blow.target else {
            return Ok(());
        };
        let all = reactors(cx, model, reaction, blow, target);
        let by = match (all.as_slice(), reaction.aim) {
            ([], _) => None,
            ([only], Aim::Me) => {
                let title = say!(cx.now(), "{}: {}?", cx.name(*only), reaction.label);
                let does = cx.confirm(reaction.key, *only, title, false)?;
                Some(*only).filter(|_| does)
            }
            _ => {
                let title = say!(cx.now(), "{}: who?", reaction.label);
                let picked = cx.pick(reaction.key, target, title, all, 0, 1, vec![])?;
                picked.first().copied()
            }
        };
        let Some(by) = by else {
            continue;
        };
        let mut own = Cast {
            me: Some(by),
            actor: blow.me,
            thrower: Some(by),
            less: 0,
            ..blow.clone()
        };
        model.coverage.mark(reaction.spot);
        act!(cx, by, &[target], "{}: {}.", cx.name(by), reaction.label);
        pay(cx, model, &own, by, &reaction.costs);
        is_done(cx, reaction.once, reaction.key, by);
        if let Some(test) = &reaction.test {
            let hit = tested(cx, model, test, &mut own)?;
            branch(cx, model, &reaction.on, &hit, &mut own)?;
        }
        run(cx, model, &reaction.does, &mut own)?;
        blow.target = own.target;
        blow.less += own.less;
    }
    Ok(())
}

/// Somebody has no life left, or has some again: what the track says.
pub fn has_life(cx: &Resolver<'_>, model: &'static Model, who: Id) -> bool {
    life(model, cx.now(), who).0 > 0
}
