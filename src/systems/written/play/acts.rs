//! Actions of a turn: when they are legal, their forms, and what they may harm.

use std::cell::LazyCell;
use std::sync::Arc;

use crate::encounter::Encounter;
use crate::resolver::{Choice, Form, Refused, Resolver, Step, say};
use crate::rules::Legal;
use crate::text::counted;
use crate::values::{Cell, FieldSpec, Id, Key, Row, Spec};

use super::changes::{Lack, cannot_pay};
use super::harm::{comes_to, is_harm, strikes};
use super::later;
use super::look::{self, Cast, Scene, cast_of_part, row_name, rows, up};
use super::promised::harms_with;
use super::settled::settled;
use super::state::{Round, Turn};
use crate::systems::common::sides;
use crate::systems::written::model::{
    Action, Aim, Amount, DEAD, Effect, Model, Need, Placed, Purse, With, any_effect,
};
use crate::systems::written::order::{phases, ticks};
use crate::systems::written::sums::sum::{Sum, Who};

/// Keyword of the declaration, and of the choice of the declared action.
pub const DECLARE: &str = "declare";

/// Completed form of an action: its row, targets and answers.
#[derive(Clone, Debug, Default)]
pub struct Chosen {
    /// Row of the list, such as a weapon.
    pub with: Option<Row>,
    pub targets: Vec<Id>,
    /// Answers to the further questions.
    pub asked: Option<Row>,
    /// Number of this part and of all parts, in an action with several parts.
    pub part: Option<(i64, i64)>,
}

/// Returns the combatants that an action can target, enemies who are up first.
pub fn aimed(model: &'static Model, now: &Encounter, action: &Action, by: Id) -> Vec<Id> {
    aimed_at(model, now, action.aim, by)
}

/// Returns the combatants that match a kind of target, enemies who are up first.
pub fn aimed_at(model: &'static Model, now: &Encounter, aim: Aim, by: Id) -> Vec<Id> {
    let may = |id: &Id| {
        let one = now.get(*id);
        let left = look::has_left(model, now, *id);
        let there = one.named(DEAD).is_none() && !left;
        match aim {
            Aim::Me => false,
            Aim::Foe if now.over() => !now.allied(*id, by) && !left,
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

/// Returns true if an action with a row has a target: its maximum number of targets is not 0.
pub fn takes_target(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
) -> bool {
    let cast = Cast::of(by).with(with.cloned());
    let scene = Scene::new(model, now, &cast);
    action.aim != Aim::Me && (action.targets.as_ref()).is_none_or(|sum| sum.of(&scene) > 0)
}

/// Returns the reason why an action is not possible with a row, answers and a target: the first requirement that does
/// not hold, with the combatant whom it is about. `None` if the action is possible.
pub fn misfit(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    asked: Option<&Row>,
    target: Option<Id>,
) -> Option<(&'static str, Id)> {
    let mut cast = Cast::of(by).on(target).with(with.cloned());
    // Until the questions are answered, the default answers count.
    cast.asked = asked.cloned().or_else(|| action.unasked());
    let scene = Scene::new(model, now, &cast);
    let need = unmet(&action.needs, &scene, Sum::is_of_others);
    let need = need.or_else(|| unmet_in_parts(&action.does, &scene, &Sum::is_of_others));
    need.map(|need| {
        let whose = target.filter(|_| need.sum.is_of_target());
        (said(need), whose.unwrap_or(by))
    })
}

/// Returns the first requirement of a kind that does not hold for the actions that effects perform on the target of the
/// whole action. The conditions of the effects count as they are before the action. The form of a part asks its own
/// questions, so a requirement that reads answers may still be met.
fn unmet_in_parts(
    effects: &'static [Placed],
    scene: &Scene<'_>,
    of: &dyn Fn(&Sum) -> bool,
) -> Option<&'static Need> {
    let (model, now) = (scene.model, scene.now);
    let mut effects = effects.iter().filter(|placed| performs(model, placed));
    effects.find_map(|placed| match &placed.effect {
        Effect::If(sum, this, that) => {
            unmet_in_parts(if sum.is(scene) { this } else { that }, scene, of)
        }
        Effect::Do(piece) => unmet_in_parts(&model.pieces[*piece].does, scene, of),
        Effect::Act(key, Some(Who::Target), row) => {
            let part = model.action(key)?;
            let mut cast = cast_of_part(scene, part, row.as_ref())?;
            cast.asked = part.unasked();
            let scene = Scene::new(model, now, &cast);
            unmet(&part.needs, &scene, |sum| of(sum) && !sum.is_of_answers())
        }
        _ => None,
    })
}

/// Returns true if an effect, or an effect in it, performs another action on the target.
fn performs(model: &'static Model, placed: &'static Placed) -> bool {
    let is_performed = |effect: &'static Effect| match effect {
        Effect::Act(_, Some(Who::Target), _) => true,
        Effect::Do(piece) => {
            let mut effects = model.pieces[*piece].does.iter();
            effects.any(|placed| performs(model, placed))
        }
        _ => false,
    };
    let effects = std::slice::from_ref(placed);
    *placed
        .performs
        .get_or_init(|| any_effect(effects, is_performed))
}

/// Returns the reason why a combatant cannot be a target of an action: the first requirement about the target that does
/// not hold. `None` if the combatant can be a target.
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
    let needs = settled(model, with, cast.asked.as_ref()).needs(action);
    let scene = Scene::new(model, now, &cast);
    let need = unmet(needs.iter().copied(), &scene, Sum::is_of_target);
    let need = need.or_else(|| unmet_in_parts(&action.does, &scene, &Sum::is_of_target));
    need.map(said)
}

/// Returns the reason why an action with this row has no possible target, or `None` if it has one. The flag is true if
/// the reason is the cost.
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
    match unmet(&action.needs, &scene, |sum| {
        sum.is_of_others() && !sum.is_of_target()
    }) {
        Some(need) => Some((false, said(need).to_owned())),
        None => dear(model, now, action, by, with, None).map(|lack| (true, lack.words())),
    }
}

/// Returns the first requirement of a kind that does not hold.
fn unmet(
    needs: impl IntoIterator<Item = &'static Need>,
    scene: &Scene<'_>,
    of: impl Fn(&Sum) -> bool,
) -> Option<&'static Need> {
    let mut needs = needs.into_iter();
    needs.find(|need| of(&need.sum) && !need.sum.is(scene))
}

/// Returns the reason to show for a requirement that does not hold.
fn said(need: &'static Need) -> &'static str {
    match need.why {
        "" => "not possible now",
        why => why,
    }
}

/// Returns the cost that a combatant cannot pay for an action with a row and answers, if there is one.
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

/// Returns the rows that an action can use; `None` in the list means no row.
fn ways(now: &Encounter, action: &Action, by: Id) -> Vec<Option<Row>> {
    let Some(with) = action.with else {
        return vec![None];
    };
    let all = rows(now, by, with.field);
    let mut ways: Vec<Option<Row>> = all.iter().cloned().map(Some).collect();
    if with.maybe && ways.is_empty() {
        ways.push(None);
    }
    ways
}

/// Returns all legal pairs of a row and a target of an action, with a target among these or without a target.
fn fitting(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    among: impl Fn(Id) -> bool,
) -> impl Iterator<Item = (Option<Row>, Option<Id>)> {
    let all = LazyCell::new(move || {
        let mut all = possible_targets(model, now, action, by);
        all.retain(|target| target.is_none_or(&among));
        all
    });
    let ways = ways(now, action, by).into_iter();
    ways.flat_map(move |way| {
        let fits = fitting_targets(model, now, action, by, way.as_ref(), &|| (*all).clone());
        fits.map(move |target| (way.clone(), target))
    })
}

/// Returns the combatants that an action can target, or `None` alone for an action without targets.
fn possible_targets(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> Vec<Option<Id>> {
    match action.aim {
        Aim::Me => vec![None],
        _ => {
            let all = aimed(model, now, action, by).into_iter();
            all.map(Some).collect()
        }
    }
}

/// Returns the given targets for which an action is legal with a row, each computed only if needed.
fn fitting_targets<'n>(
    model: &'static Model,
    now: &'n Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    targets: &dyn Fn() -> Vec<Option<Id>>,
) -> impl Iterator<Item = Option<Id>> + use<'n> {
    let mut cast = Cast::of(by).with(with.cloned());
    cast.asked = action.unasked();
    let needs = settled(model, with, cast.asked.as_ref()).needs(action);
    // Costs and the requirements of the row alone do not depend on the target.
    let scene = Scene::new(model, now, &cast);
    let of_row = |sum: &Sum| sum.is_of_others() && !sum.is_of_target();
    let fits = unmet(needs.iter().copied(), &scene, of_row).is_none()
        && cannot_pay(model, &scene, by, &action.costs).is_none();
    let targets = if fits { targets() } else { Vec::new() };
    targets.into_iter().filter(move |target| {
        cast.target = *target;
        let scene = Scene::new(model, now, &cast);
        unmet(needs.iter().copied(), &scene, Sum::is_of_target).is_none()
            && unmet_in_parts(&action.does, &scene, &Sum::is_of_others).is_none()
    })
}

/// Returns the row and the target that a part of an action takes over from the whole action. Returns `None` if the part
/// is not possible with them after the costs `before`.
pub fn part_of(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    cast: &Cast,
    target: Option<Id>,
    before: &[(Purse, Sum)],
) -> Option<Chosen> {
    let own = action.with.filter(|with| cast.list == Some(with.field));
    let given = Chosen {
        with: own.and_then(|_| cast.with.clone()),
        targets: target.into_iter().collect(),
        ..Chosen::default()
    };
    let whole = Scene::new(model, now, cast);
    let paid = |purse: Purse| -> i64 {
        let same = before.iter().filter(|(one, _)| *one == purse);
        same.map(|(_, sum)| sum.of(&whole).max(0)).sum()
    };
    let pays = |with: &Option<Row>| {
        let mut cast = Cast::of(by).with(with.clone());
        cast.asked = action.unasked();
        let scene = Scene::new(model, now, &cast);
        action.costs.iter().all(|(purse, sum)| {
            let left = match purse {
                Purse::Slot(slot) => look::slot_left(model, now, by, *slot),
                Purse::Field(place) => look::had(model, now, by, *place),
                Purse::Row(_) | Purse::Ticks => return true,
            };
            paid(*purse) == 0 || paid(*purse) + sum.of(&scene).max(0) <= left
        })
    };
    let among = |id: Id| target.is_none_or(|target| target == id);
    // The form of the part asks for the answers that a requirement may need.
    let may_fit = |with: &Row, on: Id| {
        let mut cast = Cast::of(by).on(target).with(Some(with.clone()));
        cast.asked = action.unasked();
        let scene = Scene::new(model, now, &cast);
        let of_part = |sum: &Sum| sum.is_of_others() && !sum.is_of_answers();
        aimed(model, now, action, by).contains(&on)
            && unmet(&action.needs, &scene, of_part).is_none()
            && cannot_pay(model, &scene, by, &action.costs).is_none()
            && (before.is_empty() || pays(&given.with))
    };
    let fits = match (&given.with, target) {
        (Some(with), Some(on)) => may_fit(with, on),
        _ => fitting(model, now, action, by, among).any(|(with, on)| {
            (given.with.is_none() || given.with == with)
                && (target.is_none() || target == on)
                && (before.is_empty() || pays(&with))
        }),
    };
    fits.then_some(given)
}

/// Checks that an action is legal in the combatant's turn; otherwise the result has the reason.
pub fn legal(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    untimely(model, now, action, by).unwrap_or_else(|| able(model, now, action, by))
}

/// Returns true if an action is legal in the combatant's turn.
pub fn is_legal(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    untimely(model, now, action, by).is_none() && is_able(model, now, action, by)
}

/// Returns true if the menu of a combatant's turn shows the action, even if only with the reason why it is not
/// possible.
pub fn is_told(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    match untimely(model, now, action, by) {
        Some(legal) => legal != Legal::Absent,
        None => later::begun(model, now, by).is_some() || is_sensible(model, now, action, by),
    }
}

/// Returns the legality of an action whose time is wrong; `None` if the time is right.
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
    let by_gm = action.gm_menu && now.turn.is_none() && stand_in(model, now) == Some(by);
    if (now.turn != Some(by) && !by_gm) || !now.fighting() || action.declared {
        return Some(Legal::Absent);
    }
    let phase = action.phase.filter(|_| phases::any(model, now))?;
    let other = phases::phase(model, now) != Some(phase);
    // An action that even its own phase would not offer is absent, without a reason.
    let told = || later::begun(model, now, by).is_some() || is_sensible(model, now, action, by);
    other.then(|| {
        if told() {
            Legal::No(format!("is possible only in the {phase} phase").into())
        } else {
            Legal::Absent
        }
    })
}

/// Returns the combatant who is `self` in the GM's actions between two turns: the combatant who acted last, or else the
/// first combatant of the fight who is up.
fn stand_in(model: &'static Model, now: &Encounter) -> Option<Id> {
    let last = Round::of(now).picker.filter(|who| up(model, now, *who));
    last.or_else(|| now.present().find(|who| up(model, now, *who)))
}

/// Returns true if a combatant can act in a phase: an action of the phase is possible, or a delayed action takes effect
/// in it.
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

/// Returns true if a delayed action can take effect in a phase.
pub fn goes_off_in(action: &Action, phase: Option<&str>) -> bool {
    action.phase.is_none() || phase.is_none() || action.phase == phase
}

/// Returns the actions that a combatant can declare before the order is rolled.
pub fn declarable(model: &'static Model, now: &Encounter, by: Id) -> Vec<&'static Action> {
    if !up(model, now, by) {
        return Vec::new();
    }
    let all = model.actions.iter().filter(|action| action.declared);
    all.filter(|action| is_able(model, now, action, by))
        .collect()
}

/// Returns true if an action is worth showing: there is a row for it, and all its silent requirements hold.
fn is_sensible(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    let nothing = |with: &With| !with.maybe && rows(now, by, with.field).is_empty();
    if action.with.as_ref().is_some_and(nothing) {
        return false;
    }
    let mut silent = action.needs.iter().filter(|need| need.silent).peekable();
    if silent.peek().is_none() {
        return true;
    }
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    silent.all(
        |need| match (need.sum.is_of_target(), need.sum.is_of_others()) {
            // A silent requirement of the target must hold for at least one combatant.
            (true, _) => aimed(model, now, action, by).into_iter().any(|id| {
                let cast = Cast::of(by).on(Some(id));
                need.sum.is(&Scene::new(model, now, &cast))
            }),
            (_, true) => match &action.with {
                // A silent requirement of the row must hold for at least one row.
                Some(with) if !with.maybe && !need.sum.is_of_answers() => {
                    rows(now, by, with.field).iter().any(|row| {
                        let cast = Cast::of(by).with(Some(row.clone()));
                        need.sum.is(&Scene::new(model, now, &cast))
                    })
                }
                _ => true,
            },
            _ => need.sum.is(&scene),
        },
    )
}

/// Returns true if a combatant can perform an action, regardless of whose turn it is.
pub fn is_able(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> bool {
    possible(model, now, action, by).is_some_and(|mut all| all.next().is_some())
}

/// Returns all legal pairs of a row and a target of an action; `None` if the combatant has a delayed action or does not
/// meet a requirement.
pub fn possible(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> Option<impl Iterator<Item = (Option<Row>, Option<Id>)>> {
    possible_among(model, now, action, by, |_| true)
}

/// Returns the legal pairs of [`possible`] with a target among these, or without a target. The requirements of other
/// targets are not evaluated.
pub fn possible_among(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    among: impl Fn(Id) -> bool,
) -> Option<impl Iterator<Item = (Option<Row>, Option<Id>)>> {
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    let mut own = action.needs.iter().filter(|need| !need.sum.is_of_others());
    let holds = later::begun(model, now, by).is_none()
        && own.all(|need| need.sum.is(&scene))
        && is_sensible(model, now, action, by);
    holds.then(|| fitting(model, now, action, by, among))
}

/// Checks that a combatant can perform an action, regardless of whose turn it is; otherwise the result has the reason.
pub fn able(model: &'static Model, now: &Encounter, action: &'static Action, by: Id) -> Legal {
    if let Some(begun) = later::begun(model, now, by) {
        let what = later::told(now, by, begun);
        return Legal::No(format!("is preparing: {what}").into());
    }
    if !is_sensible(model, now, action, by) {
        return Legal::Absent;
    }
    if is_able(model, now, action, by) {
        return Legal::Yes;
    }
    let cast = Cast::of(by);
    let scene = Scene::new(model, now, &cast);
    // Costs that depend on the row (a spell with the bonus action) are checked for each row.
    let slots = action.costs.iter();
    let slots = slots.filter(|(purse, sum)| matches!(purse, Purse::Slot(_)) && !sum.is_of_others());
    if let Some(lack) = cannot_pay(model, &scene, by, slots) {
        return Legal::No(lack.words().into());
    }
    let mut own = action.needs.iter().filter(|need| !need.sum.is_of_others());
    if let Some(need) = own.find(|need| !need.sum.is(&scene)) {
        return Legal::No(need.why.into());
    }
    let ways = ways(now, action, by);
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
        Aim::Me => "not possible now",
        _ => "no target is in reach",
    };
    // If no row can be used, reasons of cost come before other reasons.
    let why: Option<Vec<(bool, String)>> = ways
        .iter()
        .map(|way| useless(model, now, action, by, way.as_ref()))
        .collect();
    let why = why.and_then(|all| all.into_iter().max_by_key(|(dear, _)| *dear));
    Legal::No(match why {
        Some((_, why)) => why.into(),
        None => {
            let why = unfit_together(model, now, action, by, &ways);
            why.unwrap_or(nobody).into()
        }
    })
}

/// Returns the reason why no combatant can be a target of an action, if the reason is the same for all combatants and
/// rows.
fn unfit_together(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    ways: &[Option<Row>],
) -> Option<&'static str> {
    let targets = possible_targets(model, now, action, by);
    let targets = targets.into_iter().flatten();
    let mut reasons = targets.flat_map(|target| {
        let of = move |way: &Option<Row>| unfit(model, now, action, by, way.as_ref(), target);
        ways.iter().map(of)
    });
    let first = reasons.next()??;
    reasons.all(|why| why == Some(first)).then_some(first)
}

/// Returns the maximum number of targets of an action with a row.
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

/// Asks for all values of an action, except the values `given` by the action that contains it. A part of another action
/// needs no target (`least` is 0): without one it is skipped.
pub fn ask(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    action: &'static Action,
    by: Id,
    mut given: Chosen,
    least: usize,
) -> Step<Chosen> {
    // A part of another action with only one possible row needs no form for this row alone.
    if least == 0
        && given.with.is_none()
        && !given.targets.is_empty()
        && action.asks.is_empty()
        && let Some(list) = action.with
    {
        given.with = only_row(model, cx.now(), action, by, list, &given.targets);
    }
    let asks_row = action.with.is_some() && given.with.is_none();
    let asks_whom = action.aim != Aim::Me && given.targets.is_empty();
    if !asks_row && !asks_whom && action.asks.is_empty() {
        return Ok(given);
    }
    let with = given.with.as_ref().map(row_name);
    let with = with.map_or_else(String::new, |with| format!(", {with}"));
    let part = given.part;
    let part = part.map_or_else(String::new, |(nth, all)| format!(" {nth} of {all}"));
    let title = say!(cx.now(), "{}: {}{part}{with}", cx.name(by), action.label);
    cx.form(action.key, by, title, |f| {
        let now = f.now;
        let mut with = given.with.clone();
        if let Some(list) = action.with.filter(|_| asks_row) {
            let all: &[Row] = rows(now, by, list.field);
            let named: Vec<(usize, Arc<str>)> = all.iter().map(row_name).enumerate().collect();
            let preset = || usual_row(model, now, action, by, all, &given.targets).unwrap_or(0);
            let shows = f.shows();
            let tell = |(place, name): &(usize, Arc<str>)| {
                let why = useless(model, now, action, by, Some(&all[*place]));
                let choice = Choice::new(&**name, &**name).unless(why.map(|(_, why)| why));
                if shows {
                    choice.hint(row_text(model, now, by, list.field, &all[*place]))
                } else {
                    choice
                }
            };
            if shows && ticks::played(model, now).is_some() {
                let ahead = f.one_ahead("with", &named, preset(), |row| &row.1);
                let cast = Cast::of(by).with(ahead.map(|(place, _)| all[place].clone()));
                let ticks = ticks_of(&Scene::new(model, now, &cast), action);
                f.hint(|| counted(ticks, "tick"));
            }
            let row = f.one_likely("with", list.label, &named, preset, |row| &row.1, tell);
            with = row.map(|(place, _)| all[place].clone());
        }
        let mut targets = given.targets.clone();
        let has_target = !targets.is_empty() || takes_target(model, now, action, by, with.as_ref());
        if asks_whom && has_target {
            let most = most(model, now, action, by, with.as_ref());
            let from = || aimed(model, now, action, by);
            let usual = || usual_targets(model, now, action, by, with.as_ref(), most);
            f.hint(|| match least {
                0 if usual().is_empty() => "none skips this part",
                _ => "",
            });
            f.others("is not a possible target");
            targets = f.pick_usually(
                "target",
                if most > 1 { "targets" } else { "target" },
                from,
                least,
                most,
                usual,
            );
        }
        let asked = (!action.asks.is_empty())
            .then(|| besides(f, model, action, by, with.as_ref(), &targets));
        if !has_target {
            let why = misfit(model, now, action, by, with.as_ref(), asked.as_ref(), None);
            f.refuse_if(why.map(|(why, _)| why))?;
        } else {
            let wrong = targets.iter().find_map(|id| {
                let (with, asked) = (with.as_ref(), asked.as_ref());
                let (why, whose) = misfit(model, now, action, by, with, asked, Some(*id))?;
                Some(format!("{}: {why}", now.name(whose)))
            });
            f.refuse_if(wrong)?;
        }
        let lack = dear(model, now, action, by, with.as_ref(), asked.as_ref());
        f.refuse_if(lack.map(Lack::words))?;
        Ok::<_, Refused>(Chosen {
            with,
            targets,
            asked,
            part: given.part,
        })
    })
}

/// Returns the only row of an action that fits all given targets; `None` if no row or several rows fit.
fn only_row(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    list: With,
    targets: &[Id],
) -> Option<Row> {
    let fits = |row: &&Row| {
        let on = || targets.iter().copied().map(Some).collect();
        fitting_targets(model, now, action, by, Some(row), &on).count() == targets.len()
    };
    let mut all = rows(now, by, list.field).iter().filter(fits);
    let only = all.next().filter(|_| !list.maybe && all.next().is_none());
    only.cloned()
}

/// Returns true if the defaults of an action are aimed at an enemy, or if the action has no target.
pub fn usually_strikes(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
) -> bool {
    if action.aim == Aim::Me {
        return true;
    }
    let with = action.with.as_ref().and_then(|list| {
        let all = rows(now, by, list.field);
        all.get(usual_row(model, now, action, by, all, &[])?)
    });
    let targets = usual_targets(model, now, action, by, with, 1);
    targets.first().is_some_and(|id| !now.allied(*id, by))
}

/// Returns the index of the default row of an action: the first row with a default target, otherwise the first row that
/// fits one of the given targets, or any target.
fn usual_row(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    all: &[Row],
    given: &[Id],
) -> Option<usize> {
    let on = LazyCell::new(|| possible_targets(model, now, action, by));
    let fits = |row: &Row| {
        let mut fits = fitting_targets(model, now, action, by, Some(row), &|| (*on).clone());
        fits.any(|target| given.is_empty() || target.is_some_and(|one| given.contains(&one)))
    };
    let is_usual = |row: &Row| !usual_targets(model, now, action, by, Some(row), 1).is_empty();
    let usual = if action.usual.is_some() && given.is_empty() {
        all.iter().position(|row| fits(row) && is_usual(row))
    } else {
        None
    };
    usual.or_else(|| all.iter().position(fits))
}

/// Returns the default targets of an action with a row, at most `most`.
fn usual_targets(
    model: &'static Model,
    now: &Encounter,
    action: &'static Action,
    by: Id,
    with: Option<&Row>,
    most: usize,
) -> Vec<Id> {
    let good = |id: &Id| unfit(model, now, action, by, with, *id).is_none();
    let mends = action.usual.is_none() && mends(model, action);
    let usually = |id: &Id| {
        if mends && !now.allied(*id, by) {
            return false;
        }
        let cast = Cast::of(by).on(Some(*id)).with(with.cloned());
        look::holds(action.usual.as_ref(), &Scene::new(model, now, &cast))
    };
    // An ally that would be harmed is never a default target.
    let hurts = |id: &Id| now.allied(*id, by) && harms_with(model, now, action, by, with, *id);
    // Default targets are all enemies or all allies, depending on the first one. The others are not evaluated.
    let all = aimed(model, now, action, by);
    let of_one_side = |such: &dyn Fn(&Id) -> bool| -> Vec<Id> {
        let such = |id: &Id| good(id) && such(id);
        let Some(first) = all.iter().position(such) else {
            return Vec::new();
        };
        let allied = now.allied(all[first], by);
        let same = |id: &Id| now.allied(*id, by) == allied;
        let others = all[first + 1..].iter().filter(|id| same(id) && such(id));
        std::iter::once(&all[first])
            .chain(others)
            .copied()
            .collect()
    };
    let mut usual = of_one_side(&|id| usually(id) && !hurts(id));
    // If the file names default targets and none of them is possible, the GM chooses.
    if usual.is_empty() && action.usual.is_none() {
        usual = of_one_side(&|id| !hurts(id));
    }
    let first = usual.first().map(|id| now.allied(*id, by));
    usual.retain(|id| sides::sees(now, by, *id));
    // A single target defaults to the last target of an attack.
    if first == Some(false) && most == 1 {
        let standing = usual.iter().copied();
        let standing: Vec<Id> = standing.filter(|id| up(model, now, *id)).collect();
        let engaged = sides::engaged(&standing, by, |id| Turn::of(now, id).last);
        usual = engaged.map_or(usual, |id| vec![id]);
    }
    usual.truncate(most);
    usual
}

/// Asks the further questions of an action.
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
    let mut cast = Cast::of(by).on(targets.first().copied());
    cast = cast.with(with.cloned());
    cast.action = action.key;
    let sums = action.asks_when.iter().zip(&action.asks_least);
    for ((place, field), (when, lowest)) in action.asks.iter().enumerate().zip(sums) {
        let Ok(place) = u16::try_from(place) else {
            continue;
        };
        let key = Key::<Cell>::new(place, "");
        if when.is_some() || lowest.is_some() {
            cast.asked = Some(row.clone());
        }
        if !look::holds(when.as_ref(), &Scene::new(model, f.now, &cast)) {
            // A hidden check box counts as unchecked.
            if matches!(field.kind, Spec::Flag) {
                row.set(key, Cell::Flag(false));
            }
            continue;
        }
        let cell = match (&field.kind, row.get(key).clone()) {
            (Spec::Flag, preset) => {
                Cell::Flag(f.toggle(&field.key, &field.label, preset == Cell::Flag(true)))
            }
            (Spec::Int(least, most), preset) => {
                let preset = match (lowest, preset) {
                    (Some(lowest), _) => lowest.of(&Scene::new(model, f.now, &cast)),
                    (None, Cell::Int(preset)) => preset,
                    (None, _) => *least,
                };
                let least = match lowest {
                    Some(_) => preset.clamp(*least, *most),
                    None => *least,
                };
                let preset = preset.clamp(least, *most);
                if amount {
                    f.amount();
                }
                // Show how much is left of the slot that the number spends.
                let slot = |(purse, _): &(Purse, Sum)| match purse {
                    Purse::Slot(slot) if model.slots[*slot].0 == field.key => Some(*slot),
                    _ => None,
                };
                if let Some(slot) = action.costs.iter().find_map(slot) {
                    let left = look::slot_left(model, f.now, by, slot);
                    f.hint(|| format!("{left} left"));
                }
                Cell::Int(f.number(&field.key, &field.label, least..=*most, "", preset))
            }
            // Ask for some of the targets.
            (Spec::Word(words), _) if words.is_empty() => {
                let from = || targets.to_vec();
                let most = targets.len().max(1);
                f.others("is not a possible target");
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

/// Describes a row of a combatant's list: the texts of the system, or all fields of the row.
fn row_text(model: &'static Model, now: &Encounter, by: Id, list: u16, row: &Row) -> String {
    let Some((_, texts)) = model.rows.iter().find(|(place, _)| *place == list) else {
        return in_words(row);
    };
    let cast = Cast::of(by).with(Some(row.clone()));
    let scene = Scene::new(model, now, &cast);
    let texts = texts.iter().filter_map(|text| look::said(text, &scene));
    texts.collect::<Vec<String>>().join(", ")
}

/// Formats the fields of a row of a list, without its name.
fn in_words(row: &Row) -> String {
    let record = row.record();
    let fields = row.fields().iter().filter(|field| field.key != "name");
    let said = fields.filter_map(|field| {
        let value = record.get(&field.key)?;
        // Unchecked and default values are left out, except for numbers other than 0.
        if Some(value) == field.default.as_ref() && value.as_int().is_none_or(|number| number == 0)
        {
            return None;
        }
        match (value.as_flag(), value.as_int()) {
            (Some(false), _) => None,
            (Some(true), _) => Some(field.label.clone()),
            (None, Some(_)) => Some(match field.label.rsplit_once(", ") {
                // The label ends with a unit, such as "range, ft".
                Some((label, unit)) => format!("{label} {value} {unit}"),
                None => format!("{} {value}", field.label),
            }),
            (None, None) => Some(value.to_string().replace('_', " ")),
        }
    });
    said.filter(|said| !said.is_empty())
        .collect::<Vec<String>>()
        .join(", ")
}

/// Returns true if an action may roll dice.
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

/// Returns true if a combatant can harm others with the values on the sheet, or has an action with a `value` in the
/// file. Damage that the GM enters does not count, because it is unknown.
pub fn may_harm(model: &'static Model, now: &Encounter, by: Id) -> bool {
    model.actions.iter().any(|action| {
        let mut ways = ways(now, action, by).into_iter();
        action.worth.is_some()
            || ways.any(|with| {
                let cast = Cast::of(by).with(with);
                let scene = Scene::new(model, now, &cast);
                let known = |effect: &Effect| {
                    let Effect::Harm(hurt) = effect else {
                        return true;
                    };
                    match &hurt.amount {
                        Amount::Asked => false,
                        Amount::Dice(throw) => throw.dice(&scene).is_some(),
                        Amount::Points(_) => true,
                    }
                };
                comes_to(model, action, &|effect| known(effect) && is_harm(effect))
            })
    })
}

/// Returns true if an action heals others and harms no combatant, so that it is meant for allies.
fn mends(model: &'static Model, action: &'static Action) -> bool {
    let heals =
        |effect: &'static Effect| matches!(effect, Effect::Heal(hurt) if hurt.who != Who::Me);
    let mends = || comes_to(model, action, &heals) && !strikes(model, action);
    *action.mends.get_or_init(mends)
}

/// Returns the number of ticks that an action takes, at least 1; always 1 in an order without ticks.
pub fn ticks_of(scene: &Scene<'_>, action: &Action) -> i64 {
    if ticks::played(scene.model, scene.now).is_none() {
        return 1;
    }
    let costs = action.costs.iter();
    let costs = costs.filter(|(purse, _)| *purse == Purse::Ticks);
    let all = costs.map(|(_, sum)| sum).chain(&action.takes);
    all.map(|sum| sum.of(scene).max(0)).sum::<i64>().max(1)
}

/// Formats the costs of an action for a menu: fields and ticks, but not slots.
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
                // The amount depends on the target, so only the amount left is shown.
                let told = || format!("{label}: {left}");
                return (left != 0).then(told);
            }
            let price = sum.of(&scene);
            (price > 0).then(|| match label.strip_suffix(" left") {
                Some(_) if left == 0 && price == 1 => format!("no {label}"),
                Some(many) => format!("{price} of {left} {many}"),
                None => format!("{price} of {left} {label}"),
            })
        }
        Purse::Ticks if !sum.is_of_others() => Some(counted(sum.of(&scene), "tick")),
        Purse::Slot(_) | Purse::Ticks | Purse::Row(_) => None,
    });
    fields.collect::<Vec<String>>().join(", ")
}
