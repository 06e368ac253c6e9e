//! Changes that effects make to combatants: hit points, fields, conditions, costs, and events that happen once.

use crate::encounter::{Condition, Encounter, Ends, HealthChange};
use crate::resolver::{Choice, Refused, Resolver, Step, note, say};
use crate::systems::common::moments::{FIGHT_OVER, NEXT_TURN, TURN_END};
use crate::systems::common::sentences;
use crate::text::capital;
use crate::values::{Cell, Id, Is, Key, List, Row};

use super::lasting;
use super::look::{self, Cast, Scene, left, life, number, row_name, rows, track, up};
use super::state::{Clock, Memory, Round, Turn};
use crate::systems::written::model::{Aim, DEAD, DOWN, Ending, Model, Once, OnceOf, Purse};
use crate::systems::written::order::ticks;
use crate::systems::written::sums::sum::{Found, Kind, Look, Name, Sum};

/// Returns the value of an expression.
pub fn of(cx: &Resolver<'_>, model: &'static Model, sum: &Sum, cast: &Cast) -> i64 {
    sum.of(&Scene::new(model, cx.now(), cast))
}

/// Sets a column of the current row, also on the sheet.
pub fn set_with(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    column: &'static str,
    to: Found,
    cast: &mut Cast,
) {
    let (Some(me), Some(list), Some(with)) = (cast.me, cast.list, &cast.with) else {
        return;
    };
    let name = look::row_name(with);
    let all = rows(cx.now(), me, list);
    let place = all.iter().position(|row| look::row_name(row) == name);
    let inner = with.fields().place(column);
    let (Some(nth), Some(inner)) = (place, inner.and_then(|inner| u16::try_from(inner).ok()))
    else {
        return;
    };
    let cell = match to {
        Found::Number(number) => Cell::Int(number),
        Found::Flag(flag) => Cell::Flag(flag),
        Found::Dice(dice) => Cell::Dice(dice),
        Found::Word(_) | Found::Nothing => return,
    };
    let list = Key::<List<Row>>::new(list, model.field(list));
    let spec = &with.fields()[usize::from(inner)];
    let label = if spec.silent {
        String::new()
    } else {
        format!("{name}: {}", spec.label)
    };
    cx.change(
        me,
        list.row(nth, Key::<Cell>::new(inner, column)),
        cell,
        label,
        "",
    );
    cast.with = rows(cx.now(), me, cast.list.unwrap_or(0)).get(nth).cloned();
}

/// Returns the conditions whose requirement no longer holds, each with bearer and source.
pub fn lapsed(model: &'static Model, now: &Encounter) -> Vec<(Id, &'static str, Option<Id>)> {
    let mut over = lasting::lapsed(model, now);
    let lapsing = model.lapsing();
    let mut ended = Vec::new();
    for id in now.ids() {
        for one in &now.get(id).conditions {
            let own = (one.key.len(), one.key.as_str());
            let found = lapsing.binary_search_by(|(key, ..)| (key.len(), *key).cmp(&own));
            let Ok(nth) = found else {
                continue;
            };
            let (key, place, holds) = lapsing[nth];
            let cast = Cast {
                giver: one.by.or(Some(id)),
                ..Cast::of(id)
            };
            if !holds.is(&Scene::new(model, now, &cast)) {
                ended.push((place, (id, key, one.by)));
            }
        }
    }
    // Conditions end in the order of the file.
    ended.sort_by_key(|(place, _)| *place);
    over.extend(ended.into_iter().map(|(_, one)| one));
    over
}

/// Returns each combatant whose hit points are above a reduced maximum, and this maximum.
pub fn above(model: &'static Model, now: &Encounter) -> Vec<(Id, i64)> {
    let lowers = model.lowers_life();
    let among = |one: &Condition| lowers.contains(&one.key.as_str());
    let bears = |id: &Id| now.get(*id).conditions.iter().any(among);
    let all = now.ids().filter(bears);
    let life = all.map(|id| (id, life(model, now, id)));
    let above = life.filter(|(_, (left, most))| left > most);
    above.map(|(id, (_, most))| (id, most)).collect()
}

/// Ends the conditions that have lapsed, and the conditions that depend on them. Reduces hit points to their maximum.
/// Most effects change nothing; after them, no condition is evaluated again.
pub fn lapse(cx: &mut Resolver<'_>, model: &'static Model) {
    if cx.is_nothing_due() {
        return;
    }
    let mut calm = true;
    for (id, most) in above(model, cx.now()) {
        calm = false;
        let track = track(model, cx.now());
        let key = Key::<Option<i64>>::new(track.field, model.field(track.field));
        cx.change(id, key, Some(most), model.label(track.field), "");
    }
    for _ in 0..8 {
        let over = lapsed(model, cx.now());
        if over.is_empty() {
            if calm {
                cx.note_nothing_due();
            }
            return;
        }
        calm = false;
        let schema = cx.now().schema;
        let label = |key: &str| match schema.condition(key) {
            Ok(spec) if spec.silent => String::new(),
            _ => schema.called(key),
        };
        for (who, key, by) in over {
            cx.lose_over(who, |one| one.key == key && one.by == by, label, "");
        }
    }
}

/// Applies points of damage of a type (`""` for none) to a combatant.
pub fn harm(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    points: i64,
    kind: &str,
    cause: &str,
) {
    let track = track(model, cx.now());
    let key = Key::<Option<i64>>::new(track.field, model.field(track.field));
    let stands = number(model, cx.now(), who, track.field);
    let most = look::most(model, cx.now(), who, track.most);
    let to = if track.up {
        stands.saturating_add(points).min(most.max(stands))
    } else {
        stands.saturating_sub(points).max(0)
    };
    let damage = if track.up {
        HealthChange::Wounds
    } else {
        HealthChange::Damage {
            amount: points,
            kind: kind.to_owned(),
        }
    };
    // Damage to a combatant without hit points changes no number, but may have consequences.
    if points > 0 && stands == 0 && !track.up {
        let kind = match kind {
            "" => String::new(),
            kind => format!(" {kind}"),
        };
        let cause = match cause {
            "" => String::new(),
            cause => format!(" ({cause})"),
        };
        note!(
            cx,
            &[who],
            "{} takes {points}{kind} damage{cause}.",
            cx.name(who)
        );
        return;
    }
    let unit = model.label(track.field);
    cx.change_health(who, key, Some(to), (damage, unit), cause);
}

/// Heals a combatant, at most to the maximum.
pub fn heal(cx: &mut Resolver<'_>, model: &'static Model, who: Id, points: i64, cause: &str) {
    let track = track(model, cx.now());
    let key = Key::<Option<i64>>::new(track.field, model.field(track.field));
    let stands = number(model, cx.now(), who, track.field);
    let most = look::most(model, cx.now(), who, track.most);
    let to = if track.up {
        stands.saturating_sub(points).max(0)
    } else {
        stands.saturating_add(points).min(most.max(stands))
    };
    let missing = if track.up { stands > 0 } else { stands < most };
    if to == stands && (points > 0 || missing) {
        sentences::nothing_to_heal(cx, who, missing, cause);
    }
    let healing = if track.up {
        HealthChange::Wounds
    } else {
        HealthChange::Healing {
            amount: to - stands,
        }
    };
    let unit = model.label(track.field);
    cx.change_health(who, key, Some(to), (healing, unit), cause);
}

/// Sets a field to a value.
pub fn set(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    place: u16,
    to: Found,
    cause: &str,
) {
    let kind = model.names.fields[usize::from(place)].1;
    let to_number = to.number();
    let cell = match (kind, to) {
        (Kind::Number, to) => Cell::Int(to.number()),
        (Kind::Flag, to) => Cell::Flag(to.is()),
        (Kind::Word, Found::Word(word)) => {
            let words = model.words(place);
            let found = words.iter().position(|one| **one == *word);
            match found.and_then(|place| u8::try_from(place).ok()) {
                Some(place) => Cell::Word(place),
                None if words.is_empty() => Cell::Text(word.into()),
                None => return,
            }
        }
        (Kind::Dice, Found::Dice(dice)) => Cell::Dice(dice),
        _ => Cell::Empty,
    };
    if model.shared.contains(&place) {
        share(cx, model, who, place, to_number);
        return;
    }
    // A number that is already there is no change.
    if kind == Kind::Number && number(model, cx.now(), who, place) == to_number {
        return;
    }
    let key = Key::<Cell>::new(place, model.field(place));
    let spec = &model.schema.fields[usize::from(place)];
    let label = if spec.silent { "" } else { &spec.label };
    cx.change(who, key, cell, label, cause);
}

/// Sets a number of the whole scene, within its range.
pub fn set_scene(cx: &mut Resolver<'_>, model: &'static Model, place: u16, to: i64) {
    let one = &model.scene[usize::from(place)];
    let before = look::scene_number(model, cx.now(), place);
    let to = to.clamp(one.least, one.most);
    if to == before {
        return;
    }
    Memory::change(cx, |memory| {
        memory.scene.insert(one.key.to_owned(), to);
    });
    let of = one.of();
    note!(cx, &[], "{} {before} → {to}{of}.", capital(one.label));
}

/// Sets the total of a shared field and logs it. A loss is taken from the acting combatant first, then from the other
/// combatants in order. A gain goes to the acting combatant.
fn share(cx: &mut Resolver<'_>, model: &'static Model, who: Id, place: u16, to: i64) {
    let before = look::had(model, cx.now(), who, place);
    let mut more = to.max(0) - before;
    let all: Vec<Id> = look::sharers(cx.now(), who).collect();
    for id in all {
        let own = number(model, cx.now(), id, place).max(0);
        let change = more.max(-own);
        if change != 0 {
            let key = Key::<Option<i64>>::new(place, model.field(place));
            cx.change(id, key, Some(own + change), "", "");
        }
        more -= change;
    }
    let after = look::had(model, cx.now(), who, place);
    if after != before {
        let side = cx.now().side_name(cx.get(who).side);
        note!(
            cx,
            &[who],
            "{side}: {} {before} → {after}.",
            model.label(place)
        );
    }
}

/// Returns the round from which ends of turns are counted. In an order by ticks, a combatant may wait for several
/// rounds.
pub fn counted_from(model: &'static Model, now: &Encounter) -> u32 {
    match ticks::played(model, now) {
        Some(_) => now.round.saturating_add(LONG),
        None => now.round,
    }
}

/// Limit of rounds that a combatant waits for the next turn in an order by ticks.
const LONG: u32 = 20;

/// Gives a condition, or levels of it, with the ends of the condition's declaration.
pub fn gain(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    key: &'static str,
    by: Option<Id>,
    levels: i64,
) {
    gain_until(cx, model, who, key, by, None, levels, None);
}

/// Gives a condition with the row of a list that caused it, and with an end that replaces the ends of its declaration.
/// A condition with levels gains this number of levels.
#[expect(
    clippy::too_many_arguments,
    reason = "the values are the parts of one condition"
)]
pub fn gain_until(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    who: Id,
    key: &'static str,
    by: Option<Id>,
    until: Option<Ends>,
    more: i64,
    with: Option<&Row>,
) {
    let round = counted_from(model, cx.now());
    let own = model.condition(key).and_then(|spec| {
        spec.ends.iter().find_map(|end| match end {
            Ending::TurnBegins => Some(Ends::turn(NEXT_TURN, who, round)),
            Ending::TurnEnds => Some(Ends::turn(TURN_END, who, round)),
            Ending::GiverTurnBegins => Some(Ends::turn(NEXT_TURN, by.unwrap_or(who), round)),
            Ending::GiverTurnEnds => Some(Ends::turn(TURN_END, by.unwrap_or(who), round)),
            Ending::Rounds(many) => {
                let last = cx.now().round.saturating_add(many - 1);
                Some(Ends::EndOfRound(last))
            }
            Ending::FightEnds => Some(Ends::at(FIGHT_OVER)),
            Ending::NextThrow(_) | Ending::Ticks(_) | Ending::ThisBlow | Ending::Test(..) => None,
        })
    });
    let ticks = model.condition(key).and_then(|spec| {
        spec.ends.iter().find_map(|end| match end {
            Ending::Ticks(many) => Some(Clock::of(cx.now()).tick.saturating_add(*many)),
            _ => None,
        })
    });
    let levels = model.condition(key).map_or(1, |spec| spec.levels);
    let before = cx.get(who).named(key).map_or(0, |one| one.value.max(1));
    if key == DEAD {
        cx.lose(who, Is(DOWN), "", "");
    }
    let mut label = cx.now().schema.called(key);
    let mut condition = Condition::new(Is(key)).ends(until.or(own).unwrap_or_default());
    condition.by = by.filter(|by| *by != who);
    let names = cx.now().schema.condition(key);
    if let Some(with) = with
        && let Ok(spec) = names
        && !spec.joins.is_empty()
    {
        let cause = row_name(with);
        label = spec.called(&cause);
        condition = condition.because(&*cause);
    }
    condition.value = ticks.unwrap_or(0);
    if levels > 1 && before >= levels {
        return;
    }
    if levels > 1 {
        condition.value = before.saturating_add(more.max(1)).min(levels);
        label = format!("{label} {}", condition.value);
        cx.gain_alone(who, condition, label);
        return;
    }
    // A condition from several sources lasts until the last of them ends.
    cx.gain(who, condition, label);
}

/// Removes a condition, or this number of levels of a condition with levels.
pub fn lose(cx: &mut Resolver<'_>, model: &'static Model, who: Id, key: &'static str, levels: i64) {
    if levels <= 0 {
        return;
    }
    let label = cx.now().schema.called(key);
    let has_levels = model.condition(key).is_some_and(|one| one.levels > 1);
    let held = cx.get(who).named(key);
    match held.filter(|one| has_levels && one.value > levels).cloned() {
        Some(mut less) => {
            less.value -= levels;
            let label = format!("{label} {}", less.value);
            cx.gain_alone(who, less, label);
        }
        None => cx.lose(who, Is(key), label, ""),
    }
}

/// Returns a text in which names replace `{self}`, `{target}` and `{attacker}`.
pub fn with_names(cx: &Resolver<'_>, text: &str, cast: &Cast) -> String {
    let words = [
        ("{self}", cast.me),
        ("{target}", cast.target),
        ("{attacker}", cast.actor),
    ];
    let names = words.into_iter().filter(|(word, _)| text.contains(word));
    let names = names.filter_map(|(word, who)| Some((word, cx.name(who?))));
    names.fold(text.to_owned(), |text, (word, name)| {
        text.replace(word, &name)
    })
}

/// Asks for a step to a neighbouring keyword of a field, or for a description of the move.
pub fn step(cx: &mut Resolver<'_>, model: &'static Model, place: u16, cast: &Cast) -> Step<()> {
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
                Cell::Word(at) => usize::from(*at),
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
        let text = f.text("where", "or as text", "");
        Ok::<_, Refused>((to, text))
    })?;
    match (to, text.trim()) {
        (Some(to), "") => {
            let cell = Cell::Word(u8::try_from(to).unwrap_or(0));
            cx.change(who, Key::<Cell>::new(place, field), cell, label, "");
        }
        (_, text) => note!(cx, &[who], "Position: {text}."),
    }
    Ok(())
}

/// Reason why a combatant cannot pay.
#[derive(Clone, Copy, Debug)]
pub enum Lack {
    /// Condition that prevents the use of the slot.
    Forbidden(&'static str),
    /// Price, amount left, label, and the kind of cost.
    Of(i64, i64, &'static str, Purse),
}

impl Lack {
    pub fn words(self) -> String {
        match self {
            Lack::Forbidden(by) => by.to_owned(),
            Lack::Of(price, left, label, Purse::Field(_)) => {
                format!("costs {price} ({label}: only {left})")
            }
            Lack::Of(price, left, word, purse) => {
                let word = word.replace('_', " ");
                match purse {
                    Purse::Slot(_) if left <= 0 => format!("no {word} left"),
                    Purse::Slot(_) => format!("costs {price} {word}: only {left} left"),
                    _ => format!("costs {price}: only {left} {word}"),
                }
            }
        }
    }
}

/// Returns the reason why a combatant cannot pay these costs, if there is one.
pub fn cannot_pay<'c>(
    model: &'static Model,
    scene: &Scene<'_>,
    who: Id,
    costs: impl IntoIterator<Item = &'c (Purse, Sum)>,
) -> Option<Lack> {
    costs.into_iter().find_map(|(purse, sum)| {
        let price = sum.of(scene).max(0);
        let (left, label) = match purse {
            Purse::Slot(_) if price == 0 => return None,
            Purse::Slot(slot) => {
                if let Some(by) = look::forbids(model, scene.now, who, *slot) {
                    return Some(Lack::Forbidden(by.label));
                }
                let left = look::slot_left(model, scene.now, who, *slot);
                (left, model.slots[*slot].0)
            }
            Purse::Field(place) => {
                let left = look::had(model, scene.now, who, *place);
                (left, model.label(*place))
            }
            Purse::Row(column) => (scene.number(&Name::With(*column)), column.word),
            Purse::Ticks => return None,
        };
        (left < price).then_some(Lack::Of(price, left, label, *purse))
    })
}

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
            Purse::Field(place) if model.shared.contains(place) => {
                let left = look::had(model, cx.now(), who, *place) - price;
                share(cx, model, who, *place, left);
            }
            Purse::Field(place) => {
                let left = number(model, cx.now(), who, *place) - price;
                let key = Key::<Option<i64>>::new(*place, model.field(*place));
                cx.change(who, key, Some(left), model.label(*place), "");
            }
            Purse::Row(column) => {
                let left = Scene::new(model, cx.now(), cast).number(&Name::With(*column));
                let left = Found::Number(left - price);
                set_with(cx, model, column.word, left, &mut cast.clone());
            }
            Purse::Ticks => ticks::move_on(cx, who, price),
        }
    }
}

/// Returns the keyword that records an event that happens only once.
fn once_word(cx: &Resolver<'_>, once: Once, key: &str, who: Id) -> String {
    match once.of {
        OnceOf::One => format!("{key}/{}", who.0),
        OnceOf::Side => format!("{key}/side {}", cx.get(who).side.0),
        OnceOf::All => key.to_owned(),
    }
}

/// Returns true if an event that happens only once has already happened for a combatant.
pub fn has_been(cx: &Resolver<'_>, once: Option<Once>, key: &str, who: Id) -> bool {
    let Some(once) = once else {
        return false;
    };
    let word = once_word(cx, once, key, who);
    if once.fight {
        Memory::of(cx.now()).once.contains(&word)
    } else {
        Round::of(cx.now()).once.contains(&word)
    }
}

/// Records that an event that happens only once has happened.
pub fn is_done(cx: &mut Resolver<'_>, once: Option<Once>, key: &str, who: Id) {
    let Some(once) = once else {
        return;
    };
    let word = once_word(cx, once, key, who);
    if has_been(cx, Some(once), key, who) {
        return;
    }
    if once.fight {
        Memory::change(cx, |memory| memory.once.push(word))
    } else {
        Round::change(cx, |round| round.once.push(word))
    }
}

/// Returns true if a combatant is in the required relation to the target.
pub fn stands_so(cx: &Resolver<'_>, aim: Aim, who: Id, target: Id) -> bool {
    match aim {
        Aim::Me => who == target,
        Aim::Ally => who != target && cx.now().allied(who, target),
        Aim::Foe => !cx.now().allied(who, target),
        Aim::Other => who != target,
        Aim::Any => true,
    }
}

/// Returns true if a combatant has hit points left.
pub fn has_life(cx: &Resolver<'_>, model: &'static Model, who: Id) -> bool {
    left(model, cx.now(), who) > 0
}
