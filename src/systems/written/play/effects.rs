//! Effects of written systems. Each effect is a function of the resolver, which systems in Rust use as well.

use std::borrow::Cow;

use crate::dice::Tally;
use crate::encounter::Encounter;
use crate::resolver::{Choice, Resolver, Roll, Rolled, Step, Stop, act, note, say};
use crate::text::capital;
use crate::values::{Id, Key, Row};

use super::acts::{
    Chosen, DECLARE, aimed, aimed_at, ask, declarable, goes_off_in, part_of, takes_target,
};
use super::changes::{
    gain, harm, has_been, has_life, heal, is_done, lapse, lose, of, pay, set, set_scene, set_with,
    step, with_names,
};
use super::harm::strikes;
use super::lasting;
use super::later;
use super::look::{self, Cast, Hit, Scene, column_of, number, row_name, rows, up};
use super::points::points;
use super::reactions::{asked, may_react, reactors};
use super::state::{Later, Round, Turn};
use super::throwing::{self, blow_over, tested_together};
use super::throws;
use crate::systems::written::lua;
use crate::systems::written::model::{
    Action, Aim, Amount, Called, DEAD, DOWN, Effect, FLED, GameStep, Goal, Hurt, Model, Moment,
    Named, Placed, Point, Reaction, Spoiled, Test, Way, Whom, any_effect, question_of,
};
use crate::systems::written::order::phases;
use crate::systems::written::order::ticks;
use crate::systems::written::sums::sum::{Found, Sum, Who, Word};

/// Maximum depth of reactions to reactions.
const DEPTH: u8 = 6;
/// Maximum number of rerolls of one roll.
const THROWS: usize = 20;

/// Runs effects in order.
pub fn run(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    effects: &'static [Placed],
    cast: &mut Cast,
) -> Step<()> {
    for placed in effects {
        model.coverage.mark(placed.spot);
        one(cx, model, &placed.effect, cast)?;
        if changes(&placed.effect) {
            lapse(cx, model);
        }
    }
    Ok(())
}

/// Returns true if an effect itself may change the fight, not only through the effects that it contains.
fn changes(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::If(..)
            | Effect::Do(_)
            | Effect::Choose { .. }
            | Effect::Repeat(..)
            | Effect::Each(..)
            | Effect::Every(..)
            | Effect::Note(_)
            | Effect::Retarget(_)
            | Effect::Less(_)
            | Effect::Reroll(_)
            | Effect::Outcome(_)
    )
}

/// Runs effects a number of times for each row of a list.
fn each(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    list: u16,
    times: &'static Sum,
    effects: &'static [Placed],
    cast: &mut Cast,
) -> Step<()> {
    let Some(me) = cast.me else {
        return Ok(());
    };
    // Most rows have no effect, so one cast counts the times for all of them.
    let mut counting: Option<Cast> = None;
    let mut times_of = |cx: &Resolver<'_>, nth: usize| {
        let counting = counting.get_or_insert_with(|| cast.clone());
        counting.list = Some(list);
        counting.with = rows(cx.now(), me, list).get(nth).cloned();
        let times = of(cx, model, times, counting).clamp(0, 20);
        (times, (times > 0).then(|| counting.clone()))
    };
    let count = rows(cx.now(), me, list).len();
    let is_numbered = cx.heard()
        && matches!(
            effects,
            [Placed {
                effect: Effect::Act(..),
                ..
            }]
        );
    let all = if is_numbered {
        (0..count).map(|nth| times_of(cx, nth).0).sum()
    } else {
        0
    };
    let mut done = 0;
    for nth in 0..count {
        let (times, Some(mut own)) = times_of(cx, nth) else {
            continue;
        };
        for _ in 0..times {
            done += 1;
            own.part = (all > 1).then_some((done, all.max(done)));
            run(cx, model, effects, &mut own)?;
        }
    }
    Ok(())
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
                set(cx, model, who, *place, found, "");
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
            let scene = Scene::new(model, cx.now(), cast);
            let open = |way: &&'static Way| look::holds(way.when.as_ref(), &scene);
            let open = options.iter().filter(open);
            let all: Vec<(&'static Way, Cow<'static, str>)> =
                open.map(|way| (way, answer_text(way, &scene))).collect();
            // A single remaining option is taken without a question.
            let (way, text) = match all.as_slice() {
                [] => return Ok(()),
                [only] if options.len() > 1 => only.clone(),
                _ => {
                    let tell = |(way, text): &(&'static Way, Cow<'static, str>)| {
                        Choice::new(way.key, text.clone())
                    };
                    let title = titled(cx, model, title, cast);
                    cx.one_of(*key, who, title, &all, 0, tell)?
                }
            };
            if !logs_itself(way) {
                let title = capital(&titled(cx, model, question_of(title), cast));
                note!(
                    cx,
                    &who.into_iter().collect::<Vec<Id>>(),
                    "{}: {text}.",
                    title.trim_end_matches('?')
                );
            }
            run(cx, model, &way.does, cast)
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
            match hurt.into {
                // Temporary points are not added; the higher value counts.
                Some(place) if points > number(model, cx.now(), who, place) => {
                    set(cx, model, who, place, Found::Number(points), "");
                }
                Some(_) => {}
                None => heal(cx, model, who, points, ""),
            }
            Ok(())
        }
        Effect::Gain(who, named, terms, levels) => {
            let Some(key) = which(cx, model, named, cast) else {
                return Ok(());
            };
            let levels = levels.as_ref().map_or(1, |sum| of(cx, model, sum, cast));
            for who in all_of(cx, model, *who, cast) {
                if levels > 0 {
                    lasting::start(cx, model, who, key, terms.as_deref(), levels, cast);
                    if look::out(model, cx.now(), who).is_some() {
                        later::lose(cx, model, who);
                    }
                }
            }
            Ok(())
        }
        Effect::Lose(who, named, levels) => {
            let Some(key) = which(cx, model, named, cast) else {
                return Ok(());
            };
            let levels = levels.as_ref().map_or(1, |sum| of(cx, model, sum, cast));
            for who in all_of(cx, model, *who, cast) {
                lose(cx, model, who, key, levels);
            }
            Ok(())
        }
        Effect::Escape => lasting::escape(cx, model, cast),
        Effect::Repeat(times, effects) => {
            for _ in 0..of(cx, model, times, cast).clamp(0, 20) {
                run(cx, model, effects, cast)?;
            }
            Ok(())
        }
        Effect::Step(place) => step(cx, model, *place, cast),
        // A question asks for the text; any other text is logged.
        Effect::Note(asks) if asks.is_empty() || asks.ends_with('?') => {
            let title = if asks.is_empty() {
                "What happens?"
            } else {
                asks
            };
            let text = cx.text("note", cast.me, title, "")?;
            if !text.trim().is_empty() {
                let end = if text.trim().ends_with(char::is_alphanumeric) {
                    "."
                } else {
                    ""
                };
                note!(cx, &cast.concerned(), "{}{end}", capital(text.trim()));
            }
            Ok(())
        }
        Effect::Note(text) => {
            let text = with_columns(text, cast.with.as_ref());
            let text = with_names(cx, &text, cast);
            if !text.is_empty() {
                note!(cx, &cast.concerned(), "{text}");
            }
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
        Effect::Reroll(again) => {
            cast.again = Some(*again);
            Ok(())
        }
        Effect::Each(list, times, effects) => each(cx, model, *list, times, effects, cast),
        Effect::Every(aim, effects) => {
            let me = cast.me;
            let all = me.map_or_else(Vec::new, |me| aimed_at(model, cx.now(), *aim, me));
            let mut thrown = Vec::new();
            for who in all.clone() {
                let mut own = cast.clone().on(Some(who));
                own.all.clone_from(&all);
                own.thrown = std::mem::take(&mut thrown);
                own.strikes = None;
                own.gathered = None;
                own.gathered_kinds.clear();
                own.gathered_parts.clear();
                run(cx, model, effects, &mut own)?;
                thrown = own.thrown;
            }
            Ok(())
        }
        Effect::AsOne(effects) => as_one(cx, model, effects, cast),
        Effect::SetScene(place, to) => {
            let to = of(cx, model, to, cast);
            set_scene(cx, model, *place, to);
            Ok(())
        }
        Effect::SetWith(column, sum) => {
            let to = sum.find(&Scene::new(model, cx.now(), cast));
            set_with(cx, model, column.word, to, cast);
            Ok(())
        }
        Effect::Act(action, on, row) => {
            let (Some(action), Some(by)) = (model.action(action), cast.me) else {
                return Ok(());
            };
            let target = on.and_then(|who| cast.who(who));
            match look::cast_of_part(&Scene::new(model, cx.now(), cast), action, row.as_ref()) {
                Some(own) => part(cx, model, action, by, &own, target),
                None => Ok(()),
            }
        }
        Effect::React(reaction) => {
            let reaction = model.reactions.iter().find(|one| one.key == *reaction);
            match (reaction, cast.me) {
                (Some(reaction), Some(me)) => called_out(cx, model, reaction, me, cast),
                _ => Ok(()),
            }
        }
        Effect::Outcome(outcome) => {
            let answered = cast.answered.as_ref().map(|hit| hit.test);
            let of_this = |hit: &&mut Hit| answered.is_none_or(|test| test == hit.test);
            let hit = cast.hit.as_mut().filter(of_this);
            let mut changed = None;
            for hit in hit.into_iter().chain(cast.answered.as_mut()) {
                let test = model.tests.iter().find(|test| test.key == hit.test);
                if let Some(test) = test.filter(|_| hit.outcome != *outcome) {
                    hit.passed = test.passes(outcome);
                    hit.outcome = outcome;
                    changed = Some(test);
                }
            }
            if let Some(test) = changed {
                let word = test.name_of(outcome);
                note!(cx, &cast.concerned(), "{}: {word}.", capital(test.label));
            }
            Ok(())
        }
        Effect::Hold => {
            if let Some(who) = cast.me {
                Turn::change(cx, who, |turn| turn.held = true);
                note!(cx, &[who], "{} acts later in the round.", cx.name(who));
            }
            Ok(())
        }
        Effect::Push(who, sum) => {
            let by = of(cx, model, sum, cast);
            if let Some(who) = cast.who(*who) {
                ticks::move_on(cx, who, by);
            }
            Ok(())
        }
        Effect::Lua(name, _) => lua::call(cx, model, name, cast),
    }
}

/// Returns the title of a choice with names in place of `{self}` and `{target}`. The fields that rows show follow the
/// name of the target: "Orc 1 (DEF 11)".
fn titled(cx: &Resolver<'_>, model: &'static Model, title: &str, cast: &Cast) -> String {
    if !title.contains('{') || !cx.heard() {
        return title.to_owned();
    }
    let target = cast.target.map_or_else(String::new, |who| {
        let name = cx.name(who);
        match look::shown_fields(&Scene::new(model, cx.now(), cast), who) {
            fields if fields.is_empty() => name,
            fields => format!("{name} ({fields})"),
        }
    });
    with_names(cx, &title.replace("{target}", &target), cast)
}

/// Returns true if the effects of an answer begin with a log line. This line then replaces the name of the answer in
/// the log.
fn logs_itself(way: &Way) -> bool {
    let first = way.does.first().map(|placed| &placed.effect);
    matches!(first, Some(Effect::Note(text)) if !text.is_empty() && !text.ends_with('?'))
}

/// Returns the text of an answer: the rows that it names with their numbers, or else its own text.
fn answer_text(way: &'static Way, scene: &Scene<'_>) -> Cow<'static, str> {
    let Some(me) = scene.cast.me.filter(|_| !way.rows.is_empty()) else {
        return Cow::Borrowed(way.text);
    };
    let mut named = Vec::new();
    for (list, times) in &way.rows {
        for row in rows(scene.now, me, *list).iter() {
            let cast = scene.cast.clone().with(Some(row.clone()));
            match times.of(&Scene::new(scene.model, scene.now, &cast)) {
                ..=0 => {}
                1 => named.push(row_name(row).to_string()),
                many => named.push(format!("{many} × {}", row_name(row))),
            }
        }
    }
    if named.is_empty() {
        Cow::Borrowed(way.text)
    } else {
        Cow::Owned(named.join(" + "))
    }
}

/// Returns a text in which words and numbers of a row replace `{with.COLUMN}`.
fn with_columns(text: &str, row: Option<&Row>) -> String {
    let (mut line, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("{with.") {
        let Some((column, behind)) = after.split_once('}') else {
            break;
        };
        line.push_str(before);
        match row.map(|row| column_of(row, column)) {
            Some(Found::Word(word)) => line.push_str(&word),
            Some(Found::Number(number)) => line.push_str(&number.to_string()),
            _ => {}
        }
        rest = behind;
    }
    line.push_str(rest);
    line
}

/// Rolls a test and allows reactions to the roll. The cast keeps the result.
pub fn tested(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    cast: &mut Cast,
) -> Step<Hit> {
    let test = model.test(called, &Scene::new(model, cx.now(), cast));
    let Some(test) = test else {
        return cx.refuse("no test has this name");
    };
    tested_with(cx, model, test, Tally::new(), cast)
}

/// Rolls a test with a further bonus, like [`tested`].
pub fn tested_with(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    more: Tally,
    cast: &mut Cast,
) -> Step<Hit> {
    let roll = throwing::throw(cx, model, test, more, cast)?;
    rethrown(cx, model, test, roll.as_ref(), cast)?;
    match cast.hit.clone() {
        Some(hit) => Ok(hit),
        None => cx.refuse("the test has no roll"),
    }
}

/// Resolves a test that was rolled together with others, and allows reactions to the roll.
pub fn tested_already(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    roll: &Roll,
    rolled: &Rolled,
    cast: &mut Cast,
) -> Step<Hit> {
    throwing::fell(cx, model, test, roll, rolled, cast);
    rethrown(cx, model, test, Some(roll), cast)?;
    match cast.hit.clone() {
        Some(hit) => Ok(hit),
        None => cx.refuse("the test has no roll"),
    }
}

/// Allows reactions to a roll, until no reaction rerolls it. An automatic outcome has no dice to reroll.
fn rethrown(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    test: &'static Test,
    roll: Option<&Roll>,
    cast: &mut Cast,
) -> Step<()> {
    let Some(roll) = roll else {
        return reactions(cx, model, Moment::Thrown, Of::Outcome, cast);
    };
    for _ in 0..THROWS {
        cast.again = None;
        reactions(cx, model, Moment::Thrown, Of::Roll, cast)?;
        match cast.again.take() {
            Some(again) => throwing::again(cx, test, roll, again, cast)?,
            None => break,
        }
    }
    Ok(())
}

/// Runs effects. The steps after damage treat the damage to each target as one amount.
fn as_one(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    effects: &'static [Placed],
    cast: &mut Cast,
) -> Step<()> {
    if cast.gathered.is_some() {
        return run(cx, model, effects, cast);
    }
    cast.gathered = Some(Vec::new());
    cast.gathered_parts.clear();
    run(cx, model, effects, cast)?;
    let kinds = std::mem::take(&mut cast.gathered_kinds);
    if kinds.len() > 1 {
        let kinds: Vec<&str> = kinds.iter().map(|kind| &**kind).collect();
        cast.hurt_kind = Word::from(kinds.join(", ").as_str());
    }
    for (who, lost, beyond) in cast.gathered.take().unwrap_or_default() {
        has_counted(cx, model, who, cast, lost, beyond)?;
    }
    Ok(())
}

/// Rolls one test for several casts at once, and allows reactions to each roll.
fn all_tested(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    title: &str,
    casts: Vec<Cast>,
) -> Step<Vec<(Cast, Hit)>> {
    let mut hits = Vec::new();
    for (mut cast, test, roll) in tested_together(cx, model, called, title, casts)? {
        rethrown(cx, model, test, roll.as_ref(), &mut cast)?;
        if let Some(hit) = cast.hit.clone() {
            hits.push((cast, hit));
        }
    }
    Ok(hits)
}

/// Returns the condition with this name; `None` if an expression names no condition.
fn which(
    cx: &Resolver<'_>,
    model: &'static Model,
    named: &'static Named,
    cast: &Cast,
) -> Option<&'static str> {
    match named {
        Named::Fixed(key) => Some(key),
        Named::Sum(sum) => match sum.find(&Scene::new(model, cx.now(), cast)) {
            Found::Word(word) => model.condition(&word).map(|one| one.key),
            _ => None,
        },
    }
}

/// Returns all combatants in this role.
fn all_of(cx: &Resolver<'_>, model: &'static Model, whom: Whom, cast: &Cast) -> Vec<Id> {
    match (whom, cast.me) {
        (Whom::One(who), _) => cast.who(who).into_iter().collect(),
        (Whom::Side, Some(me)) => {
            let now = cx.now();
            let side = now.members(now.get(me).side);
            side.filter(|id| up(model, now, *id)).collect()
        }
        (Whom::Side, None) => Vec::new(),
    }
}

/// Runs the effects of an outcome.
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

/// Deals the damage of an effect, and allows reactions to it.
fn harmed(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    hurt: &'static Hurt,
    cast: &mut Cast,
) -> Step<()> {
    let Some(who) = cast.who(hurt.who) else {
        return Ok(());
    };
    // Report the hit before the damage dice, so that rulings made in between come after it.
    told_to_hit(cx, who, cast);
    // Nobody rolls damage to which the target is immune.
    let rolls = matches!(&hurt.amount, Amount::Dice(throw) if throw.dice(&Scene::new(model, cx.now(), cast)).is_some());
    if rolls && let Some(immune) = model.damage.none.as_ref().filter(|sum| !sum.is_of_damage()) {
        let own = Cast {
            hurt_kind: kind_of(cx, model, hurt, cast),
            with: cast.with.clone(),
            ..Cast::of(who)
        };
        if immune.is(&Scene::new(model, cx.now(), &own)) {
            let part = (who, own.hurt_kind.clone(), 0);
            if !cast.gathered_parts.contains(&part) {
                tell_immune(cx, who, &own.hurt_kind);
            }
            if cast.gathered.is_some() {
                cast.gathered_parts.push(part);
            }
            cast.hurt = 0;
            cast.hurt_kind = own.hurt_kind;
            return Ok(());
        }
    }
    let points = points(cx, model, hurt, cast)?;
    cast.hurt_kind = kind_of(cx, model, hurt, cast);
    strike(cx, model, who, points, cast)
}

/// Returns the type of damage.
fn kind_of(cx: &Resolver<'_>, model: &'static Model, hurt: &'static Hurt, cast: &Cast) -> Word {
    hurt.kind.as_ref().map_or_else(Word::default, |sum| {
        match sum.find(&Scene::new(model, cx.now(), cast)) {
            Found::Word(word) => word,
            _ => Word::default(),
        }
    })
}

fn tell_immune(cx: &mut Resolver<'_>, who: Id, kind: &Word) {
    note!(
        cx,
        &[who],
        "{} takes no {kind} damage (immune).",
        cx.name(who)
    );
}

/// Reports once that an attack has hit.
fn told_to_hit(cx: &mut Resolver<'_>, who: Id, cast: &mut Cast) {
    if let Some(by) = cast.strikes.take() {
        cx.struck(by, who, true);
    }
}

/// Deals an amount of damage to a combatant, and allows reactions to it. The cast keeps the points lost.
pub fn strike(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    points: i64,
    cast: &mut Cast,
) -> Step<()> {
    cast.hurt = points;
    let mut blow = cast.clone();
    blow.less = 0;
    blow.target = Some(who);
    if cast.actor.is_none() {
        react(cx, model, Moment::Hurting, &mut blow)?;
    }
    let lost = (cast.hurt - blow.less).max(0);
    if blow.less > 0 {
        note!(cx, &[who], "Damage {} → {lost}.", cast.hurt);
    }
    told_to_hit(cx, who, cast);
    blow.hurt = lost;
    let (lost, beyond) = suffered(cx, model, who, &blow, "")?;
    if cast.gathered.is_some() {
        let part = (who, cast.hurt_kind.clone(), blow.hurt);
        cast.gathered_parts.push(part);
    }
    if let Some(all) = &mut cast.gathered {
        match all.iter_mut().find(|(of, ..)| *of == who) {
            Some(of) => *of = (who, of.1.saturating_add(lost), of.2.saturating_add(beyond)),
            None => all.push((who, lost, beyond)),
        }
    }
    if cast.gathered.is_some() && lost > 0 && !cast.gathered_kinds.contains(&cast.hurt_kind) {
        cast.gathered_kinds.push(cast.hurt_kind.clone());
    }
    cast.hurt = lost;
    if cast.actor.is_none() {
        blow.hurt = lost;
        react(cx, model, Moment::Hurt, &mut blow)?;
    }
    Ok(())
}

/// Applies damage to a combatant: immunity, resistance and vulnerability, then the field that absorbs damage, then the
/// steps after damage. Returns the damage, and the part beyond the remaining hit points.
pub fn suffered(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    blow: &Cast,
    cause: &str,
) -> Step<(i64, i64)> {
    let damage = &model.damage;
    let mut lost = blow.hurt;
    let own = Cast {
        hurt: blow.hurt,
        hurt_kind: blow.hurt_kind.clone(),
        with: blow.with.clone(),
        ..Cast::of(who)
    };
    let holds = |cx: &Resolver<'_>, sum: Option<&Sum>| {
        sum.is_some_and(|sum| sum.is(&Scene::new(model, cx.now(), &own)))
    };
    if lost > 0 && holds(cx, damage.none.as_ref()) {
        tell_immune(cx, who, &blow.hurt_kind);
        lost = 0;
    }
    if lost > 0 && holds(cx, damage.half.as_ref()) {
        // Parts of one type in one hit are halved together, so that the sum is rounded down once.
        let parts = blow.gathered_parts.iter();
        let same = parts.filter(|(of, kind, _)| *of == who && *kind == blow.hurt_kind);
        let before: i64 = same.map(|(.., points)| points).sum();
        lost = before.saturating_add(lost).div_euclid(2) - before.div_euclid(2);
        note!(cx, &[who], "Half damage, {lost}: {}.", blow.hurt_kind);
    }
    if lost > 0 && holds(cx, damage.double.as_ref()) {
        lost = lost.saturating_mul(2);
        note!(cx, &[who], "Double damage, {lost}: {}.", blow.hurt_kind);
    }
    let mut left = lost;
    if let Some(first) = damage.first {
        let stands = number(model, cx.now(), who, first);
        let taken = stands.clamp(0, left.max(0));
        if taken > 0 {
            let key = Key::<Option<i64>>::new(first, model.field(first));
            cx.change(who, key, Some(stands - taken), model.label(first), cause);
            left -= taken;
        }
    }
    let before = look::left(model, cx.now(), who);
    harm(cx, model, who, left, &blow.hurt_kind, cause);
    spoil(cx, model, who, lost)?;
    if lost > 0 {
        lasting::broken(cx, model, who, &["damage"]);
    }
    lapse(cx, model);
    let beyond = (left - before.max(0)).max(0);
    if blow.gathered.is_none() {
        has_counted(cx, model, who, blow, lost, beyond)?;
    }
    Ok((lost, beyond))
}

/// Runs the steps that follow damage.
fn has_counted(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    blow: &Cast,
    lost: i64,
    beyond: i64,
) -> Step<()> {
    if lost <= 0 || blow.after_harm {
        return Ok(());
    }
    let own = Cast {
        actor: blow.me.filter(|by| *by != who),
        hit: blow.hit.clone(),
        hurt: lost,
        hurt_kind: blow.hurt_kind.clone(),
        with: blow.with.clone(),
        beyond,
        after_harm: true,
        ..Cast::of(who)
    };
    steps_after(cx, model, Point::Hurt, &[who], &own)
}

/// Cancels the delayed action of a combatant who is hurt, if the action can be interrupted. Combatants who go down lose
/// their delayed action in any case.
pub fn spoil(cx: &mut Resolver<'_>, model: &'static Model, who: Id, lost: i64) -> Step<()> {
    let Some(action) = later::begun(model, cx.now(), who) else {
        return Ok(());
    };
    if lost <= 0 || !has_life(cx, model, who) {
        return Ok(());
    }
    match &action.spoiled {
        None => return Ok(()),
        Some(Spoiled::Always) => {}
        Some(Spoiled::Unless(called)) => {
            let mut cast = Cast::of(who).with(later::row(cx.now(), who, action));
            cast.hurt = lost;
            if tested(cx, model, called, &mut cast)?.passed {
                return Ok(());
            }
        }
    }
    later::lose(cx, model, who);
    Ok(())
}

/// Asks for reactions at a time within an attack. They may redirect the attack, reduce its damage or change its
/// outcome.
pub fn react(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    at: Moment,
    blow: &mut Cast,
) -> Step<()> {
    reactions(cx, model, at, Of::Attack, blow)
}

/// Event to which a combatant may react.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Attack,
    /// Roll that was just made.
    Roll,
    /// Automatic outcome of a test, without a roll.
    Outcome,
}

/// Asks for reactions to an attack, a roll or an automatic outcome.
fn reactions(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    at: Moment,
    of: Of,
    blow: &mut Cast,
) -> Step<()> {
    let of_throw = of != Of::Attack;
    // Limits the depth of reactions to reactions.
    if blow.depth > DEPTH {
        return Ok(());
    }
    let due = |one: &&'static Reaction| {
        one.at == at && one.of_throw == of_throw && (of != Of::Outcome || !rerolls(one))
    };
    for reaction in model.reactions.iter().filter(due) {
        let about = if of_throw { blow.thrower } else { blow.target };
        let Some(about) = about else {
            return Ok(());
        };
        let all = reactors(cx, model, reaction, blow, about);
        let by = match (all.as_slice(), reaction.aim) {
            ([], _) => None,
            ([first, ..], _) if reaction.automatic => Some(*first),
            ([only], Aim::Me) => {
                let title = asked(cx, model, reaction, &all, blow);
                let does = cx.confirm(reaction.key, *only, title, false)?;
                Some(*only).filter(|_| does)
            }
            _ => {
                let title = asked(cx, model, reaction, &all, blow);
                cx.others("cannot react now");
                let picked = cx.pick(reaction.key, about, title, all, 0, 1, vec![])?;
                picked.first().copied()
            }
        };
        if let Some(by) = by {
            let own = reacts(cx, model, reaction, by, about, blow)?;
            blow.hit = own.answered;
            if of_throw {
                blow.again = own.again;
                if blow.again.is_some() {
                    return Ok(());
                }
            } else {
                blow.target = own.target;
                blow.less += own.less;
            }
        }
    }
    Ok(())
}

/// Returns true if a reaction may reroll the dice.
fn rerolls(reaction: &'static Reaction) -> bool {
    any_effect(&reaction.does, |effect| matches!(effect, Effect::Reroll(_)))
        || (reaction.on.iter())
            .any(|(_, effects)| any_effect(effects, |effect| matches!(effect, Effect::Reroll(_))))
}

/// Offers the reactions that an effect calls for. The combatants who accept react in order. Automatic reactions happen
/// without a question.
fn called_out(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    me: Id,
    cast: &Cast,
) -> Step<()> {
    let blow = cast.clone().on(Some(me));
    let all = reactors(cx, model, reaction, &blow, me);
    if all.is_empty() || cast.depth > DEPTH {
        return Ok(());
    }
    // Each side gets its own question, because the reacting combatants are not the acting combatant.
    let mut left = all;
    while let Some(first) = left.first().copied() {
        let side = cx.get(first).side;
        let (own, others): (Vec<Id>, Vec<Id>) =
            left.iter().partition(|id| cx.get(**id).side == side);
        left = others;
        if reaction.automatic {
            for by in own {
                if may_react(cx, model, reaction, &blow, me, by) {
                    reacts(cx, model, reaction, by, me, &blow)?;
                }
            }
            continue;
        }
        let title = asked(cx, model, reaction, &own, &blow);
        let most = own.len();
        cx.others("cannot react now");
        for by in cx.pick(reaction.key, first, title, own, 0, most, vec![])? {
            if may_react(cx, model, reaction, &blow, me, by) {
                reacts(cx, model, reaction, by, me, &blow)?;
            }
        }
    }
    Ok(())
}

/// Resolves a combatant's reaction and returns the resulting state of the attack.
fn reacts(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    reaction: &'static Reaction,
    by: Id,
    about: Id,
    blow: &Cast,
) -> Step<Cast> {
    let mut own = Cast {
        me: Some(by),
        actor: blow.me,
        thrower: Some(by),
        answered: blow.hit.clone(),
        less: 0,
        again: None,
        gathered: None,
        gathered_kinds: Vec::new(),
        gathered_parts: Vec::new(),
        // The sentence of the action is not about the reaction's own roll.
        told: String::new(),
        depth: blow.depth.saturating_add(1),
        ..blow.clone()
    };
    model.coverage.mark(reaction.spot);
    match reaction.says {
        "" => act!(cx, by, &[about], "{}: {}.", cx.name(by), reaction.label),
        says => {
            let says = with_names(cx, says, &own);
            act!(cx, by, &[about], "{says}.");
        }
    }
    pay(cx, model, &own, by, &reaction.costs);
    is_done(cx, reaction.once, reaction.key, by);
    if let Some(test) = &reaction.test {
        let hit = tested(cx, model, test, &mut own)?;
        branch(cx, model, &reaction.on, &hit, &mut own)?;
    }
    run(cx, model, &reaction.does, &mut own)?;
    Ok(own)
}

/// Runs the automatic steps at a point for all combatants.
pub fn steps(cx: &mut Resolver<'_>, model: &'static Model, at: Point) -> Step<()> {
    let all: Vec<Id> = cx.now().present().collect();
    steps_of(cx, model, at, &all)
}

/// Runs the automatic steps at a point for these combatants.
pub fn steps_of(cx: &mut Resolver<'_>, model: &'static Model, at: Point, all: &[Id]) -> Step<()> {
    steps_after(cx, model, at, all, &Cast::default())
}

/// Runs the automatic steps at a point for these combatants, with the cast of the event that caused them.
pub fn steps_after(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    at: Point,
    all: &[Id],
    base: &Cast,
) -> Step<()> {
    let mut own: Option<Cast> = None;
    for step in model.steps.iter().filter(|step| step.at == at) {
        let due = |id: &Id| {
            // An earlier step may have removed some combatants of the side from the fight.
            let there = at != Point::SideLoses || up(model, cx.now(), *id);
            let holds = |sum: &Sum| {
                let own = own.get_or_insert_with(|| base.clone());
                (own.me, own.thrower) = (Some(*id), Some(*id));
                own.giver = giver_of(cx, step, *id, base);
                sum.is(&Scene::new(model, cx.now(), own))
            };
            there
                && step
                    .condition
                    .is_none_or(|key| cx.get(*id).named(key).is_some())
                && look::is_of(cx.now(), step.who, *id)
                && step.when.as_ref().is_none_or(holds)
                && !has_been(cx, step.once, step.key, *id)
        };
        let mut who: Vec<Id> = all.iter().copied().filter(due).collect();
        if step.per_side {
            let mut seen = Vec::new();
            who.retain(|id| {
                let side = cx.get(*id).side;
                let first = !seen.contains(&side);
                seen.push(side);
                first
            });
        }
        if who.is_empty() {
            continue;
        }
        for id in &who {
            is_done(cx, step.once, step.key, *id);
        }
        by_itself(cx, model, step.label, &who, |cx| {
            step_of(cx, model, step, base, &who)
        })?;
    }
    Ok(())
}

/// Resolves an automatic event. If a function of `rules.lua` fails in it, or refuses before any choice was made, the
/// fight continues without the event, and the log reports it.
pub fn by_itself(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    label: &str,
    who: &[Id],
    does: impl FnOnce(&mut Resolver<'_>) -> Step<()>,
) -> Step<()> {
    if model.rules.is_none() {
        return does(cx);
    }
    let before = cx.choices();
    let does = |cx: &mut Resolver<'_>| match does(cx) {
        Err(Stop::Refused(why)) if cx.choices() == before => Err(Stop::Broken(format!(
            "the rule refuses ({why}) before any choice. Affray applies no effects of this rule: resolve the rule by hand"
        ))),
        other => other,
    };
    if !cx.heard() {
        return does(cx);
    }
    cx.attempt(does, |cx, why| {
        cx.ruled(who, format!("Skipped {label}: {why}."), true);
    })
}

/// Returns the cast of a step for a combatant, based on the cast of the preceding event.
fn cast_of(cx: &Resolver<'_>, step: &GameStep, who: Id, base: &Cast) -> Cast {
    Cast {
        giver: giver_of(cx, step, who, base),
        ..base.clone().mine(who)
    }
}

/// Returns the giver of a step's condition, otherwise the giver of the preceding event.
fn giver_of(cx: &Resolver<'_>, step: &GameStep, who: Id, base: &Cast) -> Option<Id> {
    let of = |key| cx.get(who).named(key).and_then(|one| one.by);
    step.condition.and_then(of).or(base.giver)
}

/// Runs the effects of a step for these combatants. If the step begins with a test, all of them roll at once.
fn step_of(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    step: &'static GameStep,
    base: &Cast,
    who: &[Id],
) -> Step<()> {
    model.coverage.mark(step.spot);
    // Effects that follow from an attack are logged in the line of the attack.
    if step.at != Point::Hurt
        && let Some((first, rest)) = step.does.split_first()
        && let Effect::Test(test, on) = &first.effect
    {
        model.coverage.mark(first.spot);
        let title = capital(step.label);
        match step.condition {
            Some(_) => tell_still(cx, who, step.label),
            None => act!(cx, None, who, "{}: {}.", cx.now().crowd(who), step.label),
        }
        let casts = who.iter().map(|id| cast_of(cx, step, *id, base)).collect();
        for (mut cast, hit) in all_tested(cx, model, test, &title, casts)? {
            branch(cx, model, on, &hit, &mut cast)?;
            run(cx, model, rest, &mut cast)?;
        }
        return Ok(());
    }
    for id in who {
        run(cx, model, &step.does, &mut cast_of(cx, step, *id, base))?;
    }
    Ok(())
}

/// Returns true if a combatant must go down now: no hit points are left, and no condition shows it yet.
pub fn falls(model: &'static Model, now: &Encounter, who: Id) -> bool {
    let one = now.get(who);
    let out = [DOWN, DEAD, FLED];
    !one.gone
        && !Round::of(now).together.contains(&who)
        && look::left(model, now, who) <= 0
        && out.iter().all(|key| one.named(key).is_none())
}

/// Logs that combatants roll against a condition.
pub fn tell_still(cx: &mut Resolver<'_>, who: &[Id], label: &str) {
    let verb = if who.len() == 1 { "is" } else { "are" };
    act!(
        cx,
        None,
        who,
        "{} {verb} still {label}.",
        cx.now().crowd(who)
    );
}

/// Makes a combatant go down, and runs the automatic steps that follow.
pub fn fall(cx: &mut Resolver<'_>, model: &'static Model, who: Id) -> Step<()> {
    gain(cx, model, who, DOWN, None, 1);
    later::lose(cx, model, who);
    steps_of(cx, model, Point::Falls, &[who])?;
    let now = cx.now();
    // Players do not know of hidden combatants, so their side has not visibly lost one.
    if !now.get(who).hidden {
        let others = now.members(now.get(who).side);
        let others: Vec<Id> = others.filter(|id| up(model, now, *id)).collect();
        let fallen = Cast {
            giver: Some(who),
            ..Cast::default()
        };
        steps_after(cx, model, Point::SideLoses, &others, &fallen)?;
    }
    // The steps may have removed the condition; without hit points the combatant would go down again.
    if falls(model, cx.now(), who) {
        gain(cx, model, who, DOWN, None, 1);
    }
    Ok(())
}

/// Asks for an action's form and resolves the action.
pub fn act(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
) -> Step<()> {
    let chosen = ask(cx, model, action, by, Chosen::default(), 1)?;
    if cx.now().turn == Some(by) {
        Turn::change(cx, by, |turn| turn.acts += 1);
        attacked(cx, model, action, by, &chosen.targets);
    }
    let mut base = cast_for(action, by, &chosen, 0);
    base.told = begin(cx, model, action, by, &chosen, &base);
    let takes = action.takes.as_ref();
    let takes = takes.map_or(0, |takes| takes.of(&Scene::new(model, cx.now(), &base)));
    if takes > 0 || action.declared {
        let what = (chosen.with.as_ref(), chosen.targets.as_slice());
        later::begin(cx, model, action, by, what, takes.max(0));
        let when = later::when(model, cx.now(), by);
        note!(cx, &[by], "The action takes effect {when}.");
        return Ok(());
    }
    carry_out(cx, model, action, by, chosen, base)
}

/// Resolves a combatant's delayed action at the start of the combatant's turn, on the targets still in the fight, or
/// counts down the turns until then.
pub fn goes_off(cx: &mut Resolver<'_>, model: &'static Model, by: Id) -> Step<()> {
    let Some(action) = later::begun(model, cx.now(), by) else {
        return Ok(());
    };
    let begun = Later::of(cx.now(), by).clone();
    if !goes_off_in(action, phases::phase(model, cx.now())) {
        return Ok(());
    }
    if begun.turns > 0 {
        Later::change(cx, by, |later| later.turns -= 1);
        let what = later::told(cx.now(), by, action);
        let when = later::when(model, cx.now(), by);
        note!(cx, &[by], "{what} takes effect {when}.");
        return Ok(());
    }
    let with = later::row(cx.now(), by, action);
    let there = aimed(model, cx.now(), action, by);
    let targets: Vec<Id> = begun
        .targets
        .iter()
        .copied()
        .filter(|id| there.contains(id))
        .collect();
    let what = later::told(cx.now(), by, action);
    Later::clear(cx, by);
    let nobody = targets.is_empty() && action.aim != Aim::Me;
    let gone = with.is_none() && !begun.with.is_empty();
    if nobody || gone {
        act!(cx, by, &[], "{}: {what} has no effect.", cx.name(by));
        return Ok(());
    }
    act!(cx, by, &targets, "{}: {what} takes effect.", cx.name(by));
    let chosen = Chosen {
        with,
        targets,
        ..Chosen::default()
    };
    let base = cast_for(action, by, &chosen, 0);
    by_itself(cx, model, &what, &[by], |cx| {
        carry_out(cx, model, action, by, chosen, base)
    })
}

/// Asks a combatant to declare an action for later in the round.
pub fn declare(cx: &mut Resolver<'_>, model: &'static Model, by: Id) -> Step<()> {
    let all = declarable(model, cx.now(), by);
    let action = match all.as_slice() {
        [] => return cx.refuse("there is nothing to declare"),
        [only] => *only,
        _ => {
            let title = say!(cx.now(), "{}: which action do you declare?", cx.name(by));
            let tell = |action: &&'static Action| Choice::new(action.key, action.label);
            cx.one_of(DECLARE, by, title, &all, 0, tell)?
        }
    };
    act(cx, model, action, by)
}

/// Performs an action as part of another action, with the same row and a given target. Skips the action if there is no
/// target or no row for it, or if no target is chosen.
pub fn part(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    cast: &Cast,
    target: Option<Id>,
) -> Step<()> {
    // Combatants without hit points go down before the next part begins.
    let fallen = cx.now().ids();
    for who in fallen
        .filter(|id| falls(model, cx.now(), *id))
        .collect::<Vec<Id>>()
    {
        fall(cx, model, who)?;
    }
    let Some(given) = part_of(model, cx.now(), action, by, cast, target, &[]) else {
        return Ok(());
    };
    let given = Chosen {
        part: cast.part,
        ..given
    };
    let chosen = ask(cx, model, action, by, given, 0)?;
    let skipped = chosen.targets.is_empty()
        && takes_target(model, cx.now(), action, by, chosen.with.as_ref());
    if skipped {
        return Ok(());
    }
    if cx.now().turn == Some(by) {
        attacked(cx, model, action, by, &chosen.targets);
    }
    let mut base = cast_for(action, by, &chosen, cast.depth.saturating_add(1));
    base.told = begin(cx, model, action, by, &chosen, &base);
    carry_out(cx, model, action, by, chosen, base)
}

/// Records the target of a harmful action, the default of later actions.
fn attacked(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    targets: &[Id],
) {
    if let Some(target) = targets.first().filter(|_| strikes(model, action)) {
        Turn::change(cx, by, |turn| turn.last = Some(*target));
    }
}

/// Creates the cast of an action from its completed form.
fn cast_for(action: &Action, by: Id, chosen: &Chosen, depth: u8) -> Cast {
    let mut base = Cast::of(by).with(chosen.with.clone());
    base.depth = depth;
    base.action = action.key;
    base.list = action.with.map(|with| with.field);
    base.asked.clone_from(&chosen.asked);
    base
}

/// Logs the beginning of an action and pays its costs. Returns the sentence in the log.
fn begin(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    chosen: &Chosen,
    base: &Cast,
) -> String {
    model.coverage.mark(action.spot);
    let told = tell(cx, action, by, chosen);
    pay(cx, model, base, by, &action.costs);
    // Tests with the key of the action end these conditions on their own when they are rolled.
    let rolled = |test: &Test| test.key == action.key || test.kind == action.key;
    if model.has_terms && !model.tests.iter().any(rolled) {
        lasting::broken(cx, model, by, &[action.key]);
    }
    told
}

/// Resolves an action on each of its targets.
fn carry_out(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    chosen: Chosen,
    mut base: Cast,
) -> Step<()> {
    run(cx, model, &action.begins, &mut base)?;
    base.all.clone_from(&chosen.targets);
    let targets: Vec<Option<Id>> = match chosen.targets.as_slice() {
        [] => vec![None],
        all => all.iter().copied().map(Some).collect(),
    };
    let mut casts = Vec::new();
    for target in targets {
        let mut cast = base.clone().on(target);
        let foe = target.is_some_and(|target| !cx.now().allied(by, target));
        cast.strikes = Some(by).filter(|_| foe && strikes(model, action));
        casts.push(cast);
    }
    let together = (action.test.as_ref()).filter(|called| {
        let thrown_by = model.test(called, &Scene::new(model, cx.now(), &base));
        casts.len() > 1
            && !action.apart
            && thrown_by.is_some_and(|test| {
                test.thrower == Who::Target && !matches!(test.goal, Goal::Beats(..))
            })
    });
    if let Some(test) = together {
        for cast in &mut casts {
            cast.hit = coming(cx, model, test, cast);
            react(cx, model, Moment::Aimed, cast)?;
        }
        let with = chosen.with.as_ref().map(row_name);
        let what = with.as_deref().unwrap_or(action.label);
        let first = casts.first();
        let first = first.and_then(|cast| model.test(test, &Scene::new(model, cx.now(), cast)));
        let label = first.map_or("", |test| test.label);
        let title = say!(cx.now(), "{}: {what}, {label}", cx.name(by));
        let mut thrown = Vec::new();
        for (mut cast, _) in all_tested(cx, model, test, &title, casts)? {
            cast.thrown.append(&mut thrown);
            react(cx, model, Moment::Thrown, &mut cast)?;
            outcome(cx, model, action, by, &mut cast)?;
            thrown = cast.thrown;
        }
        return Ok(());
    }
    let mut thrown = Vec::new();
    for mut cast in casts {
        cast.thrown.append(&mut thrown);
        let test = action.test.as_ref();
        if let Some(test) =
            test.filter(|test| model.throws(test, &Scene::new(model, cx.now(), &cast)))
        {
            foresee(cx, model, test, &cast);
            cast.hit = coming(cx, model, test, &cast);
            react(cx, model, Moment::Aimed, &mut cast)?;
            tested(cx, model, test, &mut cast)?;
            react(cx, model, Moment::Thrown, &mut cast)?;
        }
        outcome(cx, model, action, by, &mut cast)?;
        thrown = cast.thrown;
    }
    Ok(())
}

/// Returns the result of a test before its dice are rolled, without an outcome.
fn coming(
    cx: &Resolver<'_>,
    model: &'static Model,
    called: &'static Called,
    cast: &Cast,
) -> Option<Hit> {
    let test = model.test(called, &Scene::new(model, cx.now(), cast))?;
    Some(throws::without(test, ""))
}

/// Applies the effects of an action to one target, by the outcome of its test.
fn outcome(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    cast: &mut Cast,
) -> Step<()> {
    let test = action.test.as_ref();
    let test = test.and_then(|test| model.test(test, &Scene::new(model, cx.now(), cast)));
    let own = test.is_some_and(|test| test.thrower == Who::Me);
    let passed = own && cast.hit.as_ref().is_some_and(|hit| hit.passed);
    if let Some(hit) = cast.hit.clone() {
        branch(cx, model, &action.on, &hit, cast)?;
    }
    run(cx, model, &action.does, cast)?;
    // An attack that dealt no damage counts as a miss, unless its own roll succeeded.
    if let (Some(_), Some(target)) = (cast.strikes, cast.target) {
        cx.struck(by, target, passed);
    }
    blow_over(cx, model);
    Ok(())
}

/// Shows the chance of a roll before its dice, if a combatant may still react.
fn foresee(cx: &mut Resolver<'_>, model: &'static Model, called: &'static Called, cast: &Cast) {
    let before = |reaction: &Reaction| reaction.at == Moment::Aimed;
    if !cx.shows() || !model.reactions.iter().any(before) {
        return;
    }
    let scene = Scene::new(model, cx.now(), cast);
    let Some(test) = model.test(called, &scene) else {
        return;
    };
    let mut cast = cast.clone();
    cast.thrower = look::thrower(test, cast.me, cast.target);
    let roll = throws::roll(&Scene::new(model, cx.now(), &cast), test);
    let roll = roll.filter(|roll| roll.need.is_some());
    if let (Some(who), Some(roll)) = (cast.thrower, roll) {
        let chance = roll.chance();
        let chance = chance.map_or_else(String::new, |chance| format!(", {:.0}%", 100.0 * chance));
        let text = format!(
            "{}, before a defence: {}{chance}",
            test.label,
            roll.need_text()
        );
        cx.foresee(who, roll, text);
    }
}

/// Returns the log text of an action without its targets: "Ann casts light" for "Ann casts light on {target}".
fn without_target(says: &str) -> Cow<'_, str> {
    for before in [" on ", " at ", " to ", " with ", ": ", ", "] {
        let target = format!("{before}{{target}}");
        if says.contains(&target) {
            return Cow::Owned(says.replace(&target, ""));
        }
    }
    Cow::Borrowed(says)
}

/// Logs the start of an action. Returns the sentence; "" if the log is disabled.
fn tell(cx: &mut Resolver<'_>, action: &'static Action, by: Id, chosen: &Chosen) -> String {
    if !cx.heard() {
        return String::new();
    }
    let now = cx.now();
    let me = now.name(by).to_owned();
    let targets = match chosen.targets.as_slice() {
        [] => String::new(),
        all => now.names(all),
    };
    let with = chosen.with.as_ref().map(row_name).unwrap_or_default();
    let text = match action.says {
        "" => {
            let with = if with.is_empty() {
                String::new()
            } else {
                format!(" ({with})")
            };
            let on = if targets.is_empty() {
                String::new()
            } else {
                format!(", {targets}")
            };
            format!("{me}: {}{with}{on}.", action.label)
        }
        says => {
            let says = if targets.is_empty() {
                without_target(says)
            } else {
                Cow::Borrowed(says)
            };
            let text = with_names(cx, &says.replace("{target}", &targets), &Cast::of(by));
            let text = with_columns(&text, chosen.with.as_ref());
            let text = match &*with {
                "" => text
                    .replace(" with {with}", "")
                    .replace("{with}", "nothing"),
                with => text.replace("{with}", with),
            };
            if text.ends_with('.') {
                text
            } else {
                format!("{text}.")
            }
        }
    };
    cx.act_text(by, &chosen.targets, text.clone());
    text
}
