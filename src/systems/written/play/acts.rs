//! What one can do in one's turn: when it may be done, what is asked for it, and how it is played.

use std::sync::Arc;

use crate::encounter::Encounter;
use crate::resolver::{Choice, Form, Refused, Resolver, Step, say};
use crate::rules::Legal;
use crate::text::counted;
use crate::values::{Cell, FieldSpec, Id, Key, Row, Spec};

use super::changes::{Lack, cannot_pay};
use super::later;
use super::look::{self, Cast, Scene, row_name, rows, up};
use super::promised::harms_with;
use super::state::Turn;
use crate::systems::common::sides;
use crate::systems::written::model::{
    Action, Aim, Amount, DEAD, Effect, FLED, Model, Need, Placed, Purse, With,
};
use crate::systems::written::order::{phases, ticks};
use crate::systems::written::sums::sum::{Sum, Who};

/// Key of declaring, and of what is asked for it.
pub const DECLARE: &str = "declare";

/// What an action is done with, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// The row of a list.
    pub with: Option<Row>,
    pub targets: Vec<Id>,
    /// What else was asked.
    pub asked: Option<Row>,
}

/// Whom an action may be aimed at at all, foes who stand first.
pub fn aimed(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> Vec<Id> {
    aimed_at(model, now, action.aim, by)
}

/// Those whom somebody may mean, foes who stand first.
pub fn aimed_at(model: &'static Model, now: &Encounter, aim: Aim, by: Id) -> Vec<Id> {
    let may = |id: &Id| {
        let one = now.get(*id);
        let there = one.named(DEAD).is_none() && one.named(FLED).is_none();
        match aim {
            Aim::Me => false,
            Aim::Foe if now.over() => !now.allied(*id, by) && one.named(FLED).is_none(),
            Aim::Foe => !now.allied(*id, by) && up(model, now, *id),
            Aim::Ally => *id != by && now.allied(*id, by) && there,
            Aim::Other => *id != by && there,
            Aim::Any => there,
        }
    };
    let mut all: Vec<Id> = now.present().filter(may).collect();
    // All foes are up.
    if aim != Aim::Foe {
        all.sort_by_cached_key(|id| (now.allied(*id, by), !up(model, now, *id)));
    }
    all
}

/// Why an action does not fit a row and somebody, if so: the first thing that has to hold and does not.
pub fn misfit(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    asked: Option<&Row>,
    target: Option<Id>,
) -> Option<&'static str> {
    let mut cast = Cast::of(by).on(target).with(with.cloned());
    // Before anything is asked, it stands as it is preset.
    cast.asked = asked.cloned().or_else(|| action.unasked());
    let scene = Scene::new(model, now, &cast);
    unmet(action, &scene, Sum::is_of_others).map(said)
}

/// Why somebody cannot stand in for whom an action is on, if so, whatever it is done with.
fn unfit(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    target: Id,
) -> Option<&'static str> {
    let mut cast = Cast::of(by).on(Some(target)).with(with.cloned());
    cast.asked = action.unasked();
    let scene = Scene::new(model, now, &cast);
    unmet(action, &scene, Sum::is_of_target).map(said)
}

/// Why an action cannot be done with a row whomever it is on, if so: it does not fit, or it costs too much.
fn useless(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
) -> Option<(bool, String)> {
    let mut cast = Cast::of(by).with(with.cloned());
    cast.asked = action.unasked();
    let scene = Scene::new(model, now, &cast);
    match unmet(action, &scene, |sum| {
        sum.is_of_others() && !sum.is_of_target()
    }) {
        Some(need) => Some((false, said(need).to_owned())),
        None => dear(model, now, action, by, with, None).map(|lack| (true, lack.words())),
    }
}

/// The first of its needs of some kind that does not hold.
fn unmet(
    action: &'static Action,
    scene: &Scene<'_>,
    of: impl Fn(&Sum) -> bool,
) -> Option<&'static Need> {
    let mut needs = action.needs.iter();
    needs.find(|need| of(&need.sum) && !need.sum.is(scene))
}

/// What is said where something does not hold.
fn said(need: &'static Need) -> &'static str {
    match need.why {
        "" => "it does not fit as things stand",
        why => why,
    }
}

/// Why somebody cannot pay for an action with a row and what was asked besides, if so.
fn dear(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    asked: Option<&Row>,
) -> Option<Lack> {
    let mut cast = Cast::of(by).with(with.cloned());
    cast.asked = asked.cloned().or_else(|| action.unasked());
    cannot_pay(model, &Scene::new(model, now, &cast), by, &action.costs)
}

/// The rows that an action can be done with, and whether it needs none.
fn ways(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> Vec<Option<Row>> {
    let Some(with) = action.with else {
        return vec![None];
    };
    let all = rows(model, now, by, with.field);
    let mut ways: Vec<Option<Row>> = all.iter().cloned().map(Some).collect();
    if with.maybe && ways.is_empty() {
        ways.push(None);
    }
    ways
}

/// Everything that an action could be done with and to, as the rules allow it.
pub fn fitting(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> impl Iterator<Item = (Option<Row>, Option<Id>)> {
    let targets: Vec<Option<Id>> = match action.aim {
        Aim::Me => vec![None],
        _ => aimed(model, now, action, by)
            .into_iter()
            .map(Some)
            .collect(),
    };
    let needs = move |of_target: bool| {
        let all = action.needs.iter();
        all.filter(move |need| need.sum.is_of_others() && need.sum.is_of_target() == of_target)
    };
    // What it costs and what hangs on the row alone is the same at whomever it is aimed.
    let usable = move |cast: &Cast| {
        let scene = Scene::new(model, now, cast);
        needs(false).all(|need| need.sum.is(&scene))
            && cannot_pay(model, &scene, by, &action.costs).is_none()
    };
    ways(model, now, action, by)
        .into_iter()
        .flat_map(move |way| {
            let mut cast = Cast::of(by).with(way.clone());
            cast.asked = action.unasked();
            let mut fits = Vec::new();
            if usable(&cast) {
                fits.clone_from(&targets);
                if needs(true).next().is_some() {
                    fits.retain(|target| {
                        cast.target = *target;
                        let scene = Scene::new(model, now, &cast);
                        needs(true).all(|need| need.sum.is(&scene))
                    });
                }
            }
            fits.into_iter().map(move |target| (way.clone(), target))
        })
}

/// Whether somebody can do it in its turn.
pub fn legal(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    untimely(model, now, action, by).unwrap_or_else(|| able(model, now, action, by))
}

/// The same, without a word about why not.
pub fn is_legal(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    untimely(model, now, action, by).is_none() && is_able(model, now, action, by)
}

/// Whether it stands in the menu of somebody's turn, if only with why it cannot be done.
pub fn is_told(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    match untimely(model, now, action, by) {
        Some(legal) => legal != Legal::Absent,
        None => later::begun(model, now, by).is_some() || is_sensible(model, now, action, by),
    }
}

/// What is said of an action that it is not the time for, if it is not.
pub fn untimely(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> Option<Legal> {
    if action.part_only {
        return Some(Legal::Absent);
    }
    if action.any_time && now.fighting() {
        return (!up(model, now, by)).then_some(Legal::Absent);
    }
    if now.turn != Some(by) || !now.fighting() || action.declared {
        return Some(Legal::Absent);
    }
    let phase = action.phase.filter(|_| phases::any(model, now))?;
    let other = phases::phase(model, now) != Some(phase);
    // What would not be offered in its phase either is not worth a word.
    let told = || later::begun(model, now, by).is_some() || is_sensible(model, now, action, by);
    other.then(|| {
        if told() {
            Legal::No(format!("is done in the phase: {phase}").into())
        } else {
            Legal::Absent
        }
    })
}

/// Whether somebody can do something in a phase: what has to be done in it, or what it has begun that goes off in it.
pub fn acts_in(
    model: &'static Model,
    now: &Encounter,
    who: Id,
    phase: Option<&'static str>,
) -> bool {
    let Some(phase) = phase else {
        return true;
    };
    if let Some(begun) = later::begun(model, now, who) {
        return goes_off_in(begun, Some(phase));
    }
    let in_it = |action: &&'static Action| action.phase == Some(phase) && !action.declared;
    let mut all = model.actions.iter().filter(in_it);
    all.any(|action| is_able(model, now, action, who))
}

/// Whether something begun goes off in a phase.
pub fn goes_off_in(action: &Action, phase: Option<&str>) -> bool {
    action.phase.is_none() || phase.is_none() || action.phase == phase
}

/// What somebody can declare before the dice of the order.
pub fn declarable(model: &'static Model, now: &Encounter, by: Id) -> Vec<&'static Action> {
    if !up(model, now, by) {
        return Vec::new();
    }
    let all = model.actions.iter().filter(|action| action.declared);
    all.filter(|action| is_able(model, now, action, by))
        .collect()
}

/// Whether it makes sense to speak of an action at all: there is something to do it with, and what is not worth a word where
/// it does not hold does.
fn is_sensible(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    let nothing = |with: &With| !with.maybe && rows(model, now, by, with.field).is_empty();
    if action.with.as_ref().is_some_and(nothing) {
        return false;
    }
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let mut silent = action.needs.iter().filter(|need| need.silent);
    silent.all(
        |need| match (need.sum.is_of_target(), need.sum.is_of_others()) {
            // What is for nobody as things stand is not worth a word either.
            (true, _) => aimed(model, now, action, by).into_iter().any(|id| {
                let cast = Cast::of(by).on(Some(id));
                need.sum.is(&Scene::new(model, now, &cast))
            }),
            (_, true) => true,
            _ => need.sum.is(&scene),
        },
    )
}

/// Whether somebody can do it, whoever's turn it is, without a word about why not.
pub fn is_able(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    possible(model, now, action, by).is_some_and(|mut all| all.next().is_some())
}

/// Everything that an action could be done with and to by somebody who has begun nothing, where all holds that has to hold of
/// its doer.
pub fn possible(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> Option<impl Iterator<Item = (Option<Row>, Option<Id>)>> {
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let mut own = action.needs.iter().filter(|need| !need.sum.is_of_others());
    let holds = later::begun(model, now, by).is_none()
        && own.all(|need| need.sum.is(&scene))
        && is_sensible(model, now, action, by);
    holds.then(|| fitting(model, now, action, by))
}

/// Whether somebody can do it, whoever's turn it is.
pub fn able(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    if let Some(begun) = later::begun(model, now, by) {
        let what = later::told(now, by, begun);
        return Legal::No(format!("has begun something: {what}").into());
    }
    if !is_sensible(model, now, action, by) {
        return Legal::Absent;
    }
    if is_able(model, now, action, by) {
        return Legal::Yes;
    }
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    // What hangs on the row (a spell with the bonus action) is looked at with each.
    let slots = action.costs.iter();
    let slots = slots.filter(|(purse, sum)| matches!(purse, Purse::Slot(_)) && !sum.is_of_others());
    if let Some(lack) = cannot_pay(model, &scene, by, slots) {
        return Legal::No(lack.words().into());
    }
    let mut own = action.needs.iter().filter(|need| !need.sum.is_of_others());
    if let Some(need) = own.find(|need| !need.sum.is(&scene)) {
        return Legal::No(need.why.into());
    }
    let ways = ways(model, now, action, by);
    let lacks = ways.iter();
    let lacks: Vec<Option<Lack>> = lacks
        .map(|way| dear(model, now, action, by, way.as_ref(), None))
        .collect();
    if let Some(Some(first)) = lacks.first()
        && lacks.iter().all(Option::is_some)
    {
        return Legal::No(first.words().into());
    }
    let nobody = match action.aim {
        Aim::Me => "it does not fit as things stand",
        _ => "nobody is in reach",
    };
    // Where no row can be used, what is dear is told before what does not fit.
    let why: Option<Vec<(bool, String)>> = ways
        .iter()
        .map(|way| useless(model, now, action, by, way.as_ref()))
        .collect();
    let why = why.and_then(|all| all.into_iter().max_by_key(|(dear, _)| *dear));
    Legal::No(match why {
        Some((_, why)) => why.into(),
        None => nobody.into(),
    })
}

/// How many an action may be done to, with a row.
pub fn most(
    model: &'static Model,
    now: &Encounter,
    action: &Action,
    by: Id,
    with: Option<&Row>,
) -> usize {
    let cast = Cast::of(by).with(with.cloned());
    let scene = Scene::new(model, now, &cast);
    let many = action.targets.as_ref().map_or(1, |sum| sum.of(&scene));
    usize::try_from(many.clamp(1, 99)).unwrap_or(1)
}

/// Asks for what an action leaves open: all that is not `given` as a part of something else.
pub fn ask(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    given: Chosen,
) -> Step<Chosen> {
    let asks_row = action.with.is_some() && given.with.is_none();
    let asks_whom = action.aim != Aim::Me && given.targets.is_empty();
    if !asks_row && !asks_whom && action.asks.is_empty() {
        return Ok(given);
    }
    let with = given.with.as_ref().map(row_name);
    let with = with.map_or_else(String::new, |with| format!(", {with}"));
    let title = say!(cx.now(), "{}: {}{with}", cx.name(by), action.label);
    cx.form(action.key, by, title, |f| {
        let now = f.now;
        let mut with = given.with.clone();
        if let Some(list) = action.with.filter(|_| asks_row) {
            let fits: Vec<_> = fitting(model, now, action, by).collect();
            let fits = |row: &Row| {
                let fits = fits.iter().filter(|(one, _)| one.as_ref() == Some(row));
                let on = |target: &Option<Id>| {
                    given.targets.is_empty()
                        || target.is_some_and(|one| given.targets.contains(&one))
                };
                fits.map(|(_, target)| target).any(on)
            };
            let all: Arc<Vec<Row>> = rows(model, now, by, list.field);
            let named: Vec<(usize, Arc<str>)> = all.iter().map(row_name).enumerate().collect();
            let preset = all.iter().position(fits);
            let shows = f.shows();
            let tell = |(place, name): &(usize, Arc<str>)| {
                let why = useless(model, now, action, by, Some(&all[*place]));
                let choice = Choice::new(&**name, &**name).unless(why.map(|(_, why)| why));
                if shows {
                    choice.hint(in_words(&all[*place]))
                } else {
                    choice
                }
            };
            if shows && ticks::played(model, now).is_some() {
                let ahead = f.one_ahead("with", &named, preset.unwrap_or(0), |row| &row.1);
                let cast = Cast::of(by).with(ahead.map(|(place, _)| all[place].clone()));
                let ticks = ticks_of(&Scene::new(model, now, &cast), action);
                f.hint(|| counted(ticks, "tick"));
            }
            let row = f.one_of(
                "with",
                list.label,
                &named,
                preset.unwrap_or(0),
                |row| &row.1,
                tell,
            );
            with = row.map(|(place, _)| all[place].clone());
        }
        let mut targets = given.targets.clone();
        if asks_whom {
            let good = |id: &Id| unfit(model, now, action, by, with.as_ref(), *id).is_none();
            let all = aimed(model, now, action, by);
            let fitting: Vec<Id> = all.iter().copied().filter(good).collect();
            let most = most(model, now, action, by, with.as_ref());
            let mends = action.usual.is_none() && mends(model, action);
            let usually = |id: &Id| {
                if mends && !now.allied(*id, by) {
                    return false;
                }
                let cast = Cast::of(by).on(Some(*id)).with(with.clone());
                look::holds(action.usual.as_ref(), &Scene::new(model, now, &cast))
            };
            // Whoever chooses a friend to harm says so.
            let hurts = |id: &Id| {
                now.allied(*id, by) && harms_with(model, now, action, by, with.as_ref(), *id)
            };
            let fitting: Vec<Id> = fitting.into_iter().filter(|id| !hurts(id)).collect();
            let usual: Vec<Id> = fitting.iter().copied().filter(usually).collect();
            let fitting = if usual.is_empty() { fitting } else { usual };
            // Of whom it may be done to, one kind: foes or one's own.
            let first = fitting.first().map(|id| now.allied(*id, by));
            let alike = fitting.iter().copied();
            let mut alike: Vec<Id> = alike
                .filter(|id| sides::sees(now, by, *id))
                .filter(|id| Some(now.allied(*id, by)) == first)
                .collect();
            // One blow goes where the last one went.
            if first == Some(false) && most == 1 {
                let standing = alike.iter().copied();
                let standing: Vec<Id> = standing.filter(|id| up(model, now, *id)).collect();
                let engaged = sides::engaged(&standing, by, |id| Turn::of(now, id).last);
                alike = engaged.map_or(alike, |id| vec![id]);
            }
            let preset = alike.into_iter().take(most).collect();
            let from = || aimed(model, now, action, by);
            f.others("is no target of this");
            targets = f.pick(
                "target",
                if most > 1 { "targets" } else { "target" },
                from,
                1,
                most,
                preset,
            );
        }
        let asked = (!action.asks.is_empty())
            .then(|| besides(f, model, action, by, with.as_ref(), &targets));
        if action.aim == Aim::Me {
            let why = misfit(model, now, action, by, with.as_ref(), asked.as_ref(), None);
            f.refuse_if(why)?;
        } else {
            let wrong = targets.iter().find_map(|id| {
                let (with, asked) = (with.as_ref(), asked.as_ref());
                let why = misfit(model, now, action, by, with, asked, Some(*id))?;
                Some(format!("{}: {why}", now.name(*id)))
            });
            f.refuse_if(wrong)?;
        }
        let lack = dear(model, now, action, by, with.as_ref(), asked.as_ref());
        f.refuse_if(lack.map(Lack::words))?;
        Ok::<_, Refused>(Chosen {
            with,
            targets,
            asked,
        })
    })
}

/// What an action asks for besides whom and with what.
fn besides(
    f: &mut Form<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    targets: &[Id],
) -> Row {
    let mut row = Row::new(&action.asks);
    let number = |field: &&FieldSpec| matches!(field.kind, Spec::Int(..));
    let lone = action.asks.iter().filter(number).count() == 1;
    let amount = lone && !throws(model, action);
    let cast = Cast::of(by).on(targets.first().copied());
    let cast = cast.with(with.cloned());
    for ((place, field), when) in action.asks.iter().enumerate().zip(&action.asks_when) {
        let Ok(place) = u16::try_from(place) else {
            continue;
        };
        if !look::holds(when.as_ref(), &Scene::new(model, f.now, &cast)) {
            continue;
        }
        let key = Key::<Cell>::new(place, "");
        let cell = match (&field.kind, row.get(key)) {
            (Spec::Flag, preset) => {
                Cell::Flag(f.toggle(&field.key, &field.label, preset == Cell::Flag(true)))
            }
            (Spec::Int(least, most), preset) => {
                let preset = if let Cell::Int(preset) = preset {
                    preset
                } else {
                    *least
                };
                if amount {
                    f.amount();
                }
                // What is paid under the number's own name is told.
                let slot = |(purse, _): &(Purse, Sum)| match purse {
                    Purse::Slot(slot) if model.slots[*slot].0 == field.key => Some(*slot),
                    _ => None,
                };
                if let Some(slot) = action.costs.iter().find_map(slot) {
                    let left = look::slot_left(model, f.now, by, slot);
                    f.hint(|| format!("{left} left"));
                }
                Cell::Int(f.number(&field.key, &field.label, *least..=*most, "", preset))
            }
            // Some of those whom it is on.
            (Spec::Word(words), _) if words.is_empty() => {
                let from = || targets.to_vec();
                let most = targets.len().max(1);
                f.others("is no target of this");
                let some = f.pick(&field.key, &field.label, from, 0, most, Vec::new());
                let some: Vec<String> = some.iter().map(|id| id.0.to_string()).collect();
                Cell::Text(some.join(",").into())
            }
            (Spec::Word(words), preset) => {
                let preset = if let Cell::Word(preset) = preset {
                    preset.into()
                } else {
                    0
                };
                let tell = |word: &String| Choice::new(word.as_str(), word.replace('_', " "));
                let (key, label) = (&field.key, &field.label);
                let chosen = f.choice(key, label, words, preset, |word| word, tell);
                let place = words.iter().position(|word| Some(word) == chosen.as_ref());
                Cell::Word(place.and_then(|at| u8::try_from(at).ok()).unwrap_or(0))
            }
            (_, preset) => preset,
        };
        row.set(key, cell);
    }
    row
}

/// What stands in a row of a list besides its name, for a reader.
fn in_words(row: &Row) -> String {
    let record = row.record();
    let fields = row.fields().iter().filter(|field| field.key != "name");
    let said = fields.filter_map(|field| {
        let value = record.get(&field.key)?;
        // What is nothing and what is as usual is not worth a word; a number is.
        if Some(value) == field.default.as_ref() && value.as_int().is_none_or(|number| number == 0)
        {
            return None;
        }
        match (value.as_flag(), value.as_int()) {
            (Some(false), _) => None,
            (Some(true), _) => Some(field.label.clone()),
            (None, Some(_)) => Some(format!("{} {value}", field.label)),
            (None, None) => Some(value.to_string().replace('_', " ")),
        }
    });
    said.filter(|said| !said.is_empty())
        .collect::<Vec<String>>()
        .join(", ")
}

/// Whether effects do something of a kind, wherever in them it stands.
fn does(
    model: &'static Model,
    effects: &'static [Placed],
    what: &dyn Fn(&'static Effect) -> bool,
) -> bool {
    let within = |effects| does(model, effects, what);
    effects.iter().any(|placed| match &placed.effect {
        Effect::Test(_, on) => {
            what(&placed.effect) || on.iter().any(|(_, effects)| within(effects))
        }
        Effect::If(_, this, that) => within(this) || within(that),
        Effect::Choose { options, .. } => options.iter().any(|way| within(&way.does)),
        Effect::Each(_, _, effects)
        | Effect::Every(_, effects)
        | Effect::AsOne(effects)
        | Effect::Repeat(_, effects) => within(effects),
        Effect::Do(piece) => within(&model.pieces[*piece].does),
        Effect::Act(key, _) => {
            let mut all = model.actions.iter();
            // A part of an action is of no action itself: nothing goes round here.
            all.any(|action| {
                action.key == *key && action.part_only && comes_to(model, action, what)
            })
        }
        effect => what(effect),
    })
}

/// Whether an action does something of a kind.
fn comes_to(
    model: &'static Model,
    action: &'static Action,
    what: &dyn Fn(&'static Effect) -> bool,
) -> bool {
    let mut on = action.on.iter();
    does(model, &action.does, what) || on.any(|(_, effects)| does(model, effects, what))
}

/// Whether dice may be thrown for an action.
fn throws(model: &'static Model, action: &'static Action) -> bool {
    let dice = |effect: &'static Effect| {
        use Effect::{Escape, Harm, Heal, Lua, Reroll, Test};
        matches!(
            effect,
            Test(..) | Harm(_) | Heal(_) | Reroll(_) | Lua(..) | Escape
        )
    };
    action.test.is_some() || comes_to(model, action, &dice)
}

/// Whether an effect harms somebody else.
fn is_harm(effect: &'static Effect) -> bool {
    match effect {
        Effect::Harm(hurt) => hurt.who != Who::Me,
        Effect::Lua(_, harms) => *harms,
        _ => false,
    }
}

/// Whether effects harm somebody.
pub fn harms(model: &'static Model, effects: &'static [Placed]) -> bool {
    does(model, effects, &is_harm)
}

/// Whether an action may harm whom it is on.
pub fn strikes(model: &'static Model, action: &'static Action) -> bool {
    *action
        .strikes
        .get_or_init(|| comes_to(model, action, &is_harm))
}

/// Whether somebody may harm others by what its sheet says, or does what its system says the worth of. Harm that is asked for
/// nobody knows.
pub fn may_harm(model: &'static Model, now: &Encounter, by: Id) -> bool {
    model.actions.iter().any(|action| {
        let mut ways = ways(model, now, action, by).into_iter();
        action.worth.is_some()
            || ways.any(|with| {
                let cast = Cast::of(by).with(with);
                let scene = Scene::new(model, now, &cast);
                comes_to(model, action, &|effect| match effect {
                    Effect::Harm(hurt) => match &hurt.amount {
                        Amount::Asked => false,
                        Amount::Dice(throw) if throw.dice(&scene).is_none() => false,
                        _ => is_harm(effect),
                    },
                    _ => is_harm(effect),
                })
            })
    })
}

/// Whether an action gives life back and harms nobody: what is meant for one's own.
fn mends(model: &'static Model, action: &'static Action) -> bool {
    let heals = |effect: &'static Effect| match effect {
        Effect::Heal(hurt) => hurt.who != Who::Me,
        _ => false,
    };
    comes_to(model, action, &heals) && !strikes(model, action)
}

/// How long an action keeps somebody from its next one, where that is counted: in ticks.
pub fn ticks_of(scene: &Scene<'_>, action: &Action) -> i64 {
    if ticks::played(scene.model, scene.now).is_none() {
        return 1;
    }
    let costs = action.costs.iter();
    let costs = costs.filter(|(purse, _)| *purse == Purse::Ticks);
    let all = costs.map(|(_, sum)| sum).chain(&action.takes);
    all.map(|sum| sum.of(scene).max(0)).sum::<i64>().max(1)
}

/// What is still to be said of somebody beside an action in a menu: what it costs, where that is not one slot.
pub fn price(
    model: &'static Model,
    now: &Encounter,
    costs: &[(Purse, Sum)],
    by: Id,
    cast: &Cast,
) -> String {
    let scene = Scene::new(model, now, cast);
    let fields = costs.iter().filter_map(|(purse, sum)| match purse {
        Purse::Field(place) => {
            let (left, label) = (look::had(model, now, by, *place), model.label(*place));
            if sum.is_of_others() && cast.target.is_none() {
                // Of many that might be paid those that are there are told. A label has one number, so it leads.
                let told = || format!("{label}: {left}");
                return (left != 0).then(told);
            }
            let price = sum.of(&scene);
            (price > 0).then(|| format!("{price} of {left} {label}"))
        }
        Purse::Ticks if !sum.is_of_others() => Some(counted(sum.of(&scene), "tick")),
        Purse::Slot(_) | Purse::Ticks | Purse::Row(_) => None,
    });
    fields.collect::<Vec<String>>().join(", ")
}
